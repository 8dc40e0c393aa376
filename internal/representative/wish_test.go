package representative_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/representative"
)

// Bug: the wish of someone who is not in the register failed with the database's own error.
func TestAWishOfSomeoneWithoutPoints(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		wish := func(person auth.PersonID, wish representative.Wish) error {
			return w.s.SetWishes(ctx, officer, 2026, map[auth.PersonID]representative.Wish{person: wish})
		}
		w.refused(wish(w.players[0], representative.Wishes), apperr.Invalid, "has not been posted")
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		w.refused(wish(999_999, representative.Wishes), apperr.Invalid, "wish-999999: One of these players has no points")
		w.refused(wish(w.visitor, representative.Declines), apperr.Invalid, "has no points")
		w.must(wish(999_999, representative.NotAsked))
		w.must(wish(w.players[2], representative.Declines))
		w.must(wish(w.players[2], representative.NotAsked))
	})
}
