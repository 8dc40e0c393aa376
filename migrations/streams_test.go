package migrations

import (
	"database/sql"
	"strings"
	"testing"
)

const oldLog = `
INSERT INTO audit_entry (seq, at, actor_name, action, object, object_id, detail, prev_hash, hash) VALUES
    (1, '2026-01-01T00:00:00.000Z', 'D', 'a.b', 'b', 1, '{}', 'HASH', 'HASH'), (2, '2026-01-01T00:00:00.000Z', 'D', 'a.b', 'b', 1, '{}', 'HASH', 'LAST');
UPDATE audit_head SET seq = 2, hash = 'LAST';
`

// The society's stream goes on from the log of before, entries are numbered on, and a program from before writes nothing more.
func TestTheLogOfBeforeIsTheSocietysStream(t *testing.T) {
	for name, rows := range map[string]string{
		"a log": strings.NewReplacer("HASH", strings.Repeat("0", 64), "LAST", strings.Repeat("a", 64)).Replace(oldLog), "none": "SELECT 1",
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			each(t, func(t *testing.T, db *sql.DB, dialect Dialect) {
				upFrom(t, db, dialect, 195, rows)
				want, hash := int64(2), strings.Repeat("a", 64)
				if name == "none" {
					want, hash = 0, strings.Repeat("0", 64)
				}
				var number, seq, streams, next int64
				var last string
				if err := db.QueryRow(`SELECT number, seq, hash FROM audit_stream WHERE stream = 0`).Scan(&number, &seq, &last); err != nil ||
					number != want || seq != want || last != hash {
					t.Errorf("the society's stream: %d, %d, %s, %v", number, seq, last, err)
				}
				if err := db.QueryRow(`SELECT COUNT(*) FROM audit_stream s LEFT JOIN audit_bound b ON b.stream = s.stream
					WHERE s.stream = 0 OR s.number = 0 AND b.number = 0`).Scan(&streams); err != nil || streams != 128 {
					t.Errorf("%d streams, %v", streams, err)
				}
				if err := db.QueryRow(`INSERT INTO audit_number DEFAULT VALUES RETURNING id`).Scan(&next); err != nil || next != want+1 {
					t.Errorf("the next entry is %d, %v", next, err)
				}
				if _, err := db.Exec(`UPDATE audit_head SET seq = seq + 1 WHERE id = 1`); err == nil {
					t.Error("an older program could go on writing")
				}
			})
		})
	}
}
