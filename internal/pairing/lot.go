package pairing

// purpose keeps the lots drawn for different things apart.
type purpose uint64

const (
	lotPair    purpose = iota + 1 // which of several equal draws
	lotColour                     // who takes White when colours are level
	lotSeat                       // order of players with equal ratings in a score group
	lotBerger                     // numbers in a round robin's table
	lotBracket                    // seeds of a knock-out
)

// lot gives a number that looks random but follows from the seed, the round, the purpose and the entry numbers alone.
func lot(seed uint64, round int, p purpose, a, b uint64) uint64 {
	return mix(lotBefore(seed, round, p, a) ^ lotLast(b))
}

// lotBefore is the part of a lot that all but the last number decide, lotLast the part that the last one decides.
func lotBefore(seed uint64, round int, p purpose, a uint64) uint64 {
	h := mix(seed ^ 0x6e7a67732d6c6f74) // an arbitrary constant, so that seed 0 is as good as any
	for _, v := range [...]uint64{uint64(round), uint64(p), a} {
		h = mix(h ^ lotLast(v))
	}
	return h
}

func lotLast(v uint64) uint64 { return mix(v + 0x9e3779b97f4a7c15) }

// pairLots gives the lots of all pairs of a round, from the two halves of each player's.
type pairLots struct {
	before, last []uint64
}

func newPairLots(seed uint64, round int, number []uint64) pairLots {
	l := pairLots{before: make([]uint64, len(number)), last: make([]uint64, len(number))}
	for i, v := range number {
		l.before[i], l.last[i] = lotBefore(seed, round, lotPair, v), lotLast(v)
	}
	return l
}

// of gives 32 bits of the lot of two players, or of a player and the bye.
func (l *pairLots) of(a, b int) int64 {
	last := lotLast(0)
	if b != noOpponent {
		last = l.last[b]
	}
	return int64(mix(l.before[a]^last) >> 32)
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that spreads every bit over all others.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
