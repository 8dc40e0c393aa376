package books

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/reports"
	"nzgs/web/kit"
)

// held is what is held of a list as each gives it.
func held[T any](list []T) treasury.Each[T] {
	return func(take func(T) error) error {
		for _, v := range list {
			if err := take(v); err != nil {
				return err
			}
		}
		return nil
	}
}

// counted is each, and counts what it gives.
func counted[T any](n *int, each treasury.Each[T]) treasury.Each[T] {
	return func(take func(T) error) error {
		return each(func(v T) error {
			*n++
			return take(v)
		})
	}
}

// rowsOf are the rows of a table, one for each of what a list has.
func rowsOf[T any](each treasury.Each[T], row func(T) []reports.Cell) func(func([]reports.Cell) error) error {
	return func(take func([]reports.Cell) error) error {
		return each(func(v T) error { return take(row(v)) })
	}
}

// JournalTable is the journal with a row for each line.
func JournalTable(j treasury.JournalFile) reports.Table {
	called := j.Called()
	t := reports.Table{Title: "Journal", Columns: kit.Columns(
		"Entry", "Day", "Text", "Document", "Account", "Account name", "Member or club", "Project", "Debit", "Credit",
	)}
	t.Each = func(take func([]reports.Cell) error) error {
		return j.Entries(func(e treasury.NamedEntry) error {
			for i, l := range e.Lines {
				line := []reports.Cell{
					reports.Text(e.Number.String()), reports.Date(e.Day), reports.Text(e.Text), reports.Text(e.Document.Label()),
					reports.Text(string(l.Account)), reports.Text(called[l.Account]), reports.Text(e.Names[i]), reports.Text(l.Tag), {}, {},
				}
				if l.Amount > 0 {
					line[8] = reports.Money(l.Amount)
				} else {
					line[9] = reports.Money(-l.Amount)
				}
				if err := take(line); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return t
}

// named has the entries of the journal count the members and clubs that they name.
func named(j *treasury.JournalFile) (people func() int) {
	seen, all := map[ledger.Party]bool{}, j.Entries
	j.Entries = func(take func(treasury.NamedEntry) error) error {
		return all(func(e treasury.NamedEntry) error {
			for i, l := range e.Lines {
				if e.Names[i] != "" {
					seen[l.Party] = true
				}
			}
			return take(e)
		})
	}
	return func() int { return len(seen) }
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
	j, err := s.JournalFile(ctx, actor, treasury.JournalFilter{})
	if err != nil {
		return nil, err
	}
	invoices, err := s.EachInvoice(ctx, actor, treasury.InvoiceFilter{})
	if err != nil {
		return nil, err
	}
	payments, err := s.EachPayment(ctx, actor, treasury.PaymentFilter{})
	if err != nil {
		return nil, err
	}
	return []reports.Table{
		AccountsTable(b, today), JournalTable(j), invoiceTable(invoices, today), paymentTable(payments, today),
	}, nil
}
