package playing

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/reports"
	"nzgs/web/kit"
)

// printWithin is how long a game may take to be put on diagrams: far more than one does.
const printWithin = 5 * time.Second

// recordPrint prints a game of Go as it stands; its remarks are between the two players.
func (s *Desk) recordPrint(c echo.Context) error {
	g, err := s.load(c)
	if err != nil {
		return err
	}
	if g.State.Terms.Game != games.Go {
		return kit.ErrNoSuchPage
	}
	kit.NoStore(c)
	in := reports.GameRecord{Over: "Play by turns", Title: g.Black.Name + " – " + g.White.Name, AsAt: s.Clock().Long()}
	for _, f := range facts(&g) {
		if f.Value != "" {
			in.Facts = append(in.Facts, [2]string{f.Label, f.Value})
		}
	}
	if g.Result != "" {
		in.Facts = append(in.Facts, [2]string{"Result", g.Result})
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), printWithin)
	defer cancel()
	if in.Sheets, err = kit.GameSheets(ctx, c, g.Record(), record.Options{}); err != nil {
		return err
	}
	return kit.SendPrint(c, s.fileName(&g), s.Press().GameRecordPDF, in)
}
