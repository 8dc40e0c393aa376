package migrations

import (
	"database/sql"
	"strings"
	"testing"
)

// oldGuests are a guest of two events, someone of the register who is entered, and a guest who is entered nowhere.
const oldGuests = `
INSERT INTO person (id, family_name, given_names, name_key, sort_key, created_at) VALUES
    (1, 'Tui', 'X', 'tui', 'a', '2026-01-01T00:00:00.000Z'), (2, 'Rata', 'X', 'rata', 'b', '2026-01-01T00:00:00.000Z'), (3, 'Kea', 'X', 'kea', 'c', '2026-01-01T00:00:00.000Z');
INSERT INTO event (id, slug, name, from_day, to_day, created_at) VALUES
    (1, 'a', 'A', '2026-01-01', '2026-01-01', '2026-01-01T00:00:00.000Z'), (2, 'b', 'B', '2026-01-01', '2026-01-01', '2026-01-01T00:00:00.000Z');
INSERT INTO section (id, event_id, seq, slug, name, system, rounds, komi, card_secret) VALUES
    (1, 1, 1, 'open', 'Open', 'swiss', 3, 14, 'x'), (2, 2, 1, 'open', 'Open', 'swiss', 3, 14, 'y');
INSERT INTO entry (id, section_id, person_id, number, rating, rating_source, membership, created_at) VALUES
    (1, 2, 1, 1, 0, 'director', 'visitor', '2026-01-01T00:00:00.000Z'), (2, 1, 1, 1, 0, 'director', 'visitor', '2026-01-01T00:00:00.000Z'), (3, 1, 2, 2, 0, 'director', 'visitor', '2026-01-01T00:00:00.000Z');
INSERT INTO audit_entry (seq, at, actor_name, action, object, object_id, detail, prev_hash, hash) VALUES
    (1, '2026-01-01T00:00:00.000Z', 'D', 'register.guest', 'person', 1, '{}', 'HASH', 'HASH'), (2, '2026-01-01T00:00:00.000Z', 'D', 'register.guest', 'person', 3, '{}', 'HASH', 'HASH'),
    (3, '2026-01-01T00:00:00.000Z', 'D', 'register.person', 'person', 2, '{}', 'HASH', 'HASH');
`

// Guests from before are known by the log, each with the event of the first entry.
func TestGuestsFromBeforeAreKnown(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, dialect Dialect) {
		upFrom(t, db, dialect, 117, strings.ReplaceAll(oldGuests, "HASH", strings.Repeat("0", 64)))
		var guests, person, event int64
		err := db.QueryRow(`SELECT COUNT(*), MAX(person_id), MAX(event_id) FROM guest`).Scan(&guests, &person, &event)
		if err != nil || guests != 1 || person != 1 || event != 2 {
			t.Errorf("%d guests, person %d of event %d: %v; want person 1 of event 2", guests, person, event, err)
		}
	})
}
