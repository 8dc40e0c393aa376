package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// bothTowns runs a test on a small society on either database. The second site of it is another copy of the program on
// the same database.
func bothTowns(t *testing.T, test func(t *testing.T, a, b *kittest.Site, half kittest.Half)) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		a := kittest.NewSite(t, db)
		small := a.FillSmall()
		test(t, a, kittest.NewSite(t, db), small.Halves[0])
	})
}

// TestAKeptPageShowsWhatIsSo: whatever is changed here or by another copy of the program is on the next look: what is
// kept is what a program that has just been started shows.
func TestAKeptPageShowsWhatIsSo(t *testing.T) {
	bothTowns(t, func(t *testing.T, a, b *kittest.Site, half kittest.Half) {
		ctx, at := t.Context(), "/events/"+half.Slug
		last := map[string]string{}
		changes := func(what, path string) (shown string) {
			t.Helper()
			shown = kittest.NewSite(t, a.DB).Browser("").Get(path).Body
			if shown == last[path] {
				t.Fatalf("%s: %s does not change", what, path)
			}
			for name, s := range map[string]*kittest.Site{"here": a, "the other copy": b} {
				for range 2 {
					if got := s.Browser("").Get(path).Body; got != shown {
						t.Errorf("%s, %s: %s shows something else\n%s", what, name, path, kittest.LineDiff(shown, got))
					}
				}
			}
			last[path] = shown
			return shown
		}
		pages := []string{at, at + ".json", at + ".csv", at + "/sections/open/players"}
		for _, path := range pages {
			changes("at first", path)
		}
		chart, err := a.Tournaments.Wallchart(ctx, kittest.Program, half.Section)
		a.Must(err)
		game := chart.Rounds[0].Games[0]
		_, err = b.Results.Enter(ctx, kittest.Program, results.Entry{Game: game.ID, Version: game.Version, Result: pairing.BlackWins})
		a.Must(err)
		for _, path := range pages[:3] {
			changes("a result", path)
		}
		file, err := a.Members.File(ctx, kittest.Program, half.People[0])
		a.Must(err)
		name := file.Person.Name.Given
		a.Must(b.Members.EditOwn(ctx, kittest.Program, members.OwnInput{
			ID: half.People[0], Version: file.Person.Version, Alias: "Ruru", PublicAs: members.ByAlias,
		}))
		for _, path := range pages {
			if shown := changes("someone is hidden", path); strings.Contains(shown, name) || !strings.Contains(shown, "Ruru") {
				t.Errorf("%s names who is hidden", path)
			}
		}
		a.Must(a.DB.InTx(ctx, func(tx *store.Tx) error { // without the log
			_, err := tx.Exec(ctx, `UPDATE person SET alias = 'Kea' WHERE id = $1`, half.People[0])
			return err
		}))
		if got := a.Browser("").Get(at).Body; !strings.Contains(got, "Kea") {
			t.Error("what this program changes without the log is not shown")
		}
	})
}

// TestADraftIsNotKept: an event whose announcement is withdrawn is nowhere, also where its page was kept.
func TestADraftIsNotKept(t *testing.T) {
	bothTowns(t, func(t *testing.T, a, b *kittest.Site, _ kittest.Half) {
		ctx, day := t.Context(), a.Now.Date()
		e, err := a.Tournaments.CreateEvent(ctx, kittest.Program, tournaments.EventInput{Name: "Summer Cup", From: day, To: day})
		a.Must(err)
		_, err = a.Tournaments.AddSection(ctx, kittest.Program, e.ID, tournaments.SectionInput{
			Name: "Open", Settings: tournaments.DefaultSettings(),
		})
		a.Must(err)
		all := func(status int) {
			t.Helper()
			for _, s := range []*kittest.Site{a, b} {
				for _, path := range []string{"", ".json", ".csv", "/sections/open"} {
					s.Browser("").Get("/events/"+e.Slug+path).Wants(t, status)
				}
				if shown := strings.Contains(s.Browser("").Get("/events").Body, "Summer Cup"); shown != (status == http.StatusOK) {
					t.Errorf("the list of events names it: %v", shown)
				}
			}
		}
		version := func() int64 {
			e, err := a.Tournaments.EventByID(ctx, kittest.Program, e.ID)
			a.Must(err)
			return e.Version
		}
		all(http.StatusNotFound)
		a.Must(a.Tournaments.Announce(ctx, kittest.Program, e.ID, version()))
		all(http.StatusOK)
		a.Must(b.Tournaments.Unannounce(ctx, kittest.Program, e.ID, version()))
		all(http.StatusNotFound)
	})
}

// TestAKeptPageIsNobodys: who is signed in sees their own, and nobody sees theirs.
func TestAKeptPageIsNobodys(t *testing.T) {
	bothTowns(t, func(t *testing.T, a, _ *kittest.Site, half kittest.Half) {
		account, _ := a.Account("Hinewai", "Tester", auth.Office{Role: auth.Director, Event: half.Event})
		at := "/events/" + half.Slug
		nobody, director := a.Browser(""), a.Browser(a.Session(account))
		for range 3 {
			if got := director.Get(at); !strings.Contains(got.Body, "Hinewai") || got.Header.Get("ETag") != "" ||
				got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("the director is given the page of others: %v", got.Header)
			}
			got := nobody.Get(at)
			if strings.Contains(got.Body, "Hinewai") || got.Header.Get("ETag") == "" || !strings.Contains(got.Body, "Sign in") {
				t.Errorf("nobody is given the page of the director: %v", got.Header)
			}
		}
	})
}

// getWith sends a request with headers.
func getWith(s *kittest.Site, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "go.example.nz"
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestPagesAndDataHaveTags(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	event := "/events/" + half.Slug
	for _, path := range []string{
		"/", "/events", "/ratings", "/ratings.json", "/ratings.csv", event, event + ".json", event + ".csv",
		event + "/sections/open/standings", event + "/sections/open/standings.json", "/clubs", "/static/app.css",
	} {
		plain := getWith(s, path)
		tag := plain.Header().Get("ETag")
		if plain.Code != http.StatusOK || tag == "" {
			t.Errorf("%s: status %d, tag %q", path, plain.Code, tag)
			continue
		}
		again := getWith(s, path, "If-None-Match", `"other", `+tag)
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s: who has it is answered %d with %d bytes", path, again.Code, again.Body.Len())
		}
		if other := getWith(s, path, "If-None-Match", `"other"`); other.Code != http.StatusOK {
			t.Errorf("%s: who has another is answered %d", path, other.Code)
		}
		packed := getWith(s, path, "Accept-Encoding", "gzip, br")
		if packed.Header().Get("Content-Encoding") == "gzip" {
			z, err := gzip.NewReader(packed.Body)
			s.Must(err)
			whole, err := io.ReadAll(z)
			if err != nil || string(whole) != plain.Body.String() {
				t.Errorf("%s: the compressed page is another: %v", path, err)
			}
		} else if plain.Body.Len() > 1400 {
			t.Errorf("%s: %d bytes are not compressed", path, plain.Body.Len())
		}
		if !strings.Contains(packed.Header().Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: Vary is %q", path, packed.Header().Get("Vary"))
		}
		others := packed.Header().Get("Access-Control-Allow-Origin")
		if wants := strings.HasSuffix(path, ".json"); wants != (others == "*") {
			t.Errorf("%s: other sites may read it: %q", path, others)
		}
	}
}

// TestWhoFollowsAPageFetchesWhatChanges: without the frame around it, and never instead of the page.
func TestWhoFollowsAPageFetchesWhatChanges(t *testing.T) {
	s := kittest.EmptySite(t)
	at := "/events/" + s.FillSmall().Halves[0].Slug
	for range 2 {
		page, part := getWith(s, at).Body.String(), getWith(s, at, "X-Part", "main").Body.String()
		if !strings.Contains(page, "<!DOCTYPE html>") || !strings.Contains(page, part) {
			t.Error("the page is not whole")
		}
		if strings.Contains(part, "<body") || !strings.Contains(part, `id="event"`) {
			t.Errorf("the part is %.200s", part)
		}
		if other := getWith(s, at, "X-Part", "1").Body.String(); other != page {
			t.Error("a script that looks where a form leads is not given the page")
		}
	}
}
