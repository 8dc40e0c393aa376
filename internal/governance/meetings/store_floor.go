package meetings

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// readFloor reads what is recorded while a meeting runs.
func readFloor(ctx context.Context, q store.Queryer, r *Record) error {
	id := r.Meeting.ID
	floors, err := store.All(ctx, q, func(s store.Scanner) (f Floor, err error) {
		err = s.Scan(&f.Item, &f.Since)
		return f, err
	}, `SELECT item_id, since FROM meeting_floor WHERE meeting_id = $1`, id)
	if err != nil {
		return fmt.Errorf("read what meeting %d deals with: %w", id, err)
	}
	if len(floors) > 0 {
		r.Floor = floors[0]
	}
	if r.Notes, err = store.All(ctx, q, func(s store.Scanner) (n Note, err error) {
		err = s.Scan(&n.ID, &n.Item, &n.Text, &n.At, &n.By)
		return n, err
	}, `
		SELECT id, item_id, note, written_at, written_by
		FROM meeting_note
		WHERE meeting_id = $1
		ORDER BY id`, id); err != nil {
		return fmt.Errorf("read the notes of meeting %d: %w", id, err)
	}
	if r.Speakers, err = store.All(ctx, q, func(s store.Scanner) (p Speaker, err error) {
		err = s.Scan(&p.ID, &p.Item, &p.Person, &p.Speaking)
		return p, err
	}, `
		SELECT id, item_id, person_id, state = 'speaking'
		FROM meeting_speaker
		WHERE meeting_id = $1
		ORDER BY CASE state WHEN 'speaking' THEN 0 ELSE 1 END, id`, id); err != nil {
		return fmt.Errorf("read who wants to speak at meeting %d: %w", id, err)
	}
	if r.Apologies, err = store.All(ctx, q, func(s store.Scanner) (a Apology, err error) {
		err = s.Scan(&a.Person, &a.At, &a.By)
		return a, err
	}, `
		SELECT a.person_id, a.recorded_at, a.recorded_by
		FROM meeting_apology a
		JOIN person p ON p.id = a.person_id
		WHERE a.meeting_id = $1
		ORDER BY p.sort_key, p.id`, id); err != nil {
		return fmt.Errorf("read the apologies for meeting %d: %w", id, err)
	}
	return nil
}

// setFloor keeps the item that the chair took; it is dealt with again.
func setFloor(ctx context.Context, tx *store.Tx, id ID, item ItemID, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_floor (meeting_id, item_id, since)
		VALUES ($1, $2, $3)
		ON CONFLICT (meeting_id) DO UPDATE
		SET item_id = excluded.item_id, since = excluded.since`, id, item, now); err != nil {
		return fmt.Errorf("keep what meeting %d deals with: %w", id, err)
	}
	if _, err := tx.Exec(ctx, `UPDATE meeting_item SET done_at = NULL WHERE id = $1`, item); err != nil {
		return fmt.Errorf("take item %d up: %w", item, err)
	}
	return nil
}

func setDone(ctx context.Context, tx *store.Tx, item ItemID, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `UPDATE meeting_item SET done_at = $2 WHERE id = $1`, item, now); err != nil {
		return fmt.Errorf("finish item %d: %w", item, err)
	}
	return nil
}

func deleteFloor(ctx context.Context, tx *store.Tx, item ItemID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_floor WHERE item_id = $1`, item); err != nil {
		return fmt.Errorf("leave item %d: %w", item, err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_speaker WHERE item_id = $1`, item); err != nil {
		return fmt.Errorf("clear the speakers on item %d: %w", item, err)
	}
	return nil
}

func insertNote(ctx context.Context, tx *store.Tx, id ID, n Note) (NoteID, error) {
	note, err := store.One(ctx, tx, store.Value[NoteID], `
		INSERT INTO meeting_note (meeting_id, item_id, note, written_at, written_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, id, n.Item, n.Text, n.At, n.By)
	if err != nil {
		return 0, fmt.Errorf("keep a note of meeting %d: %w", id, err)
	}
	return note, nil
}

func deleteNote(ctx context.Context, tx *store.Tx, id NoteID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_note WHERE id = $1`, id); err != nil {
		return fmt.Errorf("remove a note: %w", err)
	}
	return nil
}

func insertSpeaker(ctx context.Context, tx *store.Tx, id ID, item ItemID, person PersonID) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_speaker (meeting_id, item_id, person_id)
		VALUES ($1, $2, $3)`, id, item, person); err != nil {
		return fmt.Errorf("keep who wants to speak at meeting %d: %w", id, err)
	}
	return nil
}

func setSpeaking(ctx context.Context, tx *store.Tx, id SpeakerID) error {
	if _, err := tx.Exec(ctx, `UPDATE meeting_speaker SET state = 'speaking' WHERE id = $1`, id); err != nil {
		return fmt.Errorf("let speaker %d speak: %w", id, err)
	}
	return nil
}

func deleteSpeaker(ctx context.Context, tx *store.Tx, id SpeakerID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_speaker WHERE id = $1`, id); err != nil {
		return fmt.Errorf("clear speaker %d: %w", id, err)
	}
	return nil
}

func deleteSpeakers(ctx context.Context, tx *store.Tx, id ID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_speaker WHERE meeting_id = $1`, id); err != nil {
		return fmt.Errorf("clear the speakers of meeting %d: %w", id, err)
	}
	return nil
}

func insertApology(ctx context.Context, tx *store.Tx, id ID, person PersonID, now civil.Instant, by string) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_apology (meeting_id, person_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4)`, id, person, now, by); err != nil {
		return fmt.Errorf("keep an apology for meeting %d: %w", id, err)
	}
	return nil
}

func deleteApology(ctx context.Context, tx *store.Tx, id ID, person PersonID) error {
	if _, err := tx.Exec(
		ctx, `DELETE FROM meeting_apology WHERE meeting_id = $1 AND person_id = $2`, id, person,
	); err != nil {
		return fmt.Errorf("clear an apology for meeting %d: %w", id, err)
	}
	return nil
}
