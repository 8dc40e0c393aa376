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

// maxCounts is how many counts are taken on one question.
const maxCounts = 100

// RecordCount records a vote by voice, hands or ballot on a motion or an
// amendment, rules 4.9 to 4.11. Nothing is decided before it is declared; a
// more formal count, or a further one by the same method, opens again what was
// declared.
func (s *Service) RecordCount(ctx context.Context, actor auth.Actor, in CountInput) error {
	meeting, err := meetingOfMotion(ctx, s.db, in.Motion)
	if err != nil {
		return err
	}
	return s.atTable(ctx, actor, meeting, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		m := *r.motion(in.Motion)
		if in.Amendment == 0 {
			return s.countMotion(ctx, tx, permit, r, m, in)
		}
		i := slices.IndexFunc(m.Amendments, func(a Amendment) bool { return a.ID == in.Amendment })
		if i < 0 {
			return nil, apperr.New(apperr.NotFound, "Amendment not found.")
		}
		return s.countAmendment(ctx, tx, permit, r, m, m.Amendments[i], in)
	})
}

func (s *Service) countMotion(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, m Motion, in CountInput,
) (*usecase.Entry, error) {
	if m.State != Pending && m.State != Carried && m.State != NotCarried {
		return nil, apperr.New(apperr.Conflict, "Motion %d is “%s” and cannot be put.", m.Number, m.State.Label())
	}
	if err := r.standsFrom(m, 0); err != nil {
		return nil, err
	}
	if err := refused(r.stops(m, in.Method)); err != nil {
		return nil, err
	}
	count, decides, err := r.count(m.Kind, m.Ballot, in, permit.Name())
	if err != nil {
		return nil, err
	}
	if m.State != Pending && !decides {
		return nil, superseded(m.Ballot)
	}
	if err := s.mayReopen(ctx, tx, r, m, decides); err != nil {
		return nil, err
	}
	return s.keepMotionCount(ctx, tx, permit, m, count, decides)
}

// mayReopen refuses a count that would open again what was declared, where something
// rests on that which came after it.
func (s *Service) mayReopen(ctx context.Context, q store.Queryer, r Record, m Motion, decides bool) error {
	if m.State == Pending || !decides {
		return nil
	}
	return s.restsOn(ctx, q, r, m)
}

// keepMotionCount keeps a count on a motion; one that decides opens again what
// was declared.
func (s *Service) keepMotionCount(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, m Motion, count Count, decides bool,
) (*usecase.Entry, error) {
	count.At = s.cases.Now()
	if err := insertCount(ctx, tx, m.ID, 0, count); err != nil {
		return nil, err
	}
	after := m
	if decides { // the chair's vote went with the count that decided so far
		after.State, after.ChairVote, after.DecidedAt = Pending, constitution.ChairSilent, civil.Instant{}
	}
	if err := updateMotion(ctx, tx, after); err != nil {
		return nil, err
	}
	return s.recordCount(ctx, tx, permit, "motion", int64(m.ID), count)
}

func (s *Service) countAmendment(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, m Motion, a Amendment, in CountInput,
) (*usecase.Entry, error) {
	if m.State != Pending || m.Put() {
		return nil, apperr.UnderRule("4.18", "Motion %d was put to the vote: its amendments are dealt with.", m.Number)
	}
	if a.Fate == constitution.Withdrawn || a.Fate == constitution.Ruled {
		return nil, apperr.New(apperr.Conflict, "Amendment %d is not before the meeting.", a.Number)
	}
	if err := r.standsFrom(m, a.ID); err != nil {
		return nil, err
	}
	undecided := a.Fate == constitution.Undecided
	if undecided {
		if err := r.mayDealWith(m, a); err != nil {
			return nil, err
		}
	} else if last := r.lastDealtWith(m); last != a.Number {
		return nil, apperr.UnderRule(
			"4.18", "Amendment %d was dealt with after amendment %d, which stays decided.", last, a.Number,
		)
	}
	count, decides, err := r.count(constitution.Ordinary, a.Ballot, in, permit.Name())
	if err != nil {
		return nil, err
	}
	if !undecided && !decides {
		return nil, superseded(a.Ballot)
	}
	return s.keepAmendmentCount(ctx, tx, permit, m, a, count, decides)
}

func (s *Service) keepAmendmentCount(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, m Motion, a Amendment, count Count, decides bool,
) (*usecase.Entry, error) {
	count.At = s.cases.Now()
	if err := insertCount(ctx, tx, m.ID, a.ID, count); err != nil {
		return nil, err
	}
	after := a
	if decides {
		after.Fate, after.ChairVote, after.DecidedAt = constitution.Undecided, constitution.ChairSilent, civil.Instant{}
	}
	if err := updateAmendment(ctx, tx, after); err != nil {
		return nil, err
	}
	if err := updateMotion(ctx, tx, m); err != nil {
		return nil, err
	}
	return s.recordCount(ctx, tx, permit, "motion_amendment", int64(a.ID), count)
}

// lastDealtWith is the number of the last amendment that was voted on and
// declared, or 0.
func (r Record) lastDealtWith(m Motion) int {
	last := 0
	for _, a := range m.Amendments {
		if a.Fate == constitution.Adopted || a.Fate == constitution.Rejected {
			last = a.Number
		}
	}
	return last
}

func superseded(b Ballot) error {
	return apperr.UnderRule(
		"4.10", "This was decided by count %d, which is more formal. A further count must be at least as formal.", b.Decisive,
	)
}

func (s *Service) recordCount(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, object string, id int64, c Count,
) (*usecase.Entry, error) {
	facts := map[string]any{
		"count": c.No, "method": c.Method, "votes": c.Votes.String(), "call": c.Call, "voters": c.Voters, "chair": c.Chair,
	}
	if c.Method == constitution.Ballot {
		facts["spoiled"], facts["blank"] = c.Spoiled, c.Blank
	}
	if again := c.Recount; again != nil {
		facts["recount_of"], facts["stands"] = again.Of, again.Stands
		facts["asked"], facts["reason"] = again.Asked.Person, again.Reason
	}
	return permit.Did("record.count", object, id, nil, facts), nil
}

// CastChairVote records the chair's vote on equal votes, rule 4.8; ChairSilent
// takes it back. The amendment is 0 on the motion itself. version is that of
// the motion, or of the amendment. Field: chair.
func (s *Service) CastChairVote(
	ctx context.Context, actor auth.Actor, motion MotionID, amendment AmendmentID, version int64,
	vote constitution.ChairVote,
) error {
	if amendment != 0 {
		return s.onAmendment(ctx, actor, amendment, version, func(
			tx *store.Tx, permit usecase.Permit, r Record, m Motion, a Amendment,
		) (*usecase.Entry, error) {
			if err := r.checkChairVote(constitution.Ordinary, a.Ballot, vote); err != nil {
				return nil, err
			}
			after := a
			after.ChairVote, after.Trace = vote, constitution.Trace{}
			return s.saveAmendment(ctx, tx, permit, "cast.chair_vote", m, a, after)
		})
	}
	return s.onMotion(ctx, actor, motion, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion,
	) (*usecase.Entry, error) {
		if r.Meeting.State != Open || m.State != Pending {
			return nil, apperr.New(apperr.Conflict, "Motion %d is not before the meeting.", m.Number)
		}
		if err := r.checkChairVote(m.Kind, m.Ballot, vote); err != nil {
			return nil, err
		}
		after := m
		after.ChairVote, after.Trace = vote, constitution.Trace{}
		return s.saveMotion(ctx, tx, permit, "cast.chair_vote", m, after)
	})
}

// checkChairVote refuses a vote of the chair that the rules do not give: on
// votes that are not equal, by voice, in a committee that has not ruled so.
func (r Record) checkChairVote(kind constitution.Kind, b Ballot, vote constitution.ChairVote) error {
	c, counted := b.count(b.Decisive)
	switch {
	case !counted:
		return errUncounted
	case r.Meeting.Chair == 0:
		return apperr.UnderRule("4.3", "No one is in the chair.")
	case vote == constitution.ChairNone: // that follows from who has the chair
		var f apperr.Fields
		f.Add("chair", "Choose yes or no.")
		return f.Err()
	case vote == constitution.ChairSilent: // withdrawn
	case !r.presided(b, c.No):
		return apperr.UnderRule(
			"4.8", "%s had the chair at count %d, and %s voted with the others. Put it to the vote again.",
			r.facts.names[c.Chair], c.No, r.Chair.Name,
		)
	case !r.chairHasVote(c):
		return apperr.UnderRule("4.8", "%s is not a member present at the meeting, and has no vote.", r.Chair.Name)
	}
	_, err := r.decide(c.Count, kind, vote)
	return err
}

// Declare declares what the decisive count on a motion came to.
func (s *Service) Declare(
	ctx context.Context, actor auth.Actor, id MotionID, version int64,
) (constitution.Outcome, error) {
	var out constitution.Outcome
	err := s.onMotion(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion,
	) (*usecase.Entry, error) {
		out = m.Outcome
		return s.declareMotion(ctx, tx, permit, r, m)
	})
	return out, err
}

// declareMotion keeps what the votes on a motion came to.
func (s *Service) declareMotion(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Record, m Motion,
) (*usecase.Entry, error) {
	switch {
	case r.Meeting.State == Adjourned && m.Put(): // by those who were there
	case r.Meeting.State != Open:
		return nil, apperr.New(apperr.Conflict, "A motion is decided while the meeting is open.")
	}
	switch {
	case m.State != Pending:
		return nil, apperr.New(apperr.Conflict, "Motion %d is “%s” already.", m.Number, m.State.Label())
	}
	if err := refused(m.Stops); err != nil {
		return nil, err
	}
	if m.Decisive == 0 {
		return nil, errUncounted
	}
	after := m
	after.State, after.Trace, after.DecidedAt = NotCarried, m.Outcome.Trace, s.cases.Now()
	if m.Outcome.Carried {
		after.State = Carried
	}
	*r.motion(m.ID) = after
	if _, _, _, err := r.version(); err != nil {
		return nil, apperr.UnderRule(
			"7.2", "Together with what was carried before, the figures of the constitution cannot stand: %s", err.Error(),
		)
	}
	return s.saveMotion(ctx, tx, permit, "declare.motion", m, after)
}

// FrameMotion fixes the wording of an EGM's motion for the postal vote and
// numbers it, rules 5.5 and 5.9 c).
func (s *Service) FrameMotion(ctx context.Context, actor auth.Actor, id MotionID, version int64) error {
	return s.onMotion(ctx, actor, id, version, func(
		tx *store.Tx, permit usecase.Permit, r Record, m Motion,
	) (*usecase.Entry, error) {
		switch {
		case r.Meeting.Kind != EGM:
			return nil, apperr.UnderRule("5.8", "Only an EGM’s motions are decided by post.")
		case r.Meeting.State != Open || m.State != Pending:
			return nil, apperr.New(apperr.Conflict, "Motion %d is not before the meeting.", m.Number)
		case m.subject() != constitution.Substance:
			return nil, apperr.UnderRule("5.6", "Motion %d is of procedure: the meeting decides it.", m.Number)
		case !m.Ready:
			return nil, apperr.UnderRule("4.18", "Amendment %d of motion %d comes first.", r.next(m), m.Number)
		case len(m.Text) > MaxFramed:
			return nil, apperr.UnderRule(
				"5.9", "Motion %d is too long for a voting paper. Shorten it to %d characters by an amendment.", m.Number,
				MaxFramed,
			)
		}
		after := m
		after.State, after.PaperNumber, after.DecidedAt = Framed, len(r.framed())+1, s.cases.Now()
		after.Trace = constitution.Trace{
			Rule: "5.8", Steps: []constitution.Step{{Rule: "5.6", Text: "The meeting decided on its wording"}},
			Outcome: "goes to the postal vote",
		}
		return s.saveMotion(ctx, tx, permit, "frame.motion", m, after)
	})
}

// MaxFramed is how long a motion on a voting paper may be, in bytes.
const MaxFramed = 4000

// framed are the motions that go to the postal vote, by their number on the
// papers.
func (r Record) framed() []Motion {
	var out []Motion
	for _, m := range r.Motions {
		if m.State == Framed {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b Motion) int { return a.PaperNumber - b.PaperNumber })
	return out
}

// ForVote is what an EGM hands on to its postal vote.
type ForVote struct {
	Meeting  Meeting
	Proposer PersonID // of the members' request, rule 5.1; 0: the committee called it
	Motions  []Motion // worded for the vote, with their final text, by their number on the papers
}

// VoteOf reads what an EGM hands on to its postal vote; of another meeting, and
// before any motion is worded, it has no motions.
func VoteOf(ctx context.Context, q store.Queryer, id ID) (out ForVote, err error) {
	if out.Meeting, err = ByID(ctx, q, id); err != nil {
		return out, err
	}
	if out.Meeting.Date, err = LastDay(ctx, q, out.Meeting); err != nil { // its last, of one that was adjourned
		return out, err
	}
	if out.Meeting.Request != 0 {
		request, err := requestByID(ctx, q, out.Meeting.Request)
		if err != nil {
			return out, err
		}
		out.Proposer = request.Proposer
	}
	r := Record{Meeting: out.Meeting}
	if r.Motions, err = motionsOf(ctx, q, id); err != nil {
		return out, err
	}
	for i := range r.Motions {
		r.Motions[i].Text, r.Motions[i].Change = r.amended(r.Motions[i]).Text, r.Motions[i].changeNow()
	}
	out.Motions = r.framed()
	return out, nil
}

// TellersOf reads the tellers of a meeting.
func TellersOf(ctx context.Context, q store.Queryer, id ID) ([]Someone, error) {
	ids, err := tellersOf(ctx, q, id)
	if err != nil {
		return nil, err
	}
	known, err := names(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Someone, len(ids))
	for i, t := range ids {
		out[i] = Someone{t, known[t]}
	}
	return out, nil
}
