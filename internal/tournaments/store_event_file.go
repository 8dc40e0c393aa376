package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// fileContent is what is kept of an event file until it is confirmed.
type fileContent struct {
	Event json.RawMessage `json:"event"` // in our own format
	Notes []string        `json:"notes,omitempty"`
}

// replaceEventFile keeps an event file in place of any that the account sent before and left.
func replaceEventFile(
	ctx context.Context, tx *store.Tx, account auth.AccountID, name string, content fileContent, at civil.Instant,
) (EventFileID, error) {
	text, err := encode(content)
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM event_import WHERE account_id = $1`, account); err != nil {
		return 0, wrapSave("an event file", err)
	}
	id, err := store.One(ctx, tx, store.Value[EventFileID], `
		INSERT INTO event_import (account_id, file_name, content, created_at)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, account, name, text, at)
	return id, wrapSave("an event file", err)
}

// eventFileByID reads an event file that waits; only for the account that sent it.
func eventFileByID(
	ctx context.Context, q store.Queryer, account auth.AccountID, id EventFileID,
) (EventFile, fileContent, error) {
	var content fileContent
	l, err := store.One(ctx, q, func(s store.Scanner) (EventFile, error) {
		var l EventFile
		var text string
		if err := s.Scan(&l.ID, &l.FileName, &text, &l.Version); err != nil {
			return l, err
		}
		return l, decode(text, &content)
	}, `
		SELECT id, file_name, content, version
		FROM event_import
		WHERE id = $1 AND account_id = $2`, id, account)
	if errors.Is(err, store.ErrNoRows) {
		return l, content, apperr.New(
			apperr.NotFound, "This file was entered, discarded, or replaced by a newer one. Send it again if you need it.",
		)
	}
	if err != nil {
		return l, content, fmt.Errorf("read an event file: %w", err)
	}
	return l, content, nil
}

func deleteEventFile(ctx context.Context, tx *store.Tx, id EventFileID) error {
	_, err := tx.Exec(ctx, `DELETE FROM event_import WHERE id = $1`, id)
	return wrapSave("an event file", err)
}
