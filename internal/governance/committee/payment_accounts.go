package committee

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// AccountChoice is an account of the books that a form offers.
type AccountChoice struct {
	Code AccountCode
	Name string
}

// Label is the account as a form names it.
func (a AccountChoice) Label() string { return string(a.Code) + " " + a.Name }

// PaymentAccounts are the accounts that a payment out can be counted under, and those that it can leave.
func (s *Service) PaymentAccounts(ctx context.Context, actor auth.Actor) (under, from []AccountChoice, err error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, nil, err
	}
	all, err := treasury.Accounts(ctx, s.db)
	for _, a := range all {
		c := AccountChoice{a.Code, a.Name}
		if treasury.TakesPayments(a) {
			under = append(under, c)
		}
		if treasury.PaysOut(a) {
			from = append(from, c)
		}
	}
	return under, from, err
}

// CountedUnder is the account that a payment is counted under; "" of a refund, which changes what its member or club owes.
func (p Payment) CountedUnder() AccountCode {
	switch {
	case !p.Refund.IsZero():
		return ""
	case p.Account == "":
		return ledger.OtherExpenses
	}
	return p.Account
}
