package events_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// desk is a director at work in an otherwise empty society.
type desk struct {
	*kittest.Browser
	t       testing.TB
	event   auth.EventID
	section tournaments.SectionID
}

func newDesk(t testing.TB) *desk {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Ruairi", "Kerrigan", auth.Office{Role: auth.Director})
	return &desk{Browser: s.Browser(s.Session(account)), t: t}
}

// setUp sets up an event with one section by its forms, and announces it.
func (d *desk) setUp(settings ...string) {
	d.t.Helper()
	d.Post(
		"/director/events", "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-05", "place", "Wellington",
	).LeadsTo(d.t, "/director/events/1")
	d.event, d.section = 1, 1
	form := []string{
		"name", "Open", "system", "swiss", "rounds", "3", "handicap", "none", "seed", "7", "rated", "on", "tie_breaks", "SOS",
		"tie_breaks", "SODOS",
	}
	d.Post("/director/events/1/sections", append(settings, form...)...).LeadsTo(d.t, "/director/events/1")
	d.Post(
		"/director/events/1/announce", "version", d.versionOn("/director/events/1", "announce"),
	).LeadsTo(d.t, "/director/events/1")
}

// guests enters people by hand.
func (d *desk) guests(names ...string) {
	d.t.Helper()
	for i, name := range names {
		d.Post(
			"/director/sections/1/entries/guest", "family_name", name, "given_names", "Player", "rating", strconv.Itoa(i+1)+"k",
		).LeadsTo(d.t, "/director/sections/1/entries")
	}
}

// versionOn is the version in the form of a page that posts to an address
// ending in action.
func (d *desk) versionOn(path, action string) string {
	d.t.Helper()
	form := regexp.MustCompile(
		`(?s)<form[^>]*action="[^"]*` + regexp.QuoteMeta(action) + `[^"]*".*?</form>`,
	).FindString(d.Get(path).Body)
	match := regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(form)
	if match == nil {
		d.t.Fatalf("%s has no form %q with a version", path, action)
	}
	return match[1]
}

// play draws and publishes a round.
func (d *desk) play(round int) {
	d.t.Helper()
	here := fmt.Sprintf("/director/sections/1/rounds/%d", round)
	d.Post(here+"/draw").LeadsTo(d.t, here)
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish"), "starts", "Saturday, 10:00 am").LeadsTo(d.t, here)
}

// results enters results for tables from 1.
func (d *desk) results(round int, keys ...string) {
	d.t.Helper()
	here := fmt.Sprintf("/director/sections/1/rounds/%d/results", round)
	for i, key := range keys {
		d.Post(here, "table", strconv.Itoa(i+1), "result", key).LeadsTo(d.t, fmt.Sprintf("%s?saved=%d", here, i+1))
	}
}

func (d *desk) chart() *tournaments.Wallchart {
	d.t.Helper()
	w, err := d.Site.Tournaments.Wallchart(d.t.Context(), kittest.Program, d.section)
	d.Site.Must(err)
	return w
}

func TestEventFormShowsAllErrorsAtOnce(t *testing.T) {
	d := newDesk(t)
	page := d.Post("/director/events", "name", "", "from", "4 July", "to", "2026-07-05", "place", "Te Papa")
	page.Wants(
		t, http.StatusUnprocessableEntity, `href="#name"`, `href="#from"`, `id="name-error"`, `id="from-error"`,
		`value="Te Papa"`, `value="4 July"`,
	)
	page = d.Post("/director/events/1/sections", "name", "Open")
	page.Wants(t, http.StatusNotFound)
}

func TestSectionFormKeepsWhatWasTyped(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	page := d.Post(
		"/director/sections/1/edit", "name", "Open", "system", "mcmahon", "rounds", "0", "komi", "x", "bar", "3q",
		"tie_breaks", "SOSM", "tie_breaks", "SOSM", "version", "1",
	)
	page.Wants(
		t, http.StatusUnprocessableEntity, `href="#rounds"`, `href="#komi"`, `href="#bar"`, `href="#tie_breaks"`,
		`value="3q"`, `value="mcmahon" checked`,
	)
}

// TestDirectorPlaysAnEvent goes the whole way through the pages: from an empty
// society to the rating list and back.
func TestDirectorPlaysAnEvent(t *testing.T) {
	d := newDesk(t)
	d.Get("/director").Wants(t, http.StatusOK, "You have no event yet")
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fir")
	d.Get("/director/events/1").Wants(t, http.StatusOK, "Draw round 1")
	d.Get("/director/sections/1/draw").Wants(t, http.StatusOK, "an odd number, so one has a bye", "Draw round 1")

	d.play(1)
	d.Get("/events/winter-cup-2026").Wants(t, http.StatusOK, "Player Ash", "Saturday, 10:00 am")
	refused := d.Post("/director/sections/1/rounds/2/draw")
	refused.Wants(t, http.StatusConflict, "tables 1 and 2")
	d.Get("/director/sections/1/rounds/2").Wants(t, http.StatusOK, "Enter the missing results")
	for round := 1; round <= 3; round++ {
		if round > 1 {
			d.play(round)
		}
		d.results(round, "b", "j")
	}
	d.Get("/director/events/1").Wants(t, http.StatusOK, "Make the places final")
	d.Get(
		"/events/winter-cup-2026/sections/open/standings",
	).Wants(t, http.StatusOK, "final places", "SODOS", "beat Player")
	d.Post(
		"/director/events/1/close", "version", d.versionOn("/director/events/1", "/close"),
	).LeadsTo(t, "/director/events/1")

	before := d.rows("rating_game")
	d.Get("/director/events/1/rating").Wants(t, http.StatusOK, "nothing has changed yet", "New to the list")
	if after := d.rows("rating_game"); after != before {
		t.Errorf("looking at the rating wrote %d games", after-before)
	}
	d.Post(
		"/director/events/1/rating/submit", "version", d.versionOn("/director/events/1/rating", "/submit"),
	).LeadsTo(t, "/director/events/1/rating")
	d.Get("/director/events/1/rating").Wants(t, http.StatusOK, "The games are on the rating list")
	d.Get("/ratings").Wants(t, http.StatusOK, "Player Ash")
	if got := d.rows("rating_game"); got != 6 {
		t.Errorf("%d games are rated, want 6", got)
	}
	d.Post(
		"/director/events/1/rating/withdraw", "version", d.versionOn("/director/events/1/rating", "/withdraw"),
	).LeadsTo(t, "/director/events/1/rating")
	d.Get("/director/events/1/rating").Wants(t, http.StatusOK, "withdrawn on")
}

func (d *desk) rows(table string) int {
	d.t.Helper()
	var n int
	err := d.Site.DB.QueryRow(d.t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&n)
	d.Site.Must(err)
	return n
}

func TestPlayersSitOutAndWithdraw(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	ash := d.chart().Entries[0]
	here := fmt.Sprintf("/director/entries/%d", ash.ID)
	d.Post(
		here+"/absent", "round", "1", "plays", "no", "version", fmt.Sprint(ash.Version), "back",
		"/director/sections/1/rounds/1",
	).LeadsTo(t, "/director/sections/1/rounds/1")
	d.Get("/director/sections/1/draw").Wants(t, http.StatusOK, "3 players: an odd number", "Plays after all")
	d.Get(here).Wants(t, http.StatusOK, `value="1" checked`, ">Cancel<")
	page := d.Post(
		here, "absent", "2", "half_byes", "2", "rating", "9z", "version", fmt.Sprint(d.chart().Entries[0].Version),
	)
	page.Wants(t, http.StatusUnprocessableEntity, `href="#rating"`, `href="#half_byes"`, `value="9z"`)
	d.Post(
		here, "absent", "1", "absent", "3", "half_byes", "2", "rating", "2k", "version",
		fmt.Sprint(d.chart().Entries[0].Version),
	).LeadsTo(t, "/director/sections/1/entries")
	d.Get(
		"/events/winter-cup-2026/sections/open/players",
	).Wants(t, http.StatusOK, "absent in rounds 1, 3, half-point bye in round 2")
	d.Post(
		here+"/withdraw", "after", "0", "version", fmt.Sprint(d.chart().Entries[0].Version),
	).LeadsTo(t, "/director/sections/1/entries")
	d.Get(here).Wants(t, http.StatusOK, "Undo the withdrawal")
	stale := d.Post(here+"/readmit", "version", "1", "back", "//elsewhere.example")
	stale.LeadsTo(t, "/director/sections/1/entries")
	d.Get("/director/sections/1/entries").Wants(t, http.StatusOK, "flash kind-error")
}

func TestEntriesFromTheRegisterAndByList(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Site.Register("Aroha", "Tamihana")
	found := d.Get("/director/sections/1/entries?find=tamih")
	found.Wants(t, http.StatusOK, "Aroha Tamihana", "not a member on 4 July 2026", "as a visitor")
	person := regexp.MustCompile(`name="person" value="(\d+)"`).FindStringSubmatch(found.Body)[1]
	d.Post("/director/sections/1/entries", "person", person, "visitor", "on").LeadsTo(t, "/director/sections/1/entries")
	again := d.Post("/director/sections/1/entries", "person", person)
	if again.Status != http.StatusUnprocessableEntity && again.Status != http.StatusConflict {
		t.Errorf("entering twice: status %d", again.Status)
	}
	likely := d.Post(
		"/director/sections/1/entries/guest", "family_name", "Tamihana", "given_names", "Aroha", "rating", "3k",
	)
	likely.Wants(
		t, http.StatusUnprocessableEntity, "This person may already be in the register", "this is someone else",
		`value="Tamihana"`,
	)

	page := d.uploadList(
		"players.csv",
		"Family name,Given names,Grade,Section\nRimu,Kiri,4k,Open\nTamihana,Aroha,3k,Open\nTotara,Hana,9z,Open\n",
	)
	if page.Status != http.StatusSeeOther {
		t.Fatalf("upload: status %d\n%s", page.Status, page.Body)
	}
	preview := d.Get(page.Location)
	preview.Wants(t, http.StatusOK, "New to the register", "Already entered", "Cannot be entered", "Kiri Rimu")
	if n := len(d.chart().Entries); n != 1 {
		t.Errorf("the preview entered %d players", n-1)
	}
	version := d.versionOn(page.Location, page.Location)
	undecided := d.Post(page.Location, "version", version, "row-2", "guest")
	undecided.Wants(t, http.StatusUnprocessableEntity, `href="#row-4"`)
	d.Post(
		page.Location, "version", version, "row-2", "guest", "visitor-2", "on", "row-4", "leave",
	).LeadsTo(t, "/director/sections/1/entries")
	if n := len(d.chart().Entries); n != 2 {
		t.Errorf("%d players are entered, want 2", n)
	}
	d.uploadList("players.csv", "\x00\x01\x02").Wants(t, http.StatusUnprocessableEntity, `id="file-error"`)
	d.Get("/director/events/1/entries.csv").Wants(t, http.StatusOK, "Family name")
}

// uploadList sends a list of entries.
func (d *desk) uploadList(name, content string) kittest.Answer {
	d.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", name)
	d.Site.Must(err)
	_, err = part.Write([]byte(content))
	d.Site.Must(err)
	d.Site.Must(form.Close())
	r := httptest.NewRequest(http.MethodPost, "/director/events/1/entries", &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return d.Send(r)
}

// TestLookingChangesNothing opens every page that a director can reach from the
// desk by links, and finds the database as it was. Only that the list of who entered was
// taken as a file stands in the log, as whoever reads many people's data does; with it the log says how far it is.
func TestLookingChangesNothing(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	d.results(1, "b")
	d.Post("/director/sections/1/rounds/1/results", "table", "2", "result", "w")
	d.Post("/director/sections/1/rounds/2/draw").LeadsTo(t, "/director/sections/1/rounds/2")
	const logged = "audit_entry WHERE action NOT IN ('read.people', 'bind.log')"
	audit, revision := d.rows(logged), d.Get("/events/1/revision").Body

	link := regexp.MustCompile(`(?:href|action)="(/[^"#]*)"`)
	seen, queue := map[string]bool{"/director": true}, []string{"/director"}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		page := d.Get(path)
		if page.Status != http.StatusOK {
			t.Errorf("%s, linked from the desk: status %d", path, page.Status)
		}
		for _, m := range link.FindAllStringSubmatch(page.Body, -1) {
			to := strings.ReplaceAll(m[1], "&amp;", "&")
			if strings.HasPrefix(m[0], "href") && !seen[to] &&
				(strings.HasPrefix(to, "/director") || strings.HasPrefix(to, "/events")) {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	if len(seen) < 40 {
		t.Errorf("only %d pages were found", len(seen))
	}
	if now := d.rows(logged); now != audit {
		t.Errorf("looking wrote %d entries into the log", now-audit)
	}
	if now := d.Get("/events/1/revision").Body; now != revision {
		t.Errorf("looking changed the event from revision %s to %s", revision, now)
	}
}

func TestTwoDirectorsEditTheSameThing(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash")
	edit := "/director/events/1/edit"
	version := d.versionOn(edit, edit)
	d.Post(
		edit, "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-05", "place", "Nelson", "slug", "winter-cup-2026",
		"version", version,
	).LeadsTo(t, "/director/events/1")
	late := d.Post(
		edit, "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-06", "place", "Napier", "slug", "winter-cup-2026",
		"version", version,
	)
	late.Wants(
		t, http.StatusConflict, "Someone else changed this event first. The last change was made by Ruairi Kerrigan",
		"Nelson", `value="Napier"`, "2026-07-06",
	)
	now := regexp.MustCompile(`action="` + edit + `".*?name="version" value="(\d+)"`).FindStringSubmatch(late.Body)[1]
	d.Post(
		edit, "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-06", "place", "Napier", "slug", "winter-cup-2026",
		"version", now,
	).LeadsTo(t, "/director/events/1")

	section := d.chart().Section
	settings := func(rounds, version string) []string {
		return []string{"name", section.Name, "system", string(section.System), "rounds", rounds, "rated", "on", "version", version}
	}
	version = d.versionOn("/director/sections/1/edit", "/director/sections/1/edit")
	d.Post("/director/sections/1/edit", settings("4", version)...).LeadsTo(t, "/director/sections/1/edit")
	d.Post(
		"/director/sections/1/edit", settings("5", version)...,
	).Wants(t, http.StatusConflict, "What is saved now", `name="rounds" value="5"`)

	entry := d.chart().Entries[0]
	action, old := fmt.Sprintf("/director/entries/%d", entry.ID), fmt.Sprint(entry.Version)
	d.Post(action, "rating", "2k", "version", old).LeadsTo(t, "/director/sections/1/entries")
	d.Post(
		action, "rating", "1d", "absent", "1", "version", old,
	).Wants(t, http.StatusConflict, "What is saved now", "Round 1", `value="1d"`)
}

// TestAnEventThatCannotBeReadSaysEverything that is wrong with it, and keeps
// nothing.
func TestAnEventThatCannotBeReadSaysEverything(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	audit := d.rows("audit_entry")
	typed := []string{"name", "", "from", "soon", "to", "5 July 2026", "slug", "Not a slug"}
	for _, page := range []kittest.Answer{
		d.Post("/director/events", typed...),
		d.Post(
			"/director/events/1/edit",
			append(typed, "version", d.versionOn("/director/events/1/edit", "/director/events/1/edit"))...,
		),
	} {
		page.Wants(
			t, http.StatusUnprocessableEntity, "Please fix 3 things", "Enter a name for the event", "Use small letters, digits",
			"Enter a date like 1 July 2026.", `value="soon"`, `value="5 July 2026"`, `value="Not a slug"`,
		)
	}
	if now := d.rows("audit_entry"); now != audit || d.rows("event") != 1 {
		t.Errorf("%d entries in the log, were %d; %d events", now, audit, d.rows("event"))
	}
}

// TestAnEntryThatCannotBeReadKeepsWhatWasTyped, of somebody new and of somebody
// who is entered.
func TestAnEntryThatCannotBeReadKeepsWhatWasTyped(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash")
	e := d.chart().Entries[0]
	d.Post(
		"/director/sections/1/entries/guest", "given_names", "Hana", "rating", "strong", "absent", "2", "start_score", "0.3",
	).Wants(
		t, http.StatusUnprocessableEntity, "Please fix 3 things", "Enter a family name.", `value="strong"`, `value="0.3"`,
		`value="2" checked`, `value="Hana"`,
	)
	d.Post(
		fmt.Sprintf("/director/entries/%d", e.ID), "version", fmt.Sprint(e.Version), "rating", "3.44", "absent", "9",
	).Wants(t, http.StatusUnprocessableEntity, "Please fix 2 things", "There is no round 9", `value="3.44"`)
	if now := d.chart().Entries; len(now) != 1 || now[0].Version != e.Version {
		t.Errorf("kept: %+v", now)
	}
}
