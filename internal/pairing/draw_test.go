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

// playedRound reads a round written as "ab cd e": a has White against b, c against d, e has the bye. The last letter
// of "abW" is the result, White's win unless given.
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
			"no one has a second bye while anyone has none",
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
			"fixed by the director, the rest drawn around it", Event{Players: eight()}, []Fixed{{White: "h", Black: "a"}},
			"ah be cf dg",
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
			"one country apart", Event{Players: with(eight(), func(p map[ID]*Player) {
				p["a"].Country, p["e"].Country = "JP", "JP"
			}), Criteria: Criteria()}, nil, "af be cg dh",
		},
		{
			"one country meets by the usual criteria", Event{Players: with(eight(), func(p map[ID]*Player) {
				p["a"].Country, p["e"].Country = "JP", "JP"
			})}, nil, "ae bf cg dh",
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
			"accelerated: the upper half meets itself", Event{Players: eight(), Acceleration: Acceleration{Rounds: 1}}, nil,
			"ac bd eg fh",
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
			ev := &Event{
				System: Swiss, Rounds: 5, Seed: seed, Players: players, Played: rounds("abJ cdJ efJ ghJ ijJ"), Criteria: criteria,
			}
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
		t.Error("without the criterion no one repeats a float either: the case shows nothing")
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

// Without entry numbers a late entry, however strong, leaves the lot of the rounds before alone.
func TestALateEntryChangesNoEarlierDraw(t *testing.T) {
	for seed := range uint64(20) {
		ev := &Event{
			System: Swiss, Rounds: 5, Seed: seed, Seeding: SeedRandom, Players: entries("1d", "1d", "1d", "1d", "1d", "1d"),
		}
		before := plain(mustDraw(t, ev, 1))
		ev.Players = append([]Player{{ID: "z", Rating: 80, EnteredIn: 2}}, ev.Players...)
		if after := plain(mustDraw(t, ev, 1)); after != before {
			t.Fatalf("seed %d: %s, was %s", seed, after, before)
		}
	}
}

func TestTablesGoByTheBestScore(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: with(eight(), func(p map[ID]*Player) {
		p["h"].StartScore, p["a"].StartScore, p["b"].StartScore = 6, 5, 4
		p["d"].StartScore, p["e"].StartScore, p["g"].StartScore = 1, 1, 1
	})}
	d := mustDraw(
		t, ev, 1, Fixed{White: "h", Black: "c"}, Fixed{White: "a", Black: "b"}, Fixed{White: "d", Black: "f"},
		Fixed{White: "e", Black: "g"},
	)
	if got := plain(d); got != "ch ab eg df" {
		t.Errorf("tables %q: first the highest score, then the highest sum", got)
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
	if _, err = Draw(
		&Event{System: Swiss, Rounds: 5, Players: eight()}, 2, nil,
	); err == nil || err.Error() != "round 1 has not been drawn yet" {
		t.Errorf("says %v", err)
	}
	var invalid Invalid
	if _, err = Draw(ev, 6, nil); !errors.As(err, &invalid) || invalid[0].Path != "round" {
		t.Errorf("round 6 of 5: %v", err)
	}
}

// A game whose table the file does not say is named by its players.
func TestAMissingResultWithoutATable(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 3, Players: entries("4d", "3d", "2d", "1d"), Played: rounds("ac? bd")}
	for table, want := range map[int]string{
		7: "round 1: one result is missing (table 7)", 0: "round 1: one result is missing (a–c)",
	} {
		ev.Played[0].Games[0].Table = table
		if _, err := Draw(ev, 2, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestDrawingAgainIgnoresLaterRounds(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: eight(), Seed: 4}
	ev.Played = append(ev.Played, mustDraw(t, ev, 1).AsRound())
	again := mustDraw(t, ev, 1)
	if !slices.Equal(
		pairSet(asAny(again)), pairSet(asAny(mustDraw(t, &Event{System: Swiss, Rounds: 5, Players: eight(), Seed: 4}, 1))),
	) {
		t.Error("the draw of round 1 depends on round 1")
	}
}
