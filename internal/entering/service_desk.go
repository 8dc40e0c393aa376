package entering

import (
	"context"
	"errors"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Row is a player on the director's list: with an application, an entry, or both.
type Row struct {
	Application
	Player   string // as the register has the name, or as it was typed
	Section  string
	Rating   string // of an entry
	Line     int    // place on the waiting list, from 1
	Likely   bool   // the register has someone who may be this player: the director decides
	Member   bool   // the form was filled in signed in
	Untold   bool   // no letter reaches the player
	ByHand   bool   // entered by the director, without an application
	LeftLate bool   // withdrew from the event after it began
}

// Totals are an event's fees, in cents.
type Totals struct {
	Owed, Paid, Back money.Cents // Back: paid by those who are off the list
	Door             money.Cents // of Paid, at the door
	Players, Free    int         // on the list; who owes nothing
}

// Sheet is everyone on an event's list, as its director sees it.
type Sheet struct {
	Event    tournaments.Event
	Sections []tournaments.Section
	Terms    Terms
	Held     map[SectionID]int // places
	Rows     []Row             // who stands on the list: preliminary, waiting in line, confirmed
	Off      []Row             // withdrawn and declined
	Totals   Totals
}

// Sheet is an event's list, for its director.
func (s *Service) Sheet(ctx context.Context, actor auth.Actor, event EventID) (Sheet, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: event}); err != nil {
		return Sheet{}, err
	}
	f, err := fieldOf(ctx, s.db, event)
	if err != nil {
		return Sheet{}, err
	}
	out := Sheet{Event: f.event, Sections: f.sections, Terms: f.terms, Held: map[SectionID]int{}}
	all, err := ofEvent(ctx, s.db, event)
	if err != nil {
		return Sheet{}, err
	}
	entries := map[EntryID]tournaments.Entry{}
	for _, section := range f.sections { // a handful
		list, err := tournaments.EntriesIn(ctx, s.db, section.ID)
		if err != nil {
			return Sheet{}, err
		}
		for _, e := range list {
			entries[e.ID] = e
		}
		if out.Held[section.ID], err = taken(ctx, s.db, section.ID); err != nil {
			return Sheet{}, err
		}
	}
	var probes []members.Probe
	for _, a := range all {
		if a.Person == 0 && a.State.Active() {
			probes = append(probes, probe(a))
		}
	}
	directory, err := members.DirectoryFor(ctx, s.db, probes...)
	if err != nil {
		return Sheet{}, err
	}
	lines := map[SectionID]int{}
	for _, a := range all {
		section, _ := f.section(a.Section)
		row := Row{Application: a, Player: a.Name.String(), Section: section.Name, Member: a.Person != 0 && a.Name.Family == ""}
		if e, ok := entries[a.Entry]; ok {
			row.Rating, row.LeftLate = e.Rating.String()+" ("+e.Grade()+")", e.Withdrawn
			delete(entries, a.Entry)
		}
		if a.State == Waiting {
			lines[a.Section]++
			row.Line = lines[a.Section]
		}
		row.Likely = a.Person == 0 && a.State.Active() && len(candidates(directory, a)) > 0
		if a.State.Active() {
			out.Rows = append(out.Rows, row)
		} else {
			out.Off = append(out.Off, row)
		}
	}
	for _, e := range entries {
		if e.Withdrawn && e.WithdrawnAfter == 0 {
			continue
		}
		section, _ := f.section(e.Section)
		a := Application{Event: event, Section: e.Section, Person: e.Person, State: Confirmed, Entry: e.ID}
		a.Kind, a.Fee = f.terms.Fees.Of(e.Membership == tournaments.IsMember, false)
		out.Rows = append(out.Rows, Row{
			Application: a, Section: section.Name, Rating: e.Rating.String() + " (" + e.Grade() + ")", ByHand: true, Member: true,
			LeftLate: e.Withdrawn,
		})
	}
	if err := s.nameRows(ctx, &out); err != nil {
		return Sheet{}, err
	}
	var billed []*Application
	for i := range out.Rows {
		billed = append(billed, &out.Rows[i].Application)
	}
	if err := withBills(ctx, s.db, billed...); err != nil {
		return Sheet{}, err
	}
	out.total()
	return out, nil
}

// nameRows gives rows of people of the register their names, puts the list in order, and says whom no letter reaches.
func (s *Service) nameRows(ctx context.Context, sheet *Sheet) error {
	var ids []PersonID
	for _, r := range slices.Concat(sheet.Rows, sheet.Off) {
		if r.Person != 0 {
			ids = append(ids, r.Person)
		}
	}
	people, err := members.People(ctx, s.db, ids)
	if err != nil {
		return err
	}
	for _, rows := range [][]Row{sheet.Rows, sheet.Off} {
		for i, r := range rows {
			address := r.Email
			if p, ok := people[r.Person]; ok {
				rows[i].Player = p.Name.String()
				if address == "" {
					address = p.Contact.Email
				}
			}
			rows[i].Untold = !r.ByHand && !mail.ValidAddress(address)
		}
	}
	order := map[State]int{Preliminary: 0, Waiting: 1, Confirmed: 2}
	slices.SortStableFunc(sheet.Rows, func(a, b Row) int {
		if a.State != b.State {
			return order[a.State] - order[b.State]
		}
		if a.State == Confirmed {
			return strings.Compare(members.Fold(a.Player), members.Fold(b.Player))
		}
		return 0
	})
	return nil
}

// total adds the fees up: of who holds a place, and of what those who are off the list have paid.
func (sheet *Sheet) total() {
	t := &sheet.Totals
	for _, r := range sheet.Rows {
		switch {
		case r.State == Waiting && !r.Paid.Made():
			continue
		case r.Paid.Made():
			if t.Paid += r.Fee; r.Paid.How == AtTheDoor {
				t.Door += r.Fee
			}
		case r.Fee == 0:
			t.Free++
		default:
			t.Paid += r.PaidSoFar()
			if !sheet.Event.Cancelled.Is {
				t.Owed += r.owed()
			}
		}
		t.Players++
	}
	for _, r := range sheet.Off {
		if r.Paid.Made() {
			t.Back += r.Fee
		}
	}
}

func candidates(d *members.Directory, a Application) []members.Candidate {
	return d.Candidates(probe(a))
}

// probe is an application's player as one looks for them in the register.
func probe(a Application) members.Probe {
	return members.Probe{Family: a.Name.Family, Given: a.Name.Given, Email: a.Email}
}

// Application is an application with whoever in the register may be its player, for the director of its event.
func (s *Service) Application(
	ctx context.Context, actor auth.Actor, id ApplicationID,
) (Own, []members.Candidate, error) {
	a, _, err := s.directed(ctx, actor, id)
	if err != nil {
		return Own{}, nil, err
	}
	own, err := s.own(ctx, a)
	if err != nil || a.Person != 0 {
		return own, nil, err
	}
	likely, err := members.Likely(ctx, s.db, probe(a))
	return own, likely, err
}

// directed is an application, for the director of its event.
func (s *Service) directed(
	ctx context.Context, actor auth.Actor, id ApplicationID,
) (Application, usecase.Permit, error) {
	a, err := byID(ctx, s.db, id)
	if err != nil {
		if apperr.KindOf(err) == apperr.NotFound {
			err = apperr.New(apperr.NotFound, "Entry not found.")
		}
		return a, usecase.Permit{}, err
	}
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: a.Event})
	if err == nil && a.State == Unconfirmed {
		err = apperr.New(apperr.NotFound, "Entry not found.")
	}
	return a, permit, err
}

// Accepted says what became of applications that were to be confirmed.
type Accepted struct {
	Confirmed int
	Left      []string // names, with why: "Rima Testcase: the register has someone of this name"
}

// ConfirmAll confirms all preliminary applications of an event: each becomes an entry. Who may be someone in the
// register is left for the director to decide.
func (s *Service) ConfirmAll(ctx context.Context, actor auth.Actor, event EventID) (Accepted, error) {
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: event})
	if err != nil {
		return Accepted{}, err
	}
	var out Accepted
	err = s.hold(ctx, event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		var done *usecase.Entry
		var err error
		out, done, err = s.confirmAll(ctx, tx, permit, f)
		if err == nil && done == nil {
			err = usecase.ErrSame
		}
		return done, err
	})
	return out, err
}

func (s *Service) confirmAll(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field,
) (out Accepted, done *usecase.Entry, err error) {
	for _, section := range f.sections { // a handful
		settled, err := s.settle(ctx, tx, f, section.ID)
		if err != nil {
			return out, nil, err
		}
		done = done.Then(settled)
	}
	all, err := ofEvent(ctx, tx, f.event.ID)
	if err != nil {
		return out, nil, err
	}
	directory, err := members.LoadDirectory(ctx, tx)
	if err != nil {
		return out, nil, err
	}
	for _, a := range all {
		if a.State != Preliminary {
			continue
		}
		left, err := leftOut(ctx, tx, directory, a)
		if err != nil {
			return out, nil, err
		}
		if left != "" {
			out.Left = append(out.Left, left)
			continue
		}
		one, err := s.confirm(ctx, tx, permit, f, &a, accepted)
		var why *apperr.Error
		if errors.As(err, &why) && why.Kind == apperr.Invalid { // before anything of it was written
			name, err := nameOf(ctx, tx, a)
			if err != nil {
				return out, nil, err
			}
			out.Left = append(out.Left, name+": "+refusal(why))
			continue
		}
		if err != nil {
			return out, nil, err
		}
		if a.Name.Family != "" { // new to the register: the next of the same name is a question
			directory.Add(members.Known{
				ID: a.Person, Family: a.Name.Family, Given: a.Name.Given, EmailKey: members.EmailKey(a.Email),
			})
		}
		done = done.Then(one)
		out.Confirmed++
	}
	return out, done, nil
}

// leftOut says why an application is left for the director to decide; "" when it is not.
func leftOut(ctx context.Context, tx *store.Tx, directory *members.Directory, a Application) (string, error) {
	if a.Person == 0 {
		if len(candidates(directory, a)) > 0 {
			return a.Name.String() + ": the register has someone who may be this player", nil
		}
		return "", nil
	}
	in, err := entered(ctx, tx, a.Section, a.Person)
	if err != nil || !in {
		return "", err
	}
	name, err := nameOf(ctx, tx, a)
	return name + ": withdrew from this section before; undo that on the page of the entry", err
}

func refusal(e *apperr.Error) string {
	if len(e.Fields) > 0 {
		return e.Fields[0].Message
	}
	return e.Message
}

// confirm makes the entry of an application, within a transaction that holds the event.
func (s *Service) confirm(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a *Application, letter why,
) (*usecase.Entry, error) {
	isMember, rated, err := s.known(ctx, tx, f.event, a.Person)
	if err != nil {
		return nil, err
	}
	team, err := tournaments.TeamWithRoom(ctx, tx, a.Section, a.Team)
	if err != nil {
		return nil, err
	}
	entry := a.entry(rated && a.Person != 0)
	entry.Team = team
	var entered *usecase.Entry
	if a.Person == 0 {
		a.Person, a.Entry, entered, err = s.events.EnterGuestWithin(ctx, tx, permit, tournaments.GuestInput{
			FamilyName: a.Name.Family, GivenNames: a.Name.Given, FamilyFirst: a.Name.Order == members.FamilyFirst,
			Email: a.Email, EntryInput: entry,
		})
	} else {
		a.Entry, entered, err = s.events.EnterWithin(ctx, tx, permit, a.Person, entry)
	}
	if err != nil {
		return nil, err
	}
	return s.admit(ctx, tx, permit, f, a, isMember, letter, entered)
}

// ConfirmOne confirms one application, also out of its turn. as is who in the register the player is; 0 is whom the
// application names, or someone new.
func (s *Service) ConfirmOne(
	ctx context.Context, actor auth.Actor, id ApplicationID, as PersonID, version int64,
) error {
	of, permit, err := s.directed(ctx, actor, id)
	if err != nil {
		return err
	}
	return s.hold(ctx, of.Event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		a, err := standsStill(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		if a.State == Confirmed {
			return nil, usecase.ErrSame
		}
		letter := accepted
		if as != 0 && a.Person == 0 {
			if letter, err = s.match(ctx, tx, &a, as); err != nil {
				return nil, err
			}
		}
		return s.confirm(ctx, tx, permit, f, &a, letter)
	})
}

// match takes the player of an application to be someone in the register. Whoever filled the form in from another
// address than theirs can do no more with it: the links end, and letters go to the person.
func (s *Service) match(ctx context.Context, tx *store.Tx, a *Application, as PersonID) (why, error) {
	people, err := members.People(ctx, tx, []PersonID{as})
	if err != nil {
		return "", err
	}
	p, ok := people[as]
	if !ok {
		return "", apperr.New(apperr.NotFound, "This person is not in the register.")
	}
	a.Person = as
	theirs := p.WrittenTo()
	key := members.EmailKey(a.Email)
	if !mail.ValidAddress(theirs) || key == members.EmailKey(theirs) || key != "" && key == members.EmailKey(p.SignsInWith) {
		return accepted, nil
	}
	if a.Email = theirs; p.SignsInWith != "" {
		a.Email, a.Name = "", members.Name{} // they sign in
	}
	return matched, dropLinks(ctx, tx, a.ID)
}

// standsStill reads an application that its director wants to change.
func standsStill(ctx context.Context, tx *store.Tx, id ApplicationID, version int64) (Application, error) {
	a, err := byID(ctx, tx, id)
	switch {
	case err != nil:
		return a, err
	case a.Version != version:
		return a, usecase.Stale("this entry", "application", int64(id))
	case !a.State.Active():
		return a, apperr.New(apperr.Conflict, "This entry is %s.", a.State)
	}
	return a, nil
}

// Decline takes an application off the list, with its entry.
func (s *Service) Decline(ctx context.Context, actor auth.Actor, id ApplicationID, version int64) error {
	of, permit, err := s.directed(ctx, actor, id)
	if err != nil {
		return err
	}
	return s.hold(ctx, of.Event, func(tx *store.Tx, f field) (*usecase.Entry, error) {
		a, err := standsStill(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		return s.end(ctx, tx, permit, f, a, Declined, declined)
	})
}

// Names are the names in the register of who may be players of an event, for its director.
func (s *Service) Names(
	ctx context.Context, actor auth.Actor, event EventID, ids []PersonID,
) (map[PersonID]string, error) {
	if err := s.cases.Require(actor, auth.DirectEvent, auth.Object{Event: event}); err != nil {
		return nil, err
	}
	return members.FullNames(ctx, s.db, ids)
}
