package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/store/storetest"
)

// PostgreSQL stops while people read and send: each page, for whoever asks, is the same refusal, which says when to come
// again; and all goes on by itself once it is back.
func TestEveryOutageOfTheDatabaseIsTheSamePage(t *testing.T) {
	door := storetest.NewInterrupted(t)
	cfg := &config.Config{Society: "Test", Addr: "127.0.0.1:0", Database: door.Address, LogFormat: "text"}
	soc, err := openAlone(t.Context(), cfg, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	var log bytes.Buffer
	soc.log = newLogger(cfg, &log)
	server := soc.server(nil)
	ask := func(method, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader("key=once-"+method+path+"&email=a@example.nz&password=a"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		return w
	}
	pages := []struct{ method, path string }{
		{http.MethodGet, "/clubs"}, {http.MethodGet, "/events"}, {http.MethodGet, "/ratings"},
		{http.MethodPost, "/sign-in"},
	}
	if w := ask(http.MethodGet, "/clubs"); w.Code != http.StatusOK {
		t.Fatalf("before: %d", w.Code)
	}
	door.Shut()
	for range 2 {
		for _, p := range pages {
			w := ask(p.method, p.path)
			if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" ||
				!strings.Contains(w.Body.String(), "The database is not available right now") {
				t.Errorf("%s %s: %d, Retry-After %q\n%s", p.method, p.path, w.Code, w.Header().Get("Retry-After"), &log)
			}
		}
	}
	if w := ask(http.MethodGet, "/static/app.css"); w.Code != http.StatusOK {
		t.Errorf("a style sheet: %d", w.Code)
	}
	door.Open()
	for _, p := range pages {
		if w := ask(p.method, p.path); w.Code == http.StatusServiceUnavailable {
			t.Errorf("%s %s afterwards: %d", p.method, p.path, w.Code)
		}
	}
}
