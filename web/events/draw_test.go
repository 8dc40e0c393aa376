package events_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

func TestDrawPage(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	page := d.Get(here)
	page.Wants(
		t, http.StatusOK, "Only you see this", "Why this pair", "Publish", "Why not this pair?", "criterion by criterion",
	)
	anybody := d.Site.Browser("")
	anybody.Get("/events/winter-cup-2026/sections/open").Wants(t, http.StatusOK, "has not been drawn yet")
	anybody.Get("/events/winter-cup-2026/sections/open.json").Wants(t, http.StatusNotFound)
	anybody.Get(here).LeadsTo(t, "/sign-in?next=%2Fdirector%2Fsections%2F1%2Frounds%2F1")

	entries := d.chart().Entries
	ash, birch, cedar := entries[0], entries[1], entries[2]
	id := func(e tournaments.Entry) string { return strconv.FormatInt(int64(e.ID), 10) }
	together := func(a, b tournaments.Entry) bool {
		r, _ := d.chart().Round(1)
		return slices.ContainsFunc(r.Games, func(g tournaments.Game) bool { return g.Has(a.ID) && g.Has(b.ID) })
	}
	d.Get(here+"?why="+id(ash)+"&not="+id(birch)).Wants(t, http.StatusOK, `class="answer"`, "With Player Ash–Player Birch there would be",
		"instead of none", "The figures", "The draw it would be")
	met := regexp.MustCompile(`\?apart=\d+-\d+`).FindString(page.Body)
	if met == "" {
		t.Fatal("no pair asks what the draw would be without it")
	}
	d.Get(here+met).Wants(t, http.StatusOK, `class="answer"`, "did not meet, there would be", "instead of none", "The draw it would be")
	d.Get(here+"?apart=1-1").Wants(t, http.StatusOK, `class="answer"`, "a pair needs two different players")
	page.Wants(t, http.StatusOK, "Every pair level", "No club-mates meet", "Four players with one more game of one colour",
		"Squares of the differences in half points, added up: 0")

	d.Post(here+"/fix", "white", id(ash), "black", id(birch), "reason", "asked for").LeadsTo(t, here)
	if !together(ash, birch) {
		t.Error("the fixed pair is not in the draw")
	}
	d.Get(here).Wants(t, http.StatusOK, "Release the pair", "asked for")
	twice := d.Post(here+"/fix", "white", id(ash), "black", id(cedar))
	twice.Wants(t, http.StatusUnprocessableEntity, "already in a fixed pair")
	fixed := d.chart().Fixed(1)
	d.Post(here+"/letgo", "fixed", strconv.FormatInt(int64(fixed[0].ID), 10)).LeadsTo(t, here)
	d.Post(here+"/forbid", "a", id(ash), "b", id(birch), "only", "1").LeadsTo(t, here)
	d.Post(here+"/forbid", "a", id(ash), "b", id(cedar), "only", "0", "reason", "one family").LeadsTo(t, here)
	if together(ash, birch) || together(ash, cedar) {
		t.Error("a forbidden pair was drawn")
	}
	d.Get(here).Wants(t, http.StatusOK, "in round 1", "in every round: one family")
	d.Post(here+"/discard", "version", d.versionOn(here, "/discard")).LeadsTo(t, here)
	d.Get(here).Wants(t, http.StatusOK, "Draw round 1")
}

func TestImpossibleDrawSaysWhatWouldHelp(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	entries := d.chart().Entries
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/forbid", "a", fmt.Sprint(entries[0].ID), "b", fmt.Sprint(entries[1].ID), "only", "0").LeadsTo(t, here)
	page := d.Post(here + "/draw")
	page.Wants(
		t, http.StatusUnprocessableEntity, "This round cannot be drawn as it stands", "Player Ash", "Player Birch",
		"Do this and draw",
	)
	lift := regexp.MustCompile(`name="lift" value="([^"]+)"`).FindStringSubmatch(page.Body)
	if lift == nil {
		t.Fatal("the page offers no way out")
	}
	d.Post(here+"/relax", "lift", lift[1]).LeadsTo(t, here)
	if r, ok := d.chart().Round(1); !ok || len(r.Games) != 1 {
		t.Error("the round is not drawn")
	}
}

// The handicap of a game opens to its arithmetic on the draw, on the director's
// page of the game and on its public pages; why it was set by hand is the
// director's alone.
func TestAHandicapOpensToItsArithmetic(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.Site.Must(d.Site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE section SET handicap = 'rating', handicap_ceiling = 3`); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `UPDATE entry SET rating = CASE id WHEN (SELECT MIN(id) FROM entry) THEN 34 ELSE -2 END`)
		return err
	}))
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	arithmetic := []string{
		"3.4 − (−0.2) = 3.6", "Rounded up: 4", "At most 3", "The stronger takes White", "3 stones, no komi",
	}
	d.Get(here).Wants(t, http.StatusOK, arithmetic...)
	game := d.chart().Rounds[0].Games[0]
	desk := fmt.Sprintf("/director/games/%d", game.ID)
	d.Get(desk).Wants(t, http.StatusOK, arithmetic...)
	d.Post(
		desk+"/handicap", "handicap", "2", "reason", "a beginner", "version", fmt.Sprint(game.Version),
	).LeadsTo(t, here)
	d.Get(here).Wants(t, http.StatusOK, "Set by hand by ", ": a beginner", "2 stones, no komi")
	desk = fmt.Sprintf("/director/games/%d", d.chart().Rounds[0].Games[0].ID) // drawn again
	d.Get(desk).Wants(t, http.StatusOK, "By this event’s setting: 3 stones, no komi", "Set by hand by ", ": a beginner")
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish")).LeadsTo(t, here)
	w := d.chart()
	draw := d.Site.Browser("").Get("/events/" + w.Event.Slug + "/sections/" + w.Section.Slug + "/rounds/1")
	draw.Wants(t, http.StatusOK, "Rounded up: 4", "Set by hand by the director", "2 stones, no komi")
	if strings.Contains(draw.Body, "a beginner") {
		t.Error("everyone is told why")
	}
}

func TestPairsKeepWhatWasTyped(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	game := d.chart().Rounds[0].Games[0]
	action := fmt.Sprintf("/director/games/%d", game.ID)
	page := d.Post(action+"/handicap", "handicap", "99", "reason", "", "version", fmt.Sprint(game.Version))
	page.Wants(
		t, http.StatusUnprocessableEntity, fmt.Sprintf(`href="#handicap-%d"`, game.ID),
		fmt.Sprintf(`id="reason-%d-error"`, game.ID), `value="99"`, `class="row-actions" open`,
	)
	d.Post(
		action+"/handicap", "handicap", "2", "reason", "a beginner", "version", fmt.Sprint(game.Version),
	).LeadsTo(t, here)
	d.Get(here).Wants(t, http.StatusOK, "2 stones", "handicap set: a beginner")
	w := d.chart()
	even := w.Rounds[0].Games[slices.IndexFunc(
		w.Rounds[0].Games, func(g tournaments.Game) bool { return g.Handicap == 0 },
	)]
	d.Post(fmt.Sprintf("/director/games/%d/swap", even.ID), "version", fmt.Sprint(even.Version)).LeadsTo(t, here)
	after := d.chart().Rounds[0].Games
	if !slices.ContainsFunc(after, func(g tournaments.Game) bool {
		return g.Black == even.White &&
			g.White == even.Black
	}) {
		t.Error("the colours are as they were")
	}
	even = after[slices.IndexFunc(after, func(g tournaments.Game) bool { return g.Handicap == 0 })]
	stale := d.Post(fmt.Sprintf("/director/games/%d/swap", even.ID), "version", "99")
	stale.Wants(t, http.StatusConflict, "Only you see this")
	page = d.Post(here+"/fix", "white", fmt.Sprint(w.Entries[0].ID), "black", fmt.Sprint(w.Entries[0].ID), "handicap", "3")
	page.Wants(
		t, http.StatusUnprocessableEntity, `href="#fix-black"`, `href="#fix-reason"`,
		`id="fix-handicap" name="handicap" value="3"`, fmt.Sprintf(`<option value="%d" selected>`, w.Entries[0].ID),
	)
}

// A director exchanges two players of a published round, after a result came in: the page asks before
// a result is set aside, and tells afterwards what was changed.
func TestPairsAreChangedByHand(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fir")
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish")).LeadsTo(t, here)
	page := d.Get(here)
	page.Wants(t, http.StatusOK, "Change pairs of this round", "Exchange two players", ", bye", ", table 2")
	lacks(t, page, "Set aside the result")
	r, _ := d.chart().Round(1)
	id := func(e tournaments.EntryID) string { return strconv.FormatInt(int64(e), 10) }
	one, two := r.Games[0], r.Games[1]
	d.results(1, "w")
	in := []string{"version", d.versionOn(here, "/by-hand"), "kind", "exchange", "player", id(one.White), "other", id(two.White)}
	page = d.Post(here+"/by-hand", in...)
	page.Wants(t, http.StatusUnprocessableEntity, "There is a result at table 1", "Say why a result is set aside", "Set aside the result")
	d.Post(here+"/by-hand", append(in, "set_aside", "on", "reason", "They sat at each other’s table.")...).LeadsTo(t, here)
	page = d.Get(here)
	page.Wants(
		t, http.StatusOK, "are exchanged.", "Why: They sat at each other’s table.", "Set aside: table 1,", "Only the games of these",
		"By the criteria of the draw",
	)
	d.Post(here+"/by-hand", in...).Wants(t, http.StatusConflict, "")
	d.Post(here+"/by-hand", "version", d.versionOn(here, "/by-hand")).Wants(
		t, http.StatusUnprocessableEntity, "Choose a player of this section",
	)
	d.Site.Browser("").Post(here+"/by-hand", in...).Wants(t, http.StatusUnauthorized)
}
