package printed_test

import (
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/demo"
	"nzgs/web/kit/kittest"
)

// dataFiles are what programs read, and records of games: nothing of them is printed.
var dataFiles = []file{
	{route: "/events.json"},
	{route: "/events/:event", at: `SELECT e.slug || '.json'` + ofCongress},
	{route: "/events/:event", at: `SELECT e.slug || '.csv'` + ofCongress},
	{route: "/events/:event/sections/:section/standings.json", at: open},
	{route: "/events/:event/sections/:section/crosstable.json", at: open},
	{route: "/events/:event/sections/:section/players.json", at: open},
	{route: "/events/:event/sections/:section/lot.json", at: open},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|3.json'` + ofCongress},
	{route: "/events/:event/sections/:section/rounds/:round", at: `SELECT e.slug || '|' || s.slug || '|3.csv'` + ofCongress},
	{route: "/director/sections/:id/files/event.json", as: "director", at: openID},
	{route: "/director/sections/:id/files/event.xml", as: "director", at: openID},
	{route: "/director/sections/:id/files/event.h9", as: "director", at: openID},
	{route: "/ratings.json"}, {route: "/ratings.txt"},
	{route: "/ratings/:player", at: `SELECT person_id || '.json' FROM rating ORDER BY person_id`},
	{route: "/ratings/:player", at: `SELECT person_id || '.csv' FROM rating ORDER BY person_id`},
	{route: "/ratings/desk/list.json", as: "secretary"}, {route: "/ratings/desk/list.txt", as: "secretary"},
	{route: "/ratings/desk/changes.json", as: "secretary"},
	{route: "/points.json"}, {route: "/points/history.json"}, {route: "/points/players/:player/account.json", at: pointed},
	{route: "/titles.json"}, {route: "/diplomas.json"},
	{route: "/books/journal.txt", as: "treasurer"},
	{route: "/me/data.json", as: "secretary"}, {route: "/me/data.txt", as: "secretary"},
	{route: "/records/:id/record.sgf", at: `SELECT id FROM game_record ORDER BY id`},
}

// savedAs is a name that says what, whose and when, in letters that every file system takes.
var savedAs = regexp.MustCompile(`^[A-Za-z0-9]+(-[A-Za-z0-9]+)+-20\d\d-\d\d-\d\d\.[a-z0-9]{2,4}$`)

// Whoever finds a file among their downloads a year later reads in its name what it is, whose and of when: a print of an
// event names the event, any other the person, the club or the society.
func TestEveryFileSaysWhatWhoseAndWhen(t *testing.T) {
	s := settle(t, demo.Hard())
	seen := map[string]string{}
	for _, f := range append(files(), dataFiles...) {
		if f.lacks != "" {
			continue
		}
		m, ok := s.makeFile(f)
		if !ok {
			continue
		}
		if !savedAs.MatchString(m.name) {
			t.Errorf("%s is saved as %q", m.address+m.ask, m.name)
		}
		event, isOfEvent := strings.CutPrefix(m.address, "/events/")
		event, _, _ = strings.Cut(event, "/")
		if event, _, _ = strings.Cut(event, "."); isOfEvent && !strings.Contains(m.name, event) {
			t.Errorf("%s does not name its event: %q", m.address, m.name)
		}
		if before := seen[m.name]; before != "" && before != m.route { // the same print may be at two places
			t.Logf("%s and %s are both saved as %q", before, m.route, m.name)
		}
		seen[m.name] = m.route
		if len(m.saved) > 220 {
			t.Errorf("%s is saved by a name of %d bytes", m.address, len(m.saved))
		}
	}
	if len(seen) < 120 {
		t.Errorf("only %d names were read", len(seen))
	}
}

// All that can be saved is in a list of this room, or is what someone uploaded.
func TestEveryFileIsListed(t *testing.T) {
	listed := map[string]bool{}
	for _, f := range append(files(), dataFiles...) {
		listed[f.route] = true
	}
	for _, route := range []string{ // what is there only while a vote is counted, a game is played, a section has teams
		"/postal-votes/:id/declaration/vote.json", "/postal-votes/:id/declaration/result.json", "/postal-votes/:id/package.json",
		"/postal-votes/:id/key/test.age", "/postal-votes/:id/change/key/test.age", "/play/:id/record.sgf",
		"/events/:event/sections/:section/teams.json", "/events/:event/sections/:section/prizes.json",
		"/director/sections/:id/files/event.tou",
		"/robots.txt", "/sitemap.xml", // what programs read, and no one saves
	} {
		listed[route] = true
	}
	for _, r := range kittest.EmptySite(t).Routes() {
		if r.Method == http.MethodGet && isData.MatchString(r.Path) && !listed[r.Path] {
			t.Errorf("%s is not in the list of files: add it to saved_test.go", r.Path)
		}
	}
}

var isData = regexp.MustCompile(`\.(json|txt|sgf|age|xml|h9|tou)$`)

// bypass is code that names a file, or answers with data, without kit.FileName.
var bypass = regexp.MustCompile(`ContentDisposition|Content-Disposition|\.JSON(Pretty|Blob)?\(http|\.(Blob|Attachment|Inline|Stream)\(http`)

// Names of files are made in one place.
func TestOneHelperNamesFiles(t *testing.T) {
	allowed := map[string]bool{
		"kit/files.go": true,
		"kit/named.go": true, "venue/arrive.go": true, // read by this site's own pages and by a laptop: nothing is saved
		"site/sitemap.go": true, "news/public.go": true, "bookshop/public.go": true, // feeds, the map of the site, and pictures within a page
	}
	err := filepath.WalkDir("..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		code, err := os.ReadFile(path)
		if name := strings.TrimPrefix(filepath.ToSlash(path), "../"); strings.Count(name, "/") > 0 && !allowed[name] {
			if found := bypass.Find(code); found != nil {
				t.Errorf("%s: %q: answer with kit.SendFile, SendPrint, SendTable, SendData, SendAs or SendDocument", name, found)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// saved is the name by which a browser that knows all letters saves an answer.
func saved(disposition string) string {
	_, with, err := mime.ParseMediaType(plainName.ReplaceAllString(disposition, `$1`))
	if err != nil {
		return ""
	}
	return with["filename"]
}

// plainName stands before a whole one, which counts.
var plainName = regexp.MustCompile(`filename="[^"]*"; (filename\*=)`)
