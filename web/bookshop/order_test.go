package bookshop_test

import (
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// open has a book of which some are there, and what postage costs.
func open(t *testing.T, b *kittest.Browser, stock string) {
	t.Helper()
	addBook(t, b, "Go for all")
	b.Post("/bookshop/desk/articles/1/stock", "why", "bought", "number", stock, "seen", "0").LeadsTo(t, "/bookshop/desk/articles/1")
	shown := kittest.VersionOn(t, b.Get("/bookshop/desk/postage"))
	b.Post("/bookshop/desk/postage", "version", shown, "place_1", "New Zealand", "grams_1", "2000", "price_1", "7", "place_2", "Australia", "grams_2", "500", "price_2", "20").
		LeadsTo(t, "/bookshop/desk/postage")
}

// From the article to the packing list: the form carries what is ordered, and shows the arithmetic.
func TestAMemberOrders(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	open(t, mei, "2")
	account, person := s.Account("Tama", "Rua")
	tama := s.Browser(s.Session(account))
	tama.Get("/bookshop/1-go-for-all").Wants(t, http.StatusOK, `action="/bookshop/order"`, `name="n_1"`)
	tama.Get("/bookshop/order").Wants(t, http.StatusOK, "Work out what it comes to")
	for _, n := range []string{"0x", "-1", "1000000000", "11"} {
		reads(t, tama.Get("/bookshop/order?n_1="+n+"&place=New+Zealand"), http.StatusOK, "enter a whole number from 1 to 10", "not:Order for $")
	}
	reads(t, tama.Get("/bookshop/order?n_1=0"), http.StatusOK, "not:Order for $")
	tama.Get("/bookshop/order?n_1=2&place=Australia").Wants(t, http.StatusOK, "This weighs 800 g, and to Australia at most 500 g are sent")
	tama.Get("/bookshop/order?n_1=3&place=New+Zealand").Wants(t, http.StatusOK, "Only 2 of Go for all are left.")
	tama.Get("/bookshop/order?n_1=1&place=New+Zealand").
		Wants(t, http.StatusOK, "1 × Go for all at $30.00", "Postage to New Zealand: 400 g, up to 2 kg", "$37.00", "Order for $37.00", "The price for everyone", "Not a member")
	form := []string{"n_1", "1", "place", "New Zealand", "shown", "37.00", "address", ""}
	tama.Post("/bookshop/order", form...).Wants(t, http.StatusUnprocessableEntity, "Enter the postal address")
	form[7] = "1 Rātā Street\nŌtautahi 8011"
	tama.Post("/bookshop/order", append([]string{"n_1", "1", "place", "New Zealand", "shown", "32.00"}, "address", form[7])...).
		Wants(t, http.StatusConflict, "It costs $37.00 now, not $32.00", "1 Rātā Street", "Order for $37.00")
	key := append(form, "key", "once.order")
	tama.Post("/bookshop/order", key...).LeadsTo(t, "/bookshop/orders/1")
	tama.Post("/bookshop/order", key...).LeadsTo(t, "/bookshop/orders/1") // sent twice
	tama.Get("/bookshop").Wants(t, http.StatusOK, `href="/bookshop/orders"`)
	tama.Get("/bookshop/orders").Wants(t, http.StatusOK, "Order 1", "To be paid")
	tama.Get("/bookshop/orders/1").Wants(t, http.StatusOK, "Payment reference", "Cancel the order", "1 Rātā Street")
	tama.Get("/bookshop/orders/2").Wants(t, http.StatusNotFound)
	tama.Get("/me").Wants(t, http.StatusOK, "Order 1 at the bookshop: $37.00 to pay")
	officer(s, "Rangi", auth.President).Get("/bookshop/orders/1").Wants(t, http.StatusNotFound)
	tama.Get("/bookshop/desk/orders/1").Wants(t, http.StatusForbidden)

	aroha := officer(s, "Aroha", auth.Treasurer)
	aroha.Get("/bookshop/desk").Wants(t, http.StatusOK, "To be paid (1)", "Tama Rua")
	_, err := s.Clubs.Take(t.Context(), kittest.Program, treasury.ReceiveInput{
		Party: ledger.Party{Person: int64(person)}, Amount: money.MustParse("37.00"), ReceivedOn: s.Now.Date(), Method: treasury.Bank,
	})
	s.Must(err)
	aroha.Get("/").Wants(t, http.StatusOK)
	aroha.Get("/duties").Wants(t, http.StatusOK, "1 order waits to be sent")
	aroha.Get("/bookshop/desk").Wants(t, http.StatusOK, "To be sent (1)", "Print the packing list")
	read := exec.CommandContext(t.Context(), "pdftotext", "-layout", "-", "-")
	read.Stdin = strings.NewReader(aroha.Get("/bookshop/desk/packing.pdf").Body)
	packing, err := read.Output()
	s.Must(err)
	if !regexp.MustCompile(`Order 1 +1 +Go for all +Tama Rua, .*☐`).Match(packing) { // a box to tick for each article
		t.Errorf("the packing list is\n%s", packing)
	}
	if got := aroha.Get("/bookshop/desk/labels.pdf?sheet=L7160"); !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("the labels are %d %.100s", got.Status, got.Body)
	}
	aroha.Get("/letters/labels?of=/bookshop/desk/labels.pdf").Wants(t, http.StatusOK, "/bookshop/desk/labels.pdf")
	if got := aroha.Get("/bookshop/desk/sales.xlsx?year=2026"); !strings.HasPrefix(got.Body, "PK") {
		t.Errorf("the sales are %d", got.Status)
	}
	version := func(part string) string { return kittest.VersionOn(t, aroha.Get("/bookshop/desk/orders/1/"+part)) }
	aroha.Post("/bookshop/desk/orders/1/send", "version", version("send"), "day", "soon", "way", "").
		Wants(t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", "Say how it was sent")
	aroha.Post("/bookshop/desk/orders/1/send", "version", version("send"), "day", s.Now.Date().String(), "way", "By post").
		LeadsTo(t, "/bookshop/desk/orders/1")
	aroha.Post("/bookshop/desk/orders/1/return", "version", version("return"), "back_1", "2", "reason", "").
		Wants(t, http.StatusUnprocessableEntity, "Enter a whole number from 0 to 1.", "Say why")
	aroha.Post("/bookshop/desk/orders/1/return", "version", version("return"), "back_1", "1", "reason", "Torn", "stock", "on", "postage", "on").
		LeadsTo(t, "/bookshop/desk/orders/1")
	tama.Get("/bookshop/orders/1").Wants(t, http.StatusOK, "1 × Go for all at $30.00, 1 sent back")
	aroha.Get("/bookshop/desk/past").Wants(t, http.StatusOK, "Sent back")
	aroha.Get("/bookshop/desk/articles/1").Wants(t, http.StatusOK, "Sent back", "Order 1")
}

// An order whose invoice is written off is in no list of what to pack: someone decides.
func TestAnOrderThatIsWrittenOff(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	open(t, mei, "2")
	account, _ := s.Account("Tama", "Rua")
	tama := s.Browser(s.Session(account))
	tama.Post("/bookshop/order", "n_1", "1", "place", "New Zealand", "shown", "37.00", "address", "1 Rātā Street").LeadsTo(t, "/bookshop/orders/1")
	s.Must(s.Clubs.CreditInvoice(t.Context(), kittest.Program, treasury.CreditInput{
		Invoice: 1, Kind: treasury.WriteOff, Amount: money.MustParse("37.00"), Reason: "No answer",
	}))
	tama.Get("/bookshop/orders/1").Wants(t, http.StatusOK, "Written off", "has not decided yet whether it is sent")
	reads(t, mei.Get("/bookshop/desk"), http.StatusOK, "Not paid, and no longer asked for (1)", "not:Print the packing list")
	mei.Get("/duties").Wants(t, http.StatusOK, "1 order was written off or credited, not paid")
	mei.Get("/bookshop/desk/orders/1").Wants(t, http.StatusOK, "It was sent anyway", "Cancel the order")
	shown := kittest.VersionOn(t, mei.Get("/bookshop/desk/orders/1/send"))
	form := []string{"version", shown, "day", s.Now.Date().String(), "way", "By post"}
	mei.Post("/bookshop/desk/orders/1/send", form...).Wants(t, http.StatusUnprocessableEntity, "$37.00 of this order were written off or credited, not paid.")
	mei.Post("/bookshop/desk/orders/1/send", append(form, "anyway", "on")...).LeadsTo(t, "/bookshop/desk/orders/1")
}

// A visitor confirms first; the link shows the order alone.
func TestAVisitorOrders(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	mei := officer(s, "Mei", auth.Secretary)
	open(t, mei, "1")
	anyone := s.Browser("")
	form := []string{
		"n_1", "1", "place", "New Zealand", "shown", "37.00", "address", "1 Rātā Street", "given_names", "Mere", "family_name", "Kōwhai", "email", "mere@mail.example",
	}
	reads(t, anyone.Get("/bookshop/order?n_1=1&place=New+Zealand"), http.StatusOK, "Sign in", "Family name", "Order for $37.00")
	anyone.Get("/bookshop/order?n_1=4&place=New+Zealand").Wants(t, http.StatusOK, "enter a whole number from 1 to 3")
	anyone.Post("/bookshop/order", "n_1", "1", "place", "New Zealand", "shown", "37.00").
		Wants(t, http.StatusUnprocessableEntity, "Enter the postal address", "Enter an e-mail address")
	anyone.Post("/bookshop/order", append(form, "website", "x")...).LeadsTo(t, "/bookshop/thanks") // a program: kept nowhere
	form = append(form, "key", "once.visitor")
	anyone.Post("/bookshop/order", form...).LeadsTo(t, "/bookshop/thanks")
	s.Browser("").Post("/bookshop/order", form...).LeadsTo(t, "/bookshop/thanks") // sent twice: one letter
	anyone.Get("/bookshop/thanks").Wants(t, http.StatusOK, "Nothing is ordered")
	if _, signedIn := anyone.Cookies["nzgs-session"]; signedIn || len(anyone.Cookies) > 0 {
		t.Errorf("a visitor has the cookies %v", anyone.Cookies)
	}
	mei.Get("/bookshop/desk").Wants(t, http.StatusOK, "No order waits")
	come := letters.Come()
	if len(come) != 1 {
		t.Fatalf("%d letters came", len(come))
	}
	token := regexp.MustCompile(`/bookshop/ordered/([A-Z2-7]{26})`).FindStringSubmatch(come[0].Body)[1]
	at := bookshop.LinkPath(token)
	anyone.Get(bookshop.LinkPath(strings.Repeat("A", 26))).Wants(t, http.StatusNotFound)
	reads(t, anyone.Get(at), http.StatusOK, "Nothing is ordered yet", "Mere Kōwhai", "not:Payment reference")
	anyone.Post(at+"/confirm").LeadsTo(t, at)
	reads(t, anyone.Get(at), http.StatusOK, "Payment reference", "Cancel the order", "not:Bookshop desk", "not:mere@mail.example")
	s.Browser("").Get("/bookshop").Wants(t, http.StatusOK, "Sold out")
	anyone.Post(at+"/cancel").LeadsTo(t, "/bookshop")
	anyone.Get(at).Wants(t, http.StatusOK, "This order is cancelled")
	s.Browser("").Get("/bookshop").Wants(t, http.StatusOK, "The last one")
}

// Whoever has no e-mail address is written to by post: no button promises a letter.
func TestAskingWithoutAnAddress(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	open(t, mei, "1")
	account, person := s.Account("Tama", "Rua")
	s.Browser(s.Session(account)).Post("/bookshop/order", "n_1", "1", "place", "New Zealand", "shown", "37.00", "address", "1 Rātā Street").
		LeadsTo(t, "/bookshop/orders/1")
	s.Now = s.Now.Add(15 * 24 * time.Hour)
	later := officer(s, "Ana", auth.Treasurer) // whose session is of now
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE shop_order SET email = 'tama@example.nz' WHERE person_id = $1`, person)
		return err
	}))
	later.Get("/bookshop/desk/orders/1").Wants(t, http.StatusOK, "Ask whether it is still wanted")
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE shop_order SET email = '' WHERE person_id = $1`, person)
		return err
	}))
	reads(t, later.Get("/bookshop/desk/orders/1"), http.StatusOK, "No e-mail address is known for this order", "not:Ask whether it is still wanted")
}

// The prints are of the orders to be sent, and stand with those alone: not with the first part of another page.
func TestThePrintsStandWithWhatIsSent(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	open(t, mei, "2")
	account, person := s.Account("Tama", "Rua")
	tama := s.Browser(s.Session(account))
	for id := range 2 {
		tama.Post("/bookshop/order", "n_1", "1", "place", "New Zealand", "shown", "37.00", "address", "1 Rātā Street").
			LeadsTo(t, "/bookshop/orders/"+kit.IDText(id+1))
	}
	_, err := s.Clubs.Take(t.Context(), kittest.Program, treasury.ReceiveInput{
		Party: ledger.Party{Person: int64(person)}, Amount: money.MustParse("37.00"), ReceivedOn: s.Now.Date(), Method: treasury.Bank,
	})
	s.Must(err)
	s.Must(s.DB.InTx(t.Context(), func(tx *store.Tx) error {
		for range 100 { // more like the second, which is not paid
			if _, err := tx.Exec(t.Context(), `
				INSERT INTO shop_order (state, visitor, person_id, place, grams, postage, member, ordered_at, placed_at, invoice_id)
				SELECT state, visitor, person_id, place, grams, postage, member, ordered_at, placed_at, invoice_id
				FROM shop_order
				WHERE id = 2`); err != nil {
				return err
			}
		}
		return nil
	}))
	reads(t, mei.Get("/bookshop/desk"), http.StatusOK, "To be sent (1)", "Print the packing list", "Labels: choose the sheet", "To be paid (101)")
	reads(t, mei.Get("/bookshop/desk?page=2"), http.StatusOK, "To be paid (101)", "not:Print the packing list", "not:Labels: choose")
}
