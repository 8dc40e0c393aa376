package logbook

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

func TestWhichLooksHaveAnEntry(t *testing.T) {
	for _, tt := range []struct {
		name                  string
		times, people, logged int
		look                  Look
		want                  bool
	}{
		{"the first page", 0, 0, 0, Look{People: 50}, true},
		{"the same page again", 1, 50, 50, Look{People: 49}, false},
		{"the page after, which doubles it", 1, 50, 50, Look{People: 50}, true},
		{"less than double", 2, 100, 100, Look{People: 99}, false},
		{"a file", 9, 400, 390, Look{People: 1, File: true}, true},
	} {
		times, people, entry := next(tt.times, tt.people, tt.logged, tt.look)
		if entry != tt.want || times != tt.times+1 || people != tt.people+tt.look.People {
			t.Errorf("%s: %d, %d, %v; want %v", tt.name, times, people, entry, tt.want)
		}
	}
}

// readings are the entries about lists, the oldest first.
func (w *world) readings() []string {
	w.t.Helper()
	records, err := audit.Find(ctx, w.db, audit.Filter{Object: "list"}, 100)
	w.must(err)
	var out []string
	for _, r := range records {
		out = append([]string{fmt.Sprintf("%s %s %d %s", r.By.Name, r.Action, r.ObjectID, r.Detail)}, out...)
	}
	return out
}

func TestReadingPeopleInBulkIsLogged(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		treasurer := auth.Actor{Person: w.officer("Rimu", "", auth.Treasurer), Name: "Kiri Rimu"}
		look := func(l Look) { w.t.Helper(); w.must(w.s.Looked(ctx, treasurer, l)) }
		look(Look{List: "register"})
		for range 4 {
			look(Look{List: "register", People: 50})
		}
		look(Look{List: "members of a club", ID: 7, People: 12, File: true})
		look(Look{List: "members of a club", ID: 7, People: 12, File: true})
		w.now = civil.MustParseInstant("2026-11-02T00:00:00.000Z")
		look(Look{List: "register", People: 50})
		want := strings.TrimSpace(`
Kiri Rimu read.people 0 {"after":{"list":"register","people":50,"times_today":1,"people_today":50}}
Kiri Rimu read.people 0 {"after":{"list":"register","people":50,"times_today":2,"people_today":100}}
Kiri Rimu read.people 0 {"after":{"list":"register","people":50,"times_today":4,"people_today":200}}
Kiri Rimu read.people 7 {"after":{"list":"members of a club","people":12,"file":true,"times_today":1,"people_today":12}}
Kiri Rimu read.people 7 {"after":{"list":"members of a club","people":12,"file":true,"times_today":2,"people_today":24}}
Kiri Rimu read.people 0 {"after":{"list":"register","people":50,"times_today":1,"people_today":50}}`)
		if got := strings.Join(w.readings(), "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

func TestABackupIsInTheLog(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.officer("Rimu", "", auth.President)
		w.officer("Kauri", "", auth.Secretary)
		w.must(w.s.BackedUp(ctx, auth.System("the console")))
		want := `the console read.people 0 {"after":{"list":"backup","people":2,"file":true,"times_today":1,"people_today":2}}`
		if got := strings.Join(w.readings(), "\n"); got != want {
			t.Errorf("got %s", got)
		}
	})
}

func TestLooksAtOnceAreCountedOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		reader := auth.Actor{Person: w.officer("Rimu", "", auth.Treasurer), Name: "Kiri Rimu"}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if err := w.s.Looked(ctx, reader, Look{List: "register", People: 10}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := len(w.readings()); got != 4 { // 10, 20, 40 and 80 people
			t.Errorf("%d entries, want 4", got)
		}
	})
}
