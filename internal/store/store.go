package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Dialect names the database behind a DB.
type Dialect string

const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// DB is an open database: a pool for reading and one for writing, which on
// SQLite has a single connection.
type DB struct {
	dialect Dialect
	read    *sql.DB
	write   *sql.DB
	stmts   stmtCache
	watch   func(query string, err error)
	queued  Queued
	// listening is how Bell connects; nil with SQLite.
	listening *pgx.ConnConfig
	// hosts are those of a PostgreSQL address that names several; else nil.
	hosts *hosts
	// patience is how long a transaction stands in the queue for the writer.
	patience time.Duration
	unlogged atomic.Int64
}

// Watch has f told every statement that was run, and whether it failed. It is
// set before the database is used, by tests, which see from it what they still
// have to run on PostgreSQL.
func (db *DB) Watch(f func(query string, err error)) { db.watch = f }

func (db *DB) tell(query string, err error) {
	if db.watch != nil {
		db.watch(query, err)
	}
}

// Open opens the database at dsn: a postgres:// address, or the path of an
// SQLite file, which is made when it does not exist.
func Open(ctx context.Context, dsn string) (*DB, error) { return OpenAs(ctx, dsn, programName) }

// OpenAs is Open under another name than the program's, by which PostgreSQL tells connections apart.
func OpenAs(ctx context.Context, dsn, name string) (*DB, error) {
	db, err := open(dsn, name)
	if err != nil {
		return nil, err
	}
	if db.hosts != nil {
		db.hosts.survey(ctx, db.listening)
	}
	if err := db.write.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("open the database %s: %w", Named(dsn), err)
	}
	if err := db.read.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("open the database %s for reading: %w", Named(dsn), err)
	}
	return db, nil
}

func open(dsn, name string) (*DB, error) {
	if IsPostgres(dsn) {
		config, err := postgresConfig(dsn, name)
		if err != nil {
			return nil, fmt.Errorf("open the database: %w", err)
		}
		hosts := watchedHosts(config)
		pool := stdlib.OpenDB(*config)
		pool.SetMaxOpenConns(20)
		pool.SetMaxIdleConns(10)
		pool.SetConnMaxIdleTime(5 * time.Minute)
		return &DB{dialect: Postgres, read: pool, write: pool, listening: config, hosts: hosts, patience: queuePatience}, nil
	}
	write, err := sql.Open("sqlite", sqliteDSN(dsn, "_txlock=immediate"))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dsn, err)
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open("sqlite", sqliteDSN(dsn, "_pragma=query_only(1)", fmt.Sprintf("_pragma=mmap_size(%d)", mapped)))
	if err != nil {
		write.Close()
		return nil, fmt.Errorf("open %s: %w", dsn, err)
	}
	readers := max(4, 2*runtime.NumCPU())
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	return &DB{dialect: SQLite, read: read, write: write, patience: queuePatience}, nil
}

// mapped is how much of the file readers read in place, in bytes. Without it each
// reader copies what it reads into 2 MB of its own, and pages of a big society
// take half as long again.
const mapped = 1 << 30

// busyTimeout is how long a connection waits for another one, in milliseconds.
var busyTimeout = 10_000

// sqliteDSN is the address of an SQLite file with the settings every
// connection needs. FULL makes a commit that was answered survive power loss.
func sqliteDSN(path string, extra ...string) string {
	u := url.URL{Scheme: "file", Opaque: url.PathEscape(path)}
	u.Opaque = strings.ReplaceAll(u.Opaque, "%2F", "/")
	return u.String() + "?" + strings.Join(append([]string{
		fmt.Sprintf("_pragma=busy_timeout(%d)", busyTimeout),
		"_pragma=journal_mode(WAL)",
		"_pragma=synchronous(FULL)",
		"_pragma=foreign_keys(1)",
		"_pragma=temp_store(2)",
		"_pragma=secure_delete(1)", // deleted rows are overwritten, not just freed
	}, extra...), "&")
}

// Close closes every connection.
func (db *DB) Close() error {
	db.stmts.close()
	err := db.read.Close()
	if db.write != db.read {
		err = errors.Join(err, db.write.Close())
	}
	return err
}

// Dialect says which database this is.
func (db *DB) Dialect() Dialect { return db.dialect }

// Queryer reads: both *DB and *Tx are one.
type Queryer interface {
	Query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRow(ctx context.Context, query string, args ...any) *sql.Row
}

// Query runs a reading query outside any transaction.
func (db *DB) Query(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	if stmt := db.stmts.get(ctx, db, query); stmt != nil {
		rows, err = stmt.QueryContext(ctx, args...)
	} else {
		rows, err = db.read.QueryContext(ctx, db.native(query), args...)
	}
	db.tell(query, err)
	return rows, err
}

// QueryRow runs a reading query that gives at most one row.
func (db *DB) QueryRow(ctx context.Context, query string, args ...any) (row *sql.Row) {
	if stmt := db.stmts.get(ctx, db, query); stmt != nil {
		row = stmt.QueryRowContext(ctx, args...)
	} else {
		row = db.read.QueryRowContext(ctx, db.native(query), args...)
	}
	db.tell(query, row.Err())
	return row
}

// maxCachedStmts bounds the prepared statements kept for readers; queries are
// constants with a few sort orders, so that the bound is never met in practice.
const maxCachedStmts = 400

// stmtCache keeps prepared reading statements of SQLite, whose parser is a
// large part of a small query; pgx keeps its own.
type stmtCache struct {
	mu sync.RWMutex
	m  map[string]*sql.Stmt
}

func (c *stmtCache) get(ctx context.Context, db *DB, query string) *sql.Stmt {
	if db.dialect != SQLite {
		return nil
	}
	c.mu.RLock()
	stmt, n := c.m[query], len(c.m)
	c.mu.RUnlock()
	if stmt != nil || n >= maxCachedStmts {
		return stmt
	}
	stmt, err := db.read.PrepareContext(ctx, db.native(query))
	if err != nil {
		return nil // the plain query reports the error
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.m[query]; old != nil {
		stmt.Close()
		return old
	}
	if c.m == nil {
		c.m = make(map[string]*sql.Stmt)
	}
	c.m[query] = stmt
	return stmt
}

func (c *stmtCache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, stmt := range c.m {
		stmt.Close()
	}
	c.m = nil
}

// IsUnique reports whether err says that a UNIQUE constraint or primary key
// refused a row.
func IsUnique(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "23505"
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		return lite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || lite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
	}
	return false
}

// UniqueOn reports whether err is a refusal by the unique index or constraint
// that covers the given column, for example UniqueOn(err, "person", "email_key").
func UniqueOn(err error, table, column string) bool {
	if !IsUnique(err) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.TableName == table && strings.Contains(pg.ConstraintName, column)
	}
	return strings.Contains(err.Error(), table+"."+column)
}

// ErrNoRows is what a scan of an absent row returns.
var ErrNoRows = sql.ErrNoRows
