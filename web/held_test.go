package web

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/spool"
)

// longAnswer writes so many bytes as a file, in pieces, and then ends as it is told.
func longAnswer(bytesIn int, end func() error) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderContentDisposition, "attachment")
		c.Response().Header().Set(echo.HeaderContentType, "text/csv")
		c.Response().Header().Set("Set-Cookie", "kept=1")
		c.Response().WriteHeader(http.StatusOK)
		for left := bytesIn; left > 0; left -= 10_000 {
			if _, err := c.Response().Write(bytes.Repeat([]byte("x"), min(left, 10_000))); err != nil {
				return err
			}
		}
		return end()
	}
}

// A handler that fails half-way, however far it came and however it fails, gives the whole page of its error and no part of
// its file; one that ends well gives all of it, with its length.
func TestNoHalfFile(t *testing.T) {
	spools, err := spool.Open(t.TempDir(), 1<<30, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(1, spools)
	failed := errors.New("the database has gone")
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.SampledFrom([]int{0, 1, 9_999, 1 << 20, 1<<20 + 1, 3 << 20}).Draw(t, "bytes")
		how := rapid.SampledFrom([]string{"well", "error", "panic"}).Draw(t, "end")
		end := map[string]func() error{
			"well": func() error { return nil }, "error": func() error { return failed }, "panic": func() error { panic(failed) },
		}[how]
		way := rapid.SampledFrom([]func(echo.HandlerFunc) echo.HandlerFunc{g.through, g.whole}).Draw(t, "way")
		rec := httptest.NewRecorder()
		c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/", nil), rec)
		err := recovered(way(longAnswer(length, end)), c)
		if err != nil {
			if c.Response().Committed {
				t.Fatal("the answer has begun, so that no page can say what is wrong")
			}
			err = c.String(http.StatusInternalServerError, "error page")
		}
		h := rec.Header()
		switch {
		case err != nil:
			t.Fatal(err)
		case h.Get("Set-Cookie") != "kept=1":
			t.Fatal("a cookie is lost")
		case how == "well" && (rec.Code != http.StatusOK || rec.Body.Len() != length):
			t.Fatalf("%d with %d of %d bytes", rec.Code, rec.Body.Len(), length)
		case how == "well" && length > 0 && h.Get(echo.HeaderContentLength) != strconv.Itoa(length):
			t.Fatalf("length %q of %d bytes", h.Get(echo.HeaderContentLength), length)
		case how != "well" && (rec.Code != http.StatusInternalServerError || rec.Body.String() != "error page" ||
			h.Get(echo.HeaderContentDisposition) != "" || h.Get(echo.HeaderContentType) != echo.MIMETextPlainCharsetUTF8):
			t.Fatalf("%d %q, %v", rec.Code, rec.Body, h)
		case spools.Used() != 0 || len(g.unsent.ofNetwork)+len(g.inFiles.ofNetwork) != 0:
			t.Fatal("something is still counted")
		}
	})
	allFree(t, g.pages, 1)
}

// Long files that readers do not take stand on the disk, not in memory, and have a bound for each network and for all.
func TestLongFilesThatNobodyTakesAreBounded(t *testing.T) {
	folder := t.TempDir()
	spools, err := spool.Open(folder, 5<<20, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(1, spools)
	g.inFiles = newUnsent(3 << 20)
	ask := func(from string, w http.ResponseWriter) error {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = from
		return g.through(longAnswer(4<<20, func() error { return nil }))(echo.New().NewContext(r, w))
	}
	take, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- ask("192.0.2.1:1", slowReader{httptest.NewRecorder(), take}) }()
	for begin := time.Now(); !g.inFiles.full("192.0.2.1"); {
		if time.Since(begin) > 5*time.Second {
			t.Fatal("the file is not made")
		}
	}
	if g.unsent.full("192.0.2.1") || len(g.unsent.ofNetwork) != 0 {
		t.Error("a file counts as memory")
	}
	allFree(t, g.pages, 1)
	if err := ask("192.0.2.1:2", httptest.NewRecorder()); err != errUnread {
		t.Errorf("one more for the network: %v", err)
	}
	rec := httptest.NewRecorder()
	if err := ask("192.0.2.2:1", rec); apperr.KindOf(err) != apperr.Busy || rec.Body.Len() != 0 {
		t.Errorf("more than all may have: %v, %d bytes", err, rec.Body.Len())
	}
	close(take)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := ask("192.0.2.2:1", rec); err != nil || rec.Body.Len() != 4<<20 {
		t.Errorf("once there is room: %v, %d bytes", err, rec.Body.Len())
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A handler that does not look whether what it writes is taken sends no half file either.
func TestNoHalfFileOfAHandlerThatDoesNotLook(t *testing.T) {
	spools, err := spool.Open(t.TempDir(), 2<<20, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(1, spools)
	careless := func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderContentType, "text/csv")
		c.Response().WriteHeader(http.StatusOK)
		for range 3 {
			_, _ = c.Response().Write(make([]byte, 1<<20))
		}
		_, _ = c.Response().Write([]byte("the end"))
		return nil
	}
	for name, way := range map[string]func(echo.HandlerFunc) echo.HandlerFunc{"through": g.through, "whole": g.whole} {
		rec := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		c := echo.New().NewContext(r, rec)
		if err := way(careless)(c); apperr.KindOf(err) != apperr.Busy || rec.Body.Len() != 0 || c.Response().Committed {
			t.Errorf("%s: %v, %d bytes of it, begun: %v", name, err, rec.Body.Len(), c.Response().Committed)
		}
	}
	if spools.Used() != 0 {
		t.Errorf("%d bytes are still counted", spools.Used())
	}
}
