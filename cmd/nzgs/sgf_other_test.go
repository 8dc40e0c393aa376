package main

import (
	"strings"
	"testing"
)

// TestSgfCheckOfOtherGames: each record is played by its own game's rules, in one list with
// those of Go.
func TestSgfCheckOfOtherGames(t *testing.T) {
	const won = "(;GM[11]SZ[3]PB[Aroha]PW[Tama]RE[B+];B[b1];W[a1];B[b2];W[a2];B[b3])"
	dir := sgfFolder(t, map[string]string{
		"1.sgf": won, "2.sgf": strings.Replace(won, "RE[B+]", "RE[W+R]", 1), "3.sgf": "(;GM[18];B[djddgd])",
		"4.sgf": "(;GM[1]RU[Tanbo];B[cc])", "5.sgf": "(;GM[1]SZ[9]KM[7];B[ee])",
		"6.sgf": strings.Replace(won, ")", ";W[c3])", 1), "7.sgf": "(;GM[11];B[f6])",
	})
	out, _, status := sgfRun(t, "", dir)
	for _, want := range []string{
		"1.sgf: Aroha – Tama, Hex 3×3, 5 moves; B+ by the rules at move 5, as claimed\n",
		"2.sgf: Aroha – Tama, Hex 3×3, 5 moves; B+ by the rules at move 5, claimed W+R\n",
		"the record says W+R, but by the rules Black has won\n", "note: Black had won by the rules before that",
		"3.sgf: Amazons 10×10, 1 move; nothing is decided\n",
		"4.sgf: Tanbo 19×19, 1 move; move 1 is illegal (touches_none), 0 were played; nothing is decided\n",
		"move 1, Black cc: a stone goes beside one of the player’s own, and here it is beside none\n",
		"5.sgf: 9×9, 1 move", "6.sgf: Aroha – Tama, Hex 3×3, 6 moves; the game had ended before move 6; B+",
		"7.sgf: Hex 11×11, 1 move; nothing is decided\n", "7 games.",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %q in\n%s", want, out)
		}
	}
	if status != 1 {
		t.Errorf("exit status %d; want 1", status)
	}
	if strings.Count(out, "wrong ") != 2 {
		t.Errorf("not two are wrong:\n%s", out)
	}
	out, _, status = sgfRun(t, "", "--json", "--rules", "iyt", dir)
	for _, want := range []string{
		`"game_of":"hex","size":[3,3]`, `"computed":"B+","agrees":true,"consistent":"proof"`,
		`"computed":"B+","agrees":false,"consistent":"none"`, `"game_of":"amazons"`, `"game_of":"tanbo"`, `"game_of":"go"`,
		`{"move":1,"colour":"B","point":"f6","kind":"opening","repeats":0}`, `"kind":"after_end"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %s in\n%s", want, out)
		}
	}
	if status != 1 || strings.Count(out, "\n") != 7 {
		t.Errorf("exit status %d, %d lines", status, strings.Count(out, "\n"))
	}
}

// TestSgfCheckTellsWhatWasLost: a record that was cut off within a move is not simply all right.
func TestSgfCheckTellsWhatWasLost(t *testing.T) {
	for _, text := range []string{"(;GM[1]SZ[9];B[cc];W[aa", "(;GM[11]SZ[9];B[c3];W[a1", "(;GM[1]SZ[9]RE[W+R];B[cc];W[aa"} {
		out, _, status := sgfRun(t, text, "-")
		if status != 0 || strings.Count(out, "The record ends within this value, which was left out.\n") != 1 ||
			!strings.Contains(out, "      note: line 1, column ") {
			t.Errorf("%s: status %d\n%s", text, status, out)
		}
	}
	out, _, _ := sgfRun(t, "(;GM[1]SZ[9]"+strings.Repeat(";B[]?;W[]?", 20)+";B[ee", "-")
	if n := strings.Count(out, "note: "); n != mostRepairsTold+1 {
		t.Errorf("%d notes\n%s", n, out)
	}
	if out, _, _ := sgfRun(t, "(;GM[1]SZ[9];B[cc];W[dd])", "-"); strings.Contains(out, "note:") {
		t.Errorf("nothing was repaired:\n%s", out)
	}
}

// TestSgfCheckCountsIllegalMovesOnly: what comes after the end is no illegal move, and a pass has no point.
func TestSgfCheckCountsIllegalMovesOnly(t *testing.T) {
	dir := sgfFolder(t, map[string]string{"1.sgf": "(;GM[11]SZ[3];B[];W[a1];B[b1];W[a1];B[b2];W[a2];B[b3];W[c3])"})
	out, _, status := sgfRun(t, "", "--on-violation", "pass", dir)
	for _, want := range []string{
		"8 moves; move 1 is illegal (off_board) and 1 more, 7 were played; B+ by the rules at move 7\n",
		"move 1, Black: there are no passes in this game\n", "move 4, White a1: ", "move 8, White c3: Black has joined",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("lacks %q in\n%s", want, out)
		}
	}
	if status != 1 {
		t.Errorf("exit status %d; want 1", status)
	}
}

// TestSgfCheckCountsNoMovesAfterTheLimit: It's Your Turn's limit has no offender.
func TestSgfCheckCountsNoMovesAfterTheLimit(t *testing.T) {
	dir := sgfFolder(t, map[string]string{"1.sgf": "(;GM[1]SZ[9];B[aa];W[aa]" + ";B[bb];W[];B[];W[cc];B[dd]" + ")"})
	out, _, status := sgfRun(t, "", "--rules", "iyt", "--on-violation", "pass", dir)
	if status != 1 || !strings.Contains(out, "move 2 is illegal (occupied)") || strings.Contains(out, "more") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}
