package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const columns = `seq, at, actor_id, actor_name, action, object, object_id, detail, prev_hash, hash`

func scan(s store.Scanner) (Record, error) {
	var r Record
	err := s.Scan(&r.Seq, &r.At, store.ZeroNull(&r.By.PersonID), &r.By.Name, &r.Action,
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

// Head is the number and hash of the newest entry, as printed on notices.
func Head(ctx context.Context, q store.Queryer) (seq int64, hash string, err error) {
	err = q.QueryRow(ctx, `SELECT seq, hash FROM audit_head WHERE id = 1`).Scan(&seq, &hash)
	return seq, hash, err
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

// verifyBatch is how many entries Verify holds at a time.
const verifyBatch = 1000

// batchAfter is the next entries in the order in which they were written.
func batchAfter(ctx context.Context, q store.Queryer, after int64) ([]Record, error) {
	return store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM audit_entry
		WHERE seq > $1
		ORDER BY seq
		LIMIT $2`, after, verifyBatch)
}

// Verify reads the whole log and returns how many entries it has, as Check does.
func Verify(ctx context.Context, q store.Queryer) (int64, error) {
	n, _, err := Check(ctx, q)
	return n, err
}

// Check reads the whole log and returns how many entries it has, and from how many of them a person's text was erased;
// the error names the first entry at which the chain is broken. An erased entry counts as it was written if a later one
// says what was left of it.
func Check(ctx context.Context, q store.Queryer) (n, erased int64, err error) {
	prev := strings.Repeat("0", 64)
	changed := map[int64]string{} // entries that are not as they were written
	for {
		batch, err := batchAfter(ctx, q, n)
		if err != nil {
			return n, 0, fmt.Errorf("read the log: %w", err)
		}
		for _, r := range batch {
			switch {
			case r.Seq != n+1:
				return n, 0, fmt.Errorf("entry %d is missing: the next one is %d", n+1, r.Seq)
			case r.PrevHash != prev:
				return n, 0, fmt.Errorf("entry %d does not follow entry %d", r.Seq, n)
			case r.sum() != r.Hash:
				changed[r.Seq] = r.sum()
				erased++
			default:
				settle(changed, r)
			}
			n, prev = r.Seq, r.Hash
		}
		if len(batch) < verifyBatch {
			break
		}
	}
	if len(changed) > 0 {
		return n, 0, fmt.Errorf("entry %d was changed after it was written", slices.Min(slices.Collect(maps.Keys(changed))))
	}
	seq, hash, err := Head(ctx, q)
	if err != nil {
		return n, 0, fmt.Errorf("read the head: %w", err)
	}
	if seq != n || hash != prev {
		return n, 0, fmt.Errorf("the log ends at entry %d, but its head says %d: entries were removed", n, seq)
	}
	return n, erased, nil
}

// Step is that something was done: the number of its entry, and what.
type Step struct {
	Seq    int64
	Action string
}

// Newest is the number of the newest entry, 0 for none.
func Newest(ctx context.Context, q store.Queryer) (int64, error) {
	return store.One(ctx, q, store.Value[int64], `SELECT COALESCE(MAX(seq), 0) FROM audit_entry`)
}

// Since lists what was done after an entry, oldest first, at most limit.
func Since(ctx context.Context, q store.Queryer, seq int64, limit int) ([]Step, error) {
	return store.All(ctx, q, func(s store.Scanner) (step Step, err error) {
		return step, s.Scan(&step.Seq, &step.Action)
	}, `
		SELECT seq, action
		FROM audit_entry
		WHERE seq > $1
		ORDER BY seq
		LIMIT $2`, seq, limit)
}
