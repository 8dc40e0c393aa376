package treasury

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// allocate lets a part of a payment settle an invoice, or below zero frees it again. Where the payer is another than who
// owes the invoice, an entry moves the credit from one to the other.
func allocate(ctx context.Context, tx *store.Tx, permit usecase.Permit, t Settlement) (*usecase.Entry, error) {
	id, err := insertAllocation(ctx, tx, permit, t)
	if err != nil {
		return nil, err
	}
	did := permit.Did("settle.invoice", "payment", int64(t.Payment), nil, map[string]any{
		"invoice": t.Number.String(), "receipt": t.Receipt.String(), "amount": t.Amount,
	})
	followed, err := followAsked(ctx, tx, permit, t.Invoice)
	if err != nil {
		return nil, err
	}
	did = did.Then(followed)
	if t.Payer == t.Party {
		return did, nil
	}
	day, err := OpenDay(ctx, tx, t.Day)
	if err != nil {
		return nil, err
	}
	booked, err := Book(ctx, tx, permit, ledger.Entry{
		Day: day, Text: fmt.Sprintf("%s settles %s", t.Receipt, t.Number), Document: ledger.OfTransfer, DocumentID: id,
		Lines: []ledger.Line{
			{Account: t.Payer.Owes(), Amount: t.Amount, Party: t.Payer},
			{Account: t.Party.Owes(), Amount: -t.Amount, Party: t.Party},
		},
	})
	return did.Then(booked), err
}

// settleWith lets a part of a credit settle an invoice: on the day on which both were there.
func settleWith(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, h held, i Invoice, part money.Cents,
) (*usecase.Entry, error) {
	p, err := paymentByID(ctx, tx, h.payment)
	if err != nil {
		return nil, err
	}
	return allocate(ctx, tx, permit, Settlement{
		Payment: h.payment, Receipt: p.Receipt, Invoice: i.ID, Number: i.Number, Payer: h.party, Party: i.Party, Amount: part,
		Day: civil.Later(h.day, i.Day),
	})
}

// freeExcess frees what settles an invoice beyond what is to pay, the latest payment first.
func freeExcess(ctx context.Context, tx *store.Tx, permit usecase.Permit, id InvoiceID) (*usecase.Entry, error) {
	i, err := invoiceByID(ctx, tx, id)
	if err != nil || i.Open() >= 0 {
		return nil, err
	}
	return free(ctx, tx, permit, "a.invoice_id", int64(id), -i.Open())
}

// free takes back up to so much of what stands between payments and invoices.
func free(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, column string, id int64, most money.Cents,
) (entry *usecase.Entry, err error) {
	all, err := settlements(ctx, tx, column, id)
	if err != nil {
		return nil, err
	}
	for _, t := range slices.Backward(all) {
		part := min(t.Amount, most)
		if part <= 0 || t.Invoice == 0 {
			continue
		}
		most -= part
		t.Amount, t.Day = -part, permit.Now().Date()
		done, err := allocate(ctx, tx, permit, t)
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
	}
	return entry, nil
}

// SettleInput lets a credit settle invoices. Its field is amount_N for invoice N.
type SettleInput struct {
	Payment PaymentID
	Parts   map[InvoiceID]money.Cents
}

// Settle lets what is left of a payment settle invoices, of the payer or of others: one payment for several invoices, a
// parent's or an employer's for a member's. The fee of a club's list is settled through the list (package clubs).
func (s *Service) Settle(ctx context.Context, actor auth.Actor, in SettleInput) error {
	permit, err := s.cases.May(actor, auth.RecordPayment, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := HoldBooks(ctx, tx); err != nil {
			return nil, err
		}
		return settleParts(ctx, tx, permit, in)
	})
}

func settleParts(ctx context.Context, tx *store.Tx, permit usecase.Permit, in SettleInput) (*usecase.Entry, error) {
	h, err := heldOf(ctx, tx, in.Payment)
	if err != nil {
		return nil, err
	}
	var f apperr.Fields
	var entry *usecase.Entry
	ids := make([]InvoiceID, 0, len(in.Parts))
	for id := range in.Parts {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	left := h.left
	for _, id := range ids {
		part, field := in.Parts[id], fmt.Sprintf("amount_%d", id)
		i, err := invoiceByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		switch {
		case part < 0:
			f.Add(field, "Enter an amount above zero, or leave it empty.")
		case i.Source == FromReturn:
			f.Add(field, "This is the fee of a club’s list. Record the payment on the list.")
		case part > i.Open():
			f.Add(field, "%s is still to pay on %s. Enter that or less; what is beyond it stays credit.", i.Open(), i.Number)
		case part > left:
			f.Add(field, "Only %s of the payment is left. Enter that or less.", left)
		case part > 0 && len(f) == 0:
			done, err := settleWith(ctx, tx, permit, h, i, part)
			if err != nil {
				return nil, err
			}
			entry = entry.Then(done)
		}
		left -= part
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if entry == nil {
		return nil, usecase.ErrSame
	}
	return entry, nil
}

// heldOf is what is left of one payment.
func heldOf(ctx context.Context, q store.Queryer, id PaymentID) (held, error) {
	p, err := paymentByID(ctx, q, id)
	if err != nil {
		return held{}, err
	}
	if p.Reverses != 0 || p.ReversedBy != 0 {
		return held{}, apperr.New(apperr.Invalid, "This payment was reversed.")
	}
	h := held{payment: id, ret: p.Return, party: p.Party(), owner: p.Owner(), left: p.Amount, day: p.ReceivedOn}
	parts, err := settlements(ctx, q, "a.payment_id", int64(id))
	for _, t := range parts {
		h.left -= t.Amount
	}
	return h, err
}

// Credits is what counts towards the fee of each return, in the order of the payments: payments on it without what of them
// settles something else, and what of other payments settles its fee.
type Credits map[ReturnID][]Counted

// Counted is money that counts towards a fee since a day. What is freed of it counted too until a waiver took its place, or was
// beyond the fee.
type Counted struct {
	Day           civil.Date
	Amount, Freed money.Cents
}

// CreditsOn reads what counts towards the fee of each of the returns.
func CreditsOn(ctx context.Context, q store.Queryer, returns []ReturnID) (Credits, error) {
	payments, err := PaymentsOn(ctx, q, returns)
	if err != nil {
		return nil, err
	}
	elsewhere := map[PaymentID]money.Cents{}
	from := Credits{}
	for chunk := range slices.Chunk(returns, store.MaxIn) {
		all, err := moved(ctx, q, chunk)
		if err != nil {
			return nil, err
		}
		for _, m := range all {
			if slices.Contains(chunk, m.from) {
				elsewhere[m.payment] += m.amount
			}
			if slices.Contains(chunk, m.to) {
				from[m.to] = append(from[m.to], Counted{m.day, m.amount, m.freed})
			}
		}
	}
	out := Credits{}
	for _, id := range returns {
		for _, p := range Standing(payments[id]) {
			out[id] = append(out[id], Counted{p.ReceivedOn, p.Amount - elsewhere[p.ID], elsewhere[p.ID]})
		}
		out[id] = append(out[id], from[id]...)
	}
	return out, nil
}

// ReturnFee is the fee of a club's list that was confirmed.
type ReturnFee struct {
	Return  ReturnID
	Club    int64
	Day     civil.Date // on which the list was received
	Text    string
	Fee     money.Cents
	Lines   []InvoiceLine // that come to the fee; none: it is one line
	Waivers []WaivedFee
}

// WaivedFee is what was waived for a row of a list.
type WaivedFee struct {
	Row    int64
	Amount money.Cents
	Day    civil.Date
	Reason string
}

// ChargeReturn makes within tx the invoice for a confirmed list, credits what was waived, and lets settle it what was
// paid for it and what the club has as credit.
func ChargeReturn(ctx context.Context, tx *store.Tx, permit usecase.Permit, fee ReturnFee) (*usecase.Entry, error) {
	if fee.Fee == 0 {
		return nil, nil
	}
	lines := fee.Lines
	if len(lines) == 0 {
		lines = []InvoiceLine{{Text: fee.Text, Amount: fee.Fee, Account: ledger.ClubFees}}
	}
	i, entry, err := issue(ctx, tx, permit, Invoice{
		Party: ledger.Party{Club: fee.Club}, Day: fee.Day, Due: permit.Now().Date().AddDays(DaysToPay), Text: fee.Text,
		Source: FromReturn, SourceID: int64(fee.Return), Lines: lines,
	})
	if err != nil {
		return nil, err
	}
	for _, w := range fee.Waivers {
		done, err := credit(ctx, tx, permit, i, Credit{
			Kind: Waived, Amount: w.Amount, Account: ledger.FeesWaived, Day: w.Day, Reason: w.Reason, Row: w.Row,
		})
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
		i.Credited += w.Amount
	}
	settled, err := takeCredit(ctx, tx, permit, i, using{list: fee.Return})
	return entry.Then(settled), err
}

// WaiveOnReturn credits within tx what was waived of the fee of a confirmed list.
func WaiveOnReturn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id ReturnID, w WaivedFee,
) (*usecase.Entry, error) {
	i, found, err := invoiceOf(ctx, tx, FromReturn, int64(id))
	if err != nil || !found {
		return nil, err
	}
	return credit(ctx, tx, permit, i, Credit{
		Kind: Waived, Amount: w.Amount, Account: ledger.FeesWaived, Day: w.Day, Reason: w.Reason, Row: w.Row,
	})
}

// SettleReturn lets within tx the club's credit settle what is open of the fee of a confirmed list; said are payments that were
// made for the club just now, by whomever.
func SettleReturn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id ReturnID, said ...PaymentID,
) (*usecase.Entry, error) {
	i, found, err := invoiceOf(ctx, tx, FromReturn, int64(id))
	if err != nil || !found {
		return nil, err
	}
	return takeCredit(ctx, tx, permit, i, using{list: id, said: said})
}

// OpenReturns are the lists of a club whose fee is not settled, the oldest first.
func OpenReturns(ctx context.Context, q store.Queryer, club int64) ([]ReturnID, error) {
	all, err := invoices(ctx, q, InvoiceFilter{Party: ledger.Party{Club: club}, Owing: true})
	var out []ReturnID
	for _, i := range slices.Backward(all) {
		if i.Source == FromReturn && i.Open() > 0 {
			out = append(out, ReturnID(i.SourceID))
		}
	}
	return out, err
}

// SettledBy are whose invoices a payment settles.
func SettledBy(ctx context.Context, q store.Queryer, id PaymentID) (out []ledger.Party, err error) {
	all, err := settlements(ctx, q, "a.payment_id", int64(id))
	for _, t := range all {
		out = append(out, t.Party)
	}
	return distinct(out), err
}

// ReadInvoices reads the invoices that a filter asks for, all pages of them, the newest first.
func ReadInvoices(ctx context.Context, q store.Queryer, f InvoiceFilter) ([]Invoice, error) {
	f.Page = Page{}
	return invoices(ctx, q, f)
}

// InvoicesNumbered reads those that have one of the numbers.
func InvoicesNumbered(ctx context.Context, q store.Queryer, numbers []ledger.InvoiceNo) (out []Invoice, err error) {
	for chunk := range slices.Chunk(numbers, store.MaxIn) {
		ids, err := invoiceIDs(ctx, q, chunk)
		if err != nil {
			return nil, err
		}
		for some := range slices.Chunk(ids, store.MaxIn) {
			read, err := invoices(ctx, q, InvoiceFilter{ids: some})
			if err != nil {
				return nil, err
			}
			out = append(out, read...)
		}
	}
	return out, nil
}

// ReturnOf is the club's list whose fee an invoice is; false for another invoice.
func ReturnOf(ctx context.Context, q store.Queryer, id InvoiceID) (ReturnID, bool, error) {
	i, err := invoiceByID(ctx, q, id)
	return ReturnID(i.SourceID), i.Source == FromReturn, err
}
