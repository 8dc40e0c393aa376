package web

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
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

func TestDrawPage(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	here := "/director/sections/1/rounds/1"
	d.post(here+"/draw").leadsTo(t, here)
	page := d.get(here)
	page.wants(t, http.StatusOK, "Only you see this", "Why this pair", "Publish", "Why not this pair?", "criterion by criterion")
	anybody := d.site.browser("")
	anybody.get("/events/winter-cup-2026/sections/open").wants(t, http.StatusOK, "has not been drawn yet")
	anybody.get("/events/winter-cup-2026/sections/open.json").wants(t, http.StatusNotFound)
	anybody.get(here).leadsTo(t, "/sign-in?next=%2Fdirector%2Fsections%2F1%2Frounds%2F1")

	entries := d.chart().Entries
	ash, birch, cedar := entries[0], entries[1], entries[2]
	id := func(e tournaments.Entry) string { return strconv.FormatInt(int64(e.ID), 10) }
	together := func(a, b tournaments.Entry) bool {
		r, _ := d.chart().Round(1)
		return slices.ContainsFunc(r.Games, func(g tournaments.Game) bool { return g.Has(a.ID) && g.Has(b.ID) })
	}
	d.get(here+"?why="+id(ash)+"&not="+id(birch)).wants(t, http.StatusOK, `class="answer"`, "The best draw with this pair")

	d.post(here+"/fix", "white", id(ash), "black", id(birch), "reason", "asked for").leadsTo(t, here)
	if !together(ash, birch) {
		t.Error("the fixed pair is not in the draw")
	}
	d.get(here).wants(t, http.StatusOK, "Let the pair go", "asked for")
	twice := d.post(here+"/fix", "white", id(ash), "black", id(cedar))
	twice.wants(t, http.StatusUnprocessableEntity, "in a fixed pair already")
	fixed := d.chart().Fixed(1)
	d.post(here+"/letgo", "fixed", strconv.FormatInt(int64(fixed[0].ID), 10)).leadsTo(t, here)
	d.post(here+"/forbid", "a", id(ash), "b", id(birch), "only", "1").leadsTo(t, here)
	d.post(here+"/forbid", "a", id(ash), "b", id(cedar), "only", "0", "reason", "one family").leadsTo(t, here)
	if together(ash, birch) || together(ash, cedar) {
		t.Error("a forbidden pair was drawn")
	}
	d.get(here).wants(t, http.StatusOK, "in round 1", "in every round: one family")
	d.post(here+"/discard", "version", d.versionOn(here, "/discard")).leadsTo(t, here)
	d.get(here).wants(t, http.StatusOK, "Draw round 1")
}

func TestImpossibleDrawSaysWhatWouldHelp(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	entries := d.chart().Entries
	here := "/director/sections/1/rounds/1"
	d.post(here+"/forbid", "a", fmt.Sprint(entries[0].ID), "b", fmt.Sprint(entries[1].ID), "only", "0").leadsTo(t, here)
	page := d.post(here + "/draw")
	page.wants(t, http.StatusUnprocessableEntity, "This round cannot be drawn as it stands", "Player Ash", "Player Birch", "Do this and draw")
	lift := regexp.MustCompile(`name="lift" value="([^"]+)"`).FindStringSubmatch(page.body)
	if lift == nil {
		t.Fatal("the page offers no way out")
	}
	d.post(here+"/relax", "lift", lift[1]).leadsTo(t, here)
	if r, ok := d.chart().Round(1); !ok || len(r.Games) != 1 {
		t.Error("the round is not drawn")
	}
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

func TestResultsBoard(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	here := "/director/sections/1/rounds/1/results"
	d.get("/director/sections/1/results").wants(t, http.StatusOK, "2 of 2 results to come", `data-table="1" data-version="1"`)
	d.post(here, "table", "7", "result", "b").wants(t, http.StatusUnprocessableEntity, "board-error", `value="7"`)
	d.post(here, "table", "1", "result", "q").wants(t, http.StatusUnprocessableEntity, "board-error", `value="q"`)

	d.post(here, "table", "1", "result", "b", "version", "1", "key", "once-only-0001").leadsTo(t, here+"?saved=1")
	d.post(here, "table", "1", "result", "b", "version", "1", "key", "once-only-0001") // sent again by a bad connection
	d.get(here+"?saved=1").wants(t, http.StatusOK, "Table 1: Black won. Saved.", "1 of 2 results to come", "Undo table 1")
	conflict := d.post(here, "table", "1", "result", "w", "version", "1")
	conflict.wants(t, http.StatusConflict, `id="results-board"`, "Keep “Black won”", "Save “White won” instead", "Ruairi Kerrigan")
	if g := d.chart().Rounds[0].Games[0]; g.Result != pairing.BlackWins {
		t.Errorf("the second director overwrote the first: %s", g.Result)
	}
	version := regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(conflict.body[strings.Index(conflict.body, "results-board"):])[1]
	d.post(here, "table", "1", "result", "W", "version", version).leadsTo(t, here+"?saved=1")
	d.get(here+"?only=outstanding").wants(t, http.StatusOK, "All tables", `data-table="2"`)
	d.post(here+"/undo").leadsTo(t, here+"?undone=1")
	if g := d.chart().Rounds[0].Games[0]; g.Result != pairing.BlackWins {
		t.Errorf("after undo the result is %q, want Black's win", g.Result)
	}
	game := fmt.Sprintf("/director/games/%d", d.chart().Rounds[0].Games[0].ID)
	d.post(game, "result", "B", "margin", "4½", "version", fmt.Sprint(d.chart().Rounds[0].Games[0].Version)).leadsTo(t, game)
	d.get(game).wants(t, http.StatusOK, "Black won by 4½", "Every change", "taken back")
}

func TestTableOnAPhone(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	w := d.chart()
	here := "/t/" + w.Section.CardToken(1)
	game := w.Rounds[0].Games[0]
	phone := d.site.browser("")
	phone.get(here).wants(t, http.StatusOK, "Who are you?", "Table 1", "Even game, komi 7")
	phone.get("/t/1-1-aaaaaaaaaaaaaaaa").wants(t, http.StatusNotFound)
	phone.get(here+"?side=black").wants(t, http.StatusOK, "Who won?", "Jigo", fmt.Sprintf(`name="game" value="%d"`, game.ID))
	report := func(side, result string) answer {
		return phone.post(here+"?side="+side, "result", result, "game", fmt.Sprint(game.ID), "version", fmt.Sprint(d.chart().Rounds[0].Games[0].Version))
	}
	report("black", "B").leadsTo(t, here+"?side=black")
	report("black", "B").leadsTo(t, here+"?side=black") // the answer was lost on the way
	phone.get(here+"?side=black").wants(t, http.StatusOK, "You said: Black won", "Waiting for", `aria-pressed="true"`)
	report("white", "W").leadsTo(t, here+"?side=white")
	phone.get(here+"?side=white").wants(t, http.StatusOK, "Your reports differ")

	d.get("/director/events/1").wants(t, http.StatusOK, "(1 open)")
	inbox := d.get("/director/events/1/disputes")
	inbox.wants(t, http.StatusOK, "Reports differ", "says")
	bad := d.post("/director/events/1/disputes", "dispute", "1", "version", "1", "result", "B", "ruling", "")
	bad.wants(t, http.StatusUnprocessableEntity, `href="#ruling-1"`)
	d.post("/director/events/1/disputes", "dispute", "1", "version", "1", "result", "W", "ruling", "Counted again by rule 9.").leadsTo(t, "/director/events/1/disputes")
	phone.get(here).wants(t, http.StatusOK, "White won", "tell the tournament director")
	d.get("/director/events/1/disputes").wants(t, http.StatusOK, "Nothing waits for a ruling", "Counted again by rule 9.")
	if late := report("black", "B"); late.status == http.StatusSeeOther && d.chart().Rounds[0].Games[0].Result != pairing.WhiteWins {
		t.Error("a report changed a result that was decided")
	}
}

func TestPublicEventData(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar")
	d.play(1)
	d.results(1, "b")
	anybody := d.site.browser("")
	base := "/events/winter-cup-2026"
	section := base + "/sections/open"
	for path, kind := range map[string]string{
		"/":                               "text/html",
		"/events":                         "text/html",
		"/events.json":                    "application/json",
		"/events.csv":                     "text/csv",
		base:                              "text/html",
		base + ".json":                    "application/json",
		base + ".csv":                     "text/csv",
		base + "/crosstable.xlsx":         "application/vnd.openxml",
		section:                           "text/html",
		section + ".json":                 "application/json",
		section + ".csv":                  "text/csv",
		section + "/rounds/1":             "text/html",
		section + "/rounds/1?by=name":     "text/html",
		section + "/rounds/1.json":        "application/json",
		section + "/rounds/1.csv":         "text/csv",
		section + "/rounds/1.pdf":         "application/pdf",
		section + "/rounds/1.pdf?by=name": "application/pdf",
		section + "/standings":            "text/html",
		section + "/standings.json":       "application/json",
		section + "/standings.csv":        "text/csv",
		section + "/standings.pdf":        "application/pdf",
		section + "/crosstable":           "text/html",
		section + "/crosstable.json":      "application/json",
		section + "/crosstable.csv":       "text/csv",
		section + "/players":              "text/html",
		section + "/players.json":         "application/json",
		section + "/players.csv":          "text/csv",
		section + "/wall":                 "text/html",
		section + "/wall?show=names":      "text/html",
		section + "/wall?show=standings":  "text/html",
		"/events/1/revision":              "text/plain",
	} {
		a := anybody.get(path)
		if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), kind) {
			t.Errorf("%s: status %d, %s", path, a.status, a.header.Get("Content-Type"))
		}
	}
	for _, path := range []string{base + ".xml", section + ".xls", section + "/rounds/2", section + "/rounds/0", section + "/rounds/x", "/events/none", base + "/sections/none", section + "/rounds/1.txt"} {
		anybody.get(path).wants(t, http.StatusNotFound)
	}
	anybody.get(section+"/standings.json").wants(t, http.StatusOK, `"after_round":1`, `"place_by_score":{"from":1,"to":2}`)
	anybody.get(section+"/rounds/1.json").wants(t, http.StatusOK, `"result":"B"`, `"why":"bye"`)
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

func TestPairsKeepWhatWasTyped(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	here := "/director/sections/1/rounds/1"
	d.post(here+"/draw").leadsTo(t, here)
	game := d.chart().Rounds[0].Games[0]
	action := fmt.Sprintf("/director/games/%d", game.ID)
	page := d.post(action+"/handicap", "handicap", "99", "reason", "", "version", fmt.Sprint(game.Version))
	page.wants(t, http.StatusUnprocessableEntity, fmt.Sprintf(`href="#handicap-%d"`, game.ID), fmt.Sprintf(`id="reason-%d-error"`, game.ID), `value="99"`, `class="row-actions" open`)
	d.post(action+"/handicap", "handicap", "2", "reason", "a beginner", "version", fmt.Sprint(game.Version)).leadsTo(t, here)
	d.get(here).wants(t, http.StatusOK, "2 stones", "handicap set: a beginner")
	w := d.chart()
	even := w.Rounds[0].Games[slices.IndexFunc(w.Rounds[0].Games, func(g tournaments.Game) bool { return g.Handicap == 0 })]
	d.post(fmt.Sprintf("/director/games/%d/swap", even.ID), "version", fmt.Sprint(even.Version)).leadsTo(t, here)
	after := d.chart().Rounds[0].Games
	if !slices.ContainsFunc(after, func(g tournaments.Game) bool { return g.Black == even.White && g.White == even.Black }) {
		t.Error("the colours are as they were")
	}
	even = after[slices.IndexFunc(after, func(g tournaments.Game) bool { return g.Handicap == 0 })]
	stale := d.post(fmt.Sprintf("/director/games/%d/swap", even.ID), "version", "99")
	stale.wants(t, http.StatusConflict, "Only you see this")
	page = d.post(here+"/fix", "white", fmt.Sprint(w.Entries[0].ID), "black", fmt.Sprint(w.Entries[0].ID), "handicap", "3")
	page.wants(t, http.StatusUnprocessableEntity, `href="#fix-black"`, `href="#fix-reason"`, `id="fix-handicap" name="handicap" value="3"`, fmt.Sprintf(`<option value="%d" selected>`, w.Entries[0].ID))
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

func TestRefereeSeesResultsAndNothingElse(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.play(1)
	account, _ := d.site.account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee := d.site.browser(d.site.session(account))
	link := regexp.MustCompile(`href="(/director[^"#]*)"`)
	for _, path := range []string{"/director", "/director/events/1", "/director/sections/1/results", "/director/events/1/disputes"} {
		page := referee.get(path)
		page.wants(t, http.StatusOK, ">Referee<")
		for _, m := range link.FindAllStringSubmatch(page.body, -1) {
			if to := referee.get(strings.ReplaceAll(m[1], "&amp;", "&")); to.status != http.StatusOK {
				t.Errorf("%s leads to %s: status %d", path, m[1], to.status)
			}
		}
	}
	referee.post("/director/sections/1/rounds/1/results", "table", "1", "result", "w").leadsTo(t, "/director/sections/1/rounds/1/results?saved=1")
	referee.get("/director/sections/1/results").wants(t, http.StatusOK, "All results are in")
	referee.get("/events/1").leadsTo(t, "/director/events/1")
	d.site.browser("").get("/events/1").leadsTo(t, "/events/winter-cup-2026")
	d.site.browser("").get("/events/2").wants(t, http.StatusNotFound)
}
