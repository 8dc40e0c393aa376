package events_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// selected are the fields of a page's selects with what is chosen in each.
func selected(page string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)<select[^>]* name="([^"]+)".*?</select>`).FindAllStringSubmatch(page, -1) {
		out[m[1]] = ""
		if v := regexp.MustCompile(`<option value="([^"]*)"[^>]* selected`).FindStringSubmatch(m[0]); v != nil {
			out[m[1]] = v[1]
		}
	}
	return out
}

// TestTheChoicesOfAListAreTaken by the names that its page gives them.
func TestTheChoicesOfAListAreTaken(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	page := d.uploadList("players.csv", "Family name,Given names,Grade\nRimu,Kiri,4k\nTotara,Hana,9k\n")
	preview := d.Get(page.Location)
	if got, want := fmt.Sprint(selected(preview.Body)), fmt.Sprint(
		map[string]string{
			"row-2": "guest", "row-3": "guest", "column-1": "family_name", "column-2": "given_names", "column-3": "rank",
		},
	); got != want {
		t.Fatalf("the page offers %s, want %s", got, want)
	}
	version := d.versionOn(page.Location, page.Location)
	d.Post(
		page.Location, "version", version, "row-2", "guest", "row-3", "leave",
	).LeadsTo(t, "/director/sections/1/entries")
	if e := d.chart().Entries; len(e) != 1 || e[0].Name != "Kiri Rimu" {
		t.Errorf("entered: %+v", e)
	}
}

func TestAGameOffersToTakeBackWhatCanBe(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.play(1)
	here := fmt.Sprintf("/director/games/%d", d.chart().Rounds[0].Games[0].ID)
	enter := func(result string) {
		t.Helper()
		d.Post(here, "result", result, "version", fmt.Sprint(d.chart().Rounds[0].Games[0].Version)).LeadsTo(t, here)
	}
	undo := func() {
		t.Helper()
		d.Post(here+"/undo", "version", d.versionOn(here, "/undo")).LeadsTo(t, here)
	}
	d.Post(
		here, "result", "1e9", "version", "1",
	).Wants(t, http.StatusUnprocessableEntity, `href="#result"`, "is not one of the results offered.")
	enter("B")
	undo()
	if page := d.Get(here); strings.Contains(page.Body, "Undo the last change") {
		t.Error("there is nothing to take back")
	}
	enter("W")
	undo()
	if g := d.chart().Rounds[0].Games[0]; g.Result != pairing.NoResult {
		t.Errorf("the second entry stays: %s", g.Result)
	}
}

// TestADecisionThatCannotBe changes nothing, and offers no ways out of a draw
// that there is not.
func TestADecisionThatCannotBe(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	e := d.chart().Entries
	page := d.Post(here+"/forbid", "a", fmt.Sprint(e[0].ID), "b", fmt.Sprint(e[1].ID), "only", "0")
	page.Wants(
		t, http.StatusUnprocessableEntity, "With that, this round could not be drawn", "Player Ash", "Nothing has changed.",
		"publish round 1",
	)
	if strings.Contains(page.Body, "Do this and draw") || len(d.chart().Forbidden()) > 0 {
		t.Errorf("forbidden: %v", d.chart().Forbidden())
	}
}

// TestAPlayerAlone has byes; the event goes on and is closed.
func TestAPlayerAlone(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash")
	d.Post("/director/sections/1/rounds/1/draw").LeadsTo(t, "/director/sections/1/rounds/1")
	d.Get("/director/sections/1/rounds/1").Wants(t, http.StatusOK, "Without a game", "Why the bye", "Discard this draw")
	d.Post(
		"/director/sections/1/rounds/1/discard", "version", d.versionOn("/director/sections/1/rounds/1", "/discard"),
	).LeadsTo(t, "/director/sections/1/rounds/1")
	for round := 1; round <= 3; round++ {
		d.play(round)
	}
	d.Get("/events/winter-cup-2026").Wants(t, http.StatusOK, "All 3 rounds are played")
	d.Post(
		"/director/events/1/close", "version", d.versionOn("/director/events/1", "/close"),
	).LeadsTo(t, "/director/events/1")
	d.Get("/director/events/1").Wants(t, http.StatusOK, "See the changes")
	d.Get("/director/events/1/rating").Wants(t, http.StatusOK, "no game of this event has a result from play")
}

// TestWhoLeavesIsAskedAfterARoundThatWasPlayed: a draw that nobody has seen
// yet is no round played.
func TestWhoLeavesIsAskedAfterARoundThatWasPlayed(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	entry := fmt.Sprintf("/director/entries/%d", d.chart().Entries[0].ID)
	d.play(1)
	d.results(1, "b", "b")
	d.Post("/director/sections/1/rounds/2/draw").LeadsTo(t, "/director/sections/1/rounds/2")
	if got := selected(d.Get(entry).Body)["after"]; got != "1" {
		t.Errorf("after round %q, want 1", got)
	}
	for round := 2; round <= 3; round++ {
		d.play(round)
		d.results(round, "b", "b")
	}
	if _, ok := selected(d.Get(entry).Body)["after"]; ok {
		t.Error("after the last round there is nothing to leave")
	}
}

// TestPlayersLeadToTheirRatingOnceTheyHaveOne.
func TestPlayersLeadToTheirRatingOnceTheyHaveOne(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.play(1)
	paths := []string{
		"/events/winter-cup-2026", "/events/winter-cup-2026/sections/open", "/events/winter-cup-2026/sections/open/standings",
		"/events/winter-cup-2026/sections/open/crosstable", "/events/winter-cup-2026/sections/open/players",
	}
	link := regexp.MustCompile(`href="/ratings/\d+"`)
	own := regexp.MustCompile(`href="(/events/winter-cup-2026/sections/open/players/\d+)"`)
	behind := func(path string) string { // the page of a player whom the page names
		t.Helper()
		to := own.FindStringSubmatch(d.Get(path).Body)
		if to == nil {
			t.Fatalf("%s leads to no player", path)
		}
		return d.Get(to[1]).Body
	}
	for _, path := range paths {
		if link.MatchString(behind(path)) {
			t.Errorf("%s leads to a rating that nobody has", path)
		}
	}
	d.results(1, "b")
	edit := "/director/sections/1/edit"
	d.Post(
		edit, "name", "Open", "system", "swiss", "rounds", "1", "handicap", "none", "rated", "on", "version",
		d.versionOn(edit, edit),
	).LeadsTo(t, edit)
	d.Post(
		"/director/events/1/close", "version", d.versionOn("/director/events/1", "/close"),
	).LeadsTo(t, "/director/events/1")
	if page := d.Get("/director/events/1/rating"); link.MatchString(page.Body) {
		t.Error("the preview leads to a rating that nobody has yet")
	}
	d.Post(
		"/director/events/1/rating/submit", "version", d.versionOn("/director/events/1/rating", "/submit"),
	).LeadsTo(t, "/director/events/1/rating")
	for _, path := range paths {
		to := link.FindString(behind(path))
		if to == "" {
			t.Errorf("%s does not lead to the ratings", path)
			continue
		}
		d.Get(strings.Trim(strings.TrimPrefix(to, "href="), `"`)).Wants(t, http.StatusOK, "Rating")
	}
}

// TestAListOfEventsIsAlwaysAList, also of sections that there are not.
func TestAListOfEventsIsAlwaysAList(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Post(
		"/director/sections/1/remove", "version", d.versionOn("/director/sections/1/edit", "/remove"),
	).LeadsTo(t, "/director/events/1")
	d.Get("/events.json").Wants(t, http.StatusOK, `"sections":[]`)
	d.Get("/events/winter-cup-2026.json").Wants(t, http.StatusOK, `"sections":[]`)

	// Behind the last page a program finds the end, and a reader the last page, which is the first one here.
	if end := d.Get("/events.json?page=2").Body; strings.TrimSpace(end) != "[]" {
		t.Errorf("behind the last page: %s", end)
	}
	d.Get("/events?page=2").Wants(t, http.StatusOK, "Winter Cup", "winter-cup-2026")
}

// TestOnlyTextIsTaken: PostgreSQL keeps no NUL and nothing that is not UTF-8.
func TestOnlyTextIsTaken(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"a\x00b", "a\xffb", "a\xed\xa0\x80b"} {
		d.Post(
			"/director/events", "name", name, "from", "2026-07-04",
		).Wants(t, http.StatusUnprocessableEntity, "characters that cannot be read")
		d.Site.Browser("").Post("/sign-in", "email", name, "password", "x").Wants(t, http.StatusUnprocessableEntity)
		for _, path := range []string{"/events/", "/events/x/sections/", "/t/", "/link/", "/ratings?q=", "/members?q="} {
			d.Get(path+url.QueryEscape(name)).Wants(t, http.StatusNotFound)
		}
	}
	if n := d.rows("event"); n != 0 {
		t.Errorf("%d events", n)
	}
}

// TestNobodyActsOnADrawTheyHaveNotSeen: another director drew again meanwhile.
func TestNobodyActsOnADrawTheyHaveNotSeen(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	seen := d.versionOn(here, "/publish")
	d.Post(here+"/redraw", "reason", "Two friends met.").LeadsTo(t, here)
	for _, action := range []string{"/publish", "/discard"} {
		d.Post(here+action, "version", seen).Wants(t, http.StatusConflict, "changed this", "Only you see this")
	}
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish")).LeadsTo(t, here)
	drawn := regexp.MustCompile(`name="drawn" value="(\d+)"`)
	was := drawn.FindStringSubmatch(d.Get(here + "/results").Body)[1]
	d.Post(here+"/unpublish", "version", d.versionOn(here, "/unpublish")).LeadsTo(t, here)
	d.Post(here+"/redraw", "reason", "Two friends met.").LeadsTo(t, here)
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish")).LeadsTo(t, here)
	late := d.Post(here+"/results", "table", "1", "result", "b", "version", "1", "drawn", was)
	late.Wants(t, http.StatusUnprocessableEntity, "Round 1 was drawn again after you opened this page.")
	now := drawn.FindStringSubmatch(late.Body)[1]
	d.Post(here+"/results", "table", "1", "result", "b", "version", "1", "drawn", now).LeadsTo(t, here+"/results?saved=1")
}

// Bug: a visitor whom the director had accepted was no longer accepted once
// anything else of the entry was saved, such as an absent round.
func TestAnAcceptedVisitorStaysAcceptedWhenTheEntryIsSaved(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	e := d.chart().Entries[0]
	if e.Membership != tournaments.Visitor {
		t.Fatalf("a guest entered by hand is %s, want a visitor", e.Membership)
	}
	here := fmt.Sprintf("/director/entries/%d", e.ID)
	d.Post(
		here, "version", fmt.Sprint(e.Version), "rating", "3.0", "absent", "2",
	).LeadsTo(t, "/director/sections/1/entries")
	if now := d.chart().Entries[0]; now.Membership != tournaments.Visitor || len(now.Absent) != 1 {
		t.Errorf("now %s, absent in %v; want a visitor who is absent in round 2", now.Membership, now.Absent)
	}
}

// Bug: of a table that there is not and a key that is none, only the table was named.
func TestTheBoardNamesEverythingThatIsWrong(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.play(1)
	d.Post("/director/sections/1/rounds/1/results", "table", "99", "result", "q").
		Wants(
			t, http.StatusUnprocessableEntity, "This round has no table 99.", "“q” is not a key for a result.", `value="99"`,
			`value="q"`,
		)
}

// Bug: anybody could watch an event that was not announced yet: that it is
// there, and when it changes.
func TestAnEventThatIsNotAnnouncedCannotBeFollowed(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	anybody := d.Site.Browser("")
	anybody.Get("/events/1/revision").Wants(t, http.StatusOK)
	d.Post(
		"/director/events/1/unannounce", "version", d.versionOn("/director/events/1", "unannounce"),
	).LeadsTo(t, "/director/events/1")
	for _, path := range []string{"/events/1/revision", "/events/1/live", "/events/2/revision", "/events/2/live"} {
		anybody.Get(path).Wants(t, http.StatusNotFound)
	}
	d.Get("/events/1/revision").Wants(t, http.StatusOK)
}
