package society_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	websociety "nzgs/web/society"
)

// Bug: the coming year was offered to a club that sends its list, and refused only after the file had been chosen.
func TestAYearThatCannotBePaidYetIsNotOffered(t *testing.T) {
	_, club, treasurer, secretary := clubDeskSiteOn(t, civil.MustParseDate("2027-01-31").Midnight())
	page := secretary.Get(websociety.StartURL(club, 2026))
	page.Wants(t, http.StatusOK, "A list for 2027/28 can be sent from 1 February 2027")
	for _, year := range []string{"2025", "2027"} {
		if strings.Contains(page.Body, `<option value="`+year) {
			t.Errorf("a club is offered %s", year)
		}
	}
	treasurer.Get(websociety.StartURL(club, 2026)).Wants(t, http.StatusOK, `<option value="2025"`,
		"A list for 2025/26 counts if it was received by 30 June 2026.")
	_, club, _, secretary = clubDeskSiteOn(t, civil.MustParseDate("2027-02-01").Midnight())
	secretary.Get(websociety.StartURL(club, 2027)).Wants(t, http.StatusOK, `<option value="2027" selected`)
}

// Bug: a club that is affiliated read as one that is not yet, while the fee of a further list was open.
func TestAFurtherListKeepsTheClubAffiliated(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "2026-07-01")
	confirm := func(id clubs.ReturnID) {
		t.Helper()
		v, err := s.Clubs.View(t.Context(), kittest.Program, id)
		s.Must(err)
		_, err = s.Clubs.Confirm(t.Context(), kittest.Program, clubs.Ref{Return: id, Version: v.Return.Version}, clubs.Last{Consented: true})
		s.Must(err)
	}
	confirm(1)
	_, err := s.Clubs.ReceiveFee(t.Context(), kittest.Program, clubs.FeeInput{
		Return: 1, Amount: money.MustParse("100"), ReceivedOn: s.Now.Date(), Method: treasury.Bank,
	})
	s.Must(err)
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows+"Fisher,New,new@example.nz\n", "year", "2026", "received", "2026-07-01")
	confirm(2)
	page := b.Get(kit.ClubDeskURL(club))
	page.Wants(t, http.StatusOK, "$20.00 is still to be paid", "The club is affiliated. Those whom this further list adds")
	if strings.Contains(page.Body, "The club is registered for 2026/27 once") {
		t.Error("an affiliated club reads as not registered")
	}
}

// Bug: a club whose list and fee come some days into each year had “(not a member) 1–12 July” of each year on the page of
// each of its members.
func TestARenewalSomeDaysIntoTheYearIsNoGap(t *testing.T) {
	rules := constitution.Shipped()
	span := func(from, to string, gap bool) members.Span {
		return members.Span{From: civil.MustParseDate(from), To: civil.MustParseDate(to), Gap: gap}
	}
	got := websociety.SpanLines(rules, []members.Span{
		span("2020-07-01", "2021-06-30", false), span("2021-07-01", "2021-12-31", true), span("2022-01-01", "2023-06-30", false),
		span("2023-07-01", "2023-07-11", true), span("2023-07-12", "2024-06-30", false), span("2024-07-01", "2024-07-13", true),
		span("2024-07-14", "2025-06-30", false),
	})
	want := []websociety.SpanLine{
		{Text: "1 January 2022 – 30 June 2025", Late: "Renewed after the year had begun, on 14 July 2024, 12 July 2023: " +
			"not registered on the days of the year before."},
		{Text: "1 July 2021 – 31 December 2021", Gap: true}, {Text: "1 July 2020 – 30 June 2021"},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
}
