package entering

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"nzgs/internal/store"
)

// A token is 130 random bits; only its hash is kept.
func newToken() string { return rand.Text() }

const tokenLength = 26

func hashOf(token string) (string, bool) {
	if len(token) != tokenLength {
		return "", false
	}
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:]), true
}

// LinkPath is the page of an application, for whoever has the link of its letter.
func LinkPath(token string) string { return "/entered/" + token }

// OwnPath is the page of an application, for its owner, signed in.
func OwnPath(id ApplicationID) string { return fmt.Sprintf("/my-entries/%d", id) }

// addressOfLink makes the address of the link in a letter that is about to leave. Earlier letters' links stay good; one
// to an address that is no longer the application's has none.
func (s *Service) addressOfLink(ctx context.Context, link int64, to string) (string, error) {
	token := newToken()
	hash, _ := hashOf(token)
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		a, err := byID(ctx, tx, ApplicationID(link))
		if err != nil {
			return err
		}
		if a.Email != to {
			return errNone()
		}
		if a.State == Unconfirmed && !s.cases.Now().Before(a.Expires) || a.State == Withdrawn || a.State == Declined {
			return errNone()
		}
		return insertLink(ctx, tx, hash, a.ID, s.cases.Now())
	})
	return s.site + LinkPath(token), err
}
