package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"nzgs/migrations"
)

// server is the PostgreSQL server of the tests. To make a database there takes
// long: those that tests have done with are brought back to where the
// migrations left them, and used again by this program and by later ones.
type server struct {
	address *url.URL
	prefix  string // of its databases' names: it tells the migrations that made them

	mu    sync.Mutex
	admin *sql.Conn // also holds the lock of every database that is this program's
	last  int       // the highest number of those
	free  []*database
}

// database is one of this program's, for one test at a time.
type database struct {
	name, address string
	caretaker     *sql.DB
}

// lockKey is the first key of the tests' advisory locks; the second is a
// database's number, or templateNumber.
const (
	lockKey        = 4320_19
	templateNumber = 0
)

//go:embed pristine.sql
var pristine string

// theServer connects to the server and makes the template when it is not there.
var theServer = sync.OnceValues(func() (*server, error) {
	address, err := url.Parse(os.Getenv(EnvPostgres))
	if err != nil {
		return nil, fmt.Errorf("%s is no address: %w", EnvPostgres, err)
	}
	admin, err := sql.Open("pgx", address.String())
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	s := &server{address: address, prefix: "nzgs_test_" + migrations.Fingerprint() + "_"}
	if s.admin, err = admin.Conn(ctx); err != nil {
		return nil, fmt.Errorf("reach the server of %s: %w", EnvPostgres, err)
	}
	if err := s.makeTemplate(ctx); err != nil {
		return nil, fmt.Errorf("make the template database: %w", err)
	}
	return s, nil
})

func (s *server) template() string { return s.prefix + "template" }

// makeTemplate makes it under another name first, so that one that was left half
// made is never used.
func (s *server) makeTemplate(ctx context.Context) (err error) {
	if _, err := s.admin.ExecContext(ctx, "SELECT pg_advisory_lock($1, $2)", lockKey, templateNumber); err != nil {
		return err
	}
	defer func() {
		_, unlocked := s.admin.ExecContext(ctx, "SELECT pg_advisory_unlock($1, $2)", lockKey, templateNumber)
		err = errors.Join(err, unlocked)
	}()
	var made bool
	query := "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)"
	if err := s.admin.QueryRowContext(ctx, query, s.template()).Scan(&made); err != nil || made {
		return err
	}
	unfinished := s.prefix + "unfinished"
	if err := s.recreate(ctx, unfinished, "template0"); err != nil {
		return err
	}
	if err := migrate(ctx, s.addressOf(unfinished)); err != nil {
		return err
	}
	if err := execute(ctx, s.addressOf(unfinished), pristine); err != nil {
		return err
	}
	_, err = s.admin.ExecContext(ctx, "ALTER DATABASE "+unfinished+" RENAME TO "+s.template())
	return err
}

// recreate makes a database again, as a copy of another.
func (s *server) recreate(ctx context.Context, name, from string) error {
	for _, statement := range []string{
		"DROP DATABASE IF EXISTS " + name + " WITH (FORCE)",
		"CREATE DATABASE " + name + " TEMPLATE " + from,
	} {
		if _, err := s.admin.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// take gives a database with what the migrations made and nothing else.
func (s *server) take(ctx context.Context) (*database, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.free) == 0 {
		if err := s.claim(ctx); err != nil {
			return nil, fmt.Errorf("claim a test database: %w", err)
		}
	}
	d := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	if d.restore(ctx) {
		return d, nil
	}
	d.caretaker.Close()
	if err := s.recreate(ctx, d.name, s.template()); err != nil {
		return nil, err
	}
	return d, d.open()
}

// claim adds a database to the free ones that no other program uses; it may not
// have been made yet.
func (s *server) claim(ctx context.Context) error {
	for ours := false; !ours; {
		s.last++
		query := "SELECT pg_try_advisory_lock($1, $2)"
		if err := s.admin.QueryRowContext(ctx, query, lockKey, s.last).Scan(&ours); err != nil {
			return err
		}
	}
	name := fmt.Sprintf("%s%d", s.prefix, s.last)
	d := &database{name: name, address: s.addressOf(name)}
	s.free = append(s.free, d)
	return d.open()
}

// makeEmpty makes a database without a table, under a name of its own, and gives its address.
func (s *server) makeEmpty(ctx context.Context) (name, address string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name = s.prefix + "empty_" + strings.ToLower(rand.Text())
	return name, s.addressOf(name), s.recreate(ctx, name, "template0")
}

// drop removes it again.
func (s *server) drop(ctx context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.admin.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	return err
}

func (s *server) giveBack(d *database) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, d)
}

func (d *database) open() (err error) {
	d.caretaker, err = sql.Open("pgx", d.address)
	return err
}

// restore reports whether the database is as the migrations left it. It is not
// when it was never made, and when a test changed its tables.
func (d *database) restore(ctx context.Context) bool {
	var restored bool
	err := d.caretaker.QueryRowContext(ctx, "SELECT pristine.restore()").Scan(&restored)
	return err == nil && restored
}

// addressOf is the address of a database on the server.
func (s *server) addressOf(name string) string {
	u := *s.address
	u.Path = "/" + name
	return u.String()
}

func execute(ctx context.Context, dsn, statements string) error {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statements)
	return errors.Join(err, db.Close())
}

// reader is a database of this program's in which nothing is ever run: it is
// asked what it understands.
var reader = sync.OnceValues(func() (*sql.DB, error) {
	s, err := theServer()
	if err != nil {
		return nil, err
	}
	d, err := s.take(context.Background())
	if err != nil {
		return nil, err
	}
	return d.caretaker, nil
})

// prepare has PostgreSQL prepare every statement of the diary that it has not
// had yet.
func (d *diary) prepare(t testing.TB) {
	db, err := reader()
	if err != nil {
		t.Error(err)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	tried.Lock()
	defer tried.Unlock()
	for shape, query := range d.texts {
		// What SQLite says of itself is asked in PostgreSQL's own way there, which tests on both run.
		if tried.prepared[shape] || strings.Contains(query, "sqlite_master") {
			continue
		}
		tried.prepared[shape] = true
		stmt, err := db.PrepareContext(context.Background(), query)
		if err != nil {
			t.Errorf("PostgreSQL does not take a statement that SQLite does: %v\n%s", err, query)
			continue
		}
		stmt.Close()
	}
}
