package mail

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func insertAttachment(ctx context.Context, tx *store.Tx, a Attachment) (AttachmentID, error) {
	id, err := store.One(ctx, tx, store.Value[AttachmentID], `
		INSERT INTO mail_attachment (name, media_type, content)
		VALUES ($1, $2, $3)
		RETURNING id`, a.Name, a.MediaType, a.Content)
	if err != nil {
		return 0, fmt.Errorf("keep the attachment %s: %w", a.Name, err)
	}
	return id, nil
}

// insertLetter queues a letter unless its key was queued before.
func insertLetter(ctx context.Context, tx *store.Tx, l Letter, now civil.Instant) (isNew bool, err error) {
	id, err := store.One(ctx, tx, store.Value[LetterID], `
		INSERT INTO mail_letter (letter_key, purpose, person_id, to_name, to_address, subject, body, due_at, queued_at,
		                         link_id, link_to, turn, mailing, reply_name, reply_address, topic, restored)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15,
		        CASE WHEN $16 THEN EXISTS (SELECT 1 FROM mail_just_restored) ELSE FALSE END)
		ON CONFLICT (letter_key) DO NOTHING
		RETURNING id`, l.Key, l.Purpose, store.NullZero(l.To.Person), l.To.Name, l.To.Address, l.Subject, l.Body, now,
		store.NullZero(l.Link), string(l.LinkTo), l.turn(), l.Mailing, l.ReplyTo.Name, l.ReplyTo.Address, l.Topic,
		isByItself(ctx))
	if errors.Is(err, store.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("queue the letter %s: %w", l.Key, err)
	}
	for i, a := range l.Attachments {
		if _, err := tx.Exec(ctx, `
			INSERT INTO mail_letter_attachment (letter_id, position, attachment_id)
			VALUES ($1, $2, $3)`, id, i+1, a); err != nil {
			return false, fmt.Errorf("attach to the letter %s: %w", l.Key, err)
		}
	}
	return true, nil
}

// standings reads how the letters with the keys stand, of those in the outbox.
func standings(ctx context.Context, q store.Queryer, keys []string) (map[string]Standing, error) {
	out := map[string]Standing{}
	for chunk := range slices.Chunk(keys, store.MaxIn) {
		condition, args := store.In(nil, chunk)
		if _, err := store.All(ctx, q, func(r store.Scanner) (key string, err error) {
			var is Standing
			err = r.Scan(&key, &is.State, &is.Sent)
			out[key] = is
			return key, err
		}, `
			SELECT letter_key, `+stateOf+`, sent_at
			FROM mail_letter
			WHERE letter_key IN `+condition, args...); err != nil {
			return nil, fmt.Errorf("look for letters: %w", err)
		}
	}
	return out, nil
}

// stateOf is how a letter stands: one that its reader left is kept as failed, with a mark.
const stateOf = `CASE WHEN unwanted THEN 'left' ELSE state END`

const entryColumns = `id, letter_key, purpose, person_id, to_name, to_address, subject, body,
		       ` + stateOf + `, attempts, due_at, problem, queued_at, sent_at, link_id, link_to,
		       turn, mailing, reply_name, reply_address, topic, outdated, restored`

func scanEntry(s store.Scanner) (Entry, error) {
	var e Entry
	err := s.Scan(&e.ID, &e.Key, &e.Purpose, store.ZeroNull(&e.To.Person), &e.To.Name, &e.To.Address, &e.Subject, &e.Body,
		&e.State, &e.Attempts, &e.Due, &e.Problem, &e.Queued, &e.SentAt,
		store.ZeroNull(&e.Link), &e.LinkTo, &e.Turn, &e.Mailing, &e.ReplyTo.Name, &e.ReplyTo.Address, &e.Topic, &e.Outdated,
		&e.Restored)
	return e, err
}

// claimDue marks the letter whose turn it is, up to the last turn that may leave, as being sent: of one turn the one
// that has been due for longest.
func claimDue(ctx context.Context, tx *store.Tx, now civil.Instant, last Turn) (Entry, bool, error) {
	e, err := store.One(ctx, tx, scanEntry, `
		UPDATE mail_letter
		SET state = 'sending', attempts = attempts + 1, tried_at = $1
		WHERE state = 'waiting'
		  AND id = (SELECT id
		            FROM mail_letter
		            WHERE state = 'waiting' AND NOT restored AND due_at <= $1 AND turn <= $2
		            ORDER BY turn, due_at, id
		            LIMIT 1)
		RETURNING `+entryColumns, now, last)
	if errors.Is(err, store.ErrNoRows) {
		return Entry{}, false, nil
	}
	if err != nil {
		return Entry{}, false, fmt.Errorf("take the next letter: %w", err)
	}
	return e, true, nil
}

// claimKey marks one letter, if it waits and is due, as being sent.
func claimKey(ctx context.Context, tx *store.Tx, key string, now civil.Instant) (Entry, bool, error) {
	e, err := store.One(ctx, tx, scanEntry, `
		UPDATE mail_letter
		SET state = 'sending', attempts = attempts + 1, tried_at = $1
		WHERE letter_key = $2 AND state = 'waiting' AND NOT restored AND due_at <= $1
		RETURNING `+entryColumns, now, key)
	if errors.Is(err, store.ErrNoRows) {
		return Entry{}, false, nil
	}
	if err != nil {
		return Entry{}, false, fmt.Errorf("take a letter: %w", err)
	}
	return e, true, nil
}

func attachmentsOf(ctx context.Context, q store.Queryer, id LetterID) ([]Attachment, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (a Attachment, err error) {
		err = s.Scan(&a.Name, &a.MediaType, &a.Content)
		return a, err
	}, `
		SELECT a.name, a.media_type, a.content
		FROM mail_letter_attachment l
		JOIN mail_attachment a ON a.id = l.attachment_id
		WHERE l.letter_id = $1
		ORDER BY l.position`, id)
	if err != nil {
		return nil, fmt.Errorf("read attachments: %w", err)
	}
	return all, nil
}

// isStillTo reports whether a letter is kept with the address that it was taken to.
func isStillTo(ctx context.Context, q store.Queryer, e Entry) (bool, error) {
	is, err := store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM mail_letter WHERE id = $1 AND to_address = $2)`, e.ID, e.To.Address)
	if err != nil {
		return false, fmt.Errorf("look whether a letter is kept: %w", err)
	}
	return is, nil
}

// setOutcome writes down what came of sending a letter.
func setOutcome(ctx context.Context, tx *store.Tx, id LetterID, state State, at civil.Instant, problem string) error {
	var sentAt any
	if state == Sent {
		sentAt = at
	}
	unwanted := state == Left
	if unwanted {
		state = Failed
	}
	_, err := tx.Exec(ctx, `
		UPDATE mail_letter
		SET state = $2, due_at = $3, problem = $4, sent_at = $5, unwanted = $6
		WHERE id = $1 AND state = 'sending'`, id, string(state), at, problem, sentAt, unwanted)
	if err != nil {
		return fmt.Errorf("note what came of a letter: %w", err)
	}
	return nil
}

func setWaiting(ctx context.Context, tx *store.Tx, id LetterID, now civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE mail_letter
		SET state = 'waiting', attempts = 0, due_at = $2, unwanted = FALSE, restored = FALSE
		WHERE id = $1 AND state <> 'sent'`, id, now)
	if err != nil {
		return fmt.Errorf("put a letter back: %w", err)
	}
	return nil
}

func byID(ctx context.Context, q store.Queryer, id LetterID) (Entry, error) {
	e, err := store.One(ctx, q, scanEntry, `
		SELECT `+entryColumns+`
		FROM mail_letter
		WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Entry{}, apperr.New(apperr.NotFound, "Letter not found.")
	}
	if err != nil {
		return Entry{}, fmt.Errorf("read a letter: %w", err)
	}
	return e, nil
}
