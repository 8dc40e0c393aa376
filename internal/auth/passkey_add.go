package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth/passkey"
	"nzgs/internal/store"
)

// maxPasskeys is how many passkeys an account can have.
const maxPasskeys = 20

// NoPasskeys says why passkeys cannot be used at this site's address; "" where they can.
func (s *Service) NoPasskeys() string {
	var refused *apperr.Error
	if errors.As(s.noPasskeys, &refused) {
		return refused.Message
	}
	return ""
}

// sessionOf is what the challenges of someone who is signed in are bound to.
func sessionOf(actor Actor) string {
	return fmt.Sprintf("session %d of %d", actor.Session, actor.Account)
}

// OfferPasskey readies the actor's account for a passkey: passkeys call it by a random
// handle.
func (s *Service) OfferPasskey(ctx context.Context, actor Actor) error {
	if err := s.mayAddPasskey(actor); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		return insertPasskeyHandle(ctx, tx, actor.Account, newToken())
	})
}

func (s *Service) mayAddPasskey(actor Actor) error {
	if !actor.SignedIn() || actor.Session == 0 {
		return errNoSession
	}
	if s.noPasskeys != nil {
		return s.noPasskeys
	}
	return s.requireProof(actor)
}

// NewPasskey is what the actor's browser is asked for to make a passkey, as JSON.
func (s *Service) NewPasskey(ctx context.Context, actor Actor) ([]byte, error) {
	if err := s.mayAddPasskey(actor); err != nil {
		return nil, err
	}
	owner, err := s.passkeyOwner(ctx, actor)
	if err != nil {
		return nil, err
	}
	has, err := s.keysOf(ctx, actor)
	if err != nil {
		return nil, err
	}
	challenge, err := s.newChallenge(ctx, toAddPasskey, sessionOf(actor))
	if err != nil {
		return nil, err
	}
	return s.site.AskForNew(owner, challenge, has)
}

func (s *Service) passkeyOwner(ctx context.Context, actor Actor) (passkey.Owner, error) {
	text, err := passkeyHandleOf(ctx, s.db, actor.Account)
	if err != nil {
		return passkey.Owner{}, notFound(err, "Begin again on your account page.")
	}
	handle, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return passkey.Owner{}, fmt.Errorf("read the handle of an account: %w", err)
	}
	own, err := accountByID(ctx, s.db, actor.Account)
	if err != nil {
		return passkey.Owner{}, err
	}
	return passkey.Owner{Handle: handle, Login: own.Email, Name: own.Name.String()}, nil
}

func (s *Service) keysOf(ctx context.Context, actor Actor) ([]passkey.Key, error) {
	rows, err := passkeysOf(ctx, s.db, actor.Account)
	var keys []passkey.Key
	for _, r := range rows {
		keys = append(keys, r.key)
	}
	return keys, err
}

// AddPasskey adds the passkey that the actor's browser says it has made, as JSON.
// codes are the account's recovery codes, in clear this once, when it had none left.
func (s *Service) AddPasskey(ctx context.Context, actor Actor, name, sent string) (codes []string, err error) {
	if err := s.mayAddPasskey(actor); err != nil {
		return nil, err
	}
	var f apperr.Fields
	name = checkFactorName(&f, name)
	if sent == "" {
		f.Add("passkey", "Your browser has made no passkey. Press the button and follow what your device asks.")
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	key, challenge, err := s.checkMade(ctx, actor, sent)
	if err != nil {
		return nil, err
	}
	made, err := s.codesFor(ctx, actor)
	if err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := spendChallenge(ctx, tx, challenge); err != nil {
			return err
		}
		id, err := s.addFactor(ctx, tx, actor, Passkey, name, GivenPasskey)
		if err != nil {
			return err
		}
		// The entry that addFactor wrote makes writers queue: no one adds another now.
		has, err := passkeysOf(ctx, tx, actor.Account)
		if err != nil {
			return err
		}
		if len(has) >= maxPasskeys {
			return apperr.New(apperr.Invalid, "You have %d passkeys. Remove one first.", len(has))
		}
		if err := insertPasskey(ctx, tx, id, key); err != nil {
			return err
		}
		return s.keepCodes(ctx, tx, actor, made)
	})
	if store.IsUnique(err) {
		f.Add("passkey", "This passkey has been added already.")
		return nil, f.Err()
	}
	return made.plain, err
}

func (s *Service) checkMade(ctx context.Context, actor Actor, sent string) (passkey.Key, []byte, error) {
	made, err := passkey.ReadMade(sent)
	if err != nil {
		return passkey.Key{}, nil, refusePasskey(err)
	}
	challenge := made.Challenge()
	if err := s.checkChallenge(ctx, challenge, toAddPasskey, sessionOf(actor)); err != nil {
		return passkey.Key{}, nil, refusePasskey(err)
	}
	owner, err := s.passkeyOwner(ctx, actor)
	if err != nil {
		return passkey.Key{}, nil, err
	}
	key, err := s.site.CheckMade(made, challenge, owner)
	if err != nil {
		return passkey.Key{}, nil, refusePasskey(err)
	}
	return key, challenge, nil
}

// refusePasskey says to its owner why a passkey was refused, as far as they can do
// something about it. Another error stays as it is. The field is passkey.
func refusePasskey(err error) error {
	var f apperr.Fields
	switch {
	case errors.Is(err, passkey.ErrUnverified):
		f.Add("passkey", "Your device did not check that it is you. Set up its screen lock, fingerprint, face or PIN, "+
			"and try again.")
	case errors.Is(err, errStaleChallenge):
		f.Add("passkey", "It took too long, or the page had been used before. Try again.")
	case errors.Is(err, passkey.ErrWentBack):
		f.Add("passkey", "There may be a copy of this passkey, so it was refused. Sign in with your password, and remove it.")
	case errors.Is(err, passkey.ErrWrong):
		f.Add("passkey", "This passkey was not accepted. Try again, or use your password.")
	default:
		return err
	}
	return f.Err()
}
