package record

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/games"
)

// TestHostileSetUpsAreBounded: a record that sets up as often as is read, on a full board of the largest size, takes a
// moment; one that does so once more is refused.
func TestHostileSetUpsAreBounded(t *testing.T) {
	const size = 52
	const nodes = mostSetUpWork / (size * size)
	for _, c := range []struct {
		head string
		name func(p games.Point) string
	}{
		{"GM[11]", func(p games.Point) string { return games.Hex.PointName(p, size) }}, {"GM[18]", games.Point.String},
		{"RU[Tanbo]", games.Point.String},
	} {
		record := func(nodes int) string {
			var all [2]strings.Builder
			for i := range size * size {
				p := games.Point{X: i % size, Y: i / size}
				fmt.Fprintf(&all[(p.X+p.Y/2)%2], "[%s]", c.name(p))
			}
			var b strings.Builder
			fmt.Fprintf(&b, "(;%sSZ[%d]AB%sAW%s", c.head, size, all[0].String(), all[1].String())
			for i := range nodes - 1 {
				at := c.name(games.Point{X: i % size, Y: i / size % size})
				fmt.Fprintf(&b, ";AE[%s]AW[%s]AB[%s]", at, at, at)
			}
			return b.String() + ")"
		}
		began := time.Now()
		_, err := Check(context.Background(), gameOf(t, record(nodes)), Options{})
		if took := time.Since(began); err != nil || took > 2*time.Second {
			t.Errorf("%s took %v: %v", c.head, took, err)
		}
		if _, err := Check(context.Background(), gameOf(t, record(nodes+1)), Options{}); err == nil {
			t.Errorf("%s: more was read", c.head)
		}
	}
}
