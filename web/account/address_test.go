package account_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/web/kit/kittest"
)

func TestChangingOnesOwnAddress(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, person := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	b := s.Browser(s.Session(id))
	b.Get("/account").Wants(t, http.StatusOK, `href="/account/email"`)
	b.Get("/account/email").Wants(t, http.StatusOK, "aroha@example.nz", "Nothing changes until you confirm.")
	b.Post("/account/email", "email", "nonsense").Wants(
		t, http.StatusUnprocessableEntity, "Enter an e-mail address like", `value="nonsense"`,
	)
	b.Post("/account/email", "email", "new@example.nz").LeadsTo(t, "/account")
	b.Get("/account").Wants(t, http.StatusOK, "A letter to new@example.nz will leave", "New e-mail address asked for")
	links := map[string]string{}
	for _, l := range letters.Come() {
		links[l.To] = l.Link()
	}
	stranger := s.Browser("")
	page := stranger.Get(links["new@example.nz"])
	page.Wants(t, http.StatusOK, "Confirm your e-mail address", "new@example.nz")
	if strings.Contains(page.Body, "Aroha") || strings.Contains(page.Body, "aroha@") {
		t.Error("a mailbox that may be a stranger's is told whose account it is")
	}
	stranger.Post(links["new@example.nz"]).LeadsTo(t, "/sign-in")
	b.Get("/account").Wants(t, http.StatusOK, "new@example.nz")
	file, err := s.Members.File(t.Context(), kittest.Program, person)
	s.Must(err)
	if file.Person.Contact.Email != "new@example.nz" {
		t.Errorf("the register has %q", file.Person.Contact.Email)
	}

	stranger.Get(links["aroha@example.nz"]).Wants(t, http.StatusOK, "Stop the change of address", "new@example.nz")
	stranger.Post(links["aroha@example.nz"]).LeadsTo(t, "/sign-in")
	stranger.Get("/sign-in").Wants(t, http.StatusOK, "The change of address is stopped.")
	b.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	stranger.Post(links["aroha@example.nz"]).Wants(t, http.StatusNotFound, "already been used")
}

// Of two addresses, the one that was not meant is not changed by leaving the form as it is shown.
func TestTheOtherAddressIsNotChangedByAccident(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, person := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	b := s.Browser(s.Session(id))
	a, err := s.Auth.Account(t.Context(), kittest.Program, id)
	s.Must(err)
	s.Must(s.Auth.ChangeEmail(t.Context(), kittest.Program, id, a.Version, "home@example.nz", auth.ForLetters))
	letters.Come()
	checked := regexp.MustCompile(`value="(\w+)"[^>]* checked`)
	if got := checked.FindStringSubmatch(b.Get("/account/email").Body); len(got) != 2 || got[1] != string(auth.ForSignIn) {
		t.Errorf("the form begins with %v", got)
	}
	b.Post("/account/email", "email", "new@example.nz").LeadsTo(t, "/account")
	for _, l := range letters.Come() {
		if l.To == "new@example.nz" {
			s.Browser("").Post(l.Link()).LeadsTo(t, "/sign-in")
		}
	}
	b.Get("/account").Wants(t, http.StatusOK, "new@example.nz", "home@example.nz")

	b.Post("/account/email", "email", "third@example.nz", "use", "letters").LeadsTo(t, "/account")
	for _, l := range letters.Come() {
		if l.To == "home@example.nz" && l.Link() != "" {
			stranger := s.Browser("")
			stranger.Get(l.Link()).Wants(t, http.StatusOK, "Signing in stays as it is.")
			stranger.Post(l.Link()).LeadsTo(t, "/sign-in")
			stranger.Get("/sign-in").Wants(t, http.StatusOK, "Letters come to the address that they came to before.")
		}
	}
	b.Get("/account").Wants(t, http.StatusOK, "new@example.nz", "home@example.nz")
	found, err := s.Members.List(t.Context(), kittest.Program, members.RegisterFilter{Query: "new@example.nz"})
	s.Must(err)
	if len(found.Entries) != 1 || found.Entries[0].Person.ID != person {
		t.Errorf("the address that one signs in with finds %+v", found.Entries)
	}
}

func TestWithoutAMailServerNoAddressIsConfirmed(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	b := s.Browser(s.Session(id))
	b.Get("/account/email").Wants(t, http.StatusOK, "This site does not send mail.")
	if strings.Contains(b.Get("/account/email").Body, "A letter to") {
		t.Error("letters are promised that do not leave")
	}
	b.Post("/account/email", "email", "new@example.nz").Wants(
		t, http.StatusUnprocessableEntity, "Ask the society’s secretary to change your address.",
	)
}

func TestKeepingAnotherAddressForLetters(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	b := s.Browser(s.Session(id))
	b.Get("/account/email").Wants(t, http.StatusOK, "Use it for", "Signing in only", "Letters only")
	b.Post("/account/email", "email", "home@example.nz", "use", "purse").Wants(
		t, http.StatusUnprocessableEntity, "Choose what the address is for.", `value="home@example.nz"`,
	)
	b.Post("/account/email", "email", "home@example.nz", "use", "letters").LeadsTo(t, "/account")
	links := map[string]string{}
	for _, l := range letters.Come() {
		links[l.To] = l.Link()
	}
	stranger := s.Browser("")
	stranger.Get(links["home@example.nz"]).Wants(t, http.StatusOK, "home@example.nz, for letters only")
	stranger.Post(links["home@example.nz"]).LeadsTo(t, "/sign-in")
	stranger.Get("/sign-in").Wants(t, http.StatusOK, "Letters go to home@example.nz from now on. Sign in as before.")
	b.Get("/account").Wants(t, http.StatusOK, "For signing in", "aroha@example.nz", "For letters", "home@example.nz")
	b.Get("/account/email").Wants(
		t, http.StatusOK, "You sign in with aroha@example.nz. Letters go to home@example.nz, but those about your account.",
	)
	b.Get("/me").Wants(t, http.StatusOK, "Letters go to home@example.nz; you sign in with aroha@example.nz")
	b.Get("/me/edit").Wants(
		t, http.StatusOK, `value="home@example.nz"`, "Letters go there; aroha@example.nz is used to sign in.",
	)
	stranger.Get(links["aroha@example.nz"]).Wants(t, http.StatusOK, "Stop the change of address", "for letters only")
}
