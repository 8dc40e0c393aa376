package e2e

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestThirtyTablesInSeventyFiveKeys sets up a section of 60 players and enters its first round: a key and
// Enter for each table, and one slip too many, which asks before it overwrites.
func TestThirtyTablesInSeventyFiveKeys(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	section := thirtyTables(t, w.caller())
	w.goTo("/director/sections/" + section + "/results")
	tables := openTables(readBoard(t, w.html()))
	if len(tables) != 30 {
		t.Fatalf("%d tables, want 30", len(tables))
	}
	pressed := 0
	press := func(keys string) {
		pressed += len([]rune(keys))
		w.keys(keys)
	}
	for i, table := range tables {
		w.onFocus("Table")
		if next := w.value("Table"); next != strconv.Itoa(table.Number) {
			t.Fatalf("the next table is %s, not %d", next, table.Number)
		}
		key, says := "b", "Black won"
		if i%3 == 0 {
			key, says = "w", "White won"
		}
		press(key)
		w.answered(inPlace, func() { press(kb.Enter) })
		w.see(fmt.Sprintf("Table %d: %s. Saved.", table.Number, says))
	}
	w.see("All results are in")
	if pressed > 75 {
		t.Errorf("%d keys for 30 tables, want at most 75", pressed)
	}
	// One more slip for a table that is in: it asks, and Enter again saves it.
	w.keys("2j")
	w.answered(inPlace, func() { w.keys(kb.Enter) })
	w.see("Table 2 has a result: Black won, entered at the desk. Press Enter again to save “Jigo” instead.")
	w.answered(inPlace, func() { w.keys(kb.Enter) })
	w.see("Table 2: Jigo. Saved.")
}

// thirtyTables sets up an event of 60 players, and draws and publishes its first round.
func thirtyTables(t *testing.T, c *caller) (section string) {
	t.Helper()
	done := func(path string, form ...string) string {
		t.Helper()
		values := url.Values{}
		for i := 0; i+1 < len(form); i += 2 {
			values.Add(form[i], form[i+1])
		}
		a := c.post(path, values)
		if a.Status != http.StatusSeeOther {
			t.Fatalf("%s answered %d\n%s", path, a.Status, a.Body)
		}
		return a.Location
	}
	event := done("/director/events", "name", "Thirty Tables", "from", "2027-07-03", "to", "2027-07-03", "place", "Levin")
	done(event+"/sections", "name", "Open", "system", "swiss", "rounds", "3", "handicap", "none", "tie_breaks", "SOS")
	section = regexp.MustCompile(`/director/sections/(\d+)/`).FindStringSubmatch(c.page(event))[1]
	for i := range 60 {
		done(
			"/director/sections/"+section+"/entries/guest", "family_name", invented(i), "given_names", invented(i+1000), "rating", strconv.Itoa(1+i%20)+"k",
		)
	}
	version := func(page, action string) string {
		t.Helper()
		form := regexp.MustCompile(`(?s)action="` + action + `".*?name="version" value="(\d+)"`)
		return form.FindStringSubmatch(c.page(page))[1]
	}
	done(event+"/announce", "version", version(event, event+"/announce"))
	round := "/director/sections/" + section + "/rounds/1"
	done(round + "/draw")
	done(round+"/publish", "version", version(round, round+"/publish"))
	return section
}

// invented is a name that is like no other.
func invented(i int) string {
	sum := sha256.Sum256([]byte{byte(i), byte(i >> 8)})
	name := []byte("X")
	for _, b := range sum[:8] {
		name = append(name, 'a'+b%26)
	}
	return string(name)
}
