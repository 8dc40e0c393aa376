package ballot

import "io"

// Test is what the server remembers of a test message until it is answered.
// It holds a secret until then and nothing worth keeping after.
type Test struct {
	Vote  string // the vote's id
	Card  Card   // the card that is to be proved
	Token string // 32 hexadecimal digits; only inside the message for the teller
}

// NewTest draws a test for a card.
func NewTest(vote string, card Card, random io.Reader) (Test, error) { panic("not written yet") }

// Message is the test as an armoured age file for the card's recipient, to be
// shown or downloaded. Each call seals anew.
func (t Test) Message() ([]byte, error) { panic("not written yet") }

// Answer opens a test message with a teller's identity: one line for the
// teller to paste. It is a signature by the approval key over the token, so
// that it proves that the teller has the secret of both halves of the card.
func (i *Identity) Answer(message []byte) (string, error) { panic("not written yet") }

// Check reports whether the answer proves the card.
func (t Test) Check(answer string) error { panic("not written yet") }
