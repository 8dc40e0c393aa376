package settings_test

import (
	"strings"
	"sync"
	"testing"

	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

func TestASocietyKeepsWhatItWasBegunWith(t *testing.T) {
	nz := settings.Begun{Zone: "Pacific/Auckland", Currency: "NZD"}
	uk := settings.Begun{Zone: "Europe/London", Currency: "GBP"}
	for _, c := range []struct {
		name              string
		begun, told, want settings.Begun
		refused           string
	}{
		{"nothing is said", settings.Begun{}, settings.Begun{}, nz, ""},
		{"what it is by itself", settings.Begun{}, nz, nz, ""},
		{"another zone later", settings.Begun{}, settings.Begun{Zone: "Europe/London"}, nz, "begun with Pacific/Auckland"},
		{"another currency later", settings.Begun{}, settings.Begun{Currency: "AUD"}, nz, "begun with NZD"},
		{"elsewhere", uk, settings.Begun{}, uk, ""},
		{"elsewhere, said again", uk, uk, uk, ""},
		{"elsewhere, half said again", uk, settings.Begun{Currency: "GBP"}, uk, ""},
		{"back", uk, nz, uk, "begun with Europe/London"},
		{"a zone alone", settings.Begun{Zone: "Asia/Tokyo"}, settings.Begun{}, settings.Begun{Zone: "Asia/Tokyo", Currency: "NZD"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				if got, err := settings.BegunWith(ctx, db, c.begun); err != nil || c.begun == uk && got != uk {
					t.Fatalf("before it is begun: %v, %v", got, err)
				}
				for _, told := range []settings.Begun{c.begun, c.told} { // the second start
					if err := settings.KeepBegun(ctx, db, told); err != nil {
						t.Fatal(err)
					}
					addSomeone(t, db)
				}
				got, err := settings.BegunWith(ctx, db, c.told)
				if c.refused == "" && (err != nil || got != c.want) {
					t.Errorf("%v, %v", got, err)
				}
				if c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
					t.Errorf("%v, %v", got, err)
				}
			})
		})
	}
}

// A society in a file that no one is in yet may be begun once more, elsewhere; half of it too.
func TestASocietyOfNoOneIsBegunAgain(t *testing.T) {
	db := storetest.SQLite(t)
	for _, c := range []struct{ told, want settings.Begun }{
		{settings.Begun{}, settings.Begun{Zone: "Pacific/Auckland", Currency: "NZD"}},
		{settings.Begun{Zone: "Europe/London"}, settings.Begun{Zone: "Europe/London", Currency: "NZD"}},
		{settings.Begun{Currency: "GBP"}, settings.Begun{Zone: "Europe/London", Currency: "GBP"}},
		{settings.Begun{}, settings.Begun{Zone: "Europe/London", Currency: "GBP"}},
	} {
		if err := settings.KeepBegun(ctx, db, c.told); err != nil {
			t.Fatal(err)
		}
		if got, err := settings.BegunWith(ctx, db, c.told); err != nil || got != c.want {
			t.Errorf("told %v: %v, %v; want %v", c.told, got, err, c.want)
		}
	}
	addSomeone(t, db)
	if err := settings.KeepBegun(ctx, db, settings.Begun{Zone: "Asia/Tokyo"}); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.BegunWith(ctx, db, settings.Begun{Zone: "Asia/Tokyo"}); err == nil ||
		!strings.Contains(err.Error(), "begun with Europe/London") {
		t.Errorf("with someone in it: %v", err)
	}
}

// A society in PostgreSQL is not begun again: another copy may have it open, with the clocks and the money of before.
func TestASocietyOfSeveralCopiesIsBegunOnce(t *testing.T) {
	db := storetest.Postgres(t)
	for _, told := range []settings.Begun{{}, {Zone: "Asia/Tokyo", Currency: "USD"}} {
		if err := settings.KeepBegun(ctx, db, told); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := settings.BegunWith(ctx, db, settings.Begun{}); err != nil || got.Zone != "Pacific/Auckland" || got.Currency != "NZD" {
		t.Errorf("%v, %v", got, err)
	}
}

// addSomeone has one person in the register.
func addSomeone(t *testing.T, db *store.DB) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO person (family_name, given_names, name_key, sort_key, created_at)
			VALUES ('Testcase', 'Aroha', 'aroha', 'aroha', '2026-07-01T00:00:00.000Z')`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// Two copies that begin one society in two ways keep one of them, and the other copy is refused.
func TestTwoCopiesBeginASociety(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		told := []settings.Begun{{Zone: "Europe/London", Currency: "GBP"}, {Zone: "Asia/Tokyo", Currency: "USD"}}
		var both sync.WaitGroup
		for _, b := range told {
			both.Go(func() {
				if err := settings.KeepBegun(ctx, db, b); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		refused := 0
		for _, b := range told {
			if _, err := settings.BegunWith(ctx, db, b); err != nil {
				refused++
			}
		}
		if refused != 1 {
			t.Errorf("%d of two are refused", refused)
		}
	})
}
