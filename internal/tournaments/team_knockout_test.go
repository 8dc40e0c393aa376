package tournaments

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// boards gives the games of a team's match results: w where the team wins that board, l where it loses, j for a jigo.
func (w *world) boards(section SectionID, round int, team TeamID, results string) {
	w.t.Helper()
	c := w.chart(section)
	for _, m := range c.Matches(round) {
		if m.White.ID != team && m.Black.ID != team {
			continue
		}
		for k, b := range m.Boards {
			white, _ := c.Entry(b.Game.White)
			result := pairing.Jigo
			if results[k] != 'j' {
				result = pairing.BlackWins
				if (results[k] == 'w') == (white.Team == team) {
					result = pairing.WhiteWins
				}
			}
			w.play(section, Round{Games: []Game{b.Game}}, func(Game, Entry, Entry) pairing.Result { return result })
		}
		return
	}
	w.t.Fatalf("team %d has no match in round %d", team, round)
}

// sidesOf writes a bracket: "A/-, D/E | A/D …", the winner first with a star.
func sidesOf(stages []BracketStage) string {
	var out []string
	for _, st := range stages {
		var ties []string
		for _, t := range st.Ties {
			var names []string
			for _, s := range t.Sides {
				name := strings.TrimPrefix(s.Team.Name, "Team ")
				if s.Team.ID != 0 && t.Winner == s.Team.ID.Side() {
					name += "*"
				}
				if s.Free {
					name = "-"
				}
				names = append(names, name)
			}
			slices.Sort(names)
			text := strings.Join(names, "/")
			if t.ThirdPlace {
				text = "third " + text
			}
			ties = append(ties, text)
		}
		out = append(out, strings.Join(ties, " "))
	}
	return strings.Join(out, " | ")
}

// TestAKnockoutOfTeams: the bracket is of teams, a level match goes to whoever did better on the higher boards, one that is
// level in every way has no winner until it is decided, and two play for third place.
func TestAKnockoutOfTeams(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 6, 2, func(s *Settings) {
			s.System, s.Seeding, s.TieBreaks, s.Knockout = pairing.Knockout, pairing.SeedFold, nil, pairing.KnockoutRules{ThirdPlace: true}
		})
		id := func(letter string) TeamID { return teams[letter[0]-'A'].ID }
		r := w.publish(section)
		c := w.chart(section)
		if c.Section.Rounds != 3 || len(r.Matches) != 2 || len(r.Byes) != 4 {
			t.Fatalf("%d rounds, %+v", c.Section.Rounds, r)
		}
		if got := sidesOf(c.Bracket()); got != "-/A* D/E C/F -/B* | A/ B/ | / third /" && !strings.HasPrefix(got, "-/A* D/E -/B* C/F") {
			t.Errorf("bracket: %s", got)
		}
		// The second team without a match lines up again; the first keeps its bye.
		b := teams[1]
		w.must(w.s.SetLineup(ctx, w.director, LineupInput{Team: b.ID, Round: 1, Boards: []EntryID{b.Players[2], b.Players[0]}}))
		now, _ := w.chart(section).Round(1)
		if len(now.Byes) != 4 || !slices.Contains(now.Byes, b.Players[2]) || slices.Contains(now.Byes, b.Players[1]) ||
			!slices.Contains(now.Byes, teams[0].Players[0]) {
			t.Errorf("byes: %v", now.Byes)
		}
		for _, i := range now.Idle {
			if i.Entry == b.Players[1] && i.Text != TeamThrough {
				t.Errorf("%s", i.Text)
			}
		}
		w.must(w.s.SetLineup(ctx, w.director, LineupInput{Team: id("C"), Round: 1, Boards: []EntryID{teams[2].Players[1], teams[2].Players[0]}}))
		w.boards(section, 1, id("D"), "lw") // level; E did better on board 1
		w.boards(section, 1, id("C"), "ww")
		for _, m := range w.chart(section).Matches(1) {
			if !m.Knockout || m.Through != id("E") && m.Through != id("C") {
				t.Errorf("%+v", m.Through)
			}
		}
		if c := w.chart(section); !c.Out(must(c.Entry(teams[3].Players[0]))) || c.Out(must(c.Entry(teams[4].Players[0]))) ||
			!c.Plays(must(c.Entry(teams[0].Players[0])), 2) || c.Plays(must(c.Entry(teams[5].Players[0])), 2) {
			t.Error("who is out")
		}
		w.refused(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 2, White: id("A").Side(), Black: id("B").Side()}), apperr.Invalid, "bracket")
		r = w.publish(section)
		w.boards(section, 2, id("A"), "jj")
		w.boards(section, 2, id("B"), "ww")
		if _, err := w.s.Draw(ctx, w.director, section, 0); apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), "has no winner in Team ") {
			t.Errorf("%v", err)
		}
		if text := w.chart(section).Undecided(); !strings.Contains(text, "Team A") || strings.Contains(text, "Team B") {
			t.Errorf("%q", text)
		}
		w.boards(section, 2, id("A"), "wj")
		r = w.publish(section)
		if len(r.Matches) != 2 {
			t.Fatalf("%+v", r.Matches)
		}
		third := 0
		for _, g := range r.Games {
			if g.Third {
				third++
			}
		}
		if third != 2 {
			t.Errorf("%d boards are for third place", third)
		}
		w.boards(section, 3, id("A"), "ww")
		w.boards(section, 3, id("C"), "wl")
		c = w.chart(section)
		got := sidesOf(c.Bracket())
		if !strings.HasSuffix(got, "| A*/B third C*/E") {
			t.Errorf("bracket: %s", got)
		}
		st, err := c.TeamStandings(0)
		w.must(err)
		order := ""
		for _, row := range st.Rows {
			order += strings.TrimPrefix(row.Team.Name, "Team ")
		}
		if !st.Final || !strings.HasPrefix(order, "ABCE") || len(st.Rows) != 6 {
			t.Errorf("final %v, %s", st.Final, order)
		}
		players, err := c.Standings(0)
		w.must(err)
		if len(players.Rows) != 18 || players.Rows[0].Score < 2*pairing.OnePoint {
			t.Errorf("%+v", players.Rows[0])
		}
		f, _ := c.File()
		w.must(f.Validate())
		redraws, err := pairing.Check(&f.Event)
		w.must(err)
		for _, redraw := range redraws {
			if len(redraw.Differences) > 0 {
				t.Errorf("the check of round %d: %+v", redraw.Round, redraw.Differences)
			}
		}
		w.audited()
	})
}

func must[T any](v T, ok bool) T {
	if !ok {
		panic("not there")
	}
	return v
}

// TestALevelMatchByTheRule goes to the team that the section says, where it is level in every way.
func TestALevelMatchByTheRule(t *testing.T) {
	for rule, white := range map[pairing.JigoRule]bool{pairing.JigoWhite: true, pairing.JigoBlack: false} {
		w := newWorldSQLite(t)
		_, section, teams := teamsWorld(w, 2, 2, func(s *Settings) {
			s.System, s.Seeding, s.TieBreaks, s.Knockout.Jigo = pairing.Knockout, pairing.SeedFold, nil, rule
		})
		w.publish(section)
		w.boards(section, 1, teams[0].ID, "jj")
		m := w.chart(section).Matches(1)[0]
		want := m.Black.ID
		if white {
			want = m.White.ID
		}
		if m.Through != want || w.chart(section).Undecided() != "" {
			t.Errorf("%s: %d goes through, want %d", rule, m.Through, want)
		}
		st, _ := w.chart(section).TeamStandings(0)
		if st.Rows[0].Team.ID != want || !st.Final {
			t.Errorf("%+v", st.Rows[0])
		}
	}
}
