package postal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/constitution"
)

// Rule 5.12 as a declaration applies it. "recorded" are votes; blank and
// spoiled papers are none.
func TestOutcomesOfMotions(t *testing.T) {
	const ordinary, constitutional = constitution.Ordinary, constitution.Constitutional
	for _, c := range []struct {
		name              string
		kind              constitution.Kind
		yes, no, abstain  int
		informal          int
		carried, referred bool
	}{
		{"nine recorded", ordinary, 5, 4, 0, 0, false, false},
		{"an Abstain is the tenth", ordinary, 5, 4, 1, 0, true, false},
		{"an informal paper is not", ordinary, 5, 4, 0, 6, false, false},
		{"one Yes and nine who abstain", ordinary, 1, 0, 9, 0, true, false},
		{"equal", ordinary, 5, 5, 0, 0, false, false},
		{"only who abstains", ordinary, 0, 0, 10, 0, false, false},
		{"two thirds exactly", constitutional, 8, 4, 0, 0, true, true},
		{"one short of two thirds", constitutional, 7, 4, 0, 0, false, false},
		{"two thirds of nine, and one who abstains", constitutional, 6, 3, 1, 0, true, true},
		{"ten to five", constitutional, 10, 5, 0, 0, true, true},
		{"nine to five", constitutional, 9, 5, 0, 0, false, false},
		{"nobody for or against", constitutional, 0, 0, 10, 0, false, false},
	} {
		motions := []Motion{{Number: 1, Text: "That it be so.", Kind: c.kind}}
		out, err := decide(constitution.Shipped(), motions, Totals{
			Motions: []MotionTotal{{1, c.yes, c.no, c.abstain, c.informal}},
		})
		if err != nil || out[0].Carried != c.carried || out[0].Referred != c.referred {
			t.Errorf("%s: %+v, %v", c.name, out, err)
		}
	}
	if _, err := decide(
		constitution.Shipped(), []Motion{{Number: 2}}, Totals{Motions: []MotionTotal{{Number: 1}}},
	); err == nil {
		t.Error("a motion without totals was decided")
	}
}

// One more Yes never turns carried into not carried: all votes of up to 30.
func TestOneMoreYesNeverHurts(t *testing.T) {
	c := constitution.Shipped()
	carried := func(kind constitution.Kind, yes, no, abstain int) bool {
		out, err := decide(c, []Motion{{Number: 1, Kind: kind}}, Totals{Motions: []MotionTotal{{1, yes, no, abstain, 0}}})
		if err != nil {
			t.Fatal(err)
		}
		return out[0].Carried
	}
	for _, kind := range []constitution.Kind{constitution.Ordinary, constitution.Constitutional} {
		for yes := range 30 {
			for no := range 30 - yes {
				for _, abstain := range []int{0, 1, 5, 10} {
					if carried(kind, yes, no, abstain) && !carried(kind, yes+1, no, abstain) {
						t.Errorf("%s %d-%d-%d is carried, and not with a Yes more", kind, yes, no, abstain)
					}
				}
			}
		}
	}
}

var pack = sync.OnceValues(func() (*ballot.Package, []ballot.Serial) {
	random := rand.NewChaCha8([32]byte{1})
	var serials []ballot.Serial
	for range 14 {
		s, err := ballot.NewSerial(random)
		if err != nil {
			panic(err)
		}
		serials = append(serials, s)
	}
	f := facts{Vote: Vote{ID: 7, Draft: draft.tidied()}}
	unsigned := f.packageFor([]ballot.Teller{
		{Name: "Ana", Card: keyring()[0].identity.Card()}, {Name: "Ben", Card: keyring()[1].identity.Card()},
	})
	ring := keyring()
	for _, k := range ring[:2] {
		unsigned.Signatures = append(unsigned.Signatures, k.identity.SignKeys(unsigned.Keys()))
	}
	p, err := ballot.NewPackage(unsigned, serials, random)
	if err != nil {
		panic(err)
	}
	return p, serials
})

// The outcome does not depend on the order in which either teller enters.
func TestOutcomeDoesNotDependOnTheOrderOfEntry(t *testing.T) {
	p, serials := pack()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, len(serials)).Draw(t, "papers")
		var papers []ballot.Paper
		for i := range n {
			choices := rapid.SliceOfN(
				rapid.SampledFrom([]ballot.Choice{ballot.Yes, ballot.No, ballot.Abstain, ballot.Blank, ballot.Spoiled}), 2, 2,
			).Draw(t, fmt.Sprint("paper ", i))
			papers = append(papers, ballot.Paper{Serial: serials[i], Choices: choices})
		}
		outcome := func(name string) string {
			var batches [2]ballot.Batch
			for k := range batches {
				var sealed []ballot.Record
				for _, paper := range rapid.Permutation(slices.Clone(papers)).Draw(t, name+fmt.Sprint(k)) {
					r, err := p.Seal(ballot.TellerNumber(k+1), paper, rand.NewChaCha8([32]byte{byte(k), byte(len(sealed))}))
					if err != nil {
						t.Fatal(err)
					}
					sealed = append(sealed, r)
				}
				var err error
				if batches[k], err = p.Open(keyring()[k].identity, ballot.TellerNumber(k+1), sealed); err != nil {
					t.Fatal(err)
				}
			}
			result, err := p.Count(batches[0], batches[1])
			if err != nil {
				t.Fatal(err)
			}
			totals := totalsOf(result)
			out, err := decide(constitution.Shipped(), draft.tidied().Motions, totals)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(totals.Papers, totals.Motions, out)
		}
		if a, b := outcome("first"), outcome("second"); a != b {
			t.Fatalf("%s, and in another order %s", a, b)
		}
	})
}

// Root hashes do not depend on the order of the roll, and change with any of
// its entries.
func TestTheRollsHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Za-zāē ]{1,12}`), 1, 20, rapid.ID[string]).Draw(t, "names")
		var roll []Voter
		for _, name := range names {
			roll = append(roll, Voter{Person: 1, Name: name, Hash: voterHash(3, day("2026-03-15"), 1, name)})
		}
		want := rollHash(roll)
		if got := rollHash(rapid.Permutation(slices.Clone(roll)).Draw(t, "order")); got != want {
			t.Fatalf("another order, another hash: %s %s", got, want)
		}
		k := rapid.IntRange(0, len(roll)-1).Draw(t, "changed")
		changed := slices.Clone(roll)
		changed[k].Hash = voterHash(3, day("2026-03-15"), 1, names[k]+"x")
		if rollHash(changed) == want || rollHash(slices.Delete(slices.Clone(roll), k, k+1)) == want {
			t.Fatal("a changed roll has the same hash")
		}
	})
	// Fields cannot flow into each other.
	if voterHash(1, day("2026-03-15"), 12, "3 Ana") == voterHash(1, day("2026-03-15"), 1, "23 Ana") {
		t.Error("two members have the same hash")
	}
	d := draft.tidied()
	seen := map[string]string{motionsHash(d): "the draft"}
	for name, change := range map[string]func(*Draft){
		"title": func(d *Draft) { d.Title += "x" }, "egm": func(d *Draft) { d.EGM = d.EGM.AddDays(1) },
		"closing": func(d *Draft) { d.Closing = d.Closing.AddDays(1) },
		"address": func(d *Draft) { d.Address += "x" }, "way": func(d *Draft) { d.Way = Offline },
		"text":          func(d *Draft) { d.Motions[0].Text += "x" },
		"kind":          func(d *Draft) { d.Motions[0].Kind = constitution.Constitutional },
		"a motion less": func(d *Draft) { d.Motions = d.Motions[:1] },
	} {
		c := draft.tidied()
		change(&c)
		if other, same := seen[motionsHash(c)]; same {
			t.Errorf("another %s has the hash of %s", name, other)
		}
		seen[motionsHash(c)] = name
	}
}
