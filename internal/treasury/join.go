package treasury

import (
	"context"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Application is somebody who joins or renews by themselves, not on a club's
// list.
type Application struct {
	Person   members.PersonID
	Year     members.Year
	Received civil.Date     // day of the application and of the payment
	Club     members.ClubID // to count with a club that is affiliated already; 0: none
}

// Quote is what an application leads to.
type Quote struct {
	Application
	Rules        constitution.Constitution // by which it is worked out
	Rate         Rate
	Registration members.Registration
	From         civil.Date // first day of the term
}

// Quote works out fee and term of an application, without recording anything.
func (s *Service) Quote(ctx context.Context, actor auth.Actor, a Application) (Quote, error) {
	if err := s.cases.Require(actor, auth.ManageTerms, auth.Object{}); err != nil {
		return Quote{}, err
	}
	return quote(ctx, s.db, s.cases.Today(), a)
}

func quote(ctx context.Context, q store.Queryer, today civil.Date, a Application) (Quote, error) {
	if err := CheckReceived("received_on", a.Received, today).Err(); err != nil {
		return Quote{}, err
	}
	person, err := members.PersonByID(ctx, q, a.Person)
	if err != nil {
		return Quote{}, err
	}
	if !person.Died.IsZero() {
		return Quote{}, apperr.New(apperr.Invalid, "It is recorded that %s died on %s.", person.Name, person.Died.Long())
	}
	terms, err := members.TermsOf(ctx, q, []members.PersonID{a.Person})
	if err != nil {
		return Quote{}, err
	}
	inForce := members.InForce(terms[a.Person])
	rules, err := governance.Load(ctx, q)
	if err != nil {
		return Quote{}, err
	}
	out := Quote{Application: a, Rules: rules.On(a.Received)}
	if t, found := members.RegisteredTo(out.Rules.Last(a.Year), inForce); found {
		return Quote{}, apperr.UnderRule(
			rule22, "%s is already registered until %s. Choose a later year.", person.Name, t.To.Long(),
		)
	}
	earlier, err := members.EarlierOf(ctx, q, []members.PersonID{a.Person})
	if err != nil {
		return Quote{}, err
	}
	joining := members.Joining{Received: a.Received, Year: a.Year, Terms: inForce, Earlier: earlier[a.Person]}
	if err := joining.Check(rules); err != nil {
		return Quote{}, err
	}
	out.Registration = joining.Under(rules)
	if out.Rate, err = RateFor(ctx, q, a.Year); err != nil {
		return Quote{}, err
	}
	out.From, _ = out.Registration.From(a.Received) // received before the term's end: Check saw to it
	return out, nil
}

// JoinInput records an application with its payment.
type JoinInput struct {
	Application
	Method    Method
	Reference string
	PaidBy    Payer       // who paid in the member's place
	Into      ledger.Code // the account that the money came in to; "": as the method says
	Consented bool        // a new member has consented to become one: members.ConsentAlone
}

// Joined is what was recorded.
type Joined struct {
	Quote   Quote
	Payment Payment // zero when the subscription is $0.00
}

// Join registers a person who paid the subscription of the year in full.
func (s *Service) Join(ctx context.Context, actor auth.Actor, in JoinInput) (Joined, error) {
	if err := s.cases.Require(actor, auth.ManageTerms, auth.Object{}); err != nil {
		return Joined{}, err
	}
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return Joined{}, err
	}
	var out Joined
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		quote, err := quote(ctx, tx, s.cases.Today(), in.Application)
		if err != nil {
			return nil, err
		}
		out = Joined{Quote: quote}
		if err := takeConsent(ctx, tx, s.cases.Now(), actor, in, quote); err != nil {
			return nil, err
		}
		var received *usecase.Entry // none of a subscription of $0.00
		if quote.Rate.Amount > 0 {
			if out.Payment, received, err = Receive(ctx, tx, permit, PaymentInput{
				Person: in.Person, Amount: quote.Rate.Amount, ReceivedOn: in.Received, Method: in.Method, Reference: in.Reference,
				PaidBy: in.PaidBy, Into: in.Into,
			}); err != nil {
				return nil, err
			}
			charged, err := chargeSubscription(ctx, tx, permit, quote, out.Payment)
			if err != nil {
				return nil, err
			}
			received = received.Then(charged)
		}
		if err := members.InsertTerms(ctx, tx, []members.Term{{
			Person: in.Person, Club: in.Club, Year: in.Year, From: quote.From, To: quote.Registration.To,
			Kind: quote.Registration.Kind, Trace: quote.Registration.Trace, Payment: int64(out.Payment.ID),
			RecordedAt: s.cases.Now(), RecordedBy: actor.Person,
		}}); err != nil {
			return nil, err
		}
		return received.Then(permit.Did("join.person", "person", int64(in.Person), nil, map[string]any{
			"year": in.Year, "from": quote.From, "to": quote.Registration.To, "kind": quote.Registration.Kind,
		})), nil
	})
	return out, err
}

// chargeSubscription makes the invoice of a subscription that was paid at once.
func chargeSubscription(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, q Quote, p Payment,
) (*usecase.Entry, error) {
	text := "Annual subscription, " + q.Year.String()
	i, issued, err := issue(ctx, tx, permit, Invoice{
		Party: p.Party(), Day: p.ReceivedOn, Due: p.ReceivedOn, Text: text, Source: FromSubscription, SourceID: int64(p.ID),
		Lines: []InvoiceLine{{Text: text, Amount: p.Amount, Account: ledger.OwnFees}},
	})
	if err != nil {
		return nil, err
	}
	settled, err := settleWith(ctx, tx, permit, held{payment: p.ID, party: p.Party(), day: p.ReceivedOn}, i, p.Amount)
	return issued.Then(settled), err
}

// uncharge credits the invoice of a subscription whose payment was reversed.
func uncharge(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, p Payment, reason string,
) (*usecase.Entry, error) {
	i, found, err := invoiceOf(ctx, tx, FromSubscription, int64(p.ID))
	if err != nil || !found || i.Open() <= 0 {
		return nil, err
	}
	return credit(ctx, tx, permit, i, Credit{
		Kind: Credited, Amount: i.Open(), Account: i.Lines[0].Account, Day: permit.Now().Date(), Reason: reason,
	})
}

// takeConsent keeps a new member's consent, and refuses one who has not given it
// (Incorporated Societies Act 2022, s 76). Whoever renews has given it before.
func takeConsent(ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, in JoinInput, q Quote) error {
	if !q.Registration.NewMember() {
		return nil
	}
	if !in.Consented {
		var f apperr.Fields
		f.Add("consent", "A new member must consent to joining. Ask the person first, then tick this.")
		return f.Err()
	}
	c := members.StateConsent(actor, now.Date(), members.ConsentAlone)
	c.Person = in.Person
	return members.InsertConsents(ctx, tx, now, []members.Consent{c})
}

// PaymentsOf lists what a person paid, the newest first.
func (s *Service) PaymentsOf(ctx context.Context, actor auth.Actor, person members.PersonID) ([]Payment, error) {
	if err := s.cases.Require(actor, auth.ViewOwn, auth.Object{Person: person}); err != nil {
		return nil, err
	}
	all, err := paymentsFor(ctx, s.db, PaymentInput{Person: person})
	for i := range all {
		all[i].Payer = s.seen(actor, all[i].Party(), all[i].Payer)
	}
	return all, err
}

// Receipt is what the receipt of a payment says that a person made for
// themselves.
type Receipt struct {
	Payment    Payment
	Rules      constitution.Constitution // of the day of the payment
	Person     members.Person
	Registered bool         // false: the term that was paid for is cancelled
	Term       members.Term // when Registered
	Rate       Rate         // the resolution that set what was paid; zero if none of the year did
	IssuedBy   string       // who recorded the payment; "" for the program
}

// ReceiptOf returns the receipt of a person's own payment, to that person and
// the officers. One that was reversed has none.
func (s *Service) ReceiptOf(
	ctx context.Context, actor auth.Actor, person members.PersonID, id PaymentID,
) (Receipt, error) {
	if err := s.cases.Require(actor, auth.ViewOwn, auth.Object{Person: person}); err != nil {
		return Receipt{}, err
	}
	p, err := paymentByID(ctx, s.db, id)
	switch {
	case err != nil:
		return Receipt{}, err
	case p.Person != person || p.Reverses != 0:
		return Receipt{}, apperr.New(apperr.NotFound, "This person has no such payment.")
	case p.ReversedBy != 0:
		return Receipt{}, apperr.New(
			apperr.NotFound, "The payment %s was reversed, so its receipt is no longer valid.", p.Receipt,
		)
	}
	if err := s.CheckReceipt(actor, p); err != nil {
		return Receipt{}, err
	}
	people, err := members.People(ctx, s.db, []members.PersonID{person, p.RecordedBy})
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{Payment: p, Person: people[person]}
	if r.Rules, err = governance.On(ctx, s.db, p.ReceivedOn); err != nil {
		return Receipt{}, err
	}
	if by, found := people[p.RecordedBy]; found {
		r.IssuedBy = by.Name.String()
	}
	return r, r.addTerm(ctx, s.db)
}

// addTerm reads the term that the payment paid for, and the rate that held when
// it did.
func (r *Receipt) addTerm(ctx context.Context, q store.Queryer) error {
	terms, err := members.TermsOf(ctx, q, []members.PersonID{r.Person.ID})
	if err != nil {
		return err
	}
	var year members.Year
	for _, t := range terms[r.Person.ID] {
		if t.Payment == int64(r.Payment.ID) {
			year = t.Year
		}
	}
	for _, t := range members.InForce(terms[r.Person.ID]) {
		if t.Payment == int64(r.Payment.ID) {
			r.Term, r.Registered = t, true
		}
	}
	rates, err := allRates(ctx, q)
	if err != nil {
		return err
	}
	for _, rate := range rates { // the newest first
		if rate.Year == year && rate.Amount == r.Payment.Amount && !rate.RecordedAt.After(r.Payment.RecordedAt) {
			r.Rate = rate
			break
		}
	}
	return nil
}

// ReverseOwn reverses a payment that a person made for themselves, and with
// it cancels the term that it paid for. Payments on a club's return are taken
// back by package clubs.
func (s *Service) ReverseOwn(ctx context.Context, actor auth.Actor, id PaymentID, reason string) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		p, reversed, err := Reverse(ctx, tx, permit, id, reason)
		if err != nil {
			return nil, err
		}
		if p.Person == 0 {
			return nil, apperr.New(apperr.Invalid, "This payment was made for a club’s return. Reverse it there.")
		}
		terms, err := members.TermsOf(ctx, tx, []members.PersonID{p.Person})
		if err != nil {
			return nil, err
		}
		var paid []members.Term
		for _, t := range members.InForce(terms[p.Person]) {
			if t.Payment == int64(p.ID) {
				paid = append(paid, t)
			}
		}
		why := "Payment " + p.Receipt.String() + " was reversed: " + strings.TrimSpace(reason)
		credited, err := uncharge(ctx, tx, permit, p, why)
		if err != nil {
			return nil, err
		}
		return reversed.Then(credited), members.Correct(ctx, tx, s.cases.Now(), actor, paid, civil.Date{}, why)
	})
}

// CheckReason checks the reason that a person gives for a decision.
func CheckReason(field, reason, ask string) apperr.Fields {
	var f apperr.Fields
	switch n := utf8.RuneCountInString(strings.TrimSpace(reason)); {
	case n == 0:
		f.Add(field, "%s", ask)
	case n > maxText:
		f.Add(field, "Shorten this to %d characters.", maxText)
	}
	return f
}
