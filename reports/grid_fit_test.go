package reports

import (
	"strings"
	"testing"
)

// Columns that share a line's width have it by what their texts need.
func TestColumnsAreAsWideAsTheirTextsNeed(t *testing.T) {
	long := "Bartholomew Featherstonehaugh-Cholmondeley-Marjoribanks of Upper Wōhingā"
	for _, c := range []struct {
		name  string
		texts []string
		check func(widths, needs []float64) bool // needs: the width of each text on one line
		want  string
	}{
		{"room for all", []string{"1st place", "Aroha Tūī", "", "place 1, 4 points"}, func(w, n []float64) bool {
			return w[0] >= n[0] && w[1] >= n[1] && w[3] >= n[3] && w[2] < w[3]
		}, "each text on a line, and the empty column the narrowest"},
		{"one long text", []string{"1st place", long, "", "place 1"}, func(w, n []float64) bool {
			return w[0] >= n[0] && w[1] > 75 && w[3] >= n[3]
		}, "the long text the most"},
		{"two long texts", []string{"1st place", long, "", long}, func(w, n []float64) bool {
			return w[0] >= n[0] && w[1] > 60 && w[1] == w[3]
		}, "the short text whole, the long ones the same"},
		{"all long", []string{long, long, long, long}, func(w, _ []float64) bool {
			return w[0] == w[1] && w[1] == w[2] && w[2] == w[3]
		}, "all the same"},
		{"words without end", []string{strings.Repeat("w", 200), "Aroha", "", ""}, func(w, n []float64) bool {
			return w[0] > w[1] && w[1] > 1 && w[2] > 1
		}, "something for each"},
		{"a name beside a long address", []string{"", "Featherstonehaugh Bartholomew", "", strings.Repeat("featherstonehaugh", 6) + "@mail.example"},
			func(w, n []float64) bool { return w[1] >= n[1] && w[3] > w[1] }, "the name whole"},
		{"no rows", nil, func(w, _ []float64) bool { return w[0] > 20 && w[3] > 20 }, "shares beside the heads"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := grid{style: style{size: 11}, detail: style{size: 8}, columns: []gridColumn{
				{title: "Prize", share: 1, lines: uncut}, {title: "Winner", share: 1, lines: uncut},
				{title: "What", share: 1, lines: uncut}, {title: "By", share: 1, lines: uncut},
			}}
			var rows [][]gridCell
			needs := make([]float64, 4)
			if c.texts != nil {
				rows = append(rows, cells(c.texts...))
				for i, text := range c.texts {
					needs[i] = widthOf(printable(text), g.style)
				}
			}
			g.fit(textWidth, rows)
			widths, total := g.widths(textWidth), 3*g.columnGap()
			for _, w := range widths {
				total += w
			}
			if total < textWidth-0.01 || total > textWidth+0.01 {
				t.Errorf("the columns are %.2f mm of %.2f", total, textWidth)
			}
			if !c.check(widths, needs) {
				t.Errorf("%.1f mm wide, of texts of %.1f: %s", widths, needs, c.want)
			}
		})
	}
}
