package migrations

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
)

// oldResults is the field of a section before both could win, without its games.
const oldResults = `
INSERT INTO person (id, family_name, given_names, name_key, sort_key, created_at) VALUES
    (1, 'Tui', 'X', 'tui', 'a', '2026-01-01T00:00:00.000Z'), (2, 'Rata', 'X', 'rata', 'b', '2026-01-01T00:00:00.000Z');
INSERT INTO event (id, slug, name, from_day, to_day, created_at) VALUES (1, 'a', 'A', '2026-01-01', '2026-01-01', '2026-01-01T00:00:00.000Z');
INSERT INTO section (id, event_id, seq, slug, name, system, rounds, komi, card_secret) VALUES (1, 1, 1, 'open', 'Open', 'swiss', 9, 14, 'x');
INSERT INTO entry (id, section_id, person_id, number, rating, rating_source, membership, created_at) VALUES
    (1, 1, 1, 1, 0, 'director', 'visitor', '2026-01-01T00:00:00.000Z'), (2, 1, 2, 2, 0, 'director', 'visitor', '2026-01-01T00:00:00.000Z');
`

const insertGame = `INSERT INTO game (id, round_id, table_no, black_id, white_id, komi, result, result_at) VALUES (%d, %[1]d, 1, 1, 2, 14, '%s', %s)`

// Results from before stay as they are, those of other programs can be kept from now on, and nothing else can. The table
// keeps its other checks, its indexes and what refers to it.
func TestResultsFromBeforeStay(t *testing.T) {
	before := []string{"", "W", "B", "J", "W_default", "B_default", "both_lose", "both_default"}
	after := []string{"both_win", "both_win_default", "J_default"}
	at := func(result string) string {
		if result == "" {
			return "NULL"
		}
		return "'2026-01-01T00:00:00.000Z'"
	}
	rows := oldResults
	for i := range len(before) + len(after) + 1 {
		rows += fmt.Sprintf("INSERT INTO round (id, section_id, number, state, drawn_at) VALUES (%d, 1, %[1]d, 'draft', '2026-01-01T00:00:00.000Z');\n", i+1)
	}
	for i, result := range before {
		rows += fmt.Sprintf(insertGame, i+1, result, at(result)) + ";\n"
	}
	each(t, func(t *testing.T, db *sql.DB, dialect Dialect) {
		upFrom(t, db, dialect, 109, strings.TrimSuffix(strings.TrimSpace(rows), ";"))
		for i, want := range before {
			var got string
			if err := db.QueryRow(fmt.Sprintf(`SELECT result FROM game WHERE id = %d`, i+1)).Scan(&got); err != nil || got != want {
				t.Errorf("%q has become %q: %v", want, got, err)
			}
		}
		n := len(before)
		for _, result := range after {
			n++
			if _, err := db.Exec(fmt.Sprintf(insertGame, n, result, at(result))); err != nil {
				t.Errorf("%q cannot be kept: %v", result, err)
			}
		}
		for what, bad := range map[string]string{
			"another result":      fmt.Sprintf(insertGame, n+1, "both_draw", at("x")),
			"a result at no time": fmt.Sprintf(insertGame, n+1, "both_win", "NULL"),
			"a round twice":       strings.Replace(fmt.Sprintf(insertGame, n+1, "W", at("W")), fmt.Sprintf("(%d, %[1]d,", n+1), fmt.Sprintf("(%d, 1,", n+1), 1),
			"no such round":       strings.Replace(fmt.Sprintf(insertGame, n+1, "W", at("W")), fmt.Sprintf("(%d, %[1]d,", n+1), fmt.Sprintf("(%d, 999,", n+1), 1),
		} {
			if _, err := db.Exec(bad); err == nil {
				t.Errorf("%s is kept: %s", what, bad)
			}
		}
		if dialect == SQLite {
			var sound string
			if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
				t.Errorf("the database is not sound: %s %v", sound, err)
			}
		}
	})
}
