package ballot

import (
	"crypto/sha256"
	"encoding/hex"

	"nzgs/internal/apperr"
)

// Hash is a SHA-256 digest, written as 64 lower-case hexadecimal digits.
type Hash [sha256.Size]byte

// String is the whole digest.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Short is the first 16 digits in groups of four, for people to compare aloud.
func (h Hash) Short() string {
	s := h.String()
	return s[0:4] + " " + s[4:8] + " " + s[8:12] + " " + s[12:16]
}

func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

func (h *Hash) UnmarshalText(b []byte) error {
	if len(b) != 2*len(h) || !isLowerHex(b) {
		return apperr.New(apperr.Invalid, "A hash is 64 hexadecimal digits in lower case.")
	}
	_, err := hex.Decode(h[:], b)
	return err
}

func isLowerHex(b []byte) bool {
	for _, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
