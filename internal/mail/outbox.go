package mail

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Filter says which letters are asked for.
type Filter struct {
	State State  // "": any
	Batch string // one of Batches; "": any
	Page  int    // from 1
	Size  int    // letters a page; 0: 50
}

// Outbox is a page of the outbox, the newest letters first.
type Outbox struct {
	Filter  Filter // as it was understood
	Entries []Entry
	Matches int // letters on all pages
	Counts  map[State]int
}

// Outbox gives a page of the outbox.
func (s *Service) Outbox(ctx context.Context, actor auth.Actor, f Filter) (Outbox, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return Outbox{}, err
	}
	if f.Size <= 0 {
		f.Size = 50
	}
	counts, err := countByState(ctx, s.db, f.Batch)
	if err != nil {
		return Outbox{}, err
	}
	out := Outbox{Filter: f, Counts: counts}
	for state, n := range counts {
		if f.State == "" || f.State == state {
			out.Matches += n
		}
	}
	out.Filter.Page = store.PageIn(f.Page, f.Size, out.Matches)
	out.Entries, err = page(ctx, s.db, out.Filter)
	return out, err
}

// EachLetter is the letters for a file, the newest first, each once as it stood at one moment. Pages of the filter are
// ignored. The database is being read meanwhile, so that take asks it nothing.
func (s *Service) EachLetter(
	ctx context.Context, actor auth.Actor, f Filter,
) (each func(take func(Entry) error) error, err error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return nil, err
	}
	return func(take func(Entry) error) error { return eachLetter(ctx, s.db, f, "", take) }, nil
}

// Batch is a mailing in the outbox, or all letters of one purpose.
type Batch struct {
	Key                            string // for Filter.Batch
	Purpose                        string
	First, Last                    civil.Instant // when its letters were written
	Letters                        int
	Waiting, Unknown, Failed, Left int // of them
}

// Sent is how many of its letters have left.
func (b Batch) Sent() int { return b.Letters - b.Waiting - b.Unknown - b.Failed - b.Left }

// Batches is a page of what was written, each mailing once, and how many there are: first those of which a letter failed,
// then those of which some wait, then the others; the newest first of each.
func (s *Service) Batches(ctx context.Context, actor auth.Actor, page, size int) ([]Batch, int, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return nil, 0, err
	}
	n, err := countBatches(ctx, s.db)
	if err != nil {
		return nil, 0, err
	}
	page = store.PageIn(page, size, n)
	list, err := batches(ctx, s.db, (page-1)*size, size)
	return list, n, err
}
