package results

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

func insertChange(ctx context.Context, tx *store.Tx, c Change, person int64, undoes ChangeID) (ChangeID, error) {
	id, err := store.One(ctx, tx, store.Value[ChangeID], `
		INSERT INTO result_change (
			game_id, at, by_id, by_name, source, before_result, before_margin, result, margin, undoes_id, reason
		)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		RETURNING id`,
		c.Game, c.At, store.NullZero(person), c.By, string(c.Source), string(c.Before), c.BeforeMargin,
		string(c.After), c.Margin, store.NullZero(undoes), c.Reason)
	if err != nil {
		return 0, fmt.Errorf("keep the history of a result: %w", err)
	}
	return id, nil
}

const changeColumns = `c.id, c.game_id, c.at, c.by_name, c.source, c.before_result, c.before_margin, c.result, c.margin, c.reason,
	EXISTS (SELECT 1 FROM result_change u WHERE u.undoes_id = c.id)`

func scanChange(s store.Scanner) (Change, error) {
	var c Change
	err := s.Scan(&c.ID, &c.Game, &c.At, &c.By, &c.Source, &c.Before, &c.BeforeMargin, &c.After, &c.Margin, &c.Reason,
		&c.Undone)
	return c, err
}

// changesOf reads every change of a game, in order.
func changesOf(ctx context.Context, q store.Queryer, game GameID) ([]Change, error) {
	list, err := store.All(ctx, q, scanChange, `
		SELECT `+changeColumns+`
		FROM result_change c
		WHERE c.game_id = $1
		ORDER BY c.id`, game)
	if err != nil {
		return nil, fmt.Errorf("read the history of a result: %w", err)
	}
	return list, nil
}

// changesOfRound reads every change of a round's games, by game and in order.
func changesOfRound(ctx context.Context, q store.Queryer, round tournaments.RoundID) (map[GameID][]Change, error) {
	list, err := store.All(ctx, q, scanChange, `
		SELECT `+changeColumns+`
		FROM result_change c
		JOIN game g ON g.id = c.game_id
		WHERE g.round_id = $1
		ORDER BY c.id`, round)
	if err != nil {
		return nil, fmt.Errorf("read the history of a round: %w", err)
	}
	out := make(map[GameID][]Change)
	for _, c := range list {
		out[c.Game] = append(out[c.Game], c)
	}
	return out, nil
}

// lastOwnChange is the last change a person made in a round that was neither
// undone nor followed by another; nil when there is none.
func lastOwnChange(
	ctx context.Context, q store.Queryer, round tournaments.RoundID, person tournaments.PersonID,
) (*Change, error) {
	c, err := store.One(ctx, q, scanChange, `
		SELECT `+changeColumns+`
		FROM result_change c
		JOIN game g ON g.id = c.game_id
		WHERE g.round_id = $1 AND c.by_id = $2 AND c.source = 'board'
		  AND NOT EXISTS (SELECT 1 FROM result_change u WHERE u.undoes_id = c.id)
		  AND NOT EXISTS (SELECT 1 FROM result_change o
		                  WHERE o.game_id = c.game_id AND o.id > c.id AND o.source <> 'undo'
		                    AND NOT EXISTS (SELECT 1 FROM result_change v WHERE v.undoes_id = o.id))
		ORDER BY c.id DESC
		LIMIT 1`, round, person)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find the last entry: %w", err)
	}
	return &c, nil
}

// putReport keeps what a player says, in place of what the same side said
// before.
func putReport(ctx context.Context, tx *store.Tx, game GameID, r Report, person int64) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO player_report (game_id, side, result, margin, person_id, at, device)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (game_id, side) DO UPDATE
		SET result = excluded.result, margin = excluded.margin, person_id = excluded.person_id, at = excluded.at,
		    device = excluded.device`,
		game, string(r.Side), string(r.Result), r.Margin, store.NullZero(person), r.At, r.device)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE player_report SET one_device = $2 WHERE game_id = $1`, game, r.OneDevice)
	}
	if err != nil {
		return fmt.Errorf("keep a report: %w", err)
	}
	return nil
}

// forgetDevices forgets from which devices was reported at events that ended before
// the day.
func forgetDevices(ctx context.Context, tx *store.Tx, day civil.Date) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE player_report
		SET device = ''
		WHERE device <> '' AND game_id IN (
		    SELECT g.id
		    FROM game g
		    JOIN round r ON r.id = g.round_id
		    JOIN section s ON s.id = r.section_id
		    JOIN event e ON e.id = s.event_id
		    WHERE e.to_day < $1)`, day)
	if err != nil {
		return 0, fmt.Errorf("forget devices: %w", err)
	}
	return n, nil
}

func deleteReports(ctx context.Context, tx *store.Tx, game GameID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM player_report WHERE game_id = $1`, game); err != nil {
		return fmt.Errorf("remove reports: %w", err)
	}
	return nil
}

// said is a report with its game.
type said struct {
	game GameID
	Report
}

func scanReport(s store.Scanner) (said, error) {
	var r said
	err := s.Scan(&r.game, &r.Side, &r.Result, &r.Margin, &r.At, &r.device, &r.OneDevice)
	return r, err
}

// reportsOf reads what the players of a game have said.
func reportsOf(ctx context.Context, q store.Queryer, game GameID) ([]Report, error) {
	list, err := store.All(ctx, q, scanReport, `
		SELECT game_id, side, result, margin, at, device, one_device
		FROM player_report
		WHERE game_id = $1
		ORDER BY side`, game)
	if err != nil {
		return nil, fmt.Errorf("read reports: %w", err)
	}
	var out []Report
	for _, r := range list {
		out = append(out, r.Report)
	}
	return out, nil
}

// reportsOfRound reads what the players of a round have said, by game.
func reportsOfRound(ctx context.Context, q store.Queryer, round tournaments.RoundID) (map[GameID][]Report, error) {
	list, err := store.All(ctx, q, scanReport, `
		SELECT p.game_id, p.side, p.result, p.margin, p.at, p.device, p.one_device
		FROM player_report p
		JOIN game g ON g.id = p.game_id
		WHERE g.round_id = $1
		ORDER BY p.game_id, p.side`, round)
	if err != nil {
		return nil, fmt.Errorf("read reports: %w", err)
	}
	out := make(map[GameID][]Report)
	for _, r := range list {
		out[r.game] = append(out[r.game], r.Report)
	}
	return out, nil
}

// putDispute opens a dispute, or brings the open one up to date.
func putDispute(ctx context.Context, tx *store.Tx, game GameID, d Dispute) (DisputeID, error) {
	id, err := store.One(ctx, tx, store.Value[DisputeID], `
		UPDATE dispute
		SET black_says = $2, white_says = $3, version = version + 1
		WHERE game_id = $1 AND state = 'open'
		RETURNING id`, game, string(d.BlackSays), string(d.WhiteSays))
	if errors.Is(err, store.ErrNoRows) {
		id, err = store.One(ctx, tx, store.Value[DisputeID], `
			INSERT INTO dispute (game_id, black_says, white_says, opened_at)
			VALUES ($1, $2, $3, $4)
			RETURNING id`, game, string(d.BlackSays), string(d.WhiteSays), d.OpenedAt)
	}
	if err != nil {
		return 0, fmt.Errorf("open a dispute: %w", err)
	}
	return id, nil
}

// settleOpen closes the open dispute of a game, if there is one.
func settleOpen(ctx context.Context, tx *store.Tx, game GameID, by, ruling string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE dispute
		SET state = 'settled', settled_at = $2, settled_by = $3, ruling = $4, version = version + 1
		WHERE game_id = $1 AND state = 'open'`, game, at, by, ruling); err != nil {
		return fmt.Errorf("settle a dispute: %w", err)
	}
	return nil
}

func settle(ctx context.Context, tx *store.Tx, id DisputeID, by, ruling string, at civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE dispute
		SET state = 'settled', settled_at = $2, settled_by = $3, ruling = $4, version = version + 1
		WHERE id = $1 AND state = 'open'`, id, at, by, ruling); err != nil {
		return fmt.Errorf("settle a dispute: %w", err)
	}
	return nil
}

const disputeColumns = `d.id, d.game_id, r.number, r.section_id, d.black_says, d.white_says, d.opened_at, d.settled_at,
	d.settled_by, d.ruling, d.version`

const disputeTables = `dispute d
	JOIN game g ON g.id = d.game_id
	JOIN round r ON r.id = g.round_id`

func scanDispute(s store.Scanner) (Dispute, error) {
	var d Dispute
	var black, white string
	err := s.Scan(&d.ID, &d.game, &d.round, &d.section, &black, &white, &d.OpenedAt, &d.SettledAt,
		&d.SettledBy, &d.Ruling, &d.Version)
	d.BlackSays, d.WhiteSays = pairing.Result(black), pairing.Result(white)
	return d, err
}

func disputeByID(ctx context.Context, q store.Queryer, id DisputeID) (Dispute, error) {
	d, err := store.One(ctx, q, scanDispute, `
		SELECT `+disputeColumns+`
		FROM `+disputeTables+`
		WHERE d.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return d, apperr.New(apperr.NotFound, "Dispute not found.")
	}
	if err != nil {
		return d, fmt.Errorf("read a dispute: %w", err)
	}
	return d, nil
}

// disputesOf reads the disputes of an event, open ones first, then the newest.
func disputesOf(ctx context.Context, q store.Queryer, event EventID) ([]Dispute, error) {
	list, err := store.All(ctx, q, scanDispute, `
		SELECT `+disputeColumns+`
		FROM `+disputeTables+`
		JOIN section s ON s.id = r.section_id
		WHERE s.event_id = $1
		ORDER BY d.state, d.id DESC`, event)
	if err != nil {
		return nil, fmt.Errorf("read the disputes of an event: %w", err)
	}
	return list, nil
}
