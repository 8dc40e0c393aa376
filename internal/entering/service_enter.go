package entering

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// How often, in a day, a network may send the form, an address is written to, and someone who is signed in enters. A
// network may be a club's.
const (
	formsOfNetwork   = 40
	lettersToAddress = 5
	entriesOfPerson  = 10
)

// Enter enters a visitor: someone without an account, or not signed in. A letter goes to the address, and nothing
// counts before its link is pressed. The answer is the same whatever is known of the address and the name.
//
// Errors: Invalid with the fields; Conflict where entries are closed; TooMany for a network that sends many.
func (s *Service) Enter(ctx context.Context, event EventID, in Input, network string) error {
	f, err := fieldOf(ctx, s.db, event)
	if err == nil {
		err = f.open(s.cases.Now())
	}
	if err != nil {
		return err
	}
	if !s.Mails() {
		return apperr.New(apperr.Invalid, "This site sends no letters, so only those who sign in can enter here. Ask the director.")
	}
	if in, _, err = s.Found(ctx, in); err != nil {
		return err
	}
	var a Application
	problems := in.checkWho(&a)
	section := f.chosen(in.Section, &problems)
	problems = append(problems, in.check(&a, max(section.Rounds, 1), true)...)
	if err := problems.Err(); err != nil {
		return err
	}
	a.Event = event
	a.in(section)
	a.Kind, a.Fee = f.terms.Fees.Of(false, a.Student)
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return s.ask(ctx, tx, permit, f, a, network)
	})
}

// ask keeps an application that is to be confirmed, and writes to its address.
func (s *Service) ask(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a Application, network string,
) (*usecase.Entry, error) {
	toAddress, ofNetwork := "entry-address:"+digest(members.EmailKey(a.Email)), "entry-network:"+digest(network)
	over, err := s.offices.Spare(ctx, tx, map[string]int{toAddress: lettersToAddress, ofNetwork: formsOfNetwork})
	if err != nil {
		return nil, err
	}
	if over[ofNetwork] {
		return nil, apperr.New(
			apperr.TooMany, "Your network sent many entries today. Try again tomorrow, or ask the director to enter you.",
		)
	}
	if over[toAddress] { // who asks is not told
		return permit.Did("ask.application", "application", 0, nil, map[string]string{"kept": "nothing, the address had enough letters"}), nil
	}
	if err := inTurn(ctx, tx, f.event.ID); err != nil {
		return nil, err
	}
	if err := s.stillTaken(ctx, tx, f.event.ID, a.Section); err != nil {
		return nil, err
	}
	now := s.cases.Now()
	a.State, a.Asked, a.Expires = Unconfirmed, now, now.Add(confirmWithin)
	standing, err := alike(ctx, tx, a)
	if err != nil {
		return nil, err
	}
	letter := confirmIt
	switch {
	case len(standing) == 0:
		if a.ID, err = insert(ctx, tx, a); err != nil {
			return nil, err
		}
	case standing[0].State == Unconfirmed:
		a.ID, a.Version = standing[0].ID, standing[0].Version
		if _, err := update(ctx, tx, a); err != nil {
			return nil, err
		}
	default:
		a, letter = standing[0], alreadyIn
	}
	return permit.Did("ask.application", "application", int64(a.ID), nil, a.facts()), s.tell(ctx, tx, f, a, letter)
}

// stillTaken refuses what someone filled in for a section that was removed, or closed, since the form was read.
func (s *Service) stillTaken(ctx context.Context, tx *store.Tx, event EventID, section SectionID) error {
	f, err := fieldOf(ctx, tx, event)
	if err != nil {
		return err
	}
	if err := f.openIn(s.cases.Now(), section); err != nil {
		return err
	}
	if _, ok := f.section(section); !ok {
		return apperr.New(apperr.Conflict, "The section that you chose was removed while you filled the form in. Choose another one.")
	}
	return nil
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// EnterOwn enters whoever is signed in. The register has the name; a grade is asked for where none is known.
func (s *Service) EnterOwn(ctx context.Context, actor auth.Actor, event EventID, in Input) (Application, error) {
	if !actor.SignedIn() {
		return Application{}, apperr.New(apperr.SignIn, "Sign in to enter.")
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return Application{}, err
	}
	if in, err = s.withGrade(ctx, in); err != nil {
		return Application{}, err
	}
	a := Application{Event: event, Person: actor.Person}
	err = s.hold(ctx, event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		if err := f.open(s.cases.Now()); err != nil {
			return nil, err
		}
		if err := s.notTooOften(ctx, tx, actor.Person); err != nil {
			return nil, err
		}
		isMember, rated, err := s.known(ctx, tx, f.event, actor.Person)
		if err != nil {
			return nil, err
		}
		problems := in.check(&a, maxRoundsOf(f), !rated)
		section := f.chosen(in.Section, &problems)
		if n := len(a.Absent); section.ID != 0 && n > 0 && (n >= section.Rounds || a.Absent[n-1] > section.Rounds) {
			problems = append(problems, in.check(&a, section.Rounds, !rated)...)
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		a.in(section)
		if rated {
			a.Grade = ""
		}
		a.Kind, a.Fee = f.terms.Fees.Of(isMember, a.Student)
		a.Asked = s.cases.Now()
		return s.place(ctx, tx, permit, f, &a)
	})
	if err != nil {
		return Application{}, err
	}
	return byID(ctx, s.db, a.ID)
}

// place keeps the application of someone in the register with its place, or its turn in line.
func (s *Service) place(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a *Application,
) (*usecase.Entry, error) {
	if in, err := entered(ctx, tx, a.Section, a.Person); err != nil {
		return nil, err
	} else if in {
		return nil, apperr.New(apperr.Conflict, "You are already entered in this section.")
	}
	if err := s.give(ctx, tx, f, a); err != nil {
		return nil, err
	}
	id, err := insert(ctx, tx, *a)
	if err != nil {
		return nil, err
	}
	a.ID, a.Version = id, 1
	return permit.Did("enter.application", "application", int64(id), nil, a.facts()), s.tell(ctx, tx, f, *a, letterOf(*a))
}

func letterOf(a Application) why {
	if a.State == Waiting {
		return inTheLine
	}
	return placed
}

// notTooOften refuses whoever enters often in a day: each time letters go out, and whoever waits may move up. Who entered
// can always withdraw.
func (s *Service) notTooOften(ctx context.Context, tx *store.Tx, person PersonID) error {
	key := fmt.Sprintf("entry-own:%d", person)
	over, err := s.offices.Spare(ctx, tx, map[string]int{key: entriesOfPerson})
	if err == nil && over[key] {
		err = apperr.New(apperr.TooMany, "You entered %d times within a day. Try again tomorrow, or ask the director to enter you.",
			entriesOfPerson)
	}
	return err
}

func maxRoundsOf(f field) int {
	n := 1
	for _, s := range f.sections {
		n = max(n, s.Rounds)
	}
	return n
}

// Confirm confirms the address of an application by the link of its letter: from now on it holds a place, or waits for
// one. Pressed again it changes nothing.
func (s *Service) Confirm(ctx context.Context, token string) (Application, error) {
	a, err := s.byLink(ctx, s.db, token)
	if err != nil {
		return Application{}, err
	}
	permit, err := s.visitor()
	if err != nil {
		return Application{}, err
	}
	err = s.hold(ctx, a.Event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		a, err := byID(ctx, tx, a.ID)
		if err != nil {
			return nil, err
		}
		if a.State != Unconfirmed {
			return nil, usecase.ErrSame
		}
		if !s.cases.Now().Before(a.Expires) {
			return nil, errNone()
		}
		if err := f.openIn(s.cases.Now(), a.Section); err != nil {
			return nil, err
		}
		was := a.facts()
		if err := s.give(ctx, tx, f, &a); err != nil {
			return nil, err
		}
		if _, err := update(ctx, tx, a); err != nil {
			return nil, err
		}
		return permit.Did("confirm.application", "application", int64(a.ID), was, a.facts()), s.tell(ctx, tx, f, a, letterOf(a))
	})
	if err != nil {
		return Application{}, err
	}
	return byID(ctx, s.db, a.ID)
}

func (s *Service) byLink(ctx context.Context, q store.Queryer, token string) (Application, error) {
	hash, ok := hashOf(token)
	if !ok {
		return Application{}, errNone()
	}
	a, err := byToken(ctx, q, hash)
	if err == nil && a.State == Unconfirmed && !s.cases.Now().Before(a.Expires) {
		err = errNone()
	}
	return a, err
}

// Own is an application as its player sees it.
type Own struct {
	Application
	Event   string // name
	Slug    string
	Days    string
	Section string
	Rounds  int
	Teams   bool // the section is a team event
	Player  string
	Line    int  // place on the waiting list, from 1; 0: it does not wait
	Rated   bool // a grade or rating is known, and none is asked
	Terms   Terms
	Account string // to pay into beforehand; "": not known, or there is no invoice
	Begun   bool   // a round of the section is published, or the event is over: no one moves up any more
	Closed  string // why nothing can be changed here; "" while it can
	Off     bool   // the event is cancelled: no one pays any more
}

// ByLink is the application of a link, for whoever has it; ByOwner for its owner.
func (s *Service) ByLink(ctx context.Context, token string) (Own, error) {
	a, err := s.byLink(ctx, s.db, token)
	if err != nil {
		return Own{}, err
	}
	return s.own(ctx, a)
}

// ByOwner is the application with that id, for the person who made it.
func (s *Service) ByOwner(ctx context.Context, actor auth.Actor, id ApplicationID) (Own, error) {
	a, err := s.ofOwner(ctx, actor, id)
	if err != nil {
		return Own{}, err
	}
	return s.own(ctx, a)
}

func (s *Service) ofOwner(ctx context.Context, actor auth.Actor, id ApplicationID) (Application, error) {
	if !actor.SignedIn() {
		return Application{}, apperr.New(apperr.SignIn, "Sign in to see your entry.")
	}
	a, err := byID(ctx, s.db, id)
	if err == nil && (actor.Person == 0 || a.Person != actor.Person) {
		err = apperr.New(apperr.NotFound, "Entry not found.")
	}
	return a, err
}

func (s *Service) own(ctx context.Context, a Application) (Own, error) {
	if err := withRounds(ctx, s.db, &a); err != nil {
		return Own{}, err
	}
	f, err := fieldOf(ctx, s.db, a.Event)
	if err != nil {
		return Own{}, err
	}
	section, _ := f.section(a.Section)
	out := Own{
		Application: a, Event: f.event.Name, Slug: f.event.Slug, Days: f.event.Dates(), Section: section.Name,
		Rounds: section.Rounds, Teams: section.Teams(), Terms: f.terms, Begun: f.begun[a.Section] || f.event.Status.Public() &&
			f.event.Status != tournaments.Open && f.event.Status != tournaments.Running,
		Off: f.event.Cancelled.Is,
	}
	if out.Closed, err = closedNow(f.openIn(s.cases.Now(), a.Section)); err != nil {
		return Own{}, err
	}
	if err := withBills(ctx, s.db, &out.Application); err != nil {
		return Own{}, err
	}
	if out.Bill != nil {
		if out.Account, err = payInto(ctx, s.db); err != nil {
			return Own{}, err
		}
	}
	if a.State == Waiting {
		if out.Line, err = inLine(ctx, s.db, a); err != nil {
			return Own{}, err
		}
	}
	if a.Person != 0 {
		if _, out.Rated, err = s.known(ctx, s.db, f.event, a.Person); err != nil {
			return Own{}, err
		}
	}
	out.Player, err = nameOf(ctx, s.db, a)
	return out, err
}

// OwnEntries are the applications of whoever is signed in, to sections that have not begun.
func (s *Service) OwnEntries(ctx context.Context, actor auth.Actor) ([]Own, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to see your entries.")
	}
	if actor.Person == 0 {
		return nil, nil
	}
	all, err := ofPerson(ctx, s.db, actor.Person, s.cases.Today())
	if err != nil {
		return nil, err
	}
	out := make([]Own, len(all))
	for i, a := range all { // a handful
		if out[i], err = s.own(ctx, a); err != nil {
			return nil, err
		}
	}
	return out, nil
}
