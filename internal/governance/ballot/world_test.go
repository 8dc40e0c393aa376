package ballot

import (
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// seeded is a source of randomness for tests: the same for the same seed.
func seeded(seed byte) io.Reader { return rand.NewChaCha8([32]byte{seed}) }

// keys are made once: tests share them.
var keys = sync.OnceValue(func() (out [4]*Identity) {
	for i := range out {
		id, err := NewIdentity()
		if err != nil {
			panic(err)
		}
		out[i] = id
	}
	return out
})

// vote is a postal vote for tests with two tellers.
type vote struct {
	*Package
	ids     [2]*Identity
	serials []Serial
}

func newVote(t testing.TB, motions, papers int, seed byte) vote {
	t.Helper()
	random := seeded(seed)
	v := vote{ids: [2]*Identity{keys()[0], keys()[1]}}
	p := Package{
		Vote: "egm-2026", Title: "Vote after the EGM", Closing: civil.MustParseDate("2026-04-25"),
		Tellers: []Teller{{"Ana Weta", v.ids[0].Card()}, {"Ben Kea", v.ids[1].Card()}},
	}
	for n := range motions {
		p.Motions = append(p.Motions, Motion{Number: 2*n + 1, Text: "That something <be> done."})
	}
	for range papers {
		s, err := NewSerial(random)
		if err != nil {
			t.Fatal(err)
		}
		v.serials = append(v.serials, s)
	}
	p.Signatures = signatures(p.Keys(), v.ids[:]...)
	made, err := NewPackage(p, v.serials, random)
	if err != nil {
		t.Fatal(err)
	}
	v.Package = made
	return v
}

// paper is the paper with the nth serial; choices are written as letters.
func (v vote) paper(n int, choices string) Paper {
	p := Paper{Serial: v.serials[n]}
	for _, c := range choices {
		p.Choices = append(p.Choices, Choice(c))
	}
	return p
}

func (v vote) rejected(n int, why Rejection) Paper {
	return Paper{Serial: v.serials[n], Rejected: why}
}

func (v vote) seal(t testing.TB, teller TellerNumber, papers ...Paper) []Record {
	t.Helper()
	var out []Record
	for _, p := range papers {
		r, err := v.Seal(teller, p, seeded(byte(len(out))^byte(teller)<<7))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// batch is a teller's batch without sealing, for tests of comparing.
func batch(teller TellerNumber, papers ...Paper) Batch {
	b := Batch{Teller: teller, Root: Hash{byte(teller)}}
	for _, p := range papers {
		b.Papers = append(b.Papers, Opened{Paper: p})
	}
	return b
}

// fieldsOf are the fields an error complains about.
func fieldsOf(t *testing.T, err error) (out []string) {
	t.Helper()
	e, ok := err.(*apperr.Error)
	if !ok {
		t.Fatalf("%v (%T) is no refusal with fields", err, err)
	}
	for _, f := range e.Fields {
		out = append(out, f.Name)
	}
	return out
}

// signatures are those of the keys' owners under them.
func signatures(set KeySet, ids ...*Identity) (out [][]byte) {
	for _, id := range ids {
		out = append(out, id.SignKeys(set))
	}
	return out
}

// withTellers is the package with more tellers, whose keys all sign.
func (v vote) withTellers(t testing.TB, ids []*Identity, tellers ...Teller) *Package {
	t.Helper()
	p, err := v.WithTellers(tellers, signatures(KeySet{v.Vote, tellers}, ids...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
