package web_test

import (
	"net/http"
	"testing"

	"nzgs/web/kit/kittest"
)

// Bug: the folders of static files listed what is in them.
func TestFoldersOfStaticFilesAreNoPages(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	for _, path := range []string{
		"/static/", "/static/vendor/", "/static/vendor", "/static/none.css", "/static/../static/", "/static//",
	} {
		b.Get(path).Wants(t, http.StatusNotFound, "Page not found")
	}
	if a := b.Get("/static/app.css"); a.Status != http.StatusOK || a.Header.Get("Cache-Control") == "" {
		t.Errorf("app.css: status %d, %v", a.Status, a.Header)
	}
}
