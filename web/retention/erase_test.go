package retention_test

import (
	"net/http"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestAPersonAsksToBeErasedAndAnOfficerConfirms(t *testing.T) {
	s, secretary := kittest.SecretarySite(t)
	account, id := s.Account("Mei", "Lin")
	b := s.Browser(s.Session(account))
	at := kit.PersonURL(id) + "/erase"
	b.Get("/me").Wants(t, http.StatusOK, at)
	b.Get(at).Wants(t, http.StatusOK, "These go at once", "cannot be undone", "Backups made before", "A former member", "books")
	b.Post(at, "shown", "alias").Wants(t, http.StatusUnprocessableEntity, "There is no alias")
	b.Post(at, "shown", "neutral").LeadsTo(t, at)
	b.Get(at+"/confirm").Wants(t, http.StatusForbidden)
	b.Post(at+"/withdraw").LeadsTo(t, at)
	b.Post(at, "shown", "neutral").LeadsTo(t, at)
	_, err := s.Auth.Appoint(t.Context(), kittest.Program, auth.Office{Person: id, Role: auth.Referee, From: s.Now.Date()})
	s.Must(err)
	secretary.Get(at+"/confirm").Wants(t, http.StatusOK, "holds an office", "First settle")
	secretary.Post(at+"/confirm").Wants(t, http.StatusUnprocessableEntity, "holds an office")
	_, other := s.Account("Aroha", "Tūī")
	s.Browser(s.Session(account)).Get(kit.PersonURL(other)+"/erase").Wants(t, http.StatusForbidden)
	own := kit.PersonURL(other) + "/erase"
	secretary.Post(own, "shown", "neutral").LeadsTo(t, own)
	secretary.Get(own+"/confirm").Wants(t, http.StatusOK, "another officer confirms it")
	secretary.Post(own+"/confirm").Wants(t, http.StatusForbidden)
}
