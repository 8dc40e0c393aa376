package web

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/web/kit"
)

// inParts notes how an answer is written.
type inParts struct {
	*httptest.ResponseRecorder
	longest, times int
}

func (w *inParts) Write(b []byte) (int, error) {
	w.longest = max(w.longest, len(b))
	return w.ResponseRecorder.Write(b)
}

func (w *inParts) SetWriteDeadline(time.Time) error {
	w.times++
	return nil
}

// Many who take nothing hold no copy of a long page each, and a reader on a slow line has a minute for each megabyte.
func TestALongKeptPageIsSentALittleAtATime(t *testing.T) {
	text := bytes.Repeat([]byte("<p>page</p>"), 3<<20/10)
	for _, c := range []struct {
		name, kind, takes string
		longest, times    int
	}{
		{"text, not compressed", "text/html", "", 64 << 10, 3},
		{"text, compressed", "text/html", "gzip", 64 << 10, 0},
		{"a print", "application/pdf", "", sentAtOnce, 3},
	} {
		p := newKept("/", state{}, http.Header{"Content-Type": {c.kind}}, text)
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			w, r := &inParts{ResponseRecorder: httptest.NewRecorder()}, httptest.NewRequest(method, "/", nil)
			r.Header.Set("Accept-Encoding", c.takes)
			if err := p.answer(w, r); err != nil {
				t.Fatal(err)
			}
			if w.longest > c.longest || method == http.MethodGet && w.times != c.times {
				t.Errorf("%s, %s: %d bytes at once, %d times more time", method, c.name, w.longest, w.times)
			}
			if method == http.MethodGet && c.takes == "" && !bytes.Equal(w.Body.Bytes(), text) {
				t.Errorf("%s: it is another page", c.name)
			}
			if method == http.MethodHead && w.Body.Len() > 0 {
				t.Errorf("%s: %d bytes for who asks for none", c.name, w.Body.Len())
			}
		}
	}
}

// Bug: a network that had been given all that it may be was answered from the line, but the database was asked outside of it.
func TestWhoWasGivenMuchAsksTheDatabaseFromTheLine(t *testing.T) {
	k := newTestKeeper(1)
	k.keeper.budget = kit.NewBudget(1, 1, func() time.Time { return time.Unix(0, 0) })
	asked, inLine := 0, 0
	k.revision = func(context.Context, string) (int64, error) {
		asked++
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if k.gate.pages.Enter(ctx, "another") != nil { // the only place is taken
			inLine++
		} else {
			k.gate.pages.Leave()
		}
		return 1, nil
	}
	for range 4 {
		rec, err := k.asks(t.Context(), "/events/open", "192.0.2.1", func(c echo.Context) error {
			return c.HTML(http.StatusOK, "<p>page</p>")
		})
		if err != nil || rec.Code != http.StatusOK {
			t.Fatal(rec.Code, err)
		}
	}
	if asked != 4 || inLine != 2 { // the first is made, the second paid for
		t.Errorf("the database was asked %d times, %d of them in line", asked, inLine)
	}
	allFree(t, k.gate.pages, 1)
}

// What is sent outside every line is paid for by its length.
func TestALongKeptPageCountsAsSeveral(t *testing.T) {
	for takes, want := range map[string]bool{"gzip": true, "": false} {
		k := newTestKeeper(1)
		k.keeper.budget = kit.NewBudget(10, 1, func() time.Time { return time.Unix(0, 0) })
		for range 3 {
			rec, err := k.asks(t.Context(), "/events/open", "192.0.2.1", func(c echo.Context) error {
				return c.HTML(http.StatusOK, strings.Repeat("<p>page</p>", 40_000))
			}, "Accept-Encoding", takes)
			if err != nil || rec.Code != http.StatusOK {
				t.Fatal(rec.Code, err)
			}
		}
		if has := k.keeper.budget.Allows("192.0.2.1") == nil; has != want {
			t.Errorf("Accept-Encoding %q: the network has something left: %v", takes, has)
		}
		allFree(t, k.gate.pages, 1)
	}
}
