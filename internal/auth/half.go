package auth

import (
	"context"
	"errors"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// halfLasts is how long someone has between the password and the second factor.
const halfLasts = 10 * time.Minute

var errNoHalf = apperr.New(apperr.SignIn, "It took too long, or you signed in elsewhere in this browser. Sign in again.")

// half is someone who has given the password and not yet the second factor.
type half struct {
	id      int64
	account Account
	device  string
	action  string // of the audit log
	expires civil.Instant
}

// admit begins a session within tx for an account without a second factor, or for
// someone who was let in without for a day. For anyone else it begins half of one.
func (s *Service) admit(
	ctx context.Context, tx *store.Tx, account Account, device, replaces, action string,
) (SignedIn, error) {
	enrolled, err := hasFactor(ctx, tx, account.ID)
	if err != nil {
		return SignedIn{}, err
	}
	if !enrolled {
		return s.open(ctx, tx, account, NothingMore, civil.Instant{}, device, replaces, action)
	}
	until, err := letInUntil(ctx, tx, account.ID, s.clock())
	if err != nil {
		return SignedIn{}, err
	}
	if !until.IsZero() {
		return s.open(ctx, tx, account, LetIn, until, device, replaces, action)
	}
	out := SignedIn{Half: newToken(), Expires: s.clock().Add(halfLasts), Name: account.Name.String()}
	hash, _ := hashOf(out.Half)
	return out, insertHalf(ctx, tx, hash, half{
		account: account, device: cut(device, maxDevice), action: action, expires: out.Expires,
	})
}

// findHalf is the half sign-in whose token a browser shows.
func (s *Service) findHalf(ctx context.Context, q store.Queryer, token string) (half, error) {
	hash, ok := hashOf(token)
	if !ok {
		return half{}, errNoHalf
	}
	h, err := halfByHash(ctx, q, hash)
	if errors.Is(err, store.ErrNoRows) || err == nil && (!s.clock().Before(h.expires) || h.account.Disabled) {
		return half{}, errNoHalf
	}
	return h, err
}

// whole ends a half sign-in within tx and begins the session: the second factor was
// given. Of two that end it at once, one finds it gone.
func (s *Service) whole(ctx context.Context, tx *store.Tx, h half, given Given, replaces string) (SignedIn, error) {
	n, err := deleteHalf(ctx, tx, h.id)
	if err != nil {
		return SignedIn{}, err
	}
	if n == 0 {
		return SignedIn{}, errNoHalf
	}
	return s.open(ctx, tx, h.account, given, civil.Instant{}, h.device, replaces, h.action)
}

// Waiting is someone who has given the password, as the page says that asks for the
// second factor.
type Waiting struct {
	Account AccountID
	Name    string
	Kinds   []FactorKind // that they have, once each
}

// LookAtHalf says whose second factor is waited for.
func (s *Service) LookAtHalf(ctx context.Context, token string) (Waiting, error) {
	h, err := s.findHalf(ctx, s.db, token)
	if err != nil {
		return Waiting{}, err
	}
	kinds, err := kindsOf(ctx, s.db, h.account.ID)
	return Waiting{Account: h.account.ID, Name: h.account.Name.String(), Kinds: kinds}, err
}
