package tournaments

import (
	"slices"
	"testing"
)

// missing marks a player absent in round 1.
func (w *world) missing(section SectionID, id EntryID) {
	w.t.Helper()
	e, _ := w.chart(section).Entry(id)
	in := e.Input()
	in.Absent = []int{1}
	w.must(w.s.EditEntry(ctx, w.director, id, in))
}

// TestWhoeverGoesLeavesTheBoardsOfPublishedRounds: a player who was absent, and whose board was lost, may withdraw before
// the first round or be removed; those below sat where they sat, and the points of the match stay.
func TestWhoeverGoesLeavesTheBoardsOfPublishedRounds(t *testing.T) {
	for name, goes := range map[string]func(w *world, e Entry){
		"withdrawn": func(w *world, e Entry) { w.must(w.s.Withdraw(ctx, w.director, e.ID, 0, e.Version)) },
		"removed":   func(w *world, e Entry) { w.must(w.s.RemoveEntry(ctx, w.director, e.ID, e.Version)) },
		"withdrawn and back": func(w *world, e Entry) {
			w.must(w.s.Withdraw(ctx, w.director, e.ID, 0, e.Version))
			w.must(w.s.Readmit(ctx, w.director, e.ID, e.Version+1))
		},
		"moved": func(w *world, e Entry) { w.must(w.s.JoinTeam(ctx, w.director, e.ID, 0)) },
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, w *world) {
				_, section, teams := teamsWorld(w, 2, 3)
				w.missing(section, teams[0].Players[1])
				w.missing(section, teams[0].Players[3])
				r := w.publish(section)
				w.play(section, r, nil)
				before := w.chart(section)
				e, _ := before.Entry(teams[0].Players[1])
				goes(w, e)
				after := w.chart(section)
				was, now := before.Matches(1)[0], after.Matches(1)[0]
				if was.Score != now.Score || was.Total != now.Total || len(now.Boards) != 3 {
					t.Errorf("score %v of %d games, was %v of %d", now.Score, now.Total, was.Score, was.Total)
				}
				b, _ := before.TeamStandings(0)
				a, _ := after.TeamStandings(0)
				for i := range b.Rows {
					for k, v := range b.Rows[i].Values {
						if a.Rows[i].Team.ID != b.Rows[i].Team.ID || a.Rows[i].Values[k].Number != v.Number {
							t.Errorf("%s: %v, was %v", b.Rows[i].Team.Name, a.Rows[i].Values[k], v)
						}
					}
				}
				if seats := after.Seats(after.Teams()[0], 1); !slices.Contains(seats, teams[0].Players[2]) || seats[2] != teams[0].Players[2] {
					t.Errorf("the seats of round 1: %v", seats)
				}
				w.audited()
			})
		})
	}
}

// TestWhoeverComesBackLeavesTheBoardsOfPublishedRounds: the same of a player who was out before the first round, and is
// back after it.
func TestWhoeverComesBackLeavesTheBoardsOfPublishedRounds(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 2, 3)
		for _, k := range []int{1, 3} {
			e, _ := w.chart(section).Entry(teams[0].Players[k])
			w.must(w.s.Withdraw(ctx, w.director, e.ID, 0, e.Version))
		}
		w.play(section, w.publish(section), nil)
		before := w.chart(section)
		e, _ := before.Entry(teams[0].Players[1])
		w.must(w.s.Readmit(ctx, w.director, e.ID, e.Version))
		after := w.chart(section)
		if was, now := before.Matches(1)[0], after.Matches(1)[0]; was.Score != now.Score || was.Total != now.Total {
			t.Errorf("score %v of %d games, was %v of %d", now.Score, now.Total, was.Score, was.Total)
		}
	})
}
