package web

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
	preview := d.get(page.location)
	if got, want := fmt.Sprint(selected(preview.body)), fmt.Sprint(map[string]string{"row-2": "guest", "row-3": "guest"}); got != want {
		t.Fatalf("the page offers %s, want %s", got, want)
	}
	version := d.versionOn(page.location, page.location)
	d.post(page.location, "version", version, "row-2", "guest", "row-3", "leave").leadsTo(t, "/director/sections/1/entries")
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
		d.post(here, "result", result, "version", fmt.Sprint(d.chart().Rounds[0].Games[0].Version)).leadsTo(t, here)
	}
	undo := func() {
		t.Helper()
		d.post(here+"/undo", "version", d.versionOn(here, "/undo")).leadsTo(t, here)
	}
	d.post(here, "result", "1e9", "version", "1").wants(t, http.StatusUnprocessableEntity, `href="#result"`, "Choose one of the results offered.")
	enter("B")
	undo()
	if page := d.get(here); strings.Contains(page.body, "Take back the last change") {
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
	d.post(here+"/draw").leadsTo(t, here)
	e := d.chart().Entries
	page := d.post(here+"/forbid", "a", fmt.Sprint(e[0].ID), "b", fmt.Sprint(e[1].ID), "only", "0")
	page.wants(t, http.StatusUnprocessableEntity, "With that, this round could not be drawn", "Player Ash", "Nothing has changed.", "publish round 1")
	if strings.Contains(page.body, "Do this and draw") || len(d.chart().Forbidden()) > 0 {
		t.Errorf("forbidden: %v", d.chart().Forbidden())
	}
}

// TestAPlayerAlone has byes; the event goes on and is closed.
func TestAPlayerAlone(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash")
	d.post("/director/sections/1/rounds/1/draw").leadsTo(t, "/director/sections/1/rounds/1")
	d.get("/director/sections/1/rounds/1").wants(t, http.StatusOK, "Without a game", "Why the bye", "Discard this draw")
	d.post("/director/sections/1/rounds/1/discard", "version", d.versionOn("/director/sections/1/rounds/1", "/discard")).leadsTo(t, "/director/sections/1/rounds/1")
	for round := 1; round <= 3; round++ {
		d.play(round)
	}
	d.get("/events/winter-cup-2026").wants(t, http.StatusOK, "All 3 rounds are played")
	d.post("/director/events/1/close", "version", d.versionOn("/director/events/1", "/close")).leadsTo(t, "/director/events/1")
	d.get("/director/events/1").wants(t, http.StatusOK, "Look at the changes")
	d.get("/director/events/1/rating").wants(t, http.StatusOK, "no game of this event has a result from play")
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
	d.post("/director/sections/1/rounds/2/draw").leadsTo(t, "/director/sections/1/rounds/2")
	if got := selected(d.get(entry).body)["after"]; got != "1" {
		t.Errorf("after round %q, want 1", got)
	}
	for round := 2; round <= 3; round++ {
		d.play(round)
		d.results(round, "b", "b")
	}
	if _, ok := selected(d.get(entry).body)["after"]; ok {
		t.Error("after the last round there is nothing to leave")
	}
}

// TestPlayersLeadToTheirRatingOnceTheyHaveOne.
func TestPlayersLeadToTheirRatingOnceTheyHaveOne(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.play(1)
	paths := []string{"/events/winter-cup-2026", "/events/winter-cup-2026/sections/open", "/events/winter-cup-2026/sections/open/standings", "/events/winter-cup-2026/sections/open/crosstable", "/events/winter-cup-2026/sections/open/players"}
	link := regexp.MustCompile(`href="/ratings/\d+"`)
	for _, path := range paths {
		if page := d.get(path); link.MatchString(page.body) {
			t.Errorf("%s leads to a rating that nobody has", path)
		}
	}
	d.results(1, "b")
	edit := "/director/sections/1/edit"
	d.post(edit, "name", "Open", "system", "swiss", "rounds", "1", "handicap", "none", "rated", "on", "version", d.versionOn(edit, edit)).leadsTo(t, edit)
	d.post("/director/events/1/close", "version", d.versionOn("/director/events/1", "/close")).leadsTo(t, "/director/events/1")
	if page := d.get("/director/events/1/rating"); link.MatchString(page.body) {
		t.Error("the preview leads to a rating that nobody has yet")
	}
	d.post("/director/events/1/rating/submit", "version", d.versionOn("/director/events/1/rating", "/submit")).leadsTo(t, "/director/events/1/rating")
	for _, path := range paths {
		to := link.FindString(d.get(path).body)
		if to == "" {
			t.Errorf("%s does not lead to the ratings", path)
			continue
		}
		d.get(strings.Trim(strings.TrimPrefix(to, "href="), `"`)).wants(t, http.StatusOK, "Rating")
	}
}

// TestAListOfEventsIsAlwaysAList, also of sections that there are not.
func TestAListOfEventsIsAlwaysAList(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.post("/director/sections/1/remove", "version", d.versionOn("/director/sections/1/edit", "/remove")).leadsTo(t, "/director/events/1")
	d.get("/events.json").wants(t, http.StatusOK, `"sections":[]`)
	d.get("/events/winter-cup-2026.json").wants(t, http.StatusOK, `"sections":[]`)
}

// TestOnlyTextIsTaken: PostgreSQL keeps no NUL and nothing that is not UTF-8.
func TestOnlyTextIsTaken(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"a\x00b", "a\xffb", "a\xed\xa0\x80b"} {
		d.post("/director/events", "name", name, "from", "2026-07-04").wants(t, http.StatusUnprocessableEntity, "characters that cannot be shown")
		d.site.browser("").post("/sign-in", "email", name, "password", "x").wants(t, http.StatusUnprocessableEntity)
		for _, path := range []string{"/events/", "/events/x/sections/", "/t/", "/link/", "/ratings?q=", "/members?q="} {
			d.get(path+url.QueryEscape(name)).wants(t, http.StatusNotFound)
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
	d.post(here+"/draw").leadsTo(t, here)
	seen := d.versionOn(here, "/publish")
	d.post(here+"/redraw").leadsTo(t, here)
	for _, action := range []string{"/publish", "/discard"} {
		d.post(here+action, "version", seen).wants(t, http.StatusConflict, "changed this", "Only you see this")
	}
	d.post(here+"/publish", "version", d.versionOn(here, "/publish")).leadsTo(t, here)
	drawn := regexp.MustCompile(`name="drawn" value="(\d+)"`)
	was := drawn.FindStringSubmatch(d.get(here + "/results").body)[1]
	d.post(here+"/unpublish", "version", d.versionOn(here, "/unpublish")).leadsTo(t, here)
	d.post(here+"/redraw").leadsTo(t, here)
	d.post(here+"/publish", "version", d.versionOn(here, "/publish")).leadsTo(t, here)
	late := d.post(here+"/results", "table", "1", "result", "b", "version", "1", "drawn", was)
	late.wants(t, http.StatusUnprocessableEntity, "Round 1 was drawn again after you opened this page.")
	now := drawn.FindStringSubmatch(late.body)[1]
	d.post(here+"/results", "table", "1", "result", "b", "version", "1", "drawn", now).leadsTo(t, here+"/results?saved=1")
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
	d.post(here, "version", fmt.Sprint(e.Version), "rating", "3.0", "absent", "2").leadsTo(t, "/director/sections/1/entries")
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
	d.post("/director/sections/1/rounds/1/results", "table", "99", "result", "q").
		wants(t, http.StatusUnprocessableEntity, "This round has no table “99”.", "“q” is not a key for a result.", `value="99"`, `value="q"`)
}

// Bug: anybody could watch an event that was not announced yet: that it is
// there, and when it changes.
func TestAnEventThatIsNotAnnouncedCannotBeFollowed(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	anybody := d.site.browser("")
	anybody.get("/events/1/revision").wants(t, http.StatusOK)
	d.post("/director/events/1/unannounce", "version", d.versionOn("/director/events/1", "unannounce")).leadsTo(t, "/director/events/1")
	for _, path := range []string{"/events/1/revision", "/events/1/live", "/events/2/revision", "/events/2/live"} {
		anybody.get(path).wants(t, http.StatusNotFound)
	}
	d.get("/events/1/revision").wants(t, http.StatusOK)
}
