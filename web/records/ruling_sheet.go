package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/gorules"
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
		Move:  r.Move, Facts: r.Facts, Ruling: r.Kind.Label(), Rule: r.Rule, Reason: r.Reason,
		Result:  results.Text(tournaments.Game{Result: r.Result, Margin: r.Margin}),
		Referee: r.RuledBy, RuledAt: r.RuledAt.Long(),
	}
	if r.Record != 0 {
		kept, _, err := s.results.Record(c.Request().Context(), r.Record)
		if err != nil {
			return err
		}
		sheet.Record, sheet.RecordHash = kept.FileName, kept.Hash
		if sheet.Diagrams, err = rulingDiagrams(c.Request().Context(), kept.Content, r.Move); err != nil {
			return err
		}
	}
	return kit.SendPrint(
		c, fmt.Sprintf("%s-%s-round-%d-table-%d-ruling-%d", t.Event.Slug, t.Section.Slug, t.Round, t.Game.Table, r.ID),
		s.Press().RulingSheetPDF, sheet,
	)
}

// rulingDiagrams are the positions that a ruling is about: before the move, the
// move, and the end under each ruling on it; of a ruling on no move, the end. A
// record that cannot be read has none.
func rulingDiagrams(ctx context.Context, content []byte, move int) ([]reports.Diagram, error) {
	game, err := readRulingGame(ctx, content)
	if err != nil {
		return nil, nil
	}
	frames, at := game.stands, game.step(move)
	if move == 0 || at < 1 {
		end, err := game.end("The end", frames)
		return []reports.Diagram{end}, err
	}
	before, err := game.position(fmt.Sprintf("Before move %d", move), frames, at-1)
	if err != nil {
		return nil, err
	}
	played, err := game.move(at)
	if err != nil {
		return nil, err
	}
	out := []reports.Diagram{before, played}
	v := frames[at].Violation
	if v == nil {
		end, err := game.end("The end", frames)
		return append(out, end), err
	}
	if v.CanStand() {
		end, err := game.end("The end if the move stands", frames)
		if err != nil {
			return nil, err
		}
		out = append(out, end)
	}
	claimed, err := record.Frames(ctx, game.game, record.Options{}, move)
	if err != nil {
		return nil, fmt.Errorf("play a record with move %d as a pass: %w", move, err)
	}
	end, err := game.end("The end if the move is a pass", claimed)
	return append(out, end), err
}

// A rulingGame is the record that a ruling was made from.
type rulingGame struct {
	game   *sgf.Game
	report record.Report
	stands []record.Frame // with what is against the rules standing where it can
}

func readRulingGame(ctx context.Context, content []byte) (*rulingGame, error) {
	file := sgf.Parse(content)
	if len(file.Games) == 0 {
		return nil, errNoGame
	}
	g := &rulingGame{game: &file.Games[0]}
	checker := record.Checker{}
	if err := checker.Check(ctx, g.game, &g.report); err != nil {
		return nil, err
	}
	var err error
	g.stands, err = record.Frames(ctx, g.game, record.Options{}, 0)
	return g, err
}

var errNoGame = errors.New("there is no game in the record")

// step is where a move is among the frames; -1 where it is not.
func (g *rulingGame) step(move int) int {
	return slices.IndexFunc(g.stands, func(f record.Frame) bool { return f.Number == move && move > 0 })
}

// position draws the board after a step.
func (g *rulingGame) position(title string, frames []record.Frame, at int) (reports.Diagram, error) {
	board, _, err := record.BoardAfter(frames, at, g.report.Width, g.report.Height)
	if err != nil {
		return reports.Diagram{}, err
	}
	d := diagramOf(board, title)
	f := frames[at]
	d.Caption = frameTaken(f) + "."
	if f.Number > 0 && len(f.Put) == 1 {
		d.Marks = append(d.Marks, reports.DiagramMark{DiagramPoint: diagramPoint(f.Put[0].Point), Kind: reports.LastMove})
	}
	return d, nil
}

// move draws the board with the move that the ruling is on, numbered, and framed
// if it is against the rules.
func (g *rulingGame) move(at int) (reports.Diagram, error) {
	f := g.stands[at]
	d, err := g.position(fmt.Sprintf("Move %d", f.Number), g.stands, at)
	if err != nil {
		return d, err
	}
	d.Marks = nil
	d.Caption = frameCaption(f, g.report.Height) + "."
	point, onBoard := f.Move.Point, len(f.Put) == 1
	if onBoard {
		point = f.Put[0].Point
		number(d.Black, point, f.Number)
		number(d.White, point, f.Number)
	}
	if v := f.Violation; v != nil {
		if p, err := gorules.ParsePoint(v.Point); err == nil && !onBoard {
			point = p
		}
		if point.IsPoint() {
			d.Marks = append(d.Marks, reports.DiagramMark{DiagramPoint: diagramPoint(point), Kind: reports.Violation})
		}
	}
	return d, nil
}

// number writes a move's number on its stone.
func number(stones []reports.DiagramStone, p gorules.Point, n int) {
	for i := range stones {
		if stones[i].DiagramPoint == diagramPoint(p) {
			stones[i].Number = n
		}
	}
}

// end draws the last position with its territory, counted with every stone
// standing: which are dead, the players say.
func (g *rulingGame) end(title string, frames []record.Frame) (reports.Diagram, error) {
	last := len(frames) - 1
	d, err := g.position(title, frames, last)
	if err != nil {
		return d, err
	}
	board, _, err := record.BoardAfter(frames, last, g.report.Width, g.report.Height)
	if err != nil {
		return d, err
	}
	score, err := g.report.Rules.Count(board, frames[last].Prisoners)
	if err != nil {
		return d, err
	}
	territory, err := g.report.Rules.Territory(board)
	if err != nil {
		return d, err
	}
	for _, p := range board.Points() {
		kind, counted := areaMarks[territory.At(p)]
		if counted && board.At(p) == gorules.Empty {
			d.Marks = append(d.Marks, reports.DiagramMark{DiagramPoint: diagramPoint(p), Kind: kind})
		}
	}
	count := scoreText(&g.report, score)
	d.Caption = fmt.Sprintf("%s: %s. Every stone on the board is counted as alive.", count.Result, count.Totals)
	return d, nil
}

var areaMarks = map[gorules.Owner]reports.DiagramMarkKind{
	gorules.Blacks: reports.BlackPoint, gorules.Whites: reports.WhitePoint, gorules.Both: reports.SharedPoint,
}

func diagramPoint(p gorules.Point) reports.DiagramPoint {
	return reports.DiagramPoint{X: p.X(), Y: p.Y()}
}

// diagramOf is a position for print.
func diagramOf(b *gorules.Board, title string) reports.Diagram {
	d := reports.Diagram{Title: title, Width: b.Width(), Height: b.Height()}
	for x := range b.Width() {
		d.Columns = append(d.Columns, gorules.ColumnLabel(x))
	}
	for y := range b.Height() {
		d.Rows = append(d.Rows, strconv.Itoa(b.Height()-y))
	}
	for _, p := range gorules.StarPoints(b.Width(), b.Height()) {
		d.Stars = append(d.Stars, diagramPoint(p))
	}
	for _, p := range b.Points() {
		stone := reports.DiagramStone{DiagramPoint: diagramPoint(p)}
		switch b.At(p) {
		case gorules.Black:
			d.Black = append(d.Black, stone)
		case gorules.White:
			d.White = append(d.White, stone)
		}
	}
	return d
}

func sheetPlayer(s tournaments.Seat, round int) reports.Player {
	e := s.Entry
	return reports.Player{
		Name: e.Name, Grade: e.Rating.Grade().String(), Club: e.Club, SortKey: e.SortKey, Score: s.ScoreBefore(round),
	}
}
