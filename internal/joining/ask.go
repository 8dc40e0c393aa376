package joining

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"

	"nzgs/internal/governance"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// askFor asks whoever was accepted for the subscription of this year, by an invoice and a letter. Who is registered for it
// already, or was asked before, is asked for nothing more: the letter says how they stand.
func (s *Service) askFor(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Request, person members.Person, address string,
) (*usecase.Entry, error) {
	today := s.cases.Today()
	c, err := governance.On(ctx, tx, today)
	if err != nil {
		return nil, err
	}
	year := c.YearOf(today)
	until, err := treasury.RegisteredUntil(ctx, tx, person.ID, today, year)
	if err != nil {
		return nil, err
	}
	if !until.IsZero() {
		return nil, s.stands(ctx, tx, r, person, address, "You are registered until "+until.Long()+" already: there is nothing to pay.")
	}
	open, err := treasury.OpenAsked(ctx, tx, person.ID)
	if err != nil {
		return nil, err
	}
	for _, o := range open {
		if o.Year == year {
			return nil, s.stands(ctx, tx, r, person, address, fmt.Sprintf("You were asked for the subscription for %s already: invoice %s, "+
				"with the payment reference %s. Your membership begins once it is paid.", year, o.Bill.Number, o.Bill.Number.Reference()))
		}
	}
	i, q, asked, err := treasury.Ask(ctx, tx, permit, treasury.AskInput{Person: person.ID, Year: year, Club: r.Club})
	if err != nil {
		return nil, err
	}
	return asked, s.bill(ctx, tx, person, address, i, q, accepted(person))
}

func accepted(person members.Person) string {
	return "Kia ora " + person.Name.String() + "\n\nYour request to become a member is accepted."
}

// stands writes to whoever was accepted and is asked for nothing how they stand.
func (s *Service) stands(ctx context.Context, tx *store.Tx, r Request, person members.Person, address, how string) error {
	if !mail.ValidAddress(address) {
		return nil
	}
	_, err := s.outbox.Queue(ctx, tx, mail.Letter{
		Key: fmt.Sprintf("join:%d:stands:%s", r.ID, rand.Text()), Purpose: "Joining the society",
		Subject: "Your request to join " + s.society,
		To:      mail.Recipient{Person: int64(person.ID), Name: person.Name.String(), Address: address},
		Body:    strings.Join([]string{s.society, accepted(person), how}, "\n\n") + "\n",
	})
	return err
}
