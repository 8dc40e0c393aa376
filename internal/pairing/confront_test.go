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

// Who stands elsewhere by the other definition is said: in the first case above everyone but c, who ends third, is moved.
func TestDirectOtherwise(t *testing.T) {
	ev := &Event{
		System: Swiss, Rounds: 3, TieBreaks: []TieBreak{DC}, Players: entries("4d", "3d", "2d", "1d"),
		Played: rounds("abW", "acW", "daW bcW"),
	}
	for i, start := range []Score{0, 2, 4, 2} {
		ev.Players[i].StartScore = start
	}
	text := func() string {
		other, moved := DirectOtherwise(ev, 3)
		out := []string{string(other)}
		for _, m := range moved {
			out = append(out, fmt.Sprintf("%s %s here, %s there", m.ID, m.Here, m.There))
		}
		return strings.Join(out, "; ")
	}
	// By points not all have met, so that all four share a place.
	for _, tt := range []struct {
		breaks []TieBreak
		want   string
	}{
		{[]TieBreak{DC}, string(DCPoints) + "; d 1 here, 1–4 there; a 2 here, 1–4 there; b 3 here, 1–4 there; c 4 here, 1–4 there"},
		{[]TieBreak{DCPoints}, "DC; a 1–4 here, 2 there; b 1–4 here, 3 there; c 1–4 here, 4 there; d 1–4 here, 1 there"},
		{[]TieBreak{ByRating, DC}, string(DCPoints)}, {[]TieBreak{SOS}, ""}, {[]TieBreak{DC, DCPoints}, ""},
	} {
		ev.TieBreaks = tt.breaks
		if got := text(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.breaks, got, tt.want)
		}
	}
}
