package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// DoorEntry is somebody who may come to a meeting, or came.
type DoorEntry struct {
	Someone
	Office   string    // "President", or ""
	Entitled bool      // a member on the day; at the committee’s: on the committee
	Presence *Presence // nil: not there
	Apology  bool      // was sent
}

// Door lists by name everybody entitled to be at a meeting, members or the
// committee's, with those who are there; guests who came stand last.
func (s *Service) Door(ctx context.Context, actor auth.Actor, id ID) ([]DoorEntry, error) {
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if !s.mayOpen(actor, r.Meeting) {
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
	ids, err := registeredOn(ctx, q, r.Day())
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
	e := DoorEntry{Someone: who, Office: r.facts.offices[who.Person], Entitled: entitled, Apology: r.Apologised(who.Person)}
	if p, found := r.presence(who.Person); found {
		e.Presence = &p
	}
	return e
}

// mayAttend: attendance is recorded at the door of a meeting whose day has come,
// and while it is open; of a general meeting once notice was sent.
func (r Record) mayAttend() constitution.Findings {
	var q inquiry
	switch m := r.Meeting; {
	case m.State == Open:
	case !m.State.Upcoming():
		q.obstacle(m.rule(), "The %s is “%s”: attendance stays as it was", m.Title(), m.State.Label())
	default:
		r.dayHasCome(&q)
		if m.State == Planned && m.Kind.General() {
			r.checkNotice(&q)
		}
	}
	return q.Findings
}

// atDoorOf runs fn where attendance can be recorded.
func (s *Service) atDoorOf(ctx context.Context, actor auth.Actor, id ID, fn change) error {
	return s.within(ctx, id, s.officer(actor), func(
		tx *store.Tx, permit usecase.Permit, r Record,
	) (*usecase.Entry, error) {
		if err := refused(r.mayAttend()); err != nil {
			return nil, apperr.New(apperr.Conflict, "%s", err)
		}
		return fn(tx, permit, r)
	})
}

// Arrive records that somebody is there, or is back. Who comes after the
// opening has come later; that somebody was overlooked at the door may still be
// put right while the meeting is open. Somebody not entitled is a guest, who
// counts for nothing.
func (s *Service) Arrive(ctx context.Context, actor auth.Actor, id ID, in PresenceInput) error {
	return s.atDoorOf(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
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
			return nil, err
		}
		if err := setPresence(ctx, tx, id, in, s.cases.Now()); err != nil {
			return nil, err
		}
		return s.settled(ctx, tx, permit, r, "arrive.meeting", map[string]any{
			"person": in.Person, "came": in.Came, "where": in.Where,
		})
	})
}

// came is when somebody came, as far as it was not said.
func (r Record) came(said Came, before Presence, again bool) Came {
	switch {
	case said != "":
		return said
	case again && (r.Meeting.State != Open || before.Came == CameLater || r.atBeginning(before)):
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
	if err := members.CheckCurrent(ctx, q, &f, "person", in.Person); err != nil {
		return err
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
	return s.atDoorOf(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		p, found := r.presence(person)
		if !found {
			return nil, apperr.New(apperr.NotFound, "This person is not recorded as present.")
		}
		if !p.Here() {
			return nil, usecase.ErrSame
		}
		if err := setLeft(ctx, tx, id, person, s.cases.Now()); err != nil {
			return nil, err
		}
		return s.settled(ctx, tx, permit, r, "leave.meeting", map[string]any{"person": person})
	})
}

// Strike takes a slip at the door back: the person was not there.
func (s *Service) Strike(ctx context.Context, actor auth.Actor, id ID, person PersonID) error {
	return s.atDoorOf(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if _, found := r.presence(person); !found {
			return nil, apperr.New(apperr.NotFound, "This person is not recorded as present.")
		}
		if r.takesPart(person) {
			return nil, apperr.New(
				apperr.Conflict, "%s has a part in what was recorded, as a teller, a mover or a seconder. Correct that first.",
				r.facts.names[person],
			)
		}
		if err := deletePresence(ctx, tx, id, person); err != nil {
			return nil, err
		}
		return s.settled(ctx, tx, permit, r, "strike.meeting", map[string]any{"person": person})
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
func (s *Service) settled(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, before Record, action string, after any,
) (*usecase.Entry, error) {
	r, err := s.read(ctx, tx, before.Meeting.ID)
	if err != nil {
		return nil, err
	}
	if r.Meeting.State == Open && r.Meeting.Kind.General() && before.Quorum.Reached && !r.Quorum.Reached {
		return nil, apperr.UnderRule(
			r.Quorum.Trace.Rule, "The meeting was opened with a quorum that this would take away: %s.", r.Quorum.Trace,
		)
	}
	done := permit.Did(action, "meeting", int64(r.Meeting.ID), nil, after)
	if err := done.Write(ctx, tx); err != nil {
		return nil, err
	}
	if r.Meeting.State != Open || r.Meeting.Chair != 0 && r.stillHere(r.Meeting.Chair) {
		return done, nil
	}
	was, m := r.Meeting, r.Meeting
	m.takeChair(r)
	if m.Chair == was.Chair {
		return done, nil
	}
	if _, err := s.save(ctx, tx, permit, "pass.chair", was, m); err != nil {
		return nil, err
	}
	return done, s.setDuties(ctx, tx, m.ID)
}

func (r Record) stillHere(person PersonID) bool {
	p, found := r.presence(person)
	return found && p.Here()
}
