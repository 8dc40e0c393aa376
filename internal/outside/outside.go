package outside

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// Event is a public event.
type Event struct {
	Number             int64
	Slug, Name, Place  string
	From, To           civil.Date
	About              string
	Cancelled          bool
	Version            int64
	Announced, Changed civil.Instant // when everyone could see it first, and when what is told of it was changed last
}

// Dates is "2–4 January 2027".
func (e Event) Dates() string { return tournaments.Days(e.From, e.To) }

// Service reads what is told.
type Service struct {
	db    *store.DB
	clock civil.Clock
}

// New returns the service.
func New(db *store.DB, clock civil.Clock) *Service { return &Service{db, clock} }

// mostEvents is how many events a feed or a calendar has, the latest ones.
const mostEvents = 200

// Events are the public events to come and those of the last year, the latest first.
func (s *Service) Events(ctx context.Context) ([]Event, error) {
	return eventsSince(ctx, s.db, s.clock().Date().AddMonths(-12))
}

// Page is a public page that is one of many of its kind.
type Page struct {
	Kind Kind
	Key  string // number or address of what it is about
}

// Kind says what a page is about.
type Kind string

// The kinds.
const (
	OfArticle Kind = "article"
	OfClub    Kind = "club"
	OfEvent   Kind = "event"
	OfNews    Kind = "news"
	OfPlayer  Kind = "player"
)

// Count is how many public pages there are of things.
func (s *Service) Count(ctx context.Context) (int, error) {
	return countPages(ctx, s.db, s.clock().Date())
}

// Pages are the pages from one on, at most so many, always in the same order.
func (s *Service) Pages(ctx context.Context, from, limit int) ([]Page, error) {
	return pagesFrom(ctx, s.db, s.clock().Date(), from, limit)
}
