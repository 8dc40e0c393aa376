package tournaments

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

func insertImport(
	ctx context.Context, tx *store.Tx, event EventID, fileName string, content listContent, at civil.Instant,
) (ImportID, error) {
	text, err := encode(content)
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[ImportID], `
		INSERT INTO entry_import (event_id, file_name, content, created_at)
		VALUES ($1, $2, $3, $4)
		RETURNING id`, event, fileName, text, at)
	return id, wrapSave("an uploaded list", err)
}

func importByID(ctx context.Context, q store.Queryer, id ImportID) (EntryList, listContent, error) {
	var content listContent
	l, err := store.One(ctx, q, func(s store.Scanner) (EntryList, error) {
		var l EntryList
		var text, state string
		if err := s.Scan(&l.ID, &l.Event, &l.FileName, &text, &state, &l.Version); err != nil {
			return l, err
		}
		l.Done = state == "done"
		return l, decode(text, &content)
	}, `
		SELECT id, event_id, file_name, content, state, version
		FROM entry_import
		WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return l, content, apperr.New(apperr.NotFound, "List not found. Upload it again.")
	}
	if err != nil {
		return l, content, fmt.Errorf("read an uploaded list: %w", err)
	}
	return l, content, nil
}

// finishImport marks a list as entered; what it said is kept in the entries,
// contact data is not kept a second time.
func finishImport(ctx context.Context, tx *store.Tx, id ImportID) error {
	_, err := tx.Exec(ctx, `
		UPDATE entry_import
		SET state = 'done', content = '', version = version + 1
		WHERE id = $1`, id)
	return wrapSave("an uploaded list", err)
}

// clubsByName finds clubs by their folded names, long and short.
func clubsByName(ctx context.Context, q store.Queryer) (map[string]ClubID, error) {
	type line struct {
		id          ClubID
		name, short string
	}
	lines, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.id, &l.name, &l.short)
		return l, err
	}, `SELECT id, name, short_name FROM club`)
	if err != nil {
		return nil, fmt.Errorf("read the clubs: %w", err)
	}
	out := make(map[string]ClubID, 2*len(lines))
	for _, l := range lines {
		for _, name := range []string{l.name, l.short} {
			if key := members.Fold(name); key != "" {
				out[key] = l.id
			}
		}
	}
	return out, nil
}
