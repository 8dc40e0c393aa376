package reports

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
)

// sampleDiagram is a board of any size with every third point taken.
func sampleDiagram(width, height int) Diagram {
	g := Diagram{
		Title: "Before move 24", Caption: "The position in which the move was made.", Width: width, Height: height,
	}
	for x := range width {
		g.Columns = append(g.Columns, string(rune('A'+x%26)))
	}
	for y := range height {
		g.Rows = append(g.Rows, fmt.Sprint(height-y))
		for x := range width {
			p := DiagramPoint{x, y}
			switch (x*7 + y*3) % 11 {
			case 0, 1:
				g.Black = append(g.Black, DiagramStone{p, 0})
			case 2, 3:
				g.White = append(g.White, DiagramStone{p, 0})
			case 4:
				g.Marks = append(g.Marks, DiagramMark{p, BlackPoint})
			case 5:
				g.Marks = append(g.Marks, DiagramMark{p, WhitePoint})
			case 6:
				g.Marks = append(g.Marks, DiagramMark{p, SharedPoint})
			}
		}
	}
	if width > 9 && height > 9 {
		g.Stars = []DiagramPoint{{3, 3}, {width - 4, 3}, {3, height - 4}, {width - 4, height - 4}, {width / 2, height / 2}}
	}
	g.White = append(g.White, DiagramStone{DiagramPoint{width / 2, 0}, 124})
	g.Marks = append(g.Marks, DiagramMark{DiagramPoint{width / 2, 0}, Violation})
	if len(g.Black) > 1 {
		g.Marks = append(
			g.Marks, DiagramMark{g.Black[0].DiagramPoint, LastMove}, DiagramMark{g.Black[1].DiagramPoint, DeadStone},
			DiagramMark{g.White[0].DiagramPoint, DisputedStone},
		)
	}
	return g
}

func sampleRuling(width, height int) RulingSheet {
	r := RulingSheet{
		Event: "New Zealand Go Congress 2026", Section: "Open", Round: 3, Table: 5, Date: "21 November 2026",
		Black: samplePlayer(0), White: samplePlayer(2), Terms: "Even, komi 7",
		Record: "game-5.sgf", RecordHash: strings.Repeat("0123456789abcdef", 4), Move: 124,
		Facts: "Move 124: White at K10: it repeats the whole board as it was after move 120.\nBlack stopped the clock " +
			"and called the referee before playing.",
		Ruling: "The position is restored; the move becomes a pass", Rule: "NZ Rules of Go, Explanation, Repetition",
		Reason:  "Black claimed the repetition before making the next move. 山田 heard the claim.",
		Referee: "Hēmi Tōtara", RuledAt: "21 November 2026, 2.14 pm",
	}
	for i, title := range []string{"Before move 124", "Move 124", "The end if it stands", "The end if it is a pass"} {
		g := sampleDiagram(width, height)
		g.Title = title
		if i > 1 {
			g.Caption = "White wins by 3: Black 184, White 177 and komi 10."
		}
		r.Diagrams = append(r.Diagrams, g)
	}
	return r
}

func rulingPages(t testing.TB, r RulingSheet) [][]pdfText {
	t.Helper()
	return textsOf(t, written(t, func(w io.Writer) error { return press.RulingSheetPDF(w, r) }))
}

func TestRulingSheet(t *testing.T) {
	pages := rulingPages(t, sampleRuling(19, 19))
	if len(pages) != 2 {
		t.Errorf("%d pages", len(pages))
	}
	text := allText(pages)
	for _, want := range []string{
		"New Zealand Go Congress 2026 · Open · Round 3 · Table 5", "Referee’s ruling",
		"Black|Aroha Tūī\n5 dan", "White|王小明\n1 dan", "Game|Even, komi 7", "Played|21 November 2026",
		"Record|game-5.sgf\nSHA-256 0123456789abcdef",
		"What happened at move 124\nMove 124: White at K10: it repeats the whole board as it was after move 120.\nBlack " +
			"stopped the clock",
		"Ruling\nThe position is restored; the move becomes a pass", "Rule\nNZ Rules of Go, Explanation, Repetition",
		"Reason\nBlack claimed the repetition before making the next move. |山田 |heard the claim.",
		"New result\nThe ruling does not change the result.",
		"Hēmi Tōtara, referee", "21 November 2026, 2.14 pm", "Ruled at",
		"Before move 124", "The end if it stands", "The end if it is a pass",
		"White wins by 3: Black 184, White 177 and komi 10.",
		"against the rules", "played last", "taken off as dead", "Black’s point", "White’s point", "both players’ point",
		"Page 1 of 2",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	r := sampleRuling(9, 9)
	r.Result, r.Move, r.Record, r.Section = "White wins by 3", 0, "", ""
	text = allText(rulingPages(t, r))
	if !strings.Contains(
		text, "New result\nWhite wins by 3",
	) || strings.Contains(text, "at move") || strings.Contains(text, "Record") || strings.Contains(text, "no result") {
		t.Error(text)
	}
}

// Everything that is drawn of a board stays on the paper, whatever its size.
func TestDiagramsOfAnySizeStayOnThePage(t *testing.T) {
	for _, size := range [][2]int{
		{1, 1}, {1, 52}, {52, 1}, {2, 3}, {5, 5}, {9, 9}, {13, 13}, {9, 19}, {19, 9}, {19, 19}, {25, 25}, {26, 26}, {52, 9},
		{9, 52}, {52, 52},
	} {
		r := sampleRuling(size[0], size[1])
		f := &flow{document: press.newDocument("")}
		f.y = f.startPage(f.top)
		r.diagrams(f)
		for n, page := range f.pages {
			for _, m := range page {
				right, bottom := m.x, m.y
				if m.kind == lineMark || m.kind == boxMark || m.kind == fillMark {
					right, bottom = m.x+m.width, m.y+m.height
				}
				if m.x < margin-3 || right > pageWidth-margin+3 || m.y < margin-4 || bottom > contentBottom+1 {
					t.Fatalf("%d × %d, page %d: %+v is off the page", size[0], size[1], n+1, m)
				}
			}
		}
		pdf := written(t, func(w io.Writer) error { return press.RulingSheetPDF(w, r) })
		if again := written(t, func(w io.Writer) error { return press.RulingSheetPDF(w, r) }); !bytes.Equal(pdf, again) {
			t.Errorf("%d × %d differs from run to run", size[0], size[1])
		}
	}
}

// marksOf draws one diagram alone, with ten millimetres between lines and its
// first point at 0, 0.
func marksOf(g *Diagram) []mark {
	d := press.newDocument("")
	d.addPage()
	d.diagram(g, -diagramSide*10, -diagramSide*10, 10)
	return d.pages[0]
}

func TestDiagramIsDrawnPointByPoint(t *testing.T) {
	g := Diagram{
		Width: 3, Height: 2, Columns: []string{"A", "B", "C"}, Rows: []string{"2", "1"}, Stars: []DiagramPoint{{1, 1}},
		Black: []DiagramStone{{DiagramPoint{0, 0}, 0}, {DiagramPoint{7, 0}, 3}},
		White: []DiagramStone{{DiagramPoint{2, 1}, 24}},
		Marks: []DiagramMark{
			{DiagramPoint{2, 1}, Violation}, {DiagramPoint{0, 0}, LastMove}, {DiagramPoint{-1, 0}, Violation},
			{DiagramPoint{1, 0}, BlackPoint},
		},
	}
	var lines, boxes, fills int
	var texts, discs, circles []string
	for _, m := range marksOf(&g) {
		at := fmt.Sprintf("%g,%g", math.Round(m.x), math.Round(m.y))
		switch m.kind {
		case lineMark:
			lines++
		case boxMark:
			boxes++
			if m.x > 20 || m.x+m.width < 20 || m.y > 10 || m.y+m.height < 10 {
				t.Errorf("the frame is at %s", at)
			}
		case fillMark:
			fills++
		case discMark:
			discs = append(discs, at)
		case circleMark:
			circles = append(circles, at)
		case textMark:
			texts = append(texts, m.text)
		}
	}
	if lines != 5 || boxes != 1 || fills != 1 {
		t.Errorf("%d lines, %d frames, %d squares", lines, boxes, fills)
	}
	if got, want := strings.Join(discs, " "), "10,10 0,0"; got != want {
		t.Errorf("black at %s, want %s", got, want)
	}
	if got, want := strings.Join(circles, " "), "20,10 0,0"; got != want { // the white stone, the dot on the black one
		t.Errorf("white at %s, want %s", got, want)
	}
	if got, want := strings.Join(texts, " "), "A A B B C C 2 2 1 1 24"; got != want {
		t.Errorf("texts %s, want %s", got, want)
	}
}

// A number fits on its stone, however many digits it has.
func TestNumbersFitOnStones(t *testing.T) {
	for _, n := range []int{1, 24, 361, 9999} {
		g := Diagram{Width: 1, Height: 1, Black: []DiagramStone{{DiagramPoint{}, n}}}
		for _, m := range marksOf(&g) {
			if m.kind != textMark {
				continue
			}
			width := widthOf(m.text, style{size: m.size, weight: bold})
			if width > 8 || math.Abs(m.x+width/2) > 0.01 || m.grey != 255 {
				t.Errorf("%d is %g mm wide at %g, grey %d", n, width, m.x, m.grey)
			}
		}
	}
}

func TestRulingSheetRefusesBoardsThatCannotBeDrawn(t *testing.T) {
	for _, size := range [][2]int{{0, 9}, {9, 0}, {-1, 9}, {53, 9}, {9, 1 << 30}} {
		err := press.RulingSheetPDF(io.Discard, RulingSheet{Diagrams: []Diagram{{Width: size[0], Height: size[1]}}})
		if err == nil || !strings.Contains(err.Error(), "1 to 52") {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// Long texts go on over the pages: every word is there, none below the foot.
func TestLongRulingsFlow(t *testing.T) {
	r := sampleRuling(19, 19)
	var words []string
	for i := range 600 {
		words = append(words, fmt.Sprintf("word%03d", i))
	}
	r.Facts = strings.Join(words, " ")
	r.Reason = strings.Repeat("line\n", 150)
	pages := rulingPages(t, r)
	if len(pages) < 4 {
		t.Errorf("%d pages", len(pages))
	}
	text := allText(pages)
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Fatalf("%s is lost", w)
		}
	}
	if n := strings.Count(text, "line\n"); n != 150 {
		t.Errorf("%d lines of the reason", n)
	}
	for n, page := range pages {
		for _, p := range page {
			mm := (841.89 - p.y) * 25.4 / 72
			if mm > contentBottom && mm < footerTop {
				t.Errorf("page %d: %q stands in the foot", n+1, p.text)
			}
		}
	}
	for _, page := range pages { // the signature is never torn from its name
		text := strings.Join(linesOf(page), "\n")
		if strings.Contains(text, "Ruled at") != strings.Contains(text, "Hēmi Tōtara, referee") {
			t.Error(text)
		}
	}
}
