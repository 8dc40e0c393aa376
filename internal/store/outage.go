package store

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// IsUnavailable reports whether err says that the database cannot do what it is
// asked now: it does not answer, is locked, overloaded, full, or may only be read.
func IsUnavailable(err error) bool {
	if errors.Is(err, ErrQueue) || errors.Is(err, ErrUncertain) {
		return true
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return isOutage(pg.Code)
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
			sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM:
			return true
		}
		return false
	}
	return isDisconnected(err)
}

// isOutage reports whether a code of PostgreSQL is about the server and not about what it was asked.
func isOutage(code string) bool {
	switch code[:min(2, len(code))] {
	case "08", // the connection
		"53", // too many connections, no memory, disk full
		"57", // shutting down, starting up, a statement that took too long
		"58": // the system below it
		return true
	}
	switch code {
	case "25006", // may only be read, as a standby
		"25P03",          // a transaction that asked nothing for too long
		"40001", "40P01", // conflicts that tries did not solve
		"55P03": // a lock that was held for too long
		return true
	}
	return false
}

// isDisconnected reports whether err is that of a server that cannot be reached, or that went away.
func isDisconnected(err error) bool {
	var connect *pgconn.ConnectError
	var network *net.OpError
	switch {
	case err == nil:
		return false
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, pgconn.ErrConnClosed), errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		return true
	}
	return strings.Contains(err.Error(), "receive message failed") // pgconn, of a server that was killed
}

// isShutDown reports whether the server ended the connection while it was asked.
func isShutDown(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code[:min(2, len(pg.Code))] == "08" || pg.Code == "57P01" || pg.Code == "57P02")
}
