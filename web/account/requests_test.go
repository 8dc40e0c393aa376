package account_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// TestASecondOfficerOnThePages: the secretary asks, the president agrees, and the
// committee is shown what was done.
func TestASecondOfficerOnThePages(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Tama", "Kea", auth.Office{Role: auth.Treasurer})
	s.WithPassword(id)
	browser := func(given string, role auth.Role) *kittest.Browser {
		account, _ := s.Account(given, "Tūī", auth.Office{Role: role})
		return s.Browser(s.Session(account))
	}
	secretary, president := browser("Sione", auth.Secretary), browser("Ana", auth.President)
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error { // they have held their offices for a while
		_, err := tx.Exec(t.Context(), `UPDATE office SET created_at = '2026-01-01T00:00:00.000Z'`)
		return err
	}))

	page := secretary.Get(kit.AccountURL(id))
	page.Wants(t, http.StatusOK, "Ask a second officer", "nzgs link", "Close the account")
	for _, alone := range []string{"Make a link", "Change the address", "Let in for a day"} {
		if strings.Contains(page.Body, alone) {
			t.Errorf("the page of the account has %q", alone)
		}
	}
	secretary.Post(kit.AccountURL(id)+"/link", "version", "1")
	secretary.Get(kit.AccountURL(id)).Wants(t, http.StatusOK, "a second officer has to agree")
	secretary.Post(kit.AccountURL(id)+"/ask", "kind", "link")
	secretary.Get(kit.AccountURL(id)).Wants(t, http.StatusOK, "Choose why")
	secretary.Post(kit.AccountURL(id)+"/ask", "kind", "link", "reason", "password")
	own := secretary.Get(kit.RequestsPath)
	own.Wants(t, http.StatusOK, "Tama Kea", "Withdraw")
	if strings.Contains(own.Body, "/agree") {
		t.Error("who asked can agree")
	}

	president.Get(kit.DutiesPath).Wants(t, http.StatusOK, "A request for an account waits for a second officer")
	waits := president.Get(kit.RequestsPath)
	waits.Wants(t, http.StatusOK, "A link for a new password", "The password is forgotten", "Asked by", "Sione Tūī")
	mark := regexp.MustCompile(`name="mark" value="([0-9a-f]{64})"`).FindStringSubmatch(waits.Body)
	if mark == nil {
		t.Fatal("the form has no mark")
	}
	president.Post(kit.RequestsPath+"/1/agree", "mark", "x")
	president.Get(kit.RequestsPath).Wants(t, http.StatusOK, "not as it was shown")
	done := president.Post(kit.RequestsPath+"/1/agree", "mark", mark[1])
	done.Wants(t, http.StatusOK, "The link for Tama Kea", "not through Sione Tūī", "/link/")
	if again := president.Get(kit.RequestsPath); strings.Contains(again.Body, "/link/") {
		t.Error("the link is shown again")
	}
	secretary.Get(kit.DutiesPath).Wants(
		t, http.StatusOK, "a link for a new password of Tama Kea was made, asked for by Sione Tūī, approved by Ana Tūī",
	)

	secretary.Post(kit.AccountURL(id)+"/ask", "kind", "link", "reason", "password")
	president.Post(kit.RequestsPath + "/2/refuse")
	president.Get(kit.RequestsPath).Wants(t, http.StatusOK, "Nothing was changed", "Nothing waits")
	president.Post(kit.RequestsPath + "/2/refuse")
	president.Get(kit.RequestsPath).Wants(t, http.StatusOK, "answered already")
}
