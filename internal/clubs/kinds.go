package clubs

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// lookUpKinds reads who of the list is of another kind than full, and at which rates they pay.
func (m *material) lookUpKinds(ctx context.Context, q store.Queryer) (err error) {
	ids := make([]PersonID, 0, len(m.people))
	for id := range m.people {
		ids = append(ids, id)
	}
	if m.kinds, err = kinds.Standings(ctx, q, ids, m.ret.Year); err != nil || len(m.kinds) == 0 || m.rate == nil {
		return err
	}
	m.kindRates, err = treasury.KindRates(ctx, q, m.ret.Year)
	return err
}

// chargeOf is the fee of a row: the rate of the member's kind, and the rate of a family once.
func (m material) chargeOf(l *Line, families map[PersonID]bool) money.Cents {
	if l.Person == nil {
		return m.rate.Amount
	}
	k := m.kinds[l.Person.ID]
	l.Kind = k.Is()
	switch l.Kind {
	case kinds.Full:
		return m.rate.Amount
	case kinds.Life:
		l.find(Caution, "", "A life member: no subscription is asked (%s).", k.Reason)
		return 0
	case kinds.Family:
		payer := l.Person.ID
		if k.PaidFor() {
			payer = k.Payer
		}
		if families[payer] {
			l.find(Caution, "", "Paid with the family’s subscription, which this list has already.")
			return 0
		}
		families[payer] = true
	}
	rate, own := m.kindRates[l.Kind]
	if !own {
		rate = *m.rate
	}
	l.find(Caution, "", "%s: %s (%s).", l.Kind.Label(), rate.Amount, k.Reason)
	return rate.Amount
}

// otherRates is by how much the fees of rows differ in all from the rate of each member, and why.
func (p *Preview) otherRates(m material) {
	counts := map[kinds.Kind]int{}
	sums := map[kinds.Kind]money.Cents{}
	for _, l := range p.Lines {
		if l.charged() && l.Kind != "" && l.Kind != kinds.Full {
			counts[l.Kind]++
			sums[l.Kind] += l.Charge
			p.differ += l.Charge - m.rate.Amount
		}
	}
	for _, k := range kinds.All {
		if counts[k] > 0 {
			text := fmt.Sprintf("%d of them of the kind %s: %s in place of %d × %s", counts[k], k.Label(), sums[k], counts[k], m.rate.Amount)
			if r, own := m.kindRates[k]; own {
				text += "; " + r.Source()
			}
			p.differWhy = append(p.differWhy, text)
		}
	}
}

// invoiceLines are what the invoice of a list is for: the members at the rate of each, and those of each kind with its own.
func (p Preview) invoiceLines(text string) []treasury.InvoiceLine {
	counts := map[kinds.Kind]int{}
	sums := map[kinds.Kind]money.Cents{}
	for _, l := range p.Lines {
		if l.charged() {
			k := l.Kind
			if _, own := p.kindRates[k]; !own {
				k = kinds.Full
			}
			counts[k]++
			sums[k] += l.Charge
		}
	}
	var out []treasury.InvoiceLine
	for _, k := range slices.Concat([]kinds.Kind{kinds.Full}, kinds.Rated[1:]) {
		if sums[k] == 0 {
			continue
		}
		line := treasury.InvoiceLine{Text: text, Amount: sums[k], Account: treasury.IncomeOf(k, ledger.ClubFees)}
		if len(p.differWhy) > 0 {
			line.Text = fmt.Sprintf("%s: %s, %s", text, count(counts[k], "member"), k.Label())
		}
		out = append(out, line)
	}
	return out
}
