package tournaments

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

// The next round is drawn with a game still open, counted as the director says; when it ends otherwise, the
// pairs are named that would be others now.
func TestARoundIsDrawnWithAGameStillOpen(t *testing.T) {
	for _, tt := range []struct {
		counts CountsAs
		ends   pairing.Result
		other  bool
	}{
		{"B", pairing.BlackWins, false}, {"B", pairing.BlackDefault, false}, {"B", pairing.WhiteWins, true},
		{"J", pairing.Jigo, false}, {CountsNothing, pairing.BothLose, false}, {CountsNothing, pairing.WhiteWins, true},
	} {
		t.Run(fmt.Sprintf("%s then %s", tt.counts, tt.ends), func(t *testing.T) {
			w := newWorldSQLite(t)
			_, section := w.event(aSection("Open", 4))
			w.enter(section, w.members(8)...)
			r := w.publish(section)
			open := r.Games[3]
			rest := r
			rest.Games = r.Games[:3]
			w.play(section, rest, func(Game, Entry, Entry) pairing.Result { return pairing.BlackWins })
			_, err := w.s.Draw(ctx, w.director, section, 2)
			w.refused(err, apperr.Conflict, "results are missing at table 4")
			counts := map[GameID]CountsAs{open.ID: tt.counts}
			_, err = w.s.DrawCounting(ctx, auth.Actor{}, section, 2, counts)
			w.refused(err, apperr.SignIn, "")
			_, err = w.s.DrawCounting(ctx, w.director, section, 2, map[GameID]CountsAs{open.ID: "W+R"})
			w.refused(err, apperr.Invalid, "choose what the game counts as")
			_, err = w.s.DrawCounting(ctx, w.director, section, 2, map[GameID]CountsAs{r.Games[0].ID: "W"})
			w.refused(err, apperr.Invalid, "has a result by now")
			_, err = w.s.DrawCounting(ctx, w.director, section, 2, nil)
			w.refused(err, apperr.Conflict, "results are missing at table 4")
			drawn, err := w.s.DrawCounting(ctx, w.director, section, 2, counts)
			w.must(err)
			if c := w.chart(section); len(c.OpenGames(2)) != 1 || len(c.CountedIn(2)) != 1 || c.CountedIn(2)[0].CountsAs != tt.counts {
				t.Errorf("open %+v, counted %+v", c.OpenGames(2), c.CountedIn(2))
			}
			// It counts in the draw alone: the standings wait for it.
			st, err := w.chart(section).Standings(1)
			w.must(err)
			for _, row := range st.Rows {
				if (row.Entry.ID == open.Black || row.Entry.ID == open.White) && row.Points != 0 {
					t.Errorf("%s has %s in the standings", row.Entry.Name, row.Points)
				}
			}
			w.must(w.s.Publish(ctx, w.director, drawn.ID, drawn.Version, ""))
			w.now = w.now.Add(1)
			w.play(section, Round{Number: 1, Games: []Game{open}}, func(Game, Entry, Entry) pairing.Result { return tt.ends })
			c := w.chart(section)
			got, err := w.s.PairedOtherwise(ctx, c, 2)
			w.must(err)
			if got.Why != "" || (len(got.Pairs) > 0) != tt.other {
				t.Errorf("paired otherwise: %+v, want some: %v", got, tt.other)
			}
			if tt.other && !strings.Contains(strings.Join(got.Pairs, " "), " – ") {
				t.Errorf("pairs %q", got.Pairs)
			}
			// The published pairs stay.
			if now := c.Rounds[1]; fmt.Sprint(tablesOf(now)) != fmt.Sprint(tablesOf(drawn)) || now.Games[0].Black != drawn.Games[0].Black {
				t.Error("the published round changed")
			}
			w.audited()
		})
	}
}
