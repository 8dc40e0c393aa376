package e2e

import (
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/mail/mailtest"
)

var (
	orderLink      = regexp.MustCompile(`/bookshop/ordered/[A-Z2-7]{26}`)
	orderNumber    = regexp.MustCompile(`/bookshop/orders/(\d+)`)
	orderReference = regexp.MustCompile(`S\d{6}[A-Z]`)
)

// bookshop is a member and a visitor who order, and the officer who packs.
type bookshop struct {
	*testing.T
	box     *mailtest.Server
	server  *server
	officer *window
}

// TestTheBookshop: a member orders a book, the officer finds it, its invoice is paid, it is sent, and one comes back; a visitor
// without scripts orders the last copy and confirms by the mailed link; who was too late is told so.
func TestTheBookshop(t *testing.T) {
	t.Parallel()
	b := &bookshop{T: t, box: mailtest.Start(t)}
	b.server = start(
		t, "demo", demoCopy(t), "--smtp-host", "127.0.0.1", "--smtp-port", itoa(b.box.Port), "--smtp-encryption", "none",
		"--mail-from", "secretary@example.nz",
	)
	b.officer = signedIn(t, b.server, "Treasurer", desktop)
	member := signedIn(t, b.server, "Member", phone)
	order := b.aMemberOrders(member)
	b.itIsPaid(order)
	b.itIsPackedAndSent(order)
	b.oneComesBack(order)
	member.goTo("/bookshop/orders/" + order)
	member.see("1 sent back", "Credited $24.00")
	b.theLastCopy(member)
	for who, w := range map[string]*window{"the officer": b.officer, "the member": member} {
		w.judge(who)
	}
}

// aMemberOrders two copies, from the list to the page that says how to pay. What is wrong is said at its field.
func (b *bookshop) aMemberOrders(w *window) (number string) {
	b.Helper()
	w.goTo("/")
	w.follow("Bookshop")
	w.see("Go for the whole family", "Sold out")
	w.accessible("the bookshop")
	w.follow("Go for the whole family")
	w.see("In stock", "$24.00")
	w.accessible("an article")
	w.fill("How many", "200")
	w.press("Order")
	w.seeProblem("Go for the whole family", "Enter a whole number from 1 to 10")
	w.fill("Go for the whole family", "2")
	w.choose("Sent to", "New Zealand")
	w.press("Work out what it comes to")
	w.see("2 × Go for the whole family at $24.00", "$48.00", "Postage to New Zealand: 840 g", "$56.90", "The price for members")
	w.accessible("what it comes to")
	w.fill("Postal address", "")
	w.press("Order for $56.90")
	w.seeProblem("Postal address", "Enter the postal address")
	w.accessible("an order that was refused")
	w.fill("Postal address", "1 Rātā Street\nŌtautahi 8011")
	w.press("Order for $56.90")
	w.see("Ordered. It is held for you", "Still to pay", "Payment reference", "1 Rātā Street")
	w.accessible("how to pay")
	found := orderNumber.FindStringSubmatch(w.address())
	if found == nil {
		w.fail("the order has no address")
	}
	w.goTo("/bookshop/orders")
	w.seeBeside("Order "+found[1], "To be paid", "$56.90")
	w.accessible("my orders")
	return found[1]
}

// itIsPaid: the officer finds the order at the desk, and records the money that came for its invoice.
func (b *bookshop) itIsPaid(order string) {
	b.Helper()
	w := b.officer
	w.goTo("/bookshop")
	w.follow("Bookshop desk")
	w.seeBeside("Order "+order, "To be paid", "2 × Go for the whole family")
	w.accessible("the desk")
	w.follow("Order " + order)
	w.see("Still to pay", "1 Rātā Street")
	reference := orderReference.FindString(w.html())
	w.accessible("an order at the desk")
	w.follow("The invoice")
	w.follow("Record a payment")
	w.fill("Amount", "56.90")
	w.fill("Reference", reference)
	w.press("Record the payment")
	w.see("The payment is recorded")
}

// itIsPackedAndSent: the packing list and the labels have it, and who ordered gets a letter.
func (b *bookshop) itIsPackedAndSent(order string) {
	b.Helper()
	w := b.officer
	w.toDuty("to be sent")
	w.seeBeside("Order "+order, "To be sent")
	list := plain(pdfText(w, w.download("Print the packing list")))
	for _, says := range []string{"Order " + order, "Go for the whole family", "1 Rātā Street,", "Ōtautahi 8011"} {
		if !strings.Contains(list, plain(says)) {
			w.fail("the packing list lacks %q:\n%s", says, list)
		}
	}
	w.follow("Labels: choose the sheet")
	w.see("Print the labels")
	w.goTo("/bookshop/desk/orders/" + order)
	w.follow("It was sent")
	w.press("Say that it was sent")
	w.seeProblem("How", "Say how it was sent")
	w.accessible("an order that was not sent")
	w.fill("How", "By post, parcel AB 12")
	w.press("Say that it was sent")
	w.see("The order is sent.", "By post, parcel AB 12")
	b.letter("was sent", "By post, parcel AB 12")
}

// oneComesBack: it is credited and back in stock.
func (b *bookshop) oneComesBack(order string) {
	b.Helper()
	w := b.officer
	w.goTo("/bookshop/desk/orders/" + order)
	w.follow("Something was sent back")
	w.fill("Go for the whole family", "3")
	w.press("Credit what was sent back")
	w.seeProblem("Go for the whole family", "Enter a whole number from 0 to 2")
	w.accessible("a return that was refused")
	w.fill("Go for the whole family", "1")
	w.fill("Why", "Given twice for a birthday")
	w.press("Credit what was sent back")
	w.see("What was sent back is credited.", "Sent, 1 sent back", "1 of 2")
	b.letter("What you sent back", "$24.00 of your order is credited")
	w.goTo("/bookshop/desk/past")
	w.seeBeside("Order "+order, "1 sent back")
	w.accessible("sent and cancelled")
	w.goTo("/bookshop/desk/articles")
	w.accessible("articles")
	w.follow("Go for the whole family")
	w.seeBeside("Sent back", "+1", "Order "+order)
	w.accessible("the stock of an article")
}

// theLastCopy: a visitor without scripts orders it, and it is held only once the address is confirmed; a member who opened the
// form before is told that it is sold out.
func (b *bookshop) theLastCopy(member *window) {
	b.Helper()
	member.goTo("/bookshop")
	member.seeBeside("Openings that members played", "The last one")
	member.follow("Openings that members played")
	member.press("Order")
	member.choose("Sent to", "New Zealand")
	member.press("Work out what it comes to")
	member.fill("Postal address", "1 Rātā Street")

	w := openWithoutScript(b.T, b.server, desktop)
	w.goTo("/bookshop")
	w.follow("Openings that members played")
	w.press("Order")
	w.choose("Sent to", "Australia")
	w.press("Work out what it comes to")
	w.see("The price for everyone", "$34.00", "$66.00")
	w.press("Order for $66.00")
	w.see("Enter an e-mail address", "Enter the postal address")
	w.fill("Given names", "Matilda")
	w.fill("Family name", "Visitortest")
	w.fill("E-mail address", "matilda@mail.example")
	w.fill("Postal address", "3 Wattle Street\nMelbourne VIC 3000\nAustralia")
	w.press("Order for $66.00")
	w.see("Nothing is ordered, and nothing held for you")
	link := orderLink.FindString(b.letter("Confirm your order", "Nothing is held until then"))
	w.goTo("/bookshop")
	w.seeBeside("Openings that members played", "The last one")
	w.goTo(link)
	w.see("Nothing is ordered yet", "Matilda Visitortest")
	w.press("Order for $66.00")
	w.see("Ordered. This is how to pay.", "Payment reference", "$66.00")
	w.goTo("/bookshop")
	w.seeBeside("Openings that members played", "Sold out")

	again := newWindow(b.T, b.server, phone)
	again.goTo(link)
	again.see("Payment reference", "Cancel the order")
	again.accessible("a visitor’s order")
	member.press("Order for $37.90")
	member.see("Openings that members played is sold out.")
	member.accessible("too late")
}

// letter waits for a letter, and gives its text.
func (b *bookshop) letter(subject, says string) (body string) {
	b.Helper()
	if !pollFor(lettersTake, func() bool {
		for _, l := range b.box.Letters() {
			if body = textOf(b.T, l); strings.Contains(subjectOf(l), subject) && strings.Contains(body, says) {
				return true
			}
		}
		return false
	}) {
		b.Fatalf("no letter %q says %q", subject, says)
	}
	return body
}
