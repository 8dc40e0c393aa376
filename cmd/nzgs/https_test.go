package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/config"
)

// secured serves a society with certificates by itself until the test ends, or until stop.
func secured(t *testing.T, cfg *config.Config) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	served, begun := make(chan error, 1), make(chan struct{})
	go func() {
		served <- serve(ctx, cfg, civil.SystemClock, io.Discard, func(context.Context, *society, io.Writer) error {
			close(begun)
			return nil
		})
	}()
	select {
	case <-begun:
	case err := <-served:
		cancel()
		t.Fatal(err)
	}
	return func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}
}

// The program has its certificate from an authority by itself, by either way of asking, keeps it where no one else reads it,
// and asks for no second one; HTTP only leads to HTTPS.
func TestHTTPSByItself(t *testing.T) {
	defer keepUmask()()
	for _, kind := range []string{"http-01", "tls-alpn-01"} {
		t.Run(kind, func(t *testing.T) {
			main, plain, data := freePort(t), freePort(t), filepath.Join(t.TempDir(), "data")
			authority := certify(t, kind, plain, main)
			cfg := &config.Config{
				Data: data, Society: "Test", Addr: main, BaseURL: "https://go.example.nz",
				HTTPS: config.HTTPS{Name: "go.example.nz", Plain: plain, Directory: authority.url + "/directory"},
			}
			roots := x509.NewCertPool()
			roots.AddCert(authority.root)
			for range 2 { // and once more, from what is kept
				stop := secured(t, cfg)
				asksBoth(t, client(main, plain, roots))
				stop()
			}
			if authority.count != 1 {
				t.Errorf("%d certificates", authority.count)
			}
			folder := filepath.Join(data, "certificates")
			kept, err := os.ReadDir(folder)
			if err != nil || len(kept) < 2 {
				t.Errorf("%v is kept, %v", kept, err)
			}
			for _, e := range kept {
				if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("%s: %v, %v", e.Name(), info.Mode(), err)
				}
			}
			if err := os.Chmod(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			if _, err := listen(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "chmod 700 "+folder) {
				t.Errorf("keys that others can read: %v", err)
			}
		})
	}
}

// A visitor who comes before the program has got to leading those who come by HTTP has a certificate made all the same: without
// the way by HTTP the manager would take the authority for one that it cannot satisfy, and ask no more for a minute.
func TestTheFirstVisitorHasACertificateMade(t *testing.T) {
	defer keepUmask()()
	main, plain := freePort(t), freePort(t)
	authority := certify(t, "http-01", plain, main)
	d, err := listen(t.Context(), &config.Config{
		Data: filepath.Join(t.TempDir(), "data"), Addr: main, BaseURL: "https://go.example.nz",
		HTTPS: config.HTTPS{Name: "go.example.nz", Plain: plain, Directory: authority.url + "/directory"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	made := make(chan error)
	go func() {
		_, err := d.certs.GetCertificate(&tls.ClientHelloInfo{ServerName: "go.example.nz"})
		made <- err
	}()
	late := &http.Server{Handler: d.leads}
	defer late.Close()
	go func() { // as soc.lead does, when it comes to run
		time.Sleep(50 * time.Millisecond)
		_ = late.Serve(d.plain)
	}()
	if err := <-made; err != nil {
		t.Error(err)
	}
}

// client asks the site by its name, wherever that leads.
func client(main, plain string, roots *x509.CertPool) *http.Client {
	return &http.Client{
		Timeout:       20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots},
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				to := main
				if strings.HasSuffix(address, ":80") {
					to = plain
				}
				return (&net.Dialer{}).DialContext(ctx, network, to)
			},
		},
	}
}

func asksBoth(t *testing.T, c *http.Client) {
	t.Helper()
	defer c.CloseIdleConnections()
	got, err := c.Get("https://go.example.nz/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	if hsts := got.Header.Get("Strict-Transport-Security"); got.StatusCode != 200 || got.Proto != "HTTP/1.1" ||
		!strings.HasPrefix(hsts, "max-age=") || strings.Contains(hsts, "includeSubDomains") {
		t.Errorf("%s, %s, HSTS %q", got.Status, got.Proto, hsts)
	}
	if other, err := c.Get("https://other.example.nz/"); err == nil {
		other.Body.Close()
		t.Error("it speaks for another name")
	}
	for _, c2 := range []struct {
		method, url, to string
		status          int
	}{
		{"GET", "http://go.example.nz/events?q=a%20b", "https://go.example.nz/events?q=a%20b", 301},
		{"GET", "http://evil.example/events", "https://go.example.nz/events", 301},
		{"HEAD", "http://go.example.nz//evil.example/x", "https://go.example.nz//evil.example/x", 301},
		{"POST", "http://go.example.nz/sign-in", "", 400},
		{"GET", "http://go.example.nz/.well-known/acme-challenge/none", "", 404},
	} {
		r, err := http.NewRequest(c2.method, c2.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != c2.status || got.Header.Get("Location") != c2.to {
			t.Errorf("%s %s: %s to %q", c2.method, c2.url, got.Status, got.Header.Get("Location"))
		}
	}
}
