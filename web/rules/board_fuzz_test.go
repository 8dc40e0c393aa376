package rules

import (
	"strings"
	"testing"
)

// What is in an address is played within its bounds and never breaks the page.
func FuzzBoardForTwo(f *testing.F) {
	f.Add("eeaa--", "aa")
	f.Add("cbdbbceccddd--ccdccc", "")
	f.Fuzz(func(t *testing.T, moves, dead string) {
		l := readLocal(moves, dead)
		if len(l.moves) > mostMoves {
			t.Errorf("%d moves", len(l.moves))
		}
		if _, err := l.result(); err != nil {
			t.Error(err)
		}
		if _, err := l.position(true); err != nil {
			t.Error(err)
		}
		again := readLocal(strings.Join(l.moves, ""), "")
		if again.note != "" || len(again.moves) != len(l.moves) {
			t.Errorf("%q is not read again: %s", l.moves, again.note)
		}
	})
}
