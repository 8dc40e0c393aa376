package bookshop

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// OrderFor is one order, for whoever ordered it and for officers.
func (s *Service) OrderFor(ctx context.Context, actor auth.Actor, id OrderID) (Order, error) {
	if !actor.SignedIn() {
		return Order{}, apperr.New(apperr.SignIn, "Sign in to see this order.")
	}
	o, err := orderByID(ctx, s.db, id)
	if err == nil && (o.Person == 0 || o.Person != actor.Person) && s.cases.Require(actor, auth.KeepBookshop, auth.Object{}) != nil {
		err = errNoOrder()
	}
	return o, err
}

// OwnOrders are the orders of whoever is signed in, the newest first.
func (s *Service) OwnOrders(ctx context.Context, actor auth.Actor) ([]Order, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to see your orders.")
	}
	return ordersOf(ctx, s.db, actor.Person)
}

// Waiting are the orders that are placed and not sent, the oldest first.
func (s *Service) Waiting(ctx context.Context, actor auth.Actor) ([]Order, error) {
	if err := s.cases.Require(actor, auth.KeepBookshop, auth.Object{}); err != nil {
		return nil, err
	}
	return waiting(ctx, s.db)
}

// Past are the orders that were sent or cancelled, the newest first, and how many there are.
func (s *Service) Past(ctx context.Context, actor auth.Actor, page, size int) ([]Order, int, error) {
	if err := s.cases.Require(actor, auth.KeepBookshop, auth.Object{}); err != nil {
		return nil, 0, err
	}
	return past(ctx, s.db, page, size)
}

// OfYear are the orders that were placed in a calendar year, the oldest first, also those that were cancelled.
func (s *Service) OfYear(ctx context.Context, actor auth.Actor, year int) ([]Order, error) {
	if err := s.cases.Require(actor, auth.KeepBookshop, auth.Object{}); err != nil {
		return nil, err
	}
	return ofYear(ctx, s.db, year)
}

// OwnAddress is the postal address of whoever is signed in, as the register has it.
func (s *Service) OwnAddress(ctx context.Context, actor auth.Actor) (string, error) {
	if !actor.SignedIn() || actor.Person == 0 {
		return "", nil
	}
	p, err := members.PersonByID(ctx, s.db, actor.Person)
	return p.Contact.Address, err
}

// PayInto is the account that invoices ask to pay into; "" while it is not known.
func (s *Service) PayInto(ctx context.Context) (string, error) { return payInto(ctx, s.db) }

func payInto(ctx context.Context, q store.Queryer) (string, error) {
	all, err := treasury.BankAccounts(ctx, q)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[0].Number, nil
}

// keep changes an order by an officer, whose version is the one that was shown.
func (s *Service) keep(
	ctx context.Context, actor auth.Actor, id OrderID, version int64,
	do func(*store.Tx, usecase.Permit, Order) (*usecase.Entry, error),
) error {
	permit, err := s.cases.May(actor, auth.KeepBookshop, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		o, err := orderByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if o.Version != version {
			return nil, usecase.Stale("this order", orderObject, int64(id))
		}
		return do(tx, permit, o)
	})
}

// SendInput says that an order was sent. Its fields are day, way and anyway.
type SendInput struct {
	Day    civil.Date
	Way    string
	Anyway bool // although its invoice was written off or credited
}

// Send says that an order was sent, on a day and how.
func (s *Service) Send(ctx context.Context, actor auth.Actor, id OrderID, version int64, in SendInput) error {
	in.Way = oneLine(in.Way)
	return s.keep(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, o Order) (*usecase.Entry, error) {
		switch {
		case o.ToPay():
			return nil, apperr.New(apperr.Conflict, "%s of this order are still to pay. It is sent once they are paid.", o.Bill.Open())
		case o.State != Placed:
			return nil, apperr.New(apperr.Conflict, "This order does not wait to be sent.")
		case o.ToDecide() && o.Person == actor.Person:
			return nil, apperr.New(apperr.Forbidden, "This is your own order, and it was not paid. %s", otherOfficer)
		case o.GivenUp() > 0 && o.Person == actor.Person:
			return nil, apperr.New(apperr.Forbidden, "This is your own order, and not all of it was paid. %s", otherOfficer)
		}
		var f apperr.Fields
		if o.ToDecide() && !in.Anyway {
			f.Add("anyway", "%s of this order were written off or credited, not paid. Tick this to send it anyway, or cancel it.", o.GivenUp())
		}
		if in.Day.Before(o.PlacedAt.Date()) || in.Day.After(s.cases.Today()) {
			f.Add("day", "Enter a day from %s to today.", o.PlacedAt.Date().Long())
		}
		if !isLine(in.Way, MaxNote) {
			f.Add("way", "Say how it was sent, in at most %d letters.", MaxNote)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		did := map[string]any{"day": in.Day, "way": in.Way}
		if o.GivenUp() > 0 {
			did["not_paid"] = o.GivenUp()
		}
		o.State, o.SentOn, o.SentBy = Sent, in.Day, in.Way
		if err := saveOrder(ctx, tx, o); err != nil {
			return nil, err
		}
		return permit.Did("send.shop_order", orderObject, int64(id), nil, did), s.tell(ctx, tx, o, isSent, 0)
	})
}

// AskAbout asks who ordered about an order that is not paid after so many days, once.
func (s *Service) AskAbout(ctx context.Context, actor auth.Actor, id OrderID, version int64) error {
	return s.keep(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, o Order) (*usecase.Entry, error) {
		switch {
		case !o.ToPay():
			return nil, apperr.New(apperr.Conflict, "Nothing of this order is to pay.")
		case !o.AskedOn.IsZero():
			return nil, apperr.New(apperr.Conflict, "They were asked on %s already.", o.AskedOn.Long())
		case !o.ToAsk(s.cases.Today()):
			return nil, apperr.New(apperr.Conflict, "An order is asked about %d days after it was placed, not before.", UnpaidDays)
		case !mailable(o):
			return nil, apperr.New(apperr.Conflict, "No e-mail address is known for this order. Write to the postal address.")
		}
		o.AskedOn = s.cases.Today()
		if err := saveOrder(ctx, tx, o); err != nil {
			return nil, err
		}
		return permit.Did("ask_about.shop_order", orderObject, int64(id), nil, nil), s.tell(ctx, tx, o, askedAbout, 0)
	})
}

// checkReason checks why something is done to an order.
func checkReason(f *apperr.Fields, reason string) {
	if !isLine(reason, MaxNote) {
		f.Add("reason", "Say why, in at most %d letters. Who ordered reads it.", MaxNote)
	}
}

const otherOfficer = "The other officer who keeps the bookshop does this."

// ownOrder refuses an officer who would give themselves money by cancelling: another one does it.
func ownOrder(actor auth.Actor, o Order) error {
	if o.Person == actor.Person && o.Bill.Paid > 0 {
		return apperr.New(apperr.Forbidden, "This is your own order, and it was paid. %s", otherOfficer)
	}
	return nil
}

// Cancel cancels an order before it is sent: what it asks for is credited, and what it held is back in stock. Its field is
// reason.
func (s *Service) Cancel(ctx context.Context, actor auth.Actor, id OrderID, version int64, reason string) error {
	reason = oneLine(reason)
	return s.keep(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, o Order) (*usecase.Entry, error) {
		if err := ownOrder(actor, o); err != nil {
			return nil, err
		}
		var f apperr.Fields
		if checkReason(&f, reason); len(f) > 0 {
			return nil, f.Err()
		}
		return s.cancel(ctx, tx, permit, o, reason, permit.Name())
	})
}

// CancelOwn cancels the order of whoever is signed in, while nothing of it was paid.
func (s *Service) CancelOwn(ctx context.Context, actor auth.Actor, id OrderID, version int64) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to cancel your order.")
	}
	permit, err := s.cases.Allow(actor.By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		o, err := orderByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		switch {
		case o.Person != actor.Person:
			return nil, errNoOrder()
		case o.Version != version:
			return nil, usecase.Stale("this order", orderObject, int64(id))
		}
		return s.cancelOwn(ctx, tx, permit, o)
	})
}

func (s *Service) cancelOwn(ctx context.Context, tx *store.Tx, permit usecase.Permit, o Order) (*usecase.Entry, error) {
	if o.State == Placed && !o.MayCancelOwn() {
		return nil, apperr.New(apperr.Conflict, "Something of this order was paid. Ask the society to cancel it.")
	}
	return s.cancel(ctx, tx, permit, o, "Cancelled by who ordered", "")
}

func (s *Service) cancel(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, o Order, reason, officer string,
) (*usecase.Entry, error) {
	if o.State != Placed {
		return nil, apperr.New(apperr.Conflict, "This order can no longer be cancelled: it was sent or cancelled already.")
	}
	for _, l := range byArticle(o.Lines) {
		a, err := lockArticle(ctx, tx, l.Article)
		if err != nil {
			return nil, err
		}
		if err := shift(ctx, tx, permit, a, Cancelled, l.Quantity, o, officer); err != nil {
			return nil, err
		}
	}
	_, credited, err := s.credit(ctx, tx, permit, o, o.Goods(), o.Postage, "Order cancelled: "+reason)
	if err != nil {
		return nil, err
	}
	paid := o.Bill.Paid
	o.State, o.EndedAt, o.Reason = Ended, permit.Now(), reason
	if err := saveOrder(ctx, tx, o); err != nil {
		return nil, err
	}
	return permit.Did("cancel.shop_order", orderObject, int64(o.ID), nil, map[string]string{"reason": reason}).Then(credited),
		s.tell(ctx, tx, o, isCancelled, paid)
}

// credit credits what an order asks for no longer, and lets what is free settle what else is owed.
func (s *Service) credit(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, o Order, goods, postage money.Cents, reason string,
) (money.Cents, *usecase.Entry, error) {
	given, credited, err := treasury.CreditOrder(ctx, tx, permit, o.Invoice, goods, postage, reason)
	if err != nil {
		return 0, nil, err
	}
	settled, err := clubs.SettleFreed(ctx, tx, permit, "An order was credited", o.Invoice)
	return given, credited.Then(settled), err
}

// ReturnInput is what was sent back of an order. Its fields are back_N for the N-th line, and reason.
type ReturnInput struct {
	Back    []int // of each line
	Stock   bool  // they are sold again
	Postage bool  // the postage is given back as well
	Reason  string
}

// BackField is the name of the field with how many of a line, counted from 0, were sent back.
func BackField(line int) string { return fmt.Sprintf("back_%d", line+1) }

// Return records what was sent back of an order that was sent: it is credited, and back in stock or not.
func (s *Service) Return(ctx context.Context, actor auth.Actor, id OrderID, version int64, in ReturnInput) error {
	in.Reason = oneLine(in.Reason)
	return s.keep(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, o Order) (*usecase.Entry, error) {
		if o.State != Sent {
			return nil, apperr.New(apperr.Conflict, "Only an order that was sent can be sent back.")
		}
		if o.Person == actor.Person { // paid or not: what is credited is no longer owed
			return nil, apperr.New(apperr.Forbidden, "This is your own order. %s", otherOfficer)
		}
		goods, f := in.check(o)
		if err := f.Err(); err != nil {
			return nil, err
		}
		for n, l := range o.Lines {
			o.Lines[n].Returned += in.Back[n]
			if !in.Stock || in.Back[n] == 0 {
				continue
			}
			a, err := lockArticle(ctx, tx, l.Article)
			if err != nil {
				return nil, err
			}
			if err := shift(ctx, tx, permit, a, Returned, in.Back[n], o, permit.Name()); err != nil {
				return nil, err
			}
		}
		var postage money.Cents
		if in.Postage && !o.PostageBack {
			postage, o.PostageBack = o.Postage, true
		}
		given, credited, err := s.credit(ctx, tx, permit, o, goods, postage, "Sent back: "+in.Reason)
		if err != nil {
			return nil, err
		}
		if err := saveReturned(ctx, tx, o); err != nil {
			return nil, err
		}
		if err := saveOrder(ctx, tx, o); err != nil {
			return nil, err
		}
		return permit.Did("return.shop_order", orderObject, int64(id), nil, map[string]any{
			"back": in.Back, "stock": in.Stock, "credited": given, "reason": in.Reason,
		}).Then(credited), s.tell(ctx, tx, o, isReturned, given)
	})
}

// check gives what the articles that were sent back cost.
func (in ReturnInput) check(o Order) (goods money.Cents, f apperr.Fields) {
	if len(in.Back) != len(o.Lines) {
		in.Back = make([]int, len(o.Lines))
	}
	for n, l := range o.Lines {
		if in.Back[n] < 0 || in.Back[n] > l.Quantity-l.Returned {
			f.Add(BackField(n), "Enter a whole number from 0 to %d.", l.Quantity-l.Returned)
			continue
		}
		goods += l.Price * money.Cents(in.Back[n])
	}
	if len(f) == 0 && !slices.ContainsFunc(in.Back, func(n int) bool { return n > 0 }) {
		f.Add(BackField(0), "Say how many were sent back.")
	}
	checkReason(&f, in.Reason)
	return goods, f
}

// keptFor is how many months the name, the address and the e-mail of an order are kept after it was sent or cancelled.
const keptFor = 12

// Forget removes what no one needs any longer. The program runs it every hour.
func (s *Service) Forget(ctx context.Context) (removed int64, err error) {
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		removed, err = forget(ctx, tx, permit.Now(), s.cases.Today().AddMonths(-keptFor))
		if err == nil && removed == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("forget.shop_order", orderObject, 0, nil, map[string]int64{"removed": removed}), err
	})
	return removed, err
}
