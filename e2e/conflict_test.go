package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestTwoDirectorsConflict has a director and a referee save different results
// for one table. The second is shown both, and decides.
func TestTwoDirectorsConflict(t *testing.T) {
	t.Parallel()
	s := serveRaced(t)
	first := signedIn(t, s, "Director", desktop)
	first.follow("Run the event", "Go Congress")
	first.follow("Results", "Open")
	board := first.address()
	second := signedIn(t, s, "Referee", desktop)
	second.goTo(board)

	tables := readBoard(t, first.html())
	table := tables[len(tables)-1]
	number := strconv.Itoa(table.Number)

	second.fill("Table", number)
	first.fill("Table", number)
	first.fill("Result", "b")
	first.answered(inPlace, func() { first.keys(kb.Enter) })
	first.see("Table " + number + ": Black won. Saved.")

	second.fill("Result", "w")
	second.answered(inPlace, func() { second.keys(kb.Enter) })
	second.see(
		"Table "+number+":", "Your result was not saved", "What you entered", "White won", "What is saved now", "Black won",
	)
	second.press("Save “White won” instead")
	second.see("Table " + number + ": White won. Saved.")

	first.seeBeside(table.Black, "White won") // the first's board shows it by itself
	first.dontSee("Table " + number + ": White won. Saved.")
}

// TestConflictAnswers409 looks at the same from outside the browser, and has
// the second keep what is saved.
func TestConflictAnswers409(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	director, referee := call(t, s, "Director"), call(t, s, "Referee")
	board, tables := runningBoard(director)
	table := tables[len(tables)-1]
	if got := director.post(board, table.line("", "b", "")); got.Status != http.StatusSeeOther {
		t.Fatalf("the first: %s", got)
	}
	got := referee.post(board, table.line("", "w", ""))
	if got.Status != http.StatusConflict {
		t.Errorf("the second: %s", got)
	}
	for _, want := range []string{"Black won", "White won", "Keep “Black won”", "Save “White won” instead"} {
		if !strings.Contains(words(got.Body), want) {
			t.Errorf("the conflict does not show %q:\n%s", want, words(got.Body))
		}
	}
	if now := readBoard(t, director.page(board))[len(tables)-1]; now.Result != "b" || now.Version != table.Version+1 {
		t.Errorf("the conflict has changed the table: %+v", now)
	}
	// The same result again is no conflict, and no change.
	if got := referee.post(board, table.line("", "b", "")); got.Status != http.StatusSeeOther {
		t.Errorf("the same result from the second: %s", got)
	}
	if now := readBoard(t, director.page(board))[len(tables)-1]; now.Version != table.Version+1 {
		t.Errorf("the same result has changed the table: %+v", now)
	}
}
