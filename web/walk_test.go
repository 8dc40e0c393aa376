package web_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

var inputTag = regexp.MustCompile(`(?s)<input\b([^>]*)>`)

// TestLookingAtAnyPageChangesNothing: every page is opened by each of those who may;
// what the database keeps is as before, but for the notes on who looked and for
// reports of records, which are worked out at the first look. On the
// way: who is signed in can sign out from each page, and passwords are typed where
// no one reads along and a password manager finds the field.
func TestLookingAtAnyPageChangesNothing(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	before, pages, passwords := cells(t, site.DB), 0, 0
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
			if v.session != "" && !strings.HasSuffix(r.Path, "/wall") && !strings.Contains(a.Body, `action="/sign-out"`) {
				t.Errorf("%s for %s has no way to sign out", path, v.title)
			}
			for _, m := range inputTag.FindAllStringSubmatch(a.Body, -1) {
				in := attributes(m[1])
				if !strings.Contains(in["name"], "password") {
					continue
				}
				passwords++
				if in["type"] != "password" || !strings.HasSuffix(in["autocomplete"], "-password") || in["maxlength"] != "" ||
					strings.Contains(m[1], "onpaste") || in["value"] != "" {
					t.Errorf("%s: %s", path, m[0])
				}
			}
		}
	}
	if pages < 300 || passwords == 0 {
		t.Errorf("only %d pages and %d passwords were looked at", pages, passwords)
	}
	noted := regexp.MustCompile(`^(audit_\w+|session|game_record_report) `)
	after := cells(t, site.DB)
	for cell, value := range after {
		if !noted.MatchString(cell) && before[cell] != value {
			t.Errorf("%s was %q and is %q", cell, before[cell], value)
		}
	}
}

// TestErrorsSayNothingOfTheInside: who meets a fault is told that there was one and
// its number; what it was stands in the log under that number, in one line.
func TestErrorsSayNothingOfTheInside(t *testing.T) {
	s := kittest.EmptySite(t)
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	s.Must(s.DB.Close())
	r := httptest.NewRequest(http.MethodGet, "/clubs", nil)
	r.Header.Set("User-Agent", "x\nlevel=ERROR msg=forged")
	a := s.Browser("").Send(r)
	if a.Status < http.StatusInternalServerError {
		t.Fatalf("status %d of a site without its database", a.Status)
	}
	for _, inside := range []string{"sql", "database is closed", ".go:", "goroutine", "SELECT"} {
		if strings.Contains(a.Body, inside) {
			t.Errorf("the page says %q\n%s", inside, a.Body)
		}
	}
	if id := a.Header.Get("X-Request-Id"); id == "" || !strings.Contains(a.Body, id) || !strings.Contains(log.String(), id) {
		t.Errorf("the number %q is not on the page and in the log\n%s", id, &log)
	}
	if !strings.Contains(log.String(), "database is closed") {
		t.Errorf("the log does not say what it was\n%s", &log)
	}
	log.Reset()
	s.Browser("").Get("/clubs%0Alevel=ERROR%20msg=forged?q=%0Alevel=ERROR")
	if strings.Contains(log.String(), "\nlevel=ERROR") || strings.Count(log.String(), "msg=") > 2 {
		t.Errorf("an address wrote a line of the log\n%s", &log)
	}
}
