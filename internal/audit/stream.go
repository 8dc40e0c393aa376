package audit

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// society is the stream of all that is not done at one event. It says how far the others are.
const society = 0

// ofEvents is how many streams the events share by their numbers. Events that are on at the same time seldom have
// numbers so far apart that they share one.
const ofEvents = 127

// AtEvent has tx write what it says into the stream of an event, unless it has written into another already: what is done
// at one event does not wait for others.
func AtEvent(tx *store.Tx, event int64) { tx.Stream(1 + (event-1)%ofEvents) }

// End is how far a stream is.
type End struct {
	Stream int64  `json:"stream"`
	Number int64  `json:"number"` // of its newest entry in it: how many it has
	Seq    int64  `json:"entry"`  // of its newest entry in the whole log
	Hash   string `json:"hash"`
}

func scanEnd(s store.Scanner) (e End, err error) {
	return e, s.Scan(&e.Stream, &e.Number, &e.Seq, &e.Hash)
}

// Ends is how far each stream is that has an entry, and the society's in any case; that one is the first.
func Ends(ctx context.Context, q store.Queryer) ([]End, error) {
	return layoutOf(ctx, q).readEnds(ctx, q)
}

// Head is the number and hash of the newest entry of the society's stream, as printed on notices. It stands for all entries
// of that stream before it, and for those of the others that it says there were (BindStreams).
func Head(ctx context.Context, q store.Queryer) (seq int64, hash string, err error) {
	ends, err := Ends(ctx, q)
	if err != nil {
		return 0, "", err
	}
	return ends[0].Seq, ends[0].Hash, nil
}

// Written is how many entries the log has. It grows with each change that is committed.
func Written(ctx context.Context, q store.Queryer) (int64, error) {
	return store.One(ctx, q, store.Value[int64], `SELECT CAST(SUM(number) AS BIGINT) FROM audit_stream`)
}

// lockStream takes the next number in a stream; who else writes to it waits until tx has ended.
func lockStream(ctx context.Context, tx *store.Tx, stream int64) (number int64, last string, err error) {
	err = tx.QueryRow(ctx, `
		UPDATE audit_stream
		SET number = number + 1
		WHERE stream = $1
		RETURNING number, hash`, stream).Scan(&number, &last)
	return number, last, err
}

func extendStream(ctx context.Context, tx *store.Tx, r Record) error {
	_, err := tx.Exec(ctx, `UPDATE audit_stream SET seq = $2, hash = $3 WHERE stream = $1`, r.Stream, r.Seq, r.Hash)
	return err
}

// Queue has every other change wait until tx has ended: each writes a stream.
func Queue(ctx context.Context, tx *store.Tx) error {
	// The society's first, so that two who do this do not take the streams in different orders.
	for _, which := range []string{`stream = 0`, `stream > 0`} {
		if _, err := tx.Exec(ctx, `UPDATE audit_stream SET number = number WHERE `+which); err != nil {
			return fmt.Errorf("wait for other changes: %w", err)
		}
	}
	return nil
}

// bindAction is the entry of the society's stream that says how far others are.
const bindAction = "bind.log"

// bound is what such an entry says after: how far the streams are that have had an entry since the last, and which of all
// were being written to. Whatever is written to another one later has a higher number in the whole log than this entry, so
// that nothing can be put in before it.
type bound struct {
	Streams []End   `json:"streams"`
	Held    []int64 `json:"held"` // null: not known, of any
}

// BindStreams writes into the society's stream how far all others are that have gone on since it last said so, as tx sees them: no
// entry of before can be changed or left out from then on without a change of the society's stream. It says whether any
// had. It waits for no writer of another stream; who begins to write to one waits until tx has ended.
func BindStreams(ctx context.Context, tx *store.Tx, at civil.Instant) (bool, error) {
	if moved, err := unbound(ctx, tx); err != nil || len(moved) == 0 {
		return false, err
	}
	// Another may have bound them in the meantime: who has the society's stream looks once more.
	if _, err := tx.Exec(ctx, `UPDATE audit_stream SET number = number WHERE stream = 0`); err != nil {
		return false, fmt.Errorf("bind the log: %w", err)
	}
	held, err := tx.HoldFree(ctx, "audit_stream", "stream")
	if err != nil {
		return false, fmt.Errorf("bind the log: %w", err)
	}
	moved, err := unbound(ctx, tx)
	if err != nil || len(moved) == 0 {
		return false, err
	}
	for _, e := range moved {
		if _, err := tx.Exec(ctx, `
			INSERT INTO audit_bound (stream, number)
			VALUES ($1, $2)
			ON CONFLICT (stream) DO UPDATE SET number = excluded.number`, e.Stream, e.Number); err != nil {
			return false, fmt.Errorf("bind the log: %w", err)
		}
	}
	return true, writeIn(WithoutRequestKey(ctx), tx, society, Entry{
		At: at, By: By{Name: "the program"}, Action: bindAction, Object: "log", After: bound{moved, append([]int64{}, held...)},
	})
}

// BoundHead binds the log, and is its head as it goes out; of a log without entries 0.
func BoundHead(ctx context.Context, tx *store.Tx, at civil.Instant) (seq int64, hash string, err error) {
	if _, err := BindStreams(ctx, tx, at); err != nil {
		return 0, "", err
	}
	return Head(ctx, tx)
}

// Loose is how many entries the log has that the society's stream does not bind yet, and that its head does not stand for.
func Loose(ctx context.Context, q store.Queryer) (n int64, err error) {
	ends, err := unbound(ctx, q)
	if err != nil {
		return 0, err
	}
	says, err := streams.readBound(ctx, q)
	for _, e := range ends {
		n += e.Number
		for _, was := range says {
			if was.Stream == e.Stream {
				n -= was.Number
			}
		}
	}
	return n, err
}

// unbound are the streams that have gone on since the society's last said how far they are.
func unbound(ctx context.Context, q store.Queryer) ([]End, error) {
	all, err := store.All(ctx, q, scanEnd, `
		SELECT s.stream, s.number, s.seq, s.hash
		FROM audit_stream s
		LEFT JOIN audit_bound b ON b.stream = s.stream -- one whose row was removed is bound too
		WHERE s.stream > 0 AND s.number > COALESCE(b.number, 0)
		ORDER BY s.stream`)
	if err != nil {
		return nil, fmt.Errorf("read how far the streams of the log are: %w", err)
	}
	return all, nil
}

// layout is how the log is read: a backup from before it had streams has one.
type layout struct{ columns, inStream, ends string }

var (
	streams = layout{
		columns, `stream = $1`,
		`SELECT stream, number, seq, hash FROM audit_stream WHERE number > 0 OR stream = 0 ORDER BY stream`,
	}
	beforeStreams = layout{`seq, 0, 0, ` + content, `$1 = 0`, `SELECT 0, seq, seq, hash FROM audit_head`}
)

func layoutOf(ctx context.Context, q store.Queryer) layout {
	_, err := store.One(ctx, q, store.Value[int64], `SELECT seq FROM audit_stream WHERE stream = 0`)
	if err == nil || errors.Is(err, store.ErrNoRows) {
		return streams
	}
	if _, err := store.One(ctx, q, store.Value[int64], `SELECT seq FROM audit_head`); err != nil {
		return streams // and whoever reads it is told why it cannot be read
	}
	return beforeStreams
}

func (l layout) readEnds(ctx context.Context, q store.Queryer) ([]End, error) {
	ends, err := store.All(ctx, q, scanEnd, l.ends)
	if err == nil && (len(ends) == 0 || ends[0].Stream != society) {
		err = store.ErrNoRows
	}
	if err != nil {
		return nil, fmt.Errorf("read how far the log is: %w", err)
	}
	return ends, nil
}

// readBound is how many entries of each stream count as bound.
func (l layout) readBound(ctx context.Context, q store.Queryer) ([]End, error) {
	if l == beforeStreams {
		return nil, nil
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (e End, err error) { return e, s.Scan(&e.Stream, &e.Number) },
		`SELECT stream, number FROM audit_bound ORDER BY stream`)
	if err != nil {
		return nil, fmt.Errorf("read how far the log is bound: %w", err)
	}
	return all, nil
}

// entryAt is what stands at a number of the whole log; a zero End where nothing does.
func entryAt(ctx context.Context, q store.Queryer, seq int64) (End, error) {
	e, err := store.One(ctx, q, scanEnd, `SELECT stream, COALESCE(number, seq), seq, hash FROM audit_entry WHERE seq = $1`, seq)
	if errors.Is(err, store.ErrNoRows) {
		return End{}, nil
	}
	if err != nil {
		return End{}, fmt.Errorf("read entry %d of the log: %w", seq, err)
	}
	return e, nil
}

// Step is that something was done: what, and the number of its entry.
type Step struct {
	Seq    int64
	Action string
}

// After lists what was done in a stream after an entry of it, oldest first, at most limit.
func After(ctx context.Context, q store.Queryer, stream, seq int64, limit int) ([]Step, error) {
	return store.All(ctx, q, func(s store.Scanner) (step Step, err error) {
		return step, s.Scan(&step.Seq, &step.Action)
	}, `
		SELECT seq, action
		FROM audit_entry
		WHERE stream = $1 AND seq > $2
		ORDER BY seq
		LIMIT $3`, stream, seq, limit)
}

// Continues reports whether the streams go on from where they were seen last, and how far they are now.
func Continues(ctx context.Context, q store.Queryer, seen []End) ([]End, error) {
	now, err := Ends(ctx, q)
	if err != nil {
		return nil, err
	}
	far := make(map[int64]End, len(now))
	for _, e := range now {
		far[e.Stream] = e
	}
	for _, was := range seen {
		switch is := far[was.Stream]; {
		case is == was:
			continue
		case is.Number < was.Number:
			return nil, fmt.Errorf("%s ends at entry %d, and went on to entry %d before: was the database replaced?",
				called(was.Stream), is.Seq, was.Seq)
		}
		there, err := entryAt(ctx, q, was.Seq)
		if err != nil {
			return nil, err
		}
		if there != was && was.Seq > 0 {
			return nil, fmt.Errorf("%s is not the one that was seen before: its entry %d was changed or removed.\n%s",
				called(was.Stream), was.Seq, whatToDo)
		}
	}
	return now, nil
}

// batchOf is how many entries are held at a time.
const batchOf = 1000

// batch is the next entries of a stream, in the order in which they were written.
func (l layout) batch(ctx context.Context, q store.Queryer, stream, after int64) ([]Record, error) {
	return store.All(ctx, q, scan, `
		SELECT `+l.columns+`
		FROM audit_entry
		WHERE `+l.inStream+` AND seq > $2
		ORDER BY seq
		LIMIT $3`, stream, after, batchOf)
}

// each gives the entries of a stream to take, in the order in which they were written.
func (l layout) each(ctx context.Context, q store.Queryer, stream int64, take func(Record) error) error {
	for after := int64(0); ; {
		batch, err := l.batch(ctx, q, stream, after)
		if err != nil {
			return fmt.Errorf("read the log: %w", err)
		}
		for _, r := range batch {
			if err := take(r); err != nil {
				return err
			}
			after = r.Seq
		}
		if len(batch) < batchOf {
			return nil
		}
	}
}

// numbers are all streams that there can be entries in, the society's last: it speaks of the others.
func (l layout) numbers(ctx context.Context, q store.Queryer) ([]int64, error) {
	if l == beforeStreams {
		return []int64{society}, nil
	}
	all, err := store.All(ctx, q, store.Value[int64], `
		WITH RECURSIVE has (stream) AS (
		    SELECT MAX(stream) FROM audit_entry
		    UNION ALL
		    SELECT (SELECT MAX(a.stream) FROM audit_entry a WHERE a.stream < has.stream)
		    FROM has
		    WHERE has.stream IS NOT NULL
		)
		SELECT stream
		FROM has
		WHERE stream IS NOT NULL
		UNION
		SELECT stream
		FROM audit_stream
		WHERE number > 0 OR stream = 0
		ORDER BY stream DESC`)
	if err != nil {
		return nil, fmt.Errorf("read which streams the log has: %w", err)
	}
	return all, nil
}
