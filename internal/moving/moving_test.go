package moving_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/moving"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var (
	ctx = context.Background()
	now = civil.MustParseInstant("2026-07-01T00:00:00.000Z")
)

func clock() civil.Instant { return now }

func quiet(string) {}

func add(t *testing.T, db *store.DB, name string) (id int64) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		if err := tx.QueryRow(ctx, `
			INSERT INTO person (family_name, given_names, family_first, name_key, sort_key, created_at)
			VALUES ($1, 'Āwhina', TRUE, 'k', 's', $2)
			RETURNING id`, name, now).Scan(&id); err != nil {
			return err
		}
		return audit.Write(ctx, tx, audit.Entry{
			At: now, By: audit.By{PersonID: id, Name: name}, Action: "register.person", Object: "person", ObjectID: id,
		})
	}); err != nil {
		t.Fatal(err)
	}
	return id
}

func run(t *testing.T, db *store.DB, statement string) {
	t.Helper()
	if err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func refuses(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want one with %q", err, want)
	}
}

// The society moves with its numbers and its log; then only the target is served, until the move is given up.
func TestASocietyMoves(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { moves(t, storetest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) {
		address := storetest.EmptyPostgres(t)
		from, err := store.OpenAs(ctx, address, "nzgs move")
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		served, err := store.Open(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := served.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		_, err = moving.Move(ctx, from, storetest.SQLite(t), clock, quiet)
		refuses(t, err, "another nzgs is using") // and nothing is held: the copy can be started again
		if err := errors.Join(served.Close(), moving.Serves(ctx, from)); err != nil {
			t.Fatal(err)
		}
		moves(t, from)
	})
}

func moves(t *testing.T, from *store.DB) {
	t.Helper()
	to := storetest.SQLite(t)
	add(t, from, "Parata")
	add(t, from, "田中")
	const last = 500 // numbers up to there are kept free
	if err := from.InTx(ctx, func(tx *store.Tx) error { return tx.StartAt(ctx, last+1, "person") }); err != nil {
		t.Fatal(err)
	}
	entries := int64(3)
	r, err := moving.Move(ctx, from, to, clock, func(what string) {
		if strings.HasPrefix(what, "waiting") { // a copy that the move did not see is still at something
			add(t, from, "Late")
			entries++
		}
	})
	if err != nil || r.Rows == 0 || r.Entries != entries || r.Resumed {
		t.Fatalf("%+v, %v", r, err)
	}
	if late := from.Dialect() == store.Postgres; late != (entries == 4) {
		t.Errorf("%d entries", entries)
	}
	if next := add(t, to, "Next"); next <= last+entries-3 {
		t.Errorf("the next person is number %d, after %d", next, last)
	}
	if err := moving.Serves(ctx, to); err != nil {
		t.Errorf("the target: %v", err)
	}
	refuses(t, moving.Serves(ctx, from), "was moved from this database")
	_, err = moving.Move(ctx, from, storetest.SQLite(t), clock, quiet)
	refuses(t, err, "moved away from this database already")
	if err := moving.Release(ctx, from); err != nil {
		t.Error(err)
	}
	if err := moving.Serves(ctx, from); err != nil {
		t.Errorf("after the move was given up: %v", err)
	}
	refuses(t, moving.Release(ctx, to), "nothing to give up")
}

func TestNothingIsMovedOverWhatIsThere(t *testing.T) {
	from, society := storetest.SQLite(t), storetest.SQLite(t)
	foreign, err := store.Open(ctx, filepath.Join(t.TempDir(), "other.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer foreign.Close()
	add(t, from, "Parata")
	add(t, society, "Tūī")
	_, err = moving.Move(ctx, from, society, clock, quiet)
	refuses(t, err, "holds a society")
	run(t, foreign, `CREATE TABLE orders (id INTEGER)`)
	_, err = moving.Move(ctx, from, foreign, clock, quiet)
	refuses(t, err, "tables of another program")
	if err := moving.Serves(ctx, from); err != nil {
		t.Errorf("a move that was refused holds its source: %v", err)
	}
}

// A row that is changed at either end before the move has ended is found, and the target is not served.
func TestARowThatIsNotTheSameIsFound(t *testing.T) {
	from, to := storetest.SQLite(t), storetest.SQLite(t)
	add(t, from, "Parata")
	stop, cut := context.WithCancel(ctx)
	_, err := moving.Move(stop, from, to, clock, func(what string) {
		if strings.HasPrefix(what, "comparing 1 ") {
			cut()
		}
	})
	if err == nil {
		t.Fatal("the move was not cut off")
	}
	refuses(t, moving.Serves(ctx, to), "has not ended")
	refuses(t, moving.Serves(ctx, from), "is being moved")
	run(t, to, `UPDATE person SET given_names = 'Aroha'`)
	_, err = moving.Move(ctx, from, to, clock, quiet)
	refuses(t, err, "person: row 1 is not the same on both sides")
	run(t, to, `UPDATE person SET given_names = 'Āwhina'`)
	if r, err := moving.Move(ctx, from, to, clock, quiet); err != nil || !r.Resumed {
		t.Errorf("%+v, %v", r, err)
	}
}

// moveUntil moves until it says something, and cuts it off there.
func moveUntil(t *testing.T, from, to *store.DB, at string) {
	t.Helper()
	stop, cut := context.WithCancel(ctx)
	defer cut()
	if _, err := moving.Move(stop, from, to, clock, func(what string) {
		if strings.HasPrefix(what, at) {
			cut()
		}
	}); err == nil {
		t.Fatalf("the move was not cut off at %q", at)
	}
}

// Of two targets to which a move was begun, one is served: letters leave once.
func TestAMoveToAnotherTargetLeavesTheFirstBehind(t *testing.T) {
	from, first, second := storetest.SQLite(t), storetest.SQLite(t), storetest.SQLite(t)
	add(t, from, "Parata")
	moveUntil(t, from, first, "comparing 1 ")
	if _, err := moving.Move(ctx, from, second, clock, quiet); err != nil {
		t.Fatal(err)
	}
	if _, err := moving.Move(ctx, from, first, clock, quiet); err == nil {
		t.Error("the society was moved to the first target, too")
	}
	if err := moving.Serves(ctx, second); err != nil {
		t.Error(err)
	}
	refuses(t, moving.Serves(ctx, first), "has not ended")
}

// Moves that go on at the same time: the source goes to one target, and what one has filled the other leaves alone.
func TestMovesAtTheSameTime(t *testing.T) {
	t.Run("to two targets", func(t *testing.T) {
		from, first, second := storetest.SQLite(t), storetest.SQLite(t), storetest.SQLite(t)
		add(t, from, "Parata")
		_, err := moving.Move(ctx, from, first, clock, func(what string) {
			if strings.HasPrefix(what, "comparing 1 ") {
				if _, err := moving.Move(ctx, from, second, clock, quiet); err != nil {
					t.Error(err)
				}
			}
		})
		refuses(t, err, "another nzgs move has begun")
		refuses(t, moving.Serves(ctx, first), "has not ended")
		if err := moving.Serves(ctx, second); err != nil {
			t.Error(err)
		}
	})
	t.Run("to one target", func(t *testing.T) {
		from, to := storetest.SQLite(t), storetest.SQLite(t)
		id := add(t, from, "Parata")
		_, err := moving.Move(ctx, from, to, clock, func(what string) {
			if strings.HasPrefix(what, "copying 1 ") {
				if _, err := moving.Move(ctx, from, to, clock, quiet); err != nil {
					t.Error(err)
				}
			}
		})
		refuses(t, err, "another nzgs move has begun")
		if next := add(t, to, "Next"); next != id+1 {
			t.Errorf("number %d after %d", next, id)
		}
		if n, err := audit.Verify(ctx, to); err != nil || n != 3 {
			t.Errorf("%d entries, %v", n, err)
		}
	})
	t.Run("given up in the meantime", func(t *testing.T) {
		from, to := storetest.SQLite(t), storetest.SQLite(t)
		add(t, from, "Parata")
		_, err := moving.Move(ctx, from, to, clock, func(what string) {
			if strings.HasPrefix(what, "comparing 1 ") {
				if err := moving.Release(ctx, from); err != nil {
					t.Error(err)
				}
			}
		})
		refuses(t, err, "this one was given up")
		refuses(t, moving.Serves(ctx, to), "has not ended")
		if err := moving.Serves(ctx, from); err != nil {
			t.Error(err)
		}
	})
}

// Cut off between the two ends, neither is served, and the same move ends it.
func TestAMoveThatWasCutOffBetweenItsEnds(t *testing.T) {
	from, to := storetest.SQLite(t), storetest.SQLite(t)
	add(t, from, "Parata")
	moveUntil(t, from, to, "comparing 1 ")
	run(t, from, `UPDATE moving SET ended_at = '2026-07-01T00:00:00.000Z'`)
	refuses(t, moving.Serves(ctx, to), "has not ended")
	refuses(t, moving.Serves(ctx, from), "was moved from this database")
	if r, err := moving.Move(ctx, from, to, clock, quiet); err != nil || !r.Resumed {
		t.Errorf("%+v, %v", r, err)
	}
	if err := moving.Serves(ctx, to); err != nil {
		t.Error(err)
	}
}

// What is empty, and texts of every script, arrive as they were.
func TestBytesAndTextsMove(t *testing.T) {
	moved := func(t *testing.T, to *store.DB) {
		from := storetest.SQLite(t)
		const name = "\ufeffa\u0301 \U00020bb7\u202e\r\n\t\u0001'\"\\"
		for _, content := range [][]byte{{}, {0}, []byte("\xff\x00\xfe")} {
			if err := from.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO mail_attachment (name, media_type, content) VALUES ($1, 'a/b', $2)`, name, content)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := moving.Move(ctx, from, to, clock, quiet); err != nil {
			t.Fatal(err)
		}
		n, err := store.One(ctx, to, store.Value[int],
			`SELECT COALESCE(SUM(length(content)), 0) FROM mail_attachment WHERE name = $1 AND content IS NOT NULL`, name)
		if err != nil || n != 4 {
			t.Errorf("%d bytes, %v", n, err)
		}
	}
	t.Run("to SQLite", func(t *testing.T) { moved(t, storetest.SQLite(t)) })
	t.Run("to PostgreSQL", func(t *testing.T) {
		to, err := store.OpenAs(ctx, storetest.EmptyPostgres(t), "nzgs move")
		if err != nil {
			t.Fatal(err)
		}
		defer to.Close()
		moved(t, to)
	})
	t.Run("what PostgreSQL does not take", func(t *testing.T) {
		from := storetest.SQLite(t)
		id := add(t, from, "Parata")
		to, err := store.OpenAs(ctx, storetest.EmptyPostgres(t), "nzgs move")
		if err != nil {
			t.Fatal(err)
		}
		defer to.Close()
		run(t, from, `UPDATE person SET given_names = CAST(X'41ff' AS TEXT)`)
		_, err = moving.Move(ctx, from, to, clock, quiet)
		refuses(t, err, fmt.Sprintf("copy person: row %d: the text of given_names has", id))
	})
}
