package tournaments

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// absentIn marks players absent in a round.
func (w *world) absentIn(round int, ids ...EntryID) {
	w.t.Helper()
	for _, id := range ids {
		e, err := w.s.Entry(ctx, w.director, id)
		w.must(err)
		in := e.Input()
		in.Absent = append(in.Absent, round)
		w.must(w.s.EditEntry(ctx, w.director, id, in))
	}
}

// TestTheTeamWithTheByeLinesUpAgain: after the round is published another line-up says again who stands for the bye; the
// points of the team stay. Where all of the line-up are away, the team has its points anyway.
func TestTheTeamWithTheByeLinesUpAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, _ := teamsWorld(w, 3, 2)
		r := w.publish(section)
		c := w.chart(section)
		bye, _ := c.WithoutMatch(1)
		p := bye.Players
		if !slices.Equal(slices.Sorted(slices.Values(r.Byes)), slices.Sorted(slices.Values([]EntryID{p[0], p[1]}))) {
			t.Fatalf("byes: %v of %v", r.Byes, p)
		}
		w.must(w.s.SetLineup(ctx, w.director, LineupInput{Team: bye.ID, Round: 1, Boards: []EntryID{p[2], p[0]}}))
		c = w.chart(section)
		now, _ := c.Round(1)
		if !slices.Equal(slices.Sorted(slices.Values(now.Byes)), slices.Sorted(slices.Values([]EntryID{p[2], p[0]}))) || len(now.Games) != 2 || len(now.ByHand) != 1 {
			t.Errorf("byes: %v, %d games", now.Byes, len(now.Games))
		}
		for i, g := range now.Games {
			if g.ID != r.Games[i].ID {
				t.Errorf("a game of another match was made again")
			}
		}
		if again, _ := c.WithoutMatch(1); again.ID != bye.ID {
			t.Errorf("%s has the bye", again.Name)
		}
		for _, i := range now.Idle {
			if i.Entry == p[2] || i.Entry == p[0] {
				t.Errorf("%v: %s", i.Entry, i.Text)
			}
		}
		w.play(section, now, nil)
		st, _ := w.chart(section).TeamStandings(0)
		for _, row := range st.Rows {
			if row.Team.ID == bye.ID && (row.Score != pairing.OnePoint || row.Values[0].String() != "1") {
				t.Errorf("%+v", row)
			}
		}
		f, _ := w.chart(section).File()
		w.must(f.Validate())
		w.audited()

		_, other, _ := teamsWorld(w, 3, 2)
		for _, team := range w.chart(other).Teams() {
			w.must(w.s.SetLineup(ctx, w.director, LineupInput{Team: team.ID, Round: 1, Boards: team.Players[:2]}))
		}
		last := w.chart(other).Teams()[2]
		w.absentIn(1, last.Players[:2]...)
		w.must(w.s.Fix(ctx, w.director, FixInput{Section: other, Round: 1, White: last.ID.Side()}))
		r = w.publish(other)
		if !slices.Equal(r.Byes, []EntryID{last.Players[2]}) {
			t.Errorf("byes %v, want the reserve %v", r.Byes, last.Players[2])
		}
		if b, _ := w.chart(other).WithoutMatch(1); b.ID != last.ID {
			t.Errorf("%q has the bye", b.Name)
		}
	})
}

// TestWhoLeavesATeamLeavesItsLineups: the order of the team says again who sits at the boards of the rounds to come, so
// that no board is lost by default; a round that is published keeps its boards.
func TestWhoLeavesATeamLeavesItsLineups(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 4, 2)
		team, other := teams[0], teams[1]
		lineup := func(round int, boards ...EntryID) {
			t.Helper()
			w.must(w.s.SetLineup(ctx, w.director, LineupInput{Team: team.ID, Round: round, Boards: boards}))
		}
		p := team.Players
		lineup(1, p[1], p[0])
		w.publish(section)
		lineup(2, p[2], p[0])
		lineup(3, p[1], p[0])
		w.must(w.s.JoinTeam(ctx, w.director, p[2], other.ID))
		t1, _ := w.chart(section).Team(team.ID)
		if t1.Decided(2) || !t1.Decided(3) || !t1.Decided(1) {
			t.Errorf("%+v", t1.Lineups)
		}
		if seats := w.chart(section).Seats(t1, 2); !slices.Equal(seats, []EntryID{p[0], p[1]}) {
			t.Errorf("round 2: %v", seats)
		}
		w.must(w.s.JoinTeam(ctx, w.director, p[2], team.ID))
		lineup(2, p[0], p[2])
		e, err := w.s.Entry(ctx, w.director, p[2])
		w.must(err)
		w.must(w.s.RemoveEntry(ctx, w.director, p[2], e.Version))
		t1, _ = w.chart(section).Team(team.ID)
		if t1.Decided(2) || !t1.Decided(1) {
			t.Errorf("%+v", t1.Lineups)
		}
		if seats := w.chart(section).Seats(t1, 1); !slices.Equal(seats, []EntryID{p[1], p[0]}) {
			t.Errorf("round 1: %v", seats)
		}
		w.publishAfter(section)
	})
}

// publishAfter plays what is published and publishes the next round.
func (w *world) publishAfter(section SectionID) {
	w.t.Helper()
	c := w.chart(section)
	r, _ := c.Round(c.Published())
	w.play(section, r, nil)
	w.publish(section)
}

// TestTeamsThatAreGone: who joins a team, or lines it up, while someone else removes it or the entry, is told so.
func TestTeamsThatAreGone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 3, 1)
		e, err := w.s.Entry(ctx, w.director, teams[0].Players[1])
		w.must(err)
		w.must(w.s.RemoveEntry(ctx, w.director, e.ID, e.Version))
		w.must(w.s.RemoveTeam(ctx, w.director, teams[2].ID, teams[2].Version))
		join := func(team TeamID) error {
			return w.s.direct(ctx, w.director, section, func(tx *store.Tx, h here) (*usecase.Entry, error) {
				return w.s.joinTeam(ctx, tx, h, e, team)
			})
		}
		w.refused(join(teams[1].ID), apperr.NotFound, "is no longer entered")
		w.refused(join(0), apperr.NotFound, "is no longer entered")
		w.refused(w.s.JoinTeam(ctx, w.director, teams[2].Players[0], teams[2].ID), apperr.Invalid, "team: Choose a team")
		err = w.s.directDraw(ctx, w.director, section, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
			return w.s.lineUp(ctx, tx, h, known, LineupInput{Team: teams[2].ID, Round: 1, Boards: teams[2].Players[:1]})
		})
		w.refused(err, apperr.NotFound, "Team not found")
	})
}

// TestEffectsOnTeams: what another result changes is said of the teams first, and later draws are of teams.
func TestEffectsOnTeams(t *testing.T) {
	w := newWorldSQLite(t)
	_, section, _ := teamsWorld(w, 4, 1)
	w.play(section, w.publish(section), nil)
	w.publish(section)
	r, _ := w.chart(section).Round(1)
	g := r.Games[0]
	to := pairing.WhiteWins
	if g.Result == to {
		to = pairing.BlackWins
	}
	effects, err := w.s.EffectsOf(ctx, w.director, g.ID, to)
	w.must(err)
	if len(effects.Places) < 4 || !strings.HasPrefix(effects.Places[0].Name, "Team ") || len(effects.Rounds) != 1 {
		t.Fatalf("%+v", effects)
	}
	round := effects.Rounds[0]
	if !round.Teams || len(round.Pairs) == 0 || !strings.Contains(strings.Join(round.Pairs, ""), "Team A") {
		t.Errorf("%+v", round)
	}
}
