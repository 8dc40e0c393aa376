package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nzgs/internal/store"
)

// Verify reads the whole log and returns how many entries it has, as Check does.
func Verify(ctx context.Context, q store.Queryer) (int64, error) {
	n, _, err := Check(ctx, q)
	return n, err
}

// Check reads the whole log and returns how many entries it has, and from how many of them a person's text was erased;
// the error names the first entry at which a chain is broken. An erased entry counts as it was written if a later one
// says what was left of it. What is written in the meantime does no harm.
func Check(ctx context.Context, q store.Queryer) (n, erased int64, err error) {
	c := checking{
		q: q, layout: layoutOf(ctx, q), changed: map[int64]string{}, bound: map[int64]End{}, closed: map[int64]int64{},
	}
	before, err := c.ends(ctx)
	if err != nil {
		return 0, 0, err
	}
	says, err := c.layout.readBound(ctx, q)
	if err != nil {
		return 0, 0, err
	}
	numbers, err := c.layout.numbers(ctx, q)
	if err != nil {
		return 0, 0, err
	}
	c.streams = numbers
	if err := c.countedFromOne(ctx); err != nil {
		return 0, 0, err
	}
	for _, stream := range numbers {
		last, err := c.stream(ctx, stream, before[stream])
		n += last.Number
		if err != nil {
			return n, 0, err
		}
	}
	if len(c.changed) > 0 {
		return n, 0, fmt.Errorf("entry %d was changed after it was written", slices.Min(slices.Collect(maps.Keys(c.changed))))
	}
	for _, stream := range numbers {
		if err := c.nothingPutIn(ctx, stream); err != nil {
			return n, 0, err
		}
	}
	return n, c.erased, c.boundAsSaid(says)
}

// checking is a check of the log while it is made.
type checking struct {
	q       store.Queryer
	layout  layout
	changed map[int64]string // entries that are not as they were written, and the sums of what they are
	streams []int64
	bound   map[int64]End   // how far the society's says that a stream is
	closed  map[int64]int64 // the last of the society's that says so of a stream to which no one was writing
	erased  int64
}

func (c *checking) ends(ctx context.Context) (map[int64]End, error) {
	list, err := c.layout.readEnds(ctx, c.q)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]End, len(list))
	for _, e := range list {
		out[e.Stream] = e
	}
	return out, nil
}

// stream checks a stream, and that it has all of the end that was seen before it was read.
func (c *checking) stream(ctx context.Context, stream int64, end End) (End, error) {
	last := End{Stream: stream, Hash: strings.Repeat("0", hashDigits)}
	reached := end.Number == 0
	err := c.layout.each(ctx, c.q, stream, func(r Record) error {
		if err := c.entry(ctx, last, r); err != nil {
			return err
		}
		last.Number, last.Seq, last.Hash = last.Number+1, r.Seq, r.Hash
		reached = reached || last == end
		return nil
	})
	switch {
	case err != nil:
		return last, err
	case !reached:
		return last, fmt.Errorf("%s ends at entry %d, but its head says %d: entries were removed", called(stream), last.Seq, end.Seq)
	case last == end || last.Number == 0:
		return last, nil
	}
	// There is more than there was when the check began: is the head as far now?
	now, err := c.ends(ctx)
	if err != nil {
		return last, err
	}
	if now[stream].Number < last.Number {
		return last, fmt.Errorf("%s goes on to entry %d, but its head says %d: entries were added, or the head was changed",
			called(stream), last.Seq, now[stream].Seq)
	}
	return last, nil
}

// called is a stream in a sentence.
func called(stream int64) string {
	if stream == society {
		return "the log"
	}
	return fmt.Sprintf("stream %d of the log", stream)
}

// entry checks one entry that follows the last of its stream.
func (c *checking) entry(ctx context.Context, last End, r Record) error {
	number := r.Number
	if number == 0 { // from before there were streams
		number = r.Seq
	}
	switch missing := number - last.Number - 1; {
	case r.Number == 0 && r.Stream != society:
		return fmt.Errorf("entry %d has no number in its stream", r.Seq)
	case missing > 0 && r.Seq-last.Seq == missing+1 && (last.Number > 0 || r.Stream == society): // all between are missing
		return fmt.Errorf("entry %d is missing: the next one is %d", last.Seq+1, r.Seq)
	case missing != 0:
		return fmt.Errorf("%s has entry %d as its number %d after %d entries: %d are missing between entries %d and %d",
			called(r.Stream), r.Seq, number, last.Number, missing, last.Seq, r.Seq)
	case r.PrevHash != last.Hash:
		return fmt.Errorf("entry %d does not follow entry %d", r.Seq, last.Seq)
	case r.sum() != r.Hash && (r.Action == bindAction || r.Action == eraseAction): // nothing is erased from those
		return fmt.Errorf("entry %d was changed after it was written", r.Seq)
	case r.sum() != r.Hash:
		c.changed[r.Seq] = r.sum()
		c.erased++
		return nil
	}
	settle(c.changed, r)
	if r.Action == bindAction && r.Stream == society {
		return c.binds(ctx, r)
	}
	return nil
}

// binds checks that the other streams have had what the society's says of them.
func (c *checking) binds(ctx context.Context, r Record) error {
	var detail struct {
		After bound `json:"after"`
	}
	if err := json.Unmarshal([]byte(r.Detail), &detail); err != nil {
		return fmt.Errorf("read entry %d of the log: %w", r.Seq, err)
	}
	for _, e := range detail.After.Streams {
		if err := c.nothingPutIn(ctx, e.Stream); err != nil {
			return err
		}
		if e.Number > c.bound[e.Stream].Number {
			c.bound[e.Stream] = e
		}
		there, err := entryAt(ctx, c.q, e.Seq)
		if err != nil {
			return err
		}
		switch {
		case there.Hash == "":
			return fmt.Errorf("entry %d is missing: entry %d says that stream %d of the log had %d entries up to it", e.Seq, r.Seq,
				e.Stream, e.Number)
		case there != e:
			return fmt.Errorf("entry %d is not the one that entry %d says it was: stream %d of the log was written again", e.Seq,
				r.Seq, e.Stream)
		}
	}
	for _, stream := range c.streams {
		if detail.After.Held != nil && stream != society && !slices.Contains(detail.After.Held, stream) {
			c.closed[stream] = r.Seq
		}
	}
	return nil
}

// nothingPutIn checks that what follows in a stream on what is bound was written after it was bound: numbers that were left
// free before, as by a change that failed, are not taken later.
func (c *checking) nothingPutIn(ctx context.Context, stream int64) error {
	if c.closed[stream] == 0 {
		return nil
	}
	first, err := store.One(ctx, c.q, store.Value[int64],
		`SELECT COALESCE(MIN(seq), 0) FROM audit_entry WHERE stream = $1 AND seq > $2`, stream, c.bound[stream].Seq)
	if err != nil {
		return fmt.Errorf("read stream %d of the log: %w", stream, err)
	}
	if first > 0 && first < c.closed[stream] {
		return fmt.Errorf("entry %d was put in later: entry %d says that stream %d of the log had %d entries then", first,
			c.closed[stream], stream, c.bound[stream].Number)
	}
	return nil
}

// countedFromOne checks that no entry stands before the first, where none is read.
func (c *checking) countedFromOne(ctx context.Context) error {
	n, err := store.One(ctx, c.q, store.Value[int64], `SELECT COUNT(*) FROM audit_entry WHERE seq < 1`)
	if err == nil && n > 0 {
		err = fmt.Errorf("the log has %d with a number below 1: no such entry is written", n)
	}
	return err
}

// boundAsSaid checks that nothing counts as bound that no entry binds: it would not be bound any more.
func (c *checking) boundAsSaid(says []End) error {
	for _, e := range says {
		if e.Number > c.bound[e.Stream].Number {
			return fmt.Errorf("stream %d of the log counts as bound up to its entry %d, and the log binds it up to %d", e.Stream,
				e.Number, c.bound[e.Stream].Number)
		}
	}
	return nil
}
