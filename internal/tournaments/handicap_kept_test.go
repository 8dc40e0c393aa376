package tournaments

import (
	"strings"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// The arithmetic of a handicap is that of the draw: a rating, a result or a colour that changes later leaves it.
func TestTheArithmeticIsThatOfTheDraw(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, id := w.event(aSection("Open", 3, byRating))
		w.enter(id, w.members(4)...)
		round := w.publish(id)
		told := func(n int) (all []string) {
			c := w.chart(id)
			for _, p := range c.Pairings(n) {
				all = append(all, strings.Join(c.Section.ExplainHandicap(p.Game, p.Black, p.White, Everyone), "; "))
				all = append(all, c.Section.ShortHandicap(p.Game, p.Black, p.White))
			}
			return all
		}
		before := told(round.Number)
		w.exec(`UPDATE entry SET rating = rating - 37 WHERE number = 1`)
		w.exec(`UPDATE section SET handicap_reduction = 2`)
		if after := told(round.Number); strings.Join(after, "\n") != strings.Join(before, "\n") || strings.Contains(after[0], "differs") {
			t.Errorf("was\n%s\nis\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
		}
	})
}

// Colours that are exchanged by hand and a handicap that is set keep what the draw knew of each player.
func TestExchangedColoursKeepTheBasis(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, id := w.event(aSection("Open", 3, func(s *Settings) { s.Handicap = scale.Setting{By: scale.ByRating, Ceiling: 9, EvenUnderHalf: true} }))
		people := w.members(2)
		w.enter(id, people...)
		w.exec(`UPDATE entry SET rating = 31 WHERE number = 1`)
		w.exec(`UPDATE entry SET rating = 30 WHERE number = 2`)
		round := w.publish(id)
		g := round.Games[0]
		if !g.Basis.Kept() || g.Handicap != 0 {
			t.Fatalf("%+v", g)
		}
		white := g.Basis.White.Rating
		w.must(w.s.SwapColours(ctx, w.director, g.ID, g.Version))
		g = w.chart(id).Rounds[0].Games[0]
		if g.Basis.Black.Rating != white || g.Basis.White.Rating == white {
			t.Errorf("after the exchange: %+v", g.Basis)
		}
		w.must(w.s.SetHandicap(ctx, w.director, g.ID, g.Version, 3, "a lesson"))
		c := w.chart(id)
		p := c.Pairings(1)[0]
		told := strings.Join(c.Section.ExplainHandicap(p.Game, p.Black, p.White, Officials), "; ")
		want := "3.1 − 3.0 = 0.1; Rounded up: 1; Under 0.5: an even game by this event’s setting; " +
			"By this event’s setting: Even, komi 7; Set by hand by " + w.director.Name + ": a lesson; The stronger takes White; 3 stones, no komi"
		if told != want {
			t.Errorf("%s\nwant\n%s", told, want)
		}
		w.play(id, w.last(id), func(Game, Entry, Entry) pairing.Result { return pairing.WhiteWins })
	})
}
