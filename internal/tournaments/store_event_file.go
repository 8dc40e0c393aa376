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
	Event json.RawMessage  `json:"event,omitempty"` // in our own format
	Notes []string         `json:"notes,omitempty"`
	Moved []string         `json:"moved,omitempty"` // of a past event: whose places differ
	List  *startingContent `json:"list,omitempty"`  // a starting list, and no event
}

// replaceEventFile keeps an event file in place of any that the account sent before and left.
func replaceEventFile(
	ctx context.Context, tx *store.Tx, account auth.AccountID, name string, content fileContent, at civil.Instant,
) (EventFileID, error) {
	text, err := encode(content)
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(
		ctx, `DELETE FROM event_import WHERE account_id = $1 AND past = FALSE`, account,
	); err != nil {
		return 0, wrapSave("an event file", err)
	}
	id, err := store.One(ctx, tx, store.Value[EventFileID], `
		INSERT INTO event_import (account_id, file_name, content, created_at)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, account, name, text, at)
	return id, wrapSave("an event file", err)
}

// insertPastFile keeps the file of an event that is over beside the others of the account.
func insertPastFile(
	ctx context.Context, tx *store.Tx, account auth.AccountID, name string, content fileContent, at civil.Instant,
) (EventFileID, error) {
	text, err := encode(content)
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[EventFileID], `
		INSERT INTO event_import (account_id, file_name, content, created_at, past)
		VALUES ($1, $2, $3, $4, TRUE)
		RETURNING id`, account, name, text, at)
	return id, wrapSave("an event file", err)
}

// pastFile is the kept file of an event that is over.
type pastFile struct {
	id       EventFileID
	fileName string
	content  fileContent
}

// pastFiles reads the files of events that are over which an account has sent.
func pastFiles(ctx context.Context, q store.Queryer, account auth.AccountID) ([]pastFile, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (f pastFile, err error) {
		var text string
		if err := s.Scan(&f.id, &f.fileName, &text); err != nil {
			return f, err
		}
		return f, decode(text, &f.content)
	}, `
		SELECT id, file_name, content
		FROM event_import
		WHERE account_id = $1 AND past = TRUE
		ORDER BY id`, account)
	if err != nil {
		return nil, fmt.Errorf("read the files of past events: %w", err)
	}
	return all, nil
}

// lockPastFiles makes whoever takes an account's files of past events wait for whoever is doing so.
func lockPastFiles(ctx context.Context, tx *store.Tx, account auth.AccountID) error {
	_, err := tx.Exec(ctx, `UPDATE event_import SET version = version + 1 WHERE account_id = $1 AND past = TRUE`, account)
	return wrapSave("the files of past events", err)
}

// deletePastFile removes one file of a past event; found is false when it is not the account's.
func deletePastFile(ctx context.Context, tx *store.Tx, account auth.AccountID, id EventFileID) (found bool, err error) {
	n, err := tx.Exec(ctx, `DELETE FROM event_import WHERE id = $1 AND account_id = $2 AND past = TRUE`, id, account)
	return n > 0, wrapSave("an event file", err)
}

// eventsCalled counts the events of a name that begin on a day.
func eventsCalled(ctx context.Context, q store.Queryer, name string, from civil.Date) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT count(*) FROM event WHERE name = $1 AND from_day = $2`, name, from)
	if err != nil {
		return 0, fmt.Errorf("look for an event of this name: %w", err)
	}
	return n, nil
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
		WHERE id = $1 AND account_id = $2 AND past = FALSE`, id, account)
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
