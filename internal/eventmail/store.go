package eventmail

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

func refereesWanting(ctx context.Context, q store.Queryer, event auth.EventID) (map[tournaments.PersonID]bool, error) {
	ids, err := store.All(ctx, q, store.Value[tournaments.PersonID], `
		SELECT person_id
		FROM referee_letters
		WHERE event_id = $1`, event)
	if err != nil {
		return nil, fmt.Errorf("read which referees want letters: %w", err)
	}
	out := make(map[tournaments.PersonID]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out, nil
}

func setReferee(
	ctx context.Context, tx *store.Tx, event auth.EventID, person tournaments.PersonID, on Switch,
) (changed bool, err error) {
	statement := `DELETE FROM referee_letters WHERE event_id = $1 AND person_id = $2`
	if on == On {
		statement = `INSERT INTO referee_letters (event_id, person_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	}
	n, err := tx.Exec(ctx, statement, event, person)
	if err != nil {
		return false, fmt.Errorf("keep whether a referee wants letters: %w", err)
	}
	return n > 0, nil
}

// cameInSince counts the disputes and calls of an event since a time.
func cameInSince(ctx context.Context, q store.Queryer, event auth.EventID, since civil.Instant) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*)
		        FROM dispute d
		        JOIN game g ON g.id = d.game_id
		        JOIN round r ON r.id = g.round_id
		        JOIN section s ON s.id = r.section_id
		        WHERE s.event_id = $1 AND d.opened_at >= $2)
		     + (SELECT COUNT(*)
		        FROM referee_call c
		        JOIN game g ON g.id = c.game_id
		        JOIN round r ON r.id = g.round_id
		        JOIN section s ON s.id = r.section_id
		        WHERE s.event_id = $1 AND c.at >= $2)`, event, since)
	if err != nil {
		return 0, fmt.Errorf("count what came in for the referees: %w", err)
	}
	return n, nil
}

// sectionsAsked are the sections of an event about whose players someone asked for letters.
func sectionsAsked(ctx context.Context, q store.Queryer, event tournaments.EventID) ([]tournaments.SectionID, error) {
	list, err := store.All(ctx, q, store.Value[tournaments.SectionID], `
		SELECT DISTINCT s.id
		FROM round_letters l
		JOIN entry e ON e.id = l.entry_id
		JOIN section s ON s.id = e.section_id
		WHERE s.event_id = $1 AND l.confirmed_at IS NOT NULL
		ORDER BY s.id`, event)
	if err != nil {
		return nil, fmt.Errorf("read in which sections someone asked for letters: %w", err)
	}
	return list, nil
}

// playedOnline reports whether a section is played online, by days.
func playedOnline(ctx context.Context, q store.Queryer, section tournaments.SectionID) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM weekly_section WHERE section_id = $1`, section)
	return n > 0, err
}

const askedColumns = `l.id, l.entry_id, e.section_id, COALESCE(l.person_id, 0), l.address, l.token, l.confirmed_at IS NOT NULL`

func scanAsked(s store.Scanner) (asked, error) {
	var a asked
	err := s.Scan(&a.id, &a.entry, &a.section, &a.person, &a.address, &a.token, &a.confirmed)
	return a, err
}

// askedIn lists who asked, and confirmed it, about the players of a section that is not played online.
func askedIn(ctx context.Context, q store.Queryer, section tournaments.SectionID) ([]asked, error) {
	list, err := store.All(ctx, q, scanAsked, `
		SELECT `+askedColumns+`
		FROM round_letters l
		JOIN entry e ON e.id = l.entry_id
		WHERE e.section_id = $1 AND l.confirmed_at IS NOT NULL
		  AND NOT EXISTS (SELECT 1 FROM weekly_section w WHERE w.section_id = e.section_id)
		ORDER BY l.id`, section)
	if err != nil {
		return nil, fmt.Errorf("read who asked for letters: %w", err)
	}
	return list, nil
}

// Followers are the addresses, as they were confirmed, of whoever asked for letters about players of an event and is not
// known to be one of them.
func Followers(ctx context.Context, q store.Queryer, event auth.EventID) ([]string, error) {
	list, err := store.All(ctx, q, store.Value[string], `
		SELECT MIN(l.address)
		FROM round_letters l
		JOIN entry e ON e.id = l.entry_id
		JOIN section s ON s.id = e.section_id
		WHERE s.event_id = $1 AND l.person_id IS NULL AND l.confirmed_at IS NOT NULL
		GROUP BY l.address
		ORDER BY 1`, event)
	if err != nil {
		return nil, fmt.Errorf("read who asked for letters: %w", err)
	}
	return list, nil
}

// askedBy finds who asked about a player: by an address, or with none the player.
func askedBy(ctx context.Context, q store.Queryer, entry tournaments.EntryID, address string) (asked, bool, error) {
	a, err := store.One(ctx, q, scanAsked, `
		SELECT `+askedColumns+`
		FROM round_letters l
		JOIN entry e ON e.id = l.entry_id
		WHERE l.entry_id = $1 AND l.address = $2`, entry, address)
	if errors.Is(err, store.ErrNoRows) {
		return a, false, nil
	}
	if err != nil {
		return a, false, fmt.Errorf("read who asked for letters: %w", err)
	}
	return a, true, nil
}

func askedByToken(ctx context.Context, q store.Queryer, token string) (asked, error) {
	a, err := store.One(ctx, q, scanAsked, `
		SELECT `+askedColumns+`
		FROM round_letters l
		JOIN entry e ON e.id = l.entry_id
		WHERE l.token = $1`, token)
	if errors.Is(err, store.ErrNoRows) {
		return a, apperr.New(apperr.NotFound, "These letters are stopped, or the event is over.")
	}
	if err != nil {
		return a, fmt.Errorf("read who asked for letters: %w", err)
	}
	return a, nil
}

func countAsked(ctx context.Context, q store.Queryer, entry tournaments.EntryID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM round_letters
		WHERE entry_id = $1 AND address <> ''`, entry)
	if err != nil {
		return 0, fmt.Errorf("count who asked for letters: %w", err)
	}
	return n, nil
}

func insertAsked(ctx context.Context, tx *store.Tx, a asked, now civil.Instant) error {
	confirmed := civil.Instant{}
	if a.confirmed {
		confirmed = now
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO round_letters (entry_id, person_id, address, token, asked_at, confirmed_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		a.entry, store.NullZero(int64(a.person)), a.address, a.token, now, confirmed); err != nil {
		return fmt.Errorf("keep who asked for letters: %w", err)
	}
	return nil
}

func confirmAsked(ctx context.Context, tx *store.Tx, id int64, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE round_letters
		SET confirmed_at = $2
		WHERE id = $1`, id, now); err != nil {
		return fmt.Errorf("confirm letters: %w", err)
	}
	return nil
}

func deleteAsked(ctx context.Context, tx *store.Tx, id int64) error {
	for _, statement := range []string{
		`DELETE FROM round_letter_said WHERE letters_id = $1`, `DELETE FROM round_letters WHERE id = $1`,
	} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return fmt.Errorf("stop letters: %w", err)
		}
	}
	return nil
}

// forgetAsked removes who asked about events that ended before the day.
func forgetAsked(ctx context.Context, tx *store.Tx, day civil.Date) (int64, error) {
	const over = `
		SELECT l.id
		FROM round_letters l
		JOIN entry e ON e.id = l.entry_id
		JOIN section s ON s.id = e.section_id
		JOIN event v ON v.id = s.event_id
		WHERE v.to_day < $1`
	if _, err := tx.Exec(ctx, `DELETE FROM round_letter_said WHERE letters_id IN (`+over+`)`, day); err != nil {
		return 0, fmt.Errorf("forget letters: %w", err)
	}
	n, err := tx.Exec(ctx, `DELETE FROM round_letters WHERE id IN (`+over+`)`, day)
	if err != nil {
		return 0, fmt.Errorf("forget letters: %w", err)
	}
	return n, nil
}

// saidOf reads what was last said of a round, by who asked.
func saidOf(ctx context.Context, q store.Queryer, section tournaments.SectionID, round int) (map[int64]said, error) {
	type line struct {
		id int64
		said
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.id, &l.said.said, &l.times)
		return l, err
	}, `
		SELECT x.letters_id, x.said, x.times
		FROM round_letter_said x
		JOIN round_letters l ON l.id = x.letters_id
		JOIN entry e ON e.id = l.entry_id
		WHERE e.section_id = $1 AND x.round = $2`, section, round)
	if err != nil {
		return nil, fmt.Errorf("read what was said of a round: %w", err)
	}
	out := make(map[int64]said, len(list))
	for _, l := range list {
		out[l.id] = l.said
	}
	return out, nil
}

func keepSaid(ctx context.Context, tx *store.Tx, id int64, round int, text string, times int) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO round_letter_said (letters_id, round, said, times)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (letters_id, round) DO UPDATE
		SET said = excluded.said, times = excluded.times`, id, round, text, times); err != nil {
		return fmt.Errorf("keep what was said of a round: %w", err)
	}
	return nil
}
