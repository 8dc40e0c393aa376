package migrations

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/pressly/goose/v3"
)

// Bug: a line that another copy books while the migration sums was in no month.
func TestALineBookedDuringTheMigrationIsCounted(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, dialect Dialect) {
		if dialect != Postgres {
			return // a file has one writer at a time
		}
		ctx := context.Background()
		p, err := goose.NewProvider(goose.DialectPostgres, db, translated{dialect})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.UpTo(ctx, 216); err != nil {
			t.Fatal(err)
		}
		tx, err := db.Begin() // the old copy
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{
			`INSERT INTO journal_entry (id, year, number, day, text, document, document_id, recorded_at) VALUES (1, 2026, 1, '2026-05-01', 'x', 'hand', 0, '2026-05-01T00:00:00.000Z')`,
			`INSERT INTO journal_line (entry_id, no, account, cents) VALUES (1, 1, '1000', 500), (1, 2, '4000', -500)`,
		} {
			if _, err := tx.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
		done := make(chan error, 1)
		go func() { _, err := Up(ctx, db, dialect); done <- err }()
		time.Sleep(2 * time.Second)
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		var lines, months int64
		if err := db.QueryRow(`SELECT COALESCE(SUM(cents),0) FROM journal_line WHERE account = '1000'`).Scan(&lines); err != nil {
			t.Fatal(err)
		}
		if err := db.QueryRow(`SELECT COALESCE(SUM(cents),0) FROM journal_month WHERE account = '1000'`).Scan(&months); err != nil {
			t.Fatal(err)
		}
		if lines != months {
			t.Errorf("lines sum to %d, the months kept to %d", lines, months)
		}
	})
}
