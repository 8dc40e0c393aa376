package e2e

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "modernc.org/sqlite"
)

// lastProved has all sessions of a society last proved on an earlier day: no one waits
// ten minutes for a test.
func lastProved(t *testing.T, s *server, instant string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.Data, databaseName)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `UPDATE session SET proved_at = ?`, instant); err != nil {
		t.Fatal(err)
	}
}
