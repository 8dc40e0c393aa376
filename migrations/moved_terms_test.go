package migrations

import (
	"database/sql"
	"testing"
)

// movedTerms are a member's two years with a club, put with another from a day on: the year that runs goes on by a record of its
// own, the next one did not begin. Someone else's term was shortened by an officer.
const movedTerms = `
INSERT INTO person (id, family_name, given_names, name_key, sort_key, created_at) VALUES
    (1, 'Tui', 'X', 'tui', 'a', '2026-01-01T00:00:00.000Z'), (2, 'Rata', 'X', 'rata', 'b', '2026-01-01T00:00:00.000Z');
INSERT INTO club (id, name, name_key, sort_key, created_at) VALUES (1, 'Capital', 'capital', 'c', '2024-01-01T00:00:00.000Z'), (2, 'Harbour', 'harbour', 'h', '2024-01-01T00:00:00.000Z');
INSERT INTO club_return (id, club_id, year, state, created_at) VALUES (1, 1, 2026, 'draft', '2026-07-01T00:00:00.000Z'), (2, 1, 2027, 'draft', '2026-07-01T00:00:00.000Z');
INSERT INTO club_return_row (id, return_id, number, decision, person_id) VALUES (1, 1, 2, 'same', 1), (2, 2, 2, 'same', 1), (3, 1, 3, 'same', 2);
INSERT INTO membership_term (id, person_id, club_id, year, from_day, to_day, kind, trace, return_row_id, corrects_id, reason, recorded_at) VALUES
    (1, 1, 1, 2026, '2026-07-01', '2027-06-30', 'renewal', '', 1, NULL, '', '2026-07-02T00:00:00.000Z'),
    (2, 1, 1, 2027, '2027-07-01', '2028-06-30', 'renewal', '', 2, NULL, '', '2026-07-02T00:00:00.000Z'),
    (3, 2, 1, 2026, '2026-07-01', '2027-06-30', 'renewal', '', 3, NULL, '', '2026-07-02T00:00:00.000Z'),
    (4, 1, 1, 2026, '2026-07-01', '2026-09-30', 'renewal', '', 1, 1, 'Moved', '2026-10-01T00:00:00.000Z'),
    (5, 1, 2, 2027, '2027-07-01', '2028-06-30', 'renewal', '', 2, 2, 'Moved', '2026-10-01T00:00:00.000Z'),
    (6, 1, 2, 2026, '2026-10-01', '2027-06-30', 'renewal', '', NULL, NULL, 'Moved', '2026-10-01T00:00:00.000Z'),
    (7, 2, 1, 2026, '2026-07-01', '2026-09-30', 'renewal', '', 3, 3, 'Moved', '2026-10-01T00:00:00.000Z');
`

// The part of a year with another club rests on the list of the old one, also of moves from before that was kept.
func TestMovedTermsRestOnTheOldClubsList(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, dialect Dialect) {
		upFrom(t, db, dialect, 171, movedTerms)
		var terms, id, row int64
		err := db.QueryRow(`SELECT COUNT(*), MAX(id), MAX(moved_row_id) FROM membership_term WHERE moved_row_id IS NOT NULL`).Scan(&terms, &id, &row)
		if err != nil || terms != 1 || id != 6 || row != 1 {
			t.Errorf("%d terms, %d on row %d: %v; want term 6 on row 1", terms, id, row, err)
		}
	})
}
