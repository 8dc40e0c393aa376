package gorules

import "math/bits"

// owned counts the empty points by owner: whose stones, and no others, they are connected
// to over empty points.
func (p *position) owned(width, height int) (n [Both + 1]int) {
	var empty rows
	all := (uint64(1)<<width - 1) << 1
	for y := range height {
		empty[y] = all &^ (p.black[y] | p.white[y])
	}
	black := empty.reached((*rows)(&p.black), height)
	white := empty.reached((*rows)(&p.white), height)
	for y := range height {
		n[Nobodys] += bits.OnesCount64(empty[y] &^ (black[y] | white[y]))
		n[Blacks] += bits.OnesCount64(black[y] &^ white[y])
		n[Whites] += bits.OnesCount64(white[y] &^ black[y])
		n[Both] += bits.OnesCount64(black[y] & white[y])
	}
	return n
}

// reached gives those of the points that are connected with points beside them, over the
// points themselves: it goes up and down the board until a pass finds no more.
func (r *rows) reached(from *rows, height int) (found rows) {
	for y := range height {
		found[y] = along(from.dilate(y, height)&r[y], r[y])
	}
	for grows := true; grows; {
		grows = false
		for y := 1; y < height; y++ {
			if more := found[y-1] & r[y] &^ found[y]; more != 0 {
				found[y], grows = along(found[y]|more, r[y]), true
			}
		}
		for y := height - 2; y >= 0; y-- {
			if more := found[y+1] & r[y] &^ found[y]; more != 0 {
				found[y], grows = along(found[y]|more, r[y]), true
			}
		}
	}
	return found
}

// along gives the runs of a row's points that have one of some in them. To the right a
// carry runs along, and it ends where the run does; to the left each step goes twice as far.
func along(some, row uint64) uint64 {
	if some == 0 {
		return 0
	}
	some |= (row ^ (row + some)) & row
	for step := 1; step < MaxSize; step *= 2 {
		some |= row & (some >> step)
		row &= row >> step
	}
	return some
}
