package events_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/formats"
)

// A director takes a section to other programs: the page says before the download what
// each file does not hold, and every file can be read back.
func TestASectionInFilesOfOtherPrograms(t *testing.T) {
	d := newDesk(t)
	d.setUp("handicap", "rating", "ceiling", "9")
	page := "/director/sections/1/files"
	d.Get(page).Wants(t, http.StatusOK, "Nothing to write yet")
	for _, name := range []string{"Abel", "Brown", "Cole", "van Dent"} {
		d.Post("/director/sections/1/entries/guest", "family_name", name, "given_names", "Player", "rating", "1k", "club", "Kāpiti").
			LeadsTo(t, "/director/sections/1/entries")
	}
	d.Get("/director/sections/1/prints").Wants(t, http.StatusOK, page)
	d.Get(page).Wants(t, http.StatusOK,
		"No round is published yet", "OpenGotha bases handicaps on the difference of grades, not of ratings.",
		"The class of the event is missing", "/files/event.xml",
	)
	asked := "?class=B&country=nz&minutes=60&overtime=byoyomi&seconds=30"
	chosen := d.Get(page + asked)
	chosen.Wants(t, http.StatusOK, "class=B", "minutes=60")
	lacks(t, chosen, "The class of the event is missing")
	for format, has := range map[formats.Format][]string{
		formats.JSON: {`"class": "B"`, "Abel"}, formats.OpenGotha: {"ABEL", `country="NZ"`},
		formats.H9: {"CL[B]", "PC[NZ,", "TM[82]", "Abel Player"}, formats.TOU: {"Abel"}, formats.CSV: {"Abel"},
		formats.AGA: {"PLAYERS\n99999 ABEL, Player 1k\n"},
	} {
		a := d.Get(page + "/event." + string(format) + asked)
		a.Wants(t, http.StatusOK)
		disposition := a.Header.Get("Content-Disposition")
		for _, part := range []string{"entries-and-results-", "-open-2", "." + string(format)} {
			if !strings.Contains(disposition, part) {
				t.Errorf("%s is saved as %q", format, disposition)
			}
		}
		for _, text := range has {
			if !strings.Contains(strings.ToUpper(a.Body), strings.ToUpper(text)) {
				t.Errorf("%s does not have %q:\n%s", format, text, a.Body)
			}
		}
		if back, _, err := formats.Read(format, []byte(a.Body)); err != nil || len(back.Event.Players) != 4 {
			t.Errorf("%s is not read back: %v", format, err)
		}
	}
}

// What is wrong in the form is said beside its fields, all at once.
func TestWrongThingsForAFile(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Post("/director/sections/1/entries/guest", "family_name", "Abel", "given_names", "Player", "rating", "1k").
		LeadsTo(t, "/director/sections/1/entries")
	wrong := "?class=Z&country=New&minutes=-1&overtime=canadian"
	a := d.Get("/director/sections/1/files" + wrong)
	a.Wants(t, http.StatusUnprocessableEntity, "Please fix 5 things", "Enter the two letters of a country",
		"Enter a number between 0 and 1000.", "how many moves", "the seconds of the overtime")
	lacks(t, a, "event.json")
	d.Get("/director/sections/1/files/event.h9"+wrong).Wants(t, http.StatusUnprocessableEntity)
	if a := d.Site.Browser("").Get("/director/sections/1/files/event.json"); a.Status == http.StatusOK {
		t.Error("a stranger is given the director's file")
	}
}

// What one event's pages give out, another takes as a list in which everyone is found: the
// section's files, and its list of entries.
func TestOurOwnFilesAreListsOfEntries(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	for _, name := range []string{"Abel", "Brown", "Cole", "van Dent"} {
		d.Post("/director/sections/1/entries/guest", "family_name", name, "given_names", "Player", "rating", "1k", "club", "Kāpiti").
			LeadsTo(t, "/director/sections/1/entries")
	}
	d.Post("/director/events", "name", "Spring Cup", "from", "2026-10-03", "to", "2026-10-03", "place", "Wellington").
		LeadsTo(t, "/director/events/2")
	d.Post("/director/events/2/sections", "name", "Open", "system", "swiss", "rounds", "3", "handicap", "none", "rated", "on")
	for i, from := range []string{
		"/director/sections/1/files/event.xml", "/director/sections/1/files/event.json", "/director/sections/1/entries.csv",
		"/director/sections/1/entries.xlsx",
	} {
		file := d.Get(from)
		file.Wants(t, http.StatusOK)
		name := from[strings.LastIndex(from, "/")+1:]
		list := d.Upload("/director/events/2/entries", name, file.Body)
		list.LeadsTo(t, fmt.Sprintf("/director/lists/%d", i+1))
		page := d.Get(list.Location)
		page.Wants(t, http.StatusOK, "Accept as a visitor") // they are no members, and the same people
		if strings.Count(page.Body, " selected>Player ") != 4 || strings.Contains(page.Words(), "Decide") {
			t.Errorf("%s:\n%s", from, page.Words())
		}
	}
}

// One tick accepts everyone of a list who is not a member.
func TestAWholeListOfVisitors(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	list := d.Upload("/director/events/1/entries", "list.csv", "Name;Grade\nAnna Abel;1k\nBob Brown;2k\nCara Cole;3d\n")
	list.LeadsTo(t, "/director/lists/1")
	page := d.Get("/director/lists/1")
	page.Wants(t, http.StatusOK, "Accept everyone who is not a member as a visitor")
	d.Post("/director/lists/1", "version", "1", "row-2", "guest", "row-3", "guest", "row-4", "guest", "visitors", "on").
		LeadsTo(t, "/director/sections/1/entries")
	entries := d.Get("/director/sections/1/entries")
	entries.Wants(t, http.StatusOK, "Anna Abel", "Bob Brown", "Cara Cole")
	lacks(t, entries, "entries are not members")
	lacks(t, d.Get(d.Upload("/director/events/1/entries", "one.csv", "Name;Grade\nDora Dent;1k\n").Location), "Accept everyone")
}
