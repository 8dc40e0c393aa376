package events_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

var criterionInput = regexp.MustCompile(`name="criterion_([a-z_]+)" value="(\d*)"`)

// criteriaOn lists the criteria as a page's form has them: "bye 10, …".
func criteriaOn(page kittest.Answer) string {
	var out []string
	for _, m := range criterionInput.FindAllStringSubmatch(page.Body, -1) {
		out = append(out, strings.TrimSpace(m[1]+" "+m[2]))
	}
	return strings.Join(out, ", ")
}

// TestADirectorOrdersTheCriteria by numbers: each has its words, what was typed
// stays when it cannot be taken, and what is saved is shown in its order.
func TestADirectorOrdersTheCriteria(t *testing.T) {
	d := newDesk(t)
	usual := "bye 10, score_difference 20, floats 30, club 40, city 50, colours 60, seeding 70, country"
	d.setUp()
	fresh := d.Get("/director/events/1/sections/new")
	fresh.Wants(t, http.StatusOK, "What decides the draw", "McMahon bands", "… points it is given")
	for _, c := range pairing.DefaultCriteria() {
		fresh.Wants(t, http.StatusOK, c.Name()+"</label>", kit.Capital(c.Definition()))
	}
	edit := "/director/sections/1/edit"
	if got := criteriaOn(fresh); got != usual || got != criteriaOn(d.Get(edit)) {
		t.Fatalf("the form lists %q, want %q", got, usual)
	}
	settings := func(more ...string) []string {
		return append(
			[]string{"name", "Open", "system", "mcmahon", "rounds", "3", "rated", "on", "version", d.versionOn(edit, edit)},
			more...,
		)
	}
	page := d.Post(
		edit,
		settings(
			"criterion_bye", "10", "criterion_club", "10", "criterion_seeding", "5", "bands", "1d, best", "accelerated", "1",
			"accelerated_points", "0",
		)...,
	)
	page.Wants(
		t, http.StatusUnprocessableEntity, `href="#criterion_club"`, "“Bye” has the number 10 too.", `href="#bands"`,
		`value="1d, best"`, `href="#accelerated_points"`,
	)
	if got := criteriaOn(page); got != "seeding 5, bye 10, club 10, score_difference, floats, city, country, colours" {
		t.Errorf("what was typed comes back as %q", got)
	}
	d.Post(
		edit,
		settings(
			"criterion_bye", "10", "criterion_club", "20", "criterion_seeding", "5", "bands", "1d,10k", "accelerated", "2",
			"accelerated_points", "1.5",
		)...,
	).LeadsTo(t, edit)
	page = d.Get(edit)
	page.Wants(t, http.StatusOK, `name="bands" value="10k, 1d"`, `name="accelerated_points" value="1½"`)
	if got := criteriaOn(page); got != "seeding 10, bye 20, club 30, score_difference, floats, city, country, colours" {
		t.Errorf("saved as %q", got)
	}
}

// TestHandicapsByScoreAreSet: by McMahon score with an end, in a McMahon only.
func TestHandicapsByScoreAreSet(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	edit := "/director/sections/1/edit"
	settings := func(system, top string) []string {
		return []string{
			"name", "Open", "system", system, "rounds", "3", "rated", "on", "handicap", "score", "reduction", "-1",
			"no_handicap_above", top, "version", d.versionOn(edit, edit),
		}
	}
	d.Post(edit, settings("swiss", "first")...).Wants(
		t, http.StatusUnprocessableEntity, `href="#handicap"`, "Only a McMahon has McMahon scores.",
		`href="#no_handicap_above"`, `value="first"`,
	)
	d.Post(edit, settings("mcmahon", "1d")...).LeadsTo(t, edit)
	d.Get(edit).Wants(
		t, http.StatusOK, `name="no_handicap_above" value="1d"`, `name="reduction" value="-1"`,
		"by McMahon score, at most 9 stones, raised by 1, none above 1d",
	)
}

// TestACriterionMovedByAnotherDirector is set beside one's own order, whatever
// the order in which the two forms list them.
func TestACriterionMovedByAnotherDirector(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	edit := "/director/sections/1/edit"
	settings := []string{
		"name", "Open", "system", "swiss", "rounds", "3", "rated", "on", "version", d.versionOn(edit, edit),
	}
	d.Post(edit, append(settings, "criterion_bye", "20", "criterion_colours", "10")...).LeadsTo(t, edit)
	late := d.Post(edit, append(settings, "criterion_bye", "10", "criterion_colours", "20")...)
	late.Wants(t, http.StatusConflict, "What is saved now")
	rows := regexp.MustCompile(`(?s)<tbody>.*?</tbody>`).FindString(late.Body)
	for _, name := range []string{"Bye", "Colours"} {
		if !strings.Contains(rows, name) {
			t.Errorf("the conflict does not show %s: %s", name, rows)
		}
	}
	if strings.Contains(rows, "Floats") || strings.Contains(rows, "Clubs") {
		t.Errorf("the conflict shows what is the same: %s", rows)
	}
}
