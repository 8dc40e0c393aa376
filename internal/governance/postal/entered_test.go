package postal

import (
	"slices"
	"strings"
	"testing"
)

// A teller who begins again throws away the own entries and no one else's.
func TestATellerBeginsOnlyTheOwnEntryAgain(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn", "na")
		for _, who := range []string{"ana", "ben"} {
			w.must(w.Enter(ctx, w.actors[who], w.vote, w.entries("yn", "na")))
			w.must(w.Finish(ctx, w.actors[who], w.vote))
		}
		w.must(w.Restart(ctx, w.actors["ana"], w.vote, w.version(), "I lost the thread."))
		f, err := w.Vote(ctx, w.actors["ben"], w.vote)
		w.must(err)
		ana, ben := f.Tellers[0], f.Tellers[1]
		if ana.Entered != 0 || !ana.Finished.IsZero() || ben.Entered != 2 || ben.Finished.IsZero() {
			t.Errorf("ana has %d entries, ben %d and finished %v", ana.Entered, ben.Entered, ben.Finished)
		}
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn", "na")))
		w.must(w.Finish(ctx, w.actors["ana"], w.vote))
		got, err := w.Compare(ctx, w.actors["ben"], w.vote, w.key("ben"))
		if err != nil || !got.Agreed() {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// What a browser keeps of the papers that were entered: serials without votes, sorted,
// and ended by a new beginning or another key.
func TestWhatABrowserKeepsOfTheEntries(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		ana := w.actors["ana"]
		w.reach(StateClosed, draft, "yn", "na", "yy")
		papers := w.entries("yn", "na", "yy")
		list, err := w.Entered(ctx, ana, w.vote, "")
		w.must(err)
		for _, p := range papers[:2] {
			w.must(w.Enter(ctx, ana, w.vote, []Entry{p}))
			list = list.With(strings.ToLower(p.Serial))
		}
		kept := list.Kept()
		again, err := w.Entered(ctx, ana, w.vote, kept)
		w.must(err)
		if s := again.Serials(); len(s) != 2 || !slices.IsSorted(s) || !again.Has(papers[1].Serial) || again.Has(papers[2].Serial) {
			t.Errorf("kept %q", s)
		}
		if backwards := list.Without(papers[0].Serial).With(papers[0].Serial).Kept(); backwards != kept {
			t.Error("the list says in which order papers were entered")
		}
		if other, err := w.Entered(ctx, w.actors["ben"], w.vote, kept); err != nil || len(other.Serials()) != 0 {
			t.Errorf("another teller's list is taken: %v", err)
		}
		for _, who := range []string{"secretary", "member", "nobody"} {
			if _, err := w.Entered(ctx, w.actors[who], w.vote, kept); err == nil {
				t.Errorf("%s reads the list", who)
			}
		}
		w.must(w.Enter(ctx, ana, w.vote, papers[:1])) // by mistake, in another window
		all, twice, err := w.OpenEntered(ctx, ana, w.vote, w.key("ana"))
		if err != nil || len(all.Serials()) != 2 || !slices.Equal(twice, []string{papers[0].Serial}) || all.Of != 3 {
			t.Errorf("with the key: %q, twice %q, of %d, %v", all.Serials(), twice, all.Of, err)
		}
		if _, _, err := w.OpenEntered(ctx, ana, w.vote, w.key("ben")); fields(err) != "key" {
			t.Errorf("with another key: %v", err)
		}
		w.must(w.Restart(ctx, ana, w.vote, w.version(), "Twice."))
		w.must(w.Enter(ctx, ana, w.vote, papers[2:]))
		w.must(w.Enter(ctx, ana, w.vote, papers[:2]))
		if old, err := w.Entered(ctx, ana, w.vote, kept); err != nil || len(old.Serials()) != 0 {
			t.Errorf("the list of before is taken: %q, %v", old.Serials(), err)
		}
	})
}
