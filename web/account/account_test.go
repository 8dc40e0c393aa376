package account_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	webaccount "nzgs/web/account"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestChangingThePassword(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	b := s.Browser(s.Session(id))
	b.Get("/account/password").Wants(t, http.StatusOK, `name="password"`)
	b.Post(
		"/account/password", "password", "short",
	).Wants(t, http.StatusUnprocessableEntity, "Use at least 12 characters.")
	b.Post("/account/password", "password", kittest.GoodPassword).LeadsTo(t, "/account")

	elsewhere := s.Browser(s.Session(id))
	b.Post("/account/password", "current", "wrong", "password", "short").Wants(t, http.StatusUnprocessableEntity,
		"This is not your current password.", "Use at least 12 characters.")
	b.Post("/account/password", "current", kittest.GoodPassword, "password", kittest.OtherPassword).LeadsTo(t, "/account")
	b.Get("/account").Wants(t, http.StatusOK, "Your password is saved", "Password changed")
	elsewhere.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
}

func TestEndingOnesOwnSessions(t *testing.T) {
	s := kittest.EmptySite(t)
	id, _ := s.Account("Aroha", "Tūī")
	other, _ := s.Account("Wiremu", "Parata")
	desk, phone, tablet := s.Browser(s.Session(id)), s.Browser(s.Session(id)), s.Browser(s.Session(id))
	stranger := s.Browser(s.Session(other))
	end := regexp.MustCompile(`action="(/account/sessions/\d+/end)"`).FindStringSubmatch(desk.Get("/account").Body)
	if end == nil {
		t.Fatal("no session can be ended")
	}
	stranger.Post(end[1]).Wants(t, http.StatusNotFound)
	desk.Post(end[1]).LeadsTo(t, "/account")
	desk.Post("/account/sessions/end").LeadsTo(t, "/account")
	for _, b := range []*kittest.Browser{phone, tablet} {
		b.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	}
	stranger.Get("/account").Wants(t, http.StatusOK)
	if strings.Contains(desk.Get("/account").Body, "Sign out everywhere else") {
		t.Error("offers to end sessions that there are not")
	}
}

func TestInvitingSomebody(t *testing.T) {
	s := kittest.EmptySite(t)
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	s.WithPassword(admin)
	person := s.Register("Āwhina", "O’Brien")
	b := s.Browser(s.Session(admin))

	b.Get("/admin/accounts").Wants(t, http.StatusOK, "1 account", "Kererū, Mere", "Administrator")
	b.Get("/admin/accounts/invite?q=nobody").Wants(t, http.StatusOK, "No one in the register has this name or number.")
	b.Get(
		"/admin/accounts/invite?q=obrien+awh",
	).Wants(t, http.StatusOK, "1 person", fmt.Sprintf("/admin/accounts/invite?person=%d", person))
	b.Get(fmt.Sprintf("/admin/accounts/invite?person=%d", person)).Wants(t, http.StatusOK, "Invite Āwhina O’Brien")
	b.Post(
		"/admin/accounts", "person", fmt.Sprint(person), "email", "no address",
	).Wants(t, http.StatusUnprocessableEntity, "Enter an e-mail address like", `value="no address"`)
	b.Post(
		"/admin/accounts", "person", fmt.Sprint(person), "email", "mere@example.nz",
	).Wants(t, http.StatusUnprocessableEntity, "Another account uses this address.")
	made := b.Post("/admin/accounts", "person", fmt.Sprint(person), "email", "awhina@example.nz", "key", "invite-1")
	if made.Status != http.StatusSeeOther {
		t.Fatalf("status %d\n%s", made.Status, made.Body)
	}
	account := made.Location
	page := b.Get(account)
	page.Wants(
		t, http.StatusOK, "The link for Āwhina O’Brien", "No password yet", "Make a new invitation link", "Link created",
	)
	link := regexp.MustCompile(`http://go\.example\.nz(/link/[\w-]{43})`).FindStringSubmatch(page.Body)
	if link == nil {
		t.Fatal("the page does not show the link")
	}
	b.Post(
		"/admin/accounts", "person", fmt.Sprint(person), "email", "awhina@example.nz", "key", "invite-1",
	).LeadsTo(t, account)
	b.Post(
		"/admin/accounts", "person", fmt.Sprint(person), "email", "awhina@example.nz", "key", "invite-2",
	).Wants(t, http.StatusConflict, "already has an account")
	b.Get(fmt.Sprintf("/admin/accounts/invite?person=%d", person)).LeadsTo(t, account)

	owner := s.Browser("")
	owner.Get(link[1]).Wants(t, http.StatusOK, "Welcome, Āwhina O’Brien", `value="awhina@example.nz"`)
	owner.Post(
		link[1], "password", "awhina-awhina",
	).Wants(t, http.StatusUnprocessableEntity, "contains your e-mail address")
	owner.Post(link[1], "password", kittest.GoodPassword).LeadsTo(t, "/")
	owner.Get("/account").Wants(t, http.StatusOK, "Āwhina O’Brien")
	if body := b.Get(account).Body; strings.Contains(body, link[1]) {
		t.Error("a link that was used is still handed over")
	}
	b.Get("/admin/accounts?q=awhina%40").Wants(t, http.StatusOK, "1 account", "O’Brien, Āwhina")
	b.Get("/admin/accounts?q=%25").Wants(t, http.StatusOK, "0 accounts", "No account found")
}

func TestClosingAnAccount(t *testing.T) {
	s := kittest.EmptySite(t)
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	s.WithPassword(admin)
	id, _ := s.Account("Aroha", "Tūī")
	s.WithPassword(id)
	b, owner := s.Browser(s.Session(admin)), s.Browser(s.Session(id))
	page := b.Get(kit.AccountURL(id))
	page.Wants(t, http.StatusOK, "Make a link for a new password", "Close the account")
	version := regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(page.Body)[1]
	b.Post(kit.AccountURL(id)+"/disable", "version", "999").LeadsTo(t, kit.AccountURL(id))
	b.Get(kit.AccountURL(id)).Wants(t, http.StatusOK, "Someone else changed this account", "Close the account")
	b.Post(kit.AccountURL(id)+"/disable", "version", version).LeadsTo(t, kit.AccountURL(id))
	owner.Get("/account").LeadsTo(t, "/sign-in?next=%2Faccount")
	page = b.Get(kit.AccountURL(id))
	page.Wants(t, http.StatusOK, "Closed", "Open the account again", "Account closed")
	version = regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(page.Body)[1]
	b.Post(kit.AccountURL(id)+"/enable", "version", version).LeadsTo(t, kit.AccountURL(id))
	page = b.Get(kit.AccountURL(id))
	version = regexp.MustCompile(`name="version" value="(\d+)"`).FindStringSubmatch(page.Body)[1]
	b.Post(
		kit.AccountURL(id)+"/email", "version", version, "email", "mere@example.nz",
	).Wants(t, http.StatusUnprocessableEntity, "Another account uses this address.")
	b.Post(kit.AccountURL(id)+"/email", "version", version, "email", "tui@example.nz").LeadsTo(t, kit.AccountURL(id))
	b.Post(kit.AccountURL(id)+"/email", "version", version, "email", "aroha.tui@example.nz").Wants(
		t, http.StatusConflict, "Someone else changed this account", "aroha.tui@example.nz", "tui@example.nz",
		"Recent activity",
	)
	b.Post(kit.AccountURL(id)+"/link").LeadsTo(t, kit.AccountURL(id))
	b.Get(kit.AccountURL(id)).Wants(t, http.StatusOK, "The link for Aroha Tūī", "tui@example.nz")

	own, err := s.Auth.Account(t.Context(), kittest.Program, admin)
	s.Must(err)
	b.Post(kit.AccountURL(admin)+"/disable", "version", fmt.Sprint(own.Version)).LeadsTo(t, kit.AccountURL(admin))
	b.Get(kit.AccountURL(admin)).Wants(t, http.StatusOK, "You cannot close your own account.")
}

func TestAppointingAndEnding(t *testing.T) {
	s := kittest.EmptySite(t)
	m := s.FillSmall()
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	s.WithPassword(admin)
	person := s.Register("Aroha", "Tūī")
	b := s.Browser(s.Session(admin))

	b.Get("/admin/offices/appoint?q=tui").Wants(t, http.StatusOK, fmt.Sprintf("/admin/offices/appoint?person=%d", person))
	b.Get(fmt.Sprintf(
		"/admin/offices/appoint?person=%d", person,
	)).Wants(t, http.StatusOK, "Appoint Aroha Tūī", "Kāpiti Go Club", "Ōtautahi Open", `value="2026-07-01"`)
	appoint := func(pairs ...string) kittest.Answer {
		return b.Post("/admin/offices", append([]string{"person", fmt.Sprint(person)}, pairs...)...)
	}
	appoint(
		"role", "", "from", "tomorrow",
	).Wants(
		t, http.StatusUnprocessableEntity, "Choose the office.", "Enter a date like 1 July 2026.", `value="tomorrow"`,
	)
	appoint("role", "treasurer", "from", "2026-07-01", "until", "some day").Wants(
		t, http.StatusUnprocessableEntity, "Please fix one thing", `value="treasurer" selected`, `value="some day"`,
	)
	b.Get("/admin/offices").Wants(t, http.StatusOK, "1 office") // nothing was kept
	appoint("role", "", "from", "").Wants(
		t, http.StatusUnprocessableEntity, "Choose the office.", "Enter the first day of the office.",
	)
	appoint(
		"role", "club_secretary", "from", "2026-07-01",
	).Wants(
		t, http.StatusUnprocessableEntity, "Choose the club whose secretary this is.", `value="club_secretary" selected`,
	)
	appoint("role", "treasurer", "from", "2026-07-01").LeadsTo(t, "/admin/offices")
	appoint(
		"role", "club_secretary", "club", fmt.Sprint(m.Halves[0].Club), "from", "2026-07-01", "until", "2027-06-30",
	).LeadsTo(t, "/admin/offices")
	appoint("role", "director", "event", fmt.Sprint(m.Halves[1].Event), "from", "2026-08-01").LeadsTo(t, "/admin/offices")
	list := b.Get("/admin/offices")
	list.Wants(
		t, http.StatusOK, "4 offices", "Club secretary, Kāpiti Go Club", "Tournament director, Ōtautahi Open", "To come",
		"30 June 2027", "Tūī, Aroha",
	)

	treasurer := regexp.MustCompile(`href="(/admin/offices/\d+)">Treasurer`).FindStringSubmatch(list.Body)[1]
	page := b.Get(treasurer)
	page.Wants(t, http.StatusOK, "Aroha Tūī: Treasurer", "Undoing it removes the appointment")
	b.Post(
		treasurer+"/end", "version", "1", "until", "never",
	).Wants(t, http.StatusUnprocessableEntity, "Enter a date like")
	b.Post(treasurer+"/end", "version", "7", "until", "2026-07-31").Wants(t, http.StatusConflict, "Someone else")
	b.Post(treasurer+"/end", "version", "1", "until", "2026-08-31").LeadsTo(t, "/admin/offices")
	b.Post(treasurer+"/end", "version", "1", "until", "2026-07-31").Wants(
		t, http.StatusConflict, "Your changes were not saved.", "2026-08-31", "2026-07-31", `name="version" value="2"`,
	)
	b.Post(treasurer+"/end", "version", "2", "until", "2026-07-31").LeadsTo(t, "/admin/offices")
	b.Get("/admin/offices").Wants(t, http.StatusOK, "Aroha Tūī is treasurer until 31 July 2026.")

	own := regexp.MustCompile(`href="(/admin/offices/\d+)">Administrator`).FindStringSubmatch(list.Body)[1]
	b.Post(
		own+"/end", "version", "1", "until", "2026-07-31",
	).Wants(t, http.StatusUnprocessableEntity, "have no administrator")

	s.Now = s.Now.Add(40 * 24 * 60 * 60 * 1e9)
	b = s.Browser(s.Session(admin))
	b.Get("/admin/offices/ended").Wants(t, http.StatusOK, "1 office", "Treasurer", "31 July 2026", "Ended")
	b.Get(treasurer).Wants(t, http.StatusOK, "This office has ended. It stays on record as it was.")
}

func TestReadingTheAuditLog(t *testing.T) {
	s := kittest.EmptySite(t)
	admin, _ := s.Account("Mere", "Kererū", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(admin))
	b.Get("/admin/audit").Wants(
		t, http.StatusOK, "signed in by a link", "gave an office", "The test", "Hash", "administrator,", "Mere Kererū",
	)
	only := b.Get("/admin/audit?object=office")
	only.Wants(t, http.StatusOK, "gave an office", "Mere Kererū", "21 June 2026")
	if strings.Contains(only.Body, "signed in by a link") {
		t.Error("the filter lets everything through")
	}
	b.Get("/admin/audit?object=office&id=999").Wants(t, http.StatusOK, "Nothing found")
	for range webaccount.AuditPerPage {
		s.Session(admin)
	}
	page := b.Get("/admin/audit?object=account")
	older := regexp.MustCompile(`href="(/admin/audit\?before=\d+&amp;object=account)"`).FindStringSubmatch(page.Body)
	if older == nil {
		t.Fatal("no way to older entries")
	}
	b.Get(strings.ReplaceAll(older[1], "&amp;", "&")).Wants(t, http.StatusOK, "Newest", "account")
	b.Get("/admin/audit?before=x&id=y&object=%27--").Wants(t, http.StatusOK, "Nothing found")
	b.Get("/admin/audit?text=gave+office").Wants(t, http.StatusOK, "gave an office")
	b.Get("/admin/audit?text=zebra").Wants(t, http.StatusOK, "Nothing found")
	b.Get("/admin/audit?person=mere&text=signed").Wants(t, http.StatusOK, "signed in by a link")
	b.Get("/admin/audit?person=zzz").Wants(t, http.StatusOK, "No one in the register has this name or number.")
	s.Register("Mere", "Other")
	b.Get("/admin/audit?person=mere").Wants(t, http.StatusOK, "Whom do you mean?", "Other, Mere")
	b.Get("/admin/audit?from=2026-07-02").Wants(t, http.StatusOK, "Nothing found")
	b.Get("/admin/audit?from=2026-07-01&to=2026-07-01&object=office").Wants(t, http.StatusOK, "gave an office")
	b.Get("/admin/audit?to=2026-06-30").Wants(t, http.StatusOK, "Nothing found")
	b.Get("/admin/audit?from=tomorrow").Wants(t, http.StatusOK, "Enter a day like 2026-07-01.")
	b.Get("/admin/audit?from=2026-07-02&to=2026-07-01").Wants(t, http.StatusOK, "The last day is before the first.")
}

// The treasurer reads what concerns money, and nothing else of the log.
func TestTheTreasurerReadsTheLogOfMoney(t *testing.T) {
	s := kittest.EmptySite(t)
	s.FillSmall()
	treasurer, _ := s.Account("Tama", "Tane", auth.Office{Role: auth.Treasurer})
	b := s.Browser(s.Session(treasurer))
	page := b.Get("/admin/audit")
	page.Wants(t, http.StatusOK, "What concerns money", "received a payment", "$40.00")
	for _, other := range []string{"signed in", "gave an office", "drew a round", "entered someone"} {
		if strings.Contains(page.Body, other) {
			t.Errorf("the treasurer reads %q", other)
		}
	}
	b.Get("/admin/audit?object=account").Wants(t, http.StatusOK, "Nothing found")
	b.Get("/admin/audit?text=signed").Wants(t, http.StatusOK, "Nothing found")
	b.Get("/admin").Wants(t, http.StatusOK, "Log of money")
}
