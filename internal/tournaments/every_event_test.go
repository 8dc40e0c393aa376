package tournaments

import (
	"fmt"
	"testing"

	"nzgs/internal/auth"
)

// Bug: the list of events to come, and the director's desk, stopped after 200 without saying so.
func TestListsOfEventsHaveEveryEvent(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 201 events")
	}
	onBoth(t, func(t *testing.T, w *world) {
		const all = mostEvents + 1
		for n := range all {
			_, err := w.s.CreateEvent(ctx, w.director, EventInput{Name: fmt.Sprintf("Rapid %d", n), From: day("2027-03-06")})
			w.must(err)
		}
		list, err := w.s.AllEvents(ctx, w.director, Coming)
		w.must(err)
		open, _, err := w.s.DeskEvents(ctx, w.director, 5)
		w.must(err)
		if len(list) < all || len(open) < all {
			t.Errorf("%d events to come, %d on the desk; %d were made", len(list), len(open), all)
		}
		if list, err := w.s.AllEvents(ctx, auth.Actor{}, Coming); err != nil || len(list) != 0 {
			t.Errorf("whoever has not signed in sees %d drafts, %v", len(list), err)
		}
	})
}
