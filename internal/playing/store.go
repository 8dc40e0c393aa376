package playing

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/members"
	"nzgs/internal/playing/match"
	"nzgs/internal/store"
)

const gameColumns = `g.id, g.game, g.size, g.rules, g.handicap, g.komi, g.by_rating, g.days, g.vacation, g.wish,
	g.challenger_id, g.opponent_id, g.black_id, g.white_id, g.challenger_open, g.opponent_open, g.stage, g.turn, g.deadline,
	g.acts, g.result, g.found, g.made_at, g.begun_at, g.ladder`

func scanGame(s store.Scanner) (r Row, err error) {
	var turn string
	c := &r.Challenge
	var komi int
	err = s.Scan(&r.ID, &c.Terms.Game, &c.Terms.Size, &c.Terms.Rules, &c.Terms.Handicap, &komi, &c.ByRating, &c.Terms.Days,
		&c.Terms.Vacation, &c.Wish, &r.Challenger.ID, store.ZeroNull(&c.Opponent), store.ZeroNull(&r.Black.ID),
		store.ZeroNull(&r.White.ID), &c.Open, &r.OpponentOpen, &r.Stage, &turn, &r.Deadline, &r.Acts, &r.Result, &r.Found,
		&r.Made, &r.Begun, &c.Ladder)
	c.Terms.Komi = gorules.HalfPoints(komi)
	r.Turn = colourOf(turn)
	return r, err
}

func colourOf(text string) games.Colour {
	switch text {
	case "B":
		return games.Black
	case "W":
		return games.White
	}
	return games.Empty
}

// gameByID reads a game with the names of its players.
func gameByID(ctx context.Context, q store.Queryer, id ID) (Row, error) {
	r, err := store.One(ctx, q, scanGame, `SELECT `+gameColumns+` FROM play_game g WHERE g.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Row{}, errNoGame
	}
	if err != nil {
		return Row{}, fmt.Errorf("read game %d: %w", id, err)
	}
	ids := []auth.PersonID{r.Challenger.ID}
	for _, p := range []auth.PersonID{r.Black.ID, r.White.ID} {
		if p != 0 {
			ids = append(ids, p)
		}
	}
	people, err := members.People(ctx, q, ids)
	for _, p := range []*Player{&r.Challenger, &r.Black, &r.White} {
		p.Name = people[p.ID].PublicName()
	}
	return r, err
}

// MostListed is how many games a list has.
const MostListed = 300

// gamesOf reads the games of someone and the challenges that they can accept: own games under way first, so that no number
// of challenges hides them, then challenges to and by them, then those to anyone, then what has ended; the newest first.
func gamesOf(ctx context.Context, q store.Queryer, person auth.PersonID) ([]Row, error) {
	rows, err := store.All(ctx, q, scanGame, `
		SELECT `+gameColumns+`
		FROM play_game g
		WHERE (g.black_id = $1 OR g.white_id = $1 OR g.challenger_id = $1 OR g.opponent_id = $1
			OR g.stage = 'offered' AND g.opponent_id IS NULL) AND g.stage NOT IN ('declined', 'withdrawn')
		ORDER BY CASE
			WHEN g.stage = 'over' THEN 3
			WHEN g.stage <> 'offered' THEN 0
			WHEN g.challenger_id = $1 OR g.opponent_id = $1 THEN 1
			ELSE 2 END, g.id DESC
		LIMIT $2`, person, MostListed)
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	return rows, nil
}

// turnsOf reads the games in which someone is to do something, the most urgent first.
func turnsOf(ctx context.Context, q store.Queryer, person auth.PersonID) ([]Row, error) {
	rows, err := store.All(ctx, q, scanGame, `
		SELECT `+gameColumns+`
		FROM play_game g
		WHERE g.black_id = $1 AND (g.turn = 'B' OR g.stage = 'stopped' AND g.turn = '')
			OR g.white_id = $1 AND (g.turn = 'W' OR g.stage = 'stopped' AND g.turn = '')
		ORDER BY g.deadline, g.id
		LIMIT $2`, person, MostTurns)
	if err != nil {
		return nil, fmt.Errorf("read whose turn it is: %w", err)
	}
	return rows, nil
}

// MostTurns is how many games one's own page shows.
const MostTurns = 20

func disputedBut(ctx context.Context, q store.Queryer, person auth.PersonID) ([]Row, error) {
	rows, err := store.All(ctx, q, scanGame, `
		SELECT `+gameColumns+`
		FROM play_game g
		WHERE g.stage = 'disputed' AND g.black_id <> $1 AND g.white_id <> $1
		ORDER BY g.id
		LIMIT $2`, person, MostListed)
	if err != nil {
		return nil, fmt.Errorf("read disputed games: %w", err)
	}
	return rows, nil
}

func actsOf(ctx context.Context, q store.Queryer, id ID) ([]match.Act, error) {
	acts, err := store.All(ctx, q, func(s store.Scanner) (a match.Act, err error) {
		var side string
		err = s.Scan(&a.Kind, &side, &a.Text, &a.At)
		a.By = colourOf(side)
		return a, err
	}, `
		SELECT kind, side, text, done_at
		FROM play_act
		WHERE game_id = $1
		ORDER BY number`, id)
	if err != nil {
		return nil, fmt.Errorf("read game %d: %w", id, err)
	}
	return acts, nil
}

func insertGame(
	ctx context.Context, tx *store.Tx, by auth.PersonID, c Challenge, at civil.Instant,
) (ID, error) {
	t := c.Terms
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO play_game (game, size, rules, handicap, komi, by_rating, days, vacation, wish, challenger_id, opponent_id,
		                       challenger_open, ladder, stage, made_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'offered', $14)
		RETURNING id`,
		string(t.Game), t.Size, string(t.Rules), t.Handicap, int(t.Komi), c.ByRating, t.Days, t.Vacation, string(c.Wish), by,
		store.NullZero(c.Opponent), c.Open, c.Ladder, at)
	if err != nil {
		return 0, fmt.Errorf("keep a challenge: %w", err)
	}
	return id, nil
}

// begin begins a game that is offered; another who was first has it already.
func begin(ctx context.Context, tx *store.Tx, r Row, opponent auth.PersonID) error {
	done, err := tx.Exec(ctx, `
		UPDATE play_game
		SET stage = $2, turn = $3, deadline = $4, begun_at = $5, black_id = $6, white_id = $7, opponent_id = $8,
			opponent_open = $9, handicap = $10
		WHERE id = $1 AND stage = 'offered'`,
		r.ID, string(r.Stage), r.Turn.String(), r.Deadline, r.Begun, r.Black.ID, r.White.ID, opponent, r.OpponentOpen,
		r.Challenge.Terms.Handicap)
	return one(done, err, "begin game", r.ID)
}

func close(ctx context.Context, tx *store.Tx, id ID, stage Stage) error {
	done, err := tx.Exec(ctx, `UPDATE play_game SET stage = $2 WHERE id = $1 AND stage = 'offered'`, id, string(stage))
	return one(done, err, "close game", id)
}

// one is errOld where no row was changed.
func one(done int64, err error, what string, id ID) error {
	switch {
	case err != nil:
		return fmt.Errorf("%s %d: %w", what, id, err)
	case done == 0:
		return errOld
	}
	return nil
}

// insertAct keeps an act with the state after it, if the game still had so many acts.
func insertAct(ctx context.Context, tx *store.Tx, r Row, number int, a match.Act, by auth.PersonID) error {
	done, err := tx.Exec(ctx, `
		UPDATE play_game
		SET stage = $3, turn = $4, deadline = $5, acts = $6, result = $7, found = $8
		WHERE id = $1 AND acts = $2`,
		r.ID, number, string(r.Stage), r.Turn.String(), r.Deadline, r.Acts, r.Result, r.Found)
	if err := one(done, err, "keep an act of game", r.ID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO play_act (game_id, number, kind, side, person_id, text, done_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		r.ID, r.Acts, string(a.Kind), a.By.String(), store.NullZero(by), a.Text, a.At)
	if err != nil {
		return fmt.Errorf("keep an act of game %d: %w", r.ID, err)
	}
	return nil
}

func count(ctx context.Context, q store.Queryer, query string, args ...any) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], query, args...)
	if err != nil {
		return 0, fmt.Errorf("count games: %w", err)
	}
	return n, nil
}

func actsDone(ctx context.Context, q store.Queryer, id ID) (int, error) {
	return count(ctx, q, `SELECT acts FROM play_game WHERE id = $1`, id)
}

func openOffers(ctx context.Context, q store.Queryer, person auth.PersonID) (int, error) {
	return count(ctx, q, `SELECT COUNT(*) FROM play_game WHERE challenger_id = $1 AND stage = 'offered'`, person)
}

// offersSince reads the challenges of someone that are open since an instant.
func offersSince(ctx context.Context, q store.Queryer, by auth.PersonID, since civil.Instant) ([]Row, error) {
	rows, err := store.All(ctx, q, scanGame, `
		SELECT `+gameColumns+`
		FROM play_game g
		WHERE g.challenger_id = $1 AND g.stage = 'offered' AND g.made_at > $2
		ORDER BY g.id
		LIMIT $3`, by, since, mostOffered)
	if err != nil {
		return nil, fmt.Errorf("read challenges: %w", err)
	}
	return rows, nil
}

// offersTo counts the challenges of one to another since an instant, whatever became of them; none to anyone.
func offersTo(ctx context.Context, q store.Queryer, by, to auth.PersonID, since civil.Instant) (int, error) {
	return count(ctx, q, `
		SELECT COUNT(*)
		FROM play_game
		WHERE challenger_id = $1 AND opponent_id = $2 AND made_at > $3`, by, to, since)
}

// underWay is how many games the busier of two people plays.
func underWay(ctx context.Context, q store.Queryer, a, b auth.PersonID) (most int, err error) {
	for _, person := range []auth.PersonID{a, b} {
		n, err := count(ctx, q, `
			SELECT COUNT(*)
			FROM play_game
			WHERE (black_id = $1 OR white_id = $1) AND stage IN ('playing', 'stopped', 'disputed')`, person)
		if err != nil {
			return 0, err
		}
		most = max(most, n)
	}
	return most, nil
}

func overdue(ctx context.Context, q store.Queryer, before civil.Instant, most int) ([]ID, error) {
	ids, err := store.All(ctx, q, store.Value[ID], `
		SELECT id
		FROM play_game
		WHERE stage IN ('playing', 'stopped') AND deadline < $1
		ORDER BY deadline
		LIMIT $2`, before, most)
	if err != nil {
		return nil, fmt.Errorf("look for games whose time has run out: %w", err)
	}
	return ids, nil
}

func isListed(ctx context.Context, q store.Queryer, person auth.PersonID) (bool, error) {
	n, err := count(ctx, q, `SELECT COUNT(*) FROM play_list WHERE person_id = $1`, person)
	return n > 0, err
}

func listed(ctx context.Context, q store.Queryer) ([]auth.PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT l.person_id
		FROM play_list l
		JOIN person p ON p.id = l.person_id
		ORDER BY p.sort_key, l.person_id`)
	if err != nil {
		return nil, fmt.Errorf("read who would like to play: %w", err)
	}
	return slices.Clip(ids), nil
}

func setListed(ctx context.Context, tx *store.Tx, person auth.PersonID, on bool, at civil.Instant) error {
	query, args := `DELETE FROM play_list WHERE person_id = $1`, []any{person}
	if on {
		query, args = `INSERT INTO play_list (person_id, listed_at) VALUES ($1, $2)`, append(args, at)
	}
	if _, err := tx.Exec(ctx, query, args...); err != nil {
		return fmt.Errorf("keep who would like to play: %w", err)
	}
	return nil
}
