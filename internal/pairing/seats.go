package pairing

import (
	"cmp"
	"slices"
)

// seats gives the players in the order of their numbers in the table, which are drawn by lot.
func (f *field) seats() []int {
	order := make([]int, len(f.players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(lot(f.ev.Seed, 0, lotBerger, f.number[a], 0), lot(f.ev.Seed, 0, lotBerger, f.number[b], 0))
	})
	return order
}

// table is a round robin's table for the players of an event, and which of its rounds is to be drawn.
type table struct {
	order []int // of each seat, the player
	round int
}

// table gives the seats drawn by lot and the round of that number. Where rounds were drawn by another table, as in an
// event that came from elsewhere, it finds seats that fit all of them, and a round that is still to come. It is false
// when no table fits.
func (s *state) table() (table, bool) {
	t := s.tableByLot()
	f := s.newFitting(t.order)
	if f.fits(t.order) {
		return t, true
	}
	if !f.search() {
		return t, f.cycle > 0 // everybody has met once, and meets again anyway
	}
	t.order, t.round = f.who[:len(s.players)], f.next(s.round)
	return t, true
}

func (s *state) tableByLot() table { return table{order: s.seats(), round: s.round} }

// no one stands in place of a player who is not known or not seated yet, and of a seat not taken.
const nobody = -1

// maxFits is after how many tries to seat someone the search for a fitting table is given up.
const maxFits = 200_000

// fitting looks for seats in the table that fit the rounds drawn in the current cycle. With an odd number of players
// the last seat is that of one more, who stands for the free round.
type fitting struct {
	circle, cycle int
	lot           []int   // players in the order to be tried, without the one who stands for the free round
	number        []int   // of each round drawn, its number in the cycle, from 0
	against       [][]int // of each round drawn, whom each player met; no one where that is not known

	who, at []int  // player of each seat, seat of each player
	placed  []int  // seats in the order they were taken
	maps    []int  // of each round drawn so far as looked at, the table's round
	used    []bool // rounds of the table
	steps   int    // left before the search is given up
}

func (s *state) newFitting(lot []int) *fitting {
	n := len(s.players)
	size := n + n%2
	f := &fitting{
		circle: size - 1, lot: lot, who: unplaced(size), at: unplaced(size), used: make([]bool, size-1), steps: maxFits,
	}
	f.cycle = (s.round - 1) / f.circle
	for k, r := range s.rounds {
		if (r.Number-1)/f.circle != f.cycle {
			continue
		}
		against := unplaced(size)
		for i := range s.players {
			if opponent := s.lines[i][k].Opponent; opponent != "" {
				against[i] = s.index[opponent]
			}
		}
		if len(r.Byes) == 1 && size > n {
			free := s.index[r.Byes[0]]
			against[free], against[n] = n, free
		}
		f.number = append(f.number, (r.Number-1)%f.circle)
		f.against = append(f.against, against)
	}
	return f
}

func unplaced(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = nobody
	}
	return list
}

// opposite gives the seat that a seat meets in a round of the table, both from 0; see [berger].
func (f *fitting) opposite(round, seat int) int {
	last := f.circle
	k := round * (last + 1) / 2 % last
	if seat == last {
		return k
	}
	if other := ((2*k-seat)%last + last) % last; other != seat {
		return other
	}
	return last
}

// fits reports whether all games of the rounds drawn are those of the table with these seats, round by round.
func (f *fitting) fits(order []int) bool {
	at := make([]int, len(f.at))
	for seat, i := range order {
		at[i] = seat
	}
	for h, against := range f.against {
		for _, i := range order {
			if j := against[i]; j >= 0 && j < len(order) && f.opposite(f.number[h], at[i]) != at[j] {
				return false
			}
		}
	}
	return true
}

// search finds seats by trying, and gives up after so many steps.
func (f *fitting) search() bool {
	anchors := f.lot
	if len(f.lot) < len(f.at) {
		anchors = []int{len(f.lot)} // the last seat is no one's
	}
	for _, i := range anchors {
		if f.put(f.circle, i) && f.mapRounds() {
			return true
		}
		f.undo(0)
	}
	return false
}

// mapRounds finds a round of the table for every round drawn from the next one on, its own first, and then seats for
// those who are left.
func (f *fitting) mapRounds() bool {
	h := len(f.maps)
	if h == len(f.against) {
		return f.fill()
	}
	for k := range f.circle {
		round := (f.number[h] + k) % f.circle
		if f.used[round] {
			continue
		}
		before := len(f.placed)
		f.used[round], f.maps = true, append(f.maps, round)
		if f.follow(f.placed) && f.mapRounds() {
			return true
		}
		f.undo(before)
		f.used[round], f.maps = false, f.maps[:h]
		if f.steps--; f.steps < 0 {
			return false
		}
	}
	return false
}

// fill seats everybody who is left.
func (f *fitting) fill() bool {
	seat := slices.Index(f.who, nobody)
	if seat < 0 {
		return true
	}
	for _, i := range f.lot {
		if f.at[i] != nobody {
			continue
		}
		before := len(f.placed)
		if f.put(seat, i) && f.fill() {
			return true
		}
		f.undo(before)
		if f.steps < 0 {
			return false
		}
	}
	return false
}

// put gives a player a seat, and everybody the seat that follows from it. It is false when that cannot be.
func (f *fitting) put(seat, player int) bool {
	if !f.place(seat, player) {
		return false
	}
	return f.follow(f.placed[len(f.placed)-1:])
}

// place is false when the seat or the player is taken otherwise.
func (f *fitting) place(seat, player int) bool {
	if f.who[seat] != nobody || f.at[player] != nobody {
		return f.who[seat] == player
	}
	f.steps--
	f.who[seat], f.at[player] = player, seat
	f.placed = append(f.placed, seat)
	return f.steps >= 0
}

// follow seats whoever met the players of the given seats, and so on.
func (f *fitting) follow(seats []int) bool {
	waiting := slices.Clone(seats)
	for len(waiting) > 0 {
		seat := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for h, round := range f.maps {
			other := f.against[h][f.who[seat]]
			if other == nobody {
				continue
			}
			taken := len(f.placed)
			if !f.place(f.opposite(round, seat), other) {
				return false
			}
			waiting = append(waiting, f.placed[taken:]...)
		}
	}
	return true
}

// undo frees all seats but the first so many.
func (f *fitting) undo(keep int) {
	for _, seat := range f.placed[keep:] {
		f.at[f.who[seat]], f.who[seat] = nobody, nobody
	}
	f.placed = f.placed[:keep]
}

// next gives the round of the table to be drawn: the one of that number, or the first one still to come.
func (f *fitting) next(round int) int {
	own := (round - 1) % f.circle
	if f.used[own] {
		own = slices.Index(f.used, false)
	}
	return f.cycle*f.circle + own + 1
}
