package pairing

import (
	"fmt"
	"testing"

	"nzgs/internal/ratings/scale"
)

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
		{
			"level, an earlier game differs", []Colour{Black, White, White, Black, Black, White},
			[]Colour{White, Black, Black, White, Black, White}, "a",
		},
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
	s := newState(
		newField(&Event{System: Swiss, Rounds: 3, Players: entries("4d", "3d", "2d", "1d"), Played: played}, 1), 2, nil,
	)
	for i, balance := range s.balance {
		if balance != 0 {
			t.Errorf("%s is at %d after a handicap game or a default", s.name(i), balance)
		}
	}
}
