package tournaments

import (
	"testing"

	"nzgs/internal/pairing"
)

func TestHowAMatchStands(t *testing.T) {
	for _, c := range []struct {
		high, low     pairing.Score // half points
		games, played int
		playOut       bool
		want          string
	}{
		{4, 2, 5, 3, false, "Ann leads 2–1, first to 3."},
		{2, 2, 5, 2, false, "Level at 1–1, first to 3."},
		{6, 2, 5, 4, false, "Ann has won the match 3–1."},
		{3, 1, 4, 2, false, "Ann leads 1½–½, first to 2½."},
		{5, 1, 4, 3, false, "Ann has won the match 2½–½."},
		{4, 4, 4, 4, false, "The match ends level, 2–2."},
		{1, 1, 1, 1, false, "The match ends level, ½–½."},
		{6, 0, 5, 3, true, "Ann has won the match and leads 3–0, 3 of 5 games played."},
		{4, 2, 5, 3, true, "Ann leads 2–1, 3 of 5 games played."},
		{8, 2, 5, 5, true, "Ann has won the match 4–1."},
	} {
		if got := matchScore("Ann", c.high, c.low, c.games, c.played, c.playOut); got != c.want {
			t.Errorf("%d–%d of %d: %q, want %q", c.high, c.low, c.games, got, c.want)
		}
	}
}

func TestOnlyAMatchHasAMatchScore(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, id := w.event(aSection("Title match", 3, func(s *Settings) { s.System, s.TieBreaks = pairing.Match, nil }))
		w.enter(id, w.members(2)...)
		r := w.publish(id)
		if got := w.chart(id).MatchScore(); got != "" {
			t.Errorf("before a result: %q", got)
		}
		w.play(id, w.last(id), func(Game, Entry, Entry) pairing.Result { return pairing.WhiteWins })
		c := w.chart(id)
		e, _ := c.Entry(r.Games[0].White)
		if got, want := c.MatchScore(), e.Name+" leads 1–0, first to 2."; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		_, swiss := w.event(aSection("Open", 1))
		w.enter(swiss, w.members(2)...)
		w.publish(swiss)
		w.play(swiss, w.last(swiss), func(Game, Entry, Entry) pairing.Result { return pairing.WhiteWins })
		if got := w.chart(swiss).MatchScore(); got != "" {
			t.Errorf("a Swiss: %q", got)
		}
	})
}
