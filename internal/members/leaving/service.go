package leaving

import (
	"context"
	"errors"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// ID is the number of a departure.
type ID int64

// Kind says how someone left.
type Kind string

const (
	Resigned Kind = "resigned"
	Died     Kind = "died"
)

// Label is the kind as people read it.
func (k Kind) Label() string {
	if k == Died {
		return "Died"
	}
	return "Resigned"
}

// Departure is that someone left.
type Departure struct {
	ID        ID
	Person    members.PersonID
	Kind      Kind
	Day       civil.Date // the last one as a member
	Reason    string
	At        civil.Instant
	By        string
	UndoneAt  civil.Instant // zero: it stands
	UndoneBy  string
	UndoneWhy string

	closed auth.AccountID
}

// Stands reports whether it was not undone.
func (d Departure) Stands() bool { return d.UndoneAt.IsZero() }

// Input records a departure; Version is that of the person that was shown.
type Input struct {
	Person  members.PersonID
	Version int64
	Kind    Kind
	Day     civil.Date
	Reason  string
}

const maxReason = 500

// Service records departures.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	mail    *mail.Service
	offices *auth.Service
	seats   *committee.Service
}

// New returns a service on the database that tells the time by clock.
func New(
	db *store.DB, clock civil.Clock, mail *mail.Service, offices *auth.Service, seats *committee.Service,
) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), mail: mail, offices: offices, seats: seats}
}

func checkReason(f *apperr.Fields, reason, missing string) {
	switch {
	case strings.TrimSpace(reason) == "":
		f.Add("reason", "%s", missing)
	case len([]rune(reason)) > maxReason:
		f.Add("reason", "Shorten this to %d characters.", maxReason)
	}
}

// Resign ends the actor's own membership today.
func (s *Service) Resign(ctx context.Context, actor auth.Actor, version int64, reason string) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to resign.")
	}
	permit, err := s.cases.MayAgain(actor, auth.RecordLeaving, auth.Object{Person: actor.Person})
	if err != nil {
		return err
	}
	return s.record(ctx, actor, permit, Input{
		Person: actor.Person, Version: version, Kind: Resigned, Day: s.cases.Today(), Reason: reason,
	})
}

// Record records that someone resigned or died.
func (s *Service) Record(ctx context.Context, actor auth.Actor, in Input) error {
	permit, err := s.cases.MayAgain(actor, auth.RecordLeaving, auth.Object{})
	if err != nil {
		return err
	}
	if in.Kind == Died && in.Person == actor.Person {
		return apperr.New(apperr.Invalid, "This is your own record, and you are signed in.")
	}
	return s.record(ctx, actor, permit, in)
}

func (s *Service) record(ctx context.Context, actor auth.Actor, permit usecase.Permit, in Input) error {
	in.Reason = strings.TrimSpace(in.Reason)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		file, err := members.FileOf(ctx, tx, in.Person, s.cases.Today())
		if err != nil {
			return nil, err
		}
		all, err := departuresOf(ctx, tx, in.Person)
		if err != nil {
			return nil, err
		}
		if err := in.check(file, all, s.cases.Today()); err != nil {
			return nil, err
		}
		if file.Person.Version != in.Version {
			return nil, usecase.Stale("this person", "person", int64(in.Person))
		}
		d := Departure{
			Person: in.Person, Kind: in.Kind, Day: in.Day, Reason: in.Reason, At: permit.Now(), By: permit.Name(),
		}
		why := in.Kind.Label() + " on " + in.Day.Long() + ": " + in.Reason
		seats, err := s.endOffices(ctx, tx, actor, permit, in, why)
		if err != nil {
			return nil, err
		}
		if in.Kind == Died {
			if d.closed, err = auth.CloseAccountOf(ctx, tx, in.Person, s.cases.Today()); err != nil {
				return nil, err
			}
			if err := s.mail.WithdrawTo(ctx, tx, int64(in.Person)); err != nil {
				return nil, err
			}
		}
		if err := members.Touch(ctx, tx, in.Person); err != nil {
			return nil, err
		}
		ended := beyond(members.InForce(file.Terms), in.Day)
		if err := members.Correct(ctx, tx, permit.Now(), actor, ended, in.Day, why); err != nil {
			return nil, err
		}
		if err := insertDeparture(ctx, tx, d, ended, seats.Plain); err != nil {
			return nil, err
		}
		return permit.Did("record.departure", "person", int64(in.Person), nil, map[string]any{
			"kind": in.Kind, "day": in.Day, "reason": in.Reason, "terms_ended": len(ended),
			"offices_ended": len(seats.Ended()),
		}), nil
	})
}

// beyond are the terms that reach beyond a day.
func beyond(inForce []members.Term, day civil.Date) (out []members.Term) {
	for _, t := range inForce {
		if t.To.After(day) {
			out = append(out, t)
		}
	}
	return out
}

func (in Input) check(file members.File, all []Departure, today civil.Date) error {
	var f apperr.Fields
	inForce := members.InForce(file.Terms)
	for _, d := range all {
		if d.Stands() && d.Kind == Died {
			return apperr.New(apperr.Conflict, "It is recorded that %s died on %s.", file.Person.Name, d.Day.Long())
		}
	}
	switch {
	case in.Kind != Resigned && in.Kind != Died:
		f.Add("kind", "Choose what happened.")
	case in.Day.IsZero():
		f.Add("day", "Enter the day.")
	case in.Day.After(today):
		f.Add("day", "Enter a day that is not in the future.")
	case in.Kind == Resigned && len(members.On(inForce, in.Day)) == 0:
		f.Add("day", "%s was not a member on %s.", file.Person.Name, in.Day.Long())
	case in.Kind == Resigned && len(beyond(inForce, in.Day)) == 0:
		f.Add("day", "The membership ends on %s anyway.", in.Day.Long())
	}
	missing := "Say why, or how you know."
	checkReason(&f, in.Reason, missing)
	return f.Err()
}

// Of lists a person's departures, the latest first, to the person and to officers.
func (s *Service) Of(ctx context.Context, actor auth.Actor, person members.PersonID) ([]Departure, error) {
	if err := s.cases.Require(actor, auth.ViewOwn, auth.Object{Person: person}); err != nil {
		return nil, err
	}
	return departuresOf(ctx, s.db, person)
}

// Undone is what undoing a departure gave back.
type Undone struct {
	Departure
	Back    int // terms that are in force again
	Stays   int // terms that were corrected since: they stay as they are
	Unpaid  int // terms whose payment was credited since: they come back by being paid for
	Offices int // that are held again
	Closed  int // offices that ended and are not held again: whoever appoints officers gives them
}

// Undo undoes a departure that was a mistake, by rows that give back its terms.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, id ID, why string) (out Undone, err error) {
	permit, err := s.cases.MayAgain(actor, auth.RecordLeaving, auth.Object{})
	if err != nil {
		return out, err
	}
	why = strings.TrimSpace(why)
	var f apperr.Fields
	checkReason(&f, why, "Say why it was a mistake.")
	if err := f.Err(); err != nil {
		return out, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		d, err := departureByID(ctx, tx, id)
		switch {
		case errors.Is(err, store.ErrNoRows):
			return nil, apperr.New(apperr.NotFound, "Not found.")
		case err != nil:
			return nil, err
		case !d.Stands():
			return nil, apperr.New(apperr.Conflict, "This is already undone: by %s on %s.", d.UndoneBy, d.UndoneAt.Long())
		}
		if err := mayUndo(ctx, tx, d); err != nil {
			return nil, err
		}
		out = Undone{Departure: d}
		if err := s.giveBack(ctx, tx, actor, permit, &out, why); err != nil {
			return nil, err
		}
		if d.closed != 0 {
			if err := auth.OpenAccount(ctx, tx, d.closed, d.Person); err != nil {
				return nil, err
			}
		}
		// Who died is given no office: that is taken back first.
		if err := endDeparture(ctx, tx, id, permit.Now(), permit.Name(), why); err != nil {
			return nil, err
		}
		begun, err := clubs.BeginAgain(
			ctx, tx, actor, permit.Now(), int64(id), d.Kind.Label()+" was a mistake: "+why,
		)
		if err != nil {
			return nil, err
		}
		out.Back += begun
		if err := s.giveOfficesBack(ctx, tx, actor, &out); err != nil {
			return nil, err
		}
		return permit.Did("undo.departure", "person", int64(d.Person), map[string]any{"kind": d.Kind, "day": d.Day},
			map[string]any{"reason": why, "terms": out.Back, "offices": out.Offices}), members.Touch(ctx, tx, d.Person)
	})
	return out, err
}

// mayUndo refuses to undo what was recorded of a record that was merged with another, and what another departure followed:
// its terms would come back to someone who has left or died.
func mayUndo(ctx context.Context, tx *store.Tx, d Departure) error {
	if _, err := members.PersonByID(ctx, tx, d.Person); err != nil {
		return err
	}
	all, err := departuresOf(ctx, tx, d.Person)
	for _, later := range all {
		if later.ID > d.ID && later.Stands() {
			return apperr.New(
				apperr.Conflict, "It was recorded after this that the member %s on %s. Undo that first.",
				strings.ToLower(later.Kind.Label()), later.Day.Long(),
			)
		}
	}
	return err
}

// giveBack adds rows that take the place of those by which terms ended that are not of a club's list.
func (s *Service) giveBack(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, out *Undone, why string,
) error {
	ended, err := termsOf(ctx, tx, out.ID)
	if err != nil {
		return err
	}
	all, err := members.TermsOf(ctx, tx, []members.PersonID{out.Person})
	if err != nil {
		return err
	}
	byID, by := map[members.TermID]members.Term{}, map[members.TermID]members.Term{}
	for _, t := range all[out.Person] {
		byID[t.ID] = t
		if t.Corrects != 0 {
			by[t.Corrects] = t
		}
	}
	var rows []members.Term
	for _, id := range ended {
		was, corrected := byID[id], by[id]
		since, again := by[corrected.ID]
		if ofList := was.ReturnRow != 0 || was.MovedRow != 0; ofList && (!again || since.ByStanding) {
			continue // by the rule and the fee of the list: clubs.BeginAgain
		}
		if again || was.ID == 0 || corrected.ID == 0 {
			out.Stays++
			continue
		}
		if was.Payment != 0 { // a term does not stand without its money
			paid, err := treasury.PaysFor(ctx, tx, treasury.PaymentID(was.Payment))
			if err != nil {
				return err
			}
			if !paid {
				out.Unpaid++
				continue
			}
		}
		was.Trace = was.Trace.With(constitution.Trace{})
		was.Trace.Step(was.Trace.Rule, "%s on %s is undone: %s", out.Kind.Label(), out.Day.Long(), why)
		was.ID, was.Corrects, was.Reason = 0, corrected.ID, out.Kind.Label()+" was a mistake: "+why
		was.RecordedAt, was.RecordedBy = permit.Now(), actor.Person
		rows = append(rows, was)
	}
	out.Back = len(rows)
	return members.InsertTerms(ctx, tx, rows)
}
