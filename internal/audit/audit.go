// Package audit keeps the log of what was done: append-only, chained by hash,
// and written in the transaction of the change itself, so that there is no
// change without its entry and no entry without its change.
//
// An entry says who did what to which object, with the values before and
// after; never the contents of a vote, never a secret.
//
// The log has several streams, each a chain (stream.go): so two writers wait for
// each other only within one. The society's stream says from time to time how far
// the others are, which binds all of them together.
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
	Seq      int64 // in the whole log
	Stream   int64
	Number   int64 // in its stream; 0: from before the log had streams
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
	return writeIn(ctx, tx, tx.Stream(society), e)
}

func writeIn(ctx context.Context, tx *store.Tx, stream int64, e Entry) error {
	detail, err := json.Marshal(struct {
		Before any `json:"before,omitempty"`
		After  any `json:"after,omitempty"`
	}{e.Before, e.After})
	if err != nil {
		return fmt.Errorf("audit %s: %w", e.Action, err)
	}
	r := Record{
		Stream: stream, At: e.At, By: e.By, Action: e.Action, Object: e.Object, ObjectID: e.ObjectID, Detail: string(detail),
	}
	// The stream first makes its writers queue here on PostgreSQL too, so that numbers grow in it.
	if r.Number, r.PrevHash, err = lockStream(ctx, tx, stream); err == nil {
		r.Seq, err = tx.TakeNumber(ctx, "audit_number")
	}
	if err != nil {
		return fmt.Errorf("audit %s: take the end of the stream: %w", e.Action, err)
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
	return extendStream(ctx, tx, r)
}

func insert(ctx context.Context, tx *store.Tx, r Record, key string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO audit_entry (seq, stream, number, at, actor_id, actor_name, action, object, object_id,
		                         detail, request_key, prev_hash, hash)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		r.Seq, r.Stream, r.Number, r.At, store.NullZero(r.By.PersonID), r.By.Name, r.Action, r.Object, r.ObjectID,
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
// length, beginning with the hash of the record before it in its stream.
func (r Record) sum() string {
	fields := []string{
		r.PrevHash, strconv.FormatInt(r.Seq, 10), r.At.String(),
		strconv.FormatInt(r.By.PersonID, 10), r.By.Name,
		r.Action, r.Object, strconv.FormatInt(r.ObjectID, 10), r.Detail,
	}
	if r.Number > 0 {
		fields = append(fields, strconv.FormatInt(r.Stream, 10), strconv.FormatInt(r.Number, 10))
	}
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, "%d:%s", len(f), f)
	}
	h := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(h[:])
}
