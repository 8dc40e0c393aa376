package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

func sampleGame(sheets, notes int) GameRecord {
	r := GameRecord{
		Over: "New Zealand Go Congress 2026", Title: "Open, round 3, table 1", AsAt: "21 November 2026, 4.55 pm",
		Facts: [][2]string{{"Black", fortyWords}, {"White", "王小明"}, {"Result", "Black won by 3½"}},
	}
	for i := range sheets {
		s := GameSheet{
			Title: fmt.Sprintf("Moves %d to %d", 50*i+1, 50*i+50), Captured: "Captured: 3 black, 1 white",
			Diagram: Diagram{Width: 19, Height: 19},
		}
		for k := range 50 {
			stone := DiagramStone{DiagramPoint{k % 19, k / 19}, 50*i + k + 1}
			if k%2 == 0 {
				s.Diagram.Black = append(s.Diagram.Black, stone)
			} else {
				s.Diagram.White = append(s.Diagram.White, stone)
			}
		}
		for k := range notes {
			s.Notes = append(s.Notes, fmt.Sprintf("%d = %d", 20+k, 112+k))
		}
		r.Sheets = append(r.Sheets, s)
	}
	return r
}

// A game is printed whole: every diagram, every number, and what is played where a stone stands.
func TestGameRecord(t *testing.T) {
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.GameRecordPDF(w, sampleGame(5, 3)) }))
	text := strings.ReplaceAll(allText(pages), "|", "\n")
	for _, want := range []string{
		"Open, round 3, table 1", "Tail", "王小明", "Moves 1 to 50", "Moves 201 to 250", "\n250\n",
		"Captured: 3 black, 1 white. 20 = 112, 21 = 113, 22 = 114", "as at 21 November 2026, 4.55 pm",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	many := textsOf(t, written(t, func(w io.Writer) error { return press.GameRecordPDF(w, sampleGame(1, 2000)) }))
	if text := strings.Join(strings.Fields(allText(many)), " "); !strings.Contains(text, "2019 = 2111") || len(many) < 2 {
		t.Errorf("of 2000 notes not all are on %d pages", len(many))
	}
	bad := sampleGame(1, 0)
	bad.Sheets[0].Diagram.Width = MaxBoard + 1
	if err := press.GameRecordPDF(io.Discard, bad); err == nil {
		t.Error("a board that cannot be drawn is taken")
	}
}

// BenchmarkGameRecord is the longest record that is kept, 4,000 moves.
func BenchmarkGameRecord(b *testing.B) {
	r := sampleGame(80, 3)
	b.ReportAllocs()
	for b.Loop() {
		if err := press.GameRecordPDF(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
