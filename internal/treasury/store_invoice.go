package treasury

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// stands is the condition that a payment p is no reversal and was not reversed.
// The index of reversals does not help to find what stands: most payments do.
const stands = `COALESCE(p.reverses_id, 0) = 0 AND NOT EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = p.id)`

// counts is the condition that a credit c was not undone.
const counts = `NOT EXISTS (SELECT 1 FROM invoice_credit_undone u WHERE u.credit_id = c.id)`

// paidOf is what payments that stand settle of an invoice i.
const paidOf = `COALESCE((SELECT SUM(a.cents) FROM allocation a JOIN payment p ON p.id = a.payment_id
		                      WHERE a.invoice_id = i.id AND ` + stands + `), 0)`

// writtenOff is the condition that something of an invoice i was written off.
const writtenOff = `EXISTS (SELECT 1 FROM invoice_credit c
		          WHERE c.invoice_id = i.id AND c.kind = 'written_off' AND ` + counts + `)`

const invoiceColumns = `
		SELECT i.id, i.year, i.number, i.person_id, i.club_id, i.day, i.due_on, i.text, i.source, i.source_id,
		       CAST((SELECT SUM(l.cents) FROM invoice_line l WHERE l.invoice_id = i.id) AS BIGINT),
		       CAST(COALESCE((SELECT SUM(c.cents) FROM invoice_credit c
		                      WHERE c.invoice_id = i.id AND c.kind <> 'written_off' AND ` + counts + `), 0) AS BIGINT),
		       CAST(COALESCE((SELECT SUM(c.cents) FROM invoice_credit c
		                      WHERE c.invoice_id = i.id AND c.kind = 'written_off' AND ` + counts + `), 0) AS BIGINT),
		       CAST(` + paidOf + ` AS BIGINT),
		       i.no_more, ` + nameColumns + `
		FROM invoice i
		LEFT JOIN person pe ON pe.id = i.person_id
		LEFT JOIN club cl ON cl.id = i.club_id`

func scanInvoice(s store.Scanner) (i Invoice, err error) {
	var name partyName
	err = s.Scan(append([]any{
		&i.ID, &i.Number.Year, &i.Number.No, store.ZeroNull(&i.Party.Person), store.ZeroNull(&i.Party.Club), &i.Day, &i.Due,
		&i.Text, &i.Source, store.ZeroNull(&i.SourceID), &i.Total, &i.Credited, &i.WrittenOff, &i.Paid, &i.NoMore,
	}, name.columns()...)...)
	i.Name = name.String()
	return i, err
}

// InvoiceFilter says which invoices are read; its zero value is all.
type InvoiceFilter struct {
	Party       ledger.Party
	State       InvoiceState
	Owing       bool // with something to pay
	Overdue     bool
	Soon        bool       // due within thirty days
	From, Until civil.Date // days of the invoices
	Text        string     // in the name, the number, the reference or what it is for
	Page        Page
	ids         []InvoiceID
	today       civil.Date // for those that are overdue or due soon
}

// asked is what the database can decide of a filter: all but words.
func (f InvoiceFilter) asked() conditions {
	var c conditions
	if f.Party.Person != 0 {
		c.add("i.person_id = $%d", f.Party.Person)
	}
	if f.Party.Club != 0 {
		c.add("i.club_id = $%d", f.Party.Club)
	}
	if f.Owing || f.Overdue || f.Soon {
		c.must("i.open_cents > 0")
	}
	if f.Overdue {
		c.add("i.due_on < $%d", f.today)
	}
	if f.Soon {
		c.add("i.due_on >= $%d", f.today)
		c.add("i.due_on <= $%d", f.today.AddDays(lookAhead))
	}
	if f.State != "" {
		c.must(f.State.asked())
	}
	if !f.From.IsZero() {
		c.add("i.day >= $%d", f.From)
	}
	if !f.Until.IsZero() {
		c.add("i.day <= $%d", f.Until)
	}
	if f.ids != nil {
		var list string
		list, c.args = store.In(c.args, f.ids)
		c.must("i.id IN " + list)
	}
	return c
}

// asked is the condition of an invoice i that it is in the state, as Invoice.State has it.
func (s InvoiceState) asked() string {
	const done = "i.open_cents <= 0 AND "
	switch s {
	case InvoiceOpen:
		return "i.open_cents > 0 AND " + paidOf + " <= 0"
	case InvoicePartPaid:
		return "i.open_cents > 0 AND " + paidOf + " > 0"
	case InvoiceWrittenOff:
		return done + writtenOff
	case InvoiceCredited:
		return done + "NOT " + writtenOff + " AND " + paidOf + " = 0"
	case InvoicePaid:
		return done + "NOT " + writtenOff + " AND " + paidOf + " <> 0"
	}
	return "1 = 0"
}

// says reports whether a folded text stands in an invoice, or names it by its reference.
func (i Invoice) says(text string, named []ledger.InvoiceNo) bool {
	return text == "" || slices.Contains(named, i.Number) || strings.Contains(
		members.Fold(i.Name+" "+i.Number.String()+" "+i.Number.Reference()+" "+i.Text), text,
	)
}

// eachInvoice gives each invoice that a filter asks for to take, the newest first; end ends the query.
func eachInvoice(ctx context.Context, q store.Queryer, f InvoiceFilter, end string, take func(Invoice) error) error {
	c, text, named := f.asked(), members.Fold(f.Text), ledger.References(f.Text)
	err := store.Each(ctx, q, scanInvoice, func(i Invoice) error {
		if !i.says(text, named) {
			return nil
		}
		return take(i)
	}, invoiceColumns+c.where()+`
		ORDER BY i.day DESC, i.id DESC`+end, c.args...)
	if err != nil {
		return fmt.Errorf("read the invoices: %w", err)
	}
	return nil
}

func invoices(ctx context.Context, q store.Queryer, f InvoiceFilter) (all []Invoice, err error) {
	err = eachInvoice(ctx, q, f, "", func(i Invoice) error {
		all = append(all, i)
		return nil
	})
	return all, err
}

// invoiceIDs are the invoices that have one of the numbers, at most [store.MaxIn] of them.
func invoiceIDs(ctx context.Context, q store.Queryer, numbers []ledger.InvoiceNo) ([]InvoiceID, error) {
	wanted := make(map[ledger.InvoiceNo]bool, len(numbers))
	years, nos := make([]int, len(numbers)), make([]int, len(numbers))
	for i, n := range numbers {
		wanted[n], years[i], nos[i] = true, n.Year, n.No
	}
	var out []InvoiceID
	list, args := store.In(nil, years)
	in, args := store.In(args, nos)
	if err := store.Each(ctx, q, func(s store.Scanner) (i Invoice, err error) {
		err = s.Scan(&i.ID, &i.Number.Year, &i.Number.No)
		return i, err
	}, func(i Invoice) error {
		if wanted[i.Number] {
			out = append(out, i.ID)
		}
		return nil
	}, `
		SELECT id, year, number
		FROM invoice
		WHERE year IN `+list+` AND number IN `+in, args...); err != nil {
		return nil, fmt.Errorf("find invoices by their numbers: %w", err)
	}
	return out, nil
}

// invoiceSums adds up the invoices that a filter without words asks for.
func invoiceSums(ctx context.Context, q store.Queryer, f InvoiceFilter) (out InvoiceList, err error) {
	c := f.asked()
	out, err = store.One(ctx, q, func(s store.Scanner) (l InvoiceList, err error) {
		err = s.Scan(&l.Count, &l.ToPay, &l.Open)
		return l, err
	}, `
		SELECT COUNT(*), CAST(COALESCE(SUM(i.open_cents), 0) AS BIGINT),
		       CAST(COALESCE(SUM(CASE WHEN i.open_cents > 0 THEN i.open_cents ELSE 0 END), 0) AS BIGINT)
		FROM invoice i`+c.where(), c.args...)
	if err != nil {
		return out, fmt.Errorf("add up the invoices: %w", err)
	}
	// What a payment settled that was reversed since is taken off by lines of their own.
	out.Paid, err = store.One(ctx, q, store.Value[money.Cents], `
		SELECT CAST(COALESCE(SUM(x.cents), 0) AS BIGINT)
		FROM allocation x
		JOIN invoice i ON i.id = x.invoice_id`+c.where(), c.args...)
	if err != nil {
		return out, fmt.Errorf("add up what was paid: %w", err)
	}
	out.ToPay += out.Paid
	return out, nil
}

func invoiceByID(ctx context.Context, q store.Queryer, id InvoiceID) (Invoice, error) {
	all, err := invoices(ctx, q, InvoiceFilter{ids: []InvoiceID{id}})
	if err == nil && len(all) == 0 {
		err = apperr.New(apperr.NotFound, "Invoice not found.")
	}
	if err != nil {
		return Invoice{}, err
	}
	i := all[0]
	i.Lines, err = store.All(ctx, q, func(s store.Scanner) (l InvoiceLine, err error) {
		err = s.Scan(&l.Text, &l.Amount, &l.Account, &l.Tag)
		return l, err
	}, `
		SELECT text, cents, account, tag
		FROM invoice_line
		WHERE invoice_id = $1
		ORDER BY no`, id)
	return i, err
}

// invoiceOf finds the invoice that something made.
func invoiceOf(ctx context.Context, q store.Queryer, source Source, id int64) (i Invoice, found bool, err error) {
	at, err := store.One(ctx, q, store.Value[InvoiceID], `
		SELECT id
		FROM invoice
		WHERE source = $1 AND source_id = $2 AND source_id IS NOT NULL`, string(source), id)
	if errors.Is(err, store.ErrNoRows) {
		return i, false, nil
	}
	if err != nil {
		return i, false, fmt.Errorf("find an invoice: %w", err)
	}
	i, err = invoiceByID(ctx, q, at)
	return i, err == nil, err
}

func insertInvoice(ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice) (InvoiceID, error) {
	id, err := store.One(ctx, tx, store.Value[InvoiceID], `
		INSERT INTO invoice (year, number, person_id, club_id, day, due_on, text, source, source_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		RETURNING id`, i.Number.Year, i.Number.No, store.NullZero(i.Party.Person), store.NullZero(i.Party.Club), i.Day, i.Due,
		i.Text, string(i.Source), store.NullZero(i.SourceID), permit.Now(), store.NullZero(permit.Person()))
	if err != nil {
		return 0, fmt.Errorf("keep an invoice: %w", err)
	}
	var args []any
	for n, l := range i.Lines {
		args = append(args, id, n+1, l.Text, int64(l.Amount), string(l.Account), l.Tag)
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO invoice_line (invoice_id, no, text, cents, account, tag)
		VALUES `+store.Values(len(i.Lines), 6), args...); err != nil {
		return 0, fmt.Errorf("keep the lines of an invoice: %w", err)
	}
	return id, nil
}

func insertCredit(ctx context.Context, tx *store.Tx, permit usecase.Permit, c Credit) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO invoice_credit (year, number, invoice_id, kind, cents, account, day, reason, row_id, of_fee, recorded_at,
		                            recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		RETURNING id`, c.Year, c.Number, c.Invoice, string(c.Kind), int64(c.Amount), string(c.Account), c.Day, c.Reason,
		store.NullZero(c.Row), c.OfFee, permit.Now(), store.NullZero(permit.Person()))
	if err != nil {
		return 0, fmt.Errorf("keep a credit: %w", err)
	}
	return id, nil
}

func creditsOf(ctx context.Context, q store.Queryer, id InvoiceID) ([]Credit, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (c Credit, err error) {
		err = s.Scan(&c.ID, &c.Year, &c.Number, &c.Invoice, &c.Kind, &c.Amount, &c.Account, &c.Day, &c.Reason,
			store.ZeroNull(&c.Row), &c.OfFee, &c.Undone, &c.UndoneWhy)
		return c, err
	}, `
		SELECT c.id, c.year, c.number, c.invoice_id, c.kind, c.cents, c.account, c.day, c.reason, c.row_id, c.of_fee, u.day,
		       COALESCE(u.reason, '')
		FROM invoice_credit c
		LEFT JOIN invoice_credit_undone u ON u.credit_id = c.id
		WHERE c.invoice_id = $1
		ORDER BY c.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the credits of an invoice: %w", err)
	}
	return all, nil
}

// Settlement is what of a payment settles an invoice, or was paid back.
type Settlement struct {
	Payment PaymentID
	Receipt ReceiptNo
	Invoice InvoiceID // 0: it was paid back
	Number  ledger.InvoiceNo
	Refund  int64 // the request by which it was paid back, or 0
	Payer   ledger.Party
	Party   ledger.Party // of the invoice
	Amount  money.Cents
	Day     civil.Date // the latest

	Subscription bool  // the invoice is of a subscription that was paid at once
	By           Payer // who paid in the place of the party of the invoice, as far as the reader may know it
}

// settlements reads what stands between payments and invoices, where a column of allocation a has a value.
func settlements(ctx context.Context, q store.Queryer, column string, id int64) ([]Settlement, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (t Settlement, err error) {
		err = s.Scan(&t.Payment, &t.Receipt.Year, &t.Receipt.No, store.ZeroNull(&t.Invoice), &t.Number.Year, &t.Number.No,
			store.ZeroNull(&t.Refund), store.ZeroNull(&t.Payer.Person), store.ZeroNull(&t.Payer.Club),
			store.ZeroNull(&t.Party.Person), store.ZeroNull(&t.Party.Club), &t.Amount, &t.Day, &t.Subscription,
			&t.By.Name, store.ZeroNull(&t.By.Party.Person), store.ZeroNull(&t.By.Party.Club), &t.By.Quiet)
		return t, err
	}, `
		SELECT p.id, COALESCE(p.receipt_year, 0), COALESCE(p.receipt_no, 0), a.invoice_id, COALESCE(i.year, 0),
		       COALESCE(i.number, 0), a.request_id, p.person_id, COALESCE(p.club_id, r.club_id), i.person_id, i.club_id,
		       CAST(SUM(a.cents) AS BIGINT), MAX(CASE WHEN a.cents > 0 THEN a.day END), COALESCE(i.source = 'subscription', FALSE),
		       p.paid_by, p.payer_person_id, p.payer_club_id, p.payer_quiet
		FROM allocation a
		JOIN payment p ON p.id = a.payment_id
		LEFT JOIN club_return r ON r.id = p.return_id
		LEFT JOIN invoice i ON i.id = a.invoice_id
		WHERE `+column+` = $1 AND `+stands+`
		GROUP BY p.id, p.receipt_year, p.receipt_no, a.invoice_id, i.year, i.number, a.request_id, p.person_id, p.club_id,
		         r.club_id, i.person_id, i.club_id, i.source, p.paid_by, p.payer_person_id, p.payer_club_id, p.payer_quiet
		HAVING SUM(a.cents) <> 0
		ORDER BY p.id, a.invoice_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what settles invoices: %w", err)
	}
	return all, nil
}

// held is what is left of a payment.
type held struct {
	payment PaymentID
	ret     ReturnID
	party   ledger.Party // on whose account it is
	owner   ledger.Party // whose money it is; zero of someone outside the register
	left    money.Cents
	day     civil.Date // since when it is there: a part may have settled something else until then

	received civil.Date
}

func sumHeld(all []held) money.Cents {
	var sum money.Cents
	for _, h := range all {
		sum += h.left
	}
	return sum
}

// ownerColumns are of a payment p with its list r.
const ownerColumns = `p.person_id, COALESCE(p.club_id, r.club_id), p.paid_by, p.payer_person_id, p.payer_club_id`

// ownership scans ownerColumns.
type ownership struct{ Payment }

func (o *ownership) columns() []any {
	return []any{
		store.ZeroNull(&o.Person), store.ZeroNull(&o.Club), &o.Payer.Name, store.ZeroNull(&o.Payer.Party.Person),
		store.ZeroNull(&o.Payer.Party.Club),
	}
}

func scanHeld(s store.Scanner) (h held, err error) {
	var o ownership
	var freed civil.Date
	err = s.Scan(append([]any{&h.payment, store.ZeroNull(&h.ret), &h.left, &h.day, &freed}, o.columns()...)...)
	h.party, h.owner, h.received, h.day = o.Party(), o.Owner(), h.day, civil.Later(h.day, freed)
	return h, err
}

const heldColumns = `
		SELECT p.id, p.return_id, p.left_cents, p.received_on,
		       (SELECT MAX(a.day) FROM allocation a WHERE a.payment_id = p.id AND a.cents < 0), ` + ownerColumns + `
		FROM payment p
		LEFT JOIN club_return r ON r.id = p.return_id
		WHERE p.left_cents <> 0 AND p.left_cents > 0 AND (p.return_id IS NULL OR r.state = 'confirmed') AND ` + stands

// creditsHeld reads what is left of payments on the account of a party, and of those that they made for others, the oldest
// payment first. What was paid for a list that is not confirmed yet is kept for it.
func creditsHeld(ctx context.Context, q store.Queryer, p ledger.Party) ([]held, error) {
	all, err := store.All(ctx, q, scanHeld, heldColumns+`
		  AND (($1 <> 0 AND (p.person_id = $1 OR p.payer_person_id = $1))
		    OR ($2 <> 0 AND (p.club_id = $2 OR r.club_id = $2 OR p.payer_club_id = $2)))
		ORDER BY p.id`, p.Person, p.Club)
	if err != nil {
		return nil, fmt.Errorf("read credits: %w", err)
	}
	return all, nil
}

// heldOn is what is left of payments on the account of a party, whoever made them.
func heldOn(ctx context.Context, q store.Queryer, p ledger.Party) ([]held, error) {
	all, err := creditsHeld(ctx, q, p)
	return slices.DeleteFunc(all, func(h held) bool { return h.party != p }), err
}

// settledBefore reads what is left of the payments that settled an invoice, the oldest first.
func settledBefore(ctx context.Context, q store.Queryer, id InvoiceID) ([]held, error) {
	all, err := store.All(ctx, q, scanHeld, heldColumns+`
		  AND p.id IN (SELECT a.payment_id FROM allocation a WHERE a.invoice_id = $1)
		ORDER BY p.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what settled an invoice: %w", err)
	}
	return all, nil
}

// ownersOn reads whose money the payments are that settle an invoice, or did until it was freed.
func ownersOn(ctx context.Context, q store.Queryer, id InvoiceID) ([]ledger.Party, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (ledger.Party, error) {
		var o ownership
		err := s.Scan(append([]any{&o.ID}, o.columns()...)...)
		return o.Owner(), err
	}, `
		SELECT p.id, `+ownerColumns+`
		FROM payment p
		LEFT JOIN club_return r ON r.id = p.return_id
		WHERE p.id IN (SELECT a.payment_id FROM allocation a WHERE a.invoice_id = $1) AND `+stands+`
		ORDER BY p.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read who paid an invoice: %w", err)
	}
	return all, nil
}

func insertAllocation(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, t Settlement,
) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO allocation (payment_id, invoice_id, request_id, cents, day, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		RETURNING id`, t.Payment, store.NullZero(t.Invoice), store.NullZero(t.Refund), int64(t.Amount), t.Day, permit.Now(),
		store.NullZero(permit.Person()))
	if err != nil {
		return 0, fmt.Errorf("keep what a payment settles: %w", err)
	}
	return id, nil
}

// moved reads what payments on returns settle elsewhere, and what other payments settle of the returns' fees.
func moved(ctx context.Context, q store.Queryer, returns []ReturnID) ([]movedCredit, error) {
	list, args := store.In(nil, returns)
	all, err := store.All(ctx, q, func(s store.Scanner) (m movedCredit, err error) {
		err = s.Scan(&m.payment, store.ZeroNull(&m.from), store.ZeroNull(&m.to), &m.amount, &m.freed, &m.day)
		return m, err
	}, `
		SELECT p.id, p.return_id, CASE WHEN i.source = 'return' THEN i.source_id END, CAST(SUM(a.cents) AS BIGINT),
		       CAST(SUM(CASE WHEN a.cents < 0 THEN -a.cents ELSE 0 END) AS BIGINT), MAX(CASE WHEN a.cents > 0 THEN a.day END)
		FROM allocation a
		JOIN payment p ON p.id = a.payment_id
		LEFT JOIN invoice i ON i.id = a.invoice_id
		WHERE a.id IN (
		    SELECT x.id FROM payment y JOIN allocation x ON x.payment_id = y.id WHERE y.return_id IN `+list+`
		    UNION ALL
		    SELECT x.id FROM invoice y JOIN allocation x ON x.invoice_id = y.id WHERE y.source = 'return' AND y.source_id IN `+list+`
		) AND COALESCE(p.return_id, 0) <> CASE WHEN i.source = 'return' THEN i.source_id ELSE 0 END AND `+stands+`
		GROUP BY p.id, p.return_id, i.source, i.source_id
		ORDER BY p.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read credits that moved: %w", err)
	}
	return all, nil
}

// movedCredit is what of a payment settles the fee of a return.
type movedCredit struct {
	payment  PaymentID
	from, to ReturnID // 0: none
	amount   money.Cents
	freed    money.Cents // that settled the same until it was free; it may be all of it
	day      civil.Date
}
