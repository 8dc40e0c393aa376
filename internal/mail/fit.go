package mail

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// fitted is the letter with what names make too long made shorter: the names of people, clubs and events may be long, and what
// the letter tells of does not fail because of them.
func (l Letter) fitted() Letter {
	l.Subject = shortened(l.Subject, maxSubject)
	if len(l.Key) > maxKey { // two long keys stay two
		sum := sha256.Sum256([]byte(l.Key))
		l.Key = cut(l.Key, maxKey-2*len(sum)-1) + ":" + hex.EncodeToString(sum[:])
	}
	return l
}

// shortened is a text of at most so many bytes: what is longer ends after a word, with an ellipsis.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	const ellipsis = "…"
	part := cut(s, most-len(ellipsis))
	if n := strings.LastIndexByte(part, ' '); n > most/2 && s[len(part)] != ' ' {
		part = part[:n]
	}
	return strings.TrimRight(part, " ,;:–-") + ellipsis
}

// cut is the beginning of a text, of whole characters that come to at most so many bytes.
func cut(s string, most int) string {
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}
