package treasury_test

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// What came in, what is owed and what was paid ahead agree with the lists, and are for officers.
func TestWhereTheMoneyStands(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for name, actor := range map[string]auth.Actor{"no one": {}, "a member": {Account: 1, Person: d.person}} {
			_, position := d.Position(ctx, actor)
			_, years := d.MoneyByYear(ctx, actor, d.now.Date(), 2)
			if apperr.KindOf(position) == "" || apperr.KindOf(years) == "" {
				t.Errorf("%s: %v, %v", name, position, years)
			}
		}
		_, err := d.asks(d.member(), 2500)
		d.must(t, err)
		wrong, err := d.takes(d.member(), 700, "wrong")
		d.must(t, err)
		d.must(t, d.ReverseTaken(ctx, d.treasurer, wrong.ID, "not ours"))
		_, err = d.takes(d.member(), 1000, "a part")
		d.must(t, err)
		p, err := d.Position(ctx, d.officer(auth.Secretary))
		d.must(t, err)
		if p.CameIn.Amount != 1000 || p.CameIn.Count != 1 || p.Open.Amount != 1500 || p.DueSoon != p.Open || p.Overdue.Count != 0 || p.Credit != 0 {
			t.Errorf("%+v", p)
		}
		d.now = d.now.Add(40 * 24 * time.Hour)
		_, err = d.takes(d.member(), 2000, "more")
		d.must(t, err)
		if p, err = d.Position(ctx, d.treasurer); err != nil || p.Open.Count != 0 || p.Credit != 500 || p.CameIn.Amount != 2000 {
			t.Errorf("%+v, %v", p, err)
		}
		years, err := d.MoneyByYear(ctx, d.treasurer, ledger.YearTo(day("2027-06-30")).To, 2)
		if err != nil || len(years) != 2 || years[0].Income != 0 || years[1].Income != 2500 || years[1].Expenses != 0 {
			t.Errorf("%+v, %v", years, err)
		}
	})
}

// What is kept as open and as left is what the documents come to, and a database in which someone changed it is told from one
// in which no one did.
func TestSumsThatAreKeptAreCompared(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		id, err := d.asks(d.member(), 5000)
		d.must(t, err)
		p, err := d.takes(d.member(), 3000, "a part")
		d.must(t, err)
		same := func(want string) {
			t.Helper()
			got, err := treasury.CompareWithLog(ctx, d.db)
			if d.must(t, err); !strings.Contains(got, want) || want == "" && got != "" {
				t.Errorf("%q, want %q", got, want)
			}
		}
		same("")
		for _, tt := range []struct{ change, undo, want string }{
			{"UPDATE invoice SET open_cents = 0", "UPDATE invoice SET open_cents = 2000", "open on the invoice I-2026-0001"},
			{"UPDATE payment SET left_cents = 1", "UPDATE payment SET left_cents = 0", "left of payment 1"},
		} {
			for n, sql := range []string{tt.change, tt.undo} {
				d.must(t, d.db.InTx(ctx, func(tx *store.Tx) error { _, err := tx.Exec(ctx, sql); return err }))
				same([]string{tt.want, ""}[n])
			}
		}
		d.must(t, d.ReverseTaken(ctx, d.treasurer, p.ID, "bounced"))
		same("")
		if m, err := d.Position(ctx, d.treasurer); err != nil || m.Open.Amount != d.invoice(t, id).Open() || m.Open.Amount != 5000 || m.Credit != 0 {
			t.Errorf("%+v, %v", m, err)
		}
	})
}
