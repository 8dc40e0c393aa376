package treasury_test

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// twentyYears is a desk with twenty years of books: 100,000 lines of the journal in 50,000 entries, 10,000 invoices.
func twentyYears(b *testing.B) *desk {
	d := newDesk(b, storetest.SQLite(b))
	if err := d.db.InTx(b.Context(), func(tx *store.Tx) error {
		for _, sql := range []string{`
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
			INSERT INTO journal_entry (year, number, day, text, document, document_id, recorded_at)
			SELECT 2006 + i / 2500, i, date('2006-07-01', '+' || (i * 7300 / 50000) || ' days'), 'Entry', 'hand', 0,
			       '2026-01-01T00:00:00.000Z' FROM n`, `
			INSERT INTO journal_line (entry_id, no, account, cents)
			SELECT id, 1, '1000', 1000 + id FROM journal_entry UNION ALL
			SELECT id, 2, CASE id % 4 WHEN 0 THEN '4000' WHEN 1 THEN '4100' WHEN 2 THEN '5000' ELSE '5900' END, -1000 - id
			FROM journal_entry`, `
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
			INSERT INTO invoice (year, number, person_id, day, due_on, text, source)
			SELECT 2006 + i / 500, i, (SELECT MIN(id) FROM person), date('2006-07-01', '+' || (i * 7300 / 10000) || ' days'),
			       date('2006-08-01', '+' || (i * 7300 / 10000) || ' days'), 'Books', 'hand' FROM n`, `
			INSERT INTO invoice_line (invoice_id, no, text, cents, account) SELECT id, 1, 'A book', 2500, '4300' FROM invoice`, `
			INSERT INTO payment (person_id, amount, received_on, method, receipt_year, receipt_no, recorded_at)
			SELECT person_id, 2500, due_on, 'bank', year, number, '2026-01-01T00:00:00.000Z' FROM invoice`, `
			INSERT INTO allocation (payment_id, invoice_id, cents, day)
			SELECT p.id, i.id, 2500, i.due_on FROM invoice i JOIN payment p ON p.receipt_year = i.year AND p.receipt_no = i.number
			WHERE i.id % 50 <> 0`,
		} {
			if _, err := tx.Exec(b.Context(), sql); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	return d
}

// BenchmarkJournalReadOnce is the limit of the others: the database reads every line of the journal and adds them up.
func BenchmarkJournalReadOnce(b *testing.B) {
	d := twentyYears(b)
	for b.Loop() {
		sum, err := store.One(ctx, d.db, store.Value[int64], `SELECT CAST(SUM(cents) AS BIGINT) FROM journal_line`)
		if err != nil || sum != 0 {
			b.Fatal(sum, err)
		}
	}
}

func BenchmarkTrialBalance(b *testing.B) {
	d := twentyYears(b)
	for b.Loop() {
		if t, err := d.TrialBalance(ctx, d.treasurer); err != nil || t.Balances.Sum() != 0 {
			b.Fatal(t.Balances.Sum(), err)
		}
	}
}

func BenchmarkYearEnd(b *testing.B) {
	d := twentyYears(b)
	for b.Loop() {
		if y, err := d.YearTo(ctx, d.treasurer, civil.MustParseDate("2025-06-30")); err != nil || !y.Balanced {
			b.Fatal(y.Balanced, err)
		}
	}
}

func BenchmarkPosition(b *testing.B) {
	d := twentyYears(b)
	for b.Loop() {
		if p, err := d.Position(ctx, d.treasurer); err != nil || p.Open.Count != 200 {
			b.Fatal(p, err)
		}
	}
}

func BenchmarkFiguresByYear(b *testing.B) {
	d := twentyYears(b)
	for b.Loop() {
		if y, err := d.MoneyByYear(ctx, d.treasurer, civil.MustParseDate("2026-06-30"), 10); err != nil || len(y) != 10 {
			b.Fatal(y, err)
		}
	}
}
