package playing

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/mail"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// copies of the program on one database, whose clock stands still.
func (w *world) copyOf() *Service {
	at := w.now
	clock := func() civil.Instant { return at }
	return New(w.db, clock, "Go Society", "", ratings.New(w.db, clock), mail.New(w.db, clock, nil))
}

// atOnce does things at the same instant, each by a copy of the program of its own, and gives what each has said. They
// come while the queue of changes is shut, one after the other, so that all have begun when the first goes on.
func (w *world) atOnce(do ...func(s *Service) error) []error {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	out := make([]error, len(do))
	var begun, all sync.WaitGroup
	begun.Add(1)
	for i, one := range do {
		s := w.copyOf()
		all.Go(func() {
			begun.Wait()
			time.Sleep(time.Duration(i) * apart)
			out[i] = one(s)
		})
	}
	// On SQLite there is one writer, so that nothing is held up there.
	if err := w.db.InTx(ctx, func(tx *store.Tx) error {
		err := usecase.Alone(ctx, tx)
		begun.Done()
		time.Sleep(time.Duration(len(do)+3) * apart)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	all.Wait()
	return out
}

// apart is how long after each other those come who wait for the queue.
const apart = 20 * time.Millisecond

// one fails unless exactly one of several was done, and the others were refused for the reason given.
func (w *world) one(said []error, kind apperr.Kind, says string) {
	w.t.Helper()
	done := 0
	for _, err := range said {
		if err == nil {
			done++
			continue
		}
		w.refused(err, kind, says)
	}
	if done != 1 {
		w.t.Errorf("%d of %d were done: %v", done, len(said), said)
	}
}

// times is something as often.
func times(n int, do func(s *Service) error) (all []func(s *Service) error) {
	for range n {
		all = append(all, do)
	}
	return all
}

// TestOneChallengeForAPlaceAtOnce: of several challenges of one player for a place, sent at the same instant, one stands.
func TestOneChallengeForAPlaceAtOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		w.climb(aroha, mere, hana, wiremu)
		var all []func(s *Service) error
		for _, to := range []int{aroha, mere, hana} {
			all = append(all, func(s *Service) error {
				c := small(record.NZ)
				c.Opponent, c.Ladder = w.people[to].Person, true
				_, err := s.Offer(ctx, w.people[wiremu], c)
				return err
			})
		}
		w.one(w.atOnce(all...), apperr.Conflict, "One at a time")
	})
}

// TestNoOneIsTakenOffWhoPlays: whoever gets a game for a place in the instant in which the program takes idle players off
// stays, or gets no game.
func TestNoOneIsTakenOffWhoPlays(t *testing.T) {
	for _, first := range []string{"accepts", "takes off"} {
		t.Run(first, func(t *testing.T) { noOneIsTakenOff(t, first == "accepts") })
	}
}

func noOneIsTakenOff(t *testing.T, acceptsFirst bool) {
	onBoth(t, func(w *world) {
		w.climb(aroha, wiremu)
		c := small(record.NZ)
		c.Opponent, c.Ladder = w.people[aroha].Person, true
		id, err := w.s.Offer(ctx, w.people[wiremu], c)
		w.must(err)
		w.now = w.now.Add(190 * 24 * time.Hour)
		w.sql(`UPDATE membership_term SET to_day = '2028-06-30'`)
		accept := func(s *Service) error { return s.Accept(ctx, w.people[aroha], id, false) }
		takeOff := func(s *Service) error {
			_, err := s.TakeOffIdle(ctx)
			return err
		}
		var said []error
		if acceptsFirst {
			said = w.atOnce(accept, takeOff)
		} else {
			said = w.atOnce(takeOff, accept)
			slices.Reverse(said)
		}
		order, err := placesOf(ctx, w.db, games.Go)
		w.must(err)
		r, err := gameByID(ctx, w.db, id)
		w.must(err)
		w.must(said[1])
		switch {
		case r.IsBegun() && (len(order) != 2 || said[0] != nil):
			t.Errorf("a game for a place is under way, and the ladder has %d places: %v", len(order), said)
		case !r.IsBegun():
			w.refused(said[0], apperr.Conflict, "not on the ladder any more")
		}
	})
}

// TestTheLadderMissesNothing: who joins twice at once has joined once, and two games that end at once both count.
func TestTheLadderMissesNothing(t *testing.T) {
	onBoth(t, func(w *world) {
		for _, err := range w.atOnce(times(2, func(s *Service) error { return s.Climb(ctx, w.people[mere], games.Hex, true) })...) {
			w.must(err)
		}
		events, err := eventsOf(ctx, w.db, games.Hex)
		if w.must(err); len(events) != 1 {
			t.Errorf("joined %d times", len(events))
		}
		w.climb(aroha, mere, hana, wiremu)
		a, b := w.forPlace(wiremu, mere, record.NZ), w.forPlace(hana, aroha, record.NZ)
		ends := func(who int, id ID) func(s *Service) error {
			return func(s *Service) error { return s.Act(ctx, w.people[who], Input{Game: id, Kind: match.Resign}) }
		}
		for _, err := range w.atOnce(ends(mere, a), ends(aroha, b)) {
			w.must(err)
		}
		w.stand(hana, aroha, wiremu, mere)
	})
}

// TestNoGameForAPlaceThatIsLeft: who has left the ladder, or was taken off, neither accepts such a game nor is accepted.
func TestNoGameForAPlaceThatIsLeft(t *testing.T) {
	onBoth(t, func(w *world) {
		w.climb(aroha, wiremu)
		offer := func() ID {
			w.now = w.now.Add(time.Hour)
			c := small(record.NZ)
			c.Opponent, c.Ladder = w.people[aroha].Person, true
			id, err := w.s.Offer(ctx, w.people[wiremu], c)
			w.must(err)
			return id
		}
		id := offer()
		w.must(w.s.Climb(ctx, w.people[aroha], games.Go, false))
		w.refused(w.s.Accept(ctx, w.people[aroha], id, false), apperr.Conflict, "you are not on the ladder any more")
		w.must(w.s.Decline(ctx, w.people[aroha], id))
		w.must(w.s.Decline(ctx, w.people[aroha], id)) // sent once more
		w.refused(w.s.Decline(ctx, w.people[wiremu], id), apperr.Conflict, "no longer open")
		w.climb(aroha)
		w.must(w.s.Climb(ctx, w.people[wiremu], games.Go, false))
		w.climb(wiremu)
		id = offer()
		w.must(w.s.Climb(ctx, w.people[wiremu], games.Go, false))
		w.refused(w.s.Accept(ctx, w.people[aroha], id, false), apperr.Conflict, "the other is not on the ladder")
		w.must(w.s.Decline(ctx, w.people[wiremu], id)) // withdrawn
		w.must(w.s.Decline(ctx, w.people[wiremu], id))
	})
}

// TestOneAnswerToAChallenge: accepted and withdrawn, or accepted by two, at the same instant, it is one of these.
func TestOneAnswerToAChallenge(t *testing.T) {
	onBoth(t, func(w *world) {
		id, err := w.s.Offer(ctx, w.people[aroha], small(record.NZ))
		w.must(err)
		w.one(w.atOnce(
			func(s *Service) error { return s.Accept(ctx, w.people[wiremu], id, false) },
			func(s *Service) error { return s.Accept(ctx, w.people[mere], id, false) },
			func(s *Service) error { return s.Decline(ctx, w.people[aroha], id) },
		), apperr.Conflict, "no longer open")
		r, err := gameByID(ctx, w.db, id)
		w.must(err)
		if n := w.letters(aroha, "your turn"); n != map[bool]int{true: 1}[r.IsBegun()] {
			t.Errorf("%d letters say that the game has begun", n)
		}
	})
}

// TestManyMatchesAtOnce: a club has no more matches that have not begun than it may, however fast it offers them.
func TestManyMatchesAtOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		w.withClubs()
		said := w.atOnce(times(mostOpenMatches+3, func(s *Service) error {
			_, err := s.OfferMatch(ctx, w.people[outside], w.clubMatch())
			return err
		})...)
		refused := 0
		for _, err := range said {
			if err != nil {
				refused++
				w.refused(err, apperr.Conflict, "have not begun")
			}
		}
		n, err := openMatches(ctx, w.db, home)
		if w.must(err); n != mostOpenMatches || refused != 3 {
			t.Errorf("%d matches are open, %d were refused", n, refused)
		}
	})
}

// TestOneAnswerToAMatch: accepted, declined and withdrawn at the same instant, a match is one of these, and one letter
// says which.
func TestOneAnswerToAMatch(t *testing.T) {
	onBoth(t, func(w *world) {
		w.withClubs()
		id := w.offered()
		answer := func(yes bool) func(s *Service) error {
			return func(s *Service) error { return s.AnswerMatch(ctx, w.people[referee], id, yes) }
		}
		said := w.atOnce(answer(true), answer(false))
		w.one(said, apperr.Conflict, "gone on")
		if n := w.letters(outside, "a match with another club"); n != 1 {
			t.Errorf("%d letters", n)
		}
	})
}

// TestPutDownOnceAtOnce: who sends the form twice is down once, and who is put down while the match begins plays in it or
// is told that entries are closed.
func TestPutDownOnceAtOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		w.withClubs()
		id := w.offered()
		w.must(w.s.AnswerMatch(ctx, w.people[referee], id, true))
		put := func(who int, club clubs.ClubID) func(s *Service) error {
			return func(s *Service) error { return s.PutDown(ctx, w.people[who], id, club) }
		}
		for _, err := range w.atOnce(put(aroha, home), put(aroha, home), put(mere, home), put(wiremu, away)) {
			w.must(err)
		}
		if v := w.seen(id, aroha); len(v.Down[home]) != 2 || len(v.Down[away]) != 1 {
			t.Errorf("%+v", v.Down)
		}
		w.now = w.now.Add(8 * 24 * time.Hour)
		said := w.atOnce(times(3, func(s *Service) error {
			_, err := s.BeginMatches(ctx)
			return err
		})...)
		for _, err := range said {
			w.must(err)
		}
		if v := w.seen(id, aroha); v.Stage != MatchBegun || len(v.Boards) != 1 {
			t.Errorf("%+v", v)
		}
		n, err := count(ctx, w.db, `SELECT COUNT(*) FROM play_game`)
		if w.must(err); n != 1 {
			t.Errorf("%d games", n)
		}
	})
}

// TestActsThatCross: of two acts that were made from one position and come at the same instant the first is done; the
// other is told how the game stands. Nothing is half done: what is kept is replayed.
func TestActsThatCross(t *testing.T) {
	onBoth(t, func(w *world) {
		type act struct {
			who  int
			kind match.Kind
			text string
		}
		late := 4 * 24 * time.Hour
		for name, c := range map[string]struct {
			before []act
			wait   time.Duration
			two    [2]act
		}{
			"two moves of one player, on two devices": {two: [2]act{{aroha, match.Move, "cc"}, {aroha, match.Move, "gg"}}},
			"a move and giving up":                    {two: [2]act{{aroha, match.Move, "cc"}, {wiremu, match.Resign, ""}}},
			"both give up":                            {two: [2]act{{aroha, match.Resign, ""}, {wiremu, match.Resign, ""}}},
			"undo and the answer": {before: []act{{aroha, match.Move, "cc"}},
				two: [2]act{{aroha, match.Undo, ""}, {wiremu, match.Move, "dd"}}},
			"agreeing to undo and giving up": {before: []act{{aroha, match.Move, "cc"}, {aroha, match.Undo, ""}},
				two: [2]act{{wiremu, match.Undone, ""}, {aroha, match.Resign, ""}}},
			"agreeing to undo and moving": {before: []act{{aroha, match.Move, "cc"}, {aroha, match.Undo, ""}},
				two: [2]act{{wiremu, match.Undone, ""}, {wiremu, match.Move, "dd"}}},
			"a move and the claim of time":   {wait: late, two: [2]act{{aroha, match.Move, "cc"}, {wiremu, match.Time, ""}}},
			"vacation and the claim of time": {wait: late, two: [2]act{{aroha, match.Vacation, "3"}, {wiremu, match.Time, ""}}},
			"vacation on two devices":        {two: [2]act{{aroha, match.Vacation, "3"}, {aroha, match.Vacation, "2"}}},
			"agreeing and playing on": {
				before: []act{{aroha, match.Move, "cc"}, {wiremu, match.Move, ""}, {aroha, match.Move, ""}, {aroha, match.Dead, ""}},
				two:    [2]act{{wiremu, match.Counted, ""}, {aroha, match.PlayOn, ""}}},
		} {
			id := w.game(small(record.NZ))
			for _, a := range c.before {
				w.must(w.act(a.who, id, a.kind, a.text))
			}
			w.now = w.now.Add(c.wait)
			seen := len(c.before)
			do := func(a act) func(s *Service) error {
				return func(s *Service) error {
					return s.Act(ctx, w.people[a.who], Input{Game: id, Number: seen, Kind: a.kind, Text: a.text})
				}
			}
			said := w.atOnce(do(c.two[0]), do(c.two[1]))
			done := 0
			for _, err := range said {
				if err == nil {
					done++
				} else if kind := apperr.KindOf(err); kind != apperr.Conflict {
					t.Errorf("%s: %v", name, err)
				}
			}
			g, err := w.s.Game(ctx, w.people[aroha], id)
			if err != nil || done != 1 || g.State.Number != seen+1 || len(g.State.Acts) != g.Acts {
				t.Errorf("%s: %d done, %d acts, %v: %v", name, done, g.State.Number, err, said)
				continue
			}
			// Each sent again: what was done is the same answer, and the other still is not.
			again := []error{do(c.two[0])(w.s), do(c.two[1])(w.s)}
			for i := range again {
				if (again[i] == nil) != (said[i] == nil) {
					t.Errorf("%s: sent again: %v, before %v", name, again[i], said[i])
				}
			}
			for _, who := range []int{aroha, wiremu} {
				if n := w.lettersOf(who, id); n > 1 {
					t.Errorf("%s: %d letters to one of them say the same", name, n)
				}
			}
		}
	})
}

// lettersOf counts the letters about a game that wait for someone and say the same.
func (w *world) lettersOf(to int, id ID) int {
	w.t.Helper()
	n, err := count(ctx, w.db, `SELECT COALESCE(MAX(n), 0) FROM (
			SELECT COUNT(*) AS n FROM mail_letter WHERE person_id = $1 AND body LIKE $2 GROUP BY subject, body) AS same`,
		w.people[to].Person, fmt.Sprintf("%%/play/%d\n%%", id))
	w.must(err)
	return n
}
