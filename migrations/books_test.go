package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite"
)

// oldBooks are the payments, fees and payments out of a society before it had a journal.
const oldBooks = `
INSERT INTO person (id, family_name, given_names, name_key, sort_key, created_at) VALUES
    (1, 'Tui', 'Aroha', 'tui aroha', 'a', '2024-01-01T00:00:00.000Z'), (2, 'Rata', 'Hemi', 'rata hemi', 'b', '2024-01-01T00:00:00.000Z');
INSERT INTO club (id, name, name_key, sort_key, created_at) VALUES (1, 'Capital', 'capital', 'c', '2024-01-01T00:00:00.000Z');
INSERT INTO subscription_rate (id, year, amount, meeting, meeting_day, resolution, recorded_at) VALUES (1, 2025, 2000, 'agm', '2025-03-01', 'So', '2025-03-02T00:00:00.000Z');
INSERT INTO club_return (id, club_id, year, state, list_received, rate_id, members, charged, fee, created_at, confirmed_at) VALUES
    (1, 1, 2025, 'confirmed', '2025-08-01', 1, 8, 8, 16000, '2025-08-01T00:00:00.000Z', '2025-08-02T00:00:00.000Z'),
    (2, 1, 2025, 'confirmed', '2025-09-01', 1, 8, 0, 0, '2025-09-01T00:00:00.000Z', '2025-09-02T00:00:00.000Z'),
    (3, 1, 2026, 'draft', NULL, NULL, NULL, NULL, NULL, '2026-07-01T00:00:00.000Z', NULL);
INSERT INTO club_return_row (id, return_id, number, decision, person_id, waived_on, waiver_reason, charge) VALUES
    (1, 1, 2, 'same', 1, '2025-08-01', 'On two lists', 2000), (2, 1, 3, 'same', 2, NULL, '', 2000);
INSERT INTO payment (id, return_id, person_id, amount, received_on, method, receipt_year, receipt_no, reverses_id, reason, recorded_at) VALUES
    (1, 1, NULL, 10000, '2025-08-03', 'bank', 2025, 1, NULL, '', '2025-08-03T00:00:00.000Z'),
    (2, 1, NULL, 500, '2025-08-04', 'cash', 2025, 2, NULL, '', '2025-08-04T00:00:00.000Z'),
    (3, 1, NULL, -500, '2025-08-04', 'cash', NULL, NULL, 2, 'miscounted', '2025-08-05T00:00:00.000Z'),
    (4, 1, NULL, 6000, '2025-08-06', 'bank', 2025, 3, NULL, '', '2025-08-06T00:00:00.000Z'),
    (5, 3, NULL, 7000, '2026-07-02', 'bank', 2026, 1, NULL, '', '2026-07-02T00:00:00.000Z'),
    (6, NULL, 1, 2500, '2025-10-01', 'card', 2025, 4, NULL, '', '2025-10-01T00:00:00.000Z'),
    (7, NULL, 2, 2500, '2025-10-02', 'cheque', 2025, 5, NULL, '', '2025-10-02T00:00:00.000Z'),
    (8, NULL, 2, -2500, '2025-10-02', 'cheque', NULL, NULL, 7, 'bounced', '2025-10-09T00:00:00.000Z');
INSERT INTO membership_term (id, person_id, year, from_day, to_day, kind, trace, payment_id, recorded_at) VALUES (1, 1, 2025, '2025-10-01', '2026-06-30', 'new', '', 6, '2025-10-01T00:00:00.000Z');
INSERT INTO payment_request (id, payee, cents, purpose, day, method, state, paid_on, asked_at) VALUES
    (1, 'Hall trust', 4000, 'Hall', '2025-09-01', 'transfer', 'paid', '2025-09-10', '2025-09-01T00:00:00.000Z'),
    (2, 'Printer', 900, 'Cards', '2025-09-01', 'transfer', 'open', NULL, '2025-09-01T00:00:00.000Z');
`

func TestBooksAreTakenOver(t *testing.T) { each(t, takeBooksOver) }

// each runs the test on an empty database of each kind.
func each(t *testing.T, test func(t *testing.T, db *sql.DB, dialect Dialect)) {
	t.Run("sqlite", func(t *testing.T) {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "old.db")+"?_pragma=foreign_keys(1)&_pragma=secure_delete(1)")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		test(t, db, SQLite)
	})
	t.Run("postgres", func(t *testing.T) {
		address := os.Getenv("NZGS_TEST_POSTGRES")
		if address == "" {
			if os.Getenv("CI") == "true" {
				t.Fatal("no PostgreSQL, and nothing may be skipped in CI: run make test")
			}
			t.Skip("NZGS_TEST_POSTGRES is not set: run make test")
		}
		admin, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		defer admin.Close()
		name := fmt.Sprintf("nzgs_old_%d_%s", os.Getpid(), strings.ToLower(strings.ReplaceAll(t.Name(), "/", "_")))
		if _, err := admin.Exec("CREATE DATABASE " + name + " TEMPLATE template0"); err != nil {
			t.Fatal(err)
		}
		defer admin.Exec("DROP DATABASE " + name + " WITH (FORCE)")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		u.Path = "/" + name
		db, err := sql.Open("pgx", u.String())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		test(t, db, Postgres)
	})
}

// upFrom fills a database that stands at a version, and brings it up to date.
func upFrom(t *testing.T, db *sql.DB, dialect Dialect, version int64, rows string) {
	t.Helper()
	ctx, kind := context.Background(), goose.DialectSQLite3
	if dialect == Postgres {
		kind = goose.DialectPostgres
	}
	provider, err := goose.NewProvider(kind, db, translated{dialect})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		t.Fatal(err)
	}
	for _, statement := range strings.Split(strings.TrimSpace(rows), ";\n") {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
	}
	if _, err := Up(ctx, db, dialect); err != nil {
		t.Fatal(err)
	}
}

func takeBooksOver(t *testing.T, db *sql.DB, dialect Dialect) {
	upFrom(t, db, dialect, 134, oldBooks)
	for query, want := range map[string]int64{
		`SELECT SUM(cents) FROM journal_line`: 0,
		`SELECT COUNT(*) FROM (SELECT entry_id FROM journal_line GROUP BY entry_id HAVING SUM(cents) <> 0) x`: 0,
		`SELECT COUNT(*) FROM payment`:                                                                                       8,
		`SELECT SUM(amount) FROM payment`:                                                                                    25500,
		`SELECT COUNT(*) FROM journal_entry WHERE document = 'payment'`:                                                      8,
		`SELECT COUNT(*) FROM journal_entry WHERE reverses_id IS NOT NULL`:                                                   2,
		`SELECT SUM(cents) FROM journal_line WHERE account IN ('1000', '1010')`:                                              25500 - 4000,
		`SELECT SUM(cents) FROM journal_line WHERE account = '1010'`:                                                         0,
		`SELECT SUM(cents) FROM journal_line WHERE account = '4000'`:                                                         -16000,
		`SELECT SUM(cents) FROM journal_line WHERE account = '4010'`:                                                         -2500,
		`SELECT SUM(cents) FROM journal_line WHERE account = '4090'`:                                                         2000,
		`SELECT SUM(cents) FROM journal_line WHERE account = '5900'`:                                                         4000,
		`SELECT SUM(cents) FROM journal_line WHERE account = '1110'`:                                                         14000 - 16000 - 7000,
		`SELECT SUM(cents) FROM journal_line WHERE account = '1100'`:                                                         0,
		`SELECT COUNT(*) FROM invoice`:                                                                                       2,
		`SELECT SUM(cents) FROM invoice_line`:                                                                                18500,
		`SELECT SUM(cents) FROM invoice_credit`:                                                                              2000,
		`SELECT SUM(cents) FROM allocation WHERE payment_id = 1`:                                                             10000,
		`SELECT SUM(cents) FROM allocation WHERE payment_id = 4`:                                                             4000,
		`SELECT SUM(open_cents) FROM invoice`:                                                                                0,
		`SELECT SUM(left_cents) FROM payment`:                                                                                9000,
		`SELECT SUM(cents) FROM allocation`:                                                                                  16500,
		`SELECT MAX(number) - COUNT(*) FROM journal_entry WHERE year = 2025`:                                                 0,
		`SELECT last_no FROM books_series WHERE kind = 'journal' AND year = 2026`:                                            1,
		`SELECT payment_id FROM membership_term WHERE id = 1`:                                                                6,
		`SELECT COUNT(*) FROM payment WHERE recorded_at = '2025-08-03T00:00:00.000Z' AND receipt_no = 1 AND club_id IS NULL`: 1,
	} {
		var got int64
		if err := db.QueryRow(query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", query, got, err, want)
		}
	}
	for _, statement := range []string{
		`UPDATE journal_line SET cents = cents + 1 WHERE account = '1000'`, `DELETE FROM journal_entry`,
		`UPDATE invoice_line SET cents = 1`, `DELETE FROM invoice_credit`, `UPDATE allocation SET cents = 1`,
		`INSERT INTO payment (id, return_id, person_id, amount, received_on, method, receipt_year, receipt_no, recorded_at)
		 VALUES (99, 1, 1, 5, '2026-01-01', 'bank', 2026, 99, '2026-01-01T00:00:00.000Z')`,
	} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("%s was carried out", statement)
		}
	}
	if dialect == SQLite {
		rows, err := db.Query(`PRAGMA foreign_key_check`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		if rows.Next() {
			t.Error("a row refers to one that is missing")
		}
	}
}
