package ratings

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

// playerByID reads a player's line of the list; found is false when there is none.
func playerByID(ctx context.Context, q store.Queryer, id PersonID) (card PlayerCard, found bool, err error) {
	var p members.Person
	err = q.QueryRow(ctx, `
		SELECT `+personColumns+`, r.milli, r.games, r.last_day
		FROM rating r
		JOIN person p ON p.id = r.person_id
		WHERE r.person_id = $1`, id).Scan(append(personTargets(&p), &card.Milli, &card.Games, &card.LastDay)...)
	if errors.Is(err, store.ErrNoRows) {
		return PlayerCard{}, false, nil
	}
	if err != nil {
		return PlayerCard{}, false, fmt.Errorf("read player %d: %w", id, err)
	}
	card.Person, card.Name, card.Rating = p.ID, p.PublicName(), card.Milli.Published()
	return card, true, nil
}

// stepsOf reads what each event did to a player, the oldest first.
func stepsOf(ctx context.Context, q store.Queryer, person PersonID) ([]Step, error) {
	steps, err := store.All(ctx, q, func(s store.Scanner) (st Step, err error) {
		err = s.Scan(stepTargets(&st)...)
		return st, err
	}, `
		SELECT `+stepColumns+`
		FROM rating_change c
		JOIN rating_event s ON s.id = c.submission_id
		JOIN event e ON e.id = c.event_id
		WHERE c.person_id = $1
		ORDER BY c.day, c.event_id`, person)
	if err != nil {
		return nil, fmt.Errorf("read the rating history of player %d: %w", person, err)
	}
	return steps, nil
}

// recordOf counts a player's rated games by their outcome.
func recordOf(ctx context.Context, q store.Queryer, person PersonID) (Record, error) {
	var r Record
	_, err := store.All(ctx, q, func(s store.Scanner) (n int, err error) {
		var result Result
		var colour Colour
		if err := s.Scan(&colour, &result, &n); err != nil {
			return 0, err
		}
		switch result.For(colour) {
		case Win:
			r.Wins += n
		case Loss:
			r.Losses += n
		case Half:
			r.Jigos += n
		}
		return n, nil
	}, `
		SELECT 'black', result, COUNT(*)
		FROM rating_game
		WHERE black_id = $1 AND counts = TRUE
		GROUP BY result
		UNION ALL
		SELECT 'white', result, COUNT(*)
		FROM rating_game
		WHERE white_id = $1 AND counts = TRUE
		GROUP BY result`, person)
	if err != nil {
		return Record{}, fmt.Errorf("count the games of player %d: %w", person, err)
	}
	return r, nil
}

// playedBy reads a player's games of submissions, with the names and ratings of
// the opponents.
func playedBy(
	ctx context.Context, q store.Queryer, person PersonID, ids []SubmissionID,
) (map[SubmissionID]sidedGames, error) {
	out := make(map[SubmissionID]sidedGames, len(ids))
	scan := func(s store.Scanner) (id SubmissionID, err error) {
		var p members.Person
		var row sided
		g := &row.game
		if err := s.Scan(append([]any{&id, &g.Ref, &g.Section, &g.Round, &g.Black, &g.White, &g.Handicap, &g.Result, &g.Weight,
			&row.opponentBefore}, personTargets(&p)...)...); err != nil {
			return 0, err
		}
		row.opponentName = p.PublicName()
		out[id] = append(out[id], row)
		return id, nil
	}
	side := func(own, other, in string) string {
		return `
			SELECT g.submission_id, g.ref, g.section, g.round, g.black_id, g.white_id, g.handicap, g.result, g.weight,
			       o.before_milli, ` + personColumns + `
			FROM rating_game g
			JOIN rating_change o ON o.submission_id = g.submission_id AND o.person_id = g.` + other + `
			JOIN person p ON p.id = g.` + other + `
			WHERE g.` + own + ` = $1 AND g.submission_id IN ` + in
	}
	err := forIDs(ids, func(in string, args []any) error {
		_, err := store.All(ctx, q, scan, side("black_id", "white_id", in)+`
			UNION ALL`+side("white_id", "black_id", in), args...)
		return err
	}, person)
	if err != nil {
		return nil, fmt.Errorf("read the games of player %d: %w", person, err)
	}
	return out, nil
}
