package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/settings"
	"nzgs/internal/store/storetest"
)

// served serves a society until the test ends, once it answers: before that nothing can be saved on the site, and what is changed
// below it is seen only when it is looked for.
func served(t *testing.T, cfg *config.Config) *society {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	over, begun := make(chan error, 1), make(chan *society, 1)
	go func() { // raced by this test itself
		over <- serve(ctx, cfg, civil.SystemClock, io.Discard, func(_ context.Context, soc *society, _ io.Writer) error {
			begun <- soc
			return nil
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	select {
	case soc := <-begun:
		answer, err := http.Get(soc.url + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return soc
	case err := <-over:
		over <- nil
		t.Fatal(err)
		return nil
	}
}

// says waits until a page of the site says something.
func says(t *testing.T, c *http.Client, at, want string, within time.Duration) {
	t.Helper()
	var body []byte
	for until := time.Now().Add(within); ; time.Sleep(100 * time.Millisecond) {
		got, err := c.Get(at)
		if err != nil {
			t.Fatal(err)
		}
		body, err = io.ReadAll(got.Body)
		got.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), want) {
			return
		}
		if time.Now().After(until) {
			break
		}
	}
	t.Fatalf("%s does not say %q:\n%.2000s", at, want, body)
}

// What is saved on the site is in force with the next request, on the connections that there are, and in another copy of the
// program soon after; what whoever runs the program set stays.
func TestSettingsAreInForceAtOnce(t *testing.T) {
	defer keepUmask()()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			cfg := &config.Config{Data: filepath.Join(t.TempDir(), "data"), Society: "Test", Addr: "127.0.0.1:0", LogFormat: "text"}
			copies := 1
			if kind == "postgres" {
				cfg.Database, copies = storetest.EmptyPostgres(t), 2
			}
			all := make([]*society, copies)
			for i := range all {
				all[i] = served(t, cfg)
			}
			for version, name := range []string{"Go of the First", "Go of the Second"} {
				if err := all[0].settings.Save(
					t.Context(), console, settings.Details, int64(version), map[string]string{settings.Society: name, settings.Email: "us@example.nz"},
				); err != nil {
					t.Fatal(err)
				}
				says(t, http.DefaultClient, all[0].url+"/contact", name, 0)
				says(t, http.DefaultClient, all[0].url+"/contact", "mailto:us@example.nz", 0)
				for _, other := range all[1:] {
					says(t, http.DefaultClient, other.url+"/contact", name, 10*settingsEvery)
				}
			}
		})
	}
}

// browser goes about the site as someone with a browser does.
type browser struct {
	*http.Client
	t *testing.T
}

func newBrowser(t *testing.T) browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return browser{&http.Client{Jar: jar, Timeout: time.Minute}, t}
}

var hiddenInput = regexp.MustCompile(`<input type="hidden" name="(key|version)" value="([^"]*)"`)

// fill opens a form, and sends it with what is typed.
func (b browser) fill(at, action string, pairs ...string) string {
	b.t.Helper()
	body := b.read(b.Get(at))
	form := url.Values{}
	for _, m := range hiddenInput.FindAllStringSubmatch(body, -1) {
		form.Set(m[1], m[2])
	}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, action, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.read(b.Do(r))
}

func (b browser) read(got *http.Response, err error) string {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s: %s, %v\n%.3000s", got.Request.Method, got.Request.URL, got.Status, err, body)
	}
	return string(body)
}

// A society in an empty folder is set up by the link, its settings are changed on the site and are in force, and after the
// program is killed they are in force again; nzgs config says so.
func TestSettingsOutliveTheProgram(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, addr := filepath.Join(t.TempDir(), "data"), freePort(t)
	serving := func() (link string, kill func()) {
		c := commandInProcess(t, program, "serve", "--data", data, "--addr", addr, "--society-address", "PO Box 7, Test")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if line := strings.TrimSpace(lines.Text()); strings.HasPrefix(line, "http") {
				link = line
			}
			if strings.HasPrefix(lines.Text(), "Serving ") {
				break
			}
		}
		return link, func() {
			if err := c.Process.Kill(); err != nil {
				t.Error(err)
			}
			_ = c.Wait() // it was killed
		}
	}
	link, kill := serving()
	b, site := newBrowser(t), "http://"+addr
	b.fill(link, link, "given_names", "Aroha", "family_name", "Tūī", "email", "aroha@example.nz", "password", "a long pass phrase 7",
		"office", "administrator")
	at := site + "/admin/settings/society"
	if body := b.read(b.Get(at)); !strings.Contains(body, "PO Box 7, Test (set by the flag --society-address)") {
		t.Errorf("the flag is not shown:\n%.3000s", body)
	}
	body := b.fill(at, at, "society", "Go in the Valley", "wordmark", "Valley Go", "society-address", "PO Box 8")
	for _, want := range []string{"Saved.", "Go in the Valley", "<span>Valley Go</span>", "PO Box 7, Test"} {
		if !strings.Contains(body, want) {
			t.Errorf("after saving, %q is missing:\n%.3000s", want, body)
		}
	}
	kill()
	_, kill = serving()
	defer kill()
	body = b.read(b.Get(site + "/contact"))
	for _, want := range []string{"Contact – Go in the Valley", "<span>Valley Go</span>", "PO Box 7, Test"} {
		if !strings.Contains(body, want) {
			t.Errorf("after the program was killed, %q is missing:\n%.3000s", want, body)
		}
	}
}
