package bookshop_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

var table = bookshop.Table{{"New Zealand", 500, 700}, {"New Zealand", 2000, 1200}}

// open has a book of which some are there, and the table of postage.
func (s *society) open(stock int) bookshop.ArticleID {
	s.Helper()
	s.must(s.s.SetPostage(ctx, s.treasurer, bookshop.Table{}.Version(), table))
	return s.added(book("Go for all"), stock)
}

// term makes someone a member between two days.
func (s *society) term(a auth.Actor, from, to string) {
	s.Helper()
	s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
		return members.InsertTerms(ctx, tx, []members.Term{{
			Person: a.Person, Year: 2026, From: civil.MustParseDate(from), To: civil.MustParseDate(to), Kind: members.KindNew, RecordedAt: s.now,
		}})
	}))
}

func order(id bookshop.ArticleID, n int, shown money.Cents) bookshop.OrderInput {
	return bookshop.OrderInput{
		Items: []bookshop.Item{{id, n}}, Place: "New Zealand", Shown: shown, Address: "1 Rātā Street\n Ōtautahi  8011",
		Name: members.Name{Given: "Mere", Family: "Kōwhai"}, Email: "mere@mail.example",
	}
}

func (s *society) order(id bookshop.OrderID) bookshop.Order {
	s.Helper()
	o, err := s.s.OrderFor(ctx, s.secretary, id)
	s.must(err)
	return o
}

func (s *society) stock(id bookshop.ArticleID, want int) {
	s.Helper()
	if got := s.article(id).Stock; got != want {
		s.Errorf("%d are there, want %d", got, want)
	}
}

// balanced checks that each entry sums to zero, and what the accounts hold.
func (s *society) balanced(want map[ledger.Code]money.Cents) {
	s.Helper()
	t, err := s.books.TrialBalance(ctx, s.treasurer)
	s.must(err)
	var sum money.Cents
	for _, amount := range t.Balances {
		sum += amount
	}
	if sum != 0 {
		s.Errorf("the books sum to %s", sum)
	}
	for code, amount := range want {
		if t.Balances[code] != amount {
			s.Errorf("account %s holds %s, want %s", code, t.Balances[code], amount)
		}
	}
}

func (s *society) pay(o bookshop.Order, amount money.Cents) {
	s.Helper()
	_, err := s.clubs.Take(ctx, s.treasurer, treasury.ReceiveInput{
		Party: o.Bill.Party, Amount: amount, ReceivedOn: s.now.Date(), Method: treasury.Bank, Reference: o.Bill.Number.Reference(),
	})
	s.must(err)
}

var linkInLetter = regexp.MustCompile(`http://go\.example\.nz/bookshop/ordered/([A-Z2-7]{26})`)

// letter is the last one that reached an address, and the link in it.
func (s *society) letter(address, says string) (token string) {
	s.Helper()
	_, err := s.outbox.Deliver(ctx)
	s.must(err)
	for _, m := range slices.Backward(s.post.taken) {
		if m.To.Address != address {
			continue
		}
		if !strings.Contains(m.Subject+"\n"+m.Body, says) {
			s.Errorf("the letter to %s lacks %q:\n%s\n%s", address, says, m.Subject, m.Body)
		}
		if found := linkInLetter.FindStringSubmatch(m.Body); found != nil {
			token = found[1]
		}
		return token
	}
	s.Fatalf("no letter reached %s", address)
	return ""
}

// From the order of a member to what is sent back, with the books in step.
func TestAMembersOrder(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(5)
		s.term(s.member, "2026-07-01", "2027-06-30")
		s.refused(func() error { _, err := s.s.Order(ctx, s.member, order(id, 2, 6700)); return err }(),
			apperr.Conflict, "It costs $62.00 now, not $67.00")
		at, err := s.s.Order(ctx, s.member, order(id, 2, 6200)) // 2 × 25 + 800 g
		s.must(err)
		o := s.order(at)
		if !o.Member || o.Total() != 6200 || o.Bill.Open() != 6200 || o.Bill.Due.String() != "2026-12-05" || o.Address != "1 Rātā Street\nŌtautahi 8011" ||
			!strings.Contains(o.Trace.String(), "A member on 21 November 2026, until 30 June 2027: the price for members (2.2)") {
			s.Errorf("the order is %+v", o)
		}
		s.stock(id, 3)
		s.letter("tama@example.nz", "2 × Go for all at $25.00 = $50.00\nPostage to New Zealand, 800 g: $12.00\nTotal: $62.00")
		s.letter("tama@example.nz", "please pay $62.00 by 5 December 2026.\nPayment reference, which tells the treasurer what is paid: "+o.Bill.Number.Reference())
		s.balanced(map[ledger.Code]money.Cents{ledger.BookSales: -5000, ledger.BookPostage: -1200, ledger.MembersOwe: 6200})

		in := book("Another title") // what was ordered stays as it was
		in.Price, in.MemberPrice = 9900, 9900
		s.must(s.s.Change(ctx, s.treasurer, id, s.article(id).Version, in))
		if o = s.order(at); o.Total() != 6200 || o.Lines[0].Title != "Go for all" {
			s.Errorf("the order became %+v", o.Lines)
		}
		today := s.now.Date()
		s.refused(s.s.Send(ctx, s.secretary, at, o.Version, bookshop.SendInput{Day: today, Way: "By post"}), apperr.Conflict, "$62.00 of this order are still to pay")
		s.pay(o, 6000)
		s.refused(s.s.Send(ctx, s.secretary, at, o.Version, bookshop.SendInput{Day: today, Way: "By post"}), apperr.Conflict, "$2.00 of this order are still to pay")
		s.refused(s.s.CancelOwn(ctx, s.member, at, o.Version), apperr.Conflict, "Something of this order was paid")
		s.pay(o, 200)
		s.refused(s.s.Send(ctx, s.secretary, at, o.Version, bookshop.SendInput{Day: today.AddDays(1), Way: " "}), apperr.Invalid, "day: Enter a day from 21 November 2026 to today.")
		s.refused(s.s.Send(ctx, s.secretary, at, o.Version, bookshop.SendInput{Day: today.AddDays(-1), Way: " "}), apperr.Invalid, "way: Say how it was sent")
		s.refused(s.s.Send(ctx, s.secretary, at, o.Version+1, bookshop.SendInput{Day: today, Way: "x"}), apperr.Conflict, "Someone else changed this order first")
		s.must(s.s.Send(ctx, s.secretary, at, o.Version, bookshop.SendInput{Day: today, Way: "By post, parcel AB 12"}))
		s.letter("tama@example.nz", "Sent on 21 November 2026: By post, parcel AB 12.")
		o = s.order(at)
		s.refused(s.s.Cancel(ctx, s.treasurer, at, o.Version, "Too late"), apperr.Conflict, "can no longer be cancelled")
		back := func(n int, stock, postage bool) error {
			return s.s.Return(ctx, s.treasurer, at, s.order(at).Version, bookshop.ReturnInput{Back: []int{n}, Stock: stock, Postage: postage, Reason: "Torn"})
		}
		for _, n := range []int{-1, 3, 1_000_000_000} {
			s.refused(back(n, true, false), apperr.Invalid, "back_1: Enter a whole number from 0 to 2.")
		}
		s.refused(back(0, true, false), apperr.Invalid, "back_1: Say how many were sent back.")
		s.must(back(1, false, false))
		s.stock(id, 3)
		s.must(back(1, true, true))
		s.stock(id, 4)
		s.refused(back(1, true, true), apperr.Invalid, "back_1: Enter a whole number from 0 to 0.")
		s.letter("tama@example.nz", "$37.00 of your order is credited")
		if n, of := s.order(at).Returned(); n != 2 || of != 2 {
			s.Errorf("%d of %d were sent back", n, of)
		}
		s.balanced(map[ledger.Code]money.Cents{ledger.BookSales: 0, ledger.BookPostage: 0, ledger.MembersOwe: -6200, ledger.BankAccount: 6200})
	})
}

func TestWhatCannotBeOrdered(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(20)
		hidden := book("Hidden")
		hidden.Shown = false
		none, secret := s.added(book("None"), 0), s.added(hidden, 5)
		field := bookshop.ItemField
		for says, in := range map[string]bookshop.OrderInput{
			field(id) + ": Go for all: enter a whole number from 1 to 10":         order(id, 0, 1),
			field(id) + ": Go for all: enter a whole number from 1 to 10.":        order(id, -1, 1),
			field(id) + ": Go for all: enter a whole number from 1 to 10. ":       order(id, 1_000_000_000, 1),
			field(none) + ": None is sold out.":                                   order(none, 1, 1),
			"items: One of the articles is no longer sold":                        order(secret, 1, 1),
			"items: One of the articles is no longer sold. It is left out":        order(999, 1, 1),
			"place: This weighs 2.4 kg, and to New Zealand at most 2 kg are sent": order(id, 6, 1),
		} {
			_, err := s.s.Order(ctx, s.member, in)
			s.refused(err, apperr.Invalid, strings.TrimSpace(says))
		}
		bad := order(id, 1, 1)
		bad.Items, bad.Place, bad.Address, bad.Name, bad.Email = nil, "Mars", "", members.Name{}, "x"
		err := s.s.Ask(ctx, bad, "192.0.2.1")
		for _, f := range []string{"items: ", "place: ", "address: ", "email: ", "family_name: "} {
			s.refused(err, apperr.Invalid, f)
		}
		s.refused(func() error { _, err := s.s.Order(ctx, auth.Actor{}, order(id, 1, 1)); return err }(), apperr.SignIn, "")
		s.term(s.member, "2025-07-01", "2026-06-30") // the membership ended
		offer, err := s.s.Offer(ctx, s.member, []bookshop.Item{{id, 1}}, "New Zealand")
		s.must(err)
		if offer.Member || offer.Total() != 3700 || !strings.Contains(offer.Trace.String(), "The membership ended on 30 June 2026: the price for everyone") {
			s.Errorf("it is offered as %+v", offer)
		}
		_, err = s.s.Order(ctx, s.member, order(id, 1, 3200))
		s.refused(err, apperr.Conflict, "It costs $37.00 now, not $32.00")
		for range bookshop.MostUnpaid {
			_, err := s.s.Order(ctx, s.member, order(id, 1, 3700))
			s.must(err)
		}
		_, err = s.s.Order(ctx, s.member, order(id, 1, 3700))
		s.refused(err, apperr.Conflict, "3 of your orders are not paid yet")
		s.stock(id, 17)
		s.must(s.s.CancelOwn(ctx, s.member, 1, s.order(1).Version))
		s.stock(id, 18)
		s.refused(s.s.CancelOwn(ctx, s.president, 2, s.order(2).Version), apperr.NotFound, "not known")
		_, err = s.s.OrderFor(ctx, s.president, 2)
		s.refused(err, apperr.NotFound, "not known")
	})
}

func TestAVisitorsOrder(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(2)
		s.must(s.s.Ask(ctx, order(id, 2, 7200), "192.0.2.1"))
		s.stock(id, 2) // nothing is held
		token := s.letter("mere@mail.example", "Nothing is held until then")
		last := s.post.taken[len(s.post.taken)-1]
		if strings.Contains(last.Body+last.To.Name, "Mere") || strings.Contains(last.Body, "Rātā") {
			s.Errorf("the letter to an unconfirmed address says what was typed: %s", last.Body)
		}
		for _, guess := range []string{"", "x", strings.Repeat("A", 26)} {
			s.refused(s.s.Confirm(ctx, guess), apperr.NotFound, "not known")
			s.refused(s.s.CancelLinked(ctx, guess), apperr.NotFound, "not known")
			_, err := s.s.ByLink(ctx, guess)
			s.refused(err, apperr.NotFound, "not known")
		}
		one, err := s.s.Order(ctx, s.member, order(id, 1, 3700)) // a member is not kept from it
		s.must(err)
		s.refused(s.s.Confirm(ctx, token), apperr.Conflict, "Only 1 of Go for all are left. Nothing was ordered")
		if s.order(1).State != bookshop.Unconfirmed || s.order(1).Person != 0 {
			s.Errorf("half an order is written: %+v", s.order(1))
		}
		s.must(s.s.Cancel(ctx, s.treasurer, one, s.order(one).Version, "Not wanted"))
		s.must(s.s.Confirm(ctx, token))
		s.must(s.s.Confirm(ctx, token)) // pressed twice
		s.stock(id, 0)
		o := s.order(1)
		if o.Bill.Name != "Mere Kōwhai" || o.Member || o.Bill.Open() != 7200 {
			s.Errorf("the invoice is %+v", o.Bill)
		}
		p, err := members.PersonByID(ctx, s.db, o.Person)
		if s.must(err); p.Contact.Email != "" || p.Contact.Address != "" {
			s.Errorf("the register has more than the name: %+v", p)
		}
		s.letter("mere@mail.example", "Invoice "+o.Bill.Number.String()+": please pay $72.00")
		linked, err := s.s.ByLink(ctx, token)
		if s.must(err); linked.ID != 1 {
			s.Errorf("the link shows %+v", linked)
		}
		s.refused(s.s.AskAbout(ctx, s.treasurer, 1, o.Version), apperr.Conflict, "14 days after it was placed")
		s.now = s.now.Add(14 * 24 * time.Hour)
		s.must(s.s.AskAbout(ctx, s.treasurer, 1, s.order(1).Version))
		s.refused(s.s.AskAbout(ctx, s.treasurer, 1, s.order(1).Version), apperr.Conflict, "asked on 5 December 2026 already")
		s.letter("mere@mail.example", "by our books it is not paid yet")
		s.must(s.s.CancelLinked(ctx, token))
		s.stock(id, 2)
		s.letter("mere@mail.example", "is cancelled: Cancelled by who ordered.")
		s.balanced(map[ledger.Code]money.Cents{ledger.BookSales: 0, ledger.BookPostage: 0, ledger.MembersOwe: 0})
		s.must(s.s.Ask(ctx, order(id, 1, 3700), "192.0.2.1")) // the same person orders again: the register has one
		s.must(s.s.Confirm(ctx, s.letter("mere@mail.example", "Confirm")))
		if s.order(3).Person != o.Person {
			s.Error("the register has them twice")
		}
		s.pay(s.order(3), 3700)
		s.must(s.s.Send(ctx, s.treasurer, 3, s.order(3).Version, bookshop.SendInput{Day: s.now.Date(), Way: "By post"}))
		s.now = s.now.Add(367 * 24 * time.Hour)
		n, err := s.s.Forget(ctx)
		if s.must(err); n == 0 || s.order(3).Address != "" || s.order(3).Email != "" || s.order(3).Name.String() != "" {
			s.Errorf("%d removed, left %+v", n, s.order(3))
		}
		_, err = s.s.ByLink(ctx, token)
		s.refused(err, apperr.NotFound, "no longer kept")
	})
}

func TestAFloodOfOrdersHoldsNothing(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(3)
		for n := range 10 {
			in := order(id, 3, 10200)
			in.Email = fmt.Sprintf("v%d@mail.example", n)
			s.must(s.s.Ask(ctx, in, "192.0.2.1"))
		}
		s.refused(s.s.Ask(ctx, order(id, 1, 3700), "192.0.2.1"), apperr.TooMany, "Your network sent this form often today")
		s.stock(id, 3)
		deliver := func(want int) {
			s.Helper()
			_, err := s.outbox.Deliver(ctx)
			if s.must(err); len(s.post.taken) != want {
				s.Errorf("%d letters left, want %d", len(s.post.taken), want)
			}
		}
		in := order(id, 1, 3700)
		for range 3 { // while one waits to be confirmed, no other letter leaves, and who asks is not told so
			s.must(s.s.Ask(ctx, in, "192.0.2.2"))
			in.Email = strings.ToUpper(in.Email)
		}
		deliver(11)
		for range 3 { // who can read the letter may order again, but three letters in a day are enough
			s.must(s.s.CancelLinked(ctx, s.letter("mere@mail.example", "Confirm")))
			s.must(s.s.Ask(ctx, order(id, 1, 3700), "192.0.2.2"))
		}
		deliver(13)
		s.now = s.now.Add(49 * time.Hour)
		token := linkInLetter.FindStringSubmatch(s.post.taken[0].Body)[1]
		s.refused(s.s.Confirm(ctx, token), apperr.NotFound, "not known")
		_, err := s.s.Forget(ctx)
		s.must(err)
		left, err := store.One(ctx, s.db, store.Value[int], `SELECT count(*) FROM shop_order`)
		if s.must(err); left != 0 {
			s.Errorf("%d orders are left", left)
		}
	})
}

// With many addresses one network holds no more than a few orders unpaid; once one is paid or cancelled another is taken, and
// others are not held up.
func TestANetworkHoldsLittleUnpaid(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(9)
		ask := func(n int, network string) string {
			s.Helper()
			in := order(id, 1, 3700)
			in.Email = fmt.Sprintf("v%d@mail.example", n)
			s.must(s.s.Ask(ctx, in, network))
			return s.letter(in.Email, "Confirm")
		}
		var tokens []string
		for n := range 5 {
			tokens = append(tokens, ask(n, "192.0.2.1"))
			s.must(s.s.Confirm(ctx, tokens[n]))
		}
		sixth := ask(6, "192.0.2.1")
		s.refused(s.s.Confirm(ctx, sixth), apperr.Conflict, "5 orders from the network that you ordered from are not paid yet")
		s.stock(id, 4)
		s.must(s.s.Confirm(ctx, ask(7, "198.51.100.7")))
		s.stock(id, 3)
		s.must(s.s.CancelLinked(ctx, tokens[0]))
		s.must(s.s.Confirm(ctx, sixth))
		s.stock(id, 3)
		left, err := store.One(ctx, s.db, store.Value[int], `SELECT count(*) FROM shop_order WHERE network_key <> '' AND state = 'cancelled'`)
		if s.must(err); left != 0 {
			s.Errorf("%d cancelled orders still say their network", left)
		}
	})
}

// What the treasurer gave up is not packed by itself: someone decides, and no officer about their own.
func TestAnOrderWhoseMoneyIsGivenUp(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(6)
		today := s.now.Date()
		lower := func(at bookshop.OrderID, kind treasury.CreditKind, amount money.Cents) {
			s.Helper()
			s.must(s.clubs.CreditInvoice(ctx, s.treasurer, treasury.CreditInput{Invoice: s.order(at).Invoice, Kind: kind, Amount: amount, Reason: "Given up"}))
		}
		for name, c := range map[string]struct {
			paid         money.Cents
			kind         treasury.CreditKind
			less         money.Cents
			send, decide bool
		}{
			"paid":                       {3700, "", 0, true, false},
			"paid after a lower price":   {3000, treasury.Credited, 700, true, false},
			"written off":                {0, treasury.WriteOff, 3700, false, true},
			"a rest is written off":      {3650, treasury.WriteOff, 50, false, true},
			"credited":                   {0, treasury.Credited, 3700, false, true},
			"part written off, not paid": {0, treasury.WriteOff, 700, false, false},
		} {
			buyer := s.actor("Ana") // someone else each time, whom no credit helps
			at, err := s.s.Order(ctx, buyer, order(id, 1, 3700))
			s.must(err)
			if c.less > 0 {
				lower(at, c.kind, c.less)
			}
			if c.paid > 0 {
				s.pay(s.order(at), c.paid)
			}
			o := s.order(at)
			if o.ToSend() != c.send || o.ToDecide() != c.decide || o.ToPay() == (c.send || c.decide) {
				s.Errorf("%s: to pay %v, to send %v, to decide %v", name, o.ToPay(), o.ToSend(), o.ToDecide())
			}
			if c.decide {
				s.refused(s.s.Send(ctx, s.secretary, at, o.Version, bookshop.SendInput{Day: today}), apperr.Invalid, "anyway: ")
				s.refused(s.s.CancelOwn(ctx, buyer, at, o.Version), apperr.Conflict, "Ask the society to cancel it")
			}
			s.must(s.s.Cancel(ctx, s.secretary, at, o.Version, "Given up"))
			s.stock(id, 6)
		}
		at, err := s.s.Order(ctx, s.secretary, order(id, 1, 3700))
		s.must(err)
		lower(at, treasury.WriteOff, 3700)
		in := bookshop.SendInput{Day: today, Way: "By hand", Anyway: true}
		s.refused(s.s.Send(ctx, s.secretary, at, s.order(at).Version, in), apperr.Forbidden, "your own order, and it was not paid")
		s.must(s.s.Send(ctx, s.treasurer, at, s.order(at).Version, in))
		s.stock(id, 5)
		// Nor an order of which one's own colleague gave up all but a cent; and what was sent without money is not credited to oneself.
		back := bookshop.ReturnInput{Back: []int{1}, Reason: "Mine"}
		s.refused(s.s.Return(ctx, s.secretary, at, s.order(at).Version, back), apperr.Forbidden, "your own order")
		at, err = s.s.Order(ctx, s.secretary, order(id, 1, 3700))
		s.must(err)
		s.pay(s.order(at), 1)
		lower(at, treasury.WriteOff, 3699)
		s.refused(s.s.Send(ctx, s.secretary, at, s.order(at).Version, in), apperr.Forbidden, "your own order")
		s.must(s.s.Send(ctx, s.treasurer, at, s.order(at).Version, in))
	})
}

// Who orders and cancels in turn does not fill the books.
func TestAMemberOrdersSoOftenADay(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(1)
		for range 20 {
			at, err := s.s.Order(ctx, s.member, order(id, 1, 3700))
			s.must(err)
			s.must(s.s.CancelOwn(ctx, s.member, at, s.order(at).Version))
		}
		_, err := s.s.Order(ctx, s.member, order(id, 1, 3700))
		s.refused(err, apperr.TooMany, "You ordered 20 times today")
		s.stock(id, 1)
		s.now = s.now.Add(25 * time.Hour)
		_, err = s.s.Order(ctx, s.member, order(id, 1, 3700))
		s.must(err)
	})
}

// No officer gives themselves money: who ordered is not who cancels or takes back.
func TestOfficersAndTheirOwnOrders(t *testing.T) {
	each(t, func(s *society) {
		id := s.open(3)
		at, err := s.s.Order(ctx, s.secretary, order(id, 1, 3700))
		s.must(err)
		s.pay(s.order(at), 3700)
		s.refused(s.s.Cancel(ctx, s.secretary, at, s.order(at).Version, "Mine"), apperr.Forbidden, "your own order")
		s.must(s.s.Send(ctx, s.secretary, at, s.order(at).Version, bookshop.SendInput{Day: s.now.Date(), Way: "By hand"}))
		in := bookshop.ReturnInput{Back: []int{1}, Reason: "Mine"}
		s.refused(s.s.Return(ctx, s.secretary, at, s.order(at).Version, in), apperr.Forbidden, "your own order")
		for name, do := range map[string]func(a auth.Actor) error{
			"send": func(a auth.Actor) error {
				return s.s.Send(ctx, a, at, 1, bookshop.SendInput{Day: s.now.Date(), Way: "x"})
			},
			"cancel":  func(a auth.Actor) error { return s.s.Cancel(ctx, a, at, 1, "x") },
			"return":  func(a auth.Actor) error { return s.s.Return(ctx, a, at, 1, in) },
			"ask":     func(a auth.Actor) error { return s.s.AskAbout(ctx, a, at, 1) },
			"waiting": func(a auth.Actor) error { _, err := s.s.Waiting(ctx, a); return err },
			"past":    func(a auth.Actor) error { _, _, err := s.s.Past(ctx, a, 1, 10); return err },
			"year":    func(a auth.Actor) error { _, err := s.s.OfYear(ctx, a, 2026); return err },
		} {
			if kind := apperr.KindOf(do(s.president)); kind != apperr.Forbidden {
				s.Errorf("%s as president: %s", name, kind)
			}
			if kind := apperr.KindOf(do(auth.Actor{})); kind != apperr.SignIn {
				s.Errorf("%s without signing in: %s", name, kind)
			}
		}
		s.must(s.s.Return(ctx, s.treasurer, at, s.order(at).Version, in))
		year, err := s.s.OfYear(ctx, s.treasurer, 2026)
		if s.must(err); len(year) != 1 {
			s.Errorf("the year has %+v", year)
		}
	})
}

// The last copy, ordered by many at once: one gets it, the others are told, and nothing is half written.
func TestTheLastCopyIsOrderedOnce(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		run(t, db, func(s *society) {
			id, other := s.open(1), s.added(book("Other"), 10)
			buyers := []auth.Actor{s.treasurer, s.secretary, s.president, s.member, s.actor("Ana"), s.actor("Ben")}
			errs := make([]error, len(buyers))
			var wait sync.WaitGroup
			for i, b := range buyers {
				wait.Add(1)
				go func() {
					defer wait.Done()
					in := order(id, 1, 7200)
					in.Items = []bookshop.Item{{other, 1}, {id, 1}}
					_, errs[i] = s.s.Order(ctx, b, in)
				}()
			}
			wait.Wait()
			got := 0
			for _, err := range errs {
				var known *apperr.Error
				switch {
				case err == nil:
					got++
				case !errors.As(err, &known) || !strings.Contains(err.Error(), "Go for all is sold out"):
					s.Errorf("told %v", err)
				}
			}
			if got != 1 {
				s.Errorf("%d got the last copy", got)
			}
			s.stock(id, 0)
			s.stock(other, 9)
			for query, want := range map[string]int{
				`SELECT count(*) FROM shop_order`: 1, `SELECT count(*) FROM invoice`: 1, `SELECT count(*) FROM shop_stock WHERE why = 'ordered'`: 2,
				`SELECT count(*) FROM mail_letter`: 1, `SELECT count(*) FROM journal_entry`: 1,
			} {
				n, err := store.One(ctx, s.db, store.Value[int], query)
				if s.must(err); n != want {
					s.Errorf("%s: %d, want %d", query, n, want)
				}
			}
			s.balanced(map[ledger.Code]money.Cents{ledger.BookSales: -6000})
		})
	})
}
