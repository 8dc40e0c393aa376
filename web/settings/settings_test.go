package settings_test

import (
	"net/http"
	"strings"
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

func TestAnAdministratorSetsTheMailServer(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(account))
	at := kit.SettingsPath + "/mail"
	b.Get(kit.SettingsPath).Wants(t, http.StatusOK, "No mail server is set", "Change the mail server")
	b.Get(at).Wants(t, http.StatusOK, "a backup has it too", `value="587"`)
	shown := kittest.VersionOn(t, b.Get(at))
	mail := []string{"version", shown, "smtp-host", "smtp.example.nz", "smtp-port", "587", "smtp-encryption", "starttls",
		"smtp-user", "us", "smtp-password", "opensesame", "mail-from", "us@example.nz"}
	b.Post(at, mail...).LeadsTo(t, kit.SettingsPath)
	home := b.Get(kit.SettingsPath)
	home.Wants(t, http.StatusOK, "smtp.example.nz", "(set)", "Send a test letter to my own address", "None through this server.")
	if strings.Contains(home.Body+b.Get(at).Body, "opensesame") {
		t.Error("the password is shown")
	}
	b.Post(at+"/test").Wants(t, http.StatusConflict, "No mail server is in force")
	at = kit.SettingsPath + "/sign-in"
	shown = kittest.VersionOn(t, b.Get(at))
	b.Post(at, "version", shown, "second-factor-from", "1 July 2026").Wants(t, http.StatusUnprocessableEntity, "Enter a day to come")
	b.Post(at, "version", shown, "second-factor-from", "1 March 2027").LeadsTo(t, kit.SettingsPath)
	b.Get(kit.SettingsPath).Wants(t, http.StatusOK, "2027-03-01")
}
