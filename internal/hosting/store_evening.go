package hosting

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/store"
)

const eveningColumns = `e.id, e.club_id, e.weekday, e.from_minute, e.until_minute, e.venue, e.version`

func eveningFields(e *Evening) []any {
	return []any{&e.ID, &e.Club, &e.Weekday, &e.From, &e.Until, &e.Venue, &e.Version}
}

func scanEvening(s store.Scanner) (e Evening, err error) {
	err = s.Scan(eveningFields(&e)...)
	return e, err
}

// eveningsOf reads the evenings that are held, of one club or (club 0) of all, from Monday on.
func eveningsOf(ctx context.Context, q store.Queryer, club clubs.ClubID) ([]Evening, error) {
	list, err := store.All(ctx, q, scanEvening, `
		SELECT `+eveningColumns+`
		FROM club_evening e
		WHERE e.ended = FALSE AND ($1 = 0 OR e.club_id = $1)
		ORDER BY (e.weekday + 6) % 7, e.from_minute, e.id`, int64(club))
	if err != nil {
		return nil, fmt.Errorf("read evenings: %w", err)
	}
	return list, nil
}

func eveningOf(ctx context.Context, q store.Queryer, club clubs.ClubID, id EveningID) (Evening, error) {
	e, err := store.One(ctx, q, scanEvening, `
		SELECT `+eveningColumns+`
		FROM club_evening e
		WHERE e.id = $1 AND e.club_id = $2 AND e.ended = FALSE`, id, club)
	if errors.Is(err, store.ErrNoRows) {
		return e, apperr.New(apperr.NotFound, "The club does not meet on this evening.")
	}
	return e, err
}

func insertEvening(ctx context.Context, tx *store.Tx, e Evening) (EveningID, error) {
	id, err := store.One(ctx, tx, store.Value[EveningID], `
		INSERT INTO club_evening (club_id, weekday, from_minute, until_minute, venue)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, e.Club, int(e.Weekday), int(e.From), int(e.Until), e.Venue)
	if err != nil {
		return 0, fmt.Errorf("add an evening: %w", err)
	}
	return id, nil
}

func endEvening(ctx context.Context, tx *store.Tx, id EveningID) error {
	if _, err := tx.Exec(ctx, `UPDATE club_evening SET ended = TRUE, version = version + 1 WHERE id = $1`, id); err != nil {
		return fmt.Errorf("end an evening: %w", err)
	}
	return nil
}

type eveningDay struct {
	evening EveningID
	day     civil.Date
}

// wordsOf reads what a club, or (club 0) each, has said of its evenings from a day on.
func wordsOf(ctx context.Context, q store.Queryer, club clubs.ClubID, from civil.Date) (map[eveningDay]Word, error) {
	type said struct {
		at    eveningDay
		meets bool
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (x said, err error) {
		err = s.Scan(&x.at.evening, &x.at.day, &x.meets)
		return x, err
	}, `
		SELECT d.evening_id, d.day, d.meets
		FROM club_evening_day d
		JOIN club_evening e ON e.id = d.evening_id
		WHERE d.day >= $1 AND ($2 = 0 OR e.club_id = $2)`, from, int64(club))
	if err != nil {
		return nil, fmt.Errorf("read what clubs say of their evenings: %w", err)
	}
	out := make(map[eveningDay]Word, len(list))
	for _, x := range list {
		out[x.at] = wordFor(x.meets)
	}
	return out, nil
}

func wordFor(meets bool) Word {
	if meets {
		return Meets
	}
	return NoMeeting
}

func wordOn(ctx context.Context, q store.Queryer, id EveningID, day civil.Date) (Word, error) {
	meets, err := store.One(ctx, q, store.Value[bool], `
		SELECT meets FROM club_evening_day WHERE evening_id = $1 AND day = $2`, id, day)
	if errors.Is(err, store.ErrNoRows) {
		return Silent, nil
	}
	return wordFor(meets), err
}

func setWord(ctx context.Context, tx *store.Tx, id EveningID, day civil.Date, word Word, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO club_evening_day (evening_id, day, meets, said_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (evening_id, day) DO UPDATE SET meets = excluded.meets, said_at = excluded.said_at`,
		id, day, word == Meets, at); err != nil {
		return fmt.Errorf("keep what a club says of an evening: %w", err)
	}
	return nil
}

// comingTo counts who is coming to each evening of a club from a day on.
func comingTo(ctx context.Context, q store.Queryer, club clubs.ClubID, from civil.Date) (map[eveningDay]int, error) {
	type row struct {
		at eveningDay
		n  int
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (x row, err error) {
		err = s.Scan(&x.at.evening, &x.at.day, &x.n)
		return x, err
	}, `
		SELECT v.evening_id, v.day, count(*)
		FROM club_visit v
		JOIN club_evening e ON e.id = v.evening_id
		WHERE v.day >= $1 AND e.club_id = $2 AND v.state = 'coming'
		GROUP BY v.evening_id, v.day`, from, club)
	if err != nil {
		return nil, fmt.Errorf("count visitors: %w", err)
	}
	out := make(map[eveningDay]int, len(list))
	for _, x := range list {
		out[x.at] = x.n
	}
	return out, nil
}
