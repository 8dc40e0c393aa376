package account_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/auth/passkey/passkeytest"
	"nzgs/web/kit/kittest"
)

var askedOnPage = regexp.MustCompile(`data-options="([^"]+)"`)

// asked is what the browser is asked for on a page.
func asked(t *testing.T, page kittest.Answer) []byte {
	t.Helper()
	m := askedOnPage.FindStringSubmatch(page.Body)
	if m == nil {
		t.Fatalf("the page asks for no passkey\n%s", page.Body)
	}
	return []byte(html.UnescapeString(m[1]))
}

func TestPasskeysFromThePages(t *testing.T) {
	s := kittest.EmptySite(t).ReachedAt("http://localhost:8080")
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	s.WithPassword(id)
	own, phone := s.Browser(s.Session(id)), passkeytest.At("http://localhost:8080")
	own.Get("/account/factors").Wants(t, http.StatusOK, "Add a passkey")
	own.Post("/account/factors/passkey").LeadsTo(t, "/account/factors/passkey")
	page := own.Get("/account/factors/passkey")
	page.Wants(t, http.StatusOK, `data-passkey="create"`, "Passkeys need scripts", "&#34;userVerification&#34;:&#34;required&#34;",
		"&#34;residentKey&#34;:&#34;required&#34;", "&#34;attestation&#34;:&#34;none&#34;")
	if page.Header.Get("Cache-Control") != "no-store" || strings.Contains(page.Body, "<script>") {
		t.Error("the page is kept, or has a script in it")
	}
	own.Post("/account/factors/passkey/add", "name", "").Wants(
		t, http.StatusUnprocessableEntity, "Give it a name", "Your browser has made no passkey",
	)
	phone.Unverified = true
	own.Post("/account/factors/passkey/add", "name", "Phone", "passkey", phone.Make(asked(t, page))).Wants(
		t, http.StatusUnprocessableEntity, "Your device did not check that it is you", `value="Phone"`,
	)
	phone.Unverified = false
	own.Post("/account/factors/passkey/add", "name", "Phone", "passkey", phone.Make(asked(t, page))).Wants(
		t, http.StatusOK, "They are shown only now.",
	)
	own.Get("/account/factors").Wants(t, http.StatusOK, "Phone", "Passkey", "not yet", "10 recovery codes left.")

	b := s.Browser("")
	page = b.Get("/sign-in?next=%2Fadmin")
	page.Wants(t, http.StatusOK, "Sign in with a passkey", "Passkeys need scripts", `name="next" value="/admin"`)
	sent := phone.Use(asked(t, page))
	s.Browser("").Post("/sign-in/passkey", "passkey", sent).Wants(t, http.StatusUnprocessableEntity, "used before")
	b.Post("/sign-in/passkey", "passkey", sent, "next", "/admin").LeadsTo(t, "/admin")
	b.Get("/admin").Wants(t, http.StatusOK)
	b.Post("/sign-in/passkey", "passkey", sent).Wants(t, http.StatusUnprocessableEntity, "used before", `id="passkey"`)
	b.Get("/account").Wants(t, http.StatusOK, "Passkey used for the first time")

	// Whoever gives the password is asked for the passkey next.
	half := s.Browser("")
	half.Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword).LeadsTo(t, "/sign-in/code")
	page = half.Get("/sign-in/code")
	page.Wants(t, http.StatusOK, "Sign in with a passkey", "a recovery code works without")
	half.Post("/sign-in/passkey", "passkey", phone.Use(asked(t, page))).LeadsTo(t, "/admin")
	if _, still := half.Cookies["nzgs-half"]; still {
		t.Error("the cookie of the half sign-in is kept")
	}
}

// A passkey does for signing in again: on the way to a page, and in place of a form.
func TestSigningInAgainByPasskeyFromThePages(t *testing.T) {
	s := kittest.EmptySite(t).ReachedAt("http://localhost:8080")
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	s.WithPassword(id)
	own, phone := s.Browser(s.Session(id)), passkeytest.At("http://localhost:8080")
	own.Post("/account/factors/passkey")
	own.Post("/account/factors/passkey/add", "name", "Phone", "passkey", phone.Make(asked(t, own.Get("/account/factors/passkey"))))
	s.Now = s.Now.Add(time.Hour)
	own.Idle = true
	page := own.Post("/account/factors/recovery-codes")
	page.Wants(t, http.StatusUnauthorized, "Sign in again", "Use a passkey")
	phone.Unverified = true
	refused := own.Post("/account/factors/recovery-codes", "again_password", "", "again_passkey", phone.Use(asked(t, page)))
	refused.Wants(t, http.StatusUnprocessableEntity, "Your device did not check that it is you", `href="#again_passkey"`)
	phone.Unverified = false
	own.Post("/account/factors/recovery-codes", "again_passkey", phone.Use(asked(t, refused))).Wants(
		t, http.StatusOK, "They are shown only now.",
	)
	s.Now = s.Now.Add(time.Hour)
	page = own.Get("/sign-in/again?next=%2Faccount%2Ffactors")
	own.Post("/sign-in/again", "next", "/account/factors", "again_passkey", phone.Use(asked(t, page))).LeadsTo(
		t, "/account/factors",
	)
}

// The address is the configured one, whatever a request names; without https nothing
// is offered, and the pages say why.
func TestPasskeysAreForTheConfiguredAddress(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	for path, b := range map[string]*kittest.Browser{"/sign-in": s.Browser(""), "/account/factors": s.Browser(s.Session(id))} {
		page := b.Get(path)
		page.Wants(t, http.StatusOK, "Passkeys need a site that is reached by https.")
		if strings.Contains(page.Body, "with a passkey") || strings.Contains(page.Body, "Add a passkey") {
			t.Errorf("%s offers passkeys", path)
		}
	}
	s.Browser("").Post("/sign-in/passkey", "passkey", "{}").Wants(t, http.StatusUnprocessableEntity, "reached by https")
	s.Browser(s.Session(id)).Post("/account/factors/passkey").LeadsTo(t, "/account/factors")

	r := s.ReachedAt("https://go.example.nz").Browser("").Get("/sign-in")
	r.Wants(t, http.StatusOK, "&#34;rpId&#34;:&#34;go.example.nz&#34;")
}
