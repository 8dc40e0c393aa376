package web

import (
	"net/http"
	"strconv"
	"testing"

	"nzgs/internal/auth"
)

// Bug: whoever pressed "Sign in" twice, or again after the answer was lost, was
// led to a page of the administrator without being signed in.
func TestSigningInAgainWithTheSameForm(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	s.withPassword(id)
	for range 2 {
		b := s.browser("") // the first answer's cookie was lost
		b.post("/sign-in", "email", "aroha@example.nz", "password", goodPassword, "key", "sign-in-1").leadsTo(t, "/")
		b.get("/account").wants(t, http.StatusOK, "Aroha Tūī")
	}
}

// Bug: a link whose answer was lost led to a page of the administrator.
func TestALinkThatWasUsedLeadsToSignIn(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	link, err := s.auth.PasswordLink(t.Context(), program, id)
	s.must(err)
	form := []string{"password", goodPassword, "key", "link-1"}
	s.browser("").post(LinkPath(link.Token), form...).leadsTo(t, "/")
	again := s.browser("")
	again.post(LinkPath(link.Token), form...).leadsTo(t, "/sign-in")
	again.get("/sign-in").wants(t, http.StatusOK, "already saved")
}

// Bug: a form that was sent twice led to the front page, where the browser
// does not say where it came from.
func TestWhereAFormSentTwiceLeads(t *testing.T) {
	s := emptySite(t)
	made := s.fillSmall().halves[0]
	id, _ := s.account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	b := s.browser(s.session(id))
	person, returned := personURL(made.People[1]), returnURL(made.Return)
	for _, tt := range []struct {
		name, path, first, again string
		form                     []string
	}{
		{"payment on a return", returned + "/payment", returned, returned, []string{"amount", "10.00", "received_on", "2026-07-01", "method", "cash"}},
		{"membership", person + "/join", person, person, []string{"year", "2026", "received_on", "2026-07-01", "method", "cash", "confirm", "yes", "consent", "on"}},
		{"return", returned + "/received", returned, returned, []string{"version", "2", "received", "2026-07-01"}},
		{"club", clubURL(made.Club) + "/edit", clubDeskURL(made.Club), clubDeskURL(made.Club), []string{"name", "Kāpiti Go Club", "city", "Paekākāriki", "version", "1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			form := append(tt.form, "key", tt.name)
			b.post(tt.path, form...).leadsTo(t, tt.first)
			b.post(tt.path, form...).leadsTo(t, tt.again)
		})
	}
}

// Bug: a club's secretary who named the next one twice was led to a page of
// the society's secretary.
func TestAFormSentTwiceLeadsNowhereForbidden(t *testing.T) {
	s := emptySite(t)
	made := s.fillSmall().halves[0]
	id, _ := s.account("Aroha", "Tūī", auth.Office{Role: auth.ClubSecretary, Club: made.Club})
	b := s.browser(s.session(id))
	path := clubURL(made.Club) + "/secretary"
	form := []string{"person", strconv.FormatInt(int64(made.People[0]), 10), "from", "2026-07-05", "key", "name-1"}
	b.post(path, form...).leadsTo(t, clubDeskURL(made.Club))
	b.post(path, form...).leadsTo(t, "/")

	b.post("/me/edit", "version", "1", "public_as", "name", "key", "me-1").leadsTo(t, "/me")
	b.post("/me/edit", "version", "1", "public_as", "name", "key", "me-1").leadsTo(t, "/me")
}

// Bug: the key of somebody else's form led there, and to whoever was not
// signed in before they were asked to.
func TestAFormIsOnePersons(t *testing.T) {
	s := emptySite(t)
	made := s.fillSmall().halves[0]
	id, _ := s.account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	form := func(name string) []string {
		return []string{"name", name, "version", strconv.Itoa(1), "key", "club-1"}
	}
	path := clubURL(made.Club) + "/edit"
	s.browser(s.session(id)).post(path, form("Kāpiti Players")...).leadsTo(t, clubDeskURL(made.Club))
	s.browser("").post(path, form("Kāpiti Players")...).wants(t, http.StatusUnauthorized)

	other, _ := s.account("Mere", "Tūī", auth.Office{Role: auth.Secretary})
	s.browser(s.session(other)).post(path, form("Something else")...).wants(t, http.StatusConflict, "sent by somebody else")
}
