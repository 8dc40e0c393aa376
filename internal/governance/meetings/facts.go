package meetings

import (
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// facts are what a Record is worked out from, beyond what it shows.
type facts struct {
	society   string // its name
	today     civil.Date
	names     map[PersonID]string
	offices   map[PersonID]string               // the committee's seats on the meeting's day: "President"
	officers  []constitution.Officer            // on that day, by seniority
	committee []Someone                         // on that day, by seniority and name
	member    map[PersonID]bool                 // of the people concerned, on that day
	wording   map[string]constitution.Paragraph // in force, by rule; only where motions may change it
	signed    map[signing]bool                  // of those who signed a proposal: a member on the day it was received
}

// signing is a signature under a proposal that was received on a day.
type signing struct {
	person PersonID
	day    civil.Date
}

func (f facts) someone(id PersonID) Someone { return Someone{id, f.names[id]} }

// entitled reports whether somebody is at a meeting of the kind by right.
func (f facts) entitled(kind Kind, id PersonID) bool {
	if kind == Committee {
		return f.offices[id] != ""
	}
	return f.member[id]
}

// read reads a meeting with everything that was recorded, and works out what
// follows from it.
func (s *Service) read(ctx context.Context, q store.Queryer, id ID) (Record, error) {
	m, err := ByID(ctx, q, id)
	if err != nil {
		return Record{}, err
	}
	r := Record{Meeting: m}
	if r.Constitution, err = s.constitution(ctx, q, m.Kind, m.Date); err != nil {
		return r, err
	}
	if r.Days, err = DaysOf(ctx, q, m); err != nil {
		return r, err
	}
	if m.Request != 0 {
		request, err := requestByID(ctx, q, m.Request)
		if err != nil {
			return r, err
		}
		r.Request = &request
	}
	if err := s.readParts(ctx, q, &r); err != nil {
		return r, err
	}
	if err := s.readFacts(ctx, q, &r); err != nil {
		return r, err
	}
	if err := s.countLetters(ctx, q, &r); err != nil {
		return r, err
	}
	r.derive()
	return r, nil
}

// constitution is the version that a meeting of a day is held by.
func (s *Service) constitution(
	ctx context.Context, q store.Queryer, kind Kind, day civil.Date,
) (constitution.Constitution, error) {
	if kind.General() {
		return s.governance.Governing(ctx, q, day)
	}
	return s.governance.On(ctx, q, day)
}

func (s *Service) readParts(ctx context.Context, q store.Queryer, r *Record) (err error) {
	id := r.Meeting.ID
	if r.Agenda, err = agendaOf(ctx, q, id); err != nil {
		return err
	}
	notices, err := s.notices(ctx, q, id)
	if err != nil {
		return err
	}
	for _, n := range notices {
		r.Notices = append(r.Notices, n.Notice)
	}
	if r.Papers, err = papersOfMeeting(ctx, q, r.Meeting); err != nil {
		return err
	}
	if r.Attendance, err = presencesOf(ctx, q, id); err != nil {
		return err
	}
	tellers, err := tellersOf(ctx, q, id)
	if err != nil {
		return err
	}
	for _, t := range tellers {
		r.Tellers = append(r.Tellers, Someone{Person: t})
	}
	if r.Motions, err = motionsOf(ctx, q, id); err != nil {
		return err
	}
	if r.Actions, err = actionsOf(ctx, q, id); err != nil {
		return err
	}
	if r.Approves, err = approvedAt(ctx, q, id); err != nil {
		return err
	}
	if r.Sittings, err = sittingsOf(ctx, q, id); err != nil {
		return err
	}
	if err := readFloor(ctx, q, r); err != nil {
		return err
	}
	r.Minutes, err = minutesOf(ctx, q, id)
	return err
}

// readFacts reads who the people of a record are.
func (s *Service) readFacts(ctx context.Context, q store.Queryer, r *Record) error {
	f := facts{
		today: s.cases.Today(), names: map[PersonID]string{}, offices: map[PersonID]string{}, signed: map[signing]bool{},
		society: s.society,
	}
	seats, err := auth.SeatsOn(ctx, q, r.Day())
	if err != nil {
		return err
	}
	ids := r.people()
	for _, c := range seats {
		ids = append(ids, c.Person)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if f.names, err = names(ctx, q, ids); err != nil {
		return err
	}
	for _, c := range seats {
		if o, ok := officer(c); ok {
			f.officers = append(f.officers, o)
		}
		if f.offices[c.Person] == "" {
			f.offices[c.Person] = c.Title()
			f.committee = append(f.committee, f.someone(c.Person))
		}
	}
	if f.member, err = members.MembersOn(ctx, q, ids, r.Day()); err != nil {
		return err
	}
	if err := readSigned(ctx, q, &f, r.Motions); err != nil {
		return err
	}
	if r.mayAmend() {
		if f.wording, err = s.governance.GoverningWording(ctx, q, r.Meeting.Date); err != nil {
			return err
		}
	}
	r.facts = f
	return nil
}

// mayAmend reports whether the constitution's wording matters at a meeting: one
// is planned, or has a motion on the constitution.
func (r Record) mayAmend() bool {
	return r.Meeting.Kind.General() && (r.Meeting.State.Upcoming() ||
		slices.ContainsFunc(r.Motions, func(m Motion) bool { return m.Kind == constitution.Constitutional }))
}

// readSigned asks for each day on which proposals were received who of those
// who signed them was a member.
func readSigned(ctx context.Context, q store.Queryer, f *facts, motions []Motion) error {
	signers := map[civil.Date][]PersonID{}
	for _, m := range motions {
		for _, p := range []PersonID{m.Mover.Person, m.Seconder.Person} {
			if p != 0 && !m.Received.IsZero() {
				signers[m.Received] = append(signers[m.Received], p)
			}
		}
	}
	for day, people := range signers {
		were, err := members.MembersOn(ctx, q, people, day)
		if err != nil {
			return err
		}
		for p := range were {
			f.signed[signing{p, day}] = true
		}
	}
	return nil
}

// names reads the names of people.
func names(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]string, error) {
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[PersonID]string, len(people))
	for id, p := range people {
		out[id] = p.Name.String()
	}
	return out, nil
}

// people are the ids of everybody whom a record names, 0 left out.
func (r Record) people() []PersonID {
	ids := []PersonID{r.Meeting.Chair}
	for _, p := range r.Attendance {
		ids = append(ids, p.Person)
	}
	for _, t := range r.Tellers {
		ids = append(ids, t.Person)
	}
	for _, m := range r.Motions {
		ids = append(append(ids, m.Mover.Person, m.Seconder.Person), m.counted()...)
		for _, a := range m.Amendments {
			ids = append(append(ids, a.Mover.Person, a.Seconder.Person), a.counted()...)
		}
	}
	for _, a := range r.Actions {
		ids = append(ids, a.Who.Person)
	}
	for _, a := range r.Apologies {
		ids = append(ids, a.Person)
	}
	for _, s := range r.Speakers {
		ids = append(ids, s.Person)
	}
	for _, s := range r.Sittings {
		ids = append(ids, s.people()...)
	}
	return slices.DeleteFunc(ids, func(id PersonID) bool { return id == 0 })
}

// officer is a seat as the constitution knows it; ok is false of a member of
// the committee without an office.
func officer(a auth.Appointment) (o constitution.Officer, ok bool) {
	if a.Role == auth.Committee {
		return o, false
	}
	o = constitution.Officer{
		Office: constitution.Office(a.Role), Person: constitution.Person{ID: int64(a.Person), Name: a.Name.String()},
		Tenure: constitution.InOffice,
	}
	if a.Acting {
		o.Tenure = constitution.Acting
	}
	return o, true
}
