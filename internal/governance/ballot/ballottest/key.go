// Package ballottest makes tellers' keys for tests. To open a key file that nzgs
// teller key makes takes a fraction of a second on purpose, and a walk through a
// postal vote opens dozens.
package ballottest

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"filippo.io/age"
	"filippo.io/age/armor"

	"nzgs/internal/governance/ballot"
)

// quickWork is log2 of scrypt's cost for the key files of tests.
const quickWork = 8

// Key is a new teller's key and its file under the passphrase.
func Key(passphrase string) (*ballot.Identity, []byte) {
	file, err := keyFile(passphrase)
	if err != nil {
		panic(err)
	}
	identity, err := ballot.OpenIdentity(file, passphrase)
	if err != nil {
		panic(err)
	}
	return identity, file
}

func keyFile(passphrase string) ([]byte, error) {
	secret, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, err
	}
	lock, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, err
	}
	lock.SetWorkFactor(quickWork)
	var out bytes.Buffer
	text := armor.NewWriter(&out)
	w, err := age.Encrypt(text, lock)
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(w, secret.String()+"\n")
	err = errors.Join(err, w.Close(), text.Close())
	return out.Bytes(), err
}

// SecretOf is the secret key in a key file.
func SecretOf(file []byte, passphrase string) string {
	lock, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		panic(err)
	}
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(file)), lock)
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(text))
}
