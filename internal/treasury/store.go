package treasury

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/store"
)

const rateColumns = `r.id, r.year, r.kind, r.amount, r.meeting, r.meeting_day, r.resolution, r.recorded_at, r.recorded_by`

func scanRate(s store.Scanner) (Rate, error) {
	var r Rate
	err := s.Scan(
		&r.ID, &r.Year, &r.Kind, &r.Amount, &r.Meeting, &r.MeetingDay, &r.Resolution, &r.RecordedAt, store.ZeroNull(&r.RecordedBy),
	)
	return r, err
}

func allRates(ctx context.Context, q store.Queryer) ([]Rate, error) {
	rates, err := store.All(ctx, q, scanRate, `
		SELECT `+rateColumns+`
		FROM subscription_rate r
		ORDER BY r.year DESC, r.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the rates: %w", err)
	}
	return rates, nil
}

// RateByID reads one rate.
func RateByID(ctx context.Context, q store.Queryer, id RateID) (Rate, error) {
	r, err := store.One(ctx, q, scanRate, `
		SELECT `+rateColumns+`
		FROM subscription_rate r
		WHERE r.id = $1`, id)
	if err != nil {
		return r, fmt.Errorf("read rate %d: %w", id, err)
	}
	return r, nil
}

// FindRate reads the rate that holds for each member in a year; found is false
// when none is recorded.
func FindRate(ctx context.Context, q store.Queryer, year members.Year) (r Rate, found bool, err error) {
	return findRate(ctx, q, year, kinds.Full)
}

// findRate reads the rate of a year that is for a kind alone.
func findRate(ctx context.Context, q store.Queryer, year members.Year, kind kinds.Kind) (r Rate, found bool, err error) {
	r, err = store.One(ctx, q, scanRate, `
		SELECT `+rateColumns+`
		FROM subscription_rate r
		WHERE r.year = $1 AND r.kind = $2
		ORDER BY r.id DESC
		LIMIT 1`, int64(year), string(kind))
	if errors.Is(err, store.ErrNoRows) {
		return Rate{}, false, nil
	}
	if err != nil {
		return Rate{}, false, fmt.Errorf("read the rate of %s: %w", year, err)
	}
	return r, true, nil
}

// RateFor reads the rate that holds for a year; the error is NoRate when there
// is none.
func RateFor(ctx context.Context, q store.Queryer, year members.Year) (Rate, error) {
	r, found, err := FindRate(ctx, q, year)
	if err == nil && !found {
		err = NoRate(year)
	}
	return r, err
}

func insertRate(ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, in RateInput) (RateID, error) {
	id, err := store.One(ctx, tx, store.Value[RateID], `
		INSERT INTO subscription_rate (year, kind, amount, meeting, meeting_day, resolution, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		RETURNING id`,
		int64(in.Year), string(in.Kind), int64(in.Amount), string(in.Meeting), in.MeetingDay, in.Resolution, now, store.NullZero(actor.Person))
	if err != nil {
		return 0, fmt.Errorf("record a rate: %w", err)
	}
	return id, nil
}

const paymentColumns = `p.id, p.return_id, p.person_id,
	COALESCE(p.club_id, (SELECT r.club_id FROM club_return r WHERE r.id = p.return_id)),
	p.paid_by, p.payer_person_id, p.payer_club_id, p.payer_address, p.payer_email, p.payer_quiet, p.transfer_id, p.amount, p.received_on, p.method, p.reference,
	coalesce(p.receipt_year, 0), coalesce(p.receipt_no, 0), p.reverses_id, p.reason, p.recorded_at, p.recorded_by,
	(SELECT b.id FROM payment b WHERE b.reverses_id = p.id)`

func scanPayment(s store.Scanner) (Payment, error) {
	var p Payment
	err := s.Scan(&p.ID, store.ZeroNull(&p.Return), store.ZeroNull(&p.Person), store.ZeroNull(&p.Club), &p.Payer.Name,
		store.ZeroNull(&p.Payer.Party.Person), store.ZeroNull(&p.Payer.Party.Club), &p.Payer.Address, &p.Payer.Email, &p.Payer.Quiet,
		store.ZeroNull(&p.Transfer), &p.Amount, &p.ReceivedOn, &p.Method, &p.Reference,
		&p.Receipt.Year, &p.Receipt.No, store.ZeroNull(&p.Reverses), &p.Reason, &p.RecordedAt, store.ZeroNull(&p.RecordedBy),
		store.ZeroNull(&p.ReversedBy))
	p.Payer = p.otherPayer()
	return p, err
}

// otherPayer is who paid for someone else: nobody, where two records were joined since.
func (p Payment) otherPayer() Payer {
	if !p.Payer.Party.IsZero() && p.Payer.Party == p.Party() {
		return Payer{}
	}
	return p.Payer
}

func paymentByID(ctx context.Context, q store.Queryer, id PaymentID) (Payment, error) {
	p, err := store.One(ctx, q, scanPayment, `
		SELECT `+paymentColumns+`
		FROM payment p
		WHERE p.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return p, apperr.New(apperr.NotFound, "Payment not found.")
	}
	return p, err
}

// PaymentByID reads one payment.
func PaymentByID(ctx context.Context, q store.Queryer, id PaymentID) (Payment, error) {
	return paymentByID(ctx, q, id)
}

// paymentsFor reads the payments on a return, of a person, or of a club without a
// return, the newest first.
func paymentsFor(ctx context.Context, q store.Queryer, in PaymentInput) ([]Payment, error) {
	if in.Return != 0 {
		in.Club = 0
	}
	payments, err := store.All(ctx, q, scanPayment, `
		SELECT `+paymentColumns+`
		FROM payment p
		WHERE ($1 <> 0 AND p.return_id = $1) OR ($2 <> 0 AND p.person_id = $2) OR ($3 <> 0 AND p.club_id = $3)
		ORDER BY p.id DESC`, int64(in.Return), int64(in.Person), int64(in.Club))
	if err != nil {
		return nil, fmt.Errorf("read payments: %w", err)
	}
	return payments, nil
}

// PaymentsOn reads the payments on each of the returns, in the order they were
// recorded.
func PaymentsOn(ctx context.Context, q store.Queryer, returns []ReturnID) (map[ReturnID][]Payment, error) {
	out := make(map[ReturnID][]Payment, len(returns))
	for chunk := range slices.Chunk(returns, store.MaxIn) {
		list, args := store.In(nil, chunk)
		payments, err := store.All(ctx, q, scanPayment, `
			SELECT `+paymentColumns+`
			FROM payment p
			WHERE p.return_id IN `+list+`
			ORDER BY p.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read the payments on returns: %w", err)
		}
		for _, p := range payments {
			out[p.Return] = append(out[p.Return], p)
		}
	}
	return out, nil
}

func insertPayment(ctx context.Context, tx *store.Tx, p Payment) (PaymentID, error) {
	if p.Return != 0 {
		p.Club = 0 // it stands with the return
	}
	id, err := store.One(ctx, tx, store.Value[PaymentID], `
		INSERT INTO payment (return_id, person_id, club_id, paid_by, amount, received_on, method, reference,
		                     receipt_year, receipt_no, reverses_id, reason, recorded_at, recorded_by,
		                     payer_person_id, payer_club_id, payer_address, payer_email, payer_quiet, transfer_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
		RETURNING id`,
		store.NullZero(p.Return), store.NullZero(p.Person), store.NullZero(p.Club), p.Payer.Name, int64(p.Amount),
		p.ReceivedOn, string(p.Method), p.Reference,
		store.NullZero(int64(p.Receipt.Year)), store.NullZero(int64(p.Receipt.No)), store.NullZero(p.Reverses), p.Reason,
		p.RecordedAt, store.NullZero(p.RecordedBy), store.NullZero(p.Payer.Party.Person), store.NullZero(p.Payer.Party.Club),
		p.Payer.Address, p.Payer.Email, p.Payer.Quiet, store.NullZero(p.Transfer))
	if err != nil {
		return 0, fmt.Errorf("record a payment: %w", err)
	}
	return id, nil
}

// nextReceipt takes the next number of the year. The row stays locked until
// the transaction ends, and a rollback gives the number back.
func nextReceipt(ctx context.Context, tx *store.Tx, year int) (ReceiptNo, error) {
	no, err := store.One(ctx, tx, store.Value[int], `
		INSERT INTO receipt_series (year, last_no)
		VALUES ($1, 1)
		ON CONFLICT (year) DO UPDATE
		SET last_no = receipt_series.last_no + 1
		RETURNING last_no`, year)
	if err != nil {
		return ReceiptNo{}, fmt.Errorf("take a receipt number: %w", err)
	}
	return ReceiptNo{Year: year, No: no}, nil
}

// HoldBooks lets whoever books, or changes what settles what, queue: what they read after it stays so until they are done.
func HoldBooks(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, `
		UPDATE ledger_account
		SET closed = closed
		WHERE code = '1100'`); err != nil {
		return fmt.Errorf("hold the books: %w", err)
	}
	return nil
}

// trailing scans a row whose columns are followed by more.
type trailing struct {
	store.Scanner
	last []any
}

func (t trailing) Scan(dest ...any) error { return t.Scanner.Scan(append(dest, t.last...)...) }
