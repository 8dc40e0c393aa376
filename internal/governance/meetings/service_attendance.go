package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// DoorEntry is somebody who may come to a meeting, or came.
type DoorEntry struct {
	Someone
	Office   string    // "President", or ""
	Entitled bool      // a member on the day; at the committee’s: on the committee
	Presence *Presence // nil: not there
}

// Door lists by name everybody entitled to be at a meeting, members or the
// committee's, with those who are there; guests who came stand last.
func (s *Service) Door(ctx context.Context, actor auth.Actor, id ID) ([]DoorEntry, error) {
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if !s.MayOpen(actor, r.Meeting) {
		return nil, refuseDoor(actor)
	}
	who := r.facts.committee
	if r.Meeting.Kind.General() {
		if who, err = membersByName(ctx, s.db, r); err != nil {
			return nil, err
		}
	}
	var out []DoorEntry
	for _, w := range who {
		out = append(out, r.atDoor(w, true))
	}
	for _, p := range r.Attendance {
		if !p.Entitled {
			out = append(out, r.atDoor(p.Someone, false))
		}
	}
	return out, nil
}

func membersByName(ctx context.Context, q store.Queryer, r Record) ([]Someone, error) {
	ids, err := registeredOn(ctx, q, r.Meeting.Date)
	if err != nil {
		return nil, err
	}
	known, err := names(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Someone, len(ids))
	for i, p := range ids {
		out[i] = Someone{p, known[p]}
	}
	return out, nil
}

func (r Record) atDoor(who Someone, entitled bool) DoorEntry {
	e := DoorEntry{Someone: who, Office: r.facts.offices[who.Person], Entitled: entitled}
	if p, found := r.presence(who.Person); found {
		e.Presence = &p
	}
	return e
}

// mayAttend reports whether attendance can be recorded: at the door of a
// meeting whose day has come, and while it is open.
func (r Record) mayAttend() bool {
	m := r.Meeting
	switch m.State {
	case Open:
		return true
	case NoticeSent:
		return !r.facts.today.Before(m.Date)
	case Planned:
		return m.Kind == Committee && !r.facts.today.Before(m.Date)
	}
	return false
}

// atDoorOf runs fn where attendance can be recorded.
func (s *Service) atDoorOf(ctx context.Context, actor auth.Actor, id ID, fn func(tx *store.Tx, r Record) error) error {
	return s.within(ctx, id, func(tx *store.Tx, r Record) error {
		switch {
		case !s.MayOpen(actor, r.Meeting):
			return refuseDoor(actor)
		case r.mayAttend():
			return fn(tx, r)
		case r.Meeting.State.Upcoming() && r.facts.today.Before(r.Meeting.Date):
			return apperr.New(apperr.Conflict, "Attendance is recorded on the day: %s.", r.Meeting.Date.Long())
		case r.Meeting.State == Planned:
			return apperr.UnderRule(noticeRule(r.Meeting.Kind), "No notice of this day was given.")
		}
		return apperr.New(apperr.Conflict, "The %s is “%s”: attendance stays as it was.", r.Meeting.Title(), r.Meeting.State.Label())
	})
}

// Arrive records that somebody is there, or is back. Who comes after the
// opening has come later; that somebody was overlooked at the door may still be
// put right while the meeting is open. Somebody not entitled is a guest, who
// counts for nothing.
func (s *Service) Arrive(ctx context.Context, actor auth.Actor, id ID, in PresenceInput) error {
	return s.atDoorOf(ctx, actor, id, func(tx *store.Tx, r Record) error {
		in := in
		before, again := r.presence(in.Person)
		if in.Where == "" {
			in.Where = InRoom
			if again {
				in.Where = before.Where
			}
		}
		in.Came = r.came(in.Came, before, again)
		if err := checkArrival(ctx, tx, r, in); err != nil {
			return err
		}
		if err := setPresence(ctx, tx, id, in, s.clock()); err != nil {
			return err
		}
		return s.settled(ctx, tx, actor, r, "arrive.meeting", map[string]any{"person": in.Person, "came": in.Came, "where": in.Where})
	})
}

// came is when somebody came, as far as it was not said.
func (r Record) came(said Came, before Presence, again bool) Came {
	switch {
	case said != "":
		return said
	case again:
		return before.Came
	case r.Meeting.State == Open:
		return CameLater
	}
	return AtBeginning
}

func checkArrival(ctx context.Context, q store.Queryer, r Record, in PresenceInput) error {
	var f apperr.Fields
	people, err := members.People(ctx, q, []PersonID{in.Person})
	if err != nil {
		return err
	}
	if len(people) == 0 {
		f.Add("person", "Choose a person of the register.")
	}
	switch {
	case in.Came != AtBeginning && in.Came != CameLater:
		f.Add("came", "Choose at the beginning or later.")
	case in.Came == CameLater && r.Meeting.State != Open:
		f.Add("came", "The meeting has not begun: who is there now is present at the beginning.")
	}
	if in.Where != InRoom && in.Where != Online {
		f.Add("where", "Choose in the room or online.")
	}
	return f.Err()
}

// Leave records that somebody left. Rule 4.2: the quorum stays. The chair
// passes to the senior officer still there.
func (s *Service) Leave(ctx context.Context, actor auth.Actor, id ID, person PersonID) error {
	return s.atDoorOf(ctx, actor, id, func(tx *store.Tx, r Record) error {
		p, found := r.presence(person)
		if !found {
			return apperr.New(apperr.NotFound, "This person is not recorded as present.")
		}
		if !p.Here() {
			return nil
		}
		if err := setLeft(ctx, tx, id, person, s.clock()); err != nil {
			return err
		}
		return s.settled(ctx, tx, actor, r, "leave.meeting", map[string]any{"person": person})
	})
}

// Strike takes a slip at the door back: the person was not there.
func (s *Service) Strike(ctx context.Context, actor auth.Actor, id ID, person PersonID) error {
	return s.atDoorOf(ctx, actor, id, func(tx *store.Tx, r Record) error {
		if _, found := r.presence(person); !found {
			return apperr.New(apperr.NotFound, "This person is not recorded as present.")
		}
		if r.takesPart(person) {
			return apperr.New(apperr.Conflict, "%s has a part in what was recorded, as a teller, a mover or a seconder. Put that right first.", r.facts.names[person])
		}
		if err := deletePresence(ctx, tx, id, person); err != nil {
			return err
		}
		return s.settled(ctx, tx, actor, r, "strike.meeting", map[string]any{"person": person})
	})
}

// takesPart reports whether somebody is a teller or has moved or seconded an
// amendment at the meeting.
func (r Record) takesPart(person PersonID) bool {
	is := func(s Someone) bool { return s.Person == person }
	for _, m := range r.Motions {
		for _, a := range m.Amendments {
			if is(a.Mover) || is(a.Seconder) {
				return true
			}
		}
	}
	return slices.ContainsFunc(r.Tellers, is)
}

// settled finishes a change of attendance: an open general meeting keeps the
// quorum it opened with, and its chair is there.
func (s *Service) settled(ctx context.Context, tx *store.Tx, actor auth.Actor, before Record, action string, after any) error {
	r, err := s.read(ctx, tx, before.Meeting.ID)
	if err != nil {
		return err
	}
	if r.Meeting.State == Open && r.Meeting.Kind.General() && before.Quorum.Reached && !r.Quorum.Reached {
		return apperr.UnderRule(r.Quorum.Trace.Rule, "The meeting was opened with a quorum that this would take away: %s.", r.Quorum.Trace)
	}
	if err := s.record(ctx, tx, actor, action, "meeting", int64(r.Meeting.ID), nil, after); err != nil {
		return err
	}
	if r.Meeting.State != Open || r.Meeting.Chair != 0 && r.stillHere(r.Meeting.Chair) {
		return nil
	}
	was, m := r.Meeting, r.Meeting
	m.takeChair(r)
	if m.Chair == was.Chair {
		return nil
	}
	if err := s.save(ctx, tx, actor, "pass.chair", was, m); err != nil {
		return err
	}
	return s.setDuties(ctx, tx, m.ID)
}

func (r Record) stillHere(person PersonID) bool {
	p, found := r.presence(person)
	return found && p.Here()
}

// takeChair gives the chair to the senior officer present, or to nobody.
func (m *Meeting) takeChair(r Record) {
	m.Chair, m.ChairHow = 0, NoChair
	if officer, ok, _ := r.senior(); ok {
		m.Chair, m.ChairHow = PersonID(officer.Person.ID), SeniorChair
	}
}

// opening runs fn for whoever may open the meeting, on the version that was
// shown.
func (s *Service) opening(ctx context.Context, actor auth.Actor, id ID, version int64, fn func(tx *store.Tx, r Record) error) error {
	return s.within(ctx, id, func(tx *store.Tx, r Record) error {
		switch {
		case !s.MayOpen(actor, r.Meeting):
			return refuseDoor(actor)
		case r.Meeting.Version != version:
			return stale(ctx, tx, "meeting", int64(id), "this meeting")
		}
		return fn(tx, r)
	})
}

// Open opens a meeting with its quorum; the senior officer present takes the
// chair. Any officer may.
func (s *Service) Open(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.opening(ctx, actor, id, version, func(tx *store.Tx, r Record) error {
		if err := r.guard(Open); err != nil {
			return err
		}
		before, m := r.Meeting, r.Meeting
		m.State, m.OpenedAt = Open, s.clock()
		m.takeChair(r)
		if err := s.save(ctx, tx, actor, "open.meeting", before, m); err != nil {
			return err
		}
		if err := s.setDuties(ctx, tx, id); err != nil {
			return err
		}
		// A notice whose letters nobody recorded as posted is past doing.
		if err := s.finish(ctx, tx, r, constitution.DutyNotice); err != nil {
			return err
		}
		return s.finish(ctx, tx, r, constitution.DutyRequest)
	})
}

// DeclareInquorate records that a meeting could not be held for want of a
// quorum. Any officer may.
func (s *Service) DeclareInquorate(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.opening(ctx, actor, id, version, func(tx *store.Tx, r Record) error {
		if err := r.guard(Inquorate); err != nil {
			return err
		}
		before, m := r.Meeting, r.Meeting
		m.State, m.ClosedAt = Inquorate, s.clock()
		if err := m.keepQuorum(r.Quorum); err != nil {
			return err
		}
		if err := s.save(ctx, tx, actor, "declare.inquorate", before, m); err != nil {
			return err
		}
		return s.setDuties(ctx, tx, id)
	})
}

// ElectChair records whom a meeting without an officer elected to its chair,
// rule 4.3. Any officer may record it. Field: person.
func (s *Service) ElectChair(ctx context.Context, actor auth.Actor, id ID, version int64, person PersonID) error {
	return s.opening(ctx, actor, id, version, func(tx *store.Tx, r Record) error {
		var f apperr.Fields
		officer, senior, t := r.senior()
		switch {
		case r.Meeting.State != Open:
			return apperr.New(apperr.Conflict, "Open the meeting first.")
		case senior:
			return apperr.UnderRule(t.Rule, "An officer is present: %s takes the chair.", officer.Person.Name)
		case !r.here(person):
			f.Add("person", "Choose somebody who is present and entitled to be.")
			return f.Err()
		}
		before, m := r.Meeting, r.Meeting
		m.Chair, m.ChairHow = person, ElectedChair
		if err := s.save(ctx, tx, actor, "elect.chair", before, m); err != nil {
			return err
		}
		return s.setDuties(ctx, tx, id)
	})
}

// SetTellers records the tellers of a general meeting, rule 4.4 a): at least
// two who are present and do not stand for election. The chair may, too.
// Field: tellers.
func (s *Service) SetTellers(ctx context.Context, actor auth.Actor, id ID, version int64, tellers []PersonID) error {
	return s.atTable(ctx, actor, id, func(tx *store.Tx, r Record) error {
		if r.Meeting.Version != version {
			return stale(ctx, tx, "meeting", int64(id), "this meeting")
		}
		if !r.Meeting.Kind.General() {
			return apperr.New(apperr.Invalid, "The committee has no tellers.")
		}
		standing, err := s.candidates(ctx, tx, id)
		if err != nil {
			return err
		}
		tellers = slices.Compact(slices.Sorted(slices.Values(tellers)))
		if err := r.checkTellers(tellers, standing); err != nil {
			return err
		}
		if err := replaceTellers(ctx, tx, id, tellers); err != nil {
			return err
		}
		if err := updateMeeting(ctx, tx, r.Meeting); err != nil { // the next version
			return err
		}
		if err := s.record(ctx, tx, actor, "elect.tellers", "meeting", int64(id), nil, map[string]any{"tellers": tellers}); err != nil {
			return err
		}
		return s.setDuties(ctx, tx, id)
	})
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
