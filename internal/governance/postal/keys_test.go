package postal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/governance/ballot/ballottest"
	"nzgs/internal/store"
)

// forged is what somebody who can write to the database makes of a vote: its
// tellers' rows, its package and whether it is one of before tellers signed. They
// have no teller's key, and one or two of their own.
type forged struct {
	tellers []teller
	pack    *ballot.Package
	before  int
}

// forge puts it into the database, and rewrites the log so that it fits.
func (w *society) forge(f forged) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		if err := replaceTellers(ctx, tx, w.vote, f.tellers); err != nil {
			return err
		}
		if err := change(ctx, tx, w.vote, `package = $2, keys_unsigned = $3`, string(f.pack.Encode()), f.before); err != nil {
			return err
		}
		after, err := leaves(ctx, tx, w.vote, nil)
		if err != nil {
			return err
		}
		return did(w.permit(), "note", w.vote, after).Write(ctx, tx)
	}))
}

// asItIs is the vote's tellers and package, to be changed.
func (w *society) asItIs() forged {
	w.t.Helper()
	f, err := w.facts(ctx, w.db, w.vote)
	w.must(err)
	p := &ballot.Package{}
	w.must(json.Unmarshal([]byte(f.pack), p))
	return forged{tellers: f.tellers, pack: p}
}

// swap gives a teller another card everywhere, and its owner's signature.
func (f *forged) swap(at int, owner *ballot.Identity) {
	f.pack.Tellers[at].Card, f.tellers[at].Recipient = owner.Card(), owner.Card().String()
	f.sign(at, owner)
}

func (f *forged) sign(at int, owner *ballot.Identity) {
	f.pack.Signatures[at] = owner.SignKeys(f.pack.Keys())
	f.tellers[at].signed = ballot.SignedKeys{On: day("2026-03-15"), Keys: f.pack.Keys(), Signature: f.pack.Signatures[at]}
}

// TestNothingIsSealedToKeysThatTheTellersDidNotSign: whoever can write to the
// database, its log too, gets no paper sealed to a key of their own, and the
// refusal says what changed. Without the log every one is refused as changed.
func TestNothingIsSealedToKeysThatTheTellersDidNotSign(t *testing.T) {
	spy, _ := ballottest.Key(passphrase)
	second, _ := ballottest.Key(passphrase)
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateTellers, draft)
		old := w.asTellers()
		w.proveKey("ben", 2) // Ben's first key was lost
		w.signKeys("ana", 0)
		w.advance(StateClosed, "yn")
		sound := w.asItIs()
		elsewhere := ballot.KeySet{Vote: "postal-99", Tellers: sound.pack.Tellers}
		for _, attack := range []struct {
			name   string
			change func(f *forged)
			says   string
		}{
			{"a teller planted", func(f *forged) {
				planted := f.tellers[1]
				planted.Person, planted.position, planted.Recipient = w.people[9], 3, spy.Card().String()
				f.tellers = append(f.tellers, planted)
				f.pack.Tellers = append(f.pack.Tellers, ballot.Teller{Name: "Member Testcase009", Card: spy.Card()})
				f.pack.Signatures = append(f.pack.Signatures, nil)
				f.sign(2, spy)
			}, "not the keys that Member Testcase001 signed on 15 March 2026. Member Testcase009 was added, with the key " +
				spy.Card().Fingerprint() + ". The key of Member Testcase009 is marked as proved on 15 March 2026."},
			{"the other teller's card swapped", func(f *forged) { f.swap(1, spy) },
				"signed on 15 March 2026. The key of Member Testcase002 was changed: it was " +
					sound.pack.Tellers[1].Card.Fingerprint() + " and is " + spy.Card().Fingerprint()},
			{"one's own card swapped", func(f *forged) { f.swap(0, spy) }, "signed on 15 March 2026. The key of Member Testcase001 was changed"},
			{"everything replaced", func(f *forged) { f.swap(0, spy); f.swap(1, second); f.sign(0, spy) }, "keys: The papers would be sealed to keys of another number"},
			{"as it was before a key was lost", func(f *forged) {
				for i := range old {
					f.tellers[i].Recipient, f.tellers[i].signed = old[i].Recipient, old[i].signed
					f.pack.Tellers[i], f.pack.Signatures[i] = old[i].signed.Keys.Tellers[i], old[i].signed.Signature
				}
			}, "keys: The papers would be sealed to keys of another number"},
			{"what was signed for another vote", func(f *forged) {
				for i, k := range []*ballot.Identity{keyring()[0].identity, keyring()[2].identity} {
					f.tellers[i].signed.Keys, f.tellers[i].signed.Signature = elsewhere, k.SignKeys(elsewhere)
					f.pack.Signatures[i] = f.tellers[i].signed.Signature
				}
			}, "They are the keys of another vote, postal-"},
			{"another order", func(f *forged) {
				slices.Reverse(f.tellers)
				slices.Reverse(f.pack.Tellers)
				slices.Reverse(f.pack.Signatures)
				for i := range f.tellers {
					f.tellers[i].position = i + 1
				}
			}, "The tellers are in another order"},
			{"a signature missing", func(f *forged) { f.tellers[1].signed = ballot.SignedKeys{}; f.pack.Signatures[1] = nil },
				"Member Testcase002 has not signed the keys"},
			{"a signature of another", func(f *forged) { f.sign(1, spy) }, "The signature was changed."},
			{"the package alone", func(f *forged) {
				f.pack.Tellers[1].Card = spy.Card()
				f.pack.Signatures[1] = spy.SignKeys(f.pack.Keys())
			},
				"changed the vote package"},
			{"a package of before, unsigned", func(f *forged) {
				f.pack.Format, f.pack.Signatures = "nzgs-vote-package/1", nil
			}, "changed the vote package"},
		} {
			now := w.asItIs()
			attack.change(&now)
			w.forge(now)
			for _, name := range []string{"ana", "ben"} {
				err := w.Enter(ctx, w.actors[name], w.vote, w.entries("yn"))
				if err == nil || !strings.Contains(err.Error(), attack.says) {
					t.Errorf("%s: %s gets %v, want %q", attack.name, name, err, attack.says)
				}
				if n := w.rows("postal_entry"); n != 0 {
					t.Fatalf("%s: %d papers are sealed", attack.name, n)
				}
			}
			w.forge(sound)
		}
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")))
	})
}

// cards are the numbers of tellers' keys, as each of their machines prints them.
func (w *society) cards(keys ...int) (out string) {
	for _, k := range keys {
		out += keyring()[k].identity.Card().Fingerprint() + " "
	}
	return out
}

// TestAVoteMadeToLookAsOneOfBeforeIsNotSealedToAnybodyElse: whoever takes the
// signatures away too, and rewrites the log, is asked for numbers that only the
// tellers' own machines print.
func TestAVoteMadeToLookAsOneOfBeforeIsNotSealedToAnybodyElse(t *testing.T) {
	spy, _ := ballottest.Key(passphrase)
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn")
		signed := w.noted[w.vote]
		f := w.asItIs()
		f.swap(1, spy)
		f.before, f.pack.Format, f.pack.Signatures = 1, "nzgs-vote-package/1", nil
		for i := range f.tellers {
			f.tellers[i].signed = ballot.SignedKeys{}
		}
		w.forge(f)
		for what, number := range map[string]string{
			"the numbers of the tellers' keys": w.cards(0, 1), "one's own": w.cards(0), "what was signed": signed, "nothing": "",
			"the number of the false keys": f.pack.Keys().Number(),
		} {
			if err := w.Service.Enter(ctx, w.actors["ana"], w.vote, number, w.entries("yn")); fields(err) != "keys" {
				t.Errorf("%s: %v", what, err)
			}
		}
		if n := w.rows("postal_entry"); n != 0 {
			t.Errorf("%d papers are sealed", n)
		}
	})
}

// asTellers are the vote's tellers with what they signed.
func (w *society) asTellers() []teller {
	w.t.Helper()
	f, err := w.facts(ctx, w.db, w.vote)
	w.must(err)
	return f.tellers
}

// TestNobodyEntersWithoutTheNumberOfTheKeys that the teller noted, whoever asks.
func TestNobodyEntersWithoutTheNumberOfTheKeys(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn")
		ana, noted := w.actors["ana"], w.noted[w.vote]
		for number, field := range map[string]string{
			"": "keys", "0000 0000 0000 0000": "keys", noted[:14]: "keys", " " + strings.ToUpper(w.noted[w.vote]) + "\n": "",
			strings.ReplaceAll(w.noted[w.vote], " ", ""): "",
		} {
			if err := w.CheckKeys(ctx, ana, w.vote, number); field == "" && err != nil || field != "" && fields(err) != field {
				t.Errorf("%q: %v", number, err)
			}
			if err := w.Service.Enter(ctx, ana, w.vote, number, w.entries("yn")); field != "" && fields(err) != field {
				t.Errorf("entered with %q: %v", number, err)
			}
			err := w.Service.Correct(ctx, ana, w.vote, number, w.key("ana"), w.entries("yn"))
			if field != "" && fields(err) != field {
				t.Errorf("corrected with %q: %v", number, err)
			}
		}
		if w.CheckKeys(ctx, w.actors["secretary"], w.vote, w.noted[w.vote]) == nil || w.CheckKeys(ctx, w.actors["nobody"], w.vote, w.noted[w.vote]) == nil {
			t.Error("somebody who is no teller asks")
		}
	})
}

// TestAVoteFromBeforeTheKeysWereSignedIsFinished, and says so; with a new key its
// tellers sign.
func TestAVoteFromBeforeTheKeysWereSignedIsFinished(t *testing.T) {
	marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
	asBefore := func(w *society) {
		f := w.asItIs()
		f.pack.Format, f.pack.Signatures = "nzgs-vote-package/1", nil
		for i := range f.tellers {
			f.tellers[i].signed = ballot.SignedKeys{}
		}
		w.forge(f)
		migration, err := os.ReadFile(filepath.Join("..", "..", "..", "migrations", "00048_tellers_sign_the_keys.sql"))
		w.must(err)
		update := regexp.MustCompile(`(?m)^UPDATE .*;$`).FindString(string(migration))
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, update); return err }))
	}
	each(t, 14, func(t *testing.T, w *society) {
		w.offices()
		w.reach(StateDespatched, draft)
		asBefore(w)
		if test, err := w.KeyTest(ctx, w.actors["ana"], w.vote); test != "" || err != nil {
			t.Errorf("a message waits: %q, %v", test, err)
		}
		_, err := w.Service.ReplacePaper(ctx, w.actors["secretary"], w.vote, w.people[12], "Lost in the post.")
		w.must(err)
		w.noted[w.vote] = w.cards(0, 1)
		w.advance(StateDestroyed, marks...)
		d, err := w.Service.Declaration(ctx, w.vote)
		if err != nil || !d.Proven || d.Keys.Signed || !d.Keys.Before || d.Keys.Number == "" {
			t.Errorf("%+v, %v", d.Keys, err)
		}
		w.on("2026-03-15")
		w.reach(StateDespatched, draft)
		asBefore(w)
		w.advance(StateClosed, marks...)
		w.must(w.Propose(ctx, w.actors["ben"], w.vote, Proposal{Out: w.people[2], In: w.people[2], Reason: "The file is lost."}))
		w.offer("ben", 2)
		for _, name := range []string{"ana", "secretary", "president"} {
			w.must(w.confirm(name))
		}
		w.signKeys("ben", 2)
		w.refused(w.Enter(ctx, w.actors["ben"], w.vote, w.entries(marks...)), "5.11", "Member Testcase001 has not signed the keys")
		w.signKeys("ana", 0)
		if p := w.asItIs().pack; !p.KeysSigned() {
			t.Error("a package of before is made")
		}
		w.must(w.Enter(ctx, w.actors["ben"], w.vote, w.entries(marks...)))
	})
}

// TestAVoteWhosePapersAreNotOutYetIsSigned: its package of before takes the
// signatures, and the papers that are printed stay good.
func TestAVoteWhosePapersAreNotOutYetIsSigned(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StatePapers, draft)
		f := w.asItIs()
		f.pack.Format, f.pack.Signatures = "nzgs-vote-package/1", nil
		for i := range f.tellers {
			f.tellers[i].signed = ballot.SignedKeys{}
		}
		w.forge(f)
		if n := w.count(`SELECT keys_unsigned FROM postal_vote WHERE id = $1`, w.vote); n != 0 {
			t.Error("a vote whose papers are not out is taken for one of before")
		}
		despatch := func() error {
			return w.Service.Despatch(ctx, w.actors["secretary"], w.vote, w.version(), Despatch{On: w.now.Date(), How: "By post", By: "A Helper"})
		}
		w.refused(despatch(), "5.11", "Member Testcase001 has not signed the keys")
		w.signKeys("ben", 1)
		w.refused(despatch(), "5.11", "Member Testcase001 has not signed the keys")
		w.signKeys("ana", 0)
		w.must(despatch())
		if p := w.asItIs().pack; !p.KeysSigned() || !slices.Equal(p.Serials, f.pack.Serials) {
			t.Error("the package is not the same with signatures")
		}
		w.advance(StateClosed, "yn")
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries("yn")))
	})
}

// TestTheKeysAreShownByTheirNumber to the tellers while they are being signed, and
// to everybody with the declaration.
func TestTheKeysAreShownByTheirNumber(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateFrozen, draft)
		w.must(w.Appoint(ctx, w.actors["secretary"], w.vote, w.version(), minuted(w.people[1:3]...)))
		w.proveKey("ana", 0)
		shown := func(name string) Keys {
			t.Helper()
			f, err := w.Vote(ctx, w.actors[name], w.vote)
			w.must(err)
			return f.Keys
		}
		if k := shown("ana"); k.Number != "" || k.Signed {
			t.Errorf("with one key: %+v", k)
		}
		w.proveKey("ben", 1) // signs with the same answer
		if k := shown("ben"); k.Number == "" || k.Signed || !strings.Contains(k.Stopped, "Member Testcase001 has not signed") {
			t.Errorf("with both keys: %+v", k)
		}
		_, err := w.MakePapers(ctx, w.actors["secretary"], w.vote, w.version())
		w.refused(err, "5.11", "Member Testcase001 has not signed the keys")
		w.signKeys("ana", 0)
		if k := shown("secretary"); k.Number != w.noted[w.vote] || !k.Signed || len(k.Tellers) != 2 ||
			k.Tellers[0].Number != keyring()[0].identity.Card().Fingerprint() {
			t.Errorf("signed: %+v", k)
		}
		if test, err := w.KeyTest(ctx, w.actors["ana"], w.vote); test != "" || err != nil {
			t.Errorf("a message waits when all have signed: %v", err)
		}
		w.advance(StateDeclared, strings.Split(strings.Repeat("yn ", 10), " ")[:10]...)
		d, err := w.Service.Declaration(ctx, w.vote)
		if err != nil || d.Keys.Number != w.noted[w.vote] || !d.Keys.Signed {
			t.Errorf("declared: %+v, %v", d.Keys, err)
		}
		if k := shown("member"); k.Number != "" {
			t.Errorf("a member is shown %+v", k)
		}
	})
}
