package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/backup"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// askAudit runs nzgs audit verify on a society.
func askAudit(t *testing.T, data string, args ...string) (string, error) {
	t.Helper()
	cmd := auditCommand()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append([]string{"verify", "--data", data}, args...))
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

// Somebody with the database cuts the log, or writes it anew: the chain is whole,
// and paper and backup show it.
func TestAuditVerifyComparesWithPaperAndBackups(t *testing.T) {
	data := t.TempDir()
	if err := os.Chmod(data, 0o700); err != nil {
		t.Fatal(err)
	}
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string) {
		t.Helper()
		in := members.RegisterInput{PersonInput: members.PersonInput{FamilyName: name, GivenNames: "Kiri"}}
		if _, err := soc.members.Register(t.Context(), console, in); err != nil {
			t.Fatal(err)
		}
	}
	head := func() string {
		t.Helper()
		seq, hash, err := audit.Head(t.Context(), soc.db)
		if err != nil {
			t.Fatal(err)
		}
		return audit.MarkOf(seq, hash).String()
	}
	add("Rimu")
	first := head()
	add("Kauri")
	add("Tōtara")
	last := head()
	copied := filepath.Join(t.TempDir(), "backup.db")
	if _, err := (backup.Seal{}).Write(t.Context(), soc.db, copied); err != nil {
		t.Fatal(err)
	}
	letter := filepath.Join(t.TempDir(), "letter.txt")
	if err := os.WriteFile(letter, []byte("The head was\n\n  "+last+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	says := func(want string, args ...string) {
		t.Helper()
		if out, err := askAudit(t, data, args...); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %v, %s; want %q", args, err, out, want)
		}
	}
	refuses := func(want string, args ...string) {
		t.Helper()
		if out, err := askAudit(t, data, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, %s; want %q", args, err, out, want)
		}
	}
	says("3 entries, unbroken")
	says("on paper: " + last)
	says("It was compared with nothing")
	says("agrees with all 2 heads", "--expect", first, "--expect", strings.ToUpper(last))
	says("agrees with all 2 heads", "--expect", first, "--expect-file", letter)
	says("its first 3 entries are those of the backup", "--backup", copied)
	says("Heads that went out", "--heads")
	refuses("is not the head of a log", "--expect", "rubbish")
	refuses("there is no head in", "--expect-file", copied)

	err = soc.db.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `DELETE FROM audit_entry WHERE seq > 1`)
		if err == nil {
			_, err = tx.Exec(t.Context(),
				`UPDATE audit_stream SET number = 1, seq = 1, hash = (SELECT hash FROM audit_entry WHERE seq = 1) WHERE stream = 0`)
		}
		if err == nil {
			err = tx.StartAt(t.Context(), 2, "audit_number")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	says("1 entries, unbroken")
	says("agrees with the head that was given", "--expect", first)
	refuses("Entries 2 to 3, and any after them, were cut off", "--expect", first, "--expect-file", letter)
	refuses("ends at entry 1, and the backup has entries up to 3", "--backup", copied)
	add("Rātā")
	add("Mānuka")
	refuses("Up to entry 1 the log agrees", "--expect", first, "--expect", last)
	refuses("part at entry 2; up to entry 1 they agree", "--backup", copied)
	if err := soc.Close(); err != nil {
		t.Fatal(err)
	}
}

// How many entries personal data were erased from is said, so that a log with many is looked at.
func TestAuditVerifySaysHowManyEntriesWereErased(t *testing.T) {
	data := t.TempDir()
	if err := os.Chmod(data, 0o700); err != nil {
		t.Fatal(err)
	}
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Rimu", "Kauri"} {
		in := members.RegisterInput{PersonInput: members.PersonInput{FamilyName: name, GivenNames: "Kiri"}}
		if _, err := soc.members.Register(t.Context(), console, in); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := askAudit(t, data); err != nil || strings.Contains(out, "erased") {
		t.Errorf("before: %v, %s", err, out)
	}
	if err := soc.db.InTx(t.Context(), func(tx *store.Tx) error {
		_, err := audit.Erase(t.Context(), tx, audit.Entry{At: civil.SystemClock(), By: audit.By{Name: "X"}, Object: "person", ObjectID: 1},
			func(r audit.Record) (string, string, bool) { return "{}", r.By.Name, r.Seq == 1 })
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if out, err := askAudit(t, data); err != nil || !strings.Contains(out, "3 entries, unbroken") ||
		!strings.Contains(out, "from 1 of them personal data were erased") {
		t.Errorf("after: %v, %s", err, out)
	}
	if err := soc.Close(); err != nil {
		t.Fatal(err)
	}
}
