package kittest

import (
	"testing"

	"nzgs/internal/auth"
)

// SecretarySite is a society with a secretary who is signed in.
func SecretarySite(t *testing.T) (*Site, *Browser) {
	s := EmptySite(t)
	id, _ := s.Account("Ngaio", "Testcase", auth.Office{Role: auth.Secretary})
	return s, s.Browser(s.Session(id))
}
