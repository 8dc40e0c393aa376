package web

import (
	"net/http"
	"testing"
)

// Bug: the folders of static files listed what is in them.
func TestFoldersOfStaticFilesAreNoPages(t *testing.T) {
	b := emptySite(t).browser("")
	for _, path := range []string{"/static/", "/static/vendor/", "/static/vendor", "/static/none.css", "/static/../static/", "/static//"} {
		b.get(path).wants(t, http.StatusNotFound, "There is nothing here")
	}
	if a := b.get("/static/app.css"); a.status != http.StatusOK || a.header.Get("Cache-Control") == "" {
		t.Errorf("app.css: status %d, %v", a.status, a.header)
	}
}
