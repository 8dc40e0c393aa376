package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is a running nzgs.
type server struct {
	t    *testing.T
	URL  string
	Data string // its data folder

	cmd   *exec.Cmd
	ended chan struct{}

	mu      sync.Mutex
	printed strings.Builder
}

var serving = regexp.MustCompile(`Serving .* on (http://\S+)`)

// serveEmpty serves a society nobody has set up yet.
func serveEmpty(t *testing.T) *server {
	t.Helper()
	return start(t, "serve", t.TempDir())
}

// serveDemo serves a demonstration society of its own.
func serveDemo(t *testing.T) *server {
	t.Helper()
	return start(t, "demo", demoCopy(t))
}

// serveRaced is serveDemo with the race detector in the program: what it finds
// fails the test.
func serveRaced(t *testing.T) *server {
	t.Helper()
	return startProgram(t, racedBinary(t), "demo", demoCopy(t))
}

func demoCopy(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	copyFile(t, filepath.Join(demoData(t), databaseName), filepath.Join(data, databaseName))
	return data
}

// databaseName is the file in the data folder that holds the society.
const databaseName = "nzgs.db"

// The demonstration society is made once; tests work on copies of it.
var demonstration struct {
	once sync.Once
	dir  string
	err  error
}

func demoData(t *testing.T) string {
	t.Helper()
	demonstration.once.Do(func() {
		if demonstration.dir, demonstration.err = os.MkdirTemp("", "nzgs-e2e-demo-"); demonstration.err != nil {
			return
		}
		var out string
		if out, demonstration.err = runCommand("seed", "--data", demonstration.dir); demonstration.err != nil {
			demonstration.err = fmt.Errorf("%w\n%s", demonstration.err, out)
		}
	})
	if demonstration.err != nil {
		t.Fatalf("make the demonstration society: %v", demonstration.err)
	}
	return demonstration.dir
}

func removeDemoData() { os.RemoveAll(demonstration.dir) }

// copyFile copies the database of a society, to a folder that is private.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err == nil {
		err = errors.Join(os.Chmod(filepath.Dir(to), 0o700), os.WriteFile(to, content, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// startTimeout is ample: a demonstration society is made in seconds.
const startTimeout = 3 * time.Minute

// start starts the binary on a free loopback port and waits until it answers.
func start(t *testing.T, command, data string, flags ...string) *server {
	t.Helper()
	return startProgram(t, binary, command, data, flags...)
}

func startProgram(t *testing.T, program, command, data string, flags ...string) *server {
	t.Helper()
	args := append([]string{command, "--data", data, "--addr", "127.0.0.1:0", "--log-level", "warn"}, flags...)
	s := &server{
		t: t, Data: data, cmd: exec.CommandContext(context.Background(), program, args...), ended: make(chan struct{}),
	}
	s.cmd.Env = asPeopleRunIt()
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd.Stderr = &testLog{t: t}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	ready := make(chan string, 1)
	go s.listen(out, ready)
	select {
	case s.URL = <-ready:
	case <-s.ended:
		t.Fatalf("nzgs %s ended at once:\n%s", strings.Join(args, " "), s.Console())
	case <-time.After(startTimeout):
		t.Fatalf("nzgs %s is not ready:\n%s", strings.Join(args, " "), s.Console())
	}
	return s
}

// asPeopleRunIt is the environment without what scripts/test.sh sets for tests.
func asPeopleRunIt() []string { return append(os.Environ(), "GOGC=") }

// listen keeps what the server prints, until it ends.
func (s *server) listen(out io.Reader, ready chan<- string) {
	defer close(s.ended)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		s.mu.Lock()
		s.printed.WriteString(lines.Text() + "\n")
		s.mu.Unlock()
		if m := serving.FindStringSubmatch(lines.Text()); m != nil {
			ready <- m[1]
		}
	}
	s.cmd.Wait() //nolint:errcheck // how it ended is in ProcessState
}

// Console is what the server has printed so far.
func (s *server) Console() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.printed.String()
}

var (
	linkLine = regexp.MustCompile(`(?m)^\s+(\S.*?)\s{2,}(http://\S+/link/\S+)$`)
	anyLink  = regexp.MustCompile(`http://\S+/link/\S+`)
)

// SetUpLink is the link that an empty society prints.
func (s *server) SetUpLink() string {
	s.t.Helper()
	link := anyLink.FindString(s.Console())
	if link == "" {
		s.t.Fatalf("no set-up link was printed:\n%s", s.Console())
	}
	return link
}

// LinkFor is the sign-in link that a demonstration society prints for a role.
func (s *server) LinkFor(role string) string {
	s.t.Helper()
	for _, m := range linkLine.FindAllStringSubmatch(s.Console(), -1) {
		if m[1] == role {
			return m[2]
		}
	}
	s.t.Fatalf("no link for %s was printed:\n%s", role, s.Console())
	return ""
}

// Invited is whom the printed link for a role signs in, as its page says.
func (s *server) Invited(role string) string {
	s.t.Helper()
	_, page := s.get(strings.TrimPrefix(s.LinkFor(role), s.URL))
	m := regexp.MustCompile(`<h1>Sign in as ([^<]+)<`).FindStringSubmatch(page)
	if m == nil {
		s.t.Fatalf("the link for %s names nobody", role)
	}
	return html.UnescapeString(m[1])
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

// exitCode is how the server ended; it must have.
func (s *server) exitCode() int { return s.cmd.ProcessState.ExitCode() }

// watchMemory looks at how much memory the server holds until it is asked for the most of it, in MB. The pages of
// the program's own file do not count: they are the system's copy of the file, of which it gives the program large
// pieces at a time, the same whatever the program does, and takes them back when it needs the room.
func (s *server) watchMemory() (peak func() float64) {
	s.t.Helper()
	if _, err := s.ownMemory(); err != nil && os.Getenv("CI") == "true" {
		s.t.Fatalf("the server's memory cannot be read, and nothing may be skipped in CI: %v", err)
	} else if err != nil {
		s.t.Skip("no /proc here: the server's memory cannot be read")
	}
	stop, most := make(chan struct{}), make(chan int)
	go func() {
		tick, highest := time.NewTicker(time.Millisecond), 0
		defer tick.Stop()
		for {
			kB, _ := s.ownMemory()
			highest = max(highest, kB)
			select {
			case <-stop:
				most <- highest
				return
			case <-tick.C:
			}
		}
	}()
	return sync.OnceValue(func() float64 {
		close(stop)
		return float64(<-most) / 1024
	})
}

var ownPages = regexp.MustCompile(`RssAnon:\s+(\d+) kB`)

// ownMemory is what the server holds that stands in no file, in kB.
func (s *server) ownMemory() (int, error) {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(s.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0, err
	}
	m := ownPages.FindSubmatch(status)
	if m == nil {
		return 0, fmt.Errorf("no RssAnon in %s", status)
	}
	return strconv.Atoi(string(m[1]))
}

// get fetches a page as somebody who is not signed in.
func (s *server) get(path string) (int, string) {
	s.t.Helper()
	res, err := http.Get(s.URL + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// nzgs runs a command of the binary to its end and returns what it printed.
func nzgs(t *testing.T, args ...string) string {
	t.Helper()
	out, err := runCommand(args...)
	if err != nil {
		t.Fatalf("nzgs %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// nzgsRefuses runs a command that must not succeed, and returns what it said.
func nzgsRefuses(t *testing.T, args ...string) string {
	t.Helper()
	out, err := runCommand(args...)
	if err == nil {
		t.Fatalf("nzgs %s was carried out:\n%s", strings.Join(args, " "), out)
	}
	return out
}

func runCommand(args ...string) (string, error) {
	out, err := exec.CommandContext(context.Background(), binary, args...).CombinedOutput()
	return string(out), err
}

// testLog passes the server's log on to the test's, which a data race fails.
type testLog struct{ t *testing.T }

func (w *testLog) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "WARNING: DATA RACE") {
		w.t.Error("the race detector found something in the program; see below")
	}
	w.t.Log(strings.TrimRight(string(p), "\n"))
	return len(p), nil
}
