package playing

import (
	"fmt"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/mail"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
)

// climb has people join the ladder of Go, the first at the top.
func (w *world) climb(who ...int) {
	w.t.Helper()
	for _, i := range who {
		w.must(w.s.Climb(ctx, w.people[i], games.Go, true))
	}
}

// places are those on the ladder of Go, by their number among the people of the world.
func (w *world) places() (out []int) {
	w.t.Helper()
	l, err := w.s.Ladder(ctx, w.people[aroha], games.Go)
	w.must(err)
	for _, p := range l.Places {
		for i, a := range w.people {
			if a.Person == p.ID {
				out = append(out, i)
			}
		}
	}
	return out
}

func (w *world) stand(want ...int) {
	w.t.Helper()
	if got := w.places(); fmt.Sprint(got) != fmt.Sprint(want) {
		w.t.Errorf("the ladder stands %v, want %v", got, want)
	}
}

// forPlace begins a game for a place.
func (w *world) forPlace(by, to int, rules record.RuleSet) ID {
	w.t.Helper()
	w.now = w.now.Add(24 * time.Hour)
	c := small(rules)
	c.Opponent, c.Ladder = w.people[to].Person, true
	id, err := w.s.Offer(ctx, w.people[by], c)
	w.must(err)
	w.must(w.s.Accept(ctx, w.people[to], id, false))
	return id
}

func TestTheLowerWinnerTakesThePlace(t *testing.T) {
	onBoth(t, func(w *world) {
		w.climb(hana, aroha, wiremu, mere)
		w.climb(aroha) // again
		w.stand(hana, aroha, wiremu, mere)
		id := w.forPlace(mere, aroha, record.NZ)
		w.must(w.act(aroha, id, match.Resign, ""))
		w.stand(hana, mere, aroha, wiremu)
		id = w.forPlace(wiremu, mere, record.NZ)
		w.must(w.act(wiremu, id, match.Resign, ""))
		w.stand(hana, mere, aroha, wiremu)
		l, err := w.s.Ladder(ctx, w.people[wiremu], games.Go)
		w.must(err)
		if s := l.Steps[1]; s.Name != "Given Family2" || s.OtherName != "Given Family0" || s.From != 4 || s.To != 2 {
			t.Errorf("%+v", s)
		}
		if !l.On || len(l.Reach) != 3 || l.Reach[0].ID != w.people[aroha].Person || l.Pending != 0 {
			t.Errorf("%+v", l)
		}
		// An ordinary game between them moves nobody.
		id = w.game(small(record.NZ))
		w.must(w.act(aroha, id, match.Resign, ""))
		w.stand(hana, mere, aroha, wiremu)
		w.must(w.s.Climb(ctx, w.people[mere], games.Go, false))
		w.stand(hana, aroha, wiremu)
	})
}

func TestWhoMayChallengeForAPlace(t *testing.T) {
	onBoth(t, func(w *world) {
		offer := func(by, to int, change func(*Challenge)) error {
			c := small(record.NZ)
			c.Opponent, c.Ladder = w.people[to].Person, true
			if change != nil {
				change(&c)
			}
			w.now = w.now.Add(time.Minute)
			_, err := w.s.Offer(ctx, w.people[by], c)
			return err
		}
		w.refused(offer(mere, aroha, nil), apperr.Invalid, "Join it first")
		w.climb(aroha, wiremu)
		w.refused(offer(aroha, wiremu, nil), apperr.Invalid, "above you")
		w.refused(offer(wiremu, mere, nil), apperr.Invalid, "above you")
		w.refused(offer(wiremu, aroha, func(c *Challenge) { c.Terms.Handicap = 3 }), apperr.Invalid, "even or by the ratings")
		w.refused(offer(wiremu, aroha, func(c *Challenge) { c.Opponent = 0 }), apperr.Invalid, "above you")
		w.must(offer(wiremu, aroha, func(c *Challenge) { c.ByRating, c.Wish = true, Either }))
		w.refused(offer(wiremu, aroha, nil), apperr.Conflict, "One at a time")
		if n := w.letters(aroha, "challenge"); n != 1 {
			t.Errorf("%d letters", n)
		}
		// Who is no member neither joins nor is in reach, and is back at the own place after renewing.
		w.refused(w.s.Climb(ctx, w.people[outside], games.Go, true), apperr.Forbidden, "not in force")
		w.refused(w.s.Climb(ctx, auth.Actor{}, games.Go, true), apperr.SignIn, "Sign in")
		w.refused(w.s.Climb(ctx, w.people[aroha], "chess", true), apperr.NotFound, "no ladder")
		_, err := w.s.Ladder(ctx, auth.Actor{}, games.Go)
		w.refused(err, apperr.SignIn, "Sign in")
		_, err = w.s.Ladder(ctx, w.people[aroha], "chess")
		w.refused(err, apperr.NotFound, "no ladder")
		w.sql(`UPDATE membership_term SET to_day = '2026-11-01' WHERE person_id = $1`, w.people[aroha].Person)
		w.stand(wiremu)
		w.sql(`UPDATE membership_term SET to_day = '2027-06-30' WHERE person_id = $1`, w.people[aroha].Person)
		w.stand(aroha, wiremu)
		w.must(w.s.Climb(ctx, w.people[aroha], games.Go, false))
		w.must(w.s.Climb(ctx, w.people[aroha], games.Go, false))
		w.stand(wiremu)
	})
}

// TestARefereesDecisionHolds: who was moved by a result that does not stand is where they were.
func TestARefereesDecisionHolds(t *testing.T) {
	onBoth(t, func(w *world) {
		w.climb(aroha, hana, wiremu)
		id := w.forPlace(wiremu, aroha, record.NZ) // Wiremu takes Black
		w.must(w.act(wiremu, id, match.Move, "ee"))
		w.must(w.act(aroha, id, match.Move, ""))
		w.must(w.act(wiremu, id, match.Move, ""))
		w.must(w.act(wiremu, id, match.Dead, ""))
		w.must(w.act(aroha, id, match.Counted, ""))
		w.stand(wiremu, aroha, hana)
		w.must(w.act(aroha, id, match.Dispute, "It was agreed otherwise."))
		w.stand(wiremu, aroha, hana)
		w.must(w.act(referee, id, match.Ruled, "W So it was."))
		w.stand(aroha, hana, wiremu)
		if l, err := w.s.Ladder(ctx, w.people[hana], games.Go); err != nil || l.Steps[0].To != 1 || l.Steps[0].From != 2 {
			t.Errorf("%+v, %v", l.Steps, err)
		}
	})
}

// TestWhoPlaysNoGameLeavesTheLadder: after half a year, unless one is under way.
func TestWhoPlaysNoGameLeavesTheLadder(t *testing.T) {
	onBoth(t, func(w *world) {
		w.climb(aroha, wiremu, mere)
		id := w.forPlace(wiremu, aroha, record.NZ)
		off := func(want int) {
			t.Helper()
			if n, err := w.s.TakeOffIdle(ctx); err != nil || n != want {
				t.Errorf("%d taken off, %v; want %d", n, err, want)
			}
		}
		w.now = w.now.Add(170 * 24 * time.Hour)
		off(0)
		w.now = w.now.Add(20 * 24 * time.Hour)
		off(1)
		off(0)
		w.stand(aroha, wiremu)
		w.must(w.act(aroha, id, match.Resign, ""))
		off(0)
		w.stand(wiremu, aroha)
	})
}

// TestManyAtOnce: events of a ladder that come at the same instant all count, and the order is that which they lead to.
func TestManyAtOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		at := w.now
		clock := func() civil.Instant { return at }
		s := New(w.db, clock, "Go Society", "", ratings.New(w.db, clock), mail.New(w.db, clock, nil))
		all := []int{aroha, wiremu, mere, hana}
		failed := make(chan error, len(all))
		for _, i := range all {
			go func() { failed <- s.Climb(ctx, w.people[i], games.Hex, true) }()
		}
		for range all {
			w.must(<-failed)
		}
		l, err := w.s.Ladder(ctx, w.people[aroha], games.Hex)
		w.must(err)
		events, err := eventsOf(ctx, w.db, games.Hex)
		w.must(err)
		if len(l.Places) != len(all) || len(events) != len(all) {
			t.Errorf("%d places, %d events", len(l.Places), len(events))
		}
	})
}
