package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// branchedRecord has another line after move 1, a remark, marks and clocks.
const branchedRecord = "(;GM[1]SZ[5]KM[0]RE[B+3](;B[bb]C[A good move.]BL[65]LB[cc:A]TR[bb](;W[dd]N[Plan];B[cc])(;W[ee]SQ[aa];B[dc]AR[aa:ee])))"

// clickPoint clicks a point of the board, from the top left.
func (w *window) clickPoint(x, y int) {
	w.t.Helper()
	var at [2]float64
	w.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const board = document.querySelector("#board");
		board.scrollIntoView({block: "center", behavior: "instant"});
		const p = new DOMPoint(%d, %d).matrixTransform(board.getScreenCTM());
		return [p.x, p.y];
	})()`, x, y), &at))
	w.do(chromedp.MouseClickXY(at[0], at[1]))
}

// clickAtOnce clicks buttons one after the other before any answer can come and move them.
func (w *window) clickAtOnce(names ...string) {
	w.t.Helper()
	var clicked int
	w.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const all = [...document.querySelectorAll("button")];
		const named = %q.split("|").map((name) => all.find((b) => b.textContent.trim() === name)).filter(Boolean);
		named.forEach((b) => b.click());
		return named.length;
	})()`, strings.Join(names, "|")), &clicked))
	if clicked != len(names) {
		w.fail("%d of the buttons %q are there", clicked, names)
	}
}

// A record's tree is walked by buttons and keys, moves are tried on it, and any position
// is counted.
func TestWalkingARecordsTree(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := open(t, s, desktop)
	w.paste(branchedRecord)
	w.see("Move 3: Black C3")
	w.keys(kb.Home)
	w.see("The start")
	w.keys(kb.ArrowRight)
	w.see("Move 1: Black B4", "A good move.", "Black 1:05", "Ways on:")
	if !w.has("#board .shapes .on-b path") || !w.has("#board .shapes text") {
		t.Error("the record's marks are not shown")
	}
	w.accessible("a record with variations")
	w.click("button", "White E1")
	w.see("Move 2: White E1", "Another line of the record is shown.")
	w.keys(kb.ArrowRight)
	w.see("Move 3: Black D3")
	if !w.has("#board .shapes .arrow") {
		t.Error("the arrow is not shown")
	}
	w.click("button", "Show the numbers")
	w.see("Hide the numbers")
	if !w.has("#board .stones .number") {
		t.Error("the stones have no numbers")
	}
	w.keys(kb.ArrowLeft)
	w.see("Move 2: White E1")
	w.clickPoint(0, 0)
	w.see("Move 3: Black A5", "Back to the record")
	w.clickPoint(0, 1)
	w.see("Move 4: White A4")
	w.fill("Moves", "A5 A4 B4")
	w.click("button", "Play these")
	w.see("there is a stone on B4 already. It was not played.")
	w.clickAtOnce("Back to the record", "Show the main line") // the later of two questions is answered
	w.see("The start")
	w.fill("Move number", "2")
	w.click("button", "Go to the move")
	w.see("Move 2: White D2")
	w.press("Count this position")
	w.see("Counted: move 2: White D2", "If the players do not agree")
	w.clickChain("D2")
	w.see("Taken as dead: White at D2, 1 stone.")
	w.press("Black moves next")
	w.see("Tried from: move 2: White D2. Black moves next.")
	w.unfold("The count along the game")
	w.unfold("Read out the position")
	w.accessible("a position that is counted, the chart and the position read out")
	w.keys(kb.Home)
	w.see("The start")
	w.click("button", "Play")
	w.see("Move 2: White D2")

	// The slider and the chart lead to their steps.
	w.do(chromedp.Evaluate(`(() => {
		const slide = document.querySelector("[data-slide]");
		slide.value = 1;
		slide.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, nil))
	w.see("Move 1: Black B4")
	w.do(chromedp.Evaluate(`(() => {
		const chart = document.querySelector(".score-chart"), box = chart.getBoundingClientRect();
		chart.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: box.right - 1, clientY: box.top + 5}));
	})()`, nil))
	w.see("Move 2: White D2")
}

func TestWalkingARecordsTreeOnAPhone(t *testing.T) {
	t.Parallel()
	w := open(t, serveDemo(t), phone)
	w.paste(branchedRecord)
	w.see("Variations (1)")
	w.unfold("Variations (1)")
	w.unfold("Try a line from here")
	w.unfold("The count along the game")
	w.see("As the board stands")
	w.accessible("a record with variations on a phone")
}

func TestWalkingARecordsTreeWithoutJavaScript(t *testing.T) {
	t.Parallel()
	w := openWithoutScript(t, serveDemo(t), desktop)
	w.paste(branchedRecord)
	w.press("First")
	w.press("On")
	w.see("A good move.")
	w.press("Show the numbers")
	w.see("Hide the numbers", "A good move.")
	w.press("White E1")
	w.see("Hide the numbers", "Move 2: White E1", "Another line of the record is shown.")
	w.press("Back")
	w.see("Move 1: Black B4")
	w.unfold("Try a line from here")
	w.fill("Moves", "E5 A1")
	w.press("Play these")
	w.see("Move 3: Black A1")
	w.press("Count this position")
	w.see("Counted: move 3: Black A1")

	// Typing the number of a move and Enter goes there; Play shows one step after the other.
	w.press("Back to the record")
	w.fill("Move number", "1")
	w.answered(aNewPage, func() { w.keys(kb.Enter) })
	w.see("Move 1: Black B4", "A good move.")
	w.press("Play")
	w.see("The moves alone are played")
	w.see("Move 3: Black D3")
}
