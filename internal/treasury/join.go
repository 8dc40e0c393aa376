package treasury

import (
	"context"
	"errors"
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
	Since    members.Since  // since when they were a member already, before the register; zero: not told
}

// Quote is what an application leads to.
type Quote struct {
	Application
	Rules        constitution.Constitution // by which it is worked out
	Price        Price
	Registration members.Registration
	From         civil.Date     // first day of the term
	Family       []members.Term // of those whom a family's payer pays for
}

// Consenting are the new members of a quote, who must have consented, and the words that are said of it.
func (q Quote) Consenting() (people []members.PersonID, wording string) {
	wording = members.ConsentAlone
	if q.Registration.NewMember() {
		people = append(people, q.Person)
	}
	for _, t := range q.Family {
		wording = members.ConsentFamily
		if t.Kind != members.KindRenewal {
			people = append(people, t.Person)
		}
	}
	return people, wording
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
	out, err := quoteFor(ctx, q, a)
	if err != nil {
		return Quote{}, err
	}
	if err := out.Price.PaidByOther(); err != nil {
		return Quote{}, err
	}
	out.From, _ = out.Registration.From(a.Received) // received before the term's end: Check saw to it
	out.Family, err = familyTerms(ctx, q, out)
	return out, err
}

// quoteFor works out price and term of who pays on a day, today or later.
func quoteFor(ctx context.Context, q store.Queryer, a Application) (out Quote, err error) {
	rules, err := governance.Load(ctx, q)
	if err != nil {
		return out, err
	}
	out = Quote{Application: a, Rules: rules.On(a.Received)}
	person, err := members.PersonByID(ctx, q, a.Person)
	if err != nil {
		return out, err
	}
	if !person.Died.IsZero() {
		return out, apperr.New(apperr.Invalid, "It is recorded that %s died on %s.", person.Name, person.Died.Long())
	}
	if out.Registration, err = registration(ctx, q, rules, a, person.Name.String()); err != nil {
		return out, err
	}
	if out.Price, err = PriceOf(ctx, q, a.Person, a.Year); err != nil {
		return out, err
	}
	out.Price.Kind.Why(&out.Registration.Trace)
	return out, nil
}

// registration is the term of one who pays; the refusal says why there is none.
func registration(
	ctx context.Context, q store.Queryer, rules constitution.History, a Application, name string,
) (members.Registration, error) {
	terms, err := members.TermsOf(ctx, q, []members.PersonID{a.Person})
	if err != nil {
		return members.Registration{}, err
	}
	inForce := members.InForce(terms[a.Person])
	if t, found := members.RegisteredTo(rules.On(a.Received).Last(a.Year), inForce); found {
		return members.Registration{}, apperr.UnderRule(
			rule22, "%s is already registered until %s. Choose a later year.", name, t.To.Long(),
		)
	}
	earlier, err := members.EarlierOf(ctx, q, []members.PersonID{a.Person})
	if err != nil {
		return members.Registration{}, err
	}
	joining := members.Joining{
		Received: a.Received, Year: a.Year, Terms: inForce, Earlier: earlier[a.Person], Since: a.Since,
	}
	if err := joining.Check(rules); err != nil {
		return members.Registration{}, err
	}
	return joining.Under(rules), nil
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
		if quote.Price.Amount > 0 {
			if out.Payment, received, err = Receive(ctx, tx, permit, PaymentInput{
				Person: in.Person, Amount: quote.Price.Amount, ReceivedOn: in.Received, Method: in.Method, Reference: in.Reference,
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
		terms := quote.terms()
		for i := range terms {
			terms[i].Payment, terms[i].RecordedAt, terms[i].RecordedBy = int64(out.Payment.ID), s.cases.Now(), actor.Person
		}
		if err := members.InsertTerms(ctx, tx, terms); err != nil {
			return nil, err
		}
		return received.Then(permit.Did("join.person", "person", int64(in.Person), nil, map[string]any{
			"year": in.Year, "from": quote.From, "to": quote.Registration.To, "kind": quote.Registration.Kind,
			"family": len(quote.Family),
		})), nil
	})
	return out, err
}

// terms are the terms that a quote leads to, without what pays for them.
func (q Quote) terms() []members.Term {
	return append([]members.Term{{
		Person: q.Person, Club: q.Club, Year: q.Year, From: q.From, To: q.Registration.To, Kind: q.Registration.Kind,
		Trace: q.Registration.Trace,
	}}, q.Family...)
}

// familyTerms are the terms of those whom a family's payer pays for; who is registered already, or died, has none.
func familyTerms(ctx context.Context, q store.Queryer, of Quote) (out []members.Term, err error) {
	if len(of.Price.For) < 2 {
		return nil, nil
	}
	rules, err := governance.Load(ctx, q)
	if err != nil {
		return nil, err
	}
	people, err := members.People(ctx, q, of.Price.For)
	if err != nil {
		return nil, err
	}
	for _, id := range of.Price.For[1:] { // a family
		p, known := people[id]
		if !known || !p.Died.IsZero() {
			continue
		}
		a := of.Application
		a.Person, a.Since = id, members.Since{}
		g, err := registration(ctx, q, rules, a, p.Name.String())
		var refused *apperr.Error
		if errors.As(err, &refused) {
			continue
		}
		if err != nil {
			return nil, err
		}
		g.Trace.Step(rule22, "Paid with the family’s subscription, by %s", people[of.Person].Name)
		t := members.Term{Person: id, Club: of.Club, Year: of.Year, To: g.To, Kind: g.Kind, Trace: g.Trace}
		if t.From, _ = g.From(of.Received); !t.From.After(t.To) {
			out = append(out, t)
		}
	}
	return out, nil
}

// chargeSubscription makes the invoice of a subscription that was paid at once.
func chargeSubscription(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, q Quote, p Payment,
) (*usecase.Entry, error) {
	text := q.Price.Text(q.Year)
	i, issued, err := issue(ctx, tx, permit, Invoice{
		Party: p.Party(), Day: p.ReceivedOn, Due: p.ReceivedOn, Text: text, Source: FromSubscription, SourceID: int64(p.ID),
		Lines: []InvoiceLine{{Text: text, Amount: p.Amount, Account: q.Price.Income()}},
	})
	if err != nil {
		return nil, err
	}
	settled, err := settleWith(ctx, tx, permit, held{payment: p.ID, party: p.Party(), day: p.ReceivedOn}, i, p.Amount)
	return issued.Then(settled), err
}

// uncharge credits the invoice of a subscription whose payment was reversed, and says whose credit settled a part of it: it is
// theirs again, as no term rests on it.
func uncharge(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, p Payment, reason string,
) (owners []ledger.Party, entry *usecase.Entry, err error) {
	i, found, err := invoiceOf(ctx, tx, FromSubscription, int64(p.ID))
	if err != nil || !found || i.Open() <= 0 {
		return nil, nil, err
	}
	entry, err = credit(ctx, tx, permit, i, Credit{
		Kind: Credited, Amount: i.Open() + i.Paid, Account: i.Lines[0].Account, Day: permit.Now().Date(), Reason: reason,
	})
	if err != nil {
		return nil, nil, err
	}
	owners, err = OwnersOn(ctx, tx, i.ID)
	return owners, entry, err
}

// takeConsent keeps a new member's consent, and refuses one who has not given it
// (Incorporated Societies Act 2022, s 76). Whoever renews has given it before.
func takeConsent(ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, in JoinInput, q Quote) error {
	people, wording := q.Consenting()
	if len(people) == 0 {
		return nil
	}
	if !in.Consented {
		var f apperr.Fields
		f.Add("consent", "A new member must consent to joining. Ask the person first, then tick this.")
		return f.Err()
	}
	var all []members.Consent
	for _, id := range people {
		c := members.StateConsent(actor, now.Date(), wording)
		c.Person = id
		all = append(all, c)
	}
	return members.InsertConsents(ctx, tx, now, all)
}

// PaymentsOf lists what a person paid, the newest first.
func (s *Service) PaymentsOf(ctx context.Context, actor auth.Actor, person members.PersonID) ([]Payment, error) {
	if err := s.cases.Require(actor, auth.ViewOwn, auth.Object{Person: person}); err != nil {
		return nil, err
	}
	all, err := paymentsFor(ctx, s.db, PaymentInput{Person: person})
	for i := range all {
		all[i].Reason = s.seenReason(actor, all[i])
		all[i].Payer = s.seen(actor, all[i].Party(), all[i].Payer)
	}
	return all, err
}

// ReverseOwnIn reverses within tx a payment that a person made for themselves, and with it cancels the term that it paid for.
// Payments on a club's return are taken back by package clubs. What of other credit settles what this one did follows: package
// clubs sees to it, of whose parties are.
func ReverseOwnIn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id PaymentID, reason string,
) (parties []ledger.Party, why string, entry *usecase.Entry, err error) {
	if parties, err = SettledBy(ctx, tx, id); err != nil {
		return nil, "", nil, err
	}
	if why, err = endPaidBy(ctx, tx, permit, id, reason); err != nil {
		return nil, "", nil, err
	}
	p, reversed, err := Reverse(ctx, tx, permit, id, reason)
	if err != nil {
		return nil, "", nil, err
	}
	if p.Person == 0 {
		return nil, "", nil, apperr.New(apperr.Invalid, "This payment was made for a club’s return. Reverse it there.")
	}
	owners, credited, err := uncharge(ctx, tx, permit, p, why)
	return append(parties, owners...), why, reversed.Then(credited), err
}

// endPaidBy cancels within tx the terms of the subscription that a payment paid for at once and still settles, and says why.
func endPaidBy(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id PaymentID, reason string,
) (why string, err error) {
	p, err := paymentByID(ctx, tx, id)
	if err != nil {
		return "", err
	}
	why = p.ReversedWhy(reason)
	pays, err := PaysFor(ctx, tx, id)
	if err != nil || !pays {
		return why, err
	}
	paid, err := members.TermsPaidBy(ctx, tx, int64(id))
	if err != nil {
		return why, err
	}
	return why, members.Correct(ctx, tx, permit.Now(), auth.Actor{Person: permit.Person()}, paid, civil.Date{}, why)
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
