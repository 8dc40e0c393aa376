package usecase_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/usecase"
)

var (
	ctx       = context.Background()
	now       = civil.MustParseInstant("2026-07-01T00:00:00.000Z")
	treasurer = auth.Actor{
		Person: 7, Name: "Aroha Tūī", Offices: []auth.Office{{Role: auth.Treasurer, From: civil.MustParseDate("2020-01-01")}},
	}
)

func each(t *testing.T, test func(t *testing.T, db *store.DB, cases usecase.Cases)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		test(t, db, usecase.New(db, func() civil.Instant { return now }))
	})
}

// found begins the receipts of a year, as the change of somebody who may.
func found(cases usecase.Cases, then func(usecase.Permit) (*usecase.Entry, error)) error {
	permit, err := cases.Allow(audit.By{Name: "Aroha Tūī"}, nil)
	if err != nil {
		return err
	}
	return cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if _, err := tx.Exec(ctx, `INSERT INTO receipt_series (year, last_no) VALUES (2026, 1)`); err != nil {
			return nil, err
		}
		return then(permit)
	})
}

func kept(t *testing.T, db *store.DB) (rows, entries int) {
	t.Helper()
	count := func(query string) int {
		n, err := store.One(ctx, db, store.Value[int], query)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return count(`SELECT count(*) FROM receipt_series`), count(`SELECT count(*) FROM audit_entry`)
}

// A change is kept with its entry, or not at all.
func TestAChangeIsKeptWithItsEntry(t *testing.T) {
	refused := apperr.New(apperr.Invalid, "No.")
	for name, tt := range map[string]struct {
		then          func(usecase.Permit) (*usecase.Entry, error)
		rows, entries int
		fails         bool
	}{
		"written": {func(p usecase.Permit) (*usecase.Entry, error) {
			return p.Did("add.receipt", "receipt", 1, nil, map[string]int{"no": 1}), nil
		}, 1, 1, false},
		"without an entry": {func(usecase.Permit) (*usecase.Entry, error) { return nil, nil }, 0, 0, true},
		"refused":          {func(usecase.Permit) (*usecase.Entry, error) { return nil, refused }, 0, 0, true},
		"nothing new":      {func(usecase.Permit) (*usecase.Entry, error) { return nil, usecase.ErrSame }, 0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, db *store.DB, cases usecase.Cases) {
				if err := found(cases, tt.then); (err != nil) != tt.fails {
					t.Errorf("it says %v", err)
				}
				if rows, entries := kept(t, db); rows != tt.rows || entries != tt.entries {
					t.Errorf("%d rows and %d entries are kept, want %d and %d", rows, entries, tt.rows, tt.entries)
				}
				last, err := audit.Of(ctx, db, "receipt", 1, 1)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range last {
					if e.At != now || e.By.Name != "Aroha Tūī" || e.Action != "add.receipt" || e.Detail != `{"after":{"no":1}}` {
						t.Errorf("the entry is %+v", e)
					}
				}
			})
		})
	}
}

func TestWhoMayIsAsked(t *testing.T) {
	each(t, func(t *testing.T, _ *store.DB, cases usecase.Cases) {
		for _, tt := range []struct {
			actor  auth.Actor
			action auth.Action
			want   apperr.Kind
		}{
			{treasurer, auth.RecordPayment, ""},
			{treasurer, auth.ManageAccounts, apperr.Forbidden},
			{auth.Actor{}, auth.RecordPayment, apperr.SignIn},
		} {
			permit, err := cases.May(tt.actor, tt.action, auth.Object{})
			if apperr.KindOf(err) != tt.want || (err != nil) != (tt.want != "") {
				t.Errorf("%s, %s: %v, want %q", tt.actor.Name, tt.action, err, tt.want)
			}
			if err == nil && permit.Person() != tt.actor.Person {
				t.Errorf("the permit is of %d", permit.Person())
			}
			if err := cases.Require(tt.actor, tt.action, auth.Object{}); (err != nil) != (tt.want != "") {
				t.Errorf("to read, %s, %s: %v", tt.actor.Name, tt.action, err)
			}
		}
		no := errors.New("no")
		if _, err := cases.Allow(audit.By{Name: "Somebody"}, no); !errors.Is(err, no) {
			t.Errorf("allowed although the service refuses: %v", err)
		}
		if today := cases.Today(); today != civil.MustParseDate("2026-07-01") || cases.Now() != now {
			t.Errorf("today is %s", today)
		}
	})
}

// A stale version is refused in one form, with who made the last change where
// the log knows.
func TestAStaleVersionIsRefused(t *testing.T) {
	each(t, func(t *testing.T, _ *store.DB, cases usecase.Cases) {
		change := func() error {
			return found(cases, func(usecase.Permit) (*usecase.Entry, error) {
				return nil, usecase.Stale("this receipt", "receipt", 1)
			})
		}
		wants := func(want string) {
			t.Helper()
			if err := change(); apperr.KindOf(err) != apperr.Conflict || err.Error() != "conflict: "+want {
				t.Errorf("it says %v, want %q", err, want)
			}
		}
		wants("Someone else changed this receipt first. Check it and try again.")
		if err := found(cases, func(p usecase.Permit) (*usecase.Entry, error) {
			return p.Did("add.receipt", "receipt", 1, nil, nil), nil
		}); err != nil {
			t.Fatal(err)
		}
		err := cases.Change(ctx, func(*store.Tx) (*usecase.Entry, error) {
			return nil, usecase.Stale("this receipt", "receipt", 1)
		})
		if want := "Someone else changed this receipt first. The last change was made by Aroha Tūī on 1 July 2026, " +
			"12:00 pm. Check it and try again."; err == nil || err.Error() != "conflict: "+want {
			t.Errorf("it says %v, want %q", err, want)
		}
	})
	if err := usecase.Stale("this receipt", "receipt", 1); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("outside a change: %v", err)
	}
}

// Who has not signed in lately may not do what asks for it; the program may.
func TestMayAgainAsksForARecentSignIn(t *testing.T) {
	each(t, func(t *testing.T, _ *store.DB, cases usecase.Cases) {
		for name, tt := range map[string]struct {
			session auth.SessionID
			ago     time.Duration
			want    apperr.Kind
		}{
			"just now":         {4, 0, ""},
			"nine minutes ago": {4, 9 * time.Minute, ""},
			"ten minutes ago":  {4, 10 * time.Minute, apperr.Prove},
			"to come":          {4, -time.Minute, apperr.Prove},
			"no browser":       {0, time.Hour, ""},
		} {
			a := treasurer
			a.Session, a.Proof.At = tt.session, now.Add(-tt.ago)
			if _, err := cases.MayAgain(a, auth.ManageTerms, auth.Object{}); apperr.KindOf(err) != tt.want {
				t.Errorf("%s: %v, want %q", name, err, tt.want)
			}
		}
		if _, err := cases.MayAgain(treasurer, auth.ManageAccounts, auth.Object{}); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("who may not: %v", err)
		}
	})
}

// Bug: a form that was sent again while its first commit stood at the primary alone changed nothing, and was confirmed
// before the standby had it. With PostgreSQL a commit waits for that, though nothing is new.
func TestWhatStandsAlreadyIsSafeBeforeItIsConfirmed(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if db.Dialect() != store.Postgres {
			return // what is committed is on the disk
		}
		cases := usecase.New(db, func() civil.Instant { return now })
		written := func() string {
			by, err := store.One(ctx, db, store.Value[string], `SELECT xmin::text FROM goose_db_version WHERE version_id = 0`)
			if err != nil {
				t.Fatal(err)
			}
			return by
		}
		before, unlogged := written(), db.Unlogged()
		if err := found(cases, func(usecase.Permit) (*usecase.Entry, error) { return nil, usecase.ErrSame }); err != nil {
			t.Fatal(err)
		}
		if written() == before {
			t.Error("nothing was committed: what stands already may stand at the primary alone")
		}
		if db.Unlogged() != unlogged {
			t.Error("it counts as a change that the log does not have")
		}
	})
}
