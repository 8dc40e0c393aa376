package migrations

import (
	"database/sql"
	"testing"
)

// oldBoards are sections with deadlines on boards of 9 and 19 lines, and one without.
const oldBoards = `
INSERT INTO event (id, slug, name, from_day, to_day, created_at) VALUES
    (1, 'a', 'A', '2026-01-01', '2026-01-01', '2026-01-01T00:00:00.000Z');
INSERT INTO section (id, event_id, seq, slug, name, system, rounds, komi, card_secret) VALUES
    (1, 1, 1, 'one', 'One', 'swiss', 3, 14, 'x'), (2, 1, 2, 'two', 'Two', 'swiss', 3, 14, 'y'), (3, 1, 3, 'three', 'Three', 'swiss', 3, 14, 'z');
INSERT INTO weekly_section (section_id, board_size, remind_days, late, late_days, contact, version) VALUES
    (2, 9, 2, 'director', 3, 'c', 4), (3, 19, 5, 'both_default', 7, 'd', 1);
INSERT INTO weekly_deadline (section_id, round, day) VALUES (2, 1, '2026-01-08');
`

// The board of a section that its deadlines said stays, and so do its deadlines.
func TestTheBoardOfASectionFromBeforeStays(t *testing.T) {
	each(t, func(t *testing.T, db *sql.DB, dialect Dialect) {
		upFrom(t, db, dialect, 129, oldBoards)
		for section, want := range map[int]int{1: 19, 2: 9, 3: 19} {
			var board int
			if err := db.QueryRow(`SELECT board_size FROM section WHERE id = $1`, section).Scan(&board); err != nil || board != want {
				t.Errorf("section %d has %d lines, %v; want %d", section, board, err, want)
			}
		}
		var remind, days int
		var late, day string
		err := db.QueryRow(`SELECT w.remind_days, w.late, w.late_days, d.day FROM weekly_section w
			JOIN weekly_deadline d ON d.section_id = w.section_id`).Scan(&remind, &late, &days, &day)
		if err != nil || remind != 2 || late != "director" || days != 3 || day != "2026-01-08" {
			t.Errorf("the deadlines: %d %s %d %s, %v", remind, late, days, day, err)
		}
		if _, err := db.Exec(`UPDATE section SET board_size = 4 WHERE id = 1`); err == nil {
			t.Error("a board of 4 lines was taken")
		}
	})
}
