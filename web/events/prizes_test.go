package events_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit/kittest"
)

const prizesPath, prizesPublic = "/director/sections/1/prizes", "/events/winter-cup-2026/sections/open/prizes"

// prizesForm are prizes as a director types them: the best player, the best junior, the best from 2 to 4 kyu.
func prizesForm(version string) []string {
	return []string{
		"version", version, "once", "on", "shown", "on", "ties", "place",
		"kind_1", "place", "nth_1", "1", "money_1", "100", "thing_1", "Trophy", "order_1", "1", "id_1", "1",
		"kind_2", "junior", "order_2", "2", "money_2", "30",
		"kind_3", "", "nth_3", "2",
		"kind_4", "band", "best_4", "2k", "weakest_4", "4k", "order_4", "3", "name_4", "Kōwhai prize",
	}
}

// The director sets prizes, sees who wins each and why, publishes the list when the last result is in, and prints it. Until
// then no one else reads more than how it stands, and never who else plays for the prizes of juniors.
func TestPrizes(t *testing.T) {
	d := newDesk(t)
	d.setUp("rounds", "1")
	d.guests("Ash", "Birch", "Cedar", "Elm")
	anybody := d.Site.Browser("")
	d.Get("/director/events/1").Wants(t, http.StatusOK, prizesPath)
	d.Get(prizesPath).Wants(t, http.StatusOK, "No prizes are set yet.")
	d.Get(prizesPath+"/edit").Wants(t, http.StatusOK, "1st place", "A player wins one prize")
	wrong := prizesForm("0")
	for i, text := range wrong {
		switch text {
		case "100":
			wrong[i] = "lots"
		case "4k":
			wrong[i] = "strong"
		}
	}
	d.Post(prizesPath+"/edit", wrong...).Wants(
		t, http.StatusUnprocessableEntity, "Enter dollars and cents", "Write a grade such as 5k", `value="lots"`, `value="strong"`,
	)
	d.Post(prizesPath+"/edit", prizesForm("0")...).LeadsTo(t, prizesPath)
	d.Post(prizesPath+"/edit", prizesForm("0")...).Wants(t, http.StatusConflict, "Your changes were not saved")
	d.Post(prizesPath+"/groups", "version", kittest.VersionOn(t, d.Get(prizesPath+"/groups")), "juniors", "2", "juniors", "3").
		LeadsTo(t, prizesPath)

	d.play(1)
	unpublished := func() {
		t.Helper()
		anybody.Get(prizesPublic).Wants(t, http.StatusOK, "have not been announced yet")
		for _, path := range []string{prizesPublic + ".pdf", prizesPublic + ".json"} {
			anybody.Get(path).Wants(t, http.StatusNotFound, "have not been announced yet")
		}
		for _, path := range []string{
			"/events/winter-cup-2026", "/events/winter-cup-2026.json", "/events/winter-cup-2026/sections/open/players",
			"/events/winter-cup-2026/sections/open/wall", prizesPublic,
		} {
			page := anybody.Get(path)
			for _, text := range []string{"unior", "Trophy", "Kōwhai", "prize-rows"} {
				if strings.Contains(page.Body, text) {
					t.Errorf("%s says %q before the prizes are announced", path, text)
				}
			}
		}
	}
	unpublished()
	d.results(1, "w", "w")
	unpublished()
	var stands []string
	for _, n := range []string{"1", "2", "3", "4"} {
		own := anybody.Get("/events/winter-cup-2026/sections/open/players/" + n)
		if strings.Contains(own.Body, "unior") {
			t.Errorf("the page of player %s says who is a junior", n)
		}
		if strings.Contains(own.Body, "Prizes, as it stands") {
			stands = append(stands, n)
		}
	}
	if len(stands) == 0 {
		t.Errorf("players %v read how it stands", stands)
	}

	desk := d.Get(prizesPath)
	desk.Wants(t, http.StatusOK, "Every result is in.", "Best junior", "Kōwhai prize", "Trophy", "already wins", "Publish the prizes")
	referee, _ := d.Site.Account("Mere", "Referee", auth.Office{Role: auth.Referee})
	other := d.Site.Browser(d.Site.Session(referee))
	for _, path := range []string{"", "/edit", "/groups", "/1/decide", "/list.pdf", "/list.xlsx", "/certificates.pdf"} {
		if got := other.Get(prizesPath + path).Status; got != http.StatusForbidden {
			t.Errorf("a referee opens %s: %d", path, got)
		}
	}
	version := d.versionOn(prizesPath, "/publish")
	if got := other.Post(prizesPath+"/publish", "version", version).Status; got != http.StatusForbidden {
		t.Errorf("a referee publishes: %d", got)
	}
	d.Post(prizesPath+"/publish", "version", version).LeadsTo(t, prizesPath)
	public := anybody.Get(prizesPublic)
	public.Wants(t, http.StatusOK, "Best junior", "Kōwhai prize", "Announced on")
	if n := strings.Count(public.Body, "unior"); n > 3 { // the prize, its rule, and who is passed over because of it
		t.Errorf("the public list says “junior” %d times", n)
	}
	anybody.Get("/events/winter-cup-2026").Wants(t, http.StatusOK, "The prizes are announced")
	anybody.Get("/events/winter-cup-2026.json").Wants(t, http.StatusOK, `"prize":"Best junior"`, `"follows_from_results":true`)
	for _, path := range []string{prizesPublic + ".pdf", prizesPath + "/list.pdf", prizesPath + "/certificates.pdf", prizesPath + "/certificates.pdf?for=everyone"} {
		if pdf := d.Get(path); pdf.Status != http.StatusOK || !strings.HasPrefix(pdf.Body, "%PDF") {
			t.Errorf("%s: %d", path, pdf.Status)
		}
	}
	if xlsx := d.Get(prizesPath + "/list.xlsx"); xlsx.Status != http.StatusOK || !strings.HasPrefix(xlsx.Body, "PK") {
		t.Errorf("the workbook: %d", xlsx.Status)
	}

	// A result is corrected after it.
	d.Post("/director/sections/1/rounds/1/results/undo")
	anybody.Get(prizesPublic).Wants(t, http.StatusOK, "no longer follows from the results")
	anybody.Get(prizesPublic+".json").Wants(t, http.StatusOK, `"follows_from_results":false`)
	d.Get(prizesPath).Wants(t, http.StatusOK, "no longer follows")
	d.Post("/director/sections/1/rounds/1/results", "table", "2", "result", "b").LeadsTo(t, "/director/sections/1/rounds/1/results?saved=2")
	d.Get(prizesPath).Wants(t, http.StatusOK, "no longer follows", "Publish them as they are now")

	// The director decides one otherwise.
	decide := prizesPath + "/1/decide"
	lacks(t, d.Get(decide), "next in line") // there is one place prize
	d.Post(decide, "version", kittest.VersionOn(t, d.Get(decide)), "winners", "4").
		Wants(t, http.StatusUnprocessableEntity, "Write the reason")
	d.Post(decide, "version", kittest.VersionOn(t, d.Get(decide)), "winners", "4", "reason", "The top player gave it on").LeadsTo(t, prizesPath)
	d.Get(prizesPath).Wants(t, http.StatusOK, "The top player gave it on", "Player Elm")
	lacks(t, anybody.Get(prizesPublic), "gave it on")
	d.Post(prizesPath+"/publish", "version", d.versionOn(prizesPath, "/publish")).LeadsTo(t, prizesPath)
	anybody.Get(strings.TrimSuffix(prizesPublic, "/prizes")+"/standings").Wants(t, http.StatusOK, `href="`+prizesPublic+`"`)
	anybody.Get(prizesPublic).Wants(t, http.StatusOK, "Decided by the director: The top player gave it on")
	anybody.Get("/events/winter-cup-2026/sections/open/players/4").Wants(t, http.StatusOK, "1st place", "Player Elm")
	d.Post(prizesPath+"/edit", append(prizesForm(kittest.VersionOn(t, d.Get(prizesPath+"/edit"))),
		"kind_5", "place", "nth_5", "2", "money_5", "50", "order_5", "4")...).LeadsTo(t, prizesPath)
	lacks(t, d.Get(decide), `name="next" value="on" checked`) // it was decided when there was no prize below
	d.Post(decide, "version", kittest.VersionOn(t, d.Get(decide)), "winners", "4", "reason", "The top player gave it on", "next", "on").
		LeadsTo(t, prizesPath)
	d.Get(prizesPath).Wants(t, http.StatusOK, "Who would win it by the rule is next in line.")
	d.Get(decide).Wants(t, http.StatusOK, `name="next" value="on" checked`)
	d.Post(decide+"/undo", "version", kittest.VersionOn(t, d.Get(decide))).LeadsTo(t, prizesPath)
	d.Post(prizesPath+"/withdraw", "version", d.versionOn(prizesPath, "/withdraw")).LeadsTo(t, prizesPath)
	unpublished()
	d.Get(prizesPath+"/99/decide").Wants(t, http.StatusNotFound, "no longer on the list")
}
