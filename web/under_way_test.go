package web

import (
	"context"
	"testing"
)

// Whoever waits for the same form to be done need not wait for ever.
func TestAFormThatIsUnderWayLetsTheNextOneGo(t *testing.T) {
	u := newUnderWay()
	done, err := u.begin(t.Context(), "key")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := u.begin(gone, "key"); err == nil {
		t.Error("the second began while the first was under way")
	}
	other, err := u.begin(t.Context(), "another key")
	if err != nil {
		t.Fatal(err)
	}
	other()
	done()
	again, err := u.begin(t.Context(), "key")
	if err != nil {
		t.Fatal(err)
	}
	again()
	if n := len(u.forms); n != 0 {
		t.Errorf("%d forms are remembered after they were done", n)
	}
}
