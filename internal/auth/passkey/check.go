package passkey

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Limits of what a browser sends; no device comes near them.
const (
	maxSent = 16 << 10 // bytes of JSON
	maxID   = 1023     // bytes, by the specification
	maxKey  = 2 << 10  // bytes: an RSA key of 8,192 bits has 1,100
)

// Why a passkey is refused. Every other reason is in the words of ErrWrong alone.
var (
	ErrWrong       = errors.New("passkey refused")
	ErrUnverified  = errors.New("the device did not verify the person")
	ErrWentBack    = errors.New("the passkey's counter went back: there may be a copy of it")
	errAttestation = errors.New("an attestation that was not asked for")
)

// Key is a passkey as it is kept: nothing in it is secret.
type Key struct {
	ID       []byte
	Public   []byte // COSE
	Count    uint32 // of its last use, as far as the device counts; 0 for most
	Syncable bool   // the owner's devices can share it
	Synced   bool   // they do, or there is a backup of it
}

func (k Key) record() webauthn.Credential {
	return webauthn.Credential{
		ID: k.ID, PublicKey: k.Public,
		Flags:         webauthn.CredentialFlags{UserVerified: true, BackupEligible: k.Syncable, BackupState: k.Synced},
		Authenticator: webauthn.Authenticator{SignCount: k.Count},
	}
}

// Made is a passkey that a browser says it has made. Nothing of it is sure before
// CheckMade.
type Made struct {
	parsed *protocol.ParsedCredentialCreationData
}

// ReadMade reads what a browser sends when it has made a passkey.
func ReadMade(sent string) (Made, error) {
	if len(sent) > maxSent {
		return Made{}, wrong("reading", errors.New("too much"))
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(sent))
	if err != nil {
		return Made{}, wrong("reading", err)
	}
	return Made{parsed}, nil
}

// Challenge is the challenge that it says it answers.
func (m Made) Challenge() []byte { return challengeOf(m.parsed.Response.CollectedClientData) }

// CheckMade is the passkey that was made in answer to a challenge, for an owner.
func (s *Site) CheckMade(m Made, challenge []byte, o Owner) (Key, error) {
	object := m.parsed.Response.AttestationObject
	if err := usualAttestation(object); err != nil {
		return Key{}, wrong("making", err)
	}
	if !object.AuthData.Flags.HasUserVerified() {
		return Key{}, ErrUnverified
	}
	made, err := s.lib.CreateCredential(owner{Owner: o}, webauthn.SessionData{
		Challenge: protocol.URLEncodedBase64(challenge).String(), RelyingPartyID: s.id, Origin: s.origin,
		UserID: o.Handle, UserVerification: protocol.VerificationRequired, CredParams: algorithms,
	}, m.parsed)
	if err != nil {
		return Key{}, wrong("making", err)
	}
	if len(made.ID) == 0 || len(made.ID) > maxID || len(made.PublicKey) > maxKey || !isKey(made.PublicKey) {
		return Key{}, wrong("making", errors.New("an id or a key that no device makes"))
	}
	return Key{
		ID: made.ID, Public: made.PublicKey, Count: made.Authenticator.SignCount,
		Syncable: made.Flags.BackupEligible, Synced: made.Flags.BackupState,
	}, nil
}

// leastRSA is how many bits an RSA key has at least: what older computers' chips make.
const leastRSA = 2048

// isKey reports whether a public key is one of its algorithm: without an attestation
// nothing has looked at it yet.
func isKey(public []byte) bool {
	key, err := webauthncose.ParsePublicKey(public)
	if err != nil {
		return false
	}
	algorithm, of := int64(0), webauthncose.COSEAlgorithmIdentifier(0)
	switch k := key.(type) {
	case webauthncose.EC2PublicKeyData:
		algorithm, of = k.Algorithm, webauthncose.AlgES256
	case webauthncose.OKPPublicKeyData:
		algorithm, of = k.Algorithm, webauthncose.AlgEdDSA
	case webauthncose.RSAPublicKeyData:
		if new(big.Int).SetBytes(k.Modulus).BitLen() < leastRSA {
			return false
		}
		algorithm, of = k.Algorithm, webauthncose.AlgRS256
	}
	return algorithm != 0 && algorithm == int64(of)
}

// usualAttestation refuses what a browser leaves out when no attestation is asked for.
// Self attestation it may leave in: it is signed by the passkey itself.
func usualAttestation(object protocol.AttestationObject) error {
	switch _, certified := object.AttStatement["x5c"]; {
	case object.Format == string(protocol.AttestationFormatNone):
		return nil
	case object.Format == string(protocol.AttestationFormatPacked) && !certified:
		return nil
	}
	return errAttestation
}

// Used is a passkey that a browser says was used. Nothing of it is sure before
// CheckUsed.
type Used struct {
	parsed *protocol.ParsedCredentialAssertionData
}

// ReadUsed reads what a browser sends when a passkey was used.
func ReadUsed(sent string) (Used, error) {
	if len(sent) > maxSent {
		return Used{}, wrong("reading", errors.New("too much"))
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(sent))
	if err != nil {
		return Used{}, wrong("reading", err)
	}
	return Used{parsed}, nil
}

// Challenge, ID and Handle are what it says: which challenge it answers, which passkey
// it is and whose.
func (u Used) Challenge() []byte { return challengeOf(u.parsed.Response.CollectedClientData) }
func (u Used) ID() []byte        { return u.parsed.RawID }
func (u Used) Handle() []byte    { return u.parsed.Response.UserHandle }

// CheckUsed checks that a passkey of an owner was used in answer to a challenge, and
// gives it as it now is: with its new count.
func (s *Site) CheckUsed(u Used, challenge []byte, o Owner, k Key) (Key, error) {
	if handle := u.Handle(); len(handle) == 0 || !bytes.Equal(handle, o.Handle) {
		return Key{}, wrong("use", errors.New("the handle of someone else"))
	}
	_, used, err := s.lib.ValidatePasskeyLogin(
		func(_, _ []byte) (webauthn.User, error) { return owner{o, []webauthn.Credential{k.record()}}, nil },
		webauthn.SessionData{
			Challenge: protocol.URLEncodedBase64(challenge).String(), RelyingPartyID: s.id, Origin: s.origin,
			UserVerification: protocol.VerificationRequired,
		}, u.parsed)
	switch {
	case err != nil && !u.parsed.Response.AuthenticatorData.Flags.HasUserVerified():
		return Key{}, ErrUnverified
	case err != nil:
		return Key{}, wrong("use", err)
	case used.Authenticator.CloneWarning:
		return Key{}, ErrWentBack
	}
	k.Count, k.Synced = used.Authenticator.SignCount, used.Flags.BackupState
	return k, nil
}

func challengeOf(data protocol.CollectedClientData) []byte {
	raw, err := base64.RawURLEncoding.DecodeString(data.Challenge)
	if err != nil {
		return nil
	}
	return raw
}

// wrong is a refusal with what the library says of it, for those who test.
func wrong(when string, err error) error {
	var lib *protocol.Error
	if errors.As(err, &lib) && lib.DevInfo != "" {
		return fmt.Errorf("%w: %s: %s: %s", ErrWrong, when, lib.Details, lib.DevInfo)
	}
	return fmt.Errorf("%w: %s: %w", ErrWrong, when, err)
}
