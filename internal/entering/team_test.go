package entering

import (
	"testing"

	"nzgs/internal/tournaments"
)

// TestTheTeamThatIsWanted: whoever enters says it; the director's confirmation puts them in it while a board is free, and
// in no team otherwise. No team is made, renamed or filled up by a stranger.
func TestTheTeamThatIsWanted(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		in := visitor("Kea", "kea@example.nz")
		in.Team = "Nelson"
		first := w.asks(in)
		a, err := w.s.Confirm(ctx, first)
		w.must(err)
		if a.Team != "" {
			t.Errorf("a section of players keeps the team %q", a.Team)
		}
		w.must(w.s.WithdrawByLink(ctx, first, a.Version))
		c, err := w.events.Wallchart(ctx, w.director, w.section)
		w.must(err)
		form := tournaments.SectionInput{Name: c.Section.Name, Settings: c.Section.Settings, Version: c.Section.Version}
		form.Boards = 1
		w.must(w.events.EditSection(ctx, w.director, w.section, form))
		_, err = w.events.AddTeam(ctx, w.director, tournaments.TeamInput{Section: w.section, Name: "Nelson"})
		w.must(err)
		for i, wish := range []struct{ family, team, gets string }{
			{"Tui", " nelson ", "Nelson"}, {"Moa", "Nelson", ""}, {"Ruru", "Wellington", ""}, {"Weka", "", ""},
		} {
			in := visitor(wish.family, wish.family+"@example.nz")
			in.Team = wish.team
			a, err := w.s.Confirm(ctx, w.asks(in))
			w.must(err)
			w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
			c, err := w.events.Wallchart(ctx, w.director, w.section)
			w.must(err)
			e := c.Entries[len(c.Entries)-1]
			if e.TeamName != wish.gets || len(c.Teams()) != 1 || c.Teams()[0].Name != "Nelson" {
				t.Errorf("%d: %s is in %q, %d teams", i, e.Name, e.TeamName, len(c.Teams()))
			}
		}
		// Nelson leaves: whoever wants to play for it brings no team back.
		c, err = w.events.Wallchart(ctx, w.director, w.section)
		w.must(err)
		w.must(w.events.WithdrawTeam(ctx, w.director, c.Teams()[0].ID, 0, c.Teams()[0].Version))
		late := visitor("Kiwi", "kiwi@example.nz")
		late.Team = "Nelson"
		a, err = w.s.Confirm(ctx, w.asks(late))
		w.must(err)
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		c, err = w.events.Wallchart(ctx, w.director, w.section)
		w.must(err)
		if e := c.Entries[len(c.Entries)-1]; e.TeamName != "" || !c.TeamWithdrawn(c.Teams()[0]) {
			t.Errorf("%s is in %q, which had withdrawn", e.Name, e.TeamName)
		}
	})
}
