package clubs

import (
	"context"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// FeeInput is money that came in from a club.
type FeeInput struct {
	Return     ReturnID     // the return it is for, or 0: the one of Club and Year that waits for it
	Club       ClubID       // with Return 0
	Year       members.Year // with Return 0
	Amount     money.Cents
	ReceivedOn civil.Date
	Method     treasury.Method
	Reference  string
	PaidBy     treasury.Payer     // who paid in the club's place
	Transfer   treasury.PaymentID // the first of the payments that came with the same transfer, or 0
	Into       ledger.Code        // the account that it came in to; "": as the method says
	Line       int64              // of the bank that it stands in, or 0
}

// Settled is what a payment came to.
type Settled struct {
	Return      ReturnID
	Payment     treasury.Payment
	Affiliation Affiliation
}

// ReceiveFee records a payment on a club's return and works out anew whether
// the club is affiliated. A fee may come before the list: the return then
// awaits its list.
func (s *Service) ReceiveFee(ctx context.Context, actor auth.Actor, in FeeInput) (Settled, error) {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return Settled{}, err
	}
	var out Settled
	err = s.cases.Change(ctx, func(tx *store.Tx) (entry *usecase.Entry, err error) {
		out, entry, err = s.ReceiveFeeIn(ctx, tx, actor, permit, in)
		return entry, err
	})
	return out, err
}

// ReceiveFeeIn is ReceiveFee within tx.
func (s *Service) ReceiveFeeIn(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, in FeeInput,
) (out Settled, entry *usecase.Entry, err error) {
	r, err := s.returnForFee(ctx, tx, actor, in)
	if err != nil {
		return out, nil, err
	}
	out.Return = r.ID
	if out.Payment, entry, err = treasury.Receive(ctx, tx, permit, treasury.PaymentInput{
		Return: r.ID, Club: r.Club, Amount: in.Amount, ReceivedOn: in.ReceivedOn, Method: in.Method, Reference: in.Reference,
		PaidBy: in.PaidBy, Transfer: in.Transfer, Into: in.Into, Line: in.Line,
	}); err != nil {
		return out, nil, err
	}
	var settled *usecase.Entry
	if out.Affiliation, settled, err = settleFee(ctx, tx, permit, &r, otherDay, out.Payment.ID); err != nil {
		return out, nil, err
	}
	others, err := SettleAccounts(
		ctx, tx, permit, otherDay, []ledger.Party{out.Payment.Party(), out.Payment.Owner()}, out.Payment.ID,
	)
	return out, entry.Then(settled).Then(others), err
}

// settleFee lets what was paid settle the fee of a list, and works out again where the list stands.
func settleFee(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r *Return, why string, said ...treasury.PaymentID,
) (Affiliation, *usecase.Entry, error) {
	taken, err := treasury.SettleReturn(ctx, tx, permit, r.ID, said...)
	if err != nil {
		return Affiliation{}, nil, err
	}
	a, settled, err := settle(ctx, tx, permit, r, why)
	return a, taken.Then(settled), err
}

// returnForFee finds the return that a payment is for, or starts one.
func (s *Service) returnForFee(ctx context.Context, tx *store.Tx, actor auth.Actor, in FeeInput) (Return, error) {
	if in.Return != 0 {
		r, err := returnByID(ctx, tx, in.Return)
		if err == nil && r.State == Withdrawn {
			err = apperr.New(apperr.Invalid, "This return was withdrawn. Record the payment on the club’s current return.")
		}
		return r, err
	}
	if !in.Year.Valid() {
		var f apperr.Fields
		f.Add("year", "Choose the subscription year the payment is for.")
		return Return{}, f.Err()
	}
	if _, err := ByID(ctx, tx, in.Club); err != nil {
		return Return{}, err
	}
	returns, err := returnsOfClub(ctx, tx, in.Club)
	if err != nil {
		return Return{}, err
	}
	var newest *Return
	for i, r := range returns {
		switch {
		case r.Year != in.Year:
		case r.State == Confirmed && r.FeeComplete.IsZero():
			return r, nil
		case newest == nil:
			newest = &returns[i]
		}
	}
	if newest != nil {
		return *newest, nil
	}
	r := Return{Club: in.Club, Year: in.Year, State: Draft, CreatedAt: s.cases.Now(), CreatedBy: actor.Person, Version: 1}
	r.ID, err = insertReturn(ctx, tx, r)
	return r, err
}

// ReverseFee takes a payment on a return back. If the fee is no longer full,
// the terms that it paid for are cancelled by correcting rows.
func (s *Service) ReverseFee(
	ctx context.Context, actor auth.Actor, id treasury.PaymentID, reason string,
) (Settled, error) {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return Settled{}, err
	}
	var out Settled
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		// First: what the payment settles is not moved by another while it is read.
		if err := treasury.HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		parties, err := treasury.SettledBy(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		p, entry, err := treasury.Reverse(ctx, tx, permit, id, reason)
		if err != nil {
			return nil, err
		}
		if p.Return == 0 {
			return nil, apperr.New(apperr.Invalid, "This payment was not made for a club’s return.")
		}
		out.Return, out.Payment = p.Return, p
		why := p.ReversedWhy(reason)
		others, err := SettleAccounts(ctx, tx, permit, why, parties)
		if err != nil {
			return nil, err
		}
		r, err := returnByID(ctx, tx, p.Return)
		if err != nil {
			return nil, err
		}
		var settled *usecase.Entry
		out.Affiliation, settled, err = settleFee(ctx, tx, permit, &r, why)
		return entry.Then(others).Then(settled), err
	})
	return out, err
}

// Waive records that a row is not charged, with the reason. Before the
// confirmation it counts from the day of the list, afterwards from today.
func (s *Service) Waive(ctx context.Context, actor auth.Actor, ref Ref, id RowID, reason string) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	if err := treasury.CheckReason("reason", reason, "Say why you are waiving the fee.").Err(); err != nil {
		return err
	}
	return s.waive(ctx, actor, permit, ref, id, "waive.fee", func(r Return) Waiver { return s.waiver(r, reason) })
}

// waiver is a waiver given now.
func (s *Service) waiver(r Return, reason string) Waiver {
	w := Waiver{On: s.cases.Today(), Reason: strings.TrimSpace(reason)}
	if r.State.Open() {
		w.On = r.ListReceived
	}
	return w
}

// Unwaive takes a waiver back: the row is charged after all. Once the return
// is confirmed that is no longer possible.
func (s *Service) Unwaive(ctx context.Context, actor auth.Actor, ref Ref, id RowID) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	return s.waive(ctx, actor, permit, ref, id, "charge.fee", func(Return) Waiver { return Waiver{} })
}

func (s *Service) waive(
	ctx context.Context, actor auth.Actor, permit usecase.Permit, ref Ref, id RowID, action string,
	with func(Return) Waiver,
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := returnAt(ctx, tx, ref)
		if err != nil {
			return nil, err
		}
		return s.waiveRows(ctx, tx, actor, permit, r, []RowID{id}, action, with(r))
	})
}

// returnAt reads a return as it was when somebody looked at it.
func returnAt(ctx context.Context, q store.Queryer, ref Ref) (Return, error) {
	r, err := returnByID(ctx, q, ref.Return)
	if err == nil && (r.Version != ref.Version || r.State == Withdrawn) {
		err = errChanged(r.ID)
	}
	return r, err
}

// waiveRows gives rows of a return a waiver, or takes theirs back, and works out again where the return stands.
func (s *Service) waiveRows(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, r Return, ids []RowID, action string, w Waiver,
) (entry *usecase.Entry, err error) {
	if err := saveReturn(ctx, tx, &r); err != nil { // first: two at once do not both read rows that are charged
		return nil, err
	}
	for _, id := range ids {
		done, err := waiveRow(ctx, tx, permit, r, id, action, w)
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
	}
	_, settled, err := settle(ctx, tx, permit, &r, "A fee was waived")
	if err != nil {
		return nil, err
	}
	owners, err := treasury.OwnersOnList(ctx, tx, r.ID)
	if err != nil {
		return nil, err
	}
	others, err := SettleAccounts(ctx, tx, permit, "A fee was waived", owners)
	return entry.Then(settled).Then(others), err
}

// waiveRow gives one row a waiver, or takes it back; what was charged for it is credited.
func waiveRow(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, r Return, id RowID, action string, w Waiver,
) (*usecase.Entry, error) {
	row, err := rowByID(ctx, tx, r.ID, id)
	if err != nil {
		return nil, err
	}
	switch was := row.Waiver; {
	case r.State == Confirmed && row.Charge == 0:
		return nil, apperr.New(apperr.Invalid, "No fee is charged for this row.")
	case r.State == Confirmed && !was.On.IsZero():
		return nil, apperr.New(apperr.Invalid, "The fee for this row is already waived: %s", was.Reason)
	}
	row.Waiver = w
	if err := saveRow(ctx, tx, row); err != nil {
		return nil, err
	}
	waived := permit.Did(action, "club_return", int64(r.ID), nil, map[string]any{
		"row": row.Number, "person": row.Person, "reason": w.Reason,
	})
	if r.State != Confirmed {
		return waived, nil
	}
	credited, err := treasury.WaiveOnReturn(ctx, tx, permit, r.ID, treasury.WaivedFee{
		Row: int64(row.ID), Amount: row.Charge, Day: w.On, Reason: w.Reason,
	})
	return waived.Then(credited), err
}
