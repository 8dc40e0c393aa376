package results

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

func insertRecord(ctx context.Context, tx *store.Tx, r Record) (RecordID, error) {
	id, err := store.One(ctx, tx, store.Value[RecordID], `
		INSERT INTO game_record (game_id, file_name, content, hash, attached_at, attached_by, standing)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		RETURNING id`, r.Game, r.FileName, r.Content, r.Hash, r.AttachedAt, r.AttachedBy, string(r.Standing))
	if err != nil {
		return 0, fmt.Errorf("keep a record: %w", err)
	}
	return id, nil
}

// putStanding writes how a record stands; of one that was removed the content goes,
// and the report that follows from it.
func putStanding(ctx context.Context, tx *store.Tx, r Record) error {
	if r.Standing == RecordRemoved {
		_, err := tx.Exec(ctx, `
			UPDATE game_record
			SET content = $2, file_name = 'removed'
			WHERE id = $1`, r.ID, []byte{})
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM game_record_report WHERE record_id = $1`, r.ID)
		}
		if err != nil {
			return fmt.Errorf("remove a record: %w", err)
		}
	}
	_, err := tx.Exec(ctx, `
		UPDATE game_record
		SET standing = $2, black_accepts = $3, white_accepts = $4, standing_why = $5, standing_by = $6, standing_at = $7
		WHERE id = $1`, r.ID, string(r.Standing), r.BlackAccepts, r.WhiteAccepts, r.StandingWhy, r.StandingBy, r.StandingAt)
	if err != nil {
		return fmt.Errorf("write how a record stands: %w", err)
	}
	return nil
}

const standingColumns = `standing, black_accepts, white_accepts, standing_why, standing_by, standing_at`

func standingFields(r *Record) []any {
	return []any{&r.Standing, &r.BlackAccepts, &r.WhiteAccepts, &r.StandingWhy, &r.StandingBy, &r.StandingAt}
}

// recordsOf lists the records of a game without their content.
func recordsOf(ctx context.Context, q store.Queryer, game GameID) ([]Record, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (r Record, err error) {
		err = s.Scan(append([]any{
			&r.ID, &r.Game, &r.FileName, &r.Size, &r.Hash, &r.AttachedAt, &r.AttachedBy,
		}, standingFields(&r)...)...)
		return r, err
	}, `
		SELECT id, game_id, file_name, length(content), hash, attached_at, attached_by, `+standingColumns+`
		FROM game_record
		WHERE game_id = $1
		ORDER BY id DESC`, game)
	if err != nil {
		return nil, fmt.Errorf("list the records of a game: %w", err)
	}
	return list, nil
}

func recordsOfRound(ctx context.Context, q store.Queryer, round tournaments.RoundID) (map[GameID]RecordID, error) {
	latest := map[GameID]RecordID{}
	_, err := store.All(ctx, q, func(s store.Scanner) (id RecordID, err error) {
		var game GameID
		if err := s.Scan(&game, &id); err != nil {
			return 0, err
		}
		latest[game] = id
		return id, nil
	}, `
		SELECT g.id, MAX(r.id)
		FROM game g
		JOIN game_record r ON r.game_id = g.id
		WHERE g.round_id = $1 AND r.standing = 'shown'
		GROUP BY g.id`, int64(round))
	if err != nil {
		return nil, fmt.Errorf("list the records of a round: %w", err)
	}
	return latest, nil
}

func recordByID(ctx context.Context, q store.Queryer, id RecordID) (Record, error) {
	r, err := store.One(ctx, q, func(s store.Scanner) (r Record, err error) {
		err = s.Scan(append([]any{
			&r.ID, &r.Game, &r.FileName, &r.Content, &r.Hash, &r.AttachedAt, &r.AttachedBy,
		}, standingFields(&r)...)...)
		r.Size = len(r.Content)
		return r, err
	}, `
		SELECT id, game_id, file_name, content, hash, attached_at, attached_by, `+standingColumns+`
		FROM game_record
		WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Record{}, apperr.New(apperr.NotFound, "Record not found.")
	}
	if err != nil {
		return Record{}, fmt.Errorf("read a record: %w", err)
	}
	return r, nil
}

// reportOf is the report of a record, made in that form; "" when there is none.
func reportOf(ctx context.Context, q store.Queryer, id RecordID, form int) (string, error) {
	text, err := store.One(ctx, q, store.Value[string], `
		SELECT report
		FROM game_record_report
		WHERE record_id = $1 AND made_as = $2`, id, form)
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the report of a record: %w", err)
	}
	return text, nil
}

func putRecordReport(ctx context.Context, tx *store.Tx, id RecordID, form int, report string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO game_record_report (record_id, made_as, report)
		VALUES ($1, $2, $3)
		ON CONFLICT (record_id) DO UPDATE SET made_as = $2, report = $3`, id, form, report)
	if err != nil {
		return fmt.Errorf("keep the report of a record: %w", err)
	}
	return nil
}

func insertRuling(ctx context.Context, tx *store.Tx, r Ruling, person auth.PersonID) (RulingID, error) {
	id, err := store.One(ctx, tx, store.Value[RulingID], `
		INSERT INTO game_ruling (game_id, record_id, move, kind, rule, facts, reason, result, margin, ruled_at, ruled_by, person_id,
			position_line, position_after, position_next, position_moves, position_disputed, position_says)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
		RETURNING id`, r.Game, store.NullZero(r.Record), r.Move, string(r.Kind), r.Rule, r.Facts, r.Reason,
		string(r.Result), r.Margin, r.RuledAt, r.RuledBy, store.NullZero(person), int64(r.Position.Line), r.Position.After,
		r.Position.Next, r.Position.Moves, r.Position.Disputed, r.Position.Says)
	if err != nil {
		return 0, fmt.Errorf("keep a ruling: %w", err)
	}
	return id, nil
}

const rulingColumns = `id, game_id, record_id, move, kind, rule, facts, reason, result, margin, ruled_at, ruled_by,
	position_line, position_after, position_next, position_moves, position_disputed, position_says`

func scanRuling(s store.Scanner) (Ruling, error) {
	var r Ruling
	err := s.Scan(&r.ID, &r.Game, store.ZeroNull(&r.Record), &r.Move, &r.Kind, &r.Rule, &r.Facts, &r.Reason,
		&r.Result, &r.Margin, &r.RuledAt, &r.RuledBy, &r.Position.Line, &r.Position.After, &r.Position.Next, &r.Position.Moves,
		&r.Position.Disputed, &r.Position.Says)
	return r, err
}

// rulingsOf lists the rulings on a game, the latest first.
func rulingsOf(ctx context.Context, q store.Queryer, game GameID) ([]Ruling, error) {
	list, err := store.All(ctx, q, scanRuling, `
		SELECT `+rulingColumns+`
		FROM game_ruling
		WHERE game_id = $1
		ORDER BY id DESC`, game)
	if err != nil {
		return nil, fmt.Errorf("list the rulings on a game: %w", err)
	}
	return list, nil
}

// rulingsOfRound lists the rulings on a round's games by game, the latest first.
func rulingsOfRound(ctx context.Context, q store.Queryer, round tournaments.RoundID) (map[GameID][]Ruling, error) {
	list, err := store.All(ctx, q, scanRuling, `
		SELECT `+rulingColumns+`
		FROM game_ruling
		WHERE game_id IN (SELECT g.id FROM game g WHERE g.round_id = $1)
		ORDER BY id DESC`, round)
	if err != nil {
		return nil, fmt.Errorf("list the rulings on a round: %w", err)
	}
	out := make(map[GameID][]Ruling)
	for _, r := range list {
		out[r.Game] = append(out[r.Game], r)
	}
	return out, nil
}

func rulingByID(ctx context.Context, q store.Queryer, id RulingID) (Ruling, error) {
	r, err := store.One(ctx, q, scanRuling, `
		SELECT `+rulingColumns+`
		FROM game_ruling
		WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Ruling{}, apperr.New(apperr.NotFound, "Ruling not found.")
	}
	if err != nil {
		return Ruling{}, fmt.Errorf("read a ruling: %w", err)
	}
	return r, nil
}
