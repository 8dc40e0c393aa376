package members

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// YearCount is how many members there were at the end of a year, and how many more and fewer than a year before.
type YearCount struct {
	On      civil.Date // the year's last day, or today
	Members int
	Joined  int // of them, not members a year before
	Left    int // members a year before, no longer
}

// CountsByYear counts the members on each of some days, in their order: the first one only to compare the second with.
func CountsByYear(ctx context.Context, q store.Queryer, days []civil.Date) ([]YearCount, error) {
	if len(days) < 2 {
		return nil, nil
	}
	type span struct {
		person   PersonID
		from, to civil.Date
	}
	spans, err := store.All(ctx, q, func(s store.Scanner) (x span, err error) {
		err = s.Scan(&x.person, &x.from, &x.to)
		return x, err
	}, `
		SELECT t.person_id, t.from_day, t.to_day
		FROM membership_term t
		WHERE t.to_day >= $1 AND t.from_day <= $2 AND `+inForceSQL, days[0], days[len(days)-1])
	if err != nil {
		return nil, fmt.Errorf("count members by year: %w", err)
	}
	on := make([]map[PersonID]bool, len(days))
	for i := range days {
		on[i] = map[PersonID]bool{}
	}
	for _, x := range spans {
		for i, day := range days {
			if !day.Before(x.from) && !day.After(x.to) {
				on[i][x.person] = true
			}
		}
	}
	var out []YearCount
	for i := 1; i < len(days); i++ {
		c := YearCount{On: days[i], Members: len(on[i])}
		for id := range on[i] {
			if !on[i-1][id] {
				c.Joined++
			}
		}
		c.Left = len(on[i-1]) + c.Joined - c.Members
		out = append(out, c)
	}
	return out, nil
}
