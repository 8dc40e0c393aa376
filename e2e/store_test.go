package e2e

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the database of a server that has been stopped
)

// weeksPass moves the days of all postal votes back while the server is
// stopped, so that a vote whose papers went out today did so some weeks ago. Its
// rules are those of the calendar: nothing else can make three weeks go by.
func weeksPass(t *testing.T, data string, days int, closing time.Time) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(data, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	back := fmt.Sprintf("-%d days", days)
	done, err := db.ExecContext(t.Context(), `
		UPDATE postal_vote
		SET egm = date(egm, $1), closing = date(closing, $1), roll_day = date(roll_day, $1), despatched = date(despatched, $1),
		    package = replace(package, closing, date(closing, $1))
		WHERE closing = $2`, back, iso(closing))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); err != nil || n != 1 {
		t.Fatalf("%d votes moved, %v", n, err)
	}
}
