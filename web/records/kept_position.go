package records

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/gorules/record"
	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// KeptPosition is the position that is kept with a ruling, drawn as on its sheet.
type KeptPosition struct {
	Title, Says string
	Sheet       string // the ruling's sheet
	Disputed    bool   // stones are marked as disputed
	Diagrams    []KeptDiagram
}

// KeptDiagram is one of its positions.
type KeptDiagram struct {
	Title, Caption string
	Board          Board
}

// mostKeptShown is of how many rulings on a record the positions are drawn, the latest
// first; the sheets have all.
const mostKeptShown = 3

// keptPositions are the positions that are kept with rulings on a record.
func (s *Desk) keptPositions(c echo.Context, r results.SeenRecord) ([]KeptPosition, error) {
	rulings, err := s.results.Rulings(c.Request().Context(), r.Game)
	if err != nil {
		return nil, err
	}
	g, err := firstGame(r.Record)
	if err != nil {
		return nil, nil
	}
	var rec sgf.Record
	if g.MainLine(&rec) != nil {
		return nil, nil
	}
	var out []KeptPosition
	for _, ruling := range rulings {
		p := ruling.Position
		if ruling.Record != r.ID || p.Says == "" || len(out) == mostKeptShown {
			continue
		}
		diagrams, err := record.PositionDiagrams(
			c.Request().Context(), g, p.Options(keptOptions(r), rec.Height), p.Stones(rec.Height),
		)
		if err != nil {
			return nil, err
		}
		kept := KeptPosition{
			Title: fmt.Sprintf("%s, %s", ruling.RuledBy, ruling.RuledAt.Long()), Says: p.Says, Sheet: kit.RulingSheetURL(ruling.ID),
			Disputed: p.Disputed != "",
		}
		for _, d := range diagrams {
			kept.Diagrams = append(kept.Diagrams, KeptDiagram{d.Title, d.Caption, boardOf(d, d.Title+". "+d.Caption)})
		}
		out = append(out, kept)
	}
	return out, nil
}
