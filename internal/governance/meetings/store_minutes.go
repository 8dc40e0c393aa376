package meetings

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// minutesOf reads the minutes of a meeting; Version 0 when none are saved.
func minutesOf(ctx context.Context, q store.Queryer, id ID) (Minutes, error) {
	m, err := store.One(ctx, q, func(s store.Scanner) (m Minutes, err error) {
		err = s.Scan(
			&m.Text, &m.SavedAt, &m.SavedBy, store.ZeroNull(&m.Approved), &m.ApprovedOn, &m.ApprovedAt, &m.ApprovedBy,
			&m.Version,
		)
		return m, err
	}, `
		SELECT t.content, t.saved_at, t.saved_by, t.approved_id, a.date, t.approved_at, t.approved_by, t.version
		FROM meeting_minutes t
		LEFT JOIN meeting a ON a.id = t.approved_id
		WHERE t.meeting_id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Minutes{}, nil
	}
	if err != nil {
		return Minutes{}, fmt.Errorf("read the minutes of meeting %d: %w", id, err)
	}
	return m, nil
}

// approvedAt are the meetings whose minutes a meeting approved.
func approvedAt(ctx context.Context, q store.Queryer, id ID) ([]string, error) {
	ids, err := store.All(ctx, q, store.Value[ID], `
		SELECT meeting_id
		FROM meeting_minutes
		WHERE approved_id = $1
		ORDER BY meeting_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read whose minutes meeting %d approved: %w", id, err)
	}
	var out []string
	for _, of := range ids {
		m, err := ByID(ctx, q, of)
		if err != nil {
			return nil, err
		}
		out = append(out, m.Title())
	}
	return out, nil
}

// saveMinutes writes the text of a meeting that the transaction holds.
func saveMinutes(ctx context.Context, tx *store.Tx, id ID, text string, now civil.Instant, by string) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_minutes (meeting_id, content, saved_at, saved_by)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (meeting_id) DO UPDATE
		SET content = excluded.content, saved_at = excluded.saved_at, saved_by = excluded.saved_by, version = meeting_minutes.version + 1`,
		id, text, now, by); err != nil {
		return fmt.Errorf("save the minutes of meeting %d: %w", id, err)
	}
	return nil
}

func approveMinutes(ctx context.Context, tx *store.Tx, id, at ID, now civil.Instant, by string) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting_minutes
		SET approved_id = $2, approved_at = $3, approved_by = $4, version = version + 1
		WHERE meeting_id = $1`, id, at, now, by); err != nil {
		return fmt.Errorf("approve the minutes of meeting %d: %w", id, err)
	}
	return nil
}

func actionsOf(ctx context.Context, q store.Queryer, id ID) ([]Action, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (a Action, err error) {
		err = s.Scan(&a.ID, &a.Task, store.ZeroNull(&a.Who.Person), &a.Due, &a.DoneAt)
		return a, err
	}, `
		SELECT id, task, person_id, due, done_at
		FROM meeting_action
		WHERE meeting_id = $1
		ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what was asked for at meeting %d: %w", id, err)
	}
	return all, nil
}

func insertAction(ctx context.Context, tx *store.Tx, id ID, in ActionInput) (ActionID, error) {
	action, err := store.One(ctx, tx, store.Value[ActionID], `
		INSERT INTO meeting_action (meeting_id, task, person_id, due)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, id, in.Task, store.NullZero(in.Person), in.Due)
	if err != nil {
		return 0, fmt.Errorf("keep what was asked for at meeting %d: %w", id, err)
	}
	return action, nil
}

func finishAction(ctx context.Context, tx *store.Tx, id ActionID, now civil.Instant) error {
	if _, err := tx.Exec(
		ctx, `UPDATE meeting_action SET done_at = $2 WHERE id = $1 AND done_at IS NULL`, id, now,
	); err != nil {
		return fmt.Errorf("finish what was asked for: %w", err)
	}
	return nil
}

func meetingOfAction(ctx context.Context, q store.Queryer, id ActionID) (ID, error) {
	meeting, err := store.One(ctx, q, store.Value[ID], `SELECT meeting_id FROM meeting_action WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "Nothing like this was asked for.")
	}
	if err != nil {
		return 0, fmt.Errorf("find what was asked for: %w", err)
	}
	return meeting, nil
}
