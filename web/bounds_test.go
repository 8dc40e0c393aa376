package web_test

import (
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/web"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

var costRow = regexp.MustCompile("(?m)^\\| `((?:GET|POST) /\\S*)` \\| [^|]* \\| [^|]* \\| ([^|]*) \\| (Test\\w+) \\|$")

// atOnce are the public addresses that wait in no line: each is a file of the
// program, a word, or one row of the database.
var atOnce = []string{"GET /static/*", "GET /healthz", "GET /metrics", "GET /events/:id/revision"}

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
	default:
		bounds = append(bounds, "pages")
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
	text, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, row := range costRow.FindAllStringSubmatch(string(text), -1) {
		said[row[1]] = row[2]
		if !isTest(t, row[3]) {
			t.Errorf("%s: there is no %s", row[1], row[3])
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
	const costliestForm = 0.051 // seconds of processor, as measured: signing in
	if cpu := web.FormsASecond * costliestForm; cpu > 0.11 {
		t.Errorf("forms: %.2f s of processor a second", cpu)
	}
	const costliestAnswer = 0.000_15 // the same: the page that says that an address is not there
	if cpu := web.AnswersASec * costliestAnswer; cpu > 0.05 {
		t.Errorf("answers outside of every line: %.2f s of processor a second", cpu)
	}
	const megabyte = 1 << 20
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
