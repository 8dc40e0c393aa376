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

// paidTogether is what one payer paid with one transfer.
type paidTogether struct {
	payer treasury.Payer // zero while all of it is for themselves
	parts []paymentRow
	first int64 // of all of it, also what was reversed since: what it is told of once by
}

// together puts what one payer paid with one transfer together, in the order of the payments. Of a joint account each holder
// paid the own part.
func together(list []paymentRow) (out []*paidTogether) {
	type key struct {
		transfer int64
		by       treasury.Who
	}
	seen := map[key]*paidTogether{}
	for _, p := range list {
		k := key{p.transfer, p.payer.Who(treasury.PartyOf(p.person, int64(p.club)))}
		if seen[k] == nil {
			seen[k] = &paidTogether{first: p.id}
			out = append(out, seen[k])
		}
		if p.reversed {
			continue
		}
		seen[k].parts = append(seen[k].parts, p)
		if !p.payer.IsZero() {
			seen[k].payer = p.payer
		}
	}
	return out
}

// key is what tells the letter to who paid.
func (t *paidTogether) key() string { return fmt.Sprintf("%s:%d", PaidForOther, t.first) }

// coveredElsewhere are the payments of those who paid for others with the same transfer: one letter names all of it, and its
// one receipt. While the program writes of payments by itself and not to who paid for others, it is so of those alone who were
// written to.
func coveredElsewhere(ctx context.Context, q store.Queryer, list []paymentRow) (map[int64]bool, error) {
	var on [2]bool
	for n, o := range []Occasion{PaymentIn, PaidForOther} {
		a, err := about(o)
		if err != nil {
			return nil, err
		}
		x, err := scheduleOf(ctx, q, a)
		if err != nil {
			return nil, err
		}
		on[n] = x.Active
	}
	all := together(list)
	keys := make([]string, len(all))
	for n, t := range all {
		keys[n] = t.key()
	}
	written, err := writtenOf(ctx, q, keys, nil)
	if err != nil {
		return nil, err
	}
	out := map[int64]bool{}
	for _, t := range all {
		for _, p := range t.parts {
			out[p.id] = p.payer.IsZero() && !t.payer.IsZero() && (!on[0] || on[1] || written[t.key()])
		}
	}
	return out, nil
}

// payersIn are those who paid in the place of others, each with all that they paid with one transfer.
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
	for _, p := range list {
		people = append(people, p.person, members.PersonID(p.payer.Party.Person))
	}
	known, err := members.People(ctx, q, people)
	if err != nil {
		return nil, err
	}
	var out []Addressee
	for _, t := range together(list) {
		if t.payer.IsZero() {
			continue
		}
		a := t.addressee(s.site, func(p paymentRow) string {
			if p.person != 0 {
				return known[p.person].Name.String()
			}
			return clubs[p.club].name
		})
		switch by := t.payer.Party; {
		case by.Club != 0:
			a.to(clubs[members.ClubID(by.Club)].secretary)
		case by.Person != 0:
			a.to(known[members.PersonID(by.Person)])
		}
		if a.Name == "" {
			continue // as of fees
		}
		out = append(out, a)
	}
	return out, nil
}

// addressee is who paid, with what the letter says.
func (t *paidTogether) addressee(site string, name func(paymentRow) string) Addressee {
	first := t.parts[0]
	var sum money.Cents
	var names []string
	var receipts []treasury.ReceiptNo
	for _, p := range t.parts {
		sum += p.amount
		names = append(names, name(p))
		receipts = append(receipts, p.receipt)
	}
	a := Addressee{
		Key: t.key(), Name: t.payer.Name, Email: t.payer.Email, Postal: t.payer.Address,
		Fields: Fields{
			"amount": sum.String(), "received": first.received.Long(), "receipt": treasury.ReceiptsText(receipts),
			"paid_for": strings.Join(names, ", "),
		},
	}
	if !t.payer.Party.IsZero() {
		a.Fields["page"] = fmt.Sprintf("%s/books/payments/%d/receipt.pdf", site, first.id)
	}
	return a
}
