package hosting

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

	"nzgs/internal/store"
)

// ByLink is the visit of a letter's link.
func (s *Service) ByLink(ctx context.Context, token string) (Visit, error) {
	v, err := s.byLink(ctx, s.db, token)
	if err == nil && v.State == Unconfirmed && !s.cases.Now().Before(v.Expires) {
		err = errNoVisit()
	}
	return v, err
}

func (s *Service) byLink(ctx context.Context, q store.Queryer, token string) (Visit, error) {
	if len(token) != tokenLength {
		return Visit{}, errNoVisit()
	}
	return visitByLink(ctx, q, hashOf(token))
}

// addressOfLink makes the address of the link in a letter that is about to leave. What is kept of the letter has none, so
// that no one who reads the outbox can confirm or cancel for the visitor.
func (s *Service) addressOfLink(ctx context.Context, link int64, to string) (string, error) {
	token := rand.Text()
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		v, err := visitByID(ctx, tx, VisitID(link))
		if err != nil {
			return err
		}
		if v.Email != to || v.State == Unconfirmed && !s.cases.Now().Before(v.Expires) {
			return errNoVisit()
		}
		return insertLink(ctx, tx, hashOf(token), v.ID)
	})
	return s.site + LinkPath(token), err
}

const tokenLength = 26

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func digest(s string) string { return hashOf(s)[:32] }

// LinkPath is the page of a visit, for whoever has the link of a letter.
func LinkPath(token string) string { return "/visits/" + token }
