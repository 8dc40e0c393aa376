package records_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// hexRecord is won by Black at move 9; a tenth is written.
const hexRecord = "(;GM[11]SZ[5]PB[Aroha Tūī]PW[王小明]RE[W+Resign];B[c1];W[a1];B[c2];W[a2]C[Far <away>];B[c3];W[a4];B[c4];W[a5];B[c5];W[e5])"

// TestRecordsOfOtherGamesAreChecked: each on its own board, with what decides it.
func TestRecordsOfOtherGamesAreChecked(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.SendRecord(t, []string{hexRecord})
	a.Wants(t, http.StatusOK, "Every move is legal", "The result is wrong", "Black has won: both sides are joined, by move 9",
		"W&#43;Resign", "had won by the rules before that", "The game was decided before move 10", "Aroha Tūī", "王小明",
		"Move 9: Black c5 – Black has won", `class="joined"`, "Black joins top and bottom", "Sides may be exchanged")
	if strings.Contains(a.Body, "Dead stones") {
		t.Error("a question that changes nothing is asked")
	}
	kept := inputValue(t, a.Body, "kept")
	b.Post(kit.CheckRecordPath, "kept", kept, "move", "4").Wants(t, http.StatusOK, "Move 4: White a2", `data-at="4"`, "Far &lt;away&gt;")
	b.Post(kit.CheckRecordPath, "kept", kept, "move", "-3").Wants(t, http.StatusOK, "The start", `data-at="0"`)
	b.Post(kit.CheckRecordPath, "kept", kept, "move", "99999999999999999999").Wants(t, http.StatusOK, `data-at="9"`)
	part := b.Post(kit.CheckRecordPath, "kept", kept, "part", "board", "move", "1")
	part.Wants(t, http.StatusOK, "data-step-board", "Move 1: Black c1")
	if strings.Contains(part.Body, "What was found") {
		t.Error("more than the board is sent to the script")
	}
	b.Post(kit.CheckRecordPath, "kept", kept, "rules", "iyt").Wants(t, http.StatusOK, `value="iyt" selected`)
	b.SendRecord(t, []string{"(;GM[11]SZ[5];B[c3])"}, "rules", "iyt").Wants(t, http.StatusOK,
		"One move is against the rules", "Move 1: Black c3", "The first player may not begin in the centre row", "No result is claimed")

	b.SendRecord(t, []string{strings.Replace(hexRecord, ";B[c1]", strings.Repeat(";B[z9];W[z9]", 15)+";B[c1]", 1)}).Wants(t, http.StatusOK,
		"30 moves are against the rules", "and 10 more<", "The game was decided before move 40")
	b.SendRecord(t, []string{"(;GM[18]RE[B+];B[djddgd];W[addgad])"}).Wants(t, http.StatusOK, "Amazons", "10 × 10",
		"Move 2: White a7 to d4, arrow to a7", "The result cannot be checked", "Nothing is decided where the record ends", `class="crown"`,
		"Black d", "arrows a")
	b.SendRecord(t, []string{"(;GM[18]SZ[3]AB[cb]AW[aa]AA[ab][bb]PL[B];B[cbcaba])"}).Wants(t, http.StatusOK,
		"Black has won: White cannot move, by move 1", `<circle class="wrong"`)
	b.SendRecord(t, []string{"(;RU[Tanbo];B[ba];W[ha];B[bb];W[ia];B[ab])"}).Wants(t, http.StatusOK, "Tanbo",
		"Move 5: Black A18", "beside 2", "White G, H, J, T", `<rect class="wood" x="-`)

	won := b.SendRecord(t, []string{"(;RU[Tanbo]SZ[3]AB[aa]AW[ca][ab][bb];B[ba])"})
	won.Wants(t, http.StatusOK, "White has won: Black has no stones left, by move 1; the last stood at A3, B3")
	if n := strings.Count(won.Body, `class="wrong"`); n != 2 {
		t.Errorf("%d rings show where the last root stood", n)
	}
	b.SendRecord(t, []string{"(;GM[11]SZ[3];B[a1];AB[b1][b2][b3])"}).Wants(t, http.StatusOK,
		"Black has won: both sides are joined, by what is set up.") // after a move, not where the record begins
	golem := b.SendRecord(t, []string{"(;FF[4]EV[hex.ld.1]PB[a]PW[b]SZ[5]RE[B];W[ca];B[aa];W[zz])"}, "move", "1")
	golem.Wants(t, http.StatusOK, "Hex", "Little Golem writes", "Move 1: Black c1", "Move 3: Black “zz”")

	b.SendRecord(t, []string{"(;GM[18]SZ[6];B[aaabac])"}).Wants(t, http.StatusUnprocessableEntity, "begins with the position")
	b.SendRecord(t, []string{"(;GM[3];B[aa])"}).Wants(t, http.StatusUnprocessableEntity, "not of a game of Go")
	b.SendRecord(t, []string{"(;GM[11];B[<b>])"}).Wants(t, http.StatusOK, "&lt;b&gt;")
	b.SendRecord(t, []string{"(;GM[11]" + strings.Repeat(";B[a1]", 3000) + ")"}).Wants(t, http.StatusUnprocessableEntity, "more than 2000 moves")
	// A file of several games says which.
	b.SendRecord(t, []string{"(;GM[1]SZ[9];B[ee])" + hexRecord}, "game", "2").Wants(t, http.StatusOK, "Hex", `<option value="2" selected`)
}

// TestWhatWasRepairedIsSaid: a move that is cut off at the end of a record is left out, and the page says so and where.
func TestWhatWasRepairedIsSaid(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	for _, record := range []string{"(;GM[11]SZ[5];B[c3];W[a1", "(;GM[1]SZ[9];B[cc];W[aa"} {
		b.SendRecord(t, []string{record}).Wants(t, http.StatusOK, "The record ends within this value, which was left out", "line 1, column ")
	}
	b.SendRecord(t, []string{"(;GM[1]SZ[9];B[cc])(;GM[11]SZ[5];B[c3];W[a1"}, "game", "2").Wants(t, http.StatusOK,
		"The record ends within this value, which was left out")
}

// TestAMoveAfterTheEndIsNoFault: the report says so, and its headline.
func TestAMoveAfterTheEndIsNoFault(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.SendRecord(t, []string{"(;GM[1]SZ[9];B[aa];W[ii];B[];W[];B[bb])"}, "rules", "short")
	a.Wants(t, http.StatusOK, "Every move is legal", "the game had ended", "No one has done anything wrong")
	if strings.Contains(a.Body, "against the rules") {
		t.Error("it is called against the rules")
	}
	if a := b.SendRecord(t, []string{"(;GM[1]SZ[9];B[aa];W[];B[];W[bb])"}); strings.Contains(a.Body, "handicap of 1") {
		t.Error("one stone is called a handicap")
	}
}
