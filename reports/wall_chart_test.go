package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
)

func sampleWallChart(players, rounds, played int) WallChart {
	s := WallChartSection{Name: "Open", Who: "Player", Rounds: rounds}
	for i := range players {
		p := samplePlayer(i)
		row := WallChartRow{No: i + 1, Name: p.Name, Details: joined(" · ", p.Grade, p.Club)}
		for n := range played {
			box := WallChartBox{
				Opponent: fmt.Sprint((i+n+1)%players + 1), Colour: []string{"b", "w"}[(i+n)%2], Sign: []string{"+", "−", "="}[(i+n)%3],
				Total: figureText(float64(n) / 2),
			}
			switch {
			case n == played-1:
				box.Sign, box.Total = "", ""
			case (i+n)%7 == 0:
				box.Small = "H5"
			case (i+n)%23 == 0:
				box = WallChartBox{Small: "bye", Total: "1"}
			}
			row.Boxes = append(row.Boxes, box)
		}
		if played > rounds {
			row.Points, row.Place = "3½", "17="
		}
		s.Rows = append(s.Rows, row)
	}
	return WallChart{Event: "New Zealand Go Congress 2026", AsAt: "21 November 2026, 4:55 pm", Sections: []WallChartSection{s}}
}

func init() {
	prints["wall-chart"] = func(w io.Writer) error { return press.WallChartPDF(w, sampleWallChart(40, 9, 4)) }
	emptyPrints["wall-chart"] = func(w io.Writer) error { return press.WallChartPDF(w, WallChart{}) }
}

// The sheets of a wall chart hang beside each other: the same row is at the same height on all of them, each says where it
// hangs, and every box stands once.
func TestSheetsOfAWallChartMatch(t *testing.T) {
	for _, tt := range []struct {
		name            string
		players, rounds int
		paper           Paper
		pages           int
	}{
		{"a small section on one sheet", 10, 3, PaperA4, 1},
		{"nine rounds on A4", 24, 9, PaperA4, 4},
		{"nine rounds on A3", 24, 9, PaperA3, 2},
		{"a large section", 150, 9, PaperA4, 14},
		{"nobody yet", 0, 5, PaperA4, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sampleWallChart(tt.players, tt.rounds, min(4, tt.rounds))
			c.Paper = tt.paper
			if tt.players > 3 {
				c.Sections[0].Rows[3].Name = fortyWords
			}
			pages := textsOf(t, written(t, func(w io.Writer) error { return press.WallChartPDF(w, c) }))
			if len(pages) != tt.pages {
				t.Errorf("%d pages, want %d", len(pages), tt.pages)
			}
			heights, heads := map[string]float64{}, map[string]int{}
			for _, page := range pages {
				seen := map[string]float64{}
				for _, p := range page {
					if strings.HasPrefix(p.text, "Round ") {
						heads[p.text]++
					}
					if p.size == wallName.size && strings.Trim(p.text, "0123456789") == "" {
						if was, ok := heights[p.text]; ok && was != p.y {
							t.Errorf("row %s stands at %g and at %g", p.text, was, p.y)
						}
						heights[p.text], seen[p.text] = p.y, p.y
					}
				}
				if tt.players > 0 && len(seen) == 0 {
					t.Error("a page without rows")
				}
			}
			if len(heights) != tt.players {
				t.Errorf("%d rows of %d players", len(heights), tt.players)
			}
			for n := range tt.rounds {
				if heads[fmt.Sprintf("Round %d", n+1)] != heads["Round 1"] {
					t.Errorf("the heads of the rounds: %v", heads)
				}
			}
			text := strings.Join(strings.Fields(strings.ReplaceAll(allText(pages), "|", " ")), " ")
			if tt.players > 3 && !strings.Contains(text, "Tail") {
				t.Error("a name is cut")
			}
			if tt.pages > 1 && tt.paper == PaperA4 && !strings.Contains(text, "Sheet 2 of 2 across") {
				t.Errorf("no sheet says where it hangs: %.600s", text)
			}
		})
	}
}

// The bundle of a round has all sections, each with its tables, its names and its slips, whose pages are counted by
// themselves.
func TestBundleOfSections(t *testing.T) {
	open, handicap := samplePairings(24), samplePairings(9)
	handicap.Section, handicap.Event = "Beginners", open.Event
	all := RoundSheet{Event: open.Event, Round: 3, Sections: []PairingSheet{open, handicap, {Section: "Rapid", Round: 3}}}
	all.Sections[0].Games[0].Result = "Black won"
	var got []string
	for _, page := range textsOf(t, written(t, func(w io.Writer) error { return press.RoundBundle(w, all) })) {
		text := strings.Join(linesOf(page), "\n")
		for _, of := range []string{"Open", "Beginners", "Rapid"} {
			for _, what := range []string{"by table", "by name", "Tick who won"} {
				if strings.Contains(text, of) && strings.Contains(text, what) {
					got = append(got, of+" "+what)
				}
			}
		}
		if strings.Contains(text, "Black won") {
			t.Error("a result stands in the bundle of a round")
		}
	}
	want := []string{
		"Open by table", "Open by name", "Open Tick who won", "Open Tick who won",
		"Beginners by table", "Beginners by name", "Beginners Tick who won", "Rapid by table",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Bug: where a sheet hangs stood on the end of a long name of a section.
func TestWhereAWallChartHangsIsClearOfItsTitle(t *testing.T) {
	c := sampleWallChart(150, 9, 4)
	c.Sections[0].Name = strings.Repeat("Championship of all islands ", 6)
	for n, page := range textsOf(t, written(t, func(w io.Writer) error { return press.WallChartPDF(w, c) })) {
		where := slices.IndexFunc(page, func(p pdfText) bool { return strings.HasPrefix(p.text, "Sheet ") })
		if where < 0 {
			t.Fatalf("page %d does not say where it hangs", n+1)
		}
		title := slices.IndexFunc(page, func(p pdfText) bool { return p.y == page[where].y && p.text != page[where].text })
		if title < 0 {
			t.Fatalf("page %d has no title", n+1)
		}
		end := page[title].x + widthOf(page[title].text, style{size: 17, weight: bold})/mmPerPoint
		if end+4 > page[where].x {
			t.Errorf("page %d: %q ends at %g, and %q begins at %g", n+1, page[title].text, end, page[where].text, page[where].x)
		}
	}
}

// Names in capitals keep their script: of Georgian the capitals are in few fonts.
func TestCapitalsKeepTheirScript(t *testing.T) {
	for _, name := range []auth.Name{{Family: "ბერიძე", Given: "ნინო"}, {Family: "Straße", Given: "Ana"}, {Family: "ŉdlovu", Given: "Ana"}} {
		if got := printable(name.ByFamily()); strings.Contains(got, "[U+") || name.Family == "ბერიძე" && !strings.Contains(got, "ბ") {
			t.Errorf("%v is printed %q", name, got)
		}
	}
}
