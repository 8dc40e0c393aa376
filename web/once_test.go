package web_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/web/account"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// Bug: whoever pressed "Sign in" twice, or again after the answer was lost, was
// led to a page of the administrator without being signed in.
func TestSigningInAgainWithTheSameForm(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	for range 2 {
		b := s.Browser("") // the first answer's cookie was lost
		b.Post("/sign-in", "email", "aroha@example.nz", "password", kittest.GoodPassword, "key", "sign-in-1").LeadsTo(t, "/")
		b.Get("/account").Wants(t, http.StatusOK, "Aroha Tūī")
	}
}

// Bug: a link whose answer was lost led to a page of the administrator.
func TestALinkThatWasUsedLeadsToSignIn(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	link, err := s.Auth.PasswordLink(t.Context(), kittest.Program, id)
	s.Must(err)
	form := []string{"password", kittest.GoodPassword, "key", "link-1"}
	s.Browser("").Post(account.LinkPath(link.Token), form...).LeadsTo(t, "/")
	again := s.Browser("")
	again.Post(account.LinkPath(link.Token), form...).LeadsTo(t, "/sign-in")
	again.Get("/sign-in").Wants(t, http.StatusOK, "already saved")
}

// Bug: a form that was sent twice led to the front page, where the browser
// does not say where it came from.
func TestWhereAFormSentTwiceLeads(t *testing.T) {
	s := kittest.EmptySite(t)
	made := s.FillSmall().Halves[0]
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	b := s.Browser(s.Session(id))
	person, returned := kit.PersonURL(made.People[1]), kit.ReturnURL(made.Return)
	for _, tt := range []struct {
		name, path, first, again string
		form                     []string
	}{
		{
			"payment on a return", returned + "/payment", returned, returned,
			[]string{"amount", "10.00", "received_on", "2026-07-01", "method", "cash"},
		},
		{
			"membership", person + "/join", person, person,
			[]string{"year", "2026", "received_on", "2026-07-01", "method", "cash", "confirm", "yes", "consent", "on"},
		},
		{"return", returned + "/received", returned, returned, []string{"version", "2", "received", "2026-07-01"}},
		{
			"club", kit.ClubURL(made.Club) + "/edit", kit.ClubDeskURL(made.Club), kit.ClubDeskURL(made.Club),
			[]string{"name", "Kāpiti Go Club", "city", "Paekākāriki", "version", "1"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			form := append(tt.form, "key", tt.name)
			b.Post(tt.path, form...).LeadsTo(t, tt.first)
			b.Post(tt.path, form...).LeadsTo(t, tt.again)
		})
	}
}

// Bug: a club's secretary who named the next one twice was led to a page of
// the society's secretary.
func TestAFormSentTwiceLeadsNowhereForbidden(t *testing.T) {
	s := kittest.EmptySite(t)
	made := s.FillSmall().Halves[0]
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.ClubSecretary, Club: made.Club})
	b := s.Browser(s.Session(id))
	path := kit.ClubURL(made.Club) + "/secretary"
	form := []string{"person", strconv.FormatInt(int64(made.People[0]), 10), "from", "2026-07-05", "key", "name-1"}
	b.Post(path, form...).LeadsTo(t, kit.ClubDeskURL(made.Club))
	b.Post(path, form...).LeadsTo(t, "/")

	own := []string{
		"version", kittest.VersionOn(t, b.Get("/me/edit")), "email", "aroha@example.nz", "public_as", "name", "key", "me-1",
	}
	b.Post("/me/edit", own...).LeadsTo(t, "/me")
	b.Post("/me/edit", own...).LeadsTo(t, "/me")
}

// Bug: the key of somebody else's form led there, and to whoever was not
// signed in before they were asked to.
func TestAFormIsOnePersons(t *testing.T) {
	s := kittest.EmptySite(t)
	made := s.FillSmall().Halves[0]
	id, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Treasurer})
	form := func(name string) []string {
		return []string{"name", name, "version", strconv.Itoa(1), "key", "club-1"}
	}
	path := kit.ClubURL(made.Club) + "/edit"
	s.Browser(s.Session(id)).Post(path, form("Kāpiti Players")...).LeadsTo(t, kit.ClubDeskURL(made.Club))
	s.Browser("").Post(path, form("Kāpiti Players")...).Wants(t, http.StatusUnauthorized)

	other, _ := s.Account("Mere", "Tūī", auth.Office{Role: auth.Secretary})
	answer := s.Browser(s.Session(other)).Post(path, form("Something else")...)
	answer.Wants(
		t, http.StatusConflict, "<h1>This form was already sent</h1>", "Someone else has already sent this form",
	)
	if strings.Contains(answer.Body, "Someone else changed this first") {
		t.Error("headed as a change that nobody made")
	}
}

// Bug: "Someone else changed this first" stood over a form that one person sent
// twice at the same moment, and that was not found in the log.
func TestTheHeadingOverAFormSentTwice(t *testing.T) {
	s := kittest.EmptySite(t)
	request := httptest.NewRequest(http.MethodPost, "/sign-in", strings.NewReader("key=gone-1"))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	s.Echo().HTTPErrorHandler(apperr.New(apperr.Replayed, "It was not done again."), s.Echo().NewContext(request, answer))
	if body := answer.Body.String(); answer.Code != http.StatusConflict ||
		!strings.Contains(body, "<h1>This form was sent twice</h1>") || strings.Contains(body, "Someone else changed") {
		t.Errorf("%d: %s", answer.Code, body)
	}
}
