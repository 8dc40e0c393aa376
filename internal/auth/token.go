package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// A token is 256 random bits in base64url without padding. Whoever shows it
// has the session or the link; only its hash is stored.
const (
	tokenBytes  = 32
	tokenLength = 43 // characters
)

func newToken() string {
	var b [tokenBytes]byte
	rand.Read(b[:]) // never fails: the program ends when the system has no randomness
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// hashOf is what is stored of a token; ok is false for text that was never a
// token, so that it need not be looked up. A fast hash is enough: there is
// nothing to guess in 256 random bits.
func hashOf(token string) (hash string, ok bool) {
	if len(token) != tokenLength {
		return "", false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenBytes {
		return "", false
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), true
}
