package ratings

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

func (w *world) set(player int, on, to string) ([]Later, error) {
	done, err := w.s.Correct(ctx, desk, CorrectionInput{
		Person: w.people[player], Day: day(on), Rating: to, Reason: "Their grade abroad.",
	})
	return done.Later, err
}

func (w *world) mustSet(player int, on, to string) []Later {
	w.t.Helper()
	later, err := w.set(player, on, to)
	if err != nil {
		w.t.Fatal(err)
	}
	return later
}

// on is a player's rating on the morning of a day.
func (w *world) on(player int, morning string) string {
	w.t.Helper()
	all, err := w.s.On(ctx, w.db, day(morning), w.people[player:player+1])
	if err != nil {
		w.t.Fatal(err)
	}
	return all[w.people[player]].Rating.String()
}

func (w *world) withdrawSet(player int) error {
	all, err := w.s.Corrections(ctx, w.people[player])
	if err != nil || len(all) == 0 {
		w.t.Fatal(all, err)
	}
	_, err = w.s.WithdrawCorrection(ctx, desk, all[0].ID, "It was a mistake.")
	return err
}

// A rating that is set holds from the morning of its day: the events of that day and
// later ones are rated from it, those before are as they were.
func TestARatingThatIsSet(t *testing.T) {
	onBoth(t, []string{"5k", "5k", "5k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-03-07", w.game(1, 0, 1, 0, BlackWins)))
		same := w.submission("2026-05-02", w.game(1, 0, 2, 0, WhiteWins))
		w.mustRate(same)
		w.mustRate(w.submission("2026-07-04", w.game(1, 1, 2, 0, Jigo)))
		before := w.snapshot()
		later := w.mustSet(0, "2026-05-02", "2.0")
		if len(later) != 2 || later[0].Event != same.Event { // who played the player, and whom those played
			t.Errorf("later: %+v", later)
		}
		for morning, want := range map[string]string{"2026-05-01": w.on(0, "2026-05-01"), "2026-05-02": "2.0"} {
			if got := w.on(0, morning); got != want {
				t.Errorf("on the morning of %s: %s, not %s", morning, got, want)
			}
		}
		if got := w.on(0, "2026-05-01"); got == "2.0" {
			t.Error("it holds before its day")
		}
		if got := w.milli(0); got >= 2000 || got < 1800 {
			t.Errorf("after a loss from 2.0: %s", got)
		}
		w.check()
		if err := w.withdrawSet(0); err != nil {
			t.Fatal(err)
		}
		if after := w.snapshot(); !slices.Equal(before, after) {
			t.Errorf("withdrawn, the history is\n%v\nand was\n%v", after, before)
		}
		w.check()
		if err := w.withdrawSetAgain(); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("withdrawn twice: %v", err)
		}
	})
}

func (w *world) withdrawSetAgain() error {
	_, err := w.s.WithdrawCorrection(ctx, desk, 1, "Again.")
	return err
}

// After the last event it is the rating on the list, with as many games as before.
func TestARatingSetAfterTheLastEvent(t *testing.T) {
	onBoth(t, []string{"5k", "5k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-03-07", w.game(1, 0, 1, 0, BlackWins)))
		w.mustSet(0, "2026-05-02", "1 dan")
		if got := w.milli(0); got != 1000 {
			t.Errorf("on the list: %s", got)
		}
		for on, want := range map[string]string{"2026-05-01": "−4.0", "2026-05-02": "1.0"} {
			rows := w.past(on, Everyone).Rows
			i := slices.IndexFunc(rows, func(r Row) bool { return r.Person == w.people[0] })
			if on == "2026-05-01" {
				want = w.on(0, on)
			}
			if rows[i].Rating.String() != want || rows[i].Games != 1 {
				t.Errorf("the list of %s: %+v, not %s", on, rows[i], want)
			}
		}
		got, err := w.s.Between(ctx, desk, day("2026-05-01"), day("2026-05-02"), Paging{})
		if err != nil || len(got.Rows) != 1 || got.Rows[0].After != 1000 || got.Rows[0].Games != 0 || !got.Rows[0].Set {
			t.Errorf("what changed: %+v, %v", got, err)
		}
		card, err := w.s.Player(ctx, w.people[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		graph, err := w.s.Graph(ctx, card)
		if err != nil || len(graph) != 2 || !graph[0].Set || graph[0].After != 1000 || graph[0].Before != graph[1].After {
			t.Errorf("the graph: %+v, %v", graph, err)
		}
		w.check()
		// The next event is rated from it, and the one before that is sent in late leaves it.
		w.mustRate(w.submission("2026-06-06", w.game(1, 0, 1, 0, Jigo)))
		w.mustRate(w.submission("2026-04-04", w.game(1, 0, 1, 0, WhiteWins)))
		if got := w.on(0, "2026-06-06"); got != "1.0" {
			t.Errorf("after a late event before it: %s", got)
		}
		w.check()
	})
}

// What sets a rating may come in any order among events that are sent in, corrected
// and withdrawn: the list is always what the whole history gives.
func TestRatingsThatAreSetInAnyOrder(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 7))
		w := newWorld(t, storetest.SQLite(t), []string{"3d", "1d", "5k", "7k", "9k"})
		var events []EventID
		var set []CorrectionID
		for range 40 {
			on := day("2026-01-01").AddDays(rng.IntN(12)).String()
			switch n := rng.IntN(6); {
			case n < 3:
				a, b := rng.IntN(5), 1+rng.IntN(4)
				in := w.submission(on, w.game(1, a, (a+b)%5, rng.IntN(3), []Result{BlackWins, WhiteWins, Jigo}[rng.IntN(3)]))
				w.mustRate(in)
				events = append(events, in.Event)
			case n == 3 && len(events) > 0:
				i := rng.IntN(len(events))
				w.mustWithdraw(events[i])
				events = slices.Delete(events, i, i+1)
			case n == 4:
				to := fmt.Sprint(rng.IntN(6) - 3)
				switch _, err := w.set(rng.IntN(5), on, to); apperr.KindOf(err) {
				case apperr.Invalid, apperr.Conflict: // no game before, or set already
				default:
					if err != nil {
						t.Fatal(err)
					}
				}
				all, err := w.s.Corrections(ctx, 0)
				if err != nil {
					t.Fatal(err)
				}
				set = set[:0]
				for _, c := range all {
					if c.Counts() {
						set = append(set, c.ID)
					}
				}
			case n == 5 && len(set) > 0:
				i := rng.IntN(len(set))
				if _, err := w.s.WithdrawCorrection(ctx, desk, set[i], "No."); err != nil {
					t.Fatal(err)
				}
				set = slices.Delete(set, i, i+1)
			}
			w.check()
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

func TestWhatARatingIsNotSetTo(t *testing.T) {
	onBoth(t, []string{"5k", "5k", "5k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-03-07", w.game(1, 0, 1, 0, BlackWins)))
		before := w.snapshot()
		for _, c := range []struct {
			name           string
			player         int
			day, to, field string
		}{
			{"before the first game", 0, "2026-03-06", "2.0", "day"},
			{"the day of the first game: its morning is before it", 0, "2026-03-07", "2.0", "day"},
			{"who has no rated game", 2, "2026-05-02", "2.0", "day"},
			{"in the future", 0, "2026-12-01", "2.0", "day"},
			{"no rating", 0, "2026-05-02", "strong", "rating"},
			{"a professional", 0, "2026-05-02", "9p", "rating"},
			{"beyond the scale", 0, "2026-05-02", "60k", "rating"},
		} {
			_, err := w.set(c.player, c.day, c.to)
			if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(fmt.Sprint(fieldsOf(err)), c.field) {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if _, err := w.s.Correct(ctx, desk, CorrectionInput{Person: w.people[0]}); len(fieldsOf(err)) != 3 {
			t.Errorf("an empty form: %v", err)
		}
		if _, err := w.s.Correct(ctx, desk, CorrectionInput{
			Person: w.people[0], Day: day("2026-05-02"), Rating: "2.0", Reason: strings.Repeat("ā", 301),
		}); len(fieldsOf(err)) != 1 {
			t.Errorf("a long reason: %v", err)
		}
		officer := auth.Actor{
			Person: w.people[0], Name: "Officer", Offices: []auth.Office{{Role: auth.RatingsOfficer, From: day("2026-01-01")}},
		}
		own := CorrectionInput{Person: w.people[0], Day: day("2026-05-02"), Rating: "2.0", Reason: "I am strong."}
		if _, err := w.s.Correct(ctx, officer, own); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("one’s own: %v", err)
		}
		w.mustSet(0, "2026-05-02", "2.0")
		if _, err := w.set(0, "2026-05-02", "3.0"); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("twice on a day: %v", err)
		}
		if _, err := w.set(0, "2026-05-09", "2.0"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("to what it is: %v", err)
		}
		all, _ := w.s.Corrections(ctx, w.people[0])
		if _, err := w.s.WithdrawCorrection(ctx, officer, all[0].ID, "It is mine."); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("withdrawing one’s own: %v", err)
		}
		for name, err := range map[string]error{
			"set": second(w.s.Correct(ctx, auth.Actor{Person: w.people[1]}, own)),
			"withdrawn": second(w.s.WithdrawCorrection(
				ctx, auth.Actor{Person: w.people[1]}, all[0].ID, "No.")),
		} {
			if apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s by a member: %v", name, err)
			}
		}
		if _, err := w.s.WithdrawCorrection(ctx, desk, all[0].ID, " "); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("without a reason: %v", err)
		}
		if err := w.withdrawSet(0); err != nil {
			t.Fatal(err)
		}
		if after := w.snapshot(); !slices.Equal(before, after) {
			t.Error("something was written")
		}
	})
}

func second[T any](_ T, err error) error { return err }

// Who set a rating and why is in the log, and the facts of one that is withdrawn stay.
func TestARatingThatIsSetIsLogged(t *testing.T) {
	onBoth(t, []string{"5k", "5k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-03-07", w.game(1, 0, 1, 0, BlackWins)))
		w.mustSet(0, "2026-05-02", "2.0")
		if err := w.withdrawSet(0); err != nil {
			t.Fatal(err)
		}
		for _, action := range []string{"correct.rating", "withdraw.rating_correction"} {
			n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM audit_entry WHERE action = $1`, action)
			if err != nil || n != 1 {
				t.Errorf("%s: %d entries, %v", action, n, err)
			}
		}
		all, err := w.s.Corrections(ctx, 0)
		if err != nil || len(all) != 1 || all[0].Counts() || all[0].Reason == "" || all[0].WithdrawnWhy == "" {
			t.Errorf("%+v, %v", all, err)
		}
		if own, err := w.s.Corrections(ctx, w.people[0]); err != nil || len(own) != 0 {
			t.Errorf("a withdrawn one counts: %+v, %v", own, err)
		}
	})
}

// fieldsOf are the fields that an error names.
func fieldsOf(err error) apperr.Fields {
	var e *apperr.Error
	if errors.As(err, &e) {
		return e.Fields
	}
	return nil
}

// The player is told of a rating that is set, and when that is withdrawn, where an
// address is known.
func TestThePlayerIsTold(t *testing.T) {
	onBoth(t, []string{"5k", "5k"}, func(t *testing.T, w *world) {
		w.s.WriteBy(mail.New(w.db, func() civil.Instant { return now }, nil), "Igo Society", "https://go.example.nz")
		w.mustRate(w.submission("2026-03-07", w.game(1, 0, 1, 0, BlackWins)))
		w.exec(`UPDATE person SET email = 'aroha@example.nz' WHERE id = $1`, w.people[0])
		for player, want := range []bool{true, false} {
			done, err := w.s.Correct(ctx, desk, CorrectionInput{
				Person: w.people[player], Day: day("2026-05-02"), Rating: "2.0", Reason: "Their grade abroad.",
			})
			if err != nil || done.Told != want {
				t.Errorf("player %d: told %t, %v", player, done.Told, err)
			}
		}
		all, err := w.s.Corrections(ctx, w.people[0])
		if err != nil {
			t.Fatal(err)
		}
		if done, err := w.s.WithdrawCorrection(ctx, desk, all[0].ID, "It was a mistake."); err != nil || !done.Told {
			t.Errorf("withdrawn: %+v, %v", done, err)
		}
		bodies, err := store.All(ctx, w.db, store.Value[string], `SELECT body FROM mail_letter ORDER BY id`)
		if err != nil || len(bodies) != 2 {
			t.Fatalf("%d letters, %v", len(bodies), err)
		}
		for i, parts := range [][]string{
			{"Igo Society", "set your rating to 2.0 from 2 May 2026 on", "Their grade abroad.", "https://go.example.nz/ratings/"},
			{"withdrawn the rating of 2.0", "It was a mistake."},
		} {
			for _, part := range parts {
				if !strings.Contains(bodies[i], part) {
					t.Errorf("letter %d lacks %q:\n%s", i, part, bodies[i])
				}
			}
		}
	})
}
