package web

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
)

// desk is a director at work in an otherwise empty society.
type desk struct {
	*browser
	t       *testing.T
	event   auth.EventID
	section tournaments.SectionID
}

func newDesk(t *testing.T) *desk {
	s := emptySite(t)
	account, _ := s.account("Ruairi", "Kerrigan", auth.Office{Role: auth.Director})
	return &desk{browser: s.browser(s.session(account)), t: t}
}

// setUp sets up an event with one section by its forms, and announces it.
func (d *desk) setUp(settings ...string) {
	d.t.Helper()
	d.post("/director/events", "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-05", "place", "Wellington").leadsTo(d.t, "/director/events/1")
	d.event, d.section = 1, 1
	form := []string{"name", "Open", "system", "swiss", "rounds", "3", "handicap", "none", "seed", "7", "rated", "on", "tie_breaks", "SOS", "tie_breaks", "SODOS"}
	d.post("/director/events/1/sections", append(settings, form...)...).leadsTo(d.t, "/director/events/1")
	d.post("/director/events/1/announce", "version", d.versionOn("/director/events/1", "announce")).leadsTo(d.t, "/director/events/1")
}

// guests enters people by hand.
func (d *desk) guests(names ...string) {
	d.t.Helper()
	for i, name := range names {
		d.post("/director/sections/1/entries/guest", "family_name", name, "given_names", "Player", "rating", strconv.Itoa(i+1)+"k").leadsTo(d.t, "/director/sections/1/entries")
	}
}

// versionOn is the version in the form of a page that posts to an address
// ending in action.
func (d *desk) versionOn(path, action string) string {
	d.t.Helper()
	form := regexp.MustCompile(`(?s)<form[^>]*action="[^"]*` + regexp.QuoteMeta(action) + `[^"]*".*?</form>`).FindString(d.get(path).body)
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
	d.post(here+"/draw").leadsTo(d.t, here)
	d.post(here+"/publish", "version", d.versionOn(here, "/publish"), "starts", "Saturday, 10.00 am").leadsTo(d.t, here)
}

// results enters results for tables from 1.
func (d *desk) results(round int, keys ...string) {
	d.t.Helper()
	here := fmt.Sprintf("/director/sections/1/rounds/%d/results", round)
	for i, key := range keys {
		d.post(here, "table", strconv.Itoa(i+1), "result", key).leadsTo(d.t, fmt.Sprintf("%s?saved=%d", here, i+1))
	}
}

func (d *desk) chart() *tournaments.Wallchart {
	d.t.Helper()
	w, err := d.site.tournaments.Wallchart(d.t.Context(), program, d.section)
	d.site.must(err)
	return w
}

func TestEventFormShowsAllErrorsAtOnce(t *testing.T) {
	d := newDesk(t)
	page := d.post("/director/events", "name", "", "from", "4 July", "to", "2026-07-05", "place", "Te Papa")
	page.wants(t, http.StatusUnprocessableEntity, `href="#name"`, `href="#from"`, `id="name-error"`, `id="from-error"`, `value="Te Papa"`, `value="4 July"`)
	page = d.post("/director/events/1/sections", "name", "Open")
	page.wants(t, http.StatusNotFound)
}

func TestSectionFormKeepsWhatWasTyped(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	page := d.post("/director/sections/1/edit", "name", "Open", "system", "mcmahon", "rounds", "0", "komi", "x", "bar", "3q", "tie_breaks", "SOSM", "tie_breaks", "SOSM", "version", "1")
	page.wants(t, http.StatusUnprocessableEntity, `href="#rounds"`, `href="#komi"`, `href="#bar"`, `href="#tie_breaks"`, `value="3q"`, `value="mcmahon" checked`)
}

// TestDirectorPlaysAnEvent goes the whole way through the pages: from an empty
// society to the rating list and back.
func TestDirectorPlaysAnEvent(t *testing.T) {
	d := newDesk(t)
	d.get("/director").wants(t, http.StatusOK, "You have no event yet")
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fir")
	d.get("/director/events/1").wants(t, http.StatusOK, "Draw round 1")
	d.get("/director/sections/1/draw").wants(t, http.StatusOK, "an odd number, so one has a bye", "Draw round 1")

	d.play(1)
	d.get("/events/winter-cup-2026").wants(t, http.StatusOK, "Player Ash", "Saturday, 10.00 am")
	refused := d.post("/director/sections/1/rounds/2/draw")
	refused.wants(t, http.StatusConflict, "tables 1 and 2")
	d.get("/director/sections/1/rounds/2").wants(t, http.StatusOK, "Enter the missing results")
	for round := 1; round <= 3; round++ {
		if round > 1 {
			d.play(round)
		}
		d.results(round, "b", "j")
	}
	d.get("/director/events/1").wants(t, http.StatusOK, "Make the places final")
	d.get("/events/winter-cup-2026/sections/open/standings").wants(t, http.StatusOK, "final places", "SODOS", "beat Player")
	d.post("/director/events/1/close", "version", d.versionOn("/director/events/1", "/close")).leadsTo(t, "/director/events/1")

	before := d.rows("rating_game")
	d.get("/director/events/1/rating").wants(t, http.StatusOK, "nothing has changed yet", "New to the list")
	if after := d.rows("rating_game"); after != before {
		t.Errorf("looking at the rating wrote %d games", after-before)
	}
	d.post("/director/events/1/rating/submit", "version", d.versionOn("/director/events/1/rating", "/submit")).leadsTo(t, "/director/events/1/rating")
	d.get("/director/events/1/rating").wants(t, http.StatusOK, "The games are on the rating list")
	d.get("/ratings").wants(t, http.StatusOK, "Player Ash")
	if got := d.rows("rating_game"); got != 6 {
		t.Errorf("%d games are rated, want 6", got)
	}
	d.post("/director/events/1/rating/withdraw", "version", d.versionOn("/director/events/1/rating", "/withdraw")).leadsTo(t, "/director/events/1/rating")
	d.get("/director/events/1/rating").wants(t, http.StatusOK, "withdrawn on")
}

func (d *desk) rows(table string) int {
	d.t.Helper()
	var n int
	err := d.site.db.QueryRow(d.t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&n)
	d.site.must(err)
	return n
}

func TestPlayersSitOutAndWithdraw(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	ash := d.chart().Entries[0]
	here := fmt.Sprintf("/director/entries/%d", ash.ID)
	d.post(here+"/absent", "round", "1", "plays", "no", "version", fmt.Sprint(ash.Version), "back", "/director/sections/1/rounds/1").leadsTo(t, "/director/sections/1/rounds/1")
	d.get("/director/sections/1/draw").wants(t, http.StatusOK, "3 players: an odd number", "Plays after all")
	d.get(here).wants(t, http.StatusOK, `value="1" checked`)
	page := d.post(here, "absent", "2", "half_byes", "2", "rating", "9z", "version", fmt.Sprint(d.chart().Entries[0].Version))
	page.wants(t, http.StatusUnprocessableEntity, `href="#rating"`, `href="#half_byes"`, `value="9z"`)
	d.post(here, "absent", "1", "absent", "3", "half_byes", "2", "rating", "2k", "version", fmt.Sprint(d.chart().Entries[0].Version)).leadsTo(t, "/director/sections/1/entries")
	d.get("/events/winter-cup-2026/sections/open/players").wants(t, http.StatusOK, "absent in rounds 1, 3, half-point bye in round 2")
	d.post(here+"/withdraw", "after", "0", "version", fmt.Sprint(d.chart().Entries[0].Version)).leadsTo(t, "/director/sections/1/entries")
	d.get(here).wants(t, http.StatusOK, "Take back the withdrawal")
	stale := d.post(here+"/readmit", "version", "1", "back", "//elsewhere.example")
	stale.leadsTo(t, "/director/sections/1/entries")
	d.get("/director/sections/1/entries").wants(t, http.StatusOK, "flash kind-error")
}

func TestEntriesFromTheRegisterAndByList(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.site.register("Aroha", "Tamihana")
	found := d.get("/director/sections/1/entries?find=tamih")
	found.wants(t, http.StatusOK, "Aroha Tamihana", "not a member on 4 July 2026", "as a visitor")
	person := regexp.MustCompile(`name="person" value="(\d+)"`).FindStringSubmatch(found.body)[1]
	d.post("/director/sections/1/entries", "person", person, "visitor", "on").leadsTo(t, "/director/sections/1/entries")
	again := d.post("/director/sections/1/entries", "person", person)
	if again.status != http.StatusUnprocessableEntity && again.status != http.StatusConflict {
		t.Errorf("entering twice: status %d", again.status)
	}
	likely := d.post("/director/sections/1/entries/guest", "family_name", "Tamihana", "given_names", "Aroha", "rating", "3k")
	likely.wants(t, http.StatusUnprocessableEntity, "The register may have this person already", "this is somebody else", `value="Tamihana"`)

	page := d.uploadList("players.csv", "Family name,Given names,Grade,Section\nRimu,Kiri,4k,Open\nTamihana,Aroha,3k,Open\nTotara,Hana,9z,Open\n")
	if page.status != http.StatusSeeOther {
		t.Fatalf("upload: status %d\n%s", page.status, page.body)
	}
	preview := d.get(page.location)
	preview.wants(t, http.StatusOK, "New to the register", "Entered already", "Cannot be entered", "Kiri Rimu")
	if n := len(d.chart().Entries); n != 1 {
		t.Errorf("the preview entered %d players", n-1)
	}
	version := d.versionOn(page.location, page.location)
	undecided := d.post(page.location, "version", version, "row-2", "guest")
	undecided.wants(t, http.StatusUnprocessableEntity, `href="#row-4"`)
	d.post(page.location, "version", version, "row-2", "guest", "visitor-2", "on", "row-4", "leave").leadsTo(t, "/director/sections/1/entries")
	if n := len(d.chart().Entries); n != 2 {
		t.Errorf("%d players are entered, want 2", n)
	}
	d.uploadList("players.csv", "\x00\x01\x02").wants(t, http.StatusUnprocessableEntity, `id="file-error"`)
	d.get("/director/events/1/entries.csv").wants(t, http.StatusOK, "Family name")
}

// uploadList sends a list of entries.
func (d *desk) uploadList(name, content string) answer {
	d.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", name)
	d.site.must(err)
	_, err = part.Write([]byte(content))
	d.site.must(err)
	d.site.must(form.Close())
	r := httptest.NewRequest(http.MethodPost, "/director/events/1/entries", &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return d.send(r)
}

// TestLookingChangesNothing opens every page that a director can reach from the
// desk by links, and finds the database as it was.
func TestLookingChangesNothing(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	d.results(1, "b")
	d.post("/director/sections/1/rounds/1/results", "table", "2", "result", "w")
	d.post("/director/sections/1/rounds/2/draw").leadsTo(t, "/director/sections/1/rounds/2")
	audit, revision := d.rows("audit_entry"), d.get("/events/1/revision").body

	link := regexp.MustCompile(`(?:href|action)="(/[^"#]*)"`)
	seen, queue := map[string]bool{"/director": true}, []string{"/director"}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		page := d.get(path)
		if page.status != http.StatusOK {
			t.Errorf("%s, linked from the desk: status %d", path, page.status)
		}
		for _, m := range link.FindAllStringSubmatch(page.body, -1) {
			to := strings.ReplaceAll(m[1], "&amp;", "&")
			if strings.HasPrefix(m[0], "href") && !seen[to] && (strings.HasPrefix(to, "/director") || strings.HasPrefix(to, "/events")) {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	if len(seen) < 40 {
		t.Errorf("only %d pages were found", len(seen))
	}
	if now := d.rows("audit_entry"); now != audit {
		t.Errorf("looking wrote %d entries into the log", now-audit)
	}
	if now := d.get("/events/1/revision").body; now != revision {
		t.Errorf("looking changed the event from revision %s to %s", revision, now)
	}
}

func TestTwoDirectorsEditTheSameThing(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash")
	edit := "/director/events/1/edit"
	version := d.versionOn(edit, edit)
	d.post(edit, "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-05", "place", "Nelson", "slug", "winter-cup-2026", "version", version).leadsTo(t, "/director/events/1")
	late := d.post(edit, "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-06", "place", "Napier", "slug", "winter-cup-2026", "version", version)
	late.wants(t, http.StatusConflict, "Ruairi Kerrigan changed this event", "Nelson", `value="Napier"`, "2026-07-06")
	now := regexp.MustCompile(`action="` + edit + `".*?name="version" value="(\d+)"`).FindStringSubmatch(late.body)[1]
	d.post(edit, "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-06", "place", "Napier", "slug", "winter-cup-2026", "version", now).leadsTo(t, "/director/events/1")

	section := d.chart().Section.Form()
	settings := func(rounds, version string) []string {
		return []string{"name", section.Name, "system", section.System, "rounds", rounds, "rated", "on", "version", version}
	}
	version = d.versionOn("/director/sections/1/edit", "/director/sections/1/edit")
	d.post("/director/sections/1/edit", settings("4", version)...).leadsTo(t, "/director/sections/1/edit")
	d.post("/director/sections/1/edit", settings("5", version)...).wants(t, http.StatusConflict, "What is saved now", `name="rounds" value="5"`)

	entry := d.chart().Entries[0]
	action, old := fmt.Sprintf("/director/entries/%d", entry.ID), fmt.Sprint(entry.Version)
	d.post(action, "rating", "2k", "version", old).leadsTo(t, "/director/sections/1/entries")
	d.post(action, "rating", "1d", "absent", "1", "version", old).wants(t, http.StatusConflict, "What is saved now", "Round 1", `value="1d"`)
}
