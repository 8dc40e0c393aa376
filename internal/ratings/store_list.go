package ratings

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// strengthsNow reads the strengths of people from the list, else the register.
func strengthsNow(ctx context.Context, q store.Queryer, people []PersonID) (map[PersonID]known, error) {
	out := make(map[PersonID]known, len(people))
	scan := func(s store.Scanner) (k known, err error) {
		var p members.Person
		var milli, games int64
		if err := s.Scan(append(personTargets(&p), &p.Grade, store.ZeroNull(&milli), store.ZeroNull(&games))...); err != nil {
			return k, err
		}
		out[p.ID] = known{p.PublicName(), p.Grade, strength(scale.Milli(milli).Published(), int(games), p.Grade)}
		return k, nil
	}
	err := forIDs(people, func(in string, args []any) error {
		_, err := store.All(ctx, q, scan, `
			SELECT `+personColumns+`, p.grade, r.milli, r.games
			FROM person p
			LEFT JOIN rating r ON r.person_id = p.id
			WHERE p.id IN `+in, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read ratings: %w", err)
	}
	return out, nil
}

// strengthsOn reads the strengths of people on the morning of a day.
func strengthsOn(ctx context.Context, q store.Queryer, day civil.Date, people []PersonID) (map[PersonID]known, error) {
	out := make(map[PersonID]known, len(people))
	scan := func(s store.Scanner) (k known, err error) {
		var p members.Person
		var milli, games int64
		if err := s.Scan(append(personTargets(&p), &p.Grade, store.ZeroNull(&milli), store.ZeroNull(&games))...); err != nil {
			return k, err
		}
		out[p.ID] = known{p.PublicName(), p.Grade, strength(scale.Milli(milli).Published(), int(games), p.Grade)}
		return k, nil
	}
	err := forIDs(people, func(in string, args []any) error {
		_, err := store.All(ctx, q, scan, `
			SELECT `+personColumns+`, p.grade, c.after_milli, c.games_before + c.games
			FROM person p
			LEFT JOIN rating_change c ON c.person_id = p.id
			 AND c.submission_id = (SELECT l.submission_id
			                        FROM rating_change l
			                        WHERE l.person_id = p.id AND l.day < $1
			                        ORDER BY l.day DESC, l.event_id DESC
			                        LIMIT 1)
			WHERE p.id IN `+in, args...)
		return err
	}, day.String())
	if err != nil {
		return nil, fmt.Errorf("read the ratings of %s: %w", day, err)
	}
	return out, nil
}
