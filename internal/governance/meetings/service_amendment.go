package meetings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// maxAmendments is how many amendments a motion takes.
const maxAmendments = 100

// MoveAmendment records an amendment moved at the meeting, rule 4.18.
func (s *Service) MoveAmendment(ctx context.Context, actor auth.Actor, in AmendmentInput) (AmendmentID, error) {
	meeting, err := meetingOfMotion(ctx, s.db, in.Motion)
	if err != nil {
		return 0, err
	}
	var id AmendmentID
	err = s.atTable(ctx, actor, meeting, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		m := *r.motion(in.Motion)
		in.Text = paragraph(in.Text)
		if err := r.checkAmendment(m, in); err != nil {
			return nil, err
		}
		a := Amendment{
			Motion: m.ID, Number: len(m.Amendments) + 1, Text: in.Text, Change: in.Change, Mover: Someone{Person: in.Mover},
			Seconder: Someone{Person: in.Seconder},
		}
		if id, err = insertAmendment(ctx, tx, a); err != nil {
			return nil, err
		}
		if err := updateMotion(ctx, tx, m); err != nil { // the next version
			return nil, err
		}
		return permit.Did("move.amendment", "motion_amendment", int64(id), nil, map[string]any{
			"motion": m.ID, "number": a.Number, "text": a.Text, "mover": in.Mover, "seconder": in.Seconder, "change": in.Change,
		}), nil
	})
	return id, err
}

func (r Record) checkAmendment(m Motion, in AmendmentInput) error {
	switch {
	case m.State != Pending:
		return apperr.New(apperr.Conflict, "Motion %d is “%s” and takes no amendment.", m.Number, m.State.Label())
	case m.Put():
		return apperr.UnderRule("4.18", "Motion %d was put to the vote. Amendments come before that.", m.Number)
	case len(m.Amendments) >= maxAmendments:
		return apperr.New(apperr.Invalid, "A motion takes at most %d amendments.", maxAmendments)
	}
	var f apperr.Fields
	checkText(&f, "text", in.Text, "Enter the text of the motion as it would be.")
	if in.Text == m.Text && in.Change == nil {
		f.Add("text", "This is the motion as it stands. Enter what it would become.")
	}
	if !r.here(in.Mover) {
		f.Add("mover", "Choose the member who proposes it, of those present.")
	}
	switch {
	case !r.here(in.Seconder):
		f.Add("seconder", "Choose the member who seconds it, of those present.")
	case in.Seconder == in.Mover:
		f.Add("seconder", "Choose another member than the one who proposes it (rule 4.18).")
	}
	if in.Change != nil {
		if m.Kind != constitution.Constitutional {
			f.Add("change", "Only a motion on the constitution changes its figures.")
		} else if _, err := Amend(r.Constitution, in.Change); err != nil {
			f = append(f, fieldsOf("change", err)...)
		}
	}
	return f.Err()
}

// onAmendment runs fn at the table for an amendment that is undecided, on the
// version that was shown.
func (s *Service) onAmendment(
	ctx context.Context, actor auth.Actor, id AmendmentID, version int64,
	fn func(tx *store.Tx, permit usecase.Permit, r Record, m Motion, a Amendment) (*usecase.Entry, error),
) error {
	meeting, err := meetingOfAmendment(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.atTable(ctx, actor, meeting, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		for _, m := range r.Motions {
			for _, a := range m.Amendments {
				if a.ID != id {
					continue
				}
				switch {
				case a.Version != version:
					return nil, usecase.Stale("this amendment", "motion_amendment", int64(id))
				case a.Fate != constitution.Undecided || m.State != Pending:
					return nil, apperr.New(apperr.Conflict, "Amendment %d of motion %d is decided already.", a.Number, m.Number)
				}
				return fn(tx, permit, r, m, a)
			}
		}
		return nil, apperr.New(apperr.NotFound, "Amendment not found.")
	})
}

// saveAmendment writes an amendment, its motion's next version and the audit
// entry.
func (s *Service) saveAmendment(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, action string, m Motion, before, after Amendment,
) (*usecase.Entry, error) {
	if err := updateAmendment(ctx, tx, after); err != nil {
		return nil, err
	}
	if err := updateMotion(ctx, tx, m); err != nil {
		return nil, err
	}
	return permit.Did(
		action, "motion_amendment", int64(after.ID), amendmentFacts(before), amendmentFacts(after),
	), nil
}

func amendmentFacts(a Amendment) map[string]any {
	return map[string]any{
		"motion": a.Motion, "number": a.Number, "fate": a.Fate, "chair": a.ChairVote, "outcome": a.Trace.String(),
		"reason": a.Reason,
	}
}

// WithdrawAmendment records that an amendment was withdrawn.
func (s *Service) WithdrawAmendment(ctx context.Context, actor auth.Actor, id AmendmentID, version int64) error {
	return s.onAmendment(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, _ Record, m Motion, a Amendment,
	) (*usecase.Entry, error) {
		if a.Put() {
			return nil, apperr.New(apperr.Conflict, "Amendment %d was put to the vote: declare what the vote came to.", a.Number)
		}
		after := a
		after.Fate, after.Trace, after.DecidedAt = constitution.Withdrawn, constitution.Trace{}, s.cases.Now()
		return s.saveAmendment(ctx, tx, permit, "withdraw.amendment", m, a, after)
	})
}

// RuleOutAmendment records that the chair did not take an amendment, as not
// relevant. Field: reason.
func (s *Service) RuleOutAmendment(
	ctx context.Context, actor auth.Actor, id AmendmentID, version int64, reason string,
) error {
	return s.onAmendment(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, _ Record, m Motion, a Amendment,
	) (*usecase.Entry, error) {
		after := a
		after.Fate, after.Reason, after.Trace = constitution.Ruled, paragraph(reason), constitution.Trace{}
		after.DecidedAt = s.cases.Now()
		var f apperr.Fields
		checkText(&f, "reason", after.Reason, "Enter why the chair does not take it.")
		if err := f.Err(); err != nil {
			return nil, err
		}
		return s.saveAmendment(ctx, tx, permit, "rule_out.amendment", m, a, after)
	})
}

// DeclareAmendment declares what the decisive count on an amendment came to;
// the text of one that is adopted is the motion's. Rule 4.18: amendments are
// dealt with one after the other.
func (s *Service) DeclareAmendment(
	ctx context.Context, actor auth.Actor, id AmendmentID, version int64,
) (constitution.Outcome, error) {
	var out constitution.Outcome
	err := s.onAmendment(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion, a Amendment,
	) (*usecase.Entry, error) {
		if a.Decisive == 0 {
			if err := r.mayDealWith(m, a); err != nil {
				return nil, err
			}
			return nil, errUncounted
		}
		if next := r.next(m); next != a.Number {
			return nil, comesFirst(next)
		}
		out = a.Outcome
		after := a
		after.Fate, after.Trace, after.DecidedAt = constitution.Rejected, a.Outcome.Trace, s.cases.Now()
		if a.Outcome.Carried {
			after.Fate = constitution.Adopted
		}
		return s.saveAmendment(ctx, tx, permit, "declare.amendment", m, a, after)
	})
	return out, err
}

func comesFirst(next int) error {
	return apperr.UnderRule("4.18", "Amendment %d comes first.", next)
}

var errUncounted = apperr.New(apperr.Invalid, "Record a count first: by voice, by hands or by ballot.")

// mayDealWith refuses a vote on an amendment before the earlier ones are dealt
// with, and without the committee's quorum.
func (r Record) mayDealWith(m Motion, a Amendment) error {
	if next := r.next(m); next != a.Number {
		return comesFirst(next)
	}
	if r.Meeting.Kind == Committee && !r.Quorum.Reached {
		return apperr.UnderRule(r.Quorum.Trace.Rule, "%s.", r.Quorum.Trace)
	}
	return nil
}
