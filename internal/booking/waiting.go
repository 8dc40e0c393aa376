package booking

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/treasury"
)

// BankWaits is how many lines of an account wait to be booked.
type BankWaits struct {
	Bank  treasury.BankAccount
	Lines int
}

// Waits counts the lines that wait, of each account that has some.
func (s *Service) Waits(ctx context.Context, actor auth.Actor) ([]BankWaits, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	all, err := treasury.BankAccounts(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var out []BankWaits
	for _, b := range all {
		n, err := countWaiting(ctx, s.db, b.ID)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			out = append(out, BankWaits{b, n})
		}
	}
	return out, nil
}
