package record

import (
	"context"
	"fmt"
	"time"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Basis says on what a proposal rests.
type Basis string

// The bases, the surest about what the players meant first.
const (
	// ByMarks: the record marks whose territory each point is.
	ByMarks Basis = "marks"
	// ByProof: the stones stand where the opponent's stones can never be
	// captured and nothing can ever live.
	ByProof Basis = "proof"
	// ByPlayouts: the position was played to the end at random many times. It is
	// an estimate and nothing more.
	ByPlayouts Basis = "estimate"
)

// An Estimate says whether dead stones are estimated by playing the position to
// the end at random, which takes longer than everything else together.
type Estimate uint8

// The kinds of Estimate.
const (
	Estimated    Estimate = iota // with a [ByPlayouts] among the proposals
	NotEstimated                 // without
	// EstimatedQuickly: with it where that takes less than [QuickEstimate].
	EstimatedQuickly
)

// QuickEstimate is a time that nobody notices.
const QuickEstimate = 300 * time.Millisecond

// A Proposal names stones that may be dead. It is never more than a proposal:
// stones are dead if both players agree.
type Proposal struct {
	Basis Basis
	// Games is how many random games a ByPlayouts rests on.
	Games int
	// Chains are the chains proposed as dead, in the order of their first points.
	Chains []DeadChain
	// Score is the count without them.
	Score     gorules.Score
	Counted   Margin
	Agreement Agreement
	Off       Margin
}

// Says tells people what the proposal rests on.
func (p *Proposal) Says() string {
	switch p.Basis {
	case ByMarks:
		return "by the marks in the record: stones on points marked as the opponent's"
	case ByProof:
		return "by proof: stones within territory whose owner can never be captured, even without answering"
	}
	return fmt.Sprintf("only by estimate: the position was played out at random %d times", p.Games)
}

// A DeadChain is a chain of stones that is, or may be, dead.
type DeadChain struct {
	Colour gorules.Colour
	Points []gorules.Point // row by row
	// PerMille is in how many of a thousand random games the opponent ended up
	// with the stones' points; 0 where nothing was estimated.
	PerMille int
}

// propose names the stones of a line's end position that may be dead.
func propose(
	ctx context.Context, l *Line, r *Report, rec *sgf.Record, estimate Estimate,
) ([]Proposal, error) {
	blocks := blocksOfBoard(l.Board)
	var out []Proposal
	add := func(basis Basis, dead func(int32, *block) (perMille int, isDead bool)) {
		p := Proposal{Basis: basis}
		var points []gorules.Point
		for i := range blocks {
			b := &blocks[i]
			if b.colour == gorules.Empty {
				continue
			}
			if perMille, isDead := dead(int32(i), b); isDead {
				c := b.deadChain(l.Board)
				c.PerMille = perMille
				p.Chains = append(p.Chains, c)
				points = append(points, c.Points[0])
			}
		}
		// Every point has a stone, so that the count cannot fail.
		p.Score, _ = r.Rules.Count(l.Board, l.Prisoners, points...)
		p.Counted = MarginOf(p.Score, r.Komi)
		p.Agreement, p.Off = judge(r.Verdict.Claim, p.Counted)
		out = append(out, p)
	}
	if marked := markedDead(rec, l.Board, blocks); marked != nil {
		add(ByMarks, func(i int32, _ *block) (int, bool) { return 0, containsBlock(marked, i) })
	}
	life := gorules.Alive(l.Board, r.Rules.Suicide)
	add(ByProof, func(_ int32, b *block) (int, bool) { return 0, life.Dead(pointAt(l.Board, b.points[0])) })
	if estimate == NotEstimated {
		return out, nil
	}
	games, within := playouts(l.Board), ctx
	if estimate == EstimatedQuickly {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, QuickEstimate)
		defer cancel()
	}
	chance, err := gorules.PlayOut(within, l.Board, games, playoutSeed)
	if err != nil && ctx.Err() == nil {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	add(ByPlayouts, func(_ int32, b *block) (int, bool) {
		n := b.lost(l.Board, life, chance)
		return n, n > 500
	})
	out[len(out)-1].Games = games
	return out, nil
}

// playoutSeed makes every estimate of a position the same.
const playoutSeed = 19

// playouts is how many random games are played: a thousand on a board of usual
// size, fewer on a larger, so that the time is about the same.
func playouts(b *gorules.Board) int {
	return min(1000, 400_000/(b.Width()*b.Height()))
}

func (b *block) deadChain(board *gorules.Board) DeadChain {
	c := DeadChain{Colour: b.colour}
	for _, p := range b.points {
		c.Points = append(c.Points, pointAt(board, p))
	}
	return c
}

func blocksOfBoard(b *gorules.Board) []block {
	at := make([]gorules.Colour, 0, b.Width()*b.Height())
	for _, p := range b.Points() {
		at = append(at, b.At(p))
	}
	return blocksOf(at, b.Width(), b.Height())
}

// pointAt is the board's name of a point counted row by row.
func pointAt(b *gorules.Board, p int32) gorules.Point {
	return gorules.At(int(p)%b.Width(), int(p)/b.Width())
}
