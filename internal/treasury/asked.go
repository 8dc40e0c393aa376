package treasury

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// AskedID names a subscription that someone is asked to pay.
type AskedID int64

// Asked is a subscription that someone is asked to pay. The terms begin once its invoice is paid, by the rule and the day of
// the money; they are cancelled when it is no longer.
type Asked struct {
	ID      AskedID
	Person  members.PersonID // who is asked, and for a family pays for it
	Year    members.Year
	Club    members.ClubID
	Invoice InvoiceID
	Day     civil.Date
	Begun   bool
	Stuck   string // why there is no term though it is paid

	paid  PaymentID     // of one that was paid at once and not asked for
	since members.Since // of it: they were a member already then
}

// AskInput asks someone for a subscription.
type AskInput struct {
	Person members.PersonID
	Year   members.Year
	Club   members.ClubID
}

// Ask asks within tx for the subscription of a year by an invoice, which the credit of whoever is asked settles at once. No
// one is asked twice: the refusal names the invoice that is open.
func Ask(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in AskInput,
) (i Invoice, q Quote, entry *usecase.Entry, err error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return i, q, nil, err
	}
	today := permit.Now().Date()
	q, err = quoteFor(ctx, tx, Application{Person: in.Person, Year: in.Year, Received: today, Club: in.Club})
	if err != nil {
		return i, q, nil, err
	}
	if err := q.Price.askable(); err != nil {
		return i, q, nil, err
	}
	open, err := OpenAsked(ctx, tx, in.Person)
	if err != nil {
		return i, q, nil, err
	}
	for _, o := range open {
		if o.Year == in.Year {
			return i, q, nil, apperr.New(
				apperr.Conflict, "The subscription for %s was asked for already: invoice %s is open.", in.Year, o.Bill.Number,
			)
		}
	}
	text := q.Price.Text(in.Year)
	i, entry, err = issue(ctx, tx, permit, Invoice{
		Party: ledger.Party{Person: int64(in.Person)}, Day: today, Due: today.AddDays(DaysToPay), Text: text, Source: FromHand,
		Lines: []InvoiceLine{{Text: text, Amount: q.Price.Amount, Account: q.Price.Income()}},
	})
	if err != nil {
		return i, q, nil, err
	}
	a := Asked{Person: in.Person, Year: in.Year, Club: in.Club, Invoice: i.ID, Day: today}
	if a.ID, err = insertAsked(ctx, tx, a); err != nil {
		return i, q, nil, err
	}
	entry = entry.Then(permit.Did("ask.subscription", "person", int64(in.Person), nil, map[string]any{
		"year": in.Year, "invoice": i.Number.String(), "amount": q.Price.Amount,
	}))
	settled, err := takeCredit(ctx, tx, permit, i, using{})
	if err != nil {
		return i, q, nil, err
	}
	i, err = invoiceByID(ctx, tx, i.ID)
	return i, q, entry.Then(settled), err
}

// askable refuses to ask for what no one has to pay.
func (p Price) askable() error {
	if err := p.PaidByOther(); err != nil {
		return err
	}
	if p.Amount == 0 && p.Rate.ID == 0 {
		return apperr.UnderRule(rule22, "No subscription is asked of a life member: the membership runs on.")
	}
	if p.Amount == 0 {
		return apperr.UnderRule(rule22, "The subscription of the year is %s. The treasurer records the membership.", money.Cents(0))
	}
	return nil
}

// followAsked writes the terms of a subscription when its invoice is paid, and cancels them when it is no longer.
func followAsked(ctx context.Context, tx *store.Tx, permit usecase.Permit, id InvoiceID) (*usecase.Entry, error) {
	a, found, err := askedBy(ctx, tx, id)
	if err == nil && !found {
		a, found, err = paidAtOnce(ctx, tx, id)
	}
	if err != nil || !found {
		return nil, err
	}
	paid, day, payment, err := paidInFull(ctx, tx, permit, id)
	switch {
	case err != nil:
		return nil, err
	case paid && !a.Begun:
		return a.begin(ctx, tx, permit, civil.Later(day, a.Day), payment)
	case !paid && a.Begun:
		return a.cancel(ctx, tx, permit)
	case !paid && a.Stuck != "":
		a.Stuck = ""
		return nil, saveAsked(ctx, tx, a)
	}
	return nil, nil
}

// paidInFull reports whether an invoice is paid, or waived: not what was merely credited or written off; with the day on
// which it was, and the payment that came last.
func paidInFull(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id InvoiceID,
) (paid bool, day civil.Date, payment PaymentID, err error) {
	i, err := invoiceByID(ctx, tx, id)
	if err != nil || i.Open() > 0 || i.WrittenOff > 0 {
		return false, day, 0, err
	}
	credits, err := creditsOf(ctx, tx, id)
	if err != nil {
		return false, day, 0, err
	}
	for _, c := range credits {
		if c.Kind == Waived && c.Undone.IsZero() {
			paid, day = true, civil.Later(day, c.Day)
		}
	}
	all, err := settlements(ctx, tx, "a.invoice_id", int64(id))
	for _, t := range all {
		if t.Amount > 0 {
			paid, day, payment = true, civil.Later(day, t.Day), t.Payment
		}
	}
	if today := permit.Now().Date(); day.After(today) {
		day = today
	}
	return paid && (i.Paid > 0 || payment == 0), day, payment, err
}

// begin writes the terms by the rule and the day of the money. Where the rule gives none, because the year is over, or they
// are registered otherwise, the treasurer is told.
func (a Asked) begin(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, day civil.Date, payment PaymentID,
) (*usecase.Entry, error) {
	q, err := quoteFor(ctx, tx, Application{
		Person: a.Person, Year: a.Year, Received: day, Club: a.Club, Since: a.since,
	})
	var refused *apperr.Error
	if errors.As(err, &refused) {
		a.Stuck = refused.Message
		return permit.Did("hold.subscription", "person", int64(a.Person), nil, map[string]any{
			"year": a.Year, "why": refused.Message,
		}), saveAsked(ctx, tx, a)
	}
	if err != nil {
		return nil, err
	}
	q.From, _ = q.Registration.From(day) // the day is not after the term's end: quoteFor saw to it
	if q.Family, err = familyTerms(ctx, tx, q); err != nil {
		return nil, err
	}
	terms, err := a.asBefore(ctx, tx, q.terms())
	if err != nil {
		return nil, err
	}
	if len(terms) == 0 {
		a.Stuck = "It was cancelled before it was paid again. Credit the invoice, or correct the membership."
		return permit.Did("hold.subscription", "person", int64(a.Person), nil, map[string]any{
			"year": a.Year, "why": a.Stuck,
		}), saveAsked(ctx, tx, a)
	}
	for i := range terms {
		terms[i].Asked, terms[i].Payment = int64(a.ID), int64(payment)
		if a.paid != 0 {
			terms[i].Payment = int64(a.paid)
		}
		terms[i].RecordedAt, terms[i].RecordedBy = permit.Now(), permit.Person()
	}
	if err := members.InsertTerms(ctx, tx, terms); err != nil {
		return nil, err
	}
	a.Begun, a.Stuck = true, ""
	return permit.Did("join.person", "person", int64(a.Person), nil, map[string]any{
		"year": a.Year, "from": q.From, "to": q.Registration.To, "kind": q.Registration.Kind, "family": len(q.Family),
	}), saveAsked(ctx, tx, a)
}

// cancel cancels the terms of a subscription that is no longer paid.
func (a Asked) cancel(ctx context.Context, tx *store.Tx, permit usecase.Permit) (*usecase.Entry, error) {
	terms, err := a.terms(ctx, tx)
	if err != nil {
		return nil, err
	}
	actor := auth.Actor{Person: permit.Person()}
	if err := members.CancelByStanding(ctx, tx, permit.Now(), actor, terms, noLongerPaid); err != nil {
		return nil, err
	}
	a.Begun = false
	return permit.Did("unpaid.subscription", "person", int64(a.Person), nil, map[string]any{
		"year": a.Year, "terms": len(terms),
	}), saveAsked(ctx, tx, a)
}

// OpenBill is an asked subscription with its invoice.
type OpenBill struct {
	Asked
	Bill Invoice
}

// Offer is a year for which someone can pay now, with what it leads to if the money came today.
type Offer struct {
	Quote
	Year members.Year
}

// OffersOf are the years for which a person can be asked today, the earlier first; why says to them where there is none.
func OffersOf(ctx context.Context, q store.Queryer, person members.PersonID, today civil.Date, current members.Year) (
	out []Offer, why string, err error,
) {
	until, err := RegisteredUntil(ctx, q, person, today, current)
	if err != nil {
		return nil, "", err
	}
	if !until.IsZero() {
		why = "You are registered until " + until.Long() + "."
	}
	for year := current; year <= current+1; year++ {
		quote, err := quoteFor(ctx, q, Application{Person: person, Year: year, Received: today})
		if err == nil {
			err = quote.Price.askable()
		}
		var refused *apperr.Error
		if errors.As(err, &refused) {
			if why == "" { // that of the year that runs
				why = refused.Cited()
			}
			continue
		}
		if err != nil {
			return nil, "", err
		}
		quote.From, _ = quote.Registration.From(today)
		out = append(out, Offer{Quote: quote, Year: year})
	}
	return out, why, nil
}

// RegisteredUntil is the last day of a person's term that reaches the end of a year; zero if none does.
func RegisteredUntil(
	ctx context.Context, q store.Queryer, person members.PersonID, today civil.Date, year members.Year,
) (civil.Date, error) {
	c, err := governance.On(ctx, q, today)
	if err != nil {
		return civil.Date{}, err
	}
	terms, err := members.TermsOf(ctx, q, []members.PersonID{person})
	t, _ := members.RegisteredTo(c.Last(year), members.InForce(terms[person]))
	return t.To, err
}

// AskedFor lists the subscriptions that were asked for and are not paid, or are stuck, for the treasurer.
func (s *Service) AskedFor(ctx context.Context, actor auth.Actor) ([]OpenBill, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	return waitingAsked(ctx, s.db)
}
