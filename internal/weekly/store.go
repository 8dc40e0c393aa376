package weekly

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

func planOf(ctx context.Context, q store.Queryer, section tournaments.SectionID) (p Plan, found bool, err error) {
	p, err = store.One(ctx, q, func(s store.Scanner) (p Plan, err error) {
		err = s.Scan(&p.BoardSize, &p.RemindDays, &p.Late, &p.LateDays, &p.Contact, &p.Version)
		return p, err
	}, `
		SELECT s.board_size, w.remind_days, w.late, w.late_days, w.contact, w.version
		FROM weekly_section w
		JOIN section s ON s.id = w.section_id
		WHERE w.section_id = $1`, section)
	if errors.Is(err, store.ErrNoRows) {
		return Plan{}, false, nil
	}
	if err != nil {
		return Plan{}, false, fmt.Errorf("read the plan of section %d: %w", section, err)
	}
	p.Last = make(map[int]civil.Date)
	_, err = store.All(ctx, q, func(s store.Scanner) (round int, err error) {
		var last civil.Date
		err = s.Scan(&round, &last)
		p.Last[round] = last
		return round, err
	}, `
		SELECT round, day
		FROM weekly_deadline
		WHERE section_id = $1`, section)
	if err != nil {
		return Plan{}, false, fmt.Errorf("read the deadlines of section %d: %w", section, err)
	}
	return p, true, nil
}

// putPlan writes a plan over the one that was there.
func putPlan(ctx context.Context, tx *store.Tx, section tournaments.SectionID, p Plan, there bool) error {
	query := `
		INSERT INTO weekly_section (section_id, remind_days, late, late_days, contact, version)
		VALUES ($1, $2, $3, $4, $5, 1)`
	if there {
		query = `
			UPDATE weekly_section
			SET remind_days = $2, late = $3, late_days = $4, contact = $5, version = version + 1
			WHERE section_id = $1`
	}
	if _, err := tx.Exec(
		ctx, query, section, p.RemindDays, string(p.Late), p.LateDays, p.Contact,
	); err != nil {
		return fmt.Errorf("save the plan of section %d: %w", section, err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM weekly_deadline WHERE section_id = $1`, section); err != nil {
		return fmt.Errorf("save the deadlines of section %d: %w", section, err)
	}
	const columns = 3
	args := make([]any, 0, len(p.Last)*columns)
	for round, last := range p.Last {
		args = append(args, section, round, last)
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO weekly_deadline (section_id, round, day)
		VALUES `+store.Values(len(p.Last), columns), args...); err != nil {
		return fmt.Errorf("save the deadlines of section %d: %w", section, err)
	}
	return nil
}

func deletePlan(ctx context.Context, tx *store.Tx, section tournaments.SectionID) error {
	for _, table := range []string{"weekly_deadline", "weekly_section"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE section_id = $1`, section); err != nil {
			return fmt.Errorf("remove the deadlines of section %d: %w", section, err)
		}
	}
	return nil
}

// dated is a game of a published round with a last day.
type dated struct {
	id        tournaments.GameID
	published civil.Instant
	version   int64 // of the round
}

func scanDated(s store.Scanner) (d dated, err error) {
	err = s.Scan(&d.id, &d.published, &d.version)
	return d, err
}

// datedGames begins with the deadlines, which are few: a round's deadline is not looked up by its index.
const datedGames = `
		SELECT g.id, r.published_at, r.version
		FROM weekly_deadline d
		JOIN round r ON r.section_id = d.section_id + 0 AND r.number = d.round + 0 AND r.state = 'published'
		JOIN game g ON g.round_id = r.id
		JOIN section s ON s.id = r.section_id
		JOIN event e ON e.id = s.event_id`

// openGames are the games without a result whose players are reminded.
func openGames(ctx context.Context, q store.Queryer) ([]dated, error) {
	list, err := store.All(ctx, q, scanDated, datedGames+`
		WHERE g.result = '' AND e.status = 'running' AND e.cancelled = FALSE
		ORDER BY g.id`)
	if err != nil {
		return nil, fmt.Errorf("list the open games with a deadline: %w", err)
	}
	return list, nil
}

// byesOf are those who have the bye in a round.
func byesOf(ctx context.Context, q store.Queryer, round tournaments.RoundID) ([]tournaments.PersonID, error) {
	list, err := store.All(ctx, q, store.Value[tournaments.PersonID], `
		SELECT n.person_id
		FROM round_bye b
		JOIN entry n ON n.id = b.entry_id
		WHERE b.round_id = $1
		ORDER BY n.id`, round)
	if err != nil {
		return nil, fmt.Errorf("read the byes of round %d: %w", round, err)
	}
	return list, nil
}

// gamesOfSection are the games of a section's published rounds.
func gamesOfSection(ctx context.Context, q store.Queryer, section tournaments.SectionID) ([]dated, error) {
	list, err := store.All(ctx, q, scanDated, datedGames+`
		WHERE d.section_id = $1
		ORDER BY r.number, g.table_no`, section)
	if err != nil {
		return nil, fmt.Errorf("list the games of section %d: %w", section, err)
	}
	return list, nil
}

// gamesOf are a person's games with a last day, of events that are not closed, the latest round first.
func gamesOf(ctx context.Context, q store.Queryer, person tournaments.PersonID) ([]dated, error) {
	list, err := store.All(ctx, q, scanDated, datedGames+`
		JOIN entry n ON n.section_id = s.id AND (n.person_id = $1
			OR EXISTS (SELECT 1 FROM pair_partner m WHERE m.entry_id = n.id AND m.person_id = $1)) AND (g.black_id = n.id OR g.white_id = n.id)
		WHERE e.status = 'running' AND e.cancelled = FALSE
		ORDER BY d.day DESC, g.id DESC`, person)
	if err != nil {
		return nil, fmt.Errorf("list the games of person %d: %w", person, err)
	}
	return list, nil
}

// said is what one player has reported.
type said struct {
	game   tournaments.GameID
	side   string
	result string
}

// reportsOf reads what the players of games have reported.
func reportsOf(
	ctx context.Context, q store.Queryer, games []tournaments.GameID,
) (map[tournaments.GameID][]said, error) {
	out := make(map[tournaments.GameID][]said)
	for len(games) > 0 {
		chunk := games[:min(len(games), store.MaxIn)]
		games = games[len(chunk):]
		list, args := store.In(nil, chunk)
		all, err := store.All(ctx, q, func(s store.Scanner) (r said, err error) {
			err = s.Scan(&r.game, &r.side, &r.result)
			return r, err
		}, `
			SELECT game_id, side, result
			FROM player_report
			WHERE game_id IN `+list, args...)
		if err != nil {
			return nil, fmt.Errorf("read what players reported: %w", err)
		}
		for _, r := range all {
			out[r.game] = append(out[r.game], r)
		}
	}
	return out, nil
}
