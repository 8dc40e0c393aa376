package pairing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/ratings/scale"
)

// inBracket writes a drawing as its pairs in the bracket's order, then who goes through.
func inBracket(d *Drawing) string {
	var parts []string
	for _, p := range d.Pairs {
		parts = append(parts, string(min(p.White, p.Black)+max(p.White, p.Black)))
	}
	for _, t := range d.Through {
		parts = append(parts, string(t.ID))
	}
	return strings.Join(parts, " ")
}

func TestPositions(t *testing.T) {
	if got := positions(8); !slices.Equal(got, []int{1, 8, 4, 5, 2, 7, 3, 6}) {
		t.Error(got)
	}
	if got := positions(16)[:4]; !slices.Equal(got, []int{1, 16, 8, 9}) {
		t.Error(got)
	}
	for players, rounds := range map[int]int{0: 1, 2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 16: 4, 17: 5} {
		if got := BracketRounds(players); got != rounds {
			t.Errorf("%d players: %d rounds", players, got)
		}
	}
}

func TestKnockoutDraw(t *testing.T) {
	five := entries("5d", "4d", "3d", "2d", "1d")
	cases := []struct {
		name   string
		ev     Event
		played []string
		want   string
	}{
		{"eight by rating", Event{Players: eight()}, nil, "ah de bg cf"},
		{"the winners meet", Event{Players: eight()}, []string{"ah ed bg cf"}, "ae bc"},
		{"five: the first seeds have the byes", Event{Players: five}, nil, "de a b c"},
		{"and meet the winner", Event{Players: five}, []string{"ed a b c"}, "ae bc"},
		{"the final", Event{Players: five}, []string{"ed a b c", "ae bcB"}, "ac"},
		{"third place", Event{Players: five, Knockout: KnockoutRules{ThirdPlace: true}}, []string{"ed a b c", "ae bcB"}, "ac be"},
		{"three have a third without a game",
			Event{Players: five[:3], Knockout: KnockoutRules{ThirdPlace: true}}, []string{"bc a"}, "ab"},
		{"the director's order", Event{Seeding: SeedOrder, Players: with(eight(), func(p map[ID]*Player) {
			p["h"].Seed, p["g"].Seed = 1, 2
		})}, nil, "fh bc eg ad"},
		{"a jigo takes White through", Event{Players: eight()[:4], Knockout: KnockoutRules{Jigo: JigoWhite}},
			[]string{"daJ bc"}, "bd"},
		{"or Black", Event{Players: eight()[:4], Knockout: KnockoutRules{Jigo: JigoBlack}}, []string{"daJ bc"}, "ab"},
		{"who withdraws is out", Event{Players: with(eight(), func(p map[ID]*Player) { p["a"].WithdrawnAfter = 1 })},
			[]string{"ah de bg cf"}, "bc d"},
		{"and so is who is absent", Event{Players: with(eight(), func(p map[ID]*Player) { p["a"].Absent = []int{2} })},
			[]string{"ah de bg cf", "d bc"}, "bd"},
		{"two who do not come leave a place empty", Event{Players: eight()}, []string{"ah deboth_default bg cf"}, "bc a"},
		{"by default counts", Event{Players: eight()}, []string{"ahB_default de bg cf"}, "dh bc"},
		{"other pairs than the bracket's: the best seeds stay apart", Event{Players: eight()}, []string{"ab cd ef gh"}, "ag ce"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.ev.System, c.ev.Rounds, c.ev.Played = Knockout, 3, rounds(c.played...)
			if got := inBracket(mustDraw(t, &c.ev, len(c.played)+1)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestKnockoutRefusals(t *testing.T) {
	refused := func(ev Event, round int, says string) {
		t.Helper()
		ev.System = Knockout
		if _, err := Draw(&ev, round, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want … %s", err, says)
		}
	}
	refused(Event{Rounds: 2, Players: eight()}, 1, "must be at least 3, for a knock-out of 8 players")
	refused(Event{Rounds: 3, Players: eight()[:1]}, 1, "needs at least two players")
	refused(Event{Rounds: 3, Players: eight()[:4], Played: rounds("ad bc", "ab")}, 3, "its final is round 2")
	refused(Event{Rounds: 2, Players: eight()[:4], TieBreaks: []TieBreak{SOS}}, 1, "leave tie-breaks out")
	refused(Event{Rounds: 2, Players: eight()[:4], Forbidden: [][2]ID{{"a", "b"}}}, 1, "no pair can be forbidden")
	late := func(change func(p *Player)) []Player {
		return with(eight(), func(p map[ID]*Player) { change(p["h"]) })
	}
	refused(Event{Rounds: 3, Players: late(func(p *Player) { p.EnteredIn = 2 })}, 1, "no one can enter later")
	refused(Event{Rounds: 3, Players: late(func(p *Player) { p.HalfPointByes = []int{2} })}, 1, "no half points")
	refused(Event{Rounds: 3, Players: late(func(p *Player) { p.StartScore = 2 })}, 1, "level")
	var undecided *Undecided
	ev := Event{System: Knockout, Rounds: 2, Players: eight()[:4], Played: rounds("adJ bc")}
	if _, err := Draw(&ev, 2, nil); !errors.As(err, &undecided) || undecided.Games[0].White != "a" {
		t.Errorf("a jigo is played again: %v", err)
	}
	if _, err := WhyNot(&ev, 1, nil, "a", "b"); err == nil || !strings.Contains(err.Error(), "its bracket") {
		t.Errorf("why not: %v", err)
	}
	if _, err := Draw(&ev, 1, []Fixed{{White: "a", Black: "b"}}); err == nil || !strings.Contains(err.Error(), "its bracket") {
		t.Errorf("a fixed pair: %v", err)
	}
	if d := mustDraw(t, &ev, 1, Fixed{White: "d", Black: "a"}); d.Pairs[0].White != "d" {
		t.Errorf("fixed colours: %+v", d.Pairs)
	}
}

func TestKnockoutPlaces(t *testing.T) {
	places := func(ev Event) string {
		var out []string
		for _, r := range Standings(&ev, ev.Rounds).Rows {
			if r.Place != r.ScorePlace {
				t.Errorf("%s: %v and %v", r.ID, r.Place, r.ScorePlace)
			}
			out = append(out, fmt.Sprintf("%s%s", r.ID, r.Place))
		}
		return strings.Join(out, " ")
	}
	ev := Event{System: Knockout, Rounds: 3, Players: entries("5d", "4d", "3d", "2d", "1d"), Played: rounds("de a b c", "ad bc")}
	if got := places(ev); got != "a1–2 b1–2 c3–4 d3–4 e5" {
		t.Error("before the final: " + got)
	}
	ev.Played = rounds("de a b c", "ad bc", "abB")
	if got := places(ev); got != "b1 a2 c3–4 d3–4 e5" {
		t.Error("without a third: " + got)
	}
	ev.Knockout.ThirdPlace, ev.Played = true, rounds("de a b c", "ad bc", "abB cdB")
	if got := places(ev); got != "b1 a2 d3 c4 e5" {
		t.Error("with a third: " + got)
	}
	ev.Played = rounds("de a b c", "ad bc", "abB d")
	if got := places(ev); got != "b1 a2 d3 c4 e5" {
		t.Error("third without a game: " + got)
	}
	if r, _ := Standings(&ev, 3).Row("d"); r.Score != 2 || !r.ThirdPlace {
		t.Errorf("third place is no point: %+v", r)
	}
}

// A bracket of n players has n − 1 games where everyone comes, whoever wins; no one who is out plays again; the two
// first seeds meet in the final or not at all; and drawing it again finds nothing.
func TestKnockoutProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "players")
		ev := &Event{
			System: Knockout, Rounds: BracketRounds(n), Seed: rapid.Uint64().Draw(t, "seed"),
			Seeding:  rapid.SampledFrom([]Seeding{SeedFold, SeedRandom, SeedOrder}).Draw(t, "seeding"),
			Knockout: KnockoutRules{ThirdPlace: rapid.Bool().Draw(t, "third")},
			Handicap: HandicapRule{By: rapid.SampledFrom([]scale.By{scale.ByNone, scale.ByRating}).Draw(t, "by"), Ceiling: 9},
		}
		for i := range n {
			ev.Players = append(ev.Players, Player{ID: ID(fmt.Sprint(i)), Rating: scale.Rating(rapid.IntRange(-200, 60).Draw(t, "r"))})
		}
		walkovers := rapid.Bool().Draw(t, "walkovers")
		games, out, gone := 0, map[ID]bool{}, 0
		for round := 1; round <= ev.Rounds; round++ {
			d, err := Draw(ev, round, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := d.AsRound()
			for i := range r.Games {
				g := &r.Games[i]
				g.Result = rapid.SampledFrom([]Result{WhiteWins, BlackWins, WhiteDefault}).Draw(t, "result")
				third := out[g.White] && out[g.Black]
				if (out[g.White] || out[g.Black]) && !(third && round == ev.Rounds && ev.Knockout.ThirdPlace) {
					t.Fatalf("round %d: %s–%s, and one of them is out", round, g.White, g.Black)
				}
				if third {
					continue
				}
				games++
				loser := g.Black
				if g.Result == BlackWins {
					loser = g.White
				}
				out[loser] = true
			}
			ev.Played = append(ev.Played, r)
			if walkovers && round < ev.Rounds {
				k := rapid.IntRange(0, n-1).Draw(t, "gone")
				if p := &ev.Players[k]; p.WithdrawnAfter == 0 {
					p.WithdrawnAfter = round
					if !out[p.ID] {
						gone++
						out[p.ID] = true
					}
				}
			}
		}
		if games+gone < n-1 || games > n-1 || !walkovers && games != n-1 {
			t.Fatalf("%d players, %d games, %d withdrew", n, games, gone)
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
		if rows := Standings(ev, ev.Rounds).Rows; !walkovers && (rows[0].Place != Place{1, 1} || rows[1].Place != Place{2, 2}) {
			t.Fatalf("%v %v", rows[0], rows[1])
		}
	})
}

func TestKnockoutCheck(t *testing.T) {
	ev := &Event{System: Knockout, Rounds: 3, Players: eight(), Played: rounds("ab cd ef gh")}
	found := func() string {
		redraws, err := Check(ev)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, r := range redraws {
			for _, d := range r.Differences {
				texts = append(texts, d.Text)
			}
		}
		return strings.Join(texts, "; ")
	}
	if got := found(); !strings.Contains(got, "A–B is not in this round of the bracket") {
		t.Error(got)
	}
	ev.Players = eight()[:4]
	ev.Played = rounds("ad b c")
	if got := found(); !strings.Contains(got, "B went through without a game but had one to play") {
		t.Error(got)
	}
}

// bracketText writes a bracket: sides with "?" for who is not known and "-" for no one, "!" after who went through.
func bracketText(ev *Event) string {
	var rounds []string
	for _, st := range Stages(ev) {
		var ties []string
		for _, tie := range st.Ties {
			text := ""
			for _, s := range tie.Sides {
				switch {
				case s.Free:
					text += "-"
				case s.ID == "":
					text += "?"
				default:
					text += string(s.ID)
				}
				if s.ID != "" && s.ID == tie.Winner {
					text += "!"
				}
			}
			ties = append(ties, text)
		}
		rounds = append(rounds, strings.Join(ties, " "))
	}
	return strings.Join(rounds, " / ")
}

func TestBracket(t *testing.T) {
	ev := &Event{System: Knockout, Rounds: 3, Players: entries("5d", "4d", "3d", "2d", "1d"), Knockout: KnockoutRules{ThirdPlace: true}}
	for _, c := range []struct{ played, want string }{
		{"", "a- de b- c- / a? bc / ?? ??"},
		{"de? a b c", "a!- de b!- c!- / a? bc / ?? ??"},
		{"edB a b c|ad bcB", "a!- d!e b!- c!- / a!d bc! / ac db"},
		{"edJ a b c", "a!- de b!- c!- / a? bc / ?? ??"},
		{"edboth_lose a b c|a bc", "a!- de b!- c!- / a!- b!c / ab ??"},
	} {
		ev.Played = nil
		if c.played != "" {
			ev.Played = rounds(strings.Split(c.played, "|")...)
		}
		if got := bracketText(ev); got != c.want {
			t.Errorf("%s: %s, want %s", c.played, got, c.want)
		}
	}
	ev.Played = rounds("edJ a b c")
	if u := UndecidedIn(ev); u == nil || u.Round != 1 || len(u.Games) != 1 {
		t.Errorf("%+v", u)
	}
	ev.Played = rounds("ed a b c")
	if in := StillIn(ev, 2); len(in) != 4 || in["d"] {
		t.Errorf("%v", in)
	}
}
