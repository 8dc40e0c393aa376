package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/mail/mailtest"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// askDoctor runs nzgs doctor.
func askDoctor(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := root()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(append([]string{"doctor"}, args...))
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

func made(t *testing.T) string {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err == nil {
		err = soc.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestDoctorFindsNothingWrong(t *testing.T) {
	defer keepUmask()()
	data := made(t)
	run := func(args ...string) {
		t.Helper()
		cmd := root()
		cmd.SetOut(&bytes.Buffer{})
		cmd.SetArgs(append(args, "--data", data))
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := askDoctor(t, "--data", data); err == nil || !strings.Contains(out, "no backup of this database is known") ||
		!strings.Contains(out, "nzgs backup --data "+data) {
		t.Errorf("without a backup: %v\n%s", err, out)
	}
	run("backup", "--into", t.TempDir(), "--keep", "2")
	server := mailtest.Start(t)
	out, err := askDoctor(t, "--data", data, "--smtp-host", "127.0.0.1", "--smtp-port", strconv.Itoa(server.Port), "--smtp-encryption",
		"none", "--mail-from", "a@example.nz")
	if err != nil || strings.Contains(out, "PROBLEM") || !strings.Contains(out, "None of this shows a problem.") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, about := range []string{
		"settings", "permissions", "disk", "pages", "writing", "migrations", "log", "clock", "backups", "outbox", "mail", "name",
	} {
		if !strings.Contains(out, "ok       "+about) {
			t.Errorf("nothing is said of %s:\n%s", about, out)
		}
	}
	if got := server.Letters(); len(got) > 0 {
		t.Errorf("it sent %v", got)
	}
}

func TestDoctorNamesWhatIsWrongAndTheCommand(t *testing.T) {
	defer keepUmask()()
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, data string) []string // further flags
		want  []string
	}{
		{"no society", func(t *testing.T, data string) []string { return []string{"--data", data + "-other"} }, []string{
			"there is no society in", "→ nzgs serve --data",
		}},
		{"a setting that is wrong", func(*testing.T, string) []string { return []string{"--addr", "here"} }, []string{
			"PROBLEM  settings", "addr",
		}},
		{"others can read it", func(t *testing.T, data string) []string {
			return mustNot(t, os.Chmod(filepath.Join(data, "nzgs.db"), 0o644))
		}, []string{"PROBLEM  permissions", "→ chmod 600"}},
		{"damaged pages", func(t *testing.T, data string) []string {
			return mustNot(t, scribble(filepath.Join(data, "nzgs.db")))
		}, []string{"PROBLEM", "→ nzgs restore --data"}},
		{"not a database", func(t *testing.T, data string) []string {
			return mustNot(t, os.WriteFile(filepath.Join(data, "nzgs.db"), []byte("scribbled over"), 0o600))
		}, []string{"PROBLEM  database", "→ nzgs restore --data"}},
		{"a backup that failed", func(t *testing.T, data string) []string {
			return changed(t, data, `INSERT INTO backup_made (id, made_at, worked, size)
				VALUES (1, $1, TRUE, 5), (2, $1, FALSE, 5)`, civil.SystemClock())
		}, []string{"PROBLEM  backups", "failed, was broken off or is under way", "→ sudo journalctl"}},
		{"a backup that is old", func(t *testing.T, data string) []string {
			return changed(t, data, `INSERT INTO backup_made (id, made_at, worked, size) VALUES (1, $1, TRUE, 5)`,
				civil.At(time.Now().Add(-37*time.Hour)))
		}, []string{"PROBLEM  backups", "the last one is of", "→ nzgs config --data"}},
		{"a migration that is missing", func(t *testing.T, data string) []string {
			return changed(t, data, `UPDATE goose_db_version SET is_applied = FALSE
				WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`)
		}, []string{"PROBLEM  migrations", "→ sudo systemctl restart nzgs"}},
		{"a log that was changed", func(t *testing.T, data string) []string {
			soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
			if err != nil {
				t.Fatal(err)
			}
			in := members.RegisterInput{PersonInput: members.PersonInput{FamilyName: "Rimu", GivenNames: "Kiri"}}
			_, err = soc.members.Register(t.Context(), console, in)
			mustNot(t, errors.Join(err, soc.Close()))
			return changed(t, data, `UPDATE audit_entry SET action = 'other' WHERE seq = (SELECT MIN(seq) FROM audit_entry)`)
		}, []string{"PROBLEM  log", "→ nzgs audit verify --data"}},
		{"letters that do not go", func(t *testing.T, data string) []string {
			for i, row := range []struct {
				state    string
				restored bool
			}{{"waiting", true}, {"waiting", true}, {"sending", false}, {"failed", false}, {"failed", false}, {"failed", false}} {
				changed(t, data, `INSERT INTO mail_letter
					(letter_key, purpose, to_name, to_address, subject, body, state, restored, due_at, queued_at)
					VALUES ($1, 'notice', 'Kiri Rimu', 'kiri@example.nz', 'A notice', 'Hello', $2, $3, $4, $4)`,
					fmt.Sprint("doctor/", i), row.state, row.restored, civil.SystemClock())
			}
			return nil
		}, []string{"PROBLEM  outbox", "2 letters are held since a restore, of 1 the outcome is not known, 3 failed", "→ an officer decides"}},
		{"a program that holds the database", holdsTheDatabase, []string{"PROBLEM  writing", "→ sudo lsof"}},
		{"no mail server", func(*testing.T, string) []string {
			return []string{"--smtp-host", "127.0.0.1", "--smtp-port", "1", "--mail-from", "a@example.nz"}
		}, []string{"PROBLEM  mail", "127.0.0.1:1", "check smtp-host"}},
		{"no such name", func(*testing.T, string) []string { return []string{"--base-url", "https://go.invalid"} }, []string{
			"PROBLEM  name", "go.invalid", "add an A and an AAAA record",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := made(t)
			args := append([]string{"--data", data}, c.spoil(t, data)...)
			out, err := askDoctor(t, args...)
			if err == nil {
				t.Error("it found nothing")
			}
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q:\n%s", want, out)
				}
			}
		})
	}
}

func mustNot(t *testing.T, err error) []string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return nil
}

// changed changes a society's database, by hand.
func changed(t *testing.T, data, statement string, args ...any) []string {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(data, "nzgs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	return mustNot(t, db.InTx(t.Context(), func(tx *store.Tx) error {
		n, err := tx.Exec(t.Context(), statement, args...)
		if err == nil && n == 0 {
			t.Error("nothing was changed")
		}
		return err
	}))
}

// holdsTheDatabase is another program that has begun to write, and does not end.
func holdsTheDatabase(t *testing.T, data string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(data, "nzgs.db"))
	mustNot(t, err)
	one, err := db.Conn(t.Context())
	mustNot(t, err)
	_, err = one.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	t.Cleanup(func() { mustNot(t, errors.Join(one.Close(), db.Close())) })
	return mustNot(t, err)
}

// scribble writes over pages in the middle of a file.
func scribble(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for i := len(text) / 2; i < len(text)/2+16384; i++ {
		text[i] = 0xa5
	}
	return os.WriteFile(file, text, 0o600)
}

func TestTheClockIsComparedWithTheLog(t *testing.T) {
	defer keepUmask()()
	data := made(t)
	db, err := store.Open(t.Context(), filepath.Join(data, "nzgs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	soc, err := open(t.Context(), &config.Config{Data: data, Society: "Test"})
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	in := members.RegisterInput{PersonInput: members.PersonInput{FamilyName: "Rimu", GivenNames: "Kiri"}}
	if _, err := soc.members.Register(t.Context(), console, in); err != nil {
		t.Fatal(err)
	}
	if f := examineClock(t.Context(), db, time.Now()); f.problem {
		t.Errorf("%+v", f)
	}
	if f := examineClock(t.Context(), db, time.Now().Add(-time.Hour)); !f.problem || !strings.Contains(f.do, "timedatectl") {
		t.Errorf("an hour behind: %+v", f)
	}
}

func TestADiskIsNamed(t *testing.T) {
	const table = "/dev/vda1 / ext4 rw 0 0\n/dev/vdb1 /var ext4 rw 0 0\n/dev/vdc1 /var/lib/go\\040society ext4 rw 0 0\nproc /proc proc rw 0 0\n"
	for folder, want := range map[string]string{
		"/home/society": "/dev/vda1 (mounted at /)", "/var/lib/nzgs": "/dev/vdb1 (mounted at /var)",
		"/variant": "/dev/vda1 (mounted at /)", "/var/lib/go society/data": "/dev/vdc1 (mounted at /var/lib/go society)",
	} {
		if got := mountIn(table, folder); got != want {
			t.Errorf("%s is on %s, want %s", folder, got, want)
		}
	}
}

func TestADiskThatIsAlmostFullIsNamed(t *testing.T) {
	const disk = "/dev/vdb1 (mounted at /var)"
	f := roomOn(disk, "/var/lib/nzgs", 1<<20)
	if !f.problem || !strings.Contains(f.says, disk+" is almost full: 1.0 MB are free") ||
		!strings.Contains(f.do, "df -h /var/lib/nzgs;") {
		t.Errorf("%+v", f)
	}
	if f := roomOn(disk, "/var/lib/nzgs", 5<<30); f.problem || f.says != "5.0 GB are free on "+disk {
		t.Errorf("with room: %+v", f)
	}
}
