package records

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/reports"
	"nzgs/web/kit"
)

// recordPrint prints a record: the moves alone, so that everyone may have it, with the names of public pages.
func (s *Desk) recordPrint(c echo.Context) error {
	r, err := s.keptRecord(c)
	if err != nil {
		return err
	}
	kept, err := s.keptReport(c, r)
	if err != nil {
		return err
	}
	if kept.Trouble != "" {
		return apperr.New(apperr.NotFound, "This record cannot be printed: it cannot be played through.")
	}
	p := r.Played
	in := reports.GameRecord{
		Over: p.EventName, Title: fmt.Sprintf("%s, round %d, table %d", p.SectionName, p.Round, p.Game.Table), AsAt: s.Clock().Long(),
	}
	facts, err := s.withTerms(c, withNames(kept.Facts, r), r.Game)
	if err != nil {
		return err
	}
	for _, f := range facts {
		if f.Value != "" {
			in.Facts = append(in.Facts, [2]string{f.Label, f.Value})
		}
	}
	if err := s.checked(c, func(ctx context.Context) (err error) {
		in.Sheets, err = kit.GameSheets(ctx, c, r.Content, keptOptions(r))
		return err
	}); err != nil {
		return err
	}
	name := s.recordFileName(r)
	return kit.SendPrint(c, name, s.Press().GameRecordPDF, in)
}
