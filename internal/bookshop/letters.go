package bookshop

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

// occasion is what a letter is about.
type occasion string

const (
	toConfirm   occasion = "confirm"
	isPlaced    occasion = "placed"
	askedAbout  occasion = "asked"
	isSent      occasion = "sent"
	isCancelled occasion = "cancelled"
	isReturned  occasion = "returned"
)

func mailable(o Order) bool { return mail.ValidAddress(o.Email) }

// tell writes to who ordered; amount is what was paid of an order that is cancelled, or given back of one that was sent back. A
// member without an address finds it on their page. What was typed is in no letter before the address is confirmed.
func (s *Service) tell(ctx context.Context, tx *store.Tx, o Order, about occasion, amount money.Cents) error {
	if !mailable(o) {
		return nil
	}
	page := fmt.Sprintf("%s/bookshop/orders/%d", s.site, o.ID)
	to := mail.Recipient{Person: int64(o.Person), Name: o.Name.String(), Address: o.Email}
	if o.Visitor {
		page = auth.LinkHere
	}
	if o.State == Unconfirmed {
		to.Name = ""
	}
	subject, body := "", []string{s.society}
	say := func(lines ...string) { body = append(body, lines...) }
	number := strings.ToLower(o.Number()[:1]) + o.Number()[1:]
	switch about {
	case toConfirm:
		subject = "Confirm your order at the bookshop"
		say("Someone, probably you, gave this address to order:", o.lines(),
			"Open this page and press the button to order it:", page,
			"The link works until "+o.Expires.Long()+" "+civil.ZoneWords()+". Nothing is held until then: what is sold out in the meantime cannot be ordered.",
			"If it was not you, do nothing: all of it is forgotten.")
	case isPlaced:
		subject = "Your " + number + " at the bookshop"
		pay, err := s.howToPay(ctx, tx, o)
		if err != nil {
			return err
		}
		say("Kia ora "+o.Name.String(), "You ordered:", o.lines(), pay, "Your order, and how far it is: "+page)
	case askedAbout:
		subject = "Is your " + number + " still wanted?"
		pay, err := s.howToPay(ctx, tx, o)
		if err != nil {
			return err
		}
		say("Kia ora "+o.Name.String(), "You ordered on "+o.PlacedAt.Date().Long()+", and by our books it is not paid yet:", o.lines(), pay,
			"If you do not want it any more, cancel it here: "+page, "Without an answer or the money the society may cancel it.")
	case isSent:
		subject = "Your " + number + " was sent"
		say("Kia ora "+o.Name.String(), fmt.Sprintf("Sent on %s: %s.", o.SentOn.Long(), o.SentBy), o.lines(), "Your order: "+page)
	case isCancelled:
		subject = "Your " + number + " is cancelled"
		say("Kia ora "+o.Name.String(), "Your "+number+" is cancelled: "+o.Reason+".", "Nothing of it is to pay.")
		if amount > 0 {
			say(amount.String() + " that was paid of it is free: it settles what else whoever paid owes the society, and the treasurer pays back what is left. Ask for it.")
		}
	case isReturned:
		subject = "What you sent back of your " + number
		say("Kia ora "+o.Name.String(), "What you sent back has arrived.")
		if amount > 0 {
			say(amount.String() + " of your order is credited: it is no longer owed. If it was paid, it settles what else is owed to the society, and the treasurer pays back what is left: ask for it.")
		}
		say("Your order: " + page)
	}
	l := mail.Letter{
		Key: fmt.Sprintf("order:%d:%s:%s", o.ID, about, rand.Text()), Purpose: "Orders of the bookshop", Subject: subject, To: to,
		Body: strings.Join(body, "\n\n") + "\n",
	}
	if o.Visitor && about != isCancelled {
		l.Link, l.LinkTo = int64(o.ID), mail.ToOrder
	}
	_, err := s.outbox.Queue(ctx, tx, l)
	return err
}

// lines are what an order has, with what it costs.
func (o Order) lines() string {
	var b strings.Builder
	for _, l := range o.Lines {
		fmt.Fprintf(&b, "%d × %s at %s = %s\n", l.Quantity, l.Title, l.Price, l.Sum())
	}
	fmt.Fprintf(&b, "Postage to %s, %s: %s\n", o.Place, Weight(o.Grams), o.Postage)
	fmt.Fprintf(&b, "Total: %s", o.Total())
	return b.String()
}

// howToPay says what is still to pay of a placed order.
func (s *Service) howToPay(ctx context.Context, q store.Queryer, o Order) (string, error) {
	if o.Bill.Open() <= 0 {
		return "Your credit with the society settles it: nothing is to pay.", nil
	}
	account, err := payInto(ctx, q)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("Invoice %s: please pay %s by %s.\nPayment reference, which tells the treasurer what is paid: %s",
		o.Bill.Number, o.Bill.Open(), o.Bill.Due.Long(), o.Bill.Number.Reference())
	if account == "" {
		return text + "\nAsk the treasurer into which account.", nil
	}
	return text + "\nPay into the account " + account + ".", nil
}
