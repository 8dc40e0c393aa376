package events_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// Wherever a game stands its handicap opens to the arithmetic, or has it beside it where no one can press; and it stays that
// of the draw when a rating is changed later.
func TestTheHandicapOpensWhereverAGameStands(t *testing.T) {
	d := newDesk(t)
	d.setUp("handicap", "rating", "reduction", "1", "ceiling", "2")
	d.guests("Ash", "Birch", "Cedar")
	player, mine := d.ownPlayer() // 10 kyu: three ranks and more below the others
	const section, desk = "/events/winter-cup-2026/sections/open", "/director/sections/1/rounds/1"
	d.Post(desk+"/draw").LeadsTo(t, desk)
	opens := func(page kittest.Answer) {
		t.Helper()
		page.Wants(t, http.StatusOK, "<summary>2 stones <span class=\"why\">why?</span>", "Reduced by 1:", "At most 2", "The stronger takes White")
	}
	opens(d.Get(desk)) // the preview
	d.Post(desk+"/publish", "version", d.versionOn(desk, "/publish"), "starts", "").LeadsTo(t, desk)
	var game tournaments.Game
	var short string
	for _, p := range d.chart().Pairings(1) {
		if strings.HasPrefix(p.Black.Entry.Name, "Tama") {
			game, short = p.Game, d.chart().Section.ShortHandicap(p.Game, p.Black, p.White)
		}
	}
	if game.Handicap != 2 || !strings.HasSuffix(short, ", at most 2") || !strings.Contains(short, ", −1 = ") {
		t.Fatalf("%+v: %s", game, short)
	}
	d.Site.Must(d.Site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE entry SET rating = 60`)
		return err
	}))
	anybody := d.Site.Browser("")
	card := "/t/" + d.chart().Section.CardToken(game.Table)
	for _, page := range []kittest.Answer{
		d.Get(desk), d.Get(desk + "/results"),
		anybody.Get(section + "/rounds/1"), anybody.Get(section + "/rounds/1?by=name"), anybody.Get(mine),
		anybody.Get("/events/winter-cup-2026?find=Tama"), player.Get("/me"),
	} {
		opens(page)
	}
	full := `<summary>2 stones, no komi <span class="why">why?</span>`
	anybody.Get(card).Wants(t, http.StatusOK, full, "At most 2")
	anybody.Get(card+"?side=black").Wants(t, http.StatusOK, full, "At most 2")
	player.Get(mine).Wants(t, http.StatusOK, full, "At most 2") // where the result is reported
	d.Get(fmt.Sprintf("/director/games/%d", game.ID)).Wants(t, http.StatusOK, full, "At most 2")
	for _, wall := range []string{section + "/wall", section + "/wall?show=names", "/events/winter-cup-2026/wall"} {
		page := anybody.Get(wall)
		page.Wants(t, http.StatusOK, `2 stones <span class="how">`+short+"</span>")
		lacks(t, page, "why?")
	}
	if n := strings.Count(anybody.Get("/events/winter-cup-2026/wall").Body, `class="how"`); n != 2 {
		t.Errorf("the projector has %d lines of arithmetic", n)
	}
	anybody.Get(section+"/rounds/1.json").Wants(t, http.StatusOK, short)
	d.results(1, "w", "w")
	cross := anybody.Get(section + "/crosstable")
	cross.Wants(t, http.StatusOK, `<details class="unfold" data-popup><summary title="Round 1: `, "<li>At most 2</li>", `<td class="num line">1</td>`)
}

// The referee reads how a disputed game was to be played, with the arithmetic.
func TestADisputeOpensItsHandicap(t *testing.T) {
	d := newDesk(t)
	d.setUp("handicap", "rating")
	d.guests("Ash", "Birch")
	d.play(1)
	g := d.chart().Rounds[0].Games[0]
	card := "/t/" + d.chart().Section.CardToken(g.Table)
	one, other := d.Site.Browser(""), d.Site.Browser("")
	one.Post(card+"?side=black", "result", "B", "game", fmt.Sprint(g.ID)).LeadsTo(t, card+"?side=black")
	other.Post(card+"?side=white", "result", "W", "game", fmt.Sprint(g.ID)).LeadsTo(t, card+"?side=white")
	d.Get("/director/events/1/disputes").Wants(t, http.StatusOK, "Black plays first, no komi <span", "0.0 − (−1.0) = 1.0")
}
