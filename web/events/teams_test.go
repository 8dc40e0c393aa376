package events_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// teamsDesk is a team event of four teams and three boards, entered through the pages.
func teamsDesk(t *testing.T) *desk {
	d := newDesk(t)
	d.setUp("boards", "3", "seed", "4")
	const teams = "/director/sections/1/teams"
	d.Get("/director/sections/1/teams").Wants(t, http.StatusOK, "Add a team")
	for i, name := range []string{"Auckland A", "Nelson", "Wellington", "Mixed"} {
		club := name
		if name == "Mixed" {
			club = ""
		}
		d.Post(teams, "name", name, "club", club, "captain", "Captain").LeadsTo(t, fmt.Sprintf("/director/teams/%d", i+1))
	}
	for i, name := range strings.Fields("Ash Birch Cedar Dogwood Elm Fir Gorse Hazel Ivy Juniper Kauri Larch Manuka") {
		d.Post("/director/sections/1/entries/guest", "given_names", "Player", "family_name", name,
			"rating", fmt.Sprintf("%dk", i+1), "team", fmt.Sprint(i%4+1)).LeadsTo(t, "/director/sections/1/entries")
	}
	return d
}

// TestTeamsThroughThePages: teams are entered, ordered, drawn, exchanged, played and placed, and every page shows the
// match above its boards.
func TestTeamsThroughThePages(t *testing.T) {
	d := teamsDesk(t)
	d.Get("/director/events/1/sections/new?preset=teams").Wants(t, http.StatusOK, "For teams: a match is as many games", "teams of 3 boards")
	d.Post("/director/sections/1/teams", "name", "nelson").Wants(t, http.StatusUnprocessableEntity, "cannot be confused with it")
	d.Get("/director/sections/1/teams").Wants(t, http.StatusOK, "Auckland A", "captain Captain", "reserve", "Player Ash", "rating ")
	d.Get("/director/teams/1").Wants(t, http.StatusOK, "Boards", "Board 1.", "Reserve.", "Remove the team")
	d.Get("/director/entries/1").Wants(t, http.StatusOK, "Put in this team")
	// The reserve to board 1: the others make room.
	d.Post("/director/teams/1", "name", "Auckland A", "club", "Auckland A", "number", "1", "version", d.versionOn("/director/teams/1", "/director/teams/1"),
		"order-1", "1", "order-5", "2", "order-9", "3", "order-13", "1").LeadsTo(t, "/director/sections/1/teams")
	page := d.Get("/director/teams/1").Body
	if strings.Index(page, "Manuka") > strings.Index(page, "Player Ash") {
		t.Error("the reserve did not move to board 1")
	}
	const draw = "/director/sections/1/rounds/1"
	d.Post(draw+"/draw").LeadsTo(t, draw)
	d.Get(draw).Wants(t, http.StatusOK, "Line-up of Auckland A", "Exchange the two teams", "Fix the match", "Keep two teams apart", "Why not this pair")
	d.Get(draw+"?why=t1&not=t2").Wants(t, http.StatusOK, "Auckland A")
	d.Post(draw+"/forbid", "a", "t1", "b", "t2", "only", "0").LeadsTo(t, draw)
	d.Get(draw).Wants(t, http.StatusOK, "Nelson – Auckland A, in every round")
	d.Get("/director/teams/1/lineups/1").Wants(t, http.StatusOK, "No one: the board is lost by default", "By the order of the team")
	d.Post("/director/teams/1/lineups/1", "board-1", "1", "board-2", "5", "board-3", "9").LeadsTo(t, "/director/sections/1/teams")
	d.Post("/director/teams/1/lineups/1", "board-1", "1", "board-2", "1").Wants(t, http.StatusUnprocessableEntity, "already sits at another board")
	d.play(1)
	d.results(1, "b", "w", "b", "w", "w", "j")
	anyone := d.Site.Browser("")
	const public = "/events/winter-cup-2026/sections/open"
	anyone.Get(public).Wants(t, http.StatusOK, "teams of 3 boards", "Auckland A", "match-head", "board 1", "–")
	if page := anyone.Get(public).Body; !strings.Contains(page, "Reserve") || strings.Contains(page, ">Bye<") {
		t.Error("a reserve has no bye")
	}
	anyone.Get(public+"/teams").Wants(t, http.StatusOK, "Wellington", "reserve", "Player Birch")
	anyone.Get(public+"/teams.csv").Wants(t, http.StatusOK, "Team’s club", "Nelson")
	anyone.Get(public+"/teams.json").Wants(t, http.StatusOK, `"name":"Nelson"`, `"board":1`)
	anyone.Get(public+"/standings").Wants(t, http.StatusOK, "Match points", "Board points", "Weighted boards", "beat ", "Open a figure")
	anyone.Get(public+"/standings?of=players").Wants(t, http.StatusOK, "Player Cedar", "Nelson")
	anyone.Get(public+"/standings.csv").Wants(t, http.StatusOK, "Board points", "Mixed")
	anyone.Get(public+"/standings.json").Wants(t, http.StatusOK, `"team":"Mixed"`)
	anyone.Get(public+"/standings.pdf").Wants(t, http.StatusOK, "%PDF")
	anyone.Get(public+"/rounds/1.pdf").Wants(t, http.StatusOK, "%PDF")
	anyone.Get(public+"/rounds/1.json").Wants(t, http.StatusOK, `"matches":[`, `"board_points":`)
	anyone.Get(public+"/crosstable").Wants(
		t, http.StatusOK, "Round 1: beat ", "level with ", "Board 1: ", " (White) beat ", " 3–0", `?of=players"`, "Open a match for its boards",
	)
	anyone.Get(public+"/crosstable?of=players").Wants(t, http.StatusOK, "Player Ash", "is a win against No. 7")
	anyone.Get(public+"/crosstable.csv").Wants(t, http.StatusOK, "No.,Place,Team,Club,Round 1,Match points,Board points", "Mixed")
	anyone.Get(public+"/crosstable.csv?of=players").Wants(t, http.StatusOK, "No.,Place,Player,Grade")
	anyone.Get(public+"/crosstable.json").Wants(t, http.StatusOK, `"team":"Nelson"`, `"board_points":[`, `"boards":["Board 1: `)
	anyone.Get(public+"/crosstable.pdf").Wants(t, http.StatusOK, "%PDF")
	anyone.Get("/events/winter-cup-2026/crosstable.xlsx").Wants(t, http.StatusOK, "PK")
	anyone.Get(public+"/players").Wants(t, http.StatusOK, `data-label="Board">reserve`, `data-label="Board">3`)
	anyone.Get(public+"/players.csv").Wants(t, http.StatusOK, "Team,Board", "Nelson,2")
	anyone.Get(public+"/players.json").Wants(t, http.StatusOK, `"team":"Nelson"`, `"board":"reserve"`)
	for _, page := range []string{"/wall", "/wall?show=standings", "/wall?show=names", "/crosstable", "/players", "/players/1", "/players.pdf", "/rounds/1.csv"} {
		anyone.Get(public+page).Wants(t, http.StatusOK)
	}
	anyone.Get("/events/winter-cup-2026?find=Birch").Wants(t, http.StatusOK, "Player Birch")
	anyone.Get("/events/winter-cup-2026.json").Wants(t, http.StatusOK, `"boards":3`, `"lineups"`)
	d.Get(draw).Wants(t, http.StatusOK, " won")
	d.Get("/director/teams/2").Wants(t, http.StatusOK, "Withdraw the team", "Last round played")
	version := d.versionOn("/director/teams/2", "/withdraw")
	d.Post("/director/teams/2/withdraw", "after", "0", "version", version).LeadsTo(t, "/director/teams/2")
	d.Get("/director/teams/2").Wants(t, http.StatusOK, "Round 1 is published with")
	d.Post("/director/teams/2/withdraw", "after", "1", "version", version).LeadsTo(t, "/director/teams/2")
	d.Get("/director/teams/2").Wants(t, http.StatusOK, "Nelson is withdrawn.", "Undo the withdrawal of the team")
	anyone.Get(public+"/teams").Wants(t, http.StatusOK, " · withdrawn", "withdrawn after round 1")
	d.Post("/director/teams/2/readmit", "version", d.versionOn("/director/teams/2", "/readmit")).LeadsTo(t, "/director/teams/2")
	if page := d.Get("/director/teams/2").Body; strings.Contains(page, "Undo the withdrawal") || !strings.Contains(page, "Withdraw the team") {
		t.Error("the withdrawal is not undone")
	}
}

// TestOnlyTheByeIsABye: whoever is away has no opponent, and the page does not call that a bye.
func TestOnlyTheByeIsABye(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Dogwood")
	e := d.chart().Entries[0]
	in := e.Input()
	in.Absent = []int{1}
	d.Site.Must(d.Site.Tournaments.EditEntry(t.Context(), kittest.Program, e.ID, in))
	d.play(1)
	page := d.Site.Browser("").Get("/events/winter-cup-2026/sections/open").Body
	if n := strings.Count(page, `class="muted">Bye</span>`); n != 1 || !strings.Contains(page, "Absent") {
		t.Errorf("%d are said to have the bye; one has it, and one is absent", n)
	}
}
