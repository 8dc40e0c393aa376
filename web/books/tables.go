package books

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// JournalTable is the journal with a row for each line.
func JournalTable(j treasury.JournalRead) reports.Table {
	t := reports.Table{Title: "Journal", Columns: kit.Columns(
		"Entry", "Day", "Text", "Document", "Account", "Account name", "Member or club", "Project", "Debit", "Credit",
	)}
	for _, e := range j.Entries {
		for _, l := range e.Lines {
			line := []reports.Cell{
				reports.Text(e.Number.String()), reports.Date(e.Day), reports.Text(e.Text), reports.Text(e.Document.Label()),
				reports.Text(string(l.Account)), reports.Text(j.Called[l.Account]), reports.Text(j.Names[l.Party]),
				reports.Text(l.Tag), {}, {},
			}
			if l.Amount > 0 {
				line[8] = reports.Money(l.Amount)
			} else {
				line[9] = reports.Money(-l.Amount)
			}
			t.Rows = append(t.Rows, line)
		}
	}
	return t
}

// AccountsTable is every account with its balance.
func AccountsTable(b treasury.Trial, today civil.Date) reports.Table {
	t := reports.Table{
		Title: "Accounts", Note: "As at " + today.Long(), Columns: kit.Columns("Account", "Name", "Kind", "Debit", "Credit"),
	}
	for _, a := range b.Accounts {
		v := b.Balances[a.Code]
		line := []reports.Cell{reports.Text(string(a.Code)), reports.Text(a.Name), reports.Text(a.Kind.Label()), {}, {}}
		switch {
		case v > 0:
			line[3] = reports.Money(v)
		case v < 0:
			line[4] = reports.Money(-v)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// Everything is the whole of the books as lists: accounts, journal, invoices, payments.
func Everything(
	ctx context.Context, s *treasury.Service, actor auth.Actor, today civil.Date,
) ([]reports.Table, error) {
	b, err := s.TrialBalance(ctx, actor)
	if err != nil {
		return nil, err
	}
	j, err := s.ReadJournal(ctx, actor, treasury.JournalFilter{})
	if err != nil {
		return nil, err
	}
	invoices, err := s.Invoices(ctx, actor, treasury.InvoiceFilter{})
	if err != nil {
		return nil, err
	}
	payments, err := s.Payments(ctx, actor, treasury.PaymentFilter{})
	if err != nil {
		return nil, err
	}
	return []reports.Table{
		AccountsTable(b, today), JournalTable(j), invoiceTable(invoices, today), paymentTable(payments, today),
	}, nil
}
