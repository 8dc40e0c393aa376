package auth

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth/passkey"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// PasskeyToSignIn is what a browser is asked for to sign in by a passkey, as JSON: any
// passkey of this site, which finds its account by itself. token is for the browser to
// keep in a cookie: the one that it has, or a new one. Its challenges are good in no
// other.
func (s *Service) PasskeyToSignIn(ctx context.Context, browser string) (options []byte, token string, err error) {
	if s.noPasskeys != nil {
		return nil, "", s.noPasskeys
	}
	bound, ok := hashOf(browser)
	if !ok {
		browser = newToken()
		bound, _ = hashOf(browser)
	}
	challenge, err := s.newChallenge(ctx, toSignIn, bound)
	if err != nil {
		return nil, "", err
	}
	options, err = s.site.AskFor(challenge, nil)
	return options, browser, err
}

// PasskeyToSignInAgain is what the actor's browser is asked for to sign in again by one
// of the actor's passkeys, as JSON; nil when there is none.
func (s *Service) PasskeyToSignInAgain(ctx context.Context, actor Actor) ([]byte, error) {
	if !actor.SignedIn() || actor.Session == 0 {
		return nil, errNoSession
	}
	if s.noPasskeys != nil {
		return nil, nil
	}
	keys, err := s.keysOf(ctx, actor)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	challenge, err := s.newChallenge(ctx, toSignInAgain, sessionOf(actor))
	if err != nil {
		return nil, err
	}
	return s.site.AskFor(challenge, keys)
}

// PasskeyGiven is what a browser sends when a passkey was used to sign in.
type PasskeyGiven struct {
	Sent     string // JSON
	Browser  string // its token
	Device   string // in words, for the list of sessions
	Replaces string // token of the session that the browser had, or ""
}

// SignInWithPasskey begins a session for whoever used a passkey: it is both factors,
// because the device verified who holds it.
func (s *Service) SignInWithPasskey(ctx context.Context, in PasskeyGiven) (SignedIn, error) {
	if s.noPasskeys != nil {
		return SignedIn{}, s.noPasskeys
	}
	noteAttempt(ctx, 0)
	bound, _ := hashOf(in.Browser)
	right, err := s.checkUsed(ctx, in.Sent, toSignIn, bound, 0)
	if err != nil {
		return SignedIn{}, err
	}
	if right.row.account.Disabled {
		return SignedIn{}, apperr.New(apperr.Forbidden, "This account is closed. Ask the society’s secretary to reopen it.")
	}
	var out SignedIn
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := s.spendPasskey(ctx, tx, right); err != nil {
			return err
		}
		out, err = s.open(
			ctx, tx, right.row.account, GivenPasskey, civil.Instant{}, in.Device, in.Replaces, "sign_in.account",
		)
		return err
	})
	return out, err
}

// SignInAgainWithPasskey proves again who holds the session, by one of the actor's
// passkeys. The session has another token from then on.
func (s *Service) SignInAgainWithPasskey(ctx context.Context, actor Actor, sent string) (SignedIn, error) {
	if !actor.SignedIn() || actor.Session == 0 {
		return SignedIn{}, errNoSession
	}
	noteAttempt(ctx, actor.Account)
	right, err := s.checkUsed(ctx, sent, toSignInAgain, sessionOf(actor), actor.Account)
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = s.db.InTx(ctx, func(tx *store.Tx) (err error) {
		if err := s.spendPasskey(ctx, tx, right); err != nil {
			return err
		}
		out, err = s.prove(ctx, tx, actor, GivenPasskey)
		return err
	})
	return out, err
}

// usedPasskey is a passkey that was used rightly. It counts once spendPasskey has
// written it down.
type usedPasskey struct {
	row       passkeyRow
	now       passkey.Key // as it is after this use
	challenge []byte
}

// checkUsed checks what a browser sends when a passkey was used; of is whose it must
// be, or 0. The challenge is looked at first: what was not asked for costs least.
func (s *Service) checkUsed(
	ctx context.Context, sent string, c ceremony, bound string, of AccountID,
) (usedPasskey, error) {
	if s.noPasskeys != nil {
		return usedPasskey{}, s.noPasskeys
	}
	used, err := passkey.ReadUsed(sent)
	if err != nil {
		return usedPasskey{}, refuseUse(ctx, err)
	}
	challenge := used.Challenge()
	if err := s.checkChallenge(ctx, challenge, c, bound); err != nil {
		return usedPasskey{}, refuseUse(ctx, err)
	}
	row, err := passkeyByID(ctx, s.db, used.ID())
	if errors.Is(err, store.ErrNoRows) || err == nil && of != 0 && row.account.ID != of {
		return usedPasskey{}, refuseUse(ctx, passkey.ErrWrong)
	}
	if err != nil {
		return usedPasskey{}, err
	}
	noteAttempt(ctx, row.account.ID)
	now, err := s.site.CheckUsed(used, challenge, passkey.Owner{Handle: row.handle}, row.key)
	if errors.Is(err, passkey.ErrWentBack) {
		return usedPasskey{}, s.refuseCopy(ctx, row, challenge)
	}
	if err != nil {
		return usedPasskey{}, refuseUse(ctx, err)
	}
	return usedPasskey{row, now, challenge}, nil
}

// spendPasskey writes down within tx that a passkey was used.
func (s *Service) spendPasskey(ctx context.Context, tx *store.Tx, right usedPasskey) error {
	if err := spendChallenge(ctx, tx, right.challenge); err != nil {
		return err
	}
	n, err := usePasskey(ctx, tx, right.row.factor, right.now)
	if err != nil {
		return err
	}
	if n == 0 { // removed, or used with this count, since it was read
		return refusePasskey(passkey.ErrWrong)
	}
	if right.row.used.IsZero() {
		err := s.write(ctx, tx, right.row.actor(), "first_use_passkey.account", "account", int64(right.row.account.ID),
			nil, right.row.facts())
		if err != nil {
			return err
		}
	}
	return noteFactorUsed(ctx, tx, right.row.factor, s.clock())
}

// refuseCopy writes down that a passkey's count went back, tells its owner, and gives
// the refusal. The passkey stays: its owner decides, and so no one can take it from
// them. The challenge is spent, so that the same use is not written down again.
func (s *Service) refuseCopy(ctx context.Context, row passkeyRow, challenge []byte) error {
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := spendChallenge(ctx, tx, challenge); err != nil {
			return err
		}
		err := s.write(ctx, tx, System("the program"), "refuse_passkey.account", "account", int64(row.account.ID), nil, row.facts())
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, row.account.ID, fmt.Sprintf("passkey-copy:%d:%d", row.factor, row.key.Count),
			"A passkey of your account was refused",
			fmt.Sprintf("“%s” was used with a counter that had gone back. There may be a copy of it, or the device has "+
				"a fault. It was refused. Remove this passkey on your account page, and add a new one.", row.name))
	})
	if err != nil {
		return err
	}
	return refuseUse(ctx, passkey.ErrWentBack)
}

// refuseUse refuses the use of a passkey, and notes why for the log of security.
func refuseUse(ctx context.Context, err error) error {
	for _, why := range []error{passkey.ErrWrong, passkey.ErrUnverified, passkey.ErrWentBack, errStaleChallenge} {
		if errors.Is(err, why) {
			noteReason(ctx, why.Error())
		}
	}
	return refusePasskey(err)
}

func (r passkeyRow) actor() Actor {
	return Actor{Account: r.account.ID, Person: r.account.Person, Name: r.account.Name.String()}
}

func (r passkeyRow) facts() factorFacts { return factorFacts{r.factor, Passkey, r.name} }
