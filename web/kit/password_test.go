package kit_test

import (
	"testing"

	"nzgs/web/kit"
)

// A form that asks for the password leads whoever has none to choosing one, and
// back.
func TestPasswordFieldOfWhoeverHasNone(t *testing.T) {
	p := kit.Page{Path: "/postal-votes/1/freeze", Unready: true}
	if got := p.PasswordField("").Choose; got != "/account/password?next=%2Fpostal-votes%2F1%2Ffreeze" {
		t.Errorf("led to %q", got)
	}
	p.Unready = false
	if got := p.PasswordField("").Choose; got != "" {
		t.Errorf("whoever has a password is led to %q", got)
	}
}
