package clubs

import (
	"context"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// SettleAccounts lets within tx what members and clubs have as credit settle all that they owe: their invoices, the oldest
// first, and then the fees of clubs' lists, the oldest first. said are payments that were made for them just now. It is the one
// path of money that is free, whichever way it came; why is the reason of terms that begin on another day by it.
func SettleAccounts(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, why string, parties []ledger.Party, said ...treasury.PaymentID,
) (entry *usecase.Entry, err error) {
	for n, p := range parties {
		if p.IsZero() || slices.Contains(parties[:n], p) {
			continue
		}
		invoices, err := treasury.SettleAccount(ctx, tx, permit, p, said...)
		if err != nil {
			return nil, err
		}
		lists, err := settleLists(ctx, tx, permit, ClubID(p.Club), why, said...)
		if err != nil {
			return nil, err
		}
		entry = entry.Then(invoices).Then(lists)
	}
	return entry, nil
}

// SettleFreed is SettleAccounts of whose money settles an invoice, or did until it was lowered.
func SettleFreed(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, why string, id treasury.InvoiceID,
) (*usecase.Entry, error) {
	owners, err := treasury.OwnersOn(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	return SettleAccounts(ctx, tx, permit, why, owners)
}

// settleLists lets what a club has as credit settle the fees of its lists that are open.
func settleLists(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, club ClubID, why string, said ...treasury.PaymentID,
) (entry *usecase.Entry, err error) {
	if club == 0 {
		return nil, nil
	}
	open, err := treasury.OpenReturns(ctx, tx, int64(club))
	if err != nil {
		return nil, err
	}
	for _, id := range open {
		r, err := returnByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		_, done, err := settleFee(ctx, tx, permit, &r, why, said...)
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
	}
	return entry, nil
}

// otherDay is why terms begin on another day when money comes in.
const otherDay = "The full fee came in on another day"

// Take receives a payment that a member or a club made, and lets it settle what they owe, the oldest first. What a club paid
// beyond its other invoices settles the fees of its lists that are open. What is left then settles what whoever paid it owes
// otherwise, and is their credit.
func (s *Service) Take(
	ctx context.Context, actor auth.Actor, in treasury.ReceiveInput,
) (p treasury.Payment, err error) {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return p, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (entry *usecase.Entry, err error) {
		p, entry, err = TakeIn(ctx, tx, permit, in)
		return entry, err
	})
	return p, err
}

// TakeIn is Take within tx.
func TakeIn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in treasury.ReceiveInput,
) (treasury.Payment, *usecase.Entry, error) {
	p, entry, err := treasury.TakeIn(ctx, tx, permit, in)
	if err != nil {
		return p, nil, err
	}
	settled, err := SettleAccounts(ctx, tx, permit, otherDay, []ledger.Party{p.Party(), p.Owner()}, p.ID)
	return p, entry.Then(settled), err
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
		all, entry, err := treasury.TakeTransferIn(ctx, tx, permit, in)
		if err != nil {
			return nil, err
		}
		first = all[0]
		var said []treasury.PaymentID
		parties := make([]ledger.Party, 0, len(all)+1)
		for _, p := range all {
			said, parties = append(said, p.ID), append(parties, p.Party())
		}
		settled, err := SettleAccounts(ctx, tx, permit, otherDay, append(parties, in.Payer.Party), said...)
		return entry.Then(settled), err
	})
	return first, err
}

// CreditInvoice lowers an invoice, with the reason. What of it was paid beyond the rest settles what else those owe who paid it.
func (s *Service) CreditInvoice(ctx context.Context, actor auth.Actor, in treasury.CreditInput) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		entry, err := treasury.CreditIn(ctx, tx, permit, in)
		if err != nil {
			return nil, err
		}
		settled, err := SettleFreed(ctx, tx, permit, "An invoice was lowered", in.Invoice)
		return entry.Then(settled), err
	})
}

// UndoCredit has a credit on an invoice count no longer: it was a mistake. What it freed settles the invoice again.
func (s *Service) UndoCredit(ctx context.Context, actor auth.Actor, in treasury.UndoCreditInput) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return treasury.UndoCreditIn(ctx, tx, permit, in)
	})
}

// DecideUnused gives a subscription that was not used back as a credit, or keeps why it is not given back.
func (s *Service) DecideUnused(ctx context.Context, actor auth.Actor, in treasury.UnusedInput) error {
	permit, err := s.cases.May(actor, auth.KeepBooks, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		id, entry, err := treasury.DecideUnusedIn(ctx, tx, permit, in)
		if err != nil {
			return nil, err
		}
		settled, err := SettleFreed(ctx, tx, permit, "A subscription was given back", id)
		return entry.Then(settled), err
	})
}

// ReverseTaken reverses a payment that was neither on a list nor for a subscription that was paid at once. A list whose fee it
// settled is unpaid again, and its terms are cancelled by correcting rows, as far as no other credit settles it.
func (s *Service) ReverseTaken(ctx context.Context, actor auth.Actor, id treasury.PaymentID, reason string) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		// First: what the payment settles is not moved by another while it is read.
		if err := treasury.HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		parties, err := treasury.SettledBy(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		why, entry, err := treasury.ReverseTakenIn(ctx, tx, permit, id, reason)
		if err != nil {
			return nil, err
		}
		settled, err := SettleAccounts(ctx, tx, permit, why, parties)
		return entry.Then(settled), err
	})
}

// ReverseOwn reverses a payment that a person made for themselves, and with it cancels the term that it paid for. A club's list
// that it settled, where a club paid it, follows.
func (s *Service) ReverseOwn(ctx context.Context, actor auth.Actor, id treasury.PaymentID, reason string) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := treasury.HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		parties, why, entry, err := treasury.ReverseOwnIn(ctx, tx, permit, id, reason)
		if err != nil {
			return nil, err
		}
		settled, err := SettleAccounts(ctx, tx, permit, why, parties)
		return entry.Then(settled), err
	})
}
