package record

import (
	"context"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Consistency says how a claimed result can be right, the surest first.
type Consistency string

// The kinds of Consistency.
const (
	// NoClaim: no count can contradict what is claimed, or nothing is.
	NoClaim Consistency = ""
	// FromCount: the count gives it as the board stands, or without the stones that
	// the options say are dead.
	FromCount Consistency = "count"
	// FromMarks: without the stones that the record itself marks as dead.
	FromMarks Consistency = "marks"
	// FromProof: without the stones that are proved dead.
	FromProof Consistency = "proof"
	// FromEstimate: without the stones that random games find dead.
	FromEstimate Consistency = "estimate"
	// FromSome: some choice of dead stones gives it.
	FromSome Consistency = "some"
	// FromNone: it is proved that no choice does.
	FromNone Consistency = "none"
	// NotKnown: none of these was found out.
	NotKnown Consistency = "unknown"
)

// An inquiry finds out how a claimed result can be right.
type inquiry struct {
	line      *Line
	report    *Report
	record    *sgf.Record
	submitted *Counts
	readings  []Reading
	blocks    []block
	life      *gorules.Life
	passes    gorules.Prisoners // how often each passed
	answer    Answer
}

// settle finds out how the claimed result, or the totals handed in, can be right at
// the end of a line. The first that gives it counts: the count, the record's own
// marks, proof, estimate; and then the choice of dead stones that changes the marks,
// else the estimate, least. It looks at the record's own rules beside the chosen ones.
func (c *Checker) settle(ctx context.Context, l *Line, r *Report, submitted *Counts) (Answer, error) {
	q := &inquiry{line: l, report: r, record: &c.record, submitted: submitted, readings: r.readings()}
	for i := range q.readings {
		q.readings[i].Button = c.buttonBy(q.readings[i].Rules, r, l)
	}
	q.answer.Wanted, q.answer.NoKomi = wanted(r, submitted), r.KomiWritten == nil && r.Terms == nil
	if submitted != nil {
		q.readings = q.readings[:1]
	}
	if q.answer.Wanted == WantedNothing {
		return q.answer, nil
	}
	q.passes = passesIn(&c.record)
	dead := c.Dead
	if len(dead) == 0 {
		dead = r.designated
	}
	if q.tryAll(FromCount, standingAmong(l.Board, dead)) {
		return q.answer, nil
	}
	// Whoever says which stones are dead has said it; else the record's marks come first.
	q.blocks = blocksOfBoard(l.Board)
	q.life = gorules.Alive(l.Board, r.Rules.Suicide)
	estimate, err := q.levels(ctx)
	if err != nil || q.answer.How != NoClaim {
		return q.answer, err
	}
	q.search(ctx, estimate, searchWork/max(1, c.Bounds.Search))
	return q.answer, ctx.Err()
}

// levels tries the marks, the proof and the estimate, and gives what is nearest to
// what the players meant: the marked stones, else the estimated ones.
func (q *inquiry) levels(ctx context.Context) (nearest []int32, err error) {
	marks := markedDead(q.record, q.line.Board, q.blocks)
	if marks != nil && (q.tryAll(FromMarks, q.points(marks)) || q.tryTerritory()) {
		return nil, nil
	}
	for _, dead := range otherMarks(q.record, q.line.Board, q.blocks) {
		if q.tryAll(FromMarks, q.points(dead)) {
			return nil, nil
		}
		if marks == nil {
			marks = dead
		}
	}
	var proved []int32
	for i := range q.blocks {
		if q.blocks[i].colour != gorules.Empty && q.life.Dead(q.first(int32(i))) {
			proved = append(proved, int32(i))
		}
	}
	if q.tryAll(FromProof, q.points(proved)) {
		return nil, nil
	}
	var estimate []int32
	for _, games := range [...]int{fewGames, settlingGames(q.line.Board)} { // few games tell most
		if estimate, err = q.estimate(ctx, games); err != nil {
			return nil, err
		}
		if q.tryAll(FromEstimate, q.points(estimate)) {
			return nil, nil
		}
	}
	if q.tryKomi(marks, proved, estimate) {
		return nil, nil
	}
	q.answer.Basis = ByPlayouts
	if marks != nil {
		q.answer.Basis = ByMarks
		return marks, nil
	}
	return estimate, nil
}

// estimate lists the chains that random games find dead.
func (q *inquiry) estimate(ctx context.Context, games int) ([]int32, error) {
	b := q.line.Board
	chance, err := gorules.PlayOut(ctx, b, games, playoutSeed)
	if err != nil {
		return nil, err
	}
	var dead []int32
	for i := range q.blocks {
		if bl := &q.blocks[i]; bl.colour != gorules.Empty && bl.lost(b, q.life, chance) > 500 {
			dead = append(dead, int32(i))
		}
	}
	return dead, nil
}

// fewGames is how many random games are tried first.
const fewGames = 24

// settlingGames is how many random games an estimate of a claim rests on: fewer than
// one that is shown, since it is made for every claim that is not the count.
func settlingGames(b *gorules.Board) int {
	return min(200, max(10, 72_000/(b.Width()*b.Height())))
}

// lost says in how many of a thousand random games the opponent ended up with a
// chain's points.
func (b *block) lost(board *gorules.Board, life *gorules.Life, chance *gorules.Ownership) int {
	first := pointAt(board, b.points[0])
	switch {
	case life.Dead(first):
		return 1000
	case life.Alive(first):
		return 0
	}
	n := 0
	for _, p := range b.points {
		n += chance.PerMille(pointAt(board, p), b.colour.Opponent())
	}
	return n / len(b.points)
}

func (q *inquiry) first(block int32) gorules.Point {
	return pointAt(q.line.Board, q.blocks[block].points[0])
}

// points gives a point of each chain.
func (q *inquiry) points(chains []int32) []gorules.Point {
	var out []gorules.Point
	for _, c := range chains {
		out = append(out, q.first(c))
	}
	return out
}

// tryAll counts without the dead by every reading with the komi of the count; true if
// one gives what is wanted.
func (q *inquiry) tryAll(how Consistency, dead []gorules.Point) bool {
	for i := range q.readings {
		if rd := &q.readings[i]; rd.Kind != ByOtherKomi && q.try(how, rd, dead) {
			return true
		}
	}
	return false
}

// tryKomi looks whether what is wanted is the count with another komi.
func (q *inquiry) tryKomi(choices ...[]int32) bool {
	choices = append([][]int32{nil}, choices...)
	for i := range q.readings {
		rd := &q.readings[i]
		if rd.Kind != ByOtherKomi {
			continue
		}
		for k, dead := range choices {
			hows := [...]Consistency{FromCount, FromMarks, FromProof, FromEstimate}
			if !q.try(hows[k], rd, q.points(dead)) {
				continue
			}
			q.answer.OtherKomi = true
			if q.report.KomiWritten != nil || q.report.Terms != nil {
				q.answer.How = NotKnown
			}
			return true
		}
	}
	return false
}

// try counts by a reading; true if that gives what is wanted.
func (q *inquiry) try(how Consistency, rd *Reading, dead []gorules.Point) bool {
	if len(dead) > 0 && rd.Rules.Dead == gorules.DeadUnstated && how != FromCount {
		return false
	}
	score, err := rd.Rules.Count(q.line.Board, q.prisoners(rd), dead...)
	if err != nil {
		return false
	}
	if how == FromCount && q.line.TakenAtEnd != (gorules.Prisoners{}) {
		how = FromMarks // the last node takes the dead stones off
	}
	return q.take(how, rd, score, dead)
}

// take takes a count for the answer if it gives what is wanted.
func (q *inquiry) take(how Consistency, rd *Reading, score gorules.Score, dead []gorules.Point) bool {
	counted := rd.margin(score)
	agrees := false
	if q.submitted != nil {
		agrees = q.submitted.agree(score)
	} else {
		a, _ := judge(q.report.Verdict.Claim, counted)
		agrees = a == Agrees
	}
	if !agrees {
		return false
	}
	q.answer.How, q.answer.By, q.answer.Score, q.answer.Counted, q.answer.Dead = how, *rd, score, counted, nil
	for _, p := range dead {
		chain := DeadChain{Colour: q.line.Board.At(p), Points: q.line.Board.Chain(p)}
		q.answer.Dead = append(q.answer.Dead, chain)
	}
	return true
}

// prisoners are what a reading counts as captured: by AGA's rules also a stone for
// each pass.
func (q *inquiry) prisoners(rd *Reading) gorules.Prisoners {
	p := q.line.Prisoners
	p.Black += q.line.TakenAtEnd.Black
	p.White += q.line.TakenAtEnd.White
	if rd.Rules.Passes == gorules.PassesCostAStone {
		p.Black += q.passes.Black
		p.White += q.passes.White
	}
	return p
}

// passesIn counts the passes of each player; those by which a handicap is placed are
// none.
func passesIn(rec *sgf.Record) gorules.Prisoners {
	var p gorules.Prisoners
	played := false
	for i := range rec.Steps {
		switch s := &rec.Steps[i]; {
		case s.Kind == sgf.Play && s.Colour == sgf.White:
			played = true
		case s.Kind != sgf.Pass:
		case s.Colour == sgf.Black:
			p.Black++
		case played || rec.Handicap < 2:
			p.White++
		}
	}
	return p
}

// search looks for the choice of dead stones that differs least from what the marks
// or the estimate say. A claim is wrong only if no choice gives it, by the chosen
// rules and by the record's own.
func (q *inquiry) search(ctx context.Context, nearest []int32, work int) {
	given := make([]bool, len(q.blocks))
	stones, off := 0, 0
	for i := range q.blocks {
		if q.blocks[i].colour != gorules.Empty {
			stones++
		}
	}
	for _, b := range nearest {
		given[b] = true
		off++
	}
	if off == 0 || off == stones {
		given = nil
	}
	var asked []demand
	for i := range q.readings {
		if rd := &q.readings[i]; rd.binding() {
			asked = append(asked, demand{
				line: q.line, report: q.report, reading: rd, prisoners: q.prisoners(rd), blocks: q.blocks, given: given,
				life: q.life, submitted: q.submitted,
			})
		}
	}
	for i := range asked {
		asked[i].work = max(1, work/len(asked)/2)
		asked[i].aim()
	}
	q.answer.Sensible = q.choose(ctx, asked, surrounded)
	if q.answer.How == NoClaim {
		q.answer.Any = q.choose(ctx, asked, takenOff)
	}
	switch a := &q.answer; {
	case a.How != NoClaim:
	case a.Any.Finding == NoChoice && q.submitted == nil && q.report.rulesOpen() && q.report.RulesNamed != "":
		a.How = NotKnown
	case a.Any.Finding == NoChoice:
		a.How = FromNone
	default:
		a.How = NotKnown
	}
}

// choose asks one question by every reading that binds, and takes the choice that
// changes least.
func (q *inquiry) choose(ctx context.Context, asked []demand, meaning dying) Choice {
	var best Choice
	for i := range asked {
		c := asked[i].choose(ctx, meaning)
		switch {
		case c.Finding == Smallest && (best.Finding != Smallest || c.Changed < best.Changed):
			best = c
			q.answer.How, q.answer.By, q.answer.Dead = FromSome, *asked[i].reading, c.Chains
			q.answer.Score, q.answer.Counted = c.Score, c.Counted
			q.answer.ProvedAlive = nil
			for _, chain := range c.Chains {
				if q.life.Alive(chain.Points[0]) {
					q.answer.ProvedAlive = append(q.answer.ProvedAlive, chain.Points[0])
				}
			}
		case best.Finding != Smallest && doubt[c.Finding] > doubt[best.Finding]:
			best = c
		}
	}
	return best
}

// doubt orders the findings that are no choice: what is not decided by one reading
// is not decided at all.
var doubt = [...]int{NotAsked: 0, NoFraction: 1, NoChoice: 2, NotDecided: 3, Smallest: 0}
