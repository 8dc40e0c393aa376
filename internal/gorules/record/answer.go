package record

import (
	"context"

	"nzgs/internal/gorules"
)

// An Answer says whether any choice of dead stones gives what is claimed.
//
// Two questions are asked. By the letter of the rules the players may agree to
// take off any stones: whole chains are taken off, and nothing else is asked of
// them. If no choice gives the claimed count even so, the claim is wrong whatever
// was agreed. A sensible choice is more: no chain that is proved alive is dead, and
// what is dead becomes the opponent's alone, so that chains of one colour that
// share a region live or die together.
type Answer struct {
	// Wanted is what is asked for: see [Wanted].
	Wanted Wanted
	// Sensible and Any answer the two questions. They are empty if nothing is
	// asked.
	Sensible, Any Choice
}

// Wanted is what a choice of dead stones shall give.
type Wanted uint8

// What can be wanted.
const (
	// WantedNothing: no count was claimed.
	WantedNothing Wanted = iota
	// WantedMargin: the margin that the record claims.
	WantedMargin
	// WantedWinner: the winner that the record claims, by whatever margin.
	WantedWinner
	// WantedTotals: both totals that the players handed in.
	WantedTotals
)

// A Finding is how a question was answered.
type Finding uint8

// The findings.
const (
	// NotAsked: there was nothing to look for.
	NotAsked Finding = iota
	// NoFraction: the margin claimed needs a fraction of a point that no count
	// with this komi has.
	NoFraction
	// NoChoice: every choice was looked at, and none gives it.
	NoChoice
	// Smallest: this is the smallest choice that does: of fewest stones, then of
	// fewest chains, then the first on the board.
	Smallest
	// NotDecided: the work was too much. No choice of up to RuledOut stones
	// gives it; of larger ones nothing is known.
	NotDecided
)

// A Choice is what was found for a question.
type Choice struct {
	Finding Finding
	// Chains are those to take off, none if the count is right as it stands.
	Chains []DeadChain
	Stones int // in Chains
	Score  gorules.Score
	// Counted is the margin with komi.
	Counted Margin
	// RuledOut is up to how many stones no choice gives it, when NotDecided.
	RuledOut int
}

// Impossible tells whether the claim is wrong whatever was agreed.
func (a Answer) Impossible() bool {
	return a.Any.Finding == NoChoice || a.Any.Finding == NoFraction
}

// searchWork bounds the work on one question: a second at most, and memory of some
// hundred megabytes. What is asked in practice takes a few milliseconds.
const searchWork = 10_000_000

// A demand is a question about a line's end position.
type demand struct {
	line   *Line
	report *Report
	wanted Wanted
	target target
	whole  bool // some whole number meets the claim
	work   int  // on each question
}

// askFor makes out what is claimed: the totals handed in, else the record's
// margin, else its winner.
func askFor(l *Line, r *Report, submitted *Counts) demand {
	d := demand{line: l, report: r, whole: true, work: searchWork}
	komi := Margin(r.Komi)
	claim := r.Verdict.Claim
	margin, exact := marginClaimed(claim)
	switch {
	case submitted != nil:
		d.wanted = WantedTotals
		t := tally{clamp(submitted.Black), clamp(submitted.White)}
		d.target = target{low: t.margin(), high: t.margin(), totals: &t}
	case exact:
		d.wanted = WantedMargin
		onBoard := margin + komi
		d.whole = onBoard%100 == 0
		d.target.low = clamp(int(onBoard / 100))
		d.target.high = d.target.low
	case claim.By != "":
	case r.Verdict.Agreement != NothingToCompare:
		d.wanted = WantedWinner
		d.target = target{low: clamp(floorDiv(int(komi), 100) + 1), high: farOff}
		if r.Verdict.Claim.Winner == "W" {
			d.target = target{low: -farOff, high: clamp(-floorDiv(-int(komi), 100) - 1)}
		}
	}
	return d
}

// farOff is beyond any count.
const farOff = 1 << 16

func clamp(n int) int32 { return int32(max(-farOff, min(n, farOff))) }

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && a < 0 {
		q--
	}
	return q
}

// answer answers both questions.
func (d demand) answer(ctx context.Context) Answer {
	a := Answer{Wanted: d.wanted}
	switch {
	case d.wanted == WantedNothing:
		return a
	case !d.whole:
		a.Sensible.Finding, a.Any.Finding = NoFraction, NoFraction
		return a
	}
	life := gorules.Alive(d.line.Board, d.report.Rules.Suicide)
	a.Sensible = d.choose(ctx, surrounded, life)
	a.Any = d.choose(ctx, takenOff, nil)
	return a
}

// choose looks for the smallest choice. Life says which chains are proved
// alive and must stay.
func (d demand) choose(ctx context.Context, meaning dying, life *gorules.Life) Choice {
	board, rules := d.line.Board, d.report.Rules
	s := &search{
		blocks: blocksOfBoard(board), count: counting(rules.Scoring), want: d.target, meaning: meaning, work: d.work,
		gone: func() bool { return ctx.Err() != nil },
	}
	s.mayDie = make([]bool, len(s.blocks))
	for i, b := range s.blocks {
		s.mayDie[i] = b.colour != gorules.Empty && rules.Dead != gorules.DeadUnstated &&
			(life == nil || !life.Alive(pointAt(board, b.points[0])))
	}
	if !s.shiftByPrisoners(rules, d.line.Prisoners) {
		return Choice{Finding: NoChoice}
	}
	set, how, ruledOut := s.smallest()
	c := Choice{Finding: NoChoice, RuledOut: ruledOut}
	switch how {
	case gaveUp:
		c.Finding = NotDecided
	case found:
		c.Finding = Smallest
		var points []gorules.Point
		for _, b := range set {
			chain := s.blocks[b].deadChain(board)
			c.Chains = append(c.Chains, chain)
			c.Stones += len(chain.Points)
			points = append(points, chain.Points[0])
		}
		// Every point has a stone, so that the count cannot fail.
		c.Score, _ = rules.Count(board, d.line.Prisoners, points...)
		c.Counted = MarginOf(c.Score, d.report.Komi)
	}
	return c
}

// shiftByPrisoners takes what prisoners count off the target, since the search
// counts the board alone. It is false if no board can make up the rest.
func (s *search) shiftByPrisoners(rules gorules.Rules, p gorules.Prisoners) bool {
	var t tally
	t = t.plus(s.count.dead(gorules.Black, clamp(p.Black))).plus(s.count.dead(gorules.White, clamp(p.White)))
	s.want.low -= t.margin()
	s.want.high -= t.margin()
	if s.want.totals == nil {
		return true
	}
	rest := tally{s.want.totals.black - t.black, s.want.totals.white - t.white}
	s.want.totals = &rest
	most := int32(totalsBase / 2)
	return rest.black > -most && rest.black < most && rest.white > -most && rest.white < most
}
