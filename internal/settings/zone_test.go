package settings_test

import (
	"strings"
	"sync"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

func TestASocietyKeepsTheZoneItWasBegunWith(t *testing.T) {
	for _, c := range []struct{ begun, told, has, refused string }{
		{"", "", "Pacific/Auckland", ""},
		{"", "Pacific/Auckland", "Pacific/Auckland", ""},
		{"", "Europe/London", "", "begun with Pacific/Auckland"},
		{"Europe/London", "", "Europe/London", ""},
		{"Europe/London", "Europe/London", "Europe/London", ""},
		{"Europe/London", "Pacific/Auckland", "", "begun with Europe/London"},
	} {
		t.Run(c.begun+" then "+c.told, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				if got, err := settings.Zone(ctx, db, c.told); err != nil || c.told != "" && got != c.told {
					t.Fatalf("before it is begun: %q, %v", got, err)
				}
				for _, told := range []string{c.begun, c.told} { // the second start
					if err := settings.KeepZone(ctx, db, told); err != nil {
						t.Fatal(err)
					}
				}
				got, err := settings.Zone(ctx, db, c.told)
				if c.refused == "" && (err != nil || got != c.has) {
					t.Errorf("%q, %v", got, err)
				}
				if c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
					t.Errorf("%q, %v", got, err)
				}
			})
		})
	}
}

// Two copies that begin one society with two zones keep one of them, and the other copy is refused.
func TestTwoCopiesBeginASociety(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		told := []string{"Europe/London", "Asia/Tokyo"}
		var both sync.WaitGroup
		for _, zone := range told {
			both.Go(func() {
				if err := settings.KeepZone(ctx, db, zone); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		refused := 0
		for _, zone := range told {
			if _, err := settings.Zone(ctx, db, zone); err != nil {
				refused++
			}
		}
		if refused != 1 {
			t.Errorf("%d of two are refused", refused)
		}
	})
}

// The program is New Zealand's as long as nothing else was said.
func TestTheZoneOfTheProgram(t *testing.T) {
	if got := civil.Zone().String(); got != civil.NewZealand {
		t.Error(got)
	}
}
