package gorules

import "math/bits"

// MostSekiEye is the most empty points that a group in seki is taken to have for
// itself. A group of more can make two eyes, and then it is not in seki.
const MostSekiEye = 2

// rows are points of a board, a bit each as in a position.
type rows [MaxSize]uint64

// dilate gives the points beside those of row y.
func (r *rows) dilate(y, height int) uint64 {
	next := r[y]<<1 | r[y]>>1
	if y > 0 {
		next |= r[y-1]
	}
	if y+1 < height {
		next |= r[y+1]
	}
	return next
}

// seki is the empty points that groups in seki surround.
type seki struct {
	points       rows
	black, white int // how many, by the colour around them
}

// inSeki finds the empty points of groups in seki in a position without its dead
// stones, of which the runs are joined. A group is the chains of a colour that share an
// empty region of their own. It is in seki if it has only one such region, of at most
// MostSekiEye points, and is beside a region of both colours: it lives without two eyes,
// since no one may fill that region. The players' agreement says the same in other words.
func (p *position) inSeki(runs []run, height int) seki {
	var out seki
	var own [Both + 1]rows // empty points, by owner
	var few [256]uint8     // by the first run of a region: its points, as far as they matter
	size := few[:0]
	for i := range runs {
		size = append(size, 0)
		root := find(runs, i)
		own[runs[root].owner][runs[i].row] |= runs[i].points
		size[root] = uint8(min(int(size[root])+bits.OnesCount64(runs[i].points), MostSekiEye+1))
	}
	for i := range runs {
		owner := runs[i].owner
		if find(runs, i) != i || owner != Blacks && owner != Whites || size[i] > MostSekiEye {
			continue
		}
		var eye rows
		for k := i; k < len(runs); k++ {
			if find(runs, k) == i {
				eye[runs[k].row] |= runs[k].points
			}
		}
		stones := (*rows)(&p.black)
		if owner == Whites {
			stones = (*rows)(&p.white)
		}
		if !livesInSeki(eye, stones, &own[owner], &own[Both], height) {
			continue
		}
		for y := range height {
			out.points[y] |= eye[y]
		}
		if owner == Blacks {
			out.black += int(size[i])
		} else {
			out.white += int(size[i])
		}
	}
	return out
}

// livesInSeki tells whether the group around an eye has no other region of its own, and is
// beside a region of both colours.
func livesInSeki(eye rows, stones, own, both *rows, height int) bool {
	group := eye
	for grows := true; grows; {
		grows = false
		for y := range height {
			next := group[y] | group.dilate(y, height)&(stones[y]|own[y])
			if next&own[y]&^eye[y] != 0 {
				return false
			}
			if next != group[y] {
				group[y], grows = next, true
			}
		}
	}
	for y := range height {
		if group.dilate(y, height)&both[y] != 0 {
			return true
		}
	}
	return false
}
