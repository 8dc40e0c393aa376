package e2e

import (
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// boardTable is a table on a results board.
type boardTable struct {
	Number  int
	Version int
	Result  string // key of the result so far, or ""
	Black   string // names
	White   string
	Game    string // address of the game
}

var (
	boardRows = regexp.MustCompile(
		`(?s)<tr data-table="(\d+)" data-version="(\d+)" data-code="([^"]*)" data-names="([^"]*)".*?</tr>`,
	)
	scoreSoFar = regexp.MustCompile(` \([\d½]+\)$`)
	gameLink   = regexp.MustCompile(`href="(/director/games/\d+)"`)
)

// runningBoard is the results board of a section that is being played.
func runningBoard(c *caller) (path string, tables []boardTable) {
	c.t.Helper()
	desk := c.page(linkTo(c.t, c.page("/director"), `/director/events/\d+`))
	page := c.page(linkTo(c.t, desk, `/director/sections/\d+/results`))
	for _, form := range forms.FindAllStringSubmatch(page, -1) {
		if regexp.MustCompile(`/rounds/\d+/results$`).MatchString(form[1]) {
			return form[1], readBoard(c.t, page)
		}
	}
	c.t.Fatalf("no round is being played:\n%s", words(page))
	return "", nil
}

func readBoard(t *testing.T, page string) []boardTable {
	t.Helper()
	var tables []boardTable
	for _, row := range boardRows.FindAllStringSubmatch(page, -1) {
		n, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		version, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		game := gameLink.FindStringSubmatch(row[0])
		if game == nil {
			t.Fatalf("table %d leads to no game", n)
		}
		black, white, _ := strings.Cut(html.UnescapeString(row[4]), " – ")
		tables = append(tables, boardTable{
			n, version, row[3], scoreSoFar.ReplaceAllString(black, ""), scoreSoFar.ReplaceAllString(white, ""), game[1],
		})
	}
	if len(tables) == 0 {
		t.Fatalf("the board has no tables:\n%s", words(page))
	}
	return tables
}

// line is what the board sends for a table; where a result stands there, after the board has asked once.
func (b boardTable) line(key, result, margin string) url.Values {
	game := b.Game[strings.LastIndex(b.Game, "/")+1:]
	return url.Values{
		"key": {key}, "table": {strconv.Itoa(b.Number)}, "version": {strconv.Itoa(b.Version)}, "result": {result},
		"margin": {margin}, "over": {game + "." + strconv.Itoa(b.Version) + "." + strings.ToUpper(result)},
	}
}
