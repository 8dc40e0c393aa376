package tournaments

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

// teamsWorld enters so many teams of so many boards and a reserve each, the strongest players in the first team's board 1.
func teamsWorld(w *world, teams, boards int, change ...func(*Settings)) (Event, SectionID, []Team) {
	w.t.Helper()
	form := aSection("Teams", 3, append([]func(*Settings){func(s *Settings) { s.Seed, s.Boards = 7, boards }}, change...)...)
	e, section := w.event(form)
	people := w.members(teams * (boards + 1))
	for i := range teams {
		t, err := w.s.AddTeam(ctx, w.director, TeamInput{Section: section, Name: fmt.Sprintf("Team %c", 'A'+i)})
		w.must(err)
		for k := range boards + 1 {
			_, err := w.s.Enter(ctx, w.director, people[k*teams+i], EntryInput{Section: section, Team: t.ID})
			w.must(err)
		}
	}
	return e, section, w.chart(section).Teams()
}

// matchesOf writes the matches of a round: "A–B 1:x-y 2:y-x", by places in the teams.
func (w *world) matchesOf(c *Wallchart, round int) string {
	var parts []string
	for _, m := range c.Matches(round) {
		text := strings.TrimPrefix(m.White.Name, "Team ") + strings.TrimPrefix(m.Black.Name, "Team ")
		for _, b := range m.Boards {
			if b.Game.ID == 0 {
				text += fmt.Sprintf(" %d:–", b.Board)
				continue
			}
			text += fmt.Sprintf(" %d:%s-%s", b.Game.Table, w.seatOf(c, b.Game.White), w.seatOf(c, b.Game.Black))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// seatOf is someone by team and place in it: "A1".
func (w *world) seatOf(c *Wallchart, id EntryID) string {
	e, _ := c.Entry(id)
	t, _ := c.Team(e.Team)
	for i, p := range t.Players {
		if p == id {
			return fmt.Sprintf("%s%d", strings.TrimPrefix(t.Name, "Team "), i+1)
		}
	}
	return "?"
}

// TestATeamEvent goes from teams to standings: the boards follow the teams, at tables beside each other; the points of the
// boards decide the match.
func TestATeamEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 4, 3)
		c := w.chart(section)
		if r, ok := c.TeamRating(teams[0]); !ok || r != 20 { // 6 dan, 2 dan, 3 kyu: 60, 20 and −20
			t.Errorf("rating of team A: %v %v", r, ok)
		}
		if e := c.Entries[0]; e.Team != teams[0].ID || e.TeamName != "Team A" {
			t.Errorf("%+v", e)
		}
		r := w.publish(section)
		c = w.chart(section)
		if len(r.Games) != 6 || len(r.Matches) != 2 || r.Matches[0].Table != 1 || r.Matches[1].Table != 4 {
			t.Fatalf("%+v", r)
		}
		for _, m := range c.Matches(1) {
			first := strings.TrimPrefix(m.White.Name, "Team ")
			for _, b := range m.Boards {
				if white := w.seatOf(c, b.Game.White); (white[:1] == first) != (b.Board%2 == 1) || b.Game.Table != m.Table+b.Board-1 {
					t.Errorf("board %d of %s at table %d: White is %s", b.Board, first, b.Game.Table, white)
				}
			}
			if len(m.Why) == 0 || m.In != 0 || m.Total != 3 {
				t.Errorf("%+v", m)
			}
		}
		if n := len(r.Idle); n != 4 || r.Idle[0].Text != Reserve {
			t.Errorf("reserves: %+v", r.Idle)
		}
		w.play(section, r, nil)
		st, err := w.chart(section).TeamStandings(0)
		w.must(err)
		if st.Through != 1 || len(st.Rows) != 4 || st.Rows[0].Team.Name != "Team A" || st.Rows[0].Score != pairing.OnePoint ||
			st.Rows[0].Values[0].String() != "3" {
			t.Errorf("%+v", st)
		}
		w.play(section, w.publish(section), nil)
		w.play(section, w.publish(section), nil)
		c = w.chart(section)
		st, _ = c.TeamStandings(0)
		if !st.Final || st.Rows[0].Score != 3*pairing.OnePoint {
			t.Errorf("%+v", st.Rows[0])
		}
		players, err := c.Standings(0)
		w.must(err)
		if len(players.Rows) != 16 {
			t.Errorf("%d players", len(players.Rows))
		}
		w.audited()
	})
}

// TestWhatStandsInTheWayOfTeams: who is in no team, a team without players, half-point byes, other systems, and who may not.
func TestWhatStandsInTheWayOfTeams(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 2, 2)
		stranger := w.actor(w.person("Rīwai", "Hemi", "5k"))
		_, err := w.s.AddTeam(ctx, stranger, TeamInput{Section: section, Name: "Mine"})
		w.refused(err, apperr.Forbidden, "")
		w.refused(w.s.EditTeam(ctx, stranger, teams[0].ID, TeamInput{Name: "Mine"}), apperr.Forbidden, "")
		w.refused(w.s.RemoveTeam(ctx, stranger, teams[0].ID, 1), apperr.Forbidden, "")
		w.refused(w.s.JoinTeam(ctx, stranger, teams[0].Players[0], teams[1].ID), apperr.Forbidden, "")
		w.refused(w.s.SetLineup(ctx, stranger, LineupInput{Team: teams[0].ID, Round: 1, Usual: true}), apperr.Forbidden, "")
		_, err = w.s.AddTeam(ctx, auth.Actor{}, TeamInput{Section: section, Name: "Mine"})
		w.refused(err, apperr.SignIn, "")
		for name, says := range map[string]string{"": "name: Enter a name", "team  a": "cannot be confused", "x⟦1⟧": "name: Enter a name"} {
			_, err := w.s.AddTeam(ctx, w.director, TeamInput{Section: section, Name: name})
			w.refused(err, apperr.Invalid, says)
		}
		loose := w.enter(section, w.members(1)...)[0]
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, loose.Name+" is in no team yet")
		empty, err := w.s.AddTeam(ctx, w.director, TeamInput{Section: section, Name: "Empty"})
		w.must(err)
		w.must(w.s.JoinTeam(ctx, w.director, loose.ID, teams[1].ID))
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, "Empty has no players yet")
		w.refused(w.s.RemoveTeam(ctx, w.director, empty.ID, empty.Version+1), apperr.Conflict, "")
		w.must(w.s.RemoveTeam(ctx, w.director, empty.ID, empty.Version))
		_, err = w.s.Enter(ctx, w.director, w.members(1)[0], EntryInput{Section: section, HalfByes: []int{1}, StartScore: 2})
		w.refused(err, apperr.Invalid, "half_byes: A team event")
		w.refused(err, apperr.Invalid, "start_score: Teams have")

		edit := w.chart(section).Section.input()
		edit.Boards = 0
		w.refused(w.s.EditSection(ctx, w.director, section, edit), apperr.Invalid, "boards: There are teams")
		for _, change := range []func(*Settings){
			func(s *Settings) { s.System = pairing.Match }, func(s *Settings) { s.Pairs = true },
			func(s *Settings) { s.System, s.Handicap.By = pairing.McMahon, "score" }, func(s *Settings) { s.Boards = 21 },
		} {
			bad := w.chart(section).Section.input()
			change(&bad.Settings)
			w.refused(w.s.EditSection(ctx, w.director, section, bad), apperr.Invalid, "")
		}
		r := w.publish(section)
		edit.Boards = 3
		w.refused(w.s.EditSection(ctx, w.director, section, edit), apperr.Invalid, "boards: Round 1 is published")
		w.refused(w.s.RemoveTeam(ctx, w.director, teams[0].ID, teams[0].Version), apperr.Invalid, "is in a draw")
		w.refused(w.s.JoinTeam(ctx, w.director, r.Games[0].White, 0), apperr.Invalid, "team: ")
		w.refused(w.s.SwapColours(ctx, w.director, r.Games[0].ID, r.Games[0].Version), apperr.Invalid, "alternate by board")
	})
}

// TestAPlayerIsMissing: the reserve moves up; without one the board is lost by default, and counts as such.
func TestAPlayerIsMissing(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 2, 2)
		absent := func(id EntryID) {
			e, _ := w.chart(section).Entry(id)
			in := e.Input()
			in.Absent = []int{1}
			w.must(w.s.EditEntry(ctx, w.director, id, in))
		}
		absent(teams[0].Players[0])
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		c := w.chart(section)
		if m := c.Matches(1)[0]; !strings.Contains(w.matchesOf(c, 1), "A2-") && !strings.Contains(w.matchesOf(c, 1), "-A2") || m.Total != 2 {
			t.Errorf("the reserve did not move up: %s", w.matchesOf(c, 1))
		}
		absent(teams[0].Players[2])
		if why := w.chart(section).OutOfDate(1); len(why) != 1 {
			t.Errorf("out of date: %v", why)
		}
		w.refused(w.s.Publish(ctx, w.director, r.ID, r.Version, ""), apperr.Conflict, "Draw round 1 again")
		r = w.publish(section)
		if len(r.Games) != 1 || len(r.Byes) != 1 {
			t.Fatalf("%+v", r)
		}
		c = w.chart(section)
		m := c.Matches(1)[0]
		b := 0 // where team B is
		if m.Black.Name == "Team B" {
			b = 1
		}
		if m.Score[b] != pairing.OnePoint || m.Score[1-b] != 0 || m.Total != 1 {
			t.Errorf("%+v", m)
		}
		var texts []string
		for _, p := range c.Pairings(1) {
			if p.Game.ID == 0 {
				texts = append(texts, p.Black.Entry.Name+": "+p.Idle)
			}
		}
		if all := strings.Join(texts, "; "); !strings.Contains(all, "wins by default") || !strings.Contains(all, "absent") ||
			!strings.Contains(all, Reserve) {
			t.Errorf("without a game: %s", all)
		}
		w.play(section, r, nil)
		st, _ := w.chart(section).TeamStandings(0)
		if len(st.Rows) != 2 || st.Rows[0].Values[0].Number+st.Rows[1].Values[0].Number != 4 {
			t.Errorf("%+v", st.Rows)
		}
	})
}

// TestTwoTeamsAreExchanged: their boards are made again at the same tables, results are set aside only when that is said,
// and drawing again keeps to it; the bye can be exchanged too.
func TestTwoTeamsAreExchanged(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 5, 2)
		r := w.publish(section)
		c := w.chart(section)
		bye, _ := c.WithoutMatch(1)
		if bye.ID == 0 || len(r.Byes) != 2 || len(r.Matches) != 2 {
			t.Fatalf("no bye: %+v", r)
		}
		first, second := r.Matches[0], r.Matches[1]
		in := HandInput{Round: r.ID, Version: r.Version, Kind: Exchange, Player: first.White.Side(), Other: second.White.Side()}
		w.refused(w.s.ChangeByHand(ctx, w.actor(w.people[0]), in), apperr.Forbidden, "")
		same := in
		same.Other = first.Black.Side()
		w.refused(w.s.ChangeByHand(ctx, w.director, same), apperr.Invalid, "other: These two play each other")
		same.Kind = TakeOff
		w.refused(w.s.ChangeByHand(ctx, w.director, same), apperr.Invalid, "kind: Two teams can be exchanged")
		same = in
		same.Other = EntryID(teams[0].Players[0])
		w.refused(w.s.ChangeByHand(ctx, w.director, same), apperr.Invalid, "other: Choose a team")
		w.must(w.s.ChangeByHand(ctx, w.director, in))
		c = w.chart(section)
		now, _ := c.Round(1)
		if !now.Matches[0].Has(second.White) || !now.Matches[0].Has(first.Black) || !now.Matches[1].Has(first.White) ||
			now.Matches[0].Table != first.Table || len(now.Games) != 4 {
			t.Errorf("%s", w.matchesOf(c, 1))
		}
		if len(now.ByHand) != 1 || !strings.Contains(c.Named(now.ByHand[0].What), "are exchanged") ||
			strings.Contains(c.Named(now.ByHand[0].What), "⟦") {
			t.Errorf("%+v", now.ByHand)
		}
		w.play(section, Round{Games: now.Games[:1]}, nil)
		now, _ = w.chart(section).Round(1)
		in = HandInput{Round: now.ID, Version: now.Version, Kind: Exchange, Player: bye.ID.Side(), Other: now.Matches[0].White.Side()}
		w.refused(w.s.ChangeByHand(ctx, w.director, in), apperr.Invalid, "set_aside: There is a result")
		in.SetAside, in.Reason = true, "the wrong team sat down"
		was := now.Matches[0].White
		w.must(w.s.ChangeByHand(ctx, w.director, in))
		c = w.chart(section)
		if b, _ := c.WithoutMatch(1); b.ID != was {
			t.Errorf("%s has the bye", b.Name)
		}
		now, _ = c.Round(1)
		if len(now.Byes) != 2 || len(now.Games) != 4 || len(now.ByHand[1].Aside) != 1 {
			t.Errorf("%+v", now)
		}
		f, _ := c.File()
		w.must(f.Validate())
		redraws, err := pairing.Check(&f.Event)
		w.must(err)
		if len(redraws[0].Differences) > 0 {
			t.Errorf("the check: %+v", redraws[0].Differences)
		}
		w.audited()
	})
}

// TestALineupIsChanged: of a preview, which is drawn again, and of the published round before a result; the boards of
// other matches stay; the order of a team may change afterwards and the round keeps its boards.
func TestALineupIsChanged(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 4, 2)
		team := teams[0]
		_, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		p := team.Players
		lineup := func(boards ...EntryID) LineupInput { return LineupInput{Team: team.ID, Round: 1, Boards: boards} }
		w.must(w.s.SetLineup(ctx, w.director, lineup(p[1], p[0])))
		c := w.chart(section)
		if got := w.matchesOf(c, 1); !strings.Contains(got, "A2") || !c.Teams()[0].Decided(1) {
			t.Errorf("%s", got)
		}
		for _, m := range c.Matches(1) {
			for k, side := range []Team{m.White, m.Black} {
				if side.ID == team.ID && m.Boards[0].Seats[k].ID != p[1] {
					t.Errorf("board 1: %+v", m.Boards[0])
				}
			}
		}
		w.refused(w.s.SetLineup(ctx, w.director, lineup(p[0], p[0])), apperr.Invalid, "board-2: ")
		w.refused(w.s.SetLineup(ctx, w.director, lineup(0, 0)), apperr.Invalid, "board-1: Someone of the team must play")
		w.refused(w.s.SetLineup(ctx, w.director, lineup(teams[1].Players[0])), apperr.Invalid, "board-1: Choose a player of the team")
		r := w.publish(section)
		w.must(w.s.SetLineup(ctx, w.director, lineup(p[2], 0)))
		c = w.chart(section)
		now, _ := c.Round(1)
		if len(now.Games) != 3 || len(now.Byes) != 1 || len(now.ByHand) != 1 {
			t.Fatalf("%s, %+v", w.matchesOf(c, 1), now.Byes)
		}
		kept := 0
		for _, g := range now.Games {
			for _, old := range r.Games {
				if g.ID == old.ID {
					kept++
				}
			}
		}
		if kept != 2 {
			t.Errorf("%d games kept, want 2", kept)
		}
		w.must(w.s.EditTeam(ctx, w.director, team.ID, TeamInput{
			Name: "Team A", Order: []EntryID{p[2], p[1], p[0]}, Version: c.Teams()[0].Version,
		}))
		other := teams[1]
		w.must(w.s.EditTeam(ctx, w.director, other.ID, TeamInput{
			Name: "Blue", Order: []EntryID{other.Players[2], other.Players[1], other.Players[0]}, Version: other.Version,
		}))
		w.refused(w.s.EditTeam(ctx, w.director, other.ID, TeamInput{Name: "Blue", Version: other.Version}), apperr.Conflict, "")
		c = w.chart(section)
		f, _ := c.File()
		w.must(f.Validate())
		redraws, err := pairing.Check(&f.Event)
		w.must(err)
		if len(redraws[0].Differences) > 0 {
			t.Errorf("the check: %+v", redraws[0].Differences)
		}
		w.play(section, now, nil)
		w.refused(w.s.SetLineup(ctx, w.director, LineupInput{Team: team.ID, Round: 1, Usual: true}), apperr.Conflict, "has a result")
		w.publish(section)
		w.refused(w.s.SetLineup(ctx, w.director, lineup(p[0])), apperr.Invalid, "round: Round 2 is published")
	})
}

// TestDecisionsAboutTeams: pairs are fixed and forbidden by team, and a draw that is impossible is made possible.
func TestDecisionsAboutTeams(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 4, 1, func(s *Settings) { s.Rounds = 4 })
		a, b := teams[0].ID.Side(), teams[1].ID.Side()
		w.refused(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: teams[0].Players[0], Black: b}), apperr.Invalid, "white: Choose a team")
		w.must(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: a, Black: b}))
		w.play(section, w.publish(section), nil)
		c := w.chart(section)
		if got := w.matchesOf(c, 1); !strings.Contains(got, "AB") && !strings.Contains(got, "BA") {
			t.Errorf("%s", got)
		}
		alt, err := w.s.WhyNot(ctx, w.director, section, a, b)
		w.must(err)
		if !strings.Contains(alt.Text, "Team A") {
			t.Errorf("%s", alt.Text)
		}
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: a, B: teams[2].ID.Side()}))
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: a, B: teams[3].ID.Side()}))
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Invalid, "cannot be drawn")
		var lifts []Lift
		for _, way := range impossibleDraw(err).Relax[0].Lift {
			lifts = append(lifts, Lift{Rule: way.Rule, A: EntryOf(way.A), B: EntryOf(way.B)})
		}
		_, err = w.s.Relax(ctx, w.director, section, 2, lifts)
		w.must(err)
		c = w.chart(section)
		for _, p := range c.Forbidden() {
			w.must(w.s.Allow(ctx, w.director, p.ID))
		}
		for _, p := range c.Fixed(2) {
			w.must(w.s.LetGo(ctx, w.director, p.ID))
		}
		if c = w.chart(section); len(c.Forbidden())+len(c.Fixed(2)) != 0 {
			t.Errorf("%+v %+v", c.Forbidden(), c.Fixed(2))
		}
	})
}

func impossibleDraw(err error) *pairing.Impossible {
	var stuck *pairing.Impossible
	errors.As(err, &stuck)
	return stuck
}

// TestATeamAfterOneIsRemoved: once a round is published the others keep their numbers, by which the lot knows them, and a
// team that enters late takes one that none of them has.
func TestATeamAfterOneIsRemoved(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 4, 1)
		for _, id := range teams[1].Players {
			e, _ := w.chart(section).Entry(id)
			in := e.Input()
			in.Absent = []int{1}
			w.must(w.s.EditEntry(ctx, w.director, id, in))
		}
		w.publish(section)
		w.must(w.s.RemoveTeam(ctx, w.director, teams[1].ID, teams[1].Version))
		late, err := w.s.AddTeam(ctx, w.director, TeamInput{Section: section, Name: "Late"})
		w.must(err)
		if late.Number != 5 {
			t.Errorf("the late team has number %d", late.Number)
		}
	})
}

// TestAReserveOfTheTeamWithTheBye is told that the team has it, not that it has no match.
func TestAReserveOfTheTeamWithTheBye(t *testing.T) {
	w := newWorldSQLite(t)
	_, section, _ := teamsWorld(w, 3, 2)
	r := w.publish(section)
	c := w.chart(section)
	bye, _ := c.WithoutMatch(1)
	texts := map[EntryID]string{}
	for _, i := range r.Idle {
		texts[i.Entry] = i.Text
	}
	if got := texts[bye.Players[2]]; got != TeamBye {
		t.Errorf("the reserve of %s reads %q", bye.Name, got)
	}
	for _, m := range r.Matches {
		team, _ := c.Team(m.White)
		if got := texts[team.Players[2]]; got != Reserve {
			t.Errorf("the reserve of %s reads %q", team.Name, got)
		}
	}
}
