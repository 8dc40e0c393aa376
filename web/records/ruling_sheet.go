package records

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/gorules/record"
	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// rulingSheet prints a ruling, with the positions it is about.
func (s *Desk) rulingSheet(c echo.Context) error {
	id, err := kit.PathID[results.RulingID](c, "id")
	if err != nil {
		return err
	}
	r, t, err := s.results.Ruling(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	sheet := reports.RulingSheet{
		Event: t.Event.Name, Section: t.Section.Name, Round: t.Round, Table: t.Game.Table, Date: t.Event.Dates(),
		Black: sheetPlayer(t.Black, t.Round), White: sheetPlayer(t.White, t.Round),
		Terms: tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi),
		How:   t.Section.ShortHandicap(t.Game, t.Black, t.White),
		Move:  r.Move, Facts: r.Facts, Ruling: r.Kind.Label(), Rule: r.Rule, Reason: r.Reason,
		Result:  results.Text(tournaments.Game{Result: r.Result, Margin: r.Margin}),
		Referee: r.RuledBy, RuledAt: r.RuledAt.Long(), Position: r.Position.Says,
	}
	if r.Record != 0 {
		kept, err := s.results.Record(c.Request().Context(), s.Actor(c), r.Record)
		if err != nil && apperr.KindOf(err) != apperr.Gone { // the ruling stays when its record was removed
			return err
		}
		sheet.Record, sheet.RecordHash = kept.FileName, kept.Hash
		options := keptOptions(kept)
		if sheet.Diagrams, err = rulingDiagrams(c.Request().Context(), kept.Content, options, r.Move); err != nil {
			return err
		}
		if r.Position.Says != "" {
			positions, err := positionDiagrams(c.Request().Context(), kept.Content, options, r.Position)
			if err != nil {
				return err
			}
			sheet.Diagrams = append(positions, sheet.Diagrams...)
		}
		if sheet.Counts, err = countLines(c.Request().Context(), kept.Record, options); err != nil {
			return err
		}
		differs, err := s.differences(c, kept)
		if err != nil {
			return err
		}
		for _, d := range differs {
			sheet.Differs = append(sheet.Differs, differenceLine(d))
		}
	}
	return kit.SendPrint(
		c, s.FileName(
			fmt.Sprintf("ruling %d round %d table %d", r.ID, t.Round, t.Game.Table), t.Event.Slug+" "+t.Section.Slug, r.RuledAt.Date(),
		),
		s.Press().RulingSheetPDF, sheet,
	)
}

// countLines are the counts of a record's end for print; none of one that cannot be
// counted.
func countLines(ctx context.Context, r results.Record, o record.Options) ([]string, error) {
	g, err := firstGame(r)
	if err != nil {
		return nil, nil
	}
	o.Estimate = record.NotEstimated
	report, err := record.Examine(ctx, g, o, nil)
	if err != nil {
		return nil, ctx.Err()
	}
	var out []string
	for _, count := range report.Counts() {
		line := count.Label + ": " + count.Result + " (" + count.Totals + ")"
		if count.AsClaimed {
			line += ", as the record says"
		}
		out = append(out, line+".")
	}
	if text := report.Answer.Says(report.Height); text != "" {
		out = append(out, text)
	}
	return out, nil
}

func differenceLine(d results.Difference) string {
	if d.Table == "" {
		return d.What + ": " + d.Record
	}
	return d.What + ": " + d.Record + " in the record, " + d.Table + " at the table"
}

// rulingDiagrams are the positions that a ruling is about, for print. A record
// that cannot be read has none.
func rulingDiagrams(ctx context.Context, content []byte, o record.Options, move int) ([]reports.Diagram, error) {
	file := sgf.Parse(content)
	if len(file.Games) == 0 {
		return nil, nil
	}
	diagrams, err := record.RulingDiagrams(ctx, &file.Games[0], o, move)
	var out []reports.Diagram
	for _, d := range diagrams {
		out = append(out, kit.PrintedDiagram(d))
	}
	return out, err
}

// positionDiagrams are the position that is kept with a ruling and what was played on from
// it, for print.
func positionDiagrams(
	ctx context.Context, content []byte, o record.Options, p results.Position,
) ([]reports.Diagram, error) {
	file := sgf.Parse(content)
	if len(file.Games) == 0 {
		return nil, nil
	}
	g := &file.Games[0]
	var rec sgf.Record
	if err := g.MainLine(&rec); err != nil {
		return nil, nil
	}
	diagrams, err := record.PositionDiagrams(ctx, g, p.Options(o, rec.Height), p.Stones(rec.Height))
	var out []reports.Diagram
	for _, d := range diagrams {
		out = append(out, kit.PrintedDiagram(d))
	}
	return out, err
}

func sheetPlayer(s tournaments.Seat, round int) reports.Player {
	e := s.Entry
	return reports.Player{
		Name: e.Name, Grade: e.Rating.Grade().String(), Club: e.Club, SortKey: e.SortKey, Score: s.ScoreBefore(round),
	}
}
