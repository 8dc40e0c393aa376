// Package store opens the database and runs transactions. It knows no table.
//
// SQLite is the embedded default; PostgreSQL is used when the database is given
// as a postgres:// address. Domain packages write one set of SQL for both:
// $1 placeholders, RETURNING, text dates, keys folded in Go.
//
// Invariants: only a *Tx can write, and a Tx is passed explicitly; after an
// error inside a Tx the whole Tx is rolled back; what must follow a commit
// (mail, live events) is registered with Tx.AfterCommit.
package store
