package treasury

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// TransferInput is one transfer for several members or clubs. Its fields are those of who paid, amount (of all of it),
// received_on, method, reference, parts, and party_N and amount_N of part N, from 1.
type TransferInput struct {
	Payer      Payer
	Amount     money.Cents
	ReceivedOn civil.Date
	Method     Method
	Reference  string
	Parts      []TransferPart
}

// TransferPart is what of a transfer is for one member or club.
type TransferPart struct {
	Party  ledger.Party
	Amount money.Cents
}

// MaxTransferParts is for how many one transfer is at most.
const MaxTransferParts = 20

// TakeTransferIn receives within tx one transfer for several: a payment on the account of each, which settles what they owe,
// the oldest first. They have one receipt. Of clubs the open lists follow: package clubs sees to it.
func TakeTransferIn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in TransferInput,
) (all []Payment, entry *usecase.Entry, err error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, nil, err
	}
	f, err := in.check(ctx, tx, permit.Now().Date())
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	var first PaymentID
	for _, part := range in.Parts {
		p, done, err := TakeIn(ctx, tx, permit, ReceiveInput{
			Party: part.Party, Amount: part.Amount, ReceivedOn: in.ReceivedOn, Method: in.Method, Reference: in.Reference,
			PaidBy: in.Payer, Transfer: first,
		})
		if err != nil {
			return nil, nil, err
		}
		if entry, all = entry.Then(done), append(all, p); first == 0 {
			first = p.ID
		}
	}
	return all, entry, nil
}

func (in TransferInput) check(ctx context.Context, q store.Queryer, today civil.Date) (apperr.Fields, error) {
	payer, err := in.Payer.resolve(ctx, q, ledger.Party{})
	if err != nil {
		return nil, err
	}
	f := PaymentInput{
		Amount: in.Amount, ReceivedOn: in.ReceivedOn, Method: in.Method, Reference: tidy(in.Reference), PaidBy: payer,
	}.check(today)
	if payer.IsZero() && !f.Has("paid_by") {
		f.Add("paid_by", "Say who made the transfer.")
	}
	if len(in.Parts) > MaxTransferParts {
		f.Add("parts", "One transfer is for at most %d. Record the rest as another payment.", MaxTransferParts)
		return f, nil
	}
	parties := make([]ledger.Party, len(in.Parts))
	for n, part := range in.Parts {
		parties[n] = part.Party
	}
	names, err := PartyNames(ctx, q, parties)
	if err != nil {
		return nil, err
	}
	var sum money.Cents
	seen := map[ledger.Party]bool{}
	for n, part := range in.Parts {
		party, field := fmt.Sprintf("party_%d", n+1), fmt.Sprintf("amount_%d", n+1)
		switch {
		case names[part.Party] == "":
			f.Add(party, "Choose the member or the club that this is for.")
		case seen[part.Party]:
			f.Add(party, "%s is listed twice. Enter one amount for each.", names[part.Party])
		}
		seen[part.Party] = true
		checkAmount(&f, field, part.Amount)
		sum += part.Amount
	}
	switch {
	case len(in.Parts) < 2:
		f.Add("parts", "Enter at least two that the transfer is for. One alone is a payment with someone else as the payer.")
	case sum != in.Amount && len(f) == 0:
		f.Add("amount", "The parts come to %s, and the transfer to %s. Both must be the same.", sum, in.Amount)
	}
	return f, nil
}

// ReceiptFor reads what the receipt of a payment says: all payments that came with the same transfer, in their order, that
// the receipt of is the reader's.
func (s *Service) ReceiptFor(ctx context.Context, actor auth.Actor, id PaymentID) ([]PaymentFile, error) {
	if !actor.SignedIn() {
		return nil, apperr.New(apperr.SignIn, "Sign in to see this receipt.")
	}
	p, err := paymentByID(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if err := s.CheckReceipt(actor, p); err != nil {
		return nil, err
	}
	if p.Reverses != 0 || p.ReversedBy != 0 {
		return nil, apperr.New(apperr.NotFound, "This payment was reversed, so its receipt is no longer valid.")
	}
	all, err := transferred(ctx, s.db, p)
	if err != nil {
		return nil, err
	}
	var out []PaymentFile
	for _, one := range all {
		if one.ID != id && (one.ReversedBy != 0 || !samePayer(one.Payment, p) || s.CheckReceipt(actor, one.Payment) != nil) {
			continue
		}
		file := PaymentFile{ListedPayment: one}
		if file.Settlements, err = settlements(ctx, s.db, "a.payment_id", int64(one.ID)); err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
}

// samePayer reports whether one paid both of two payments: of a joint account each holder paid the own.
func samePayer(a, b Payment) bool { return a.Payer.Who(a.Party()) == b.Payer.Who(b.Party()) }
