package settings_test

import (
	"net/http"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestAnAdministratorChangesTheDetails(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(account))
	b.Get(kit.AdminPath).Wants(t, http.StatusOK, kit.SettingsPath)
	b.Get(kit.SettingsPath).Wants(t, http.StatusOK, "Go Society of Aotearoa", "Change the details", "Set on the machine")
	at := kit.SettingsPath + "/society"
	shown := kittest.VersionOn(t, b.Get(at))
	b.Post(at, "version", shown, "society", "", "contact-email", "nowhere").Wants(t, http.StatusUnprocessableEntity,
		`id="society-error"`, `id="contact-email-error"`, `value="nowhere"`)
	b.Post(at, "version", shown, "society", "Go in Test", "wordmark", "GiT").LeadsTo(t, kit.SettingsPath)
	b.Get(kit.SettingsPath).Wants(t, http.StatusOK, "Saved.", "Go in Test", "GiT")
	b.Post(at, "version", shown, "society", "Mine").Wants(t, http.StatusConflict, "Your changes were not saved", "Go in Test")
	secretary, _ := s.Account("Mei", "Lin", auth.Office{Role: auth.Secretary})
	s.Browser(s.Session(secretary)).Get(kit.SettingsPath).Wants(t, http.StatusForbidden)
	s.Browser("").Get(kit.SettingsPath).LeadsTo(t, "/sign-in?next=%2Fadmin%2Fsettings")
}
