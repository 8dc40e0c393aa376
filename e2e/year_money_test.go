package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What comes in and goes out in a treasurer's year.

// remindersLeaveAndOneComesBack by the mail server: clubs' go to the secretaries whom the taken-over list names. The address is asked about, and corrected.
func (y *treasurersYear) remindersLeaveAndOneComesBack() {
	y.box.Answer("violet@example.nz", "550 5.1.1 no such person")
	w := y.treasurer
	w.goTo("/letters/fee_due")
	w.see("4 letters", "pay it into 01-0902-0068389-00", y.invoices[3])
	w.accessible("reminders")
	w.press("Send to everyone who is not left out")
	w.see("4 letters are in the outbox")
	if !pollFor(time.Minute, func() bool { w.goTo("/outbox/bounces"); return strings.Contains(w.text(), "violet@example.nz") }) {
		w.fail("no letter came back")
	}
	w.see("Violet Tussock", "550 5.1.1 no such person")
	w.accessible("came back")
	w.goTo("/outbox")
	w.seeBeside("A fee is overdue", "4", "1 failed")
	for i, to := range []string{"elspeth@example.nz", "mia@example.nz", "", "beatrix@example.nz"} {
		if to != "" && !strings.Contains(y.letterTo(to), y.invoices[i]) {
			w.fail("the reminder to %s does not name %s", to, y.invoices[i])
		}
	}
	w.goTo("/letters/fee_due")
	w.see("4 letters of this kind were written already", "There is no one to write to")
	w.goTo("/members/111/edit")
	w.fill("E-mail", "violet.tussock@example.nz")
	w.press("Save")
	w.goTo("/outbox/bounces")
	w.press("Write there again")
	w.see("No address came back")
}

// letterTo is the last letter that the mail server took for an address, as its text reads.
func (y *treasurersYear) letterTo(address string) string {
	y.t.Helper()
	var found string
	if !pollFor(time.Minute, func() bool {
		for _, l := range y.box.Letters() {
			if l.To == address {
				found = l.Text()
			}
		}
		return found != ""
	}) {
		y.t.Fatalf("no letter to %s", address)
	}
	return found
}

// anz writes a file of the bank, a line for each payee, texts, amount and day.
func (y *treasurersYear) anz(name string, lines ...[4]string) string {
	y.t.Helper()
	content := "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge\r\n"
	for _, l := range lines {
		content += fmt.Sprintf("Direct Credit,%s,,,%s,%s,%s,,\r\n", l[0], l[1], l[2], l[3])
	}
	file := filepath.Join(y.t.TempDir(), name)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		y.t.Fatal(err)
	}
	return file
}

// inSeptember is a day of the society's first September.
func (y *treasurersYear) inSeptember(day int) time.Time {
	return time.Date(y.first, time.September, day, 0, 0, 0, 0, time.UTC)
}

// september is such a day as the bank writes it.
func (y *treasurersYear) september(day int) string { return y.inSeptember(day).Format("02/01/2006") }

// theBankFileIsBooked: a part, the same invoice paid twice, more than was asked, and money of no one who is known.
func (y *treasurersYear) theBankFileIsBooked() {
	w := y.treasurer
	y.bank = y.anz(
		"september.csv", [4]string{"OTAUTAHI GO CLUB", y.invoices[0], "120.00", y.september(1)},
		[4]string{"B ASHCROFT", strings.ToLower(y.invoices[3]), "37.50", y.september(2)},
		[4]string{"B ASHCROFT", y.invoices[3], "37.50", y.september(2)},
		[4]string{"KAPITI GO", "REF " + y.invoices[1], "200.00", y.september(3)},
		[4]string{"J H SMITH", "GO FOR IT", "50.00", y.september(4)},
	)
	y.uploadBank(y.bank)
	w.see("5 lines are in the file, 5 of them new.")
	w.seeBeside("$120.00", "Certain", "a part of it")
	w.seeBeside("$200.00", "Certain", "$25.00 beyond it is credit")
	w.seeBeside("$50.00", "Not known", "No reference")
	w.accessible("bank")
	w.press("Confirm all certain (3)")
	w.see("nothing is open on it, so this is credit")
	w.follow(long(y.inSeptember(2)))
	w.accessible("a line")
	w.press("Book the line")
	w.see("The line is booked.")
	w.follow(long(y.inSeptember(4)))
	w.choose("Part 1", "4400")
	w.fill("Amount 1", "50")
	w.press("Book the line")
	w.see("The line is booked.", "Every line is booked", "$445.00")
}

func (y *treasurersYear) uploadBank(file string) {
	w := y.treasurer
	w.goTo("/books/bank")
	w.follow("Upload a file")
	w.attach("File", file)
	w.press("Read the file")
	if w.has("[data-error-summary]") { // asked once: how the file's days are read
		w.see("How the file writes days: ", "reads as day and month, and as month and day")
		w.choose("How the file writes days", "Day, month, year")
		w.attach("File", file)
		w.press("Read the file")
	}
}

func (y *treasurersYear) theSameFileBooksNothing() {
	y.uploadBank(y.bank)
	y.treasurer.see("5 lines are in the file, 0 of them new.")
}

// twoOfficersRefund what was paid twice: one asks and approves, and only when another has approved is it recorded as paid.
func (y *treasurersYear) twoOfficersRefund() {
	w := y.treasurer
	w.goTo("/books/payments?standing=credit")
	w.follow(long(y.inSeptember(2)), "Beatrix Ashcroft")
	w.follow("Pay back")
	w.see("$37.50")
	w.press("Ask for the payment")
	w.see("The payment is asked for.", "$37.50 to Beatrix Ashcroft")
	refund := w.address()
	w.press("Approve $37.50")
	w.dontSee("Record that it was paid")
	w.accessible("refund")
	o := y.secretary
	o.goTo(refund)
	o.press("Approve $37.50")
	w.goTo(refund)
	w.fill("Paid on", iso(y.inSeptember(8)))
	w.press("Record the payment")
	w.seeProblem("Paid on", "It was approved on "+long(y.day))
	w.fill("Paid on", iso(y.day))
	w.fill("Reference", "REFUND")
	w.press("Record the payment")
	w.see("Paid")
	w.goTo("/books/payments?standing=credit")
	w.dontSee("Beatrix Ashcroft")
}

// aConfirmedListIsCorrected: Rangi Weka stands on two clubs' lists and pays on one; what is no longer asked for is a
// credit with its reason, and the list stays as it was confirmed.
func (y *treasurersYear) aConfirmedListIsCorrected() {
	w := y.treasurer
	w.goTo(y.lists[2])
	w.follow("Waive", "Weka, Rangi")
	w.fill("Reason", "Pays on the list of Kāpiti")
	w.press("Waive the fee")
	w.see("The fee is waived.", "$125.00 is still to be paid")
	w.goTo("/books/invoices?q=" + y.invoices[2])
	w.follow("I-")
	w.see("Lowered by", "Pays on the list of Kāpiti", "$25.00", "$125.00")
	w.accessible("invoice with a credit")
}

// theRestComesIn with the bank's next file, in which the refund stands too: it is known.
func (y *treasurersYear) theRestComesIn() {
	w := y.treasurer
	y.uploadBank(y.anz(
		"later.csv", [4]string{"OTAUTAHI GO CLUB", y.invoices[0], "80.00", y.september(12)},
		[4]string{"B ASHCROFT", "REFUND", "-37.50", y.september(13)},
		[4]string{"TE AWA", y.invoices[2], "90.00", y.september(14)},
	))
	w.see("3 lines are in the file, 3 of them new.")
	w.seeBeside("B ASHCROFT", "Likely", "It has been recorded already", "Beatrix Ashcroft: Refund")
	w.press("Confirm all certain (2)")
	w.follow(long(y.inSeptember(13)))
	w.press("Book the line")
	w.see("Every line is booked", "$577.50")
}
