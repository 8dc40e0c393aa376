package kit

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/reports"
)

// Moves on a diagram of a printed game: where nothing is asked, and more for who wants fewer diagrams.
const (
	fewMoves  = 50
	manyMoves = 100
)

// GamePrints are the links to a game on paper.
func GamePrints(address string) []Link {
	return []Link{{Label: "50 moves a diagram", URL: address}, {Label: "100 moves a diagram", URL: address + "?moves=100"}}
}

// GameSheets are the diagrams of a printed game, of as many moves each as the address asks: "?moves=100".
func GameSheets(ctx context.Context, c echo.Context, content []byte, o record.Options) ([]reports.GameSheet, error) {
	each := fewMoves
	if c.QueryParam("moves") == "100" {
		each = manyMoves
	}
	file := sgf.Parse(content)
	if len(file.Games) == 0 {
		return nil, ErrNoSuchPage
	}
	walk, err := record.WalkAlong(ctx, &file.Games[0], o)
	if err != nil {
		return nil, err
	}
	sheets, err := record.Sheets(walk.Frames, walk.Report.Width, walk.Report.Height, each)
	var out []reports.GameSheet
	for _, s := range sheets {
		title := fmt.Sprintf("Moves %d to %d", s.From, s.To)
		switch s.To {
		case 0:
			title = "No moves"
		case s.From:
			title = fmt.Sprintf("Move %d", s.To)
		}
		out = append(out, reports.GameSheet{
			Title: title, Diagram: PrintedDiagram(s.Diagram), Notes: s.Notes, Captured: s.Diagram.Captured, Large: each == manyMoves,
		})
	}
	return out, err
}

// PrintedDiagram is a diagram for print.
func PrintedDiagram(d record.Diagram) reports.Diagram {
	out := reports.Diagram{
		Title: d.Title, Caption: d.Caption, Width: d.Width, Height: d.Height, Columns: d.Columns, Rows: d.Rows,
	}
	for _, p := range d.Stars {
		out.Stars = append(out.Stars, diagramPoint(p))
	}
	mark := func(p gorules.Point, kind reports.DiagramMarkKind) {
		if p.IsPoint() {
			out.Marks = append(out.Marks, reports.DiagramMark{DiagramPoint: diagramPoint(p), Kind: kind})
		}
	}
	mark(d.Last, reports.LastMove)
	mark(d.Wrong, reports.Violation)
	for _, s := range d.Stones {
		stone := reports.DiagramStone{DiagramPoint: diagramPoint(s.Point), Number: s.Number}
		if s.Colour == gorules.Black {
			out.Black = append(out.Black, stone)
		} else {
			out.White = append(out.White, stone)
		}
		if s.Dead {
			mark(s.Point, reports.DeadStone)
		}
		if s.Disputed {
			mark(s.Point, reports.DisputedStone)
		}
	}
	for _, a := range d.Areas {
		mark(a.Point, areaMarks[a.Of])
	}
	return out
}

var areaMarks = map[gorules.Owner]reports.DiagramMarkKind{
	gorules.Blacks: reports.BlackPoint, gorules.Whites: reports.WhitePoint, gorules.Both: reports.SharedPoint,
}

func diagramPoint(p gorules.Point) reports.DiagramPoint {
	return reports.DiagramPoint{X: p.X(), Y: p.Y()}
}
