// Package audit keeps the log of what was done: append-only, chained by hash,
// and written in the transaction of the change itself, so that there is no
// change without its entry and no entry without its change.
//
// An entry says who did what to which object, with the values before and
// after; never the contents of a vote, never a secret.
package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// By names who acts: a person, or the program itself (PersonID 0).
type By struct {
	PersonID int64
	Name     string
}

// Entry is one thing done.
type Entry struct {
	At       civil.Instant
	By       By
	Action   string // what was done, as verb.object: "confirm.return"
	Object   string // what it was done to: "club_return", "game", …
	ObjectID int64
	Before   any // JSON-able; nil when the object is new
	After    any // JSON-able; nil when the object is gone
}

// Record is an entry as it stands in the log.
type Record struct {
	Seq      int64
	At       civil.Instant
	By       By
	Action   string
	Object   string
	ObjectID int64
	Detail   string // JSON object with "before" and "after"
	PrevHash string
	Hash     string
}

// requestKey carries the idempotency key of the request in a context.
type requestKey struct{}

// WithRequestKey returns a context whose first audit entry in each
// transaction claims the idempotency key; a second transaction with the same
// key fails with apperr.Replayed and changes nothing.
func WithRequestKey(ctx context.Context, key string) context.Context {
	if key == "" {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, key)
}

// WithoutRequestKey returns a context whose transactions claim no key: for a change
// that goes with another one of the same request, which claims it.
func WithoutRequestKey(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, "")
}

// Write appends an entry within tx. Every transaction that changes something
// writes at least one.
func Write(ctx context.Context, tx *store.Tx, e Entry) error {
	detail, err := json.Marshal(struct {
		Before any `json:"before,omitempty"`
		After  any `json:"after,omitempty"`
	}{e.Before, e.After})
	if err != nil {
		return fmt.Errorf("audit %s: %w", e.Action, err)
	}
	r := Record{At: e.At, By: e.By, Action: e.Action, Object: e.Object, ObjectID: e.ObjectID, Detail: string(detail)}

	// Updating the head first makes writers queue here on PostgreSQL too.
	if err := tx.QueryRow(ctx, `
		UPDATE audit_head
		SET seq = seq + 1
		WHERE id = 1
		RETURNING seq, hash`).Scan(&r.Seq, &r.PrevHash); err != nil {
		return fmt.Errorf("audit %s: take the head: %w", e.Action, err)
	}
	r.Hash = r.sum()
	key, _ := ctx.Value(requestKey{}).(string)
	if key != "" && !tx.First("request_key") {
		key = ""
	}
	if err := insert(ctx, tx, r, key); err != nil {
		return err
	}
	tx.Logged()
	_, err = tx.Exec(ctx, `UPDATE audit_head SET hash = $1 WHERE id = 1`, r.Hash)
	return err
}

// Queue has every other change wait until tx has ended: each writes the log.
func Queue(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, `UPDATE audit_head SET seq = seq WHERE id = 1`); err != nil {
		return fmt.Errorf("wait for other changes: %w", err)
	}
	return nil
}

func insert(ctx context.Context, tx *store.Tx, r Record, key string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO audit_entry (seq, at, actor_id, actor_name, action, object, object_id,
		                         detail, request_key, prev_hash, hash)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		r.Seq, r.At, store.NullZero(r.By.PersonID), r.By.Name, r.Action, r.Object, r.ObjectID,
		r.Detail, store.NullEmpty(key), r.PrevHash, r.Hash)
	if store.UniqueOn(err, "audit_entry", "request_key") {
		return apperr.New(apperr.Replayed, "This was already saved; it was not done again.")
	}
	if err != nil {
		return fmt.Errorf("audit %s: %w", r.Action, err)
	}
	return nil
}

// sum is the hash of the record: SHA-256 over its fields, each preceded by its
// length, beginning with the hash of the record before it.
func (r Record) sum() string {
	var b strings.Builder
	for _, f := range []string{
		r.PrevHash, strconv.FormatInt(r.Seq, 10), r.At.String(),
		strconv.FormatInt(r.By.PersonID, 10), r.By.Name,
		r.Action, r.Object, strconv.FormatInt(r.ObjectID, 10), r.Detail,
	} {
		fmt.Fprintf(&b, "%d:%s", len(f), f)
	}
	h := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(h[:])
}
