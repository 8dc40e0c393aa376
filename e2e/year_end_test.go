package e2e

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// How a treasurer's year ends, and the meeting that adopts its accounts.

// theNextYearBegins: two clubs send last year's list again and pay for it, which is no longer this year's money.
func (y *treasurersYear) theNextYearBegins() {
	y.recordTheRate(y.first+1, "30")
	w := y.treasurer
	for i, missing := range []string{"$240.00", "$185.00"} { // the second has $25.00 to its credit
		w.goTo(strings.TrimSuffix(y.clubs[i], "/desk") + "/return?year=" + itoa(y.first+1))
		file := w.download("XLSX")
		w.attach("The filled-in list", file)
		w.press("Check the list")
		w.press("Confirm the list")
		w.see(missing + " is still to be paid")
		w.follow("Record a payment")
		w.press("Record the payment")
		w.see("Effective from")
	}
}

// yearsAccounts are the accounts of the year by their codes, in cents, as the journal has them: 525 − 25 of clubs' fees,
// 37.50 of books and 50 given, of which 35 is open, 25 paid ahead and the rest in the bank.
var yearsAccounts = map[string]int{
	"1000": 57750, "1110": 1000, "4000": -52500, "4090": 2500, "4300": -3750, "4400": -5000,
}

// theAccountsAddUp to the cent, whatever the next year has brought.
func (y *treasurersYear) theAccountsAddUp() {
	w := y.treasurer
	w.goTo("/treasurer")
	w.see("1 invoice is overdue", "$35.00")
	w.accessible("treasurer")
	w.goTo("/books/year")
	w.see("Accounts for the year to " + long(y.lastDay()))
	for line, sum := range map[string]string{
		"Received from members": "$75.00", "Received from clubs": "$490.00", "Paid back to members": "$37.50",
		"Money held at the end": "$577.50", "Subscriptions through clubs": "$525.00", "Fees waived": "−$25.00",
		"Sales of books": "$37.50", "Income in all": "$587.50", "Bank account": "$577.50", "Clubs’ balances": "$10.00",
		"Accumulated funds at the end": "$587.50", "Te Awa Go Club": "$35.00",
	} {
		w.seeBeside(line, sum)
	}
	w.accessible("accounts")
}

// lastDay is the last of the year's accounts.
func (y *treasurersYear) lastDay() time.Time {
	return time.Date(y.first+1, time.June, 30, 0, 0, 0, 0, time.UTC)
}

// theReviewersPackOpens in another program, with every entry, invoice and line of the bank.
func (y *treasurersYear) theReviewersPackOpens() {
	w := y.treasurer
	book, err := excelize.OpenFile(w.download("Reviewer’s pack"))
	if err != nil {
		w.fail("%v", err)
	}
	defer book.Close()
	rows := map[string]int{}
	all := ""
	for _, sheet := range book.GetSheetList() {
		lines, err := book.GetRows(sheet)
		if err != nil {
			w.fail("%v", err)
		}
		rows[sheet] = len(lines)
		all += fmt.Sprint(lines)
	}
	for _, want := range []string{
		"Bank lines", "Invoices", "Journal", "Payments received", "Open items", "Documents of payments out",
	} {
		if rows[want] == 0 {
			w.fail("the pack has no sheet %q, but %v", want, rows)
		}
	}
	for _, want := range []string{"Pays on the list of Kāpiti", "Books from the New Year order", "J H SMITH", y.invoices[0]} {
		if !strings.Contains(all, want) {
			w.fail("the pack does not say %q", want)
		}
	}
}

// theReportGoesWithTheNotice of the AGM, and the letters leave; a member who is on the roll reads it.
func (y *treasurersYear) theReportGoesWithTheNotice() {
	o := y.secretary
	o.goTo("/meetings/new?kind=agm")
	o.fill("Day", iso(y.agm()))
	o.fill("Time", "14:00")
	o.fill("Place", "Newtown Hall")
	o.fill("Last balance date", iso(y.lastDay()))
	o.press("Work out the dates")
	o.press("Plan the meeting")
	o.see("The meeting is planned")
	y.meeting = o.address()
	w := y.treasurer
	w.goTo("/books/year")
	w.follow("Hand in for the AGM")
	w.accessible("handing in")
	w.press("Hand in the accounts")
	w.see("The accounts are handed in.", "Presented to")
	o.goTo(y.meeting + "/notice")
	report := "accounts-" + iso(y.lastDay()) + ".pdf"
	o.see("be adopted", report)
	printed := plain(pdfText(o, o.download(report, report+" (")))
	for _, want := range []string{"$577.50", "$587.50", "1 invoice was open", "$35.00"} {
		if !strings.Contains(printed, plain(want)) {
			o.fail("the report lacks %q:\n%s", want, printed)
		}
	}
	if strings.Contains(printed, "te awa") {
		o.fail("the report names who owes:\n%s", printed)
	}
	o.press("Give notice")
	o.see("The letters are in the outbox")
	o.lettersLeave(y.meeting+"/notice", true)
	if letter := y.letterTo("hanako@example.nz"); !strings.Contains(letter, "notice.pdf") || !strings.Contains(letter, report) {
		y.t.Errorf("the notice names no report:\n%.3000s", letter)
	}
}

// agm is the day of the meeting.
func (y *treasurersYear) agm() time.Time {
	return time.Date(y.first+1, time.September, 4, 0, 0, 0, 0, time.UTC)
}

// theMeetingAdopts the accounts: twelve are there.
func (y *treasurersYear) theMeetingAdopts() {
	o := y.secretary
	people, names := o.atTheDoor(y.meeting + "/door")
	o.goTo(y.meeting + "/door")
	for _, number := range people[:12] {
		o.press("Present " + names[number])
	}
	o.goTo(y.meeting + "/chair")
	o.press("Open the meeting")
	o.electTellers(people[10:12])
	o.goTo(y.meeting)
	o.follow("Accounts for the year to")
	o.fill("Yes", "11")
	o.fill("No", "0")
	o.press("Record the count")
	o.press("Declare: carried")
	o.see("The motion is carried.")
	y.treasurer.goTo("/books/year")
	y.treasurer.follow("Lock the year")
	y.treasurer.dontSee("AGM of " + long(y.agm())) // while the meeting is open
	o.goTo(y.meeting + "/chair")
	o.press("Close the meeting")
	o.see("The meeting is closed.")
}

// theYearIsLocked by the motion, and takes nothing more.
func (y *treasurersYear) theYearIsLocked() {
	w := y.treasurer
	w.goTo("/books/year")
	w.follow("Lock the year")
	w.again()
	w.see("AGM of " + long(y.agm()) + ", motion 1 adopted the accounts")
	w.accessible("lock")
	w.press("Lock the books")
	w.see("The books are locked.", "Adopted", "motion 1")
	w.goTo("/books/payments/new")
	w.choose("Club", "Te Awa Go Club")
	w.fill("Amount", "35")
	w.fill("Received", iso(y.lastDay()))
	w.press("Record the payment")
	w.seeProblem("Received", "locked")
	w.accessible("refused")
	w.fill("Received", iso(y.day))
	w.press("Record the payment")
	w.see("The payment is recorded")
}

var (
	journalHead = regexp.MustCompile(`^(\d{4}-\d\d-\d\d) \* `)
	journalLine = regexp.MustCompile(`^    \w+:(\d{4}) .*?  (-?\d+)\.(\d\d) NZD`)
)

// theJournalAgrees with the statements of the year and, to today, with what the pages say; hledger reads it.
func (y *treasurersYear) theJournalAgrees() {
	t := y.t
	table, err := csv.NewReader(strings.NewReader(y.treasurer.caller().page("/books/accounts.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	y.server.stop()
	journal := nzgs(t, "books", "export", "--format", "hledger", "--data", y.data)
	ofYear, toToday, day := map[string]int{}, map[string]int{}, ""
	for _, line := range strings.Split(journal, "\n") {
		if head := journalHead.FindStringSubmatch(line); head != nil {
			day = head[1]
		}
		l := journalLine.FindStringSubmatch(line)
		if l == nil {
			continue
		}
		cents := centsOf(l[2] + "." + l[3])
		toToday[l[1]] += cents
		if day <= iso(y.lastDay()) {
			ofYear[l[1]] += cents
		}
	}
	sum := 0
	for code, cents := range toToday {
		sum += cents
		if ofYear[code] != yearsAccounts[code] {
			t.Errorf("%s had %d cents at the end of the year, want %d", code, ofYear[code], yearsAccounts[code])
		}
	}
	if sum != 0 || len(ofYear) < len(yearsAccounts) {
		t.Errorf("the journal sums to %d cents over %v", sum, toToday)
	}
	for _, row := range table[1:] { // code, name, kind, debit, credit
		if shown := centsOf(row[3]) - centsOf(row[4]); shown != toToday[row[0]] {
			t.Errorf("%s %s: the page shows %d cents, the journal has %d", row[0], row[1], shown, toToday[row[0]])
		}
	}
	hledgerReads(t, journal)
}

// hledgerReads a journal and finds nothing wrong.
func hledgerReads(t *testing.T, journal string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "books.journal")
	if err := os.WriteFile(file, []byte(journal), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("hledger"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no hledger, and nothing may be skipped in CI: run make test")
		}
		t.Skip("hledger is not installed: run make test")
	}
	cmd := exec.CommandContext(t.Context(), "hledger", "-f", file, "check")
	cmd.Env = append(cmd.Environ(), "LC_ALL=C.UTF-8")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("hledger check: %v\n%s", err, out)
	}
}

// centsOf reads an amount as files write it.
func centsOf(s string) int {
	var cents int
	for _, r := range s {
		if r >= '0' && r <= '9' {
			cents = cents*10 + int(r-'0')
		}
	}
	if strings.HasPrefix(s, "-") {
		return -cents
	}
	return cents
}
