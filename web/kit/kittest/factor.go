package kittest

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"

	"nzgs/internal/civil"
)

// App is an authenticator app, as RFC 6238 has it.
type App struct {
	site   *Site
	secret []byte
}

// Code is the one-time code that the app shows now.
func (a App) Code() string {
	mac := hmac.New(sha1.New, a.secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(a.site.Now.Time().Unix()/30)))
	sum := mac.Sum(nil)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[sum[19]&15:])&0x7fffffff%1_000_000)
}

var (
	secretOnPage = regexp.MustCompile(`Secret: <code>([A-Z2-7 ]+)</code>`)
	codeOnPage   = regexp.MustCompile(`<li><code>([0-9A-Z-]{14})</code></li>`)
)

// Enrol sets up an authenticator app for whoever the browser is signed in as, and
// gives their recovery codes.
func (b *Browser) Enrol() (App, []string) {
	t := b.Site.T
	t.Helper()
	b.Post("/account/factors/app", "key", "enrol").LeadsTo(t, "/account/factors/app")
	page := b.Get("/account/factors/app")
	m := secretOnPage.FindStringSubmatch(page.Body)
	if m == nil {
		t.Fatalf("no secret on the page\n%s", page.Body)
	}
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(m[1], " ", ""))
	b.Site.Must(err)
	app := App{b.Site, secret}
	shown := b.Post("/account/factors/app/add", "name", "My phone", "code", app.Code())
	var codes []string
	for _, m := range codeOnPage.FindAllStringSubmatch(shown.Body, -1) {
		codes = append(codes, m[1])
	}
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes on the page\n%s", len(codes), shown.Body)
	}
	return app, codes
}

// NeedingFactorsFrom is the same site for the same browsers, with a day set from which
// whoever must have a second factor needs it.
func (s *Site) NeedingFactorsFrom(day civil.Date) *Site {
	other := newSite(s.T, s.DB, nil, day, s.BaseURL)
	other.Now = s.Now
	return other
}

// ReachedAt is the same site for the same browsers, at another address.
func (s *Site) ReachedAt(address string) *Site {
	other := newSite(s.T, s.DB, nil, civil.Date{}, address)
	other.Now = s.Now
	return other
}
