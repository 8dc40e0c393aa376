package records

import (
	"strconv"

	"nzgs/internal/results"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// RulingKeep is the position on the board as the form of a ruling sends it. board.js brings
// it up to date when the board shows another.
type RulingKeep struct {
	Keep   kit.Field
	Hidden []kit.Hidden
}

// The names of the position in the form of a ruling, by those that the board has for them.
const (
	keptLine     = "kept_line"
	keptAfter    = "kept_after"
	keptNext     = "kept_next"
	keptMoves    = "kept_moves"
	keptDisputed = "kept_disputed"
)

// rulingKeep offers to keep the position on the board; nil where there is no board.
func rulingKeep(p *kit.Page, typed *kit.Filling, report *RecordView, disputed string) *RulingKeep {
	if report == nil {
		return nil
	}
	b := &report.Board
	after, next, moves := b.At, "", ""
	if b.Try.Tried {
		after, moves = b.Try.From, b.Try.Moves.Value
		for _, o := range b.Try.Next.Options {
			if o.Selected {
				next = o.Value
			}
		}
	}
	marked := report.End.At == after
	if report.End.At < 0 { // at the end of the main line
		marked = b.Lines.Other == "" && !b.Left && (b.Try.Tried || after == b.Last)
	}
	if !marked {
		disputed = "" // they are of another position
	}
	in := typed
	if in == nil {
		in = kit.NewFilling()
	}
	return &RulingKeep{
		Keep: in.Field(p, kit.Field{
			ID: "position", Name: "position", Label: "Keep the position on the board, and what was played on from it", Type: "checkbox",
			Checked: typed != nil && typed.Ticked("position"),
			Hint:    "The stones that you marked as dead in it are kept as the disputed ones. Try a line on the board to play on from it.",
		}),
		Hidden: []kit.Hidden{
			{Name: keptLine, Value: strconv.Itoa(int(b.Node))}, {Name: keptAfter, Value: strconv.Itoa(after)},
			{Name: keptNext, Value: next}, {Name: keptMoves, Value: moves}, {Name: keptDisputed, Value: disputed},
		},
	}
}

// askKept asks for the position on the board that a ruling was sent with.
func askKept(asked, typed *kit.Filling) {
	asked.Set("line", typed.Text(keptLine))
	asked.Set("dead", typed.Text(keptDisputed))
	if moves, next := typed.Text(keptMoves), typed.Text(keptNext); moves != "" || next != "" {
		asked.Set("try", moves)
		asked.Set("next", next)
		asked.Set("from", typed.Text(keptAfter))
	} else {
		asked.Set("move", typed.Text(keptAfter))
	}
	if typed.Text(keptDisputed) != "" {
		asked.Set("counted", typed.Text(keptAfter))
	}
}

// keptPosition is the position that a ruling is sent with; nil where it is not to be kept.
func keptPosition(in *kit.Filling) *results.Position {
	if !in.Ticked("position") {
		return nil
	}
	return &results.Position{
		Line: sgf.Node(max(askedNumber(in, keptLine), 0)), After: max(askedNumber(in, keptAfter), 0),
		Next: in.Text(keptNext), Moves: in.Text(keptMoves), Disputed: in.Text(keptDisputed),
	}
}
