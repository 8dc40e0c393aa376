package pairing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

// What is said of a draw, criterion by criterion, and of a pair, in every system: the director's words, not the figures.
func TestSentencesOfADraw(t *testing.T) {
	in := func(players []Player, what func(p *Player, text string), text string, ids ...ID) []Player {
		return with(players, func(p map[ID]*Player) {
			for _, id := range ids {
				what(p[id], text)
			}
		})
	}
	club := func(p *Player, text string) { p.Club = text }
	city := func(p *Player, text string) { p.City = text }
	country := func(p *Player, text string) { p.Country = text }
	four := func() []Player { return entries("4d", "3d", "2d", "1d") }
	byRating := scale.Setting{By: scale.ByRating}
	for _, c := range []struct {
		name      string
		event     Event
		round     int
		fixed     []Fixed
		criterion Criterion
		whole     string // of the whole draw
		pair      string // of the first pair, or of the bye
	}{
		{"everyone plays", Event{Players: eight()}, 1, nil, CriterionGames, "everyone has a game", ""},
		{"an odd field", Event{Players: entries("3d", "2d", "1d")}, 1, nil, CriterionGames, "one player without a game", ""},
		{
			"the bye to the lowest rating", Event{Players: entries("3d", "2d", "1d")}, 1, nil, CriterionBye,
			"to C (0 points, rated 1.0, no bye before)", "C, on 0 points, rated 1.0: no bye before",
		},
		{
			"no second bye", Event{Players: entries("3d", "2d", "1d"), Played: rounds("ab c")}, 2, nil, CriterionBye,
			"to B (0 points, rated 2.0, no bye before)", "B, on 0 points, rated 2.0: no bye before",
		},
		{
			"the bye by the director", Event{Players: entries("3d", "2d", "1d")}, 1, []Fixed{{White: "a"}}, CriterionBye,
			"to A (0 points, rated 3.0, no bye before)", "the director gave A the bye",
		},
		{"no bye", Event{Players: four()}, 1, nil, CriterionBye, "no one has the bye", ""},
		{"level scores", Event{Players: four(), Played: rounds("ab cd")}, 2, nil, CriterionScore, "every pair level", "both on 1 point"},
		{
			"two points apart", Event{Players: four(), Played: rounds("ab cd", "ac bd")}, 3, nil, CriterionScore,
			"one pair 2 points apart", "2 points apart: A on 2 points, D on 0",
		},
		{
			"an odd score group", Event{Players: entries("6d", "5d", "4d", "3d", "2d", "1d"), Played: rounds("ab cd ef")}, 2, nil,
			CriterionScore, "one pair one point apart", "both on 1 point",
		},
		{
			"half a point apart", Event{Players: four(), Played: rounds("abJ cd")}, 2, nil, CriterionScore,
			"two pairs half a point apart", "half a point apart: C on 1 point, B on ½",
		},
		{
			"lent points", Event{Players: eight(), Acceleration: Acceleration{Rounds: 2}}, 1, nil, CriterionScore, "every pair level",
			"both on 1 point (with the points lent in accelerated rounds)",
		},
		{
			"floats", Event{Players: entries("6d", "5d", "4d", "3d", "2d", "1d"), Played: rounds("ab cd ef")}, 2, nil, CriterionFloats,
			"no one floats the same way again", "",
		},
		{
			"club-mates apart", Event{Players: in(four(), club, "Hutt", "a", "c")}, 1, nil, CriterionClub, "no club-mates meet", "",
		},
		{
			"club-mates who cannot be kept apart", Event{Players: in(four(), club, "Hutt", "a", "b", "c")}, 1, nil, CriterionClub,
			"one pair of club-mates", "club-mates (Hutt)",
		},
		{
			"one town", Event{Players: in(four(), city, "Nelson", "a", "b", "c")}, 1, nil, CriterionCity, "one pair from one town",
			"both from Nelson",
		},
		{
			"countries", Event{
				Players: in(four(), country, "AU", "a", "b", "c"), Criteria: []Criterion{CriterionCountry, CriterionSeeding},
			}, 1, nil, CriterionCountry, "one pair from one country", "both from AU",
		},
		{
			"colours of a first round", Event{Players: four()}, 1, nil, CriterionColours, "four players with one more game of one colour",
			"A takes White by lot (no even game yet), C Black (no even game yet)",
		},
		{
			"colours that even out", Event{Players: four(), Played: rounds("ab cd")}, 2, []Fixed{{White: "b", Black: "a", Colours: ColoursAsGiven}, {White: "d", Black: "c", Colours: ColoursAsGiven}},
			CriterionColours, "everyone has had both colours equally often",
			"B takes White as the director fixed it (Black once so far), A Black (White once so far)",
		},
		{
			"a handicap game has no colours to balance", Event{Players: four(), Handicap: byRating}, 1, nil, CriterionColours,
			"everyone has had both colours equally often", "with 2 stones A, the stronger, takes White",
		},
		{
			"slide", Event{Players: eight()}, 1, nil, CriterionSeeding, "every pair as the seeding has it",
			"seeded 1 and 5 of 8 on 0 points, as the slide has it",
		},
		{
			"off the slide", Event{Players: eight(), Forbidden: [][2]ID{{"a", "e"}}}, 1, nil, CriterionSeeding, "two pairs off the seeding",
			"seeded 1 and 6 of 8 on 0 points, not as the slide has it",
		},
		{
			"fold", Event{Players: eight(), Seeding: SeedFold}, 1, nil, CriterionSeeding, "every pair as the seeding has it",
			"seeded 1 and 8 of 8 on 0 points, as the fold has it",
		},
		{
			"closest ratings", Event{Players: four(), Seeding: SeedClosest}, 1, nil, CriterionSeeding,
			"ratings 1.0 apart on average, 1.0 at most", "ratings 1.0 apart",
		},
		{
			"smallest handicaps", Event{Players: four(), Seeding: SeedHandicap, Handicap: byRating}, 1, nil, CriterionSeeding,
			"handicaps of 1.0 stones on average, 1 at most", "handicap 1",
		},
		{
			"by lot", Event{Players: four(), Seeding: SeedRandom}, 1, nil, CriterionSeeding, "left to the lot",
			"who meets whom in a score group is left to the lot",
		},
		{
			"a McMahon", Event{System: McMahon, Bar: rating("3d"), Players: entries("5d", "4d", "3d", "2d")}, 1, nil, CriterionScore,
			"one pair one point apart", "both on 32 points",
		},
		{"a round robin", Event{System: RoundRobin, Players: four()}, 1, nil, CriterionSeeding, "", "round 1 of the round robin's table, which gives White to D"},
		{"a knock-out", Event{System: Knockout, Rounds: 2, Players: four()}, 1, nil, CriterionSeeding, "", "the semi-finals: seed 1 meets seed 4"},
		{"a match", Event{System: Match, Players: entries("2d", "1d")}, 1, nil, CriterionSeeding, "", "game 1 of 5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ev := c.event
			if ev.System == "" {
				ev.System = Swiss
			}
			if ev.Rounds == 0 {
				ev.Rounds = 5
			}
			d := mustDraw(t, &ev, c.round, c.fixed...)
			whole, pair := "", ""
			for _, cost := range d.Cost {
				if cost.Criterion == c.criterion {
					whole = cost.Says()
					if len(cost.Figures()) != len(cost.Values) || strings.Contains(strings.Join(cost.Figures(), ""), "The figure") {
						t.Errorf("figures %q of %v", cost.Figures(), cost.Values)
					}
				}
			}
			why := d.ByeWhy
			if c.criterion != CriterionBye {
				why = d.Pairs[0].Why
			}
			for _, r := range why {
				if r.Criterion == c.criterion {
					pair = r.Text
				}
			}
			if whole != c.whole || pair != c.pair {
				t.Errorf("of the draw %q, want %q\nof the pair %q, want %q", whole, c.whole, pair, c.pair)
			}
		})
	}
}

// What the draw would be without a pair: the sentence names what there would be more of, and that draw has no such pair.
func TestWithoutAPair(t *testing.T) {
	for _, c := range []struct {
		name  string
		event Event
		fixed []Fixed
		a, b  ID
		want  string
	}{
		{
			"scores", Event{Players: eight(), Played: rounds("ae bf cg dh", "abJ cd efJ gh")}, nil, "a", "b",
			"A–B is not in the draw.",
		},
		{"seeding", Event{Players: eight()}, nil, "a", "e", "If A–E did not meet, there would be two pairs off the seeding instead of none."},
		{"the lot", Event{Players: eight(), Seeding: SeedRandom}, nil, "", "", ""},
		{"fixed", Event{Players: eight()}, []Fixed{{White: "a", Black: "b"}}, "b", "a", "The director has fixed A–B."},
		{
			"nobody else", Event{Players: entries("2d", "1d")}, nil, "a", "b", "If A–B did not meet, the others could not all be drawn: ",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			ev := c.event
			ev.System, ev.Rounds = Swiss, 5
			round := len(ev.Played) + 1
			if c.a == "" {
				p := mustDraw(t, &ev, round).Pairs[0]
				c.a, c.b = p.White, p.Black
				c.want = fmt.Sprintf("–%s did not meet, another draw is as good in every criterion; only the lot decided.", strings.ToUpper(string(max(c.a, c.b))))
			}
			alt, err := WithoutPair(&ev, round, c.fixed, c.a, c.b)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(alt.Text, c.want) {
				t.Errorf("%s\nwant %s", alt.Text, c.want)
			}
			if alt.Drawing != nil && slices.ContainsFunc(alt.Drawing.Pairs, func(p Pair) bool {
				return p.White == c.a && p.Black == c.b || p.White == c.b && p.Black == c.a
			}) {
				t.Error("the other draw has the pair")
			}
		})
	}
	ev := &Event{System: Swiss, Rounds: 5, Players: entries("3d", "2d", "1d")}
	for _, ids := range [][2]ID{{"a", "a"}, {"a", "x"}} {
		if _, err := WithoutPair(ev, 1, nil, ids[0], ids[1]); err == nil {
			t.Errorf("%v is answered", ids)
		}
	}
	if alt, err := WithoutPair(ev, 1, nil, "c", ""); err != nil || !strings.Contains(alt.Text, "the bye for C") {
		t.Errorf("%+v, %v", alt, err)
	}
}

// What a director counts adds up to the figures that draws are compared by.
func TestCountsAddUpToTheFigures(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 6, Players: entries("8d", "7d", "6d", "5d", "4d", "3d", "2d", "1d", "1k"), Played: rounds(
		"ae bf cgJ dhB i", "abJ cd efJ gi h",
	)}
	f := newField(ev, 2)
	s, err := prepare(f, 3, f.playing(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	games, stuck, err := s.best()
	if err != nil || stuck != nil {
		t.Fatal(stuck, err)
	}
	for _, cost := range s.costs(games) {
		sum := int64(0)
		for _, one := range s.shortOf(cost.Criterion, games) {
			switch cost.Criterion {
			case CriterionScore:
				halves := map[string]int64{"half a point": 1, "one point": 2, "1½ points": 3, "2 points": 4}
				d := halves[strings.TrimSuffix(strings.TrimPrefix(one.one, "pair "), " apart")]
				sum += int64(one.n) * d * d
			case CriterionColours:
				d := int64(1)
				for k := 2; k < 6; k++ {
					if strings.Contains(one.one, inLetters(k)+" more") {
						d = int64(k)
					}
				}
				sum += int64(one.n) * d * d
			case CriterionFloats, CriterionClub, CriterionCity, CriterionGames:
				sum += int64(one.n)
			default:
				sum = cost.Values[0]
			}
		}
		if cost.Criterion != CriterionBye && cost.Criterion != CriterionSeeding && cost.Criterion != CriterionLot && sum != cost.Values[0] {
			t.Errorf("%s: %v counts to %d, not %d", cost.Criterion, s.says(cost.Criterion, games), sum, cost.Values[0])
		}
	}
}
