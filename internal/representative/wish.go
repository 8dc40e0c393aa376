package representative

import (
	"context"
	"maps"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Wish says whether a player wishes to represent the country.
type Wish string

// The wishes.
const (
	NotAsked Wish = ""
	Wishes   Wish = "yes"
	Declines Wish = "no"
)

// SetWishes records who wishes to go after a points year.
func (s *Service) SetWishes(ctx context.Context, actor auth.Actor, year int, wishes map[PersonID]Wish) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	var f apperr.Fields
	if year < 1900 || year > 2999 {
		f.Add("year", "Enter a year, for example 2026.")
	}
	for id, w := range wishes {
		if w != NotAsked && w != Wishes && w != Declines {
			f.Add("wish-"+playerKey(id), "Choose one of the answers offered.")
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := refuseClosed(ctx, tx, year); err != nil {
			return nil, err
		}
		end, err := s.yearEnd(ctx, tx, year)
		if err != nil {
			return nil, err
		}
		if end.Event == "" {
			return nil, errNotPosted(year)
		}
		before, err := wishesOf(ctx, tx, year)
		if err != nil {
			return nil, err
		}
		changed := map[PersonID]Wish{}
		for id, w := range wishes {
			if before[id] != w {
				changed[id] = w
			}
		}
		var f apperr.Fields
		for _, id := range slices.Sorted(maps.Keys(changed)) {
			if changed[id] != NotAsked && !end.ranks(id) {
				f.Add("wish-"+playerKey(id), "One of these players has no points any longer. Open the page again.")
			}
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if len(changed) == 0 {
			return nil, usecase.ErrSame
		}
		if err := setWishes(ctx, tx, year, changed, s.cases.Now(), permit.Name()); err != nil {
			return nil, err
		}
		return permit.Did("record.points_wishes", "points_year", int64(year), nil, changed), nil
	})
}
