package meetings

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Plan computes every date around a meeting on a day, with rule and
// arithmetic, and what is wrong with those that are fixed. Nothing is saved.
func (s *Service) Plan(ctx context.Context, actor auth.Actor, in PlanInput) (Plan, error) {
	if err := s.requireHold(actor); err != nil {
		return Plan{}, err
	}
	in = in.tidied()
	var f apperr.Fields
	if in.Kind != Committee && !in.Kind.General() {
		f.Add("kind", "Choose a committee meeting, an AGM or an EGM.")
	}
	constitution.CheckDay(&f, "date", in.Date)
	in.checkKind(&f)
	if err := f.Err(); err != nil {
		return Plan{}, err
	}
	return s.plan(ctx, s.db, in, Meeting{})
}

// plan works out the dates of a meeting. Of one that is saved, m is what is
// known of it already.
func (s *Service) plan(ctx context.Context, q store.Queryer, in PlanInput, m Meeting) (p Plan, err error) {
	p.Input = in
	if p.Constitution, err = s.constitution(ctx, q, in.Kind, in.Date); err != nil {
		return p, err
	}
	if in.Kind == AGM && in.Previous.IsZero() {
		if p.Input.Previous, err = lastAGM(ctx, q, in.Date, m.ID); err != nil {
			return p, err
		}
	}
	if in.Request != 0 {
		request, err := requestByID(ctx, q, in.Request)
		if err != nil {
			return p, err
		}
		p.Requested = request.Received
	}
	sent := civil.Date{}
	if m.ID != 0 {
		notices, err := s.notices(ctx, q, m.ID)
		if err != nil {
			return p, err
		}
		if n, ok := (Record{Meeting: Meeting{Date: in.Date}, Notices: bare(notices)}).notice(); ok {
			sent = n.Leaving.Given()
		}
	}
	p.Calendar, err = p.calendar(sent)
	return p, err
}

func bare(rows []noticeRow) []Notice {
	out := make([]Notice, len(rows))
	for i, n := range rows {
		out[i] = n.Notice
	}
	return out
}

// calendar asks the constitution for the dates of the meeting. For the
// committee's it has none but the minutes, which are taken as those of an AGM.
func (p Plan) calendar(noticeSent civil.Date) (constitution.Calendar, error) {
	in := p.Input
	switch in.Kind {
	case AGM:
		return p.Constitution.AGMCalendar(constitution.AGM{
			Date: in.Date, Previous: in.Previous, NoticeSent: noticeSent, Balance: in.Balance,
		})
	case EGM:
		return p.Constitution.EGMCalendar(constitution.EGM{
			Date: in.Date, Requested: p.Requested, NoticeSent: noticeSent, Closing: in.Closing,
		})
	}
	by, trace := p.Constitution.MinutesDue(in.Date)
	return constitution.Calendar{Deadlines: []constitution.Deadline{{
		What: constitution.DutyMinutes, By: by, Rule: trace.Rule, Owner: constitution.OwnerChair, Trace: trace,
	}}}, nil
}

// lastAGM is the day of the latest AGM with a quorum before a day, or zero.
func lastAGM(ctx context.Context, q store.Queryer, before civil.Date, but ID) (civil.Date, error) {
	all, err := allMeetings(ctx, q)
	if err != nil {
		return civil.Date{}, err
	}
	var last civil.Date
	for _, m := range all {
		if m.Kind == AGM && m.ID != but && m.State.Held() && m.Date.Before(before) {
			last = civil.Later(last, m.Date)
		}
	}
	return last, nil
}

// Create plans a meeting: it gets its agenda, and its deadlines become duties.
// Proposals come along from a request, and from the inquorate meeting whose
// further date it is.
func (s *Service) Create(ctx context.Context, actor auth.Actor, in PlanInput) (ID, error) {
	permit, err := s.cases.May(actor, auth.HoldMeetings, auth.Object{})
	if err != nil {
		return 0, err
	}
	in = in.tidied()
	f := in.check()
	if !f.Has("date") && in.Date.Before(s.cases.Today()) {
		f.Add("date", "%s is past. Enter today or a day to come.", in.Date.Long())
	}
	if err := f.Err(); err != nil {
		return 0, err
	}
	var id ID
	err = s.cases.Change(ctx, func(tx *store.Tx) (done *usecase.Entry, err error) {
		id, done, err = s.create(ctx, tx, permit, in)
		return done, err
	})
	return id, err
}

func (s *Service) create(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in PlanInput,
) (ID, *usecase.Entry, error) {
	p, err := s.plan(ctx, tx, in, Meeting{})
	if err != nil {
		return 0, nil, err
	}
	m := Meeting{
		Kind: in.Kind, Date: in.Date, Time: in.Time, Place: in.Place, Online: in.Online, State: Planned,
		CalledBy: ByCommittee,
		Request:  in.Request, Previous: p.Input.Previous, Balance: in.Balance, Closing: in.Closing, Follows: in.Follows,
		CreatedBy: permit.Name(),
	}
	motions, before, err := s.brought(ctx, tx, &m)
	if err != nil {
		return 0, nil, err
	}
	if m.ID, err = insertMeeting(ctx, tx, m, s.cases.Now()); err != nil {
		if store.IsUnique(err) {
			return 0, nil, apperr.New(apperr.Conflict, "A meeting was called on this request already.")
		}
		return 0, nil, err
	}
	done := permit.Did("plan.meeting", "meeting", int64(m.ID), nil, factsOf(m))
	if err := done.Write(ctx, tx); err != nil { // before what follows from another day has its own
		return 0, nil, err
	}
	for i, item := range agendaFor(m.Kind) {
		if _, err := insertItem(ctx, tx, m.ID, item, i+1); err != nil {
			return 0, nil, err
		}
	}
	for i, motion := range motions {
		motion.Meeting, motion.Number = m.ID, i+1
		if _, err := insertMotion(ctx, tx, motion); err != nil {
			return 0, nil, err
		}
	}
	if m.Follows != 0 {
		what, err := dutyFurther(ctx, tx, m.Follows)
		if err != nil {
			return 0, nil, err
		}
		if err := s.governance.FinishDuty(ctx, tx, Meeting{ID: m.Follows}.Source(), what); err != nil {
			return 0, nil, err
		}
		if err := s.moved(ctx, tx, permit, before, m); err != nil {
			return 0, nil, err
		}
	}
	if err := s.setDuties(ctx, tx, m.ID); err != nil {
		return 0, nil, err
	}
	return m.ID, done, s.requestDuty(ctx, tx, m.Request)
}

// agendaFor is the agenda that a meeting begins with.
func agendaFor(kind Kind) []AgendaItem {
	var items []constitution.Item
	switch kind {
	case AGM:
		items = constitution.AGMItems()
	case EGM:
		items = constitution.EGMItems()
	default:
		return []AgendaItem{
			{Title: "Apologies"}, {Title: "Minutes of the last meeting"}, {Title: "Matters arising"}, {Title: "Reports"},
			{Title: "Other business"},
		}
	}
	out := make([]AgendaItem, len(items))
	for i, it := range items {
		out[i] = AgendaItem{Item: it, Title: it.Label()}
	}
	return out
}

// brought are the motions that a meeting begins with: those of the request that
// it is called on, and those left by the meeting that it takes over from.
func (s *Service) brought(ctx context.Context, q store.Queryer, m *Meeting) (out []Motion, before Meeting, err error) {
	if m.Follows != 0 {
		if out, before, err = s.left(ctx, q, m); err != nil {
			return nil, before, err
		}
	}
	if m.Request == 0 {
		return out, before, nil
	}
	m.CalledBy = ByMembers
	request, err := requestByID(ctx, q, m.Request)
	if err != nil {
		return nil, before, err
	}
	assessment, err := s.assess(ctx, q, request.RequestInput)
	if err != nil {
		return nil, before, err
	}
	switch {
	case request.Meeting != 0 && m.Follows == 0:
		return nil, before, apperr.New(apperr.Conflict, "A meeting was called on this request already.")
	case !assessment.Valid:
		return nil, before, refused(assessment.Findings)
	case m.Follows != 0:
		return out, before, nil
	}
	for _, p := range request.Proposals {
		out = append(out, Motion{
			Origin: constitution.FromMember, Kind: p.Kind, Item: constitution.Discussion, Title: p.Title, Moved: p.Text,
			Mover: Someone{Person: request.Proposer}, Received: request.Received,
		})
	}
	return out, before, nil
}

// left are the motions that an inquorate meeting did not come to, with the
// meeting that they come from: a further date that was called off, if there was
// one. Of an AGM they hold by the reading of rule 4.20.
func (s *Service) left(ctx context.Context, q store.Queryer, m *Meeting) ([]Motion, Meeting, error) {
	before, err := ByID(ctx, q, m.Follows)
	if err != nil {
		return nil, before, err
	}
	further, err := furtherDate(ctx, q, m.Follows)
	if err != nil {
		return nil, before, err
	}
	var f apperr.Fields
	switch {
	case before.State != Inquorate || before.Kind != m.Kind:
		f.Add("follows", "Only a meeting of the same kind without a quorum has a further date.")
	case further.ID != 0:
		f.Add("follows", "The further date is arranged already: %s.", further.Date.Long())
	case !m.Date.After(before.Date):
		f.Add("date", "Enter a day after %s.", before.Date.Long())
	}
	if err := f.Err(); err != nil {
		return nil, before, err
	}
	m.Request = before.Request
	from, err := leftBy(ctx, q, before)
	if err != nil {
		return nil, from, err
	}
	c, err := s.constitution(ctx, q, m.Kind, m.Date)
	if err != nil {
		return nil, from, err
	}
	if holds, _ := c.CarryOver(before.Date, m.Date); from.State == Inquorate && m.Kind == AGM && !holds {
		return nil, from, nil
	}
	motions, err := motionsOf(ctx, q, from.ID)
	if err != nil {
		return nil, from, err
	}
	motions = slices.DeleteFunc(motions, func(o Motion) bool { return o.State != Pending })
	for i := range motions {
		motions[i].CopiedFrom = motions[i].ID
	}
	return motions, from, nil
}

// Edit changes date, time, place and what else a meeting was planned from; its
// kind stays, and so does whose further date it is. Duties follow. A notice
// that was sent for another day no longer holds, and another is due; of another
// time or place those whom the notice reached by mail are told.
func (s *Service) Edit(ctx context.Context, actor auth.Actor, id ID, version int64, in PlanInput) error {
	return s.holding(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		before, m := r.Meeting, r.Meeting
		if m.State != Planned && m.State != NoticeSent {
			return nil, apperr.New(apperr.Conflict, "The %s is “%s”: its date and place stay.", m.Title(), m.State.Label())
		}
		in = in.tidied()
		in.Kind, in.Request, in.Follows = m.Kind, m.Request, m.Follows
		f := in.check()
		if !f.Has("date") && in.Date.Before(s.cases.Today()) && in.Date != m.Date {
			f.Add("date", "%s is past. Enter today or a day to come.", in.Date.Long())
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		p, err := s.plan(ctx, tx, in, m)
		if err != nil {
			return nil, err
		}
		m.Date, m.Time, m.Place, m.Online = in.Date, in.Time, in.Place, in.Online
		m.Previous, m.Balance, m.Closing = p.Input.Previous, in.Balance, in.Closing
		if m.Date != before.Date {
			m.State = Planned
			if err := deletePresences(ctx, tx, id); err != nil { // who came on the day that was is not there on this one
				return nil, err
			}
			if err := insertMove(ctx, tx, id, before.Date, s.cases.Now(), actor.Name); err != nil {
				return nil, err
			}
		}
		done, err := s.save(ctx, tx, permit, "edit.meeting", before, m)
		if err != nil {
			return nil, err
		}
		if m.State == NoticeSent && (m.Time != before.Time || m.Place != before.Place || m.Online != before.Online) {
			subject, body := r.moving(m, actor.Name)
			if err := s.tell(ctx, tx, id, fmt.Sprintf("moved:%d", version), subject, body); err != nil {
				return nil, err
			}
		}
		if m.Date != before.Date {
			if err := s.moved(ctx, tx, permit, before, m); err != nil {
				return nil, err
			}
		}
		return done, s.setDuties(ctx, tx, id)
	})
}

// Cancel calls a meeting off that has not opened; whom a notice reached by
// mail is told. Field: reason.
func (s *Service) Cancel(ctx context.Context, actor auth.Actor, id ID, version int64, reason string) error {
	return s.holding(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := r.guard(Cancelled); err != nil {
			return nil, err
		}
		var f apperr.Fields
		reason = paragraph(reason)
		if checkText(&f, "reason", reason, "Enter why the meeting is called off."); f != nil {
			return nil, f.Err()
		}
		before, m := r.Meeting, r.Meeting
		m.State, m.Reason = Cancelled, reason
		done, err := s.save(ctx, tx, permit, "cancel.meeting", before, m)
		if err != nil {
			return nil, err
		}
		subject, body := r.callingOff(reason, actor.Name)
		if err := s.tell(ctx, tx, id, "called-off", subject, body); err != nil {
			return nil, err
		}
		if err := s.setDuties(ctx, tx, id); err != nil {
			return nil, err
		}
		if m.Follows != 0 {
			if err := s.setDuties(ctx, tx, m.Follows); err != nil {
				return nil, err
			}
		}
		return done, s.requestDuty(ctx, tx, m.Request)
	})
}
