package members

import (
	"cmp"
	"slices"
)

// Pair is two records that may be of one person, with the evidence. Someone looks at
// them; they are never taken for one by the program.
type Pair struct {
	A, B  Known // A has the lower number
	Score int
	Why   []string
}

// pairFrom is the score from which two records are shown as one person's: names that
// agree, or nearly agree while a way to reach them does.
const pairFrom = scoreName

// Pairs finds records of the directory that may be of one person, the likeliest first.
func (d *Directory) Pairs() (out []Pair) {
	for id, k := range d.people {
		for _, c := range d.Candidates(Probe{Family: k.Family, Given: k.Given, Email: k.EmailKey, Phone: k.PhoneKey}) {
			if c.Person > id && c.Score >= pairFrom && c.likeness > 0 {
				out = append(out, Pair{A: k, B: d.people[c.Person], Score: c.Score, Why: c.Why})
			}
		}
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.A.ID, b.A.ID), cmp.Compare(a.B.ID, b.B.ID))
	})
	return out
}
