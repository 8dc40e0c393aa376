package news_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit/kittest"
)

// The form says the same of each address, and a link that is not good says so.
func TestTheNewsletterIsAskedFor(t *testing.T) {
	s := kittest.EmptySite(t)
	anyone := s.Browser("")
	reads(t, anyone.Get("/newsletter"), http.StatusOK, "None was sent yet.", "not:Newsletter desk")
	anyone.Post("/newsletter", "email", "nobody").Wants(t, http.StatusUnprocessableEntity, "Enter an e-mail address like")
	bad := strings.Repeat("A", 26)
	anyone.Get("/newsletter/confirm/"+bad).Wants(t, http.StatusNotFound, "not valid")
	anyone.Get("/newsletter/leave/"+bad).Wants(t, http.StatusOK, "does not come to this address any more")
	anyone.Post("/newsletter/leave/"+bad, "List-Unsubscribe", "One-Click").Wants(t, http.StatusOK, "does not come to this address any more")
}

func TestTheNewsletterDesk(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	officer(s, "Aroha", auth.Treasurer).Get("/newsletter/desk").Wants(t, http.StatusForbidden)
	mei.Post("/newsletter/desk/new", "title", "", "intro", "").Wants(t, http.StatusUnprocessableEntity, "Give it a title")
	mei.Post("/newsletter/desk/new", "title", "November", "intro", hostile).LeadsTo(t, "/newsletter/desk/1")
	reads(t, mei.Get("/newsletter/desk/1"), http.StatusOK, "<strong>koutou</strong>", "Send it", "not:<script>alert", "not:javascript:")
	mei.Get("/newsletter/desk/1/send").Wants(t, http.StatusOK, "It goes to 0 readers")
	s.Browser("").Get("/newsletter/1").Wants(t, http.StatusNotFound)
	shown := kittest.VersionOn(t, mei.Get("/newsletter/desk/1/edit"))
	mei.Post("/newsletter/desk/1/edit", "version", shown, "title", "December", "intro", "Kia ora").LeadsTo(t, "/newsletter/desk/1")
	mei.Post("/newsletter/desk/1/edit", "version", shown, "title", "x", "intro", "y").Wants(t, http.StatusConflict)
	mei.Get("/newsletter/desk").Wants(t, http.StatusOK, "December", "Draft", "0 readers")
	if !regexp.MustCompile(`value="December"`).MatchString(mei.Get("/newsletter/desk/1/edit").Body) {
		t.Error("the form does not have the title")
	}
}
