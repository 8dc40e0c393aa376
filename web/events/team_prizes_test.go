package events_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// TestPrizesOfTeams: a team event proposes prizes for teams and boards; the list, the announcement, the files and the
// certificates name the members of a team.
func TestPrizesOfTeams(t *testing.T) {
	d := teamsDesk(t)
	d.play(1)
	d.results(1, "b", "w", "b", "w", "w", "j")
	d.play(2)
	d.results(2, "b", "b", "b", "w", "w", "w")
	d.play(3)
	d.results(3, "w", "w", "b", "b", "w", "w")
	d.Get(prizesPath).Wants(t, http.StatusOK, "Three places for teams, and a prize for the best player on each board")
	d.Get(prizesPath+"/edit").Wants(
		t, http.StatusOK, "1st place of teams", "Best on board 3", "Teams: most matches won", "Players: a place", `name="board_4"`,
	)
	form := func(board string) []string {
		return []string{
			"version", "0", "once", "on", "shown", "on", "ties", "place",
			"kind_1", "team_place", "nth_1", "1", "money_1", "90", "thing_1", "Shield",
			"kind_2", "team_band", "best_2", "9d", "weakest_2", "30k", "nth_2", "1",
			"kind_3", "board", "board_3", board, "nth_3", "1",
		}
	}
	d.Post(prizesPath+"/edit", form("4")...).Wants(t, http.StatusUnprocessableEntity, "Enter the number of a board, from 1 to 3")
	d.Post(prizesPath+"/edit", form("")...).Wants(t, http.StatusUnprocessableEntity, "Enter the number of the board")
	d.Post(prizesPath+"/edit", form("1")...).LeadsTo(t, prizesPath)
	c := d.chart()
	st, err := c.TeamStandings(0)
	d.Site.Must(err)
	winner := st.Rows[0].Team
	members := c.Members(winner)
	d.Get(prizesPath).Wants(
		t, http.StatusOK, "1st place of teams", winner.Name, "<br>"+members[0].Name+", "+members[1].Name, "Best on board 1",
		"already wins “1st place of teams”", "games at board 1", "match points, board points", "weighted boards",
	)
	anyone := d.Site.Browser("")
	var stands int
	for _, e := range c.Entries {
		own := anyone.Get("/events/winter-cup-2026/sections/open/players/" + strconv.Itoa(e.Number)).Body
		if strings.Contains(own, "Prizes, as it stands") && strings.Contains(own, "1st place of teams") {
			stands++
		}
	}
	if stands != len(members) {
		t.Errorf("%d players read that their team stands first, want %d", stands, len(members))
	}
	decide := prizesPath + "/2/decide"
	d.Get(decide).Wants(t, http.StatusOK, "Nelson", "Mixed")
	d.Post(decide, "version", kittest.VersionOn(t, d.Get(decide)), "winners", "2", "winners", "4", "reason", "They agreed").
		LeadsTo(t, prizesPath)
	d.Get(decide).Wants(t, http.StatusOK, `value="2" checked`, `value="4" checked`)
	d.Post(prizesPath+"/publish", "version", d.versionOn(prizesPath, "/publish")).LeadsTo(t, prizesPath)
	anyone.Get(prizesPublic).Wants(t, http.StatusOK, members[0].Name, "They agreed", "prizes.csv", "Shield")
	anyone.Get(prizesPublic+".csv").Wants(t, http.StatusOK, "Members of the team", members[0].Name+", ")
	anyone.Get(prizesPublic+".json").Wants(t, http.StatusOK, `"team":"`+winner.Name+`","members":[{`)
	anyone.Get("/events/winter-cup-2026.json").Wants(t, http.StatusOK, `"prize":"1st place of teams"`, `"team":"`+winner.Name)
	for _, path := range []string{prizesPublic + ".pdf", prizesPath + "/certificates.pdf", prizesPath + "/certificates.pdf?for=everyone"} {
		anyPDF := d.Get(path)
		if anyPDF.Status != http.StatusOK || !strings.HasPrefix(anyPDF.Body, "%PDF") {
			t.Errorf("%s: %d", path, anyPDF.Status)
		}
	}
}
