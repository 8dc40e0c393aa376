package meetings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// AcceptLate records that the secretary takes a proposal after the two months
// of rule 4.17, and why. Field: late_reason.
func (s *Service) AcceptLate(ctx context.Context, actor auth.Actor, id MotionID, version int64, reason string) error {
	if err := s.requireHold(actor); err != nil {
		return err
	}
	return s.onMotion(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion,
	) (*usecase.Entry, error) {
		if m.State != Pending || r.Meeting.State != Planned {
			return nil, apperr.UnderRule("4.17", "Late proposals can be accepted only before the notice is sent.")
		}
		after := m
		after.Accepted, after.LateReason = s.cases.Today(), paragraph(reason)
		var f apperr.Fields
		checkText(&f, "late_reason", after.LateReason, "Enter why the late proposal is accepted.")
		if err := f.Err(); err != nil {
			return nil, err
		}
		if m.Late == nil {
			return nil, apperr.New(apperr.Invalid, "Motion %d came in time.", m.Number)
		}
		if err := refused(r.late(after)); err != nil {
			return nil, err
		}
		return s.saveMotion(ctx, tx, permit, "accept.late_motion", m, after)
	})
}

// endMotion gives a pending motion an end without a vote.
func (s *Service) endMotion(
	ctx context.Context, actor auth.Actor, id MotionID, version int64, action string, fn func(r Record, m *Motion) error,
) error {
	return s.onMotion(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion,
	) (*usecase.Entry, error) {
		if m.State != Pending || !r.Meeting.State.Upcoming() {
			return nil, apperr.New(apperr.Conflict, "Motion %d is “%s” already.", m.Number, m.State.Label())
		}
		after := m
		after.DecidedAt = s.cases.Now()
		if err := fn(r, &after); err != nil {
			return nil, err
		}
		return s.saveMotion(ctx, tx, permit, action, m, after)
	})
}

// WithdrawMotion records that a motion was withdrawn; of one that was voted on
// with the reason. Field: reason.
func (s *Service) WithdrawMotion(
	ctx context.Context, actor auth.Actor, id MotionID, version int64, reason string,
) error {
	return s.endMotion(ctx, actor, id, version, "withdraw.motion", func(_ Record, m *Motion) error {
		m.State, m.Reason, m.Trace = Withdrawn, paragraph(reason), constitution.Trace{}
		var f apperr.Fields
		if m.Put() {
			checkText(&f, "reason", m.Reason, "Votes were taken on this motion. Enter why their outcome is not declared.")
		} else {
			checkOptional(&f, "reason", m.Reason, maxText)
		}
		return f.Err()
	})
}

// RuleOut records that the chair did not take a motion. Field: reason.
func (s *Service) RuleOut(ctx context.Context, actor auth.Actor, id MotionID, version int64, reason string) error {
	return s.endMotion(ctx, actor, id, version, "rule_out.motion", func(r Record, m *Motion) error {
		m.State, m.Reason = RuledOut, paragraph(reason)
		var f apperr.Fields
		checkText(&f, "reason", m.Reason, "Enter why the chair does not take it.")
		m.Trace = constitution.Trace{Rule: "4.7", Outcome: "ruled out"}
		if m.Item == constitution.OtherBusiness {
			_, m.Trace = r.Constitution.ProposeUnderOtherBusiness(m.Effect, constitution.Refused)
		}
		return f.Err()
	})
}

// SetAside records that the meeting did not come to a motion.
func (s *Service) SetAside(ctx context.Context, actor auth.Actor, id MotionID, version int64) error {
	return s.endMotion(ctx, actor, id, version, "set_aside.motion", func(r Record, m *Motion) error {
		if r.Meeting.State != Open {
			return apperr.New(apperr.Conflict, "A motion is set aside at the meeting.")
		}
		if m.Put() {
			return wasPut(*m)
		}
		m.State, m.Trace = NotReached, constitution.Trace{}
		return nil
	})
}

// Lapse records that a motion on the constitution lapsed because its proposer
// or seconder is not present, rule 7.1.
func (s *Service) Lapse(ctx context.Context, actor auth.Actor, id MotionID, version int64) error {
	return s.endMotion(ctx, actor, id, version, "lapse.motion", func(r Record, m *Motion) error {
		if r.Meeting.State != Open || m.Kind != constitution.Constitutional || r.Meeting.Kind != AGM {
			return apperr.UnderRule("7.1", "Only a motion on the constitution lapses, at the AGM.")
		}
		if m.Put() { // when it was, both were there
			return wasPut(*m)
		}
		put := r.constitutional(*m, constitution.Hands)
		findings, t := r.Constitution.PutAmendment(put)
		put.Proposer, put.Seconder = constitution.Present, constitution.Present
		if other, _ := r.Constitution.PutAmendment(put); obstacles(findings) == obstacles(other) {
			return apperr.UnderRule("7.1", "Proposer and seconder of motion %d are present: it does not lapse.", m.Number)
		}
		m.State, m.Trace = Lapsed, t
		m.Trace.Outcome = "lapsed"
		return nil
	})
}

// wasPut refuses an end without a vote for a motion that was voted on.
func wasPut(m Motion) error {
	return apperr.New(apperr.Conflict, "Motion %d was put to the vote: declare what the vote came to.", m.Number)
}
