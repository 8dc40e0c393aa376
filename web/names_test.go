package web_test

import (
	"encoding/xml"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// TestNamesFromRightToLeftTurnNothingAround: people, clubs and events of the society have names in Hebrew and Arabic,
// and every page is opened by each of those who may. Wherever such a name stands, and whichever sentence it stands in,
// an element keeps it to itself, or signs do where none may stand: the grade, score or day beside it stays in its place.
func TestNamesFromRightToLeftTurnNothingAround(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	site.Must(site.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for _, change := range []string{
			`UPDATE person SET family_name = 'בן־דוד', given_names = 'שלום' WHERE id % 2 = 0`,
			`UPDATE person SET family_name = 'الرشيد', given_names = 'محمد عبد الله' WHERE id % 2 = 1`,
			`UPDATE club SET name = 'מועדון גו', city = 'ירושלים'`,
			`UPDATE event SET name = 'بطولة'`,
		} {
			if _, err := tx.Exec(t.Context(), change); err != nil {
				return err
			}
		}
		return nil
	}))
	pages, names := 0, 0
	for _, r := range site.Routes() {
		if r.Method != http.MethodGet || strings.HasSuffix(r.Path, "/live") {
			continue
		}
		for _, v := range w.visits {
			if !slices.Contains(senders, v.title) || r.Access.Admits(w.actor(v), kittest.TestNow.Date()) != nil {
				continue
			}
			path := address(t, r.Path, w.small.Halves[v.half], v)
			a := site.Browser(v.session).Get(path)
			if !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") || a.Status != http.StatusOK {
				continue
			}
			pages++
			found, loose := namesIn(t, a.Body)
			names += found
			for _, text := range loose[:min(len(loose), 3)] {
				t.Errorf("%s for %s: %q turns what stands beside it around", path, v.title, text)
			}
		}
	}
	t.Logf("%d pages, %d names", pages, names)
	if pages < 300 || names < 3000 {
		t.Errorf("only %d names on %d pages were looked at", names, pages)
	}
}

// TestThisTestSeesNamesThatAreLoose: what namesIn finds in pages that do it wrong.
func TestThisTestSeesNamesThatAreLoose(t *testing.T) {
	for page, want := range map[string][2]int{
		`<p>שלום 3–1</p>`:                            {1, 1},
		`<p><bdi>שלום</bdi> 3–1</p>`:                 {1, 0},
		`<p><bdi>שלום, 3</bdi></p>`:                  {1, 1},
		`<p dir="auto">שלום 3</p><p>محمد 1</p>`:      {2, 1},
		`<option value="1">שלום 3</option>`:          {1, 1},
		"<title>\u2068שלום\u2069 3</title><p>a</p>":  {1, 0},
		"<title>\u2068שלום 3\u2069 a</title>":        {1, 1},
		`<textarea dir="auto">שלום 3</textarea>`:     {1, 0},
		`<input value="שלום"><p>no <br> name</p>`:    {0, 0},
		`<svg><text>שלום 3</text></svg>`:             {1, 1},
		"<svg><text>\u2068שלום\u2069 3</text></svg>": {1, 0},
	} {
		found, loose := namesIn(t, page)
		if got := [2]int{found, len(loose)}; got != want {
			t.Errorf("%s has %v, want %v", page, got, want)
		}
	}
}

// Figures or Latin letters beside the name, in what is kept together with it.
var besideName = regexp.MustCompile(`[\p{Latin}0-9]`)

// namesIn counts the texts of a page that hold a Hebrew or Arabic name, and lists those that something does not keep to
// itself. It reads the page as a browser would, by another reader than the program's.
func namesIn(t *testing.T, page string) (found int, loose []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []xml.StartElement
	for {
		token, err := d.Token()
		if err != nil {
			if len(open) == 0 || !strings.Contains(err.Error(), "EOF") {
				if err.Error() != "EOF" {
					t.Fatalf("%v in a page: %.300s", err, page[max(0, int(d.InputOffset())-200):])
				}
			}
			return found, loose
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, token.Copy())
		case xml.EndElement:
			open = open[:max(0, len(open)-1)]
		case xml.CharData:
			text := string(token)
			if !strings.ContainsFunc(text, fromRight) {
				continue
			}
			found++
			if !isKept(open, text) {
				loose = append(loose, fmt.Sprint(strings.TrimSpace(text)))
			}
		}
	}
}

// isKept says whether the names of a text within some elements are kept to themselves.
func isKept(open []xml.StartElement, text string) bool {
	for _, e := range slices.Backward(open) {
		switch {
		case e.Name.Local == "bdi":
			return !besideName.MatchString(text)
		case e.Name.Local == "textarea", slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "dir" }):
			return true
		}
	}
	for rest := text; strings.ContainsFunc(rest, fromRight); {
		before, after, opens := strings.Cut(rest, "\u2068")
		within, behind, shuts := strings.Cut(after, "\u2069")
		if !opens || !shuts || strings.ContainsFunc(before, fromRight) || besideName.MatchString(within) {
			return false
		}
		rest = behind
	}
	return true
}

func fromRight(r rune) bool { return unicode.In(r, unicode.Hebrew, unicode.Arabic) }

// Whoever types a name from right to left sees it so: fields of text take their direction from what is in them.
func TestFieldsTakeTheDirectionOfWhatIsTyped(t *testing.T) {
	tag := regexp.MustCompile(`(?s)<(?:textarea|input)\b[^>]*>`)
	seen := 0
	err := fs.WalkDir(templateFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(templateFiles, path)
		for _, field := range tag.FindAllString(string(text), -1) {
			typed := strings.HasPrefix(field, "<textarea") || strings.Contains(field, `type="text"`) ||
				strings.Contains(field, `type="search"`)
			if !typed || strings.Contains(field, " readonly") && !strings.Contains(field, "{{if") ||
				strings.Contains(field, `id="website"`) {
				continue // not typed in, or not seen
			}
			if seen++; !strings.Contains(field, `dir="auto"`) {
				t.Errorf("%s: %s", path, field)
			}
		}
		return err
	})
	if err != nil || seen < 6 {
		t.Errorf("%d fields, %v", seen, err)
	}
	for kind, want := range map[string]bool{"": true, "text": true, "search": true, "textarea": true, "number": false, "date": false} {
		got := renderPartial(t, "field", fieldOf(kind))
		if strings.Contains(got, ` dir="auto"`) != want {
			t.Errorf("a field of type %q: %s", kind, got)
		}
	}
}

func fieldOf(kind string) kit.Field {
	return kit.Field{ID: "name", Name: "name", Label: "Name", Type: kind, Value: "שלום"}
}
