package record

import (
	"context"
	"fmt"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// answer finds out how the claimed result can be right where the last replay ended,
// and counts by the record's own rules.
func (c *Checker) answer(ctx context.Context, r *Report) error {
	if r.Verdict.Agreement == NothingToCompare && c.Own != OwnAlways {
		return nil
	}
	l := &Line{
		Board: c.game.Board(), Prisoners: c.game.Prisoners(), TakenAtEnd: c.takenAtEnd, Score: r.Score,
		Button: c.buttonOf(r),
	}
	switch {
	case r.Verdict.Agreement == NothingToCompare:
	case r.Verdict.Agreement == Agrees && c.takenAtEnd == gorules.Prisoners{}:
		r.Answer = Answer{
			Wanted: wanted(r, nil), How: FromCount, By: r.readings()[0], Score: r.Score, Counted: r.Verdict.Counted,
		}
	case r.stopped():
		r.Answer = Answer{Wanted: wanted(r, nil), How: NotKnown}
	default:
		var err error
		if r.Answer, err = c.settle(ctx, l, r, nil); err != nil {
			return err
		}
		r.remarkOnKomi()
	}
	if c.Own == OwnAlways || r.Verdict.Agreement != NothingToCompare {
		c.countOwn(l, r)
	}
	return nil
}

// stopped tells whether play stopped at an illegal move, so that the end of the record
// was not reached.
func (r *Report) stopped() bool {
	return r.Played < r.Moves && len(r.Violations) > 0 && !r.Violations[0].AfterEnd
}

// remarkOnKomi says where the claim fits another komi than the one of the count.
func (r *Report) remarkOnKomi() {
	a := &r.Answer
	if !a.KomiDoesNotFit() {
		return
	}
	claimed := Shortened(r.Verdict.Claimed, longestClaim)
	text := "the record's komi does not fit its result: no count with a komi of " + r.Komi.String() + " can be " + claimed
	switch {
	case !a.OtherKomi && a.NoKomi:
		text = fmt.Sprintf("the record has no komi, and no count with %s, which these rules have, can be %s", r.Komi, claimed)
	case a.OtherKomi && a.NoKomi:
		text = fmt.Sprintf("with a komi of %s the count would be %s, as claimed", a.By.Komi, a.Counted)
	case a.OtherKomi:
		text = fmt.Sprintf(
			"the record's komi does not fit its result: with a komi of %s the count would be %s, as claimed", a.By.Komi, a.Counted,
		)
	}
	r.warn(text)
}

// countOwn counts by the rules that the record names.
func (c *Checker) countOwn(l *Line, r *Report) {
	if r.Own == "" {
		return
	}
	q := &inquiry{line: l, report: r, record: &c.record, passes: passesIn(&c.record)}
	own := &OwnCount{Reading: r.ownReadings(r.Own, ByOwnRules)[0]}
	own.Button = c.buttonBy(own.Rules, r, l)
	dead := standingAmong(l.Board, c.Dead)
	if own.Set == r.Set && len(dead) == 0 {
		dead = standingAmong(l.Board, r.designated)
	}
	if a := &r.Answer; a.By.Kind == ByOwnRules && a.By.Set == r.Own && a.How != NotKnown {
		own.Reading, own.How, own.Score = a.By, a.How, a.Score
	} else {
		if len(dead) == 0 && own.Rules.Dead != gorules.DeadUnstated && len(c.record.Territory) > 0 {
			q.blocks = blocksOfBoard(l.Board)
			dead, own.How = q.points(markedDead(&c.record, l.Board, q.blocks)), FromMarks
		}
		// Every point has a stone, so that the count cannot fail.
		own.Score, _ = own.Rules.Count(l.Board, q.prisoners(&own.Reading), dead...)
	}
	own.Counted = own.margin(own.Score)
	own.Agreement, _ = judge(r.Verdict.Claim, own.Counted)
	r.ByOwn = own
}

// claims reads what a record says of its players and its result.
func (c *Checker) claims(r *Report, rec *sgf.Record) {
	r.Black, r.White = rec.Info(sgf.BlackName), rec.Info(sgf.WhiteName)
	r.Verdict.Claimed = rec.InfoAgain(sgf.ResultText, c.claimed)
	if r.Verdict.Claimed != c.claimed || c.claim.Winner == "" {
		c.claimed = r.Verdict.Claimed
		c.claim = sgf.ParseResult(c.claimed)
	}
	r.Verdict.Claim = c.claim
	r.RulesNamed = rec.InfoAgain(sgf.RulesText, c.rulesNamed)
	if r.RulesNamed != c.rulesNamed {
		c.rulesNamed = r.RulesNamed
		c.own, _ = RuleSetNamed(r.RulesNamed)
	}
	r.Own = c.own
	if rec.KomiKnown {
		k := rec.Komi
		r.KomiWritten = &k
	}
}
