package erasing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

var ctx = context.Background()

type column struct{ table, name, kind string }

// schema reads every column of every table.
func schema(t *testing.T, db *store.DB) (tables []string, of map[string][]column) {
	t.Helper()
	query := `SELECT m.name, p.name, p.type FROM sqlite_master m, pragma_table_info(m.name) p
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, p.cid`
	if db.Dialect() == store.Postgres {
		query = `SELECT c.table_name, c.column_name, c.data_type FROM information_schema.columns c
			JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
			WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`
	}
	all, err := store.All(ctx, db, func(s store.Scanner) (c column, err error) {
		err = s.Scan(&c.table, &c.name, &c.kind)
		c.kind = strings.ToLower(c.kind)
		return c, err
	}, query)
	if err != nil {
		t.Fatal(err)
	}
	of = map[string][]column{}
	for _, c := range all {
		if c.table == "goose_db_version" {
			continue
		}
		if of[c.table] == nil {
			tables = append(tables, c.table)
		}
		of[c.table] = append(of[c.table], c)
	}
	return tables, of
}

func (c column) text() bool { return c.kind == "text" || c.kind == "blob" || c.kind == "bytea" }
func (c column) blob() bool { return c.kind == "blob" || c.kind == "bytea" }

// classes says of each column whether it is cleared, and why it is not.
func classes() (cleared, wholly map[string]bool, kept map[string]string) {
	cleared, wholly, kept = map[string]bool{}, map[string]bool{}, map[string]string{}
	for _, c := range clearings {
		if len(c.set) == 0 {
			wholly[c.table] = true
		}
		for _, set := range c.set {
			name, _, _ := strings.Cut(set, " = ")
			cleared[c.table+"."+name] = true
		}
	}
	for _, r := range append([]reason{{"the program’s own words", ofProgram}}, stays...) {
		for _, line := range strings.Split(strings.TrimSpace(r.columns), "\n") {
			words := strings.Fields(line)
			for _, name := range words[1:] {
				kept[words[0]+"."+name] = r.says
			}
		}
	}
	return cleared, wholly, kept
}

// Every column with text is cleared, or listed with the reason why it is not: a new one cannot be forgotten.
func TestEveryColumnWithTextIsKnown(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		tables, of := schema(t, db)
		cleared, wholly, kept := classes()
		var are []string
		for _, table := range tables {
			for _, c := range of[table] {
				if !c.text() {
					continue
				}
				at := table + "." + c.name
				are = append(are, at)
				if n := b2i(cleared[at] || wholly[table]) + b2i(kept[at] != ""); n != 1 {
					t.Errorf("%s holds text: clear it in clear.go, or say in stays.go or stays_program.go why it stays (%d of the two)", at, n)
				}
			}
		}
		for at := range kept {
			if !slices.Contains(are, at) {
				t.Errorf("%s is in stays.go and holds no text", at)
			}
		}
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// special are values by which clearings find their rows.
var special = map[string]string{"takeover_made.made_in": "person", "play_act.kind": "note", "mail_letter.state": "waiting"}

// rare is a text that stands nowhere else, of the form of an address.
func rare(id int, c column) string { return fmt.Sprintf("zq%d-%s-%s@.", id, c.table, c.name) }

// own are columns that are cleared only where they hold the person's address, or the person's name: such a one stands there.
func own(id int, at string) string {
	switch at {
	case "club.email", "weekly_section.contact", "club_visit.email_key", "newsletter_reader.email_key":
		return rare(id, column{table: "person", name: "email_key"})
	case "account_opening.asked_by", "departure.recorded_by", "departure.undone_by", "points_wish.recorded_by",
		"grade_hidden.recorded_by", "entry.here_by", "game.result_by", "game_record.attached_by", "game_record.standing_by":
		return rare(id, column{table: "person", name: "given_names"}) + " " + rare(id, column{table: "person", name: "family_name"})
	}
	return ""
}

// value is what fill writes into a column of text.
func value(id int, c column) string {
	if text := own(id, c.table+"."+c.name); text != "" {
		return text
	}
	return rare(id, c)
}

// fill writes a row into every table in which every number is id and every text a rare one: id's by whatever it is found.
func fill(t *testing.T, tx *store.Tx, tables []string, of map[string][]column, id int) {
	for _, table := range tables {
		var names, places []string
		var args []any
		for _, c := range of[table] {
			names, places = append(names, c.name), append(places, fmt.Sprintf("$%d", len(args)+1))
			switch {
			case special[table+"."+c.name] != "":
				args = append(args, special[table+"."+c.name])
			case c.blob():
				args = append(args, []byte(rare(id, c)))
			case c.text():
				args = append(args, value(id, c))
			case c.kind == "boolean":
				args = append(args, false)
			default:
				args = append(args, id)
			}
		}
		if _, err := tx.Exec(ctx, `INSERT INTO `+table+` (`+strings.Join(names, ", ")+`) VALUES (`+strings.Join(places, ", ")+`)`, args...); err != nil {
			t.Fatalf("fill %s: %v", table, err)
		}
	}
}

// unbind lets rows be written within tx that no rule of the database allows; what it does ends with tx.
func unbind(t *testing.T, db *store.DB, tx *store.Tx, tables []string) {
	t.Helper()
	exec := func(statement string) {
		if _, err := tx.Exec(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if db.Dialect() == store.SQLite {
		exec(`PRAGMA defer_foreign_keys = ON`)
		exec(`PRAGMA ignore_check_constraints = ON`)
		triggers, err := store.All(ctx, tx, store.Value[string], `SELECT name FROM sqlite_master WHERE type = 'trigger'`)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range triggers {
			exec(`DROP TRIGGER ` + name)
		}
	} else {
		exec(`SET LOCAL session_replication_role = replica`)
		type check struct{ table, name string }
		checks, err := store.All(ctx, tx, func(s store.Scanner) (c check, err error) {
			err = s.Scan(&c.table, &c.name)
			return c, err
		}, `SELECT t.relname, c.conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
			WHERE c.contype = 'c' AND t.relnamespace = current_schema()::regnamespace`)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checks {
			exec(`ALTER TABLE ` + c.table + ` DROP CONSTRAINT "` + c.name + `"`)
		}
	}
	for _, table := range tables {
		exec(`DELETE FROM ` + table)
	}
}

// Nothing of the rare texts of a person is left in a column that is cleared; what stays is there, and so is all of another
// person's.
func TestNothingOfAPersonIsLeft(t *testing.T) {
	storetest.Both(t, func(t *testing.T, db *store.DB) {
		tables, of := schema(t, db)
		cleared, wholly, _ := classes()
		end := errors.New("nothing is kept")
		err := db.InTx(ctx, func(tx *store.Tx) error {
			unbind(t, db, tx, tables)
			fill(t, tx, tables, of, 1)
			fill(t, tx, tables, of, 2)
			for _, names := range []bool{false, true} {
				if _, err := clearAll(ctx, tx, auth.PersonID(1), names); err != nil {
					t.Fatal(err)
				}
			}
			for _, table := range tables {
				for _, c := range of[table] {
					at := table + "." + c.name
					if !c.text() || special[at] != "" {
						continue
					}
					for id := 1; id <= 2; id++ {
						var written any = value(id, c)
						if c.blob() {
							written = []byte(rare(id, c))
						}
						n, err := store.One(ctx, tx, store.Value[int], `SELECT count(*) FROM `+table+` WHERE `+c.name+` = $1`, written)
						if err != nil {
							t.Fatal(err)
						}
						if want := b2i(id == 2 || !cleared[at] && !wholly[table]); n != want {
							t.Errorf("of person %d, %s stands in %d rows, want %d", id, at, n, want)
						}
					}
				}
			}
			return end
		})
		if !errors.Is(err, end) {
			t.Fatal(err)
		}
	})
}
