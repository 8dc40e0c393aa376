package settings_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx   = context.Background()
	now   = civil.MustParseInstant("2026-07-01T00:00:00.000Z")
	clock = func() civil.Instant { return now }
)

func holding(role auth.Role) auth.Actor {
	return auth.Actor{
		Person: 7, Name: "Aroha Tūī", Offices: []auth.Office{{Role: role, From: civil.MustParseDate("2020-01-01")}},
	}
}

var administrator = holding(auth.Administrator)

// live puts the administrator into the register.
func live(t *testing.T, db *store.DB) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO person (id, family_name, given_names, name_key, sort_key, email, created_at)
			VALUES (7, 'Tūī', 'Aroha', 'tui aroha', 'tui aroha', 'aroha@example.nz', $1)`, now)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func wrong(err error) string {
	var known *apperr.Error
	if !errors.As(err, &known) || known.Kind != apperr.Invalid {
		return ""
	}
	var out []string
	for _, f := range known.Fields {
		out = append(out, f.Name)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// What the site may set is kept and in force at once; what whoever runs the program has set stays as it is.
func TestTheDetailsAreKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		live(t, db)
		applied := 0
		s := settings.New(db, clock, settings.Program{
			Given: map[string]settings.Given{
				settings.Society: {Value: "Go Club"}, settings.Address: {Value: "PO Box 1", SetBy: "the file nzgs.toml"},
			},
			Apply: func(context.Context) { applied++ },
		}, nil, nil)
		in := map[string]string{
			settings.Society: " Go  Society\u202e of Test ", settings.Wordmark: "Go Test", settings.Address: "elsewhere",
			settings.Email: "hello@example.nz", "addr": ":80", "backup-command": "/bin/sh",
		}
		if err := s.Save(ctx, administrator, settings.Details, 0, in); err != nil {
			t.Fatal(err)
		}
		v, err := s.View(ctx, administrator, settings.Details)
		if err != nil || v.Version != 1 || applied != 1 {
			t.Fatalf("%+v, %v, applied %d times", v, err, applied)
		}
		for name, want := range map[string]string{
			settings.Society: "Go Society of Test", settings.Wordmark: "Go Test", settings.Address: "PO Box 1", settings.Email: "hello@example.nz",
		} {
			if got := v.Value(name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		kept, err := settings.Read(ctx, db)
		if names := slices.Sorted(maps.Keys(kept.Values)); err != nil || strings.Join(names, " ") != "contact-email society wordmark" {
			t.Errorf("kept: %v, %v", names, err)
		}
		list, err := audit.Of(ctx, db, "settings", 1, 10)
		if err != nil || len(list) != 1 || !strings.Contains(string(list[0].Detail), "Go Society of Test") {
			t.Errorf("the log: %+v, %v", list, err)
		}
		// The same again changes nothing, and what is old is refused.
		if err := s.Save(ctx, administrator, settings.Details, 1, in); err != nil {
			t.Error(err)
		}
		in[settings.Wordmark] = "Go"
		if err := s.Save(ctx, administrator, settings.Details, 0, in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		if err := s.Save(ctx, administrator, settings.Details, 1, in); err != nil {
			t.Error(err)
		}
		if after, err := settings.Read(ctx, db); err != nil || after.Revision() != 2 {
			t.Errorf("%+v, %v", after, err)
		}
	})
}

func TestWhatIsWrongIsSaidAtOnce(t *testing.T) {
	s := settings.New(storetest.SQLite(t), clock, settings.Program{}, nil, nil)
	long := strings.Repeat("ā", 201)
	for _, tt := range []struct {
		in   map[string]string
		want string
	}{
		{map[string]string{settings.Society: " \u200b\x00 "}, settings.Society},
		{map[string]string{settings.Society: "\u3164\u200d\u2800"}, settings.Society},
		{map[string]string{settings.Society: long, settings.Wordmark: long, settings.Address: long, settings.Email: long},
			"contact-email society society-address wordmark"},
		{map[string]string{settings.Society: "A", settings.Email: "A <a@example.nz>"}, settings.Email},
		{map[string]string{settings.Society: "A", settings.Email: "a@example.nz,b@example.nz"}, settings.Email},
	} {
		if got := wrong(s.Save(ctx, administrator, settings.Details, 0, tt.in)); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestOnlyAnAdministratorWhoHasJustSignedIn(t *testing.T) {
	s := settings.New(storetest.SQLite(t), clock, settings.Program{}, nil, nil)
	in := map[string]string{settings.Society: "Mine"}
	for _, role := range []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee} {
		if _, err := s.View(ctx, holding(role), settings.Details); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the %s sees them: %v", role, err)
		}
		if err := s.Save(ctx, holding(role), settings.Details, 0, in); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the %s saves them: %v", role, err)
		}
	}
	if err := s.Save(ctx, auth.Actor{}, settings.Details, 0, in); apperr.KindOf(err) != apperr.SignIn {
		t.Errorf("no one: %v", err)
	}
	old := administrator
	old.Session = 3
	if err := s.Save(ctx, old, settings.Details, 0, in); err == nil {
		t.Error("who signed in an hour ago saves them")
	}
}

// A database of before there were settings keeps none, and is read.
func TestADatabaseWithoutSettings(t *testing.T) {
	db := storetest.SQLite(t)
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `DROP TABLE mail_test`)
		if err == nil {
			_, err = tx.Exec(ctx, `DROP TABLE setting`)
		}
		if err == nil {
			_, err = tx.Exec(ctx, `DROP TABLE setting_section`)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if kept, err := settings.Read(ctx, db); err != nil || kept.Revision() != 0 {
		t.Errorf("%+v, %v", kept, err)
	}
}
