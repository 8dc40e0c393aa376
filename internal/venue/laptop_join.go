package venue

import (
	"context"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// DayCode is the code by which helpers of a role come in today.
type DayCode struct {
	Role auth.Role
	Code string
}

// roles are what a helper can be: a second director, or whoever enters results.
var roles = []auth.Role{auth.Director, auth.Referee}

// Codes are today's codes, for a director.
func (l *Laptop) Codes(ctx context.Context, actor auth.Actor) ([]DayCode, error) {
	o, err := originOf(ctx, l.db)
	if err != nil {
		return nil, err
	}
	if err := l.cases.Require(actor, auth.DirectEvent, auth.Object{Event: o.Event}); err != nil {
		return nil, err
	}
	return l.codes(ctx, l.db, o)
}

func (l *Laptop) codes(ctx context.Context, q store.Queryer, o Origin) ([]DayCode, error) {
	serials, err := codeSerials(ctx, q)
	if err != nil {
		return nil, err
	}
	out := make([]DayCode, len(roles))
	for i, role := range roles {
		out[i] = DayCode{role, dayCode(o.secret, string(role), l.cases.Today().String(), serials[string(role)])}
	}
	return out, nil
}

// RenewCodes makes new codes; the ones before open nothing more. Who is in stays in.
func (l *Laptop) RenewCodes(ctx context.Context, actor auth.Actor) error {
	return l.asDirector(ctx, actor, func(tx *store.Tx, permit usecase.Permit, o Origin) (*usecase.Entry, error) {
		for _, role := range roles {
			if err := bumpCode(ctx, tx, string(role)); err != nil {
				return nil, err
			}
		}
		return permit.Did("renew.codes", "event", int64(o.Event), nil, nil), nil
	})
}

func (l *Laptop) asDirector(
	ctx context.Context, actor auth.Actor, do func(tx *store.Tx, permit usecase.Permit, o Origin) (*usecase.Entry, error),
) error {
	o, err := originOf(ctx, l.db)
	if err != nil {
		return err
	}
	permit, err := l.cases.May(actor, auth.DirectEvent, auth.Object{Event: o.Event})
	if err != nil {
		return err
	}
	return l.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) { return do(tx, permit, o) })
}

// maxHelpers bounds what someone with a code can fill the laptop with.
const maxHelpers = 200

// Join lets a helper in, by a code from the director's screen and the helper's name, for today. It takes several
// transactions, and who gets no answer tries again: it uses up no form's key.
//
// Errors: Invalid with the fields "code" and "name".
func (l *Laptop) Join(ctx context.Context, code, name, device string) (auth.SignedIn, error) {
	o, err := originOf(ctx, l.db)
	if err != nil {
		return auth.SignedIn{}, err
	}
	codes, err := l.codes(ctx, l.db, o)
	if err != nil {
		return auth.SignedIn{}, err
	}
	name = strings.Join(strings.Fields(name), " ")
	var f apperr.Fields
	role := auth.Role("")
	for _, c := range codes {
		if sameCode(c.Code, code) {
			role = c.Role
		}
	}
	if role == "" {
		f.Add("code", "This is not one of today’s codes. Ask the director for the code on the screen of the laptop.")
	}
	if name == "" || utf8.RuneCountInString(name) > 60 || !readable(name) {
		f.Add("name", "Enter your name, of at most 60 letters: it stands beside what you enter.")
	}
	if err := f.Err(); err != nil {
		return auth.SignedIn{}, err
	}
	ctx = audit.WithoutRequestKey(ctx)
	account, err := l.admit(ctx, o, role, name)
	if err != nil {
		return auth.SignedIn{}, err
	}
	return l.signIn(ctx, account, device)
}

func (l *Laptop) admit(ctx context.Context, o Origin, role auth.Role, name string) (account auth.AccountID, err error) {
	permit, err := l.cases.Allow(audit.By{Name: name}, nil) // whoever has today's code
	if err != nil {
		return 0, err
	}
	err = l.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n, err := countHelpers(ctx, tx)
		if err != nil {
			return nil, err
		}
		if n >= maxHelpers {
			return nil, apperr.New(apperr.TooMany, "%d helpers have signed in already. Ask the director for help.", n)
		}
		id, err := insertHelperPerson(ctx, tx, name, permit.Now())
		if err != nil {
			return nil, err
		}
		h := helper{
			person: id, event: int64(o.Event), role: string(role), from: longAgo, until: l.cases.Today().String(),
		}
		if account, err = insertHelper(ctx, tx, h, permit.Now()); err != nil {
			return nil, err
		}
		return permit.Did("join.event", "event", int64(o.Event), nil, map[string]string{"name": name, "role": string(role)}), nil
	})
	return account, err
}

// SignInHere lets in whoever sits at the laptop itself, as the director who lent the event. Like Join it uses up no
// form's key.
func (l *Laptop) SignInHere(ctx context.Context, device string) (auth.SignedIn, error) {
	account, err := lenderAccount(ctx, l.db)
	if err != nil {
		return auth.SignedIn{}, err
	}
	return l.signIn(audit.WithoutRequestKey(ctx), account, device)
}

func (l *Laptop) signIn(ctx context.Context, account auth.AccountID, device string) (auth.SignedIn, error) {
	link, err := l.accounts.SignInLink(ctx, auth.System("the laptop"), account, auth.DemoLinkLasts)
	if err != nil {
		return auth.SignedIn{}, err
	}
	return l.accounts.SignInByLink(ctx, auth.Arrival{Token: link.Token, Device: device})
}

// Helper is someone who has signed in at the venue.
type Helper struct {
	Office auth.OfficeID
	Name   string
	Role   auth.Role
	Today  bool // may enter something today
}

// Helpers are those who came in by a code, for a director.
func (l *Laptop) Helpers(ctx context.Context, actor auth.Actor) ([]Helper, error) {
	o, err := originOf(ctx, l.db)
	if err != nil {
		return nil, err
	}
	if err := l.cases.Require(actor, auth.DirectEvent, auth.Object{Event: o.Event}); err != nil {
		return nil, err
	}
	return helpersOf(ctx, l.db, l.cases.Today().String())
}

// DropHelper ends what a helper may do, at once, for a director.
func (l *Laptop) DropHelper(ctx context.Context, actor auth.Actor, office auth.OfficeID) error {
	return l.asDirector(ctx, actor, func(tx *store.Tx, permit usecase.Permit, _ Origin) (*usecase.Entry, error) {
		changed, err := endHelper(ctx, tx, office)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, apperr.New(apperr.NotFound, "This helper has not signed in, or may enter nothing more.")
		}
		return permit.Did("drop.helper", "office", int64(office), nil, nil), nil
	})
}
