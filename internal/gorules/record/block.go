package record

import (
	"slices"

	"nzgs/internal/gorules"
)

// A block is what a question about dead stones takes or leaves whole: a chain
// of stones, or a connected region of empty points.
type block struct {
	colour gorules.Colour // Empty for a region
	points []int32        // row by row from the top left: y*width + x; ascending
	near   []int32        // the blocks adjacent to it, ascending
}

// blocksOf divides a position into its blocks, in the order of their first
// points.
func blocksOf(at []gorules.Colour, width, height int) []block {
	var (
		blocks []block
		owner  = make([]int32, len(at))
		stack  []int32
	)
	for i := range owner {
		owner[i] = -1
	}
	for first := range at {
		if owner[first] >= 0 {
			continue
		}
		id := int32(len(blocks))
		b := block{colour: at[first]}
		owner[first] = id
		stack = append(stack[:0], int32(first))
		for len(stack) > 0 {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			b.points = append(b.points, p)
			for _, q := range adjacent(p, width, height) {
				switch {
				case q < 0:
				case at[q] == b.colour && owner[q] < 0:
					owner[q] = id
					stack = append(stack, q)
				case at[q] != b.colour && owner[q] >= 0:
					b.near = append(b.near, owner[q])
				}
			}
		}
		blocks = append(blocks, b)
	}
	for id := range blocks {
		b := &blocks[id]
		slices.Sort(b.points)
		slices.Sort(b.near)
		b.near = slices.Compact(b.near)
		for _, n := range b.near {
			if n < int32(id) {
				blocks[n].near = append(blocks[n].near, int32(id))
			}
		}
	}
	return blocks
}

// adjacent are the points beside p; -1 stands for none.
func adjacent(p int32, width, height int) [4]int32 {
	out := [4]int32{p - int32(width), p - 1, p + 1, p + int32(width)}
	x, y := int(p)%width, int(p)/width
	if y == 0 {
		out[0] = -1
	}
	if x == 0 {
		out[1] = -1
	}
	if x == width-1 {
		out[2] = -1
	}
	if y == height-1 {
		out[3] = -1
	}
	return out
}
