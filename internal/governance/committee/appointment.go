package committee

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// AppointmentID names a co-opting or an acting appointment.
type AppointmentID int64

// AppointmentKind is how the committee put somebody in a seat.
type AppointmentKind string

// The kinds.
const (
	Coopted AppointmentKind = "coopted" // rule 6.5
	Acting  AppointmentKind = "acting"  // rule 6.6
)

// Appointment is a seat that the committee gave to somebody.
type Appointment struct {
	ID         AppointmentID
	Kind       AppointmentKind
	Who        Who
	Role       auth.Role
	Office     auth.OfficeID
	From       civil.Date
	Until      civil.Date // last day; zero of one that was withdrawn
	Withdrawn  bool       // taken back before it began
	Absence    AbsenceID  // of the officer in whose place somebody acts; 0: the office was vacant
	Resolution ResolutionRef
	EndedBy    ResolutionRef // zero: none is recorded
	EndReason  string
	Trace      constitution.Trace
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// Title is "Co-opted member" or "Acting treasurer".
func (a Appointment) Title() string {
	if a.Kind == Coopted {
		return "Co-opted member"
	}
	return "Acting " + strings.ToLower(a.Role.Title())
}

// Over reports whether the appointment has ended before the day.
func (a Appointment) Over(day civil.Date) bool { return a.Withdrawn || a.Until.Before(day) }

// AppointmentInput is a seat to be given. Its fields are role, person, from,
// until and resolution.
type AppointmentInput struct {
	Role       auth.Role // of an acting officer
	Person     auth.PersonID
	From       civil.Date
	Until      civil.Date // last day
	Resolution ResolutionID
}

// checkDays adds what is wrong with the days of an appointment. The committee
// gives a seat for a time, so that the permissions end by themselves.
func (in AppointmentInput) checkDays(f *apperr.Fields) {
	constitution.CheckDay(f, "from", in.From)
	if in.Until.IsZero() {
		f.Add("until", "Enter the last day: as a rule that of the next AGM.")
		return
	}
	constitution.CheckDay(f, "until", in.Until)
	if !f.Has("from") && !f.Has("until") && in.Until.Before(in.From) {
		f.Add("until", "The last day is before the first. Enter %s or later.", in.From.Long())
	}
}

// Appointments lists what the committee appointed, the latest first.
func (s *Service) Appointments(ctx context.Context, actor auth.Actor) ([]Appointment, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, err
	}
	return appointments(ctx, s.db)
}

// Appointment is one of them.
func (s *Service) Appointment(ctx context.Context, actor auth.Actor, id AppointmentID) (Appointment, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return Appointment{}, err
	}
	return appointmentByID(ctx, s.db, id)
}

// UntilAGM proposes the last day of an appointment from a day: that of the
// next AGM, as it is planned or as rule 4.1 asks for it; zero when neither is
// known.
func (s *Service) UntilAGM(ctx context.Context, from civil.Date) (civil.Date, error) {
	next, err := nextAGM(ctx, s.db, from)
	if err != nil || !next.IsZero() {
		return next, err
	}
	last, err := lastAGM(ctx, s.db, from)
	if err != nil || last.IsZero() {
		return civil.Date{}, err
	}
	c, err := s.rules.On(ctx, s.db, from)
	if err != nil {
		return civil.Date{}, err
	}
	due, _ := c.AGMDue(last)
	if due.Before(from) {
		return civil.Date{}, nil
	}
	return due, nil
}

// Coopt puts a member of the society on the committee by rule 6.5, from a day
// until another. Role is ignored.
func (s *Service) Coopt(ctx context.Context, actor auth.Actor, in AppointmentInput) (AppointmentID, error) {
	permit, err := s.cases.MayAgain(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	in.Role = auth.Committee
	var id AppointmentID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, f, err := s.begin(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		a.Kind = Coopted
		if a.Trace, err = s.coopt(ctx, tx, &f, in, a.Who); err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		var done *usecase.Entry
		if id, done, err = s.appoint(ctx, tx, actor, permit, &a, in); err != nil {
			return nil, err
		}
		if err := done.Write(ctx, tx); err != nil {
			return nil, err
		}
		// The audit entry made writers queue: nobody has co-opted since.
		var late apperr.Fields
		if _, err := s.cooptedBeside(ctx, tx, &late, in, a.Who, a.Office); err != nil {
			return nil, err
		}
		return done, late.Err()
	})
	return id, err
}

// begin checks what every appointment needs, and that the person is there.
func (s *Service) begin(ctx context.Context, q store.Queryer, in AppointmentInput) (Appointment, apperr.Fields, error) {
	var f apperr.Fields
	a := Appointment{Role: in.Role, From: in.From, Until: in.Until}
	if in.Person == 0 {
		f.Add("person", "Choose the member.")
	} else {
		who, err := names(ctx, q, []auth.PersonID{in.Person})
		if err != nil {
			return a, f, err
		}
		if a.Who = who[in.Person]; a.Who.Person == 0 {
			f.Add("person", "This person is not in the register. Choose another.")
		}
		if err := members.CheckCurrent(ctx, q, &f, "person", in.Person); err != nil {
			return a, f, err
		}
	}
	in.checkDays(&f)
	r, err := authority(ctx, q, &f, in.Resolution, in.From)
	a.Resolution = r.ref()
	return a, f, err
}

// coopt applies rule 6.5 to a person.
func (s *Service) coopt(
	ctx context.Context, q store.Queryer, f *apperr.Fields, in AppointmentInput, who Who,
) (constitution.Trace, error) {
	if f.Has("person") || f.Has("from") || f.Has("until") {
		return constitution.Trace{}, nil
	}
	held, err := auth.SeatsBetween(ctx, q, in.From, in.Until)
	if err != nil {
		return constitution.Trace{}, err
	}
	for _, h := range held {
		if h.Person == who.Person {
			f.Add("person", "%s is on the committee already (%s).", who.Name, strings.ToLower(h.Title()))
			break
		}
	}
	return s.cooptedBeside(ctx, q, f, in, who, 0)
}

// cooptedBeside applies rule 6.5 with those who are co-opted on the busiest of
// the days, but for the office itself.
func (s *Service) cooptedBeside(
	ctx context.Context, q store.Queryer, f *apperr.Fields, in AppointmentInput, who Who, but auth.OfficeID,
) (constitution.Trace, error) {
	c, err := s.rules.On(ctx, q, in.From)
	if err != nil {
		return constitution.Trace{}, err
	}
	held, err := auth.SeatsBetween(ctx, q, in.From, in.Until)
	if err != nil {
		return constitution.Trace{}, err
	}
	made, err := appointmentsOfOffices(ctx, q)
	if err != nil {
		return constitution.Trace{}, err
	}
	var beside []auth.Office
	for _, h := range held {
		if h.Role == auth.Committee && made[h.ID] != 0 && h.ID != but {
			beside = append(beside, h.Office)
		}
	}
	on, err := members.MembersOn(ctx, q, []auth.PersonID{who.Person}, in.From)
	if err != nil {
		return constitution.Trace{}, err
	}
	found, t := c.Coopt(
		constitution.Signature{Person: who.as(), Entitled: on[who.Person]}, busiest(beside, in.From, in.Until),
	)
	takeFindings(f, "person", found)
	return t, nil
}

// busiest is how many of the offices are held on the day on which most are,
// within the days from and until.
func busiest(offices []auth.Office, from, until civil.Date) int {
	most := 0
	for _, day := range append(starts(offices), from) {
		if day.Before(from) || day.After(until) {
			continue
		}
		n := 0
		for _, o := range offices {
			if o.HeldOn(day) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

func starts(offices []auth.Office) []civil.Date {
	var out []civil.Date
	for _, o := range offices {
		out = append(out, o.From)
	}
	return out
}

// appoint gives the office and keeps the appointment.
func (s *Service) appoint(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, a *Appointment, in AppointmentInput,
) (id AppointmentID, done *usecase.Entry, err error) {
	if a.Office, err = s.offices.AppointWithin(ctx, tx, actor, auth.Office{
		Person: in.Person, Role: in.Role, Acting: a.Kind == Acting, From: in.From, Until: in.Until,
	}); err != nil {
		return 0, nil, err
	}
	a.RecordedAt, a.RecordedBy = s.cases.Now(), actor.Name
	if id, err = insertAppointment(ctx, tx, *a); err != nil {
		return 0, nil, err
	}
	action := map[AppointmentKind]string{Coopted: "coopt.member", Acting: "appoint.acting_officer"}[a.Kind]
	return id, permit.Did(action, "committee_appointment", int64(id), nil, map[string]any{
		"person": in.Person, "role": in.Role, "from": in.From, "until": in.Until,
		"resolution": a.Resolution.Number.String(), "trace": a.Trace.String(),
	}), nil
}

// AppointActing puts a member of the society in the place of an officer who
// cannot act, or in a vacant office, by rule 6.6.
func (s *Service) AppointActing(ctx context.Context, actor auth.Actor, in AppointmentInput) (AppointmentID, error) {
	permit, err := s.cases.MayAgain(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	var id AppointmentID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, f, err := s.begin(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		a.Kind = Acting
		if !slices.Contains([]auth.Role{auth.President, auth.Secretary, auth.Treasurer}, in.Role) {
			f = append(apperr.Fields{{Name: "role", Message: "Choose the office."}}, f...)
		}
		if err := s.act(ctx, tx, &f, in, &a); err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		var done *usecase.Entry
		id, done, err = s.appoint(ctx, tx, actor, permit, &a, in)
		return done, err
	})
	return id, err
}

// act applies rule 6.6 to a person and an office.
func (s *Service) act(
	ctx context.Context, q store.Queryer, f *apperr.Fields, in AppointmentInput, a *Appointment,
) error {
	if f.Has("role") || f.Has("person") || f.Has("from") || f.Has("until") {
		return nil
	}
	c, err := s.rules.On(ctx, q, in.From)
	if err != nil {
		return err
	}
	on, err := members.MembersOn(ctx, q, []auth.PersonID{in.Person}, in.From)
	if err != nil {
		return err
	}
	found, t := c.AppointActing(constitution.Office(in.Role), constitution.Signature{
		Person: a.Who.as(), Entitled: on[in.Person],
	})
	takeFindings(f, "person", found)
	a.Trace = t
	if err := checkSuccessor(ctx, q, f, in); err != nil {
		return err
	}
	seats, err := s.seats(ctx, q, in.From)
	if err != nil {
		return err
	}
	for _, o := range seats.Offices {
		if o.Role() != in.Role || o.Holder.Person == 0 {
			continue
		}
		switch absent := o.Absent; {
		case absent.ID == 0:
			f.Add(
				"role", "%s is the %s on %s, and can act. Record first since when %s cannot (rule 6.6).", o.Holder.Name, o.Office,
				in.From.Long(), o.Holder.Name,
			)
		case o.Holder.Person == in.Person:
			f.Add("person", "%s holds this office and cannot act. Choose someone else.", o.Holder.Name)
		case !absent.Until.IsZero() && in.Until.After(absent.Until):
			f.Add("until", "%s can act again after %s. Enter that day or an earlier one.", o.Holder.Name, absent.Until.Long())
		}
		a.Absence = o.Absent.ID
	}
	return nil
}

// checkSuccessor refuses an appointment that lasts into the time of an officer
// who takes the office meanwhile, and can act.
func checkSuccessor(ctx context.Context, q store.Queryer, f *apperr.Fields, in AppointmentInput) error {
	held, err := auth.SeatsBetween(ctx, q, in.From, in.Until)
	for _, h := range held {
		if h.Role == in.Role && !h.Acting && h.From.After(in.From) {
			f.Add(
				"until", "%s is the %s from %s. Enter a day before that.", h.Name, strings.ToLower(in.Role.Title()), h.From.Long(),
			)
			break
		}
	}
	return err
}
