package tournaments

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// timetableOf reads the timetable of a section; the zero value without one.
func timetableOf(ctx context.Context, q store.Queryer, section SectionID) (Timetable, error) {
	t, err := store.One(ctx, q, func(s store.Scanner) (t Timetable, err error) {
		err = s.Scan(&t.Zone, &t.Changed, &t.Version)
		return t, err
	}, `
		SELECT zone, changed_at, version
		FROM timetable
		WHERE section_id = $1`, section)
	if errors.Is(err, store.ErrNoRows) {
		return Timetable{}, nil
	}
	if err != nil {
		return Timetable{}, fmt.Errorf("read the timetable of section %d: %w", section, err)
	}
	t.Slots, err = store.All(ctx, q, func(s store.Scanner) (l Slot, err error) {
		err = s.Scan(&l.Round, &l.Day, &l.Starts, &l.Minutes, &l.Pause, &l.Clocks)
		return l, err
	}, `
		SELECT round, day, starts, minutes, pause, clocks
		FROM timetable_round
		WHERE section_id = $1
		ORDER BY round`, section)
	if err != nil {
		return Timetable{}, fmt.Errorf("read the times of section %d: %w", section, err)
	}
	return t, nil
}

// putTimetable writes a timetable over the one of the version before it; the first has version 0. One that is
// removed keeps its version, so that calendars take the next one for the later.
func putTimetable(
	ctx context.Context, tx *store.Tx, section SectionID, t Timetable, at civil.Instant,
) (changed bool, err error) {
	query := `
		UPDATE timetable
		SET zone = $2, changed_at = $3, version = version + 1
		WHERE section_id = $1 AND version = $4`
	if t.Version == 0 {
		query = `
			INSERT INTO timetable (section_id, zone, changed_at, version)
			SELECT $1, $2, $3, $4 + 1
			WHERE NOT EXISTS (SELECT 1 FROM timetable WHERE section_id = $1)`
	}
	n, err := tx.Exec(ctx, query, section, t.Zone, at, t.Version)
	if err != nil || n == 0 {
		return false, wrapSave("a timetable", err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM timetable_round WHERE section_id = $1`, section); err != nil {
		return false, wrapSave("a timetable", err)
	}
	if len(t.Slots) == 0 {
		return true, nil
	}
	const columns = 7
	args := make([]any, 0, len(t.Slots)*columns)
	for _, s := range t.Slots {
		args = append(args, section, s.Round, s.Day, int64(s.Starts), s.Minutes, s.Pause, s.Clocks)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO timetable_round (section_id, round, day, starts, minutes, pause, clocks)
		VALUES `+store.Values(len(t.Slots), columns), args...)
	return true, wrapSave("a timetable", err)
}

func deleteTimetable(ctx context.Context, tx *store.Tx, section SectionID) error {
	for _, table := range []string{"timetable_round", "timetable"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE section_id = $1`, section); err != nil {
			return fmt.Errorf("remove the timetable of a section: %w", err)
		}
	}
	return nil
}
