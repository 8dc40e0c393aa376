package tournaments

import (
	"slices"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

func tablesOf(r Round) (tables []int) {
	for _, g := range r.Games {
		tables = append(tables, g.Table)
	}
	return tables
}

// A player who needs a table sits at it in every round; the others are numbered around it.
func TestAFixedTableIsKept(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		event, section := w.event(aSection("Open", 3))
		e := w.enter(section, w.members(8)...)
		w.refused(w.s.FixTable(ctx, auth.Actor{}, e[0].ID, 3), apperr.SignIn, "")
		w.refused(w.s.FixTable(ctx, w.actor(e[1].Person), e[0].ID, 3), apperr.Forbidden, "")
		w.refused(w.s.FixTable(ctx, w.director, e[0].ID, -1), apperr.Invalid, "table: Enter a number")
		w.must(w.s.FixTable(ctx, w.director, e[0].ID, 3))
		w.must(w.s.FixTable(ctx, w.director, e[0].ID, 3)) // again
		w.refused(w.s.FixTable(ctx, w.director, e[1].ID, 3), apperr.Invalid, "Table 3 is kept for "+e[0].Name)
		w.must(w.s.FixTable(ctx, w.director, e[5].ID, 20))
		for round := 1; round <= 3; round++ {
			r := w.publish(section)
			if g := w.gameOf(section, round, e[0].ID); g.Table != 3 && !(g.Has(e[5].ID) && g.Table == 20) {
				t.Errorf("round %d: the player sits at table %d", round, g.Table)
			}
			if g := w.gameOf(section, round, e[5].ID); g.Table != 20 && !(g.Has(e[0].ID) && g.Table == 3) {
				t.Errorf("round %d: the other sits at table %d", round, g.Table)
			}
			if !w.gameOf(section, round, e[0].ID).Has(e[5].ID) {
				if got := tablesOf(r); !slices.Equal(got, []int{1, 2, 3, 20}) {
					t.Errorf("round %d: tables %v", round, got)
				}
			}
			w.play(section, r, nil)
		}
		if got := w.chart(section).Tables(); !slices.Contains(got, 20) {
			t.Errorf("cards for tables %v", got)
		}
		w.must(w.s.FixTable(ctx, w.director, e[0].ID, 0))
		if got := w.chart(section).FixedTable(e[0].ID); got != 0 {
			t.Errorf("table %d is still kept", got)
		}
		_ = event
		w.audited()
	})
}

// Pairs made by hand keep fixed tables too, and renumber no one.
func TestFixedTablesByHand(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(aSection("Open", 3))
		e := w.enter(section, w.members(10)...)
		w.must(w.s.FixTable(ctx, w.director, e[0].ID, 2))
		w.publish(section)
		stays := w.gameOf(section, 1, e[0].ID)
		other := stays.Black
		if other == e[0].ID {
			other = stays.White
		}
		// The player with the table is exchanged with one at another table: the two games swap tables.
		var far Game
		for _, g := range w.last(section).Games {
			if g.ID != stays.ID {
				far = g
			}
		}
		before := without(w.last(section), stays.Black, stays.White, far.Black, far.White)
		w.must(w.hand(section, HandInput{Kind: Exchange, Player: e[0].ID, Other: far.White}))
		if g := w.gameOf(section, 1, e[0].ID); g.Table != 2 || !g.Has(far.Black) {
			t.Errorf("after the exchange at table %d with %+v", g.Table, g)
		}
		if g := w.gameOf(section, 1, other); g.Table != far.Table {
			t.Errorf("the other game is at table %d, want %d", g.Table, far.Table)
		}
		if got := without(w.last(section), stays.Black, stays.White, far.Black, far.White); !sameGames(got, before) {
			t.Errorf("other games changed: %+v", got)
		}
		// Taken off, the table stays free for the player.
		w.must(w.hand(section, HandInput{Kind: TakeOff, Player: e[0].ID}))
		off := w.last(section)
		var free []EntryID
		for _, x := range e {
			if !off.seats(x.ID) && x.ID != e[0].ID {
				free = append(free, x.ID)
			}
		}
		w.must(w.hand(section, HandInput{Kind: TakeOff, Player: w.last(section).Games[0].White}))
		now := w.last(section)
		for _, x := range e {
			if !now.seats(x.ID) && x.ID != e[0].ID && !slices.Contains(free, x.ID) {
				free = append(free, x.ID)
			}
		}
		w.must(w.hand(section, HandInput{Kind: PairUp, Player: free[1], Other: free[2]}))
		if g := w.gameOf(section, 1, free[1]); g.Table == 2 {
			t.Error("someone else is paired at the table that is kept")
		}
		w.must(w.hand(section, HandInput{Kind: PairUp, Player: free[0], Other: e[0].ID}))
		if g := w.gameOf(section, 1, e[0].ID); g.Table != 2 {
			t.Errorf("paired by hand at table %d, want 2", g.Table)
		}
		w.audited()
	})
}
