package representative

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
)

// Row is a player in the ranking.
type Row struct {
	Place       int
	Person      PersonID
	Name        string
	Points      points.Amount
	Represented civil.Date
	National    int  // place in the latest national event they took part in; 0: in none
	Level       bool // the rules do not separate them from another of the same place
	Wish        Wish
}

// ranking is the ranking that facts lead to, with the wishes for a year; players whom the rules do not separate share a
// place and are by name.
func (s *Service) ranking(ctx context.Context, q store.Queryer, f facts, year int) ([]Row, error) {
	ledger, err := f.ledger()
	if err != nil {
		return nil, err
	}
	return s.rows(ctx, q, ledger.Standing, year)
}

// rows are players in the order of a ranking, with their public names.
func (s *Service) rows(ctx context.Context, q store.Queryer, standing []points.Standing, year int) ([]Row, error) {
	wishes, err := wishesOf(ctx, q, year)
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(standing))
	for i, one := range standing {
		ids[i] = personOf(one.Player)
	}
	names, err := publicNames(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Row, len(standing))
	for i, one := range standing {
		out[i] = Row{
			Place: i + 1, Person: ids[i], Name: names[ids[i]], Points: one.Points, Represented: one.Represented,
			National: one.National, Wish: wishes[ids[i]],
		}
		if i > 0 && points.Level(standing[i-1], one) {
			out[i].Place, out[i].Level, out[i-1].Level = out[i-1].Place, true, true
		}
	}
	slices.SortStableFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), strings.Compare(a.Name, b.Name))
	})
	return out, nil
}
