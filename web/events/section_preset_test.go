package events_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// TestASectionByAPreset is a name and a number of rounds; the preset's settings are in the form, folded away under what
// they say, with the reason beside them.
func TestASectionByAPreset(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	from := "/director/events/1/sections/new"
	d.Get(from).Wants(t, http.StatusOK,
		`aria-label="Kinds of section"`, "For a title: everyone starts level", "<summary>Handicap: <span>even games</span>",
		"<summary>System and games: <span>Swiss, komi 7</span>", "<summary>Rating: <span>sent in, weight 1</span>", "<summary>What decides the draw: <span>the usual order</span>",
		"<summary>Places: <span>score, then SOS, then SOSOS</span>",
	)
	page := d.Get(from + "?preset=handicap")
	page.Wants(t, http.StatusOK,
		"by rating, at most 9 stones", "<summary>The draw: <span>smallest handicaps</span>",
		"those near in strength meet", `name="preset" value="handicap"`,
	)
	lacks(t, page, `<details class="group" open>`)
	d.Get(from+"?preset=mcmahon").Wants(t, http.StatusOK, "bar none, floor none", "propose a bar from the field")
	d.Get(from+"?preset=rapid").Wants(t, http.StatusOK, "sent in, weight 0.5")
	d.Get(from+"?preset=%3Cscript%3E").Wants(t, http.StatusOK, "For a title")

	// A mistake inside a folded part opens it, and the preset stays chosen.
	wrong := d.Post("/director/events/1/sections",
		"name", "Handicap", "system", "swiss", "rounds", "3", "handicap", "rating", "ceiling", "90", "preset", "handicap")
	wrong.Wants(t, http.StatusUnprocessableEntity, `<details class="group" open><summary>Handicap:`,
		`name="preset" value="handicap"`, "For a mixed field")
	if n := strings.Count(wrong.Body, `<details class="group" open>`); n != 1 {
		t.Errorf("%d parts are open, want the one with the problem", n)
	}
}

// TestTheSettingsSayWhatTheCeilingDoes with those who are entered, where it cuts more than a tenth of the games; and
// the bar that fits them.
func TestTheSettingsSayWhatTheCeilingDoes(t *testing.T) {
	d := newDesk(t)
	d.setUp("handicap", "rating", "ceiling", "2")
	edit := "/director/sections/1/edit"
	lacks(t, d.Get(edit), "would want more than")
	lacks(t, d.Get(edit), "Proposed from")
	for i, name := range strings.Fields("Abel Brown Cole Dent Evans Ford Gibb Hale Ives Joyce") {
		d.Post("/director/sections/1/entries/guest", "family_name", name, "given_names", "Player", "rating",
			fmt.Sprintf("%dk", 1+2*i)).LeadsTo(t, "/director/sections/1/entries")
	}
	d.Get(edit).Wants(t, http.StatusOK, "would want more than the 2 stones that are the most here",
		"Choose “Smallest handicaps”", "Proposed from the 10 entered: 15k, which 8 have reached.")
	save := func(more ...string) kittest.Answer {
		return d.Post(edit, append(more, "name", "Open", "system", "swiss", "rounds", "3", "rated", "on",
			"version", d.versionOn(edit, edit))...)
	}
	save("handicap", "rating", "ceiling", "25").LeadsTo(t, edit)
	lacks(t, d.Get(edit), "would want more than")
	save("handicap", "none").LeadsTo(t, edit)
	lacks(t, d.Get(edit), "would want more than")
}

func lacks(t *testing.T, page kittest.Answer, text string) {
	t.Helper()
	if strings.Contains(page.Readable().Body, text) || strings.Contains(page.Body, text) {
		t.Errorf("the page says %q", text)
	}
}
