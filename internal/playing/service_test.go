package playing

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	gamesrecord "nzgs/internal/games/record"
	"nzgs/internal/gorules/record"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
	"nzgs/internal/sgf"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

// world is a society of four members, two with a grade, and someone who is none; the first three would like to play. The
// fifth is a referee.
type world struct {
	t      *testing.T
	db     *store.DB
	now    civil.Instant
	s      *Service
	people []auth.Actor
}

const (
	aroha  = iota // 3 kyu
	wiremu        // 5 kyu and a half
	mere
	hana    // member, not listed
	outside // no member
	referee
)

func onBoth(t *testing.T, test func(w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(newWorld(t, db)) })
}

func newWorld(t *testing.T, db *store.DB) *world {
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-11-30T01:00:00.000Z")}
	clock := func() civil.Instant {
		w.now = w.now.Add(time.Millisecond)
		return w.now
	}
	w.s = New(db, clock, "Go Society", "https://go.example.nz", ratings.New(db, clock), mail.New(db, clock, nil))
	for i, grade := range []string{"3k", "5.5k", "", "1d", "2k", ""} {
		in := members.PersonInput{FamilyName: fmt.Sprintf("Family%d", i), GivenNames: "Given", Grade: grade}
		if i == wiremu {
			in.Alias, in.PublicAs, in.Grade = "Ruru", members.ByAlias, "-4.5"
		}
		in.Email = fmt.Sprintf("player%d@example.nz", i)
		w.must(db.InTx(ctx, func(tx *store.Tx) error {
			id, err := members.InsertPerson(ctx, tx, clock(), in)
			w.people = append(w.people, auth.Actor{Person: id, Name: in.FamilyName})
			return err
		}))
		if i != outside {
			w.sql(`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES ($1, 2026, '2026-07-01', '2027-06-30', 'new', '{}', $2)`, w.people[i].Person, w.now)
		}
	}
	for _, i := range []int{aroha, wiremu, mere} {
		w.must(w.s.List(ctx, w.people[i], true))
	}
	w.people[referee].Offices = []auth.Office{{
		Person: w.people[referee].Person, Role: auth.Referee, From: civil.MustParseDate("2020-01-01"),
	}}
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) sql(query string, args ...any) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, query, args...)
		return err
	}))
}

func (w *world) letters(to int, about string) (n int) {
	w.t.Helper()
	n, err := count(ctx, w.db, `SELECT COUNT(*) FROM mail_letter WHERE person_id = $1 AND subject LIKE $2`,
		w.people[to].Person, "%"+about+"%")
	w.must(err)
	return n
}

// refused fails unless an error is of a kind and says something.
func (w *world) refused(err error, kind apperr.Kind, says string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), says) {
		w.t.Errorf("%v; want %s, %q", err, kind, says)
	}
}

func small(rules record.RuleSet) Challenge {
	return Challenge{Terms: match.Terms{Game: games.Go, Size: 9, Rules: rules, Days: 3, Vacation: 5}, Wish: WantBlack}
}

// game begins a game that Aroha has offered and Wiremu accepts.
func (w *world) game(c Challenge) ID {
	w.t.Helper()
	w.now = w.now.Add(24 * time.Hour)
	c.Opponent = w.people[wiremu].Person
	id, err := w.s.Offer(ctx, w.people[aroha], c)
	w.must(err)
	w.must(w.s.Accept(ctx, w.people[wiremu], id, false))
	return id
}

// act does something in the position as it is.
func (w *world) act(who int, id ID, kind match.Kind, text string) error {
	w.t.Helper()
	n, err := count(ctx, w.db, `SELECT acts FROM play_game WHERE id = $1`, id)
	w.must(err)
	return w.s.Act(ctx, w.people[who], Input{Game: id, Number: n, Kind: kind, Text: text})
}

// TestOnlyMembersChallengeAndAccept: and only whom has said so is challenged.
func TestOnlyMembersChallengeAndAccept(t *testing.T) {
	onBoth(t, func(w *world) {
		_, err := w.s.Offer(ctx, auth.Actor{}, small(record.NZ))
		w.refused(err, apperr.SignIn, "")
		_, err = w.s.Offer(ctx, w.people[outside], small(record.NZ))
		w.refused(err, apperr.Forbidden, "members")
		_, err = w.s.Players(ctx, w.people[outside])
		w.refused(err, apperr.Forbidden, "members")
		w.refused(w.s.List(ctx, w.people[outside], true), apperr.Forbidden, "members")
		to := small(record.NZ)
		to.Opponent = w.people[hana].Person
		_, err = w.s.Offer(ctx, w.people[aroha], to)
		w.refused(err, apperr.Invalid, "from the list")
		to.Opponent = w.people[aroha].Person
		_, err = w.s.Offer(ctx, w.people[aroha], to)
		w.refused(err, apperr.Invalid, "from the list")

		players, err := w.s.Players(ctx, w.people[hana])
		w.must(err)
		if len(players) != 3 || players[1].Name != "Ruru" {
			t.Errorf("%v", players)
		}
		to.Opponent = w.people[wiremu].Person
		id, err := w.s.Offer(ctx, w.people[aroha], to)
		w.must(err)
		if w.letters(wiremu, "A challenge") != 1 {
			t.Error("no letter tells of the challenge")
		}
		w.refused(w.s.Accept(ctx, w.people[aroha], id, false), apperr.Invalid, "own challenge")
		w.refused(w.s.Accept(ctx, w.people[mere], id, false), apperr.NotFound, "")
		w.refused(w.s.Decline(ctx, w.people[mere], id), apperr.NotFound, "")
		w.refused(w.s.Accept(ctx, w.people[outside], id, false), apperr.Forbidden, "")
		w.refused(w.s.Accept(ctx, w.people[wiremu], 99, false), apperr.NotFound, "")
		w.must(w.s.Decline(ctx, w.people[wiremu], id))
		w.refused(w.s.Accept(ctx, w.people[wiremu], id, false), apperr.Conflict, "no longer open")

		for range mostToOne - 1 { // withdrawing one does not allow another letter
			id, err := w.s.Offer(ctx, w.people[aroha], to)
			w.must(err)
			w.must(w.s.Decline(ctx, w.people[aroha], id))
		}
		_, err = w.s.Offer(ctx, w.people[aroha], to)
		w.refused(err, apperr.Invalid, "times today")

		open := small(record.NZ)
		id, err = w.s.Offer(ctx, w.people[aroha], open)
		w.must(err)
		w.must(w.s.Accept(ctx, w.people[hana], id, false))
		w.must(w.s.Accept(ctx, w.people[hana], id, false)) // sent twice
		w.refused(w.s.Accept(ctx, w.people[mere], id, false), apperr.Conflict, "no longer open")
		var last ID
		for range mostOffered {
			w.now = w.now.Add(sentTwice)
			last, err = w.s.Offer(ctx, w.people[aroha], open)
			w.must(err)
		}
		if again, err := w.s.Offer(ctx, w.people[aroha], open); again != last || err != nil { // sent twice
			t.Error(again, last, err)
		}
		w.now = w.now.Add(sentTwice)
		_, err = w.s.Offer(ctx, w.people[aroha], open)
		w.refused(err, apperr.Invalid, "open challenges")
	})
}

// TestTheRatingsDecideTheHandicap: the difference rounded up, and the weaker takes Black.
func TestTheRatingsDecideTheHandicap(t *testing.T) {
	onBoth(t, func(w *world) {
		c := small(record.NZ)
		c.ByRating, c.Wish = true, Either
		id := w.game(c)
		g, err := w.s.Game(ctx, w.people[aroha], id)
		w.must(err)
		if g.Black.Name != "Ruru" || g.State.Terms.Handicap < 1 {
			t.Errorf("%+v, handicap %d", g.Black, g.State.Terms.Handicap)
		}
		c.Opponent = w.people[mere].Person
		id, err = w.s.Offer(ctx, w.people[aroha], c)
		w.must(err)
		w.refused(w.s.Accept(ctx, w.people[mere], id, false), apperr.Conflict, "no rating")
		c.Terms.Handicap = 3
		_, err = w.s.Offer(ctx, w.people[aroha], c)
		w.refused(err, apperr.Invalid, "ratings decide")
		c.ByRating = false
		_, err = w.s.Offer(ctx, w.people[aroha], c)
		w.refused(err, apperr.Invalid, "who takes Black")
	})
}

// TestEachMoveIsDoneOnce: out of turn, after the end, by someone else, twice, on an older position, in a game that the
// other has just ended.
func TestEachMoveIsDoneOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		first := Input{Game: id, Kind: match.Move, Text: "ee"}
		w.refused(w.s.Act(ctx, w.people[wiremu], first), apperr.Invalid, "Black’s turn")
		w.refused(w.s.Act(ctx, w.people[mere], first), apperr.NotFound, "")
		w.refused(w.s.Act(ctx, auth.Actor{}, first), apperr.SignIn, "")
		w.must(w.s.Act(ctx, w.people[aroha], first))
		w.must(w.s.Act(ctx, w.people[aroha], first)) // sent twice
		other := first
		other.Text = "dd"
		w.refused(w.s.Act(ctx, w.people[aroha], other), apperr.Conflict, "gone on")
		w.refused(w.s.Act(ctx, w.people[wiremu], other), apperr.Conflict, "gone on")
		w.refused(w.act(wiremu, id, match.Move, "ee"), apperr.Invalid, "There is a stone")
		w.refused(w.act(wiremu, id, match.Move, "zz"), apperr.Invalid, "not on this board")
		w.refused(w.act(wiremu, id, match.Move, "<b>"), apperr.Invalid, "no point")
		w.refused(w.act(wiremu, id, "swindle", ""), apperr.Invalid, "cannot be done")
		w.must(w.act(wiremu, id, match.Move, "dd"))
		w.must(w.act(wiremu, id, match.Resign, ""))
		w.refused(w.s.Act(ctx, w.people[aroha], Input{Game: id, Number: 2, Kind: match.Move, Text: "cc"}), apperr.Conflict, "ended while you were looking: B+R")
		w.refused(w.act(aroha, id, match.Move, "cc"), apperr.Invalid, "has ended")
		g, err := w.s.Game(ctx, w.people[aroha], id)
		w.must(err)
		if g.State.Number != 3 || g.Result != "B+R" || !g.Deadline.IsZero() || len(g.State.Moves) != 2 {
			t.Errorf("%d acts, %q", g.State.Number, g.Result)
		}
	})
}

// TestTwoMovesAtOnceAreOne: of two different moves sent at the same time one is kept.
func TestTwoMovesAtOnceAreOne(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		g, err := w.s.Game(ctx, w.people[aroha], id)
		w.must(err)
		permit, err := w.s.cases.Allow(w.people[aroha].By(), nil)
		w.must(err)
		move := func(text string) error { // both have read the game before either writes
			seen := g
			seen.State, err = match.Replay(g.State.Terms, g.Begun, nil, nil)
			w.must(err)
			return w.s.do(ctx, permit, &seen, Input{Game: id, Kind: match.Move, Text: text},
				match.Act{Kind: match.Move, By: games.Black, Text: text, At: w.now})
		}
		w.must(move("ee"))
		w.must(move("ee"))
		w.refused(move("dd"), apperr.Conflict, "gone on")
		if n, err := count(ctx, w.db, `SELECT COUNT(*) FROM play_act WHERE game_id = $1`, id); n != 1 || err != nil {
			t.Error(n, err)
		}
	})
}

// TestALetterSaysOnceThatItIsOnesTurn: and is withdrawn when they have moved before it left.
func TestALetterSaysOnceThatItIsOnesTurn(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		if w.letters(aroha, "your turn") != 1 || w.letters(wiremu, "your turn") != 0 {
			t.Error("the first letter is wrong")
		}
		w.must(w.act(aroha, id, match.Move, "ee"))
		if w.letters(aroha, "your turn") != 0 || w.letters(wiremu, "your turn") != 1 {
			t.Error("the second letter is wrong")
		}
		w.must(w.act(wiremu, id, match.Note, "Thinking"))
		w.must(w.act(aroha, id, match.Note, "No hurry"))
		if w.letters(wiremu, "your turn") != 1 {
			t.Error("a remark wrote another letter")
		}
		if n, err := count(ctx, w.db, `SELECT COUNT(*) FROM audit_entry WHERE detail LIKE '%Thinking%'`); n != 0 || err != nil {
			t.Error("the log tells what players write to each other", err)
		}
		w.must(w.act(wiremu, id, match.Move, ""))
		w.must(w.act(aroha, id, match.Move, ""))
		w.must(w.act(aroha, id, match.Dead, ""))
		n := w.letters(wiremu, "which stones")
		w.must(w.act(aroha, id, match.Dead, "E5"))
		if w.letters(wiremu, "which stones") != n {
			t.Error("saying it once more writes another letter")
		}
		w.must(w.act(wiremu, id, match.Resign, ""))
		if w.letters(wiremu, "your turn") != 0 || w.letters(aroha, "has ended") != 1 {
			t.Error("the last letter is wrong")
		}
	})
}

// TestWhoSeesAGame: its players, others if both allow it, and a referee once it is disputed.
func TestWhoSeesAGame(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.ItsYourTurn))
		see := func(who int) error {
			_, err := w.s.Game(ctx, w.people[who], id)
			return err
		}
		w.must(see(aroha))
		w.must(see(wiremu))
		w.refused(see(mere), apperr.NotFound, "")
		w.refused(see(referee), apperr.NotFound, "")
		w.must(w.act(aroha, id, match.Move, "ee"))
		w.must(w.act(wiremu, id, match.Move, ""))
		w.must(w.act(aroha, id, match.Move, ""))
		w.refused(see(referee), apperr.NotFound, "")
		w.must(w.act(wiremu, id, match.Dispute, "The corner was mine."))
		w.must(see(referee))
		w.refused(see(mere), apperr.NotFound, "")
		rows, err := w.s.ToRuleOn(ctx, w.people[referee])
		if err != nil || len(rows) != 1 || rows[0].ID != id {
			t.Errorf("%v, %v", rows, err)
		}
		if rows, err := w.s.ToRuleOn(ctx, w.people[mere]); err != nil || len(rows) != 0 {
			t.Errorf("%v, %v", rows, err)
		}
		w.refused(w.act(aroha, id, match.Ruled, "B mine"), apperr.Forbidden, "")
		w.refused(w.act(mere, id, match.Ruled, "B mine"), apperr.NotFound, "")
		w.refused(w.act(referee, id, match.Ruled, "B"), apperr.Invalid, "why")
		w.refused(w.act(referee, id, match.Move, "aa"), apperr.Forbidden, "two players")
		w.must(w.act(referee, id, match.Ruled, "W The corner is White’s."))
		w.must(see(referee))
		g, err := w.s.Game(ctx, w.people[aroha], id)
		if err != nil || g.Result != "W+" || g.State.Result.Why != "The corner is White’s." {
			t.Errorf("%+v, %v", g.State.Result, err)
		}

		c := small(record.NZ)
		c.Open, c.Opponent = true, w.people[wiremu].Person
		id, err = w.s.Offer(ctx, w.people[aroha], c)
		w.must(err)
		w.refused(see(aroha), apperr.NotFound, "") // it has not begun
		w.must(w.s.Accept(ctx, w.people[wiremu], id, true))
		w.must(see(mere))
		w.refused(w.act(mere, id, match.Move, "aa"), apperr.Forbidden, "two players")
	})
}

// TestARefereeDoesNotDecideTheirOwnGame.
func TestARefereeDoesNotDecideTheirOwnGame(t *testing.T) {
	onBoth(t, func(w *world) {
		w.people[aroha].Offices = w.people[referee].Offices
		id := w.game(small(record.Short))
		w.must(w.act(aroha, id, match.Move, ""))
		w.must(w.act(wiremu, id, match.Move, ""))
		w.must(w.act(aroha, id, match.Dispute, "No"))
		w.refused(w.act(aroha, id, match.Ruled, "B mine"), apperr.Forbidden, "of their own")
		if rows, err := w.s.ToRuleOn(ctx, w.people[aroha]); err != nil || len(rows) != 0 {
			t.Errorf("%v, %v", rows, err)
		}
	})
}

// TestTimeRunsOut: the program ends what no one has claimed, once.
func TestTimeRunsOut(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		up := func() bool {
			g, err := w.s.Game(ctx, w.people[wiremu], id)
			w.must(err)
			return g.TimeUp
		}
		if up() {
			t.Error("the time is up at once")
		}
		w.now = w.now.Add(9 * 24 * time.Hour)
		if !up() {
			t.Error("the time is not up")
		}
		if n, err := w.s.EndOverdue(ctx); n != 0 || err != nil {
			t.Error(n, err)
		}
		w.now = w.now.Add(2 * 24 * time.Hour)
		for _, want := range []int{1, 0} {
			if n, err := w.s.EndOverdue(ctx); n != want || err != nil {
				t.Error(n, err)
			}
		}
		g, err := w.s.Game(ctx, w.people[aroha], id)
		if err != nil || g.Result != "W+T" {
			t.Errorf("%q %v", g.Result, err)
		}
		if w.letters(aroha, "has ended") != 1 || w.letters(wiremu, "has ended") != 1 {
			t.Error("not both players were told")
		}
	})
}

// TestWhatTheProgramFoundStays: the dead stones of It's Your Turn are found once and kept.
func TestWhatTheProgramFoundStays(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.ItsYourTurn))
		for i, text := range strings.Split("da fa db fb dc fc dd fd de fe df ff dg fg dh fh di fi bb bh", " ") {
			if i == 18 {
				text = "ie"
			}
			w.must(w.act(i%2, id, match.Move, text))
		}
		w.must(w.act(aroha, id, match.Move, ""))
		w.must(w.act(wiremu, id, match.Move, ""))
		g, err := w.s.Game(ctx, w.people[aroha], id)
		w.must(err)
		if g.State.Found == "" || len(g.State.Dead) != 2 {
			t.Errorf("found %q, %v dead", g.State.Found, g.State.Dead)
		}
		w.sql(`UPDATE play_game SET found = $2 WHERE id = $1`, id, `{"Dead":["bh"],"Says":"one"}`)
		if g, err = w.s.Game(ctx, w.people[aroha], id); err != nil || len(g.State.Dead) != 1 || g.State.Found != "one" {
			t.Errorf("%v %v", g.State, err)
		}
	})
}

// TestTheRecordIsReadAgain: what is written of each game is a record that the check finds legal, with the same result.
func TestTheRecordIsReadAgain(t *testing.T) {
	onBoth(t, func(w *world) {
		hex := Challenge{Terms: match.Terms{Game: games.Hex, Size: 5, Days: 1}, Wish: WantBlack}
		amazons := Challenge{Terms: match.Terms{Game: games.Amazons, Size: 10, Days: 1}, Wish: WantBlack}
		tanbo := Challenge{Terms: match.Terms{Game: games.Tanbo, Size: 19, Days: 1}, Wish: WantBlack}
		given := small(record.NZ)
		given.Terms.Handicap = 2
		placed := small(record.ItsYourTurn)
		placed.Terms.Handicap = 2
		for _, c := range []struct {
			c     Challenge
			moves string // of Black and White in turn
			ok    int
		}{
			{hex, "c1 a1 c2 a2 c3 a4 c4 a5 c5", 9}, {hex, "c2 swap-pieces c3", 3}, {amazons, "djddgd gaeceh", 2}, {tanbo, "ba ha", 2},
			{small(record.NZ), "ee dd", 2},
		} {
			id := w.game(c.c)
			for i, text := range strings.Fields(c.moves) {
				w.must(w.act(i%2, id, match.Move, text))
			}
			g, err := w.s.Game(ctx, w.people[aroha], id)
			w.must(err)
			var checker gamesrecord.Checker
			checker.CheckFile(ctx, g.Record(), func(f gamesrecord.Found) {
				if row := f.Row("x"); f.Err != nil || !f.OK() || row.Moves != c.ok || row.Players.White != "Ruru" {
					t.Errorf("%s: %+v, %v", g.Record(), row, f.Err)
				}
			})
		}
		id := w.game(given)
		w.must(w.act(aroha, id, match.Move, "cc"))
		w.must(w.act(aroha, id, match.Move, "gg"))
		w.must(w.act(wiremu, id, match.Move, "ee"))
		g, err := w.s.Game(ctx, w.people[aroha], id)
		w.must(err)
		if text := string(g.Record()); !strings.Contains(text, "HA[2];B[cc];W[];B[gg];W[ee])") || !strings.Contains(text, "KM[0]") {
			t.Error(text)
		}
		id = w.game(placed)
		g, err = w.s.Game(ctx, w.people[aroha], id)
		w.must(err)
		if text := string(g.Record()); !strings.Contains(text, "AB[gc][cg]") || len(sgf.Parse(g.Record()).Games) != 1 {
			t.Error(text)
		}
	})
}

// TestARemarkLosesNoMove: a move from a page made before the other's remark is kept, and a remark sent twice is one.
func TestARemarkLosesNoMove(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		w.must(w.act(wiremu, id, match.Note, "Kia ora"))
		w.must(w.act(wiremu, id, match.Note, "Kia ora"))
		first := Input{Game: id, Kind: match.Move, Text: "ee"} // of the page before the remarks
		w.must(w.s.Act(ctx, w.people[aroha], first))
		w.must(w.act(wiremu, id, match.Note, "Good"))
		w.must(w.s.Act(ctx, w.people[aroha], first))
		first.Number = -1
		w.refused(w.s.Act(ctx, w.people[aroha], first), apperr.Conflict, "gone on")
		first.Number = 100
		w.refused(w.s.Act(ctx, w.people[aroha], first), apperr.Conflict, "gone on")
		g, err := w.s.Game(ctx, w.people[aroha], id)
		if err != nil || g.State.Number != 3 || len(g.State.Moves) != 1 {
			t.Errorf("%d acts, %v", g.State.Number, err)
		}
	})
}

// TestRemarksHideNoOldLetter: what asked for a move is withdrawn after the move, however many remarks came before it.
func TestRemarksHideNoOldLetter(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		for n := range 15 {
			w.must(w.act(n%2, id, match.Note, fmt.Sprint(n)))
		}
		w.must(w.act(aroha, id, match.Move, "ee"))
		if n := w.letters(aroha, "your turn"); n != 0 {
			t.Errorf("%d letters say still that it is Black's turn", n)
		}
		w.must(w.act(aroha, id, match.Undo, ""))
		w.must(w.act(wiremu, id, match.Kept, ""))
		if n := w.letters(wiremu, "undo"); n != 0 {
			t.Errorf("%d letters ask still to undo a move", n)
		}
	})
}

// TestWhoHasSaidWaits: of two players who settle which stones are dead it is the turn of who is to answer.
func TestWhoHasSaidWaits(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		turns := func(who int) int {
			rows, err := w.s.Turns(ctx, w.people[who])
			w.must(err)
			return len(rows)
		}
		w.must(w.act(aroha, id, match.Move, ""))
		w.must(w.act(wiremu, id, match.Move, ""))
		if turns(aroha) != 1 || turns(wiremu) != 1 {
			t.Error("both are to say something")
		}
		w.must(w.act(aroha, id, match.Dead, ""))
		if turns(aroha) != 0 || turns(wiremu) != 1 {
			t.Error("it is not the turn of who is to answer")
		}
		w.must(w.act(wiremu, id, match.PlayOn, ""))
		if turns(aroha) != 1 || turns(wiremu) != 0 {
			t.Error("it is not Black's turn")
		}
	})
}

// TestChallengesHideNoGame: neither many challenges nor many that were declined push own games off the list.
func TestChallengesHideNoGame(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(small(record.NZ))
		for range MostListed {
			w.sql(`INSERT INTO play_game (game, size, handicap, komi, by_rating, days, vacation, wish, challenger_id, challenger_open, stage, made_at)
				VALUES ('go', 9, 0, 0, FALSE, 1, 0, 'either', $1, FALSE, 'offered', $2)`, w.people[mere].Person, w.now)
		}
		rows, err := w.s.Own(ctx, w.people[aroha])
		if err != nil || len(rows) != MostListed || rows[0].ID != id {
			t.Errorf("%d rows, %v", len(rows), err)
		}
		w.sql(`UPDATE play_game SET stage = 'declined', opponent_id = $1 WHERE stage = 'offered'`, w.people[aroha].Person)
		if rows, err = w.s.Own(ctx, w.people[aroha]); err != nil || len(rows) != 1 {
			t.Errorf("%d rows, %v", len(rows), err)
		}
	})
}

// TestWhoIsNoMemberAnyMore: is neither challenged nor played with, and sees no challenges to anyone.
func TestWhoIsNoMemberAnyMore(t *testing.T) {
	onBoth(t, func(w *world) {
		open, err := w.s.Offer(ctx, w.people[aroha], small(record.NZ))
		w.must(err)
		for who, want := range map[int]int{hana: 1, outside: 0} {
			if rows, err := w.s.Own(ctx, w.people[who]); len(rows) != want || err != nil {
				t.Errorf("%d sees %d challenges, %v", who, len(rows), err)
			}
		}
		w.sql(`UPDATE membership_term SET to_day = '2026-07-02' WHERE person_id = $1 OR person_id = $2`,
			w.people[aroha].Person, w.people[mere].Person)
		w.refused(w.s.Accept(ctx, w.people[hana], open, false), apperr.Conflict, "not a member")
		to := small(record.NZ)
		to.Opponent = w.people[mere].Person
		_, err = w.s.Offer(ctx, w.people[hana], to)
		w.refused(err, apperr.Invalid, "from the list")
	})
}

// TestOneBrokenGameHoldsUpNoOther: time that has run out elsewhere still ends games.
func TestOneBrokenGameHoldsUpNoOther(t *testing.T) {
	onBoth(t, func(w *world) {
		broken := w.game(small(record.NZ)) // its time runs out first
		w.must(w.act(aroha, broken, match.Move, "ee"))
		w.sql(`UPDATE play_act SET text = 'zz' WHERE game_id = $1`, broken)
		other := w.game(small(record.NZ))
		w.now = w.now.Add(30 * 24 * time.Hour)
		if n, err := w.s.EndOverdue(ctx); n != 1 || err == nil {
			t.Error(n, err)
		}
		if g, err := w.s.Game(ctx, w.people[aroha], other); err != nil || g.Result != "W+T" {
			t.Error(g.Result, err)
		}
	})
}
