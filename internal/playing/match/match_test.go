package match

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
)

var begun = civil.MustParseInstant("2026-07-01T00:00:00.000Z")

// goTerms is a small game of Go by a text.
func goTerms(rules record.RuleSet) Terms {
	return Terms{Game: games.Go, Size: 9, Rules: rules, Days: 3, Vacation: 5}
}

// done does what is written, "B e5; W pass; B resign", an hour after each other, and fails at the first refusal; the
// last refusal is returned where what is written ends with "?".
func done(t *testing.T, s *State, written string) error {
	t.Helper()
	for text := range strings.SplitSeq(written, ";") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		text, refused := strings.CutSuffix(text, " ?")
		a := Act{Kind: Move, At: begun.Add(time.Duration(s.Number+1) * time.Hour)}
		switch text[0] {
		case 'B':
			a.By = games.Black
		case 'W':
			a.By = games.White
		}
		what, rest, _ := strings.Cut(strings.TrimSpace(text[1:]), " ")
		switch what {
		case "pass":
		case "resign", "undo", "undone", "kept", "dead", "counted", "play_on", "vacation", "time", "dispute", "ruled", "note":
			a.Kind, a.Text = Kind(what), rest
		default:
			a.Text = what
			if p, ok := s.Terms.Game.ParsePointName(what, s.Terms.Size); ok && s.Terms.Game != games.Hex {
				a.Text = p.String()
			}
		}
		before := s.Number
		err := s.Do(a)
		if refused {
			if err == nil || s.Number != before {
				t.Fatalf("%q was done", text)
			}
			return err
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		// Every state follows from the acts alone.
		again, err := Replay(s.Terms, begun, s.Acts, s.find)
		if err != nil || again.Phase != s.Phase || again.Turn != s.Turn || again.Result != s.Result ||
			len(again.Moves) != len(s.Moves) || again.Deadline != s.Deadline {
			t.Fatalf("%q: replayed it is %+v, %v", text, again, err)
		}
	}
	return nil
}

func start(t *testing.T, terms Terms) *State {
	t.Helper()
	if p := terms.Check(); p != nil {
		t.Fatal(p)
	}
	s, err := Replay(terms, begun, nil, none)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// none finds no dead stones.
func none(*gorules.Board) ([]gorules.Point, string, error) { return nil, "", nil }

// TestEachTextEndsItsOwnWay: games of Go by the four texts, and of the other games.
func TestEachTextEndsItsOwnWay(t *testing.T) {
	hexTerms := Terms{Game: games.Hex, Size: 5, Days: 1}
	for _, c := range []struct {
		name   string
		terms  Terms
		acts   string
		phase  Phase
		result string
		refuse string // of the last
	}{
		{"our rules: the dead stones are agreed on", goTerms(record.NZ), "B e5; W a1; B pass; W pass; B dead a1; W counted", Over, "B+74", ""},
		{"our rules: both agree that none is dead", goTerms(record.NZ), "B e5; W pass; B pass; B dead; W counted", Over, "B+74", ""},
		{"our rules: one agrees alone", goTerms(record.NZ), "B e5; W pass; B pass; B dead; B counted ?", Stopped, "", "has not said"},
		{"our rules: no one moves while play has stopped", goTerms(record.NZ), "B e5; W pass; B pass; W a1 ?", Stopped, "", "dead, or play on"},
		{"our rules: they play on", goTerms(record.NZ), "B e5; W pass; B pass; W play_on; W a1", Playing, "", ""},
		{"our rules: they agree on nothing, and all stones stay", goTerms(record.NZ), "B e5; W a1; B pass; W pass; B dead a1; W play_on; B pass; W pass", Over, "W+7", ""},
		{"our rules: after a stone it is not the same disagreement", goTerms(record.NZ), "B e5; W a1; B pass; W pass; W play_on; B a2; W pass; B pass", Stopped, "", ""},
		{"our rules: a stone that is not there is not dead", goTerms(record.NZ), "B e5; W pass; B pass; B dead c3 ?", Stopped, "", "no stone at"},
		{"our rules: a position may not be made again", goTerms(record.NZ), "B e5; W e5 ?", Playing, "", "There is a stone"},
		{"igGameCenter: they play on as often as they like", goTerms(record.IGGC), "B e5; W pass; B pass; W play_on; W pass; B pass", Stopped, "", ""},
		{"igGameCenter: the button", goTerms(record.IGGC), "B e5; W button; B pass; W pass; W dead; B counted", Over, "B+79.5", ""},
		{"igGameCenter: the button is there once", goTerms(record.IGGC), "B e5; W button; B button ?", Playing, "", "no button"},
		{"our rules: no button", goTerms(record.NZ), "B button ?", Playing, "", "no button"},
		{"It’s Your Turn: two passes end it", goTerms(record.ItsYourTurn), "B e5; W pass; B pass", Over, "B+76.5", ""},
		{"It’s Your Turn: and nothing comes after", goTerms(record.ItsYourTurn), "B e5; W pass; B pass; W a1 ?", Over, "B+76.5", "has ended"},
		{"short rules: two passes end it", goTerms(record.Short), "B e5; W pass; B pass", Over, "B+80", ""},
		{"resigning", goTerms(record.NZ), "B e5; B resign", Over, "W+R", ""},
		{"Hex is won on the board", hexTerms, "B c1; W a1; B c2; W a2; B c3; W a4; B c4; W a5; B c5", Over, "B+", ""},
		{"Hex: the sides are exchanged", hexTerms, "B c2; W swap-pieces; B c3", Playing, "", ""},
		{"Hex: each keeps their colour", hexTerms, "B c2; W swap-sides ?", Playing, "", "keeps their colour"},
		{"Hex: no passes", hexTerms, "B pass ?", Playing, "", "no passes"},
		{"Hex by It’s Your Turn", Terms{Game: games.Hex, Size: 5, Rules: record.ItsYourTurn, Days: 1}, "B c3 ?", Playing, "", "centre row"},
		{"Amazons", Terms{Game: games.Amazons, Size: 10, Days: 1}, "B djddgd; W gaeceh", Playing, "", ""},
		{"Tanbo", Terms{Game: games.Tanbo, Size: 19, Days: 1}, "B B19; W A13 ?", Playing, "", "There is a stone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, c.terms)
			err := done(t, s, c.acts)
			result := ""
			if s.Phase == Over {
				result = s.Result.String()
			}
			if s.Phase != c.phase || result != c.result || (c.refuse != "") != (err != nil) || err != nil && !strings.Contains(err.Error(), c.refuse) {
				t.Errorf("%s %q %v; want %s %q %q", s.Phase, result, err, c.phase, c.result, c.refuse)
			}
		})
	}
}

// TestHandicaps: Black places the stones, or finds them placed, as each text has it.
func TestHandicaps(t *testing.T) {
	terms := goTerms(record.NZ)
	terms.Handicap = 3
	s := start(t, terms)
	done(t, s, "B c3; B e5; B g7; W a1")
	if len(s.Moves) != 6 || !s.Moves[1].Implied || !s.Moves[3].Implied || s.Turn != games.Black {
		t.Errorf("%+v, %s", s.Moves, s.Turn.Name())
	}
	if s.Terms.KomiFor() != 0 {
		t.Error("a handicap game has komi")
	}
	s = start(t, terms)
	if err := done(t, s, "B c3; B pass ?"); !strings.Contains(err.Error(), "handicap") {
		t.Error(err)
	}
	if err := done(t, s, "W undo ?"); !strings.Contains(err.Error(), "last move") { // the pass that no one made
		t.Error(err)
	}
	if err := done(t, s, "W a1 ?"); !strings.Contains(err.Error(), "Black’s turn") {
		t.Error(err)
	}
	terms.Rules = record.IGGC
	if err := done(t, start(t, terms), "B c3; B button ?"); !strings.Contains(err.Error(), "handicap") {
		t.Error(err)
	}
	terms.Rules = record.ItsYourTurn
	s = start(t, terms)
	done(t, s, "W a1; B a2")
	if s.At(games.Point{X: 6, Y: 2}) != games.Black {
		t.Error("the stones do not stand on the site's points")
	}
	for field, wrong := range map[string]Terms{
		"handicap": {Game: games.Hex, Size: 11, Days: 1, Handicap: 2}, "size": {Game: games.Tanbo, Size: 9, Days: 1},
		"days": {Game: games.Tanbo, Size: 19}, "komi": {Game: games.Go, Size: 9, Rules: record.NZ, Days: 1, Komi: 3},
		"game": {Game: "chess"}, "rules": {Game: games.Go, Size: 9, Rules: "tromp-taylor", Days: 1},
		"vacation": {Game: games.Tanbo, Size: 19, Days: 1, Vacation: 61},
	} {
		if p := wrong.Check(); len(p) != 1 || p[0].Field != field {
			t.Errorf("%+v: %v", wrong, p)
		}
	}
}

// TestAMoveIsUndoneByAgreement: only the last, only before the answer, and only if the other agrees.
func TestAMoveIsUndoneByAgreement(t *testing.T) {
	s := start(t, goTerms(record.NZ))
	if err := done(t, s, "B undo ?"); err == nil {
		t.Error("nothing to undo")
	}
	done(t, s, "B e5; B undo")
	if err := done(t, s, "B undone ?"); !strings.Contains(err.Error(), "No one has asked") {
		t.Error(err)
	}
	done(t, s, "W undone; B d5; W d4; W undo; B kept")
	if err := done(t, s, "W undo ?"); !strings.Contains(err.Error(), "does not want") {
		t.Error(err)
	}
	done(t, s, "B c3")
	if s.At(games.Point{X: 4, Y: 4}) != games.Empty || s.At(games.Point{X: 3, Y: 5}) != games.White || s.Turn != games.White {
		t.Error("it is not as agreed")
	}
	// A move withdraws the question.
	done(t, s, "W c4; W undo; B c5")
	if err := done(t, s, "B undone ?"); err == nil {
		t.Error("the move was undone after the answer")
	}
}

// TestTime: claimed by the other, later by the program, and vacation days in between.
func TestTime(t *testing.T) {
	s := start(t, goTerms(record.NZ))
	done(t, s, "B e5")
	at := func(days int) civil.Instant { return begun.Add(time.Hour + time.Duration(days)*24*time.Hour) }
	do := func(by games.Colour, kind Kind, text string, when civil.Instant) error {
		return s.Do(Act{Kind: kind, By: by, Text: text, At: when})
	}
	if do(games.Black, Time, "", at(3)) == nil || do(games.Black, Vacation, "1", at(1)) == nil || do(games.White, Vacation, "6", at(1)) == nil ||
		do(games.White, Vacation, "-1", at(1)) == nil || do(games.White, Vacation, "x", at(1)) == nil {
		t.Error("what is not allowed was done")
	}
	if err := do(games.White, Vacation, "2", at(1)); err != nil || s.Vacation[games.White] != 3 || s.Deadline != at(5) {
		t.Error(err, s.Vacation, s.Deadline)
	}
	if do(games.Black, Time, "", at(5)) == nil || do(games.Empty, Time, "", at(12)) == nil || do(games.White, Time, "", at(13)) == nil {
		t.Error("the time had not run out for that")
	}
	if err := do(games.Empty, Time, "", at(13)); err != nil || s.Result.String() != "B+T" {
		t.Error(err, s.Result)
	}
}

// TestWhoDoesNotAnswerAgrees: about dead stones no one loses by time.
func TestWhoDoesNotAnswerAgrees(t *testing.T) {
	late := begun.Add(20 * 24 * time.Hour)
	s := start(t, goTerms(record.NZ))
	done(t, s, "B e5; W a1; B pass; W pass; B dead a1")
	if s.Do(Act{Kind: Time, By: games.White, At: late}) == nil {
		t.Error("who is late claims the game")
	}
	if err := s.Do(Act{Kind: Time, By: games.Black, At: late}); err != nil || s.Result.String() != "B+74" {
		t.Error(err, s.Result)
	}
	s = start(t, goTerms(record.NZ))
	done(t, s, "B e5; W a1; B pass; W pass")
	if err := s.Do(Act{Kind: Time, By: games.White, At: late}); err != nil || s.Result.String() != "W+7" {
		t.Error(err, s.Result)
	}
}

// TestACountIsDisputedOnce: and a referee decides with a reason.
func TestACountIsDisputedOnce(t *testing.T) {
	s := start(t, goTerms(record.ItsYourTurn))
	done(t, s, "B e5; W pass; B pass; W dispute The corner was White’s")
	if s.Phase != Disputed {
		t.Fatal(s.Phase)
	}
	if done(t, s, "B dispute again ?") == nil || done(t, s, "W resign ?") == nil || done(t, s, "B ruled B because ?") == nil || done(t, s, "- ruled W ?") == nil {
		t.Error("what is not allowed was done")
	}
	done(t, s, "- ruled W The corner was White’s.")
	if s.Result.String() != "W+" || s.Result.Why != "The corner was White’s." {
		t.Errorf("%+v", s.Result)
	}
	if err := done(t, s, "B dispute no ?"); !strings.Contains(err.Error(), "counted") {
		t.Error(err)
	}
	s = start(t, goTerms(record.NZ))
	done(t, s, "B e5; B resign")
	if done(t, s, "W dispute no ?") == nil {
		t.Error("a game that was resigned is disputed")
	}
}

// TestWhoseEachPointIs: a count shows it, also while it is disputed and after the ruling; neutral points are no one's, and
// where no count ended the game there is nothing to show.
func TestWhoseEachPointIs(t *testing.T) {
	s := start(t, goTerms(record.ItsYourTurn))
	done(t, s, "B e5")
	if s.Owners() != nil {
		t.Error("a game under way is counted")
	}
	done(t, s, "W pass; B pass")
	for _, next := range []string{"W dispute The corner was White’s", "- ruled W It was."} {
		all := s.Owners()
		if len(all) != 81 || all[0] != games.Black || all[4*9+4] != games.Empty { // by this text stones are not counted
			t.Errorf("%s: %v", s.Phase, all)
		}
		done(t, s, next)
	}
	if len(s.Owners()) != 81 {
		t.Errorf("%s: nothing is shown", s.Phase)
	}
	if s = start(t, goTerms(record.NZ)); done(t, s, "B e5; W resign") != nil || s.Owners() != nil {
		t.Error("a game that was resigned is counted")
	}
}

// TestTheLimitOfMoves: by It's Your Turn the game ends there, and it is counted.
func TestTheLimitOfMoves(t *testing.T) {
	s := start(t, goTerms(record.ItsYourTurn))
	for i := range 75 {
		a := Act{Kind: Move, By: games.Black, Text: games.Point{X: i / 2 % 9, Y: i / 2 / 9}.String(), At: begun}
		if i%2 == 1 {
			a.By, a.Text = games.White, ""
		}
		if err := s.Do(a); err != nil {
			t.Fatal(i, err)
		}
	}
	if s.Phase != Over || s.Result.By != "count" {
		t.Errorf("%s %+v", s.Phase, s.Result)
	}
}

// TestNotesChangeNothing: but that they are kept, in a game that has ended too.
func TestNotesChangeNothing(t *testing.T) {
	s := start(t, goTerms(record.NZ))
	done(t, s, "B note Have a good game; B e5; W resign; W note Thank you")
	if s.Number != 4 || done(t, s, "B note ?") == nil {
		t.Error(s.Number)
	}
	if err := s.Do(Act{Kind: Note, By: games.Black, Text: strings.Repeat("ā", LongestText+1)}); err == nil {
		t.Error("a remark of any length is kept")
	}
	for n := 1; n < mostNotes; n++ {
		if err := s.Do(Act{Kind: Note, By: games.Black, Text: "ka pai"}); err != nil {
			t.Fatal(n, err)
		}
	}
	if s.Do(Act{Kind: Note, By: games.Black, Text: "ka pai"}) == nil || s.Do(Act{Kind: Note, By: games.White, Text: "ka pai"}) != nil {
		t.Error("remarks are not bounded, or the other's are counted")
	}
}

// TestNoGameGoesOnForever: after very many acts it can only be ended.
func TestNoGameGoesOnForever(t *testing.T) {
	s := start(t, goTerms(record.NZ))
	s.Number = MostActs
	if s.Do(Act{Kind: Move, By: games.Black, Text: "ee", At: begun}) == nil || s.Do(Act{Kind: Resign, By: games.Black, At: begun}) != nil {
		t.Error("it goes on, or cannot be ended")
	}
	s = start(t, goTerms(record.NZ)) // nor has anyone to lose it by time
	s.Number = MostActs
	for i, a := range []Act{{Kind: Move, By: games.Black}, {Kind: Move, By: games.White}, {Kind: Dead, By: games.Black}, {Kind: Counted, By: games.White}} {
		if a.At = begun; s.Do(a) != nil {
			t.Error(i, s.Phase)
		}
	}
}

// TestNoOneStallsByDeadStones: saying again and again which stones are dead gives way to an answer, and remarks in between
// do not help.
func TestNoOneStallsByDeadStones(t *testing.T) {
	s := start(t, goTerms(record.NZ))
	done(t, s, "B e5; W pass; B pass")
	for range mostRepeats {
		done(t, s, "W dead e5; W note Well")
	}
	if err := done(t, s, "W dead ?"); !strings.Contains(err.Error(), "Wait") {
		t.Error(err)
	}
	done(t, s, "B dead; W dead e5")
	if s.AllStay() {
		t.Error("play has stopped")
	}
	if done(t, s, "B play_on"); !s.AllStay() {
		t.Error("no one is told that all stones would stay")
	}
	if done(t, s, "W a1"); s.AllStay() {
		t.Error("a stone was played since")
	}
}

// TestSizesOfHex: every board from 5 to 19 can be played on, and no other.
func TestSizesOfHex(t *testing.T) {
	for size := 4; size <= 20; size++ {
		terms := Terms{Game: games.Hex, Size: size, Days: 1}
		if may := terms.Check() == nil; may != (size >= 5 && size <= 19) {
			t.Errorf("%d rows: %v", size, may)
		}
	}
}
