package prizes

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/money"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
)

// teams are teams −1, −2, … in the order of places, as field has players.
func teams(lines ...string) []Player {
	out := field(lines...)
	for i := range out {
		out[i].ID, out[i].Team = -out[i].ID, true
	}
	return out
}

// sat are players with what they did at boards: "1:3/2" is three half points in two games at board 1.
func sat(lines ...string) []Player {
	var out []Player
	for i, line := range lines {
		p := Player{ID: tournaments.EntryID(i + 1), Place: i + 1, Equal: i + 1, Played: true, Figures: "figures", Club: "Nelson"}
		for _, word := range strings.Fields(line) {
			var b OnBoard
			if _, err := fmt.Sscanf(word, "%d:%d/%d", &b.Board, &b.Points, &b.Games); err != nil {
				panic(err)
			}
			p.Boards, p.Wins = append(p.Boards, b), p.Wins+b.Points/2
		}
		out = append(out, p)
	}
	return out
}

func TestPrizesOfTeams(t *testing.T) {
	team := func(id PrizeID, k Kind, nth int, m money.Cents) Prize {
		return Prize{ID: id, Kind: k, Nth: nth, Money: m * 100}
	}
	board := func(id PrizeID, n, nth int) Prize { return Prize{ID: id, Kind: BestOnBoard, Nth: nth, Board: n} }
	three := teams("1/3/2d", "2/2/1k @Nelson", "3/1/9k @Nelson")
	players := sat("1:6/3", "2:4/3", "1:2/1 2:5/3", "1:5/3")
	both := append(three, players...)
	for name, c := range map[string]struct {
		prizes  []Prize
		ties    Ties
		field   []Player
		changes []Change
		want    string
	}{
		"places are of teams alone": {
			[]Prize{team(1, TeamPlace, 1, 90), team(2, TeamPlace, 2, 60), {ID: 3, Kind: ByPlace, Nth: 1}}, TiesByPlace, both, nil,
			"1st place of teams $90.00: -1 | 2nd place of teams $60.00: -2 | 1st place: 1",
		},
		"a place that two teams share": {
			[]Prize{team(1, TeamPlace, 1, 90), team(2, TeamPlace, 2, 60)}, TiesByPlace, teams("1/3/2d", "1/3/1k", "3/1/9k"), nil,
			"1st place of teams and 2nd place of teams $75.00: -1 -2",
		},
		"a band goes past a team that has a place": {
			[]Prize{team(1, TeamPlace, 1, 0), {ID: 2, Kind: TeamBand, Nth: 1, Best: scale.MustParse("3d"), Weakest: scale.MustParse("5k")}},
			TiesByPlace, both, nil, "1st place of teams: -1 | Best team, 3 dan – 5 kyu: -2 [-1]",
		},
		"matches won": {
			[]Prize{team(1, TeamMost, 1, 0), team(2, TeamWins, 1, 5)}, TiesByPlace, both, nil,
			"Most matches won: -1 | 1 match won $5.00: -2 -3 [-1]",
		},
		"a team that withdrew": {
			[]Prize{team(1, TeamPlace, 1, 0)}, TiesByPlace, teams("1/3/2d x", "2/2/1k"), nil, "1st place of teams: -2 [-1]",
		},
		"a team that never played": {[]Prize{team(1, TeamPlace, 1, 0)}, TiesByPlace, teams("1/0/2d 0"), nil, "1st place of teams:"},
		"boards":                   {[]Prize{board(1, 1, 1), board(2, 2, 1), board(3, 3, 1)}, TiesByPlace, both, nil, "Best on board 1: 1 | Best on board 2: 3 | Best on board 3:"},
		"the second of a board":    {[]Prize{board(1, 1, 1), board(2, 1, 2)}, TiesByPlace, both, nil, "Best on board 1: 1 | 2nd best on board 1: 4"},
		"equal points by the standings": {
			[]Prize{board(1, 2, 1)}, TiesByPlace, sat("1:6/3", "2:4/2", "2:4/3"), nil, "Best on board 2: 2",
		},
		"equal points share": {
			[]Prize{board(1, 2, 1)}, TiesByScore, sat("1:6/3", "2:4/2", "2:4/3"), nil, "Best on board 2: 2 3",
		},
		"a player and the team both win": {
			[]Prize{team(1, TeamPlace, 1, 0), board(2, 1, 1), {ID: 3, Kind: MostWins, Nth: 1}}, TiesByPlace, both, nil,
			"1st place of teams: -1 | Best on board 1: 1 | Most wins: 3 [1]",
		},
		"a club is of players, not of teams": {
			[]Prize{{ID: 1, Kind: ByClub, Nth: 1, Players: 4}}, TiesByPlace, both, nil, "Best club: Nelson",
		},
		"by hand": {
			[]Prize{team(1, TeamPlace, 1, 90)}, TiesByPlace, both, []Change{{Prize: 1, Winners: []tournaments.EntryID{-3, -2}, Reason: "r"}},
			"1st place of teams $45.00: -2 -3",
		},
	} {
		got := Propose(Rules{Prizes: c.prizes, Once: true, Ties: c.ties}, c.field, c.changes)
		if told(got) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, told(got), c.want)
		}
	}
	shared := Propose(Rules{Prizes: []Prize{team(1, TeamPlace, 1, 90)}, Ties: TiesByPlace}, teams("1/3/2d", "1/3/1k"), nil)
	if why := strings.Join(shared[0].Why, " "); !strings.Contains(why, "2 teams are equal") || !strings.Contains(why, "of the teams") {
		t.Error(why)
	}
}

// TestPrizesOfATeamEvent plays one: the first team and the best at each board are proposed, the bye of a team brings no
// prize, and only a section of teams has prizes for them.
func TestPrizesOfATeamEvent(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		refusedHere := Rules{Once: true, Ties: TiesByPlace, Prizes: []Prize{{Kind: TeamPlace, Nth: 1}}}
		w.refused(w.s.SetRules(ctx, w.director, w.section, 0, refusedHere), apperr.Invalid, "kind_1: Players of this section")
		in := tournaments.SectionInput{Name: "Teams", Settings: tournaments.DefaultSettings()}
		in.Rounds, in.Boards = 1, 2
		section, err := w.events.AddSection(ctx, w.director, w.chart(w.director).Event.ID, in)
		w.must(err)
		w.section = section
		for i, name := range []string{"Nelson", "Kāpiti", "Mixed"} {
			team, err := w.events.AddTeam(ctx, w.director, tournaments.TeamInput{Section: section, Name: name})
			w.must(err)
			for k := range 2 {
				rating := scale.Rating(20 - 10*i - 30*k)
				_, err := w.events.EnterGuest(ctx, w.director, tournaments.GuestInput{
					FamilyName: strings.Fields("Harakeke Kauri Rimu")[i], GivenNames: strings.Fields("Aroha Tāne")[k],
					EntryInput: tournaments.EntryInput{Section: section, Rating: &rating, Visitor: true, Team: team.ID},
				})
				w.must(err)
			}
		}
		w.play(false)
		l := w.list()
		if len(l.Rules.Prizes) != 5 || l.Rules.Prizes[0].Kind != TeamPlace || l.Rules.Prizes[4].Board != 2 {
			t.Fatalf("proposed rules: %+v", l.Rules)
		}
		c := w.chart(w.director)
		bye, _ := c.WithoutMatch(1)
		first := l.Proposed[0]
		if !first.Kind.Teams() || len(first.Winners) == 0 || first.Winners[0].Entry == 0 || bye.ID == 0 {
			t.Errorf("%+v", first)
		}
		for _, a := range l.Proposed[len(l.Proposed)-2:] {
			e, _ := c.Entry(a.Winners[0].Entry)
			if e.Team == bye.ID || !strings.Contains(a.Winners[0].Why, "1 point in 1 game at board ") {
				t.Errorf("%s: %s, %s", a.Title, e.Name, a.Winners[0].Why)
			}
		}
		rules := l.Rules
		rules.Prizes[3].Board = 3
		w.refused(w.s.SetRules(ctx, w.director, section, 0, rules), apperr.Invalid, "board_4: Enter the number of a board, from 1 to 2")
		rules.Prizes[3].Board = 1
		w.must(w.s.SetRules(ctx, w.director, section, 0, rules))
		decide := func(ids ...tournaments.EntryID) error {
			return w.s.Decide(ctx, w.director, section, DecideInput{Prize: 1, Winners: ids, Reason: "agreed", Version: w.list().Version})
		}
		w.refused(decide(c.Entries[0].ID), apperr.Invalid, "winners: Choose teams of Teams")
		w.refused(decide(tournaments.TeamID(999).Side()), apperr.Invalid, "winners: Choose teams")
		w.must(decide(bye.ID.Side()))
		w.must(w.s.Publish(ctx, w.director, section, w.list().Version))
		out, err := w.s.Announced(ctx, w.chart(auth.Actor{}))
		w.must(err)
		if !out.Follows || out.Awards[0].Winners[0].Entry != bye.ID.Side() || out.Awards[0].Decided != "agreed" {
			t.Errorf("%+v", out)
		}
		r, _ := c.Round(1)
		for _, g := range r.Games {
			now, _ := w.chart(w.director).Round(1)
			for _, other := range now.Games {
				if other.ID == g.ID {
					w.result(other, pairing.NoResult)
				}
			}
		}
		if out, err = w.s.Announced(ctx, w.chart(auth.Actor{})); err != nil || out.Follows {
			t.Errorf("%+v, %v", out, err)
		}
	})
}
