package members_test

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Everyone's contact data leaves the site in a file only for whoever has signed in
// lately, whatever page asks.
func TestFilesOfContactDataAskForARecentSignIn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := newSociety(t, db)
		for name, export := range map[string]func(auth.Actor) (members.Register, error){
			"the register": func(a auth.Actor) (members.Register, error) { return s.Export(ctx, a, members.RegisterFilter{}) },
			"a club": func(a auth.Actor) (members.Register, error) {
				return s.ExportClub(ctx, a, members.RegisterFilter{Club: 1})
			},
		} {
			by := s.treasurer
			by.Session, by.Proof = 4, auth.Proof{At: clock().Add(-10 * time.Minute)}
			if list, err := export(by); apperr.KindOf(err) != apperr.Prove || len(list.Entries) > 0 {
				t.Errorf("%s, ten minutes after signing in: %d people, %v", name, len(list.Entries), err)
			}
			by.Proof.At = clock().Add(-9 * time.Minute)
			if _, err := export(by); err != nil {
				t.Errorf("%s, nine minutes after signing in: %v", name, err)
			}
			if _, err := export(actor(2, "", 0)); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%s to a member: %v", name, err)
			}
			if _, err := export(auth.Actor{}); apperr.KindOf(err) != apperr.SignIn {
				t.Errorf("%s to a stranger: %v", name, err)
			}
		}
	})
}
