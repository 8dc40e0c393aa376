// Package passkey is the cryptography of passkeys, WebAuthn level 3: what a browser is
// asked for, and whether what it sends back is right. It knows no account and keeps
// nothing; package auth says whose passkey it is and that a challenge is good once.
//
// What always holds: the site's id and origin come from its configured address, never
// from a request; the person was verified by the device (a fingerprint, a face, a PIN);
// no attestation is asked for, and none but self attestation is looked at, so that the
// parsers of makers' certificates are never reached.
package passkey
