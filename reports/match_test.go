package reports

import (
	"io"
	"strings"
	"testing"
)

// TestMatchesOnPaper: the draw by table has the two teams above their boards, and a slip says which board it is.
func TestMatchesOnPaper(t *testing.T) {
	sheet := PairingSheet{Event: "Team Cup", Round: 1, Games: []Game{
		{Table: 1, Black: Player{Name: "Ash"}, White: Player{Name: "Birch"}, Match: "Nelson – Otago", Board: 1},
		{Table: 2, Black: Player{Name: "Cedar"}, White: Player{Name: "Elm"}, Match: "Nelson – Otago", Board: 2},
	}}
	for name, c := range map[string]struct {
		write func(io.Writer) error
		says  []string
		times int
	}{
		"by table": {func(w io.Writer) error { return press.PairingsByTable(w, sheet) }, []string{"Nelson", "Otago"}, 1},
		"slips":    {func(w io.Writer) error { return press.ResultSlips(w, sheet) }, []string{"Nelson – Otago, board 1", "Nelson – Otago, board 2"}, 1},
	} {
		all := allText(textsOf(t, written(t, c.write)))
		for _, says := range c.says {
			if strings.Count(all, says) != c.times {
				t.Errorf("%s: %d times %q in %s", name, strings.Count(all, says), says, all)
			}
		}
	}
}
