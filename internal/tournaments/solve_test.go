package tournaments

import (
	"context"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// whileSolving does something whenever a draw is solved.
func (w *world) whileSolving(do func()) {
	w.s.solve = func(from inputs, round int) (*pairing.Drawing, error) {
		do()
		return from.draw(round)
	}
}

// TestASlowDrawDoesNotHoldTheWriter: while any change of the director's solves a
// draw, somebody else's change is written.
func TestASlowDrawDoesNotHoldTheWriter(t *testing.T) {
	type drawnRound struct {
		*world
		section SectionID
		entries []Entry
		round   Round
	}
	game := func(d drawnRound) Game { return d.round.Games[0] }
	for _, tt := range []struct {
		name    string
		prepare func(d drawnRound)
		change  func(d drawnRound) error
	}{
		{"draw", nil, func(d drawnRound) error {
			_, err := d.s.Draw(ctx, d.director, d.section, 1)
			return err
		}},
		{"draw with another lot", nil, func(d drawnRound) error {
			_, err := d.s.Redraw(ctx, d.director, d.section, 1, "Again.")
			return err
		}},
		{"lift rules and draw", nil, func(d drawnRound) error {
			_, err := d.s.Relax(ctx, d.director, d.section, 1, []Lift{{pairing.RuleRematch, d.entries[0].ID, d.entries[1].ID}})
			return err
		}},
		{"fix a pair", nil, func(d drawnRound) error {
			return d.s.Fix(ctx, d.director, FixInput{
				Section: d.section, Round: 1, White: d.entries[0].ID, Black: d.entries[1].ID,
			})
		}},
		{"let a pair go", func(d drawnRound) {
			d.must(d.s.Fix(ctx, d.director, FixInput{
				Section: d.section, Round: 1, White: d.entries[0].ID, Black: d.entries[1].ID,
			}))
		}, func(d drawnRound) error {
			return d.s.LetGo(ctx, d.director, d.chart(d.section).Fixed(1)[0].ID)
		}},
		{"forbid a pair", nil, func(d drawnRound) error {
			return d.s.Forbid(ctx, d.director, ForbidInput{Section: d.section, A: d.entries[0].ID, B: d.entries[3].ID})
		}},
		{"allow a pair", func(d drawnRound) {
			d.must(d.s.Forbid(ctx, d.director, ForbidInput{Section: d.section, A: d.entries[0].ID, B: d.entries[3].ID}))
		}, func(d drawnRound) error {
			return d.s.Allow(ctx, d.director, d.chart(d.section).Forbidden()[0].ID)
		}},
		{"swap colours", nil, func(d drawnRound) error {
			return d.s.SwapColours(ctx, d.director, game(d).ID, game(d).Version)
		}},
		{"set a handicap", nil, func(d drawnRound) error {
			return d.s.SetHandicap(ctx, d.director, game(d).ID, game(d).Version, 2, "a lesson")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, w *world) {
				_, section := w.event(open5())
				d := drawnRound{world: w, section: section, entries: w.enter(section, w.members(6)...)}
				var err error
				d.round, err = w.s.Draw(ctx, w.director, section, 1)
				w.must(err)
				if tt.prepare != nil {
					tt.prepare(d)
				}
				solved := 0
				w.whileSolving(func() {
					solved++
					// The event's own row, which its every change takes first.
					short, stop := context.WithTimeout(ctx, 5*time.Second)
					defer stop()
					if err := w.db.InTx(short, func(tx *store.Tx) error {
						return w.s.Touch(short, tx, w.chart(section).Event.ID)
					}); err != nil {
						t.Errorf("a change had to wait for the draw: %v", err)
					}
				})
				w.must(tt.change(d))
				if solved != 1 {
					t.Errorf("%d draws were solved, want 1", solved)
				}
				w.audited()
			})
		})
	}
}

// TestADrawIsOfWhatIsSoWhenItIsKept: who is withdrawn while the draw is solved
// is not in it, and when others never stop the director is told.
func TestADrawIsOfWhatIsSoWhenItIsKept(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		entries := w.enter(section, w.members(6)...)
		absent := func(i int, rounds ...int) {
			form := w.chart(section).Entries[i].Input()
			form.Absent = rounds
			w.must(w.s.EditEntry(ctx, w.director, entries[i].ID, form))
		}
		solved := 0
		w.whileSolving(func() {
			if solved++; solved == 1 {
				absent(2, 1)
			}
		})
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		for _, g := range r.Games {
			if g.Has(entries[2].ID) {
				t.Errorf("drawn although absent: %+v", g)
			}
		}
		if len(r.Games) != 2 || solved != 2 {
			t.Errorf("%d games after %d draws, want 2 and 2", len(r.Games), solved)
		}

		solved = 0
		w.whileSolving(func() {
			solved++
			absent(3, solved)
		})
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, "Others are changing this section")
		if solved != maxSolved {
			t.Errorf("tried %d times, want %d", solved, maxSolved)
		}
	})
}
