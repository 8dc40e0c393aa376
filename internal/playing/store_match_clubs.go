package playing

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/store"
)

const matchColumns = `m.id, m.home_id, m.away_id, m.game, m.size, m.rules, m.by_rating, m.days, m.vacation, m.boards, m.closes_on,
	m.stage, h.name, a.name
	FROM play_club_match m
	JOIN club h ON h.id = m.home_id
	JOIN club a ON a.id = m.away_id`

func scanMatch(s store.Scanner) (m ClubMatch, err error) {
	t := &m.Terms
	err = s.Scan(&m.ID, &m.Home, &m.Away, &t.Game, &t.Size, &t.Rules, &m.ByRating, &t.Days, &t.Vacation, &m.Boards, &m.Closes,
		&m.Stage, &m.HomeName, &m.AwayName)
	return m, err
}

func matchByID(ctx context.Context, q store.Queryer, id ClubMatchID) (ClubMatch, error) {
	m, err := store.One(ctx, q, scanMatch, `
		SELECT `+matchColumns+`
		WHERE m.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return ClubMatch{}, errNoMatch
	}
	if err != nil {
		return ClubMatch{}, fmt.Errorf("read match %d: %w", id, err)
	}
	return m, nil
}

// lastMatches reads the newest matches but for those that came to nothing before they were open.
func lastMatches(ctx context.Context, q store.Queryer, most int) ([]ClubMatch, error) {
	list, err := store.All(ctx, q, scanMatch, `
		SELECT `+matchColumns+`
		WHERE m.stage NOT IN ('declined', 'withdrawn')
		ORDER BY m.id DESC
		LIMIT $1`, most)
	if err != nil {
		return nil, fmt.Errorf("read matches: %w", err)
	}
	return list, nil
}

func openMatches(ctx context.Context, q store.Queryer, club clubs.ClubID) (int, error) {
	return count(ctx, q, `SELECT COUNT(*) FROM play_club_match WHERE home_id = $1 AND stage IN ('offered', 'open')`, club)
}

// dueMatches are the open matches whose last day for entries is before a day.
func dueMatches(ctx context.Context, q store.Queryer, before civil.Date) ([]ClubMatchID, error) {
	ids, err := store.All(ctx, q, store.Value[ClubMatchID], `
		SELECT id
		FROM play_club_match
		WHERE stage = 'open' AND closes_on < $1
		ORDER BY id`, before)
	if err != nil {
		return nil, fmt.Errorf("look for matches to begin: %w", err)
	}
	return ids, nil
}

func insertMatch(
	ctx context.Context, tx *store.Tx, m ClubMatch, by auth.PersonID, at civil.Instant,
) (ClubMatchID, error) {
	t := m.Terms
	id, err := store.One(ctx, tx, store.Value[ClubMatchID], `
		INSERT INTO play_club_match (home_id, away_id, game, size, rules, by_rating, days, vacation, boards, closes_on, stage,
		                             offered_by, made_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
		RETURNING id`,
		m.Home, m.Away, string(t.Game), t.Size, string(t.Rules), m.ByRating, t.Days, t.Vacation, m.Boards, m.Closes,
		string(m.Stage), by, at)
	if err != nil {
		return 0, fmt.Errorf("keep a match: %w", err)
	}
	return id, nil
}

func setMatchStage(ctx context.Context, tx *store.Tx, id ClubMatchID, from, to ClubStage) error {
	done, err := tx.Exec(ctx, `UPDATE play_club_match SET stage = $3 WHERE id = $1 AND stage = $2`, id, string(from), string(to))
	return one(done, err, "move on match", ID(id))
}

// entry is someone who is down for a club.
type entry struct {
	person auth.PersonID
	club   clubs.ClubID
	at     civil.Instant
}

func entriesOf(ctx context.Context, q store.Queryer, id ClubMatchID) ([]entry, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (e entry, err error) {
		err = s.Scan(&e.person, &e.club, &e.at)
		return e, err
	}, `
		SELECT person_id, club_id, entered_at
		FROM play_club_player
		WHERE match_id = $1
		ORDER BY entered_at, person_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read who plays in match %d: %w", id, err)
	}
	return list, nil
}

// setEntry puts someone down for a club, 0 for none.
func setEntry(
	ctx context.Context, tx *store.Tx, id ClubMatchID, person auth.PersonID, club clubs.ClubID, at civil.Instant,
) error {
	_, err := tx.Exec(ctx, `DELETE FROM play_club_player WHERE match_id = $1 AND person_id = $2`, id, person)
	if err == nil && club != 0 {
		_, err = tx.Exec(ctx, `
			INSERT INTO play_club_player (match_id, person_id, club_id, entered_at)
			VALUES ($1, $2, $3, $4)`, id, person, club, at)
	}
	if err != nil {
		return fmt.Errorf("keep who plays in match %d: %w", id, err)
	}
	return nil
}

func setBoard(ctx context.Context, tx *store.Tx, game ID, id ClubMatchID, board int) error {
	done, err := tx.Exec(ctx, `UPDATE play_game SET club_match_id = $2, board = $3 WHERE id = $1`, game, id, board)
	return one(done, err, "keep the board of game", game)
}

// boardsOf reads the boards of a match. The home player of a game is its challenger.
func boardsOf(ctx context.Context, q store.Queryer, id ClubMatchID) ([]MatchBoard, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (b MatchBoard, err error) {
		var black auth.PersonID
		var stage Stage
		err = s.Scan(&b.Board, &b.Game, &b.Home.ID, &b.Away.ID, &black, &b.Handicap, &b.Result, &stage)
		b.HomeBlack, b.Disputed = black == b.Home.ID, stage == "disputed"
		return b, err
	}, `
		SELECT board, id, challenger_id, opponent_id, black_id, handicap, result, stage
		FROM play_game
		WHERE club_match_id = $1
		ORDER BY board`, id)
	if err != nil {
		return nil, fmt.Errorf("read the boards of match %d: %w", id, err)
	}
	return list, nil
}
