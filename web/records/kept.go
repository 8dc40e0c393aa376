package records

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/gorules/record"
	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// keptReport is what everybody is shown of a kept record. It is made at the first
// look and stored, so that looking again plays nothing through.
type keptReport struct {
	Facts   []kit.Fact `json:"facts"`
	Trouble string     `json:"trouble,omitempty"` // why there is no board
	Contact bool       `json:"contact,omitempty"` // its texts have contact data
	lineData
}

// reportForm is the form of a keptReport. Whoever changes that, or what the
// engine finds, counts on: stored reports are then made again.
const reportForm = 5

// keptBounds are those of records that players hand in: longer than any game,
// since what is kept is played through once.
var keptBounds = record.Bounds{Moves: 4000}

// keptReport gives the stored report of a record, or makes it.
func (s *Desk) keptReport(c echo.Context, r results.SeenRecord) (keptReport, error) {
	ctx := c.Request().Context()
	var kept keptReport
	text, err := s.results.ReportOf(ctx, r.ID, reportForm)
	if err != nil {
		return kept, err
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &kept); err != nil {
			return kept, fmt.Errorf("read the report of record %d: %w", r.ID, err)
		}
		return kept, nil
	}
	if kept, err = playedThrough(ctx, r); err != nil {
		return kept, err
	}
	made, err := json.Marshal(kept)
	if err != nil {
		return kept, fmt.Errorf("write the report of record %d: %w", r.ID, err)
	}
	return kept, s.results.KeepReport(ctx, r.ID, reportForm, string(made))
}

// playedThrough plays a kept record, without looking further into it. The error
// is that of the context alone: what is wrong with the record is in the report.
func playedThrough(ctx context.Context, r results.SeenRecord) (keptReport, error) {
	file := sgf.Parse(r.Content)
	if len(file.Games) == 0 {
		return inTrouble(errors.New(unreadable(file))), nil
	}
	g := &file.Games[0]
	checker := record.Checker{Options: keptOptions(r)}
	report := &record.Report{}
	err := checker.Check(ctx, g, report)
	if err == nil {
		var l lineData
		if l, err = new(boardAsk).line(ctx, g, checker.Options); err == nil {
			return keptReport{Facts: recordFacts(report), Contact: file.HasText(hasContact), lineData: l}, nil
		}
	}
	return inTrouble(err), ctx.Err()
}

func inTrouble(err error) keptReport { return keptReport{Trouble: kit.UpperFirst(err.Error()) + "."} }
