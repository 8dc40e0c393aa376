package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/webauthn"
)

// device gives the browser a phone with passkeys, as far as pages can tell.
func (w *window) device() webauthn.AuthenticatorID {
	w.t.Helper()
	var id webauthn.AuthenticatorID
	w.do(webauthn.Enable(), actionFunc(func(ctx context.Context) (err error) {
		id, err = webauthn.AddVirtualAuthenticator(&webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		}).Do(ctx)
		return err
	}))
	return id
}
