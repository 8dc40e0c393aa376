package representative

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const declaredColumns = `
	SELECT e.id, e.section_id, e.kind, e.club_id, c.name, e.ends_year, e.waits, e.version,
	       EXISTS (SELECT 1 FROM points_posting p WHERE p.points_event_id = e.id AND p.replaced_at IS NULL)
	FROM points_event e
	JOIN club c ON c.id = e.club_id`

func scanDeclared(s store.Scanner) (d Declared, err error) {
	err = s.Scan(&d.ID, &d.Section, &d.Kind, &d.Club, &d.ClubName, &d.EndsYear, &d.Waits, &d.Version, &d.Posted)
	return d, err
}

// declaredOf is what is declared of a section; its id is 0 when nothing is.
func declaredOf(ctx context.Context, q store.Queryer, section SectionID) (Declared, error) {
	d, err := store.One(ctx, q, scanDeclared, declaredColumns+`
		WHERE e.section_id = $1 AND e.withdrawn_at IS NULL`, section)
	if errors.Is(err, store.ErrNoRows) {
		return Declared{}, nil
	}
	if err != nil {
		return d, fmt.Errorf("read whether a section gives points: %w", err)
	}
	return d, nil
}

func declaredIn(ctx context.Context, q store.Queryer, event auth.EventID) (map[SectionID]Declared, error) {
	all, err := store.All(ctx, q, scanDeclared, declaredColumns+`
		JOIN section s ON s.id = e.section_id
		WHERE s.event_id = $1 AND e.withdrawn_at IS NULL`, event)
	if err != nil {
		return nil, fmt.Errorf("read which sections give points: %w", err)
	}
	out := make(map[SectionID]Declared, len(all))
	for _, d := range all {
		out[d.Section] = d
	}
	return out, nil
}

func insertSectionEvent(
	ctx context.Context, tx *store.Tx, section SectionID, in Declaration, now civil.Instant, by string,
) (EventID, error) {
	id, err := store.One(ctx, tx, store.Value[EventID], `
		INSERT INTO points_event (section_id, kind, club_id, ends_year, declared_at, declared_by)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, section, string(in.Kind), in.Club, in.EndsYear, now, by)
	if err != nil {
		return 0, fmt.Errorf("keep that a section gives points: %w", err)
	}
	return id, nil
}

func updateSectionEvent(ctx context.Context, tx *store.Tx, id EventID, in Declaration) error {
	_, err := tx.Exec(ctx, `
		UPDATE points_event SET kind = $2, club_id = $3, ends_year = $4, waits = '', version = version + 1
		WHERE id = $1`, id, string(in.Kind), in.Club, in.EndsYear)
	if err != nil {
		return fmt.Errorf("change that a section gives points: %w", err)
	}
	return nil
}

// withdrawEvent keeps an event that was ever posted, without effect; another leaves nothing behind.
func withdrawEvent(ctx context.Context, tx *store.Tx, id EventID, now civil.Instant, by string) error {
	n, err := tx.Exec(ctx, `
		DELETE FROM points_event
		WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM points_posting WHERE points_event_id = $1)`, id)
	if err != nil || n > 0 {
		return err
	}
	if err := endPosting(ctx, tx, id, now); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE points_event SET withdrawn_at = $2, withdrawn_by = $3, version = version + 1 WHERE id = $1`, id, now, by)
	return err
}

func setWaits(ctx context.Context, tx *store.Tx, id EventID, why string) error {
	_, err := tx.Exec(ctx, `UPDATE points_event SET waits = $2 WHERE id = $1`, id, why)
	return err
}

// championshipOf names the event, other than one, with which the points year of a calendar year ends or is to end.
func championshipOf(ctx context.Context, q store.Queryer, year int, but EventID) (string, error) {
	names, err := store.All(ctx, q, store.Value[string], `
		SELECT coalesce(p.name, ev.name)
		FROM points_event e
		LEFT JOIN points_posting p ON p.points_event_id = e.id AND p.replaced_at IS NULL
		LEFT JOIN section s ON s.id = e.section_id
		LEFT JOIN event ev ON ev.id = s.event_id
		WHERE e.ends_year AND e.withdrawn_at IS NULL AND e.id <> $2
		  AND coalesce(p.day, ev.to_day) BETWEEN $1 || '-01-01' AND $1 || '-12-31'`, fmt.Sprint(year), but)
	if err != nil || len(names) == 0 {
		return "", err
	}
	return names[0], nil
}

// listedEvents are the points events for the officer's desk, the latest first.
func listedEvents(ctx context.Context, q store.Queryer) ([]Listed, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (l Listed, err error) {
		var section, event int64
		var status, lastDay string
		err = s.Scan(
			&l.ID, (*zero)(&section), (*zero)(&event), store.EmptyNull(&l.Name), store.EmptyNull(&lastDay), &l.Kind,
			store.EmptyNull(&l.Club), &l.EndsYear, &l.Waits, store.EmptyNull(&status), &l.Posted, &l.Players,
		)
		l.Section, l.Event = SectionID(section), auth.EventID(event)
		l.Reopened = l.Posted && section != 0 && status != "final" && status != "rated"
		if err == nil && lastDay != "" {
			l.Day, err = civil.ParseDate(lastDay)
		}
		return l, err
	}, `
		SELECT e.id, e.section_id, ev.id,
		       coalesce(p.name, CASE WHEN s.name IS NULL THEN '' ELSE ev.name || ', ' || s.name END),
		       coalesce(p.day, ev.to_day), e.kind, c.name, e.ends_year, e.waits, ev.status, p.id IS NOT NULL,
		       (SELECT COUNT(*) FROM points_placing g WHERE g.posting_id = p.id)
		FROM points_event e
		LEFT JOIN points_posting p ON p.points_event_id = e.id AND p.replaced_at IS NULL
		LEFT JOIN section s ON s.id = e.section_id
		LEFT JOIN event ev ON ev.id = s.event_id
		LEFT JOIN club c ON c.id = e.club_id
		WHERE e.withdrawn_at IS NULL
		ORDER BY coalesce(p.day, ev.to_day) DESC, e.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the points events: %w", err)
	}
	return all, nil
}

// zero reads a number that may be NULL.
type zero int64

func (z *zero) Scan(src any) error { return store.ZeroNull(z).Scan(src) }
