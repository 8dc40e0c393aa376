package meetings

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// noticeID names a notice in the database.
type noticeID int64

// noticeRow is a notice as it is stored.
type noticeRow struct {
	Notice
	id noticeID
}

// noticesOf reads the notices of a meeting, the latest first.
func noticesOf(ctx context.Context, q store.Queryer, id ID) ([]noticeRow, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (n noticeRow, err error) {
		var motions string
		if err := s.Scan(&n.id, &n.Number, &n.Way, &n.Sent, &n.ForDate, &n.Subject, &n.Body, &motions, &n.LateReason,
			&n.RecordedAt, &n.RecordedBy, &n.LogHead, &n.BodyHash, &n.PrintHash, &n.Mail, &n.Post); err != nil {
			return n, err
		}
		err = json.Unmarshal([]byte(motions), &n.Motions)
		return n, err
	}, `
		SELECT n.id, n.number, n.way, n.sent, n.date, n.subject, n.body, n.motions, n.late_reason, n.recorded_at, n.recorded_by,
		       n.log_head, n.body_hash, n.print_hash,
		       (SELECT COUNT(*) FROM meeting_roll r WHERE r.notice_id = n.id AND r.reached = 'mail'),
		       (SELECT COUNT(*) FROM meeting_roll r WHERE r.notice_id = n.id AND r.reached = 'post')
		FROM meeting_notice n
		WHERE n.meeting_id = $1
		ORDER BY n.number DESC`, id)
	if err != nil {
		return nil, fmt.Errorf("read the notices of meeting %d: %w", id, err)
	}
	return all, nil
}

// insertNotice keeps a notice with its print, nil for none.
func insertNotice(ctx context.Context, tx *store.Tx, id ID, n Notice, print []byte) (noticeID, error) {
	if n.Motions == nil {
		n.Motions = []int{}
	}
	motions, err := json.Marshal(n.Motions)
	if err != nil {
		return 0, fmt.Errorf("keep the motions of a notice: %w", err)
	}
	notice, err := store.One(ctx, tx, store.Value[noticeID], `
		INSERT INTO meeting_notice (meeting_id, number, way, sent, date, subject, body, motions, late_reason, recorded_at, recorded_by,
		                            log_head, body_hash, print_hash, print)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
		RETURNING id`, id, n.Number, string(n.Way), n.Sent, n.ForDate, n.Subject, n.Body, string(motions), n.LateReason,
		n.RecordedAt, n.RecordedBy, n.LogHead, n.BodyHash, n.PrintHash, print)
	if err != nil {
		return 0, fmt.Errorf("keep the notice of meeting %d: %w", id, err)
	}
	return notice, nil
}

// printOf reads the print of a notice as it was kept.
func printOf(ctx context.Context, q store.Queryer, notice noticeID) ([]byte, error) {
	print, err := store.One(ctx, q, store.Value[[]byte], `
		SELECT print
		FROM meeting_notice
		WHERE id = $1`, notice)
	if err != nil {
		return nil, fmt.Errorf("read the print of a notice: %w", err)
	}
	return print, nil
}

func insertRoll(ctx context.Context, tx *store.Tx, notice noticeID, roll []RollEntry) error {
	const columns = 6
	size := store.InsertRows(columns)
	for from := 0; from < len(roll); from += size {
		chunk := roll[from:min(from+size, len(roll))]
		var args []any
		for i, e := range chunk {
			args = append(args, notice, e.Person, from+i+1, e.Name, string(e.Reached), e.Address)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO meeting_roll (notice_id, person_id, position, name, reached, address)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("keep the roll of a notice: %w", err)
		}
	}
	return nil
}

func rollOf(ctx context.Context, q store.Queryer, notice noticeID) ([]RollEntry, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (e RollEntry, err error) {
		err = s.Scan(&e.Person, &e.Name, &e.Reached, &e.Address, &e.Posted, &e.ByHand)
		return e, err
	}, `
		SELECT person_id, name, reached, address, posted, by_hand
		FROM meeting_roll
		WHERE notice_id = $1
		ORDER BY position`, notice)
	if err != nil {
		return nil, fmt.Errorf("read the roll of a notice: %w", err)
	}
	return all, nil
}

// setPosted records when the printed letters of a notice to some people went.
func setPosted(
	ctx context.Context, tx *store.Tx, notice noticeID, people []PersonID, day civil.Date, byHand bool,
) error {
	for chunk := range slices.Chunk(people, store.MaxIn) {
		in, args := store.In([]any{notice, day, byHand}, chunk)
		if _, err := tx.Exec(
			ctx, `UPDATE meeting_roll SET posted = $2, by_hand = $3 WHERE notice_id = $1 AND person_id IN `+in, args...,
		); err != nil {
			return fmt.Errorf("record when the letters were posted: %w", err)
		}
	}
	return nil
}

// setRollAddress keeps the address that a letter was posted to, of somebody who
// had none when the notice was given.
func setRollAddress(ctx context.Context, tx *store.Tx, notice noticeID, person PersonID, address string) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting_roll
		SET address = $3
		WHERE notice_id = $1 AND person_id = $2`, notice, person, address); err != nil {
		return fmt.Errorf("keep the address of a letter: %w", err)
	}
	return nil
}
