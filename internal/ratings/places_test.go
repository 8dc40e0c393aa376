package ratings

import (
	"fmt"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Places are kept between pages, but never longer than the list they are of:
// also when another copy of the program, here another service on the same
// database, has rated an event meanwhile.
func TestPlacesFollowTheList(t *testing.T) {
	onBoth(t, []string{"5k", "5k", "5k", "5k"}, func(t *testing.T, w *world) {
		other := New(w.db, func() civil.Instant { return now })
		places := func() string {
			t.Helper()
			list, err := other.List(ctx, Filter{})
			if err != nil {
				t.Fatal(err)
			}
			out := ""
			for _, r := range list.Rows {
				out += fmt.Sprintf("%d%s ", r.Place, w.names([]Row{r}))
			}
			return out
		}
		w.mustRate(w.submission("2026-05-02", w.game(1, 0, 1, 0, BlackWins)))
		if got := places(); got != "10 21 " {
			t.Errorf("places, after player 0 has won: %q", got)
		}
		w.mustRate(w.submission(
			"2026-06-06", w.game(1, 1, 0, 0, BlackWins), w.game(2, 2, 0, 0, BlackWins), w.game(3, 3, 0, 0, BlackWins),
		))
		if got := places(); got != "12 13 31 40 " {
			t.Errorf("places, after player 0 has lost thrice: %q", got)
		}
		card, err := other.Player(ctx, w.people[0], 1)
		if err != nil || card.Place != 4 {
			t.Errorf("place on the player's page: %d, %v", card.Place, err)
		}
	})
}

func TestFewDaysOfPlacesAreKept(t *testing.T) {
	onBoth(t, []string{"5k", "5k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-05-02", w.game(1, 0, 1, 0, BlackWins)))
		for day := range 3 * maxKeptDays {
			since := civil.MustParseDate("2026-01-01").AddDays(day)
			if ratings, err := w.s.places.read(ctx, store.Queryer(w.db), since); err != nil || len(ratings) != 2 {
				t.Fatal(ratings, err)
			}
			if n := len(w.s.places.since); n > maxKeptDays {
				t.Fatalf("%d days kept", n)
			}
		}
	})
}
