package web

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
)

func TestChangingThePassword(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	b := s.browser(s.session(id))
	b.get("/account/password").wants(t, http.StatusOK, `name="password"`)
	b.post("/account/password", "password", "short").wants(t, http.StatusUnprocessableEntity, "Use at least 12 characters.")
	b.post("/account/password", "password", goodPassword).leadsTo(t, "/account")

	elsewhere := s.browser(s.session(id))
	b.post("/account/password", "current", "wrong", "password", "short").wants(t, http.StatusUnprocessableEntity,
		"This is not your current password.", "Use at least 12 characters.")
	b.post("/account/password", "current", goodPassword, "password", otherPassword).leadsTo(t, "/account")
	b.get("/account").wants(t, http.StatusOK, "The password is saved", "Password changed")
	elsewhere.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
}

func TestEndingOnesOwnSessions(t *testing.T) {
	s := emptySite(t)
	id, _ := s.account("Aroha", "Tūī")
	other, _ := s.account("Wiremu", "Parata")
	desk, phone, tablet := s.browser(s.session(id)), s.browser(s.session(id)), s.browser(s.session(id))
	stranger := s.browser(s.session(other))
	end := regexp.MustCompile(`action="(/account/sessions/\d+/end)"`).FindStringSubmatch(desk.get("/account").body)
	if end == nil {
		t.Fatal("no session can be ended")
	}
	stranger.post(end[1]).wants(t, http.StatusNotFound)
	desk.post(end[1]).leadsTo(t, "/account")
	desk.post("/account/sessions/end").leadsTo(t, "/account")
	for _, b := range []*browser{phone, tablet} {
		b.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
	}
	stranger.get("/account").wants(t, http.StatusOK)
	if strings.Contains(desk.get("/account").body, "Sign out everywhere else") {
		t.Error("offers to end sessions that there are not")
	}
}

func TestInvitingSomebody(t *testing.T) {
	s := emptySite(t)
	admin, _ := s.account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	s.withPassword(admin)
	person := s.register("Āwhina", "O’Brien")
	b := s.browser(s.session(admin))

	b.get("/admin/accounts").wants(t, http.StatusOK, "1 account", "Kererū, Mere", "Administrator")
	b.get("/admin/accounts/invite?q=nobody").wants(t, http.StatusOK, "The register has nobody with this name or number.")
	b.get("/admin/accounts/invite?q=obrien+awh").wants(t, http.StatusOK, "1 person", fmt.Sprintf("/admin/accounts/invite?person=%d", person))
	b.get(fmt.Sprintf("/admin/accounts/invite?person=%d", person)).wants(t, http.StatusOK, "Invite Āwhina O’Brien")
	b.post("/admin/accounts", "person", fmt.Sprint(person), "email", "no address").wants(t, http.StatusUnprocessableEntity, "Enter an e-mail address like", `value="no address"`)
	b.post("/admin/accounts", "person", fmt.Sprint(person), "email", "mere@example.nz").wants(t, http.StatusUnprocessableEntity, "Another account uses this address.")
	made := b.post("/admin/accounts", "person", fmt.Sprint(person), "email", "awhina@example.nz", "key", "invite-1")
	if made.status != http.StatusSeeOther {
		t.Fatalf("status %d\n%s", made.status, made.body)
	}
	account := made.location
	page := b.get(account)
	page.wants(t, http.StatusOK, "The link for Āwhina O’Brien", "No password yet", "Make a new invitation link", "Link made")
	link := regexp.MustCompile(`http://go\.example\.nz(/link/[\w-]{43})`).FindStringSubmatch(page.body)
	if link == nil {
		t.Fatal("the page does not show the link")
	}
	b.post("/admin/accounts", "person", fmt.Sprint(person), "email", "awhina@example.nz", "key", "invite-1").leadsTo(t, account)
	b.post("/admin/accounts", "person", fmt.Sprint(person), "email", "awhina@example.nz", "key", "invite-2").wants(t, http.StatusConflict, "already has an account")
	b.get(fmt.Sprintf("/admin/accounts/invite?person=%d", person)).leadsTo(t, account)

	owner := s.browser("")
	owner.get(link[1]).wants(t, http.StatusOK, "Welcome, Āwhina O’Brien", `value="awhina@example.nz"`)
	owner.post(link[1], "password", "awhina-awhina").wants(t, http.StatusUnprocessableEntity, "contains your e-mail address")
	owner.post(link[1], "password", goodPassword).leadsTo(t, "/")
	owner.get("/account").wants(t, http.StatusOK, "Āwhina O’Brien")
	if body := b.get(account).body; strings.Contains(body, link[1]) {
		t.Error("a link that was used is still handed over")
	}
	b.get("/admin/accounts?q=awhina%40").wants(t, http.StatusOK, "1 account", "O’Brien, Āwhina")
	b.get("/admin/accounts?q=%25").wants(t, http.StatusOK, "0 accounts", "No account found")
}

func TestClosingAnAccount(t *testing.T) {
	s := emptySite(t)
	admin, _ := s.account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	s.withPassword(admin)
	id, _ := s.account("Aroha", "Tūī")
	s.withPassword(id)
	b, owner := s.browser(s.session(admin)), s.browser(s.session(id))
	page := b.get(accountURL(id))
	page.wants(t, http.StatusOK, "Make a link for a new password", "Close the account")
	version := regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(page.body)[1]
	b.post(accountURL(id)+"/disable", "version", "999").leadsTo(t, accountURL(id))
	b.get(accountURL(id)).wants(t, http.StatusOK, "Someone else changed this account", "Close the account")
	b.post(accountURL(id)+"/disable", "version", version).leadsTo(t, accountURL(id))
	owner.get("/account").leadsTo(t, "/sign-in?next=%2Faccount")
	page = b.get(accountURL(id))
	page.wants(t, http.StatusOK, "Closed", "Open the account again", "Account closed")
	version = regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(page.body)[1]
	b.post(accountURL(id)+"/enable", "version", version).leadsTo(t, accountURL(id))
	page = b.get(accountURL(id))
	version = regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(page.body)[1]
	b.post(accountURL(id)+"/email", "version", version, "email", "mere@example.nz").wants(t, http.StatusUnprocessableEntity, "Another account uses this address.")
	b.post(accountURL(id)+"/email", "version", version, "email", "tui@example.nz").leadsTo(t, accountURL(id))
	b.post(accountURL(id)+"/link").leadsTo(t, accountURL(id))
	b.get(accountURL(id)).wants(t, http.StatusOK, "The link for Aroha Tūī", "tui@example.nz")

	own, err := s.auth.Account(t.Context(), program, admin)
	s.must(err)
	b.post(accountURL(admin)+"/disable", "version", fmt.Sprint(own.Version)).leadsTo(t, accountURL(admin))
	b.get(accountURL(admin)).wants(t, http.StatusOK, "You cannot close your own account.")
}

func TestAppointingAndEnding(t *testing.T) {
	s := emptySite(t)
	m := s.fillSmall()
	admin, _ := s.account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	s.withPassword(admin)
	person := s.register("Aroha", "Tūī")
	b := s.browser(s.session(admin))

	b.get("/admin/offices/appoint?q=tui").wants(t, http.StatusOK, fmt.Sprintf("/admin/offices/appoint?person=%d", person))
	b.get(fmt.Sprintf("/admin/offices/appoint?person=%d", person)).wants(t, http.StatusOK, "Appoint Aroha Tūī", "Kāpiti Go Club", "Ōtautahi Open", `value="2026-07-01"`)
	appoint := func(pairs ...string) answer {
		return b.post("/admin/offices", append([]string{"person", fmt.Sprint(person)}, pairs...)...)
	}
	appoint("role", "", "from", "tomorrow").wants(t, http.StatusUnprocessableEntity, "Enter a date like 2026-07-01.", `value="tomorrow"`)
	appoint("role", "", "from", "").wants(t, http.StatusUnprocessableEntity, "Choose the office.", "Enter the first day of the office.")
	appoint("role", "club_secretary", "from", "2026-07-01").wants(t, http.StatusUnprocessableEntity, "Choose the club whose secretary this is.", `value="club_secretary" selected`)
	appoint("role", "treasurer", "from", "2026-07-01").leadsTo(t, "/admin/offices")
	appoint("role", "club_secretary", "club", fmt.Sprint(m.halves[0].Club), "from", "2026-07-01", "until", "2027-06-30").leadsTo(t, "/admin/offices")
	appoint("role", "director", "event", fmt.Sprint(m.halves[1].Event), "from", "2026-08-01").leadsTo(t, "/admin/offices")
	list := b.get("/admin/offices")
	list.wants(t, http.StatusOK, "4 offices", "Club secretary, Kāpiti Go Club", "Tournament director, Ōtautahi Open", "To come", "30 June 2027", "Tūī, Aroha")

	treasurer := regexp.MustCompile(`href="(/admin/offices/\d+)">Treasurer`).FindStringSubmatch(list.body)[1]
	page := b.get(treasurer)
	page.wants(t, http.StatusOK, "Aroha Tūī: Treasurer", "Taking it back removes the appointment")
	b.post(treasurer+"/end", "version", "1", "until", "never").wants(t, http.StatusUnprocessableEntity, "Enter a date like")
	b.post(treasurer+"/end", "version", "7", "until", "2026-07-31").wants(t, http.StatusConflict, "Somebody else")
	b.post(treasurer+"/end", "version", "1", "until", "2026-07-31").leadsTo(t, "/admin/offices")
	b.get("/admin/offices").wants(t, http.StatusOK, "Aroha Tūī is treasurer until 31 July 2026.")

	own := regexp.MustCompile(`href="(/admin/offices/\d+)">Administrator`).FindStringSubmatch(list.body)[1]
	b.post(own+"/end", "version", "1", "until", "2026-07-31").wants(t, http.StatusUnprocessableEntity, "have no administrator")

	s.now = s.now.Add(40 * 24 * 60 * 60 * 1e9)
	b = s.browser(s.session(admin))
	b.get("/admin/offices/ended").wants(t, http.StatusOK, "1 office", "Treasurer", "31 July 2026", "Ended")
	b.get(treasurer).wants(t, http.StatusOK, "This office has ended and stays in the record as it was.")
}

func TestReadingTheAuditLog(t *testing.T) {
	s := emptySite(t)
	admin, person := s.account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	b := s.browser(s.session(admin))
	b.get("/admin/audit").wants(t, http.StatusOK, "Signed in by link", "Appoint office", "the test", "Hash", fmt.Sprintf("Account %d", admin))
	only := b.get("/admin/audit?object=office")
	only.wants(t, http.StatusOK, "Appoint office", fmt.Sprint(person), "21 June 2026")
	if strings.Contains(only.body, "Signed in by link") {
		t.Error("the filter lets everything through")
	}
	b.get("/admin/audit?object=office&id=999").wants(t, http.StatusOK, "Nothing here")
	for range auditPerPage {
		s.session(admin)
	}
	page := b.get("/admin/audit?object=account")
	older := regexp.MustCompile(`href="(/admin/audit\?before=\d+&amp;object=account)"`).FindStringSubmatch(page.body)
	if older == nil {
		t.Fatal("no way to older entries")
	}
	b.get(strings.ReplaceAll(older[1], "&amp;", "&")).wants(t, http.StatusOK, "Newest", "Account")
	b.get("/admin/audit?before=x&id=y&object=%27--").wants(t, http.StatusOK, "Nothing here")
}

func TestAuditChangesAreLaidSideBySide(t *testing.T) {
	got := fmt.Sprint(auditChanges(`{"before":{"from":"2026-07-01","until":""},"after":{"until":"2026-07-31","n":3,"list":[1,2]}}`))
	if want := "[{From 1 July 2026 } {List  [1,2]} {N  3} {Until  31 July 2026}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, odd := range []string{"", "{", `{"after":"text"}`, `{"after":null}`, `[]`, `{"before":[1],"after":2}`} {
		auditChanges(odd) // whatever it is, it is shown
	}
}
