package treasury

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/store"
)

// Receipt is what the receipt of a payment says that a person made for
// themselves.
type Receipt struct {
	Payment    Payment
	Membership bool                      // it is one whole subscription, and nothing else came with it; else ReceiptFor says what for
	Rules      constitution.Constitution // of the day of the payment
	Person     members.Person
	Registered bool         // false: the term that was paid for is cancelled
	Term       members.Term // when Registered
	Rate       Rate         // the resolution that set what was paid; zero if none of the year did
	IssuedBy   string       // who recorded the payment; "" for the program

	ofTerm bool // a term rests or rested on it
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
	if err := r.addTerm(ctx, s.db); err != nil {
		return r, err
	}
	r.Membership, err = r.isMembership(ctx, s.db)
	return r, err
}

// isMembership reports whether a payment, of which a term is or was, settles all of one invoice, and came alone.
func (r *Receipt) isMembership(ctx context.Context, q store.Queryer) (bool, error) {
	if !r.ofTerm {
		return false, nil
	}
	parts, err := settlements(ctx, q, "a.payment_id", int64(r.Payment.ID))
	if err != nil || len(parts) != 1 || parts[0].Invoice == 0 || parts[0].Amount != r.Payment.Amount {
		return false, err
	}
	i, err := invoiceByID(ctx, q, parts[0].Invoice)
	if err != nil || i.Total != r.Payment.Amount {
		return false, err
	}
	together, err := transferred(ctx, q, r.Payment)
	for _, p := range together {
		if p.ID != r.Payment.ID && p.ReversedBy == 0 && samePayer(p.Payment, r.Payment) {
			return false, err
		}
	}
	return true, err
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
			year, r.ofTerm = t.Year, true
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
	of, err := kinds.Standings(ctx, q, []members.PersonID{r.Person.ID}, year)
	if err != nil {
		return err
	}
	for _, rate := range rates { // the newest first
		if rate.Year == year && rate.Amount == r.Payment.Amount && !rate.RecordedAt.After(r.Payment.RecordedAt) {
			if own := rate.Kind == of[r.Person.ID].Is(); r.Rate.ID == 0 || own {
				r.Rate = rate
				if own {
					break
				}
			}
		}
	}
	return nil
}
