// Package e2e plays whole journeys through the real binary in a real browser,
// as the society's people would: from an empty society to a rating list.
package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "nzgs-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "nzgs")
	build := exec.Command("go", "build", "-o", binary, "../cmd/nzgs")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "build the binary:", err)
		return 1
	}
	return m.Run()
}

// server is a running nzgs.
type server struct {
	URL     string
	Console func() string // what it has printed so far
	cmd     *exec.Cmd
	ended   chan struct{}
}

var serving = regexp.MustCompile(`Serving .* on (http://\S+)`)

// serve starts the binary with the given arguments on a free loopback port and
// waits for its first answer.
func serve(t *testing.T, args ...string) *server {
	t.Helper()
	args = append(args, "--addr", "127.0.0.1:0", "--log-level", "warn")
	cmd := exec.Command(binary, args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = testWriter{t}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{cmd: cmd, ended: make(chan struct{})}
	t.Cleanup(s.stop)
	var mu sync.Mutex
	var printed strings.Builder
	s.Console = func() string {
		mu.Lock()
		defer mu.Unlock()
		return printed.String()
	}
	ready := make(chan string, 1)
	go func() {
		defer close(s.ended)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			mu.Lock()
			printed.WriteString(lines.Text() + "\n")
			mu.Unlock()
			if m := serving.FindStringSubmatch(lines.Text()); m != nil {
				ready <- m[1]
			}
		}
		cmd.Wait()
	}()
	select {
	case s.URL = <-ready:
	case <-s.ended:
		t.Fatalf("nzgs %s ended at once:\n%s", strings.Join(args, " "), s.Console())
	case <-time.After(3 * time.Minute):
		t.Fatalf("nzgs %s is not ready:\n%s", strings.Join(args, " "), s.Console())
	}
	res, err := http.Get(s.URL + "/healthz")
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("healthz: %v, %v", res, err)
	}
	res.Body.Close()
	return s
}

// stop ends the server as a service manager would.
func (s *server) stop() { s.end(syscall.SIGTERM) }

// kill pulls the plug.
func (s *server) kill() { s.end(syscall.SIGKILL) }

func (s *server) end(sig syscall.Signal) {
	if err := s.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return
	}
	<-s.ended
}

// testWriter passes the server's log to the test's.
type testWriter struct{ t *testing.T }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Log(strings.TrimRight(string(p), "\n"))
	return len(p), nil
}

// nzgs runs a command of the binary to its end and returns what it printed.
func nzgs(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(binary, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("nzgs %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
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

// browser is one window of a browser of its own, with its own cookies.
type browser struct {
	t    *testing.T
	ctx  context.Context
	base string
}

// Sizes of the two screens people use.
const (
	desktopWidth, desktopHeight = 1280, 900
	phoneWidth, phoneHeight     = 360, 740
)

// open opens a window of the given size on the server's front page.
func open(t *testing.T, s *server, width, height int) *browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium(t)),
		chromedp.NoSandbox,
		chromedp.WindowSize(width, height),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-networking", true),
	)
	allocated, cancelAllocated := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancelAllocated)
	ctx, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, base: s.URL}
	b.do(chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(s.URL))
	return b
}

// stepTimeout bounds every step; a page answers in milliseconds, but the
// machine may be busy.
const stepTimeout = 30 * time.Second

// do runs browser actions and fails the test with a picture of the page.
func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := b.try(actions...); err != nil {
		b.t.Fatalf("%v\non %s\n%s", err, b.location(), b.picture())
	}
}

func (b *browser) try(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

func (b *browser) location() string {
	var url string
	if err := b.try(chromedp.Location(&url)); err != nil {
		return "(unknown page)"
	}
	return url
}

// picture saves what the window shows where NZGS_PICTURES says, for whoever
// wants to see why a journey failed.
func (b *browser) picture() string {
	var text string
	if err := b.try(chromedp.Text("main", &text, chromedp.ByQuery)); err != nil {
		text = err.Error()
	}
	dir := os.Getenv("NZGS_PICTURES")
	if dir == "" {
		return text
	}
	name := filepath.Join(dir, strings.ReplaceAll(b.t.Name(), "/", "-")+"-failed.png")
	b.save(name)
	return text + "\n" + name
}

func (b *browser) save(name string) {
	var png []byte
	if err := b.try(chromedp.FullScreenshot(&png, 100)); err != nil {
		b.t.Logf("no picture: %v", err)
		return
	}
	if err := os.WriteFile(name, png, 0o600); err != nil {
		b.t.Logf("no picture: %v", err)
	}
}
