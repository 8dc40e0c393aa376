package hosting

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/store"
)

// countVisits counts by club and month those who had confirmed that they come and whose evening was not called off.
func countVisits(ctx context.Context, q store.Queryer, from, to civil.Date) ([]count, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (c count, err error) {
		err = s.Scan(&c.club, &c.month, &c.visits, &c.joined)
		return c, err
	}, `
		SELECT e.club_id, substr(v.day, 1, 7), count(*), sum(CASE WHEN v.joined = TRUE THEN 1 ELSE 0 END)
		FROM club_visit v
		JOIN club_evening e ON e.id = v.evening_id
		LEFT JOIN club_evening_day d ON d.evening_id = v.evening_id AND d.day = v.day
		WHERE v.state = 'coming' AND v.day BETWEEN $1 AND $2 AND COALESCE(d.meets, TRUE) = TRUE
		GROUP BY e.club_id, substr(v.day, 1, 7)`, from, to)
	if err != nil {
		return nil, fmt.Errorf("count visits: %w", err)
	}
	return list, nil
}

func membersByClub(ctx context.Context, q store.Queryer, day civil.Date) (map[clubs.ClubID]int, error) {
	type row struct {
		club clubs.ClubID
		n    int
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.club, &r.n)
		return r, err
	}, `
		SELECT t.club_id + 0, count(DISTINCT t.person_id)
		FROM membership_term t
		WHERE t.club_id IS NOT NULL AND t.from_day <= $1 AND t.to_day >= $1 AND t.corrected = FALSE AND t.kind <> 'void'
		GROUP BY t.club_id + 0`, day)
	if err != nil {
		return nil, fmt.Errorf("count members: %w", err)
	}
	out := make(map[clubs.ClubID]int, len(list))
	for _, r := range list {
		out[r.club] = r.n
	}
	return out, nil
}
