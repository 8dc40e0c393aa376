package auth

import (
	"context"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// DeviceLasts is how long a browser is remembered after its last sign-in: as long
// as browsers keep a cookie.
const DeviceLasts = 400 * 24 * time.Hour

// Arrived remembers the browser that has just signed in, and tells the owner by
// mail when the account has not been used from it. The first browser of an account
// is remembered without a letter: that of its invitation, and the first one after
// browsers began to be remembered. The token is what the browser is to keep.
func (s *Service) Arrived(ctx context.Context, actor Actor, token, device string) (string, error) {
	if !actor.SignedIn() {
		return "", errNoSession
	}
	hash, ok := hashOf(token)
	if !ok {
		token = newToken()
		hash, _ = hashOf(token)
	}
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		file, err := accountByID(ctx, tx, actor.Account)
		if err != nil {
			return err
		}
		now := s.clock()
		known, any, err := devicesOf(ctx, tx, file.ID, hash)
		if err != nil {
			return err
		}
		if err := keepDevice(ctx, tx, file.ID, hash, now); err != nil || known || !any {
			return err
		}
		return s.tellDevice(ctx, tx, file.Account, cut(device, maxDevice), now)
	})
	return token, err
}

func (s *Service) tellDevice(ctx context.Context, tx *store.Tx, a Account, device string, now civil.Instant) error {
	return s.letter(ctx, tx, a, telling{
		purpose: "New device", subject: "Someone signed in from a new device", paragraphs: []string{
			"Someone signed in to your account at " + s.page("/") + " on " + now.Long() + ", from a browser that your account " +
				"was not used in before. It says that it is " + device + ".",
			"If it was you, you need do nothing. If it was not, change your password on " + s.page("/account/password") +
				", which signs out everyone else, and tell the society’s secretary.",
		},
	})
}
