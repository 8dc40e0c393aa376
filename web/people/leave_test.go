package people_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// term gives a person a term of this year.
func term(s *kittest.Site, id members.PersonID) {
	today := s.Now.Date()
	s.Must(s.DB.InTx(s.T.Context(), func(tx *store.Tx) error {
		return members.InsertTerms(s.T.Context(), tx, []members.Term{{
			Person: id, Year: constitution.Shipped().YearOf(today), From: today.AddDays(-20), To: today.AddDays(20),
			Kind: members.KindNew, RecordedAt: s.Now, Trace: constitution.Trace{Rule: "2.2"},
		}})
	}))
}

func TestTheSecretaryRecordsADeathAndUndoesIt(t *testing.T) {
	s, b := kittest.SecretarySite(t)
	id := s.Register("Aroha", "Tūī")
	term(s, id)
	at := kit.PersonURL(id)
	b.Get(at).Wants(t, http.StatusOK, "Record who left")
	shown := kittest.VersionOn(t, b.Get(at+"/leave"))
	b.Post(at+"/leave", "version", shown, "kind", "", "day", "soon", "reason", "").
		Wants(t, http.StatusUnprocessableEntity, "Choose what happened", "Say why")
	today := s.Now.Date().String()
	b.Post(at+"/leave", "version", shown, "kind", "died", "day", today, "reason", "Her daughter wrote.").LeadsTo(t, at)
	b.Get(at).Wants(t, http.StatusOK, "Died", "Her daughter wrote.")
	b.Get(at+"/departures/1").Wants(t, http.StatusOK, "Her daughter wrote.")
	b.Post(at+"/departures/1", "reason", "A namesake.").LeadsTo(t, at)
	b.Get(at+"/departures/1").Wants(t, http.StatusOK, "already undone")
}

func TestAMemberResigns(t *testing.T) {
	s := kittest.EmptySite(t)
	account, id := s.Account("Aroha", "Tūī")
	b := s.Browser(s.Session(account))
	b.Get("/me/resign").Wants(t, http.StatusOK, "You are not a member now.")
	for _, link := range []string{"Move to another club", ">Resign<"} { // who is no member is offered neither
		if strings.Contains(b.Get("/me").Body, link) {
			t.Errorf("who is not a member is offered %q", link)
		}
	}
	term(s, id)
	b.Get("/me").Wants(t, http.StatusOK, "Resign")
	once := members.Term{ // ten years ago, for a year
		Person: id, Year: 2015, From: civil.On(2015, time.July, 20), To: civil.On(2016, time.June, 30), Kind: members.KindRenewal,
		RecordedAt: s.Now, Trace: constitution.Trace{Rule: "2.2"},
	}
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error { return members.InsertTerms(t.Context(), tx, []members.Term{once}) }))
	for _, page := range []string{"/me", "/me/resign"} {
		got := b.Get(page)
		got.Wants(t, http.StatusOK, "Member since", "(first on 20 July 2015, with a gap)", "20 July 2015 – 30 June 2016: a member")
	}
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO invoice (year, number, person_id, day, due_on, text, source, recorded_at)
			VALUES (2026, 1, $1, $2, $2, 'Books', 'hand', $3)`, id, s.Now.Date(), s.Now)
		if err == nil {
			_, err = tx.Exec(t.Context(), `
				INSERT INTO invoice_line (invoice_id, no, text, cents, account, tag) VALUES (1, 1, 'A book', 2500, '4400', '')`)
		}
		return err
	}))
	_, err := s.Auth.Appoint(t.Context(), kittest.Program, auth.Office{Person: id, Role: auth.Treasurer, From: s.Now.Date()})
	s.Must(err)
	b.Get("/me/resign").Wants(t, http.StatusOK, "$25.00", "also after you have resigned", "Offices that end at once", "Treasurer")
	shown := kittest.VersionOn(t, b.Get("/me/resign"))
	b.Post("/me/resign", "version", shown, "reason", "").Wants(t, http.StatusUnprocessableEntity, "Say why")
	b.Post("/me/resign", "version", shown, "reason", "Moving overseas.").LeadsTo(t, "/me")
	b.Get("/me").Wants(t, http.StatusOK, "Resigned", "Moving overseas.")
}

func TestAMemberMovesToNoClub(t *testing.T) {
	s := kittest.EmptySite(t)
	account, id := s.Account("Aroha", "Tūī")
	b := s.Browser(s.Session(account))
	at := kit.PersonURL(id) + "/club"
	b.Get(at).Wants(t, http.StatusOK, "is not a member now")
	term(s, id)
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `
			INSERT INTO club (name, name_key, sort_key, created_at) VALUES ('Kāpiti Go Club', 'kapiti', 'kapiti', $1)`, s.Now)
		if err == nil {
			_, err = tx.Exec(t.Context(), `UPDATE membership_term SET club_id = 1`)
		}
		return err
	}))
	b.Get("/me").Wants(t, http.StatusOK, "Move to another club")
	shown := kittest.VersionOn(t, b.Get(at))
	today := s.Now.Date().String()
	b.Post(at, "version", shown, "from", "1", "to", "", "day", "soon", "reason", "").
		Wants(t, http.StatusUnprocessableEntity, "Choose another club", "Say why")
	b.Post(at, "version", shown, "from", "1", "to", "0", "day", today, "reason", "It closed.").LeadsTo(t, "/me")
	b.Get("/me").Wants(t, http.StatusOK, "It closed.")
	other, secretary := s.Account("Wiremu", "Parata")
	s.Browser(s.Session(other)).Get(at).Wants(t, http.StatusForbidden)
	// The secretary of the club finds the way from a member's page.
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE membership_term SET club_id = 1`)
		return err
	}))
	_, err := s.Auth.Appoint(t.Context(), kittest.Program, auth.Office{
		Person: secretary, Role: auth.ClubSecretary, Club: 1, From: s.Now.Date(),
	})
	s.Must(err)
	b = s.Browser(s.Session(other))
	b.Get(kit.PersonURL(id)).Wants(t, http.StatusOK, "Move to another club")
	b.Get(at).Wants(t, http.StatusOK, "would be left with 0 members")
}
