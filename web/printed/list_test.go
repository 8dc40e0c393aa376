package printed_test

import (
	"slices"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// file is a print or a sheet of the site.
type file struct {
	route  string // as its desk writes it
	as     string // who gets it: an account of the demonstration; "" everyone
	at     string // SQL: what stands for each parameter of the route, in their order, joined by a bar; the first row counts
	ask    string // what follows the address
	who    string // SQL: the people who are named on it
	codes  int    // how many QR codes it has at least
	cut    bool   // it is cut or stands on a wall: it may fill the paper
	short  bool   // on slips of it the name of an event is shortened in its middle
	bundle bool   // several prints in one, each with its own pages
	lacks  string // why the demonstration has none of it: package reports makes it from samples
}

// files are every print and every sheet.
func files() []file { return slices.Concat(eventFiles, ratingFiles, societyFiles) }

// endings are those of the addresses of prints and sheets.
var endings = []string{".pdf", ".xlsx", ".csv", ".ics"}

func isFile(path string) bool {
	return slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(path, e) })
}

// A print that no one lists is one that no one looks at.
func TestEveryPrintIsListed(t *testing.T) {
	listed, there := map[string]bool{}, map[string]bool{}
	for _, f := range files() {
		listed[f.route] = true
	}
	for _, r := range kittest.EmptySite(t).Routes() {
		there[r.Path] = true
		if isFile(r.Path) && !listed[r.Path] {
			t.Errorf("%s is not in the list of prints: add it to events_test.go, ratings_test.go or society_test.go", r.Path)
		}
	}
	for route := range listed {
		if !there[route] {
			t.Errorf("%s is in the list of prints and no longer there", route)
		}
	}
}
