package events_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// hiddenOn is a hidden value of the board's form.
func hiddenOn(t *testing.T, a kittest.Answer, name string) string {
	t.Helper()
	m := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(a.Body)
	if m == nil {
		t.Fatalf("no hidden %q on the page", name)
	}
	return m[1]
}

// Without scripts the slip comes back as it was typed, and Enter again saves it.
func TestTheBoardAsksOnceBeforeItOverwrites(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	here := "/director/sections/1/rounds/1/results"
	d.results(1, "b")
	asked := d.Post(here, "table", "1", "result", "w", "version", "")
	asked.Wants(
		t, http.StatusUnprocessableEntity, "Table 1 has a result: Black won, entered at the desk. Press Enter again to save “White won” instead.",
		`name="table" value="1"`, `name="result" value="w"`, "What it changes",
	)
	if d.chart().Rounds[0].Games[0].Result != pairing.BlackWins {
		t.Error("the result was overwritten unasked")
	}
	over := hiddenOn(t, asked, "over")
	// Another slip than the one that was asked about is asked about itself.
	d.Post(here, "table", "1", "result", "j", "over", over).Wants(t, http.StatusUnprocessableEntity, "save “Jigo” instead")
	d.Post(here, "table", "1", "result", "w", "over", over).LeadsTo(t, here+"?saved=1")
	d.Post(here+"/undo").LeadsTo(t, here+"?undone=1")
	d.Get(here).Wants(t, http.StatusOK, "Black won")
}

func TestAConfirmedResultIsChangedOnTheBoardWithAReasonThatPlayersRead(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	w := d.chart()
	card := "/t/" + w.Section.CardToken(1)
	for _, side := range []string{"black", "white"} {
		d.Site.Browser("").Post(
			card+"?side="+side, "result", "B", "game", fmt.Sprint(w.Rounds[0].Games[0].ID),
		).LeadsTo(t, card+"?side="+side)
	}
	here := "/director/sections/1/rounds/1/results"
	d.Get(here).Wants(t, http.StatusOK, "reported by both players")
	asked := d.Post(here, "table", "1", "result", "w")
	asked.Wants(t, http.StatusUnprocessableEntity, "Black won, reported by both players", "say why and press Enter", `id="board-reason"`)
	over := hiddenOn(t, asked, "over")
	still := d.Post(here, "table", "1", "result", "w", "over", over)
	still.Wants(t, http.StatusUnprocessableEntity, `id="board-reason"`, "Say why it is changed")
	d.Post(
		here, "table", "1", "result", "w", "over", hiddenOn(t, still, "over"), "reason", "Both read the wrong line of the slip.",
	).LeadsTo(t, here+"?saved=1")
	const told = "It had been Black won, reported by both players. The director changed it: Both read the wrong line of the slip."
	visitor := d.Site.Browser("")
	visitor.Get(card).Wants(t, http.StatusOK, "White won", told)
	visitor.Get("/events/winter-cup-2026/sections/open").Wants(t, http.StatusOK, told)
	e, _ := w.Entry(w.Rounds[0].Games[0].Black)
	visitor.Get("/events/winter-cup-2026/sections/open/players/"+strconv.Itoa(e.Number)).Wants(t, http.StatusOK, told)
	game := kit.GameDeskURL(w.Rounds[0].Games[0].ID)
	d.Get(game).Wants(t, http.StatusOK, told, "changed at the desk")
	// The game's page wants the reason too.
	d.Post(game, "result", "J", "version", d.versionOn(game, game)).Wants(t, http.StatusUnprocessableEntity, `href="#reason"`)
	d.Post(game+"/undo", "version", d.versionOn(game, "/undo")).LeadsTo(t, game) // back to what both had said
	d.Post(game+"/undo", "version", d.versionOn(game, "/undo")).Wants(t, http.StatusSeeOther)
	d.Get(game).Wants(t, http.StatusOK, "Black won, reported by both players", "Why it is undone")
}

func TestTheRulingIsReadByPlayersAndEveryone(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	w := d.chart()
	card := "/t/" + w.Section.CardToken(2)
	for side, result := range map[string]string{"black": "B", "white": "W"} {
		d.Site.Browser("").Post(
			card+"?side="+side, "result", result, "game", fmt.Sprint(w.Rounds[0].Games[1].ID),
		).LeadsTo(t, card+"?side="+side)
	}
	d.Post(
		"/director/events/1/disputes", "dispute", "1", "version", "1", "result", "W", "ruling", "The clock had run out, by rule 9.",
	).LeadsTo(t, "/director/events/1/disputes")
	const told = "Decided by the referee: The clock had run out, by rule 9."
	visitor := d.Site.Browser("")
	e, _ := w.Entry(w.Rounds[0].Games[1].White)
	for _, page := range []string{
		card, "/events/winter-cup-2026/sections/open", "/events/winter-cup-2026/sections/open/players/" + strconv.Itoa(e.Number),
	} {
		visitor.Get(page).Wants(t, http.StatusOK, told)
	}
	// A slip does not overwrite the ruling quietly.
	here := "/director/sections/1/rounds/1/results"
	d.Post(here, "table", "2", "result", "b").Wants(
		t, http.StatusUnprocessableEntity, "White won, decided by the referee", `id="board-reason"`,
	)
}

// An earlier result shows what it changes before it is saved.
func TestAnEarlierResultShowsWhatItChanges(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fern", "Gum")
	d.play(1)
	d.results(1, "w", "w", "w")
	d.play(2)
	game := kit.GameDeskURL(d.chart().Rounds[0].Games[0].ID)
	in := []string{"result", "B", "version", d.versionOn(game, game)}
	asked := d.Post(game, in...)
	asked.Wants(
		t, http.StatusUnprocessableEntity, "What this result changes", ": place ", "Round 2 would now be drawn differently: ",
		"The pairs that are published stay.", "Save it with these effects",
	)
	d.Post(game, append(in, "over", hiddenOn(t, asked, "over"))...).LeadsTo(t, game)
	d.Get(game).Wants(t, http.StatusOK, "Black won")
	board := d.Post("/director/sections/1/rounds/1/results", "table", "2", "result", "b")
	board.Wants(t, http.StatusUnprocessableEntity, "Press Enter again", "Round 2 would now be drawn differently: ")
}
