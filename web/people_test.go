package web_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// filesOfNobody are files for people who are signed in that give out no list of
// people's data, and why.
var filesOfNobody = map[string]string{
	"/members/:id/card.pdf":                           "one person’s",
	"/me/data.json":                                   "one’s own",
	"/me/data.txt":                                    "one’s own",
	"/members/retention/reports.xlsx":                 "counts of what was removed",
	"/members/retention/reports.csv":                  "counts of what was removed",
	"/members/:id/payments/:payment/receipt.pdf":      "one person’s",
	"/books/payments/:id/receipt.pdf":                 "one payer’s",
	"/books/invoices/:id/invoice.pdf":                 "one payer’s",
	"/books/clubs/:id/statement.pdf":                  "one club’s",
	"/books/people/:id/statement.pdf":                 "one person’s",
	"/books/accounts.xlsx":                            "accounts and their balances",
	"/books/accounts.csv":                             "accounts and their balances",
	"/books/year.pdf":                                 "sums of a year",
	"/books/figures.xlsx":                             "counts and sums by year",
	"/books/figures.csv":                              "counts and sums by year",
	"/treasurer/rates.xlsx":                           "amounts by year",
	"/treasurer/rates.csv":                            "amounts by year",
	"/duties.xlsx":                                    "what is due for the reader, and of which office",
	"/duties.csv":                                     "what is due for the reader, and of which office",
	"/newsletter/desk/:id/issue.pdf":                  "what is or will be public",
	"/titles/awards/:award/certificate.pdf":           "one person’s",
	"/diplomas/numbers/:number/diploma.pdf":           "one person’s",
	"/director/sections/:id/badges.pdf":               "what the section’s public list of players shows",
	"/director/sections/:id/prizes/list.pdf":          "names of the section’s public list of players",
	"/director/sections/:id/prizes/list.xlsx":         "names of the section’s public list of players",
	"/director/sections/:id/prizes/certificates.pdf":  "names of the section’s public list of players",
	"/director/sections/:id/rounds/:round/bundle.pdf": "what the section’s public draw shows",
	"/director/events/:id/rounds/:round/sheet.pdf":    "what the public draws show",
	"/director/events/:id/rounds/:round/bundle.pdf":   "what the public draws show",
	"/director/events/:id/wall-chart.pdf":             "what the public crosstables show",
	"/director/events/:id/check-in.pdf":               "what the public lists of players show",
	"/director/sections/:id/poster.pdf":               "a code and the name of the event",
	"/take-over/members.xlsx":                         "an empty form",
	"/take-over/members.csv":                          "an empty form",
	"/titles/desk/champions.xlsx":                     "an empty form",
	"/titles/desk/champions.csv":                      "an empty form",
	"/ratings/desk/list.pdf":                          "what the public rating list shows",
	"/ratings/desk/list.xlsx":                         "what the public rating list shows",
	"/ratings/desk/list.csv":                          "what the public rating list shows",
	"/ratings/desk/list.json":                         "what the public rating list shows",
	"/ratings/desk/list.txt":                          "what the public rating list shows",
	"/ratings/desk/changes.pdf":                       "what the public rating list shows",
	"/ratings/desk/changes.xlsx":                      "what the public rating list shows",
	"/ratings/desk/changes.csv":                       "what the public rating list shows",
	"/ratings/desk/changes.json":                      "what the public rating list shows",
	"/treasurer/clubs.xlsx":                           "clubs and their own addresses",
	"/treasurer/clubs.csv":                            "clubs and their own addresses",
	"/clubs/:id/template.xlsx":                        "an empty form",
	"/clubs/:id/template.csv":                         "an empty form",
	"/returns/:id/receipt.pdf":                        "a club’s",
	"/meetings/:id/notice.pdf":                        "what every member is sent",
	"/meetings/:id/ballots.pdf":                       "papers without names",
	"/meetings/:id/count.pdf":                         "papers without names",
	"/meetings/:id/nomination.pdf":                    "an empty form",
	"/meetings/:id/minutes.pdf":                       "what every member may read",
	"/committee/resolutions.xlsx":                     "the committee’s records",
	"/committee/resolutions.csv":                      "the committee’s records",
	"/committee/payments.xlsx":                        "the committee’s records",
	"/committee/payments.csv":                         "the committee’s records",
	"/committee/payments/:id/approval.pdf":            "the committee’s records",
	"/committee/seal.xlsx":                            "the committee’s records",
	"/committee/seal.csv":                             "the committee’s records",
	"/committee/seal.pdf":                             "the committee’s records",
	"/postal-votes/:id/key/test.age":                  "a test of a key",
	"/postal-votes/:id/change/key/test.age":           "a test of a key",
	"/postal-votes/:id/tally.pdf":                     "an empty form",
	"/postal-votes/:id/package.json":                  "motions, tellers and hashes",
	"/postal-votes/:id/report.pdf":                    "totals",
	"/postal-votes/:id/destruction.pdf":               "totals",
	"/director/rulings/:id/sheet.pdf":                 "one game",
	"/play/:id/record.sgf":                            "one game",
	"/play/:id/record.pdf":                            "one game",
	"/director/sections/:id/entries.csv":              "players and grades, as everybody sees them",
	"/director/sections/:id/entries.xlsx":             "players and grades, as everybody sees them",
	"/director/events/:id/entries.csv":                "players and grades, as everybody sees them",
	"/director/events/:id/entries.xlsx":               "players and grades, as everybody sees them",
	"/director/sections/:id/cards.pdf":                "codes of tables",
	"/director/sections/:id/files/event.json":         "players and games, as everybody sees them",
	"/director/sections/:id/files/event.xml":          "players and games, as everybody sees them",
	"/director/sections/:id/files/event.h9":           "players and games, as everybody sees them",
	"/director/sections/:id/files/event.tou":          "players and games, as everybody sees them",
	"/director/sections/:id/files/event.csv":          "players and games, as everybody sees them",
	"/director/sections/:id/files/event.aga":          "players and games, as everybody sees them",
	"/director/sections/:id/rounds/:round/slips.pdf":  "the draw, as everybody sees it",
	"/letters/labels/test.pdf":                        "the edges of labels",
}

func TestEveryFileSaysWhetherItListsPeople(t *testing.T) {
	left := map[string]bool{}
	for route := range filesOfNobody {
		left[route] = true
	}
	s := kittest.EmptySite(t)
	for _, r := range s.Routes() {
		if r.Method != http.MethodGet || r.Access.Public || path.Ext(r.Path) == "" {
			continue
		}
		if known := filesOfNobody[r.Path] != ""; known == (r.People != "") {
			t.Errorf("%s: say by Lists whose data it gives out, or in filesOfNobody why it gives out nobody’s", r.Path)
		}
		delete(left, r.Path)
	}
	for route := range left {
		t.Errorf("%s is no file of the site", route)
	}
}

var planted = regexp.MustCompile(`planted[0-9]+@example\.nz|\+64 21 777 [0-9]+`)

// Whoever is given contact data of several people is written into the log: every
// route is asked by those who may see the most, and what they are given is searched.
func TestReadingPeopleInBulkIsLogged(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	plant(t, site)
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	logged := 0
	for _, title := range []string{"admin", "pres.", "secr.", "treas.", "comm.", "club own", "dir. all", "ref. all"} {
		v := w.visits[slices.IndexFunc(w.visits, func(v visit) bool { return v.title == title })]
		for _, r := range site.Routes() {
			if r.Method != http.MethodGet || r.Ungated || r.Access.Public && r.Path != "/clubs" {
				continue
			}
			before := readings(t, site.DB)
			status, body := fetch(t, server.URL+address(t, r.Path, w.small.Halves[v.half], v), v.session)
			found := map[string]bool{}
			for _, text := range planted.FindAllString(body, -1) {
				found[text] = true
			}
			wrote := readings(t, site.DB) - before
			switch {
			case status >= http.StatusInternalServerError:
				t.Errorf("%s at %s: %d", title, r.Path, status)
			case len(found) > 2 && r.People == "": // one person has two
				t.Errorf("%s is given contact data of several people by %s, which the log does not know of: "+
					"say by Lists what it gives out", title, r.Path)
			case r.People == "" && wrote > 0:
				t.Errorf("%s at %s: %d entries, want none", title, r.Path, wrote)
			case r.People != "" && len(found) > 2 && wrote != 1:
				t.Errorf("%s at %s was given contact data of several people with %d entries, want 1", title, r.Path, wrote)
			}
			logged += wrote
		}
	}
	if logged < 12 {
		t.Errorf("only %d readings were logged: the test does not reach the lists", logged)
	}
}

// Names of the register, without contact data, are read in bulk too: by looking for one
// person after another, at the door of a meeting, on voting papers.
func TestReadingNamesInBulkIsLogged(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	marked := map[string]bool{
		"GET /admin/accounts/invite": false, "GET /admin/offices/appoint": false, "GET /admin/requests": false,
		"GET /committee/coopt": false, "GET /committee/acting": false, "GET /director/events/:id/officials/appoint": false,
		"GET /meetings/:id/door": false, "POST /postal-votes/:id/papers/print": false,
		"GET /committee/exclusions/new": false, "GET /members/names": false, "GET /meetings/:id/names": false,
		"GET /postal-votes/:id/names": false,
	}
	for _, r := range site.Routes() {
		route := r.Method + " " + r.Path
		if _, known := marked[route]; known {
			marked[route] = r.People != ""
		}
	}
	for route, is := range marked {
		if !is {
			t.Errorf("%s is not there, or its reading is not written down", route)
		}
	}
	v := w.visits[slices.IndexFunc(w.visits, func(v visit) bool { return v.title == "dir. all" })]
	page := address(t, "/director/events/:id/officials/appoint", w.small.Halves[v.half], v)
	for _, look := range []struct {
		query string
		wrote int
	}{{"", 0}, {"?q=zzzz", 0}, {"?q=a", 1}, {"?q=a", 1}, {"?q=a", 0}} { // the second doubles what the first named
		before := readings(t, site.DB)
		status, body := fetch(t, server.URL+page+look.query, v.session)
		if wrote := readings(t, site.DB) - before; status != http.StatusOK || wrote != look.wrote {
			t.Errorf("looking for %q: %d with %d entries, want %d\n%.300s", look.query, status, wrote, look.wrote, body)
		}
	}
}

// Attack: a member of the committee types one letter after the other where names are
// proposed or searched, and has the register. The log says about how many people they
// were shown; whoever types one name has one entry, and a page without names has none.
func TestWalkingTheAlphabetIsLogged(t *testing.T) {
	w := newTown(t)
	for _, c := range []struct {
		path, quiet string
		shown       int // names in all, at least
	}{
		{"/members/names", "?q=zzzz", 100},
		{"/committee/exclusions/new", "?of=club", 100},
		{"/meetings/:id/names", "?q=zzzz", 8},
	} {
		t.Run(c.path, func(t *testing.T) {
			v := w.visits[slices.IndexFunc(w.visits, func(v visit) bool { return v.title == "secr." })]
			path := address(t, c.path, w.small.Halves[v.half], v)
			look := func(server *httptest.Server, query string) {
				t.Helper()
				if status, body := fetch(t, server.URL+path+query, v.session); status != http.StatusOK {
					t.Fatalf("%s: %d\n%.300s", query, status, body)
				}
			}
			server, site := w.openAt(t, "http://go.example.nz")
			look(server, "")
			look(server, c.quiet)
			if n := len(looks(t, site.DB)); n != 0 {
				t.Errorf("no name was shown, and there are %d entries", n)
			}
			for _, typed := range []string{"Aro", "Aroh", "Aroha"} {
				look(server, "?q="+typed)
			}
			if n := len(looks(t, site.DB)); n < 1 || n > 2 {
				t.Errorf("whoever types one name has %d entries", n)
			}
			for letter := 'a'; letter <= 'z'; letter++ {
				look(server, "?q="+string(letter))
			}
			list := looks(t, site.DB)
			if n := len(list); n < 3 || n > 8 {
				t.Fatalf("the whole alphabet has %d entries", n)
			}
			var said struct {
				After struct {
					People int `json:"people_today"`
				} `json:"after"`
			}
			newest := list[0]
			site.Must(json.Unmarshal([]byte(newest.Detail), &said))
			if said.After.People < c.shown/2 {
				t.Errorf("the newest entry is by %+v and says %s", newest.By, newest.Detail)
			}
		})
	}
}

// Without an entry there is no answer: a log that cannot be written gives nothing out.
func TestNoEntryNoList(t *testing.T) {
	w := newTown(t)
	server, site := w.openAt(t, "http://go.example.nz")
	plant(t, site)
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `
			CREATE TRIGGER no_entry BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(FAIL, 'the disk is full'); END`)
		return err
	}))
	v := w.visits[slices.IndexFunc(w.visits, func(v visit) bool { return v.title == "treas." })]
	for _, list := range []string{"/members", "/members.xlsx", "/members.csv", "/members.pdf", "/members/register.pdf"} {
		status, body := fetch(t, server.URL+list, v.session)
		if status < http.StatusInternalServerError || planted.MatchString(body) || strings.Contains(body, "Aroha Kāpiti") {
			t.Errorf("%s: %d, %.300s", list, status, body)
		}
	}
}

// plant gives everybody contact data that a search finds again.
func plant(t *testing.T, site *kittest.Site) {
	t.Helper()
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for _, statement := range []string{
			`UPDATE person SET email = 'planted' || id || '@example.nz', phone = '+64 21 777 ' || id`,
			`UPDATE account SET email = 'planted' || person_id || '@example.nz'`,
		} {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}
		return nil
	}))
}

// readings is how many entries of the log say that somebody read people's data.
func readings(t *testing.T, q store.Queryer) int {
	t.Helper()
	return len(looks(t, q))
}

// looks are those entries, the newest first.
func looks(t *testing.T, q store.Queryer) []audit.Record {
	t.Helper()
	list, err := audit.Find(t.Context(), q, audit.Filter{Object: "list"}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// fetch is an answer with its text; of a spreadsheet that of its parts.
func fetch(t *testing.T, url, session string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "nzgs", Value: session})
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(r.URL.Path, "."+kit.FormatXLSX) {
		return answer.StatusCode, string(raw)
	}
	book, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return answer.StatusCode, string(raw)
	}
	var text strings.Builder
	for _, part := range book.File {
		content, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&text, content); err != nil {
			t.Fatal(err)
		}
		content.Close()
		fmt.Fprintln(&text)
	}
	return answer.StatusCode, text.String()
}
