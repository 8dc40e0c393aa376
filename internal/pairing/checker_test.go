package pairing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

func TestCheck(t *testing.T) {
	cases := []struct {
		name   string
		change func(ev *Event)
		want   []string
	}{
		{"as drawn", func(*Event) {}, nil},
		{"a worse draw", func(ev *Event) {
			ev.Played[1] = playedRound(2, "af be ch dg")
		}, []string{
			"2 cost score_difference: another draw is better; with the one played there would be four pairs " +
				"one point apart instead of none",
		}},
		{"a rematch and a forbidden pair", func(ev *Event) {
			ev.Forbidden = [][2]ID{{"b", "d"}}
			ev.Played[1] = playedRound(2, "ae bd cg fh")
		}, []string{
			"2 rule : A–E had already met in round 1", "2 rule : B–D is one of the forbidden pairs",
			"2 rule : C–G had already met in round 1",
			"2 cost score_difference: another draw is better; with the one played there would be two pairs " +
				"one point apart instead of none",
		}},
		{"the same rematch, fixed", func(ev *Event) {
			fixed := Fixed{White: "a", Black: "e"}
			d, err := Draw(ev, 2, []Fixed{fixed})
			if err != nil {
				panic(err)
			}
			ev.Played[1] = d.AsRound()
		}, nil},
		{"another pair with the same results", func(ev *Event) {
			ev.Played[1] = playedRound(2, "ad bc eh fg")
		}, []string{
			"2 cost colours: another draw is better; with the one played there would be four players with two " +
				"more games of one colour instead of none",
		}},
		{"a handicap", func(ev *Event) { ev.Played[0].Games[0].Handicap = 3 }, []string{
			"1 handicap : A–E was played with handicap 3; the rule gives no handicaps in this event: even, komi 7",
		}},
		{"someone who was absent and someone who was left out", func(ev *Event) {
			ev.Players[0].Absent = []int{1}
			ev.Played[0].Games = ev.Played[0].Games[:3]
			ev.Played = ev.Played[:1]
		}, []string{
			"1 field : A was drawn but should not have played (absent)", "1 field : D should have played but was not drawn",
			"1 field : H should have played but was not drawn",
		}},
		{
			"byes for all", func(ev *Event) { ev.Played[1] = playedRound(2, "ac bd e f g h") },
			[]string{"2 rule : 4 byes where 0 are needed"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := &Event{System: Swiss, Rounds: 5, Players: eight()}
			for round := 1; round <= 2; round++ {
				d := mustDraw(t, ev, round)
				next := d.AsRound()
				for i := range next.Games {
					g := &next.Games[i]
					g.Result = WhiteWins
					if g.Black < g.White {
						g.Result = BlackWins
					}
				}
				ev.Played = append(ev.Played, next)
			}
			c.change(ev)
			redraws, err := Check(ev)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range redraws {
				for _, d := range r.Differences {
					got = append(got, fmt.Sprintf("%d %s %s: %s", r.Round, d.Kind, d.Criterion, d.Text))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("found\n%q\nwant\n%q", got, c.want)
			}
		})
	}
}

func TestCheckSeesColoursAndLot(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: entries("4d", "3d", "2d", "1d"), Seeding: SeedRandom}
	first := mustDraw(t, ev, 1).AsRound()
	turned := first
	turned.Games = slices.Clone(first.Games)
	turned.Games[0].White, turned.Games[0].Black = turned.Games[0].Black, turned.Games[0].White
	ev.Played = []Round{turned}
	r, err := Check(ev)
	if err != nil || len(r[0].Differences) != 1 || r[0].Differences[0].Kind != DiffersByColours {
		t.Errorf("turned colours: %+v, %v", r, err)
	}
	other := Round{Number: 1, Games: []Game{
		{White: first.Games[0].White, Black: first.Games[1].White},
		{White: first.Games[0].Black, Black: first.Games[1].Black},
	}}
	ev.Played = []Round{other}
	if r, err = Check(ev); err != nil || len(r[0].Differences) != 1 || r[0].Differences[0].Kind != DiffersByLot {
		t.Errorf("another lot: %+v, %v", r, err)
	}
	// Where the players may choose an even game, one is no difference.
	ev = &Event{
		System: Swiss, Rounds: 1, Players: entries("3.4", "3.0"), Handicap: HandicapRule{By: scale.ByRating},
		Played: rounds("ab"),
	}
	if r, err = Check(ev); err != nil || len(r[0].Differences) != 0 {
		t.Errorf("even by choice: %+v, %v", r, err)
	}
}

// With a handicap the stronger takes White; that the weaker had it is a difference, unless the two chose an even game.
func TestCheckSeesTheWeakerWithWhite(t *testing.T) {
	cases := []struct {
		name     string
		handicap int
		fixed    []Fixed
		want     []DifferenceKind
	}{
		{"with the stones of the rule", 1, nil, []DifferenceKind{DiffersByColours}},
		{"with other stones", 3, nil, []DifferenceKind{DiffersByColours, DiffersByHandicap}},
		{"in an even game, which the two may choose", 0, nil, nil},
		{"in a pair the director fixed", 1, []Fixed{{White: "b", Black: "a"}}, []DifferenceKind{DiffersByColours}},
	}
	for _, c := range cases {
		ev := &Event{
			System: Swiss, Rounds: 1, Players: entries("3.4", "3.0"), Handicap: HandicapRule{By: scale.ByRating},
			Played: rounds("ba"),
		}
		ev.Played[0].Games[0].Handicap, ev.Played[0].Fixed = c.handicap, c.fixed
		r, err := Check(ev)
		if err != nil {
			t.Fatal(err)
		}
		var kinds []DifferenceKind
		for _, d := range r[0].Differences {
			kinds = append(kinds, d.Kind)
			if d.Kind == DiffersByColours && d.Text != "B–A: A, the stronger, should have White" {
				t.Errorf("%s: %q", c.name, d.Text)
			}
		}
		if !slices.Equal(kinds, c.want) {
			t.Errorf("%s: %v, want %v", c.name, kinds, c.want)
		}
	}
}

// What the director had fixed and was not drawn breaks a rule, also where the round as played is the better for it.
func TestCheckSeesAFixedPairThatWasNotDrawn(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 3, Players: entries("5d", "4d", "3d", "2d", "1d")}
	ev.Played = []Round{mustDraw(t, ev, 1).AsRound()}
	for _, c := range []struct {
		fixed   Fixed
		want    string
		players []ID
	}{
		{Fixed{White: "a", Black: "b"}, "A–B was fixed by the director but was not drawn", []ID{"a", "b"}},
		{
			Fixed{White: "b", Black: "a", Colours: ColoursByDraw}, "A–B was fixed by the director but was not drawn",
			[]ID{"a", "b"},
		},
		{Fixed{White: "b"}, "the bye for B was fixed by the director but was not drawn", []ID{"b"}},
	} {
		ev.Played[0].Fixed = []Fixed{c.fixed}
		r, err := Check(ev)
		if err != nil || len(r[0].Differences) == 0 {
			t.Errorf("%v: %+v, %v", c.fixed, r, err)
			continue
		}
		if d := r[0].Differences[0]; d.Kind != DiffersByRule || d.Text != c.want || !slices.Equal(d.Players, c.players) {
			t.Errorf("%v: %+v", c.fixed, d)
		}
	}
	ev.Played[0].Fixed = nil
	if r, err := Check(ev); err != nil || len(r[0].Differences) > 0 {
		t.Errorf("nothing fixed: %+v, %v", r, err)
	}
}

// The director gave b White for the second time; that a had it after all is a difference, though colours are better so.
func TestCheckSeesFixedColoursThatWereNotKept(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 2, Players: entries("4d", "3d", "2d", "1d"), Played: rounds("ca bd", "ab dc")}
	for fixed, want := range map[Fixed][]DifferenceKind{
		{White: "b", Black: "a"}:                         {DiffersByColours},
		{White: "a", Black: "b"}:                         nil,
		{White: "b", Black: "a", Colours: ColoursByDraw}: nil,
	} {
		ev.Played[1].Fixed = []Fixed{fixed}
		r, err := Check(ev)
		if err != nil {
			t.Fatal(err)
		}
		var kinds []DifferenceKind
		for _, d := range r[1].Differences {
			kinds = append(kinds, d.Kind)
		}
		if !slices.Equal(kinds, want) {
			t.Errorf("%v: %+v, want %v", fixed, r[1].Differences, want)
		}
	}
}

func TestCheckOfARoundThatCannotBeDrawn(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: entries("2d", "1d"), Played: rounds("ab", "ab")}
	r, err := Check(ev)
	if err != nil || len(r[1].Differences) != 1 || r[1].Differences[0].Kind != DiffersByRule || r[1].Drawing != nil ||
		!strings.Contains(r[1].Differences[0].Text, "no one meets twice") {
		t.Errorf("a forced rematch: %+v, %v", r, err)
	}
	ev.Played = rounds("ab")
	ev.Played[0].Fixed = []Fixed{{White: "a", Black: "z"}}
	if r, err = Check(ev); err != nil || len(r[0].Differences) != 1 || !strings.Contains(
		r[0].Differences[0].Text, `fixed[0].black: there is no player "z"`,
	) {
		t.Errorf("fixed with no one: %+v, %v", r, err)
	}
	ev.Rounds = 0
	var invalid Invalid
	if _, err = Check(ev); !errors.As(err, &invalid) {
		t.Errorf("an invalid event: %v", err)
	}
}

func TestCheckRoundRobin(t *testing.T) {
	ev := &Event{System: RoundRobin, Rounds: 3, Players: entries("4d", "3d", "2d", "1d")}
	for round := 1; round <= 3; round++ {
		ev.Played = append(ev.Played, mustDraw(t, ev, round).AsRound())
	}
	kinds := func() (kinds []DifferenceKind) {
		redraws, err := Check(ev)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range redraws {
			for _, d := range r.Differences {
				kinds = append(kinds, d.Kind)
			}
		}
		return kinds
	}
	if got := kinds(); len(got) > 0 {
		t.Errorf("as the table says: %v", got)
	}
	g := &ev.Played[0].Games[0]
	g.White, g.Black = g.Black, g.White
	if got := kinds(); !slices.Equal(got, []DifferenceKind{DiffersByColours}) {
		t.Errorf("turned colours: %v", got)
	}
	ev.Played[0].Games = ev.Played[1].Games[:1]
	if got := kinds(); !slices.Equal(got, []DifferenceKind{DiffersByField, DiffersByField, DiffersByField}) {
		t.Errorf("a game of another round: %v", got)
	}
}
