package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// loop is an event that a program keeps in a file: it asks for a round, adds results, and asks again.
type loop struct {
	System    string           `json:"system"`
	Rounds    int              `json:"rounds"`
	Handicap  map[string]any   `json:"handicap"`
	Seeding   string           `json:"seeding,omitempty"`
	Seed      int              `json:"seed"`
	Bar       string           `json:"bar,omitempty"`
	Floor     string           `json:"floor,omitempty"`
	Unplayed  string           `json:"unplayed,omitempty"`
	Players   []map[string]any `json:"players"`
	Forbidden [][2]string      `json:"forbidden,omitempty"`
	Fixed     []map[string]any `json:"fixed,omitempty"`
	Played    []loopRound      `json:"played"`
}

type loopRound struct {
	Round int              `json:"round"`
	Games []map[string]any `json:"games"`
	Byes  []string         `json:"byes,omitempty"`
}

func (l *loop) json(t *testing.T) string {
	t.Helper()
	data, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// play draws and plays the next round.
func (l *loop) play(t *testing.T) drawn {
	t.Helper()
	d := drawOf(t, l.json(t))
	if d.Impossible != nil || d.Round != len(l.Played)+1 {
		t.Fatalf("round %d: %+v", len(l.Played)+1, d)
	}
	results := []string{"W", "B", "W", "J", "B", "W_default", "both_lose", "B_default", "W", "B", "both_default"}
	round := loopRound{Round: d.Round, Games: []map[string]any{}}
	for i, p := range d.Pairs {
		round.Games = append(round.Games, map[string]any{
			"table": p.Table, "white": p.White, "black": p.Black, "handicap": p.Handicap,
			"result": results[(i*3+d.Round*5)%len(results)],
		})
	}
	if d.Bye != nil {
		round.Byes = []string{*d.Bye}
	}
	l.Played = append(l.Played, round)
	return d
}

func loops() map[string]*loop {
	field := func(n int) []map[string]any {
		var out []map[string]any
		for i := range n {
			out = append(out, map[string]any{
				"id": fmt.Sprintf("p%d", i+1), "rating": fmt.Sprintf("%.1f", 5.3-1.7*float64(i)), "club": string(rune('A' + i%3)),
			})
		}
		return out
	}
	coming := field(11)
	coming[2]["absent"] = []int{2}
	coming[5]["withdrawn_after"] = 3
	coming[10]["entered_in"], coming[10]["start_score"] = 3, 0.5
	coming[7]["half_point_byes"] = []int{1, 4}
	even, byRating := map[string]any{"by": "none"}, map[string]any{
		"by": "rating", "ceiling": 5, "reduction": 1, "even_under_half": true,
	}
	return map[string]*loop{
		"swiss": {System: "swiss", Rounds: 5, Handicap: even, Players: field(9), Seed: 1},
		"swiss with handicaps, forbidden and fixed pairs": {
			System: "swiss", Rounds: 5, Handicap: byRating, Players: field(10), Seeding: "fold", Seed: 2,
			Forbidden: [][2]string{{"p1", "p2"}, {"p3", "p4"}},
			Fixed:     []map[string]any{{"white": "p10", "black": "p9"}, {"white": "p1", "black": "p7", "round": 1}},
		},
		"swiss with comings and goings": {
			System: "swiss", Rounds: 5, Handicap: even, Players: coming, Seeding: "random", Seed: 3, Unplayed: "half",
		},
		"mcmahon": {
			System: "mcmahon", Rounds: 5, Handicap: byRating, Players: field(12), Bar: "2d", Floor: "5k", Seeding: "closest",
			Seed: 4,
		},
		"round robin": {System: "roundrobin", Rounds: 7, Handicap: even, Players: field(8), Seed: 5},
		"round robin of an odd field": {
			System: "roundrobin", Rounds: 5, Handicap: byRating, Players: field(5), Seed: 6, Unplayed: "zero",
		},
	}
}

// Whole events through the commands: everyone in one place, no one twice against the same, and the check finds what
// was drawn, with the fixed pairs still in the file.
func TestEventThroughTheCommands(t *testing.T) {
	for name, l := range loops() {
		t.Run(name, func(t *testing.T) {
			met, byes := map[string]int{}, map[string]int{}
			for n := 1; n <= l.Rounds; n++ {
				d := l.play(t)
				seen := map[string]bool{}
				for _, p := range d.Pairs {
					if seen[p.White] || seen[p.Black] || p.White == p.Black {
						t.Fatalf("round %d: %s or %s twice", n, p.White, p.Black)
					}
					seen[p.White], seen[p.Black] = true, true
					pair := min(p.White, p.Black) + "-" + max(p.White, p.Black)
					if met[pair]++; met[pair] > 1 {
						t.Errorf("%s meet again in round %d", pair, n)
					}
					if slices.Contains(l.Forbidden, [2]string{min(p.White, p.Black), max(p.White, p.Black)}) {
						t.Errorf("%s were drawn", pair)
					}
					if (p.Komi == 0) != (p.Handicap > 0) || p.Handicap > 5 {
						t.Errorf("handicap %d with komi %v", p.Handicap, p.Komi)
					}
				}
				if d.Bye != nil {
					if seen[*d.Bye] {
						t.Errorf("round %d: %s plays and has the bye", n, *d.Bye)
					}
					byes[*d.Bye]++
				}
				l.Fixed = slices.DeleteFunc(l.Fixed, func(fx map[string]any) bool { return fx["round"] == nil })
			}
			if l.System == "roundrobin" && len(met) != len(l.Players)*(len(l.Players)-1)/2 {
				t.Errorf("%d pairs of %d players met", len(met), len(l.Players))
			}
			for id, n := range byes {
				if n > 1 {
					t.Errorf("%s had %d byes", id, n)
				}
			}
			if strings.Contains(name, "fixed") {
				l.Fixed = append(l.Fixed, map[string]any{"white": "p10", "black": "p9", "round": 1})
			}
			o := nzgs(t, l.json(t), "draw", "check", "--json", "-")
			if o.status != 0 || !strings.Contains(o.stdout, `"differences": 0`) || strings.Count(
				o.stdout, `"differences": []`,
			) != l.Rounds {
				t.Errorf("%s%s", o.stdout, o.stderr)
			}
			people := nzgs(t, l.json(t), "draw", "check", "-")
			if people.status != 0 || !strings.HasSuffix(people.stdout, "Nothing differs.\n") {
				t.Errorf("%+v", people)
			}
			again := nzgs(t, l.json(t), "draw", "--json", "--round", "3", "-")
			if first := drawOf(t, l.json(t), "--round", "3"); again.status != 0 || len(first.Pairs) != len(l.Played[2].Games) ||
				first.Pairs[0].White != l.Played[2].Games[0]["white"] {
				t.Errorf("round 3 drawn again: %+v", first)
			}
		})
	}
}

// A pair that is still listed as fixed, without its round, is what it was when the round was drawn.
func TestCheckKnowsWhatWasFixed(t *testing.T) {
	l := loops()["swiss with handicaps, forbidden and fixed pairs"]
	l.play(t)
	if o := nzgs(t, l.json(t), "draw", "check", "-"); o.status != 0 {
		t.Errorf("%+v", o)
	}
	l.Fixed = nil
	if o := nzgs(
		t, l.json(t), "draw", "check", "-",
	); o.status != 1 || !strings.Contains(o.stdout, "another draw is better") {
		t.Errorf("%+v", o)
	}
}

// Each way in which a round can differ from its draw.
func TestCheckFindsDifferences(t *testing.T) {
	base := `{"system":"swiss","rounds":3,"handicap":{"by":"rating"},"criteria":["bye","score_difference","floats","club","colours","seeding"],"forbidden":[["p1","p4"]],"players":[` +
		players("4d", "3d", "2d", "1d") + `],"played":[%s]}`
	good := `{"round":1,"games":[{"white":"p1","black":"p3","handicap":2,"result":"W"},{"white":"p2","black":"p4","handicap":2,"result":"W"}]}`
	cases := []struct{ name, played, kind, text string }{
		{"as drawn", good, "", ""},
		{
			"another pairing",
			`{"round":1,"games":[{"white":"p1","black":"p2","handicap":1,"result":"W"},{"white":"p3","black":"p4","handicap":1,"result":"W"}]}`,
			"cost", "there would be two pairs off the seeding",
		},
		{
			"forbidden pair",
			`{"round":1,"games":[{"white":"p1","black":"p4","handicap":3,"result":"W"},{"white":"p2","black":"p3","handicap":1,"result":"W"}]}`,
			"rule", "p1–p4 is one of the forbidden pairs",
		},
		{
			"another handicap", strings.Replace(good, `"handicap":2`, `"handicap":3`, 1), "handicap",
			"the rule gives 4.0 − 2.0 = 2.0: 2 stones, no komi",
		},
		{
			"someone left out", `{"round":1,"games":[{"white":"p1","black":"p3","handicap":2,"result":"W"}],"byes":["p2"]}`,
			"field", "p4 should have played but was not drawn",
		},
		{
			"two byes", `{"round":1,"games":[{"white":"p1","black":"p3","handicap":2,"result":"W"}],"byes":["p2","p4"]}`, "rule",
			"2 byes where 0 are needed",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := nzgs(t, fmt.Sprintf(base, c.played), "draw", "check", "--json", "-")
			var got struct {
				Rounds []struct {
					Round       int
					Differences []struct {
						Kind, Text string
						Criterion  *string
						Players    []string
					}
				}
				Differences int
			}
			if err := json.Unmarshal([]byte(o.stdout), &got); err != nil || len(got.Rounds) != 1 || got.Rounds[0].Round != 1 {
				t.Fatalf("%v\n%s%s", err, o.stdout, o.stderr)
			}
			if c.kind == "" {
				if o.status != 0 || got.Differences != 0 {
					t.Errorf("%+v", o)
				}
				return
			}
			found := false
			for _, d := range got.Rounds[0].Differences {
				found = found || d.Kind == c.kind && strings.Contains(d.Text, c.text) && (d.Criterion != nil) == (c.kind == "cost")
			}
			if o.status != 1 || !found {
				t.Errorf("status %d, no %s %q in\n%s", o.status, c.kind, c.text, o.stdout)
			}
		})
	}
	if o := nzgs(
		t, fmt.Sprintf(base, ""), "draw", "check", "-",
	); o.status != 0 || !strings.Contains(o.stdout, "No round has been drawn yet.") {
		t.Errorf("%+v", o)
	}
}

// A draw does not depend on what players are called or in which order they are listed, as long as they have entry
// numbers.
func TestDrawDependsOnNoNames(t *testing.T) {
	l := loops()["swiss"]
	for i, p := range l.Players {
		p["number"] = i + 1
	}
	l.play(t)
	first := drawOf(t, l.json(t))
	renamed := strings.NewReplacer(`"p1"`, `"zebra"`, `"p5"`, `"Ā"`, `"p9"`, `"p1"`).Replace(l.json(t))
	back := map[string]string{"zebra": "p1", "Ā": "p5", "p1": "p9"}
	second := drawOf(t, renamed)
	for i, p := range second.Pairs {
		white, black := p.White, p.Black
		if b, ok := back[white]; ok {
			white = b
		}
		if b, ok := back[black]; ok {
			black = b
		}
		if white != first.Pairs[i].White || black != first.Pairs[i].Black {
			t.Errorf("table %d: %s–%s, with other names %s–%s", i+1, first.Pairs[i].White, first.Pairs[i].Black, white, black)
		}
	}
	slices.Reverse(l.Players)
	third := drawOf(t, l.json(t))
	if fmt.Sprint(third) == "" || third.Pairs[0].White != first.Pairs[0].White || len(third.Pairs) != len(first.Pairs) {
		t.Errorf("%+v\n%+v", first, third)
	}
}

// An OpenGotha file is drawn from as it is: congress.xml after two rounds, in which eight players are confirmed.
func TestDrawFromOpenGotha(t *testing.T) {
	o := nzgs(t, "", "draw", "--json", "../../internal/formats/testdata/congress.xml")
	var d drawn
	if err := json.Unmarshal([]byte(o.stdout), &d); err != nil || o.status != 0 {
		t.Fatalf("%v\n%s%s", err, o.stdout, o.stderr)
	}
	if d.Round != 3 || len(d.Pairs) != 4 || d.Bye != nil {
		t.Errorf("%+v", d)
	}
	for _, p := range d.Pairs {
		switch min(p.White, p.Black) + max(p.White, p.Black) {
		case "p1p6", "p2p3", "p4p8", "p1p2", "p3p6", "p8p9":
			t.Errorf("%s and %s have met", p.White, p.Black)
		}
		if p.White == "p7" || p.Black == "p7" {
			t.Error("p7 is not confirmed")
		}
	}
	if !strings.Contains(o.stderr, "note: not confirmed yet, so not drawn: Ina Away\n") {
		t.Error(o.stderr)
	}
}
