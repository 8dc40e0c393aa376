package passkey

import (
	"bytes"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
)

// An RSA key with fewer bits than the chips of older computers make is none.
func TestShortRSAKeysAreNoPasskeys(t *testing.T) {
	for bits, want := range map[int]bool{512: false, 1024: false, 2040: false, 2048: true, 4096: true} {
		for padding := range 2 {
			modulus := append(make([]byte, padding), bytes.Repeat([]byte{0xAB}, bits/8)...)
			public, err := webauthncbor.Marshal(webauthncose.RSAPublicKeyData{
				PublicKeyData: webauthncose.PublicKeyData{
					KeyType: int64(webauthncose.RSAKey), Algorithm: int64(webauthncose.AlgRS256),
				},
				Modulus: modulus, Exponent: []byte{1, 0, 1},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := isKey(public); got != want {
				t.Errorf("RSA with %d bits and %d zeros before them: %t, want %t", bits, padding, got, want)
			}
		}
	}
}
