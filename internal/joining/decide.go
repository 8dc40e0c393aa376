package joining

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// File is a request with whom of the register it may be.
type File struct {
	Request
	ClubName   string
	Candidates []Candidate
}

// Candidate is someone of the register whom a request may be.
type Candidate struct {
	members.Candidate
	Name string
}

// List is every request that waits for an officer, the oldest first.
func (s *Service) List(ctx context.Context, actor auth.Actor) ([]Request, error) {
	if err := s.cases.Require(actor, auth.AcceptMembers, auth.Object{}); err != nil {
		return nil, err
	}
	return listed(ctx, s.db, Waiting)
}

// File reads one request, for an officer.
func (s *Service) File(ctx context.Context, actor auth.Actor, id ID) (f File, err error) {
	if err := s.cases.Require(actor, auth.AcceptMembers, auth.Object{}); err != nil {
		return f, err
	}
	if f.Request, err = byID(ctx, s.db, id); err != nil {
		return f, err
	}
	if f.State == Unconfirmed { // no officer's before its address is confirmed
		return File{}, apperr.New(apperr.NotFound, "Request not found.")
	}
	t, err := s.Terms(ctx)
	if err != nil {
		return f, err
	}
	for _, c := range t.Clubs {
		if c.ID == f.Club {
			f.ClubName = c.Name
		}
	}
	if f.State == Waiting {
		f.Candidates, err = candidates(ctx, s.db, f.Request)
	}
	return f, err
}

func candidates(ctx context.Context, q store.Queryer, r Request) ([]Candidate, error) {
	found, err := members.Likely(ctx, q, members.Probe{Family: r.Name.Family, Given: r.Name.Given, Email: r.Email})
	if err != nil {
		return nil, err
	}
	ids := make([]members.PersonID, len(found))
	for i, c := range found {
		ids[i] = c.Person
	}
	people, err := members.People(ctx, q, ids)
	out := make([]Candidate, len(found))
	for i, c := range found {
		out[i] = Candidate{c, people[c.Person].Name.String()}
	}
	return out, err
}

// Acceptance accepts a request. Its fields are who and kind.
type Acceptance struct {
	Request ID
	Version int64
	Person  members.PersonID   // of the register; 0: someone new
	Apart   []members.PersonID // who were looked at and are someone else
	Kind    kinds.Kind
}

// Accept takes a request: the person comes into the register, or is there, the consent is kept, and an invoice goes out. The
// membership begins with its money. Who is registered already is asked for nothing.
func (s *Service) Accept(ctx context.Context, actor auth.Actor, in Acceptance) (id members.PersonID, err error) {
	permit, err := s.cases.May(actor, auth.AcceptMembers, auth.Object{})
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := openRequest(ctx, tx, in.Request, in.Version)
		if err != nil {
			return nil, err
		}
		person, entry, err := s.personOf(ctx, tx, permit, r, in)
		if err != nil {
			return nil, err
		}
		id = person.ID
		if err := members.InsertConsents(ctx, tx, permit.Now(), []members.Consent{{
			Person: id, On: r.Confirmed.Date(), Wording: r.Consent, StatedBy: r.Name.String() + ", by the form for joining",
		}}); err != nil {
			return nil, err
		}
		if in.Kind != "" && in.Kind != kinds.Full {
			set, err := s.setKind(ctx, tx, permit, id, in.Kind, r.Kind)
			if err != nil {
				return nil, err
			}
			entry = entry.Then(set)
		}
		r.State, r.Decided, r.By, r.Person = Accepted, permit.Now(), permit.Name(), id
		if err := save(ctx, tx, r); err != nil {
			return nil, err
		}
		address := person.Contact.Email
		if address != "" && members.EmailKey(address) != members.EmailKey(r.Email) {
			if err := s.tell(ctx, tx, r, matched, nil); err != nil {
				return nil, err
			}
		}
		if address == "" {
			address = r.Email
		}
		accepted := permit.Did("accept.join_request", "join_request", int64(r.ID), nil, map[string]any{"person": id, "new": in.Person == 0})
		asked, err := s.askFor(ctx, tx, permit, r, person, address)
		return entry.Then(accepted).Then(asked), err
	})
	return id, err
}

func openRequest(ctx context.Context, q store.Queryer, id ID, version int64) (Request, error) {
	r, err := byID(ctx, q, id)
	switch {
	case err != nil:
		return r, err
	case r.State == Unconfirmed:
		return r, apperr.New(apperr.NotFound, "Request not found.")
	case r.Version != version || r.State != Waiting:
		return r, usecase.Stale("this request", "join_request", int64(id))
	}
	return r, nil
}

// personOf is who asks: of the register, or someone new. Whoever looks like someone of the register must have been looked at.
func (s *Service) personOf(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Request, in Acceptance,
) (p members.Person, entry *usecase.Entry, err error) {
	found, err := candidates(ctx, tx, r)
	if err != nil {
		return p, nil, err
	}
	if in.Person != 0 {
		if !slices.ContainsFunc(found, func(c Candidate) bool { return c.Person == in.Person }) {
			return p, nil, apperr.New(apperr.Conflict, "The register has changed since you opened this page. Check it and try again.")
		}
		if out, err := excluded(ctx, tx, in.Person); err != nil || out {
			if err == nil {
				err = apperr.UnderRule("2.5", "The committee excluded this person. It decides whether they can join again.")
			}
			return p, nil, err
		}
		p, err = members.PersonByID(ctx, tx, in.Person)
		return p, nil, err
	}
	for _, c := range found {
		if !slices.Contains(in.Apart, c.Person) {
			return p, nil, apperr.New(apperr.Conflict, "The register has someone whom this may be: %s. Check it and try again.", c.Name)
		}
	}
	id, err := members.InsertPerson(ctx, tx, permit.Now(), members.PersonInput{
		FamilyName: r.Name.Family, GivenNames: r.Name.Given, Email: r.Email,
	})
	if err != nil {
		return p, nil, err
	}
	p, err = members.PersonByID(ctx, tx, id)
	return p, permit.Did("register.person", "person", int64(id), nil, map[string]string{"name": r.Name.String()}), err
}

func (s *Service) setKind(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id members.PersonID, kind, askedFor kinds.Kind,
) (*usecase.Entry, error) {
	c, err := governance.On(ctx, tx, s.cases.Today())
	if err != nil {
		return nil, err
	}
	seen, err := kinds.Last(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	reason := "Asked for when joining, and accepted."
	if kind != askedFor {
		reason = "Chosen by the officer who accepted the request to join."
	}
	entry, err := kinds.SetIn(ctx, tx, permit, kinds.Input{
		Person: id, Seen: seen, Kind: kind, From: c.YearOf(s.cases.Today()), Reason: reason,
	})
	if err == usecase.ErrSame {
		err = nil
	}
	return entry, err
}

// Refuse refuses a request with a reason, which the applicant is told. Its field is reason.
func (s *Service) Refuse(ctx context.Context, actor auth.Actor, id ID, version int64, reason string) error {
	permit, err := s.cases.May(actor, auth.AcceptMembers, auth.Object{})
	if err != nil {
		return err
	}
	reason = strings.TrimSpace(reason)
	var f apperr.Fields
	switch n := utf8.RuneCountInString(reason); {
	case n == 0:
		f.Add("reason", "Say why. The applicant is told.")
	case n > maxNote:
		f.Add("reason", "Shorten this to %d characters.", maxNote)
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := openRequest(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		r.State, r.Decided, r.By, r.Reason = Refused, permit.Now(), permit.Name(), reason
		if err := save(ctx, tx, r); err != nil {
			return nil, err
		}
		return permit.Did("refuse.join_request", "join_request", int64(id), nil, nil), s.tell(ctx, tx, r, refused, nil)
	})
}
