package e2e

import (
	"html"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// messyFiles are the three files of an invented society, as its secretary has them.
var messyFiles = []string{"members.csv", "subscriptions.tsv", "clubs.csv"}

// TestTakingOverASociety begins an empty society, sends it three messy files one after the other, says what is asked, has
// the plug pulled while all of it is taken over, and finds all of it or nothing; the same files again change nothing.
func TestTakingOverASociety(t *testing.T) {
	t.Parallel()
	s := serveEmpty(t)
	c := stranger(t, s)
	link := strings.TrimPrefix(s.SetUpLink(), s.URL)
	form := hidden(t, c.page(link), link)
	for name, values := range map[string][]string{
		"given_names": {"Sina"}, "family_name": {"Sapolu"}, "email": {"sina@example.nz"}, "password": {"four words quite unrelated"},
		"order": {"given_first"}, "offices": {"secretary", "treasurer"},
	} {
		form[name] = values
	}
	if a := c.post(link, form); a.Status != http.StatusSeeOther {
		t.Fatalf("set up: %s", a)
	}
	if page := c.page("/admin"); !strings.Contains(page, `href="/take-over"`) {
		t.Error("the administration does not lead to it")
	}
	c.sendMessyFiles()
	c.answerWhatIsAsked()
	take := hidden(t, c.page("/take-over"), "/take-over/take")
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		time.Sleep(30 * time.Millisecond)
		s.kill()
	}()
	first, err := c.tryPost("/take-over/take", take)
	<-killed
	s = start(t, "serve", s.Data)
	c.moveTo(s)
	if page := c.page("/take-over"); strings.Contains(page, "Taken over before") != strings.Contains(c.page("/members"), "Kererū") {
		t.Errorf("half of it was taken over (answered %v, %v):\n%s", first.Status, err, words(page))
	} else if !strings.Contains(page, "Taken over before") {
		if a := c.post("/take-over/take", take); a.Status != http.StatusSeeOther {
			t.Fatalf("take it over: %s", a)
		}
	}
	if a := c.post("/take-over/take", take); a.Status == http.StatusOK {
		t.Errorf("pressed again: %s", a)
	}
	aroha := words(c.page("/members/101"))
	for _, want := range []string{"Aroha Tūī", "since 21/11/1998, by members.csv, row 5", "Capital Go Club", "1 Rata Street"} {
		if !strings.Contains(aroha, want) {
			t.Errorf("Aroha’s page does not say %q:\n%s", want, aroha)
		}
	}
	if club := words(c.page("/clubs")); !strings.Contains(club, "Harbour Go Club") {
		t.Errorf("the clubs are\n%s", club)
	}
	if outbox := words(c.page("/outbox")); strings.Contains(outbox, "aroha@example.nz") || strings.Contains(outbox, "mere@example.nz") {
		t.Errorf("someone was written to:\n%s", outbox)
	}
	before := c.page("/members.csv")
	c.sendMessyFiles()
	c.answerWhatIsAsked()
	if page := words(c.page("/take-over")); !strings.Contains(page, "nothing would change") {
		t.Errorf("the same files again:\n%s", page)
	}
	if c.page("/members.csv") != before {
		t.Error("the same files again changed the register")
	}
}

func (c *caller) sendMessyFiles() {
	c.t.Helper()
	for _, name := range messyFiles {
		data, err := os.ReadFile("../internal/takeover/testdata/" + name)
		if err != nil {
			c.t.Fatal(err)
		}
		if a := c.upload("/take-over", hidden(c.t, c.page("/take-over"), "/take-over"), name, data); a.Status != http.StatusSeeOther {
			c.t.Fatalf("%s: %s", name, a)
		}
	}
}

var (
	selects  = regexp.MustCompile(`(?s)<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>`)
	selected = regexp.MustCompile(`<option value="([^"]*)" selected>`)
)

// answerWhatIsAsked says of each file that its people were members already, and leaves the rows out that are no one person.
func (c *caller) answerWhatIsAsked() {
	c.t.Helper()
	for _, form := range forms.FindAllStringSubmatch(c.page("/take-over"), -1) {
		if strings.HasPrefix(form[1], "/take-over/files/") && !strings.HasSuffix(form[1], "/remove") {
			c.answer(form, map[string]string{"already": "yes", "years": "begins"})
		}
	}
	for _, form := range forms.FindAllStringSubmatch(c.page("/take-over"), -1) {
		if form[1] == "/take-over/choose" {
			c.answer(form, nil)
		}
	}
}

func (c *caller) answer(form []string, say map[string]string) {
	c.t.Helper()
	values := url.Values{}
	for _, in := range hiddens.FindAllStringSubmatch(form[2], -1) {
		values.Add(in[1], html.UnescapeString(in[2]))
	}
	for _, in := range selects.FindAllStringSubmatch(form[2], -1) {
		value := ""
		if m := selected.FindStringSubmatch(in[2]); m != nil {
			value = html.UnescapeString(m[1])
		}
		switch {
		case say[in[1]] != "":
			value = say[in[1]]
		case value == "" && strings.HasPrefix(in[1], "row-"):
			value = "leave_out"
		case value == "" && strings.HasPrefix(in[1], "club-"):
			value = "new"
		}
		values.Set(in[1], value)
	}
	if a := c.post(form[1], values); a.Status != http.StatusSeeOther {
		c.t.Fatalf("%s: %s", form[1], a)
	}
}
