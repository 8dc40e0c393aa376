package kittest

import (
	"regexp"
	"testing"
)

var versionField = regexp.MustCompile(`name="version" value="(\d+)"`)

// VersionOn is the version that the forms of a page carry.
func VersionOn(t testing.TB, a Answer) string {
	t.Helper()
	m := versionField.FindStringSubmatch(a.Body)
	if m == nil {
		t.Fatalf("no version on the page\n%s", a.Body)
	}
	return m[1]
}

var hiddenValue = regexp.MustCompile(`<input type="hidden" name="(version|text|seen)" value="([^"]*)">`)
