package records_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/gorules/record"
	"nzgs/internal/results"
	"nzgs/reports"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webrecords "nzgs/web/records"
)

func titlesOf(diagrams []reports.Diagram) string {
	var out []string
	for _, d := range diagrams {
		out = append(out, d.Title)
	}
	return strings.Join(out, "; ")
}

// marked lists the marks of a kind on a diagram, and the numbered stones.
func marked(d reports.Diagram, kind reports.DiagramMarkKind) string {
	var out []string
	for _, m := range d.Marks {
		if m.Kind == kind {
			out = append(out, fmt.Sprintf("%d,%d", m.X, m.Y))
		}
	}
	for _, s := range append(append([]reports.DiagramStone{}, d.Black...), d.White...) {
		if s.Number > 0 {
			out = append(out, fmt.Sprintf("%d at %d,%d", s.Number, s.X, s.Y))
		}
	}
	return strings.Join(out, " ")
}

func TestDiagramsOfARuling(t *testing.T) {
	for _, test := range []struct {
		name, record string
		move         int
		titles       string
		wrong        string // on the diagram of the move
		last         string // caption of the last diagram
	}{
		{"repetition", koRecord, 10, "Before move 10; Move 10; The end if the move stands; The end if the move is a pass",
			"2,2 10 at 2,2", "Black wins by 4: Black 22, White 18. Every stone on the board is counted as alive."},
		{
			"on a stone", "(;SZ[5]KM[0];B[aa];W[aa];B[bb])", 2, "Before move 2; Move 2; The end if the move is a pass", "0,0",
			"Black wins by 25: Black 25, White 0.",
		},
		{
			"off the board", "(;SZ[5]KM[0];B[aa];W[gg];B[bb])", 2, "Before move 2; Move 2; The end if the move is a pass", "6,6",
			"Black wins by 25: Black 25, White 0.",
		},
		{"legal", koRecord, 2, "Before move 2; Move 2; The end", "2 at 2,2", "A tie (jigo): Black 20, White 20."},
		{
			"a pass", "(;SZ[5];B[aa];W[])", 2, "Before move 2; Move 2; The end", "",
			"Black wins by 18: Black 25, White 0 and komi 7.",
		},
		{
			"two running", "(;SZ[5]KM[0];B[aa];W[bb];W[cc])", 3,
			"Before move 3; Move 3; The end if the move stands; The end if the move is a pass", "2,2 3 at 2,2", "",
		},
		{"no move", koRecord, 0, "The end", "", "A tie (jigo): Black 20, White 20."},
		{"a move that is not there", koRecord, 99, "The end", "", ""},
		{"nothing to read", "no record", 3, "", "", ""},
		{"another game", "(;GM[2];B[aa])", 1, "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			diagrams, err := webrecords.RulingDiagrams(t.Context(), []byte(test.record), record.Options{}, test.move)
			if err != nil || titlesOf(diagrams) != test.titles {
				t.Fatalf("%q, %v", titlesOf(diagrams), err)
			}
			if len(diagrams) > 1 {
				if got := marked(diagrams[1], reports.Violation); got != test.wrong {
					t.Errorf("the move has the marks %q, want %q", got, test.wrong)
				}
			}
			if n := len(diagrams); n > 0 && !strings.Contains(diagrams[n-1].Caption, test.last) {
				t.Errorf("the last says %q", diagrams[n-1].Caption)
			}
		})
	}
}

// The position before a move is that after the one before it, and the territory
// of the end is marked point by point.
// The whole chain is marked of which one stone is named, in the position that is kept and not
// in the one after it.
func TestDisputedStonesAreMarked(t *testing.T) {
	const text = "(;SZ[5]KM[0];B[bc];W[cc];B[bd];W[dd];B[];W[])"
	position := results.Position{After: 6, Next: "B", Moves: "E5", Disputed: "B2 C3"}
	diagrams, err := webrecords.PositionDiagrams(t.Context(), []byte(text), record.Options{}, position)
	if err != nil || titlesOf(diagrams) != "The position; Played on" {
		t.Fatalf("%q, %v", titlesOf(diagrams), err)
	}
	if got := marked(diagrams[0], reports.DisputedStone); got != "1,2 2,2 1,3" {
		t.Errorf("marked %q", got)
	}
	if got := marked(diagrams[1], reports.DisputedStone); got != "1 at 4,0" {
		t.Errorf("marked after it: %q", got)
	}
}

func TestDiagramsShowThePositions(t *testing.T) {
	diagrams, err := webrecords.RulingDiagrams(t.Context(), []byte(koRecord), record.Options{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	before, played, stands, pass := diagrams[0], diagrams[1], diagrams[2], diagrams[3]
	if len(before.Black) != 5 || len(before.White) != 3 || marked(before, reports.LastMove) != "3,2" {
		t.Errorf(
			"before: %d black, %d white, last %q", len(before.Black), len(before.White), marked(before, reports.LastMove),
		)
	}
	if len(played.Black) != 4 || len(played.White) != 4 {
		t.Errorf("the move: %d black, %d white", len(played.Black), len(played.White))
	}
	for _, d := range []reports.Diagram{stands, pass} {
		areas := 0
		for _, m := range d.Marks {
			if m.Kind >= reports.BlackPoint {
				areas++
			}
		}
		if got := areas + len(d.Black) + len(d.White); got > 25 || areas == 0 {
			t.Errorf("%s: %d points and stones of 25", d.Title, got)
		}
	}
}

// A ruling is printed whatever its record is: none, a short one, and one that
// asks for all the work there can be.
func TestRulingSheetIsPrinted(t *testing.T) {
	s := kittest.EmptySite(t)
	game := s.FillSmall().Halves[0].Game
	account, _ := s.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee := s.Browser(s.Session(account))
	for name, content := range map[string]string{
		"none": "", "short": koRecord, "wild": "(;SZ[52]" + strings.Repeat(";B[aa];W[bb]", 2000) + ")",
	} {
		ruling := results.RulingInput{
			Game: game, Move: 10, Kind: results.OtherRuling, Rule: "NZ Rules of Go", Facts: "王小明 and </Tj> (brackets\\",
			Reason: strings.Repeat("Because. ", 200),
		}
		if content != "" {
			kept, err := s.Results.AttachRecord(t.Context(), kittest.Program, results.AttachForm{
				Game: game, FileName: name + ".sgf", Content: []byte(content),
			})
			s.Must(err)
			ruling.Record = kept.ID
		}
		made, err := s.Results.Rule(t.Context(), kittest.Program, ruling)
		s.Must(err)
		first, second := referee.Get(kit.RulingSheetURL(made.ID)), referee.Get(kit.RulingSheetURL(made.ID))
		if first.Status != http.StatusOK || first.Header.Get("Content-Type") != "application/pdf" ||
			!strings.HasPrefix(first.Body, "%PDF-") || first.Body != second.Body {
			t.Errorf(
				"%s: status %d, %s, the same again: %t", name, first.Status, first.Header.Get("Content-Type"),
				first.Body == second.Body,
			)
		}
	}
	referee.Get(kit.RulingSheetURL(999999)).Wants(t, http.StatusNotFound)
}
