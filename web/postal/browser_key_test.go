package postal_test

import (
	"crypto/sha256"
	"fmt"
	"html"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webpostal "nzgs/web/postal"
)

// TestTheScriptsOfTheKeyAreWhatTheDocumentSays: their SHA-256 in docs/ballots.md, on the
// page, and in what the browser is told to check; and no other page fetches them.
func TestTheScriptsOfTheKeyAreWhatTheDocumentSays(t *testing.T) {
	doc, err := os.ReadFile("../../docs/ballots.md")
	if err != nil {
		t.Fatal(err)
	}
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]), "teller", kit.IDText(w.people[6]),
	).LeadsTo(t, w.base)
	page := w.windows["ana"].Get(w.at("key"))
	page.Wants(t, http.StatusOK)
	for _, s := range webpostal.KeyScripts() {
		if !strings.Contains(string(doc), "| `"+s.Name+"` | `"+s.Hash+"` |") {
			t.Errorf("docs/ballots.md does not say that %s is %s", s.Name, s.Hash)
		}
		tag := regexp.MustCompile(`<script src="` + regexp.QuoteMeta(s.URL) + `\?v=[^"]*" integrity="([^"]*)" defer>`)
		if m := tag.FindStringSubmatch(page.Body); m == nil || html.UnescapeString(m[1]) != s.Integrity {
			t.Errorf("the page does not ask for %s as %s", s.URL, s.Integrity)
		}
		page.Wants(t, http.StatusOK, s.Hash)
		got := w.windows["ana"].Get(s.URL)
		got.Wants(t, http.StatusOK)
		if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(got.Body))); sum != s.Hash {
			t.Errorf("%s is served as %s", s.URL, sum)
		}
		if strings.Contains(w.windows["ana"].Get(w.base).Body, s.URL) {
			t.Errorf("the vote’s page fetches %s", s.URL)
		}
	}
}

// TestTheKeyPageWorksWithoutScripts: the fields of the browser's key stand in no form, so
// that nothing typed there is sent; the command's way is open, and says where to get it.
func TestTheKeyPageWorksWithoutScripts(t *testing.T) {
	w := newPostalWorld(t, 14)
	w.begin()
	w.freeze()
	w.send(
		"secretary", w.at("tellers"), "resolution", "Minutes of the EGM, item 1", "teller", kit.IDText(w.people[5]), "teller", kit.IDText(w.people[6]),
	).LeadsTo(t, w.base)
	ana := w.windows["ana"]
	looks := func(a kittest.Answer) {
		t.Helper()
		a.Wants(t, http.StatusOK, `<details data-key="command" open>`, "from where the society publishes it", "make build")
		for _, form := range regexp.MustCompile(`(?s)<form\b.*?</form>`).FindAllString(a.Body, -1) {
			for _, name := range []string{"make_", "read_", "open_"} {
				if strings.Contains(form, `name="`+name) {
					t.Errorf("a form would send %s…", name)
				}
			}
		}
	}
	page := ana.Get(w.at("key"))
	looks(page)
	page.Wants(t, http.StatusOK, "nzgs teller key", `id="make_passphrase"`, `id="read_keyfile"`)
	ana.Post(w.at("key"), "recipient", tellerKeys()[0].identity.Card().String())
	page = ana.Get(w.at("key"))
	looks(page)
	page.Wants(t, http.StatusOK, "nzgs teller open test-postal-vote-", `id="open_keyfile"`, `data-prove="`+w.at("key/proof")+`"`)
}
