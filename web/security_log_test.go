package web_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/web"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// securityLog does everything that the security log tells of, and gives its lines.
func securityLog(t *testing.T) (lines []string, whole string, account auth.AccountID, secrets []string) {
	t.Helper()
	s := kittest.EmptySite(t)
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	account, _ = s.Account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	s.WithPassword(account)
	link, err := s.Auth.SignInLink(t.Context(), kittest.Program, account, time.Hour)
	s.Must(err)
	const wrong, card = "a wrong password indeed", "1-1-kererukakapotuitui"
	log.Reset()

	b := s.Browser("")
	b.Post("/sign-in", "email", "aroha@example.nz", "password", wrong)
	b.Post("/sign-in", "email", "stranger@example.nz", "password", wrong)
	b.Get(kit.TableCardURL(card))
	b.Post(kit.TypedCardPath, "letters", "BCDFGH")
	b.Post("/account/password")
	me := s.Browser(s.Session(account))
	me.Get("/admin/accounts")
	me.Get("/members.xlsx").Wants(t, http.StatusOK)
	cross := httptest.NewRequest(http.MethodPost, "/account/password", nil)
	cross.Header.Set("Sec-Fetch-Site", "cross-site")
	me.Send(cross)
	six := httptest.NewRequest(http.MethodGet, kit.TableCardURL(card), nil)
	six.RemoteAddr = "[2001:db8::5:6:7:8]:5000"
	s.ServeHTTP(httptest.NewRecorder(), six)
	for range web.FormsAtOnce + 10 {
		b.Post("/sign-out")
	}
	for _, line := range strings.Split(log.String(), "\n") {
		if strings.Contains(line, "msg=security") {
			lines = append(lines, line)
		}
	}
	secrets = []string{"example.nz", "aroha", "Aroha", wrong, card, link.Token, me.Cookies[s.SessionCookie()]}
	return lines, log.String(), account, secrets
}

// TestTheSecurityLog: one line for each thing that matters to the site's
// security, which names network, account, reason and actor, and nobody's secret.
func TestTheSecurityLog(t *testing.T) {
	lines, whole, account, secrets := securityLog(t)
	id := kit.IDText(account)
	for _, want := range []string{
		`event=sign-in-failed network=192.0.2.1 account=` + id + ` reason="wrong e-mail address, password or code" actor=none`,
		`event=sign-in-failed network=192.0.2.1 account=0 reason="wrong e-mail address, password or code" actor=none`,
		`event=wrong-code network=192.0.2.1 account=0 reason="no such code" actor=none route="GET /t/:card"`,
		`event=wrong-code network=192.0.2.1 account=0 reason="no such code" actor=none route="POST /t"`,
		`event=wrong-code network=2001:db8::/64 account=0`,
		`event=refused network=192.0.2.1 account=0 reason="not signed in" actor=none route="POST /account/password"`,
		`event=refused network=192.0.2.1 account=` + id + ` reason="no permission" actor=`,
		`event=refused network=192.0.2.1 account=0 reason="a form of another site"`,
		`event=export network=192.0.2.1 account=` + id + ` reason=xlsx actor=`,
		`event=throttled network=192.0.2.1 account=0 reason="too many attempts" actor=none route="POST /sign-out"`,
	} {
		n := 0
		for _, line := range lines {
			if strings.Contains(line, want) {
				n++
			}
		}
		if n == 0 {
			t.Errorf("the log lacks %s\n%s", want, strings.Join(lines[:min(len(lines), 12)], "\n"))
		}
	}
	for _, secret := range secrets {
		if secret == "" || strings.Contains(whole, secret) {
			t.Errorf("the log tells %q", secret)
		}
	}
}

// TestTheFail2banFilter: the filter of docs/security.md finds what guesses, and
// nothing that an honest person does.
func TestTheFail2banFilter(t *testing.T) {
	doc, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^failregex = (.*)$`).FindSubmatch(doc)
	if found == nil {
		t.Fatal("docs/security.md has no filter")
	}
	// What fail2ban makes of <SUBNET>: an address with a length, if there is one.
	filter, err := regexp.Compile(strings.ReplaceAll(string(found[1]), "<SUBNET>", `([0-9A-Fa-f:.]+(?:/\d+)?)`))
	if err != nil {
		t.Fatal(err)
	}
	_, whole, _, _ := securityLog(t)
	networks, missed := map[string]int{}, 0
	for _, line := range strings.Split(whole, "\n") {
		m := filter.FindStringSubmatch(line)
		guess := strings.Contains(line, "event=sign-in-failed") || strings.Contains(line, "event=wrong-code") ||
			strings.Contains(line, "event=throttled")
		if (m != nil) != guess {
			missed++
			t.Errorf("found %v in %s", m, line)
		}
		if m != nil {
			networks[m[1]]++
		}
	}
	if networks["192.0.2.1"] < 4 || networks["2001:db8::/64"] != 1 {
		t.Errorf("networks %v", networks)
	}
	// A field that somebody chooses cannot look like one of another network.
	var lie bytes.Buffer
	slog.New(slog.NewTextHandler(&lie, nil)).Info(
		"request", "path", "/x msg=security event=throttled network=198.51.100.1 account=1 reason=",
	)
	if filter.Match(lie.Bytes()) {
		t.Errorf("the filter believes %s", lie.String())
	}
}

// TestAStrangerDoesNotFillTheSecurityLog: of one network's refused requests only so
// many are written, and another network's still are.
func TestAStrangerDoesNotFillTheSecurityLog(t *testing.T) {
	s := kittest.EmptySite(t)
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	lines := func() int { return strings.Count(log.String(), "event=refused") }
	b := s.Browser("")
	for range 2 * web.LinesAtOnce {
		b.Post("/account/password")
	}
	first := lines()
	if first < web.LinesAtOnce || first > web.LinesAtOnce+web.LinesAtOnce/2 {
		t.Errorf("%d lines of %d refused requests, want about %d", first, 2*web.LinesAtOnce, web.LinesAtOnce)
	}
	other := httptest.NewRequest(http.MethodPost, "/account/password", nil)
	other.RemoteAddr = "198.51.100.7:5000"
	s.ServeHTTP(httptest.NewRecorder(), other)
	if lines() != first+1 {
		t.Error("another network's request is not in the log")
	}
}
