package kit

import (
	"testing"

	"pgregory.net/rapid"
)

// TestNoCitationIsPassedOver: what looks like no citation at a glance is none.
func TestNoCitationIsPassedOver(t *testing.T) {
	pieces := rapid.SampledFrom([]string{
		"rule ", "Rules ", "(", ")", " ", "2", ".", "4.16", "7.1 and 7.2", ", ", "e ", "12", "0", "ā",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOfN(pieces, 0, 8).Draw(t, "pieces") {
			text += p
		}
		if !mayCite(text) && citation.MatchString(text) {
			t.Errorf("%q was passed over", text)
		}
	})
}
