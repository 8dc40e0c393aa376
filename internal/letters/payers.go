package letters

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// toldPayer is who paid as whoever it was paid for is told: "" where they paid themselves. A club is not told of whom.
func (p paymentRow) toldPayer() string {
	switch {
	case p.payer.IsZero():
		return ""
	case p.payer.Quiet, p.club != 0 && p.payer.Party.Club == 0:
		return treasury.SomeoneElse
	}
	return p.payer.Name
}

// payersIn are those who paid in the place of others, each with all that came with one transfer.
func (s *Service) payersIn(
	ctx context.Context, q store.Queryer, since civil.Instant, today civil.Date,
) ([]Addressee, error) {
	list, err := paymentsSince(ctx, q, since)
	if err != nil {
		return nil, err
	}
	clubs, err := secretaries(ctx, q, today)
	if err != nil {
		return nil, err
	}
	var people []members.PersonID
	together := map[int64][]paymentRow{}
	for _, p := range list {
		together[p.transfer] = append(together[p.transfer], p)
		people = append(people, p.person, members.PersonID(p.payer.Party.Person))
	}
	known, err := members.People(ctx, q, people)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	for _, p := range list {
		all := together[p.transfer]
		delete(together, p.transfer) // one letter for all of it
		payer := treasury.Payer{}
		var sum money.Cents
		var names []string
		var receipts []treasury.ReceiptNo
		for _, one := range all {
			receipts = append(receipts, one.receipt)
			if !one.payer.IsZero() {
				payer = one.payer
			}
			sum += one.amount
			name := clubs[one.club].name
			if one.person != 0 {
				name = known[one.person].Name.String()
			}
			names = append(names, name)
		}
		if payer.IsZero() {
			continue
		}
		a := Addressee{
			Key: fmt.Sprintf("%s:%d", PaidForOther, p.transfer), Name: payer.Name, Email: payer.Email, Postal: payer.Address,
			Fields: Fields{
				"amount": sum.String(), "received": p.received.Long(), "receipt": treasury.ReceiptsText(receipts),
				"paid_for": strings.Join(names, ", "),
			},
		}
		switch by := payer.Party; {
		case by.Club != 0:
			a.to(clubs[members.ClubID(by.Club)].secretary)
		case by.Person != 0:
			a.to(known[members.PersonID(by.Person)])
		}
		if !payer.Party.IsZero() {
			a.Fields["page"] = fmt.Sprintf("%s/books/payments/%d/receipt.pdf", s.site, p.id)
		}
		if a.Name == "" {
			continue // as of fees
		}
		out = append(out, a)
	}
	return out, nil
}
