package ratings

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

func risersSince(ctx context.Context, q store.Queryer, since civil.Date, limit int) ([]Riser, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (r Riser, err error) {
		var p members.Person
		err = s.Scan(append(personTargets(&p), &r.By)...)
		r.Person, r.Name = p.ID, p.PublicName()
		return r, err
	}, `
		SELECT `+personColumns+`, g.gained
		FROM (SELECT MIN(c.person_id) AS person_id, SUM(c.after_milli - c.before_milli) AS gained
		      FROM rating_change c
		      WHERE c.day >= $1 AND c.games_before >= $2
		      GROUP BY c.person_id + 0
		      HAVING SUM(c.after_milli - c.before_milli) >= $3
		      ORDER BY gained DESC, MIN(c.person_id)
		      LIMIT $4) g
		JOIN person p ON p.id = g.person_id
		ORDER BY g.gained DESC, g.person_id`, since, ProvisionalGames, leastRise, limit)
	if err != nil {
		return nil, fmt.Errorf("read who rose: %w", err)
	}
	return all, nil
}
