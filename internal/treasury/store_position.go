package treasury

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
)

// receivedSince sums the payments received on a day or later that stand.
func receivedSince(ctx context.Context, q store.Queryer, since civil.Date) (Sum, error) {
	sum, err := store.One(ctx, q, func(s store.Scanner) (x Sum, err error) {
		err = s.Scan(&x.Amount, &x.Count)
		return x, err
	}, `
		SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT), COUNT(*)
		FROM payment p
		WHERE p.received_on >= $1 AND COALESCE(p.reverses_id, 0) = 0
		  AND NOT EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = p.id)`, since)
	if err != nil {
		return sum, fmt.Errorf("sum what came in: %w", err)
	}
	return sum, nil
}

// openDue is what is open on an invoice.
type openDue struct {
	id     InvoiceID
	day    civil.Date
	due    civil.Date
	amount money.Cents
}

// openByDay reads what is open of each invoice on which something is.
func openByDay(ctx context.Context, q store.Queryer) ([]openDue, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (o openDue, err error) {
		err = s.Scan(&o.id, &o.day, &o.due, &o.amount)
		return o, err
	}, `
		SELECT i.id, i.day, i.due_on, i.open_cents
		FROM invoice i
		WHERE i.open_cents > 0
		ORDER BY i.day DESC, i.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read what is owed: %w", err)
	}
	return all, nil
}

// OpenInvoices reads the invoices up to a day on which something is open today, the newest first.
func OpenInvoices(ctx context.Context, q store.Queryer, until civil.Date) (out []Invoice, err error) {
	open, err := openByDay(ctx, q)
	if err != nil {
		return nil, err
	}
	var ids []InvoiceID
	for _, o := range open {
		if !o.day.After(until) {
			ids = append(ids, o.id)
		}
	}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		some, err := invoices(ctx, q, InvoiceFilter{ids: chunk})
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// creditInAll is what members and clubs have paid ahead.
func creditInAll(ctx context.Context, q store.Queryer) (money.Cents, error) {
	c, err := store.One(ctx, q, store.Value[money.Cents], `
		SELECT CAST(COALESCE(SUM(p.left_cents), 0) AS BIGINT)
		FROM payment p
		WHERE p.left_cents <> 0`)
	if err != nil {
		return 0, fmt.Errorf("sum what was paid ahead: %w", err)
	}
	return c, nil
}

// flow is what income or expenses came to on a day.
type flow struct {
	day   civil.Date
	kind  ledger.Kind
	cents money.Cents
}

func flowsByDay(ctx context.Context, q store.Queryer, from, until civil.Date) ([]flow, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (f flow, err error) {
		err = s.Scan(&f.day, &f.kind, &f.cents)
		return f, err
	}, `
		SELECT e.day, a.kind, CAST(SUM(l.cents) AS BIGINT)
		FROM journal_line l
		JOIN journal_entry e ON e.id = l.entry_id
		JOIN ledger_account a ON a.code = l.account
		WHERE a.kind IN ('income', 'expense') AND e.day >= $1 AND e.day <= $2
		GROUP BY e.day, a.kind`, from, until)
	if err != nil {
		return nil, fmt.Errorf("read income and expenses by year: %w", err)
	}
	return all, nil
}

// compareSums compares what is kept of how much is open on invoices and left of payments with their lines, credits and
// settlements.
func compareSums(ctx context.Context, q store.Queryer) (problem string, err error) {
	wrong, err := store.All(ctx, q, func(s store.Scanner) (no ledger.InvoiceNo, err error) {
		err = s.Scan(&no.Year, &no.No)
		return no, err
	}, `
		WITH moved (id, cents) AS (
		    SELECT invoice_id, cents FROM invoice_line
		    UNION ALL
		    SELECT c.invoice_id, -c.cents FROM invoice_credit c WHERE `+counts+`
		    UNION ALL
		    SELECT invoice_id, -cents FROM allocation WHERE invoice_id IS NOT NULL
		)
		SELECT i.year, i.number
		FROM invoice i
		LEFT JOIN (SELECT id, SUM(cents) AS cents FROM moved GROUP BY id) o ON o.id = i.id
		WHERE COALESCE(o.cents, 0) <> i.open_cents
		ORDER BY i.id
		LIMIT 1`)
	if err != nil {
		return "", fmt.Errorf("compare what is open: %w", err)
	}
	if len(wrong) > 0 {
		return fmt.Sprintf("what is kept as open on the invoice %s is not what its lines, credits and payments come to", wrong[0]), nil
	}
	payments, err := store.All(ctx, q, store.Value[PaymentID], `
		SELECT p.id
		FROM payment p
		LEFT JOIN (SELECT payment_id, SUM(cents) AS cents FROM allocation GROUP BY payment_id) a ON a.payment_id = p.id
		WHERE p.amount - COALESCE(a.cents, 0) <> p.left_cents
		ORDER BY p.id
		LIMIT 1`)
	if err != nil {
		return "", fmt.Errorf("compare what is left: %w", err)
	}
	if len(payments) > 0 {
		return fmt.Sprintf("what is kept as left of payment %d is not what it has not settled", payments[0]), nil
	}
	return "", nil
}
