package contact

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// officersOn are who holds an office on a day; someone who holds one twice is there once.
func officersOn(ctx context.Context, q store.Queryer, day civil.Date) ([]Officer, error) {
	in, args := store.In([]any{day.String()}, Roles)
	all, err := store.All(ctx, q, func(s store.Scanner) (o Officer, err error) {
		var acting bool
		err = s.Scan(&o.Person, &o.Role, &acting, &o.address)
		o.Title = auth.Office{Role: o.Role, Acting: acting}.Title()
		return o, err
	}, `
		SELECT o.person_id, o.role, o.acting, p.email
		FROM office o
		JOIN person p ON p.id = o.person_id
		WHERE o.from_day <= $1 AND (o.until_day IS NULL OR o.until_day >= $1) AND o.role IN `+in+`
		ORDER BY p.sort_key, p.id, o.acting, o.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read who holds the offices: %w", err)
	}
	ids := make([]members.PersonID, len(all))
	for i, o := range all {
		ids[i] = o.Person
	}
	names, err := members.PublicNames(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	type seat struct {
		person members.PersonID
		role   auth.Role
	}
	seen := map[seat]bool{}
	out := all[:0]
	for _, o := range all {
		if at := (seat{o.Person, o.Role}); !seen[at] {
			seen[at] = true
			o.Name = names[o.Person]
			out = append(out, o)
		}
	}
	slices.SortStableFunc(out, func(a, b Officer) int { return slices.Index(Roles, a.Role) - slices.Index(Roles, b.Role) })
	return out, nil
}
