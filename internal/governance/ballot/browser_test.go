package ballot

import (
	"encoding/json"
	"os"
	"testing"
)

// TestABrowserMadeThisKey: a key file that static/teller-key.js made in a browser is
// opened here, and a test message gets the answer that the browser gives. The journey
// through an extraordinary general meeting has the browser read the same file.
func TestABrowserMadeThisKey(t *testing.T) {
	raw, err := os.ReadFile("../../../e2e/testdata/teller_key.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct{ Passphrase, File, Card, Number, Message, Answer, Keys string }
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	id, err := OpenIdentity([]byte(v.File), v.Passphrase)
	if err != nil {
		t.Fatal(err)
	}
	if c := id.Card(); c.String() != v.Card || c.Fingerprint() != v.Number {
		t.Errorf("the card is %s, in the browser %s", c, v.Card)
	}
	test, err := id.OpenTest([]byte(v.Message))
	if err != nil {
		t.Fatal(err)
	}
	if set, sign := test.Keys(); !sign || set.Number() != v.Keys {
		t.Errorf("the number of the keys is %s, in the browser %s", set.Number(), v.Keys)
	}
	if answer, err := id.Answer([]byte(v.Message)); err != nil || answer != v.Answer {
		t.Errorf("the answer is %s, in the browser %s: %v", answer, v.Answer, err)
	}
	if _, err := test.Check(v.Answer); err != nil {
		t.Error(err)
	}
}
