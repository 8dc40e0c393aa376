package main

import (
	"crypto/rand"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/ballot/ballottest"
)

// message is a test message for a teller that asks for the signature under the keys.
func (w *tellersTable) message(teller int, set ballot.KeySet) string {
	w.t.Helper()
	test, err := ballot.NewTest(set.Vote, set.Tellers[teller].Card, rand.Reader)
	if err != nil {
		w.t.Fatal(err)
	}
	test.Tellers = set.Tellers
	message, err := test.Message()
	if err != nil {
		w.t.Fatal(err)
	}
	return string(message)
}

// TestATellerSeesTheKeysBeforeSigningThem, and signs nothing without having compared
// them.
func TestATellerSeesTheKeysBeforeSigningThem(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	set := w.vote.Keys()
	w.write("keys.age", w.message(0, set))
	for name, answer := range map[string]string{"nothing": "", "no": "no\n", "something else": "maybe\n"} {
		if out, _, err := w.run(answer, with("ana", "open", "keys.age")...); !errors.Is(err, errUsage) || out != "" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
	if _, err := os.Stat("ana-signed.json"); err == nil {
		t.Error("what was not signed is noted")
	}
	out, said, err := w.run("yes\n", with("ana", "open", "keys.age")...)
	if err != nil || !strings.Contains(out, ".") {
		t.Fatalf("%q, %v", out, err)
	}
	for _, want := range []string{
		"number of the keys  " + set.Number(), set.Tellers[0].Card.Fingerprint() + "  Ana", set.Tellers[1].Card.Fingerprint() + "  Ben",
		"Yours is " + set.Tellers[0].Card.Fingerprint(), "Write the number of the keys down: " + set.Number(),
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
	if _, said, err := w.run("", with("ana", "key")...); err != nil || !strings.Contains(said, "number of the keys  "+set.Number()) {
		t.Errorf("the note is not printed again: %v\n%s", err, said)
	}
	if _, _, err := w.run("", with("ana", "open", "keys.age", "--compared", "0000 0000 0000 0000")...); !errors.Is(err, errUsage) {
		t.Errorf("signed with another number: %v", err)
	}
	w.must("", with("ana", "open", "keys.age", "--compared", set.Number())...)
}

// TestNothingIsSealedToOtherKeysThanTheTellerSigned, on the teller's machine: whoever
// hands out another vote file gets nothing, and the refusal says what changed.
func TestNothingIsSealedToOtherKeysThanTheTellerSigned(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	spy, _ := ballottest.Key(tellerPassphrase)
	second, _ := ballottest.Key(tellerPassphrase)
	ana, ben := w.identity("ana"), w.identity("ben")
	set := w.vote.Keys()

	// Ben's first key was lost: what both signed with it is an earlier state.
	earlier := ballot.KeySet{Vote: set.Vote, Tellers: []ballot.Teller{set.Tellers[0], {Name: "Ben", Card: spy.Card()}}}
	before := w.with(earlier.Tellers, ana.SignKeys(earlier), spy.SignKeys(earlier))
	w.write("keys.age", w.message(0, earlier))
	w.must("yes\n", with("ana", "open", "keys.age")...)
	w.write("keys.age", w.message(0, set))
	w.must("yes\n", with("ana", "open", "keys.age")...)

	planted := append(slices.Clone(set.Tellers), ballot.Teller{Name: "Nobody At All", Card: spy.Card()})
	swapped := []ballot.Teller{set.Tellers[0], {Name: "Ben", Card: spy.Card()}}
	all := []ballot.Teller{{Name: "Ana", Card: second.Card()}, {Name: "Ben", Card: spy.Card()}}
	turned := []ballot.Teller{set.Tellers[1], set.Tellers[0]}
	in := func(tellers []ballot.Teller) ballot.KeySet { return ballot.KeySet{Vote: set.Vote, Tellers: tellers} }
	unsigned := *w.vote
	unsigned.Format, unsigned.Signatures = "nzgs-vote-package/1", nil
	for name, c := range map[string]struct {
		vote *ballot.Package
		says string
	}{
		"a teller planted": {
			w.with(planted, w.vote.Signatures[0], w.vote.Signatures[1], spy.SignKeys(in(planted))),
			"Nobody At All was added, with the key " + spy.Card().Fingerprint(),
		},
		"the other's card swapped": {
			w.with(swapped, w.vote.Signatures[0], spy.SignKeys(in(swapped))), "The key of Ben was changed",
		},
		"everything replaced": {
			w.with(all, second.SignKeys(in(all)), spy.SignKeys(in(all))), "does not belong to a teller of this vote",
		},
		"as it was before a key was lost": {before, "The key of Ben was changed: it was " + ben.Card().Fingerprint()},
		"another order":                   {w.with(turned, ben.SignKeys(in(turned)), ana.SignKeys(in(turned))), "in another order"},
		"a signature missing":             {w.with(set.Tellers, w.vote.Signatures[0]), "have 1"},
		"not signed, as before":           {&unsigned, "are not signed, and you signed the keys of this vote"},
	} {
		w.write("other.json", string(c.vote.Encode()))
		_, _, err := w.run(w.serials[0].String()+"\ny\n\nquit\n", with("ana", "enter", "other.json")...)
		if !errors.Is(err, errUsage) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
		if _, err := os.Stat("egm-2026-teller-1.json"); err == nil {
			t.Fatalf("%s: something is sealed", name)
		}
	}

	// What the other teller sends of such a file is neither compared nor counted.
	w.write("other.json", string(before.Encode()))
	w.must("", "key", "--key", "late.age", "--passphrase-file", "secret")
	records, err := ballot.SignEntries(before, ana, nil)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := ballot.SignEntries(before, spy, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.write("mine.json", string(records.Encode()))
	w.write("theirs.json", string(theirs.Encode()))
	for _, command := range []string{"compare", "total"} {
		_, _, err := w.run("", with("ana", command, "mine.json", "theirs.json")...)
		if !errors.Is(err, errUsage) || !strings.Contains(err.Error(), "not the keys that you signed on") {
			t.Errorf("%s: %v", command, err)
		}
	}
	w.must("", with("ana", "enter", "vote.json")...)
}

// with is the vote's file with other keys and signatures, whether they fit or not.
func (w *tellersTable) with(tellers []ballot.Teller, signatures ...[]byte) *ballot.Package {
	p := *w.vote
	p.Tellers, p.Signatures = tellers, signatures
	return &p
}

// TestWithoutANoteTheKeysAreShown: on another machine there is nothing to compare
// with but the teller's own paper; and a file of before tellers signed is taken.
func TestWithoutANoteTheKeysAreShown(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	_, said, err := w.run("", with("ana", "enter", "vote.json")...)
	if err != nil || !strings.Contains(said, "no note on this machine") || !strings.Contains(said, w.vote.Keys().Number()) {
		t.Errorf("%v\n%s", err, said)
	}
	unsigned := *w.vote
	unsigned.Format, unsigned.Signatures = "nzgs-vote-package/1", nil
	w.write("before.json", string(unsigned.Encode()))
	_, said, err = w.run("", with("ben", "enter", "before.json")...)
	if err != nil || !strings.Contains(said, "have not signed the keys in before.json") {
		t.Errorf("%v\n%s", err, said)
	}
}
