package ballot

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"filippo.io/age"

	"nzgs/internal/apperr"
)

// Test is what the server remembers of a test message until it is answered.
// It holds a secret until then and nothing worth keeping after. Once all tellers
// have a key it asks for the teller's signature under the set of them too.
type Test struct {
	Kind    string   `json:"format"`  // TestFormat
	Vote    string   `json:"vote"`    // the vote's id
	Card    Card     `json:"card"`    // the card that is to be proved
	Token   string   `json:"token"`   // 32 hexadecimal digits, only inside the message; "" where the key is proved
	Tellers []Teller `json:"tellers"` // the keys to be signed; none while there is a teller without one
}

// TestFormat is inside every test message.
const TestFormat = "nzgs-teller-test/2"

const (
	maxTestFile   = 32 << 10
	tokenBytes    = 16
	testStatement = "nzgs teller test v1\n"
)

// NewTest draws a test for a card.
func NewTest(vote string, card Card, random io.Reader) (Test, error) {
	if !voteID.MatchString(vote) {
		return Test{}, apperr.New(apperr.Invalid, "A vote's id has 1 to 64 letters, digits, - or _.")
	}
	if !card.ok() {
		return Test{}, apperr.New(apperr.Invalid, "This is not a teller's card.")
	}
	var token [tokenBytes]byte
	if _, err := io.ReadFull(random, token[:]); err != nil {
		return Test{}, fmt.Errorf("draw a test: %w", err)
	}
	return Test{TestFormat, vote, card, hex.EncodeToString(token[:]), []Teller{}}, nil
}

// Keys are the keys that the test asks to be signed; false where it asks for the
// proof alone.
func (t Test) Keys() (KeySet, bool) { return KeySet{t.Vote, t.Tellers}, len(t.Tellers) > 0 }

// Format keeps the token out of everything that is printed, whatever the verb.
func (t Test) Format(w fmt.State, _ rune) { io.WriteString(w, "a test for a teller of "+t.Vote) }

// Message is the test as an armoured age file for the card's recipient, to be
// shown or downloaded. Each call seals anew.
func (t Test) Message() ([]byte, error) {
	r, err := age.ParseX25519Recipient(t.Card.Recipient)
	if err != nil {
		return nil, foreign("card")
	}
	return sealText(canonical(t), r)
}

func (t Test) statement() []byte { return append([]byte(testStatement), canonical(t)...) }

// OpenTest opens a test message with a teller's identity, to see what it asks for.
func (i *Identity) OpenTest(message []byte) (Test, error) {
	text, err := openText(
		[]byte(strings.TrimSpace(strings.ReplaceAll(string(message), "\r\n", "\n"))), maxTestFile, i.secret,
	)
	switch {
	case errors.Is(err, age.ErrIncorrectIdentity):
		return Test{}, foreign("test message")
	case err != nil:
		return Test{}, damaged("test message")
	}
	var t Test
	if err := read(text, maxTestFile, "test message", &t); err != nil {
		return Test{}, err
	}
	keys, sign := t.Keys()
	proves := len(t.Token) == 2*tokenBytes && isLowerHex([]byte(t.Token))
	if t.Kind != TestFormat || !voteID.MatchString(t.Vote) || !proves && (t.Token != "" || !sign) {
		return Test{}, damaged("test message")
	}
	if sign && keys.check().Err() != nil {
		return Test{}, damaged("test message")
	}
	ofOthers := sign && !slices.ContainsFunc(t.Tellers, func(o Teller) bool { return o.Card == i.Card() })
	if t.Card != i.Card() || ofOthers {
		return Test{}, foreign("test message")
	}
	return t, nil
}

// Answer opens a test message with a teller's identity: one line for the
// teller to paste. It is a signature by the approval key over the token, so
// that it proves that the teller has the secret of both halves of the card, and
// the signature under the keys that the message has.
func (i *Identity) Answer(message []byte) (string, error) {
	t, err := i.OpenTest(message)
	if err != nil {
		return "", err
	}
	var parts []string
	if t.Token != "" {
		parts = append(parts, base64.RawURLEncoding.EncodeToString(i.sign(t.statement())))
	}
	if keys, sign := t.Keys(); sign {
		parts = append(parts, base64.RawURLEncoding.EncodeToString(i.SignKeys(keys)))
	}
	return strings.Join(parts, "."), nil
}

// Check takes the answer if it proves the card, and signs the keys, as far as the
// test asks for it. The signature is the one under the keys; nil where none was
// asked for.
func (t Test) Check(answer string) (signature []byte, err error) {
	refusal := apperr.New(
		apperr.Invalid,
		"This is not the answer to this test: open the newest test message with nzgs teller open and paste the whole line "+
			"it prints.",
	)
	if len(answer) > 512 {
		return nil, refusal
	}
	var parts [][]byte
	for _, part := range strings.Split(strings.TrimSpace(answer), ".") {
		signed, err := base64.RawURLEncoding.Strict().DecodeString(part)
		if err != nil {
			return nil, refusal
		}
		parts = append(parts, signed)
	}
	if t.Token != "" {
		if !t.Card.signed(t.statement(), parts[0]) {
			return nil, refusal
		}
		parts = parts[1:]
	}
	keys, sign := t.Keys()
	switch {
	case !sign && t.Token != "" && len(parts) == 0:
		return nil, nil
	case !sign || len(parts) != 1 || !keys.SignedBy(t.Card, parts[0]):
		return nil, refusal
	}
	return parts[0], nil
}
