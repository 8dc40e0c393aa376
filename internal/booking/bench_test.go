package booking_test

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/booking"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// BenchmarkImportLimit is the limit of BenchmarkImport: the database keeps as many lines and does nothing else.
func BenchmarkImportLimit(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		d := newDesk(b, storetest.SQLite(b))
		b.StartTimer()
		d.must(d.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `CREATE TABLE kept (id INTEGER PRIMARY KEY, day TEXT, cents INTEGER, said TEXT)`)
			for i := 0; err == nil && i < 5000; i++ {
				_, err = tx.Exec(ctx, `INSERT INTO kept (day, cents, said) VALUES ($1, $2, $3)`, "2026-08-21", i, "Payer, gift, x")
			}
			return err
		}))
	}
}

// BenchmarkImport takes a file of 5,000 lines and proposes what each of them is, with 400 invoices that are open.
func BenchmarkImport(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		d := newDesk(b, storetest.SQLite(b))
		var lines []string
		for i := range 400 {
			id, err := d.money.MakeInvoice(ctx, d.treasurer, treasury.InvoiceInput{
				Party: d.bo, Due: day("2026-10-01"), Text: "Books", Lines: []treasury.InvoiceLine{
					{Text: "A book", Amount: money.Cents(1000 + i), Account: ledger.BookSales},
				},
			})
			d.must(err)
			f, err := d.money.Invoice(ctx, d.treasurer, id)
			d.must(err)
			lines = append(lines, fmt.Sprintf("Direct Credit,Payer %d,,,%s,%s,21/08/2026,,", i, f.Number.Reference(), f.Total.Plain()))
		}
		for i := range 4600 {
			lines = append(lines, fmt.Sprintf("Direct Credit,Payer %d,gift,x,%d,%d.00,21/08/2026,,", i, i, i%90+1))
		}
		file := booking.File{Bank: d.desk().Bank, Name: "x.csv", Data: []byte(head + strings.Join(lines, "\n") + "\n"), Days: "dmy"}
		b.StartTimer()
		out, err := d.TakeFile(ctx, d.treasurer, file)
		d.must(err)
		p := d.desk()
		if n, _ := p.Certain(); out.New != 5000 || len(p.Proposals) != 5000 || n != 400 {
			b.Fatalf("%+v, %d proposals, %d certain", out, len(p.Proposals), n)
		}
	}
}
