package clubs

import (
	"context"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Take receives a payment that a member or a club made, and lets it settle what they owe, the oldest first. What a club paid
// beyond its other invoices settles the fees of its lists that are open; what is left is credit.
func (s *Service) Take(
	ctx context.Context, actor auth.Actor, in treasury.ReceiveInput,
) (p treasury.Payment, err error) {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return p, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (entry *usecase.Entry, err error) {
		if p, entry, err = treasury.TakeIn(ctx, tx, permit, in); err != nil || in.Parts != nil {
			return entry, err
		}
		settled, err := s.SettleOpen(ctx, tx, actor, permit, ClubID(in.Party.Club))
		return entry.Then(settled), err
	})
	return p, err
}

// TakeTransfer receives one transfer for several members or clubs, as Take does for each.
func (s *Service) TakeTransfer(
	ctx context.Context, actor auth.Actor, in treasury.TransferInput,
) (first treasury.Payment, err error) {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return first, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (entry *usecase.Entry, err error) {
		if first, entry, err = treasury.TakeTransferIn(ctx, tx, permit, in); err != nil {
			return nil, err
		}
		for _, part := range in.Parts {
			settled, err := s.SettleOpen(ctx, tx, actor, permit, ClubID(part.Party.Club))
			if err != nil {
				return nil, err
			}
			entry = entry.Then(settled)
		}
		return entry, nil
	})
	return first, err
}

// SettleOpen lets within tx a club's credit settle the fees of its lists that are open, the oldest first; of a member there is
// none.
func (s *Service) SettleOpen(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, club ClubID,
) (*usecase.Entry, error) {
	if club == 0 {
		return nil, nil
	}
	return s.settleOthers(ctx, tx, actor, permit, Return{Club: club}, "The full fee came in on another day")
}

// ReverseTaken reverses a payment that was neither on a list nor for a subscription that was paid at once. A list whose fee it
// settled is unpaid again, and its terms are cancelled by correcting rows.
func (s *Service) ReverseTaken(ctx context.Context, actor auth.Actor, id treasury.PaymentID, reason string) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		affected, err := treasury.ReturnsSettledBy(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		entry, err := treasury.ReverseTakenIn(ctx, tx, permit, id, reason)
		if err != nil {
			return nil, err
		}
		for _, list := range affected {
			r, err := returnByID(ctx, tx, list)
			if err != nil {
				return nil, err
			}
			_, settled, err := s.settleFee(ctx, tx, actor, permit, &r, "A payment was reversed: "+strings.TrimSpace(reason))
			if err != nil {
				return nil, err
			}
			entry = entry.Then(settled)
		}
		return entry, nil
	})
}
