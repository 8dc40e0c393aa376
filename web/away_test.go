package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// takenWhileAway are forms about an event that are taken while it is at its venue, and why.
var takenWhileAway = map[string]string{
	"/director/events":                           "another event",
	"/director/events/:id/officials/:office/end": "offices are the society’s",
	"/director/events/:id/disputes/letters":      "what an official wants letters about",
	"/director/events/:id/venue/reclaim":         "the way back",
}

// takenWhileCancelled are forms about an event that are taken while it is cancelled, and why.
var takenWhileCancelled = map[string]string{
	"/director/events":                           "another event",
	"/director/events/:id/officials/:office/end": "offices are the society’s",
	"/director/events/:id/disputes/letters":      "what an official wants letters about",
	"/director/events/:id/reinstate":             "the way back",
	"/director/applications/:id/paid":            "what came in, or went back",
	"/director/events/:id/online/paid":           "what came in",
}

// awayForm fills what forms about an event ask for, so that each gets as far as the event itself.
var awayForm = url.Values{
	"version": {"1"}, "name": {"Another name"}, "place": {"Wellington"}, "from": {"2026-11-21"}, "to": {"2026-11-22"},
	"result": {"W"}, "side": {"black"}, "reason": {"A reason that is long enough"}, "round": {"1"}, "rounds": {"3"},
	"table": {"1"}, "letters": {"on"}, "address": {"fan@example.nz"}, "komi": {"6.5"}, "confirm": {"yes"},
}

// While an event is at its venue no form about it changes anything on the site: whoever adds one meets this test.
func TestNoFormChangesAnEventThatIsAway(t *testing.T) {
	noFormChanges(t, takenWhileAway, func(tx *store.Tx, s *kittest.Site, id tournaments.EventID) error {
		return s.Tournaments.SetAway(t.Context(), tx, id, tournaments.Lent)
	})
}

// Nor while it is cancelled.
func TestNoFormChangesAnEventThatIsCancelled(t *testing.T) {
	noFormChanges(t, takenWhileCancelled, func(tx *store.Tx, s *kittest.Site, id tournaments.EventID) error {
		return s.Tournaments.SetCancelled(t.Context(), tx, id, tournaments.Cancellation{Is: true, Reason: "Flood."})
	})
}

func noFormChanges(
	t *testing.T, taken map[string]string, end func(tx *store.Tx, s *kittest.Site, id tournaments.EventID) error,
) {
	t.Helper()
	w := newTown(t)
	server, site := w.openAt(t, "http://go.example.nz")
	half := w.small.Halves[0]
	visitor := w.visits[slices.IndexFunc(w.visits, func(v visit) bool { return v.title == "dir. all" })]
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error { return end(tx, site, half.Event) }))
	before := everything(t, site)
	for _, r := range kittest.NewSite(t, site.DB).Routes() {
		about := strings.HasPrefix(r.Path, "/director/") || strings.HasPrefix(r.Path, "/games/:id") ||
			strings.HasPrefix(r.Path, "/t/") || strings.HasPrefix(r.Path, "/events/:event")
		if r.Method != http.MethodPost || !about || taken[r.Path] != "" {
			continue
		}
		status := sendAway(t, server, address(t, r.Path, half, visitor), visitor.session)
		now := everything(t, site)
		for table, rows := range now {
			if rows != before[table] {
				t.Errorf("%s answers %d and changes %s", r.Path, status, table)
			}
		}
		before = now
	}
}

// notOfEvents are tables that a form changes whatever becomes of it.
var notOfEvents = []string{"session", "audit_log", "form_answer"}

// everything is every table of the site, as text.
func everything(t *testing.T, site *kittest.Site) map[string]string {
	t.Helper()
	names, err := store.All(t.Context(), site.DB, store.Value[string], `SELECT name FROM sqlite_master WHERE type = 'table'`)
	site.Must(err)
	out := make(map[string]string, len(names))
	for _, name := range names {
		if slices.Contains(notOfEvents, name) {
			continue
		}
		rows, err := site.DB.Query(t.Context(), `SELECT * FROM `+name)
		site.Must(err)
		columns, err := rows.Columns()
		site.Must(err)
		var b strings.Builder
		for rows.Next() {
			row, to := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				to[i] = &row[i]
			}
			site.Must(rows.Scan(to...))
			fmt.Fprintln(&b, row...)
		}
		site.Must(errors.Join(rows.Err(), rows.Close()))
		out[name] = b.String()
	}
	return out
}

func sendAway(t *testing.T, server *httptest.Server, path, session string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(awayForm.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(&http.Cookie{Name: "nzgs", Value: session})
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	answer.Body.Close()
	return answer.StatusCode
}
