package treasury

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury/ledger"
)

// Due is what a member or a club is still to pay, and what they have paid ahead.
type Due struct {
	Open, Credit money.Cents
	Invoices     int // that are open
}

// OwnDue is what the actor is to pay.
func (s *Service) OwnDue(ctx context.Context, actor auth.Actor) (Due, error) {
	return s.due(ctx, actor, ledger.Party{Person: int64(actor.Person)})
}

// DueOfClub is what a club is to pay.
func (s *Service) DueOfClub(ctx context.Context, actor auth.Actor, club members.ClubID) (Due, error) {
	return s.due(ctx, actor, ledger.Party{Club: int64(club)})
}

func (s *Service) due(ctx context.Context, actor auth.Actor, p ledger.Party) (d Due, err error) {
	all, credit, err := s.InvoicesOf(ctx, actor, p)
	for _, i := range all {
		if i.Open() > 0 {
			d.Invoices, d.Open = d.Invoices+1, d.Open+i.Open()
		}
	}
	d.Credit = credit.Own
	return d, err
}
