package kittest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"

	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// prove has the browser's session proved now, as if its owner signed in again each
// time the clock goes on: most tests are about something else.
func (b *Browser) prove() {
	token, now := b.Cookies[b.Site.SessionCookie()], b.Site.Now
	if b.Idle || token == "" || b.Site.DB == nil || b.provedAt == now {
		return
	}
	b.provedAt = now
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return // no session
	}
	sum := sha256.Sum256(raw)
	b.Site.Must(b.Site.DB.InTx(b.Site.T.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(b.Site.T.Context(), `UPDATE session SET proved_at = $2 WHERE token_hash = $1 AND proved_at < $2`,
			hex.EncodeToString(sum[:]), now)
		return err
	}))
}

// WithPassword gives an account a password by its link.
func (s *Site) WithPassword(id auth.AccountID) {
	s.T.Helper()
	link, err := s.Auth.PasswordLink(s.T.Context(), Program, id)
	s.Must(err)
	_, err = s.Auth.SetPasswordByLink(s.T.Context(), auth.Arrival{Token: link.Token}, GoodPassword)
	s.Must(err)
}
