package audit_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

func TestAMarkIsTypedFromPaper(t *testing.T) {
	want := audit.Mark{Seq: 4711, Hash: "3f2a91c077de0b4ca1e9"}
	for _, typed := range []string{
		"4711:3f2a-91c0-77de-0b4c-a1e9", " 4711:3F2A91C077DE0B4CA1E9\n", "4711: 3f2a 91c0 77de 0b4c a1e9",
		"4711:3f2a-9lcO-77de-Ob4c-aIe9",
	} {
		if got, err := audit.ParseMark(typed); got != want || err != nil {
			t.Errorf("ParseMark(%q) = %v, %v", typed, got, err)
		}
	}
	if want.String() != "4711:3f2a-91c0-77de-0b4c-a1e9" {
		t.Errorf("printed %s", want)
	}
	for typed, says := range map[string]string{
		"":                                "is not the head",
		"3f2a-91c0-77de-0b4c-a1e9":        "is not the head",
		"0:3f2a-91c0-77de-0b4c-a1e9":      "is not the head",
		"-1:3f2a-91c0-77de-0b4c-a1e9":     "is not the head",
		"4711:3f2a-91c0-77de-0b4c-a1ex":   "is not the head",
		"4711:3f2a-91c0":                  "has 8 digits after the colon",
		"4711:" + strings.Repeat("a", 65): "is not the head",
	} {
		if _, err := audit.ParseMark(typed); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("ParseMark(%q): %v, want %q", typed, err, says)
		}
	}
}

func TestMarksAreFoundInASavedLetter(t *testing.T) {
	letter := `On 1 November 2026 at 14:30:
  4711:3f2a-91c0-77de-0b4c-a1e9.
and before (4600:0000-91c0-77de-0b4c-a1e9), see https://go.example.nz:8080/admin
4711:3f2a-91c0-77de-0b4c-a1e9`
	got, err := audit.FindMarks(letter)
	if fmt.Sprint(got) != "[4711:3f2a-91c0-77de-0b4c-a1e9 4600:0000-91c0-77de-0b4c-a1e9]" || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := audit.FindMarks("4711:3f2a-91c0-77de-0b4c-a1eX"); err == nil {
		t.Error("a mistyped head was passed over")
	}
}

// The attacks of whoever can write the database: the chain is whole after each of
// them, and only what was kept outside of it shows them.
var attacks = []struct {
	name    string
	attack  func(tx *store.Tx) error
	says    []string // of a comparison with heads of entries 2 and 5
	backup  []string // of one with a copy of before
	rebuilt int64    // entries that Verify counts afterwards
}{
	{
		"the end is cut off", func(tx *store.Tx) error {
			return cutAfter(tx, 3)
		},
		[]string{"1 of 2 heads", "expected: 5:", "no entry 5; the log ends at entry 3", "Entries 4 to 5 are gone",
			"Up to entry 2 the log agrees", "What to do:"},
		[]string{"ends at entry 3", "entries 4 to 5 were cut off", "What to do:"}, 3,
	},
	{
		"an entry is rewritten and the rest chained again", func(tx *store.Tx) error { return forge(tx, 4) },
		[]string{"1 of 2 heads", "expected: 5:", "there:    5:", "An entry among 3 to 5 was changed",
			"Up to entry 2 the log agrees", "What to do:"},
		[]string{"part at entry 4; up to entry 3 they agree", "in the backup: 4:", "do.4 by program",
			"in the log:    4:", "forged.4", "What to do:"}, 5,
	},
	{
		"the log is rewritten from the beginning", func(tx *store.Tx) error { return forge(tx, 1) },
		[]string{"2 of 2 heads", "An entry among 1 to 2 was changed", "No earlier head was given that agrees"},
		[]string{"part at entry 1; up to entry 0 they agree"}, 5,
	},
	{
		"the log is deleted", func(tx *store.Tx) error { return emptied(tx) },
		[]string{"2 of 2 heads", "no entry 2; the log ends at entry 0", "Entries 1 to 2 are gone"},
		[]string{"ends at entry 0", "entries 1 to 5 were cut off"}, 0,
	},
}

func all(tx *store.Tx, statements ...string) error {
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func emptied(tx *store.Tx) error {
	if err := all(tx, `DELETE FROM audit_entry`, `UPDATE audit_bound SET number = 0`,
		`UPDATE audit_stream SET number = 0, seq = 0, hash = '`+strings.Repeat("0", 64)+`'`); err != nil {
		return err
	}
	return tx.StartAt(ctx, 1, "audit_number")
}

// cutAfter cuts the log after an entry, and leaves no trace of it in the database, of a log that is the society's alone.
func cutAfter(tx *store.Tx, seq int64) error {
	if err := all(tx, fmt.Sprintf(`DELETE FROM audit_entry WHERE seq > %d`, seq),
		fmt.Sprintf(`UPDATE audit_stream SET number = %[1]d, seq = %[1]d, hash = (SELECT hash FROM audit_entry WHERE seq = %[1]d)
			WHERE stream = 0`, seq)); err != nil {
		return err
	}
	return tx.StartAt(ctx, seq+1, "audit_number")
}

// forge writes the log again from an entry on, as the program itself would.
func forge(tx *store.Tx, from int64) error {
	if from == 1 {
		if err := emptied(tx); err != nil {
			return err
		}
	} else if err := cutAfter(tx, from-1); err != nil {
		return err
	}
	for seq := from; seq <= 5; seq++ {
		e := audit.Entry{At: now, By: audit.By{Name: "program"}, Action: fmt.Sprintf("forged.%d", seq), Object: "thing"}
		if err := audit.Write(ctx, tx, e); err != nil {
			return err
		}
	}
	return nil
}

func TestAttacksOnTheLogAreSeen(t *testing.T) {
	for _, tt := range attacks {
		t.Run(tt.name, func(t *testing.T) {
			storetest.Both(t, func(t *testing.T, db *store.DB) {
				var marks []audit.Mark
				for i := 1; i <= 5; i++ {
					if err := write(ctx, db, fmt.Sprintf("do.%d", i)); err != nil {
						t.Fatal(err)
					}
					seq, hash, err := audit.Head(ctx, db)
					if err != nil {
						t.Fatal(err)
					}
					if i == 2 || i == 5 {
						marks = append(marks, audit.MarkOf(seq, hash))
					}
				}
				older := copyOf(t, db)
				if err := audit.Compare(ctx, db, marks); err != nil {
					t.Fatalf("before the attack: %v", err)
				}
				if n, err := audit.Prefix(ctx, db, older); n != 5 || err != nil {
					t.Fatalf("before the attack: %d, %v", n, err)
				}
				if err := db.InTx(ctx, tt.attack); err != nil {
					t.Fatal(err)
				}
				if n, err := audit.Verify(ctx, db); n != tt.rebuilt || err != nil {
					t.Fatalf("Verify = %d, %v: the attack is to leave a whole chain", n, err)
				}
				wants(t, audit.Compare(ctx, db, marks), tt.says)
				_, err := audit.Prefix(ctx, db, older)
				wants(t, err, tt.backup)
			})
		})
	}
}

func wants(t *testing.T, err error, parts []string) {
	t.Helper()
	if err == nil {
		t.Error("the attack was not seen")
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("lacks %q:\n%v", part, err)
		}
	}
}

// copyOf is a backup of the database.
func copyOf(t *testing.T, db *store.DB) *store.DB {
	t.Helper()
	file := filepath.Join(t.TempDir(), "backup.db")
	if err := db.Snapshot(ctx, file); err != nil {
		t.Fatal(err)
	}
	older, err := store.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { older.Close() })
	return older
}

func TestAMistypedHeadIsNoAttack(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		var marks []audit.Mark
		for i := range 3 {
			if err := write(ctx, db, fmt.Sprint(i)); err != nil {
				t.Fatal(err)
			}
			seq, hash, err := audit.Head(ctx, db)
			if err != nil {
				t.Fatal(err)
			}
			marks = append(marks, audit.MarkOf(seq, hash))
		}
		slip := marks[1]
		digit := "0"
		if slip.Hash[7] == '0' {
			digit = "1"
		}
		slip.Hash = slip.Hash[:7] + digit + slip.Hash[8:]
		wants(t, audit.Compare(ctx, db, []audit.Mark{marks[0], slip}), []string{"a slip of typing"})
		wants(t, audit.Compare(ctx, db, []audit.Mark{slip, marks[2]}), []string{
			"the later head of entry 3, so no entry up to that one was changed", "was mistyped, or is that of another log",
		})
	})
}

func TestAShorterLogIsNoPrefix(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if err := write(ctx, db, "first"); err != nil {
			t.Fatal(err)
		}
		older := copyOf(t, db)
		if err := write(ctx, db, "second"); err != nil {
			t.Fatal(err)
		}
		if n, err := audit.Prefix(ctx, db, older); n != 1 || err != nil {
			t.Errorf("a backup of before: %d, %v", n, err)
		}
	})
}

func TestHeadsThatWentOut(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		if err := write(ctx, db, `a "log_head": in a text`); err != nil {
			t.Fatal(err)
		}
		seq, hash, err := audit.Head(ctx, db)
		if err != nil {
			t.Fatal(err)
		}
		head := audit.MarkOf(seq, hash)
		if err := db.InTx(ctx, func(tx *store.Tx) error {
			return audit.Write(ctx, tx, audit.Entry{
				At: now, By: audit.By{Name: "program"}, Action: "mail.head", Object: "letter",
				After: audit.WithHead(map[string]any{"to": 2}, head),
			})
		}); err != nil {
			t.Fatal(err)
		}
		got, err := audit.GivenOut(ctx, db, func(r audit.Record) string { return r.Action })
		if len(got) != 1 || got[0] != (audit.Given{Mark: head, At: now, With: "mail.head"}) || err != nil {
			t.Errorf("%+v, %v", got, err)
		}
	})
}
