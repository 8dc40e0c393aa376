package events_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/web/kit/kittest"
)

func TestResultsBoard(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	here := "/director/sections/1/rounds/1/results"
	d.Get(
		"/director/sections/1/results",
	).Wants(t, http.StatusOK, "2 of 2 results to come", `data-table="1" data-version="1"`)
	d.Post(here, "table", "7", "result", "b").Wants(t, http.StatusUnprocessableEntity, "board-error", `value="7"`)
	d.Post(here, "table", "1", "result", "q").Wants(t, http.StatusUnprocessableEntity, "board-error", `value="q"`)

	d.Post(here, "table", "1", "result", "b", "version", "1", "key", "once-only-0001").LeadsTo(t, here+"?saved=1")
	d.Post(here, "table", "1", "result", "b", "version", "1", "key", "once-only-0001") // sent again by a bad connection
	d.Get(here+"?saved=1").Wants(t, http.StatusOK, "Table 1: Black won. Saved.", "1 of 2 results to come", "Undo table 1")
	conflict := d.Post(here, "table", "1", "result", "w", "version", "1")
	conflict.Wants(
		t, http.StatusConflict, `id="results-board"`, "Keep “Black won”", "Save “White won” instead", "Ruairi Kerrigan",
	)
	if g := d.chart().Rounds[0].Games[0]; g.Result != pairing.BlackWins {
		t.Errorf("the second director overwrote the first: %s", g.Result)
	}
	version := regexp.MustCompile(
		`name="version" value="(\d+)"`,
	).FindStringSubmatch(conflict.Body[strings.Index(conflict.Body, "results-board"):])[1]
	over := regexp.MustCompile(`name="over" value="([^"]+)"`).FindStringSubmatch(conflict.Body)[1]
	d.Post(here, "table", "1", "result", "W", "version", version, "over", over).LeadsTo(t, here+"?saved=1")
	d.Get(here+"?only=outstanding").Wants(t, http.StatusOK, "All tables", `data-table="2"`)
	d.Post(here+"/undo").LeadsTo(t, here+"?undone=1")
	if g := d.chart().Rounds[0].Games[0]; g.Result != pairing.BlackWins {
		t.Errorf("after undo the result is %q, want Black's win", g.Result)
	}
	game := fmt.Sprintf("/director/games/%d", d.chart().Rounds[0].Games[0].ID)
	d.Post(
		game, "result", "B", "margin", "4½", "version", fmt.Sprint(d.chart().Rounds[0].Games[0].Version),
	).LeadsTo(t, game)
	d.Get(game).Wants(t, http.StatusOK, "Black won by 4½", "Every change", "undone")
}

func TestTableOnAPhone(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	w := d.chart()
	here := "/t/" + w.Section.CardToken(1)
	game := w.Rounds[0].Games[0]
	phone := d.Site.Browser("")
	phone.Get(here).Wants(t, http.StatusOK, "Who are you?", "Table 1", "Even game, komi 7")
	phone.Get("/t/1-1-aaaaaaaaaaaaaaaa").Wants(t, http.StatusNotFound)
	phone.Get(here+"?side=black").Wants(
		t, http.StatusOK, "Who won?", "Jigo", fmt.Sprintf(`name="game" value="%d"`, game.ID),
	)
	report := func(side, result string) kittest.Answer {
		return phone.Post(
			here+"?side="+side, "result", result, "game", fmt.Sprint(game.ID), "version",
			fmt.Sprint(d.chart().Rounds[0].Games[0].Version),
		)
	}
	report("black", "B").LeadsTo(t, here+"?side=black")
	report("black", "B").LeadsTo(t, here+"?side=black") // the answer was lost on the way
	phone.Get(here+"?side=black").Wants(t, http.StatusOK, "You said: Black won", "Waiting for", `aria-pressed="true"`)
	report("white", "W").LeadsTo(t, here+"?side=white")
	phone.Get(here+"?side=white").Wants(t, http.StatusOK, "Your reports differ")

	d.Get("/director/events/1").Wants(t, http.StatusOK, "(1 open)")
	inbox := d.Get("/director/events/1/disputes")
	inbox.Wants(t, http.StatusOK, "Reports differ", "says")
	bad := d.Post("/director/events/1/disputes", "dispute", "1", "version", "1", "result", "B", "ruling", "")
	bad.Wants(t, http.StatusUnprocessableEntity, `href="#ruling-1"`)
	d.Post(
		"/director/events/1/disputes", "dispute", "1", "version", "1", "result", "W", "ruling", "Counted again by rule 9.",
	).LeadsTo(t, "/director/events/1/disputes")
	phone.Get(here).Wants(t, http.StatusOK, "White won", "tell the tournament director")
	d.Get(
		"/director/events/1/disputes",
	).Wants(t, http.StatusOK, "Nothing is waiting for a ruling", "Counted again by rule 9.")
	if late := report("black", "B"); late.Status == http.StatusSeeOther &&
		d.chart().Rounds[0].Games[0].Result != pairing.WhiteWins {
		t.Error("a report changed a result that was decided")
	}
}

// Both players may use one phone: the result counts, and the director is told.
func TestBothReportsFromOnePhone(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	w := d.chart()
	report := func(phone *kittest.Browser, table int, side string) {
		t.Helper()
		here := "/t/" + w.Section.CardToken(table)
		phone.Post(
			here+"?side="+side, "result", "B", "game", fmt.Sprint(w.Rounds[0].Games[table-1].ID), "version", "1",
		).LeadsTo(t, here+"?side="+side)
	}
	one, other := d.Site.Browser(""), d.Site.Browser("")
	report(one, 1, "black")
	report(one, 1, "white")
	report(one, 2, "black")
	report(other, 2, "white")
	const says = "oth reports came from one device"
	d.Get(fmt.Sprintf("/director/games/%d", w.Rounds[0].Games[0].ID)).Wants(t, http.StatusOK, "Black won", "B"+says)
	if got := d.Get(fmt.Sprintf("/director/games/%d", w.Rounds[0].Games[1].ID)); strings.Contains(got.Body, says) {
		t.Error("two phones are said to be one")
	}
	board := d.Get("/director/sections/1/results")
	board.Wants(t, http.StatusOK, "reported for both players from one device", "reported by both players")
	if one.Cookies["nzgs-table"] == "" || one.Cookies["nzgs-table"] == other.Cookies["nzgs-table"] {
		t.Errorf("the phones carry %q and %q", one.Cookies["nzgs-table"], other.Cookies["nzgs-table"])
	}
}

func TestRefereeSeesResultsAndNothingElse(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.play(1)
	account, _ := d.Site.Account("Hēmi", "Silverdale", auth.Office{Role: auth.Referee})
	referee := d.Site.Browser(d.Site.Session(account))
	link := regexp.MustCompile(`href="(/director[^"#]*)"`)
	for _, path := range []string{
		"/director", "/director/events/1", "/director/sections/1/results", "/director/events/1/disputes",
	} {
		page := referee.Get(path)
		page.Wants(t, http.StatusOK, ">Referee<")
		for _, m := range link.FindAllStringSubmatch(page.Body, -1) {
			if to := referee.Get(strings.ReplaceAll(m[1], "&amp;", "&")); to.Status != http.StatusOK {
				t.Errorf("%s leads to %s: status %d", path, m[1], to.Status)
			}
		}
	}
	referee.Post(
		"/director/sections/1/rounds/1/results", "table", "1", "result", "w",
	).LeadsTo(t, "/director/sections/1/rounds/1/results?saved=1")
	referee.Get("/director/sections/1/results").Wants(t, http.StatusOK, "All results are in")
	referee.Get("/events/1").LeadsTo(t, "/director/events/1")
	d.Site.Browser("").Get("/events/1").LeadsTo(t, "/events/winter-cup-2026")
	d.Site.Browser("").Get("/events/2").Wants(t, http.StatusNotFound)
}
