package tournaments

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
)

// congress plays a section of twenty-three players to its end: odd, with a
// late entry, absences, a half-point bye and a withdrawal.
func congress(w *world, section SectionID) {
	w.t.Helper()
	people := w.members(23)
	entries := w.enter(section, people[:22]...)
	form := entries[4].Input()
	form.Absent, form.HalfByes = []int{3}, []int{4}
	w.must(w.s.EditEntry(ctx, w.director, entries[4].ID, form))
	for n := 1; n <= 5; n++ {
		r := w.publish(section)
		w.play(section, r, func(g Game, black, white Entry) pairing.Result {
			switch x := (black.Number*7 + white.Number*3 + n) % 11; {
			case x == 0:
				return pairing.Jigo
			case x == 1:
				return pairing.WhiteDefault
			case x < 6:
				return pairing.BlackWins
			}
			return pairing.WhiteWins
		})
		switch n {
		case 1:
			w.enter(section, people[22])
		case 3:
			e, err := w.s.Entry(ctx, w.director, entries[9].ID)
			w.must(err)
			w.must(w.s.Withdraw(ctx, w.director, e.ID, 3, e.Version))
		}
	}
}

func TestACongressFromTheFirstDrawToTheRatingList(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := open5()
		form.System, form.Bar, form.TieBreaks = pairing.McMahon, rated("4d"), []pairing.TieBreak{pairing.SOSM, pairing.SOSOSM}
		e, section := w.event(form)
		w.refused(w.s.Close(ctx, w.director, e.ID, e.Version), apperr.Conflict, "open for entries")
		congress(w, section)

		c := w.chart(section)
		checkDraws(t, c)
		checkStandings(t, c)
		checkCrosstable(t, c)
		if _, why := c.Next(); why != "All 5 rounds are played." {
			t.Errorf("next: %q", why)
		}
		if _, err := c.Standings(6); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("standings after round 6: %v", err)
		}

		checkRating(t, w, e.ID, c)
		overview, err := w.s.Overview(ctx, auth.Actor{}, e.Slug)
		w.must(err)
		if o := overview.Sections[0]; o.Text != "All 5 rounds are played" || o.Players != 22 || o.Current.Round != 5 {
			t.Errorf("overview: %+v", o)
		}
		w.audited()
	})
}

// checkDraws draws every round again.
func checkDraws(t *testing.T, c *Wallchart) {
	t.Helper()
	redraws, err := c.CheckDraws()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range redraws {
		if len(r.Differences) > 0 {
			t.Errorf("round %d would be drawn otherwise today: %+v", r.Round, r.Differences)
		}
	}
	if len(redraws) != 5 {
		t.Errorf("%d rounds drawn again", len(redraws))
	}
}

// checkStandings adds the terms of every figure up.
func checkStandings(t *testing.T, c *Wallchart) {
	t.Helper()
	s, err := c.Standings(0)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Final || s.Through != 5 || len(s.Rows) != 23 || len(s.Rows[0].Values) != 2 || s.Rows[0].Place.From != 1 {
		t.Errorf("the final standings: %+v", s)
	}
	for _, row := range s.Rows {
		for _, v := range row.Values {
			sum := int64(0)
			for _, term := range v.Terms {
				if !term.Left {
					sum += term.Number
				}
				if contains(term.Text, "⟦") {
					t.Errorf("a term without its name: %q", term.Text)
				}
			}
			if sum != v.Number {
				t.Errorf("%s of %s is %d, its terms add up to %d", v.TieBreak, row.Entry.Name, v.Number, sum)
			}
		}
	}
}

// checkCrosstable looks whether every cell refers to one that refers back.
func checkCrosstable(t *testing.T, c *Wallchart) {
	t.Helper()
	x, err := c.Crosstable(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range x.Rows {
		for _, cell := range row.Cells {
			if cell.OpponentLine > 0 && x.Rows[cell.OpponentLine-1].Cells[cell.Line.Round-1].OpponentLine != row.Line {
				t.Errorf(
					"line %d, round %d refers to line %d, which does not refer back", row.Line, cell.Line.Round, cell.OpponentLine,
				)
			}
		}
	}
}

// checkRating closes the event, rates it, withdraws that and rates it again.
func checkRating(t *testing.T, w *world, id EventID, c *Wallchart) {
	t.Helper()
	e := w.get(id)
	_, err := w.s.SubmitForRating(ctx, w.director, e.ID, e.Version)
	w.refused(err, apperr.Conflict, "once it is finished and closed")
	w.must(w.s.Close(ctx, w.director, e.ID, e.Version))
	_, err = w.s.Draw(ctx, w.director, c.Section.ID, 0)
	w.refused(err, apperr.Conflict, "")
	e = w.get(e.ID)
	before := w.ratings()
	preview, err := w.s.RatingPreview(ctx, w.director, e.ID)
	w.must(err)
	if got := w.ratings(); !cmp.Equal(got, before) || w.get(e.ID) != e {
		t.Errorf("looking at the rating changed something: %s", cmp.Diff(before, got))
	}
	out, err := w.s.SubmitForRating(ctx, w.director, e.ID, e.Version)
	w.must(err)
	if !cmp.Equal(preview.Changes, out.Changes) || preview.Games != out.Games ||
		preview.Names[out.Changes[0].Person] == "" {
		t.Errorf("the preview told of something else: %s", cmp.Diff(preview.Changes, out.Changes))
	}
	played := 0
	for _, r := range c.Rounds {
		for _, g := range r.Games {
			if ratings.Result(g.Result).Rated() {
				played++
			}
		}
	}
	if out.Games != played || len(out.Changes) < 20 {
		t.Errorf("rated %d games of %d players; %d were played", out.Games, len(out.Changes), played)
	}
	after := w.ratings()
	if cmp.Equal(before, after) {
		t.Error("no one's rating changed")
	}
	e = w.get(e.ID)
	_, err = w.s.SubmitForRating(ctx, w.director, e.ID, e.Version)
	w.refused(err, apperr.Conflict, "already rated; it was not rated again")
	w.refused(w.s.Reopen(ctx, w.director, e.ID, e.Version), apperr.Conflict, "finished and rated")
	_, err = w.s.WithdrawRating(ctx, w.director, e.ID, e.Version)
	w.must(err)
	if got := w.ratings(); !cmp.Equal(got, before) {
		t.Errorf("withdrawn, but: %s", cmp.Diff(before, got))
	}
	e = w.get(e.ID)
	_, err = w.s.SubmitForRating(ctx, w.director, e.ID, e.Version)
	w.must(err)
	if got := w.ratings(); !cmp.Equal(got, after) {
		t.Errorf("rated again, but: %s", cmp.Diff(after, got))
	}
}

// ratings are the ratings of the world's people after its event.
func (w *world) ratings() map[PersonID]ratings.Strength {
	w.t.Helper()
	all, err := w.list.On(ctx, w.db, civil.MustParseDate("2027-02-01"), w.people)
	w.must(err)
	return all
}

func TestReopeningAnEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := open5()
		form.Rounds, form.Rated = 1, false
		e, section := w.event(form)
		w.enter(section, w.members(2)...)
		r := w.publish(section)
		e = w.get(e.ID)
		w.refused(
			w.s.Close(ctx, w.director, e.ID, e.Version), apperr.Invalid, "Open: Results of round 1 are missing at table 1.",
		)
		w.play(section, r, nil)
		w.must(w.s.Close(ctx, w.director, e.ID, e.Version))
		e = w.get(e.ID)
		_, err := w.s.SubmitForRating(ctx, w.director, e.ID, e.Version)
		w.refused(err, apperr.Invalid, "No section of Congress is rated")
		w.must(w.s.Reopen(ctx, w.director, e.ID, e.Version))
		if e = w.get(e.ID); e.Status != Running {
			t.Errorf("reopened: %s", e.Status)
		}
	})
}

func TestEveryChangeIsToldOnce(t *testing.T) {
	w := newWorldSQLite(t)
	e, section := w.event(open5())
	w.notified = nil
	before, err := w.s.Revision(ctx, e.ID)
	w.must(err)
	w.enter(section, w.members(2)...)
	w.publish(section)
	after, err := w.s.Revision(ctx, e.ID)
	w.must(err)
	if want := []EventID{e.ID, e.ID, e.ID, e.ID}; !cmp.Equal(w.notified, want) || after != before+4 {
		t.Errorf("two entries, a draw and its publication: told %v, revision %d after %d", w.notified, after, before)
	}
	w.notified = nil
	w.refused(w.s.Announce(ctx, w.director, e.ID, 99), apperr.Conflict, "")
	if len(w.notified) != 0 {
		t.Error("a refusal was told")
	}
}

// TestLongNamesAreRated: a hundred letters are a hundred letters in any script.
func TestLongNamesAreRated(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		name := strings.Repeat("碁", 100)
		e, err := w.s.CreateEvent(ctx, w.director, EventInput{Name: name, From: day("2026-11-01")})
		w.must(err)
		section, err := w.s.AddSection(ctx, w.director, e.ID, aSection(name, 1))
		w.must(err)
		w.enter(section, w.members(2)...)
		w.must(w.s.Announce(ctx, w.director, e.ID, w.get(e.ID).Version))
		w.play(section, w.publish(section), nil)
		w.must(w.s.Close(ctx, w.director, e.ID, w.get(e.ID).Version))
		out, err := w.s.SubmitForRating(ctx, w.director, e.ID, w.get(e.ID).Version)
		w.must(err)
		if out.Games != 1 {
			t.Errorf("%+v", out)
		}
	})
}

// CheckDraws draws every published round again, with the lot it was drawn with,
// and says what differs. Rounds that were played elsewhere may well differ.
func (w *Wallchart) CheckDraws() ([]pairing.Redraw, error) {
	var out []pairing.Redraw
	for _, r := range w.field.rounds {
		if r.State != Published {
			continue
		}
		ev := w.field.event(r.Number)
		ev.Seed = r.Seed
		ev.Played = slices.DeleteFunc(ev.Played, func(p pairing.Round) bool { return p.Number > r.Number })
		redraws, err := pairing.Check(ev)
		if err != nil {
			return nil, err
		}
		last := redraws[len(redraws)-1]
		for i := range last.Differences {
			last.Differences[i].Text = w.Named(last.Differences[i].Text)
		}
		out = append(out, last)
	}
	return out, nil
}
