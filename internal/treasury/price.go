package treasury

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
)

// Price is what someone pays for a subscription year, and who is registered by it.
type Price struct {
	Amount money.Cents
	Kind   kinds.Standing     // of the person
	Rate   Rate               // the resolution that sets it; zero of a life member
	For    []members.PersonID // whom it is paid for: the person, and the others of the family
	Payer  string             // who pays for this person, by name: then there is nothing to ask; or ""
}

// PriceOf is what a person pays for a year. The error is NoRate when no resolution sets it.
func PriceOf(ctx context.Context, q store.Queryer, person members.PersonID, year members.Year) (Price, error) {
	all, err := kinds.Standings(ctx, q, []members.PersonID{person}, year)
	if err != nil {
		return Price{}, err
	}
	p := Price{Kind: all[person], For: []members.PersonID{person}}
	p.Kind.Person = person
	switch {
	case p.Kind.Is() == kinds.Life:
		return p, nil
	case p.Kind.PaidFor():
		people, err := members.People(ctx, q, []members.PersonID{p.Kind.Payer})
		p.Payer = people[p.Kind.Payer].Name.String()
		return p, err
	case p.Kind.Pays():
		others, err := kinds.FamilyOf(ctx, q, person, year)
		if err != nil {
			return p, err
		}
		p.For = append(p.For, others...)
	}
	p.Rate, err = rateOf(ctx, q, year, p.Kind.Is())
	p.Amount = p.Rate.Amount
	return p, err
}

// PricesOf is what each of some people pays for a year, as PriceOf says it, without the others of a family. Where no
// resolution sets it the amount is 0.
func PricesOf(
	ctx context.Context, q store.Queryer, people []members.PersonID, year members.Year,
) (map[members.PersonID]Price, error) {
	of, err := kinds.Standings(ctx, q, people, year)
	if err != nil {
		return nil, err
	}
	rates, err := KindRates(ctx, q, year)
	if err != nil {
		return nil, err
	}
	each, _, err := FindRate(ctx, q, year)
	if err != nil {
		return nil, err
	}
	var payers []members.PersonID
	for _, s := range of {
		payers = append(payers, s.Payer)
	}
	known, err := members.People(ctx, q, payers)
	if err != nil {
		return nil, err
	}
	out := make(map[members.PersonID]Price, len(people))
	for _, id := range people {
		p := Price{Kind: of[id], For: []members.PersonID{id}, Rate: each}
		p.Kind.Person = id
		if own, found := rates[p.Kind.Is()]; found {
			p.Rate = own
		}
		switch {
		case p.Kind.Is() == kinds.Life:
			p.Rate = Rate{}
		case p.Kind.PaidFor():
			p.Rate, p.Payer = Rate{}, known[p.Kind.Payer].Name.String()
		}
		p.Amount = p.Rate.Amount
		out[id] = p
	}
	return out, nil
}

// rateOf is the rate of a kind in a year: its own, else that of each member.
func rateOf(ctx context.Context, q store.Queryer, year members.Year, kind kinds.Kind) (Rate, error) {
	if kind != kinds.Full {
		r, found, err := findRate(ctx, q, year, kind)
		if err != nil || found {
			return r, err
		}
	}
	return RateFor(ctx, q, year)
}

// Trace explains the price.
func (p Price) Trace(c constitution.Constitution) constitution.Trace {
	t := constitution.Trace{Rule: rule22}
	if p.Rate.ID != 0 {
		t = p.Rate.Trace(c)
	}
	p.Kind.Why(&t)
	switch {
	case p.Kind.Is() == kinds.Life:
		t.Step(rule22, "No subscription is asked of a life member")
	case p.Kind.Is() != kinds.Full && (p.Rate.Kind == kinds.Full || p.Rate.Kind == ""):
		t.Step(rule22, "No resolution sets a rate for %s: the rate of each member", p.Kind.Is().Each())
	case len(p.For) > 1:
		t.Step(rule22, "Paid once for the %d people of the family", len(p.For))
	}
	return t
}

// PaidByOther refuses to ask someone for whom another pays.
func (p Price) PaidByOther() error {
	if p.Payer == "" {
		return nil
	}
	return apperr.New(apperr.Invalid, "The subscription is paid with the family’s, by %s.", p.Payer)
}

// RunsOn reports whether nothing is asked because the membership runs on: of a life member.
func (p Price) RunsOn() bool { return p.Kind.Is() == kinds.Life }

// Text is what the line of an invoice says.
func (p Price) Text(year members.Year) string {
	text := "Annual subscription, " + year.String()
	if k := p.Kind.Is(); k != kinds.Full {
		text += " (" + k.Label() + ")"
	}
	return text
}

// Income is the account that subscriptions of the price count in.
func (p Price) Income() ledger.Code { return IncomeOf(p.Rate.Kind, ledger.OwnFees) }

// incomes are the accounts of kinds with a rate of their own.
var incomes = map[kinds.Kind]ledger.Account{
	kinds.Student: {Code: ledger.StudentFees, Name: "Subscriptions of students", Kind: ledger.Income},
	kinds.Junior:  {Code: ledger.JuniorFees, Name: "Subscriptions of juniors", Kind: ledger.Income},
	kinds.Family:  {Code: ledger.FamilyFees, Name: "Subscriptions of families", Kind: ledger.Income},
}

// IncomeOf is the account that subscriptions at the rate of a kind count in; other: those of each member.
func IncomeOf(kind kinds.Kind, other ledger.Code) ledger.Code {
	if a, own := incomes[kind]; own {
		return a.Code
	}
	return other
}

// openIncomeOf adds the account in which subscriptions at a kind's own rate count, once there is such a rate.
func openIncomeOf(ctx context.Context, tx *store.Tx, kind kinds.Kind) error {
	a, own := incomes[kind]
	if !own {
		return nil
	}
	_, err := accountByCode(ctx, tx, a.Code)
	var none *apperr.Error
	if errors.As(err, &none) && none.Kind == apperr.NotFound {
		return insertAccount(ctx, tx, a)
	}
	return err
}

// KindRates are the rates of a year that kinds of members have of their own.
func KindRates(ctx context.Context, q store.Queryer, year members.Year) (map[kinds.Kind]Rate, error) {
	out := map[kinds.Kind]Rate{}
	for _, k := range kinds.Rated[1:] {
		r, found, err := findRate(ctx, q, year, k)
		if err != nil {
			return nil, err
		}
		if found {
			out[k] = r
		}
	}
	return out, nil
}
