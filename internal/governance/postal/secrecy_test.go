package postal

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/backup"
	"nzgs/internal/governance/ballot/ballottest"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

const plantedMotions = 30

// dump is every row of every table as text.
func (w *society) dump() []byte {
	w.t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
	if w.db.Dialect() == store.Postgres {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name`
	}
	tables, err := store.All(ctx, w.db, store.Value[string], query)
	w.must(err)
	var b bytes.Buffer
	for _, table := range tables {
		rows, err := w.db.Query(ctx, `SELECT * FROM `+table)
		w.must(err)
		columns, err := rows.Columns()
		w.must(err)
		for rows.Next() {
			cells, targets := make([]any, len(columns)), make([]any, len(columns))
			for i := range cells {
				targets[i] = &cells[i]
			}
			w.must(rows.Scan(targets...))
			for i, cell := range cells {
				fmt.Fprintf(&b, "%s.%s=", table, columns[i])
				switch v := cell.(type) {
				case []byte:
					b.Write(v)
				default:
					fmt.Fprint(&b, v)
				}
				b.WriteByte('\n')
			}
		}
		w.must(rows.Err())
		w.must(rows.Close())
	}
	return b.Bytes()
}

// eachFile runs the test on both databases; folder is where SQLite's files are,
// "" of PostgreSQL.
func eachFile(t *testing.T, count int, test func(t *testing.T, w *society, folder string)) {
	t.Run("sqlite", func(t *testing.T) {
		folder := t.TempDir()
		db, err := store.Open(ctx, filepath.Join(folder, "society.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		if _, err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		test(t, newSociety(t, db, count), folder)
	})
	t.Run("postgres", func(t *testing.T) { test(t, newSociety(t, storetest.Postgres(t), count), "") })
}

// Nobody with the database, its files, its log of changes, its backups or the
// program's log finds a vote, or which member a serial belongs to.
func TestNothingThatIsStoredTellsAVote(t *testing.T) {
	var logs bytes.Buffer
	old, flags := slog.Default(), log.Flags()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(old); log.SetOutput(os.Stderr); log.SetFlags(flags) })
	eachFile(t, 16, func(t *testing.T, w *society, folder string) {
		planted := draft
		planted.Motions = nil
		for i := range plantedMotions {
			planted.Motions = append(planted.Motions, Motion{
				Text: fmt.Sprintf("That thing %d be done.", i+1), Kind: constitution.Ordinary,
			})
		}
		random := rand.New(rand.NewPCG(1, 2))
		var marks []string
		for range 12 {
			paper := make([]byte, plantedMotions)
			for i := range paper {
				paper[i] = "yna"[random.IntN(3)]
			}
			marks = append(marks, string(paper))
		}
		look := func(where string) {
			t.Helper()
			s := ballottest.Secrets{Marks: marks}
			for _, serial := range w.serials {
				s.Serials = append(s.Serials, serial)
			}
			s.Serials = append(s.Serials, w.spare...)
			all := s.Search()
			content := map[string][]byte{"tables": w.dump(), "log": logs.Bytes()}
			copied := filepath.Join(t.TempDir(), "backup.db")
			if _, err := (backup.Seal{}).Write(ctx, w.db, copied); err != nil {
				t.Fatal(err)
			}
			content["backup"], _ = os.ReadFile(copied)
			if folder != "" {
				files, err := os.ReadDir(folder)
				w.must(err)
				for _, f := range files {
					content[f.Name()], _ = os.ReadFile(filepath.Join(folder, f.Name()))
				}
				if where == "closed" && len(content["society.db-wal"]) == 0 {
					t.Error("there is no write-ahead log to look at")
				}
			}
			if len(content["backup"]) == 0 || !bytes.Contains(content["tables"], []byte("Testcase003")) {
				t.Error("there is nothing to look at")
			}
			for name, bytes := range content {
				if found, bad := all.In(bytes); bad {
					t.Errorf("%s: %s tells %q", where, name, found)
				}
			}
		}
		w.reach(StatePapers, planted)
		look("papers made")
		w.advance(StateClosed, marks...)
		look("closed")
		for _, name := range []string{"ana", "ben"} {
			for _, e := range w.entries(marks...) {
				w.must(w.Enter(ctx, w.actors[name], w.vote, []Entry{e}))
			}
			look("entered by " + name)
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		w.clumsy(marks, &logs)
		look("after mistakes")
		for _, name := range []string{"ana", "ben"} {
			_, err := w.Compare(ctx, w.actors[name], w.vote, w.key(name))
			w.must(err)
			_, err = w.Approve(ctx, w.actors[name], w.vote, w.key(name))
			w.must(err)
		}
		w.must(w.Report(ctx, w.actors["ana"], w.vote, w.version(), ""))
		w.must(w.Declare(ctx, w.actors["secretary"], w.vote, w.version()))
		look("declared")
		w.on("2026-10-21")
		w.must(w.Destroy(ctx, w.actors["ana"], w.vote, w.version(), Destruction{"Deleted", "Shredded"}))
		look("destroyed")
	})
}

// clumsy makes the mistakes that people make, with papers in hand, and prints
// what comes of them and what was handed in as a careless programmer would.
func (w *society) clumsy(marks []string, logs *bytes.Buffer) {
	ana := w.actors["ana"]
	papers := w.entries(marks...)
	badKey := Key{Identity: w.key("ana").Identity, Passphrase: "not the passphrase"}
	broken := slices.Clone(papers)
	broken[0].Serial = strings.Replace(broken[0].Serial, "-", "0", 1) + "Z"
	twice := append(slices.Clone(papers), papers[0])
	_, wrongKey := w.Compare(ctx, ana, w.vote, w.key("ben"))
	_, wrongPass := w.Compare(ctx, ana, w.vote, badKey)
	for _, err := range []error{
		w.Enter(ctx, ana, w.vote, papers), w.Enter(ctx, w.actors["secretary"], w.vote, papers),
		w.Correct(ctx, ana, w.vote, badKey, papers),
		w.Correct(ctx, ana, w.vote, w.key("ana"), broken),
		w.Correct(ctx, ana, w.vote, w.key("ana"), twice),
		w.Correct(ctx, ana, w.vote, Key{Identity: []byte("x"), Passphrase: "y"}, papers),
		wrongKey, wrongPass,
	} {
		if err == nil {
			w.t.Error("a mistake was taken")
		}
		slog.Error("refused", "error", err)
	}
	slog.Info(
		"papers", "all", papers, "one", papers[0], "text",
		fmt.Sprintf("%v %+v %#v %s %q", papers, papers, papers, papers[0], papers),
	)
	slog.Info(
		"key", "key", w.key("ana"), "text", fmt.Sprintf("%v %+v %#v", w.key("ana"), w.key("ana"), []Key{w.key("ana")}),
	)
	if bytes.Contains(logs.Bytes(), []byte(passphrase)) || bytes.Contains(logs.Bytes(), []byte("not the passphrase")) {
		w.t.Error("the log has a passphrase")
	}
}

// The search finds what it is to find: otherwise its silence says nothing.
func TestTheSearchForSecretsFindsThem(t *testing.T) {
	marks := "ynayynnaaynynaynyanyynanyanyna"
	s := ballottest.Secrets{Serials: []string{"7K3M-9QTR-5XHD"}, Marks: []string{marks}}.Search()
	var words []string
	for _, m := range marks {
		words = append(words, string(letters[m]))
	}
	for name, content := range map[string]string{
		"a serial":              "x7K3M-9QTR-5XHDx",
		"without groups":        "NZGS:7K3M9QTR5XHD",
		"small":                 "7k3m9qtr5xhd",
		"hexadecimal":           hex.EncodeToString([]byte("7K3M9QTR5XHD")),
		"base 64":               base64.StdEncoding.EncodeToString([]byte(`{"serial":"7K3M-9QTR-5XHD","more":1}`)),
		"base 64, shifted":      base64.StdEncoding.EncodeToString([]byte(`{"serials":"7K3M-9QTR-5XHD","more":1}`)),
		"letters":               "row " + marks,
		"JSON":                  `{"marks":["` + strings.Join(words, `","`) + `"]}`,
		"a list":                strings.Join(words, ", "),
		"base 64 of the marks":  base64.StdEncoding.EncodeToString([]byte("votes:" + marks)),
		"hexadecimal of a list": hex.EncodeToString([]byte(strings.Join(words, ","))),
	} {
		if _, found := s.In([]byte(content)); !found {
			t.Errorf("%s: not found in %q", name, content)
		}
	}
	if found, bad := s.In([]byte("a member voted yes, no and abstain on nothing: 7K3M")); bad {
		t.Errorf("found %q where nothing is", found)
	}
}

// What is stored of an entry has nowhere to put a member, a serial or a time,
// and one size.
func TestAnEntrysRowSaysNothing(t *testing.T) {
	eachFile(t, 16, func(t *testing.T, w *society, _ string) {
		marks := []string{"yy", "nn", "--", "!!", "aa", "yn", "ny", "y-", "-!", "an"}
		w.reach(StateClosed, draft, marks...)
		w.must(w.Enter(ctx, w.actors["ana"], w.vote, w.entries(marks...)))
		w.must(w.Enter(ctx, w.actors["ben"], w.vote, w.entries(marks...)))
		rows, err := w.db.Query(ctx, `SELECT * FROM postal_entry`)
		w.must(err)
		columns, err := rows.Columns()
		w.must(err)
		w.must(rows.Close())
		if got := strings.Join(columns, " "); got != "id vote_id teller sealed" {
			t.Errorf("columns %s", got)
		}
		sizes, err := store.All(ctx, w.db, store.Value[int], `SELECT DISTINCT length(sealed) FROM postal_entry`)
		if err != nil || len(sizes) != 1 {
			t.Errorf("sizes %v, %v", sizes, err)
		}
		distinct, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(DISTINCT sealed) FROM postal_entry`)
		if err != nil || distinct != 2*len(marks) {
			t.Errorf("%d different ciphertexts of %d, %v: the same paper must never look the same", distinct, 2*len(marks), err)
		}
		if w.db.Dialect() == store.SQLite {
			if _, err := w.db.Query(ctx, `SELECT rowid FROM postal_entry`); err == nil {
				t.Error("rows are numbered in the order of their coming")
			}
		}
	})
}

// The audit log outlives the register and is read by others than the tellers:
// it does not say who voted, nor which serial is whose.
func TestTheAuditLogDoesNotSayWhoVoted(t *testing.T) {
	each(t, 16, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 10), " ")[:10]
		w.reach(StateDeclared, draft, marks...)
		log, err := store.All(ctx, w.db, store.Value[string], `
			SELECT detail
			FROM audit_entry
			WHERE action IN ('envelope.postal_vote', 'rule.postal_vote', 'enter.postal_vote', 'papers.postal_vote')`)
		if err != nil || len(log) < len(marks) {
			t.Fatalf("%d entries, %v", len(log), err)
		}
		for _, voter := range w.people[6:10] {
			for _, detail := range log {
				for _, name := range []string{"person", "member", "voter", "name"} {
					if strings.Contains(detail, fmt.Sprintf("%q:%d", name, voter)) || strings.Contains(detail, "Testcase") {
						t.Errorf("voter %d in %s", voter, detail)
					}
				}
			}
		}
	})
}
