package web

import (
	"context"
	"flag"
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
)

var update = flag.Bool("update", false, "write the golden files anew")

const accessFile = "testdata/access.txt"

const accessHead = `Who may come to which route: what the site answers, asked for real with an empty
form. in: sign in first. 403: not yours. Anything else reached the page: 200, 303
after a change, 404 when there is no such thing (or none that this person may
know of), 409 and 422 when an empty form cannot be carried out.

self: a member's own person. own: the club or the event of the office; oth.: the
other club or event. all: director or referee of every event.

`

// visitor is somebody who comes to every route.
type visitor struct {
	title   string
	offices func(m smallSociety) []auth.Office // nil: nobody is signed in
	half    int                                // whose club, event and people the addresses name
	self    bool                               // the addresses name the person who comes
}

func holding(roles ...auth.Role) func(smallSociety) []auth.Office {
	return func(smallSociety) []auth.Office {
		offices := make([]auth.Office, len(roles))
		for i, r := range roles {
			offices[i].Role = r
		}
		return offices
	}
}

func serving(role auth.Role) func(smallSociety) []auth.Office {
	return func(m smallSociety) []auth.Office { return []auth.Office{{Role: role, Event: m.halves[0].Event}} }
}

func clubSecretary(m smallSociety) []auth.Office {
	return []auth.Office{{Role: auth.ClubSecretary, Club: m.halves[0].Club}}
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
	value         func(h half, v visit) string
}{
	{"/static/", "*", func(half, visit) string { return "app.css" }},
	{"/link/", "token", func(half, visit) string { return strings.Repeat("A", 43) }},
	{"/account/sessions/", "id", func(half, visit) string { return "999999" }},
	{"/admin/accounts/", "id", func(_ half, v visit) string { return idText(v.someAccount) }},
	{"/admin/offices/", "id", func(_ half, v visit) string { return idText(v.someOffice) }},
	{"/members/", "id", func(h half, v visit) string { return idText(v.personOr(h.People[0])) }},
	{"/members/", "payment", func(h half, _ visit) string { return idText(h.Joined) }},
	{"/members/", "term", func(h half, _ visit) string { return idText(h.Term) }},
	{"/clubs/", "id", func(h half, _ visit) string { return idText(h.Club) }},
	{"/returns/", "id", func(h half, _ visit) string { return idText(h.Return) }},
	{"/returns/", "row", func(h half, _ visit) string { return idText(h.Row) }},
	{"/returns/", "payment", func(h half, _ visit) string { return idText(h.Payment) }},
	{"/ratings/", "player", func(h half, _ visit) string { return idText(h.People[0]) }},
	{"/events/:event", "event", func(h half, _ visit) string { return h.Slug }},
	{"/events/:event", "section", func(half, visit) string { return "open" }},
	{"/events/:id", "id", func(h half, _ visit) string { return idText(h.Event) }},
	{"/director/events/", "id", func(h half, _ visit) string { return idText(h.Event) }},
	{"/director/events/", "office", func(h half, v visit) string { return idText(v.directors[h.Event]) }},
	{"/director/sections/", "id", func(h half, _ visit) string { return idText(h.Section) }},
	{"/director/entries/", "id", func(h half, _ visit) string { return idText(h.Entry) }},
	{"/director/lists/", "id", func(h half, _ visit) string { return idText(h.Import) }},
	{"/director/games/", "id", func(h half, _ visit) string { return idText(h.Game) }},
	{"/records/", "id", func(h half, _ visit) string { return idText(h.Record) }},
	{"/director/records/", "id", func(h half, _ visit) string { return idText(h.Record) }},
	{"/director/rulings/", "id", func(h half, _ visit) string { return idText(h.Ruling) }},
	{"/t/", "card", func(h half, _ visit) string { return h.Card }},
	{"/constitution/rules/", "number", func(half, visit) string { return "4.16" }},
	{"/constitution/questions/", "question", func(half, visit) string { return "4.1-two-weeks" }},
	{"/duties/calendar/", "token", func(half, visit) string { return strings.Repeat("A", 43) + ".ics" }},
	{"/postal-votes/", "id", func(half, visit) string { return "1" }},
	{"/postal-votes/", "document", func(half, visit) string { return "1" }},
	{"/postal-votes/", "envelope", func(half, visit) string { return "1" }},
	{"/meetings/:id/elections", "id", func(_ half, v visit) string { return idText(v.agm) }},
	{"/meetings/requests/", "request", func(h half, v visit) string { return idText(v.small.request) }},
	{"/meetings/", "id", func(h half, v visit) string { return idText(v.small.meeting) }},
	{"/meetings/", "motion", func(h half, v visit) string { return idText(v.small.motion) }},
	{"/meetings/", "item", func(half, visit) string { return "999999" }},
	{"/meetings/", "task", func(half, visit) string { return "999999" }},
	{"/committee/", "id", func(half, visit) string { return "1" }},
	{"/outbox/", "id", func(half, visit) string { return "1" }},
	{"/elections/", "id", func(_ half, v visit) string { return idText(v.election) }},
	{"/elections/", "candidate", func(_ half, v visit) string { return idText(v.candidate) }},
	{"/elections/", "count", func(half, visit) string { return "1" }},
	{"/", "round", func(half, visit) string { return "1" }},
}

// visit is one visitor at one route.
type visit struct {
	visitor
	session     string
	person      members.PersonID // who comes
	someAccount auth.AccountID
	someOffice  auth.OfficeID
	directors   map[auth.EventID]auth.OfficeID // an office of each event
	small       smallSociety
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
func address(t *testing.T, path string, h half, v visit) string {
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
			value         func(half, visit) string
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
	small  smallSociety
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
	s := newSite(t, db)
	w := town{file: file, small: s.fillSmall()}
	club := clubSecretary(w.small)[0]
	someAccount, someone := s.account("Some", "One", club)
	offices, err := s.auth.Offices(t.Context(), program)
	s.must(err)
	office := offices[slices.IndexFunc(offices, func(a auth.Appointment) bool { return a.Person == someone })].ID
	directors := map[auth.EventID]auth.OfficeID{}
	agm, election, candidate := s.fillElection()
	for i, c := range visitors {
		v := visit{visitor: c, someAccount: someAccount, someOffice: office, directors: directors, small: w.small, agm: agm, election: election, candidate: candidate}
		if c.offices != nil {
			var id auth.AccountID
			id, v.person = s.account(fmt.Sprintf("Visitor%c", 'A'+i), c.title, c.offices(w.small)...)
			v.session = s.session(id)
		}
		w.visits = append(w.visits, v)
	}
	offices, err = s.auth.Offices(t.Context(), program)
	s.must(err)
	for _, a := range offices {
		if a.Role == auth.Director && a.Office.Event != 0 {
			directors[a.Office.Event] = a.ID
		}
	}
	s.must(db.Close())
	return w
}

// open serves a copy of the town.
func (w town) open(t *testing.T) *httptest.Server {
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
	server := httptest.NewServer(newSite(t, db))
	t.Cleanup(func() {
		server.Close()
		db.Close()
	})
	return server
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
	if answer.StatusCode == http.StatusUnauthorized || strings.HasPrefix(answer.Header.Get("Location"), "/sign-in?") {
		return "in"
	}
	return fmt.Sprint(answer.StatusCode)
}

// whoMay says who may come by a route's entry.
func whoMay(a access) string {
	switch {
	case a.public:
		return "everyone"
	case a.signedIn:
		return "signed in"
	}
	words := make([]string, len(a.actions))
	for i, action := range a.actions {
		words[i] = string(action)
	}
	return strings.Join(words, " / ")
}

// agrees checks an answer against the route's entry, whatever the golden file
// says.
func (w town) agrees(r route, v visit, answer string) string {
	actor := auth.Actor{Account: 1, Person: v.person}
	if v.visitor.offices != nil {
		for _, o := range v.visitor.offices(w.small) {
			o.From = testNow.Date()
			actor.Offices = append(actor.Offices, o)
		}
	}
	opens := slices.ContainsFunc(r.access.actions, func(action auth.Action) bool { return auth.CanSomewhere(actor, action, testNow.Date()) })
	switch {
	case strings.HasPrefix(answer, "5"):
		return "the page is broken"
	case r.access.public && answer == "in":
		return "a public page asks to sign in"
	case !r.access.public && v.session == "" && answer != "in":
		return "nobody came in without signing in"
	case v.session != "" && answer == "in":
		return "somebody signed in is asked to sign in"
	case !r.access.public && !r.access.signedIn && v.session != "" && !opens && answer != "403":
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
	for _, r := range newSite(t, nil).routes() {
		server := reading
		if r.method != http.MethodGet {
			server = w.open(t)
		}
		var answers []string
		for _, v := range w.visits {
			path := address(t, r.path, w.small.halves[v.half], v)
			answer := ask(t, server, r.method, path, v.session)
			if wrong := w.agrees(r, v, answer); wrong != "" {
				t.Errorf("%s %s for %s: %s (%s)", r.method, path, v.title, answer, wrong)
			}
			answers = append(answers, answer)
		}
		accessLine(&b, r.method+" "+r.path, whoMay(r.access), answers)
	}
	if *update {
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
	if diff := lineDiff(string(want), b.String()); diff != "" {
		t.Errorf("who may come where is not what is recorded (-recorded +now). If it is meant so, run go test ./web -run EveryRoute -update and read the difference:\n%s", diff)
	}
}

// lineDiff shows the lines that only one of the texts has, in their order, and
// names a route that has no line yet.
func lineDiff(recorded, now string) string {
	before, after := strings.Split(recorded, "\n"), strings.Split(now, "\n")
	var b strings.Builder
	for _, line := range before {
		if !slices.Contains(after, line) {
			b.WriteString("- " + line + "\n")
		}
	}
	for _, line := range after {
		if slices.Contains(before, line) {
			continue
		}
		b.WriteString("+ " + line + "\n")
		if route, _, ok := strings.Cut(line, "  "); ok && !strings.Contains(recorded, "\n"+route+" ") {
			b.WriteString("  (" + route + " has no entry yet)\n")
		}
	}
	if b.Len() == 0 && recorded != now {
		return "the same lines in another order\n"
	}
	return b.String()
}

// accessLine writes a route's line, in the order of the routes.
func accessLine(b *strings.Builder, route, access string, cells []string) {
	line := fmt.Sprintf("%-62s", route)
	for _, cell := range cells {
		line += fmt.Sprintf("%-10s", cell)
	}
	b.WriteString(strings.TrimRight(line+access, " ") + "\n")
}

// Every address that the router answers is in the table of routes, so that it
// is in the test above.
func TestTheRouterKnowsNoOtherRoute(t *testing.T) {
	s := newSite(t, nil)
	listed := map[string]bool{}
	for _, r := range s.routes() {
		key := r.method + " " + r.path
		if listed[key] {
			t.Errorf("%s stands twice in the table of routes", key)
		}
		listed[key] = true
		if a := r.access; !a.public && !a.signedIn && len(a.actions) == 0 {
			t.Errorf("%s has no entry that says who may come", key)
		}
	}
	for _, r := range s.echo.Routes() {
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
	for _, r := range newSite(t, nil).routes() {
		if !r.access.public {
			continue
		}
		for _, private := range []string{"/admin", "/members", "/account", "/treasurer", "/director", "/me"} {
			if r.path == private || strings.HasPrefix(r.path, private+"/") {
				t.Errorf("%s %s is open to everybody", r.method, r.path)
			}
		}
	}
}
