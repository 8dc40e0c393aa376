package treasury

import (
	"context"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

// paidAtOnce finds the subscription that an invoice is for, where it was paid before it was asked: its terms follow the
// invoice as those of one that was asked for do. While it is being recorded there is none.
func paidAtOnce(ctx context.Context, q store.Queryer, id InvoiceID) (a Asked, found bool, err error) {
	i, err := invoiceByID(ctx, q, id)
	if err != nil || i.Source != FromSubscription {
		return a, false, err
	}
	a = Asked{Person: members.PersonID(i.Party.Person), Invoice: id, Day: i.Day, paid: PaymentID(i.SourceID)}
	records, err := a.records(ctx, q)
	if err != nil {
		return a, false, err
	}
	if own := records[a.Person]; len(own) > 0 { // the first: later ones may be with another club
		a.Year, a.Club, found = own[0].Year, own[0].Club, true
		if own[0].Kind == members.KindRenewal { // also by what was told when it was recorded
			a.since = members.Since{Day: i.Day.AddMonths(-12), Text: "before " + i.Day.Long()}
		}
	}
	terms, err := a.terms(ctx, q)
	a.Begun = len(terms) > 0
	return a, found, err
}

// records are all records of what each person has of a subscription, the oldest first.
func (a Asked) records(ctx context.Context, q store.Queryer) (map[members.PersonID][]members.Record, error) {
	if a.paid != 0 {
		return members.RecordsPaidBy(ctx, q, int64(a.paid))
	}
	return members.RecordsAsked(ctx, q, int64(a.ID))
}

// terms are the terms in force of a subscription.
func (a Asked) terms(ctx context.Context, q store.Queryer) ([]members.Term, error) {
	if a.paid != 0 {
		return members.TermsPaidBy(ctx, q, int64(a.paid))
	}
	return members.TermsAsked(ctx, q, int64(a.ID))
}
