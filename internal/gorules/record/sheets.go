package record

import (
	"fmt"
	"strings"

	"nzgs/internal/gorules"
)

// A Sheet is a part of a game as printed records show it: the position before its first move, its moves as numbers on
// their stones, which stay although they are captured, and notes on what the board cannot show.
type Sheet struct {
	From, To int // moves
	Diagram  Diagram
	// Notes say which moves were played where the sheet has a stone already, "20 = 112" or "112 at D4", and which were
	// no stones.
	Notes []string
}

// Sheets are the moves of a record in parts of that many; a record without moves is one part.
func Sheets(frames []Frame, width, height, moves int) ([]Sheet, error) {
	steps := Steps(frames, height)
	var out []Sheet
	first := 0
	for first < len(frames) && frames[first].Number == 0 {
		first++
	}
	for from := first; from < len(frames) || len(out) == 0; {
		b, err := BoardAfter(steps, from-1, width, height)
		if err != nil {
			return nil, err
		}
		sheet := sheetOf(b)
		for ; from < len(frames) && (sheet.To == 0 || frames[from].Number < sheet.From+moves); from++ {
			sheet.play(&frames[from], steps[from].Caption)
		}
		sheet.Diagram.Captured = steps[max(0, from-1)].Captured
		out = append(out, sheet.Sheet)
	}
	return out, nil
}

// sheet is a Sheet that is being filled: what stands on each point, and by which move.
type sheet struct {
	Sheet
	at     map[gorules.Point]int // index of the stone on a point
	height int
}

func sheetOf(b *gorules.Board) *sheet {
	s := &sheet{Sheet: Sheet{Diagram: diagramOf(b)}, at: map[gorules.Point]int{}, height: b.Height()}
	s.Diagram.Last, s.Diagram.Wrong = gorules.Pass, gorules.Pass
	for i, stone := range s.Diagram.Stones {
		s.at[stone.Point] = i
	}
	return s
}

// play puts a move on the sheet, or says in a note where it went.
func (s *sheet) play(f *Frame, caption string) {
	if f.Number > 0 {
		if s.From == 0 {
			s.From = f.Number
		}
		s.To = f.Number
	}
	switch {
	case f.Number == 0:
		s.Notes = append(s.Notes, s.setUp(f))
	case f.Violation != nil || !f.Move.Point.IsPoint():
		s.Notes = append(s.Notes, strings.TrimPrefix(caption, "Move "))
	default:
		i, taken := s.at[f.Move.Point]
		switch {
		case !taken:
			s.at[f.Move.Point] = len(s.Diagram.Stones)
			s.Diagram.Stones = append(s.Diagram.Stones, DiagramStone{
				Stone: Stone{f.Move.Colour, f.Move.Point}, Number: f.Number,
			})
		case s.Diagram.Stones[i].Number > 0:
			s.Notes = append(s.Notes, fmt.Sprintf("%d = %d", s.Diagram.Stones[i].Number, f.Number))
		default:
			s.Notes = append(s.Notes, fmt.Sprintf("%d at %s", f.Number, f.Move.Point.Label(s.height)))
		}
	}
}

// setUp is what was set up in the middle of a game.
func (s *sheet) setUp(f *Frame) string {
	return fmt.Sprintf("Before move %d the position was changed: %d stones set, %d taken off", s.To+1, len(f.Put), len(f.Removed))
}
