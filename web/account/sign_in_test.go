package account_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	webaccount "nzgs/web/account"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestSigningInAndOut(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	b := s.Browser("")

	b.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	form := b.Get("/sign-in?next=%2Faccount")
	form.Wants(
		t, http.StatusOK, `name="next" value="/account"`, `autocomplete="username"`, `autocomplete="current-password"`,
	)
	if form.Header.Get("Cache-Control") != "no-store" {
		t.Error("the sign-in page may be kept by caches")
	}

	wrong := b.Post("/sign-in", "email", "aroha@example.nz", "password", "not it", "next", "/account")
	wrong.Wants(
		t, http.StatusUnprocessableEntity, "The e-mail address or password is wrong.", `value="aroha@example.nz"`,
		`name="next" value="/account"`,
	)
	if strings.Contains(wrong.Body, "not it") {
		t.Error("the page shows the password that was typed")
	}
	b.Post("/sign-in").Wants(t, http.StatusUnprocessableEntity, "Enter your e-mail address.", "Enter your password.")

	in := b.Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword, "next", "/account")
	in.LeadsTo(t, "/account")
	cookie := in.Header.Get("Set-Cookie")
	for _, want := range []string{"nzgs=", "Path=/", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("cookie %q lacks %s", cookie, want)
		}
	}
	page := b.Get("/account")
	page.Wants(t, http.StatusOK, "Aroha Tūī", "aroha@example.nz", "Firefox on Linux", "This device", "Signed in")
	if page.Header.Get("Cache-Control") != "no-store" {
		t.Error("the account page may be kept by caches")
	}
	b.Get("/sign-in?next=%2Faccount").LeadsTo(t, "/account")

	b.Post("/sign-out").LeadsTo(t, "/")
	if _, still := b.Cookies[s.SessionCookie()]; still {
		t.Error("the cookie was not taken back")
	}
	b.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	b.Post("/sign-out").LeadsTo(t, "/") // twice does no harm
}

func TestTheSessionCookieIsBoundToTheHostOverTLS(t *testing.T) {
	s := kittest.EmptySite(t)
	s.BaseURL = "https://go.example.nz"
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	a := s.Browser("").Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword)
	cookie := a.Header.Get("Set-Cookie")
	if !strings.HasPrefix(cookie, "__Host-nzgs=") || !strings.Contains(cookie, "Secure") ||
		strings.Contains(cookie, "Domain") {
		t.Errorf("cookie %q", cookie)
	}
}

func TestSigningInLeadsNowhereElse(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	for _, next := range []string{
		"https://evil.example/", "//evil.example/", `/\evil.example`, "javascript:alert(1)", "/sign-in", "/\t/evil.example",
		"",
	} {
		s.Browser("").Post(
			"/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword, "next", next,
		).LeadsTo(t, "/")
	}
}

func TestEverybodyLandsOnTheirDesk(t *testing.T) {
	s := kittest.EmptySite(t)
	club := s.FillSmall().Halves[0].Club
	for _, tt := range []struct {
		given  string
		office auth.Office
		want   string
	}{
		{"Treasurer", auth.Office{Role: auth.Treasurer}, "/treasurer"},
		{"Secretary", auth.Office{Role: auth.Secretary}, "/duties"},
		{"Referee", auth.Office{Role: auth.Referee}, "/director"},
		{"Director", auth.Office{Role: auth.Director}, "/director"},
		{"Clubsec", auth.Office{Role: auth.ClubSecretary, Club: club}, kit.ClubDeskURL(club)},
		{"Admin", auth.Office{Role: auth.Administrator}, "/admin"},
	} {
		id, _ := s.Account(tt.given, "Test", tt.office)
		actor, err := s.Auth.ActorBySession(t.Context(), s.Session(id))
		if err != nil {
			t.Fatal(err)
		}
		if got := webaccount.AfterSignIn(actor, s.Today(), ""); got != tt.want {
			t.Errorf("%s lands on %s, want %s", tt.given, got, tt.want)
		}
		if s.Browser(s.Session(id)).Get(tt.want).Status != http.StatusOK {
			t.Errorf("%s cannot open %s", tt.given, tt.want)
		}
	}
}

func TestTooManyAttemptsAreToldToWait(t *testing.T) {
	s := kittest.EmptySite(t)
	s.Account("Aroha", "Tūī")
	b := s.Browser("")
	for range 5 {
		b.Post("/sign-in", "email", "aroha@example.nz", "password", "guess").Wants(t, http.StatusUnprocessableEntity)
	}
	b.Post(
		"/sign-in", "email", "aroha@example.nz", "password", "guess",
	).Wants(t, http.StatusTooManyRequests, "Try again in 30 seconds.", `value="aroha@example.nz"`)
}

func TestAClosedAccountIsToldSo(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	a, err := s.Auth.Account(t.Context(), kittest.Program, id)
	s.Must(err)
	s.Must(s.Auth.Disable(t.Context(), kittest.Program, id, a.Version))
	s.Browser("").Post(
		"/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword,
	).Wants(t, http.StatusForbidden, "This account is closed.")
}

func TestAFormFromAnotherSiteIsRefused(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	b := s.Browser(s.Session(id))
	r := httptest.NewRequest(http.MethodPost, "/account/sessions/end", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	b.Send(r).Wants(t, http.StatusForbidden, "This form came from another site")
}

func TestSetUpByLink(t *testing.T) {
	s := kittest.EmptySite(t)
	b := s.Browser("")
	b.Get("/sign-in").Wants(t, http.StatusOK, "This society has not been set up yet.")
	link, err := s.Auth.SetUpLink(t.Context(), kittest.Program)
	s.Must(err)
	path := webaccount.LinkPath(link.Token)
	page := b.Get(path)
	page.Wants(t, http.StatusOK, "Set up the "+kittest.TestSociety, "until 2 July 2026, 12:00 pm", `name="family_name"`,
		"Days and hours are of New Zealand time (Pacific/Auckland), and money is in NZD.")
	if got := page.Header.Get("Referrer-Policy"); got != "no-referrer" {
		t.Errorf("the link's address travels on: Referrer-Policy %q", got)
	}
	if strings.Contains(page.Body, "next=/link") || strings.Contains(page.Body, "next=%2Flink") {
		t.Error("the link's address stands in another link of the page")
	}
	b.Post(
		path, "given_names", "Mere", "email", "mere", "password", "password1234", "offices", "treasurer",
	).Wants(t, http.StatusUnprocessableEntity,
		"Enter your family name.", "Enter an e-mail address like", "This password is easy to guess.",
		`value="Mere"`, `value="mere"`, `value="treasurer" checked`)
	done := b.Post(
		path, "given_names", "Mere", "family_name", "Kererū", "order", "given_first", "email", "mere@example.nz", "password",
		kittest.GoodPassword, "offices", "treasurer", "offices", "secretary",
	)
	done.LeadsTo(t, "/admin")
	b.Get("/admin").Wants(
		t, http.StatusOK, "Welcome. The society is set up", "Mere Kererū", "Administrator", "Treasurer", "Secretary",
	)
	b.Get(path).Wants(t, http.StatusNotFound, "This link has already been used; each link works once.")
	b.Post(path).Wants(t, http.StatusNotFound, "has already been used")
}

func TestASignInLinkIsAPageWithOneButton(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	link, err := s.Auth.SignInLink(t.Context(), kittest.Program, id, time.Hour)
	s.Must(err)
	b := s.Browser("")
	for range 2 {
		b.Get(webaccount.LinkPath(link.Token)).Wants(t, http.StatusOK, "Sign in as Aroha Tūī", "<button>Sign in</button>")
	}
	if len(b.Cookies) != 0 {
		t.Fatal("looking at the link signed somebody in")
	}
	b.Post(webaccount.LinkPath(link.Token)).LeadsTo(t, "/")
	b.Get("/account").Wants(t, http.StatusOK, "You signed in with a link and have no password yet.")
	s.Browser("").Post(webaccount.LinkPath(link.Token)).Wants(t, http.StatusNotFound, "has already been used")
	s.Browser("").Get("/link/nonsense").Wants(t, http.StatusNotFound, "This link is incomplete.")
}

func TestDevicesInWords(t *testing.T) {
	for agent, want := range map[string]string{
		"": "A browser on an unknown device",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 " +
			"Mobile/15E148 Safari/604.1": "Safari on an iPhone",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36": "Chrome on Android",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 " +
			"Edg/140.0.0.0": "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 " +
			"Safari/605.1.15": "Safari on a Mac",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36": "Chrome on ChromeOS",
		"curl/8.9.1": "A browser on an unknown device",
	} {
		if got := webaccount.Device(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}

// TestANetworkOfIPv6IsOneNetwork: another address of the same /64 is no fresh
// start for guessing; the neighbours' is.
func TestANetworkOfIPv6IsOneNetwork(t *testing.T) {
	s := kittest.EmptySite(t)
	s.Account("Aroha", "Tūī")
	try := func(from string) kittest.Answer {
		form := url.Values{"email": {"aroha@example.nz"}, "password": {"guess"}}
		r := httptest.NewRequest(http.MethodPost, "/sign-in", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.RemoteAddr = "[" + from + "]:999"
		return s.Browser("").Send(r)
	}
	for _, from := range []string{
		"2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2::3", "2001:db8:1:2::4", "2001:db8:1:2::5",
	} {
		try(from).Wants(t, http.StatusUnprocessableEntity)
	}
	try("2001:db8:1:2:a:b:c:d").Wants(t, http.StatusTooManyRequests, "Try again in 30 seconds.")
	try("2001:db8:1:3::1").Wants(t, http.StatusUnprocessableEntity)
}
