package society_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/clubs"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// listOf uploads and confirms a list of the five people, whom the register knows from the second club on.
func listOf(t *testing.T, s *kittest.Site, b *kittest.Browser, club clubs.ClubID, id clubs.ReturnID) {
	t.Helper()
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").LeadsTo(t, kit.ReturnURL(id))
	v, err := s.Clubs.View(t.Context(), kittest.Program, id)
	s.Must(err)
	var choices []clubs.Choice
	for _, l := range v.Lines {
		choice := clubs.Choice{Row: l.Row.ID, Decision: clubs.NewPerson}
		if len(l.Candidates) > 0 {
			choice.Decision, choice.Person = clubs.SamePerson, l.Candidates[0].Person
		}
		choices = append(choices, choice)
	}
	_, err = s.Clubs.Confirm(t.Context(), kittest.Program, clubs.Ref{Return: id, Version: v.Return.Version}, clubs.Last{
		Choices: choices, Consented: true,
	})
	s.Must(err)
}

func TestTheTreasurerWaivesTheFeesOfPeopleOnTwoLists(t *testing.T) {
	s, club, b, secretary := clubDeskSite(t)
	b.Get("/treasurer").Wants(t, http.StatusOK, `href="/treasurer/two-lists"`)
	b.Get("/treasurer/two-lists").Wants(t, http.StatusOK, "No one is charged for twice", `<option value="2026" selected`)
	other, err := s.Clubs.Found(t.Context(), kittest.Program, clubs.ClubInput{Name: "Nelson Go Club"})
	s.Must(err)
	listOf(t, s, b, club, 1)
	b.Post("/returns/1/payment", "amount", "100", "received_on", "2026-07-01", "method", "cash").LeadsTo(t, "/returns/1")
	listOf(t, s, b, other, 2)
	page := b.Get("/treasurer/two-lists?year=2026")
	page.Wants(
		t, http.StatusOK, "5 people charged twice for 2026/27", "Tūī, Aroha", "Paid by Kāpiti Go Club.",
		"Waive $20.00 of Nelson Go Club", "checked",
	)
	page.Wants(t, http.StatusOK, "/treasurer/two-lists.xlsx?year=2026", "/treasurer/two-lists.csv?year=2026")
	b.Get("/treasurer/two-lists.csv?year=2026").Wants(t, http.StatusOK, "Tūī,Aroha,Nelson Go Club,2026-07-01,20.00,open",
		"Tūī,Aroha,Kāpiti Go Club,2026-07-01,20.00,paid or waived")
	b.Get("/treasurer/rates").Wants(t, http.StatusOK, "/treasurer/rates.xlsx")
	b.Get("/treasurer/rates.csv").Wants(t, http.StatusOK, "Year,For,Amount", "2026/27,", "20.00,", "holds")
	for _, file := range []string{"/treasurer/two-lists.xlsx", "/treasurer/rates.xlsx"} {
		if a := b.Get(file); a.Status != http.StatusOK || !strings.HasPrefix(a.Body, "PK") {
			t.Errorf("%s: %d", file, a.Status)
		}
		if a := secretary.Get(file); a.Status != http.StatusForbidden {
			t.Errorf("a club's secretary gets %s: %d", file, a.Status)
		}
	}
	b.Get("/treasurer/two-lists?year=2025").Wants(t, http.StatusOK, "No one is charged for twice")
	if a := secretary.Get("/treasurer/two-lists"); a.Status != http.StatusForbidden {
		t.Errorf("a club's secretary sees the page: %d", a.Status)
	}

	rows := regexp.MustCompile(`name="row" value="(\d+)"`).FindAllStringSubmatch(page.Body, -1)
	list := regexp.MustCompile(`name="list" value="([\d:]+)"`).FindStringSubmatch(page.Body)
	if len(rows) != 5 || len(list) != 2 || !strings.HasPrefix(list[1], "2:") {
		t.Fatalf("rows %v, lists %v", rows, list)
	}
	send := []string{"list", list[1], "reason", "pays through Kāpiti", "key", "waive-1"}
	for _, r := range rows[:4] {
		send = append(send, "row", r[1])
	}
	b.Post("/treasurer/two-lists?year=2026", "list", list[1], "reason", "").Wants(
		t, http.StatusUnprocessableEntity, "Say why you are waiving the fees.", "Tick the fees to waive.",
	)
	b.Post("/treasurer/two-lists?year=2026", "list", "2:1", "reason", "x", "row", rows[0][1]).Wants(
		t, http.StatusConflict, "5 people charged twice",
	)
	b.Post("/treasurer/two-lists?year=2026", send...).LeadsTo(t, "/treasurer/two-lists?year=2026")
	b.Get("/treasurer/two-lists?year=2026").Wants(t, http.StatusOK, "4 fees are waived.", "1 person charged twice for 2026/27")
	b.Post("/treasurer/two-lists?year=2026", send...) // the same request again, from a bad connection
	b.Get("/returns/2").Wants(t, http.StatusOK, "Fee waived: pays through Kāpiti", "$100.00 − $80.00 = $20.00")
	v, err := s.Clubs.View(t.Context(), kittest.Program, 2)
	s.Must(err)
	waived := 0
	for _, l := range v.Lines {
		if !l.Row.Waiver.On.IsZero() {
			waived++
		}
	}
	if waived != 4 {
		t.Errorf("%d fees are waived", waived)
	}
}
