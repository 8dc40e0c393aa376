package reports

import (
	"fmt"
	"io"
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

// A club of a long name in a list whose column of clubs is narrow gets room, so that the list is not a page for every four
// of its lines; and a list of short ones keeps its columns.
func TestALongTextOfANarrowColumnGetsRoom(t *testing.T) {
	const club = "Te Rōpū Kēmu o Ngā Tāngata Katoa o te Tai Tokerau me Tāmaki Makaurau, Go Players of the Whole North"
	columns := []ListingColumn{{Title: "Player", Lines: Whole}, {Title: "Grade", Width: 13}, {Title: "Club", Width: 22, Lines: Whole}}
	for _, tt := range []struct {
		club string
		most int // pages
	}{{"TAMK", 4}, {club, 8}} {
		l := Listing{Title: "Check-in", Columns: columns}
		s := Standings{Event: "Congress", Section: "Open", TieBreaks: []string{"SOS"}}
		for i := range 100 {
			l.Rows = append(l.Rows, []string{samplePlayer(i).Name, "3k", tt.club})
			s.Rows = append(s.Rows, StandingRow{Place: i + 1, Player: Player{Name: samplePlayer(i).Name, Grade: "3k", Club: tt.club}, TieBreaks: []float64{1}})
		}
		for name, write := range map[string]func(io.Writer) error{
			"list":      func(w io.Writer) error { return press.ListingPDF(w, l) },
			"standings": func(w io.Writer) error { return press.StandingsPDF(w, s) },
		} {
			pages := textsOf(t, written(t, write))
			if len(pages) > tt.most {
				t.Errorf("%s of %.9s: %d pages", name, tt.club, len(pages))
			}
			if text := strings.Join(strings.Fields(allText(pages)), " "); strings.Contains(text, "…") || strings.Count(text, "TAMK")+strings.Count(text, "Whole") < 100 {
				t.Errorf("%s of %.9s: a club is cut", name, tt.club)
			}
		}
	}
}

// What stands once above several rows, the name of a prize, a day, an initial, is said again where a further page begins.
func TestWhatARowIsOfIsSaidAgainOnAFurtherPage(t *testing.T) {
	l := Listing{Title: "Prizes", Columns: []ListingColumn{{Title: "Prize", Width: 40, Again: true}, {Title: "Winner"}, {Title: "Worth", Width: 20}}}
	for i := range 90 {
		row := []string{"", fmt.Sprintf("Winner %02d", i), ""}
		if i == 0 {
			row[0], row[2] = "One win", "$5"
		}
		l.Rows = append(l.Rows, row)
	}
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.ListingPDF(w, l) }))
	text := allText(pages)
	if len(pages) < 3 || strings.Count(text, "One win|Winner") != len(pages) || strings.Count(text, "$5") != 1 {
		t.Errorf("%d pages:\n%s", len(pages), text)
	}
	s := sampleSchedule(1)
	lines := s.Sections[0].Lines[:1]
	lines[0].Day = "Wednesday 23 September"
	for range 60 {
		lines = append(lines, ScheduleLine{Round: "A round", Starts: "9:30 am"})
	}
	s.Sections[0].Lines = lines
	pages = textsOf(t, written(t, func(w io.Writer) error { return press.SchedulePDF(w, s) }))
	if n := strings.Count(allText(pages), "Wednesday 23 September"); len(pages) < 2 || n != len(pages) {
		t.Errorf("the day stands %d times on %d pages", n, len(pages))
	}
}
