package backup_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"nzgs/internal/backup"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// keyFile makes a key, and writes the half that opens to a file.
func keyFile(t *testing.T) (key, file string) {
	t.Helper()
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "key.txt")
	if err := os.WriteFile(file, []byte("# created today\n"+id.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return id.Recipient().String(), file
}

func TestAnEncryptedBackupComesBackWithItsKeyAlone(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	key, identity := keyFile(t)
	_, other := keyFile(t)
	folder, staging := t.TempDir(), t.TempDir()
	plan := backup.Plan{Folder: folder, Keep: 2, Seal: backup.Seal{Key: key, Staging: staging}}
	r, _, err := backup.Rotate(ctx, db, plan, now)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.File)
	if err != nil || !r.Encrypted || !strings.HasSuffix(r.File, "Z.db.age") || int64(len(text)) != r.Bytes ||
		strings.Contains(string(text), "SQLite") || strings.Contains(string(text), "Parata") {
		t.Errorf("%+v, %v: it is no encrypted file of its size", r, err)
	}
	for _, f := range []string{folder, staging} {
		left, err := os.ReadDir(f)
		if want := map[bool]int{true: 1, false: 0}[f == folder]; err != nil || len(left) != want {
			t.Errorf("%v is left in %s, %v", left, f, err)
		}
	}
	target := filepath.Join(t.TempDir(), "nzgs.db")
	restore := func(file, identity string) error {
		from, err := backup.OpenSource(file, identity)
		if err != nil {
			return err
		}
		defer from.Close()
		_, _, err = backup.Restore(ctx, from, target, now)
		return err
	}
	plain := filepath.Join(t.TempDir(), "plain.db")
	if _, err := backup.Write(ctx, db, plain); err != nil {
		t.Fatal(err)
	}
	cut, armoured := filepath.Join(t.TempDir(), "cut.age"), filepath.Join(t.TempDir(), "text.age")
	for file, text := range map[string]string{
		cut: string(text[:len(text)-100]), armoured: "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, file, identity, want string }{
		{"no key", r.File, "", "--identity FILE"},
		{"another key", r.File, other, "cannot be decrypted by this key"},
		{"no key in the file", r.File, plain, "is no key of age"},
		{"a key for one that is not encrypted", plain, identity, "is not encrypted"},
		{"the end is missing", cut, identity, "copy the backup"},
		{"as text", armoured, identity, "age --decrypt"},
	} {
		if err := restore(c.file, c.identity); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, err := os.Stat(target); err == nil {
			t.Fatalf("%s: it was restored", c.name)
		}
		if left, _ := filepath.Glob(target + "*"); len(left) > 0 {
			t.Errorf("%s: %v is left, decrypted", c.name, left)
		}
	}
	if err := restore(r.File, identity); err != nil {
		t.Fatal(err)
	}
	lite, err := store.Open(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	defer lite.Close()
	if got := people(t, lite); !strings.Contains(got, "Parata") {
		t.Errorf("restored: %s", got)
	}
}

func TestAKeyThatIsNone(t *testing.T) {
	key, _ := keyFile(t)
	if err := backup.ParseKey(key); err != nil {
		t.Error(err)
	}
	for _, s := range []string{"", "age1", "AGE-SECRET-KEY-1QQ", key + "\n" + key, key[:len(key)-1] + "b1"} {
		if err := backup.ParseKey(s); err == nil {
			t.Errorf("%q is taken for a key", s)
		}
	}
}

// What a kill leaves of a backup before it was encrypted is removed by the next one.
func TestNothingStaysUnencrypted(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	key, _ := keyFile(t)
	staging := t.TempDir()
	left := filepath.Join(staging, "backup.staging")
	if err := os.Mkdir(left, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(left, "society.db"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	seal := backup.Seal{Key: key, Staging: staging}
	if _, err := seal.Write(ctx, db, filepath.Join(t.TempDir(), "b.age")); err != nil {
		t.Fatal(err)
	}
	if names, err := os.ReadDir(staging); err != nil || len(names) > 0 {
		t.Errorf("%v is left, %v", names, err)
	}
}

// The oldest that can be restored is opened again each time; one that the disk has damaged since is named.
func TestTheOldestBackupIsOpenedAgain(t *testing.T) {
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder := t.TempDir()
	plan := backup.Plan{Folder: folder}
	var made []string
	for n := range 3 {
		at := now.Add(time.Duration(n) * 24 * time.Hour)
		r, _, err := backup.Rotate(ctx, db, plan, at)
		if err != nil || r.Oldest != now {
			t.Fatalf("the oldest is of %v, %v", r.Oldest, err)
		}
		made = append(made, r.File)
	}
	if err := os.WriteFile(made[0], []byte("scribbled over"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, _, err := backup.Rotate(ctx, db, plan, now.Add(72*time.Hour))
	if want := now.Add(24 * time.Hour); r.File == "" || r.Oldest != want || err == nil || !strings.Contains(err.Error(), made[0]) {
		t.Errorf("the oldest is of %v, %v", r.Oldest, err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*-wal")); len(left) > 0 {
		t.Errorf("opening them left %v", left)
	}
}

// The operator's command gets the file's name as its last word, and none of the program's passwords.
func TestTheOperatorsCommandTakesTheBackup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it is a command of Unix")
	}
	for _, name := range []string{"NZGS_SMTP_PASSWORD", "PGPASSWORD", "PGPASSFILE", "CREDENTIALS_DIRECTORY"} {
		t.Setenv(name, "hush")
	}
	db := storetest.SQLite(t)
	add(t, db, "Parata")
	folder, away := t.TempDir(), t.TempDir()
	plan := backup.Plan{Folder: folder, Command: []string{
		"/bin/sh", "-c", `env > "$0/env"; cp "$1" "$0/copy"`, away,
	}}
	r, _, err := backup.Rotate(ctx, db, plan, now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Check(ctx, filepath.Join(away, "copy")); err != nil {
		t.Error(err)
	}
	if env, err := os.ReadFile(filepath.Join(away, "env")); err != nil || strings.Contains(string(env), "hush") {
		t.Errorf("it sees %s, %v", env, err)
	}
	plan.Command = []string{"/bin/sh", "-c", "echo no room there >&2; exit 3"}
	r, _, err = backup.Rotate(ctx, db, plan, now.Add(time.Hour))
	if err == nil || !strings.Contains(err.Error(), "no room there") || r.File == "" {
		t.Errorf("a command that fails: %+v, %v", r, err)
	}
	if _, err := os.Stat(r.File); err != nil {
		t.Error("the backup is gone with it")
	}
}
