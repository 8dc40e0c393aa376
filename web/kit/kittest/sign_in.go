package kittest

import (
	"nzgs/internal/auth"
)

// WithPassword gives an account a password by its link.
func (s *Site) WithPassword(id auth.AccountID) {
	s.T.Helper()
	link, err := s.Auth.PasswordLink(s.T.Context(), Program, id)
	s.Must(err)
	_, err = s.Auth.SetPasswordByLink(s.T.Context(), auth.Arrival{Token: link.Token}, GoodPassword)
	s.Must(err)
}
