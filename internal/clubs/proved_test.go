package clubs_test

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
)

// Naming a club's secretary gives an office: a browser that was left open does not.
func TestNamingASecretaryAsksForARecentSignIn(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		in := clubs.NameSecretary{Club: s.capital, Person: s.capitalSecretary.Person, From: day("2026-08-03")}
		for _, by := range []auth.Actor{s.treasurer, s.capitalSecretary} {
			by.Session, by.Proof = 4, auth.Proof{At: s.now.Add(-10 * time.Minute)}
			if err := s.NameSecretary(ctx, by, in); apperr.KindOf(err) != apperr.Prove {
				t.Errorf("ten minutes after signing in: %v", err)
			}
		}
		by := s.treasurer
		by.Session, by.Proof = 4, auth.Proof{At: s.now.Add(-9 * time.Minute)}
		s.must(s.NameSecretary(ctx, by, in))
	})
}
