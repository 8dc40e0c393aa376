package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// device gives the window a device that keeps passkeys.
func (w *window) device() webauthn.AuthenticatorID {
	w.t.Helper()
	var id webauthn.AuthenticatorID
	w.do(webauthn.Enable(), chromedp.ActionFunc(func(ctx context.Context) (err error) {
		id, err = webauthn.AddVirtualAuthenticator(&webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		}).Do(ctx)
		return err
	}))
	return id
}

// TestPasskey adds a passkey as an officer, signs in and signs in again by it, and is
// refused where the device did not verify who holds it.
func TestPasskey(t *testing.T) {
	t.Parallel()
	s := start(t, "serve", t.TempDir(), "--addr", "localhost:0")
	w := newWindow(t, s, phone)
	device := w.device()
	w.goTo(s.SetUpLink())
	w.fill("Given names", "Aroha")
	w.fill("Family name", "Tūī")
	w.fill("E-mail address", "aroha@example.nz")
	w.fill("Password", "four tall kauri trees")
	w.press("Set up the society")

	w.goTo("/account/factors")
	w.press("Add a passkey")
	w.fill("Name of this passkey", "Phone")
	w.press("Make the passkey")
	w.see("Your recovery codes", "They are shown only now.")
	w.goTo("/account/factors")
	w.see("Phone", "Passkey", "10 recovery codes left.")
	w.press("Add a passkey")
	w.click("button", "Make the passkey")
	w.see("This device has one of your passkeys already.")

	signOut := func() {
		w.goTo("/account")
		w.unfold("Menu")
		w.press("Sign out")
		w.goTo("/sign-in?next=%2Fadmin%2Faccounts")
	}
	signOut()
	w.press("Sign in with a passkey")
	w.see("1 account")

	lastProved(t, s, "2026-01-01T00:00:00.000Z")
	w.goTo("/account/factors")
	w.press("Make new recovery codes")
	w.see("Sign in again")
	w.press("Use a passkey")
	w.see("They are shown only now.")

	// The browser refuses for a finger that it does not know; the program for a device
	// that says nothing of one.
	signOut()
	w.do(webauthn.SetUserVerified(device, false))
	w.click("button", "Sign in with a passkey")
	w.see("No passkey was used.")
	w.do(webauthn.SetUserVerified(device, true), webauthn.SetResponseOverrideBits(device).WithIsBadUV(true))
	w.press("Sign in with a passkey")
	w.see("Your device did not check that it is you")
	w.goTo("/admin/accounts")
	w.see("E-mail address", "Password")
}
