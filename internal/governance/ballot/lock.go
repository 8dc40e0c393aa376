package ballot

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"strings"

	"filippo.io/age"
)

// Lock is a random key under which an identity is handed out for a while: what is handed
// out is of no use without the lock, nor the lock without what was handed out.
type Lock struct{ aead cipher.AEAD }

// NewLock makes a lock from crypto/rand.
func NewLock() (Lock, error) {
	var key [32]byte
	if _, err := rand.Read(key[:]); err != nil {
		return Lock{}, err
	}
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return Lock{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return Lock{aead}, err
}

// Hide is the identity under the lock (AES-256-GCM), in URL-safe base64.
func (l Lock) Hide(i *Identity) string {
	return base64.RawURLEncoding.EncodeToString(l.aead.Seal(nil, nil, []byte(i.secret.String()), nil))
}

// Show opens what Hide gave. Anything else is [ErrForeign].
func (l Lock) Show(hidden string) (*Identity, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(hidden)
	if err != nil || l.aead == nil {
		return nil, foreign("key")
	}
	text, err := l.aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, foreign("key")
	}
	secret, err := age.ParseX25519Identity(strings.TrimSpace(string(text)))
	clear(text)
	if err != nil {
		return nil, foreign("key")
	}
	return identityOf(secret)
}
