package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// One browser serves all windows; each window has its own cookies.
var theBrowser struct {
	once  sync.Once
	ctx   context.Context
	err   error
	close func()
}

// chromium is the path of an installed browser.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no Chromium, and nothing may be skipped in CI: run make test")
	}
	t.Skip("no Chromium: run make test")
	return ""
}

func browserContext(t *testing.T) context.Context {
	t.Helper()
	path := chromium(t)
	theBrowser.once.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path),
			chromedp.NoSandbox,
			chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-component-update", true),
			chromedp.Flag("disable-background-networking", true),
			// chromedp's own, and pages that are left are not kept to come back to: no
			// journey does.
			chromedp.Flag("disable-features", "site-per-process,Translate,BlinkGenPropertyTrees,BackForwardCache"),
		)
		allocated, closeAll := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, closeOne := chromedp.NewContext(allocated)
		theBrowser.ctx, theBrowser.close = ctx, func() { closeOne(); closeAll() }
		theBrowser.err = chromedp.Run(ctx)
	})
	if theBrowser.err != nil {
		t.Fatalf("start %s: %v", path, theBrowser.err)
	}
	return theBrowser.ctx
}

func closeBrowser() {
	if theBrowser.close != nil {
		theBrowser.close()
	}
}

// window is one window with its own cookies, as one person uses it.
type window struct {
	t      *testing.T
	ctx    context.Context
	base   string
	screen screen
	script bool // pages may run scripts

	hurried   bool            // axe looks at nothing: another journey passes here
	walked    map[string]bool // next steps that were followed, since something was sent
	kindsSeen map[string]bool // kinds of pages that axe has looked at on the way; nil: at none

	checking atomic.Bool     // axe is at work
	good     map[string]bool // how texts are painted whose contrast is good
	mu       sync.Mutex
	trouble  []string
}

// screen is what a page is looked at on.
type screen struct {
	name          string
	width, height int64
	mobile        bool
}

// The two screens people use.
var (
	desktop = screen{"desktop", 1280, 900, false}
	phone   = screen{"phone", 360, 740, true}
)

func (s screen) emulate() chromedp.Action {
	return chromedp.Tasks{
		emulation.SetDeviceMetricsOverride(s.width, s.height, 1, s.mobile).
			WithScreenWidth(s.width).WithScreenHeight(s.height),
		emulation.SetTouchEmulationEnabled(s.mobile),
	}
}

// open opens a window on the server's front page.
func open(t *testing.T, s *server, on screen) *window {
	t.Helper()
	w := newWindow(t, s, on)
	w.goTo("/")
	return w
}

// openWithoutScript opens a window whose pages run no script.
func openWithoutScript(t *testing.T, s *server, on screen) *window {
	t.Helper()
	w := newWindow(t, s, on)
	w.script = false
	w.do(emulation.SetScriptExecutionDisabled(true))
	w.goTo("/")
	return w
}

// signedIn opens a window signed in by the link for a role of a demonstration.
func signedIn(t *testing.T, s *server, role string, on screen) *window {
	t.Helper()
	w := newWindow(t, s, on)
	w.goTo(s.LinkFor(role))
	w.press("Sign in")
	return w
}

func newWindow(t *testing.T, s *server, on screen) *window {
	t.Helper()
	return newWindowOf(t, browserContext(t), s, on)
}

// newWindowOf is newWindow of a browser.
func newWindowOf(t *testing.T, browser context.Context, s *server, on screen) *window {
	t.Helper()
	ctx, closeWindow, err := ownWindow(browser)
	if err != nil {
		t.Fatalf("open a window: %v", err)
	}
	w := &window{t: t, ctx: ctx, base: s.URL, screen: on, script: true}
	t.Cleanup(func() {
		closeWindow()
		w.judge("window")
	})
	chromedp.ListenTarget(ctx, w.watch)
	w.do(on.emulate())
	if !on.mobile {
		// Desktops ask for little motion, or every click is drawn a dozen times while
		// it fades; phones' pages move.
		w.do(scheme("light"))
	}
	return w
}

// ownWindow opens a window that shares nothing with the others.
func ownWindow(browser context.Context) (context.Context, func(), error) {
	whole := cdp.WithExecutor(browser, chromedp.FromContext(browser).Browser)
	own, err := target.CreateBrowserContext().Do(whole)
	if err != nil {
		return nil, nil, err
	}
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(own).WithNewWindow(true).Do(whole)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithTargetID(id))
	// Begun here, because what ends the context of the first run ends the window.
	return ctx, func() {
		cancel()
		target.DisposeBrowserContext(own).Do(whole) //nolint:errcheck // the browser ends after the tests
	}, chromedp.Run(ctx)
}

// watch notes what a careful reader of the browser's console would object to.
func (w *window) watch(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		w.object("script failed: %s", e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeAssert {
			w.object("console: %s", consoleText(e.Args))
		}
	case *log.EventEntryAdded:
		// What failed to load is judged below, where its status is known.
		overHTTP := strings.HasPrefix(e.Entry.Text, "The Cross-Origin-Opener-Policy header has been ignored, because the URL's origin")
		if e.Entry.Level == log.LevelError && e.Entry.Source != log.SourceNetwork && !w.checking.Load() && !overHTTP {
			w.object("console: %s (%s)", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventResponseReceived:
		refusal := e.Response.Status == 409 || e.Response.Status == 422
		sent := e.Type == network.ResourceTypeXHR || e.Type == network.ResourceTypeFetch
		if e.Response.Status >= 400 && e.Type != network.ResourceTypeDocument && !(sent && refusal) {
			w.object("%d for %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled && e.ErrorText != "net::ERR_ABORTED" {
			w.object("a %s failed to load: %s", e.Type, e.ErrorText)
		}
	}
}

func consoleText(args []*runtime.RemoteObject) string {
	var text []string
	for _, a := range args {
		text = append(text, strings.Trim(string(a.Value), `"`)+a.Description)
	}
	return strings.Join(text, " ")
}

func (w *window) object(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trouble = append(w.trouble, fmt.Sprintf(format, args...))
}

// troubles takes what the window has objected to since it was last asked.
func (w *window) troubles() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.trouble
	w.trouble = nil
	return out
}

// judge fails the test by what the window has objected to so far.
func (w *window) judge(who string) {
	for _, trouble := range w.troubles() {
		w.t.Errorf("%s: %s", who, trouble)
	}
}

// stepTimeout bounds every step; a page answers in milliseconds, but the
// machine may be busy.
const stepTimeout = 20 * time.Second

// do runs browser actions; if they fail, the test does, with what the page
// shows.
func (w *window) do(actions ...chromedp.Action) {
	w.t.Helper()
	if err := w.try(actions...); err != nil {
		w.fail("%v", err)
	}
}

func (w *window) try(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(w.ctx, stepTimeout)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

// fail ends the test with the page as it stands.
func (w *window) fail(format string, args ...any) {
	w.t.Helper()
	var text string
	if err := w.try(chromedp.Evaluate(`document.body?.innerText ?? ""`, &text)); err != nil {
		text = err.Error()
	}
	w.photograph("failed")
	for _, trouble := range w.troubles() {
		w.t.Error(trouble)
	}
	w.t.Fatalf("%s\non %s, which shows:\n%s", fmt.Sprintf(format, args...), w.address(), text)
}

// address is where the window is, without the server's name.
func (w *window) address() string {
	var url string
	if err := w.try(chromedp.Location(&url)); err != nil {
		return "(unknown page)"
	}
	return strings.TrimPrefix(url, w.base)
}
