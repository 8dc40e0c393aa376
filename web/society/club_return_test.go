package society_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	websociety "nzgs/web/society"
)

// clubDeskSite is a society with a club, its secretary and a treasurer.
func clubDeskSite(t *testing.T) (s *kittest.Site, club clubs.ClubID, treasurer, secretary *kittest.Browser) {
	return clubDeskSiteOn(t, kittest.TestNow)
}

func clubDeskSiteOn(
	t *testing.T, now civil.Instant,
) (s *kittest.Site, club clubs.ClubID, treasurer, secretary *kittest.Browser) {
	s = kittest.EmptySite(t)
	s.Now = now
	var err error
	club, err = s.Clubs.Found(t.Context(), kittest.Program, clubs.ClubInput{Name: "Kāpiti Go Club"})
	s.Must(err)
	_, err = s.Treasury.SetRate(t.Context(), kittest.Program, treasury.RateInput{
		Year: constitution.Shipped().YearOf(s.Now.Date()), Amount: money.MustParse("20.00"), Meeting: treasury.AGM,
		MeetingDay: s.Now.Date().AddDays(-60), Resolution: "That the subscription be $20.00",
	})
	s.Must(err)
	t1, _ := s.Account("Tere", "Moana", auth.Office{Role: auth.Treasurer})
	t2, _ := s.Account("Hemi", "Rātā", auth.Office{Role: auth.ClubSecretary, Club: club})
	return s, club, s.Browser(s.Session(t1)), s.Browser(s.Session(t2))
}

const fiveRows = "Family name,Given names,E-mail\nTūī,Aroha,aroha@example.nz\nKererū,Mere,mere@example.nz\n王,小明,\nSmith,Ann,ann@example.nz\nSmith,Bob,bob@example.nz\n"

func TestTheTreasurerRegistersAClub(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	b.Get("/treasurer").Wants(t, http.StatusOK, "Nothing is waiting")
	b.Get(
		websociety.StartURL(club, 2026),
	).Wants(t, http.StatusOK, "template.xlsx", "template.csv", "$20.00 for each member")

	sent := b.Upload(
		kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "2026-07-01", "key", "upload-1",
	)
	sent.LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	page.Wants(t, http.StatusOK, "The list was read.", "Tūī, Aroha", "王小明", "30 June 2027", "5 × $20.00 = $100.00", "Confirm the list",
		"1 July 2026 is not after 31 January 2027: to 30 June 2027")

	confirm := []string{"version", kittest.VersionOn(t, page), "then", "confirm", "consent", "on", "key", "confirm-1"}
	b.Post("/returns/1/choices", confirm...).LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(t, http.StatusOK, "$100.00 is still to be paid", "Waiting for fee")
	b.Post("/returns/1/choices", confirm...) // the same request again, from a bad connection
	b.Get("/treasurer").Wants(t, http.StatusOK, "Waiting for the fee", "Kāpiti Go Club", "Record a payment")

	b.Get("/returns/1/payment").Wants(t, http.StatusOK, `value="100.00"`)
	b.Post(
		"/returns/1/payment", "amount", "zero", "received_on", "2026-07-09", "method", "",
	).Wants(t, http.StatusUnprocessableEntity,
		"Enter dollars and cents, for example 160.00.", "This day is in the future", "Choose how the money came in", `value="zero"`)
	pay := []string{"amount", "100.00", "received_on", "2026-07-01", "method", "bank", "key", "pay-1"}
	b.Post("/returns/1/payment", pay...).LeadsTo(t, "/returns/1")
	b.Post("/returns/1/payment", pay...)
	page = b.Get("/returns/1")
	page.Wants(t, http.StatusOK, "Effective from 1 July 2026", "R-2026-0001", "The later of the two: 1 July 2026")
	if strings.Contains(page.Body, "R-2026-0002") {
		t.Error("one payment was recorded twice")
	}
	receipt := b.Get("/returns/1/receipt.pdf")
	if receipt.Status != http.StatusOK || !strings.HasPrefix(receipt.Body, "%PDF") {
		t.Errorf("receipt: status %d, %.20q", receipt.Status, receipt.Body)
	}
	for _, path := range []string{"/members.csv?status=member", kit.ClubURL(club) + "/members.csv"} {
		if file := b.Get(path); strings.Count(file.Body, "\n") != 6 || !strings.Contains(file.Body, "Tūī") {
			t.Errorf("%s: %d, %s", path, file.Status, file.Body)
		}
	}
	for _, ending := range []string{"csv", "pdf", "xlsx"} { // a part of the register is not saved by the name of all
		part := b.Get("/members." + ending + "?status=member&q=tui&club=" + kit.IDText(club)).Header.Get("Content-Disposition")
		if !strings.Contains(part, "search-tui") || strings.Contains(part, "Go-Society") {
			t.Errorf("a part of the register is saved as %q", part)
		}
	}

	b.Upload(kit.ClubURL(club)+"/return", "again.csv", fiveRows, "year", "2026").LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(t, http.StatusOK, "This list has already been confirmed; nothing was changed.")
	template := b.Get(kit.ClubURL(club) + "/template.csv?year=2026")
	b.Upload(kit.ClubURL(club)+"/return", "own.csv", template.Body, "year", "2026").LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(
		t, http.StatusOK, "Everyone on this list is already registered for 2026/27; nothing was changed.",
	)
	if list, err := s.Members.List(t.Context(), kittest.Program, members.RegisterFilter{}); err != nil || list.Total != 7 {
		t.Errorf("%d people in the register, %v; want the two officers and the five", list.Total, err)
	}
}

// Rule 2.5: who confirms a list of a club that the committee excluded is told so,
// and what confirming does.
func TestAReturnOfAnExcludedClubSaysSo(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	b.Upload(
		kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "2026-07-01", "key", "upload-1",
	).LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	if strings.Contains(page.Body, "excluded this club") {
		t.Error("before the exclusion")
	}
	exclude := func(on string) { t.Helper(); excludeClub(t, s, on) }
	const registers = "Confirming this list sets the fee, and registers its members once the fee is paid in full."
	exclude("2026-06-20")
	b.Get("/returns/1").Wants(
		t, http.StatusOK, "The committee excluded this club on 20 June 2026 by resolution 2026/3", registers,
		"It came in later, on 1 July 2026: with its fee, the club is affiliated again.",
	)
	exclude("2026-07-01")
	page = b.Get("/returns/1")
	page.Wants(
		t, http.StatusOK, "The committee excluded this club on 1 July 2026 by resolution 2026/3", registers,
		"It does not affiliate the club: the first list of the year came in on 1 July 2026, not after the exclusion.",
	)
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, page), "then", "confirm", "consent", "on", "key", "confirm-1",
	).LeadsTo(t, "/returns/1")
	b.Post(
		"/returns/1/payment", "amount", "100.00", "received_on", "2026-07-01", "method", "bank", "key", "pay-1",
	).LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(t, http.StatusOK, "It does not affiliate the club", "This list registered 5 members.")
	b.Get(kit.ClubDeskURL(club)).Wants(t, http.StatusOK, "Excluded on 1 July 2026")
}

// lacks checks that a page says none of the texts.
func lacks(t *testing.T, page kittest.Answer, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(page.Body, text) {
			t.Errorf("the page says %q", text)
		}
	}
}

// excludeClub has the committee exclude the only club on a day.
func excludeClub(t *testing.T, s *kittest.Site, on string) {
	t.Helper()
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for _, q := range []string{
			`DELETE FROM exclusion`, `DELETE FROM committee_resolution`,
			`INSERT INTO committee_resolution (year, number, day, wording, yes, no, abstain, outcome, trace, recorded_at, recorded_by)
			VALUES (2026, 3, '2026-06-20', 'That it be excluded.', 3, 0, 0, 'carried', '', '2026-06-20T00:00:00.000Z', 'the test')`,
			`INSERT INTO exclusion (club_id, rules, reasons, state, decided_on, resolution_id, recorded_at, recorded_by)
			SELECT 1, '2.3', 'So.', 'excluded', '` + on + `', id, '2026-06-20T00:00:00.000Z', 'the test' FROM committee_resolution`,
			`UPDATE club SET excluded_on = '` + on + `'`,
		} {
			if _, err := tx.Exec(t.Context(), q); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Bug: the confirmed list of an excluded club was "Effective", and its club
// "registered" once the fee came in.
func TestAConfirmedListOfAnExcludedClubIsNotEffective(t *testing.T) {
	for _, tt := range []struct {
		name, excluded string
		list           []string // what the list's page says
		desk           []string // and the club's desk
	}{
		{
			"before the list came in", "2026-07-01",
			[]string{
				"Club excluded", "Members registered from 1 July 2026",
				"This list registered 5 members. It does not affiliate the club.",
			},
			[]string{"Club excluded", "members only, from 1 July 2026"},
		},
		{
			"after it took effect", "2026-08-01",
			[]string{
				"Club excluded", "The club was excluded on 1 August 2026",
				"This list was effective from 1 July 2026 and registered 5 members. It no longer affiliates the club.",
				"from 1 July 2026; the club was excluded on 1 August 2026",
			},
			[]string{"Club excluded", "1 July 2026; the club was excluded on 1 August 2026"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, club, b, _ := clubDeskSiteOn(t, civil.MustParseInstant("2026-08-10T00:00:00.000Z"))
			b.Upload(
				kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "2026-07-01", "key", "upload-1",
			).LeadsTo(t, "/returns/1")
			b.Post(
				"/returns/1/choices", "version", kittest.VersionOn(t, b.Get("/returns/1")), "then", "confirm", "consent", "on",
			).LeadsTo(t, "/returns/1")
			excludeClub(t, s, tt.excluded)
			desk := b.Get(kit.ClubDeskURL(club))
			desk.Wants(t, http.StatusOK, "$100.00 is still to be paid", "Its members are registered once the full fee is in")
			lacks(t, desk, "The club is registered for")
			b.Post(
				"/returns/1/payment", "amount", "100.00", "received_on", "2026-07-01", "method", "bank", "key", "pay-1",
			).LeadsTo(t, "/returns/1")
			page := b.Get("/returns/1")
			page.Wants(t, http.StatusOK, tt.list...)
			lacks(t, page, "Effective from", ">Effective<", "are registered with this list")
			desk = b.Get(kit.ClubDeskURL(club))
			desk.Wants(t, http.StatusOK, tt.desk...)
			lacks(t, desk, ">Effective<", "Nothing to do")
		})
	}
}

func TestFourRowsAreRefusedWithTheRule(t *testing.T) {
	_, club, b, _ := clubDeskSite(t)
	four := strings.Join(strings.Split(fiveRows, "\n")[:5], "\n")
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", four, "year", "2026").LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	page.Wants(t, http.StatusOK, "4 &lt; 5", "Rule 2.3")
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, page), "then", "confirm", "consent", "on",
	).Wants(t, http.StatusUnprocessableEntity, "4 &lt; 5", "rule 2.3")
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").LeadsTo(t, "/returns/1")
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, b.Get("/returns/1")), "then", "confirm", "consent", "on",
	).LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(t, http.StatusOK, "$100.00 is still to be paid")
}

func TestAFileThatIsNoListIsRefusedWithWhereAndWhy(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	for name, tt := range map[string]struct{ content, want string }{
		"picture":     {"\x89PNG\r\n\x1a\n", "The file is a picture, not a spreadsheet."},
		"columns":     {"Family name,E-mail\nTūī,a@example.nz\n", "the column “Given names” is missing"},
		"no headings": {"Tūī,Aroha\nKererū,Mere\n", "There is no row of headings"},
		"empty":       {"", "The file is empty."},
	} {
		a := b.Upload(kit.ClubURL(club)+"/return", "list.xlsx", tt.content, "year", "2026", "received", "2026-07-01")
		a.Wants(t, http.StatusUnprocessableEntity, tt.want, `value="2026-07-01"`)
		if n := strings.Count(a.Body, tt.want); n != 2 {
			t.Errorf("%s: the message stands %d times, want it in the summary and at the field", name, n)
		}
	}
	b.Post(
		kit.ClubURL(club)+"/return", "year", "2026",
	).Wants(t, http.StatusUnprocessableEntity, "Choose the file with the list first.")
	b.Upload(
		kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "yesterday",
	).Wants(t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.")
	if d, err := s.Clubs.Desk(t.Context(), kittest.Program, club); err != nil || len(d.Returns) != 0 {
		t.Errorf("a refused file left %d returns, %v", len(d.Returns), err)
	}
}

func TestAClubSecretarySendsTheList(t *testing.T) {
	_, club, treasurer, b := clubDeskSite(t)
	b.Get(kit.ClubDeskURL(club)).Wants(t, http.StatusOK, "Send the list of members for 2026/27")
	b.Upload(
		kit.ClubURL(club)+"/return", "list.csv", fiveRows+"Rātā,Hemi,other@example.nz\nNobody,,not-an-address\n", "year",
		"2026",
	).LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	page.Wants(t, http.StatusOK, "Hand in to the treasurer", "Needs fixing", "Enter an e-mail address like")
	if strings.Contains(page.Body, "Confirm the list") {
		t.Error("the secretary is offered to confirm")
	}
	// Only what needs something asks what to do; the rest is folded, and can be chosen for by its kind.
	decided, folded, _ := strings.Cut(page.Body, "need nothing</summary>")
	if n := strings.Count(decided, "<select"); n == 0 || n != strings.Count(decided, `<tr id="row-`) || strings.Contains(folded, "<select") {
		t.Errorf("%d choices for %d rows that need something", n, strings.Count(decided, `<tr id="row-`))
	}
	if n := strings.Count(folded, `<tr id="row-`); n == 0 || n+strings.Count(decided, `<tr id="row-`) != 7 {
		t.Errorf("%d rows of 7 are folded", n)
	}
	if kind := b.Get("/returns/1?rows=new"); strings.Count(kind.Body, "<select") == 0 || strings.Contains(kind.Body, "need nothing") {
		t.Error("new people cannot be chosen for")
	}
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, page), "then", "submit", "consent", "on",
	).Wants(t, http.StatusUnprocessableEntity, "1 row has to be fixed or left out")

	row := regexp.MustCompile(`/returns/1/rows/\d+`).FindAllString(page.Body, -1)
	last := row[0] // what has to be fixed stands first
	b.Get(last).Wants(t, http.StatusOK, `value="not-an-address"`)
	b.Post(
		last, "version", kittest.VersionOn(t, page), "family_name", "Nobody", "given_names", "No", "email", "still wrong",
	).Wants(t, http.StatusUnprocessableEntity, `value="still wrong"`)
	old := kittest.VersionOn(t, page)
	if a := b.Post(
		last, "version", old, "family_name", "Nobody", "given_names", "No", "email", "no@example.nz",
	); a.Status != http.StatusSeeOther {
		t.Fatalf("correcting the row: %d\n%s", a.Status, a.Body)
	}
	b.Post(
		"/returns/1/choices", "version", old, "then", "submit", "consent", "on",
	).Wants(t, http.StatusConflict, "Someone else changed this return first")
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, b.Get("/returns/1")), "then", "submit", "consent", "on",
	).LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(t, http.StatusOK, "The list is with the treasurer", "Make it a draft again")
	treasurer.Get("/treasurer").Wants(t, http.StatusOK, "Lists to confirm", "Kāpiti Go Club: list for 2026/27")
}

func TestALongListIsShownInPages(t *testing.T) {
	_, club, b, _ := clubDeskSite(t)
	var list strings.Builder
	list.WriteString("Family name,Given names\n")
	for i := range 320 {
		list.WriteString(
			"Member" + strings.Repeat("x", i%40) + ",Given" + string(rune('a'+i/40)) + strings.Repeat("y", i%40) + "\n",
		)
	}
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", list.String(), "year", "2026").LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1?page=2")
	page.Wants(t, http.StatusOK, "51–100 of 320")
	if n := strings.Count(page.Body, `id="row-`); n != websociety.RowsPerPage {
		t.Errorf("%d rows on the page, want %d", n, websociety.RowsPerPage)
	}
	page = b.Get("/returns/1?page=99") // the last one is shown, and its rows
	page.Wants(t, http.StatusOK, "301–320 of 320")
	if n := strings.Count(page.Body, `id="row-`); n != 20 {
		t.Errorf("%d rows on the last page, want 20", n)
	}
}

func TestReversingAPersonsPayment(t *testing.T) {
	s, _, b, _ := clubDeskSite(t)
	person := s.Register("Aroha", "Tūī")
	joined, err := s.Treasury.Join(t.Context(), kittest.Program, treasury.JoinInput{
		Application: treasury.Application{Person: person, Year: 2026, Received: s.Now.Date()}, Method: treasury.Cash,
		Consented: true,
	})
	s.Must(err)
	path := websociety.PersonPaymentURL(person, joined.Payment.ID)
	b.Get(kit.PersonURL(person)).Wants(t, http.StatusOK, "R-2026-0001", path, "Member")
	b.Post(path, "reason", " ").Wants(t, http.StatusUnprocessableEntity, "Say why you are reversing the payment")
	b.Post(path, "reason", "bounced").LeadsTo(t, kit.PersonURL(person))
	page := b.Get(kit.PersonURL(person))
	page.Wants(t, http.StatusOK, "reversed: bounced", "Cancelled", "Not a member")
	if strings.Contains(page.Body, "-$20.00") {
		t.Error("the reversal is listed as a payment of its own")
	}
	b.Post(path, "reason", "bounced").Wants(t, http.StatusConflict, "has already been reversed")
}

func TestSomebodyWhoPaysTwiceIsFlaggedAndMayBeWaived(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	ids, err := s.Members.RegisterAll(t.Context(), kittest.Program, []members.PersonInput{
		{FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz"},
	})
	s.Must(err)
	_, err = s.Treasury.Join(t.Context(), kittest.Program, treasury.JoinInput{
		Application: treasury.Application{Person: ids[0], Year: 2026, Received: s.Now.Date()}, Method: treasury.Cash,
		Consented: true,
	})
	s.Must(err)
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	page.Wants(t, http.StatusOK, "Already registered until 30 June 2027 as an individual member", "5 × $20.00 = $100.00")
	waive := regexp.MustCompile(`/returns/1/rows/\d+/waive`).FindString(page.Body)
	b.Get(waive).Wants(t, http.StatusOK, "Tūī, Aroha", "$20.00")
	b.Post(
		waive, "version", kittest.VersionOn(t, page), "reason", "",
	).Wants(t, http.StatusUnprocessableEntity, "Say why you are waiving the fee.")
	if a := b.Post(waive, "version", kittest.VersionOn(t, page), "reason", "paid alone"); a.Status != http.StatusSeeOther {
		t.Fatalf("waiving: %d\n%s", a.Status, a.Body)
	}
	page = b.Get("/returns/1")
	page.Wants(t, http.StatusOK, "Fee waived: paid alone", "$100.00 − $20.00 = $80.00", "Charge after all")
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, page), "then", "confirm", "consent", "on",
	).LeadsTo(t, "/returns/1")
	b.Post("/returns/1/payment", "amount", "80", "received_on", "2026-07-01", "method", "cash").LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(t, http.StatusOK, "Effective from 1 July 2026")
}

// One row to look at is spoken of as one.
func TestRowsToLookAt(t *testing.T) {
	for _, tt := range []struct {
		open  int
		title string
		text  string
		link  string
	}{
		{1, "Check 1 row", "Correct it, choose who it is, or leave it out.", "Show it"},
		{2, "Check 2 rows", "Correct them, choose who they are, or leave them out.", "Show them"},
	} {
		v := clubs.View{MayConfirm: true, Preview: &clubs.Preview{Counts: map[clubs.RowState]int{clubs.RowOpen: tt.open}}}
		if got := websociety.PreviewNext(v); got.Title != tt.title || got.Text != tt.text || got.Link.Label != tt.link {
			t.Errorf("%d: %q, %q, %q", tt.open, got.Title, got.Text, got.Link.Label)
		}
	}
}

// A page to waive a fee is there only where one can be waived, and for whoever
// may.
func TestThePageToWaiveAFee(t *testing.T) {
	s, club, b, secretary := clubDeskSite(t)
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").LeadsTo(t, "/returns/1")
	v, err := s.Clubs.View(t.Context(), kittest.Program, 1)
	s.Must(err)
	waive := func(line int) string { return "/returns/1/rows/" + kit.IDText(v.Lines[line].Row.ID) + "/waive" }
	b.Get(waive(0)).Wants(t, http.StatusOK, "Tūī, Aroha")
	if a := secretary.Get(waive(0)); a.Status == http.StatusOK {
		t.Errorf("the club's secretary may waive its fee: %d", a.Status)
	}
	b.Post(
		waive(0), "version", kittest.VersionOn(t, b.Get("/returns/1")), "reason", "hardship",
	).LeadsTo(t, "/returns/1#row-"+kit.IDText(v.Lines[0].Row.ID))
	b.Get(waive(0)).Wants(t, http.StatusNotFound, "There is no fee to waive here.") // waived already
	v, err = s.Clubs.View(t.Context(), kittest.Program, 1)
	s.Must(err)
	s.Must(s.Clubs.Decide(
		t.Context(), kittest.Program, clubs.Ref{Return: 1, Version: v.Return.Version},
		[]clubs.Choice{{Row: v.Lines[1].Row.ID, Decision: clubs.LeaveOut}},
	))
	b.Get(waive(1)).Wants(t, http.StatusNotFound, "There is no fee to waive here.") // not charged
}

// Of the kinds of rows only those are offered that the list has.
func TestRowFiltersThatWouldShowNothing(t *testing.T) {
	_, club, b, _ := clubDeskSite(t)
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	page.Wants(t, http.StatusOK, "/returns/1#rows", "rows=new#rows")
	for _, empty := range []string{"rows=todo", "rows=match", "rows=unchanged", "rows=left-out"} {
		if strings.Contains(page.Body, empty) {
			t.Errorf("%s is offered and would show nothing", empty)
		}
	}
	b.Get("/returns/1?rows=match").Wants(t, http.StatusOK, "rows=match#rows") // the one that is looked at stays
}

// Incorporated Societies Act 2022, s 76: consent is asked for on the forms and
// stands on the person's page.
func TestNewMembersConsentIsAskedForAndShown(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	person := s.Register("Aroha", "Kererū")
	if page := b.Get(kit.PersonURL(person)); strings.Contains(page.Body, "Consent to become a member") {
		t.Error("somebody who never was a member is asked after a consent")
	}
	join := []string{"year", "2026", "received_on", "2026-07-01", "method", "cash"}
	b.Post(
		kit.PersonURL(person)+"/join", join...,
	).Wants(t, http.StatusOK, `name="consent"`, "has consented to become a member of the society")
	b.Post(kit.PersonURL(person)+"/join", append(join, "confirm", "yes")...).Wants(t, http.StatusUnprocessableEntity,
		"A new member must consent to joining.", `name="consent"`, "Record payment and membership")
	b.Post(
		kit.PersonURL(person)+"/join", append(join, "confirm", "yes", "consent", "on")...,
	).LeadsTo(t, kit.PersonURL(person))
	b.Get(kit.PersonURL(person)).Wants(t, http.StatusOK, "Consent to become a member", "“This person has consented to "+
		"become a member of the society",
		"Stated by Tere Moana on 1 July 2026.")

	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	page.Wants(t, http.StatusOK, `name="consent"`, "Each new member on this list has consented")
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, page), "then", "",
	).LeadsTo(t, "/returns/1?rows=#rows") // not yet
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, b.Get("/returns/1")), "then", "confirm",
	).Wants(t, http.StatusUnprocessableEntity,
		"Each new member must consent to joining.")
	b.Post(
		"/returns/1/choices", "version", kittest.VersionOn(t, b.Get("/returns/1")), "then", "confirm", "consent", "on",
	).LeadsTo(t, "/returns/1")
}

// A club's fee that someone else paid: the receipt of that payment is theirs alone, and the secretary is not told who they are.
func TestSomeoneElsePaysAClubsFee(t *testing.T) {
	_, club, b, secretary := clubDeskSite(t)
	b.Upload(kit.ClubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "2026-07-01", "key", "upload-1").
		LeadsTo(t, "/returns/1")
	page := b.Get("/returns/1")
	b.Post("/returns/1/choices", "version", kittest.VersionOn(t, page), "then", "confirm", "consent", "on", "key", "confirm-1")
	pay := func(key, amount string, more ...string) {
		t.Helper()
		b.Post("/returns/1/payment", append([]string{
			"amount", amount, "received_on", "2026-07-01", "method", "bank", "key", key, "reference", "gift " + key,
		}, more...)...).LeadsTo(t, "/returns/1")
	}
	pay("one", "60.00", "paid_by", "Acme Ltd")
	b.Get("/returns/1/receipt.pdf").Wants(t, http.StatusNotFound, "the receipt goes to who paid")
	seen := secretary.Get("/returns/1")
	seen.Wants(t, http.StatusOK, "paid by someone else")
	if strings.Contains(seen.Body, "Acme") || strings.Contains(seen.Body, "gift one") || strings.Contains(seen.Body, "receipt.pdf") {
		t.Error("the secretary is told who paid, or offered the receipt")
	}
	pay("two", "40.00")
	secretary.Get("/returns/1").Wants(t, http.StatusOK, "receipt.pdf", "gift two")
	if got := secretary.Get("/returns/1/receipt.pdf"); !strings.Contains(got.Header.Get("Content-Disposition"), "R-2026-0002") {
		t.Errorf("%d %s", got.Status, got.Header.Get("Content-Disposition"))
	}
	pay("three", "10.00", "paid_by", "Acme Ltd")
	if got := secretary.Get("/returns/1/receipt.pdf"); !strings.Contains(got.Header.Get("Content-Disposition"), "R-2026-0002") {
		t.Errorf("after another’s: %d %s", got.Status, got.Header.Get("Content-Disposition"))
	}
	b.Post("/returns/1/payments/1", "reason", "Acme Ltd: bounced", "key", "back").LeadsTo(t, "/returns/1")
	b.Get("/returns/1").Wants(t, http.StatusOK, "Acme Ltd: bounced")
	seen = secretary.Get("/returns/1")
	seen.Wants(t, http.StatusOK, "only the treasurer sees why")
	if strings.Contains(seen.Body, "Acme") {
		t.Error("the secretary is told by why a payment was reversed who made it")
	}
}
