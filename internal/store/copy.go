package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Copy fills the empty, migrated database to with every row of from, in one
// transaction on either side.
func Copy(ctx context.Context, from, to *DB) error {
	c, err := NewCopying(ctx, from, to)
	if err != nil {
		return err
	}
	defer c.Close()
	return to.InTx(ctx, func(tx *Tx) error {
		if err := c.Empty(ctx, tx); err != nil {
			return err
		}
		for _, name := range c.Tables() {
			if err := c.Fill(ctx, tx, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// Copying fills an empty, migrated database from another one, as it was when the copying began, a table after the other.
type Copying struct {
	from, to *DB
	source   *sql.Tx
	tables   []table // of the target, each before those that it refers to
}

// NewCopying begins. It is closed afterwards.
func NewCopying(ctx context.Context, from, to *DB) (*Copying, error) {
	tables, err := tablesInOrder(ctx, to)
	if err != nil {
		return nil, err
	}
	isolation := sql.LevelDefault
	if from.dialect == Postgres {
		isolation = sql.LevelRepeatableRead
	}
	source, err := from.read.BeginTx(ctx, &sql.TxOptions{Isolation: isolation, ReadOnly: from.dialect == Postgres})
	if err != nil {
		return nil, fmt.Errorf("read the database: %w", err)
	}
	if from.dialect == Postgres { // a big table takes as long as it takes
		_, err = source.ExecContext(ctx, `SET LOCAL statement_timeout = 0`)
		if err == nil {
			_, err = source.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("lift the time limit: %w", err), source.Rollback())
		}
	}
	return &Copying{from: from, to: to, source: source, tables: tables}, nil
}

// Close lets the source go.
func (c *Copying) Close() { c.source.Rollback() } //nolint:errcheck // nothing was written

// Tables are the names of the tables in the order in which they are filled.
func (c *Copying) Tables() []string {
	names := make([]string, 0, len(c.tables))
	for i := len(c.tables) - 1; i >= 0; i-- {
		names = append(names, c.tables[i].name)
	}
	return names
}

// Empty removes the rows that migrations wrote.
func (c *Copying) Empty(ctx context.Context, tx *Tx) error {
	for _, t := range c.tables {
		if _, err := tx.Exec(ctx, "DELETE FROM "+t.name); err != nil {
			return fmt.Errorf("empty %s: %w", t.name, err)
		}
	}
	return nil
}

// Fill copies the rows of a table that is empty, after all to which it refers. What the database does by itself when a row
// is added, as keeping a sum, was done when the row was added to the source, and is not done again. Rows are numbered on
// from where the source is, also above numbers that were given and are free again, or are kept free.
func (c *Copying) Fill(ctx context.Context, tx *Tx, name string) error {
	t, err := c.named(name)
	if err != nil {
		return err
	}
	wake, err := tx.suspendTriggers(ctx, name)
	if err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	if err := copyTable(ctx, c.source, tx, t); err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	if err := wake(); err != nil {
		return fmt.Errorf("copy %s: %w", name, err)
	}
	if !t.identity {
		return nil
	}
	last, err := lastNumber(ctx, sourceRow{c.source}, c.from.dialect, name)
	if err != nil {
		return fmt.Errorf("number the rows of %s: %w", name, err)
	}
	var most int64
	if err := tx.QueryRow(ctx, "SELECT COALESCE(MAX(id), 0) FROM "+name).Scan(&most); err != nil {
		return fmt.Errorf("number the rows of %s: %w", name, err)
	}
	return tx.StartAt(ctx, max(last, most)+1, name)
}

func (c *Copying) named(name string) (table, error) {
	for _, t := range c.tables {
		if t.name == name {
			return t, nil
		}
	}
	return table{}, fmt.Errorf("there is no table %s", name)
}

// sourceRow asks the source of a copy.
type sourceRow struct{ tx *sql.Tx }

func (s sourceRow) QueryRow(ctx context.Context, query string, args ...any) *sql.Row {
	return s.tx.QueryRowContext(ctx, query, args...)
}

// suspendTriggers has nothing happen by itself when rows of a table are added, until wake is called in the same transaction.
func (tx *Tx) suspendTriggers(ctx context.Context, name string) (wake func() error, err error) {
	run := func(statement string) error {
		if _, err := tx.tx.ExecContext(ctx, statement); err != nil {
			tx.err = err
			return err
		}
		return nil
	}
	if tx.db.dialect == Postgres { // USER leaves out those by which references are kept
		return func() error { return run("ALTER TABLE " + name + " ENABLE TRIGGER USER") },
			run("ALTER TABLE " + name + " DISABLE TRIGGER USER")
	}
	type trigger struct{ name, text string }
	all, err := All(ctx, tx, func(s Scanner) (t trigger, err error) { return t, s.Scan(&t.name, &t.text) },
		`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = $1 ORDER BY name`, name)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		if err := run("DROP TRIGGER " + t.name); err != nil {
			return nil, err
		}
	}
	return func() error {
		for _, t := range all {
			if err := run(t.text); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// Compare reads a table of both databases row by row; the error names the first row that is not the same. It returns how
// many rows there are.
func (c *Copying) Compare(ctx context.Context, name string) (n int64, err error) {
	theirs, err := c.from.table(ctx, name)
	if err != nil {
		return 0, err
	}
	ours, err := c.named(name)
	if err != nil {
		return 0, err
	}
	list := strings.Join(ours.columns, ", ")
	query := func(t table) string {
		return "SELECT " + list + " FROM " + name + " ORDER BY " + strings.Join(t.order, ", ")
	}
	target, err := c.to.read.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer target.Rollback()
	if c.to.dialect == Postgres {
		if _, err := target.ExecContext(ctx, `SET LOCAL statement_timeout = 0`); err != nil {
			return 0, err
		}
	}
	// The order of the columns is that of the target on both sides.
	theirs.order = reordered(theirs, ours.columns)
	left, err := c.source.QueryContext(ctx, query(theirs))
	if err != nil {
		return 0, err
	}
	defer left.Close()
	right, err := target.QueryContext(ctx, query(ours))
	if err != nil {
		return 0, err
	}
	defer right.Close()
	return compareRows(left, right, name, len(ours.columns))
}

func reordered(t table, columns []string) []string {
	var out []string
	for _, name := range columns {
		for i, c := range t.columns {
			if c == name {
				out = append(out, t.order[i])
			}
		}
	}
	return out
}

func compareRows(left, right *sql.Rows, name string, width int) (n int64, err error) {
	for {
		more, also := left.Next(), right.Next()
		if err := errors.Join(left.Err(), right.Err()); err != nil {
			return n, err
		}
		if more != also {
			return n, fmt.Errorf("%s: one side has more than %d rows, and the other has not", name, n)
		}
		if !more {
			return n, nil
		}
		a, err := rowText(left, width)
		if err != nil {
			return n, err
		}
		b, err := rowText(right, width)
		if err != nil {
			return n, err
		}
		if n++; a != b {
			return n, fmt.Errorf("%s: row %d is not the same on both sides", name, n)
		}
	}
}

// rowText is a row as it compares: a truth is 1 or 0, as SQLite has it.
func rowText(rows *sql.Rows, width int) (string, error) {
	values, targets := make([]any, width), make([]any, width)
	for i := range values {
		targets[i] = &values[i]
	}
	if err := rows.Scan(targets...); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, value := range values {
		switch v := value.(type) {
		case nil:
			b.WriteString("-;")
			continue
		case bool:
			value = 0
			if v {
				value = 1
			}
		case []byte:
			value = string(v)
		}
		text := fmt.Sprint(value)
		fmt.Fprintf(&b, "%d:%s;", len(text), text)
	}
	return b.String(), nil
}

// maxParameters is what both databases take in one statement, with room.
const maxParameters = 30_000

// copyTable moves every row, a few hundred a statement. A row that refers to
// its own table refers to an earlier one.
func copyTable(ctx context.Context, from *sql.Tx, to *Tx, t table) error {
	list := strings.Join(t.columns, ", ")
	rows, err := from.QueryContext(ctx, "SELECT "+list+" FROM "+t.name+" ORDER BY 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	batch := min(500, maxParameters/len(t.columns))
	var args []any
	flush := func() error {
		if len(args) == 0 {
			return nil
		}
		_, err := to.Exec(ctx, "INSERT INTO "+t.name+" ("+list+") VALUES "+placeholders(len(args), len(t.columns)), args...)
		args = args[:0]
		return err
	}
	for rows.Next() {
		values := make([]any, len(t.columns))
		targets := make([]any, len(t.columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		for i := range values {
			v, ok := taken(values[i], t.truths[i], to.db.dialect)
			if !ok {
				return fmt.Errorf("row %v: the text of %s has a NUL, or bytes that are not UTF-8, which PostgreSQL does not take: "+
					"give the move up, correct the text, and move again", values[0], t.columns[i])
			}
			values[i] = v
		}
		if args = append(args, values...); len(args) >= batch*len(t.columns) {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return errors.Join(rows.Err(), flush())
}

// taken is a value that was read as a database takes it; ok is false for a text that it does not take.
func taken(value any, truth bool, by Dialect) (v any, ok bool) {
	switch v := value.(type) {
	case int64:
		if truth {
			return v != 0, true
		}
	case string:
		return v, by == SQLite || utf8.ValidString(v) && !strings.Contains(v, "\x00")
	case []byte:
		if v == nil { // SQLite reads bytes of no length like this, and takes it for nothing at all
			return []byte{}, true
		}
	}
	return value, true
}

// placeholders is "($1, $2), ($3, $4)" for n values, width a row.
func placeholders(n, width int) string {
	var b strings.Builder
	for i := 0; i < n; i++ {
		switch {
		case i == 0:
			b.WriteByte('(')
		case i%width == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", i+1)
	}
	b.WriteByte(')')
	return b.String()
}
