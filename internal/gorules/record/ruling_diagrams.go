package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// RulingDiagrams are the positions that a ruling on a move is about: before the
// move, the move, and the end under each ruling on it; of a ruling on no move, 0,
// the end. A record that cannot be played has none.
func RulingDiagrams(ctx context.Context, g *sgf.Game, o Options, move int) ([]Diagram, error) {
	r := &Report{}
	if err := (&Checker{Options: o}).play(ctx, g, r); err != nil {
		return nil, nil
	}
	frames, err := Frames(ctx, g, o, 0)
	if err != nil {
		return nil, nil
	}
	at := slices.IndexFunc(frames, func(f Frame) bool { return f.Number == move && move > 0 })
	if at < 1 {
		return r.ends(nil, ending{"The end", frames})
	}
	steps := Steps(frames, r.Height)
	before, err := DiagramAfter(steps, at-1, r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	before.Title, before.Caption, before.Wrong = fmt.Sprintf("Before move %d", move), before.Captured+".", gorules.Pass
	played, err := DiagramAfter(steps, at, r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	played.Title, played.Caption = fmt.Sprintf("Move %d", move), played.Caption+"."
	played.number(move)
	out := []Diagram{before, played}
	v := frames[at].Violation
	if v == nil {
		return r.ends(out, ending{"The end", frames})
	}
	var endings []ending
	if v.CanStand() {
		endings = append(endings, ending{"The end if the move stands", frames})
	}
	claimed, err := Frames(ctx, g, o, move)
	if err != nil {
		return nil, fmt.Errorf("play a record with move %d as a pass: %w", move, err)
	}
	return r.ends(out, append(endings, ending{"The end if the move is a pass", claimed})...)
}

// number writes its number on the stone played last, in place of the mark.
func (d *Diagram) number(move int) {
	for i := range d.Stones {
		if d.Stones[i].Point == d.Last {
			d.Stones[i].Number = move
		}
	}
	d.Last = gorules.Pass
}

// An ending is one way in which a record can be taken to its end.
type ending struct {
	title  string
	frames []Frame
}

// ends adds the last positions with their territory, counted with every stone
// standing: which are dead, the players say.
func (r *Report) ends(to []Diagram, endings ...ending) ([]Diagram, error) {
	for _, e := range endings {
		steps, last := Steps(e.frames, r.Height), len(e.frames)-1
		d, err := DiagramAfter(steps, last, r.Width, r.Height)
		if err != nil {
			return nil, err
		}
		b, err := BoardAfter(steps, last, r.Width, r.Height)
		if err != nil {
			return nil, err
		}
		score, err := r.Rules.Count(b, e.frames[last].Prisoners)
		if err != nil {
			return nil, err
		}
		if err := d.count(b, r.Rules, nil); err != nil {
			return nil, err
		}
		d.Title, d.Wrong = e.title, gorules.Pass
		d.Caption = fmt.Sprintf(
			"%s: %s. Every stone on the board is counted as alive.", MarginOf(score, r.Komi).Says(), r.Totals(score),
		)
		to = append(to, d)
	}
	return to, nil
}

// mostNumbered is how many of the moves played on are named under a diagram.
const mostNumbered = 60

// PositionDiagrams are the position where a line is left, with the chains that have a
// disputed stone, and the position after what was played on from it, with the moves numbered
// from 1. A record that cannot be played has none.
func PositionDiagrams(ctx context.Context, g *sgf.Game, o Options, disputed []gorules.Point) ([]Diagram, error) {
	c := &Checker{Options: o}
	frames, r, err := c.frames(ctx, g, 0)
	if err != nil || o.Leave == nil {
		return nil, ctx.Err()
	}
	steps := Steps(frames, r.Height)
	from := len(frames) - 1
	for from > 0 && frames[from].Node == sgf.NoNode {
		from--
	}
	before, err := DiagramAfter(steps, from, r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	before.Title, before.Caption, before.Wrong = "The position", before.Caption+". "+before.Captured+".", gorules.Pass
	board, err := BoardAfter(steps, from, r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	before.dispute(board, disputed)
	out := []Diagram{before}
	if from == len(frames)-1 {
		return out, nil
	}
	after, err := DiagramAfter(steps, len(frames)-1, r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	after.numberTried(frames[from+1:])
	var moves []string
	for i, f := range frames[from+1:] {
		if i == mostNumbered {
			moves = append(moves, fmt.Sprintf("and %d more", len(frames)-1-from-i))
			break
		}
		moves = append(moves, fmt.Sprintf("%d %s", i+1, played(f.Move.Point, r.Height)))
	}
	margin := MarginOf(frames[len(frames)-1].Score, r.Komi)
	after.Title, after.Wrong = "Played on", gorules.Pass
	after.Caption = fmt.Sprintf(
		"%s begins: %s. As it then stands: %s. Every stone on the board is counted as alive.",
		frames[from+1].Move.Colour.Name(), strings.Join(moves, ", "), margin.Says(),
	)
	return append(out, after), nil
}

// dispute marks the chains that have a disputed stone.
func (d *Diagram) dispute(b *gorules.Board, disputed []gorules.Point) {
	in := map[gorules.Point]bool{}
	for _, p := range standingAmong(b, disputed) {
		for _, q := range b.Chain(p) {
			in[q] = true
		}
	}
	for i, s := range d.Stones {
		d.Stones[i].Disputed = in[s.Point]
	}
}

// numberTried writes on the stones the numbers of the moves that were played on.
func (d *Diagram) numberTried(frames []Frame) {
	numbers := map[gorules.Point]int{}
	for i, f := range frames {
		for _, s := range f.Removed {
			delete(numbers, s.Point)
		}
		if len(f.Put) == 1 {
			numbers[f.Put[0].Point] = i + 1
		}
	}
	for i := range d.Stones {
		d.Stones[i].Number = numbers[d.Stones[i].Point]
	}
	d.Last = gorules.Pass
}
