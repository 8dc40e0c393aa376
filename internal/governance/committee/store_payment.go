package committee

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const paymentColumns = `
		SELECT p.id, p.payee, p.payee_id, p.cents, p.purpose, p.day, p.method, p.attachment,
		       COALESCE(r.id, 0), COALESCE(r.year, 0), COALESCE(r.number, 0), r.day,
		       p.replaces_id, n.id, p.state, p.reason, p.paid_on, p.reference, p.trace,
		       p.asked_by, p.asked_at, p.closed_by, p.closed_at, p.version, p.account, p.refund_person_id, p.refund_club_id,
		       p.refund_payment_id, p.paid_from
		FROM payment_request p
		LEFT JOIN committee_resolution r ON r.id = p.resolution_id
		LEFT JOIN payment_request n ON n.replaces_id = p.id`

func scanPayment(s store.Scanner) (Payment, error) {
	var p Payment
	var trace string
	r := &p.Resolution
	if err := s.Scan(&p.ID, &p.Payee, store.ZeroNull(&p.PayeeID), &p.Amount, &p.Purpose, &p.Day, &p.Method, &p.Attachment,
		&r.ID, &r.Number.Year, &r.Number.No, &r.Day,
		store.ZeroNull(&p.Replaces), store.ZeroNull(&p.ReplacedBy), &p.State, &p.Reason, &p.PaidOn, &p.Reference, &trace,
		store.ZeroNull(&p.AskedBy.Person), &p.AskedAt, store.ZeroNull(&p.ClosedBy.Person), &p.ClosedAt,
		&p.Version, &p.Account, store.ZeroNull(&p.Refund.Person), store.ZeroNull(&p.Refund.Club),
		store.ZeroNull(&p.RefundOf), &p.From); err != nil {
		return p, err
	}
	var err error
	p.Trace, err = constitution.DecodeTrace(trace)
	return p, err
}

// payments reads all requests, the latest first.
func payments(ctx context.Context, q store.Queryer) ([]Payment, error) {
	all, err := store.All(ctx, q, scanPayment, paymentColumns+`
		ORDER BY p.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the requests for payments: %w", err)
	}
	return all, addApprovals(ctx, q, all, `
		SELECT request_id, person_id, role, acting, approved_at
		FROM payment_approval
		ORDER BY request_id, approved_at, person_id`)
}

func paymentByID(ctx context.Context, q store.Queryer, id PaymentID) (Payment, error) {
	p, err := store.One(ctx, q, scanPayment, paymentColumns+`
		WHERE p.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return p, apperr.New(apperr.NotFound, "Payment request not found.")
	}
	if err != nil {
		return p, fmt.Errorf("read a request for a payment: %w", err)
	}
	one := []Payment{p}
	err = addApprovals(ctx, q, one, `
		SELECT request_id, person_id, role, acting, approved_at
		FROM payment_approval
		WHERE request_id = $1
		ORDER BY approved_at, person_id`, id)
	return one[0], err
}

// addApprovals reads the approvals, and the names of everybody.
func addApprovals(ctx context.Context, q store.Queryer, all []Payment, query string, args ...any) error {
	at := make(map[PaymentID]int, len(all))
	var ids []auth.PersonID
	for i, p := range all {
		at[p.ID] = i
		ids = append(ids, p.AskedBy.Person, p.ClosedBy.Person)
	}
	if _, err := store.All(ctx, q, func(s store.Scanner) (a Approval, err error) {
		var id PaymentID
		err = s.Scan(&id, &a.Person, &a.Role, &a.Acting, &a.At)
		if i, found := at[id]; found {
			all[i].Approvals = append(all[i].Approvals, a)
			ids = append(ids, a.Person)
		}
		return a, err
	}, query, args...); err != nil {
		return fmt.Errorf("read the approvals of payments: %w", err)
	}
	who, err := names(ctx, q, distinct(ids))
	if err != nil {
		return err
	}
	for i := range all {
		p := &all[i]
		p.AskedBy, p.ClosedBy = who[p.AskedBy.Person], who[p.ClosedBy.Person]
		for j := range p.Approvals {
			p.Approvals[j].Who = who[p.Approvals[j].Person]
		}
	}
	return nil
}

func insertPayment(ctx context.Context, tx *store.Tx, p Payment) (PaymentID, error) {
	id, err := store.One(ctx, tx, store.Value[PaymentID], `
		INSERT INTO payment_request (payee, payee_id, cents, purpose, day, method, attachment, resolution_id, replaces_id, asked_by, asked_at, account, refund_person_id, refund_club_id, refund_payment_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		RETURNING id`, p.Payee, store.NullZero(p.PayeeID), int64(p.Amount), p.Purpose, p.Day, string(p.Method), p.Attachment,
		store.NullZero(p.Resolution.ID), store.NullZero(p.Replaces), store.NullZero(p.AskedBy.Person), p.AskedAt,
		string(p.Account), store.NullZero(p.Refund.Person), store.NullZero(p.Refund.Club), store.NullZero(p.RefundOf))
	if err != nil {
		return 0, fmt.Errorf("keep a request for a payment: %w", err)
	}
	return id, nil
}

// updatePayment writes a request that is open and that nobody has approved,
// under the version that was read.
func updatePayment(ctx context.Context, tx *store.Tx, p Payment) error {
	n, err := tx.Exec(ctx, `
		UPDATE payment_request
		SET payee = $3, payee_id = $4, cents = $5, purpose = $6, day = $7, method = $8, attachment = $9, resolution_id = $10, account = $11, refund_person_id = $12, refund_club_id = $13, refund_payment_id = $14, version = version + 1
		WHERE id = $1 AND version = $2 AND state = 'open'
		  AND NOT EXISTS (SELECT 1 FROM payment_approval WHERE request_id = $1)`, p.ID, p.Version,
		p.Payee, store.NullZero(p.PayeeID), int64(p.Amount), p.Purpose, p.Day, string(p.Method), p.Attachment,
		store.NullZero(p.Resolution.ID), string(p.Account), store.NullZero(p.Refund.Person), store.NullZero(p.Refund.Club),
		store.NullZero(p.RefundOf))
	return changedOne(p.ID, n, err)
}

// bumpPayment takes the next version of a request that is there, from the one
// that was read.
func bumpPayment(ctx context.Context, tx *store.Tx, id PaymentID, version int64) error {
	n, err := tx.Exec(ctx, `
		UPDATE payment_request
		SET version = version + 1
		WHERE id = $1 AND version = $2`, id, version)
	if err == nil && n == 0 {
		if _, missing := paymentByID(ctx, tx, id); missing != nil {
			return missing
		}
	}
	return changedOne(id, n, err)
}

// closePayment writes the last state of an open request under the version that
// was read.
func closePayment(ctx context.Context, tx *store.Tx, p Payment) error {
	trace, err := constitution.EncodeTrace(p.Trace)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `
		UPDATE payment_request
		SET state = $3, reason = $4, paid_on = $5, reference = $6, trace = $7, closed_by = $8, closed_at = $9, paid_from = $10, version = version + 1
		WHERE id = $1 AND version = $2 AND state = 'open'`, p.ID, p.Version,
		string(p.State), p.Reason, p.PaidOn, p.Reference, trace, store.NullZero(p.ClosedBy.Person), p.ClosedAt,
		string(p.From))
	return changedOne(p.ID, n, err)
}

func changedOne(id PaymentID, n int64, err error) error {
	switch {
	case err != nil:
		return fmt.Errorf("change a request for a payment: %w", err)
	case n == 0:
		return usecase.Stale("this request", "payment_request", int64(id))
	}
	return nil
}

func insertApproval(ctx context.Context, tx *store.Tx, id PaymentID, a Approval) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO payment_approval (request_id, person_id, role, acting, approved_at)
		VALUES ($1, $2, $3, $4, $5)`, id, a.Person, string(a.Role), a.Acting, a.At); err != nil {
		return fmt.Errorf("keep an approval: %w", err)
	}
	return nil
}
