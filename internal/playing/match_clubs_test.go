package playing

import (
	"fmt"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/playing/clubmatch"
	"nzgs/internal/playing/match"
)

const (
	home clubs.ClubID = 1
	away clubs.ClubID = 2
)

// withClubs makes two clubs: Aroha and Mere are of the first, Wiremu and Hana of the second, and the referee is the
// second's secretary, the outsider the first's.
func (w *world) withClubs() {
	w.t.Helper()
	for i, name := range []string{"Ōtaki", "Paekākāriki"} {
		w.sql(`INSERT INTO club (id, name, name_key, sort_key, created_at) VALUES ($1, $2, $2, $2, $3)`, i+1, name, w.now)
	}
	for who, club := range map[int]clubs.ClubID{aroha: home, mere: home, wiremu: away, hana: away} {
		w.sql(`UPDATE membership_term SET club_id = $1 WHERE person_id = $2`, club, w.people[who].Person)
	}
	for who, club := range map[int]clubs.ClubID{outside: home, referee: away} {
		w.people[who].Offices = append(w.people[who].Offices, auth.Office{
			Person: w.people[who].Person, Role: auth.ClubSecretary, Club: club, From: civil.MustParseDate("2020-01-01"),
		})
		w.sql(`INSERT INTO office (person_id, role, club_id, from_day, created_at) VALUES ($1, 'club_secretary', $2, '2020-01-01', $3)`,
			w.people[who].Person, club, w.now)
	}
}

func (w *world) clubMatch() ClubMatch {
	return ClubMatch{
		Home: home, Away: away, Terms: match.Terms{Game: games.Go, Size: 9, Rules: record.NZ, Days: 3, Vacation: 5}, ByRating: true,
		Boards: 10, Closes: w.now.Date().AddDays(7),
	}
}

// offered offers a match between the two clubs.
func (w *world) offered() ClubMatchID {
	w.t.Helper()
	id, err := w.s.OfferMatch(ctx, w.people[outside], w.clubMatch())
	w.must(err)
	return id
}

func (w *world) seen(id ClubMatchID, who int) ClubMatchView {
	w.t.Helper()
	v, err := w.s.ClubMatch(ctx, w.people[who], id)
	w.must(err)
	return v
}

func TestTwoClubsPlayAMatch(t *testing.T) {
	onBoth(t, func(w *world) {
		w.withClubs()
		id := w.offered()
		if n := w.letters(referee, "a match with another club?"); n != 1 {
			t.Errorf("%d letters to the other club", n)
		}
		if v := w.seen(id, referee); !v.Answers || v.Ends || v.HomeName != "Ōtaki" || v.Stage != MatchOffered {
			t.Errorf("%+v", v)
		}
		w.must(w.s.AnswerMatch(ctx, w.people[referee], id, true))
		w.must(w.s.AnswerMatch(ctx, w.people[referee], id, true))
		for i, who := range []int{aroha, mere, wiremu, hana} {
			w.must(w.s.PutDown(ctx, w.people[who], id, []clubs.ClubID{home, home, away, away}[i]))
		}
		w.must(w.s.PutDown(ctx, w.people[hana], id, 0))
		if v := w.seen(id, aroha); v.Own != home || len(v.Down[home]) != 2 || len(v.Down[away]) != 1 || fmt.Sprint(v.CanEnter) != "[1]" {
			t.Errorf("%+v", v)
		}
		begin := func(want int) {
			t.Helper()
			if n, err := w.s.BeginMatches(ctx); err != nil || n != want {
				t.Errorf("%d begun, %v; want %d", n, err, want)
			}
		}
		begin(0)
		w.now = w.now.Add(8 * 24 * time.Hour)
		w.refused(w.s.PutDown(ctx, w.people[hana], id, away), apperr.Conflict, "closed")
		begin(1)
		begin(0)
		v := w.seen(id, aroha)
		if v.Stage != MatchBegun || len(v.Boards) != 1 || v.Boards[0].Home.ID != w.people[aroha].Person || v.Boards[0].Handicap == 0 {
			t.Fatalf("%+v", v.Boards)
		}
		if n := w.letters(mere, "no board"); n != 1 {
			t.Errorf("%d letters to who is left over", n)
		}
		if b := v.Boards[0]; b.HomeBlack { // Wiremu is the weaker and takes Black
			t.Errorf("%+v", b)
		}
		game := v.Boards[0].Game
		if _, err := w.s.Game(ctx, w.people[mere], game); err != nil {
			t.Errorf("members cannot watch: %v", err)
		}
		w.must(w.act(wiremu, game, match.Resign, ""))
		v = w.seen(id, aroha)
		if v.Score != (clubmatch.Score{Home: 2, Played: 1, Boards: 1}) || v.Score.Decided() != clubmatch.HomeWon {
			t.Errorf("%+v", v.Score)
		}
		list, err := w.s.ClubMatches(ctx, w.people[hana])
		w.must(err)
		if len(list) != 1 || list[0].Score != v.Score {
			t.Errorf("%+v", list)
		}
	})
}

func TestWhoArrangesMatches(t *testing.T) {
	onBoth(t, func(w *world) {
		w.withClubs()
		refused := func(kind apperr.Kind, says string, who int, change func(*ClubMatch)) {
			t.Helper()
			m := w.clubMatch()
			change(&m)
			_, err := w.s.OfferMatch(ctx, w.people[who], m)
			w.refused(err, kind, says)
		}
		refused(apperr.Forbidden, "", aroha, func(*ClubMatch) {})
		refused(apperr.Forbidden, "", referee, func(*ClubMatch) {})
		refused(apperr.Invalid, "another club", outside, func(m *ClubMatch) { m.Away = home })
		refused(apperr.Invalid, "another club", outside, func(m *ClubMatch) { m.Away = 99 })
		refused(apperr.Invalid, "1 to 50", outside, func(m *ClubMatch) { m.Boards = 51 })
		refused(apperr.Invalid, "after today", outside, func(m *ClubMatch) { m.Closes = w.now.Date() })
		refused(apperr.Invalid, "even games", outside, func(m *ClubMatch) { m.Terms.Handicap = 2 })
		refused(apperr.Invalid, "not played here", outside, func(m *ClubMatch) { m.Terms.Size = 10 })
		id := w.offered()
		w.refused(w.s.AnswerMatch(ctx, w.people[outside], id, true), apperr.Forbidden, "")
		w.refused(w.s.AnswerMatch(ctx, w.people[referee], 99, true), apperr.NotFound, "Match not found")
		w.refused(w.s.EndMatch(ctx, w.people[aroha], id), apperr.Forbidden, "")
		w.refused(w.s.EndMatch(ctx, w.people[referee], id), apperr.Conflict, "Decline")
		w.refused(w.s.PutDown(ctx, w.people[aroha], id, home), apperr.Conflict, "closed")
		w.must(w.s.AnswerMatch(ctx, w.people[referee], id, false))
		w.refused(w.s.AnswerMatch(ctx, w.people[referee], id, true), apperr.Conflict, "gone on")
		id = w.offered()
		w.must(w.s.EndMatch(ctx, w.people[outside], id))
		id = w.offered()
		w.must(w.s.AnswerMatch(ctx, w.people[referee], id, true))
		w.refused(w.s.PutDown(ctx, w.people[aroha], id, away), apperr.Forbidden, "Only members of the club")
		w.refused(w.s.PutDown(ctx, w.people[outside], id, home), apperr.Forbidden, "not in force")
		w.refused(w.s.PutDown(ctx, auth.Actor{}, id, home), apperr.SignIn, "")
		w.must(w.s.PutDown(ctx, w.people[aroha], id, home))
		w.must(w.s.EndMatch(ctx, w.people[referee], id))
		for range mostOpenMatches {
			w.offered()
		}
		refused(apperr.Conflict, "have not begun", outside, func(*ClubMatch) {})
		_, err := w.s.ClubMatches(ctx, auth.Actor{})
		w.refused(err, apperr.SignIn, "")
		_, err = w.s.ClubMatch(ctx, auth.Actor{}, id)
		w.refused(err, apperr.SignIn, "")
	})
}

// TestAMatchOfOneSide comes to nothing, and says so; whoever left the club has no board; where no rating is known the
// game is even.
func TestAMatchOfOneSide(t *testing.T) {
	onBoth(t, func(w *world) {
		w.withClubs()
		open := func(who ...int) ClubMatchID {
			id := w.offered()
			w.must(w.s.AnswerMatch(ctx, w.people[referee], id, true))
			for _, i := range who {
				club := home
				if i == wiremu || i == hana {
					club = away
				}
				w.must(w.s.PutDown(ctx, w.people[i], id, club))
			}
			return id
		}
		alone, left, unrated := open(aroha), open(aroha, wiremu), open(mere, hana)
		w.sql(`UPDATE membership_term SET club_id = NULL WHERE person_id = $1`, w.people[wiremu].Person)
		w.now = w.now.Add(8 * 24 * time.Hour)
		if n, err := w.s.BeginMatches(ctx); n != 3 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		for _, id := range []ClubMatchID{alone, left} {
			if v := w.seen(id, aroha); v.Stage != MatchTooFew || len(v.Boards) != 0 {
				t.Errorf("%+v", v)
			}
		}
		v := w.seen(unrated, aroha)
		if len(v.Boards) != 1 || v.Boards[0].Handicap != 0 || !v.Boards[0].HomeBlack {
			t.Errorf("%+v", v.Boards)
		}
	})
}
