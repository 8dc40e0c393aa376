package pairing

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestImpossible(t *testing.T) {
	cases := []struct {
		name    string
		ratings []string
		event   Event
		fixed   []Fixed
		rules   []Rule
		players []ID
		message string
		relax   []string
	}{
		{
			name: "everyone has met", ratings: []string{"4d", "3d", "2d", "1d"},
			event: Event{Played: rounds("ab cd", "ac bd", "ad bc")},
			rules: []Rule{RuleRematch}, players: []ID{"a", "b", "c", "d"},
			message: "there is no opponent left for A, B, C and D, because no one meets twice",
			relax: []string{
				"let A and B meet again (they met in round 1) by fixing the pair and let C and D meet again (they met in round " +
					"1) by fixing the pair",
			},
		},
		{
			name: "two who may only play the same one", ratings: []string{"4d", "3d", "2d", "1d"},
			event: Event{Forbidden: [][2]ID{{"a", "b"}, {"a", "c"}, {"b", "c"}}},
			rules: []Rule{RuleForbidden}, players: []ID{"a", "b", "c"},
			message: "3 players need an opponent, but only 1 are available: A, B and C can be drawn only against D, because " +
				"of the forbidden pairs",
			relax: []string{"take A and B off the forbidden pairs"},
		},
		{
			name: "a fixed pair takes away the last opponent", ratings: []string{"4d", "3d", "2d", "1d"},
			event: Event{Forbidden: [][2]ID{{"c", "d"}}}, fixed: []Fixed{{White: "a", Black: "b"}},
			rules: []Rule{RuleForbidden, RuleFixed}, players: []ID{"c", "d"},
			message: "there is no opponent left for C and D, because of the forbidden pairs and because of the fixed pairs",
			relax:   []string{"take C and D off the forbidden pairs", "remove the fixed pair A and B"},
		},
		{
			name: "a bye fixed in an even field", ratings: []string{"4d", "3d", "2d", "1d"},
			fixed: []Fixed{{White: "a"}}, rules: []Rule{RuleFixed}, players: []ID{"b", "c", "d"},
			message: "there is no opponent left for one of the 3 players B, C and D, because of the fixed pairs",
			relax:   []string{"remove the bye fixed for A"},
		},
		{
			name: "one of three fixed pairs is enough", ratings: []string{"8d", "7d", "6d", "5d", "4d", "3d", "2d", "1d"},
			event:   Event{Forbidden: [][2]ID{{"g", "h"}, {"a", "g"}, {"a", "h"}, {"c", "g"}, {"d", "g"}}},
			fixed:   []Fixed{{White: "a", Black: "b"}, {White: "c", Black: "d"}, {White: "e", Black: "f"}},
			rules:   []Rule{RuleForbidden, RuleFixed},
			players: []ID{"g", "h"},
			message: "there is no opponent left for G and H, because of the forbidden pairs and because of the fixed pairs",
			relax:   []string{"take G and H off the forbidden pairs", "remove the fixed pair E and F"},
		},
		{
			name: "rematch and forbidden together", ratings: []string{"4d", "3d"},
			event: Event{Played: rounds("ab"), Forbidden: [][2]ID{{"a", "b"}}},
			rules: []Rule{RuleRematch, RuleForbidden}, players: []ID{"a", "b"},
			message: "there is no opponent left for A and B, because no one meets twice and because of the forbidden pairs",
			relax: []string{
				"take A and B off the forbidden pairs and let A and B meet again (they met in round 1) by fixing the pair",
			},
		},
		{
			name: "no one is there", ratings: []string{"4d"},
			event: Event{Played: rounds("a")}, rules: []Rule{RuleField},
			message: "no one is playing in it; check the entries, absences and withdrawals",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := c.event
			ev.System, ev.Rounds, ev.Players = Swiss, 9, entries(c.ratings...)
			if c.rules[0] == RuleField {
				ev.Players[0].WithdrawnAfter = 1
			}
			_, err := Draw(&ev, len(ev.Played)+1, c.fixed)
			var no *Impossible
			if !errors.As(err, &no) {
				t.Fatalf("%v", err)
			}
			var relax []string
			for _, r := range no.Relax {
				relax = append(relax, r.Text)
			}
			got := []any{no.Rules, no.Players, no.Message, relax}
			if diff := cmp.Diff([]any{c.rules, c.players, c.message, c.relax}, got); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(err.Error(), "cannot be drawn: "+c.message) {
				t.Errorf("says %q", err)
			}
		})
	}
}

func TestWhyNot(t *testing.T) {
	club := func(players []Player, ids ...ID) []Player {
		return with(players, func(p map[ID]*Player) {
			for _, id := range ids {
				p[id].Club = "Hutt"
			}
		})
	}
	cases := []struct {
		name  string
		event Event
		fixed []Fixed
		a, b  ID
		want  Alternative // Drawing is not compared
	}{
		{"it is drawn", Event{Players: eight()}, nil, "e", "a", Alternative{Drawn: true, Text: "A–E is in the draw."}},
		{
			"scores", Event{Players: eight(), Played: rounds("ae bf cg dh")}, nil, "a", "f",
			Alternative{
				Criterion: CriterionScore, Best: []int64{0}, With: []int64{8},
				Text:    "With A–F there would be two pairs one point apart instead of none.",
				Figures: []string{"Squares of the differences in half points, added up: 8 instead of 0"},
			},
		},
		{
			"club-mates", Event{Players: club(eight(), "a", "e")}, nil, "a", "e",
			Alternative{
				Criterion: CriterionClub, Best: []int64{0}, With: []int64{1},
				Text: "With A–E there would be one pair of club-mates instead of none.", Figures: []string{"Pairs: 1 instead of 0"},
			},
		},
		{
			"seeding", Event{Players: eight()}, nil, "a", "b",
			Alternative{
				Criterion: CriterionSeeding, Best: []int64{0, 0}, With: []int64{12, 2},
				Text: "With A–B there would be four pairs off the seeding and two pairs within one half of a score group instead of none.",
				Figures: []string{
					"Squares of the distances from the seeding, added up: 12 instead of 0", "Pairs within one half of a score group: 2 instead of 0",
				},
			},
		},
		{
			"the lot", Event{Players: entries("1d", "1d", "1d", "1d"), Seeding: SeedRandom}, nil, "", "",
			Alternative{},
		},
		{
			"slide: in one half", Event{Players: eight(), Forbidden: [][2]ID{{"a", "e"}}}, nil, "a", "d",
			Alternative{
				Criterion: CriterionSeeding, Best: []int64{2, 0}, With: []int64{2, 2},
				Text: "With A–D there would be two pairs off the seeding and two pairs within one half of a score group instead of two " +
					"pairs off the seeding.",
				Figures: []string{
					"Squares of the distances from the seeding, added up: 2 instead of 2", "Pairs within one half of a score group: 2 instead of 0",
				},
			},
		},
		{
			"the bye", Event{Players: entries("3d", "2d", "1d")}, nil, "a", "",
			Alternative{
				Criterion: CriterionBye, Best: []int64{0, 0, 0}, With: []int64{0, 0, 20},
				Text: "For the bye C (0 points, rated 1.0, no bye before) comes before A (0 points, rated 3.0, no bye before).",
				Figures: []string{
					"Byes and wins by default before: 0 instead of 0", "Half points above the lowest score: 0 instead of 0",
					"Tenths of a stone above the lowest rating: 20 instead of 0",
				},
			},
		},
		{
			"a rematch", Event{Players: eight(), Played: rounds("ae bf cg dh")}, nil, "a", "e",
			Alternative{Rule: RuleRematch, Text: "A–E met in round 1, and no one meets twice."},
		},
		{
			"forbidden", Event{Players: eight(), Forbidden: [][2]ID{{"b", "a"}}}, nil, "a", "b",
			Alternative{Rule: RuleForbidden, Text: "A–B is one of the forbidden pairs."},
		},
		{
			"fixed otherwise", Event{Players: eight()}, []Fixed{{White: "h", Black: "a"}}, "a", "b",
			Alternative{Rule: RuleFixed, Text: "The director has fixed A–H."},
		},
		{
			"the bye is fixed otherwise", Event{Players: entries("3d", "2d", "1d")}, []Fixed{{White: "a"}}, "b", "",
			Alternative{Rule: RuleFixed, Text: "The director has fixed the bye for A."},
		},
		{
			"the others could not be drawn", Event{Players: entries("4d", "3d", "2d", "1d"), Played: rounds("ab cd")}, nil,
			"b", "a",
			Alternative{Rule: RuleRematch, Text: "A–B met in round 1, and no one meets twice."},
		},
		{
			"the others would be left over", Event{Players: entries("4d", "3d", "2d", "1d"), Forbidden: [][2]ID{{"c", "d"}}},
			nil, "a", "b",
			Alternative{
				Rule: RuleForbidden,
				Text: "With A–B the others could not all be drawn: there is no opponent left for C and D, because of the " +
					"forbidden pairs.",
			},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev := c.event
			ev.System, ev.Rounds = Swiss, 5
			round := len(ev.Played) + 1
			if c.a == "" { // any pair that was not drawn
				d := mustDraw(t, &ev, round)
				alt, err := WhyNot(&ev, round, nil, d.Pairs[0].White, d.Pairs[1].White)
				if err != nil || alt.Criterion != CriterionLot && alt.Criterion != CriterionColours {
					t.Fatalf("%+v, %v", alt, err)
				}
				if !strings.HasSuffix(alt.Text, "the best draw is as good in every criterion; only the lot decided.") {
					t.Errorf("says %q", alt.Text)
				}
				return
			}
			alt, err := WhyNot(&ev, round, c.fixed, c.a, c.b)
			if err != nil {
				t.Fatal(err)
			}
			if (alt.Drawing == nil) != (c.want.Rule != "") {
				t.Errorf("drawing %v with rule %q", alt.Drawing, c.want.Rule)
			}
			c.want.A, c.want.B, alt.Drawing = c.a, c.b, nil
			if diff := cmp.Diff(c.want, *alt); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhyNotRefuses(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 5, Players: entries("4d", "3d", "2d", "1d", "1k")}
	ev.Players[4].Absent = []int{1}
	for _, c := range []struct {
		a, b ID
		path string
	}{{"z", "a", "a"}, {"a", "z", "b"}, {"a", "a", "b"}, {"a", "e", "b"}, {"a", "", "b"}} {
		_, err := WhyNot(ev, 1, nil, c.a, c.b)
		var invalid Invalid
		if !errors.As(err, &invalid) || invalid[0].Path != c.path {
			t.Errorf("%s–%s: %v", c.a, c.b, err)
		}
	}
}
