package bookshop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// OrderID names an order.
type OrderID int64

// State is how far an order has come. Whether it is paid is its invoice's to say.
type State string

// The states.
const (
	Unconfirmed State = "unconfirmed" // a visitor's, whose address is not confirmed: it holds nothing
	Placed      State = "placed"
	Sent        State = "sent"
	Ended       State = "cancelled"
)

// Order is what someone ordered, at the prices of then.
type Order struct {
	ID          OrderID
	State       State
	Visitor     bool
	Person      members.PersonID // 0 while it is not confirmed
	Name        members.Name
	Address     string
	Email       string
	Place       string
	Grams       int
	Postage     money.Cents
	PostageBack bool
	Member      bool
	Trace       constitution.Trace
	At          civil.Instant
	Expires     civil.Instant
	PlacedAt    civil.Instant // zero: it is not
	Invoice     treasury.InvoiceID
	Bill        treasury.Invoice // as the books have it now
	AskedOn     civil.Date
	SentOn      civil.Date
	SentBy      string
	EndedAt     civil.Instant
	Reason      string
	Lines       []OrderLine
	Version     int64
}

// Number is the order as people name it.
func (o Order) Number() string { return fmt.Sprintf("Order %d", o.ID) }

// Goods is what the articles cost.
func (o Order) Goods() money.Cents { return Offer{Lines: o.Lines}.Goods() }

// Total is what all of it costs.
func (o Order) Total() money.Cents { return o.Goods() + o.Postage }

// ToPay reports whether it is placed and something is still to pay.
func (o Order) ToPay() bool { return o.State == Placed && o.Bill.Open() > 0 }

// ToSend reports whether it is placed and paid.
func (o Order) ToSend() bool { return o.State == Placed && o.Bill.State() == treasury.InvoicePaid }

// ToDecide reports whether it is placed and nothing is to pay, but the money did not come: the treasurer wrote it off or credited
// it. An officer decides whether it is cancelled, or sent anyway.
func (o Order) ToDecide() bool { return o.State == Placed && o.Bill.Open() <= 0 && !o.ToSend() }

// GivenUp is what the treasurer no longer asks for.
func (o Order) GivenUp() money.Cents { return o.Bill.WrittenOff + o.Bill.Credited }

// Returned is how many were sent back, of how many.
func (o Order) Returned() (back, of int) {
	for _, l := range o.Lines {
		back, of = back+l.Returned, of+l.Quantity
	}
	return back, of
}

// UnpaidDays is after how many days an unpaid order is asked about, and is due.
const UnpaidDays = 14

// ToAsk reports whether an unpaid order is to be asked about.
func (o Order) ToAsk(today civil.Date) bool {
	return o.ToPay() && o.AskedOn.IsZero() && !o.PlacedAt.Date().AddDays(UnpaidDays).After(today)
}

// MayCancelOwn reports whether who ordered can still cancel by themselves: while nothing was paid.
func (o Order) MayCancelOwn() bool { return o.ToPay() && o.Bill.Paid == 0 }

// OrderInput is an order as it is sent. Its fields are n_ARTICLE, place, family_name, given_names, email and address.
type OrderInput struct {
	Items   []Item
	Place   string
	Shown   money.Cents // what it was said to cost
	Name    members.Name
	Email   string // of a visitor; the name too
	Address string
}

// Bounds of orders: how often a network sends the form in a day, how often a member orders, how many letters an address gets
// by the form, how many wait unconfirmed, how many one has unpaid, and how many that visitors ordered from one network are.
const (
	formsOfNetwork   = 10
	ordersOfMember   = 20
	lettersToAddress = 3
	mostUnconfirmed  = 300
	MostUnpaid       = 3
	mostOfNetwork    = 5
	confirmWithin    = 48 * time.Hour
	maxAddress       = 400
)

const orderObject = "shop_order"

func (in OrderInput) tidied() OrderInput {
	in.Name.Family, in.Name.Given = oneLine(in.Name.Family), oneLine(in.Name.Given)
	in.Email = strings.TrimSpace(in.Email)
	lines := strings.Split(strings.ReplaceAll(in.Address, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = oneLine(l)
	}
	in.Address = strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
	return in
}

func (in OrderInput) check(f *apperr.Fields, visitor bool) {
	if visitor {
		for _, p := range (members.PersonInput{FamilyName: in.Name.Family, GivenNames: in.Name.Given}).Check() {
			f.Add(p.Name, "%s", p.Message)
		}
		if len(in.Email) > 200 || !mail.ValidAddress(in.Email) {
			f.Add("email", "Enter an e-mail address like aroha@example.nz.")
		}
	}
	hidden := func(r rune) bool { return unicode.IsControl(r) && r != '\n' }
	switch n := utf8.RuneCountInString(in.Address); {
	case in.Address == "":
		f.Add("address", "Enter the postal address to which it is sent.")
	case n > maxAddress || strings.Count(in.Address, "\n") > 6 || strings.ContainsFunc(in.Address, hidden) || !utf8.ValidString(in.Address):
		f.Add("address", "Shorten the address to at most 7 lines and %d letters.", maxAddress)
	}
	if in.Place == "" {
		f.Add("place", "Choose to where it is sent.")
	}
}

// ready works out an order within tx, and refuses one that would cost something else than was shown.
func (s *Service) ready(ctx context.Context, tx *store.Tx, permit usecase.Permit, actor auth.Actor, in OrderInput) (o Order, err error) {
	offer, f, err := s.offer(ctx, tx, actor, in.Items, in.Place)
	if err != nil {
		return o, err
	}
	if in.check(&f, !actor.SignedIn()); len(f) > 0 {
		return o, f.Err()
	}
	if offer.Total() != in.Shown {
		return o, apperr.New(
			apperr.Conflict, "It costs %s now, not %s as the page said: something changed since you opened it. Check it and send it again.",
			offer.Total(), in.Shown,
		)
	}
	return Order{
		Visitor: !actor.SignedIn(), Name: in.Name, Address: in.Address, Email: in.Email, Place: offer.Place, Grams: offer.Grams,
		Postage: offer.Rate.Price, Member: offer.Member, Trace: offer.Trace, At: permit.Now(), Lines: offer.Lines,
	}, nil
}

// Order places the order of someone who is signed in: what is ordered is held for them, and the books ask for it. Errors:
// Invalid with the fields; Conflict where it costs something else now, or where they have too much to pay already.
func (s *Service) Order(ctx context.Context, actor auth.Actor, in OrderInput) (id OrderID, err error) {
	if !actor.SignedIn() {
		return 0, apperr.New(apperr.SignIn, "Sign in to order as a member.")
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return 0, err
	}
	in = in.tidied()
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		p, err := members.PersonByID(ctx, tx, actor.Person)
		if err != nil {
			return nil, err
		}
		in.Name, in.Email = p.Name, p.Contact.Email
		o, err := s.ready(ctx, tx, permit, actor, in)
		if err != nil {
			return nil, err
		}
		o.Person = p.ID
		if err := mayOwe(ctx, tx, o); err != nil {
			return nil, err
		}
		by := fmt.Sprintf("shop-person:%d", p.ID)
		over, err := s.offices.Spare(ctx, tx, map[string]int{by: ordersOfMember})
		if err != nil {
			return nil, err
		}
		if over[by] { // who orders and cancels in turn fills the books
			return nil, apperr.New(apperr.TooMany, "You ordered %d times today. Try again tomorrow.", ordersOfMember)
		}
		if o.ID, err = insertOrder(ctx, tx, o); err != nil {
			return nil, err
		}
		id = o.ID
		return s.place(ctx, tx, permit, o)
	})
	return id, err
}

// mayOwe refuses who has several orders to pay already.
func mayOwe(ctx context.Context, q store.Queryer, o Order) error {
	n, err := countUnpaid(ctx, q, o.Person, auth.EmailKey(o.Email))
	if err == nil && n >= MostUnpaid {
		err = apperr.New(apperr.Conflict, "%d of your orders are not paid yet. Pay or cancel one of them first.", n)
	}
	return err
}

// mayHold refuses a visitor's order while several from the same network are not paid: by many addresses one could hold all that
// is sold.
func mayHold(ctx context.Context, q store.Queryer, id OrderID) error {
	n, err := countHeldByNetwork(ctx, q, id)
	if err == nil && n >= mostOfNetwork {
		err = apperr.New(apperr.Conflict, "%d orders from the network that you ordered from are not paid yet. Nothing was ordered: press this "+
			"again once one of them is paid, or write to the society.", n)
	}
	return err
}

// Sends reports whether letters can be sent: without them only who signs in can order.
func (s *Service) Sends() bool { return s.outbox.Sends() }

// visitor is whoever sends the form, or presses a letter's link.
func (s *Service) visitor() (usecase.Permit, error) {
	return s.cases.Allow(audit.By{Name: "the form of the bookshop"}, nil)
}

// Ask takes the order of a visitor. A letter goes to the address, unless an order of it waits to be confirmed already; until its
// link is pressed nothing is held, and no one is asked for money. Errors: Invalid with the fields; TooMany for a network that sends many, or while very many wait.
func (s *Service) Ask(ctx context.Context, in OrderInput, network string) error {
	if !s.outbox.Sends() {
		return apperr.New(apperr.Invalid, "This site sends no letters. Sign in to order, or write to the society.")
	}
	permit, err := s.visitor()
	if err != nil {
		return err
	}
	in = in.tidied()
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		o, err := s.ready(ctx, tx, permit, auth.Actor{}, in)
		if err != nil {
			return nil, err
		}
		n, ofAddress, err := countUnconfirmed(ctx, tx, auth.EmailKey(o.Email), permit.Now())
		if err != nil {
			return nil, err
		}
		ofNetwork, to := "shop-network:"+digest(network), "shop-address:"+digest(auth.EmailKey(o.Email))
		limits := map[string]int{ofNetwork: formsOfNetwork, to: lettersToAddress}
		if ofAddress > 0 {
			delete(limits, to) // no letter will leave
		}
		over, err := s.offices.Spare(ctx, tx, limits)
		if err != nil {
			return nil, err
		}
		if over[ofNetwork] {
			return nil, apperr.New(apperr.TooMany, "Your network sent this form often today. Try again tomorrow.")
		}
		if over[to] || ofAddress > 0 { // one question is enough, and who asks is not told
			return permit.Did("ask.shop_order", orderObject, 0, nil, map[string]string{"kept": "nothing, the address had its letter"}), nil
		}
		if n >= mostUnconfirmed {
			return nil, apperr.New(apperr.TooMany, "Very many visitors have ordered. Try again tomorrow.")
		}
		o.State, o.Expires = Unconfirmed, permit.Now().Add(confirmWithin)
		if o.ID, err = insertOrder(ctx, tx, o); err != nil {
			return nil, err
		}
		if err := noteNetwork(ctx, tx, o.ID, digest(network)); err != nil {
			return nil, err
		}
		return permit.Did("ask.shop_order", orderObject, int64(o.ID), nil, nil), s.tell(ctx, tx, o, toConfirm, 0)
	})
}

// place holds within tx what an order asks for, and has the books ask for its money. Of what is no longer there the error is a
// Conflict, and nothing is kept.
func (s *Service) place(ctx context.Context, tx *store.Tx, permit usecase.Permit, o Order) (*usecase.Entry, error) {
	var done *usecase.Entry
	var goods []treasury.InvoiceLine
	for _, l := range byArticle(o.Lines) { // always in one order, so that no two wait for each other
		a, err := lockArticle(ctx, tx, l.Article)
		if err != nil {
			return nil, err
		}
		switch {
		case !a.Shown:
			return nil, apperr.New(apperr.Conflict, "%s is no longer sold. Nothing was ordered: order again without it.", a.Title)
		case a.Stock == 0:
			return nil, apperr.New(apperr.Conflict, "%s is sold out since you ordered. Nothing was ordered: order again without it.", a.Title)
		case a.Stock < l.Quantity:
			return nil, apperr.New(apperr.Conflict, "Only %d of %s are left. Nothing was ordered: order fewer.", a.Stock, a.Title)
		}
		if err := shift(ctx, tx, permit, a, Ordered, -l.Quantity, o, ""); err != nil {
			return nil, err
		}
		goods = append(goods, treasury.InvoiceLine{Text: fmt.Sprintf("%d × %s at %s", l.Quantity, l.Title, l.Price), Amount: l.Sum()})
	}
	bill, charged, err := treasury.ChargeOrder(ctx, tx, permit, treasury.OrderBill{
		Person: o.Person, Text: fmt.Sprintf("Bookshop, order %d", o.ID), Goods: goods,
		Postage: treasury.InvoiceLine{Text: "Postage to " + o.Place + ", " + Weight(o.Grams), Amount: o.Postage},
		Due:     permit.Now().Date().AddDays(UnpaidDays),
	})
	if err != nil {
		return nil, err
	}
	o.State, o.Expires, o.PlacedAt, o.Invoice, o.Bill = Placed, civil.Instant{}, permit.Now(), bill.ID, bill
	if err := saveOrder(ctx, tx, o); err != nil {
		return nil, err
	}
	done = permit.Did("place.shop_order", orderObject, int64(o.ID), nil, map[string]any{
		"person": o.Person, "invoice": bill.Number.String(), "total": o.Total(), "member": o.Member,
	}).Then(charged)
	return done, s.tell(ctx, tx, o, isPlaced, 0)
}

func byArticle(lines []OrderLine) []OrderLine {
	out := slices.Clone(lines)
	slices.SortFunc(out, func(a, b OrderLine) int { return int(a.Article - b.Article) })
	return out
}

// shift changes what is there of an article by an order, within tx.
func shift(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, a Article, why Why, by int, o Order, officer string,
) error {
	if err := moveStock(ctx, tx, a.ID, by); err != nil {
		return err
	}
	return insertStock(ctx, tx, a.ID, StockChange{
		Why: why, Change: by, Stock: a.Stock + by, Note: o.Number(), At: permit.Now(), By: officer,
	})
}

// digest is a key of one length by which a limit counts. It hides no network of IPv4: whoever has the
// database can try them all.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}
