package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

const accessFile = "testdata/access.txt"

const accessHead = `Who may come to which route: what the site answers, asked for real with an empty
form. in: sign in first. 403: not yours. Anything else reached the page: 200, 303
after a change, 404 when there is no such thing (or none that this person may
know of), 409 and 422 when an empty form cannot be carried out.

signed in again: only for those who have signed in within the last ten minutes, as
all of them here have.

self: a member's own person. own: the club or the event of the office; oth.: the
other club or event. all: director or referee of every event.

`

// visitor is somebody who comes to every route.
type visitor struct {
	title   string
	offices func(m kittest.SmallSociety) []auth.Office // nil: nobody is signed in
	half    int                                        // whose club, event and people the addresses name
	self    bool                                       // the addresses name the person who comes
}

func holding(roles ...auth.Role) func(kittest.SmallSociety) []auth.Office {
	return func(kittest.SmallSociety) []auth.Office {
		offices := make([]auth.Office, len(roles))
		for i, r := range roles {
			offices[i].Role = r
		}
		return offices
	}
}

func serving(role auth.Role) func(kittest.SmallSociety) []auth.Office {
	return func(m kittest.SmallSociety) []auth.Office {
		return []auth.Office{{Role: role, Event: m.Halves[0].Event}}
	}
}

func clubSecretary(m kittest.SmallSociety) []auth.Office {
	return []auth.Office{{Role: auth.ClubSecretary, Club: m.Halves[0].Club}}
}

var visitors = []visitor{
	{title: "nobody"},
	{title: "member", offices: holding()},
	{title: "self", offices: holding(), self: true},
	{title: "admin", offices: holding(auth.Administrator)},
	{title: "pres.", offices: holding(auth.President)},
	{title: "secr.", offices: holding(auth.Secretary)},
	{title: "treas.", offices: holding(auth.Treasurer)},
	{title: "comm.", offices: holding(auth.Committee)},
	{title: "ratings", offices: holding(auth.RatingsOfficer)},
	{title: "club own", offices: clubSecretary},
	{title: "club oth.", offices: clubSecretary, half: 1},
	{title: "dir. own", offices: serving(auth.Director)},
	{title: "dir. oth.", offices: serving(auth.Director), half: 1},
	{title: "dir. all", offices: holding(auth.Director)},
	{title: "ref. own", offices: serving(auth.Referee)},
	{title: "ref. oth.", offices: serving(auth.Referee), half: 1},
	{title: "ref. all", offices: holding(auth.Referee)},
}

// samples say what stands for a parameter of an address; the first that fits
// counts.
var samples = []struct {
	prefix, param string
	value         func(h kittest.Half, v visit) string
}{
	{"/static/", "*", func(kittest.Half, visit) string { return "app.css" }},
	{"/entered/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/take-over/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/newsletter/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/newsletter/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/bookshop/ordered/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/bookshop/", "article", func(kittest.Half, visit) string { return "999999" }},
	{"/bookshop/", "picture", func(kittest.Half, visit) string { return "999999" }},
	{"/bookshop/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/news/", "item", func(kittest.Half, visit) string { return "999999" }},
	{"/news/", "picture", func(kittest.Half, visit) string { return "999999" }},
	{"/news/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/join/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/members/joining/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/my-entries/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/director/applications/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/director/teams/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/director/teams/", "round", func(kittest.Half, visit) string { return "1" }},
	{"/link/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 43) }},
	{"/meetings/", "paper", func(kittest.Half, visit) string { return "999999" }},
	{"/account/factors/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/account/sessions/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/admin/accounts/", "id", func(_ kittest.Half, v visit) string { return kit.IDText(v.someAccount) }},
	{"/admin/accounts/", "session", func(kittest.Half, visit) string { return "999999" }},
	{"/director/sections/", "prize", func(kittest.Half, visit) string { return "1" }},
	{"/admin/invitations/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/admin/requests/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/admin/offices/", "id", func(_ kittest.Half, v visit) string { return kit.IDText(v.someOffice) }},
	{"/members/", "id", func(h kittest.Half, v visit) string { return kit.IDText(v.personOr(h.People[0])) }},
	{"/members/", "departure", func(kittest.Half, visit) string { return "1" }},
	{"/members/", "merge", func(kittest.Half, visit) string { return "1" }},
	{"/members/", "payment", func(h kittest.Half, _ visit) string { return kit.IDText(h.Joined) }},
	{"/members/", "term", func(h kittest.Half, _ visit) string { return kit.IDText(h.Term) }},
	{"/clubs/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Club) }},
	{"/clubs/", "visit", func(kittest.Half, visit) string { return "999999" }},
	{"/visits/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/play/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/play/matches/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/play/ladders/", "game", func(kittest.Half, visit) string { return "go" }},
	{"/rules-of-play/", "game", func(kittest.Half, visit) string { return "hex" }},
	{"/games/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Game) }},
	{"/returns/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Return) }},
	{"/returns/", "row", func(h kittest.Half, _ visit) string { return kit.IDText(h.Row) }},
	{"/returns/", "payment", func(h kittest.Half, _ visit) string { return kit.IDText(h.Payment) }},
	{"/books/clubs/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Club) }},
	{"/books/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/books/", "line", func(kittest.Half, visit) string { return "1" }},
	{"/books/", "part", func(kittest.Half, visit) string { return "1" }},
	{"/books/", "code", func(kittest.Half, visit) string { return "4200" }},
	{"/points/", "player", func(h kittest.Half, _ visit) string { return kit.IDText(h.People[0]) }},
	{"/points/", "year", func(kittest.Half, visit) string { return "2026" }},
	{"/points/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/titles/", "award", func(kittest.Half, visit) string { return "1" }},
	{"/titles/", "title", func(kittest.Half, visit) string { return "1" }},
	{"/titles/", "file", func(kittest.Half, visit) string { return "1" }},
	{"/sitemaps/", "number", func(kittest.Half, visit) string { return "1" }},
	{"/diplomas/", "number", func(kittest.Half, visit) string { return "1" }},
	{"/diplomas/", "player", func(h kittest.Half, _ visit) string { return kit.IDText(h.People[0]) }},
	{"/diplomas/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/ratings/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/ratings/", "player", func(h kittest.Half, _ visit) string { return kit.IDText(h.People[0]) }},
	{"/ratings/events/", "event", func(h kittest.Half, _ visit) string { return h.Slug }},
	{"/events/:event", "event", func(h kittest.Half, _ visit) string { return h.Slug }},
	{"/events/:event", "section", func(kittest.Half, visit) string { return "open" }},
	{"/events/:event", "player", func(kittest.Half, visit) string { return "1" }},
	{"/events/:id", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Event) }},
	{"/director/events/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Event) }},
	{"/director/events/", "office", func(h kittest.Half, v visit) string { return kit.IDText(v.directors[h.Event]) }},
	{"/director/sections/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Section) }},
	{"/director/entries/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Entry) }},
	{"/director/event-versions/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/director/event-files/", "id", func(kittest.Half, visit) string { return "1" }}, // no one else's is ever seen
	{"/director/lists/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Import) }},
	{"/director/games/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Game) }},
	{"/records/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Record) }},
	{"/director/records/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Record) }},
	{"/director/rulings/", "id", func(h kittest.Half, _ visit) string { return kit.IDText(h.Ruling) }},
	{"/admin/first-steps/", "step", func(kittest.Half, visit) string { return "clubs" }},
	{"/committee/act/", "step", func(kittest.Half, visit) string { return "statements:2026-03-31" }},
	{"/committee/act/", "id", func(kittest.Half, visit) string { return "999999" }},
	{"/t/", "card", func(h kittest.Half, _ visit) string { return h.Card }},
	{"/here/", "card", func(h kittest.Half, _ visit) string { return h.Door }},
	{"/card/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/round-letters/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/constitution/rules/", "number", func(kittest.Half, visit) string { return "4.16" }},
	{"/constitution/questions/", "question", func(kittest.Half, visit) string { return "4.1-two-weeks" }},
	{"/duties/calendar/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 43) + ".ics" }},
	{"/postal-votes/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/postal-votes/", "document", func(kittest.Half, visit) string { return "1" }},
	{"/postal-votes/", "envelope", func(kittest.Half, visit) string { return "1" }},
	{"/meetings/:id/elections", "id", func(_ kittest.Half, v visit) string { return kit.IDText(v.agm) }},
	{"/meetings/requests/", "request", func(h kittest.Half, v visit) string { return kit.IDText(v.small.Request) }},
	{"/meetings/", "id", func(h kittest.Half, v visit) string { return kit.IDText(v.small.Meeting) }},
	{"/meetings/", "motion", func(h kittest.Half, v visit) string { return kit.IDText(v.small.Motion) }},
	{"/meetings/", "item", func(kittest.Half, visit) string { return "999999" }},
	{"/meetings/", "note", func(kittest.Half, visit) string { return "999999" }},
	{"/meetings/", "speaker", func(kittest.Half, visit) string { return "999999" }},
	{"/meetings/", "remark", func(kittest.Half, visit) string { return "999999" }},
	{"/meetings/", "task", func(kittest.Half, visit) string { return "999999" }},
	{"/meetings/", "note", func(kittest.Half, visit) string { return "999999" }},
	{"/meetings/", "speaker", func(kittest.Half, visit) string { return "999999" }},
	{"/committee/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/letters/mailings/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/letters/", "occasion", func(kittest.Half, visit) string { return "renew_soon" }},
	{"/letter-choices/", "token", func(kittest.Half, visit) string { return strings.Repeat("A", 26) }},
	{"/outbox/bounces/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/outbox/", "id", func(kittest.Half, visit) string { return "1" }},
	{"/elections/", "id", func(_ kittest.Half, v visit) string { return kit.IDText(v.election) }},
	{"/elections/", "candidate", func(_ kittest.Half, v visit) string { return kit.IDText(v.candidate) }},
	{"/elections/", "count", func(kittest.Half, visit) string { return "1" }},
	{"/", "round", func(kittest.Half, visit) string { return "1" }},
}

// visit is one visitor at one route.
type visit struct {
	visitor
	session     string
	person      members.PersonID // who comes
	someAccount auth.AccountID
	someOffice  auth.OfficeID
	directors   map[auth.EventID]auth.OfficeID // an office of each event
	small       kittest.SmallSociety
	agm         meetings.ID           // that is open, with a tie in an election
	election    elections.ID          // the one with the tie
	candidate   elections.CandidateID // one of those tied
}

// personOr is the person the addresses name: whoever comes, or p.
func (v visit) personOr(p members.PersonID) members.PersonID {
	if v.self {
		return v.person
	}
	return p
}

// address fills a route's path; it fails for a parameter without a sample.
func address(t *testing.T, path string, h kittest.Half, v visit) string {
	t.Helper()
	parts := strings.Split(path, "/")
	for i, part := range parts {
		name, isParam := strings.CutPrefix(part, ":")
		if part == "*" {
			name, isParam = "*", true
		}
		if !isParam {
			continue
		}
		at := slices.IndexFunc(samples, func(s struct {
			prefix, param string
			value         func(kittest.Half, visit) string
		}) bool {
			return s.param == name && strings.HasPrefix(path, s.prefix)
		})
		if at < 0 {
			t.Fatalf("say in samples what stands for :%s in %s", name, path)
		}
		parts[i] = samples[at].value(h, v)
	}
	return strings.Join(parts, "/")
}

// town is the society that the visitors visit: a closed database, copied for
// every route that changes something.
type town struct {
	file   string
	small  kittest.SmallSociety
	visits []visit
}

func newTown(t *testing.T) town {
	t.Helper()
	file := filepath.Join(t.TempDir(), "town.db")
	db, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := kittest.NewSite(t, db)
	w := town{file: file, small: s.FillSmall()}
	club := clubSecretary(w.small)[0]
	someAccount, someone := s.Account("Some", "One", club)
	offices, err := s.Auth.Offices(t.Context(), kittest.Program)
	s.Must(err)
	office := offices[slices.IndexFunc(offices, func(a auth.Appointment) bool { return a.Person == someone })].ID
	directors := map[auth.EventID]auth.OfficeID{}
	agm, election, candidate := s.FillElection()
	for i, c := range visitors {
		v := visit{
			visitor: c, someAccount: someAccount, someOffice: office, directors: directors, small: w.small, agm: agm,
			election: election, candidate: candidate,
		}
		if c.offices != nil {
			var id auth.AccountID
			id, v.person = s.Account(fmt.Sprintf("Visitor%c", 'A'+i), c.title, c.offices(w.small)...)
			v.session = s.Session(id)
		}
		w.visits = append(w.visits, v)
	}
	offices, err = s.Auth.Offices(t.Context(), kittest.Program)
	s.Must(err)
	for _, a := range offices {
		if a.Role == auth.Director && a.Office.Event != 0 {
			directors[a.Office.Event] = a.ID
		}
	}
	s.Must(db.Close())
	return w
}

// open serves a copy of the town.
func (w town) open(t *testing.T) *httptest.Server {
	t.Helper()
	server, _ := w.openAt(t, "http://go.example.nz")
	return server
}

// openAt serves a copy of the town to people who reach it at that address.
func (w town) openAt(t *testing.T, base string) (*httptest.Server, *kittest.Site) {
	t.Helper()
	raw, err := os.ReadFile(w.file)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	site := kittest.NewSite(t, db)
	site.BaseURL = base
	server := httptest.NewServer(site)
	t.Cleanup(func() {
		server.Close()
		db.Close()
	})
	return server, site
}

// ask comes to an address and says in a word what the site answered.
func ask(t *testing.T, server *httptest.Server, method, path, session string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel() // also ends a live page
	r, err := http.NewRequestWithContext(ctx, method, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if session != "" {
		r.AddCookie(&http.Cookie{Name: "nzgs", Value: session})
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	answer.Body.Close()
	return answerOf(answer)
}

// answerOf says in a word what the site answered.
func answerOf(answer *http.Response) string {
	if answer.StatusCode == http.StatusUnauthorized || strings.HasPrefix(answer.Header.Get("Location"), "/sign-in?") {
		return "in"
	}
	return fmt.Sprint(answer.StatusCode)
}

// whoMay says who may come by a route's entry.
func whoMay(a kit.Access) string {
	var who string
	switch {
	case a.Public:
		who = "everyone"
	case a.SignedIn:
		who = "signed in"
	default:
		words := make([]string, len(a.Actions))
		for i, action := range a.Actions {
			words[i] = string(action)
		}
		who = strings.Join(words, " / ")
	}
	if a.Proved {
		who += ", signed in again"
	}
	return who
}

// agrees checks an answer against the route's entry, whatever the golden file
// says.
func (w town) agrees(r kit.Route, v visit, answer string) string {
	actor := auth.Actor{Account: 1, Person: v.person}
	if v.visitor.offices != nil {
		for _, o := range v.visitor.offices(w.small) {
			o.From = kittest.TestNow.Date()
			actor.Offices = append(actor.Offices, o)
		}
	}
	opens := slices.ContainsFunc(r.Access.Actions, func(action auth.Action) bool {
		return auth.CanSomewhere(
			actor, action, kittest.TestNow.Date(),
		)
	})
	switch {
	case strings.HasPrefix(answer, "5"):
		return "the page is broken"
	case r.Access.Public && answer == "in":
		return "a public page asks to sign in"
	case !r.Access.Public && v.session == "" && answer != "in":
		return "nobody came in without signing in"
	case v.session != "" && answer == "in":
		return "somebody signed in is asked to sign in"
	case !r.Access.Public && !r.Access.SignedIn && v.session != "" && !opens && answer != "403":
		return "somebody came in whom the entry does not admit"
	}
	return ""
}

func TestEveryRouteForEveryRole(t *testing.T) {
	w := newTown(t)
	reading := w.open(t)
	var b strings.Builder
	b.WriteString(accessHead)
	titles := []string{}
	for _, c := range visitors {
		titles = append(titles, c.title)
	}
	accessLine(&b, "", "", titles)
	for _, r := range kittest.NewSite(t, nil).Routes() {
		server := reading
		// Wrong codes are counted: what one address took is not to change the answers of the next.
		if r.Method != http.MethodGet || strings.Contains(r.Path, ":token") || strings.Contains(r.Path, ":card") {
			server = w.open(t)
		}
		var answers []string
		for _, v := range w.visits {
			path := address(t, r.Path, w.small.Halves[v.half], v)
			answer := ask(t, server, r.Method, path, v.session)
			if wrong := w.agrees(r, v, answer); wrong != "" {
				t.Errorf("%s %s for %s: %s (%s)", r.Method, path, v.title, answer, wrong)
			}
			answers = append(answers, answer)
		}
		accessLine(&b, r.Method+" "+r.Path, whoMay(r.Access), answers)
	}
	if *kittest.Update {
		if err := os.MkdirAll(filepath.Dir(accessFile), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(accessFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(accessFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := kittest.LineDiff(string(want), b.String()); diff != "" {
		t.Errorf(
			"who may come where is not what is recorded (-recorded +now). If it is meant so, run go test ./web -run "+
				"EveryRoute -update and read the difference:\n%s",
			diff,
		)
	}
}

// recordedAnswers are those of the golden file, by route and visitor.
func recordedAnswers(t *testing.T) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(accessFile)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]string{}
	for line := range strings.Lines(strings.TrimPrefix(string(text), accessHead)) {
		if route := strings.TrimSpace(line[:min(len(line), routeWidth)]); route != "" {
			out[route] = map[string]string{}
			for i, v := range visitors {
				out[route][v.title] = strings.TrimSpace(line[routeWidth+i*cellWidth:][:cellWidth])
			}
		}
	}
	return out
}

const routeWidth, cellWidth = 62, 10

// accessLine writes a route's line, in the order of the routes.
func accessLine(b *strings.Builder, route, access string, cells []string) {
	line := fmt.Sprintf("%-*s", routeWidth, route)
	for _, cell := range cells {
		line += fmt.Sprintf("%-*s", cellWidth, cell)
	}
	b.WriteString(strings.TrimRight(line+access, " ") + "\n")
}

// Every address that the router answers is in the table of routes, so that it
// is in the test above.
func TestTheRouterKnowsNoOtherRoute(t *testing.T) {
	s := kittest.NewSite(t, nil)
	listed := map[string]bool{}
	for _, r := range s.Routes() {
		key := r.Method + " " + r.Path
		if listed[key] {
			t.Errorf("%s stands twice in the table of routes", key)
		}
		listed[key] = true
		if a := r.Access; !a.Public && !a.SignedIn && len(a.Actions) == 0 {
			t.Errorf("%s has no entry that says who may come", key)
		}
	}
	for _, r := range s.Echo().Routes() {
		method := r.Method
		if method == http.MethodHead {
			method = http.MethodGet
		}
		if !listed[method+" "+r.Path] {
			t.Errorf("the router answers %s %s, which is not in the table of routes", r.Method, r.Path)
		}
	}
}

// The trees of officers and members hold no public page, whatever the golden
// file says.
func TestNobodyOpensOnlyPublicPages(t *testing.T) {
	for _, r := range kittest.NewSite(t, nil).Routes() {
		if !r.Access.Public {
			continue
		}
		for _, private := range []string{"/admin", "/members", "/account", "/treasurer", "/director", "/me"} {
			if r.Path == private || strings.HasPrefix(r.Path, private+"/") {
				t.Errorf("%s %s is open to everybody", r.Method, r.Path)
			}
		}
	}
}
