package account_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	webaccount "nzgs/web/account"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// Choosing the first password on the way to a page leads to that page, and to no
// other site.
func TestChoosingTheFirstPasswordLeadsBack(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	link, err := s.Auth.SignInLink(t.Context(), kittest.Program, id, time.Hour)
	s.Must(err)
	b := s.Browser("")
	b.Post(webaccount.LinkPath(link.Token)).LeadsTo(t, "/")
	const wanted = "/meetings?from=1"
	b.Get(kit.PasswordPath+"?next="+url.QueryEscape(wanted)).Wants(
		t, http.StatusOK, "Choose a password", "led back to where you were", `name="next" value="/meetings?from=1"`,
	)
	b.Get(kit.PasswordPath+"?next=https://elsewhere.example/").Wants(t, http.StatusOK, `name="next" value="/account"`)
	b.Post(kit.PasswordPath, "next", "//elsewhere.example", "password", "short").Wants(
		t, http.StatusUnprocessableEntity, `name="next" value="/account"`,
	)
	b.Post(kit.PasswordPath, "next", wanted, "password", kittest.GoodPassword).LeadsTo(t, wanted)
}
