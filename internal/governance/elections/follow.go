package elections

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Follow keeps elections in step with the day of their AGM. Where the day moved
// everybody who stands is judged again; the further date of an AGM without a
// quorum gets the elections of the one before, with their nominations (rule
// 4.20). It runs in the transaction of package meetings.
func (s *Service) Follow(ctx context.Context, tx *store.Tx, permit usecase.Permit, from, to meetings.Meeting) error {
	switch {
	case to.Kind != meetings.AGM:
		return nil
	case from.ID == to.ID:
		return s.judgeAgain(ctx, tx, permit, to)
	}
	return s.carryOver(ctx, tx, permit, from, to)
}

// Opened judges everybody who stands again when an AGM opens: an officer may
// have left the office since.
func (s *Service) Opened(ctx context.Context, tx *store.Tx, m meetings.Meeting) error {
	if m.Kind != meetings.AGM || m.State != meetings.Open {
		return nil
	}
	permit, err := s.cases.Allow(auth.System("rule 4.14").By(), nil)
	if err != nil {
		return err
	}
	return s.judgeAgain(ctx, tx, permit, m)
}

// judgeAgain asks the rules anew about everybody who stands at an AGM.
func (s *Service) judgeAgain(ctx context.Context, tx *store.Tx, permit usecase.Permit, m meetings.Meeting) error {
	list, err := electionsOf(ctx, tx, m.ID)
	if err != nil || len(list) == 0 {
		return err
	}
	_, c, err := s.held(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	around, err := circumstancesOf(ctx, tx, m)
	if err != nil {
		return err
	}
	for _, e := range list {
		for _, one := range e.Candidates {
			if one.Withdrawn != nil || one.Struck && e.stands(one.Person.ID) {
				continue
			}
			after := business{c, m, e}.judged(around, one)
			if after.Struck == one.Struck && after.Why.String() == one.Why.String() {
				continue
			}
			if err := updateStanding(ctx, tx, after); err != nil {
				return err
			}
			done := permit.Did("judge.candidate", "election", int64(e.ID), judgement(one), judgement(after))
			if err := done.Write(ctx, tx); err != nil {
				return err
			}
		}
	}
	return nil
}

// judgement is what the audit log keeps of whether somebody stands.
func judgement(c Candidate) map[string]any {
	return map[string]any{"candidate": c.Person.ID, "stands": !c.Struck, "why": c.Why.String()}
}

// judged asks the rules about somebody who was admitted before. That those who
// signed were members on the day of receipt stays as it was found then, and so
// does that it was before the meeting began.
func (b business) judged(around circumstances, one Candidate) Candidate {
	signature := func(p Person) constitution.Signature {
		return constitution.Signature{Person: constitution.Person{ID: int64(p.ID), Name: p.Name}, Entitled: true}
	}
	n := constitution.Nomination{
		Candidate: signature(one.Person), Proposer: signature(one.Proposer), Seconder: signature(one.Seconder),
		Received: one.Received, AGM: b.meeting.Date,
	}
	around.tell(&n, b)
	findings, trace := b.Nominate(n)
	one.Struck, one.Why = findings.Blocked(), trace
	return one
}

// carryOver makes the elections of a further date: those of the meeting before,
// with everybody who stood and whoever nominated them.
func (s *Service) carryOver(ctx context.Context, tx *store.Tx, permit usecase.Permit, from, to meetings.Meeting) error {
	before, err := electionsOf(ctx, tx, from.ID)
	if err != nil || len(before) == 0 {
		return err
	}
	_, c, err := s.held(ctx, tx, to.ID)
	if err != nil {
		return err
	}
	if holds, _ := c.CarryOver(from.Date, to.Date); from.State == meetings.Inquorate && !holds {
		return nil
	}
	posts, err := postsOf(c)
	if err != nil {
		return err
	}
	around, err := circumstancesOf(ctx, tx, to)
	if err != nil {
		return err
	}
	for i, post := range posts {
		e := Election{Meeting: to.ID, Post: post, Seats: seatsOf(c, post)}
		for _, was := range before {
			if was.Post != post {
				continue
			}
			e.Candidates = was.Standing()
			if was.SeatsSet {
				e.Seats, e.SeatsSet, e.Decision = was.Seats, true, was.Decision
			}
		}
		if err := s.carryElection(ctx, tx, permit, business{c, to, e}, around, i+1); err != nil {
			return err
		}
	}
	return nil
}

// carryElection makes an election with those who stood in the one before.
func (s *Service) carryElection(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, b business, around circumstances, position int,
) error {
	id, err := insertElection(ctx, tx, b.election, position)
	if err != nil {
		return err
	}
	var names []string
	for _, one := range b.election.Candidates {
		if _, err := insertCandidate(ctx, tx, id, b.judged(around, one), s.cases.Now(), permit.Name()); err != nil {
			return err
		}
		names = append(names, one.Person.Name)
	}
	return permit.Did("carry.election", "election", int64(id), nil, map[string]any{
		"post": b.election.Post, "seats": b.election.Seats, "candidates": names,
	}).Write(ctx, tx)
}
