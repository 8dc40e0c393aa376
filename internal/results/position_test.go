package results

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
)

// A game that both players ended by passing, with another line after move 1.
const endedRecord = "(;GM[1]SZ[5]KM[7](;B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[];W[])(;B[ee]))"

// The position that a dispute is about, who moves next as the players settled it, and what
// was played on are kept with the ruling, once the engine has played them.
func TestAPositionIsKeptWithARuling(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		record, err := w.attach(w.director, 1, endedRecord)
		w.must(err)
		for _, c := range []struct {
			name     string
			position Position
			says     string // kept
			refused  string // or why not
		}{
			{"the end", Position{After: 99}, "The position after move 8: White passes. Black moves next. As it then stands: White wins by 7.", ""},
			{
				"played on, White first", Position{After: 8, Next: "W", Moves: "e5, PASS A1", Disputed: "C3"},
				"The position after move 8: White passes, with the stones at C3 disputed. White moves next, as the players settled. " +
					"Played on: E5, pass, A1. As it then stands: White wins by 9.", "",
			},
			{"another line", Position{Line: 9, After: 1}, "The position after move 1: Black E1. White moves next. As it then stands: Black wins by 18.", ""},
			{"a move on a stone", Position{After: 8, Moves: "E5 B3"}, "", "there is a stone on B3 already"},
			{"the ko taken back", Position{After: 6, Moves: "A1 A2 B3"}, "", "there is a stone on B3 already"},
			{"no point", Position{After: 8, Moves: "Z9"}, "", "“Z9” is not a point of this board"},
			{"who moves next in the middle", Position{After: 3, Next: "B"}, "", "play is going on here"},
			{"no such player", Position{After: 8, Next: "X"}, "", "Choose who moves next"},
			{"no such line", Position{Line: 999}, "", "The record does not have this position"},
			{"before the start", Position{After: -1}, "", "The record does not have this position"},
			{"the turn is not settled in the middle", Position{After: 3, Next: "W"}, "The position after move 3: Black C4. White moves next. As it then stands: White wins by 6.", ""},
			{"as it is where play has stopped", Position{After: 8, Next: "B"}, "The position after move 8: White passes. Black moves next, as the players settled. As it then stands: White wins by 7.", ""},
			{"a stone said twice", Position{After: 2, Disputed: "C3 c3"}, "The position after move 2: White C3, with the stones at C3 disputed. Black moves next. As it then stands: White wins by 7.", ""},
			{"a pass is no stone", Position{After: 8, Disputed: "pass"}, "", "There is no stone at “pass”"},
			{"no stone is disputed there", Position{After: 8, Disputed: "A1"}, "", "There is no stone at “A1”"},
		} {
			in := w.ruling(1, PlayOn, "")
			in.Record, in.Position = record.ID, &c.position
			before := w.audited()
			r, err := w.s.Rule(ctx, w.director, in)
			if c.refused != "" {
				w.refused(err, apperr.Invalid, c.refused)
				if w.audited() != before {
					t.Errorf("%s: something was kept", c.name)
				}
				continue
			}
			w.must(err)
			kept, _, err := w.s.Ruling(ctx, w.director, r.ID)
			w.must(err)
			if kept.Position != r.Position || kept.Position.Says != c.says {
				t.Errorf("%s: %+v", c.name, kept.Position)
			}
		}
	})
}

// All that is wrong is said at once, and whoever may not rule keeps no position either.
func TestAPositionIsNotKept(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		record, err := w.attach(w.director, 1, endedRecord)
		w.must(err)
		in := w.ruling(1, PlayOn, "")
		in.Record, in.Position, in.Reason = record.ID, &Position{After: 8, Moves: "Z9"}, ""
		_, err = w.s.Rule(ctx, w.director, in)
		w.refused(err, apperr.Invalid, "reason: ")
		w.refused(err, apperr.Invalid, "position: ")
		in.Reason, in.Record = "They play on.", 0
		_, err = w.s.Rule(ctx, w.director, in)
		w.refused(err, apperr.Invalid, "from a record of the game")
		other, err := w.attach(w.director, 2, endedRecord+" ")
		w.must(err)
		in.Record, in.Position = other.ID, &Position{}
		_, err = w.s.Rule(ctx, w.director, in)
		w.refused(err, apperr.NotFound, "")
		in.Record = record.ID
		_, err = w.s.Rule(ctx, auth.Actor{}, in)
		w.refused(err, apperr.SignIn, "")
		_, err = w.s.Rule(ctx, w.player(w.chart().Entries[0]), in)
		w.refused(err, apperr.Forbidden, "")
		if list, err := w.s.Rulings(ctx, w.game(1).ID); err != nil || len(list) != 0 {
			t.Errorf("%d rulings, %v", len(list), err)
		}
	})
}
