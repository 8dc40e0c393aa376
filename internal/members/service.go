package members

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service keeps the register.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// RegisterInput is a new person.
type RegisterInput struct {
	PersonInput
	// Apart names people of the register who were looked at and are somebody
	// else.
	Apart []PersonID
}

// PossibleDuplicates is returned by Register when the register holds people
// who may be the same; somebody must look at them first.
type PossibleDuplicates struct{ Candidates []Candidate }

func (e *PossibleDuplicates) Error() string {
	return fmt.Sprintf("%d people in the register may be the same person", len(e.Candidates))
}

// Register adds a person to the register. The error is a *PossibleDuplicates
// while a likely match is not in in.Apart.
func (s *Service) Register(ctx context.Context, actor auth.Actor, in RegisterInput) (PersonID, error) {
	permit, err := s.cases.May(actor, auth.EditPerson, auth.Object{})
	if err != nil {
		return 0, err
	}
	if err := in.Check().Err(); err != nil {
		return 0, err
	}
	var id PersonID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lookForDuplicates(ctx, tx, in); err != nil {
			return nil, err
		}
		var entry *usecase.Entry
		var err error
		id, entry, err = register(ctx, tx, permit, in.PersonInput)
		return entry, err
	})
	return id, err
}

func lookForDuplicates(ctx context.Context, q store.Queryer, in RegisterInput) error {
	found, err := Likely(ctx, q, Probe{Family: in.FamilyName, Given: in.GivenNames, Email: in.Email, Phone: in.Phone})
	if err != nil {
		return err
	}
	seen := make(map[PersonID]bool, len(in.Apart))
	for _, id := range in.Apart {
		seen[id] = true
	}
	for _, c := range found {
		if !seen[c.Person] {
			return &PossibleDuplicates{Candidates: found}
		}
	}
	return nil
}

func register(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in PersonInput,
) (PersonID, *usecase.Entry, error) {
	id, err := InsertPerson(ctx, tx, permit.Now(), in)
	if err != nil {
		return 0, nil, err
	}
	after := map[string]string{"name": in.tidied().name().String()}
	return id, permit.Did("register.person", "person", int64(id), nil, after), nil
}

// AddNewcomer is the auth.AddPerson of the register: the first person of a
// society, who sets it up.
func (s *Service) AddNewcomer(ctx context.Context, tx *store.Tx, by auth.Actor, in auth.Newcomer) (PersonID, error) {
	person := PersonInput{FamilyName: in.Name.Family, GivenNames: in.Name.Given, Order: in.Name.Order, Email: in.Email}
	if err := person.Check().Err(); err != nil {
		return 0, err
	}
	permit, err := s.cases.Allow(by.By(), nil) // whoever has the key to the first account
	if err != nil {
		return 0, err
	}
	id, entry, err := register(ctx, tx, permit, person)
	if err != nil {
		return 0, err
	}
	return id, entry.Write(ctx, tx)
}

// RegisterAll adds many people in one transaction, in the given order, without
// looking for duplicates: for a register that is taken over from elsewhere.
func (s *Service) RegisterAll(ctx context.Context, actor auth.Actor, people []PersonInput) ([]PersonID, error) {
	permit, err := s.cases.May(actor, auth.ManageTerms, auth.Object{})
	if err != nil {
		return nil, err
	}
	for i, in := range people {
		if err := in.Check().Err(); err != nil {
			return nil, fmt.Errorf("person %d: %w", i+1, err)
		}
	}
	var ids []PersonID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		ids = ids[:0]
		for _, in := range people {
			id, err := InsertPerson(ctx, tx, s.cases.Now(), in)
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
		return permit.Did("import.people", "person", 0, nil, map[string]int{"people": len(ids)}), nil
	})
	return ids, err
}

// EditInput changes a person; Version is the one that was shown.
type EditInput struct {
	PersonInput
	ID       PersonID
	Version  int64
	KeepName bool // a name that changes was right until now: it is kept as a former one
}

// Edit saves a person. The error is a Conflict when somebody else saved the
// person since Version.
func (s *Service) Edit(ctx context.Context, actor auth.Actor, in EditInput) error {
	// The person concerned may change contact data (EditOwn), but not the
	// register's name and notes: the action is asked without the object.
	permit, err := s.cases.May(actor, auth.EditPerson, auth.Object{})
	if err != nil {
		return err
	}
	if err := in.Check().Err(); err != nil {
		return err
	}
	return s.save(ctx, permit, in.ID, in.Version, "edit.person", func(Person) PersonInput { return in.PersonInput },
		func(tx *store.Tx, was Person) error {
			if !in.KeepName || SameName(was.Name.String(), in.tidied().name().String()) {
				return nil
			}
			return KeepName(ctx, tx, in.ID, was.Name, permit.Now(), permit.Name(), 0)
		})
}

// OwnInput is what people may change of themselves.
type OwnInput struct {
	ID       PersonID
	Version  int64
	Email    string
	Phone    string
	Address  string
	Alias    string
	PublicAs PublicAs

	ShowFormer bool // public pages show former names too
}

// EditOwn saves the contact data and privacy of the person concerned.
func (s *Service) EditOwn(ctx context.Context, actor auth.Actor, in OwnInput) error {
	permit, err := s.cases.May(actor, auth.EditPerson, auth.Object{Person: in.ID})
	if err != nil {
		return err
	}
	var f apperr.Fields
	PersonInput{Email: in.Email, Phone: in.Phone, Address: in.Address, Alias: in.Alias, PublicAs: in.PublicAs}.checkOwn(&f)
	if err := f.Err(); err != nil {
		return err
	}
	return s.save(ctx, permit, in.ID, in.Version, "edit.own_data", func(p Person) PersonInput {
		return PersonInput{
			FamilyName: p.Name.Family, GivenNames: p.Name.Given, Order: p.Name.Order,
			Alias: in.Alias, PublicAs: in.PublicAs,
			Email: in.Email, Phone: in.Phone, Address: in.Address,
			Grade: p.Grade, Note: p.Note,
		}
	}, func(tx *store.Tx, _ Person) error { return ShowFormer(ctx, tx, in.ID, in.ShowFormer) })
}

func (s *Service) save(
	ctx context.Context, permit usecase.Permit, id PersonID, version int64, action string, with func(Person) PersonInput,
	then func(tx *store.Tx, was Person) error,
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		was, err := PersonByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		in := with(was).tidied()
		if err := was.checkAddress(in.Email); err != nil {
			return nil, err
		}
		if err := updatePerson(ctx, tx, id, version, in); err != nil {
			return nil, err
		}
		if err := then(tx, was); err != nil {
			return nil, err
		}
		return permit.Did(
			action, "person", int64(id),
			map[string]string{"name": was.Name.String()},
			// Which fields changed, not what they hold: contact data can be
			// erased from the register, but not from this log.
			map[string]any{"name": in.name().String(), "changed": changedFields(was, in)},
		), nil
	})
}

// checkAddress refuses to change the address of somebody with an account: it is
// changed with the account's, where the owner confirms it or is told.
func (p Person) checkAddress(email string) error {
	key := EmailKey(email)
	if p.SignsInWith == "" || key == EmailKey(p.WrittenTo()) || key == EmailKey(p.Contact.Email) {
		return nil
	}
	var f apperr.Fields
	f.Add(
		"email", "%s signs in with %s. Change the address on the page “My account”, or ask the secretary.", p.Name,
		p.SignsInWith,
	)
	return f.Err()
}

func changedFields(p Person, in PersonInput) string {
	var out []string
	add := func(name string, changed bool) {
		if changed {
			out = append(out, name)
		}
	}
	add("name", p.Name != in.name())
	add("alias", p.Alias != in.Alias)
	add("public_as", p.PublicAs != in.PublicAs)
	add("email", p.Contact.Email != in.Email)
	add("phone", p.Contact.Phone != in.Phone)
	add("address", p.Contact.Address != in.Address)
	add("grade", p.Grade != in.Grade)
	add("note", p.Note != in.Note)
	return strings.Join(out, ", ")
}

// CorrectInput puts a term right: a new last day, or none at all.
type CorrectInput struct {
	Term   TermID
	To     civil.Date // new last day; zero: the term never was
	Reason string
}

// CorrectTerm records a correction of a term. The corrected term stays in the
// history. The error is a Conflict when it was corrected already.
func (s *Service) CorrectTerm(ctx context.Context, actor auth.Actor, in CorrectInput) error {
	permit, err := s.cases.May(actor, auth.ManageTerms, auth.Object{})
	if err != nil {
		return err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	if in.Reason == "" {
		var f apperr.Fields
		f.Add("reason", "Say why you are correcting the term.")
		return f.Err()
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		t, err := termByID(ctx, tx, in.Term)
		if err != nil {
			return nil, err
		}
		if err := in.check(t); err != nil {
			return nil, err
		}
		if err := Correct(ctx, tx, s.cases.Now(), actor, []Term{t}, in.To, in.Reason); err != nil {
			return nil, err
		}
		return permit.Did(
			"correct.term", "person", int64(t.Person),
			map[string]string{"from": t.From.String(), "to": t.To.String()},
			map[string]string{"to": in.To.String(), "reason": in.Reason},
		), nil
	})
}

func (in CorrectInput) check(t Term) error {
	var f apperr.Fields
	switch {
	case in.To.IsZero():
	case in.To.Before(t.From):
		f.Add("to", "The term began on %s; it cannot end before that. To undo it altogether, cancel it.", t.From.Long())
	case in.To == t.To:
		f.Add("to", "The term already ends on that day.")
	case in.To.After(t.To):
		f.Add("to", "A correction can only shorten a term. To make it longer, record a renewal.")
	}
	if t.Kind == KindVoid {
		f.Add("to", "This term was cancelled.")
	}
	return f.Err()
}

// Correct gives each term a new last day, or cancels it when to is zero or
// lies before its first day. The caller writes the audit entry.
func Correct(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, terms []Term, to civil.Date, reason string,
) error {
	rows := corrections(now, actor, terms, reason)
	for i, t := range rows {
		if to.IsZero() || to.Before(t.From) {
			rows[i].Kind = KindVoid
			continue
		}
		rows[i].To = to
		rows[i].Trace = t.Trace.With(constitution.Trace{})
		rows[i].Trace.Step(t.Trace.Rule, "Corrected to end on %s: %s", to.Long(), reason)
	}
	return insertCorrections(ctx, tx, rows)
}

// EndByLeaving has terms of someone who left before their last day end on the day of that, until it is undone that they left.
// The caller writes the audit entry.
func EndByLeaving(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, terms []Term, left Left,
) error {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t Term) bool { return !t.To.After(left.Day) })
	why := "Resigned on "
	if left.Died {
		why = "Died on "
	}
	if err := Correct(ctx, tx, now, actor, terms, left.Day, why+left.Day.Long()); err != nil {
		return err
	}
	return noteEnded(ctx, tx, terms, left)
}

// MoveClub puts terms with another club from a day on: one that began before it ends on the day before, and goes on with the
// new club by a record of its own, which rests on the fee of the old one's list. The caller writes the audit entry.
func MoveClub(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, terms []Term, to ClubID, day civil.Date,
	reason string,
) error {
	rows := corrections(now, actor, terms, reason)
	var on []Term
	for i, t := range terms {
		r := &rows[i]
		r.Trace = t.Trace.With(constitution.Trace{})
		r.Trace.Step(t.Trace.Rule, "%s", reason)
		if !t.From.Before(day) {
			r.Club = to
			continue
		}
		next := *r
		next.Club, next.From, next.Corrects = to, day, 0
		next.ReturnRow, next.MovedRow = 0, max(r.ReturnRow, r.MovedRow)
		on = append(on, next)
		r.To = day.AddDays(-1)
	}
	if err := insertCorrections(ctx, tx, rows); err != nil {
		return err
	}
	return InsertTerms(ctx, tx, on)
}

// CancelByStanding cancels terms whose list is no longer paid for: they come
// back with its fee. The caller writes the audit entry.
func CancelByStanding(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, terms []Term, reason string,
) error {
	rows := corrections(now, actor, terms, reason)
	for i := range rows {
		rows[i].Kind, rows[i].ByStanding = KindVoid, true
	}
	return insertCorrections(ctx, tx, rows)
}

// corrections are rows that take the place of terms and say the same so far.
func corrections(now civil.Instant, actor auth.Actor, terms []Term, reason string) []Term {
	rows := make([]Term, len(terms))
	for i, t := range terms {
		t.Corrects, t.ID = t.ID, 0
		t.Reason, t.RecordedAt, t.RecordedBy = reason, now, actor.Person
		rows[i] = t
	}
	return rows
}

func insertCorrections(ctx context.Context, tx *store.Tx, rows []Term) error {
	err := InsertTerms(ctx, tx, rows)
	if store.UniqueOn(err, "membership_term", "corrects_id") {
		return usecase.Stale("this term", "person", int64(rows[0].Person))
	}
	return err
}
