package results

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/internal/tournaments"
)

// Position is a position of a ruling's record that the referee keeps with the ruling, and
// what was played on from it.
type Position struct {
	Line     sgf.Node // the line of the record leads through it; 0: the main line
	After    int      // so many steps of the line lead there
	Next     string   // "B" or "W" moves next, as the players settled; "" whose turn it is
	Moves    string   // played on: "D4 pass Q16"
	Disputed string   // a stone of each chain that the players did not agree on: "D4 Q16"
	Says     string   // all of it in words, by the engine; "": there is none
}

// Options are those of a check that plays the record to the position, with what was
// played on from it.
func (p Position) Options(o record.Options, height int) record.Options {
	leave := &record.Leave{After: p.After, Next: nextColour(p.Next)}
	leave.Try, _ = record.ReadTry(p.Moves, height)
	o.Through, o.Leave = p.Line, leave
	return o
}

// Stones are the disputed stones, one of each chain, on a board of that height.
func (p Position) Stones(height int) []gorules.Point {
	points, _ := record.ReadTry(p.Disputed, height)
	return points
}

func nextColour(next string) gorules.Colour {
	return map[string]gorules.Colour{"B": gorules.Black, "W": gorules.White}[next]
}

// keepPosition has the engine play to the position that is to be kept, and puts it into
// words. refused is what else is wrong with the ruling: all is said at once.
func (s *Service) keepPosition(
	ctx context.Context, in RulingInput, p tournaments.Played, r *Ruling, refused error,
) error {
	if in.Position == nil {
		return refused
	}
	var f apperr.Fields
	var e *apperr.Error
	if errors.As(refused, &e) && e.Kind == apperr.Invalid {
		f = append(f, e.Fields...)
	} else if refused != nil {
		return refused
	}
	if in.Record == 0 {
		f.Add("position", "A position is kept from a record of the game.")
		return f.Err()
	}
	if err := s.recordOfGame(ctx, s.db, in); err != nil {
		return err
	}
	kept, err := recordByID(ctx, s.db, in.Record)
	if err != nil {
		return err
	}
	terms := TermsOf(p)
	position, problem := in.Position.read(ctx, kept.Content, terms)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if problem != "" {
		f.Add("position", "%s", problem)
	}
	r.Position = position
	return f.Err()
}

// read plays to a position; problem is why it cannot be kept.
func (p Position) read(ctx context.Context, content []byte, terms record.Terms) (read Position, problem string) {
	file := sgf.Parse(content)
	if len(file.Games) == 0 {
		return p, "The record cannot be read."
	}
	g := &file.Games[0]
	var line sgf.Record
	if err := g.MainLine(&line); err != nil {
		return p, "The record cannot be read: " + err.Error() + "."
	}
	if p.Line != 0 && !g.Has(p.Line) || p.Line < 0 || p.After < 0 {
		return p, "The record does not have this position."
	}
	if p.Next != "" && nextColour(p.Next) == gorules.Empty {
		return p, "Choose who moves next."
	}
	points, wrong := record.ReadTry(p.Moves, line.Height)
	if wrong != "" {
		return p, fmt.Sprintf("“%s” is not a point of this board.", record.Shortened(wrong, 20))
	}
	if record.TriesTooMany(p.Moves) != "" {
		return p, fmt.Sprintf("At most %d moves can be kept as played on.", record.MaxTried)
	}
	p.Moves = record.TryText(points, line.Height)
	o := p.Options(record.Options{Bounds: bounds, Terms: &terms}, line.Height)
	w, err := record.WalkAlong(ctx, g, o)
	if err != nil {
		return p, "This position cannot be kept: " + err.Error() + "."
	}
	if v := w.Report.Refused; v != nil {
		return p, v.Says(line.Height) + "."
	}
	return p.said(w, line.Height, len(points))
}

// said puts a position that was played to into words.
func (p Position) said(w *record.Walk, height, tried int) (read Position, problem string) {
	steps := record.Steps(w.Frames, height)
	p.After = len(w.Frames) - 1 - tried
	at, end := w.Frames[p.After], w.Frames[len(w.Frames)-1]
	says := "The position after " + lowerFirst(steps[p.After].Caption)
	if !w.Stopped {
		p.Next = "" // the turn decides
	}
	if points, wrong := record.ReadTry(p.Disputed, height); wrong != "" || len(points) > 0 {
		var disputed []gorules.Point
		board, err := record.BoardAfter(steps, p.After, w.Report.Width, height)
		if err != nil {
			return p, "This position cannot be kept: " + err.Error() + "."
		}
		for _, d := range points {
			if board.At(d) == gorules.Empty {
				wrong = record.TryText([]gorules.Point{d}, height)
			}
			if !slices.Contains(disputed, d) {
				disputed = append(disputed, d)
			}
		}
		if wrong != "" {
			return p, fmt.Sprintf("There is no stone at “%s” that could be disputed.", record.Shortened(wrong, 20))
		}
		p.Disputed = record.TryText(disputed, height)
		says += ", with the stones at " + strings.ReplaceAll(p.Disputed, " ", ", ") + " disputed"
	}
	next := at.Turn
	if c := nextColour(p.Next); c != gorules.Empty {
		next = c
	}
	says += ". " + next.Name() + " moves next"
	if p.Next != "" {
		says += ", as the players settled"
	}
	if tried > 0 {
		says += ". Played on: " + playedOn(p.Moves)
	}
	p.Says = says + ". As it then stands: " + record.MarginOf(end.Score, w.Report.Komi).Says() + "."
	return p, ""
}

// mostSaid is how many of the moves played on are named in words; the sheet's diagram has
// them all.
const mostSaid = 60

func playedOn(moves string) string {
	words := strings.Fields(moves)
	if more := len(words) - mostSaid; more > 0 {
		words = append(words[:mostSaid], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(words, ", ")
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
