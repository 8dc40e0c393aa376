package ratings

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// gamesBetween reads the rated games of two players with each other, the newest
// first, as the first of them saw them. Of a submission that was withdrawn there is
// no change any more.
func gamesBetween(ctx context.Context, q store.Queryer, a, b PersonID) ([]Meeting, error) {
	games, err := store.All(ctx, q, func(s store.Scanner) (m Meeting, err error) {
		var black PersonID
		var result Result
		err = s.Scan(&m.Slug, &m.Event, &m.Day, &m.Section, &m.Round, &black, &m.Handicap, &result)
		m.Colour = White
		if black == a {
			m.Colour = Black
		}
		m.Score = result.For(m.Colour)
		return m, err
	}, `
		SELECT e.slug, s.name, c.day, g.section, g.round, g.black_id, g.handicap, g.result
		FROM rating_game g
		JOIN rating_event s ON s.id = g.submission_id
		JOIN event e ON e.id = s.event_id
		JOIN rating_change c ON c.submission_id = g.submission_id AND c.person_id = $1
		WHERE g.black_id = $1 AND g.white_id = $2
		   OR g.black_id = $2 AND g.white_id = $1
		ORDER BY c.day DESC, e.id DESC, g.section, g.round DESC, g.ref DESC`, a, b)
	if err != nil {
		return nil, fmt.Errorf("read the games of players %d and %d with each other: %w", a, b, err)
	}
	return games, nil
}
