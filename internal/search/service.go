package search

import (
	"context"
	"slices"
	"sync"
	"time"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Service finds.
type Service struct {
	db    *store.DB
	clock civil.Clock
	pages Always

	making sync.Mutex // held by whoever makes the index
	mu     sync.Mutex
	last   *index
	seq    int64 // how many entries the log had when it was made
	at     civil.Instant
}

// Always gives the pages of the site that are always there, on a day: path, title, and words by which they are found.
type Always func(context.Context, civil.Date) ([]Thing, error)

// New returns the service.
func New(db *store.DB, clock civil.Clock, pages Always) *Service {
	return &Service{db: db, clock: clock, pages: pages}
}

// Found is what there is of a kind.
type Found struct {
	Kind   Kind
	Things []Thing
	More   bool // and there is more
}

// refreshAfter is how old an index may be when something was done since.
const refreshAfter = 30 * time.Second

// Find gives the public things that have all words of a text, at most limit of each kind.
func (s *Service) Find(ctx context.Context, text string, limit int) ([]Found, error) {
	words := asked(text)
	if len(words) == 0 {
		return nil, nil
	}
	x, err := s.index(ctx)
	if err != nil {
		return nil, err
	}
	found, more := x.find(words, limit)
	var out []Found
	for _, k := range Kinds {
		things, err := s.still(ctx, k, words, found[k])
		if err != nil {
			return nil, err
		}
		if len(things) > 0 {
			out = append(out, Found{k, things, more[k]})
		}
	}
	return out, nil
}

// still are the things as they are now, without those that are no longer public or no longer have the words.
func (s *Service) still(ctx context.Context, k Kind, words []string, things []Thing) ([]Thing, error) {
	if k == Pages || len(things) == 0 {
		return things, nil
	}
	ids := make([]int64, len(things))
	for i, t := range things {
		ids[i] = t.ID
	}
	now, err := thingsOf(ctx, s.db, s.clock().Date(), k, ids)
	if err != nil {
		return nil, err
	}
	var out []Thing
	for _, id := range ids {
		i := slices.IndexFunc(now, func(t Thing) bool { return t.ID == id })
		if i >= 0 && matches(words, now[i].folded()) {
			out = append(out, now[i])
		}
	}
	return out, nil
}

// index is the index, made again by one of those who ask where something was done since and it is old.
func (s *Service) index(ctx context.Context) (*index, error) {
	if x := s.fresh(); x != nil {
		return x, nil
	}
	if !s.making.TryLock() {
		if x := s.known(); x != nil {
			return x, nil // someone makes the next one
		}
		s.making.Lock()
	}
	defer s.making.Unlock()
	if x := s.fresh(); x != nil {
		return x, nil
	}
	at := s.clock()
	seq, err := audit.Written(ctx, s.db)
	if err != nil {
		return nil, err
	}
	x := s.known()
	if x == nil || seq != s.seq || at.Date() != s.at.Date() { // a day makes news public that waited for it
		pages, err := s.pages(ctx, at.Date())
		if err != nil {
			return nil, err
		}
		things := slices.Clone(pages)
		for _, k := range []Kind{Players, Clubs, Events, News, Articles} {
			all, err := thingsOf(ctx, s.db, at.Date(), k, nil)
			if err != nil {
				return nil, err
			}
			things = append(things, all...)
		}
		x = newIndex(things)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.seq, s.at = x, seq, at
	return x, nil
}

// fresh is the index that needs no look at the log; nil: there is none.
func (s *Service) fresh() *index {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || !s.clock().Before(s.at.Add(refreshAfter)) {
		return nil
	}
	return s.last
}

func (s *Service) known() *index {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}
