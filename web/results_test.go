package web

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

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
