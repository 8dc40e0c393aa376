package society_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/web/kit/kittest"
)

// A member's own page says first what is to pay, then the events, and what each audience sees of the member.
func TestMyPageIsInTheOrderOfWhatOneCameFor(t *testing.T) {
	s := kittest.EmptySite(t)
	account, id := s.Account("Aroha", "Tūī")
	other, _ := s.Account("James", "Peters")
	b := s.Browser(s.Session(account))
	page := b.Get("/me")
	page.Wants(t, http.StatusOK, "You owe nothing.", "Find an event and enter", "What others see of you", "“Aroha Tūī” in events")
	at := 0
	for _, h := range []string{"To pay, and to renew", "Your events", ">Membership<", ">Contact<", "What others see of you", "Your data"} {
		next := strings.Index(page.Body, h)
		if next < at {
			t.Errorf("%q comes too early", h)
		}
		at = next
	}
	f, err := s.Members.File(t.Context(), kittest.Program, id)
	s.Must(err)
	s.Must(s.Members.EditOwn(t.Context(), auth.Actor{Account: account, Person: id, Name: "Aroha Tūī"}, members.OwnInput{
		ID: id, Version: f.Person.Version, Email: "aroha@example.nz", Phone: "021 555 0101", Alias: "kererū", PublicAs: members.ByAlias,
	}))
	b.Get("/me").Wants(t, http.StatusOK, "“kererū” in events", "021 555 0101", "All of the register")

	b.Get("/me/data").Wants(t, http.StatusOK, "What is held about me", "021 555 0101", "no one can see")
	b.Get("/me/data.txt").Wants(t, http.StatusOK, "Phone: 021 555 0101", "What is held about Aroha Tūī")
	file := b.Get("/me/data.json")
	var read struct {
		Name  string `json:"name"`
		Parts []struct {
			Title string              `json:"title"`
			Rows  []map[string]string `json:"rows"`
		} `json:"parts"`
	}
	if err := json.Unmarshal([]byte(file.Body), &read); err != nil || read.Name != "Aroha Tūī" || read.Parts[0].Rows[0]["Phone"] != "021 555 0101" ||
		!strings.Contains(file.Header.Get("Cache-Control"), "no-store") {
		t.Errorf("the file: %v, %+v, %v", err, read, file.Header)
	}
	if got := s.Browser(s.Session(other)).Get("/me/data.json"); strings.Contains(got.Body, "Tūī") {
		t.Error("another member's file has Aroha in it")
	}
	s.Browser("").Get("/me/data").LeadsTo(t, "/sign-in?next=%2Fme%2Fdata")
}

// The treasurer who opens the own record in the register can do there what a treasurer does.
func TestAnOfficersOwnRecordStaysARecord(t *testing.T) {
	s := kittest.EmptySite(t)
	account, id := s.Account("Hana", "Rātā", auth.Office{Role: auth.Treasurer})
	b := s.Browser(s.Session(account))
	page := b.Get("/members/" + members.Number(id))
	page.Wants(t, http.StatusOK, "Join or renew", "Contact")
	if strings.Contains(page.Body, "What others see of you") {
		t.Error("the record in the register is the own page")
	}
	b.Get("/me").Wants(t, http.StatusOK, "What others see of you")
}
