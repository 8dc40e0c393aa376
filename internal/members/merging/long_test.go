package merging_test

import (
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// A long history: twenty years, 500 changes of results, 60 invoices, and the letters of that time, 5,000 rows in all.
var longHistory = []struct {
	rows  int
	write string
}{
	{20, `INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
		VALUES ($1, 1960 + $2, '1960-07-01', '1960-07-02', 'renewal', '{}', '2026-11-20T00:00:00.000Z')`},
	{500, `INSERT INTO result_change (by_id, game_id, at, by_name, source, before_result, before_margin, result, margin)
		VALUES ($1, (SELECT MIN(g.id) + CAST($2 AS BIGINT) * 0 FROM game g), '2026-11-20T00:00:00.000Z', 'X', 'board', '', '', 'B', '')`},
	{4420, `INSERT INTO mail_letter (person_id, letter_key, purpose, to_name, to_address, subject, body, state, due_at, queued_at, sent_at)
		VALUES ($1, 'long:' || CAST(CAST($2 AS BIGINT) AS TEXT), 'test', 'X', 'x@example.nz', 'X', 'X', 'sent', '2026-11-20T00:00:00.000Z',
			'2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z')`},
}

func (w *world) livesLong(id members.PersonID) {
	w.t.Helper()
	if err := w.db.InTx(ctx, func(tx *store.Tx) error {
		for _, of := range longHistory {
			for n := range of.rows {
				if _, err := tx.Exec(ctx, of.write, id, n); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
	books := treasury.New(w.db, clock)
	for range 60 {
		if _, err := books.MakeInvoice(ctx, auth.System("test"), treasury.InvoiceInput{
			Party: ledger.Party{Person: int64(id)}, Due: clock().Date().AddDays(20), Text: "Books ordered",
			Lines: []treasury.InvoiceLine{{Text: "Books", Amount: 1000, Account: ledger.BookSales}},
		}); err != nil {
			w.t.Fatal(err)
		}
	}
}

// BenchmarkALongMerge is how long the merge of a long history holds the writer, and undoing it.
func BenchmarkALongMerge(b *testing.B) {
	bench := func(b *testing.B, db *store.DB) {
		w := newWorld(b, db)
		pair := w.players(1)[0]
		w.livesLong(pair[1])
		var merge, undo time.Duration
		for b.Loop() {
			in, began := w.input(pair[0], pair[1]), time.Now()
			id, err := w.s.Merge(ctx, w.secretary, in)
			if err != nil {
				b.Fatal(err)
			}
			merged := time.Now()
			if _, err := w.s.Undo(ctx, w.secretary, id, "They came together."); err != nil {
				b.Fatal(err)
			}
			merge, undo = merge+merged.Sub(began), undo+time.Since(merged)
		}
		b.ReportMetric(float64(merge.Microseconds())/1000/float64(b.N), "merge-ms")
		b.ReportMetric(float64(undo.Microseconds())/1000/float64(b.N), "undo-ms")
	}
	b.Run("sqlite", func(b *testing.B) { bench(b, storetest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { bench(b, storetest.Postgres(b)) })
}
