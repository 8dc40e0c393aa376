package passkey

import (
	"net/netip"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"nzgs/internal/apperr"
)

// Site is where passkeys are made for: a passkey of one site is worth nothing at
// another.
type Site struct {
	id, origin string
	lib        *webauthn.WebAuthn
}

// At is the site that people reach at an address, https://go.example.nz, under the
// society's name. Browsers have no passkeys for a site without https, but for one on
// this computer, nor for one that has no name.
func At(address, society string) (*Site, error) {
	id, origin, err := place(address)
	if err != nil {
		return nil, err
	}
	lib, err := webauthn.New(&webauthn.Config{
		RPID: id, RPDisplayName: society, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "Passkeys cannot be used at this site’s address.")
	}
	return &Site{id: id, origin: origin, lib: lib}, nil
}

// place is the id of the site at an address and its origin, as browsers write them.
func place(address string) (id, origin string, err error) {
	u, err := url.Parse(strings.ToLower(address))
	if err != nil || u.Host == "" {
		return "", "", apperr.New(apperr.Invalid, "Passkeys need the address of the site, which is not set.")
	}
	id = u.Hostname()
	local := id == "localhost" || strings.HasSuffix(id, ".localhost")
	if u.Scheme != "https" && (u.Scheme != "http" || !local) {
		return "", "", apperr.New(apperr.Invalid, "Passkeys need a site that is reached by https. This one is not.")
	}
	if _, err := netip.ParseAddr(id); err == nil || strings.HasSuffix(id, ".") {
		return "", "", apperr.New(apperr.Invalid, "Passkeys need a site with a name. This one is reached by a number.")
	}
	for _, r := range id {
		if r > 127 {
			return "", "", apperr.New(apperr.Invalid, "Passkeys need the site’s name in plain letters, as xn--….")
		}
	}
	origin = u.Scheme + "://" + id
	if port := u.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		origin += ":" + port
	}
	return id, origin, nil
}
