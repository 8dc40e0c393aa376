package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
)

const (
	goodPassword  = "kōkako sings at dawn"
	otherPassword = "ngā wharf ladders creak"
)

// withPassword gives an account a password by its link.
func (s *site) withPassword(id auth.AccountID) {
	s.t.Helper()
	link, err := s.auth.PasswordLink(s.t.Context(), program, id)
	s.must(err)
	_, err = s.auth.SetPasswordByLink(s.t.Context(), auth.Arrival{Token: link.Token}, goodPassword)
	s.must(err)
}

func TestSigningInAndOut(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	s.withPassword(id)
	b := s.browser("")

	b.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
	form := b.get("/sign-in?next=%2Faccount")
	form.wants(t, http.StatusOK, `name="next" value="/account"`, `autocomplete="username"`, `autocomplete="current-password"`)
	if form.header.Get("Cache-Control") != "no-store" {
		t.Error("the sign-in page may be kept by caches")
	}

	wrong := b.post("/sign-in", "email", "aroha@example.nz", "password", "not it", "next", "/account")
	wrong.wants(t, http.StatusUnprocessableEntity, "The e-mail address or password is wrong.", `value="aroha@example.nz"`, `name="next" value="/account"`)
	if strings.Contains(wrong.body, "not it") {
		t.Error("the page shows the password that was typed")
	}
	b.post("/sign-in").wants(t, http.StatusUnprocessableEntity, "Enter your e-mail address.", "Enter your password.")

	in := b.post("/sign-in", "email", "aroha@example.nz", "password", goodPassword, "next", "/account")
	in.leadsTo(t, "/account")
	cookie := in.header.Get("Set-Cookie")
	for _, want := range []string{"nzgs=", "Path=/", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("cookie %q lacks %s", cookie, want)
		}
	}
	page := b.get("/account")
	page.wants(t, http.StatusOK, "Aroha Tūī", "aroha@example.nz", "Firefox on Linux", "This device", "Signed in")
	if page.header.Get("Cache-Control") != "no-store" {
		t.Error("the account page may be kept by caches")
	}
	b.get("/sign-in?next=%2Faccount").leadsTo(t, "/account")

	b.post("/sign-out").leadsTo(t, "/")
	if _, still := b.cookies[s.sessionCookie()]; still {
		t.Error("the cookie was not taken back")
	}
	b.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
	b.post("/sign-out").leadsTo(t, "/") // twice does no harm
}

func TestTheSessionCookieIsBoundToTheHostOverTLS(t *testing.T) {
	s := emptySite(t)
	s.baseURL = "https://go.example.nz"
	id, _ := s.account("Aroha", "Tūī")
	s.withPassword(id)
	a := s.browser("").post("/sign-in", "email", "aroha@example.nz", "password", goodPassword)
	cookie := a.header.Get("Set-Cookie")
	if !strings.HasPrefix(cookie, "__Host-nzgs=") || !strings.Contains(cookie, "Secure") || strings.Contains(cookie, "Domain") {
		t.Errorf("cookie %q", cookie)
	}
}

func TestSigningInLeadsNowhereElse(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	s.withPassword(id)
	for _, next := range []string{"https://evil.example/", "//evil.example/", `/\evil.example`, "javascript:alert(1)", "/sign-in", "/\t/evil.example", ""} {
		s.browser("").post("/sign-in", "email", "aroha@example.nz", "password", goodPassword, "next", next).leadsTo(t, "/")
	}
}

func TestEverybodyLandsOnTheirDesk(t *testing.T) {
	s := emptySite(t)
	club := s.fillSmall().halves[0].Club
	for _, tt := range []struct {
		given  string
		office auth.Office
		want   string
	}{
		{"Treasurer", auth.Office{Role: auth.Treasurer}, "/treasurer"},
		{"Secretary", auth.Office{Role: auth.Secretary}, "/duties"},
		{"Referee", auth.Office{Role: auth.Referee}, "/director"},
		{"Director", auth.Office{Role: auth.Director}, "/director"},
		{"Clubsec", auth.Office{Role: auth.ClubSecretary, Club: club}, clubDeskURL(club)},
		{"Admin", auth.Office{Role: auth.Administrator}, "/admin"},
	} {
		id, _ := s.account(tt.given, "Test", tt.office)
		actor, err := s.auth.ActorBySession(t.Context(), s.session(id))
		if err != nil {
			t.Fatal(err)
		}
		if got := afterSignIn(actor, s.today(), ""); got != tt.want {
			t.Errorf("%s lands on %s, want %s", tt.given, got, tt.want)
		}
		if s.browser(s.session(id)).get(tt.want).status != http.StatusOK {
			t.Errorf("%s cannot open %s", tt.given, tt.want)
		}
	}
}

func TestTooManyAttemptsAreToldToWait(t *testing.T) {
	s := emptySite(t)
	s.account("Aroha", "Tūī")
	b := s.browser("")
	for range 5 {
		b.post("/sign-in", "email", "aroha@example.nz", "password", "guess").wants(t, http.StatusUnprocessableEntity)
	}
	b.post("/sign-in", "email", "aroha@example.nz", "password", "guess").wants(t, http.StatusTooManyRequests, "Try again in 30 seconds.", `value="aroha@example.nz"`)
}

func TestAClosedAccountIsToldSo(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	s.withPassword(id)
	a, err := s.auth.Account(t.Context(), program, id)
	s.must(err)
	s.must(s.auth.Disable(t.Context(), program, id, a.Version))
	s.browser("").post("/sign-in", "email", "aroha@example.nz", "password", goodPassword).wants(t, http.StatusForbidden, "This account is closed.")
}

func TestAFormFromAnotherSiteIsRefused(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	b := s.browser(s.session(id))
	r := httptest.NewRequest(http.MethodPost, "/account/sessions/end", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	b.send(r).wants(t, http.StatusForbidden, "This form came from another site")
}

func TestSetUpByLink(t *testing.T) {
	s := emptySite(t)
	b := s.browser("")
	b.get("/sign-in").wants(t, http.StatusOK, "This society is not set up yet.")
	link, err := s.auth.SetUpLink(t.Context(), program)
	s.must(err)
	path := LinkPath(link.Token)
	page := b.get(path)
	page.wants(t, http.StatusOK, "Set up the "+testSociety, "until 2 July 2026, 12:00 pm", `name="family_name"`)
	if got := page.header.Get("Referrer-Policy"); got != "no-referrer" {
		t.Errorf("the link's address travels on: Referrer-Policy %q", got)
	}
	if strings.Contains(page.body, "next=/link") || strings.Contains(page.body, "next=%2Flink") {
		t.Error("the link's address stands in another link of the page")
	}
	b.post(path, "given_names", "Mere", "email", "mere", "password", "password1234", "offices", "treasurer").wants(t, http.StatusUnprocessableEntity,
		"Enter your family name.", "Enter an e-mail address like", "This password is easy to guess.",
		`value="Mere"`, `value="mere"`, `value="treasurer" checked`)
	done := b.post(path, "given_names", "Mere", "family_name", "Kererū", "order", "given_first", "email", "mere@example.nz", "password", goodPassword, "offices", "treasurer", "offices", "secretary")
	done.leadsTo(t, "/admin")
	b.get("/admin").wants(t, http.StatusOK, "Welcome. The society is set up", "Mere Kererū", "Administrator", "Treasurer", "Secretary")
	b.get(path).wants(t, http.StatusNotFound, "This link has already been used; each link works once.")
	b.post(path).wants(t, http.StatusNotFound, "has already been used")
}

func TestASignInLinkIsAPageWithOneButton(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	link, err := s.auth.SignInLink(t.Context(), program, id, time.Hour)
	s.must(err)
	b := s.browser("")
	for range 2 {
		b.get(LinkPath(link.Token)).wants(t, http.StatusOK, "Sign in as Aroha Tūī", "<button>Sign in</button>")
	}
	if len(b.cookies) != 0 {
		t.Fatal("looking at the link signed somebody in")
	}
	b.post(LinkPath(link.Token)).leadsTo(t, "/")
	b.get("/account").wants(t, http.StatusOK, "You came in by a link and have no password yet.")
	s.browser("").post(LinkPath(link.Token)).wants(t, http.StatusNotFound, "has already been used")
	s.browser("").get("/link/nonsense").wants(t, http.StatusNotFound, "This link is incomplete.")
}

func TestDevicesInWords(t *testing.T) {
	for agent, want := range map[string]string{
		"": "A browser on an unknown device",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": "Safari on an iPhone",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                            "Chrome on Android",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":           "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":                   "Safari on a Mac",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36":                          "Chrome on ChromeOS",
		"curl/8.9.1": "A browser on an unknown device",
	} {
		if got := device(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}
