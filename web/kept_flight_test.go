package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/web/kit"
)

// testKeeper is a keeper with a log that the test writes.
type testKeeper struct {
	*Server
	log, rev atomic.Int64
	action   string
}

func newTestKeeper(slots int) *testKeeper {
	k := &testKeeper{action: "edit.person"}
	k.log.Store(1)
	k.Server = &Server{
		Site: &kit.Site{Clock: func() civil.Instant { return civil.At(time.Unix(0, 0)) }}, gate: newGate(slots, nil),
		unlogged: func() int64 { return 0 },
		revision: func(context.Context, string) (int64, error) { return k.rev.Load(), nil },
	}
	k.done = newLogReader(k)
	k.keeper = newKeeper(k.gate)
	return k
}

func (k *testKeeper) Written(context.Context) (int64, error) { return k.log.Load(), nil }

func (k *testKeeper) Ends(context.Context) ([]audit.End, error) {
	return []audit.End{{Number: k.log.Load(), Seq: k.log.Load()}}, nil
}

func (k *testKeeper) After(_ context.Context, _, seq int64, most int) (steps []audit.Step, err error) {
	for n := seq + 1; n <= k.log.Load() && len(steps) < most; n++ {
		steps = append(steps, audit.Step{Seq: n, Action: k.action})
	}
	return steps, nil
}

// asks sends a request for an address from a machine.
func (k *testKeeper) asks(ctx context.Context, at, ip string, h echo.HandlerFunc, headers ...string) (*httptest.ResponseRecorder, error) {
	rec := httptest.NewRecorder()
	req := httptest.NewRequest(http.MethodGet, at, nil).WithContext(ctx)
	req.RemoteAddr = ip + ":5000"
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return rec, k.keeper.through(k.Server, kit.OnEvent, h)(echo.New().NewContext(req, rec))
}

func TestAPageIsMadeOncePerRevision(t *testing.T) {
	k, made := newTestKeeper(2), 0
	page := func(c echo.Context) error {
		made++
		return c.HTML(http.StatusOK, fmt.Sprintf("<p>page %d</p>", made))
	}
	wants := func(what string, n int, headers ...string) {
		t.Helper()
		rec, err := k.asks(t.Context(), "/events/open", "192.0.2.1", page, headers...)
		if want := fmt.Sprintf("page %d", n); err != nil || made != n || !strings.Contains(rec.Body.String(), want) {
			t.Errorf("%s: %q after %d were made, want %s: %v", what, rec.Body, made, want, err)
		}
	}
	wants("the first", 1)
	wants("the second", 1)
	k.action = "enter.result"
	k.log.Add(1)
	wants("a result of another event", 1)
	k.rev.Add(1)
	wants("a result of this event", 2)
	wants("another look", 2)
	k.action = "edit.person"
	k.log.Add(1)
	wants("someone is hidden", 3)
	k.log.Add(manySteps + 5)
	wants("much was done", 4)
	k.Clock = func() civil.Instant { return civil.At(time.Unix(7200, 0)) }
	wants("it is later", 5)
	k.Clock = func() civil.Instant { return civil.At(time.Unix(3600, 0)) }
	wants("the clock was wrong and is set back", 6)
	wants("another look then", 6)
	wants("with the session of somebody", 7, "Cookie", "__Host-nzgs=x")
	wants("with a message for the next page", 8, "Cookie", "nzgs-flash=x")
	if rec, err := k.asks(t.Context(), "/events/open", "192.0.2.1", page, "Cookie", "of-another=1; nzgs-table=x"); err != nil ||
		!strings.Contains(rec.Body.String(), "page 6") {
		t.Errorf("without a cookie of ours: %q, want what the others have: %v", rec.Body, err)
	}
}

func TestAPageOfSomebodyIsNotKept(t *testing.T) {
	for name, page := range map[string]echo.HandlerFunc{
		"a form with its key": func(c echo.Context) error {
			return c.HTML(http.StatusOK, `<input type="hidden" name="key" value="x">`)
		},
		"a cookie": func(c echo.Context) error {
			c.SetCookie(&http.Cookie{Name: "nzgs", Value: "x"})
			return c.HTML(http.StatusOK, "page")
		},
		"no-store":  func(c echo.Context) error { kit.NoStore(c); return c.HTML(http.StatusOK, "page") },
		"not found": func(c echo.Context) error { return c.HTML(http.StatusNotFound, "page") },
		"leads on":  func(c echo.Context) error { return c.Redirect(http.StatusSeeOther, "/") },
		"a refusal": func(echo.Context) error { return kit.ErrNoSuchPage },
	} {
		k, made := newTestKeeper(2), 0
		for range 3 {
			rec, err := k.asks(t.Context(), "/events/open", "192.0.2.1", func(c echo.Context) error { made++; return page(c) })
			if name == "a refusal" != (err != nil) || rec.Header().Get("ETag") != "" {
				t.Errorf("%s: %v, tag %q", name, err, rec.Header().Get("ETag"))
			}
		}
		if made != 3 {
			t.Errorf("%s: made %d times for 3 who asked", name, made)
		}
		if len(k.keeper.flights) > 0 || k.keeper.plain.bytes > 4096 {
			t.Errorf("%s: a flight is left", name)
		}
		allFree(t, k.gate.pages, 2)
	}
}

// TestManyWhoAskAtOnceWaitForOne: also when more of a network ask than may wait in line.
func TestManyWhoAskAtOnceWaitForOne(t *testing.T) {
	k := newTestKeeper(2)
	var made atomic.Int32
	release := make(chan struct{})
	page := func(c echo.Context) error {
		made.Add(1)
		<-release
		return c.HTML(http.StatusOK, strings.Repeat("<p>page</p>", 500))
	}
	var wg sync.WaitGroup
	var wrong atomic.Int32
	for n := range 3 * mostWaiting {
		wg.Go(func() {
			rec, err := k.asks(t.Context(), "/events/open", fmt.Sprintf("192.0.2.%d", n%3), page, "Accept-Encoding", "gzip")
			if err != nil || rec.Code != http.StatusOK || rec.Header().Get("Content-Encoding") != "gzip" {
				wrong.Add(1)
			}
		})
	}
	time.Sleep(200 * time.Millisecond) // most of them wait by now; whoever comes later finds it kept
	close(release)
	wg.Wait()
	if made.Load() != 1 || wrong.Load() > 0 {
		t.Errorf("made %d times, %d of %d have not got it", made.Load(), wrong.Load(), 3*mostWaiting)
	}
	allFree(t, k.gate.pages, 2)
}

// When whoever makes the page goes, another makes it; and nobody waits for ever.
func TestWhoeverMakesThePageMayGo(t *testing.T) {
	k := newTestKeeper(2)
	ctx, gone := context.WithCancel(t.Context())
	begun := make(chan struct{})
	first := make(chan error, 1)
	go func() {
		_, err := k.asks(ctx, "/events/open", "192.0.2.1", func(c echo.Context) error {
			close(begun)
			<-c.Request().Context().Done()
			return c.Request().Context().Err()
		})
		first <- err
	}()
	<-begun
	second := make(chan error, 1)
	go func() {
		rec, err := k.asks(t.Context(), "/events/open", "192.0.2.2", func(c echo.Context) error {
			return c.HTML(http.StatusOK, "page")
		})
		if rec.Body.String() != "page" {
			err = errors.Join(err, errors.New("no page"))
		}
		second <- err
	}()
	time.Sleep(20 * time.Millisecond)
	gone()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the first: %v", err)
	}
	if err := <-second; err != nil {
		t.Errorf("the second: %v", err)
	}
	allFree(t, k.gate.pages, 2)
}

// A network that asks for a thousand other pages holds nobody up who asks for the same page as it.
func TestAFlightIsNotHeldUpByTheLineOfAnother(t *testing.T) {
	k := newTestKeeper(1)
	release := make(chan struct{})
	inside := make(chan struct{})
	go k.asks(t.Context(), "/events/busy", "192.0.2.9", func(c echo.Context) error {
		close(inside)
		<-release
		return c.HTML(http.StatusOK, "busy")
	})
	<-inside
	var wg sync.WaitGroup
	var order atomic.Int32
	var crowd atomic.Int32
	for n := range 100 {
		wg.Go(func() {
			k.asks(t.Context(), fmt.Sprintf("/events/crowd-%d", n), "192.0.2.9", func(c echo.Context) error {
				order.Add(1)
				return c.HTML(http.StatusOK, "crowd")
			})
		})
	}
	for k.gate.pages.Waiting() < 100 {
		time.Sleep(time.Millisecond)
	}
	page := func(c echo.Context) error {
		crowd.Store(order.Load())
		return c.HTML(http.StatusOK, "page")
	}
	wg.Go(func() { k.asks(t.Context(), "/events/open", "192.0.2.9", page) }) // behind its own hundred
	for k.gate.pages.Waiting() < 101 {
		time.Sleep(time.Millisecond)
	}
	wg.Go(func() { k.asks(t.Context(), "/events/open", "192.0.2.1", page) })
	for k.gate.pages.Waiting() < 102 {
		time.Sleep(time.Millisecond)
	}
	close(release)
	wg.Wait()
	if crowd.Load() > 3 {
		t.Errorf("the page was made after %d others, want after one or two: networks take turns", crowd.Load())
	}
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	k := newKeptPages(64 << 10)
	for n := range 1000 {
		k.put(newKept(fmt.Sprint("/", n), state{}, http.Header{"Content-Type": {"image/png"}}, make([]byte, 1000)))
	}
	if k.bytes > k.most || len(k.at) != k.order.Len() || k.order.Len() < 10 {
		t.Errorf("%d bytes of %d are kept, %d pages", k.bytes, k.most, k.order.Len())
	}
	if k.get("/999", state{}) == nil || k.get("/0", state{}) != nil {
		t.Error("not the latest are kept")
	}
	k.put(newKept("/big", state{}, http.Header{"Content-Type": {"image/png"}}, make([]byte, 60<<10)))
	if k.get("/big", state{}) != nil || k.get("/999", state{}) == nil {
		t.Error("one page drives out all others")
	}
	for range 1000 {
		k.put(newKept("/same", state{}, http.Header{}, make([]byte, 100)))
	}
	total := 0
	for el := k.order.Front(); el != nil; el = el.Next() {
		total += el.Value.(*keptPage).size()
	}
	if total != k.bytes {
		t.Errorf("%d bytes are counted, %d kept", k.bytes, total)
	}
}

func TestWhoTakesGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "gzip, deflate, br": true, "br": false, "gzip;q=0": false, "*": true,
		"gzip; q=0.5": true, "*;q=0": false, "identity, *;q=0": false, "gzip;q=x": false, "GZIP": true,
	} {
		h := http.Header{}
		if header != "" {
			h.Set("Accept-Encoding", header)
		}
		if takesGzip(h) != want {
			t.Errorf("Accept-Encoding %q: %v", header, !want)
		}
	}
}
