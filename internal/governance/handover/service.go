package handover

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service is the use cases of handing over.
type Service struct {
	db    *store.DB
	cases usecase.Cases
	rules *governance.Service
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock, rules *governance.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), rules: rules}
}

// kept is for how many months after an office ended its handover is listed.
const kept = 18

const (
	maxItems = 50
	maxText  = 300
)

// List lists the handovers of the last months to officers, and to anyone those that they are part of, the latest first.
func (s *Service) List(ctx context.Context, actor auth.Actor) ([]Handover, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to see what is handed over.")
	}
	all, err := s.all(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var out []Handover
	for _, h := range all {
		if s.sees(actor, h) {
			out = append(out, h)
		}
	}
	return out, nil
}

func (s *Service) all(ctx context.Context, q store.Queryer) ([]Handover, error) {
	offices, err := auth.HoldersOf(ctx, q, roles)
	if err != nil {
		return nil, err
	}
	out := follow(offices, s.cases.Today().AddMonths(-kept))
	accounts, err := accountsAtBanks(ctx, q)
	if err != nil {
		return nil, err
	}
	for i := range out { // a handful
		if err := fill(ctx, q, &out[i]); err != nil {
			return nil, err
		}
		items, err := itemsOf(ctx, q, out[i].Out.ID)
		if err != nil {
			return nil, err
		}
		out[i].Items = merged(standard(out[i].Out.Role, accounts), items)
	}
	return out, nil
}

func (s *Service) sees(actor auth.Actor, h Handover) bool {
	return h.Out.Person == actor.Person || h.In != nil && h.In.Person == actor.Person || s.officer(actor)
}

func (s *Service) officer(actor auth.Actor) bool {
	return auth.Can(actor, auth.KeepCommittee, auth.Object{}, s.cases.Today())
}

// Of is the handover of an office that ends.
func (s *Service) Of(ctx context.Context, actor auth.Actor, id auth.OfficeID) (Handover, error) {
	if !actor.SignedIn() {
		return Handover{}, apperr.New(apperr.SignIn, "Sign in to see what is handed over.")
	}
	return s.of(ctx, s.db, actor, id)
}

func (s *Service) of(ctx context.Context, q store.Queryer, actor auth.Actor, id auth.OfficeID) (Handover, error) {
	all, err := s.all(ctx, q)
	if err != nil {
		return Handover{}, err
	}
	for _, h := range all {
		if h.Out.ID == id && s.sees(actor, h) {
			return h, nil
		}
	}
	return Handover{}, apperr.New(apperr.NotFound, "Handover not found.")
}

// Desk is what the program knows of the desk that is handed over, for the officers of today.
type Desk struct {
	Duties   []governance.Duty // of the office and of the committee, that are open
	Votes    []string          // of which the one who leaves is a teller, with a key, and that are open
	Sessions int               // in which the one who leaves is signed in
}

// Desk reads it; ok is false for anyone who is not an officer now: access went with the office.
func (s *Service) Desk(ctx context.Context, actor auth.Actor, h Handover) (d Desk, ok bool, err error) {
	if !s.officer(actor) {
		return d, false, nil
	}
	all, err := s.rules.Duties(ctx, actor)
	if err != nil {
		return d, false, err
	}
	for _, x := range all {
		if !x.Done() && (string(x.Owner) == string(h.Out.Role) || h.Out.Role == auth.President && x.Owner == "committee") {
			d.Duties = append(d.Duties, x)
		}
	}
	if d.Votes, err = openVotesOf(ctx, s.db, h.Out.Person); err != nil {
		return d, false, err
	}
	d.Sessions, err = sessionsOf(ctx, s.db, h.Out.Person, s.cases.Now())
	return d, true, err
}

// change runs a change of a handover that is not done, by an officer or by one of the two.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, id auth.OfficeID,
	do func(tx *store.Tx, permit usecase.Permit, h Handover) (*usecase.Entry, error),
) error {
	var refused error
	if !actor.SignedIn() {
		refused = apperr.New(apperr.SignIn, "Sign in to hand over.")
	}
	permit, err := s.cases.Allow(actor.By(), refused)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := hold(ctx, tx, id); err != nil { // two who confirm at once queue here
			return nil, err
		}
		h, err := s.of(ctx, tx, actor, id)
		if err != nil {
			return nil, err
		}
		if h.Done() {
			return nil, apperr.New(apperr.Conflict, "Both have confirmed: the handover stays as it was.")
		}
		return do(tx, permit, h)
	})
}

// Add adds something to hand over.
func (s *Service) Add(ctx context.Context, actor auth.Actor, id auth.OfficeID, text string) error {
	text = strings.Join(strings.Fields(text), " ")
	return s.change(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, h Handover) (*usecase.Entry, error) {
		var f apperr.Fields
		switch {
		case text == "":
			f.Add("text", "Say what is to be handed over.")
		case len([]rune(text)) > maxText:
			f.Add("text", "Shorten this to %d characters.", maxText)
		case len(h.Items) >= maxItems:
			f.Add("text", "A handover has at most %d things.", maxItems)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		key := ""
		for n := len(h.Items) + 1; key == "" || slices.ContainsFunc(h.Items, func(i Item) bool { return i.Key == key }); n++ {
			key = fmt.Sprintf("added:%d", n) // the list is shorter where an account was closed since
		}
		err := insertItem(ctx, tx, id, Item{Key: key, Text: text, AddedBy: permit.Name()}, permit.Now())
		return permit.Did("add.handover", "office", int64(id), nil, map[string]any{"item": text}), err
	})
}

// Tick says that something was handed over.
func (s *Service) Tick(ctx context.Context, actor auth.Actor, id auth.OfficeID, key string) error {
	return s.change(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, h Handover) (*usecase.Entry, error) {
		for _, i := range h.Items {
			if i.Key != key {
				continue
			}
			if i.Done() {
				return nil, usecase.ErrSame
			}
			i.DoneBy, i.DoneAt = permit.Name(), permit.Now()
			return permit.Did("tick.handover", "office", int64(id), nil, map[string]any{"item": i.Text}),
				tickItem(ctx, tx, id, i, permit.Now())
		}
		return nil, apperr.New(apperr.NotFound, "This is not on the list.")
	})
}

// Confirm says, by the one who leaves or the one who takes over, that the office was handed over.
func (s *Service) Confirm(ctx context.Context, actor auth.Actor, id auth.OfficeID) error {
	return s.change(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, h Handover) (*usecase.Entry, error) {
		side := "in"
		switch {
		case h.Out.Person == actor.Person:
			side = "out"
		case h.In == nil || h.In.Person != actor.Person:
			return nil, apperr.New(apperr.Forbidden, "Only who leaves the office and who takes it over confirm.")
		case h.In.From.After(s.cases.Today()):
			return nil, apperr.New(apperr.Conflict, "The office begins on %s. Confirm on that day or later.", h.In.From.Long())
		}
		if side == "out" && !h.OutAt.IsZero() || side == "in" && !h.InAt.IsZero() {
			return nil, usecase.ErrSame
		}
		done := permit.Did("confirm.handover", "office", int64(id), nil, map[string]any{"side": side, "open": h.Open()})
		if side == "out" {
			return done, confirmOut(ctx, tx, id, permit.Name(), "", permit.Now())
		}
		return done, confirmIn(ctx, tx, id, h.In.ID, permit.Name(), permit.Now())
	})
}

// ConfirmFor confirms in place of the one who leaves and cannot: by whoever appoints officers, with the reason, never by
// the one who takes over.
func (s *Service) ConfirmFor(ctx context.Context, actor auth.Actor, id auth.OfficeID, reason string) error {
	if err := s.cases.Require(actor, auth.ManageOffices, auth.Object{}); err != nil {
		return err
	}
	reason = strings.Join(strings.Fields(reason), " ")
	return s.change(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, h Handover) (*usecase.Entry, error) {
		var f apperr.Fields
		switch {
		case h.In != nil && h.In.Person == actor.Person:
			return nil, apperr.New(apperr.Forbidden, "You take the office over. Another officer confirms for the one who leaves.")
		case reason == "":
			f.Add("reason", "Say why they cannot confirm.")
		case len([]rune(reason)) > maxText:
			f.Add("reason", "Shorten this to %d characters.", maxText)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if !h.OutAt.IsZero() {
			return nil, apperr.New(apperr.Conflict, "This is confirmed already, by %s.", h.OutBy)
		}
		return permit.Did("confirm.handover", "office", int64(id), nil, map[string]any{
			"side": "out", "reason": reason, "open": h.Open(),
		}), confirmOut(ctx, tx, id, permit.Name(), reason, permit.Now())
	})
}
