package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

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
	Object   string     // kind of object
	ObjectID int64      // one object; only together with Object
	Before   int64      // entries older than this number
	Objects  []string   // only these kinds of object; nil: any
	Actions  []string   // only these actions; nil: any
	Person   int64      // only what this person did, and what was done to them
	From     civil.Date // first day
	To       civil.Date // last day
}

// Find returns entries, newest first, at most limit. Each way to look has an index of its own, and reads no more than
// limit entries of each action or kind that is asked for.
func Find(ctx context.Context, q store.Queryer, f Filter, limit int) ([]Record, error) {
	if f.Actions != nil && len(f.Actions) == 0 || f.Objects != nil && len(f.Objects) == 0 {
		return nil, nil
	}
	from, to, err := f.numbers(ctx, q)
	if err != nil {
		return nil, err
	}
	var all []Record
	for _, way := range f.ways() {
		conditions, args := `seq < $1 AND seq >= $3`, []any{to, limit, from}
		and := func(condition string, value any) {
			args = append(args, value)
			conditions += ` AND ` + condition + `$` + strconv.Itoa(len(args))
		}
		if !f.From.IsZero() {
			and(`at >= `, f.From.Midnight())
		}
		if !f.To.IsZero() {
			and(`at < `, f.To.AddDays(1).Midnight())
		}
		for _, w := range way {
			and(w.column+` = `, w.value)
		}
		if len(f.Actions) > manyActions { // so many are found soon by going back in the log
			var those string
			those, args = store.In(args, f.Actions)
			conditions += ` AND action || '' IN ` + those
		}
		if f.Actions != nil && f.Objects != nil {
			var kinds string
			kinds, args = store.In(args, f.Objects)
			conditions += ` AND object IN ` + kinds
		}
		list, err := store.All(ctx, q, scan, `
			SELECT `+columns+`
			FROM audit_entry
			WHERE `+conditions+`
			ORDER BY seq DESC
			LIMIT $2`, args...)
		if err != nil {
			return nil, fmt.Errorf("read the log: %w", err)
		}
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b Record) int { return cmp.Compare(b.Seq, a.Seq) })
	all = slices.CompactFunc(all, func(a, b Record) bool { return a.Seq == b.Seq })
	return all[:min(len(all), limit)], nil
}

// manyActions is from how many actions on the log is not asked for each by itself.
const manyActions = 40

// equal is that a column of the log has a value.
type equal struct {
	column string
	value  any
}

// ways are the queries that together find what is asked for.
func (f Filter) ways() [][]equal {
	ways := [][]equal{nil}
	switch {
	case f.Object != "" && f.ObjectID != 0:
		ways = [][]equal{{{"object", f.Object}, {"object_id", f.ObjectID}}}
	case f.Object != "":
		ways = [][]equal{{{"object", f.Object}}}
	}
	each := func(column string, values []string) {
		if values == nil {
			return
		}
		var next [][]equal
		for _, way := range ways {
			for _, v := range values {
				next = append(next, append(slices.Clone(way), equal{column, v}))
			}
		}
		ways = next
	}
	if f.Actions == nil {
		each("object", f.Objects)
	}
	if len(f.Actions) <= manyActions {
		each("action", f.Actions)
	}
	if f.Person == 0 {
		return ways
	}
	var next [][]equal
	for _, way := range ways {
		next = append(next, append(slices.Clone(way), equal{"actor_id", f.Person}))
		if f.Object == "" || f.Object == "person" && (f.ObjectID == 0 || f.ObjectID == f.Person) {
			next = append(next, append(slices.Clone(way), equal{"object", "person"}, equal{"object_id", f.Person}))
		}
	}
	return next
}

// slack is how many entries may have a number that is not in the order of their instants: those of writers at once.
const slack = 1000

// numbers are between which numbers the entries of the days are.
func (f Filter) numbers(ctx context.Context, q store.Queryer) (from, to int64, err error) {
	to = math.MaxInt64
	if f.Before != 0 {
		to = f.Before
	}
	first := func(at civil.Instant) (int64, error) {
		seq, err := store.One(ctx, q, store.Value[int64], `
			SELECT seq
			FROM audit_entry
			WHERE at >= $1
			ORDER BY at, seq
			LIMIT 1`, at)
		if errors.Is(err, store.ErrNoRows) {
			return math.MaxInt64 - slack, nil
		}
		return seq, err
	}
	if !f.From.IsZero() {
		if from, err = first(f.From.Midnight()); err != nil {
			return 0, 0, err
		}
		from -= slack
	}
	if !f.To.IsZero() {
		last, err := first(f.To.AddDays(1).Midnight())
		if err != nil {
			return 0, 0, err
		}
		to = min(to, last+slack)
	}
	return from, to, nil
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

// Actions lists the actions of the log, hopping along the index as Objects does.
func Actions(ctx context.Context, q store.Queryer) ([]string, error) {
	return store.All(ctx, q, store.Value[string], `
		WITH RECURSIVE done (action) AS (
		    SELECT MIN(action) FROM audit_entry
		    UNION ALL
		    SELECT (SELECT MIN(a.action) FROM audit_entry a WHERE a.action > done.action)
		    FROM done
		    WHERE done.action IS NOT NULL
		)
		SELECT action
		FROM done
		WHERE action IS NOT NULL`)
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
