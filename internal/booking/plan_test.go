package booking

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// What proposals are made from is found by index: open invoices, those to which lines refer, entries of about their days, and
// their payers. All of twenty years would be read at each look at an account.
func TestProposalsReadWhatTheLinesNeed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := context.Background()
		lines := []Line{{
			Day: civil.MustParseDate("2026-11-02"), Payee: "A. Tūī", Reference: ledger.InvoiceNo{Year: 2026, No: 7}.Reference(), Amount: 2000,
		}}
		plans := storetest.Plans(t, db, func(q store.Queryer) {
			if _, err := known(ctx, q, treasury.BankAccount{ID: 1, Account: "1000"}, lines); err != nil {
				t.Fatal(err)
			}
			if _, err := treasury.BalanceOf(ctx, q, "1000"); err != nil {
				t.Fatal(err)
			}
		})
		all := strings.Join(plans, "\n")
		for _, index := range []string{
			"invoice_open", "invoice_1 |invoice_year_number_key", "journal_entry_day", "SEARCH l USING PRIMARY KEY|journal_line_pkey", "SEARCH bank_payer USING PRIMARY KEY|bank_payer_pkey",
			"journal_line_account",
		} {
			found := false
			for _, one := range strings.Split(index, "|") {
				found = found || strings.Contains(all, one)
			}
			if !found {
				t.Errorf("nothing is found by %s:\n%s", index, all)
			}
		}
	})
}
