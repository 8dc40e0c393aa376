package tournaments

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
)

// LotKind says where a section's lots come from.
type LotKind string

// The kinds.
const (
	LotGiven     LotKind = ""          // a number that someone chose: nothing is proved by it
	LotCommitted LotKind = "committed" // a chain whose beginning is public before the draw
)

// chain is where the lots of a section come from. Each value is the SHA-256 of the next: the one of round 0
// is public from the start, that of a round once the round is published. So no value says anything of a
// later one, and none can be another than it was.
type chain struct {
	end [sha256.Size]byte // the value of round pairing.MaxRounds
}

func newChain() (c chain) {
	rand.Read(c.end[:]) // never fails: the program ends when the system has no randomness
	return c
}

// value is the value of a round; that of round 0 is the commitment.
func (c chain) value(round int) [sha256.Size]byte {
	v := c.end
	for range pairing.MaxRounds - round {
		v = sha256.Sum256(v[:])
	}
	return v
}

// LotOf is the number of a round's lot: of its value, and of how often the round was drawn again with another
// lot. It is the first 8 bytes of HMAC-SHA256 with the value as key over "draw N", without the highest bit.
func LotOf(value [sha256.Size]byte, drawing int) uint64 {
	mac := hmac.New(sha256.New, value[:])
	fmt.Fprintf(mac, "draw %d", drawing)
	return binary.BigEndian.Uint64(mac.Sum(nil)) >> 1
}

// lots are the lots of a section, as its draws take them.
type lots struct {
	chain chain
	drawn map[int]int // how often each round was drawn again
}

// seedOf is the lot that a round is drawn with.
func (f field) seedOf(round int) uint64 {
	if f.lots == nil {
		return f.section.Seed
	}
	if f.section.System.Settled() {
		round = 1 // its table, or bracket, is drawn once
	}
	return LotOf(f.lots.chain.value(round), f.lots.drawn[round])
}

// Lot is what everyone can know of a section's lots.
type Lot struct {
	Kind        LotKind
	Commitment  string        // the chain's value of round 0, in hexadecimal digits; "" of LotGiven
	CommittedAt civil.Instant // when it was made public
	DraftDraws  int           // how often rounds of the event were drawn before anyone knew of it
	Rounds      []LotRound    // in order
}

// LotRound is the lot of a round that was drawn.
type LotRound struct {
	Round     int
	Published bool
	Value     string // of the chain; "" before the round is published, and of LotGiven
	Seed      uint64 // that the pairs come from; 0 before the round is published
	Again     []LotDrawing
}

// LotDrawing is one time that a round was drawn again with another lot.
type LotDrawing struct {
	Number int
	Reason string
	At     civil.Instant
}

// public is what everyone can know of the lots, as the rounds stand.
func (f field) public(committedAt civil.Instant, drawings map[int][]LotDrawing) Lot {
	out := Lot{Kind: LotGiven}
	if f.lots != nil {
		v := f.lots.chain.value(0)
		out.Kind, out.Commitment, out.CommittedAt = LotCommitted, hex.EncodeToString(v[:]), committedAt
	}
	at := make(map[int]Round, len(f.rounds))
	last := 0
	for _, r := range f.rounds {
		at[r.Number], last = r, max(last, r.Number)
	}
	for n := range drawings {
		last = max(last, n)
	}
	for n := 1; n <= last; n++ {
		r := LotRound{Round: n, Again: drawings[n], Published: at[n].State == Published}
		if r.Published {
			r.Seed = at[n].Seed
			if f.lots != nil {
				v := f.lots.chain.value(n)
				r.Value = hex.EncodeToString(v[:])
			}
		}
		if r.Published || len(r.Again) > 0 {
			out.Rounds = append(out.Rounds, r)
		}
	}
	return out
}

// Committed reports whether the section's lots are committed to.
func (w *Wallchart) Committed() bool { return w.field.lots != nil }
