package gorules

import (
	"math/rand/v2"
	"testing"
)

// choices makes a source of random numbers of bytes, so that a fuzzer decides
// what happens; when they are used up it goes on by itself.
type choices struct {
	data []byte
	then *rand.PCG
}

func (c *choices) Uint64() uint64 {
	if len(c.data) == 0 {
		return c.then.Uint64()
	}
	b := c.data[0]
	c.data = c.data[1:]
	return uint64(b)*0x0101010101010101 ^ uint64(len(c.data))
}

// FuzzPlay lets the fuzzer decide everything that happens in a game, and
// compares engine and reference after each step.
func FuzzPlay(f *testing.F) {
	f.Add([]byte("a game of Go"))
	f.Add([]byte{})
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte(
		"\xff\x80\x40\x20\x10\x08\x04\x02\x01\xff\x80\x40\x20\x10\x08\x04\x02\x01\xff\x80\x40\x20\x10\x08\x04\x02\x01",
	))
	f.Fuzz(func(t *testing.T, data []byte) {
		rng := rand.New(&choices{data, rand.NewPCG(uint64(len(data)), 1)})
		r := mixed(rng)
		if sets := ruleSets(9); rng.IntN(2) == 0 {
			r = sets[rng.IntN(len(sets))]
		}
		p := newPair(t, 0, &Game{}, &Game{}, r, 1+rng.IntN(6), 1+rng.IntN(6))
		p.rng = rng
		p.start()
		for range min(20+len(data)/3, 200) {
			p.step()
		}
		p.finish()
	})
}
