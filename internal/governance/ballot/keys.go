package ballot

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// KeySet is who can open what is entered in a vote: its tellers in their order,
// with name and card. Every teller's approval key signs the whole set, so that
// nobody adds a teller or changes a card without them.
type KeySet struct {
	Vote    string   `json:"vote"`
	Tellers []Teller `json:"tellers"`
}

const keysLabel = "nzgs vote keys v1\n"

func (s KeySet) statement() []byte { return append([]byte(keysLabel), canonical(s)...) }

// Number is the set in 16 hexadecimal digits, for people to compare aloud.
func (s KeySet) Number() string { return Hash(sha256.Sum256(s.statement())).Short() }

// Same reports whether two sets are of the same vote and tellers, in one order.
func (s KeySet) Same(other KeySet) bool { return bytes.Equal(s.statement(), other.statement()) }

// SignKeys is the teller's signature under a set of keys.
func (i *Identity) SignKeys(s KeySet) []byte { return i.sign(s.statement()) }

// SignedBy reports whether the card's owner signed the set.
func (s KeySet) SignedBy(c Card, signature []byte) bool { return c.signed(s.statement(), signature) }

// check are the problems of a set that somebody is asked to sign.
func (s KeySet) check() apperr.Fields {
	var f apperr.Fields
	if !voteID.MatchString(s.Vote) {
		f.Add("vote", "A vote's id has 1 to 64 letters, digits, - or _.")
	}
	checkTellers(&f, s.Tellers)
	return f
}

// Since says what is different from an earlier set, a sentence each; nothing where
// they are the same.
func (s KeySet) Since(was KeySet) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if s.Vote != was.Vote {
		say("They are the keys of another vote, %s and not %s.", s.Vote, was.Vote)
	}
	left := slices.DeleteFunc(slices.Clone(s.Tellers), func(t Teller) bool { return slices.Contains(was.Tellers, t) })
	for _, t := range was.Tellers {
		if slices.Contains(s.Tellers, t) {
			continue
		}
		again := slices.IndexFunc(left, func(n Teller) bool { return n.Name == t.Name })
		renamed := slices.IndexFunc(left, func(n Teller) bool { return n.Card == t.Card })
		switch {
		case again >= 0:
			say("The key of %s was changed: it was %s and is %s.", t.Name, t.Card.Fingerprint(), left[again].Card.Fingerprint())
			left = slices.Delete(left, again, again+1)
		case renamed >= 0:
			say("The key %s of %s is now called %s’s.", t.Card.Fingerprint(), t.Name, left[renamed].Name)
			left = slices.Delete(left, renamed, renamed+1)
		default:
			say("%s was taken out, with the key %s.", t.Name, t.Card.Fingerprint())
		}
	}
	for _, t := range left {
		say("%s was added, with the key %s.", t.Name, t.Card.Fingerprint())
	}
	if len(out) == 0 && !slices.Equal(s.Tellers, was.Tellers) {
		say("The tellers are in another order, or one is listed twice.")
	}
	return out
}

// SignedKeys is a set that a teller signed on a day, as it is remembered.
type SignedKeys struct {
	On        civil.Date `json:"on"`
	Keys      KeySet     `json:"keys"`
	Signature []byte     `json:"signature"` // Ed25519
}

// By reports whether it is a teller's own signature.
func (s SignedKeys) By(c Card) bool { return s.Keys.SignedBy(c, s.Signature) }

// Notes are the sets that a teller signed, as a file beside the key: with them a
// teller's machine finds a vote package that somebody gave other keys since, also
// ones that were signed before.
type Notes struct {
	Format string       `json:"format"` // NotesFormat
	Signed []SignedKeys `json:"signed"` // the newest of each vote
}

// NotesFormat is the version of the notes file.
const NotesFormat = "nzgs-teller-signed/1"

const maxNotesFile = 1 << 20

// NewNotes are notes of nothing yet.
func NewNotes() *Notes { return &Notes{Format: NotesFormat, Signed: []SignedKeys{}} }

// ParseNotes reads the notes of the card's owner, at most 1 MiB.
func ParseNotes(data []byte, own Card) (*Notes, error) {
	n := &Notes{}
	if err := read(data, maxNotesFile, "note of signed keys", n); err != nil {
		return nil, err
	}
	foreign := func(s SignedKeys) bool {
		return s.On.IsZero() || len(s.Signature) != ed25519.SignatureSize || !s.By(own)
	}
	if n.Format != NotesFormat || n.Signed == nil || slices.ContainsFunc(n.Signed, foreign) {
		return nil, damaged("note of signed keys")
	}
	return n, nil
}

// Of is what was signed last of a vote.
func (n *Notes) Of(vote string) (SignedKeys, bool) {
	i := slices.IndexFunc(n.Signed, func(s SignedKeys) bool { return s.Keys.Vote == vote })
	if i < 0 {
		return SignedKeys{}, false
	}
	return n.Signed[i], true
}

// Add notes a set in place of an earlier one of its vote.
func (n *Notes) Add(s SignedKeys) {
	n.Signed = slices.DeleteFunc(n.Signed, func(o SignedKeys) bool { return o.Keys.Vote == s.Keys.Vote })
	n.Signed = append(n.Signed, s)
}

// Encode is the notes file.
func (n *Notes) Encode() []byte { return file(n) }
