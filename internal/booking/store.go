package booking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/bank"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// remember keeps how a bank's files are read.
func remember(ctx context.Context, tx *store.Tx, in File) error {
	columns, err := json.Marshal(in.Columns)
	if err != nil {
		return err
	}
	if in.Columns == nil {
		columns = []byte("{}")
	}
	if _, err := tx.Exec(ctx, `
		UPDATE bank_account
		SET days = $2, columns = $3, version = version + 1
		WHERE id = $1`, in.Bank.ID, string(in.Days), string(columns)); err != nil {
		return fmt.Errorf("remember how a bank’s files are read: %w", err)
	}
	return nil
}

// insertLines keeps the lines that are not there yet, and says how many they were. A line without an amount moves nothing.
func insertLines(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in File, lines []bank.Line,
) (added int, err error) {
	const columns = 12
	for chunk := range slices.Chunk(lines, store.InsertRows(columns)) {
		var args []any
		rows := 0
		for _, l := range chunk {
			if l.Amount == 0 {
				continue
			}
			var balance any
			if l.Balance != nil {
				balance = int64(*l.Balance)
			}
			args = append(args, in.Bank.ID, l.ID, l.Date, int64(l.Amount), l.Payee, l.Reference, l.Particulars, l.Code, balance,
				in.Name, permit.Now(), store.NullZero(permit.Person()))
			rows++
		}
		if rows == 0 {
			continue
		}
		n, err := tx.Exec(ctx, `
			INSERT INTO bank_line (bank_id, line_key, day, cents, payee, reference, particulars, code, balance, file_name, recorded_at, recorded_by)
			VALUES `+store.Values(rows, columns)+`
			ON CONFLICT (bank_id, line_key) DO NOTHING`, args...)
		if err != nil {
			return 0, fmt.Errorf("keep a bank’s lines: %w", err)
		}
		added += int(n)
	}
	return added, nil
}

// bookedSQL is what of a line l is booked as payments and entries that stand.
const bookedSQL = `COALESCE((
		    SELECT SUM(t.cents)
		    FROM bank_part t
		    LEFT JOIN payment b ON b.reverses_id = t.payment_id
		    LEFT JOIN journal_entry r ON r.reverses_id = t.entry_id
		    WHERE t.line_id = l.id AND b.id IS NULL AND r.id IS NULL
		), 0)`

const lineColumns = `
		SELECT l.id, l.bank_id, l.line_key, l.day, l.cents, l.payee, l.reference, l.particulars, l.code, l.balance, l.aside,
		       ` + bookedSQL + `, l.version
		FROM bank_line l`

func scanLine(s store.Scanner) (l Line, err error) {
	var balance *int64
	err = s.Scan(&l.ID, &l.Bank, &l.Key, &l.Day, &l.Amount, &l.Payee, &l.Reference, &l.Particulars, &l.Code, &balance, &l.Aside,
		&l.As, &l.Version)
	if balance != nil {
		l.Balance = new(money.Cents)
		*l.Balance = money.Cents(*balance)
	}
	return l, err
}

func lineByID(ctx context.Context, q store.Queryer, id LineID) (Line, error) {
	l, err := store.One(ctx, q, scanLine, lineColumns+`
		WHERE l.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return l, apperr.New(apperr.NotFound, "Bank line not found.")
	}
	return l, err
}

// waitsSQL is the condition that a line l of the account $1 is neither booked, all of it, nor set aside.
const waitsSQL = `l.bank_id = $1 AND l.aside = '' AND ` + bookedSQL + ` <> l.cents`

func countWaiting(ctx context.Context, q store.Queryer, id treasury.BankID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM bank_line l
		WHERE `+waitsSQL, id)
	if err != nil {
		return 0, fmt.Errorf("count the bank’s lines that wait: %w", err)
	}
	return n, nil
}

// waiting reads the lines of an account that are neither booked nor set aside, the oldest first.
func waiting(ctx context.Context, q store.Queryer, id treasury.BankID) ([]Line, error) {
	all, err := store.All(ctx, q, scanLine, lineColumns+`
		WHERE `+waitsSQL+`
		ORDER BY l.day, l.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the bank’s lines: %w", err)
	}
	return all, nil
}

// partsSQL are what lines were booked as, as far as it stands.
const partsSQL = `
		SELECT t.id, t.line_id, t.payment_id, t.entry_id, COALESCE(p.receipt_year, 0), COALESCE(p.receipt_no, 0), COALESCE(e.year, 0),
		       COALESCE(e.number, 0), COALESCE(e.text, ''), COALESCE(e.document = 'bank_line' AND e.document_id = t.line_id, FALSE), t.cents
		FROM bank_part t
		LEFT JOIN payment p ON p.id = t.payment_id
		LEFT JOIN journal_entry e ON e.id = t.entry_id
		WHERE NOT EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = t.payment_id)
		  AND NOT EXISTS (SELECT 1 FROM journal_entry r WHERE r.reverses_id = t.entry_id)`

// partOfLine is what a line was booked as.
type partOfLine struct {
	line LineID
	BookedAs
}

func scanPart(s store.Scanner) (b partOfLine, err error) {
	var receipt treasury.ReceiptNo
	var no ledger.EntryNo
	err = s.Scan(&b.Part, &b.line, store.ZeroNull(&b.Payment), store.ZeroNull(&b.Entry), &receipt.Year, &receipt.No, &no.Year, &no.No,
		&b.Text, &b.ByLine, &b.Amount)
	if b.Number = receipt.String(); b.Payment == 0 {
		b.Number = no.String()
	}
	return b, err
}

// bookedAs reads what a line was booked as, as far as it stands.
func bookedAs(ctx context.Context, q store.Queryer, id LineID) (out []BookedAs, err error) {
	all, err := store.All(ctx, q, scanPart, partsSQL+`
		  AND t.line_id = $1
		ORDER BY t.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what a bank’s line was booked as: %w", err)
	}
	for _, p := range all {
		out = append(out, p.BookedAs)
	}
	return out, nil
}

func allLines(ctx context.Context, q store.Queryer, id treasury.BankID) (out []Line, err error) {
	err = eachLine(ctx, q, LineFilter{Bank: id}, "", func(l Line) error {
		out = append(out, l)
		return nil
	})
	return out, err
}

// takeLine takes the next version of a line from the one that was read.
func takeLine(ctx context.Context, tx *store.Tx, id LineID, version int64, aside string) error {
	n, err := tx.Exec(ctx, `
		UPDATE bank_line
		SET version = version + 1, aside = $3
		WHERE id = $1 AND version = $2`, id, version, aside)
	switch {
	case err != nil:
		return fmt.Errorf("take a bank’s line: %w", err)
	case n == 0:
		return usecase.Stale("this line", "bank_line", int64(id))
	}
	return nil
}

func insertPart(ctx context.Context, tx *store.Tx, line LineID, payment, entry int64, cents money.Cents) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO bank_part (line_id, payment_id, entry_id, cents)
		VALUES ($1, $2, $3, $4)`, line, store.NullZero(payment), store.NullZero(entry), int64(cents)); err != nil {
		return fmt.Errorf("keep what a bank’s line was booked as: %w", err)
	}
	return nil
}

// unlinkedSQL is what is read of entries e that changed the account $1 and are no lines' of the bank account $2; from says
// which entries.
func unlinkedSQL(from string) string {
	return `
		SELECT e.id, e.year, e.number, e.text, e.day, l.cents,
		       COALESCE((SELECT MAX(p.person_id) FROM journal_line p WHERE p.entry_id = e.id), 0),
		       COALESCE((SELECT MAX(p.club_id) FROM journal_line p WHERE p.entry_id = e.id), 0)
		FROM (
		    SELECT *
		    FROM journal_entry
		    WHERE ` + from + `
		    ORDER BY day, id
		    LIMIT ` + mostEntries + `
		) e
		JOIN journal_line l ON l.entry_id = e.id
		WHERE COALESCE(l.account, '') = $1 AND COALESCE(e.reverses_id, 0) = 0
		  AND NOT EXISTS (SELECT 1 FROM journal_entry r WHERE r.reverses_id = e.id)
		  AND NOT EXISTS (
		      SELECT 1
		      FROM bank_part t
		      JOIN bank_line x ON x.id = t.line_id
		      WHERE x.bank_id = $2 AND (t.entry_id = e.id OR e.document = 'payment' AND t.payment_id = e.document_id)
		  )
		ORDER BY e.day, e.id`
}

// mostEntries is more than a journal has: with it the database reads entries first, and of each its lines, not all lines of the
// account by the index of accounts.
const mostEntries = "1000000000"

func scanBooked(s store.Scanner) (x Booked, err error) {
	var year, no int
	err = s.Scan(&x.Entry, &year, &no, &x.Text, &x.Day, &x.Amount, &x.Party.Person, &x.Party.Club)
	x.Number = fmt.Sprintf("J-%d-%04d", year, no)
	return x, err
}

// recordedAbout reads the entries of about the days of some lines that changed an account and are none of its lines'. A
// transfer between two accounts is a line of each, and one entry.
func recordedAbout(ctx context.Context, q store.Queryer, b treasury.BankAccount, lines []Line) ([]Booked, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	from, until := lines[0].Day, lines[0].Day
	for _, l := range lines {
		from, until = civil.Earlier(from, l.Day), civil.Later(until, l.Day)
	}
	all, err := store.All(ctx, q, scanBooked, unlinkedSQL("day >= $3 AND day <= $4"), string(b.Account), int64(b.ID),
		from.AddDays(-daysApart), until.AddDays(daysApart))
	if err != nil {
		return nil, fmt.Errorf("read what was recorded already: %w", err)
	}
	return all, nil
}

// linkEntry says that a line is an entry that was booked already, which changed the account by the line's amount.
func linkEntry(ctx context.Context, tx *store.Tx, b treasury.BankAccount, l Line, id treasury.EntryID) error {
	// Two lines that are the same entry's queue: the second finds it linked.
	if err := treasury.HoldBooks(ctx, tx); err != nil {
		return err
	}
	all, err := store.All(ctx, tx, scanBooked, unlinkedSQL("id = $3"), string(b.Account), int64(b.ID), int64(id))
	if err != nil {
		return fmt.Errorf("read what was recorded already: %w", err)
	}
	for _, x := range all {
		if x.Amount == l.Amount {
			return insertPart(ctx, tx, l.ID, 0, int64(id), l.Amount)
		}
	}
	return apperr.New(apperr.Conflict, "This entry has been linked to another line, or has another amount.")
}

// unlink takes the link between a line and an entry away: the line waits again, and the entry is free for another.
func unlink(ctx context.Context, tx *store.Tx, line LineID, part int64) error {
	if _, err := tx.Exec(ctx, `
		DELETE FROM bank_part
		WHERE id = $1 AND line_id = $2`, part, line); err != nil {
		return fmt.Errorf("undo the link of a bank’s line: %w", err)
	}
	return nil
}

func lastReconciled(ctx context.Context, q store.Queryer, id treasury.BankID) (*Reconciled, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (r Reconciled, err error) {
		err = s.Scan(&r.Day, &r.Balance)
		return r, err
	}, `
		SELECT day, cents
		FROM reconciliation
		WHERE bank_id = $1
		ORDER BY day DESC
		LIMIT 1`, id)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

func insertReconciled(ctx context.Context, tx *store.Tx, permit usecase.Permit, in ReconcileInput) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO reconciliation (bank_id, day, cents, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, in.Bank, in.Day, int64(in.Balance), permit.Now(), store.NullZero(permit.Person()))
	if err != nil {
		return 0, fmt.Errorf("keep that the books agree: %w", err)
	}
	return id, nil
}
