package tournaments

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// TestPairGo: two entries become one with both names and the mean of the ratings; who has no partner stands in the way of
// the draw; nobody is in two pairs; a pair that was drawn stays one.
func TestPairGo(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := open5()
		form.Pairs = true
		_, section := w.event(form)
		people := w.members(9)
		entries := w.enter(section, people...)
		if s := w.chart(section).Section; s.Rated || !s.Pairs {
			t.Errorf("pairs are not rated: %+v", s.Settings)
		}
		_, err := w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, "have no partner yet")
		join := func(a, b int) error {
			first, _ := w.chart(section).Entry(entries[a].ID)
			return w.s.JoinPair(ctx, w.director, PairInput{First: first.ID, Second: entries[b].ID, Version: first.Version})
		}
		w.refused(join(0, 0), apperr.Invalid, "partner: Choose another player")
		for i := 0; i < 8; i += 2 {
			w.must(join(i, i+1))
		}
		w.refused(join(8, 0), apperr.Invalid, "partner: ")
		w.refused(w.s.JoinPair(ctx, w.actor(people[8]), PairInput{First: entries[8].ID, Second: entries[0].ID}), apperr.Forbidden, "")
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, entries[8].Name+" has no partner yet")
		_, err = w.s.Enter(ctx, w.director, people[1], EntryInput{Section: section})
		w.refused(err, apperr.Conflict, "already entered")

		c := w.chart(section)
		pair, _ := c.Entry(entries[0].ID)
		if pair.Name != entries[0].Name+" & "+entries[1].Name ||
			pair.Rating != pairing.PairRating(entries[0].Rating, entries[1].Rating) {
			t.Errorf("%q %s", pair.Name, pair.Rating)
		}
		w.must(w.s.RemoveEntry(ctx, w.director, entries[8].ID, entries[8].Version))
		r := w.publish(section)
		if len(r.Games) != 2 {
			t.Fatalf("%+v", r)
		}
		played, err := GameByID(ctx, w.s.db, r.Games[0].ID)
		w.must(err)
		if !strings.Contains(played.BlackName, " & ") || !strings.Contains(played.WhiteName, " & ") {
			t.Errorf("a game is between %q and %q", played.BlackName, played.WhiteName)
		}
		f, _ := w.chart(section).File()
		if p := f.Event.Players[0]; len(p.Pair) != 2 || p.Pair[1].Name != entries[1].Name {
			t.Errorf("the file has %+v", p)
		}
		w.must(f.Validate())
		pair, _ = w.chart(section).Entry(entries[0].ID)
		w.refused(w.s.PartPair(ctx, w.director, pair.ID, pair.Version), apperr.Invalid, "are in a draw, and stay a pair")
		edit := w.chart(section).Section.input()
		edit.Pairs = false
		w.refused(w.s.EditSection(ctx, w.director, section, edit), apperr.Invalid, "pairs: ")
	})
}

// TestPartingAPair gives both their own entries back.
func TestPartingAPair(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := open5()
		form.Pairs = true
		_, section := w.event(form)
		entries := w.enter(section, w.members(2)...)
		w.must(w.s.JoinPair(ctx, w.director, PairInput{First: entries[0].ID, Second: entries[1].ID, Version: entries[0].Version}))
		pair, _ := w.chart(section).Entry(entries[0].ID)
		if pair.Partner == nil || len(w.chart(section).Entries) != 1 {
			t.Fatalf("%+v", pair)
		}
		w.must(w.s.PartPair(ctx, w.director, pair.ID, pair.Version))
		c := w.chart(section)
		if len(c.Entries) != 2 || c.Entries[0].Rating != entries[0].Rating || c.Entries[1].Rating != entries[1].Rating ||
			c.Entries[1].Name != entries[1].Name || c.Entries[1].Person != entries[1].Person {
			t.Errorf("%+v", c.Entries)
		}
	})
}
