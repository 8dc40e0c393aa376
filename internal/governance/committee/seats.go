package committee

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Seat is a seat on the committee with whoever holds it.
type Seat struct {
	Who
	Office      auth.Office
	Appointment AppointmentID // of a co-opted member or an acting officer, else 0
	Departed    bool          // no member of the society on the day: the seat is to be ended
}

// OfficeState says who sees to an office of the society on a day.
type OfficeState struct {
	Office  constitution.Office
	Holder  Seat    // zero: vacant
	Absent  Absence // zero: the holder can act
	Acting  Seat    // zero: nobody is appointed
	Answers Who     // zero: nobody needs to, or nobody is left; see Trace
	Trace   constitution.Trace
}

// Functioning reports whether somebody sees to the duties of the office.
func (o OfficeState) Functioning() bool {
	return o.Acting.Person != 0 || o.Holder.Person != 0 && o.Absent.ID == 0
}

// Role is the office's role in package auth.
func (o OfficeState) Role() auth.Role { return auth.Role(o.Office) }

// Seating is the committee on a day, rules 3.1, 3.2, 6.5 and 6.6.
type Seating struct {
	Day      civil.Date
	Offices  []OfficeState // by seniority
	Ordinary []Seat
	Coopted  []Seat
	Findings constitution.Findings
	Trace    constitution.Trace // its outcome says in order, incomplete or not in order
}

// People is everybody on the committee, by seniority, each once.
func (s Seating) People() []Who {
	var out []Who
	add := func(w Who) {
		if w.Person != 0 && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	for _, o := range s.Offices {
		add(o.Holder.Who)
		add(o.Acting.Who)
	}
	for _, seat := range slices.Concat(s.Ordinary, s.Coopted) {
		add(seat.Who)
	}
	return out
}

// Holds reports whether somebody is on the committee.
func (s Seating) Holds(person auth.PersonID) bool {
	return slices.ContainsFunc(s.People(), func(w Who) bool { return w.Person == person })
}

// functioning are the officers who can act, and those who act for others, by
// seniority.
func (s Seating) functioning() []constitution.Officer {
	var out []constitution.Officer
	for _, o := range s.Offices {
		if o.Holder.Person != 0 && o.Absent.ID == 0 {
			out = append(out, constitution.Officer{Office: o.Office, Person: o.Holder.as(), Tenure: constitution.InOffice})
		}
		if o.Acting.Person != 0 {
			out = append(out, constitution.Officer{Office: o.Office, Person: o.Acting.as(), Tenure: constitution.Acting})
		}
	}
	return out
}

// Seats is the committee on a day.
func (s *Service) Seats(ctx context.Context, actor auth.Actor, day civil.Date) (Seating, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return Seating{}, err
	}
	var f apperr.Fields
	constitution.CheckDay(&f, "day", day)
	if err := f.Err(); err != nil {
		return Seating{}, err
	}
	return s.seats(ctx, s.db, day)
}

func (s *Service) seats(ctx context.Context, q store.Queryer, day civil.Date) (Seating, error) {
	c, err := s.rules.On(ctx, q, day)
	if err != nil {
		return Seating{}, err
	}
	held, err := auth.SeatsOn(ctx, q, day)
	if err != nil {
		return Seating{}, err
	}
	made, err := appointmentsOfOffices(ctx, q)
	if err != nil {
		return Seating{}, err
	}
	absences, err := absencesOn(ctx, q, day)
	if err != nil {
		return Seating{}, err
	}
	override, err := seatsDecision(ctx, q, day)
	if err != nil {
		return Seating{}, err
	}
	out := seating(c, day, held, made, absences)
	if err := out.markDeparted(ctx, q); err != nil {
		return Seating{}, err
	}
	out.answer(c)
	out.compose(c, override)
	return out, nil
}

// markDeparted marks the seats of those who have left the society: the
// constitution gives seats to its members only.
func (s *Seating) markDeparted(ctx context.Context, q store.Queryer) error {
	var people []auth.PersonID
	for _, seat := range s.taken() {
		people = append(people, seat.Person)
	}
	registered, err := members.MembersOn(ctx, q, people, s.Day)
	for _, seat := range s.taken() {
		seat.Departed = !registered[seat.Person]
	}
	return err
}

// taken are the seats that somebody holds.
func (s *Seating) taken() []*Seat {
	var out []*Seat
	for i := range s.Offices {
		out = append(out, &s.Offices[i].Holder, &s.Offices[i].Acting)
	}
	for _, list := range [][]Seat{s.Ordinary, s.Coopted} {
		for i := range list {
			out = append(out, &list[i])
		}
	}
	return slices.DeleteFunc(out, func(seat *Seat) bool { return seat.Person == 0 })
}

// seating puts the seats that are held on a day in their order, with the
// officers who cannot act.
func seating(
	c constitution.Constitution, day civil.Date, held []auth.Appointment, made map[auth.OfficeID]AppointmentID,
	absences []Absence,
) Seating {
	out := Seating{Day: day}
	for _, office := range c.Figures.Officers {
		out.Offices = append(out.Offices, OfficeState{Office: office})
	}
	for _, a := range held {
		seat := Seat{Who: Who{a.Person, a.Name.String()}, Office: a.Office, Appointment: made[a.ID]}
		i := slices.IndexFunc(out.Offices, func(o OfficeState) bool { return o.Role() == a.Role })
		switch {
		case i >= 0 && a.Acting:
			out.Offices[i].Acting = seat
		case i >= 0:
			out.Offices[i].Holder = seat
		}
	}
	for _, a := range held {
		seat := Seat{Who: Who{a.Person, a.Name.String()}, Office: a.Office, Appointment: made[a.ID]}
		switch {
		case a.Role != auth.Committee:
		case seat.Appointment != 0:
			out.Coopted = append(out.Coopted, seat)
		default:
			out.Ordinary = append(out.Ordinary, seat)
		}
	}
	for i := range out.Offices {
		o := &out.Offices[i]
		for _, a := range absences {
			if a.Role == o.Role() && a.Person == o.Holder.Person {
				o.Absent = a
			}
		}
	}
	return out
}

// Rule 6.6: who answers for the offices that nobody sees to.
func (s *Seating) answer(c constitution.Constitution) {
	functioning := s.functioning()
	for i := range s.Offices {
		o := &s.Offices[i]
		if o.Functioning() {
			continue
		}
		if who, ok, t := c.AnswersFor(o.Office, functioning); ok {
			o.Answers, o.Trace = Who{auth.PersonID(who.Person.ID), who.Person.Name}, t
		} else {
			o.Trace = t
		}
	}
}

// Rules 3.2 and 6.5: whether the committee is made up as it should be. An
// officer who also has another seat is counted as an officer; override is the
// general meeting's decision on more ordinary members, or "".
func (s *Seating) compose(c constitution.Constitution, override string) {
	m := constitution.Composition{Coopted: len(s.Coopted), Override: override}
	officers := map[auth.PersonID]bool{}
	for _, o := range s.Offices {
		if o.Holder.Person != 0 || o.Acting.Person != 0 {
			m.Officers = append(m.Officers, o.Office)
		}
		officers[o.Holder.Person], officers[o.Acting.Person] = true, true
	}
	for _, seat := range s.Ordinary {
		if !officers[seat.Person] {
			m.Ordinary++
		}
	}
	for _, seat := range s.taken() {
		if p := seat.as(); seat.Departed && !slices.Contains(m.Left, p) {
			m.Left = append(m.Left, p)
		}
	}
	s.Findings, s.Trace = c.Committee(m)
}
