package e2e

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// lent takes the Congress of a demonstration society along, and gives its desk and its file.
func lent(t *testing.T, site *caller) (desk, file string) {
	t.Helper()
	desk = theCongress(t, site.page("/director"))
	if got := site.post(desk+"/venue/lend", url.Values{}); got.Status != http.StatusSeeOther {
		t.Fatalf("lend: %d\n%s", got.Status, words(got.Body))
	}
	got := site.post(desk+"/venue/file", url.Values{})
	if got.Status != http.StatusOK {
		t.Fatalf("the file: %d\n%s", got.Status, words(got.Body))
	}
	file = filepath.Join(t.TempDir(), "taken.venue.json")
	if err := os.WriteFile(file, []byte(got.Body), 0o600); err != nil {
		t.Fatal(err)
	}
	return desk, file
}

// openAtVenue starts the laptop's program on the file.
func openAtVenue(t *testing.T, file, data string, flags ...string) *server {
	t.Helper()
	return startProgram(t, racedBinary(t), "venue", data, append([]string{file}, flags...)...)
}

// atLaptop is the director at the laptop itself.
func atLaptop(t *testing.T, laptop *server) *caller {
	t.Helper()
	c := stranger(t, laptop)
	if got := c.post("/venue/in/here", url.Values{}); got.Status != http.StatusSeeOther {
		t.Fatalf("sign in at the laptop: %d\n%s", got.Status, words(got.Body))
	}
	return c
}

// until waits for what happens by itself within seconds.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 300 {
		if is() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("not within half a minute: %s", what)
}

var theCode = regexp.MustCompile(`<dt>Helpers who enter results</dt><dd><strong class="code">([A-Z0-9-]+)<`)

// TestAnEventTravelsBetweenTwoPrograms: two real programs. The event is lent, played on the laptop while the site is
// down and up, each is killed, and it is given back; nothing that was confirmed is missing.
func TestAnEventTravelsBetweenTwoPrograms(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	site := call(t, s, "Director")
	desk, file := lent(t, site)
	board := regexp.MustCompile(`/director/sections/\d+/rounds/\d+/results`).FindString(
		site.page(linkTo(t, site.page(desk), `/director/sections/\d+/results`)),
	)
	address := strings.TrimPrefix(s.URL, "http://")

	// The site shows the event, and refuses to change it.
	if page := words(site.page(desk)); !strings.Contains(page, "is at its venue and is written on the laptop there") {
		t.Errorf("the desk does not say that the event is away:\n%s", page)
	}
	tables := readBoard(t, site.page(board))
	if got := site.post(board, tables[0].line("refused", "b", "1")); got.Status != http.StatusConflict {
		t.Errorf("a result on the site while the event is away: %d", got.Status)
	}

	data := t.TempDir()
	laptop := openAtVenue(t, file, data)
	for _, says := range []string{"▀", "Phones open", "What a phone must do", "turn mobile data off"} {
		if !strings.Contains(laptop.Console(), says) {
			t.Errorf("the terminal does not say %q:\n%s", says, laptop.Console())
		}
	}
	director := atLaptop(t, laptop)
	code := theCode.FindStringSubmatch(director.page("/venue"))
	if code == nil {
		t.Fatalf("no code:\n%s", words(director.page("/venue")))
	}
	helper := stranger(t, laptop)
	if got := helper.post("/venue/in", url.Values{"code": {"ABCD-EFGH"}, "name": {"Mere"}}); got.Status != http.StatusUnprocessableEntity {
		t.Errorf("a wrong code: %d", got.Status)
	}
	if got := helper.post("/venue/in", url.Values{"code": {strings.ToLower(code[1])}, "name": {"Mere"}}); got.Status != http.StatusSeeOther {
		t.Fatalf("a helper: %d\n%s", got.Status, words(got.Body))
	}
	if got := helper.get("/venue"); got.Status != http.StatusForbidden {
		t.Errorf("a helper sees the codes: %d", got.Status)
	}

	// Results by a helper, while the site is killed and started again, and the laptop too.
	enter := func(c *caller, n int, key string) {
		t.Helper()
		tables := readBoard(t, c.page(board))
		if got := c.post(board, tables[n].line(key, "b", "7")); got.Status != http.StatusSeeOther {
			t.Fatalf("table %d: %d\n%s", n, got.Status, words(got.Body))
		}
	}
	siteHas := func(n int) bool { return readBoard(t, site.page(board))[n].Result == "b" }
	enter(helper, 0, "one")
	until(t, "the site has the first result", func() bool { return siteHas(0) })

	s.kill()
	enter(helper, 1, "two")
	laptop.kill()
	laptop = openAtVenue(t, file, data)
	director.moveTo(laptop)
	helper.moveTo(laptop)
	if readBoard(t, director.page(board))[1].Result != "b" {
		t.Fatal("the laptop was killed and lost a result that it had confirmed")
	}
	s = start(t, "demo", s.Data, "--addr", address)
	until(t, "the site has the second result", func() bool { return siteHas(1) })

	// OpenGotha's file lies beside the database, and the file that was taken along converts.
	found, err := filepath.Glob(filepath.Join(data, "*.xml"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no file for OpenGotha in %s: %v", data, err)
	}
	for _, name := range found {
		nzgs(t, "convert", name, filepath.Join(t.TempDir(), "again.json"))
	}

	until(t, "the laptop has the site’s answer", func() bool {
		return strings.Contains(words(director.page("/venue")), "has everything that was entered here")
	})
	if got := director.post("/venue/give-back", url.Values{}); got.Status != http.StatusSeeOther {
		t.Fatalf("give back: %d\n%s", got.Status, words(got.Body))
	}
	until(t, "the site has the event", func() bool {
		return !strings.Contains(words(site.page(desk)), "is at its venue")
	})
	until(t, "the laptop knows", func() bool {
		return strings.Contains(words(director.page("/venue")), "was given back")
	})
	if !siteHas(0) || !siteHas(1) {
		t.Error("a result is missing after the event was given back")
	}
	enter(site, 2, "three")
	if got := director.post(board, readBoard(t, director.page(board))[2].line("late", "w", "")); got.Status != http.StatusConflict {
		t.Errorf("a result on the laptop after the event was given back: %d", got.Status)
	}
	if said := nzgs(t, "audit", "verify", "--data", s.Data); !strings.Contains(said, "unbroken") {
		t.Errorf("audit verify: %s", said)
	}
}
