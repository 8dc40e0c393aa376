package auth

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// confirm asks the actor's password again, of whoever signs in again. Wrong ones
// are counted and slowed down as those of signing in are. The field is
// password.
func (s *Service) confirm(ctx context.Context, actor Actor, password, network string) error {
	if !actor.SignedIn() || actor.Account == 0 {
		return errNoSession
	}
	var f apperr.Fields
	if password == "" {
		f.Add("password", "Enter your password again.")
		return f.Err()
	}
	account, err := accountByID(ctx, s.db, actor.Account)
	if errors.Is(err, store.ErrNoRows) {
		return errNoSession
	}
	if err != nil {
		return err
	}
	if account.Disabled || account.Person != actor.Person {
		return errNoSession
	}
	if !account.Ready {
		f.Add("password", "%s", FirstPasswordLate)
		return f.Err()
	}
	tried, err := s.begin(ctx, EmailKey(account.Email), network)
	if err != nil {
		return err
	}
	found, err := s.hasher.verify(ctx, account.passwordHash, password)
	if err != nil {
		return err
	}
	if !found.right {
		f.Add("password", "This is not your password. Check it and try again.")
		return f.Err()
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error { return tried.succeeded(ctx, tx) })
}
