package treasury

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Kinds of documents that are numbered without gaps within a calendar year.
const (
	seriesJournal = "journal"
	seriesInvoice = "invoice"
	seriesCredit  = "credit"
)

// nextNumber takes the next number of a kind of document in a year. The row stays locked until the transaction ends, and
// a rollback gives the number back.
func nextNumber(ctx context.Context, tx *store.Tx, kind string, year int) (int, error) {
	no, err := store.One(ctx, tx, store.Value[int], `
		INSERT INTO books_series (kind, year, last_no)
		VALUES ($1, $2, 1)
		ON CONFLICT (kind, year) DO UPDATE
		SET last_no = books_series.last_no + 1
		RETURNING last_no`, kind, year)
	if err != nil {
		return 0, fmt.Errorf("take a number: %w", err)
	}
	return no, nil
}

// LockedUntil is the last day that takes no entries; zero when every day does.
func LockedUntil(ctx context.Context, q store.Queryer) (civil.Date, error) {
	day, err := store.One(ctx, q, func(s store.Scanner) (d civil.Date, err error) {
		err = s.Scan(&d)
		return d, err
	}, `
		SELECT MAX(until_day)
		FROM books_lock`)
	if err != nil {
		return day, fmt.Errorf("read how far the books are locked: %w", err)
	}
	return day, nil
}

func scanAccount(s store.Scanner) (a ledger.Account, err error) {
	err = s.Scan(&a.Code, &a.Name, &a.Kind, &a.Closed)
	return a, err
}

// Accounts reads the accounts in the order of their codes.
func Accounts(ctx context.Context, q store.Queryer) ([]ledger.Account, error) {
	all, err := store.All(ctx, q, scanAccount, `
		SELECT code, name, kind, closed
		FROM ledger_account
		ORDER BY code`)
	if err != nil {
		return nil, fmt.Errorf("read the accounts: %w", err)
	}
	return all, nil
}

func accountByCode(ctx context.Context, q store.Queryer, code ledger.Code) (ledger.Account, error) {
	a, err := store.One(ctx, q, scanAccount, `
		SELECT code, name, kind, closed
		FROM ledger_account
		WHERE code = $1`, string(code))
	if errors.Is(err, store.ErrNoRows) {
		return a, apperr.New(apperr.NotFound, "Account not found.")
	}
	return a, err
}

func insertAccount(ctx context.Context, tx *store.Tx, a ledger.Account) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO ledger_account (code, name, kind)
		VALUES ($1, $2, $3)`, string(a.Code), a.Name, string(a.Kind))
	return err
}

func updateAccount(ctx context.Context, tx *store.Tx, a ledger.Account) error {
	if _, err := tx.Exec(ctx, `
		UPDATE ledger_account
		SET name = $2, closed = $3
		WHERE code = $1`, string(a.Code), a.Name, a.Closed); err != nil {
		return fmt.Errorf("change an account: %w", err)
	}
	return nil
}

func insertEntry(ctx context.Context, tx *store.Tx, permit usecase.Permit, e ledger.Entry) (int64, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO journal_entry (year, number, day, text, document, document_id, reverses_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		RETURNING id`, e.Number.Year, e.Number.No, e.Day, e.Text, string(e.Document), e.DocumentID,
		store.NullZero(e.Reverses), permit.Now(), store.NullZero(permit.Person()))
	if err != nil {
		return 0, fmt.Errorf("book an entry: %w", err)
	}
	var args []any
	for i, l := range e.Lines {
		args = append(
			args, id, i+1, string(l.Account), int64(l.Amount), store.NullZero(l.Party.Person), store.NullZero(l.Party.Club), l.Tag,
		)
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO journal_line (entry_id, no, account, cents, person_id, club_id, tag)
		VALUES `+store.Values(len(e.Lines), 7), args...); err != nil {
		return 0, fmt.Errorf("book the lines of an entry: %w", err)
	}
	return id, nil
}

// JournalFilter says which entries are read; its zero value is all.
type JournalFilter struct {
	From, Until civil.Date
	Account     ledger.Code
	Party       ledger.Party
	Tag         string
	Page        Page // of entries
	ids         []int64
}

// entryID is the column of an entry's number, where entries are read.
const entryID = "e.id"

// asked are the conditions on entries e. What is asked of their lines is asked of a column that holds the entry's number:
// [entryID], or that of the lines themselves where no day is asked for.
func (f JournalFilter) asked(entry string) conditions {
	var c conditions
	if !f.From.IsZero() {
		c.add("e.day >= $%d", f.From)
	}
	if !f.Until.IsZero() {
		c.add("e.day <= $%d", f.Until)
	}
	line := func(format string, value any) {
		c.add(entry+" IN (SELECT x.entry_id FROM journal_line x WHERE "+format+")", value)
	}
	if f.Account != "" {
		line("x.account = $%d", string(f.Account))
	}
	if f.Party.Person != 0 {
		line("x.person_id = $%d", f.Party.Person)
	}
	if f.Party.Club != 0 {
		line("x.club_id = $%d", f.Party.Club)
	}
	if f.Tag != "" {
		line("x.tag = $%d", f.Tag)
	}
	if f.ids != nil {
		var list string
		list, c.args = store.In(c.args, f.ids)
		c.must(entry + " IN " + list)
	}
	return c
}

// Journal reads the entries in the order of their days and numbers.
func Journal(ctx context.Context, q store.Queryer, f JournalFilter) (out []ledger.Entry, err error) {
	err = eachEntry(ctx, q, f, "", func(e NamedEntry) error {
		out = append(out, e.Entry)
		return nil
	})
	return out, err
}

// NamedEntry is an entry with the names of the members and clubs of its lines.
type NamedEntry struct {
	ledger.Entry
	Names []string // one for each line; "": of none
}

// eachEntry gives each entry that a filter asks for to take, in the order of their days and numbers; page is the end of the
// query for entries.
func eachEntry(ctx context.Context, q store.Queryer, f JournalFilter, page string, take func(NamedEntry) error) error {
	type row struct {
		ledger.Entry
		line ledger.Line
		name string
	}
	c := f.asked(entryID)
	from, where := "journal_entry e", c.where()
	if page != "" {
		from, where = `(
		    SELECT *
		    FROM journal_entry e`+where+`
		    ORDER BY e.day, e.id`+page+`
		) e`, ""
	}
	var at *NamedEntry
	err := store.Each(ctx, q, func(s store.Scanner) (r row, err error) {
		var name partyName
		err = s.Scan(append([]any{
			&r.ID, &r.Number.Year, &r.Number.No, &r.Day, &r.Text, &r.Document, &r.DocumentID, store.ZeroNull(&r.Reverses),
			&r.line.Account, &r.line.Amount, store.ZeroNull(&r.line.Party.Person), store.ZeroNull(&r.line.Party.Club), &r.line.Tag,
		}, name.columns()...)...)
		r.name = name.String()
		return r, err
	}, func(r row) error {
		if at != nil && at.ID != r.ID {
			if err := take(*at); err != nil {
				return err
			}
			at = nil
		}
		if at == nil {
			at = &NamedEntry{Entry: r.Entry}
		}
		at.Lines, at.Names = append(at.Lines, r.line), append(at.Names, r.name)
		return nil
	}, `
		SELECT e.id, e.year, e.number, e.day, e.text, e.document, e.document_id, e.reverses_id,
		       l.account, l.cents, l.person_id, l.club_id, l.tag, `+nameColumns+`
		FROM `+from+`
		JOIN journal_line l ON l.entry_id = e.id
		LEFT JOIN person pe ON pe.id = l.person_id
		LEFT JOIN club cl ON cl.id = l.club_id`+where+`
		ORDER BY e.day, e.id, l.no`, c.args...)
	if err == nil && at != nil {
		err = take(*at)
	}
	if err != nil {
		return fmt.Errorf("read the journal: %w", err)
	}
	return nil
}

func entryByID(ctx context.Context, q store.Queryer, id int64) (ledger.Entry, error) {
	all, err := Journal(ctx, q, JournalFilter{ids: []int64{id}})
	if err == nil && len(all) == 0 {
		err = apperr.New(apperr.NotFound, "Entry not found.")
	}
	if err != nil {
		return ledger.Entry{}, err
	}
	return all[0], nil
}

// entryOf finds the entry of a document.
func entryOf(ctx context.Context, q store.Queryer, of ledger.Document, id int64) (e ledger.Entry, found bool, err error) {
	ids, err := store.All(ctx, q, store.Value[int64], `
		SELECT id
		FROM journal_entry
		WHERE document = $1 AND document_id = $2 AND document NOT IN ('hand', 'bank_line') AND reverses_id IS NULL`, string(of), id)
	if err != nil || len(ids) == 0 {
		return e, false, err
	}
	e, err = entryByID(ctx, q, ids[0])
	return e, err == nil, err
}

// Balances sums the lines of each account from a day to a day; a zero day has no bound. Until a day without a first one it
// reads the months before that of the day, which are kept, and the lines of the month.
func Balances(ctx context.Context, q store.Queryer, from, until civil.Date) (ledger.Balances, error) {
	type sum struct {
		code  ledger.Code
		cents money.Cents
	}
	lines := JournalFilter{From: from, Until: until}
	months := from.IsZero() && !until.IsZero()
	if months {
		lines.From = until.AddDays(1 - until.Day())
	}
	c := lines.asked(entryID)
	read := `
		SELECT l.account, l.cents
		FROM journal_line l` + c.ofLines()
	switch {
	case months:
		c.args = append(c.args, until.String()[:len("2026-07")])
		read += fmt.Sprintf(`
		UNION ALL
		SELECT m.account, m.cents
		FROM journal_month m
		WHERE m.month < $%d`, len(c.args))
	case from.IsZero():
		read = `
		SELECT account, cents
		FROM journal_month`
	}
	sums, err := store.All(ctx, q, func(s store.Scanner) (b sum, err error) {
		err = s.Scan(&b.code, &b.cents)
		return b, err
	}, `
		SELECT x.account, CAST(SUM(x.cents) AS BIGINT)
		FROM (`+read+`) x
		GROUP BY x.account`, c.args...)
	if err != nil {
		return nil, fmt.Errorf("read the balances: %w", err)
	}
	out := ledger.Balances{}
	for _, b := range sums {
		out[b.code] = b.cents
	}
	return out, nil
}

// BalanceOf sums all lines of an account.
func BalanceOf(ctx context.Context, q store.Queryer, account ledger.Code) (money.Cents, error) {
	sum, err := store.One(ctx, q, store.Value[money.Cents], `
		SELECT CAST(COALESCE(SUM(cents), 0) AS BIGINT)
		FROM journal_line
		WHERE account = $1`, string(account))
	if err != nil {
		return 0, fmt.Errorf("read the balance of an account: %w", err)
	}
	return sum, nil
}

// ofLines joins to lines l the entries e that the conditions are of. Where all are asked for it joins none: looking up the
// entry of each line would take most of the time.
func (c conditions) ofLines() string {
	if len(c.all) == 0 {
		return ""
	}
	return `
		JOIN journal_entry e ON e.id = l.entry_id` + c.where()
}

// journalSums adds up the entries that a filter asks for.
func journalSums(ctx context.Context, q store.Queryer, f JournalFilter) (out JournalRead, err error) {
	c := f.asked(entryID)
	if out.Count, err = store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM journal_entry e`+c.where(), c.args...); err != nil {
		return out, fmt.Errorf("count the entries: %w", err)
	}
	lines := c.ofLines()
	if f.From.IsZero() && f.Until.IsZero() {
		c = f.asked("l.entry_id")
		lines = c.where()
	}
	out.Debits, err = store.One(ctx, q, store.Value[money.Cents], `
		SELECT CAST(COALESCE(SUM(CASE WHEN l.cents > 0 THEN l.cents ELSE 0 END), 0) AS BIGINT)
		FROM journal_line l`+lines, c.args...)
	if err != nil {
		return out, fmt.Errorf("add up the journal: %w", err)
	}
	return out, nil
}

// PartyNames are the full names of members and the names of clubs.
func PartyNames(ctx context.Context, q store.Queryer, parties []ledger.Party) (map[ledger.Party]string, error) {
	out := map[ledger.Party]string{}
	var people []members.PersonID
	var clubs []int64
	for _, p := range parties {
		switch {
		case p.Person != 0:
			people = append(people, members.PersonID(p.Person))
		case p.Club != 0:
			clubs = append(clubs, p.Club)
		}
	}
	slices.Sort(people)
	slices.Sort(clubs)
	names, err := members.FullNames(ctx, q, slices.Compact(people))
	if err != nil {
		return nil, err
	}
	for id, name := range names {
		out[ledger.Party{Person: int64(id)}] = name
	}
	type club struct {
		id   int64
		name string
	}
	for chunk := range slices.Chunk(slices.Compact(clubs), store.MaxIn) {
		list, args := store.In(nil, chunk)
		found, err := store.All(ctx, q, func(s store.Scanner) (c club, err error) {
			err = s.Scan(&c.id, &c.name)
			return c, err
		}, `
			SELECT id, name
			FROM club
			WHERE id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read clubs’ names: %w", err)
		}
		for _, c := range found {
			out[ledger.Party{Club: c.id}] = c.name
		}
	}
	return out, nil
}

func locks(ctx context.Context, q store.Queryer) ([]Lock, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (l Lock, err error) {
		err = s.Scan(&l.Until, &l.Why, &l.Note, store.ZeroNull(&l.Motion), store.ZeroNull(&l.Meeting), &l.RecordedAt)
		return l, err
	}, `
		SELECT l.until_day, l.why, l.note, l.motion_id, m.meeting_id, l.recorded_at
		FROM books_lock l
		LEFT JOIN motion m ON m.id = l.motion_id
		ORDER BY l.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the locks of the books: %w", err)
	}
	return all, nil
}

// lockBooks locks the books within tx.
func lockBooks(ctx context.Context, tx *store.Tx, permit usecase.Permit, in LockInput) (*usecase.Entry, error) {
	id, err := store.One(ctx, tx, store.Value[int64], `
		INSERT INTO books_lock (until_day, why, note, motion_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, in.Until, string(in.Why), in.Note, store.NullZero(in.motion), permit.Now(),
		store.NullZero(permit.Person()))
	if err != nil {
		return nil, fmt.Errorf("lock the books: %w", err)
	}
	return permit.Did("lock.books", "books_lock", id, nil, map[string]any{
		"until": in.Until, "why": in.Why, "note": in.Note, "motion": in.motion,
	}), nil
}

// cashFlows sums what came in to the accounts that hold money, and what went out of them, by the other account. What was
// undone in the same year was not received or paid: the reversal takes it back on its own side.
func cashFlows(
	ctx context.Context, q store.Queryer, year ledger.Period, holding []string,
) (in, out ledger.Balances, err error) {
	list, args := store.In([]any{year.From, year.To}, holding)
	type flow struct {
		code    ledger.Code
		in, out money.Cents
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (f flow, err error) {
		err = s.Scan(&f.code, &f.in, &f.out)
		return f, err
	}, `
		SELECT l.account, CAST(SUM(CASE WHEN (l.cents < 0) = (o.id IS NULL) THEN -l.cents ELSE 0 END) AS BIGINT),
		       CAST(SUM(CASE WHEN (l.cents < 0) = (o.id IS NULL) THEN 0 ELSE l.cents END) AS BIGINT)
		FROM journal_line l
		JOIN journal_entry e ON e.id = l.entry_id
		LEFT JOIN journal_entry o ON o.id = e.reverses_id AND o.day >= $1 AND o.day <= $2
		WHERE e.day >= $1 AND e.day <= $2 AND l.account NOT IN `+list+`
		  AND EXISTS (SELECT 1 FROM journal_line m WHERE m.entry_id = e.id AND m.account IN `+list+`)
		GROUP BY l.account`, args...)
	if err != nil {
		return nil, nil, fmt.Errorf("read receipts and payments: %w", err)
	}
	in, out = ledger.Balances{}, ledger.Balances{}
	for _, f := range all {
		in[f.code], out[f.code] = f.in, f.out
	}
	return in, out, nil
}

// entriesOfBefore are the entries that were made from the records of before the journal.
func entriesOfBefore(ctx context.Context, q store.Queryer) (map[int64]bool, error) {
	ids, err := store.All(ctx, q, store.Value[int64], `
		SELECT id
		FROM journal_entry
		WHERE recorded_at IS NULL`)
	if err != nil {
		return nil, fmt.Errorf("read the first entries: %w", err)
	}
	out := make(map[int64]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out, nil
}
