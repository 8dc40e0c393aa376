package passkey

import (
	"encoding/json"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
)

// algorithms are the signatures that are taken, the best first. Every device has one.
var algorithms = []protocol.CredentialParameter{
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgES256},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgEdDSA},
	{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.AlgRS256},
}

// askedFor is how long a browser shows its own window.
const askedFor = 5 * time.Minute

// Owner is whose passkey it is, as the site and the owner's device name them.
type Owner struct {
	Handle []byte // random, and of this account alone
	Login  string // the e-mail address, for the owner's list of passkeys
	Name   string
}

// owner is an Owner with passkeys, as the library asks for it.
type owner struct {
	Owner
	keys []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return o.Handle }
func (o owner) WebAuthnName() string                       { return o.Login }
func (o owner) WebAuthnDisplayName() string                { return o.Name }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

// AskForNew is what a browser is asked for to make a passkey, as JSON: one that finds
// its account by itself. A device that has one of the account's passkeys makes no
// second one.
func (s *Site) AskForNew(o Owner, challenge []byte, has []Key) ([]byte, error) {
	return json.Marshal(protocol.PublicKeyCredentialCreationOptions{
		RelyingParty: protocol.RelyingPartyEntity{
			CredentialEntity: protocol.CredentialEntity{Name: s.lib.Config.RPDisplayName}, ID: s.id,
		},
		User: protocol.UserEntity{
			CredentialEntity: protocol.CredentialEntity{Name: o.Login}, DisplayName: o.Name,
			ID: protocol.URLEncodedBase64(o.Handle),
		},
		Challenge: challenge, Parameters: algorithms, Timeout: int(askedFor.Milliseconds()),
		CredentialExcludeList: described(has), AuthenticatorSelection: s.lib.Config.AuthenticatorSelection,
		Attestation: protocol.PreferNoAttestation,
	})
}

// AskFor is what a browser is asked for to use a passkey, as JSON: one of these, or
// any of this site when there are none.
func (s *Site) AskFor(challenge []byte, of []Key) ([]byte, error) {
	return json.Marshal(protocol.PublicKeyCredentialRequestOptions{
		Challenge: challenge, Timeout: int(askedFor.Milliseconds()), RelyingPartyID: s.id,
		AllowedCredentials: described(of), UserVerification: protocol.VerificationRequired,
	})
}

func described(keys []Key) []protocol.CredentialDescriptor {
	var list []protocol.CredentialDescriptor
	for _, k := range keys {
		list = append(list, protocol.CredentialDescriptor{Type: protocol.PublicKeyCredentialType, CredentialID: k.ID})
	}
	return list
}
