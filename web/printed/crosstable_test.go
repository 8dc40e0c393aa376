package printed_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/demo"
	"nzgs/internal/store"
)

// In a crosstable a game names its opponent by number: on the page, in the print and in the spreadsheet a column says which
// number is whose, and every opponent's number is one of them.
func TestEveryNumberOfACrosstableIsALineOfIt(t *testing.T) {
	s := settle(t, demo.Small())
	at, err := store.One(s.Context(), s.DB, store.Value[string], open)
	s.Must(err)
	event, section, _ := strings.Cut(at, "|")
	here := "/events/" + event + "/sections/" + section + "/crosstable"
	page := s.browser("").Get(here)
	page.Wants(t, http.StatusOK, `class="num shrink">No.</th>`)
	m, ok := s.makeFile(file{route: here + ".pdf"})
	if !ok {
		return
	}
	print := string(s.run("pdftotext", "-layout", s.save(m), "-"))
	if !regexp.MustCompile(`No\.\s+Place\s+Player`).MatchString(print) {
		t.Fatalf("no column of numbers:\n%s", print)
	}
	lines, opponents := map[string]bool{}, map[string]bool{}
	line := regexp.MustCompile(`^\s*(\d+)\s+\d+=?\s+\S`)
	for _, text := range strings.Split(print, "\n") {
		number := line.FindStringSubmatch(text)
		if number == nil {
			continue
		}
		lines[number[1]] = true
		for _, game := range regexp.MustCompile(`\s(\d+)[+\-−=?]`).FindAllStringSubmatch(text[len(number[0]):], -1) {
			opponents[game[1]] = true
		}
	}
	if len(lines) < 10 || len(opponents) < 10 {
		t.Fatalf("%d lines, %d opponents:\n%s", len(lines), len(opponents), print)
	}
	for n := range opponents {
		if n != "0" && !lines[n] {
			t.Errorf("opponent %s is no line of the crosstable", n)
		}
	}
	book, ok := s.makeFile(file{route: "/events/" + event + "/crosstable.xlsx"})
	if ok && !strings.Contains(s.openpyxl(book), "No.") {
		t.Error("the spreadsheet has no column of numbers")
	}
}
