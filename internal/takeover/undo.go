package takeover

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Undoing is a take-over that is to be undone, and what has been built on it since.
type Undoing struct {
	Taken
	InTheWay []string
}

// Undoing says whether a take-over can be undone, or what stands in the way.
func (s *Service) Undoing(ctx context.Context, actor auth.Actor, id ID) (Undoing, error) {
	if err := s.cases.Require(actor, auth.TakeOver, auth.Object{}); err != nil {
		return Undoing{}, err
	}
	return s.undoing(ctx, s.db, id)
}

func (s *Service) undoing(ctx context.Context, q store.Queryer, id ID) (out Undoing, err error) {
	if out.Taken, err = takeoverByID(ctx, q, id); err != nil {
		return out, err
	}
	if !out.Stands() {
		out.InTheWay = []string{"This take-over is already undone: by " + out.UndoneBy + " on " + out.UndoneAt.Long() + "."}
		return out, nil
	}
	out.InTheWay, err = s.inTheWay(ctx, q, id)
	return out, err
}

// inTheWay says what stands in the way of undoing a take-over.
func (s *Service) inTheWay(ctx context.Context, q store.Queryer, id ID) (out []string, err error) {
	for _, of := range []string{"person", "club", "membership_term", "office", "departure"} {
		list, err := s.builtOn(ctx, q, id, of)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	merged, err := mergedSince(ctx, q, id)
	if err != nil {
		return nil, err
	}
	for _, x := range merged {
		out = append(out, fmt.Sprintf("Number %d, whose data it changed, was merged with number %d since: undo that merge first.", x[0], x[1]))
	}
	later, err := laterOf(ctx, q, id)
	if err != nil {
		return nil, err
	}
	if later > 0 {
		out = append(out, "A later take-over has rows of people whom this one found in the register: undo that one first.")
	}
	gone, err := countForgotten(ctx, q, id)
	if gone > 0 {
		out = append(out, fmt.Sprintf("It was made more than %d days ago, and what it changed of people is not kept for longer.", undoDays))
	}
	return out, err
}

// words name the tables whose rows people know; the others are “something else”.
var words = map[string]string{
	"account": "an account", "entry": "an entry in an event", "membership_term": "a term of membership", "invoice": "an invoice",
	"payment": "a payment", "club_return": "a club’s list", "club_return_row": "a row of a club’s list", "office": "an office",
	"rating_player": "a rated event", "rating_correction": "a rating that was set", "application": "an online entry",
	"membership_consent": "a consent", "departure": "that someone left or died", "mail_letter": "a letter",
	"person_merge": "a merge of records", "meeting_presence": "that someone came to a meeting", "takeover_row": "a later take-over",
	"earlier_membership": "an earlier membership", "event": "an event", "meeting_roll": "the notice of a meeting",
	"postal_voter": "the roll of a postal vote", "club_return_candidate": "a club’s list", "rating": "a place on the rating list",
	"person_former_name": "a former name", "guest": "an entry in an event", "mailing_letter": "a letter", "bank_payer": "a payer of the bank’s lines",
}

// builtOn says what refers to what a take-over made in a table, and was not made by it. Every reference of the database is
// looked at, so that none can be forgotten.
func (s *Service) builtOn(ctx context.Context, q store.Queryer, id ID, of string) (out []string, err error) {
	refs, err := referencesTo(ctx, q, s.db.Dialect(), of)
	if err != nil {
		return nil, err
	}
	found := map[string]int{}
	for _, r := range refs {
		n, err := builtIn(ctx, q, id, of, r)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			what := words[r.table]
			if what == "" {
				what = "something else"
			}
			found[what] += n
		}
	}
	names := map[string]string{"person": "People", "club": "Clubs", "membership_term": "Terms", "office": "Offices", "departure": "Records of who died"}
	for what, n := range found {
		text := fmt.Sprintf("%s that came by it have %s since", names[of], what)
		if n > 1 {
			text += fmt.Sprintf(" (%d times)", n)
		}
		out = append(out, text+".")
	}
	slices.Sort(out)
	return out, nil
}

// Undo undoes a take-over, all or nothing, while nothing is built on it.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, id ID, reason string) error {
	permit, err := s.cases.MayAgain(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	var f apperr.Fields
	switch reason = strings.TrimSpace(reason); {
	case reason == "":
		f.Add("reason", "Say why it is undone.")
	case len([]rune(reason)) > 500:
		f.Add("reason", "Shorten this to 500 characters.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := endTakeover(ctx, tx, id, permit.Now(), permit.Name(), reason); err != nil { // whoever else undoes it waits here
			return nil, err
		}
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		all, err := madeBy(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := s.unrate(ctx, tx, all); err != nil {
			return nil, err
		}
		if err := s.refuseBuilt(ctx, tx, id); err != nil {
			return nil, err
		}
		if err := deleteRows(ctx, tx, id); err != nil {
			return nil, err
		}
		if err := unmake(ctx, tx, all); err != nil {
			return nil, err
		}
		return permit.Did("undo.take_over", "takeover", int64(id), nil, map[string]any{"reason": reason, "rows": len(all)}), nil
	})
}

// unrate removes the ratings that it set, so that the places of its people on the list go.
func (s *Service) unrate(ctx context.Context, tx *store.Tx, all []made) error {
	var ids []ratings.CorrectionID
	for _, m := range all {
		if m.in == "rating_correction" {
			ids = append(ids, ratings.CorrectionID(m.id))
		}
	}
	_, err := s.ratings.Untake(ctx, tx, ids)
	return err
}

func (s *Service) refuseBuilt(ctx context.Context, tx *store.Tx, id ID) error {
	all, err := s.inTheWay(ctx, tx, id)
	if err != nil {
		return err
	}
	if len(all) > 0 {
		return apperr.New(apperr.Invalid, "It can no longer be undone. %s", strings.Join(all, " "))
	}
	return nil
}

// unmake removes what was made, the last first, and gives back what was changed.
func unmake(ctx context.Context, tx *store.Tx, all []made) error {
	for i := len(all) - 1; i >= 0; i-- {
		m := all[i]
		var err error
		switch {
		case m.in == "rating_correction":
		case m.was == "":
			err = deleteMade(ctx, tx, m)
		case m.in == "person":
			err = giveBackPerson(ctx, tx, m)
		case m.in == "club":
			err = giveBackClub(ctx, tx, m)
		case m.in == "earlier_membership":
			err = giveBackEarlier(ctx, tx, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// giveBackPerson gives fields back that still say what the take-over made them say.
func giveBackPerson(ctx context.Context, tx *store.Tx, m made) error {
	var was struct {
		changes []members.Change
		name    members.Name
	}
	if err := json.Unmarshal([]byte(m.was), &[]any{&was.changes, &was.name}); err != nil {
		return fmt.Errorf("read what a person was: %w", err)
	}
	p, err := members.PersonByID(ctx, tx, PersonID(m.id))
	if err != nil {
		return err
	}
	in := members.PersonInput{
		FamilyName: p.Name.Family, GivenNames: p.Name.Given, Order: p.Name.Order, Alias: p.Alias, PublicAs: p.PublicAs,
		Email: p.Contact.Email, Phone: p.Contact.Phone, Address: p.Contact.Address, Grade: p.Grade, Note: p.Note,
	}
	fields := map[string]*string{"email": &in.Email, "phone": &in.Phone, "address": &in.Address, "grade": &in.Grade, "note": &in.Note}
	for _, c := range was.changes {
		if c.Field == "name" && p.Name.String() == c.Now {
			in.FamilyName, in.GivenNames, in.Order = was.name.Family, was.name.Given, was.name.Order
		}
		if field := fields[c.Field]; field != nil && *field == c.Now {
			*field = c.Was
		}
	}
	if p.SignsInWith != "" {
		in.Email = p.Contact.Email
	}
	return members.Refill(ctx, tx, p.ID, in)
}

func giveBackClub(ctx context.Context, tx *store.Tx, m made) error {
	var was, made clubs.ClubInput
	if err := json.Unmarshal([]byte(m.was), &[]any{&was, &made}); err != nil {
		return fmt.Errorf("read what a club was: %w", err)
	}
	c, err := clubs.ByID(ctx, tx, ClubID(m.id))
	if err != nil {
		return err
	}
	now := c.Input()
	for _, f := range [][3]*string{
		{&now.City, &made.City, &was.City}, {&now.Meets, &made.Meets, &was.Meets}, {&now.Email, &made.Email, &was.Email},
		{&now.Website, &made.Website, &was.Website},
	} {
		if *f[0] == *f[1] {
			*f[0] = *f[2]
		}
	}
	return clubs.SaveWithin(ctx, tx, c.ID, now)
}

func giveBackEarlier(ctx context.Context, tx *store.Tx, m made) error {
	var was members.Earlier
	if err := json.Unmarshal([]byte(m.was), &[]any{&was}); err != nil {
		return fmt.Errorf("read what an earlier membership was: %w", err)
	}
	return insertEarlier(ctx, tx, was)
}
