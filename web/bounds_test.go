package web_test

import (
	"net/http"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/web"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// costRow is a line of the table: an address, milliseconds of processor, megabytes, the
// bound and a test.
var costRow = regexp.MustCompile(
	"(?m)^\\| `((?:GET|POST) /\\S*)` \\| (\\d+)(?: \\([^|]*\\))? \\| \\d+\\.\\d \\| ([^|]*) \\| (Test\\w+) \\|$",
)

// costlyPage is how many milliseconds of processor an address may take that is behind
// no other bound than that of the pages.
const costlyPage = 50

// atOnce are the public addresses that wait in no line: each is a file of the
// program, a word, or one row of the database.
var atOnce = []string{"GET /static/*", "GET /healthz", "GET /readyz", "GET /metrics", "GET /events/:id/revision"}

// boundOf is the limit that an address is behind.
func boundOf(r kit.Route) string {
	address := r.Method + " " + r.Path
	var bounds []string
	switch {
	case address == "POST "+kit.CheckRecordPath:
		return "the check"
	case r.Method == http.MethodPost:
		bounds = append(bounds, "forms")
		if r.Upload {
			bounds = append(bounds, "files")
		}
	case address == "GET /events/:id/live":
		return "live places"
	case slices.Contains(atOnce, address):
		return "at once"
	case r.Ungated:
		return "none: it is in no line"
	case strings.HasSuffix(r.Path, ".pdf") || strings.HasSuffix(r.Path, ".xlsx"):
		bounds = append(bounds, "files")
	case slices.Contains([]string{".csv", ".json", ".txt", ".ics"}, path.Ext(r.Path)):
		bounds = append(bounds, "data")
	default:
		bounds = append(bounds, "pages")
	}
	if r.Typed {
		bounds = append(bounds, "letters")
	}
	if r.HasCode() {
		bounds = append(bounds, "codes")
	}
	if address == "GET /records/:id" {
		bounds = append(bounds, "stored report")
	}
	return strings.Join(bounds, ", ")
}

// TestEveryPublicAddressHasItsBound: docs/security.md names what every address
// costs that is open to everybody, what bounds it, and a test that there is.
func TestEveryPublicAddressHasItsBound(t *testing.T) {
	said := map[string]string{}
	for _, row := range costTable(t) {
		said[row[1]] = row[3]
		if !isTest(t, row[4]) {
			t.Errorf("%s: there is no %s", row[1], row[4])
		}
		if ms, err := strconv.Atoi(row[2]); err != nil || ms > costlyPage && strings.HasPrefix(row[3], "pages") {
			t.Errorf("%s takes %s ms and has no bound but that of the pages", row[1], row[2])
		}
	}
	for _, r := range kittest.EmptySite(t).Routes() {
		address := r.Method + " " + r.Path
		if !r.Access.Public {
			continue
		}
		if bound := boundOf(r); said[address] != bound {
			t.Errorf("docs/security.md says of %s that its bound is %q, want %q", address, said[address], bound)
		}
		delete(said, address)
	}
	for address := range said {
		t.Errorf("docs/security.md has %s, which is not open to everybody", address)
	}
}

// costTable is the rows of the table in docs/security.md.
func costTable(t *testing.T) [][]string {
	t.Helper()
	text, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	return costRow.FindAllStringSubmatch(string(text), -1)
}

// costliestForm is the most milliseconds of processor that a form takes, by the table.
func costliestForm(t *testing.T) (most float64) {
	t.Helper()
	for _, row := range costTable(t) {
		if ms, err := strconv.ParseFloat(row[2], 64); err == nil && strings.HasPrefix(row[3], "forms") {
			most = max(most, ms)
		}
	}
	if most == 0 {
		t.Error("the table has no form")
	}
	return most
}

// isTest says whether there is a test of that name in the packages of the pages.
func isTest(t *testing.T, name string) bool {
	t.Helper()
	for _, folder := range []string{".", "kit", "events", "records"} {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			text, err := os.ReadFile(folder + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "func "+name+"(t *testing.T)") {
				return true
			}
		}
	}
	return false
}

// TestAnonymousClientsAreBounded adds up what docs/security.md says of the worst
// that one network can cause for each second of its sending.
func TestAnonymousClientsAreBounded(t *testing.T) {
	if cpu := web.FormsASecond * costliestForm(t) / 1000; cpu > 0.11 {
		t.Errorf("forms: %.2f s of processor a second", cpu)
	}
	const costliestAnswer = 0.000_15 // the same: the page that says that an address is not there
	if cpu := web.AnswersASec * costliestAnswer; cpu > 0.05 {
		t.Errorf("answers outside of every line: %.2f s of processor a second", cpu)
	}
	const costliestKept = 0.000_12 // a page that is kept, as a reader of the full-size society gets it
	if cpu := web.KeptASec * costliestKept; cpu > 0.25 {
		t.Errorf("pages that are kept: %.2f s of processor a second", cpu)
	}
	const megabyte = 1 << 20
	if web.MostKept > 32*megabyte {
		t.Errorf("pages that are kept: %d bytes", web.MostKept)
	}
	if b := web.TakenOfOne * kit.PublicFormLimit; b > 4*megabyte {
		t.Errorf("forms: %d bytes on their way in", b)
	}
	if b := web.FilesOfOne * kit.PublicUploadLimit; b > 8*megabyte {
		t.Errorf("files: %d bytes on their way in", b)
	}
	if web.MostUnsent > 32*megabyte {
		t.Errorf("pages that are not taken: %d bytes", web.MostUnsent)
	}
	const ofConnection = 20 << 10 // its buffers and its goroutine
	if b := web.OpenOfOne * (web.HeadLimit + 4096 + ofConnection); b > 64*megabyte {
		t.Errorf("connections with heads that never end: %d bytes", b)
	}
}
