package pairing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

// The Berger tables as printed in tournament handbooks, White first.
func TestBergerTables(t *testing.T) {
	cases := []struct {
		seats seat
		want  []string
	}{
		{2, []string{"1-2"}},
		{4, []string{"1-4 2-3", "4-3 1-2", "2-4 3-1"}},
		{6, []string{"1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"}},
		{8, []string{
			"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
			"3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
		}},
	}
	for _, c := range cases {
		for i, want := range c.want {
			var got []string
			for _, m := range berger(c.seats, i+1) {
				got = append(got, fmt.Sprintf("%d-%d", m.white, m.black))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%d seats, round %d: %v, want %s", c.seats, i+1, got, want)
			}
		}
	}
	if second := berger(4, 5); second[0] != (meet{white: 3, black: 4}) {
		t.Errorf("second time round, colours change: %v", second)
	}
}

func TestRoundRobinMeetsEveryoneOnce(t *testing.T) {
	for n := 2; n <= 11; n++ {
		ev := &Event{System: RoundRobin, Rounds: n - 1 + n%2, Seed: uint64(n)}
		for i := range n {
			ev.Players = append(ev.Players, Player{ID: ID(fmt.Sprint(i)), Rating: scale.Rating(i)})
		}
		met, free, white := map[[2]ID]int{}, map[ID]int{}, map[ID]int{}
		for round := 1; round <= ev.Rounds; round++ {
			d := mustDraw(t, ev, round)
			for _, p := range d.Pairs {
				met[[2]ID{min(p.White, p.Black), max(p.White, p.Black)}]++
				white[p.White]++
			}
			if d.Bye != "" {
				free[d.Bye]++
			}
			if len(d.Pairs) != n/2 || len(d.Idle) > 0 {
				t.Errorf("%d players, round %d: %s and idle %v", n, round, plain(d), d.Idle)
			}
		}
		if len(met) != n*(n-1)/2 {
			t.Errorf("%d players: %d different pairs", n, len(met))
		}
		for _, p := range ev.Players {
			if free[p.ID] != n%2 {
				t.Errorf("%d players: %s sat out %d times", n, p.ID, free[p.ID])
			}
			games := n - 1
			if w := white[p.ID]; w < games/2 || w > (games+1)/2 {
				t.Errorf("%d players: %s has White %d times in %d games", n, p.ID, w, games)
			}
		}
	}
}

func TestRoundRobinWithAbsences(t *testing.T) {
	ev := &Event{System: RoundRobin, Rounds: 5, Players: entries("5d", "4d", "3d", "2d", "1d")}
	first := mustDraw(t, ev, 2)
	missing := first.Pairs[0].White
	left := first.Pairs[0].Black
	ev.Players[slices.IndexFunc(ev.Players, func(p Player) bool { return p.ID == missing })].Absent = []int{2}
	d := mustDraw(t, ev, 2)
	if len(d.Pairs) != 1 || d.Bye != first.Bye || len(d.Idle) != 2 {
		t.Fatalf("%s, idle %v", plain(d), d.Idle)
	}
	for _, i := range d.Idle {
		if i.ID == left && !strings.Contains(i.Text, "does not play (absent)") {
			t.Errorf("%s is told %q", i.ID, i.Text)
		}
	}
	free := slices.IndexFunc(ev.Players, func(p Player) bool { return p.ID == first.Bye })
	ev.Players[free].WithdrawnAfter = 1
	if d = mustDraw(t, ev, 2); d.Bye != "" {
		t.Errorf("someone who has withdrawn has the free round")
	}
}

func TestRoundRobinHandicapAndErrors(t *testing.T) {
	ev := &Event{System: RoundRobin, Rounds: 1, Players: entries("1d", "5d"), Handicap: HandicapRule{By: scale.ByRating}}
	if p := mustDraw(t, ev, 1).Pairs[0]; p.White != "b" || p.Handicap != 4 || p.Komi != 0 {
		t.Errorf("%+v", p)
	}
	var invalid Invalid
	if _, err := WhyNot(ev, 1, nil, "a", "b"); !errors.As(err, &invalid) {
		t.Errorf("why not, in a round robin: %v", err)
	}
	var no *Impossible
	if _, err := Draw(&Event{System: RoundRobin, Rounds: 1, Players: entries("1d")}, 1, nil); !errors.As(err, &no) {
		t.Errorf("one player: %v", err)
	}
}

func TestRoundRobinTakesFixedColoursOfItsPairs(t *testing.T) {
	ev := &Event{System: RoundRobin, Rounds: 3, Players: entries("4d", "3d", "2d", "1d")}
	table := mustDraw(t, ev, 1)
	was := table.Pairs[0]
	d := mustDraw(t, ev, 1, Fixed{White: was.Black, Black: was.White})
	if p := d.Pairs[0]; p.White != was.Black || p.Black != was.White || !p.Fixed || d.Pairs[1].Fixed {
		t.Errorf("%s; the table has %s", plain(d), plain(table))
	}
	if p := mustDraw(t, ev, 1, Fixed{
		White: was.Black, Black: was.White, Colours: ColoursByDraw,
	}).Pairs[0]; p.White != was.White {
		t.Errorf("colours left to the table: %+v", p)
	}
	ev.Played = []Round{d.AsRound()}
	for i := range ev.Played[0].Games {
		ev.Played[0].Games[i].Result = WhiteWins
	}
	if r, err := Check(ev); err != nil || len(r[0].Differences) > 0 {
		t.Errorf("checked: %+v, %v", r, err)
	}
	var invalid Invalid
	for _, fixed := range [][]Fixed{{{White: was.White, Black: table.Pairs[1].Black}}, {{White: was.White}}} {
		if _, err := Draw(ev, 1, fixed); !errors.As(err, &invalid) || invalid[0].Path != "fixed" {
			t.Errorf("%v is not of the table: %v", fixed, err)
		}
	}
}

// The free round of a full table is everyone's and scores nothing; where some have none, it is a bye.
func TestFreeRounds(t *testing.T) {
	for _, c := range []struct {
		name   string
		rounds int
		ids    []string
		played string
		want   Kind
		score  Score
	}{
		{"a full table", 3, []string{"3d", "2d", "1d"}, "ab c", KindFreeRound, 0},
		{"a full table twice", 6, []string{"3d", "2d", "1d"}, "ab c", KindFreeRound, 0},
		{"a round less", 2, []string{"3d", "2d", "1d"}, "ab c", KindBye, OnePoint},
		{"a round more", 4, []string{"3d", "2d", "1d"}, "ab c", KindBye, OnePoint},
		{"an even number", 3, []string{"4d", "3d", "2d", "1d"}, "ab c", KindBye, OnePoint},
	} {
		ev := &Event{System: RoundRobin, Rounds: c.rounds, Players: entries(c.ids...), Played: rounds(c.played)}
		if row, _ := Standings(ev, 1).Row("c"); row.Score != c.score || row.Rounds[0].Kind != c.want {
			t.Errorf("%s: %s as %s, want %s as %s", c.name, row.Score, row.Rounds[0].Kind, c.score, c.want)
		}
		if d, err := Draw(ev, 1, nil); err == nil && d.Bye != "" {
			if shared := strings.Contains(d.ExplainBye(), "everyone sits out once"); shared != (c.want == KindFreeRound) {
				t.Errorf("%s: %s", c.name, d.ExplainBye())
			}
		}
	}
}
