package account_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// memberAt is someone of the register with a term in force and an address.
func memberAt(s *kittest.Site, given, email string) members.PersonID {
	s.T.Helper()
	id := s.Register(given, "Test")
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(s.T.Context(), `UPDATE person SET email = $2, email_key = $2 WHERE id = $1`, id, email); err != nil {
			return err
		}
		_, err := tx.Exec(s.T.Context(), `
			INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			VALUES ($1, 2026, '2026-07-01', '2027-06-30', 'renewal', '{}', $2)`, id, s.Now)
		return err
	}))
	return id
}

var seenOn = regexp.MustCompile(`name="seen" value="([^"]*)"`)

// An administrator invites the members of the list by one press, sees who came, sends again and undoes.
func TestInvitationsByLetter(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Ada", "Min", auth.Office{Role: auth.Administrator})
	admin := s.Browser(s.Session(id))
	memberAt(s, "Aroha", "aroha@example.nz")
	out := memberAt(s, "Mei", "mei@example.nz")
	memberAt(s, "Wiremu", "wiremu@example.nz")
	memberAt(s, "Nohemi", "")
	page := admin.Get("/admin/invitations")
	page.Wants(t, http.StatusOK, "Invite 3 members by letter", "The register has no e-mail address: 1 person", "Test, Nohemi")
	if strings.Contains(page.Body, "aroha@example.nz") {
		t.Error("an administrator, who may not see the register, reads an address")
	}
	seen := seenOn.FindStringSubmatch(page.Body)[1]
	admin.Post("/admin/invitations", "seen", "old", "out", members.Number(out)).
		Wants(t, http.StatusConflict, "The list changed after you opened it", `value="`+members.Number(out)+`" checked`)
	admin.Post("/admin/invitations", "seen", seen, "out", members.Number(out)).LeadsTo(t, "/admin/invitations/1")
	admin.Get("/admin/invitations/1").Wants(t, http.StatusOK, "Writing the letters", "0 of 2", "To be written")
	come := letters.Come()
	if len(come) != 2 || come[0].Link() == "" {
		t.Fatalf("letters %+v", come)
	}
	guest := s.Browser("")
	guest.Get(come[0].Link()).Wants(t, http.StatusOK, "Welcome, Aroha Test", "Choose a password")
	guest.Post(come[0].Link(), "password", "kōkako sings at dawn").LeadsTo(t, "/")
	guest.Get(come[0].Link()).Wants(t, http.StatusNotFound, "")
	admin.Get("/admin/invitations/1").Wants(t, http.StatusOK, "Has come", "Invited", "Send again to those who have not come")
	admin.Post("/admin/invitations/1/again").LeadsTo(t, "/admin/invitations/2")
	again := letters.Come()
	if len(again) != 1 || again[0].To != "wiremu@example.nz" {
		t.Fatalf("letters %+v", again)
	}
	admin.Post("/admin/invitations/2/undo").LeadsTo(t, "/admin/invitations/2")
	admin.Get("/admin/invitations/2").Wants(t, http.StatusOK, "Undone: 1 link will not work", "the links that no one had used no longer work")
	guest.Get(again[0].Link()).Wants(t, http.StatusNotFound, "This link does not work")
	admin.Get("/admin/invitations").Wants(t, http.StatusOK, "Sent before", "Those who had not come", "Undone", "Invite 2 members by letter")
}

// The letters stand in the outbox together, without a link that works.
func TestInvitationsInTheOutbox(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Sera", "Tary", auth.Office{Role: auth.Secretary})
	b := s.Browser(s.Session(id))
	memberAt(s, "Aroha", "aroha@example.nz")
	page := b.Get("/admin/invitations")
	page.Wants(t, http.StatusOK, "aroha@example.nz")
	b.Post("/admin/invitations", "seen", seenOn.FindStringSubmatch(page.Body)[1]).LeadsTo(t, "/admin/invitations/1")
	come := letters.Come()
	b.Get("/outbox?batch=invitations:1").Wants(t, http.StatusOK, "aroha@example.nz", "Your account with the "+kittest.TestSociety)
	link, err := store.One(t.Context(), s.DB, store.Value[int64], `SELECT id FROM mail_letter WHERE mailing = 'invitations:1'`)
	s.Must(err)
	letter := b.Get("/outbox/" + members.Number(members.PersonID(link)))
	letter.Wants(t, http.StatusOK, "the link stands here in the letter that is sent, and nowhere else")
	if strings.Contains(letter.Body, come[0].Link()) {
		t.Error("an officer reads the link")
	}
}

// Whoever gives an office reads how the one who got it learns of it.
func TestAnOfficeInvitesByLetter(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Sera", "Tary", auth.Office{Role: auth.Secretary})
	b := s.Browser(s.Session(id))
	one, none := memberAt(s, "Aroha", "aroha@example.nz"), memberAt(s, "Mei", "")
	b.Get("/admin/offices/appoint?person="+members.Number(one)).
		Wants(t, http.StatusOK, "Aroha Test does not sign in yet: an invitation goes to aroha@example.nz with the office.")
	b.Post("/admin/offices", "person", members.Number(one), "role", "treasurer", "from", "2026-07-01").LeadsTo(t, "/admin/offices")
	b.Get("/admin/offices").Wants(t, http.StatusOK, "Aroha Test is invited at aroha@example.nz by letter.")
	if come := letters.Come(); len(come) != 1 || come[0].Link() == "" || !strings.Contains(come[0].Body, "Treasurer") {
		t.Errorf("letters %+v", come)
	}
	b.Post("/admin/offices", "person", members.Number(none), "role", "ratings_officer", "from", "2026-07-01").LeadsTo(t, "/admin/offices")
	b.Get("/admin/offices").Wants(t, http.StatusOK, "Mei Test is not invited by letter: the register has no e-mail address.")
	if come := letters.Come(); len(come) != 0 {
		t.Errorf("letters %+v", come)
	}
}
