package e2e

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	bytesof "encoding/binary"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	appSecret    = regexp.MustCompile(`Secret: <code>([A-Z2-7 ]{39})</code>`)
	recoveryCode = regexp.MustCompile(`<li><code>([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})</code></li>`)
)

// oneTimeCode is what an authenticator app shows, RFC 6238.
func oneTimeCode(secret []byte, at time.Time) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(bytesof.BigEndian.AppendUint64(nil, uint64(at.Unix()/30)))
	sum := mac.Sum(nil)
	return fmt.Sprintf("%06d", bytesof.BigEndian.Uint32(sum[sum[19]&15:])&0x7fffffff%1_000_000)
}

// TestSecondFactor sets up an authenticator app as an officer, signs in with it and by
// a recovery code, is refused without, and signs in again before ending the others.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	const email, password = "aroha@example.nz", "four tall kauri trees"
	s := serveEmpty(t)
	w := newWindow(t, s, phone)
	w.goTo(s.SetUpLink())
	w.fill("Given names", "Aroha")
	w.fill("Family name", "Tūī")
	w.fill("E-mail address", email)
	w.fill("Password", password)
	w.press("Set up the society")

	w.goTo("/account/factors")
	w.press("Set up an authenticator app")
	page := w.html()
	m := appSecret.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no secret on the page:\n%s", words(page))
	}
	secret, err := base32.StdEncoding.DecodeString(strings.ReplaceAll(m[1], " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	w.fill("One-time code", oneTimeCode(secret, time.Now()))
	w.press("Add the app")
	w.see("Your recovery codes", "They are shown only now.")
	codes := recoveryCode.FindAllStringSubmatch(w.html(), -1)
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes", len(codes))
	}
	w.follow("I have kept them")
	w.see("10 recovery codes left.")

	in := open(t, s, desktop)
	signIn := func() {
		in.goTo("/sign-in")
		in.fill("E-mail address", email)
		in.fill("Password", password)
		in.press("Sign in", "E-mail address")
		in.see("Enter your one-time code")
	}
	signIn()
	in.goTo("/admin/accounts")
	in.see("E-mail address") // the password alone opens nothing
	signIn()
	in.fill("One-time code", "000000")
	in.press("Sign in", "One-time code")
	in.seeProblem("One-time code", "This code is wrong")
	// The next step's code is within a step of the server's clock, and unused.
	in.fill("One-time code", oneTimeCode(secret, time.Now().Add(30*time.Second)))
	in.press("Sign in", "One-time code")
	in.see("Aroha Tūī")
	in.goTo("/admin/accounts")
	in.see("1 account")

	other := open(t, s, desktop)
	in = other
	signIn()
	in.fill("One-time code", strings.ToLower(codes[0][1]))
	in.press("Sign in", "One-time code")
	in.goTo("/account/factors")
	in.see("9 recovery codes left.")

	lastProved(t, s, "2026-01-01T00:00:00.000Z")
	in.goTo("/account")
	in.press("Sign out everywhere else")
	in.see("Sign in again")
	in.fill("Your password", password)
	in.press("Continue")
	in.seeProblem("One-time code", "Enter the six digits")
	in.fill("Your password", password)
	in.fill("One-time code", codes[1][1])
	in.press("Continue")
	in.see("You are signed out everywhere else")
	w.goTo("/account")
	w.see("E-mail address", "Password") // as it says
}
