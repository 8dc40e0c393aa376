package kittest

import (
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// Queue puts letters into the outbox.
func (s *Site) Queue(letters ...mail.Letter) {
	s.T.Helper()
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		_, err := s.Mail.Queue(s.T.Context(), tx, letters...)
		return err
	}))
}
