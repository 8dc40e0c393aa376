package account_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/web/kit/kittest"
)

func TestChoosingAPasswordByMail(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	elsewhere, b := s.Browser(s.Session(id)), s.Browser("")
	b.Get("/sign-in").Wants(t, http.StatusOK, `href="/sign-in/forgotten"`)
	b.Get("/sign-in/forgotten").Wants(t, http.StatusOK, "I forgot my password")
	b.Post("/sign-in/forgotten", "email", "no address").Wants(t, http.StatusUnprocessableEntity, "Enter an e-mail address")
	b.Post("/sign-in/forgotten", "email", "aroha@example.nz").LeadsTo(t, "/sign-in")
	come := letters.Come()
	if len(come) != 1 || come[0].To != "aroha@example.nz" || come[0].Link() == "" {
		t.Fatalf("letters %+v", come)
	}
	link := come[0].Link()
	page := b.Get(link)
	page.Wants(t, http.StatusOK, "Choose a new password", `value="aroha@example.nz"`)
	for header, want := range map[string]string{"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"} {
		if got := page.Header.Get(header); got != want {
			t.Errorf("the link's page has %s %q: its address can leak", header, got)
		}
	}
	b.Post(link, "password", "short").Wants(t, http.StatusUnprocessableEntity, "Use at least 12 characters.")
	done := b.Post(link, "password", kittest.OtherPassword, "next", "https://evil.example/")
	done.LeadsTo(t, "/sign-in")
	if got := done.Header.Get("Referrer-Policy"); got != "no-referrer" {
		t.Errorf("after it: Referrer-Policy %q", got)
	}
	b.Get("/sign-in").Wants(t, http.StatusOK, "Your password is saved")
	b.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount") // no one is signed in by it
	elsewhere.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	b.Post(link, "password", kittest.GoodPassword).Wants(t, http.StatusNotFound, "has already been used")
	b.Post("/sign-in", "email", "aroha@example.nz", "password", kittest.OtherPassword).LeadsTo(t, "/")
	if come := letters.Come(); len(come) == 0 || come[0].Subject != "Your password was changed" {
		t.Errorf("the owner was told %+v", come)
	}
	b.Get("/account").Wants(t, http.StatusOK, "Password chosen by mailed link")
}

// Attack: finding out who has an account, by answer, header, cookie or page.
func TestTheAnswerIsTheSameForEveryAddress(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	officer, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Secretary})
	s.WithPassword(officer)
	answer := func(email string) (kittest.Answer, string) {
		b := s.Browser("")
		a := b.Post("/sign-in/forgotten", "email", email)
		a.Header.Del("X-Request-Id")
		return a, b.Get("/sign-in").Body
	}
	unknown, after := answer("nobody@example.nz")
	for _, email := range []string{"aroha@example.nz", "mere@example.nz", "aroha@example.nz"} {
		got, page := answer(email)
		if got.Status != unknown.Status || got.Location != unknown.Location || got.Body != unknown.Body {
			t.Errorf("%s: %+v, want %+v", email, got, unknown)
		}
		for name := range got.Header {
			if strings.Join(got.Header[name], ";") != strings.Join(unknown.Header[name], ";") {
				t.Errorf("%s: %s is %q, want %q", email, name, got.Header[name], unknown.Header[name])
			}
		}
		if withoutKeys(page) != withoutKeys(after) {
			t.Errorf("%s: the next page differs", email)
		}
	}
	for _, l := range letters.Come() {
		if l.To == "mere@example.nz" && l.Link() != "" || l.To == "nobody@example.nz" {
			t.Errorf("letter %+v", l)
		}
	}
}

func withoutKeys(page string) string {
	lines := strings.Split(page, "\n")
	for i, line := range lines {
		if strings.Contains(line, `name="key"`) {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// Attack: a request that names another host must not have the letter lead there.
func TestLettersLeadToTheSiteOfTheSettings(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	r := httptest.NewRequest(
		http.MethodPost, "http://evil.example/sign-in/forgotten",
		strings.NewReader(url.Values{"email": {"aroha@example.nz"}}.Encode()),
	)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Host = "evil.example"
	r.Header.Set("X-Forwarded-Host", "evil.example")
	s.Browser("").Send(r).LeadsTo(t, "/sign-in")
	come := letters.Come()
	if len(come) != 1 || come[0].Link() == "" || strings.Contains(come[0].Body, "evil") {
		t.Errorf("letters %+v", come)
	}
}

// Attack: officers read the outbox; what they find there opens no account.
func TestTheOutboxHoldsNoLink(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	officer, _ := s.Account("Hemi", "Testcase", auth.Office{Role: auth.Treasurer})
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	s.Browser("").Post("/sign-in/forgotten", "email", "aroha@example.nz").LeadsTo(t, "/sign-in")
	s.Must(s.Auth.AnswerResets(t.Context()))
	b := s.Browser(s.Session(officer))
	look := func() {
		t.Helper()
		box, err := s.Mail.Outbox(t.Context(), kittest.Program, mail.Filter{})
		s.Must(err)
		for _, e := range box.Entries {
			if body := b.Get("/outbox/" + fmt.Sprint(e.ID)).Body; strings.Contains(body, "/link/") {
				t.Errorf("the outbox shows %s", body)
			}
		}
	}
	look()
	come := letters.Come()
	look()
	if len(come) != 1 || come[0].Link() == "" {
		t.Fatalf("letters %+v", come)
	}
}

func TestWithoutAMailServerNoPasswordIsAskedFor(t *testing.T) {
	s := kittest.EmptySite(t)
	s.Account("Aroha", "Tūī")
	b := s.Browser("")
	if body := b.Get("/sign-in/forgotten").Body; strings.Contains(body, "We send a letter") || !strings.Contains(body, "does not send mail") {
		t.Error("a letter is promised that does not leave")
	}
	if body := b.Get("/sign-in").Body; strings.Contains(body, "forgotten\"") || !strings.Contains(body, "Forgotten your password") {
		t.Error("the page offers what there is not")
	}
	b.Post("/sign-in/forgotten", "email", "aroha@example.nz").Wants(
		t, http.StatusUnprocessableEntity, "This site does not send mail.",
	)
}

func TestSigningOutClearsWhatTheBrowserKept(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	b := s.Browser(s.Session(id))
	if got := b.Get("/account").Header.Get("Clear-Site-Data"); got != "" {
		t.Errorf("a page clears %s", got)
	}
	out := b.Post("/sign-out")
	if got := out.Header.Get("Clear-Site-Data"); got != `"cache", "storage"` {
		t.Errorf("signing out clears %s", got)
	}
	if _, still := b.Cookies[s.SessionCookie()]; still {
		t.Error("the session's cookie stays")
	}
}

// The cookie that knows a browser again stays when its owner signs out, is bound to
// the host over TLS, and is no way in.
func TestANewDeviceIsToldOf(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	signIn := func(b *kittest.Browser) []kittest.Taken {
		t.Helper()
		b.Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword).LeadsTo(t, "/")
		return letters.Come()
	}
	mine, other := s.Browser(""), s.Browser("")
	if come := signIn(mine); len(come) != 0 {
		t.Errorf("the first device: %+v", come)
	}
	mine.Post("/sign-out").LeadsTo(t, "/")
	if come := signIn(mine); len(come) != 0 {
		t.Errorf("the same device, after signing out: %+v", come)
	}
	come := signIn(other)
	if len(come) != 1 || come[0].Subject != "Someone signed in from a new device" ||
		!strings.Contains(come[0].Body, "Firefox on Linux") {
		t.Errorf("another device: %+v", come)
	}
	device := other.Cookies["nzgs-device"]
	only := s.Browser("")
	only.Cookies["nzgs-device"] = device
	only.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	only.Cookies[s.SessionCookie()] = device
	only.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")

	s.BaseURL = "https://go.example.nz"
	answer := s.Browser("").Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword)
	cookies := strings.Join(answer.Header.Values("Set-Cookie"), "\n")
	for _, line := range strings.Split(cookies, "\n") {
		for _, want := range []string{"__Host-nzgs", "Secure", "HttpOnly", "SameSite=Lax", "Path=/"} {
			if !strings.Contains(line, want) {
				t.Errorf("cookie %q lacks %s", line, want)
			}
		}
	}
	if !strings.Contains(cookies, "__Host-nzgs-device=") {
		t.Errorf("cookies %s", cookies)
	}
}
