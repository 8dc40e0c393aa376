package joining_test

import (
	"context"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/joining"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

type post struct{}

func (post) Send(context.Context, mail.Message) error { return nil }

// Who is no officer sees no request and decides none; a request that is not confirmed is no one's, and is forgotten.
func TestWhoDecidesAndWhatIsForgotten(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		now := civil.MustParseInstant("2026-09-01T00:00:00.000Z")
		clock := func() civil.Instant { return now }
		ids, err := members.New(db, clock).RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Moana", GivenNames: "Tere"}})
		if err != nil {
			t.Fatal(err)
		}
		s := joining.New(db, clock, "Society", "http://go.example.nz", auth.New(db, clock, auth.Settings{}), mail.New(db, clock, post{}))
		for range 5 { // the address gets a letter three times, and is never told apart
			if err := s.Ask(ctx, joining.Input{
				FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz", Consented: true,
			}, "192.0.2.1"); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := store.One(ctx, db, store.Value[int], `SELECT count(*) FROM mail_letter`); err != nil || n != 3 {
			t.Errorf("%d letters, %v; want 3", n, err)
		}
		secretary := auth.Actor{Account: 1, Person: ids[0], Name: "Tere Moana", Offices: []auth.Office{
			{Person: ids[0], Role: auth.Secretary, From: civil.MustParseDate("2020-01-01")},
		}}
		if _, err := s.File(ctx, secretary, 1); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("an address that is not confirmed: %v", err)
		}
		if _, err := s.Accept(ctx, secretary, joining.Acceptance{Request: 1, Version: 1}); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("accepting it: %v", err)
		}
		member := auth.Actor{Account: 2, Person: ids[0], Name: "Tere Moana"}
		for who, want := range map[*auth.Actor]apperr.Kind{&member: apperr.Forbidden, {}: apperr.SignIn} {
			_, list := s.List(ctx, *who)
			_, file := s.File(ctx, *who, 1)
			_, accept := s.Accept(ctx, *who, joining.Acceptance{Request: 1})
			for _, err := range []error{list, file, accept, s.Refuse(ctx, *who, 1, 1, "No.")} {
				if apperr.KindOf(err) != want {
					t.Errorf("%v, want %s", err, want)
				}
			}
		}
		now = civil.MustParseInstant("2026-09-03T00:00:00.001Z")
		if _, err := s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if n, err := store.One(ctx, db, store.Value[int], `SELECT count(*) FROM join_request`); err != nil || n != 0 {
			t.Errorf("%d requests are kept, %v", n, err)
		}
	})
}
