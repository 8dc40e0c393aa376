package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// takeChair gives the chair to the senior officer present, or to nobody.
func (m *Meeting) takeChair(r Record) {
	m.Chair, m.ChairHow = 0, NoChair
	if officer, ok, _ := r.senior(); ok {
		m.Chair, m.ChairHow = PersonID(officer.Person.ID), SeniorChair
	}
}

// opening runs fn for whoever may open the meeting, on the version that was
// shown.
func (s *Service) opening(
	ctx context.Context, actor auth.Actor, id ID, version int64, fn change,
) error {
	return s.within(ctx, id, s.officer(actor), onVersion(version, fn))
}

// officer asks whether the actor may open the meeting.
func (s *Service) officer(actor auth.Actor) asking {
	return func(r Record) (usecase.Permit, error) {
		return s.cases.Allow(actor.By(), unless(s.mayOpen(actor, r.Meeting), refuseDoor(actor)))
	}
}

// Open opens a meeting with its quorum, or resumes one that was adjourned; the
// senior officer present takes the chair. Any officer may.
func (s *Service) Open(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.opening(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := r.guard(Open); err != nil {
			return nil, err
		}
		if r.Meeting.State == Adjourned {
			return s.resume(ctx, tx, permit, r)
		}
		before, m := r.Meeting, r.Meeting
		m.State, m.OpenedAt = Open, s.cases.Now()
		m.takeChair(r)
		done, err := s.save(ctx, tx, permit, "open.meeting", before, m)
		if err != nil {
			return nil, err
		}
		if err := s.setDuties(ctx, tx, id); err != nil {
			return nil, err
		}
		// A notice whose letters nobody recorded as posted is past doing.
		if err := s.finish(ctx, tx, r, constitution.DutyNotice); err != nil {
			return nil, err
		}
		return done, s.finish(ctx, tx, r, constitution.DutyRequest)
	})
}

// DeclareInquorate records that a meeting could not be held for want of a
// quorum. Any officer may.
func (s *Service) DeclareInquorate(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.opening(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := r.guard(Inquorate); err != nil {
			return nil, err
		}
		before, m := r.Meeting, r.Meeting
		m.State, m.ClosedAt = Inquorate, s.cases.Now()
		if err := m.keepQuorum(r.Quorum); err != nil {
			return nil, err
		}
		done, err := s.save(ctx, tx, permit, "declare.inquorate", before, m)
		if err != nil {
			return nil, err
		}
		return done, s.setDuties(ctx, tx, id)
	})
}

// ElectChair records whom a meeting without an officer elected to its chair,
// rule 4.3. Any officer may record it. Field: person.
func (s *Service) ElectChair(ctx context.Context, actor auth.Actor, id ID, version int64, person PersonID) error {
	return s.opening(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		var f apperr.Fields
		officer, senior, t := r.senior()
		switch {
		case r.Meeting.State != Open:
			return nil, apperr.New(apperr.Conflict, "Open the meeting first.")
		case senior:
			return nil, apperr.UnderRule(t.Rule, "An officer is present: %s takes the chair.", officer.Person.Name)
		case !r.here(person):
			f.Add("person", "Choose someone who is present and entitled to be.")
			return nil, f.Err()
		}
		before, m := r.Meeting, r.Meeting
		m.Chair, m.ChairHow = person, ElectedChair
		done, err := s.save(ctx, tx, permit, "elect.chair", before, m)
		if err != nil {
			return nil, err
		}
		return done, s.setDuties(ctx, tx, id)
	})
}

// SetTellers records the tellers of a general meeting, rule 4.4 a): at least
// two who are present and do not stand for election. The chair may, too. Who
// records them has signed in lately: they may become the tellers of a postal vote.
// Field: tellers.
func (s *Service) SetTellers(ctx context.Context, actor auth.Actor, id ID, version int64, tellers []PersonID) error {
	return s.atTable(ctx, actor, id, onVersion(version, func(
		tx *store.Tx, permit usecase.Permit, r Record,
	) (*usecase.Entry, error) {
		if err := auth.RequireProof(actor, s.cases.Now()); err != nil {
			return nil, err
		}
		if !r.Meeting.Kind.General() {
			return nil, apperr.New(apperr.Invalid, "The committee has no tellers.")
		}
		standing, err := s.candidates(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		tellers = slices.Compact(slices.Sorted(slices.Values(tellers)))
		if err := r.checkTellers(tellers, standing); err != nil {
			return nil, err
		}
		if err := replaceTellers(ctx, tx, id, tellers); err != nil {
			return nil, err
		}
		if err := updateMeeting(ctx, tx, r.Meeting); err != nil { // the next version
			return nil, err
		}
		if err := s.leaveTellersItem(ctx, tx, r); err != nil {
			return nil, err
		}
		done := permit.Did("elect.tellers", "meeting", int64(id), nil, map[string]any{"tellers": tellers})
		return done, s.setDuties(ctx, tx, id)
	}))
}

// leaveTellersItem takes the next item where the meeting deals with the tellers.
func (s *Service) leaveTellersItem(ctx context.Context, tx *store.Tx, r Record) error {
	now, _ := r.UnderWay()
	at := slices.IndexFunc(r.Agenda, func(i AgendaItem) bool { return i.ID == now })
	if at < 0 || r.Agenda[at].Item != constitution.ElectTellers {
		return nil
	}
	if next := r.following(now); next != 0 {
		return setFloor(ctx, tx, r.Meeting.ID, next, s.cases.Now())
	}
	return nil
}

func (r Record) checkTellers(tellers, standing []PersonID) error {
	var f apperr.Fields
	people := make([]constitution.Person, len(tellers))
	for i, t := range tellers {
		p, _ := r.presence(t)
		people[i] = p.as()
		if !r.here(t) {
			f.Add("tellers", "Choose tellers among those who are present and entitled to be.")
			return f.Err()
		}
	}
	candidates := make([]constitution.Person, len(standing))
	for i, c := range standing {
		candidates[i] = constitution.Person{ID: int64(c)}
	}
	findings, t := r.Constitution.CheckTellers(people, candidates)
	for _, x := range findings {
		if x.Gravity == constitution.Obstacle {
			f.Add("tellers", "%s.", x)
		}
	}
	if f == nil {
		return nil
	}
	return &apperr.Error{Kind: apperr.Invalid, Message: "These cannot be the tellers.", Fields: f, Rule: t.Rule}
}
