package tournaments

import (
	"slices"
	"testing"
)

// TestAReserveStepsIn: whoever leaves, or is marked absent, after the director set a line-up loses no board while a reserve
// is there: those below move up. A board that was left empty stays empty.
func TestAReserveStepsIn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 4, 2)
		a, b, c := teams[0].Players, teams[1].Players, teams[2].Players
		for team, boards := range map[TeamID][]EntryID{
			teams[0].ID: {a[1], a[0]}, teams[1].ID: {b[2], 0}, teams[2].ID: {c[1], c[0]},
		} {
			w.must(w.s.SetLineup(ctx, w.director, LineupInput{Team: team, Round: 1, Boards: boards}))
		}
		entry := func(id EntryID) Entry {
			e, err := w.s.Entry(ctx, w.director, id)
			w.must(err)
			return e
		}
		_, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		w.must(w.s.Withdraw(ctx, w.director, a[1], 0, entry(a[1]).Version))
		absent := entry(b[2])
		in := absent.Input()
		in.Absent = []int{1}
		in.Version = absent.Version
		w.must(w.s.EditEntry(ctx, w.director, b[2], in))
		for _, id := range []EntryID{c[0], c[2]} {
			w.must(w.s.Withdraw(ctx, w.director, id, 0, entry(id).Version))
		}
		w.publish(section)
		chart := w.chart(section)
		for i, want := range [][]EntryID{{a[0], a[2]}, {b[0], 0}, {c[1], c[0]}} {
			team, _ := chart.Team(teams[i].ID)
			if got := chart.Seats(team, 1); !slices.Equal(got, want) && !(i == 2 && got[0] == c[1]) {
				t.Errorf("%s: %v sit, want %v", team.Name, got, want)
			}
		}
		for _, m := range chart.Matches(1) {
			for side, team := range []Team{m.White, m.Black} {
				if team.ID == teams[0].ID && (!m.Boards[0].There[side] || !m.Boards[1].There[side]) {
					t.Errorf("a board of %s is lost by default", team.Name)
				}
			}
		}
		w.audited()
	})
}
