package ballot

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func newTest(t testing.TB, vote string, id *Identity, seed byte) (Test, []byte) {
	t.Helper()
	test, err := NewTest(vote, id.Card(), seeded(seed))
	if err != nil {
		t.Fatal(err)
	}
	message, err := test.Message()
	if err != nil {
		t.Fatal(err)
	}
	return test, message
}

func TestATellerProvesTheKey(t *testing.T) {
	ana, ben := keys()[0], keys()[1]
	test, message := newTest(t, "egm-2026", ana, 1)
	if strings.Contains(string(message), test.Token) || strings.Contains(
		fmt.Sprintf("%v %+v %s", test, test, test), test.Token,
	) {
		t.Fatal("the token is not sealed")
	}
	answer, err := ana.Answer(message)
	if err != nil {
		t.Fatal(err)
	}
	if signed, err := test.Check(" " + answer + "\r\n"); err != nil || signed != nil {
		t.Error(err)
	}
	windows, err := ana.Answer([]byte(strings.ReplaceAll(string(message), "\n", "\r\n")))
	if err != nil || windows != answer {
		t.Errorf("a message with other line ends: %q, %v", windows, err)
	}
	if _, err := ben.Answer(message); !errors.Is(err, ErrForeign) {
		t.Errorf("another teller opens it: %v", err)
	}

	other, _ := newTest(t, "egm-2026", ana, 2)
	later := test
	later.Vote = "egm-2027"
	bens, _ := newTest(t, "egm-2026", ben, 1)
	for name, wrong := range map[string]Test{"a newer test": other, "another vote": later, "another card": bens} {
		if _, err := wrong.Check(answer); err == nil {
			t.Errorf("the answer was taken for %s", name)
		}
	}
	for name, wrong := range map[string]string{
		"empty": "", "the token": test.Token, "cut": answer[:len(answer)-1], "longer": answer + "A",
		"endless": strings.Repeat("A", 1<<20), "a letter changed": string(replaceAt([]byte(answer), 5)),
	} {
		if _, err := test.Check(wrong); err == nil {
			t.Errorf("%s was taken for the answer", name)
		}
	}
}

// TestACardOfTwoHalves: whoever registers their own recipient with the approval
// key of another, or the other way round, cannot answer.
func TestACardOfTwoHalves(t *testing.T) {
	ana, ben := keys()[0], keys()[1]
	mixed := Card{ana.Card().Recipient, ben.Card().Approval}
	test, err := NewTest("egm-2026", mixed, seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	message, err := test.Message()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Answer(message); !errors.Is(err, ErrForeign) {
		t.Errorf("got %v", err)
	}
}

func TestTestMessagesAreReadStrictly(t *testing.T) {
	id := keys()[0]
	card := string(canonical(id.Card()))
	seal := func(text string) []byte {
		out, err := sealText([]byte(text), id.secret.Recipient())
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	token := strings.Repeat("ab", tokenBytes)
	good := `{"format":"nzgs-teller-test/2","vote":"v","card":` + card + `,"token":"` + token + `","tellers":[]}`
	if _, err := id.Answer(seal(good)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"another format": strings.Replace(good, "test/2", "test/1", 1),
		"a field more":   strings.Replace(good, `"vote"`, `"x":1,"vote"`, 1),
		"doubled":        strings.Replace(good, `"vote":"v"`, `"vote":"v","vote":"v"`, 1),
		"other case":     strings.Replace(good, `"vote"`, `"Vote"`, 1),
		"no token":       strings.Replace(good, token, "", 1),
		"bad vote":       strings.Replace(good, `"v"`, `"a b"`, 1),
		"a result":       `nzgs vote result v1`,
		"empty":          "",
	} {
		if _, err := id.Answer(seal(text)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewTest("", id.Card(), seeded(1)); err == nil {
		t.Error("a test for no vote")
	}
	if _, err := NewTest("v", Card{}, seeded(1)); err == nil {
		t.Error("a test for no card")
	}
	if _, err := NewTest("v", id.Card(), strings.NewReader("")); err == nil {
		t.Error("a test without randomness")
	}
}

func FuzzAnswer(f *testing.F) {
	id := keys()[0]
	test, message := newTest(f, "egm-2026", id, 1)
	f.Add(message)
	f.Add([]byte("-----BEGIN AGE ENCRYPTED FILE-----\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		answer, err := id.Answer(in)
		if err != nil {
			return
		}
		if _, err := test.Check(answer); err != nil {
			t.Fatal("an answer to a message nobody sealed")
		}
	})
}

func FuzzCheck(f *testing.F) {
	test, message := newTest(f, "egm-2026", keys()[0], 1)
	answer, _ := keys()[0].Answer(message)
	f.Add(answer[1:])
	f.Fuzz(func(t *testing.T, in string) {
		if _, err := test.Check(in); err == nil && strings.TrimSpace(in) != answer {
			t.Fatalf("%q was taken for an answer", in)
		}
	})
}
