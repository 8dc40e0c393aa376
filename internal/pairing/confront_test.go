package pairing

import (
	"fmt"
	"strings"
	"testing"
)

func writePlaces(t *Table) string {
	var got []string
	for _, r := range t.Rows {
		got = append(got, fmt.Sprintf("%s %s", r.ID, r.Place))
	}
	return strings.Join(got, ", ")
}

// Direct comparison by both definitions, worked out by hand. All begin with what makes them equal at the end, so that
// everyone is tied. Letters are players, the strongest rating first.
func TestDirectComparisonByBothDefinitions(t *testing.T) {
	cases := []struct {
		name   string
		start  string // half points to begin with, by player
		played []Round
		later  []TieBreak
		dc     string // by who beat whom
		points string // by points, where all have met
	}{
		{ // a beat b and c, d beat only a, b beat c: d, a, b, c; the plain sum of a's points would put a before d
			"who beat the one with most wins stands first", "0242", rounds("abW", "acW", "daW bcW"), nil,
			"d 1, a 2, b 3, c 4", "a 1–4, b 1–4, c 1–4, d 1–4",
		},
		{ // all have met: a beat b, both jigo with c; who beat whom knows only a before b, and c beat no one
			"a jigo says nothing, or half a point", "021", rounds("abW c", "bcJ a", "acJ b"), nil,
			"a 1, b 2–3, c 2–3", "a 1, c 2, b 3",
		},
		{
			"a game by default says nothing", "02", []Round{{Number: 1, Games: []Game{{White: "a", Black: "b", Result: WhiteDefault}}}},
			nil, "a 1–2, b 1–2", "a 1–2, b 1–2",
		},
		{ // a, b and c beat each other round; d lost to b only, and b is in the circle: all three stand above d
			"a circle stands as one", "2024", rounds("abW", "bcW", "caW bdW"), nil,
			"a 1–3, b 1–3, c 1–3, d 4", "a 1–4, b 1–4, c 1–4, d 1–4",
		},
		{ // c beat b and a met neither. From below: of a and b, who beat no one, b by rating; then c by rating; then a
			"the later tie-breaks where no game speaks", "020", rounds("bcB a"), []TieBreak{ByRating},
			"a 1, c 2, b 3", "a 1, b 2, c 3",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for tb, want := range map[TieBreak]string{DC: c.dc, DCPoints: c.points} {
				ev := &Event{System: Swiss, Rounds: 3, TieBreaks: append([]TieBreak{tb}, c.later...), Played: c.played}
				ev.Players = entries("4d", "3d", "2d", "1d")[:len(c.start)]
				for i := range ev.Players {
					ev.Players[i].StartScore = Score(c.start[i] - '0')
				}
				table := Standings(ev, 3)
				if got := writePlaces(table); got != want {
					t.Errorf("%s: %s, want %s\n%s", tb, got, want, writeTable(table))
				}
			}
		})
	}
}
