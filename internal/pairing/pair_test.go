package pairing

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/ratings/scale"
)

// TestPairRating: the mean of both, rounded up to a tenth, below zero too.
func TestPairRating(t *testing.T) {
	for _, c := range []struct{ a, b, want scale.Rating }{
		{30, 20, 25}, {30, 21, 26}, {21, 30, 26}, {-30, -21, -25}, {-3, 2, 0}, {-2, 3, 1}, {-1, 0, 0}, {0, 1, 1}, {7, 7, 7},
	} {
		if got := PairRating(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// pairsOf enters a pair for each text: the clubs of its two players, "Akl/Wgtn".
func pairsOf(clubs ...string) []Player {
	list := entries("4d", "4d", "4d", "4d", "4d", "4d", "4d", "4d")[:len(clubs)]
	for i, c := range clubs {
		first, second, _ := strings.Cut(c, "/")
		r := list[i].Rating
		list[i].Pair = []PairPlayer{{Name: "X", Rating: r, Club: first}, {Name: "Y", Rating: r, Club: second}}
	}
	return list
}

// TestPairsOfAClubAreKeptApart whichever of the two players is of it.
func TestPairsOfAClubAreKeptApart(t *testing.T) {
	ev := &Event{System: Swiss, Rounds: 3, Players: pairsOf("Nelson/Otago", "Dunedin/Nelson", "Otago/Hutt", "Dunedin/Taupō")}
	for seed := range uint64(20) {
		ev.Seed = seed
		d := mustDraw(t, ev, 1)
		for _, p := range d.Pairs {
			if text := p.Explain(); strings.Contains(text, "club-mates") || !strings.Contains(text, "different clubs") {
				t.Errorf("seed %d: %s–%s: %s", seed, p.White, p.Black, text)
			}
		}
	}
	ev.Players = pairsOf("Nelson/Otago", "Dunedin/Nelson")
	if text := mustDraw(t, ev, 1).Pairs[0].Explain(); !strings.Contains(text, "club-mates (Nelson)") {
		t.Error(text)
	}
	ev.Players[0].Rating += 3
	var invalid Invalid
	if _, err := Draw(ev, 1, nil); !errors.As(err, &invalid) || invalid[0].Path != "players[0].rating" {
		t.Errorf("another rating than the mean: %v", err)
	}
}
