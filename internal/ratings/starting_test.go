package ratings

import (
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/auth"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// starting is a list on which the people of these places stand at 1 kyu, 2 kyu and so on, each
// after 25 games.
func (w *world) starting(on string, places ...int) Starting {
	list := Starting{Day: day(on), Reason: "The list of a neighbour."}
	for i, place := range places {
		list.Players = append(list.Players, Started{Person: w.people[place], Rating: scale.Rating(-10 * i), Games: 25})
	}
	return list
}

// From the morning of its day a starting list puts its players on the list, with the games that
// their ratings stand on; the events of that day are rated from it.
func TestAStartingList(t *testing.T) {
	onBoth(t, []string{"9k", "9k", "9k", ""}, func(t *testing.T, w *world) {
		early := w.submission("2026-03-07", w.game(1, 2, 1, 0, BlackWins))
		same := w.submission("2026-05-02", w.game(1, 0, 3, 0, WhiteWins))
		out := w.mustRateAll([]Submission{same, early}, w.starting("2026-05-02", 0, 3, 2))
		w.check()
		if out.Started != 3 || len(out.Events) != 2 {
			t.Errorf("%+v", out)
		}
		if c := out.Events[1].Changes; c[0].First || c[0].Before != 0 || c[1].Before != -1000 {
			t.Errorf("the event of that day is not rated from the list: %+v", c)
		}
		for place, want := range map[int]string{0: "26", 3: "26", 2: "1", 1: "1"} {
			all, err := w.s.Current(ctx, w.db, w.people[place:place+1])
			if err != nil || fmt.Sprint(all[w.people[place]].Games) != want {
				t.Errorf("player %d: %+v, want %s games; %v", place, all[w.people[place]], want, err)
			}
		}
		if got := w.on(2, "2026-05-01"); got == "−2.0" {
			t.Error("the list holds before its day")
		}
		if got := w.on(2, "2026-05-02"); got != "−2.0" {
			t.Errorf("who played before stands at %s", got)
		}
		past := w.past("2026-05-01", Everyone)
		if len(past.Rows) != 2 {
			t.Errorf("%d players on the list of the day before", len(past.Rows))
		}
		alone := w.mustRateAll(nil, w.starting("2026-06-01", 1))
		if w.check(); alone.Started != 1 || w.on(1, "2026-06-01") != "0.0" {
			t.Errorf("%+v, %s", alone, w.on(1, "2026-06-01"))
		}
	})
}

// Someone whom only a starting list knows is on the list of today and of its day, and has a page.
func TestAPlayerOfAStartingListAlone(t *testing.T) {
	onBoth(t, []string{"9k", "9k"}, func(t *testing.T, w *world) {
		w.mustRateAll(nil, w.starting("2026-05-02", 0, 1))
		w.check()
		card, err := w.s.Player(ctx, w.people[1], 1)
		if err != nil || card.Games != 25 || card.Rating != -10 || len(card.History) != 0 || len(card.Events) != 0 {
			t.Errorf("%+v, %v", card, err)
		}
		if events, err := w.s.Graph(ctx, card); err != nil || len(events) != 1 || !events[0].Set {
			t.Errorf("graph %+v, %v", events, err)
		}
		if list := w.past("2026-05-02", Active); len(list.Rows) != 2 || list.Rows[0].Games != 25 {
			t.Errorf("%+v", list.Rows)
		}
		if list := w.past("2026-05-01", Everyone); len(list.Rows) != 0 {
			t.Errorf("before the list: %+v", list.Rows)
		}
		if err := w.withdrawSet(1); err != nil {
			t.Fatal(err)
		}
		w.check()
		if _, err := w.s.Player(ctx, w.people[1], 1); err == nil {
			t.Error("withdrawn, and still on the list")
		}
	})
}

// What cannot be taken over is refused, with everything that is wrong, and nothing is written.
func TestAStartingListThatIsRefused(t *testing.T) {
	onBoth(t, []string{"9k", "9k"}, func(t *testing.T, w *world) {
		bad := w.starting("2030-05-02", 0, 1)
		bad.Reason, bad.Players[0].Games, bad.Players[1].Rating = " ", 0, 200
		_, err := w.rateAll(nil, bad)
		for _, part := range []string{"not in the future", "where the list comes from", "number of games", "out of range"} {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("nothing is said of %q: %v", part, err)
			}
		}
		w.mustRateAll(nil, w.starting("2026-05-02", 0))
		if _, err := w.rateAll(nil, w.starting("2026-05-02", 1, 0)); err == nil {
			t.Error("two lists of one day set one rating")
		}
		officer := auth.Actor{Person: w.people[0], Name: "Officer", Offices: []auth.Office{{
			Person: w.people[0], Role: auth.RatingsOfficer, From: day("2020-01-01"),
		}}}
		err = w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := w.s.RateAll(ctx, tx, officer, nil, []Starting{w.starting("2026-06-02", 1, 0)})
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "No one sets their own rating") {
			t.Errorf("one's own rating: %v", err)
		}
		w.check()
	})
}

// Starting lists and events that come in any order, in one step or in several, and events that are
// withdrawn and rated again, give one list.
func TestHistoriesWithStartingLists(t *testing.T) {
	const people = 6
	grades := make([]string, people)
	for i := range grades {
		grades[i] = fmt.Sprintf("%dk", 3*i+1)
	}
	onBoth(t, grades, func(t *testing.T, w *world) {
		rapid.Check(t, func(rt *rapid.T) {
			month := func(label string) string { return fmt.Sprintf("2026-%02d-01", rapid.IntRange(1, 11).Draw(rt, label)) }
			var lists []Starting
			taken := make(map[string]bool)
			for range rapid.IntRange(1, 2).Draw(rt, "lists") {
				on := month("list")
				if taken[on] {
					continue
				}
				taken[on] = true
				lists = append(lists, w.starting(on, rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(rt, "who")[:3]...))
			}
			var events []Submission
			for range rapid.IntRange(1, 4).Draw(rt, "events") {
				in := w.submission(month("event"))
				in.Games = numbered(drawGames(rt, people, "games"), &w.ref)
				for i := range in.Games {
					in.Games[i].Black, in.Games[i].White = w.people[in.Games[i].Black-1], w.people[in.Games[i].White-1]
				}
				if _, _, err := in.prepare(); err == nil {
					events = append(events, in)
				}
			}
			w.mustRateAll(events, lists...)
			w.check()
			want := w.snapshot()
			for _, in := range events {
				w.mustWithdraw(in.Event)
				w.check()
			}
			for _, in := range rapid.Permutation(events).Draw(rt, "again") {
				w.mustRate(in)
				w.check()
			}
			if diff := gocmp.Diff(want, w.snapshot()); diff != "" {
				rt.Fatalf("together, then one by one:\n%s", diff)
			}
			for _, in := range events {
				w.mustWithdraw(in.Event)
			}
			w.exec(`DELETE FROM rating_correction`)
			if _, err := w.s.Recalculate(ctx, desk, Repair, nil); err != nil {
				rt.Fatal(err)
			}
			w.mustRateAll(events)
			for _, list := range rapid.Permutation(lists).Draw(rt, "lists last") {
				w.mustRateAll(nil, list)
				w.check()
			}
			if diff := gocmp.Diff(want, w.snapshot()); diff != "" {
				rt.Fatalf("the lists last:\n%s", diff)
			}
			for _, in := range events {
				w.mustWithdraw(in.Event)
			}
			w.exec(`DELETE FROM rating_correction`)
			if _, err := w.s.Recalculate(ctx, desk, Repair, nil); err != nil {
				rt.Fatal(err)
			}
		})
	})
}
