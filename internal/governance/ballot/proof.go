package ballot

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"

	"nzgs/internal/apperr"
)

// Test is what the server remembers of a test message until it is answered.
// It holds a secret until then and nothing worth keeping after.
type Test struct {
	Kind  string `json:"format"` // TestFormat
	Vote  string `json:"vote"`   // the vote's id
	Card  Card   `json:"card"`   // the card that is to be proved
	Token string `json:"token"`  // 32 hexadecimal digits; only inside the message for the teller
}

// TestFormat is inside every test message.
const TestFormat = "nzgs-teller-test/1"

const (
	maxTestFile   = 4 << 10
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
	return Test{TestFormat, vote, card, hex.EncodeToString(token[:])}, nil
}

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

// Answer opens a test message with a teller's identity: one line for the
// teller to paste. It is a signature by the approval key over the token, so
// that it proves that the teller has the secret of both halves of the card.
func (i *Identity) Answer(message []byte) (string, error) {
	text, err := openText(
		[]byte(strings.TrimSpace(strings.ReplaceAll(string(message), "\r\n", "\n"))), maxTestFile, i.secret,
	)
	switch {
	case errors.Is(err, age.ErrIncorrectIdentity):
		return "", foreign("test message")
	case err != nil:
		return "", damaged("test message")
	}
	var t Test
	if err := read(text, maxTestFile, "test message", &t); err != nil {
		return "", err
	}
	if t.Kind != TestFormat || !voteID.MatchString(t.Vote) || len(t.Token) != 2*tokenBytes ||
		!isLowerHex([]byte(t.Token)) {
		return "", damaged("test message")
	}
	if t.Card != i.Card() {
		return "", foreign("test message")
	}
	return base64.RawURLEncoding.EncodeToString(i.sign(t.statement())), nil
}

// Check reports whether the answer proves the card.
func (t Test) Check(answer string) error {
	answer = strings.TrimSpace(answer)
	if len(answer) <= 128 {
		signature, err := base64.RawURLEncoding.Strict().DecodeString(answer)
		if err == nil && t.Card.signed(t.statement(), signature) {
			return nil
		}
	}
	return apperr.New(
		apperr.Invalid,
		"This is not the answer to this test: open the newest test message with nzgs teller open and paste the whole line "+
			"it prints.",
	)
}
