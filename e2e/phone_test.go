package e2e

import (
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestResultsOnAPhone has players report results at their tables, each on a
// phone of 360 px, by the code on the table's card. A phone without reception
// sends what was pressed once it is back.
func TestResultsOnAPhone(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	director := signedIn(t, s, "Director", desktop)
	director.goTo(theCongress(t, director.html()))
	director.goTo(linkTo(t, director.html(), `/director/sections/\d+/results`))
	tables := openTables(readBoard(t, director.html()))
	if len(tables) < 3 {
		t.Fatalf("%d results are to come: too few to report", len(tables))
	}
	cards := tableCards(director)
	black, white := open(t, s, phone), open(t, s, phone)

	theyAgree(black, white, cards, tables[0])
	director.seeBeside(tables[0].Black, "Black won") // the board shows it by itself
	theyDiffer(black, white, cards, tables[1])
	noReception(black, white, cards, tables[2])
	director.seeBeside(tables[2].Black, "Jigo")
	black.see("This is the result.") // until then the page moves under a finger

	// Between rounds: where do I play, how do I stand?
	black.follow("Draw and standings")
	for _, tab := range []string{"Standings", "Crosstable", "Players"} {
		black.follow(tab)
	}
	black.goTo("/ratings")
	black.goTo("/clubs")
	black.goTo("/events")
}

// tableCards are the addresses in the codes that are printed on the cards, by table.
func tableCards(director *window) map[string]string {
	director.t.Helper()
	director.follow("Prints")
	text := strings.Join(codesIn(director, director.download("Table cards with codes")), "\n")
	cards := map[string]string{}
	for _, m := range regexp.MustCompile(`/t/\d+-(\d+)-\S+`).FindAllStringSubmatch(text, -1) {
		cards[m[1]] = m[0]
	}
	if len(cards) == 0 {
		director.t.Fatalf("no addresses in the codes of the cards:\n%s", text)
	}
	director.follow("Results", "Standings")
	return cards
}

// codesIn are the codes on the pages of a print, as a phone reads them.
func codesIn(w *window, file string) []string {
	w.t.Helper()
	page := filepath.Join(w.t.TempDir(), "page")
	if out, err := exec.CommandContext(w.t.Context(), "pdftoppm", "-r", "150", "-gray", "-png", file, page).CombinedOutput(); err != nil {
		w.t.Fatalf("pdftoppm %s: %v: %s", file, err, out)
	}
	pictures, err := filepath.Glob(page + "*.png")
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := exec.CommandContext(w.t.Context(), "zbarimg", append([]string{"-q", "--raw"}, pictures...)...).Output()
	if err != nil {
		w.t.Fatalf("no code is read in %s: %v (run make test)", file, err)
	}
	return strings.Fields(string(out))
}

// pdfText is what another reader finds in a PDF.
func pdfText(w *window, file string) string {
	w.t.Helper()
	out, err := exec.CommandContext(w.t.Context(), "pdftotext", "-layout", file, "-").Output()
	if err != nil {
		w.t.Fatalf("pdftotext %s: %v (run make test)", file, err)
	}
	return string(out)
}

// sitDown opens a table's card and says who has the phone.
func (w *window) sitDown(card, player string) {
	w.t.Helper()
	w.goTo(card)
	w.see("Who are you?")
	w.press(player)
	w.see("Who won?")
}

func theyAgree(black, white *window, cards map[string]string, table boardTable) {
	card := cards[itoa(table.Number)]
	black.sitDown(card, table.Black)
	black.press(table.Black)
	black.see("You said: Black won", "Waiting for "+table.White)
	white.sitDown(card, table.White)
	white.see(table.Black+" said: Black won", "If that is right, press the same button.")
	white.accessible("table card")
	white.press(table.Black)
	white.see("Black won", "This is the result.")
	black.see("This is the result.") // by itself
	white.accessible("decided table")
}

func theyDiffer(black, white *window, cards map[string]string, table boardTable) {
	card := cards[itoa(table.Number)]
	black.sitDown(card, table.Black)
	black.press(table.Black)
	black.see("You said: Black won")
	white.sitDown(card, table.White)
	white.press(table.White)
	white.see("Your reports differ", "call the referee")
	white.accessible("disputed table")
	black.see("Your reports differ")
	black.press(table.White)
	black.see("White won", "This is the result.")
}

func noReception(black, white *window, cards map[string]string, table boardTable) {
	card := cards[itoa(table.Number)]
	black.sitDown(card, table.Black)
	black.reception(false)
	black.click("button", "Jigo")
	black.see("No connection. Your result is not saved yet.")
	black.troubles() // of a kind that is expected here
	black.reception(true)
	black.see("You said: Jigo")
	black.troubles()
	white.sitDown(card, table.White)
	white.see(table.Black + " said: Jigo")
	white.press("Jigo")
	white.see("This is the result.")
}

// reception takes the window off the net, and back.
func (w *window) reception(there bool) {
	w.t.Helper()
	rules := []*network.Conditions{}
	if !there {
		rules = append(rules, &network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
	}
	w.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := network.EmulateNetworkConditionsByRule(rules).Do(ctx)
		return err
	}), network.OverrideNetworkState(!there, 0, -1, -1))
}
