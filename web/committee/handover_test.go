package committee_test

import (
	"net/http"
	"strconv"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit/kittest"
)

// Access moves that minute, in sessions that are open: who resigns as treasurer is out of the books with the next page, and
// who was signed in all along is in them once appointed. Both confirm the handover.
func TestAccessMovesWithTheOffice(t *testing.T) {
	s := kittest.EmptySite(t)
	from := s.Now.Date().AddDays(-100)
	account, id := s.Account("Aroha", "Tūī")
	office, err := s.Auth.Appoint(t.Context(), kittest.Program, auth.Office{Person: id, Role: auth.Treasurer, From: from})
	s.Must(err)
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		return members.InsertTerms(t.Context(), tx, []members.Term{{
			Person: id, Year: constitution.Shipped().YearOf(s.Now.Date()), From: from, To: s.Now.Date().AddDays(100),
			Kind: members.KindNew, RecordedAt: s.Now, Trace: constitution.Trace{Rule: "2.2"},
		}})
	}))
	next, nextID := s.Account("Wiremu", "Parata")
	leaves, takes := s.Browser(s.Session(account)), s.Browser(s.Session(next))
	leaves.Get("/books/payments").Wants(t, http.StatusOK)
	takes.Get("/books/payments").Wants(t, http.StatusForbidden)

	shown := kittest.VersionOn(t, leaves.Get("/me/resign"))
	leaves.Post("/me/resign", "version", shown, "reason", "Moving overseas.").LeadsTo(t, "/me")
	leaves.Get("/books/payments").Wants(t, http.StatusForbidden)
	_, err = s.Auth.Appoint(t.Context(), kittest.Program, auth.Office{Person: nextID, Role: auth.Treasurer, From: s.Now.Date()})
	s.Must(err)
	takes.Get("/books/payments").Wants(t, http.StatusOK)

	at := "/committee/handovers/" + strconv.FormatInt(int64(office), 10)
	leaves.Get("/committee/handovers").Wants(t, http.StatusOK, "Treasurer: from Aroha Tūī to Wiremu Parata")
	leaves.Get(at).Wants(t, http.StatusOK, "I have handed it over", "Cash, cheque books")
	leaves.Post(at+"/add", "text", "").Wants(t, http.StatusUnprocessableEntity, "Say what is to be handed over.")
	leaves.Post(at+"/add", "text", "The stamp").LeadsTo(t, at)
	takes.Post(at+"/tick", "item", "cash").LeadsTo(t, at)
	leaves.Post(at+"/confirm").LeadsTo(t, at)
	takes.Get(at).Wants(t, http.StatusOK, "The stamp", "I have taken it over", "Open at this desk")
	takes.Post(at+"/confirm").LeadsTo(t, at)
	leaves.Get(at).Wants(t, http.StatusOK, "Taken over")
	takes.Get("/committee/handovers").Wants(t, http.StatusOK, "Both confirmed.")
}
