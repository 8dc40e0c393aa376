package config

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/spf13/viper"
)

// HTTPS is how the program speaks TLS by itself, without a proxy before it.
type HTTPS struct {
	Name      string // for which it has a certificate; "": it speaks HTTP, and a proxy TLS
	Plain     string // HOST:PORT at which it leads those who come by HTTP to HTTPS, and answers whoever certifies it
	Directory string // of who certifies it, by ACME
}

// siteName is a name that a certificate can be had for: of two parts or more, and no address in numbers.
var siteName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`)

// checkHTTPS puts the address to listen on and the site's address in their places where the program speaks TLS.
func checkHTTPS(v *viper.Viper, c *Config, wrong func(format string, args ...any)) {
	h := HTTPS{
		Name: strings.ToLower(strings.TrimSpace(v.GetString("https"))), Plain: v.GetString("http-addr"),
		Directory: v.GetString("acme-directory"),
	}
	if h.Name == "" {
		return
	}
	c.HTTPS, c.Addr = h, v.GetString("https-addr")
	if len(h.Name) > 253 || !siteName.MatchString(h.Name) {
		wrong("https %q: write the site's name alone, as go.example.nz; one with other letters as xn--…", h.Name)
		return
	}
	for _, name := range []string{"https-addr", "http-addr"} {
		if !isListenAddress(v.GetString(name)) {
			wrong("%s %q: write HOST:PORT, or :PORT for all addresses of the machine", name, v.GetString(name))
		}
	}
	if u, err := url.Parse(h.Directory); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		wrong("acme-directory %q: write the https:// address of who certifies the site", h.Directory)
	}
	if c.BaseURL == "" {
		c.BaseURL = "https://" + h.Name
	}
	if u, err := url.Parse(c.BaseURL); err == nil && (u.Scheme != "https" || u.Hostname() != h.Name) {
		wrong("base-url %q: with https it is https://%s, or left out", c.BaseURL, h.Name)
	}
}
