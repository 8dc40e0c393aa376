package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestCheckingRecordsOfOtherGames: Hex, Amazons and Tanbo on their own boards, by keys at
// once, by buttons, and on a phone without scripts.
func TestCheckingRecordsOfOtherGames(t *testing.T) {
	t.Parallel()
	s := serveEmpty(t)
	w := open(t, s, desktop)
	w.paste("(;GM[11]SZ[5]PB[Aroha]PW[Tama]RE[W+];B[c1];W[a1];B[c2];W[a2];B[c3];W[a4];B[c4];W[a5];B[c5])")
	w.see("Every move is legal", "The result is wrong", "Black has won: both sides are joined, by move 9", "Move 9: Black c5 – Black has won")
	w.accessible("a record of Hex")
	for _, step := range []struct{ key, shows string }{
		{kb.Home, "The start"}, {kb.ArrowRight, "Move 1: Black c1"}, {kb.ArrowRight, "Move 2: White a1"},
		{kb.ArrowLeft, "Move 1: Black c1"}, {kb.End, "Move 9: Black c5"}, {kb.ArrowUp, "The start"},
	} {
		w.keys(step.key)
		w.see(step.shows)
	}
	w.choose("The first moves", "It’s Your Turn")
	w.press("Check again")
	w.see("Every move is legal")

	w.paste("(;GM[11]SZ[5];B[c1]C[Well begun.]LB[a1:X](;W[a1];B[c2])(;W[c1]N[A slip];B[c3])(;W[b2]))")
	w.keys(kb.Home)
	w.see("The start")
	w.keys(kb.ArrowRight)
	w.see("Move 1: Black c1", "Well begun.", "Ways on:")
	w.click("button", "White c1")
	w.see("Move 2: White c1 – against the rules", "It leaves the main line after move 1.", "A slip", "Every move is legal")
	w.keys(kb.ArrowRight)
	w.see("Move 3: Black c3", "Another line of the record is shown.")
	w.accessible("a line of a record of Hex")
	w.click("button", "Show the main line")
	w.see("The start")

	w.paste("(;GM[18];B[djddgd];W[addgad];B[djdddd])")
	w.see("One move is against the rules", "there is no queen of the player’s")
	w.accessible("a record of Amazons")

	w.paste("(;GM[1]RU[Tanbo];B[ba];W[ha])")
	w.see("Tanbo", "Every move is legal", "Move 2: White H19")
	w.accessible("a record of Tanbo")
	w.judge("everybody")
}
