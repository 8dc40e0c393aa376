package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestSigningInWithAnAuthenticatorApp(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	own := s.Browser(s.Session(id))
	own.Get("/account/factors").Wants(t, http.StatusOK, "Set up an authenticator app")
	own.Post("/account/factors/app").LeadsTo(t, "/account/factors/app")
	page := own.Get("/account/factors/app")
	page.Wants(t, http.StatusOK, `src="data:image/png;base64,`, `inputmode="numeric"`, `autocomplete="one-time-code"`)
	if page.Header.Get("Cache-Control") != "no-store" {
		t.Error("the page with the secret may be kept by caches")
	}
	own.Post("/account/factors/app/add", "name", "", "code", "000000").Wants(
		t, http.StatusUnprocessableEntity, "Give it a name", "This is not the code of the secret above",
	)
	app, codes := own.Enrol()
	own.Get("/account/factors").Wants(t, http.StatusOK, "My phone", "10 recovery codes left.", "Remove")
	if body := own.Get("/account/factors").Body; strings.Contains(body, codes[0]) {
		t.Error("recovery codes are shown again")
	}

	b := s.Browser("")
	signIn := func() kittest.Answer {
		return b.Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword, "next", "/account/factors")
	}
	signIn().LeadsTo(t, "/sign-in/code?next=%2Faccount%2Ffactors")
	b.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	b.Get("/sign-in/code?next=%2Faccount%2Ffactors").Wants(
		t, http.StatusOK, "Aroha Tūī, your password is right.", `name="next" value="/account/factors"`,
	)
	b.Post("/sign-in/code", "code", app.Code(), "next", "/account/factors").Wants(
		t, http.StatusUnprocessableEntity, "has been used", `name="next" value="/account/factors"`,
	)
	s.Now = s.Now.Add(30 * time.Second)
	b.Post("/sign-in/code", "code", app.Code(), "next", "/account/factors").LeadsTo(t, "/account/factors")
	b.Get("/account").Wants(t, http.StatusOK, "Second factor added")
	if _, still := b.Cookies["nzgs-half"]; still {
		t.Error("the cookie of the half sign-in is kept")
	}
	b.Get("/sign-in/code").LeadsTo(t, "/sign-in")

	b = s.Browser("")
	signIn()
	b.Post("/sign-in/code", "code", codes[0]).LeadsTo(t, "/")
	b.Get("/account/factors").Wants(t, http.StatusOK, "9 recovery codes left.")
	fresh := b.Post("/account/factors/recovery-codes")
	fresh.Wants(t, http.StatusOK, "They are shown only now.")
	b = s.Browser("")
	signIn()
	b.Post("/sign-in/code", "code", codes[1]).Wants(t, http.StatusUnprocessableEntity, "not one of your recovery codes")

	left, err := s.Mail.Outbox(t.Context(), kittest.Program, mail.Filter{})
	s.Must(err)
	var subjects []string
	for _, l := range left.Entries {
		if !strings.Contains(l.Subject, "new device") {
			subjects = append(subjects, l.To.Address+": "+l.Subject)
		}
	}
	if got := strings.Join(subjects, "\n"); got != "aroha@example.nz: A recovery code was used for your account\n"+
		"aroha@example.nz: A second factor was added to your account" {
		t.Errorf("letters:\n%s", got)
	}
}

// What someone has typed is kept while they sign in again, and sent then; what is
// secret is not put on the page.
func TestNothingTypedIsLostBySigningInAgain(t *testing.T) {
	s := kittest.EmptySite(t)
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	s.WithPassword(admin)
	person := s.Register("Āwhina", "O’Brien")
	b := s.Browser(s.Session(admin))
	app, _ := b.Enrol()
	b.Idle = true
	s.Now = s.Now.Add(10 * time.Minute)

	b.Get("/admin/accounts").Wants(t, http.StatusOK) // reading goes on
	form := []string{
		"person", fmt.Sprint(person), "email", "awhina+club@example.nz", "key", "invite-1", "password", "a secret of the form",
	}
	asked := b.Post("/admin/accounts", form...)
	asked.Wants(t, http.StatusUnauthorized, "Sign in again", `action="/admin/accounts"`,
		`name="email" value="awhina&#43;club@example.nz"`, `name="key" value="invite-1"`, `name="again_code"`)
	if strings.Contains(asked.Body, "a secret of the form") {
		t.Error("the page says a password that was typed")
	}
	wrong := b.Post("/admin/accounts", append(form, "again_password", "wrong", "again_code", app.Code())...)
	wrong.Wants(t, http.StatusUnprocessableEntity, "This is not your password.", `href="#again_password"`,
		`name="email" value="awhina&#43;club@example.nz"`)
	b.Post("/admin/accounts", append(form, "again_password", kittest.GoodPassword)...).Wants(
		t, http.StatusUnprocessableEntity, "Enter the six digits",
	)
	done := b.Post(
		"/admin/accounts", append(form, "again_password", kittest.GoodPassword, "again_code", app.Code())...,
	)
	if done.Status != http.StatusSeeOther || !strings.HasPrefix(done.Location, kit.AccountsPath+"/") {
		t.Fatalf("status %d to %q\n%s", done.Status, done.Location, done.Body)
	}
	b.Get(done.Location).Wants(t, http.StatusOK, "awhina&#43;club@example.nz")
	b.Post("/account/sessions/end").LeadsTo(t, "/account") // for ten minutes
}

func TestAFileWaitsForSigningInAgain(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Secretary})
	s.WithPassword(id)
	b := s.Browser(s.Session(id))
	b.Idle = true
	b.Get("/members.csv").Wants(t, http.StatusOK)
	s.Now = s.Now.Add(10 * time.Minute)
	again := "/sign-in/again?next=%2Fmembers.csv"
	b.Get("/members.csv").LeadsTo(t, again)
	b.Get(again).Wants(t, http.StatusOK, "Sign in again", `name="next" value="/members.csv"`)
	b.Post("/sign-in/again", "next", "/members.csv", "again_password", kittest.GoodPassword).LeadsTo(t, again)
	b.Get(again).Wants(t, http.StatusOK, `href="/members.csv"`)
	b.Get("/members.csv").Wants(t, http.StatusOK)
	b.Post("/sign-in/again", "next", "https://evil.example/", "again_password", kittest.GoodPassword).LeadsTo(t, "/account")
}

// From the day that is set, whoever must have a second factor sees what is public,
// and the way to set one up.
func TestWhoMustEnrolIsLedThere(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	s.WithPassword(id)
	b := s.Browser(s.Session(id))
	b.Get("/account/factors").Wants(t, http.StatusOK, "You hold an office: set up a second factor")
	b.Get("/treasurer").Wants(t, http.StatusOK)
	b.Site = s.NeedingFactorsFrom(s.Now.Date().AddDays(3))
	b.Get("/account/factors").Wants(t, http.StatusOK, "from 4 July 2026 on")
	b.Get("/treasurer").Wants(t, http.StatusOK)
	s = s.NeedingFactorsFrom(s.Now.Date())
	b.Site = s
	b.Get("/treasurer").LeadsTo(t, "/account/factors")
	b.Get("/account/factors").Wants(t, http.StatusOK, "Your office needs a second factor since 1 July 2026")
	b.Get("/events").Wants(t, http.StatusOK)
	in := s.Browser("").Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword, "next", "/treasurer")
	in.LeadsTo(t, "/account/factors")
	b.Enrol()
	b.Get("/treasurer").Wants(t, http.StatusOK)
}

func TestLettingSomeoneInFromTheirAccountPage(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	s.Browser(s.Session(id)).Enrol()
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(admin))
	b.Get(kit.AccountURL(admin)).Wants(t, http.StatusOK, "Second factor")
	if strings.Contains(b.Get(kit.AccountURL(admin)).Body, "Let in for a day") {
		t.Error("someone without a second factor can be let in without it")
	}
	b.Get(kit.AccountURL(id)).Wants(t, http.StatusOK, "Lost second factor", "Let in for a day")
	b.Post(kit.AccountURL(id)+"/let-in", "reason", "").LeadsTo(t, kit.AccountURL(id))
	b.Get(kit.AccountURL(id)).Wants(t, http.StatusOK, "Say why")
	b.Post(kit.AccountURL(id)+"/let-in", "reason", "Phone lost").LeadsTo(t, kit.AccountURL(id))
	b.Get(kit.AccountURL(id)).Wants(
		t, http.StatusOK, "with its password alone until 2 July 2026, 12:00 pm", "Let in for a day without the second factor",
	)
	own := s.Browser("")
	own.Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword).LeadsTo(t, "/")
	own.Get("/account/factors").Wants(t, http.StatusOK, "You were let in for a day")
}

// While no day is set, officers are told at each sign-in, and who manages accounts on
// their pages, until all have a second factor.
func TestOfficersAreRemindedOfASecondFactor(t *testing.T) {
	s := kittest.EmptySite(t)
	treasurer, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	s.WithPassword(treasurer)
	secretary, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Secretary})
	member, _ := s.Account("Hemi", "Kea")
	s.WithPassword(member)
	for email, told := range map[string]bool{"aroha": true, "hemi": false} {
		b := s.Browser("")
		b.Post("/sign-in", "email", email+"@example.nz", "password", kittest.GoodPassword)
		if got := strings.Contains(b.Get("/account").Body, "set up a second factor under your name"); got != told {
			t.Errorf("%s is told: %t, want %t", email, got, told)
		}
	}
	b, own := s.Browser(s.Session(secretary)), s.Browser(s.Session(treasurer))
	for _, page := range []string{"/admin", "/duties"} {
		b.Get(page).Wants(t, http.StatusOK, "No day is set from which officers", "Without one now: Mere Kererū, Aroha Tūī.")
	}
	if strings.Contains(own.Get("/duties").Body, "No day is set from which officers") {
		t.Error("the treasurer, who manages no accounts, is asked to set a day")
	}
	own.Enrol()
	b.Get("/admin").Wants(t, http.StatusOK, "Without one now: Mere Kererū.")
}

// Attack: someone has the session of an account without password and second factor, an
// hour after its owner came by a link, and chooses a password to prove with. The session
// alone proves nothing: no form asks for one, and none is taken.
func TestAnOldSessionChoosesNoFirstPassword(t *testing.T) {
	s := kittest.EmptySite(t)
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	person := s.Register("Hemi", "Kea")
	b := s.Browser(s.Session(admin))
	b.Idle = true
	s.Now = s.Now.Add(10 * time.Minute)
	form := []string{"person", kit.IDText(person), "email", "hemi@example.nz"}
	page := b.Post("/admin/accounts", form...)
	page.Wants(t, http.StatusUnauthorized, "Sign in by a new link")
	if strings.Contains(page.Body, "again_password") {
		t.Error("the page asks for a password that there is not")
	}
	b.Get("/account/password").Wants(t, http.StatusOK, "Sign in by a new link")
	b.Post("/account/password", "password", kittest.GoodPassword).Wants(t, http.StatusUnprocessableEntity, "Sign in by a new link")
	b.Post("/admin/accounts", append(form, "again_password", kittest.GoodPassword)...).Wants(
		t, http.StatusUnprocessableEntity, "Sign in by a new link",
	)
	s.Browser("").Post("/sign-in", "email", "mere@example.nz", "password", kittest.GoodPassword).Wants(
		t, http.StatusUnprocessableEntity,
	)
}

// Within ten minutes of the link the first password is chosen, and its owner told.
func TestAFirstPasswordIsChosenSoonAndTold(t *testing.T) {
	s := kittest.EmptySite(t)
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(admin))
	b.Idle = true
	s.Now = s.Now.Add(9 * time.Minute)
	b.Post("/account/password", "password", kittest.GoodPassword).LeadsTo(t, "/account")
	told, err := store.One(t.Context(), s.DB, store.Value[int], `
		SELECT COUNT(*) FROM mail_letter WHERE subject LIKE '%A password was chosen for your account%'`)
	s.Must(err)
	if told != 1 {
		t.Errorf("%d letters tell the owner", told)
	}
}
