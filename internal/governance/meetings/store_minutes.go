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
			&m.Version, &m.Drafted, &m.Corrections, &m.ShownAt, &m.ShownBy,
		)
		return m, err
	}, `
		SELECT t.content, t.saved_at, t.saved_by, t.approved_id, a.date, t.approved_at, t.approved_by, t.version,
		       t.drafted, t.corrections, t.shown_at, t.shown_by
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

// saveMinutes writes the text of a meeting that the transaction holds.
func saveMinutes(
	ctx context.Context, tx *store.Tx, id ID, text, drafted string, now civil.Instant, by string,
) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_minutes (meeting_id, content, saved_at, saved_by, drafted)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (meeting_id) DO UPDATE
		SET content = excluded.content, saved_at = excluded.saved_at, saved_by = excluded.saved_by,
		    drafted = excluded.drafted, version = meeting_minutes.version + 1`,
		id, text, now, by, drafted); err != nil {
		return fmt.Errorf("save the minutes of meeting %d: %w", id, err)
	}
	return nil
}

func approveMinutes(
	ctx context.Context, tx *store.Tx, id, at ID, corrections string, now civil.Instant, by string,
) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting_minutes
		SET approved_id = $2, approved_at = $3, approved_by = $4, corrections = $5, version = version + 1
		WHERE meeting_id = $1`, id, at, now, by, corrections); err != nil {
		return fmt.Errorf("approve the minutes of meeting %d: %w", id, err)
	}
	return nil
}

// showMinutes lets members read the minutes in draft, or no longer where now is
// zero.
func showMinutes(ctx context.Context, tx *store.Tx, id ID, now civil.Instant, by string) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting_minutes
		SET shown_at = $2, shown_by = $3, version = version + 1
		WHERE meeting_id = $1`, id, now, by); err != nil {
		return fmt.Errorf("show the minutes of meeting %d: %w", id, err)
	}
	return nil
}

// approvedAt reads which minutes a meeting approved, the oldest first.
func approvedAt(ctx context.Context, q store.Queryer, id ID) ([]ApprovedHere, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (a ApprovedHere, err error) {
		err = s.Scan(&a.Of.ID, &a.Of.Kind, &a.Of.Date, &a.Corrections)
		return a, err
	}, `
		SELECT m.id, m.kind, m.date, t.corrections
		FROM meeting_minutes t
		JOIN meeting m ON m.id = t.meeting_id
		WHERE t.approved_id = $1
		ORDER BY m.date, m.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read which minutes meeting %d approved: %w", id, err)
	}
	return all, nil
}

const remarkColumns = `id, person_id, section, remark, made_at, answer, reply, answered_at, answered_by, version`

func scanRemark(s store.Scanner) (r Remark, err error) {
	err = s.Scan(
		&r.ID, &r.By.Person, &r.Section, &r.Text, &r.At, &r.Answer, &r.Reply, &r.AnsweredAt, &r.AnsweredBy, &r.Version,
	)
	return r, err
}

func remarksOf(ctx context.Context, q store.Queryer, id ID) ([]Remark, error) {
	all, err := store.All(
		ctx, q, scanRemark, `SELECT `+remarkColumns+` FROM minutes_remark WHERE meeting_id = $1 ORDER BY id`, id,
	)
	if err != nil {
		return nil, fmt.Errorf("read the remarks on the minutes of meeting %d: %w", id, err)
	}
	return all, nil
}

func insertRemark(
	ctx context.Context, tx *store.Tx, id ID, by PersonID, section, text string, now civil.Instant,
) (RemarkID, error) {
	remark, err := store.One(ctx, tx, store.Value[RemarkID], `
		INSERT INTO minutes_remark (meeting_id, person_id, section, remark, made_at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, id, by, section, text, now)
	if err != nil {
		return 0, fmt.Errorf("keep a remark on the minutes of meeting %d: %w", id, err)
	}
	return remark, nil
}

func answerRemark(ctx context.Context, tx *store.Tx, r Remark) error {
	if _, err := tx.Exec(ctx, `
		UPDATE minutes_remark
		SET answer = $2, reply = $3, answered_at = $4, answered_by = $5, version = version + 1
		WHERE id = $1`, r.ID, r.Answer, r.Reply, r.AnsweredAt, r.AnsweredBy); err != nil {
		return fmt.Errorf("answer a remark: %w", err)
	}
	return nil
}

func meetingOfRemark(ctx context.Context, q store.Queryer, id RemarkID) (ID, error) {
	meeting, err := store.One(ctx, q, store.Value[ID], `SELECT meeting_id FROM minutes_remark WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "Remark not found.")
	}
	if err != nil {
		return 0, fmt.Errorf("find a remark: %w", err)
	}
	return meeting, nil
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
