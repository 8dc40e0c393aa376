package ratings

import (
	"context"
	"slices"
	"sync"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// places keeps the ratings by which places are counted, the highest first, for
// as long as the list has the same revision: they are the same on every page,
// and reading them takes longer than the rest of a page.
type places struct {
	mu       sync.Mutex
	revision int64
	since    map[string][]scale.Milli // by first day of a rated event that counts
}

// maxKeptDays bounds how many such days are kept: one a scope, and those of a
// day that has just ended.
const maxKeptDays = 4

// read gives the ratings of everyone with a rated event from the day on
// (the zero date: ever). Its readers share the slice.
func (p *places) read(ctx context.Context, q store.Queryer, since civil.Date) ([]scale.Milli, error) {
	// The revision is read first: ratings that change in between are kept
	// under the old one, which no one asks for again.
	revision, err := revisionOf(ctx, q)
	if err != nil {
		return nil, err
	}
	day := since.String()
	if ratings, found := p.kept(revision, day); found {
		return ratings, nil
	}
	ratings, err := ratingsSince(ctx, q, day)
	if err != nil {
		return nil, err
	}
	p.keep(revision, day, ratings)
	return ratings, nil
}

func (p *places) kept(revision int64, day string) ([]scale.Milli, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.revision != revision {
		return nil, false
	}
	ratings, found := p.since[day]
	return ratings, found
}

func (p *places) keep(revision int64, day string, ratings []scale.Milli) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.since == nil || p.revision != revision || len(p.since) >= maxKeptDays {
		p.revision, p.since = revision, map[string][]scale.Milli{}
	}
	p.since[day] = ratings
}

// placeOf counts who is published higher; ratings come from the highest.
func placeOf(ratings []scale.Milli, r scale.Rating) int {
	higher, _ := slices.BinarySearchFunc(ratings, r, func(m scale.Milli, r scale.Rating) int {
		if m.Published() > r {
			return -1
		}
		return 1
	})
	return higher + 1
}
