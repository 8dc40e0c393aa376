package ballot

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

// TestNoPackageHasKeysThatTheTellersDidNotSign: whatever somebody without a
// teller's key makes of the keys in a package, nothing can be sealed to them.
func TestNoPackageHasKeysThatTheTellersDidNotSign(t *testing.T) {
	v := newVote(t, 1, 2, 1)
	ana, ben, spy := keys()[0], keys()[1], keys()[2]
	planted := Teller{"Nobody At All", spy.Card()}
	sign := func(p *Package, ids ...*Identity) { p.Signatures = signatures(p.Keys(), ids...) }
	other := newVote(t, 1, 2, 1)
	other.Vote = "egm-2025"
	for name, change := range map[string]func(*Package){
		"a teller planted": func(p *Package) { p.Tellers = append(p.Tellers, planted) },
		"planted, and signed by itself": func(p *Package) {
			p.Tellers = append(p.Tellers, planted)
			p.Signatures = append(p.Signatures, spy.SignKeys(p.Keys()))
		},
		"planted, and signed by itself for all": func(p *Package) {
			p.Tellers = append(p.Tellers, planted)
			sign(p, spy, spy, spy)
		},
		"a card swapped":                func(p *Package) { p.Tellers[1].Card = spy.Card() },
		"swapped, and signed for it":    func(p *Package) { p.Tellers[1].Card = spy.Card(); p.Signatures[1] = spy.SignKeys(p.Keys()) },
		"half a card swapped":           func(p *Package) { p.Tellers[1].Card.Recipient = spy.Card().Recipient },
		"a teller left out":             func(p *Package) { p.Tellers = append(p.Tellers[:1], planted) },
		"another order":                 func(p *Package) { slices.Reverse(p.Tellers) },
		"another order, signatures too": func(p *Package) { slices.Reverse(p.Tellers); slices.Reverse(p.Signatures) },
		"another name":                  func(p *Package) { p.Tellers[1].Name = "Ben Moa" },
		"signed for another vote":       func(p *Package) { p.Signatures = signatures(other.Keys(), ana, ben) },
		"another vote":                  func(p *Package) { p.Vote = "egm-2027" },
		"a signature missing":           func(p *Package) { p.Signatures = p.Signatures[:1] },
		"no signatures":                 func(p *Package) { p.Signatures = nil },
		"empty signatures":              func(p *Package) { p.Signatures = [][]byte{nil, {}} },
		"one's signature twice":         func(p *Package) { p.Signatures[1] = p.Signatures[0] },
		"the signatures exchanged":      func(p *Package) { slices.Reverse(p.Signatures) },
		"the format of before, signed":  func(p *Package) { p.Format = unsignedFormat },
	} {
		p, err := ParsePackage(v.Encode())
		if err != nil {
			t.Fatal(err)
		}
		change(p)
		if _, err := ParsePackage(p.Encode()); err == nil {
			t.Errorf("%s: the package is read", name)
		}
		if name == "the format of before, signed" {
			continue // whatever is made has the new format
		}
		if _, err := NewPackage(*p, v.serials, seeded(1)); err == nil {
			t.Errorf("%s: a package is made", name)
		}
		if _, err := v.WithTellers(p.Tellers, p.Signatures); err == nil && name != "another vote" {
			t.Errorf("%s: a package takes them", name)
		}
	}
}

// TestPackagesOfBeforeAreStillRead, with the hash that everything made for them has,
// and none is made.
func TestPackagesOfBeforeAreStillRead(t *testing.T) {
	v := newVote(t, 1, 2, 1)
	before := *v.Package
	before.Format, before.Signatures = unsignedFormat, nil
	if strings.Contains(string(before.Encode()), "signatures") {
		t.Error("the file has a field that it had not")
	}
	p, err := ParsePackage(before.Encode())
	if err != nil || p.KeysSigned() || p.Hash() != before.Hash() {
		t.Fatalf("%v", err)
	}
	if made, err := NewPackage(before, v.serials, seeded(1)); err == nil {
		t.Errorf("made in format %s without signatures", made.Format)
	}
	if made, err := p.WithTellers(p.Tellers, v.Signatures); err != nil || !made.KeysSigned() {
		t.Errorf("the tellers of a package of before sign: %v", err)
	}
}

// TestTheLastTellersAnswerSignsTheKeys, and who proved a key before is asked for
// the signature alone.
func TestTheLastTellersAnswerSignsTheKeys(t *testing.T) {
	v := newVote(t, 1, 1, 1)
	ana, ben := keys()[0], keys()[1]
	for name, token := range map[string]bool{"proof and signature": true, "signature alone": false} {
		test, _ := newTest(t, v.Vote, ben, 1)
		if !token {
			test.Token = ""
		}
		test.Tellers = v.Tellers
		message, err := test.Message()
		if err != nil {
			t.Fatal(err)
		}
		asked, err := ben.OpenTest(message)
		if set, sign := asked.Keys(); err != nil || !sign || !set.Same(v.Keys()) {
			t.Fatalf("%s: %v", name, err)
		}
		answer, err := ben.Answer(message)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := test.Check(answer)
		if err != nil || !v.Keys().SignedBy(ben.Card(), signature) {
			t.Errorf("%s: %v", name, err)
		}
		proof, keysOnly, _ := strings.Cut(answer, ".")
		for wrong, bad := range map[string]string{
			"the proof alone": proof, "the signature alone": keysOnly, "turned round": keysOnly + "." + proof, "thrice": answer + "." + proof,
		} {
			if _, err := test.Check(bad); err == nil && bad != answer {
				t.Errorf("%s: %s was taken", name, wrong)
			}
		}
		since := test
		since.Tellers = append(slices.Clone(v.Tellers), Teller{"Cal Tui", keys()[2].Card()})
		if _, err := since.Check(answer); err == nil {
			t.Errorf("%s: the answer was taken for other keys", name)
		}
		if _, err := ana.Answer(message); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: another teller opens it: %v", name, err)
		}
	}
	for name, tellers := range map[string][]Teller{
		"keys without one's own": {{"Ana Weta", ana.Card()}, {"Cal Tui", keys()[2].Card()}},
		"one teller":             v.Tellers[1:],
		"a name with escapes":    {{"Ana\x1b[2J", ana.Card()}, v.Tellers[1]},
	} {
		test, _ := newTest(t, v.Vote, ben, 1)
		test.Tellers = tellers
		message, err := test.Message()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ben.Answer(message); err == nil {
			t.Errorf("%s were signed", name)
		}
	}
}

func TestWhatChangedSinceTheKeysWereSigned(t *testing.T) {
	ana, ben, cal := Teller{"Ana Weta", keys()[0].Card()}, Teller{"Ben Kea", keys()[1].Card()}, Teller{"Cal Tui", keys()[2].Card()}
	swapped := Teller{"Ben Kea", keys()[2].Card()}
	number := func(t Teller) string { return t.Card.Fingerprint() }
	was := KeySet{"v", []Teller{ana, ben}}
	for name, c := range map[string]struct {
		now  KeySet
		want []string
	}{
		"nothing":   {was, nil},
		"added":     {KeySet{"v", []Teller{ana, ben, cal}}, []string{"Cal Tui was added, with the key " + number(cal) + "."}},
		"taken out": {KeySet{"v", []Teller{ana}}, []string{"Ben Kea was taken out, with the key " + number(ben) + "."}},
		"replaced": {KeySet{"v", []Teller{ana, cal}}, []string{
			"Ben Kea was taken out, with the key " + number(ben) + ".", "Cal Tui was added, with the key " + number(cal) + ".",
		}},
		"swapped": {KeySet{"v", []Teller{ana, swapped}}, []string{
			"The key of Ben Kea was changed: it was " + number(ben) + " and is " + number(swapped) + ".",
		}},
		"renamed": {KeySet{"v", []Teller{ana, {"Ben Moa", ben.Card}}}, []string{
			"The key " + number(ben) + " of Ben Kea is now called Ben Moa’s.",
		}},
		"another order": {KeySet{"v", []Teller{ben, ana}}, []string{"The tellers are in another order, or one is listed twice."}},
		"another vote":  {KeySet{"w", []Teller{ana, ben}}, []string{"They are the keys of another vote, w and not v."}},
	} {
		if got := c.now.Since(was); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if same := c.now.Same(was); same != (c.want == nil) || same != (c.now.Number() == was.Number()) {
			t.Errorf("%s: the same: %t", name, same)
		}
	}
}

func TestNotesOfSignedKeys(t *testing.T) {
	v := newVote(t, 1, 1, 1)
	ana := keys()[0]
	n := NewNotes()
	day := civil.MustParseDate("2026-03-15")
	n.Add(SignedKeys{day, KeySet{v.Vote, v.Tellers[:1]}, ana.SignKeys(KeySet{v.Vote, v.Tellers[:1]})})
	n.Add(SignedKeys{day, v.Keys(), ana.SignKeys(v.Keys())})
	read, err := ParseNotes(n.Encode(), ana.Card())
	if err != nil || len(read.Signed) != 1 {
		t.Fatalf("%+v, %v", read, err)
	}
	if s, found := read.Of(v.Vote); !found || !s.Keys.Same(v.Keys()) || s.On != day {
		t.Errorf("%+v", s)
	}
	if _, found := read.Of("egm-2027"); found {
		t.Error("a vote that was not signed")
	}
	if _, err := ParseNotes(n.Encode(), keys()[1].Card()); !errors.Is(err, ErrDamaged) {
		t.Errorf("the notes of another: %v", err)
	}
	changed := bytes.Replace(n.Encode(), []byte("Ben Kea"), []byte("Ben Moa"), 1)
	if _, err := ParseNotes(changed, ana.Card()); !errors.Is(err, ErrDamaged) {
		t.Errorf("changed notes: %v", err)
	}
}
