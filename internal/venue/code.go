package venue

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"
)

// codeLetters are the signs of a code: none is taken for another.
const codeLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

// codeLength is how many signs a code has: a trillion codes.
const codeLength = 8

// dayCode is the code by which a helper of a role comes in on a day: it follows from the key of the file, which no one
// at the venue sees, and says nothing of it. Another serial gives another code.
func dayCode(key, role, day string, serial int) string {
	mac := hmac.New(sha256.New, []byte(key))
	fmt.Fprintf(mac, "way in\n%s\n%s\n%d", role, day, serial)
	sum := mac.Sum(nil)
	var b strings.Builder
	for i := range codeLength {
		if i == codeLength/2 {
			b.WriteByte('-')
		}
		b.WriteByte(codeLetters[int(sum[i])%len(codeLetters)])
	}
	return b.String()
}

// sameCode compares a code with what someone typed.
func sameCode(code, typed string) bool {
	only := func(s string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(codeLetters, r) {
				return r
			}
			return -1
		}, strings.ToUpper(s))
	}
	return hmac.Equal([]byte(only(code)), []byte(only(typed)))
}
