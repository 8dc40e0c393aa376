package tournaments

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// TestTwiceInAList: the same newcomer must not come into the register twice
// because the list has them twice, and a newcomer who plays in two sections is
// one person.
func TestTwiceInAList(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, open := w.event(open5())
		handicap, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Handicap", 3, byRating))
		w.must(err)
		known := w.members(1)[0]
		people := func() int {
			n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM person`)
			w.must(err)
			return n
		}
		before := people()
		l, err := w.s.ReadEntryList(ctx, w.director, e.ID, "a.csv", strings.NewReader(
			"Family name,Given names,Grade,Section\n"+
				"Zed,Nova,3k,Open\n"+ // 2
				"ZED,Nová,3k,Open\n"+ // 3: once more
				"Zed,Nova,3k,Handicap\n"+ // 4: the same newcomer
				"Family00,Given,,Open\n"+ // 5
				"Family00,Given,,Open\n"+ // 6: once more
				"Family00,Given,,Handicap\n")) // 7: in the other section too
		w.must(err)
		for i, want := range []struct {
			kind    ChoiceKind
			warning string
		}{
			{Guest, ""}, {"", "The same name as in row 2: leave one of them out, unless they are two people."},
			{Guest, "The same new player as in row 2."}, {Match, ""}, {LeaveIt, "The same player as in row 5."}, {Match, ""},
		} {
			if got := l.Rows[i]; got.Choice.Kind != want.kind || !contains(strings.Join(got.Warnings, " "), want.warning) {
				t.Errorf("row %d: %q, %v; want %q, %q", got.Number, got.Choice.Kind, got.Warnings, want.kind, want.warning)
			}
		}
		_, err = w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, nil)
		w.refused(err, apperr.Invalid, "row-3: Row 3, Nová Zed: choose who this is, or leave the row out.")
		got, err := w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, []Choice{{Row: 3, Kind: LeaveIt}})
		w.must(err)
		if want := (ImportResult{Entered: 4, Guests: 1, Left: 2}); got != want || people() != before+1 {
			t.Errorf("confirmed: %+v, want %+v; %d people more", got, want, people()-before)
		}
		first, second := w.chart(open).Entries, w.chart(handicap).Entries
		if len(first) != 2 || len(second) != 2 || first[0].Person != second[0].Person || first[1].Person != known ||
			second[1].Person != known {
			t.Errorf("entered %+v and %+v", first, second)
		}
	})
}

// TestASectionThatIsGone: another director removed it after the list was shown.
func TestASectionThatIsGone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, _ := w.event(open5())
		gone, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Handicap", 3))
		w.must(err)
		people := w.members(1)
		l, err := w.s.ReadEntryList(
			ctx, w.director, e.ID, "a.csv", strings.NewReader("Family name,Given names\nFamily00,Given\n"),
		)
		w.must(err)
		w.must(w.s.RemoveSection(ctx, w.director, gone, 1))
		_, err = w.s.ConfirmEntryList(ctx, w.director, l.ID, l.Version, []Choice{
			{Row: 2, Kind: Match, Person: people[0], Section: gone},
		})
		w.refused(err, apperr.Invalid, "row-2: Row 2, Given Family00: choose a section.")
	})
}
