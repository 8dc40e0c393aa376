package e2e

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestResultsByKeyboardOnly enters every result of a round without the mouse:
// table number, key, Enter, next.
func TestResultsByKeyboardOnly(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	w.goTo(theCongress(t, w.html()))
	w.goTo(linkTo(t, w.html(), `/director/sections/\d+/results`))
	w.onFocus("Table") // nothing has been clicked
	tables := openTables(readBoard(t, w.html()))
	if len(tables) < 2 {
		t.Fatalf("%d results are to come: too few to enter", len(tables))
	}
	w.see(fmt.Sprintf("%d of ", len(tables)))

	// A table that is not there, and a key that means nothing, go nowhere.
	w.keys("99" + kb.Enter)
	w.see("There is no table 99 in this list.")
	last := tables[len(tables)-1]
	w.keys(kb.Backspace + kb.Backspace + strconv.Itoa(last.Number) + kb.Enter)
	w.onFocus("Result")
	w.keys("q" + kb.Enter)
	w.see("“q” is not one of the keys below.")
	w.keys(kb.Backspace + "b")
	w.see(last.Black, "Black won. Enter saves.")
	w.enter()
	w.see(fmt.Sprintf("Table %d: Black won. Saved.", last.Number))

	// Back it goes, and in again: a key typed after the number is the result.
	w.onFocus("Table")
	w.tabTo(fmt.Sprintf("Undo table %d", last.Number))
	w.enter()
	w.see(fmt.Sprintf("Table %d is as before.", last.Number))
	w.onFocus("Table")
	w.keys(strconv.Itoa(last.Number) + "j")
	w.enter()
	w.see(fmt.Sprintf("Table %d: Jigo. Saved.", last.Number))

	// The number of the next table to come is there already: only the key.
	for _, table := range tables[:len(tables)-1] {
		w.onFocus("Table")
		if next := w.value("Table"); next != strconv.Itoa(table.Number) {
			t.Errorf("the next table is %s, not %d", next, table.Number)
		}
		w.keys("w")
		w.enter()
		w.see(fmt.Sprintf("Table %d: White won. Saved.", table.Number))
	}
	w.see("All results are in")
	if left := openTables(readBoard(t, w.html())); len(left) > 0 {
		t.Errorf("tables %v have no result", left)
	}
}

// enter presses Enter and waits for the answer.
func (w *window) enter() {
	w.t.Helper()
	w.answered(inPlace, func() { w.keys(kb.Enter) })
}

// tabTo presses Tab until the focus is on what is called so.
func (w *window) tabTo(name string) {
	w.t.Helper()
	var now string
	for range 200 {
		if w.look("focus", "", "", &now) == nil && now == plain(name) {
			return
		}
		w.keys(kb.Tab)
	}
	w.fail("Tab never comes to %q", name)
}

// openTables are those whose result is to come.
func openTables(all []boardTable) []boardTable {
	var open []boardTable
	for _, table := range all {
		if table.Result == "" {
			open = append(open, table)
		}
	}
	return open
}
