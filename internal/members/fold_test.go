package members

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A text in ASCII is folded as every other text is.
func TestFoldingASCIIIsFoldingAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune(" \t\n.'`-_,/AZazQq09%&\x00\x7f~|"))).Draw(t, "text")
		got, is := foldASCII(s)
		if want := foldAny(s); !is || got != want || Fold(s) != want {
			t.Fatalf("%q is folded as %q, %v, want %q", s, got, is, want)
		}
		if _, is := foldASCII(s + "ā"); is {
			t.Fatalf("%q with a macron is taken for ASCII", s)
		}
		if strings.Contains(got, "  ") {
			t.Fatalf("%q has two spaces in a row: %q", s, got)
		}
	})
}
