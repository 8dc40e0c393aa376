package treasury

import (
	"context"
	"slices"

	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// SettleAccount lets within tx what a member or a club has as credit settle what they owe, the oldest invoice first: no one has
// a credit beside an open invoice. Credit is theirs who paid it, on whose account it may be; said are payments that were made
// for this party just now, by whomever. A subscription that was asked for before its member left takes of these alone: no one
// is made a member again by money that was free. The fees of clubs' lists are settled through the lists (clubs.SettleAccounts).
func SettleAccount(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, p ledger.Party, said ...PaymentID,
) (entry *Entry, err error) {
	if p.IsZero() {
		return nil, nil
	}
	all, err := invoices(ctx, tx, InvoiceFilter{Party: p, Owing: true})
	if err != nil {
		return nil, err
	}
	for _, i := range slices.Backward(all) {
		if i.Source == FromReturn {
			continue
		}
		left, err := leftSinceAsked(ctx, tx, i.ID)
		if err != nil {
			return nil, err
		}
		done, err := takeCredit(ctx, tx, permit, i, using{said: said, alone: left})
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
	}
	return entry, nil
}

// using is which credit an invoice may take beside what is its party's own.
type using struct {
	list  ReturnID    // payments on this list come first, whoever made them
	said  []PaymentID // these too
	alone bool        // these and no other
	back  bool        // what settled it before comes first, and counts since it was received
}

// takeCredit lets credit settle an invoice: what was paid for its list first, then the oldest payment.
func takeCredit(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice, use using,
) (entry *usecase.Entry, err error) {
	all, err := creditFor(ctx, tx, i, use)
	if err != nil {
		return nil, err
	}
	var taken money.Cents
	for _, h := range all {
		part := min(h.left, i.Open()-taken)
		if part <= 0 {
			break
		}
		done, err := settleWith(ctx, tx, permit, h, i, part)
		if err != nil {
			return nil, err
		}
		taken, entry = taken+part, entry.Then(done)
	}
	return entry, nil
}

// creditFor is the credit that an invoice may take, in its order.
func creditFor(ctx context.Context, q store.Queryer, i Invoice, use using) ([]held, error) {
	all, err := creditsHeld(ctx, q, i.Party)
	if err != nil {
		return nil, err
	}
	before := map[PaymentID]bool{}
	if use.back {
		if all, before, err = withBefore(ctx, q, i.ID, all); err != nil {
			return nil, err
		}
	}
	p, forList := i.Party, func(h held) bool { return before[h.payment] || use.list != 0 && h.ret == use.list }
	all = slices.DeleteFunc(all, func(h held) bool {
		if slices.Contains(use.said, h.payment) && h.party == p {
			return false
		}
		return !before[h.payment] && (use.alone || h.owner != p && !(forList(h) && h.party == p))
	})
	slices.SortStableFunc(all, func(a, b held) int {
		switch {
		case forList(a) == forList(b):
			return 0
		case forList(a):
			return -1
		}
		return 1
	})
	return all, nil
}

// withBefore adds to credit what is left of the payments that settled an invoice before, on whose account they may be; they count
// since they were received.
func withBefore(
	ctx context.Context, q store.Queryer, id InvoiceID, all []held,
) ([]held, map[PaymentID]bool, error) {
	back, err := settledBefore(ctx, q, id)
	if err != nil {
		return nil, nil, err
	}
	before := map[PaymentID]bool{}
	for n := range back {
		before[back[n].payment], back[n].day = true, back[n].received
	}
	all = slices.DeleteFunc(all, func(h held) bool { return before[h.payment] })
	return append(back, all...), before, nil
}

// CreditHeld is the credit of a member or a club: what is theirs, and what others paid on their account and is not used. That is paid back to
// who paid it, or settles what they owe.
type CreditHeld struct {
	Own, Others money.Cents
	elsewhere   money.Cents // of their own: on the accounts of others for whom they paid
}

// OnAccount is what of it is on their account, whosever it is.
func (c CreditHeld) OnAccount() money.Cents { return c.Own - c.elsewhere + c.Others }

func creditOf(ctx context.Context, q store.Queryer, p ledger.Party) (c CreditHeld, err error) {
	all, err := creditsHeld(ctx, q, p)
	for _, h := range all {
		switch {
		case h.owner != p:
			c.Others += h.left
		case h.party != p:
			c.elsewhere += h.left
			fallthrough
		default:
			c.Own += h.left
		}
	}
	return c, err
}

// OwnersOn are the members and clubs whose money settles an invoice, or did until it was freed.
func OwnersOn(ctx context.Context, q store.Queryer, id InvoiceID) ([]ledger.Party, error) {
	all, err := ownersOn(ctx, q, id)
	return distinct(all), err
}

// Owner is whose money a payment is: of who made it; zero of someone outside the register.
func (p Payment) Owner() ledger.Party {
	if p.Payer.IsZero() {
		return p.Party()
	}
	return p.Payer.Party
}

// distinct are the parties, each once and without the zero one, in their order.
func distinct(all []ledger.Party) (out []ledger.Party) {
	for _, p := range all {
		if !p.IsZero() && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// creditAndSettle lowers an invoice within tx, and lets what of it was paid beyond the rest settle what else those owe who paid it.
func creditAndSettle(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice, c Credit,
) (*usecase.Entry, error) {
	entry, err := credit(ctx, tx, permit, i, c)
	if err != nil {
		return nil, err
	}
	owners, err := OwnersOn(ctx, tx, i.ID)
	if err != nil {
		return nil, err
	}
	for _, p := range owners {
		done, err := SettleAccount(ctx, tx, permit, p)
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
	}
	return entry, nil
}

// OwnersOnList are the members and clubs whose money was paid on a club's list, or settles its fee.
func OwnersOnList(ctx context.Context, q store.Queryer, id ReturnID) ([]ledger.Party, error) {
	paid, err := PaymentsOn(ctx, q, []ReturnID{id})
	if err != nil {
		return nil, err
	}
	var out []ledger.Party
	for _, p := range Standing(paid[id]) {
		out = append(out, p.Owner())
	}
	i, found, err := invoiceOf(ctx, q, FromReturn, int64(id))
	if err != nil || !found {
		return distinct(out), err
	}
	more, err := OwnersOn(ctx, q, i.ID)
	return distinct(append(out, more...)), err
}
