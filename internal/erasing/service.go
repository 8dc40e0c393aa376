package erasing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/retention"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// nameYears is for how long the Act has the register keep who was a member.
const nameYears = 7

// ID names what someone asked for.
type ID int64

// Request is that a person is to be erased.
type Request struct {
	ID         ID
	Person     auth.PersonID
	ByAlias    bool // public pages show the alias
	AskedAt    civil.Instant
	Asked      auth.PersonID
	DoneAt     civil.Instant
	NamesUntil civil.Date
	NamesAt    civil.Instant // when the name was removed
}

// Done reports whether it was carried out.
func (r Request) Done() bool { return !r.DoneAt.IsZero() }

// View is how it stands with erasing a person.
type View struct {
	Person     members.Person
	Request    *Request   // nil: no one has asked, or since it was done they have joined again
	AskedBy    string     // the name of who asked
	Holds      []string   // what stands in the way
	NamesUntil civil.Date // the name stays until the day; zero: it goes at once
	NoSecond   bool       // no officer could confirm it
}

// Service erases people.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// mayAsk refuses whoever is neither the person nor an officer.
func (s *Service) mayAsk(actor auth.Actor, person auth.PersonID) error {
	if actor.SignedIn() && actor.Person == person {
		return nil
	}
	return s.cases.Require(actor, auth.ErasePeople, auth.Object{})
}

// Of says how it stands with a person, to the person and to officers.
func (s *Service) Of(ctx context.Context, actor auth.Actor, person auth.PersonID) (View, error) {
	if err := s.mayAsk(actor, person); err != nil {
		return View{}, err
	}
	return s.view(ctx, s.db, person, actor.Person)
}

// Asked is what was last asked for about a person and not withdrawn, to the person and to officers; nil where nothing was.
func (s *Service) Asked(ctx context.Context, actor auth.Actor, person auth.PersonID) (*Request, error) {
	if err := s.mayAsk(actor, person); err != nil {
		return nil, err
	}
	return requestOf(ctx, s.db, person)
}

func (s *Service) view(
	ctx context.Context, q store.Queryer, person, actor auth.PersonID,
) (v View, err error) {
	today := s.cases.Today()
	file, err := members.FileOf(ctx, q, person, today)
	if err != nil {
		return v, err
	}
	v.Person = file.Person
	if v.Request, err = requestOf(ctx, q, person); err != nil {
		return v, err
	}
	if v.Request != nil && v.Request.Done() && heldAgain(file, v.Request.DoneAt.Date()) {
		v.Request = nil // what was done holds no longer: it can be asked for again
	}
	if v.Request != nil {
		asked, err := members.People(ctx, q, []members.PersonID{v.Request.Asked})
		if err != nil {
			return v, err
		}
		v.AskedBy = asked[v.Request.Asked].Name.String()
	}
	if v.Holds, err = retention.Holds(ctx, q, person, today); err != nil {
		return v, err
	}
	for _, t := range members.InForce(file.Terms) {
		if !t.To.Before(today) {
			v.Holds = append(v.Holds, "is registered until "+t.To.Long()+": record first that they left")
			break
		}
	}
	if v.NamesUntil, err = namesUntil(ctx, q, person, today); err != nil {
		return v, err
	}
	v.NoSecond, err = noSecond(ctx, q, v, actor, today)
	return v, err
}

// noSecond reports whether no officer is left who could confirm what was asked, or would be asked now.
func noSecond(ctx context.Context, q store.Queryer, v View, asks auth.PersonID, today civil.Date) (bool, error) {
	if v.Request != nil {
		asks = v.Request.Asked
	}
	held, err := auth.HoldersOf(ctx, q, []auth.Role{auth.President, auth.Secretary, auth.Treasurer})
	return !slices.ContainsFunc(held, func(o auth.Appointment) bool {
		return o.HeldOn(today) && o.Person != asks && o.Person != v.Person.ID
	}), err
}

// heldAgain tells whether personal data were recorded of someone since they were erased on a day: they joined again.
func heldAgain(file members.File, done civil.Date) bool {
	if file.Person.Contact != (members.Contact{}) {
		return true
	}
	for _, t := range members.InForce(file.Terms) {
		if t.To.After(done) {
			return true
		}
	}
	return false
}

// namesUntil is until when the register keeps the name: seven years after the person was last a member, of which an older
// register may tell. Zero: no longer.
func namesUntil(ctx context.Context, q store.Queryer, person auth.PersonID, today civil.Date) (last civil.Date, err error) {
	ids := []members.PersonID{person}
	terms, err := members.TermsOf(ctx, q, ids)
	if err != nil {
		return last, err
	}
	earlier, err := members.EarlierOf(ctx, q, ids)
	if err != nil {
		return last, err
	}
	keep := func(to civil.Date) {
		if until := to.AddMonths(12 * nameYears); until.After(today) && until.After(last) {
			last = until
		}
	}
	for _, t := range members.InForce(terms[person]) {
		keep(t.To)
	}
	for _, e := range earlier[person] {
		keep(e.To)
	}
	return last, nil
}

// Ask records that a person is to be erased, and whether public pages show the alias.
func (s *Service) Ask(ctx context.Context, actor auth.Actor, person auth.PersonID, byAlias bool) error {
	permit, err := s.permit(actor, s.mayAsk(actor, person))
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil { // of two who ask at once, the second sees the first
			return nil, err
		}
		v, err := s.view(ctx, tx, person, actor.Person)
		switch {
		case err != nil:
			return nil, err
		case v.Request != nil && v.Request.Done():
			return nil, apperr.New(apperr.Conflict, "This was already done on %s.", v.Request.DoneAt.Long())
		case v.Request != nil && v.Request.ByAlias != byAlias:
			return nil, apperr.New(apperr.Conflict, "This was asked for on %s. Withdraw that first.", v.Request.AskedAt.Long())
		case v.Request != nil:
			return nil, usecase.ErrSame
		case byAlias && v.Person.Alias == "":
			var f apperr.Fields
			f.Add("shown", "There is no alias. Choose “%s”, or enter an alias on the person’s page first.", Former)
			return nil, f.Err()
		}
		return permit.Did("ask.erasure", "person", int64(person), nil, map[string]any{"by_alias": byAlias}),
			insert(ctx, tx, person, byAlias, permit.Now(), actor.Person)
	})
}

// permit asks for a fresh sign-in too.
func (s *Service) permit(actor auth.Actor, refused error) (usecase.Permit, error) {
	if refused == nil {
		refused = auth.RequireProof(actor, s.cases.Now())
	}
	return s.cases.Allow(actor.By(), refused)
}

// Withdraw ends a request that was not carried out.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, person auth.PersonID) error {
	permit, err := s.permit(actor, s.mayAsk(actor, person))
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n, err := withdraw(ctx, tx, person, permit.Now())
		if err == nil && n == 0 {
			err = apperr.New(apperr.Conflict, "There is no request that can be withdrawn.")
		}
		return permit.Did("withdraw.erasure", "person", int64(person), nil, nil), err
	})
}

// Confirm erases a person: another officer than who asked, and not the person.
func (s *Service) Confirm(ctx context.Context, actor auth.Actor, person auth.PersonID) error {
	permit, err := s.cases.MayAgain(actor, auth.ErasePeople, auth.Object{})
	if err != nil {
		return err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		v, err := s.view(ctx, tx, person, actor.Person)
		switch {
		case err != nil:
			return nil, err
		case v.Request == nil:
			return nil, apperr.New(apperr.Conflict, "No one has asked for this. Ask for it first; another officer confirms it.")
		case v.Request.Done():
			return nil, apperr.New(apperr.Conflict, "This was already done on %s.", v.Request.DoneAt.Long())
		case actor.Person == v.Request.Asked || actor.Person == person:
			return nil, apperr.New(apperr.Forbidden, "You asked for this, or it is about you: another officer confirms it.")
		case len(v.Holds) > 0:
			return nil, apperr.New(apperr.Invalid, "Number %d cannot be erased now: the person %s.", person, strings.Join(v.Holds, "; "))
		}
		if err := s.erase(ctx, tx, permit, v); err != nil {
			return nil, err
		}
		after := map[string]any{"name_until": v.NamesUntil.String()}
		return permit.Did("erase.person", "person", int64(person), nil, after),
			finish(ctx, tx, v.Request.ID, permit.Now(), actor.Person, v.NamesUntil)
	})
	if err == nil {
		err = s.forgetHistory(ctx)
	}
	return err
}

// forgetHistory leaves nothing of what was erased in the database's write-ahead log. While someone reads for long, it is left
// to the next time that the database does so by itself.
func (s *Service) forgetHistory(ctx context.Context) error {
	if err := s.db.ForgetHistory(ctx); err != nil && !errors.Is(err, store.ErrRead) {
		return err
	}
	return nil
}

func (s *Service) erase(ctx context.Context, tx *store.Tx, permit usecase.Permit, v View) error {
	records, err := members.Records(ctx, tx, v.Person.ID)
	if err != nil {
		return err
	}
	about, err := aboutOf(ctx, tx, records) // what the log may say of them, before it is gone
	if err != nil {
		return err
	}
	for _, id := range records { // one or two
		if _, err := clearAll(ctx, tx, id, false); err != nil {
			return err
		}
	}
	if !v.NamesUntil.IsZero() {
		return eraseLog(ctx, tx, permit, v.Person.ID, about)
	}
	return removeName(ctx, tx, permit, v.Request.ID, records, about)
}

// removeName removes the name of a person and of the records that were joined.
func removeName(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id ID, records []members.PersonID, a about,
) error {
	if err := a.addNames(ctx, tx, records); err != nil {
		return err
	}
	for _, record := range records { // one or two
		if _, err := clearAll(ctx, tx, record, true); err != nil {
			return err
		}
	}
	if err := eraseLog(ctx, tx, permit, records[0], a); err != nil {
		return err
	}
	return nameGone(ctx, tx, id, permit.Now())
}

// RemoveNames removes the names of who was erased, once the law no longer asks for them. The program runs it.
func (s *Service) RemoveNames(ctx context.Context) (removed int64, err error) {
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return 0, err
	}
	due, err := namesDue(ctx, s.db, s.cases.Today())
	if err != nil || len(due) == 0 {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		removed = 0
		var entry *usecase.Entry
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		due, err := namesDue(ctx, tx, s.cases.Today())
		if err != nil {
			return nil, err
		}
		for _, r := range due { // a few
			stays, err := s.nameStays(ctx, tx, r)
			if err != nil {
				return nil, err
			}
			if stays {
				continue
			}
			records, err := members.Records(ctx, tx, r.Person)
			if err != nil {
				return nil, err
			}
			if err := removeName(ctx, tx, permit, r.ID, records, about{}); err != nil {
				return nil, err
			}
			removed++
			entry = entry.Then(permit.Did("erase.name", "person", int64(r.Person), nil, nil))
		}
		if entry == nil {
			return nil, usecase.ErrSame
		}
		return entry, nil
	})
	if err == nil {
		err = s.forgetHistory(ctx)
	}
	return removed, err
}

// nameStays reports whether a name that is due stays: the person has been a member since, has come back with an address, or
// takes part in what is under way.
func (s *Service) nameStays(ctx context.Context, tx *store.Tx, r Request) (bool, error) {
	today := s.cases.Today()
	until, err := namesUntil(ctx, tx, r.Person, today)
	if err != nil || !until.IsZero() {
		return true, err
	}
	file, err := members.FileOf(ctx, tx, r.Person, today)
	if err != nil || file.Person.Contact != (members.Contact{}) || file.Person.SignsInWith != "" {
		return true, err
	}
	holds, err := retention.Holds(ctx, tx, r.Person, today)
	return len(holds) > 0, err
}

// eraseLog erases what the log says of the person.
func eraseLog(ctx context.Context, tx *store.Tx, permit usecase.Permit, person members.PersonID, a about) error {
	entry := audit.Entry{
		At: permit.Now(), By: audit.By{PersonID: int64(permit.Person()), Name: permit.Name()}, Object: "person", ObjectID: int64(person),
	}
	if _, err := audit.Erase(ctx, tx, entry, a.left); err != nil {
		return fmt.Errorf("erase from the log: %w", err)
	}
	return nil
}
