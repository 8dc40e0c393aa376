package auth

import (
	"context"
	"errors"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// confirmedLasts is how long a confirmation is good for: for the request that
// asked for it, and a form sent again after a mistake was corrected.
const confirmedLasts = 5 * time.Minute

// Confirmed proves that the actor gave the password again a moment ago, in the
// session that asks. Only Service.Confirm makes one; the zero value proves
// nothing. It never leaves the process.
type Confirmed struct {
	account AccountID
	session SessionID
	at      civil.Instant
}

// Confirm asks the actor's password again, before a grave action. Wrong ones
// are counted and slowed down as those of signing in are. The field is
// password.
func (s *Service) Confirm(ctx context.Context, actor Actor, password, network string) (Confirmed, error) {
	if !actor.SignedIn() || actor.Account == 0 {
		return Confirmed{}, errNoSession
	}
	var f apperr.Fields
	if password == "" {
		f.Add("password", "Enter your password again.")
		return Confirmed{}, f.Err()
	}
	account, err := accountByID(ctx, s.db, actor.Account)
	if errors.Is(err, store.ErrNoRows) {
		return Confirmed{}, errNoSession
	}
	if err != nil {
		return Confirmed{}, err
	}
	if account.Disabled || account.Person != actor.Person {
		return Confirmed{}, errNoSession
	}
	if !account.Ready {
		f.Add("password", "Your account has no password yet. Set one on your account page first.")
		return Confirmed{}, f.Err()
	}
	tried, err := s.begin(ctx, EmailKey(account.Email), network)
	if err != nil {
		return Confirmed{}, err
	}
	found, err := s.hasher.verify(ctx, account.passwordHash, password)
	if err != nil {
		return Confirmed{}, err
	}
	if !found.right {
		f.Add("password", "This is not your password. Check it and try again.")
		return Confirmed{}, f.Err()
	}
	if err := s.db.InTx(ctx, func(tx *store.Tx) error { return tried.succeeded(ctx, tx) }); err != nil {
		return Confirmed{}, err
	}
	return Confirmed{account: actor.Account, session: actor.Session, at: s.clock()}, nil
}

// Require is nil when the actor confirmed lately, else the refusal that asks
// for the password. The field is password.
func (c Confirmed) Require(actor Actor, now civil.Instant) error {
	fresh := !c.at.IsZero() && !now.Before(c.at) && now.Before(c.at.Add(confirmedLasts))
	if fresh && actor.Account != 0 && c.account == actor.Account && c.session == actor.Session {
		return nil
	}
	var f apperr.Fields
	f.Add("password", "Enter your password again.")
	return f.Err()
}
