package tournaments

import (
	"testing"

	"nzgs/internal/pairing"
)

// The site keeps which game was drawn for third place: when both semi-finals are corrected afterwards, the final stays the
// final, on the bracket, in the standings, and in the section's file.
func TestTheFinalStaysTheFinalOnTheSite(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, id := w.event(aSection("Cup", 2, func(s *Settings) {
			s.System, s.Knockout.ThirdPlace, s.TieBreaks = pairing.Knockout, true, nil
		}))
		w.enter(id, w.members(4)...)
		white := func(Game, Entry, Entry) pairing.Result { return pairing.WhiteWins }
		w.publish(id)
		w.play(id, w.last(id), white)
		r := w.publish(id)
		if len(r.Games) != 2 || r.Games[0].Third || !r.Games[1].Third {
			t.Fatalf("drawn are %+v", r.Games)
		}
		final := r.Games[0]
		w.exec(`UPDATE game SET result = 'B' WHERE result = 'W'`) // both semi-finals
		stages := w.chart(id).Bracket()
		end := stages[len(stages)-1]
		if len(end.Ties) != 2 || end.Ties[0].Game.ID != final.ID || end.Ties[0].ThirdPlace || !end.Ties[1].ThirdPlace {
			t.Errorf("the bracket ends with %+v", end.Ties)
		}
		w.play(id, w.last(id), white)
		st, err := w.chart(id).Standings(0)
		w.must(err)
		if winner := st.Rows[0].Entry.ID; winner != final.White {
			t.Errorf("%d is first, want %d", winner, final.White)
		}
		file, _ := w.chart(id).File()
		if last := file.Event.Played[1]; last.Games[0].Third || !last.Games[1].Third {
			t.Errorf("the file has %+v", last.Games)
		}
	})
}
