package record

import (
	"math/rand/v2"
	"strconv"

	"nzgs/internal/gorules"
)

// playedOut is a position as at the end of a game: both sides play at random
// until only their own eyes are left, or for so many moves.
func playedOut(r *rand.Rand, width, height, moves int) []gorules.Colour {
	at := make([]gorules.Colour, width*height)
	colour, passes := gorules.Black, 0
	for n := 0; n < moves && passes < 2; n++ {
		passes++
		for range 40 {
			p := int32(r.IntN(len(at)))
			if at[p] != gorules.Empty || isEye(at, p, colour, width, height) {
				continue
			}
			at[p] = colour
			captured := false
			for _, q := range adjacent(p, width, height) {
				if q >= 0 && at[q] == colour.Opponent() && capture(at, q, width, height) {
					captured = true
				}
			}
			if !captured && !hasLiberty(at, p, width, height) {
				at[p] = gorules.Empty
				continue
			}
			passes = 0
			break
		}
		colour = colour.Opponent()
	}
	return at
}

func isEye(at []gorules.Colour, p int32, colour gorules.Colour, width, height int) bool {
	for _, q := range adjacent(p, width, height) {
		if q >= 0 && at[q] != colour {
			return false
		}
	}
	return true
}

func stonesOf(at []gorules.Colour, p int32, width, height int) (stones []int32, alive bool) {
	seen := map[int32]bool{p: true}
	stones = []int32{p}
	for i := 0; i < len(stones); i++ {
		for _, q := range adjacent(stones[i], width, height) {
			if q >= 0 && at[q] == gorules.Empty {
				alive = true
			}
			if q >= 0 && at[q] == at[p] && !seen[q] {
				seen[q] = true
				stones = append(stones, q)
			}
		}
	}
	return stones, alive
}

func hasLiberty(at []gorules.Colour, p int32, width, height int) bool {
	_, alive := stonesOf(at, p, width, height)
	return alive
}

func capture(at []gorules.Colour, p int32, width, height int) bool {
	stones, alive := stonesOf(at, p, width, height)
	if alive {
		return false
	}
	for _, q := range stones {
		at[q] = gorules.Empty
	}
	return true
}

func itoa(n int) string { return strconv.Itoa(n) }
