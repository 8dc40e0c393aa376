package venue

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
)

// A team event goes to its venue, has a line-up changed and two teams exchanged there, and comes home with both.
func TestATeamEventTravels(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		in := tournaments.SectionInput{Name: "Teams", Settings: tournaments.DefaultSettings()}
		in.Rounds, in.Boards = 3, 2
		section, err := w.events.AddSection(ctx, w.director, w.event, in)
		w.must(err)
		var teams []tournaments.Team
		for i := range 4 {
			team, err := w.events.AddTeam(ctx, w.director, tournaments.TeamInput{Section: section, Name: fmt.Sprintf("Team %c", 'A'+i)})
			w.must(err)
			for k := range 2 {
				strength := scale.MustParse(fmt.Sprintf("%dk", 1+i+k))
				_, err := w.events.Enter(ctx, w.director, w.person(fmt.Sprintf("Board%c%d", 'A'+i, k), "Given"), tournaments.EntryInput{
					Section: section, Rating: &strength, Team: team.ID,
				})
				w.must(err)
			}
			teams = append(teams, team)
		}
		w.must(w.events.Forbid(ctx, w.director, tournaments.ForbidInput{Section: section, A: teams[0].ID.Side(), B: teams[1].ID.Side()}))
		w.round(w.director, section)
		l := w.laptop(w.lend())
		there := l.chart(l.director, section)
		r := there.Rounds[0]
		team := there.Teams()[0]
		l.must(l.desk.events.SetLineup(ctx, l.director, tournaments.LineupInput{
			Team: team.ID, Round: 1, Boards: []tournaments.EntryID{team.Players[1], team.Players[0]},
		}))
		r = l.chart(l.director, section).Rounds[0]
		l.must(l.desk.events.ChangeByHand(ctx, l.director, tournaments.HandInput{
			Round: r.ID, Version: r.Version, Kind: tournaments.Exchange, Player: r.Matches[0].White.Side(), Other: r.Matches[1].White.Side(),
		}))
		l.enter(l.director, section, 1, 1, pairing.WhiteWins)
		w.reaches(l)
		here := w.chart(w.director, section)
		there = l.chart(l.director, section)
		for what, pair := range map[string][2]any{
			"teams": {there.Teams(), here.Teams()}, "matches": {there.Rounds[0].Matches, here.Rounds[0].Matches},
			"forbidden": {there.Forbidden(), here.Forbidden()}, "fixed": {there.Fixed(1), here.Fixed(1)},
		} {
			if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
		}
		if m := here.Matches(1)[0]; m.In != 1 || m.Total != 2 {
			t.Errorf("%+v", m)
		}
	})
}
