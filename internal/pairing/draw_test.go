package pairing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

// entries gives players of these ratings, called a, b, c …, of no club.
func entries(ratings ...string) []Player {
	players := make([]Player, len(ratings))
	for i, r := range ratings {
		letter := string(rune('a' + i))
		players[i] = Player{ID: ID(letter), Name: strings.ToUpper(letter), Rating: scale.MustParse(r)}
	}
	return players
}

func eight() []Player { return entries("8d", "7d", "6d", "5d", "4d", "3d", "2d", "1d") }

// playedRound reads a round written as "ab cd e": a has White against b, c against d, e has the bye. The last letter of "abW" is the
// result, White's win unless given.
func playedRound(number int, games string) Round {
	r := Round{Number: number}
	for k, g := range strings.Fields(games) {
		if len(g) == 1 {
			r.Byes = append(r.Byes, ID(g))
			continue
		}
		result := WhiteWins
		if len(g) > 2 {
			result = Result(g[2:])
		}
		if result == "?" {
			result = NoResult
		}
		r.Games = append(r.Games, Game{Table: k + 1, White: ID(g[:1]), Black: ID(g[1:2]), Result: result})
	}
	return r
}

func rounds(games ...string) []Round {
	out := make([]Round, len(games))
	for i, g := range games {
		out[i] = playedRound(i+1, g)
	}
	return out
}

// plain writes a drawing as its pairs in table order, the players of a pair in alphabetical order, and the bye.
func plain(d *Drawing) string {
	var parts []string
	for _, p := range d.Pairs {
		parts = append(parts, string(min(p.White, p.Black)+max(p.White, p.Black)))
	}
	if d.Bye != "" {
		parts = append(parts, string(d.Bye))
	}
	return strings.Join(parts, " ")
}

func mustDraw(t *testing.T, ev *Event, round int, fixed ...Fixed) *Drawing {
	t.Helper()
	d, err := Draw(ev, round, fixed)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func with(players []Player, change func(p map[ID]*Player)) []Player {
	byID := map[ID]*Player{}
	for i := range players {
		byID[players[i].ID] = &players[i]
	}
	change(byID)
	return players
}

func rating(text string) *scale.Rating {
	r := scale.MustParse(text)
	return &r
}

func TestDraw(t *testing.T) {
	cases := []struct {
		name  string
		event Event
		fixed []Fixed
		want  string
	}{
		{"slide", Event{Players: eight()}, nil, "ae bf cg dh"},
		{"fold", Event{Players: eight(), Seeding: SeedFold}, nil, "ah bg cf de"},
		{"closest rating", Event{Players: eight(), Seeding: SeedClosest}, nil, "ab cd ef gh"},
		{
			"smallest handicap", Event{
				Players: entries("5.0", "3.9", "3.8", "3.1", "3.0", "1.0"), Seeding: SeedHandicap,
				Handicap: HandicapRule{By: scale.ByRating},
			}, nil, "ab cd ef",
		},
		{
			"winners meet winners", Event{Players: eight(), Played: rounds("ae bf cg dh")}, nil, "ac bd eg fh",
		},
		{
			"a jigo makes a group of its own", Event{Players: eight(), Played: rounds("ae bf cg dhJ")}, nil, "ab ch de fg",
		},
		{"two players", Event{Players: entries("3d", "2d")}, nil, "ab"},
		{"one player has the bye", Event{Players: entries("3d")}, nil, "a"},
		{"the lowest rating has the bye in round 1", Event{Players: entries("3d", "1k", "2d", "5k", "1d")}, nil, "ae bc d"},
		{
			"the bye goes to the lowest score group first",
			Event{Players: entries("5d", "4d", "3d", "2d", "1d"), Played: rounds("caW ebW d")}, nil, "cd ae b",
		},
		{
			"nobody has a second bye while anyone has none",
			Event{Players: entries("5d", "4d", "3d", "2d", "1d"), Played: rounds("abW cdW e", "ac ebW d")}, nil, "ad ce b",
		},
		{
			"a win by default counts as a bye",
			Event{
				Players: with(entries("5d", "4d", "1d"), func(p map[ID]*Player) { p["b"].StartScore = 3 * OnePoint }),
				Played:  rounds("cbW_default a"),
			}, nil, "ac b",
		},
		{
			"the bye is chosen with the games: the lowest must play because the others have met",
			Event{Players: entries("5d", "4d", "3d"), Played: rounds("abB c")}, nil, "bc a",
		},
		{
			"no rematch", Event{Players: entries("4d", "3d", "2d", "1d"), Played: rounds("ab cd", "acW bdW")}, nil, "ad bc",
		},
		{
			"forbidden", Event{Players: eight(), Forbidden: [][2]ID{{"e", "a"}}}, nil, "af be cg dh",
		},
		{
			"fixed by the director, the rest drawn around it", Event{Players: eight()}, []Fixed{{White: "h", Black: "a"}}, "ah be cf dg",
		},
		{"a fixed bye", Event{Players: entries("5d", "4d", "3d", "2d", "1d")}, []Fixed{{White: "a"}}, "bd ce a"},
		{
			"club-mates apart", Event{Players: with(eight(), func(p map[ID]*Player) {
				p["a"].Club, p["e"].Club = "Hutt", "Hutt"
			})}, nil, "af be cg dh",
		},
		{
			"one city apart", Event{Players: with(eight(), func(p map[ID]*Player) {
				p["a"].City, p["e"].City = "Nelson", "Nelson"
			})}, nil, "af be cg dh",
		},
		{
			"club-mates meet when the criterion is left out", Event{
				Players:  with(eight(), func(p map[ID]*Player) { p["a"].Club, p["e"].Club = "Hutt", "Hutt" }),
				Criteria: []Criterion{CriterionScore, CriterionSeeding},
			}, nil, "ae bf cg dh",
		},
		{
			"score comes before club", Event{
				Players: with(entries("4d", "3d", "2d", "1d"), func(p map[ID]*Player) { p["a"].Club, p["c"].Club = "Hutt", "Hutt" }),
				Played:  rounds("ab cd"),
			}, nil, "ac bd",
		},
		{
			"and after it when the director says so", Event{
				Players:  with(entries("4d", "3d", "2d", "1d"), func(p map[ID]*Player) { p["a"].Club, p["c"].Club = "Hutt", "Hutt" }),
				Played:   rounds("ab cd"),
				Criteria: []Criterion{CriterionClub, CriterionScore},
			}, nil, "ad bc",
		},
		{
			"absent, half-point bye, withdrawn and not yet entered stay out", Event{
				Players: with(eight(), func(p map[ID]*Player) {
					p["a"].Absent, p["b"].HalfPointByes, p["c"].WithdrawnAfter, p["d"].EnteredIn = []int{2}, []int{2}, 1, 3
				}),
				Played: rounds("ae bf cg h"),
			}, nil, "eh fg",
		},
		{
			"a late entry joins at the score the director set", Event{
				Players: with(entries("4d", "3d", "2d", "1d", "1k", "2k"), func(p map[ID]*Player) {
					p["e"].EnteredIn, p["e"].StartScore = 2, OnePoint
					p["f"].EnteredIn = 2
				}),
				Played: rounds("ab cd"),
			}, nil, "ae bc df",
		},
		{
			"accelerated: the upper half meets itself", Event{Players: eight(), Acceleration: Acceleration{Rounds: 1}}, nil, "ac bd eg fh",
		},
		{
			"acceleration ends", Event{
				Players: eight(), Acceleration: Acceleration{Rounds: 1}, Played: rounds("ac bd eg fh"),
			}, nil, "ae bf cg dh",
		},
		{
			"McMahon by grades with bar and floor", Event{
				System: McMahon, Bar: rating("3d"), Floor: rating("1k"),
				Players: entries("6d", "5d", "4d", "3d", "2d", "2d", "1d", "1d", "1k", "5k", "9k", "20k"),
			}, nil, "ac bd ef gh ik jl",
		},
		{
			"McMahon by bands", Event{
				System: McMahon, Bands: []scale.Rating{15, 45}, Players: entries("5.0", "4.5", "4.4", "1.5", "1.4", "-9.0"),
			}, nil, "ab cd ef",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := c.event
			if ev.System == "" {
				ev.System = Swiss
			}
			ev.Rounds = 5
			if got := plain(mustDraw(t, &ev, len(ev.Played)+1, c.fixed...)); got != c.want {
				t.Errorf("drawn %q, want %q", got, c.want)
			}
		})
	}
}

// Five players begin on 2 points and five on 0, so that every round one of each must float. In round 1 e floated down
// and f up.
func TestFloatsDoNotRepeat(t *testing.T) {
	players := entries("9d", "8d", "7d", "6d", "5d", "4d", "3d", "2d", "1d", "1k")
	for i := range players[:5] {
		players[i].StartScore = 4
	}
	repeats := func(criteria ...Criterion) (n int) {
		for seed := range uint64(40) {
			ev := &Event{System: Swiss, Rounds: 5, Seed: seed, Players: players, Played: rounds("abJ cdJ efJ ghJ ijJ"), Criteria: criteria}
			for _, p := range mustDraw(t, ev, 2).Pairs {
				up, low := min(p.White, p.Black), max(p.White, p.Black)
				if up <= "e" && low >= "f" && (up == "e" || low == "f") {
					n++
				}
			}
		}
		return n
	}
	if n := repeats(CriterionScore, CriterionFloats); n > 0 {
		t.Errorf("a float was repeated in %d of 40 draws", n)
	}
	if n := repeats(CriterionScore); n == 0 {
		t.Error("without the criterion nobody repeats a float either: the case shows nothing")
	}
}

func TestColours(t *testing.T) {
	table := []struct {
		name  string
		a, b  []Colour
		white string // "a", "b", or empty for the lot
	}{
		{"both new", nil, nil, ""},
		{"Black once against nothing", []Colour{Black}, nil, "a"},
		{"White once against nothing", []Colour{White}, nil, "b"},
		{"Black more often", []Colour{Black, Black, White}, []Colour{White, Black, White}, "a"},
		{"level, last game differs", []Colour{Black, White}, []Colour{White, Black}, "b"},
		{"level, an earlier game differs", []Colour{Black, White, White, Black, Black, White}, []Colour{White, Black, Black, White, Black, White}, "a"},
		{"level after two against nothing", []Colour{White, Black}, nil, "a"},
		{"all the same", []Colour{White, Black}, []Colour{White, Black}, ""},
	}
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			// Opponents x with the other colour fill the rounds; they withdraw before the last one.
			players := entries("3d", "3d")
			var played []Round
			last := max(len(c.a), len(c.b))
			for k := range last {
				r := Round{Number: k + 1}
				for i, colours := range [][]Colour{c.a, c.b} {
					k := k - (last - len(colours))
					if k < 0 {
						continue
					}
					x := ID(fmt.Sprintf("x%d-%d", i, r.Number))
					players = append(players, Player{ID: x, Rating: 20, WithdrawnAfter: last})
					g := Game{White: players[i].ID, Black: x, Result: WhiteWins}
					if colours[k] == Black {
						g.White, g.Black = g.Black, g.White
					}
					r.Games = append(r.Games, g)
				}
				played = append(played, r)
			}
			whites := map[ID]int{}
			for seed := range uint64(30) {
				ev := &Event{System: Swiss, Rounds: 9, Seed: seed, Players: players, Played: played}
				whites[mustDraw(t, ev, last+1).Pairs[0].White]++
			}
			if c.white == "" && (whites["a"] == 0 || whites["b"] == 0) {
				t.Errorf("the lot always gives White to the same player: %v", whites)
			}
			if c.white != "" && whites[ID(c.white)] != 30 {
				t.Errorf("White went to %v, want %s", whites, c.white)
			}
		})
	}
}

func TestHandicapGames(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 3, Players: entries("-0.2", "3.4", "2.0", "1.6"), Seeding: SeedFold,
		Handicap: HandicapRule{By: scale.ByRating}, Forbidden: [][2]ID{{"a", "c"}, {"a", "d"}},
	}
	d := mustDraw(t, ev, 1)
	first, second := d.Pairs[0], d.Pairs[1]
	if first.White != "b" || first.Black != "a" || first.Handicap != 4 || first.Komi != 0 {
		t.Errorf("3.4 against −0.2: %+v", first)
	}
	if second.White != "c" || second.Handicap != 1 || second.Komi != 0 || !second.Trace.EvenOffered {
		t.Errorf("2.0 against 1.6: %+v", second)
	}
	ev.Handicap, ev.Komi = HandicapRule{}, 13
	for _, p := range mustDraw(t, ev, 1).Pairs {
		if p.Handicap != 0 || p.Komi != 13 {
			t.Errorf("without handicaps, komi 6½: %+v", p)
		}
	}
	ev.Komi = 0
	if p := mustDraw(t, ev, 1).Pairs[0]; p.Komi != 14 {
		t.Errorf("komi %s, want 7", p.Komi)
	}
}

func TestHandicapGamesDoNotCountForColours(t *testing.T) {
	played := rounds("abW cdW")
	played[0].Games[0].Handicap, played[0].Games[1].Result = 2, WhiteDefault
	s := newState(newField(&Event{System: Swiss, Rounds: 3, Players: entries("4d", "3d", "2d", "1d"), Played: played}, 1), 2, nil)
	for i, balance := range s.balance {
		if balance != 0 {
			t.Errorf("%s is at %d after a handicap game or a default", s.name(i), balance)
		}
	}
}

func TestClubsFade(t *testing.T) {
	players := with(entries("4d", "3d", "2d", "1d"), func(p map[ID]*Player) { p["a"].Club, p["c"].Club = "Hutt", "Hutt" })
	cases := []struct {
		apart Apart
		want  string
	}{
		{Apart{}, "ad bc"},                  // never fades: first in the director's order
		{Apart{Firm: 2}, "ad bc"},           // round 2 is still firm
		{Apart{Firm: 1}, "ac bd"},           // behind the scores now
		{Apart{Firm: 1, Weak: 1}, "ac bd"},  // gone
		{Apart{Firm: 1, Weak: 10}, "ac bd"}, // behind the scores
	}
	for _, c := range cases {
		ev := &Event{
			System: Swiss, Rounds: 20, Players: players, Played: rounds("ab cd"), Apart: c.apart,
			Criteria: []Criterion{CriterionClub, CriterionScore},
		}
		if got := plain(mustDraw(t, ev, 2)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.apart, got, c.want)
		}
	}
	// Fully faded, club-mates meet although the lot is the only thing against it; weak, they never do.
	together := map[Apart]int{}
	for _, apart := range []Apart{{Firm: 1}, {Firm: 1, Weak: 1}} {
		for seed := range uint64(40) {
			ev := &Event{
				System: Swiss, Rounds: 20, Seed: seed, Players: players, Apart: apart, Seeding: SeedRandom,
				Played: []Round{{Number: 1}}, Criteria: []Criterion{CriterionClub},
			}
			if strings.Contains(plain(mustDraw(t, ev, 2)), "ac") {
				together[apart]++
			}
		}
	}
	if together[Apart{Firm: 1}] != 0 || together[Apart{Firm: 1, Weak: 1}] == 0 {
		t.Errorf("club-mates met %v of 40 times", together)
	}
}

func TestIdlePlayersAreNamed(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 5, Played: rounds("ae bf cg h"),
		Players: with(eight(), func(p map[ID]*Player) {
			p["a"].Absent, p["b"].HalfPointByes, p["c"].WithdrawnAfter, p["d"].EnteredIn = []int{2}, []int{2}, 1, 3
		}),
	}
	got := map[ID]string{}
	for _, i := range mustDraw(t, ev, 2).Idle {
		got[i.ID] = i.Text
	}
	want := map[ID]string{"a": "absent", "b": "half-point bye", "c": "withdrew after round 1", "d": "enters in round 3"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestFixedPairs(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: entries("4d", "3d", "2d", "1d", "1k", "2k"), Played: rounds("ab ce df")}
	pair := func(f Fixed) Pair {
		d := mustDraw(t, ev, 2, f)
		return d.Pairs[slices.IndexFunc(d.Pairs, func(p Pair) bool { return p.Fixed })]
	}
	if p := pair(Fixed{White: "b", Black: "a"}); p.White != "b" || !p.Fixed || p.Why[0].Value != 1 || !strings.Contains(p.Explain(), "met in round 1; the director fixed this pair all the same") {
		t.Errorf("a fixed rematch: %+v", p)
	}
	// b has had Black: left to the draw, White is b's; given, it is a's.
	if p := pair(Fixed{White: "a", Black: "b", Colours: ColoursByDraw}); p.White != "b" || p.Colours != ColoursByDraw {
		t.Errorf("colours left to the draw: %+v", p)
	}
	if p := pair(Fixed{White: "a", Black: "b"}); p.White != "a" || p.Colours != ColoursAsGiven {
		t.Errorf("colours given: %+v", p)
	}
	ev.Handicap.By = scale.ByRating
	if p := pair(Fixed{White: "d", Black: "a"}); p.White != "a" || p.Handicap != 3 {
		t.Errorf("with a handicap the stronger takes White: %+v", p)
	}
	refused := []struct {
		fixed []Fixed
		path  string
		says  string
	}{
		{[]Fixed{{White: "z", Black: "a"}}, "fixed[0].white", "no player"},
		{[]Fixed{{White: "a", Black: "b"}, {White: "c", Black: "a"}}, "fixed[1].black", "A is fixed twice"},
		{[]Fixed{{White: "a", Black: "a"}}, "fixed[0].black", "A is fixed twice"},
		{[]Fixed{{White: "a"}, {White: "b"}}, "fixed[1]", "only one player"},
		{[]Fixed{{White: "c", Black: "a"}}, "fixed[0]", "forbidden pair"},
		{[]Fixed{{White: "d", Black: "a"}}, "fixed[0].white", "D does not play in round 2"},
	}
	ev.Forbidden = [][2]ID{{"a", "c"}}
	ev.Players[3].Absent = []int{2}
	for _, c := range refused {
		_, err := Draw(ev, 2, c.fixed)
		var invalid Invalid
		if !errors.As(err, &invalid) || invalid[0].Path != c.path || !strings.Contains(invalid[0].Message, c.says) {
			t.Errorf("%v: %v; want %s: … %s", c.fixed, err, c.path, c.says)
		}
	}
}

func TestDrawWaitsForResults(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: eight(), Played: rounds("ae? bf cg? dh")}
	_, err := Draw(ev, 2, nil)
	var missing *MissingResults
	if !errors.As(err, &missing) || missing.Round != 1 || len(missing.Games) != 2 || missing.Games[1].Table != 3 {
		t.Fatalf("%v", err)
	}
	if err.Error() != "round 1: 2 results are missing" {
		t.Errorf("says %q", err)
	}
	ev.Played[0].Games[0].Result = BlackWins
	if _, err = Draw(ev, 2, nil); err == nil || err.Error() != "round 1: one result is missing (table 3)" {
		t.Errorf("says %v", err)
	}
	if _, err = Draw(&Event{System: Swiss, Rounds: 5, Players: eight()}, 2, nil); err == nil || err.Error() != "round 1 has not been drawn yet" {
		t.Errorf("says %v", err)
	}
	var invalid Invalid
	if _, err = Draw(ev, 6, nil); !errors.As(err, &invalid) || invalid[0].Path != "round" {
		t.Errorf("round 6 of 5: %v", err)
	}
}

func TestDrawingAgainIgnoresLaterRounds(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: eight(), Seed: 4}
	ev.Played = append(ev.Played, mustDraw(t, ev, 1).AsRound())
	again := mustDraw(t, ev, 1)
	if !slices.Equal(pairSet(asAny(again)), pairSet(asAny(mustDraw(t, &Event{System: Swiss, Rounds: 5, Players: eight(), Seed: 4}, 1)))) {
		t.Error("the draw of round 1 depends on round 1")
	}
}

func TestExplanation(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 5, Played: rounds("ac bdB e", "da ebW c"),
		Players: []Player{
			{ID: "a", Name: "Aroha Ngata", Rating: 34, Club: "Hutt"}, {ID: "b", Name: "Ben Carter", Rating: 31, Club: "Ōtautahi"},
			{ID: "c", Name: "Chen Wei", Rating: 20, Club: "Hutt"}, {ID: "d", Name: "Dana Hill", Rating: 12},
			{ID: "e", Name: "Eru Parata", Rating: 5, City: "Nelson"},
		},
	}
	d := mustDraw(t, ev, 3)
	var lines []string
	for _, p := range d.Pairs {
		lines = append(lines, p.Explain())
	}
	lines = append(lines, d.ExplainBye())
	want := []string{
		"not met before; Eru Parata on 2 points, Aroha Ngata on 1; Eru Parata floats down again, as in the round before, " +
			"Aroha Ngata floats up; Aroha Ngata takes White (Black once and White once so far), Eru Parata Black (White once so far); " +
			"seeded 2 of 2 on 2 and 1 of 2 on 1",
		"not met before; Dana Hill on 2 points, Chen Wei on 1; Dana Hill floats down, Chen Wei floats up; " +
			"Chen Wei takes White (Black once so far), Dana Hill Black (Black once and White once so far); " +
			"seeded 1 of 2 on 2 and 2 of 2 on 1",
		"Ben Carter, on 0 points, rated 3.1: no bye before",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("explained as\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}
