package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// UndoInput sets something aside that was recorded by mistake. Its field is
// reason.
type UndoInput struct {
	Motion    MotionID
	Amendment AmendmentID // 0: of the motion itself
	Version   int64       // of the motion, or of the amendment
	Count     int         // number of the count; 0: the outcome
	Reason    string
}

// Undo sets the outcome of a motion or an amendment aside, or one of the counts
// on it: it was declared or entered by mistake. It is kept with the reason, and
// the motion is before the meeting again. What something rests on that came
// after it cannot be set aside, and neither can anything once the meeting is
// closed.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, in UndoInput) error {
	meeting, err := meetingOfMotion(ctx, s.db, in.Motion)
	if err != nil {
		return err
	}
	return s.running(ctx, actor, meeting, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		m := *r.motion(in.Motion)
		if err := r.standsFrom(m, 0); err != nil {
			return nil, err
		}
		if r.Meeting.State != Open {
			return nil, r.standsAsClosed(m)
		}
		why := SetAside{At: s.cases.Now(), By: permit.Name(), Reason: paragraph(in.Reason)}
		var f apperr.Fields
		checkText(&f, "reason", why.Reason, "Enter why this is set aside.")
		if in.Amendment == 0 {
			if m.Version != in.Version {
				return nil, usecase.Stale("this motion", "motion", int64(m.ID))
			}
			return s.undoMotion(ctx, tx, permit, r, m, in.Count, why, f)
		}
		i := slices.IndexFunc(m.Amendments, func(a Amendment) bool { return a.ID == in.Amendment })
		if i < 0 {
			return nil, apperr.New(apperr.NotFound, "Amendment not found.")
		}
		a := m.Amendments[i]
		if a.Version != in.Version {
			return nil, usecase.Stale("this amendment", "motion_amendment", int64(a.ID))
		}
		if err := r.standsFrom(m, a.ID); err != nil {
			return nil, err
		}
		if err := r.mayCountAgain(m, a); err != nil {
			return nil, err
		}
		return s.undoAmendment(ctx, tx, permit, r, m, a, in.Count, why, f)
	})
}

// standsAsClosed says why nothing of a motion is set aside at a meeting that is
// not open, and what rests on it.
func (r Record) standsAsClosed(m Motion) error {
	rests := "what the minutes say of it is corrected when they are approved"
	switch {
	case r.Meeting.State.Upcoming():
		rests = "it can be set aside while the meeting is open"
	case m.State == Carried && m.Kind == constitution.Constitutional:
		rests = "it amended the constitution at the end of the meeting (rule 7.2)"
	case m.State == Framed:
		rests = "it went to the secretary for the postal vote (rule 5.8)"
	}
	return apperr.New(
		apperr.Conflict, "The %s is “%s”. Motion %d stays “%s”: %s.", r.Meeting.Title(), r.Meeting.State.Label(), m.Number,
		m.State.Label(), rests,
	)
}

func (s *Service) undoMotion(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, m Motion, count int, why SetAside,
	f apperr.Fields,
) (*usecase.Entry, error) {
	after := m
	if count != 0 {
		if m.State != Pending {
			return nil, apperr.New(
				apperr.Conflict, "Motion %d is “%s”: set that outcome aside first.", m.Number, m.State.Label(),
			)
		}
		if err := m.mayUndoCount(count, f); err != nil {
			return nil, err
		}
		if err := setCountAside(ctx, tx, m.ID, 0, count, why); err != nil {
			return nil, err
		}
		if m.Decisive == count { // the chair's vote went with it
			after.ChairVote = constitution.ChairSilent
		}
		after.Trace = constitution.Trace{}
		if err := updateMotion(ctx, tx, after); err != nil {
			return nil, err
		}
		return permit.Did("set_aside.motion_count", "motion", int64(m.ID), countedFacts(m.Ballot, count), why.facts()), nil
	}
	if m.State == Pending {
		return nil, apperr.New(apperr.Conflict, "Motion %d has no outcome to set aside.", m.Number)
	}
	if err := s.restsOn(ctx, tx, r, m); err != nil {
		return nil, err
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if err := insertUndone(ctx, tx, m.ID, 0, Undone{m.State.Label(), why}); err != nil {
		return nil, err
	}
	after.State, after.PaperNumber, after.Reason = Pending, 0, ""
	after.Trace, after.DecidedAt = constitution.Trace{}, civil.Instant{}
	if err := updateMotion(ctx, tx, after); err != nil {
		return nil, err
	}
	return permit.Did("set_aside.outcome", "motion", int64(m.ID), factsOfMotion(m), why.facts()), nil
}

func (s *Service) undoAmendment(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, m Motion, a Amendment, count int, why SetAside,
	f apperr.Fields,
) (*usecase.Entry, error) {
	after := a
	switch undecided := a.Fate == constitution.Undecided; {
	case count != 0 && !undecided:
		return nil, apperr.New(apperr.Conflict, "Amendment %d is decided: set that outcome aside first.", a.Number)
	case count != 0:
		if err := a.mayUndoCount(count, f); err != nil {
			return nil, err
		}
		if err := setCountAside(ctx, tx, m.ID, a.ID, count, why); err != nil {
			return nil, err
		}
		if a.Decisive == count {
			after.ChairVote = constitution.ChairSilent
		}
	case undecided:
		return nil, apperr.New(apperr.Conflict, "Amendment %d has no outcome to set aside.", a.Number)
	default:
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := insertUndone(ctx, tx, m.ID, a.ID, Undone{fateLabel(a.Fate), why}); err != nil {
			return nil, err
		}
		after.Fate, after.Reason, after.Trace = constitution.Undecided, "", constitution.Trace{}
		after.DecidedAt = civil.Instant{}
	}
	if err := updateAmendment(ctx, tx, after); err != nil {
		return nil, err
	}
	if err := updateMotion(ctx, tx, m); err != nil { // the next version
		return nil, err
	}
	if count != 0 {
		return permit.Did(
			"set_aside.motion_count", "motion_amendment", int64(a.ID), countedFacts(a.Ballot, count), why.facts(),
		), nil
	}
	return permit.Did("set_aside.outcome", "motion_amendment", int64(a.ID), amendmentFacts(a), why.facts()), nil
}

// mayUndoCount refuses a count that is not there, or that another rests on: its
// recount goes first.
func (b Ballot) mayUndoCount(no int, f apperr.Fields) error {
	c, found := b.count(no)
	switch {
	case !found:
		return apperr.New(apperr.NotFound, "Count not found.")
	case c.SetAside != nil:
		return apperr.New(apperr.Conflict, "Count %d was set aside already.", no)
	}
	for _, other := range b.Counts {
		if other.Recount != nil && other.Recount.Of == no && other.SetAside == nil {
			return apperr.UnderRule("4.11", "Count %d counted it again: set that one aside first.", other.No)
		}
	}
	return f.Err()
}

// restsOn refuses to set aside the outcome of a motion that something rests on
// which came after it.
func (s *Service) restsOn(ctx context.Context, q store.Queryer, r Record, m Motion) error {
	if err := r.proceduresOn(m); err != nil {
		return err
	}
	if m.State == Framed {
		for _, later := range r.framed() {
			if later.PaperNumber > m.PaperNumber {
				return apperr.UnderRule(
					"5.9", "Motion %d went to the postal vote after it, as number %d on the papers: set that aside first.",
					later.Number, later.PaperNumber,
				)
			}
		}
	}
	if m.State == Carried && m.Kind == constitution.Constitutional {
		without := r
		without.Motions = slices.Clone(r.Motions)
		without.motion(m.ID).State = Pending
		if _, _, _, err := without.version(); err != nil {
			return apperr.UnderRule(
				"7.2", "What was carried after it rests on motion %d: %s. Set the later motion aside first.", m.Number,
				err.Error(),
			)
		}
	}
	if m.State == Carried && m.Item == constitution.PastMinutes {
		if len(r.Approves) > 0 {
			return apperr.UnderRule(
				"4.4", "The minutes of the %s are recorded as approved at this meeting.", r.Approves[0].Of.Title(),
			)
		}
	}
	return nil
}

// proceduresOn refuses where a motion lies aside by a motion on procedure, which
// is the one to set aside, and of one on procedure where the meeting has acted on
// it since.
func (r Record) proceduresOn(m Motion) error {
	if by, found := r.lastProcedure(m); found && m.laidAside {
		return apperr.New(
			apperr.Conflict, "Motion %d lies aside because motion %d was carried: set the outcome of that one aside.",
			m.Number, by.Number,
		)
	}
	if m.State != Carried || m.Procedural == "" {
		return nil
	}
	i := slices.IndexFunc(r.Motions, func(about Motion) bool { return about.ID == m.About })
	if i < 0 {
		return nil
	}
	about := r.Motions[i]
	if slices.ContainsFunc(about.Standing(), func(c Count) bool { return c.At.After(m.DecidedAt) }) {
		return apperr.New(
			apperr.Conflict, "Motion %d was put to the vote after motion %d was carried: set its counts aside first.",
			about.Number, m.Number,
		)
	}
	return nil
}

func (a SetAside) facts() map[string]any { return map[string]any{"reason": a.Reason} }

// countedFacts are what the audit log keeps of a count that is set aside.
func countedFacts(b Ballot, no int) map[string]any {
	c, _ := b.count(no)
	return map[string]any{"count": no, "method": c.Method, "votes": c.Votes.String(), "call": c.Call}
}

func fateLabel(f constitution.Fate) string {
	return map[constitution.Fate]string{
		constitution.Undecided: "To be decided", constitution.Adopted: "Adopted", constitution.Rejected: "Rejected",
		constitution.Withdrawn: "Withdrawn", constitution.Ruled: "Ruled out",
	}[f]
}
