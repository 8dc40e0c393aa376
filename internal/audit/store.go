package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const (
	columns = `seq, stream, number, ` + content
	content = `at, actor_id, actor_name, action, object, object_id, detail, prev_hash, hash`
)

func scan(s store.Scanner) (Record, error) {
	var r Record
	err := s.Scan(&r.Seq, &r.Stream, store.ZeroNull(&r.Number), &r.At, store.ZeroNull(&r.By.PersonID), &r.By.Name, &r.Action,
		&r.Object, &r.ObjectID, &r.Detail, &r.PrevHash, &r.Hash)
	return r, err
}

// Of returns the entries about one object, newest first, at most limit.
func Of(ctx context.Context, q store.Queryer, object string, id int64, limit int) ([]Record, error) {
	return store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM audit_entry
		WHERE object = $1 AND object_id = $2
		ORDER BY seq DESC
		LIMIT $3`, object, id, limit)
}

// Filter says which entries Find returns; zero fields do not restrict it.
type Filter struct {
	Object   string // kind of object
	ObjectID int64  // one object; only together with Object
	Before   int64  // entries older than this number
}

// Find returns entries, newest first, at most limit.
func Find(ctx context.Context, q store.Queryer, f Filter, limit int) ([]Record, error) {
	if f.Before == 0 {
		f.Before = math.MaxInt64
	}
	// A query for each case lets both databases use an index.
	condition, args := `seq < $1`, []any{f.Before, limit}
	switch {
	case f.Object != "" && f.ObjectID != 0:
		condition += ` AND object = $3 AND object_id = $4`
		args = append(args, f.Object, f.ObjectID)
	case f.Object != "":
		condition += ` AND object = $3`
		args = append(args, f.Object)
	}
	return store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM audit_entry
		WHERE `+condition+`
		ORDER BY seq DESC
		LIMIT $2`, args...)
}

// Objects lists the kinds of object that the log speaks of. It hops along the
// index from one kind to the next: DISTINCT would read every entry.
func Objects(ctx context.Context, q store.Queryer) ([]string, error) {
	return store.All(ctx, q, store.Value[string], `
		WITH RECURSIVE kind (object) AS (
		    SELECT MIN(object) FROM audit_entry
		    UNION ALL
		    SELECT (SELECT MIN(a.object) FROM audit_entry a WHERE a.object > kind.object)
		    FROM kind
		    WHERE kind.object IS NOT NULL
		)
		SELECT object
		FROM kind
		WHERE object IS NOT NULL`)
}

// ByRequestKey finds the entry that claimed an idempotency key; found is
// false when none did.
func ByRequestKey(ctx context.Context, q store.Queryer, key string) (r Record, found bool, err error) {
	r, err = store.One(ctx, q, scan, `
		SELECT `+columns+`
		FROM audit_entry
		WHERE request_key = $1`, key)
	if errors.Is(err, store.ErrNoRows) {
		return Record{}, false, nil
	}
	return r, err == nil, err
}

// headField is under what name an entry says, among its values after, which head
// of the log went out with what it did.
const headField = "log_head"

// WithHead adds to the values of an entry the head that goes out with it.
func WithHead(after map[string]any, head Mark) map[string]any {
	after[headField] = head.String()
	return after
}

// Given is a head that went out: with a letter, a notice or a declaration.
type Given struct {
	Mark
	At   civil.Instant
	With string // "monthly letter", "notice of meeting 7"
}

// GivenOut are the heads of which the log says that they went out, the oldest
// first; called says what an entry's action and object are called.
func GivenOut(ctx context.Context, q store.Queryer, called func(Record) string) ([]Given, error) {
	entries, err := store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM audit_entry
		WHERE detail LIKE $1
		ORDER BY seq`, `%"`+headField+`":%`)
	if err != nil {
		return nil, fmt.Errorf("read the heads that went out: %w", err)
	}
	var out []Given
	for _, r := range entries {
		var detail struct {
			After map[string]any `json:"after"`
		}
		if err := json.Unmarshal([]byte(r.Detail), &detail); err != nil {
			return nil, fmt.Errorf("read entry %d of the log: %w", r.Seq, err)
		}
		text, ok := detail.After[headField].(string)
		if !ok {
			continue
		}
		mark, err := ParseMark(text)
		if err != nil {
			return nil, fmt.Errorf("read entry %d of the log: %w", r.Seq, err)
		}
		out = append(out, Given{mark, r.At, called(r)})
	}
	return out, nil
}
