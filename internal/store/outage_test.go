package store_test

import (
	"errors"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// limited opens the database at an address with parameters.
func limited(t *testing.T, address string, params ...string) *store.DB {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	for i := 0; i+1 < len(params); i += 2 {
		query.Set(params[i], params[i+1])
	}
	u.RawQuery = query.Encode()
	db, err := store.Open(ctx, u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func show(t *testing.T, db *store.DB, name string) string {
	t.Helper()
	value, err := store.One(ctx, db, store.Value[string], `SELECT current_setting($1)`, name)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestPostgresHasTimeLimits(t *testing.T) {
	address := storetest.EmptyPostgres(t)
	for name, want := range map[string]string{
		"lock_timeout": "10s", "statement_timeout": "1min", "idle_in_transaction_session_timeout": "1min",
	} {
		if got := show(t, limited(t, address), name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
		if got := show(t, limited(t, address, name, "7s"), name); got != "7s" {
			t.Errorf("%s is %s, though the address says 7s", name, got)
		}
	}
}

// A migration takes as long as it takes: here it waits for what another program holds for longer than a statement may
// take. The limits come back after it.
func TestAMigrationHasNoTimeLimits(t *testing.T) {
	const limit, held = "2s", 3 * time.Second
	address := storetest.EmptyPostgres(t)
	other := limited(t, address)
	if _, err := other.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	db := limited(t, address, "statement_timeout", limit, "lock_timeout", limit)
	holds, released := make(chan struct{}), make(chan error, 1)
	go func() {
		released <- other.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `LOCK TABLE goose_db_version IN ACCESS EXCLUSIVE MODE`)
			close(holds)
			time.Sleep(held)
			return err
		})
	}()
	<-holds
	if _, err := db.Migrate(ctx); err != nil {
		t.Errorf("migrate: %v", err)
	}
	if err := <-released; err != nil {
		t.Error(err)
	}
	if got := show(t, db, "statement_timeout"); got != limit {
		t.Errorf("afterwards: %s", got)
	}
}

// Whoever waits for a lock that another holds gives up, and so does a statement that takes too long.
func TestALockThatIsHeld(t *testing.T) {
	address := storetest.EmptyPostgres(t)
	db := limited(t, address, "lock_timeout", "100ms", "statement_timeout", "2s")
	makeTable(t, db)
	if err := db.InTx(ctx, func(tx *store.Tx) error { return set(tx, "a", "1") }); err != nil {
		t.Fatal(err)
	}
	change := func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE noted_here SET value = value`)
		return err
	}
	var second error
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		second = db.InTx(ctx, change)
		return nil
	}); err != nil {
		t.Error(err)
	}
	if !store.IsUnavailable(second) {
		t.Errorf("the second change: %v", second)
	}
	_, err := store.One(ctx, db, store.Value[string], `SELECT CAST(pg_sleep(20) AS TEXT)`)
	if !store.IsUnavailable(err) {
		t.Errorf("a statement that takes too long: %v", err)
	}
}

func TestTheQueueForTheWriterEnds(t *testing.T) {
	db := storetest.SQLite(t)
	var waits []time.Duration
	db.WhenQueued(func() func() {
		begin := time.Now()
		return func() { waits = append(waits, time.Since(begin)) }
	})
	db.SetPatience(50 * time.Millisecond)
	var second error
	if err := db.InTx(ctx, func(*store.Tx) error {
		second = db.InTx(ctx, func(*store.Tx) error { return nil })
		return nil
	}); err != nil {
		t.Error(err)
	}
	if !errors.Is(second, store.ErrQueue) || !store.IsUnavailable(second) {
		t.Errorf("the second: %v", second)
	}
	if len(waits) != 2 || waits[1] < 50*time.Millisecond {
		t.Errorf("waited %v", waits)
	}
}

// Another program, as sqlite3 on the command line, holds the file.
func TestSQLiteLockedByAnotherProgram(t *testing.T) {
	store.SetBusyTimeout(t, 50)
	file := filepath.Join(t.TempDir(), "nzgs.db")
	open := func() *store.DB {
		db, err := store.Open(ctx, file)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	db, other := open(), open()
	makeTable(t, db)
	var second error
	if err := other.InTx(ctx, func(tx *store.Tx) error {
		second = db.InTx(ctx, func(tx *store.Tx) error { return set(tx, "a", "1") })
		return set(tx, "b", "2")
	}); err != nil {
		t.Error(err)
	}
	if !store.IsUnavailable(second) {
		t.Errorf("while another holds the file: %v", second)
	}
	if n := count(t, db); n != 1 {
		t.Errorf("%d rows", n)
	}
}

// PostgreSQL stops and comes back: what is asked in between is refused as an outage, a change whose end was not answered
// is said to be uncertain, and all goes on afterwards.
func TestAStoppedPostgres(t *testing.T) {
	door := storetest.NewInterrupted(t)
	db := limited(t, door.Address)
	makeTable(t, db)
	write := func(name string) error {
		return db.InTx(ctx, func(tx *store.Tx) error { return set(tx, name, "1") })
	}
	if err := write("before"); err != nil {
		t.Fatal(err)
	}
	err := db.InTx(ctx, func(tx *store.Tx) error {
		if err := set(tx, "cut off", "1"); err != nil {
			return err
		}
		door.Shut()
		return nil
	})
	if !errors.Is(err, store.ErrUncertain) || !store.IsUnavailable(err) {
		t.Errorf("a commit that was not answered: %v", err)
	}
	for range 3 {
		if err := write("gone"); !store.IsUnavailable(err) || errors.Is(err, store.ErrUncertain) {
			t.Errorf("writing: %v", err)
		}
		if _, err := store.One(ctx, db, store.Value[int], `SELECT 1`); !store.IsUnavailable(err) {
			t.Errorf("reading: %v", err)
		}
	}
	door.Open()
	if err := write("after"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	if n := count(t, db); n != 2 {
		t.Errorf("%d rows, want what was confirmed", n)
	}
}

// Conflicts that PostgreSQL solves at the cost of one are tried again in one place, and then said to be an outage.
func TestConflictsAreTriedAgain(t *testing.T) {
	db := storetest.SQLite(t)
	for _, code := range []string{"40001", "40P01"} {
		tries := 0
		err := db.InTx(ctx, func(*store.Tx) error {
			if tries++; tries < 4 {
				return &pgconn.PgError{Code: code}
			}
			return nil
		})
		if err != nil || tries != 4 {
			t.Errorf("%s: %d tries, %v", code, tries, err)
		}
		err = db.InTx(ctx, func(*store.Tx) error { return &pgconn.PgError{Code: code} })
		if !store.IsUnavailable(err) {
			t.Errorf("%s again and again: %v", code, err)
		}
	}
	tries := 0
	if err := db.InTx(ctx, func(*store.Tx) error { tries++; return &pgconn.PgError{Code: "23505"} }); err == nil || tries != 1 {
		t.Errorf("what no try solves: %d tries, %v", tries, err)
	}
}

// What has happened already is written down as soon as the database can.
func TestWhatHappenedIsWrittenDownAfterAnOutage(t *testing.T) {
	db := storetest.SQLite(t)
	tries := 0
	if err := db.Insist(ctx, func(*store.Tx) error {
		if tries++; tries < 4 {
			return store.ErrQueue
		}
		return nil
	}); err != nil || tries != 4 {
		t.Errorf("%d tries, %v", tries, err)
	}
	tries = 0
	if err := db.Insist(ctx, func(*store.Tx) error { tries++; return &pgconn.PgError{Code: "23505"} }); err == nil || tries != 1 {
		t.Errorf("what no try solves: %d tries, %v", tries, err)
	}
}
