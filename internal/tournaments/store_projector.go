package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"nzgs/internal/store"
)

func projectorOf(ctx context.Context, q store.Queryer, event EventID) (Projector, error) {
	var views, sections string
	p, err := store.One(ctx, q, func(s store.Scanner) (p Projector, err error) {
		err = s.Scan(&p.Seconds, &views, &sections, &p.Version)
		return p, err
	}, `
		SELECT seconds, views, sections, version
		FROM projector
		WHERE event_id = $1`, event)
	if errors.Is(err, store.ErrNoRows) {
		return usualProjector(), nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(views), &p.Views)
	}
	if err == nil {
		err = json.Unmarshal([]byte(sections), &p.Sections)
	}
	if err != nil {
		return p, fmt.Errorf("read what the projector of event %d shows: %w", event, err)
	}
	return p, nil
}

// putProjector saves it over the one of the version before; the first has version 0.
func putProjector(ctx context.Context, tx *store.Tx, event EventID, p Projector) (saved bool, err error) {
	views, err := json.Marshal(p.Views)
	if err != nil {
		return false, err
	}
	sections, err := json.Marshal(p.Sections)
	if err != nil {
		return false, err
	}
	query := `
		UPDATE projector
		SET seconds = $2, views = $3, sections = $4, version = version + 1
		WHERE event_id = $1 AND version = $5`
	if p.Version == 0 {
		query = `
			INSERT INTO projector (event_id, seconds, views, sections, version)
			SELECT $1, $2, $3, $4, $5 + 1
			WHERE NOT EXISTS (SELECT 1 FROM projector WHERE event_id = $1)`
	}
	n, err := tx.Exec(ctx, query, event, p.Seconds, string(views), string(sections), p.Version)
	return n > 0, wrapSave("what the projector shows", err)
}
