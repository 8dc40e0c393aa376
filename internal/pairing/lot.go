package pairing

// purpose keeps the lots drawn for different things apart.
type purpose uint64

const (
	lotPair   purpose = iota + 1 // which of several equal draws
	lotColour                    // who takes White when colours are level
	lotSeat                      // order of players with equal ratings in a score group
	lotBerger                    // numbers in a round robin's table
)

// lot gives a number that looks random but follows from the seed, the round, the purpose and the entry numbers alone.
func lot(seed uint64, round int, p purpose, a, b uint64) uint64 {
	h := mix(seed ^ 0x6e7a67732d6c6f74) // an arbitrary constant, so that seed 0 is as good as any
	for _, v := range [...]uint64{uint64(round), uint64(p), a, b} {
		h = mix(h ^ mix(v+0x9e3779b97f4a7c15))
	}
	return h
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that spreads every bit over all others.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
