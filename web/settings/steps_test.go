package settings_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// An administrator is led through the steps from their own desk, puts one aside with a word, and has it back.
func TestAnAdministratorFollowsTheFirstSteps(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(account))
	b.Get("/").Wants(t, http.StatusOK, "First steps of the society", "Next: The society’s details.", kit.FirstStepsPath)
	b.Get(kit.DutiesPath).Wants(t, http.StatusOK, "First steps of the society")
	desk := b.Get(kit.AdminPath)
	desk.Wants(t, http.StatusOK, "0 of 6 are done.", `href="/admin/settings/society"`, `href="/admin/settings/mail"`, `href="/take-over"`,
		"Today no one is president, secretary or treasurer.", "For other officers, who see it here when they sign in",
		"Fees and kinds of membership; The first event.")
	for _, no := range []string{"/clubs/new", "/treasurer/rates", "/director/events/new", "Appoint the officers", "Look after the backups"} {
		if strings.Contains(desk.Body, no) {
			t.Errorf("the administrator’s desk has %s", no)
		}
	}
	at := kit.FirstStepsPath + "/mail/put-aside"
	b.Get(at).Wants(t, http.StatusOK, "Put aside: The mail server", "Why the society does without it",
		"Whoever may put it aside can have it back on the list.",
		"It stands in the list, for whoever may put this step aside, and in the audit log.")
	b.Post(at, "reason", " ").Wants(t, http.StatusUnprocessableEntity, `id="reason-error"`, "We do without for now.")
	b.Post(at, "reason", strings.Repeat("a", 301)).Wants(t, http.StatusUnprocessableEntity, "Shorten this to 300 characters.")
	b.Post(at, "reason", "We do without <b>for now").LeadsTo(t, kit.FirstStepsPath)
	b.Get(kit.FirstStepsPath).Wants(t, http.StatusOK, "“The mail server” is put aside.", "0 of 6 are done, and 1 is put aside.",
		"We do without &lt;b&gt;for now", "Do it after all")
	b.Get(at).Wants(t, http.StatusOK, "This step was put aside on")
	b.Post(at, "reason", "Another").Wants(t, http.StatusConflict, "This step was put aside already, with: We do without &lt;b&gt;for now")
	b.Get(kit.AuditPath).Wants(t, http.StatusOK, "put a first step of the society aside", "We do without &lt;b&gt;for now")
	b.Post(kit.FirstStepsPath+"/mail/take-up").LeadsTo(t, kit.FirstStepsPath)
	b.Get(kit.FirstStepsPath).Wants(t, http.StatusOK, "“The mail server” is on the list again.", "0 of 6 are done.")

	b.Get(kit.FirstStepsPath+"/rates/put-aside").Wants(t, http.StatusForbidden, "This step is for another officer.")
	b.Post(kit.FirstStepsPath+"/rates/take-up").Wants(t, http.StatusForbidden)
	b.Get(kit.FirstStepsPath+"/none/put-aside").Wants(t, http.StatusNotFound)

	for _, step := range []string{"details", "mail", "offices", "clubs", "members", "backup"} {
		b.Post(kit.FirstStepsPath+"/"+step+"/put-aside", "reason", "Not now").LeadsTo(t, kit.FirstStepsPath)
	}
	b.Get(kit.FirstStepsPath).Wants(t, http.StatusOK, "Every step on your list is done or put aside.")
	desk = b.Get(kit.AdminPath)
	desk.Wants(t, http.StatusOK, "Look after the backups")
	if strings.Contains(desk.Body, "first-steps") {
		t.Error("the desk shows steps that are all put aside")
	}
	if home := b.Get("/"); strings.Contains(home.Body, "First steps") {
		t.Error("the home page has steps that are put aside")
	}
	b.Get(kit.SettingsPath).Wants(t, http.StatusOK, "First steps of the society", `href="`+kit.FirstStepsPath+`"`)
}

// Each officer finds their own, members none.
func TestOfficersFindTheirOwnFirstSteps(t *testing.T) {
	s := kittest.EmptySite(t)
	treasurer, _ := s.Account("Mere", "Whāngā", auth.Office{Role: auth.Treasurer})
	b := s.Browser(s.Session(treasurer))
	b.Get(kit.AdminPath).Wants(t, http.StatusOK, "0 of 4 are done.", "/clubs/new", "/treasurer/rates/new", "/members/new", "/director/events/new")
	if page := b.Get(kit.FirstStepsPath); strings.Contains(page.Body, kit.SettingsPath) || strings.Contains(page.Body, kit.TakeOverPath) {
		t.Error("the treasurer is led to a page for others")
	}
	member, _ := s.Account("Mei", "Lin")
	m := s.Browser(s.Session(member))
	m.Get(kit.FirstStepsPath).Wants(t, http.StatusForbidden)
	if home := m.Get("/"); strings.Contains(home.Body, "First steps") {
		t.Error("a member is asked to set the society up")
	}
	s.Browser("").Get(kit.FirstStepsPath).LeadsTo(t, "/sign-in?next=%2Fadmin%2Ffirst-steps")
}

// A club that is entered is seen at once, by whoever looks.
func TestAStepIsDoneOnceTheDataSaySo(t *testing.T) {
	s := kittest.EmptySite(t)
	secretary, _ := s.Account("Mei", "Lin", auth.Office{Role: auth.Secretary})
	b := s.Browser(s.Session(secretary))
	b.Get(kit.FirstStepsPath).Wants(t, http.StatusOK, "No club is entered.", "Today no one is president or treasurer.")
	b.Post(kit.FirstStepsPath+"/clubs/put-aside", "reason", "None").LeadsTo(t, kit.FirstStepsPath)
	b.Post("/clubs/new", "name", "Ōtautahi Go Club", "short", "Chch", "town", "Ōtautahi Christchurch")
	page := b.Get(kit.FirstStepsPath)
	page.Wants(t, http.StatusOK, "A club is entered.", "1 of 5 are done.")
	b.Get(kit.FirstStepsPath+"/clubs/put-aside").Wants(t, http.StatusOK, "This step is done: there is nothing to put aside.")
	b.Post(kit.FirstStepsPath+"/clubs/put-aside", "reason", "No").Wants(t, http.StatusConflict, "This step is done")
}

// An event that was taken over with its results does the step as one that is announced, and is not said to be announced.
func TestAnEventThatWasTakenOverIsNotSaidToBeAnnounced(t *testing.T) {
	s := kittest.EmptySite(t)
	secretary, _ := s.Account("Mei", "Lin", auth.Office{Role: auth.Secretary})
	b := s.Browser(s.Session(secretary))
	b.Get(kit.FirstStepsPath).Wants(t, http.StatusOK, "No event is announced.", "0 of 5 are done.")
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO event (slug, name, from_day, to_day, status, created_at)
			VALUES ('a', 'A', '2019-08-01', '2019-08-01', 'final', '2026-06-01T00:00:00.000Z')`)
		return err
	}))
	b.Get(kit.FirstStepsPath).Wants(t, http.StatusOK, "An event is announced, or the results of one are here.", "1 of 5 are done.")
}
