package entering_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// TestTheFormAsksForATeam in a team event only; the director reads the wish, and confirming puts the player in the team.
func TestTheFormAsksForATeam(t *testing.T) {
	s, letters, d := site(t)
	b := s.Browser("")
	if page := b.Get(enterPage).Body; strings.Contains(page, `name="team"`) {
		t.Error("a section of players asks for a team")
	}
	w, err := s.Tournaments.Wallchart(t.Context(), kittest.Program, 1)
	s.Must(err)
	in := tournaments.SectionInput{Name: w.Section.Name, Settings: w.Section.Settings, Version: w.Section.Version}
	in.Boards = 3
	s.Must(s.Tournaments.EditSection(t.Context(), kittest.Program, 1, in))
	d.Post("/director/sections/1/teams", "name", "Nelson").LeadsTo(t, "/director/teams/1")
	b.Get(enterPage).Wants(t, http.StatusOK, `name="team"`, "the director finds you one")
	b.Post(enterPage, form(s, "Ngata", "rima@example.org", "team", strings.Repeat("x", 101))...).Wants(
		t, http.StatusUnprocessableEntity, "Shorten this to 100 characters",
	)
	b.Post(enterPage, form(s, "Ngata", "rima@example.org", "team", "Nelson <b>")...).LeadsTo(t, eventPage)
	own := linkTo(t, letters, "rima@example.org")
	b.Post(own+"/confirm").LeadsTo(t, own)
	b.Get(own).Wants(t, http.StatusOK, "Wants to play for", "Nelson &lt;b&gt;", `name="team"`)
	b.Post(own, "version", kittest.VersionOn(t, b.Get(own)), "grade", "5k", "team", "Nelson").LeadsTo(t, own)
	d.Get("/director/events/1/online/list").Wants(t, http.StatusOK, "wants team Nelson")
	d.Get("/director/events/1/online/list.csv").Wants(t, http.StatusOK, "Wants team", "Nelson")
	d.Get("/director/applications/1").Wants(t, http.StatusOK, "On confirming", "if one of its boards is free")
	d.Post("/director/applications/1/accept", "version", kittest.VersionOn(t, d.Get("/director/applications/1")))
	d.Get("/director/sections/1/teams").Wants(t, http.StatusOK, "Rima Ngata")
	if page := d.Get("/director/sections/1/teams").Body; strings.Contains(page, "In no team yet") {
		t.Error("the player is in no team")
	}
}
