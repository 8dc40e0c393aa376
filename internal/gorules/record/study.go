package record

import (
	"context"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Study is what a referee is told of one record beyond a [Report]: what would
// follow from each ruling, which stones may be dead, and whether the claimed
// count is possible at all.
type Study struct {
	// Standing is the whole record with every illegal move standing that can
	// stand: what the board showed if no one ever claimed anything. Its end is
	// the position that all of the following is about.
	Standing Line
	// AllClaimed is the whole record with every illegal move a pass.
	AllClaimed Line
	// Replays are both rulings on each violation of Standing, at most
	// [MaxReplays], and MoreReplays how many more violations there are.
	Replays     []Replay
	MoreReplays int
	// Otherwise are what the record comes to if a pass that was supplied was none.
	Otherwise []Otherwise
	// Proposals say which stones of the end position may be dead, the surest
	// first. They decide nothing.
	Proposals []Proposal
	// Answer says whether any choice of dead stones gives what is claimed.
	Answer Answer
	// Submitted are the totals the players handed in, nil for none, and
	// SubmittedAgree whether they are the count of the end position with the
	// stones that the options say are dead.
	Submitted      *Counts
	SubmittedAgree bool
}

// MaxReplays is how many violations of one record are replayed both ways.
const MaxReplays = 20

// mostReplayed is how many moves are replayed for one study. At least one
// violation is replayed whatever the record's length.
const mostReplayed = 2_000_000

// A Line is one way in which the whole record can be taken.
type Line struct {
	// Violations are those met on the way: what was made of one move changes
	// which later ones are legal. MoreViolations are those beyond
	// [MaxViolations].
	Violations     []Violation
	MoreViolations int
	// Board is the end position.
	Board     *gorules.Board
	Prisoners gorules.Prisoners
	// TakenAtEnd are the stones that the record's last node takes off: dead ones.
	TakenAtEnd gorules.Prisoners
	// Button is what the button adds for Black, in hundredths; negative for White.
	Button    Margin
	Score     gorules.Score
	Counted   Margin
	Agreement Agreement
	Off       Margin
}

// An Otherwise is the whole record with a move as a pass that was out of turn, unless the
// opponent's pass before it was left out.
type Otherwise struct {
	Move int
	Line Line
}

// A Replay is one violation with what follows from each ruling: Stands if no one
// claimed it, nil if the move cannot stand, and Claimed if it becomes a pass.
// All other illegal moves stand in both.
type Replay struct {
	Violation Violation
	Ruling    Ruling
	// Before is the position in which the move was made.
	Before  *gorules.Board
	Stands  *Line
	Claimed Line
}

// Examine checks one main line and studies it. Submitted are the totals that
// the players handed in, nil if there are none. An error is as that of
// [Checker.Check].
func Examine(ctx context.Context, g *sgf.Game, o Options, submitted *Counts) (*Report, error) {
	c := &Checker{Options: o}
	r := &Report{}
	if err := c.play(ctx, g, r); err != nil {
		return r, err
	}
	s := &Study{Submitted: submitted}
	var err error
	if s.Standing, err = c.line(ctx, g, r, handling{policy: gorules.Stand}); err != nil {
		return r, err
	}
	if err := c.positions(s, r); err != nil {
		return r, err
	}
	for _, move := range append([]int(nil), c.passesLeftOut...) {
		l, err := c.line(ctx, g, r, handling{policy: gorules.Stand, claimed: move})
		if err != nil {
			return r, err
		}
		s.Otherwise = append(s.Otherwise, Otherwise{move, l})
	}
	s.asksAboutPasses(r)
	if s.AllClaimed, err = c.line(ctx, g, r, handling{policy: gorules.BecomePass}); err != nil {
		return r, err
	}
	if err := c.replays(ctx, g, r, s); err != nil {
		return r, err
	}
	if submitted != nil {
		s.SubmittedAgree = submitted.agree(s.Standing.Score)
	}
	if s.Proposals, err = propose(ctx, &s.Standing, r, &c.record, o.Estimate); err != nil {
		return r, err
	}
	if s.Answer, err = c.settle(ctx, &s.Standing, r, submitted); err != nil {
		return r, err
	}
	r.Study, r.Answer = s, s.Answer
	if submitted == nil {
		r.remarkOnKomi()
	}
	c.countOwn(&s.Standing, r)
	return r, nil
}

// positions makes the replays, with the positions in which the violations of the
// line just played were made.
func (c *Checker) positions(s *Study, r *Report) error {
	all := s.Standing.Violations
	n := min(len(all), MaxReplays, max(1, mostReplayed/max(1, r.Moves)))
	s.MoreReplays = len(all) + s.Standing.MoreViolations - n
	for _, v := range all[:n] {
		before := &gorules.Board{}
		if err := c.game.BoardAfter(v.Number-1, before); err != nil {
			return err
		}
		s.Replays = append(s.Replays, Replay{Violation: v, Ruling: RulingOn(v, r.Set), Before: before})
	}
	return nil
}

// replays takes each violation both ways.
func (c *Checker) replays(ctx context.Context, g *sgf.Game, r *Report, s *Study) error {
	for i := range s.Replays {
		replay := &s.Replays[i]
		var err error
		if replay.Claimed, err = c.line(ctx, g, r, handling{policy: gorules.Stand, claimed: replay.Violation.Number}); err != nil {
			return err
		}
		if replay.Violation.CanStand() {
			replay.Stands = &s.Standing
		}
	}
	return nil
}

// line plays the whole record one way.
func (c *Checker) line(ctx context.Context, g *sgf.Game, r *Report, how handling) (Line, error) {
	scratch := &Report{Rules: r.Rules}
	if err := c.replay(ctx, g, scratch, how, nil); err != nil {
		return Line{}, err
	}
	l := Line{
		Violations: scratch.Violations, MoreViolations: scratch.MoreViolations,
		Board: c.game.Board().Clone(), Prisoners: c.game.Prisoners(), TakenAtEnd: c.takenAtEnd,
	}
	dead, _, err := c.deadAt(ctx, r, l.Board)
	if err != nil {
		return Line{}, err
	}
	score, err := r.Rules.Count(l.Board, l.Prisoners, dead...)
	if err != nil {
		return Line{}, err
	}
	l.Score, l.Button = score, c.buttonOf(r)
	l.Counted = MarginOf(score, r.Komi) + l.Button
	l.Agreement, l.Off = judge(r.Verdict.Claim, l.Counted)
	return l, nil
}

// standingAmong are the points that have a stone: one line may have captured
// what is dead in another.
func standingAmong(b *gorules.Board, dead []gorules.Point) []gorules.Point {
	var out []gorules.Point
	for _, p := range dead {
		if b.At(p) != gorules.Empty {
			out = append(out, p)
		}
	}
	return out
}
