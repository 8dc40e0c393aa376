package account_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit/kittest"
)

func TestAnAdministratorSignsALostDeviceOut(t *testing.T) {
	s := kittest.EmptySite(t)
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	id, _ := s.Account("Aroha", "Tūī")
	other, _ := s.Account("Wiremu", "Parata")
	b, stranger := s.Browser(s.Session(admin)), s.Browser(s.Session(other))
	phone, desk, tablet := s.Browser(s.Session(id)), s.Browser(s.Session(id)), s.Browser(s.Session(id))
	page := fmt.Sprintf("/admin/accounts/%d", id)
	b.Get(page).Wants(t, http.StatusOK, "Where Aroha Tūī is signed in", "Sign out everywhere")
	ends := regexp.MustCompile(`action="(`+page+`/sessions/\d+/end)"`).FindAllStringSubmatch(b.Get(page).Body, -1)
	if len(ends) != 3 {
		t.Fatalf("%d sessions can be ended, want 3", len(ends))
	}
	stranger.Post(ends[0][1]).Wants(t, http.StatusForbidden)
	b.Post(strings.Replace(ends[0][1], page, fmt.Sprintf("/admin/accounts/%d", other), 1)).Wants(t, http.StatusNotFound)
	b.Post(ends[0][1]).LeadsTo(t, page)
	b.Get(page).Wants(t, http.StatusOK, "That device is signed out.", "Signed out on one device by someone else")
	in := 0
	for _, one := range []*kittest.Browser{phone, desk, tablet} {
		if one.Get("/account").Status == http.StatusOK {
			in++
		}
	}
	if in != 2 {
		t.Errorf("%d of three devices are signed in", in)
	}
	b.Post(page+"/sessions/end").LeadsTo(t, page)
	b.Get(page).Wants(t, http.StatusOK, "All devices are signed out.", "Not signed in on any device.")
	for _, one := range []*kittest.Browser{phone, desk, tablet} {
		one.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	}
	stranger.Get("/account").Wants(t, http.StatusOK)
}
