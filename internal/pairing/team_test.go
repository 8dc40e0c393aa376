package pairing

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/ratings/scale"
)

// teamsOf is an event of so many teams of players a1, a2 … b1 …, each with the boards and one reserve.
func teamsOf(teams, boards int, system System) *Event {
	ev := &Event{System: system, Rounds: 3, Boards: boards}
	for t := range teams {
		letter := string(rune('a' + t))
		team := Team{ID: ID(strings.ToUpper(letter)), Number: t + 1, Captain: letter + "1"}
		for k := range boards + 1 {
			id := ID(fmt.Sprint(letter, k+1))
			ev.Players = append(ev.Players, Player{ID: id, Number: len(ev.Players) + 1, Rating: scale.Rating(100 - 10*t - k)})
			team.Players = append(team.Players, id)
		}
		ev.Teams = append(ev.Teams, team)
	}
	return ev
}

// onBoards writes a drawing of teams: its games with White first, who goes through, and who is not there.
func onBoards(d *Drawing) string {
	var parts []string
	for _, p := range d.Pairs {
		parts = append(parts, fmt.Sprintf("%d:%s-%s", p.Table, p.White, p.Black))
	}
	for _, t := range d.Through {
		parts = append(parts, string(t.ID))
	}
	for _, i := range d.Idle {
		parts = append(parts, "("+string(i.ID)+")")
	}
	return strings.Join(parts, " ")
}

func TestBoardsFollowTheTeams(t *testing.T) {
	sides := func(d *Drawing) string { return string(d.Matches[0].White + d.Matches[0].Black) }
	ev := teamsOf(2, 3, Swiss)
	d := mustDraw(t, ev, 1)
	want := map[string]string{"AB": "1:a1-b1 2:b2-a2 3:a3-b3", "BA": "1:b1-a1 2:a2-b2 3:b3-a3"}[sides(d)]
	if got := onBoards(d); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// With a2 away, a3 moves up and the reserve has the last board.
	away := func(ids ...ID) string {
		ev := teamsOf(2, 3, Swiss)
		for i := range ev.Players {
			for _, id := range ids {
				if ev.Players[i].ID == id {
					ev.Players[i].Absent = []int{1}
				}
			}
		}
		var who []string
		for _, s := range ev.Lineup("A", 1) {
			text := string(s.ID)
			if !s.There {
				text += "!"
			}
			who = append(who, text)
		}
		return strings.Join(who, " ")
	}
	for ids, want := range map[ID]string{"": "a1 a2 a3", "a2": "a1 a3 a4", "a1": "a2 a3 a4", "a4": "a1 a2 a3"} {
		if got := away(ids); got != want {
			t.Errorf("without %s: %s, want %s", ids, got, want)
		}
	}
	for _, c := range []struct{ first, second, want string }{{"a1", "a3", "a2 a3! a4"}, {"a2", "a4", "a1 a2! a3"}} {
		if got := away(ID(c.first), ID(c.second)); got != c.want {
			t.Errorf("without %s and %s: %s, want %s", c.first, c.second, got, c.want)
		}
	}
}

// A line-up of one round is who sits at its boards: reserves do not move up by themselves, and another round goes by the
// order of the team.
func TestALineupOfOneRound(t *testing.T) {
	ev := teamsOf(2, 3, Swiss)
	ev.Teams[0].Lineups = []Lineup{{Round: 1, Boards: []ID{"a3", "", "a1"}}}
	d := mustDraw(t, ev, 1)
	want := map[ID]string{"A": "1:a3-b1 3:a1-b3 b2", "B": "1:b1-a3 3:b3-a1 b2"}[d.Matches[0].White]
	if got := onBoards(d); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r := d.AsRound()
	for i := range r.Games {
		r.Games[i].Result = WhiteWins
	}
	ev.Played = []Round{r}
	if seats := ev.Lineup("A", 2); seats[0].ID != "a1" || seats[1].ID != "a2" {
		t.Errorf("round 2 has %v", seats)
	}
	redraws, err := Check(ev)
	if err != nil || len(redraws[0].Differences) > 0 {
		t.Errorf("the check: %v %v", redraws, err)
	}
	// The weights of the boards go by where people sat: a3 on board 1 counts 3.
	weighted := TeamStandings(ev, 1).Rows[0].Values[2].Number
	if got := map[ID]int64{"A": 2*3 + 2*1, "B": 2*3 + 2*2 + 2*1}[d.Matches[0].White]; weighted != got {
		t.Errorf("weighted %d, want %d", weighted, got)
	}
}

// Rounds of teams that were drawn with lots of their own are drawn again with these.
// TestTheByeOfATeamWhoseLineupIsAway: the team is there with a reserve, so it has the bye and scores it.
func TestTheByeOfATeamWhoseLineupIsAway(t *testing.T) {
	ev := teamsOf(3, 2, Swiss)
	ev.Teams[2].Lineups = []Lineup{{Round: 1, Boards: []ID{"c1", "c2"}}}
	for i := range ev.Players {
		if id := ev.Players[i].ID; id == "c1" || id == "c2" {
			ev.Players[i].Absent = []int{1}
		}
	}
	d, err := Draw(ev, 1, []Fixed{{White: "C"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Through) != 1 || d.Through[0].ID != "c3" {
		t.Fatalf("%+v", d.Through)
	}
	played := Round{Number: 1, Matches: d.Matches, Byes: []ID{"c3"}, Fixed: nil, FixedTeams: []Fixed{{White: "C"}}}
	for _, p := range d.Pairs {
		played.Games = append(played.Games, Game{Table: p.Table, White: p.White, Black: p.Black, Result: WhiteWins})
	}
	ev.Played = []Round{played}
	if err := ev.Validate(); err != nil {
		t.Fatal(err)
	}
	row, _ := TeamStandings(ev, 1).Row("C")
	if row.Score != OnePoint || row.Values[0].String() != "1" {
		t.Errorf("the team has %s points and %s on the boards", row.Score, row.Values[0])
	}
}

func TestTeamsWithALotForEachRound(t *testing.T) {
	ev := teamsOf(8, 2, Swiss)
	ev.Seeding = SeedRandom
	for round := 1; round <= 3; round++ {
		ev.Seed = uint64(100 + round)
		r := mustDraw(t, ev, round).AsRound()
		r.Seed = ev.Seed
		for i := range r.Games {
			r.Games[i].Result = WhiteWins
		}
		ev.Played = append(ev.Played, r)
	}
	redraws, err := Check(ev)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range redraws {
		if len(r.Differences) > 0 {
			t.Errorf("round %d: %v", r.Round, r.Differences)
		}
	}
}

// A McMahon of teams starts each with the points of its rating.
func TestMcMahonOfTeams(t *testing.T) {
	ev := teamsOf(4, 2, McMahon)
	d := mustDraw(t, ev, 1)
	for _, m := range d.Matches {
		if pair := string(m.White + m.Black); pair != "AB" && pair != "BA" && pair != "CD" && pair != "DC" {
			t.Errorf("%s meet", pair)
		}
	}
	rows := TeamStandings(ev, 0).Rows
	if rows[0].Score-rows[1].Score != OnePoint || rows[0].ID != "A" {
		t.Errorf("%+v", rows)
	}
}

// Why two teams do not meet is asked of the teams.
func TestWhyNotOfTeams(t *testing.T) {
	alt, err := WhyNot(teamsOf(4, 2, Swiss), 1, nil, "A", "B")
	if err != nil || alt.Text == "" || alt.Drawn {
		t.Errorf("%+v %v", alt, err)
	}
}

func TestTeamStandings(t *testing.T) {
	ev := teamsOf(4, 3, Swiss)
	game := func(white, black ID, r Result) Game { return Game{White: white, Black: black, Result: r} }
	// A beats B 2–1; C and D are level, d1 away: a bye for c1, and one jigo.
	ev.Played = []Round{{
		Number: 1, Matches: []Encounter{{"A", "B"}, {"C", "D"}}, Byes: []ID{"c1"},
		Games: []Game{
			game("a1", "b1", WhiteWins), game("b2", "a2", WhiteWins), game("a3", "b3", WhiteWins),
			game("d2", "c2", WhiteWins), game("c3", "d3", Jigo),
		},
	}}
	table := TeamStandings(ev, 1)
	var got []string
	for _, r := range table.Rows {
		text := fmt.Sprintf("%s %s %s", r.ID, r.Place, r.Score)
		for _, v := range r.Values {
			text += " " + v.String()
		}
		got = append(got, text)
	}
	// Match points, board points, SOS, weighted: c1 3 + c3 ½ = 3½; d2 2 + d3 ½ = 2½; A 3 + 1; B 2.
	want := "A 1 1 2 0 4|C 2 ½ 1½ ½ 3½|D 3 ½ 1½ ½ 2½|B 4 0 1 1 2"
	if strings.Join(got, "|") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, "|"), want)
	}
	for _, r := range table.Rows {
		if v := r.Values[0]; len(v.Terms) != 1 || v.Terms[0].Opponent == "" {
			t.Errorf("board points open to nothing: %+v", v)
		}
	}
}

// Teams meet once, every team plays with all its boards, colours alternate by board, and the points of all boards are
// those of the individual players; drawing again finds nothing.
func TestTeamProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		system := rapid.SampledFrom([]System{Swiss, McMahon, RoundRobin, Knockout}).Draw(t, "system")
		n := rapid.IntRange(4, 9).Draw(t, "teams")
		ev := teamsOf(n, rapid.IntRange(1, 5).Draw(t, "boards"), system)
		if system == Knockout {
			ev.Rounds = BracketRounds(n)
			ev.Knockout.Jigo = JigoWhite
		}
		ev.Seed = rapid.Uint64().Draw(t, "seed")
		met := map[Encounter]bool{}
		for round := 1; round <= ev.Rounds; round++ {
			d, err := Draw(ev, round, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Pairs) != len(d.Matches)*ev.Boards {
				t.Fatalf("%d boards of %d matches", len(d.Pairs), len(d.Matches))
			}
			for i, m := range d.Matches {
				if met[m] || met[Encounter{m.Black, m.White}] {
					t.Fatalf("%v meet twice", m)
				}
				met[m] = true
				for k := range ev.Boards {
					p := d.Pairs[i*ev.Boards+k]
					first := strings.EqualFold(string(p.White[:1]), string(m.White))
					if first != (k%2 == 0) || p.White[1:] != p.Black[1:] {
						t.Fatalf("board %d of %v: %s–%s", k+1, m, p.White, p.Black)
					}
				}
			}
			r := d.AsRound()
			for i := range r.Games {
				r.Games[i].Result = rapid.SampledFrom([]Result{WhiteWins, BlackWins}).Draw(t, "result")
			}
			ev.Played = append(ev.Played, r)
		}
		games, boards, scores := 0, int64(0), Score(0)
		for _, r := range ev.Played {
			games += len(r.Games)
		}
		if system != Knockout {
			for _, row := range TeamStandings(ev, ev.Rounds).Rows {
				for _, term := range row.Values[0].Terms {
					if term.Opponent != "" {
						boards += term.Number
					}
				}
				scores += row.Score
			}
			if boards != 2*int64(games) {
				t.Fatalf("%d games, %d half points on boards", games, boards)
			}
		}
		redraws, err := Check(ev)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range redraws {
			if len(r.Differences) > 0 {
				t.Fatalf("round %d: %v", r.Round, r.Differences)
			}
		}
	})
}

func TestTeamsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		change func(ev *Event)
		says   string
	}{
		{func(ev *Event) { ev.Boards = 0 }, "say how many boards a team has"},
		{func(ev *Event) { ev.System = Match }, "teams play a Swiss, a McMahon, a round robin or a knock-out"},
		{func(ev *Event) { ev.System, ev.Handicap.By = McMahon, scale.ByScore }, "boards of teams have no McMahon scores"},
		{func(ev *Event) { ev.Teams[0].Lineups = []Lineup{{1, []ID{"a1", "a1"}}} }, `"a1" is not of the team, or is listed twice`},
		{func(ev *Event) { ev.Teams[0].Lineups = []Lineup{{1, nil}, {1, nil}} }, "round 1 is listed twice"},
		{func(ev *Event) { ev.ForbiddenTeams = [][2]ID{{"A", "Z"}} }, "a pair needs two different teams"},
		{func(ev *Event) { ev.Teams[1].Players = append(ev.Teams[1].Players, "a1") }, `"a1" is already in team "A"`},
		{func(ev *Event) { ev.Teams[1].Players = nil }, "the team has no players"},
		{func(ev *Event) { ev.Teams[1].Players = ev.Teams[1].Players[1:] }, `"b1" is in no team`},
		{func(ev *Event) { ev.Played = []Round{{Number: 1, Matches: []Encounter{{"A", "Z"}}}} }, `"Z" is no team`},
	} {
		ev := teamsOf(4, 2, Swiss)
		c.change(ev)
		if _, err := Draw(ev, 1, nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want … %s", err, c.says)
		}
	}
	if _, err := WhyNot(teamsOf(4, 2, Swiss), 1, nil, "a1", "b1"); err == nil {
		t.Error("players of teams are not paired one by one")
	}
}
