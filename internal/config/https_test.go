package config

import (
	"strings"
	"testing"
)

func TestHTTPSByItselfIsSet(t *testing.T) {
	c, err := Load(flags(t, "--data", t.TempDir(), "--https", "Go.Example.nz"))
	if err != nil {
		t.Fatal(err)
	}
	if c.HTTPS.Name != "go.example.nz" || c.Addr != ":443" || c.HTTPS.Plain != ":80" || c.BaseURL != "https://go.example.nz" {
		t.Errorf("%+v at %s, %s", c.HTTPS, c.Addr, c.BaseURL)
	}
	if c, err := Load(flags(t, "--data", t.TempDir())); err != nil || c.HTTPS != (HTTPS{}) || c.Addr != "localhost:8080" {
		t.Errorf("without it: %+v, %v", c, err)
	}
	for _, c := range []struct{ name, value, want string }{
		{"https", "localhost", "the site's name alone"}, {"https", "192.0.2.1", "the site's name alone"},
		{"https", "https://go.example.nz", "the site's name alone"}, {"https", "go.example.nz:443", "the site's name alone"},
		{"https", "*.example.nz", "the site's name alone"}, {"https", "gö.example.nz", "xn--"},
		{"https", "a..nz", "the site's name alone"}, {"https", "../etc.nz", "the site's name alone"},
		{"base-url", "http://go.example.nz", "https://go.example.nz, or left out"},
		{"base-url", "https://other.example.nz", "https://go.example.nz, or left out"},
		{"http-addr", "80", "http-addr"}, {"https-addr", "here", "https-addr"}, {"acme-directory", "letsencrypt", "acme-directory"},
	} {
		args := []string{"--data", t.TempDir(), "--" + c.name, c.value}
		if c.name != "https" {
			args = append(args, "--https", "go.example.nz")
		}
		if _, err := Load(flags(t, args...)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v", c.name, c.value, err)
		}
	}
}
