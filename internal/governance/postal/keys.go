package postal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// keySet are the tellers with their cards, whom a paper would be sealed to now; false
// while one of them has none. A name that was corrected in the register since the
// package was made stays as the tellers signed it.
func (f facts) keySet() (ballot.KeySet, bool) {
	cards, err := f.cards()
	if err != nil || len(cards) == 0 {
		return ballot.KeySet{}, false
	}
	set := ballot.KeySet{Vote: f.packageID(), Tellers: cards}
	if f.pack == "" || !slices.ContainsFunc(f.tellers, func(t teller) bool { return !t.signed.Keys.Same(set) }) {
		return set, true
	}
	p, err := ballot.ParsePackage([]byte(f.pack))
	if err == nil && p.Vote == set.Vote && sameCards(p.Tellers, cards) {
		return p.Keys(), true
	}
	return set, true
}

func sameCards(a, b []ballot.Teller) bool {
	return slices.EqualFunc(a, b, func(a, b ballot.Teller) bool { return a.Card == b.Card })
}

// unsigned says which teller has not signed the keys as they are, and what changed
// since; "" where all have. Nothing is sealed before.
func (f facts) unsigned() string {
	set, complete := f.keySet()
	if !complete {
		return "Not every teller has registered a key yet."
	}
	for _, t := range f.tellers {
		if text := f.unsignedBy(t, set); text != "" {
			return text
		}
	}
	return ""
}

func (f facts) unsignedBy(t teller, set ballot.KeySet) string {
	card, err := ballot.ParseCard(t.Recipient)
	switch {
	case len(t.signed.Signature) == 0:
		return fmt.Sprintf("%s has not signed the keys of all tellers yet. %s opens the message on the page “Your key” with "+
			"nzgs teller open, and pastes the answer there.", t.Name, t.Name)
	case err == nil && t.signed.By(card) && t.signed.Keys.Same(set):
		return ""
	}
	since := set.Since(t.signed.Keys)
	if len(since) == 0 {
		since = []string{"The signature was changed."}
	}
	for i, now := range f.tellers {
		if i < len(set.Tellers) && !slices.Contains(t.signed.Keys.Tellers, set.Tellers[i]) && now.Ready() {
			since = append(since, fmt.Sprintf("The key of %s is marked as proved on %s.", now.Name, now.Proven.Date().Long()))
		}
	}
	return fmt.Sprintf("These are not the keys that %s signed on %s. %s Nothing is sealed to them. Ask each other by "+
		"telephone for the numbers that nzgs teller key prints. If the change is right, every teller signs again on the page "+
		"“Your key”. If not, someone changed the database: look at the society’s log with nzgs audit verify, and restore a "+
		"backup from before the change.", t.Name, t.signed.On.Long(), strings.Join(since, " "))
}

// signatures are the tellers' under the keys, in their order.
func (f facts) signatures() (out [][]byte) {
	for _, t := range f.tellers {
		out = append(out, t.signed.Signature)
	}
	return out
}

// testFor is what waits for a teller's answer: the proof of the key, the signature
// under the keys of all, or both. False where neither does.
func (f facts) testFor(t teller) (ballot.Test, bool, error) {
	var test ballot.Test
	if t.Recipient == "" {
		return test, false, nil
	}
	card, err := ballot.ParseCard(t.Recipient)
	if err != nil {
		return test, false, fmt.Errorf("read a teller's card: %w", err)
	}
	if t.test != "" {
		if err := json.Unmarshal([]byte(t.test), &test); err != nil {
			return test, false, fmt.Errorf("read a teller's test: %w", err)
		}
	}
	test.Kind, test.Vote, test.Card, test.Tellers = ballot.TestFormat, f.packageID(), card, []ballot.Teller{}
	if set, complete := f.keySet(); complete && !f.unsignedKeys && len(set.Tellers) > 1 && f.unsignedBy(t, set) != "" {
		test.Tellers = set.Tellers
	}
	return test, test.Token != "" || len(test.Tellers) > 0, nil
}

// beginSigning ends that a vote goes on with keys that were never signed: they change.
func (f *facts) beginSigning(ctx context.Context, tx *store.Tx) error {
	if !f.unsignedKeys {
		return nil
	}
	f.unsignedKeys = false
	return change(ctx, tx, f.ID, `keys_unsigned = 0`)
}

// noted refuses to seal unless the teller, who alone knows it from the own machine,
// says the number of the keys: who rewrote the database, with all its keys and its
// log, cannot make keys of that number. Where the keys were never signed it is the
// numbers of all of them, which the tellers tell each other. Field: keys.
func (d desk) noted(number string) error {
	keys, typed := keysOf(d.pack.Keys()), strings.ToLower(unbroken(number))
	var fields apperr.Fields
	if d.unsignedKeys {
		var all string
		for _, t := range keys.Tellers {
			all += unbroken(t.Number)
		}
		if typed != all {
			fields.Add("keys", "Type the numbers of all tellers’ keys in the order of the tellers, yours too, as nzgs teller key "+
				"prints them for each: ask the others by telephone. Nothing was sealed. If they are right and this stays, someone "+
				"changed the keys.")
		}
		return fields.Err()
	}
	switch typed {
	case unbroken(keys.Number):
	case "":
		fields.Add("keys", "Type the number of the keys, 16 letters and digits, from the note that you made when you signed "+
			"them. On your own machine nzgs teller key prints it again.")
	default:
		fields.Add("keys", "The papers would be sealed to keys of another number, so nothing was sealed. Check what you typed "+
			"with your note: nzgs teller key prints the number again. If it is right, someone changed the keys since you "+
			"signed them. Tell the other teller.")
	}
	return fields.Err()
}

// CheckKeys is what a page asks before papers are entered: whether the keys have the
// number that the teller noted. Field: keys.
func (s *Service) CheckKeys(ctx context.Context, actor auth.Actor, id VoteID, number string) error {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return err
	}
	if err := s.mayTake(actor, ruleOf(ActEnter), f); err != nil {
		return err
	}
	d, err := f.desk(actor)
	if err != nil {
		return err
	}
	return d.noted(number)
}

// Keys are the keys of a vote as people compare them.
type Keys struct {
	Number  string // of the whole set; "" while a teller has no key
	Signed  bool   // every teller signed the set
	Stopped string // what is not as it was signed; "" where nothing is
	Before  bool   // the papers went out before tellers signed keys
	Tellers []TellerKey
}

// TellerKey is a teller's key by its number.
type TellerKey struct{ Name, Number string }

// keys shows the keys of a vote.
func (f facts) keys() Keys {
	set, complete := f.keySet()
	if !complete {
		return Keys{}
	}
	k := keysOf(set)
	k.Before = f.unsignedKeys
	if !k.Before {
		k.Stopped = f.unsigned()
		k.Signed = k.Stopped == ""
	}
	return k
}

func keysOf(set ballot.KeySet) Keys {
	k := Keys{Number: set.Number()}
	for _, t := range set.Tellers {
		k.Tellers = append(k.Tellers, TellerKey{t.Name, t.Card.Fingerprint()})
	}
	return k
}
