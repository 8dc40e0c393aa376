package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/clubname"
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

// reviseImport keeps what a director changed of a list; false where someone else changed it first.
func reviseImport(ctx context.Context, tx *store.Tx, id ImportID, version int64, content listContent) (bool, error) {
	text, err := encode(content)
	if err != nil {
		return false, err
	}
	n, err := tx.Exec(ctx, `
		UPDATE entry_import
		SET content = $3, version = version + 1
		WHERE id = $1 AND version = $2 AND state = 'preview'`, id, version, text)
	return n == 1, wrapSave("an uploaded list", err)
}

// clubIndex finds clubs of the register by any of their spellings.
type clubIndex map[string]clubRow

// called is the club that a name means; the zero value where it is none of the register's, or two could be meant.
func (c clubIndex) called(name string) clubRow { return c[clubname.Key(name)] }

// spelled is a club's name as the register has it, or as it was written.
func (c clubIndex) spelled(name string) string {
	if club := c.called(name); club.id != 0 {
		return club.name
	}
	return name
}

// knownClubs reads the clubs by their names, long and short.
func knownClubs(ctx context.Context, q store.Queryer) (clubIndex, error) {
	type line struct {
		clubRow
		names [2]string
	}
	lines, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.id, &l.names[0], &l.names[1], &l.city)
		return l, err
	}, `SELECT id, name, short_name, city FROM club`)
	if err != nil {
		return nil, fmt.Errorf("read the clubs: %w", err)
	}
	out := make(clubIndex, 2*len(lines))
	for _, l := range lines {
		l.name = cmp.Or(l.names[1], l.names[0])
		for _, name := range l.names {
			key := clubname.Key(name)
			if other, twice := out[key]; key != "" && twice && other.id != l.id {
				out[key] = clubRow{}
			} else if key != "" {
				out[key] = l.clubRow
			}
		}
	}
	return out, nil
}
