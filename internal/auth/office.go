package auth

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Roles are all offices in the order in which they are listed: the officers by
// seniority (Rule 3.1), then the others.
var Roles = []Role{President, Secretary, Treasurer, Committee, ClubSecretary, Director, Referee, RatingsOfficer, Administrator}

// Appointment is an office with the names that belong to it.
type Appointment struct {
	Office
	Name  Name
	Club  string // name of the club, or ""
	Event string // name of the event, or ""
}

// Title is the office with what it is of: "Club secretary, Kāpiti Go Club".
func (a Appointment) Title() string {
	title := a.Office.Title()
	for _, of := range []string{a.Club, a.Event} {
		if of != "" {
			title += ", " + of
		}
	}
	return title
}

// officeFacts are what the audit log keeps of an office.
type officeFacts struct {
	Person PersonID   `json:"person"`
	Role   Role       `json:"role"`
	Club   ClubID     `json:"club,omitempty"`
	Event  EventID    `json:"event,omitempty"`
	Acting bool       `json:"acting,omitempty"`
	From   civil.Date `json:"from"`
	Until  civil.Date `json:"until"`
}

func officeFactsOf(o Office) officeFacts {
	return officeFacts{o.Person, o.Role, o.Club, o.Event, o.Acting, o.From, o.Until}
}

// Offices lists the offices that are held or to come, by seniority and name.
func (s *Service) Offices(ctx context.Context, actor Actor) ([]Appointment, error) {
	if err := s.require(actor, ManageOffices, Object{}); err != nil {
		return nil, err
	}
	return currentOffices(ctx, s.db, s.today())
}

// EndedOffices lists a part of the offices that have ended, latest first, and
// says how many there are.
func (s *Service) EndedOffices(ctx context.Context, actor Actor, offset, limit int) ([]Appointment, int, error) {
	if err := s.require(actor, ManageOffices, Object{}); err != nil {
		return nil, 0, err
	}
	total, err := countEndedOffices(ctx, s.db, s.today())
	if err != nil {
		return nil, 0, err
	}
	list, err := endedOffices(ctx, s.db, s.today(), store.OffsetIn(offset, limit, total), limit)
	return list, total, err
}

// Office is one office, for whoever appoints officers.
func (s *Service) Office(ctx context.Context, actor Actor, id OfficeID) (Appointment, error) {
	if err := s.require(actor, ManageOffices, Object{}); err != nil {
		return Appointment{}, err
	}
	a, err := appointmentByID(ctx, s.db, id)
	return a, notFound(err, "Office not found.")
}

// Appoint gives a person an office from From until Until, both included; no
// Until: until it is ended. ID and Version of the office are ignored. A director
// appoints the directors and referees of their own event.
func (s *Service) Appoint(ctx context.Context, actor Actor, o Office) (OfficeID, error) {
	if err := s.requireAppoint(actor, o); err != nil {
		return 0, err
	}
	if err := s.requireProof(actor); err != nil {
		return 0, err
	}
	var id OfficeID
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		var err error
		id, err = s.appoint(ctx, tx, actor, o, inviting)
		return err
	})
	return id, err
}

// AppointWithin is Appoint within a transaction of a service that has decided
// for itself that actor may do so: whoever creates an event becomes its
// director, a club's return names the club's secretary.
func (s *Service) AppointWithin(ctx context.Context, tx *store.Tx, actor Actor, o Office) (OfficeID, error) {
	return s.appoint(ctx, tx, actor, o, inviting)
}

// AppointTakenOver is AppointWithin for a society whose files are taken over, by one press that can be undone: no one is
// invited by it.
func (s *Service) AppointTakenOver(ctx context.Context, tx *store.Tx, actor Actor, o Office) (OfficeID, error) {
	return s.appoint(ctx, tx, actor, o, uninvited)
}

// appointing says whether whoever is given an office, and has no account in use, is invited by letter.
type appointing bool

const (
	inviting  appointing = true
	uninvited appointing = false
)

// appoint checks and inserts within tx. The audit entry comes before the look
// at other holders, because it makes writers queue.
func (s *Service) appoint(
	ctx context.Context, tx *store.Tx, actor Actor, o Office, how appointing,
) (OfficeID, error) {
	if err := checkOffice(o).Err(); err != nil {
		return 0, err
	}
	if err := checkOfficeExists(ctx, tx, o); err != nil {
		return 0, err
	}
	id, err := insertOffice(ctx, tx, o, s.clock())
	if err != nil {
		return 0, err
	}
	o.ID = id
	if err := s.write(ctx, tx, actor, "appoint.office", "office", int64(id), nil, officeFactsOf(o)); err != nil {
		return 0, err
	}
	if err := refuseHeldTwice(ctx, tx, o); err != nil {
		return 0, err
	}
	if o.opensMore() { // one officer alone made it, for someone who was not trusted yet
		if err := deleteRecoveryOf(ctx, tx, o.Person); err != nil {
			return 0, err
		}
	}
	if how == inviting {
		if told, err := s.inviteWithOffice(ctx, tx, actor, id); err != nil || told {
			return id, err
		}
	}
	return id, s.tellOffice(ctx, tx, actor, id, func(title string) string {
		return "You were given the office " + title + ", " + daysOf(o) + ", by " + actor.Name + "."
	})
}

// tellOffice writes to the holder of an office, when there is an account to write
// to.
func (s *Service) tellOffice(
	ctx context.Context, tx *store.Tx, actor Actor, id OfficeID, what func(title string) string,
) error {
	held, err := appointmentByID(ctx, tx, id)
	if err != nil {
		return err
	}
	to, err := openAccountsOf(ctx, tx, []PersonID{held.Person})
	if err != nil || len(to) == 0 {
		return err
	}
	return s.letter(ctx, tx, to[0], telling{
		purpose: "Office", subject: "Your offices have changed", paragraphs: []string{
			what(held.Title()), "Your offices are on " + s.page("/account") + ". If this is not right, tell the society’s " +
				"president or secretary.",
		},
	})
}

// checkOffice returns every problem of an office, in form order.
func checkOffice(o Office) apperr.Fields {
	var f apperr.Fields
	if o.Person == 0 {
		f.Add("person", "Choose the person.")
	}
	if !slices.Contains(Roles, o.Role) {
		f.Add("role", "Choose the office.")
	}
	switch {
	case o.Role == ClubSecretary && o.Club == 0:
		f.Add("club", "Choose the club whose secretary this is.")
	case o.Role != ClubSecretary && o.Club != 0:
		f.Add("club", "Only a club secretary belongs to a club. Choose no club for this office.")
	}
	if o.Event != 0 && o.Role != Director && o.Role != Referee {
		f.Add("event", "Only directors and referees belong to an event. Choose no event for this office.")
	}
	if o.Acting && !slices.Contains(soleRoles, o.Role) {
		f.Add("role", "Only the president, secretary or treasurer can have someone acting for them. Choose one of these.")
	}
	if o.From.IsZero() {
		f.Add("from", "Enter the first day of the office.")
	}
	if !o.Until.IsZero() && o.Until.Before(o.From) {
		f.Add("until", "The last day is before the first. Enter %s or later, or leave it empty.", o.From.Long())
	}
	return f
}

// checkOfficeExists refuses an office of a person, club or event that is not there.
func checkOfficeExists(ctx context.Context, q store.Queryer, o Office) error {
	there, err := officePartsExist(ctx, q, o)
	if err != nil {
		return err
	}
	var f apperr.Fields
	if !there.person {
		f.Add("person", "This person is not in the register. Choose another.")
	}
	if there.died {
		f.Add("person", "It is recorded that this person died. Choose someone else.")
	}
	if o.Club != 0 && !there.club {
		f.Add("club", "This club does not exist. Choose another.")
	}
	if o.Event != 0 && !there.event {
		f.Add("event", "This event does not exist. Choose another.")
	}
	return f.Err()
}

// soleRoles are held by one person at a time. Rule 3.1: the president, the
// secretary and the treasurer.
var soleRoles = []Role{President, Secretary, Treasurer}

// refuseHeldTwice refuses an office that the same person holds in the same
// days, and an officer's seat that someone else does. An acting officer (Rule
// 6.6) stands beside the one who cannot act, but not beside another acting one.
func refuseHeldTwice(ctx context.Context, q store.Queryer, o Office) error {
	others, err := officesLike(ctx, q, o)
	if err != nil {
		return err
	}
	for _, other := range others {
		if other.ID == o.ID || !overlap(other.Office, o) {
			continue
		}
		if other.Person == o.Person {
			return apperr.New(
				apperr.Invalid, "%s already has this office (%s). Change those days instead.", other.Name, daysOf(other.Office),
			)
		}
		if slices.Contains(soleRoles, o.Role) && other.Acting == o.Acting {
			return apperr.UnderRule("3.1", "%s is the %s %s. End that office first, or choose days after it.",
				other.Name, strings.ToLower(o.Title()), daysOf(other.Office))
		}
	}
	return nil
}

func overlap(a, b Office) bool {
	return (a.Until.IsZero() || !b.From.After(a.Until)) && (b.Until.IsZero() || !a.From.After(b.Until))
}

// daysOf is the time of an office in words.
func daysOf(o Office) string {
	if o.Until.IsZero() {
		return "since " + o.From.Long()
	}
	return "from " + o.From.Long() + " until " + o.Until.Long()
}

// EndOffice sets the last day of an office, included; a day before today ends
// it at once. A last day before the first cancels the appointment as if it
// had not been made. An office that has ended cannot be changed. A director ends
// the offices of their own event, but leaves it a director.
func (s *Service) EndOffice(ctx context.Context, actor Actor, id OfficeID, version int64, last civil.Date) error {
	if !CanSomewhere(actor, AppointToEvent, s.today()) {
		return s.require(actor, ManageOffices, Object{})
	}
	if err := s.requireProof(actor); err != nil {
		return err
	}
	if last.IsZero() {
		var f apperr.Fields
		f.Add("until", "Enter the last day of the office.")
		return f.Err()
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		held, err := appointmentByID(ctx, tx, id)
		if err != nil {
			return notFound(err, "Office not found.")
		}
		if err := s.requireAppoint(actor, held.Office); err != nil {
			return err
		}
		if !held.Until.IsZero() && held.Until.Before(s.today()) {
			return apperr.New(apperr.Invalid, "This office ended on %s and can no longer be changed.", held.Until.Long())
		}
		if err := s.end(ctx, tx, actor, held, version, last); err != nil {
			return err
		}
		return s.keepADirector(ctx, tx, actor, held.Office, last)
	})
}

func (s *Service) end(
	ctx context.Context, tx *store.Tx, actor Actor, held Appointment, version int64, last civil.Date,
) error {
	before, after := held.Office, held.Office
	after.Until = last
	// Before it is undone: there is nothing to tell of afterwards.
	if err := s.tellOffice(ctx, tx, actor, held.ID, func(title string) string {
		if last.Before(held.From) {
			return "Your appointment as " + title + " was undone by " + actor.Name + "."
		}
		return "Your office " + title + " ends on " + last.Long() + ". " + actor.Name + " recorded this."
	}); err != nil {
		return err
	}
	action, change := "end.office", updateOfficeUntil
	if last.Before(held.From) {
		action, change = "withdraw.office", deleteOffice
	}
	n, err := change(ctx, tx, after, version)
	if err != nil {
		return err
	}
	if n == 0 {
		return apperr.New(apperr.Conflict, "Someone else changed this office first. Check it, then make your change again.")
	}
	var left any
	if action == "end.office" {
		left = officeFactsOf(after)
	}
	if err := s.write(ctx, tx, actor, action, "office", int64(held.ID), officeFactsOf(before), left); err != nil {
		return err
	}
	if action == "end.office" {
		if err := refuseHeldTwice(ctx, tx, after); err != nil {
			return err
		}
	}
	if held.Role == Administrator {
		return keepAnAdministrator(ctx, tx, civil.Later(last, s.today()))
	}
	return nil
}

// keepAnAdministrator refuses a change that leaves, after the day, no one who
// looks after the program: an administrator without an end who can sign in.
func keepAnAdministrator(ctx context.Context, q store.Queryer, day civil.Date) error {
	left, err := lastingAdministrators(ctx, q, day.AddDays(1))
	if err != nil {
		return err
	}
	if left == 0 {
		return apperr.New(
			apperr.Invalid,
			"The society would have no administrator. First appoint someone who can sign in, with no last day, then try again.",
		)
	}
	return nil
}

// keepAnAdministratorWithout does so when the person is an administrator.
func keepAnAdministratorWithout(ctx context.Context, q store.Queryer, person PersonID, today civil.Date) error {
	held, err := OfficesOn(ctx, q, today, []PersonID{person})
	if err != nil {
		return err
	}
	for _, o := range held[person] {
		if o.Role == Administrator {
			return keepAnAdministrator(ctx, q, today)
		}
	}
	return nil
}
