package events_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit/kittest"
)

// plants are names that no one takes for each other.
var plants = strings.Fields(`Ash Birch Cedar Elm Fir Gorse Hazel Ivy Juniper Kauri Larch Maple Nīkau Oak Pine Quince Rātā Spruce
	Tōtara Ulmus Vetch Willow Xanthium Yew Zinnia Mānuka Kahikatea Pōhutukawa Rimu Tāwhai Harakeke Flax Beech Chestnut Lavender
	Magnolia Sycamore Walnut`)

var refresh = regexp.MustCompile(`http-equiv="refresh" content="(\d+); url=([^"]+)"`)

// The projector of an event turns through what the director chose without scripts: long lists on several pages, nobody cut,
// what is not there left out, and it comes round again; it can be paused.
func TestTheProjectorTurns(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	names := plants[:26]
	d.guests(names...)
	const desk, wall = "/director/events/1/projector", "/events/winter-cup-2026/wall"
	anybody := d.Site.Browser("")
	first := anybody.Get(wall)
	first.Wants(t, http.StatusOK, "Follow Winter Cup on your phone", "Page 1 of 1", "data:image/png")
	d.Get(desk).Wants(t, http.StatusOK, "Each page is shown for", wall)
	shown := kittest.VersionOn(t, d.Get(desk))
	d.Post(desk, "version", shown, "seconds", "1", "views", "secrets").
		Wants(t, http.StatusUnprocessableEntity, "Enter a whole number from 5 to 120.", "Choose one of the values offered.")
	d.Post(desk, "version", shown, "seconds", "9").Wants(t, http.StatusUnprocessableEntity, "Choose at least one.")
	d.Post(desk, "version", shown, "seconds", "9", "views", "draw", "sections", "77").
		Wants(t, http.StatusUnprocessableEntity, "Choose sections of this event.")
	d.Post(desk, "version", shown, "seconds", "9", "views", "standings", "views", "draw", "views", "prizes", "views", "timetable").LeadsTo(t, desk)
	d.Post(desk, "version", shown, "seconds", "9", "views", "draw").Wants(t, http.StatusConflict)
	anybody.Get(wall).Wants(t, http.StatusOK, "Nothing to show yet")

	d.play(1)
	d.results(1, "b")
	at, seen, turns := wall, "", 0
	for range 20 {
		page := anybody.Get(at)
		page.Wants(t, http.StatusOK, "Winter Cup")
		next := refresh.FindStringSubmatch(page.Body)
		if next == nil || next[1] != "9" {
			t.Fatalf("%s does not turn: %v", at, next)
		}
		if n := strings.Count(page.Body, "<tr>"); n > 10 {
			t.Errorf("%s has %d lines", at, n)
		}
		seen += page.Body
		turns++
		if at = strings.ReplaceAll(next[2], "&amp;", "&"); strings.HasSuffix(at, "at=0") {
			break
		}
	}
	if turns != 5 { // 13 tables and 26 places, by nine
		t.Errorf("%d pages", turns)
	}
	for _, name := range names {
		if strings.Count(seen, "Player "+name) < 2 {
			t.Errorf("%s is missing", name)
		}
	}
	paused := anybody.Get(wall + "?at=2&pause=1")
	paused.Wants(t, http.StatusOK, "Go on", "Page 3 of 5")
	lacks(t, paused, `http-equiv="refresh"`)
	anybody.Get(wall+"?at=999").Wants(t, http.StatusOK, "Page 1 of 5")
	anybody.Get(wall+"?at=-1").Wants(t, http.StatusOK, "Page 1 of 5")
	account, _ := d.Site.Account("Mere", "Referee", auth.Office{Role: auth.Referee})
	if got := d.Site.Browser(d.Site.Session(account)).Post(desk, "version", "1", "seconds", "9", "views", "draw").Status; got != http.StatusForbidden {
		t.Errorf("a referee sets the projector: %d", got)
	}
}

// What a round needs is printed in one file, of a section and of all; so are the sheet of all sections, past rounds with
// results, the wall chart and the check-in sheets. What is of all sections is named where there are several.
func TestPrintsOfARound(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	d.results(1, "b")
	const desk, event = "/director/sections/1", "/director/events/1"
	d.Get(desk+"/prints").Wants(t, http.StatusOK, "bundle.pdf", "with=results", "check-in.pdf", "wall-chart.pdf", "wall-chart.pdf?paper=a3")
	for _, absent := range []string{"sheet.pdf", "by=section", "certificates.pdf"} {
		lacks(t, d.Get(desk+"/prints"), absent)
	}
	d.Post(
		event+"/sections", "name", "Rapid", "system", "swiss", "rounds", "9", "handicap", "none", "seed", "7", "tie_breaks", "SOS",
	).LeadsTo(t, event)
	d.Get(desk+"/prints").Wants(
		t, http.StatusOK, event+"/rounds/1/sheet.pdf", event+"/rounds/1/bundle.pdf", event+"/check-in.pdf?by=section",
	)
	d.Get("/director/sections/2/prints").Wants(t, http.StatusOK, "Nothing to print yet")
	forDirectors := []string{
		desk + "/rounds/1/bundle.pdf", event + "/rounds/1/bundle.pdf", event + "/rounds/1/sheet.pdf", event + "/check-in.pdf",
		event + "/check-in.pdf?by=section", event + "/wall-chart.pdf", event + "/wall-chart.pdf?paper=a3",
	}
	for _, path := range append([]string{"/events/winter-cup-2026/sections/open/rounds/1.pdf?with=results"}, forDirectors...) {
		if pdf := d.Get(path); pdf.Status != http.StatusOK || !strings.HasPrefix(pdf.Body, "%PDF") {
			t.Errorf("%s: %d", path, pdf.Status)
		}
	}
	d.Get(desk+"/rounds/2/bundle.pdf").Wants(t, http.StatusNotFound, "")
	for _, of := range []string{"/rounds/2/sheet.pdf", "/rounds/2/bundle.pdf", "/rounds/0/bundle.pdf"} {
		if got := d.Get(event + of).Status; got != http.StatusNotFound {
			t.Errorf("%s: %d", of, got)
		}
	}
	anybody := d.Site.Browser("")
	for _, path := range forDirectors {
		if got := anybody.Get(path).Status; got == http.StatusOK {
			t.Errorf("anybody prints %s", path)
		}
	}
}

// A handicap section made with what is proposed for it, of 38 players from 7 dan to 25 kyu, has few games at the ceiling,
// so that its settings say nothing of it.
func TestAProposedHandicapSectionOfAllStrengths(t *testing.T) {
	d := newDesk(t)
	d.Post("/director/events", "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-05").LeadsTo(t, "/director/events/1")
	form := regexp.MustCompile(`(?s)<form class="form".*?</form>`).FindString(d.Get("/director/events/1/sections/new?preset=handicap").Body)
	d.Post("/director/events/1/sections", append(filledIn(form), "name", "Handicap")...).LeadsTo(t, "/director/events/1")
	d.event, d.section = 1, 1
	for i := range 38 {
		grade := 7 - i*31/37 // from 7 dan to 25 kyu: 7 … −24
		text := fmt.Sprintf("%dd", grade)
		if grade < 1 {
			text = fmt.Sprintf("%dk", 1-grade)
		}
		d.Post(
			"/director/sections/1/entries/guest", "family_name", plants[i], "given_names", "Player", "rating", text,
		).LeadsTo(t, "/director/sections/1/entries")
	}
	if s := d.chart().Section; s.Handicap.By != "rating" || s.Rounds != 5 {
		t.Fatalf("%+v", s.Settings)
	}
	lacks(t, d.Get("/director/sections/1/edit"), "games would want more than")
	atCeiling, games := 0, 0
	for round := 1; round <= 5; round++ {
		d.play(round)
		w := d.chart()
		var keys []string
		for _, p := range w.Pairings(round) {
			if p.Game.ID == 0 {
				continue
			}
			games++
			if p.Game.Handicap >= w.Section.Handicap.Ceiling {
				atCeiling++
			}
			keys = append(keys, []string{"b", "w", "w"}[games%3])
		}
		d.results(round, keys...)
	}
	if 10*atCeiling >= games {
		t.Errorf("%d of %d games at the ceiling", atCeiling, games)
	}
}

var inputs = regexp.MustCompile(`(?s)<(?:input|option)[^>]*>|<select[^>]*>`)

// filledIn is what a browser sends of a form as it was opened.
func filledIn(form string) []string {
	attribute := func(tag, name string) string {
		m := regexp.MustCompile(` ` + name + `="([^"]*)"`).FindStringSubmatch(tag)
		if m == nil {
			return ""
		}
		return m[1]
	}
	var out []string
	field := ""
	for _, tag := range inputs.FindAllString(form, -1) {
		kind := attribute(tag, "type")
		switch {
		case strings.HasPrefix(tag, "<select"):
			field = attribute(tag, "name")
		case strings.HasPrefix(tag, "<option"):
			if strings.Contains(tag, " selected") {
				out = append(out, field, attribute(tag, "value"))
			}
		case attribute(tag, "name") == "name" || attribute(tag, "name") == "" || kind == "submit":
		case (kind == "checkbox" || kind == "radio") && !strings.Contains(tag, " checked"):
		default:
			out = append(out, attribute(tag, "name"), attribute(tag, "value"))
		}
	}
	return out
}
