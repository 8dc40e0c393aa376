package web

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// upload sends a form with a file.
func (b *browser) upload(path, name, content string, pairs ...string) answer {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i+1 < len(pairs); i += 2 {
		b.site.must(w.WriteField(pairs[i], pairs[i+1]))
	}
	part, err := w.CreateFormFile("file", name)
	b.site.must(err)
	_, err = part.Write([]byte(content))
	b.site.must(err)
	b.site.must(w.Close())
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	return b.send(r)
}

// clubDeskSite is a society with a club, its secretary and a treasurer.
func clubDeskSite(t *testing.T) (s *site, club clubs.ClubID, treasurer, secretary *browser) {
	s = emptySite(t)
	var err error
	club, err = s.clubs.Found(t.Context(), program, clubs.ClubInput{Name: "Kāpiti Go Club"})
	s.must(err)
	_, err = s.treasury.SetRate(t.Context(), program, treasury.RateInput{
		Year: constitution.Shipped().YearOf(s.now.Date()), Amount: money.MustParse("20.00"), Meeting: treasury.AGM, MeetingDay: s.now.Date().AddDays(-60), Resolution: "That the subscription be $20.00",
	})
	s.must(err)
	t1, _ := s.account("Tere", "Moana", auth.Office{Role: auth.Treasurer})
	t2, _ := s.account("Hemi", "Rātā", auth.Office{Role: auth.ClubSecretary, Club: club})
	return s, club, s.browser(s.session(t1)), s.browser(s.session(t2))
}

const fiveRows = "Family name,Given names,E-mail\nTūī,Aroha,aroha@example.nz\nKererū,Mere,mere@example.nz\n王,小明,\nSmith,Ann,ann@example.nz\nSmith,Bob,bob@example.nz\n"

var versionField = regexp.MustCompile(`name="version" value="(\d+)"`)

// versionOn is the version that the forms of a page carry.
func versionOn(t *testing.T, a answer) string {
	t.Helper()
	m := versionField.FindStringSubmatch(a.body)
	if m == nil {
		t.Fatalf("no version on the page\n%s", a.body)
	}
	return m[1]
}

func TestTheTreasurerRegistersAClub(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	b.get("/treasurer").wants(t, http.StatusOK, "Nothing waits")
	b.get(startURL(club, 2026)).wants(t, http.StatusOK, "template.xlsx", "template.csv", "$20.00 for each member")

	sent := b.upload(clubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "2026-07-01", "key", "upload-1")
	sent.leadsTo(t, "/returns/1")
	page := b.get("/returns/1")
	page.wants(t, http.StatusOK, "The list was read.", "Tūī, Aroha", "王小明", "30 June 2027", "5 × $20.00 = $100.00", "Confirm the list",
		"1 July 2026 is not after 31 January 2027: to 30 June 2027")

	confirm := []string{"version", versionOn(t, page), "then", "confirm", "consent", "on", "key", "confirm-1"}
	b.post("/returns/1/choices", confirm...).leadsTo(t, "/returns/1")
	b.get("/returns/1").wants(t, http.StatusOK, "$100.00 is still to be paid", "Awaiting fee")
	b.post("/returns/1/choices", confirm...) // the same request again, from a bad connection
	b.get("/treasurer").wants(t, http.StatusOK, "Fees awaited", "Kāpiti Go Club", "Record a payment")

	b.get("/returns/1/payment").wants(t, http.StatusOK, `value="100.00"`)
	b.post("/returns/1/payment", "amount", "zero", "received_on", "2026-07-09", "method", "").wants(t, http.StatusUnprocessableEntity,
		"Enter the amount that was received", "This day lies in the future", "Choose how the money came in", `value="zero"`)
	pay := []string{"amount", "100.00", "received_on", "2026-07-01", "method", "bank", "key", "pay-1"}
	b.post("/returns/1/payment", pay...).leadsTo(t, "/returns/1")
	b.post("/returns/1/payment", pay...)
	page = b.get("/returns/1")
	page.wants(t, http.StatusOK, "Effective from 1 July 2026", "R-2026-0001", "The later of the two: 1 July 2026")
	if strings.Contains(page.body, "R-2026-0002") {
		t.Error("one payment was recorded twice")
	}
	receipt := b.get("/returns/1/receipt.pdf")
	if receipt.status != http.StatusOK || !strings.HasPrefix(receipt.body, "%PDF") {
		t.Errorf("receipt: status %d, %.20q", receipt.status, receipt.body)
	}
	for _, path := range []string{"/members.csv?status=member", clubURL(club) + "/members.csv"} {
		if file := b.get(path); strings.Count(file.body, "\n") != 6 || !strings.Contains(file.body, "Tūī") {
			t.Errorf("%s: %d, %s", path, file.status, file.body)
		}
	}

	b.upload(clubURL(club)+"/return", "again.csv", fiveRows, "year", "2026").leadsTo(t, "/returns/1")
	b.get("/returns/1").wants(t, http.StatusOK, "This list was confirmed before; nothing was changed.")
	template := b.get(clubURL(club) + "/template.csv?year=2026")
	b.upload(clubURL(club)+"/return", "own.csv", template.body, "year", "2026").leadsTo(t, "/returns/1")
	b.get("/returns/1").wants(t, http.StatusOK, "Everybody on this list is registered for 2026/27 already; nothing was changed.")
	if list, err := s.members.List(t.Context(), program, members.RegisterFilter{}); err != nil || list.Total != 7 {
		t.Errorf("%d people in the register, %v; want the two officers and the five", list.Total, err)
	}
}

func TestFourRowsAreRefusedWithTheRule(t *testing.T) {
	_, club, b, _ := clubDeskSite(t)
	four := strings.Join(strings.Split(fiveRows, "\n")[:5], "\n")
	b.upload(clubURL(club)+"/return", "list.csv", four, "year", "2026").leadsTo(t, "/returns/1")
	page := b.get("/returns/1")
	page.wants(t, http.StatusOK, "4 &lt; 5", "Rule 2.3")
	b.post("/returns/1/choices", "version", versionOn(t, page), "then", "confirm", "consent", "on").wants(t, http.StatusUnprocessableEntity, "4 &lt; 5", "rule 2.3")
	b.upload(clubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").leadsTo(t, "/returns/1")
	b.post("/returns/1/choices", "version", versionOn(t, b.get("/returns/1")), "then", "confirm", "consent", "on").leadsTo(t, "/returns/1")
	b.get("/returns/1").wants(t, http.StatusOK, "$100.00 is still to be paid")
}

func TestAFileThatIsNoListIsRefusedWithWhereAndWhy(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	for name, tt := range map[string]struct{ content, want string }{
		"picture":     {"\x89PNG\r\n\x1a\n", "The file is a picture, not a spreadsheet."},
		"columns":     {"Family name,E-mail\nTūī,a@example.nz\n", "the column “Given names” is missing"},
		"no headings": {"Tūī,Aroha\nKererū,Mere\n", "There is no row of headings"},
		"empty":       {"", "The file is empty."},
	} {
		a := b.upload(clubURL(club)+"/return", "list.xlsx", tt.content, "year", "2026", "received", "2026-07-01")
		a.wants(t, http.StatusUnprocessableEntity, tt.want, `value="2026-07-01"`)
		if n := strings.Count(a.body, tt.want); n != 2 {
			t.Errorf("%s: the message stands %d times, want it in the summary and at the field", name, n)
		}
	}
	b.post(clubURL(club)+"/return", "year", "2026").wants(t, http.StatusUnprocessableEntity, "Choose the file with the list first.")
	b.upload(clubURL(club)+"/return", "list.csv", fiveRows, "year", "2026", "received", "yesterday").wants(t, http.StatusUnprocessableEntity, "Enter the day as 2026-07-01.")
	if d, err := s.clubs.Desk(t.Context(), program, club); err != nil || len(d.Returns) != 0 {
		t.Errorf("a refused file left %d returns, %v", len(d.Returns), err)
	}
}

func TestAClubSecretarySendsTheList(t *testing.T) {
	_, club, treasurer, b := clubDeskSite(t)
	b.get(clubDeskURL(club)).wants(t, http.StatusOK, "Send the list of members for 2026/27")
	b.upload(clubURL(club)+"/return", "list.csv", fiveRows+"Rātā,Hemi,other@example.nz\nNobody,,not-an-address\n", "year", "2026").leadsTo(t, "/returns/1")
	page := b.get("/returns/1")
	page.wants(t, http.StatusOK, "Hand in to the treasurer", "Needs correcting", "Enter an e-mail address like")
	if strings.Contains(page.body, "Confirm the list") {
		t.Error("the secretary is offered to confirm")
	}
	b.post("/returns/1/choices", "version", versionOn(t, page), "then", "submit", "consent", "on").wants(t, http.StatusUnprocessableEntity, "1 row has to be corrected or left out")

	row := regexp.MustCompile(`/returns/1/rows/\d+`).FindAllString(page.body, -1)
	last := row[len(row)-1]
	b.get(last).wants(t, http.StatusOK, `value="not-an-address"`)
	b.post(last, "version", versionOn(t, page), "family_name", "Nobody", "given_names", "No", "email", "still wrong").wants(t, http.StatusUnprocessableEntity, `value="still wrong"`)
	old := versionOn(t, page)
	if a := b.post(last, "version", old, "family_name", "Nobody", "given_names", "No", "email", "no@example.nz"); a.status != http.StatusSeeOther {
		t.Fatalf("correcting the row: %d\n%s", a.status, a.body)
	}
	b.post("/returns/1/choices", "version", old, "then", "submit", "consent", "on").wants(t, http.StatusConflict, "Somebody else changed this return meanwhile")
	b.post("/returns/1/choices", "version", versionOn(t, b.get("/returns/1")), "then", "submit", "consent", "on").leadsTo(t, "/returns/1")
	b.get("/returns/1").wants(t, http.StatusOK, "The list is with the treasurer", "Take it back")
	treasurer.get("/treasurer").wants(t, http.StatusOK, "Lists to confirm", "Kāpiti Go Club: list for 2026/27")
}

func TestALongListIsShownInPages(t *testing.T) {
	_, club, b, _ := clubDeskSite(t)
	var list strings.Builder
	list.WriteString("Family name,Given names\n")
	for i := range 320 {
		list.WriteString("Member" + strings.Repeat("x", i%40) + ",Given" + string(rune('a'+i/40)) + strings.Repeat("y", i%40) + "\n")
	}
	b.upload(clubURL(club)+"/return", "list.csv", list.String(), "year", "2026").leadsTo(t, "/returns/1")
	page := b.get("/returns/1?page=2")
	page.wants(t, http.StatusOK, "51–100 of 320")
	if n := strings.Count(page.body, `id="row-`); n != rowsPerPage {
		t.Errorf("%d rows on the page, want %d", n, rowsPerPage)
	}
}

func TestTakingBackAPersonsPayment(t *testing.T) {
	s, _, b, _ := clubDeskSite(t)
	person := s.register("Aroha", "Tūī")
	joined, err := s.treasury.Join(t.Context(), program, treasury.JoinInput{
		Application: treasury.Application{Person: person, Year: 2026, Received: s.now.Date()}, Method: treasury.Cash, Consented: true,
	})
	s.must(err)
	path := personPaymentURL(person, joined.Payment.ID)
	b.get(personURL(person)).wants(t, http.StatusOK, "R-2026-0001", path, "Member")
	b.post(path, "reason", " ").wants(t, http.StatusUnprocessableEntity, "Say why the payment is taken back")
	b.post(path, "reason", "bounced").leadsTo(t, personURL(person))
	page := b.get(personURL(person))
	page.wants(t, http.StatusOK, "taken back: bounced", "Cancelled", "No term")
	if strings.Contains(page.body, "-$20.00") {
		t.Error("the reversal is listed as a payment of its own")
	}
	b.post(path, "reason", "bounced").wants(t, http.StatusConflict, "was taken back already")
}

func TestSomebodyWhoPaysTwiceIsFlaggedAndMayBeWaived(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	ids, err := s.members.RegisterAll(t.Context(), program, []members.PersonInput{{FamilyName: "Tūī", GivenNames: "Aroha", Email: "aroha@example.nz"}})
	s.must(err)
	_, err = s.treasury.Join(t.Context(), program, treasury.JoinInput{
		Application: treasury.Application{Person: ids[0], Year: 2026, Received: s.now.Date()}, Method: treasury.Cash, Consented: true,
	})
	s.must(err)
	b.upload(clubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").leadsTo(t, "/returns/1")
	page := b.get("/returns/1")
	page.wants(t, http.StatusOK, "Registered until 30 June 2027 as an individual member already", "5 × $20.00 = $100.00")
	waive := regexp.MustCompile(`/returns/1/rows/\d+/waive`).FindString(page.body)
	b.get(waive).wants(t, http.StatusOK, "Tūī, Aroha", "$20.00")
	b.post(waive, "version", versionOn(t, page), "reason", "").wants(t, http.StatusUnprocessableEntity, "Say why the fee is waived.")
	if a := b.post(waive, "version", versionOn(t, page), "reason", "paid alone"); a.status != http.StatusSeeOther {
		t.Fatalf("waiving: %d\n%s", a.status, a.body)
	}
	page = b.get("/returns/1")
	page.wants(t, http.StatusOK, "Fee waived: paid alone", "$100.00 − $20.00 = $80.00", "Charge after all")
	b.post("/returns/1/choices", "version", versionOn(t, page), "then", "confirm", "consent", "on").leadsTo(t, "/returns/1")
	b.post("/returns/1/payment", "amount", "80", "received_on", "2026-07-01", "method", "cash").leadsTo(t, "/returns/1")
	b.get("/returns/1").wants(t, http.StatusOK, "Effective from 1 July 2026")
}

// One row to look at is spoken of as one.
func TestRowsToLookAt(t *testing.T) {
	for _, tt := range []struct {
		open  int
		title string
		text  string
		link  string
	}{
		{1, "Look at 1 row", "Correct it, choose who it is, or leave it out.", "Show it"},
		{2, "Look at 2 rows", "Correct them, choose who they are, or leave them out.", "Show them"},
	} {
		v := clubs.View{MayConfirm: true, Preview: &clubs.Preview{Counts: map[clubs.RowState]int{clubs.RowOpen: tt.open}}}
		if got := previewNext(v); got.Title != tt.title || got.Text != tt.text || got.Link.Label != tt.link {
			t.Errorf("%d: %q, %q, %q", tt.open, got.Title, got.Text, got.Link.Label)
		}
	}
}

// A page to waive a fee is there only where one can be waived, and for whoever
// may.
func TestThePageToWaiveAFee(t *testing.T) {
	s, club, b, secretary := clubDeskSite(t)
	b.upload(clubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").leadsTo(t, "/returns/1")
	v, err := s.clubs.View(t.Context(), program, 1)
	s.must(err)
	waive := func(line int) string { return "/returns/1/rows/" + idText(v.Lines[line].Row.ID) + "/waive" }
	b.get(waive(0)).wants(t, http.StatusOK, "Tūī, Aroha")
	if a := secretary.get(waive(0)); a.status == http.StatusOK {
		t.Errorf("the club's secretary may waive its fee: %d", a.status)
	}
	b.post(waive(0), "version", versionOn(t, b.get("/returns/1")), "reason", "hardship").leadsTo(t, "/returns/1#row-"+idText(v.Lines[0].Row.ID))
	b.get(waive(0)).wants(t, http.StatusNotFound, "There is no fee to waive here.") // waived already
	v, err = s.clubs.View(t.Context(), program, 1)
	s.must(err)
	s.must(s.clubs.Decide(t.Context(), program, clubs.Ref{Return: 1, Version: v.Return.Version}, []clubs.Choice{{Row: v.Lines[1].Row.ID, Decision: clubs.LeaveOut}}))
	b.get(waive(1)).wants(t, http.StatusNotFound, "There is no fee to waive here.") // not charged
}

// Of the kinds of rows only those are offered that the list has.
func TestRowFiltersThatWouldShowNothing(t *testing.T) {
	_, club, b, _ := clubDeskSite(t)
	b.upload(clubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").leadsTo(t, "/returns/1")
	page := b.get("/returns/1")
	page.wants(t, http.StatusOK, "/returns/1#rows", "rows=new#rows")
	for _, empty := range []string{"rows=todo", "rows=match", "rows=unchanged", "rows=left-out"} {
		if strings.Contains(page.body, empty) {
			t.Errorf("%s is offered and would show nothing", empty)
		}
	}
	b.get("/returns/1?rows=match").wants(t, http.StatusOK, "rows=match#rows") // the one that is looked at stays
}

// Incorporated Societies Act 2022, s 76: consent is asked for on the forms and
// stands on the person's page.
func TestNewMembersConsentIsAskedForAndShown(t *testing.T) {
	s, club, b, _ := clubDeskSite(t)
	person := s.register("Aroha", "Kererū")
	if page := b.get(personURL(person)); strings.Contains(page.body, "Consent to become a member") {
		t.Error("somebody who never was a member is asked after a consent")
	}
	join := []string{"year", "2026", "received_on", "2026-07-01", "method", "cash"}
	b.post(personURL(person)+"/join", join...).wants(t, http.StatusOK, `name="consent"`, "has consented to become a member of the society")
	b.post(personURL(person)+"/join", append(join, "confirm", "yes")...).wants(t, http.StatusUnprocessableEntity,
		"A new member must consent to become one.", `name="consent"`, "Record payment and membership")
	b.post(personURL(person)+"/join", append(join, "confirm", "yes", "consent", "on")...).leadsTo(t, personURL(person))
	b.get(personURL(person)).wants(t, http.StatusOK, "Consent to become a member", "“This person has consented to become a member of the society",
		"Stated by Tere Moana on 1 July 2026.")

	b.upload(clubURL(club)+"/return", "list.csv", fiveRows, "year", "2026").leadsTo(t, "/returns/1")
	page := b.get("/returns/1")
	page.wants(t, http.StatusOK, `name="consent"`, "Each new member on this list has consented")
	b.post("/returns/1/choices", "version", versionOn(t, page), "then", "").leadsTo(t, "/returns/1?rows=#rows") // not yet
	b.post("/returns/1/choices", "version", versionOn(t, b.get("/returns/1")), "then", "confirm").wants(t, http.StatusUnprocessableEntity,
		"Each new member must consent to become one.")
	b.post("/returns/1/choices", "version", versionOn(t, b.get("/returns/1")), "then", "confirm", "consent", "on").leadsTo(t, "/returns/1")
}
