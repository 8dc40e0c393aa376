package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// koRecord has one move against the rules: White takes the ko back at once.
const koRecord = "(;GM[1]SZ[5]KM[0]PB[Aroha Tūī]PW[王小明]RE[B+7];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc];W[cc];B[ee])"

// paste opens the check of records and hands one in.
func (w *window) paste(record string) {
	w.t.Helper()
	w.goTo("/check-record")
	w.fill("Paste the record", record)
	w.press("Check the record")
}

// clickChain clicks a stone of the end position.
func (w *window) clickChain(first string) {
	w.t.Helper()
	w.answered(aNewPage, func() {
		var at [2]float64
		w.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
			const stone = document.querySelector('#end-board [data-chain="%s"]');
			stone.scrollIntoView({block: "center", behavior: "instant"});
			const r = stone.querySelector("circle").getBoundingClientRect();
			return [r.x + r.width / 2, r.y + r.height / 2];
		})()`, first), &at))
		w.do(chromedp.MouseClickXY(at[0], at[1]))
	})
}

// stones counts the stones on the board that is stepped through.
func (w *window) stones() int {
	w.t.Helper()
	var n int
	w.do(chromedp.Evaluate(`document.querySelectorAll("#board .stones > g").length`, &n))
	return n
}

func TestCheckingARecord(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := open(t, s, desktop)
	w.follow("Check a record")
	w.accessible("the check of records")
	w.press("Check the record")
	w.see("Paste a record, or choose a file.")
	w.accessible("the check of records, refused")

	w.paste(koRecord)
	w.see("One move is against the rules", "The result differs from the count", "Move 10: White at C3", "repeats the whole board as it was after move 8",
		"If it stands", "A tie (jigo)", "If it was claimed: a pass", "Black wins by 4")
	w.accessible("a checked record")

	// By keys at once, and to the violation.
	for _, step := range []struct {
		key, shows string
		stones     int
	}{
		{kb.Home, "The start", 0}, {kb.ArrowRight, "Move 1: Black B3", 1}, {kb.ArrowRight, "Move 2: White C3", 2},
		{kb.ArrowLeft, "Move 1: Black B3", 1},
		{kb.End, "Move 11: Black E1", 9}, {kb.ArrowUp, "Move 1: Black B3", 1}, {kb.ArrowDown, "Move 11: Black E1", 9},
		{kb.ArrowRight, "Move 11: Black E1", 9},
	} {
		w.keys(step.key)
		w.see(step.shows)
		if n := w.stones(); n != step.stones {
			t.Errorf("%s shows %d stones, not %d", step.shows, n, step.stones)
		}
	}
	w.click("button", "Show on the board")
	w.see("Move 10: White at C3, against the rules")
	if !w.has("#board .marks .wrong") {
		t.Error("the move against the rules is not marked")
	}
	w.click("button", "Back")
	w.see("Move 9: Black D3")

	// Counts that no choice of dead stones gives.
	w.fill("Black’s count", "1")
	w.fill("White’s count", "2")
	w.press("Count again")
	w.see("The counts handed in differ", "The claimed count is wrong whatever was agreed")
	w.fill("Black’s count", "")
	w.fill("White’s count", "")
	w.press("Count again")

	// A dead stone, by clicking it, and alive again.
	w.clickChain("A5")
	w.see("with the stones below taken as dead")
	if got := w.value("Dead stones"); got != "A5" {
		t.Errorf("the dead stones are %q", got)
	}
	w.accessible("a checked record with dead stones")
	w.clickChain("A5")
	w.see("with every stone standing")
	w.see("Only by estimate") // it takes no time that anybody notices
}

func TestCheckingARecordWithoutJavaScript(t *testing.T) {
	t.Parallel()
	w := openWithoutScript(t, serveDemo(t), desktop)
	w.paste(koRecord)
	w.see("One move is against the rules", "Move 11: Black E1")
	w.press("Back")
	w.see("Move 10: White at C3, against the rules")
	w.press("First")
	w.see("The start")
	w.press("Show on the board")
	w.see("Move 10: White at C3, against the rules")
	w.fill("Dead stones", "A5")
	w.press("Count again")
	w.see("with the stones below taken as dead")
	w.fill("Dead stones", "Z9")
	w.press("Count again")
	w.see("is not a point of this board", "The record is still here")
	w.fill("Dead stones", "")
	w.press("Check the record")
	w.see("One move is against the rules")
}

func TestCheckingARecordOnAPhone(t *testing.T) {
	t.Parallel()
	w := open(t, serveDemo(t), phone)
	w.paste(koRecord) // every page that comes is measured
	w.see("One move is against the rules")
	var moves strings.Builder
	for i := range 300 {
		fmt.Fprintf(&moves, ";%c[%c%c]", "BW"[i%2], 'a'+i%19, 'a'+i/19)
	}
	w.paste("(;SZ[19]KM[7]PB[" + strings.Repeat("Verylongname", 8) + "]" + moves.String() + ")")
	w.see("19 × 19")
	w.unfold("Check another record")
	w.paste("(;SZ[52];B[aa];W[zz])")
	w.see("52 × 52")
}

// A director hands a record in, a referee rules on it, and the ruling is printed.
func TestARulingFromARecord(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	file := filepath.Join(t.TempDir(), "game-5.sgf")
	if err := os.WriteFile(file, []byte(koRecord), 0o600); err != nil {
		t.Fatal(err)
	}
	director := signedIn(t, s, "Director", desktop)
	director.goTo(theCongress(t, director.html()))
	director.goTo(linkTo(t, director.html(), `/director/sections/\d+/results`))
	game := linkTo(t, director.html(), `/director/games/\d+`)
	director.goTo(game)
	director.attach("Record of the game", file)
	director.press("Keep and check")
	director.see("One move is against the rules", "The record as handed in", "Is this the record of this game", "19 × 19")
	director.accessible("a kept record")

	referee := signedIn(t, s, "Referee", desktop)
	referee.goTo(game)
	referee.see("game-5.sgf")
	referee.follow("game-5.sgf")
	referee.see("Move 10: White at C3", "The ruling")
	referee.press("Record the ruling")
	referee.see("Choose the ruling.")
	referee.accessible("a ruling, refused")
	referee.choose("The ruling", "The position is restored; the move becomes a pass")
	referee.fill("Reason", "Black claimed it before the next move. 山田 heard it.")
	referee.choose("Result that follows", "Black won")
	referee.press("Record the ruling")
	referee.see("The ruling is recorded", "Black claimed it before the next move.")
	text := pdfText(referee, referee.download("Ruling sheet (PDF)"))
	for _, want := range []string{
		"Referee’s ruling", "The position is restored; the move becomes a pass", "What happened at move 10",
		"Black claimed it before the next move. 山田 heard it.",
		"Black won", "game-5.sgf", "Before move 10", "The end if the move stands", "Black 20, White 20",
		"The end if the move is a pass", "Black 22, White 18", "The record against the table", "Board: 5 × 5 in the record",
		"By the New Zealand rules",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("the ruling sheet lacks %q:\n%s", want, text)
		}
	}

	public := linkTo(t, director.html(), `/records/\d+/record\.sgf`)
	everybody := open(t, s, phone)
	everybody.goTo(strings.TrimSuffix(public, "/record.sgf"))
	everybody.see("Move 11: Black E1")
	everybody.accessible("a record for everybody")
}
