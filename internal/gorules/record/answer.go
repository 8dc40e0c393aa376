package record

import (
	"context"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// An Answer says how what is claimed can be right.
//
// Where neither the count nor the stones that are marked, proved or estimated as dead
// give it, two questions are asked. By the letter of the rules the players may agree to
// take off any stones: whole chains are taken off, and nothing else is asked of
// them. If no choice gives the claimed count even so, the claim is wrong whatever
// was agreed. A sensible choice is more: no chain that is proved alive is dead, and
// what is dead becomes the opponent's alone, so that chains of one colour that
// share a region live or die together.
type Answer struct {
	// Wanted is what is asked for: see [Wanted].
	Wanted Wanted
	// How says how it can be right.
	How Consistency
	// By is the reading by which it can, with the dead stones, the count and its
	// margin; empty for FromNone and mostly for NotKnown.
	By      Reading
	Dead    []DeadChain
	Score   gorules.Score
	Counted Margin
	// ProvedAlive has a point of each chain of Dead that is proved alive.
	ProvedAlive []gorules.Point
	// OtherKomi says that it is the count with By's komi, which is not the one that is
	// counted with.
	OtherKomi bool
	// NoKomi says that neither the record nor a table says the komi.
	NoKomi bool
	// Sensible and Any answer the two questions. They are empty if nothing is
	// asked. Basis is what Sensible changes least: the marks or the estimate.
	Sensible, Any Choice
	Basis         Basis
}

// Impossible tells whether the claim is wrong whatever was agreed.
func (a Answer) Impossible() bool { return a.How == FromNone }

// KomiDoesNotFit tells whether the record's komi cannot be that of its result.
func (a Answer) KomiDoesNotFit() bool { return a.OtherKomi || a.Any.Finding == NoFraction }

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
	// Smallest: this is the choice that does and differs least from what is marked or
	// estimated as dead: by fewest stones, then by fewest chains, then by the first on
	// the board.
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
	// Changed is by how many stones they differ from the marks or the estimate.
	Changed int
	Score   gorules.Score
	// Counted is the margin with komi.
	Counted Margin
	// RuledOut is up to how many stones no choice gives it, when NotDecided.
	RuledOut int
}

// searchWork bounds the work on one claim: a third of a second at most, and memory of
// some hundred megabytes. What is asked in practice takes a few milliseconds.
const searchWork = 4_000_000

// wanted makes out what is claimed: the totals handed in, else the record's
// margin, else its winner.
func wanted(r *Report, submitted *Counts) Wanted {
	_, exact := marginClaimed(r.Verdict.Claim)
	switch {
	case submitted != nil:
		return WantedTotals
	case exact:
		return WantedMargin
	case r.Verdict.Claim.By == "" && r.Verdict.Agreement != NothingToCompare:
		return WantedWinner
	}
	return WantedNothing
}

// A demand is a question about a line's end position, read in one way.
type demand struct {
	line      *Line
	report    *Report
	reading   *Reading
	prisoners gorules.Prisoners
	submitted *Counts
	blocks    []block
	given     []bool // by block: dead in the choice that is to be changed least; nil for none
	life      *gorules.Life
	target    target
	whole     bool // some whole number meets the claim
	work      int  // on each question
}

// aim works out the target.
func (d *demand) aim() {
	d.whole = true
	owed := Margin(d.reading.Komi) + 100*Margin(d.reading.Given) - d.reading.Button
	claim := d.report.Verdict.Claim
	margin, exact := marginClaimed(claim)
	switch {
	case d.submitted != nil:
		t := tally{clamp(d.submitted.Black), clamp(d.submitted.White)}
		d.target = target{low: t.margin(), high: t.margin(), totals: &t}
	case exact:
		onBoard := margin + owed
		d.whole = onBoard%100 == 0
		d.target.low = clamp(int(onBoard / 100))
		d.target.high = d.target.low
	case claim.Winner == sgf.WhiteWins:
		d.target = target{low: -farOff, high: clamp(-floorDiv(-int(owed), 100) - 1)}
	default:
		d.target = target{low: clamp(floorDiv(int(owed), 100) + 1), high: farOff}
	}
	if d.reading.Rules.Scoring == gorules.TerritoryWithoutSeki {
		slack := d.inSekiAtMost()
		d.target.low, d.target.high = d.target.low-slack, d.target.high+slack
	}
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

// inSekiAtMost is how many points can be no one's for being in seki: the search
// counts them for whoever is around them.
func (d *demand) inSekiAtMost() int32 {
	n := 0
	for i := range d.blocks {
		if b := &d.blocks[i]; b.colour == gorules.Empty && len(b.points) <= gorules.MostSekiEye {
			n += len(b.points)
		}
	}
	return int32(n)
}

// choose looks for the choice that changes least. Of a sensible one, no chain is
// dead that is proved alive.
func (d *demand) choose(ctx context.Context, meaning dying) Choice {
	if !d.whole {
		return Choice{Finding: NoFraction}
	}
	board, rules := d.line.Board, d.reading.Rules
	s := &search{
		blocks: d.blocks, count: counting(rules.Scoring), want: d.target, meaning: meaning, work: d.work, given: d.given,
		gone: func() bool { return ctx.Err() != nil },
	}
	s.mayDie = make([]bool, len(s.blocks))
	for i, b := range s.blocks {
		s.mayDie[i] = b.colour != gorules.Empty && rules.Dead != gorules.DeadUnstated &&
			(meaning == takenOff || !d.life.Alive(pointAt(board, b.points[0])))
	}
	if !s.shiftByPrisoners(rules, d.prisoners) {
		return Choice{Finding: NoChoice}
	}
	set, how, ruledOut := s.smallest()
	c := Choice{Finding: NoChoice, RuledOut: ruledOut}
	switch how {
	case gaveUp:
		c.Finding = NotDecided
	case found:
		d.describe(&c, s, set)
	}
	return c
}

// describe fills in a choice that was found. One that gives what is wanted only if
// points in seki count is none that is known to do.
func (d *demand) describe(c *Choice, s *search, set []int32) {
	c.Finding = Smallest
	var points []gorules.Point
	for _, b := range set {
		chain := s.blocks[b].deadChain(d.line.Board)
		c.Chains = append(c.Chains, chain)
		c.Stones += len(chain.Points)
		points = append(points, chain.Points[0])
	}
	for b := range s.blocks {
		c.Changed += int(s.cost(int32(b), containsBlock(set, int32(b))))
	}
	// Every point has a stone, so that the count cannot fail.
	c.Score, _ = d.reading.Rules.Count(d.line.Board, d.prisoners, points...)
	c.Counted = d.reading.margin(c.Score)
	if d.submitted == nil {
		if a, _ := judge(d.report.Verdict.Claim, c.Counted); a != Agrees {
			*c = Choice{Finding: NotDecided}
		}
	}
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
