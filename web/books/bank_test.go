package books_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// Two treasurers book one line at the same moment: one booking, and the other is told.
func TestTwoTreasurersBookOneLine(t *testing.T) {
	o := openOffice(t)
	other, _ := o.Account("Second", "Keeper", auth.Office{Role: auth.Treasurer, Acting: true})
	o.uploads("Direct Credit,Trust,,,x,60.00,21/06/2026,,")
	sessions := []string{o.Session(o.keeper), o.Session(other)}
	shown := kittest.VersionOn(t, o.treasurer.Get("/books/bank/lines/1"))
	answers := make([]kittest.Answer, 2*len(sessions))
	var all sync.WaitGroup
	for i := range answers {
		b := o.Browser(sessions[i%2])
		all.Go(func() {
			answers[i] = b.Post(
				"/books/bank/lines/1", "version", shown, "to_1", "member-"+kit.IDText(o.bo), "amount_1", "60.00",
				"key", "line-"+kit.IDText(int64(i%2)),
			)
		})
	}
	all.Wait()
	told := 0
	for _, a := range answers {
		switch a.Status {
		case http.StatusSeeOther:
		case http.StatusConflict:
			told++
			a.Wants(t, http.StatusConflict, "booked")
		default:
			t.Errorf("status %d\n%s", a.Status, a.Body)
		}
	}
	if told != 2 {
		t.Errorf("%d of four presses were told, want the two of the second treasurer", told)
	}
	if b := o.books(); b[ledger.BankAccount] != 6000 || b[ledger.MembersOwe] != -6000 {
		t.Errorf("%v", b)
	}
}

// What is paid too much, twice, is credit that the next invoice takes.
func TestPaidTooMuchTwice(t *testing.T) {
	o := openOffice(t)
	i := o.asks(o.bo, 2500)
	ref := i.Number.Reference()
	o.uploads("Direct Credit,Bo,,,"+ref+",30.00,21/06/2026,,", "Direct Credit,Bo,,,"+ref+",30.00,21/06/2026,,")
	o.treasurer.Get("/books/bank").Wants(t, http.StatusOK, "Certain", "beyond it is credit", "nothing is open on it, so this is credit")
	o.treasurer.Post("/books/bank/1/certain", "last", "2").LeadsTo(t, "/books/bank")
	page := o.treasurer.Get("/books/bank/lines/2") // the second is asked about
	o.treasurer.Post(
		"/books/bank/lines/2", "version", kittest.VersionOn(t, page), "to_1", "member-"+kit.IDText(o.bo), "amount_1", "30.00",
	).LeadsTo(t, "/books/bank")
	if b := o.books(); b[ledger.BankAccount] != 6000 || b[ledger.MembersOwe] != -3500 {
		t.Fatalf("%v", b)
	}
	o.treasurer.Get("/books/payments?standing=credit").Wants(t, http.StatusOK, "2 of 2 payments", "$35.00")
	next := o.asks(o.bo, 4000)
	o.treasurer.Get(invoicePath(next)).Wants(t, http.StatusOK, "Part paid", "$5.00")
	if b := o.books(); b[ledger.MembersOwe] != 500 {
		t.Errorf("members owe %s", b[ledger.MembersOwe])
	}
}

// Bug: of a file whose days read both ways the page told the words of a command, and where to say which was folded away.
func TestDaysThatReadBothWaysAreAskedAbout(t *testing.T) {
	o := openOffice(t)
	file := bankHead + "Direct Credit,Bo,,,thanks,20.00,05/06/2026,,\n"
	page := o.treasurer.Upload("/books/bank/1/upload", "june.csv", file)
	page.Wants(
		t, http.StatusUnprocessableEntity, `“05/06/2026” reads as day and month, and as month and day`, `<a href="#days">`,
	)
	if strings.Contains(page.Body, "dmy for") || strings.Index(page.Body, `id="days"`) > strings.Index(page.Body, `<details class="group"`) {
		t.Errorf("the days are not asked for in sight:\n%s", page.Body)
	}
	o.treasurer.Upload("/books/bank/1/upload", "june.csv", file, "days", "dmy").LeadsTo(t, "/books/bank")
	o.treasurer.Get("/books/bank").Wants(t, http.StatusOK, "5 June 2026")
}

// Money of no one known goes to an account of its own. When it is found out whose it is, the booking is undone and the line
// is booked again: in the bank it counts once.
func TestMoneyOfNoOneKnown(t *testing.T) {
	o := openOffice(t)
	o.uploads("Direct Credit,Mystery,,,thanks,60.00,21/06/2026,,")
	book := func(to string) {
		t.Helper()
		page := o.treasurer.Get("/books/bank/lines/1")
		o.treasurer.Post("/books/bank/lines/1", "version", kittest.VersionOn(t, page), "to_1", to, "amount_1", "60.00").
			LeadsTo(t, "/books/bank")
	}
	o.treasurer.Get("/books/bank/lines/1").Wants(t, http.StatusOK, "Not known")
	for range 2 { // found out, and that was wrong too
		book("account-2100")
		if b := o.books(); b[ledger.BankAccount] != 6000 || b[ledger.Unidentified] != -6000 {
			t.Fatalf("%v", b)
		}
		page := o.treasurer.Get("/books/bank/lines/1")
		page.Wants(t, http.StatusOK, "This line has been booked", "J-2026-")
		undo := linkOn(t, page, "/books/journal/")
		o.treasurer.Post(undo, "reason", "it is Bo’s").LeadsTo(t, "/books/journal")
		o.treasurer.Get("/books/bank").Wants(t, http.StatusOK, "Mystery")
	}
	book("member-" + kit.IDText(o.bo))
	if b := o.books(); b[ledger.BankAccount] != 6000 || b[ledger.Unidentified] != 0 || b[ledger.MembersOwe] != -6000 {
		t.Errorf("%v", b)
	}
	page := o.treasurer.Get("/books/bank/lines/1")
	page.Wants(t, http.StatusOK, "This line has been booked", "R-2026-0001")
}

// linkOn is the first address on a page that begins so and leads somewhere.
func linkOn(t *testing.T, a kittest.Answer, begins string) string {
	t.Helper()
	_, rest, found := strings.Cut(a.Body, `href="`+begins)
	if !found {
		t.Fatalf("no link to %s\n%s", begins, a.Body)
	}
	end, _, _ := strings.Cut(rest, `"`)
	return begins + end
}

// A line that was linked to the wrong entry is unlinked on a page of its own, and a half undone one says what is left.
func TestALineIsUndone(t *testing.T) {
	o := openOffice(t)
	o.pays(o.bo, 1500, o.Now.Date().AddDays(-9))
	o.uploads("Direct Credit,B,,,,15.00,22/06/2026,,", "Direct Credit,Trust,,,x,60.00,21/06/2026,,")
	page := o.treasurer.Get("/books/bank/lines/1")
	o.treasurer.Post("/books/bank/lines/1", "version", kittest.VersionOn(t, page), "recorded", "on").LeadsTo(t, "/books/bank")
	page = o.treasurer.Get("/books/bank/lines/1")
	page.Wants(t, http.StatusOK, "This line has been booked")
	undo := linkOn(t, page, "/books/bank/lines/1/links/")
	page = o.treasurer.Get(undo)
	page.Wants(t, http.StatusOK, "Undo the link", "J-2026-")
	o.treasurer.Post(undo, "version", kittest.VersionOn(t, page)).LeadsTo(t, "/books/bank/lines/1")
	o.treasurer.Get("/books/bank/lines/1").Wants(t, http.StatusOK, "It has been recorded already")
	o.treasurer.Get(undo).Wants(t, http.StatusNotFound)

	page = o.treasurer.Get("/books/bank/lines/2")
	o.treasurer.Post(
		"/books/bank/lines/2", "version", kittest.VersionOn(t, page), "to_1", "member-"+kit.IDText(o.bo), "amount_1", "40.00",
		"to_2", "account-4500", "amount_2", "20.00",
	).LeadsTo(t, "/books/bank")
	page = o.treasurer.Get("/books/bank/lines/2")
	back := linkOn(t, page, "/books/journal/")
	o.treasurer.Post(back, "reason", "no interest").LeadsTo(t, "/books/journal")
	o.treasurer.Get("/books/bank").Wants(t, http.StatusOK, "$20.00", "left of $60.00")
	o.treasurer.Get("/books/bank/lines/2").Wants(t, http.StatusOK, "Left to be booked", "R-2026-0002")
}

// The columns of a bank that is not known here are proposed, looked at once, and remembered; a file of a known bank is read
// all the same.
func TestTheColumnsOfAnUnknownFileAreProposedAndRemembered(t *testing.T) {
	o := openOffice(t)
	const at = "/books/bank/1/upload"
	may := "Date,Description,Debit,Credit,Balance\n20/05/2026,Bo B,,25.00,125.00\n"
	page := o.treasurer.Upload(at, "may.csv", may)
	page.Wants(
		t, http.StatusUnprocessableEntity, "Nothing was taken", "“Description”", "choose the file again", "see that each is right",
		`name="column_date" value="Date"`, `name="column_credit" value="Credit"`, `name="column_payee" value="Description"`,
	)
	o.treasurer.Upload(
		at, "may.csv", may, "column_date", "Date", "column_credit", "Credit", "column_debit", "Debit", "column_payee", "Description",
	).LeadsTo(t, "/books/bank")
	o.treasurer.Get("/books/bank").Wants(t, http.StatusOK, "Bo B", "20 May 2026")
	o.treasurer.Upload(at, "june.csv", "Date,Description,Debit,Credit,Balance\n21/06/2026,Hall,5.00,,120.00\n").LeadsTo(t, "/books/bank")
	o.treasurer.Upload(at, "anz.csv", bankHead+"Direct Credit,Trust,,,x,60.00,22/06/2026,,\n").LeadsTo(t, "/books/bank")
	o.treasurer.Get("/books/bank").Wants(t, http.StatusOK, "Hall", "Trust")
	bare := "22/06/2026,Bare,7.00\n"
	o.treasurer.Upload(at, "bare.csv", bare).Wants(t, http.StatusUnprocessableEntity, "The file has no headings. Say by its letter")
	o.treasurer.Upload(at, "bare.csv", bare, "column_date", "A", "column_payee", "B", "column_amount", "C").LeadsTo(t, "/books/bank")
	o.treasurer.Get("/books/bank").Wants(t, http.StatusOK, "Bare")
}
