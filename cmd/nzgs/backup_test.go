package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/upkeep"
)

// onData runs a command on a society, and gives what it printed.
func onData(t *testing.T, data string, args ...string) (string, error) {
	t.Helper()
	cmd := root()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(append(args, "--data", data))
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

// The settings say where backups go, to which key they are encrypted, and who takes them; restore opens them again.
func TestBackupsByTheSettings(t *testing.T) {
	defer keepUmask()()
	data, folder := made(t), t.TempDir()
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	identity := filepath.Join(t.TempDir(), "key.txt")
	settings := "backup-into = '" + folder + "'\nbackup-keep = 2\nbackup-key = '" + id.Recipient().String() + "'\n"
	for file, text := range map[string]string{identity: id.String() + "\n", filepath.Join(data, "nzgs.toml"): settings} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := onData(t, data, "backup", filepath.Join(t.TempDir(), "by-hand.db.age")); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	soc, err := openOn(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	b, err := upkeep.New(soc.db, soc.clock, "").Backups(t.Context())
	if err := errors.Join(err, soc.Close()); err != nil || b.Kept.IsZero() || !b.Tried.IsZero() {
		t.Errorf("one by hand is no try of those by the settings: %+v, %v", b, err)
	}
	if out, err := onData(t, data, "doctor"); err != nil || !strings.Contains(out, "the last one is of") {
		t.Errorf("doctor: %v: %s", err, out)
	}
	out, err := onData(t, data, "backup")
	if err != nil || !strings.Contains(out, "Z.db.age: ") || !strings.Contains(out, "opened and checked, then encrypted") {
		t.Fatalf("%v: %s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if out, err := onData(t, data, "doctor"); err != nil || !strings.Contains(out, "the oldest that can be restored is of") ||
		!strings.Contains(out, "only its key can open it again") {
		t.Errorf("doctor: %v: %s", err, out)
	}
	if out, err := onData(t, data, "restore", files[0]); err == nil || !strings.Contains(err.Error(), "--identity FILE") {
		t.Errorf("without the key: %v: %s", err, out)
	}
	if out, err := onData(t, data, "restore", files[0], "--identity", identity); err != nil {
		t.Errorf("with the key: %v: %s", err, out)
	}
	if left, err := filepath.Glob(filepath.Join(data, "backup*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	for _, wrong := range [][]string{
		{"backup", "--backup-key", "age1nokey"}, {"serve", "--backup-key", "age1nokey", "--addr", "127.0.0.1:0"},
	} {
		if out, err := onData(t, data, wrong...); err == nil || !strings.Contains(err.Error(), "is no key of age") {
			t.Errorf("%v: %v: %s", wrong, err, out)
		}
	}
}

// The program makes its backup once a day, and notes what became of it.
func TestTheProgramBacksUpEveryDay(t *testing.T) {
	defer keepUmask()()
	data, folder := made(t), t.TempDir()
	at := civil.MustParseInstant("2026-07-01T12:00:00.000Z")
	cfg := &config.Config{Data: data, Society: "Test", Backups: config.Backups{Into: folder, At: 3 * time.Hour, Keep: 2}}
	soc, err := openOn(t.Context(), cfg, func() civil.Instant { return at })
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	daily := soc.backUpDaily(cfg)
	for _, c := range []struct {
		after time.Duration
		files int
	}{{0, 1}, {time.Minute, 1}, {4 * time.Hour, 2}, {time.Minute, 2}, {24 * time.Hour, 2}} {
		at = at.Add(c.after)
		if !daily(context.Background()) {
			t.Errorf("%v: it did not work", at)
		}
		if files, err := filepath.Glob(filepath.Join(folder, "*.db")); err != nil || len(files) != c.files {
			t.Errorf("%v: %v, %v, want %d", at, files, err, c.files)
		}
	}
	cfg.Backups.Into = filepath.Join(folder, "none")
	at = at.Add(24 * time.Hour)
	if soc.backUpDaily(cfg)(context.Background()) {
		t.Error("a folder that is not there")
	}
	f, err := upkeep.New(soc.db, soc.clock, "").Figures(t.Context())
	if err != nil || f.Backup.Worked || f.Backup.Tried != at || f.Backup.Kept != at.Add(-24*time.Hour) {
		t.Errorf("%+v, %v", f.Backup, err)
	}
}

// A command that fails for a day has its backup handed over again each hour, and no earlier day's is removed for that.
func TestACommandThatFailsCostsNoBackup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the command is one of Unix")
	}
	defer keepUmask()()
	data, folder, away := made(t), t.TempDir(), filepath.Join(t.TempDir(), "away")
	at := civil.MustParseInstant("2026-07-01T12:00:00.000Z")
	cfg := &config.Config{Data: data, Society: "Test", Backups: config.Backups{
		Into: folder, At: 3 * time.Hour, Keep: 3, Command: []string{"/bin/sh", "-c", `cp "$1" "$0/"`, away},
	}}
	soc, err := openOn(t.Context(), cfg, func() civil.Instant { return at })
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	daily := soc.backUpDaily(cfg)
	for range 2 {
		if daily(context.Background()) {
			t.Error("the command took it to a folder that is not there")
		}
		at = at.Add(61 * time.Minute)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v, want the one of the day", files, err)
	}
	if err := os.Mkdir(away, 0o700); err != nil {
		t.Fatal(err)
	}
	if !daily(context.Background()) {
		t.Error("the folder is there now")
	}
	if taken, err := filepath.Glob(filepath.Join(away, "*")); err != nil || len(taken) != 1 {
		t.Errorf("%v taken, %v", taken, err)
	}
	f, err := upkeep.New(soc.db, soc.clock, "").Figures(t.Context())
	if err != nil || !f.Backup.Worked || f.Backup.Tried != at || f.Backup.Kept != at.Add(-122*time.Minute) {
		t.Errorf("%+v, %v", f.Backup, err)
	}
}

// After a restore all is written that was due, and held; what comes due later leaves by itself. What does not work is
// tried again before anything leaves.
func TestWhatWasDueWhenABackupWasRestoredIsHeld(t *testing.T) {
	defer keepUmask()()
	at := civil.MustParseInstant("2026-11-02T00:00:00.000Z")
	soc, err := openOn(t.Context(), &config.Config{Data: made(t), Society: "Test"}, func() civil.Instant { return at })
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	person, err := soc.members.Register(t.Context(), console, members.RegisterInput{
		PersonInput: members.PersonInput{FamilyName: "Parata", GivenNames: "Kiri", Email: "kiri@example.nz"},
	})
	if err != nil {
		t.Fatal(err)
	}
	office := auth.Office{Person: person, Role: auth.President, From: at.Date()}
	if _, err := soc.auth.Appoint(t.Context(), console, office); err != nil {
		t.Fatal(err)
	}
	if _, err := mail.HoldRestored(t.Context(), soc.db, console, soc.clock); err != nil {
		t.Fatal(err)
	}
	ctx := mail.ByItself(t.Context())
	gone, stop := context.WithCancel(ctx)
	stop()
	if soc.catchUp(gone) {
		t.Error("nothing could be written")
	}
	held := func(want int, restored bool) {
		t.Helper()
		n, err := soc.mail.HeldRestored(ctx)
		is, asked := soc.mail.JustRestored(ctx)
		if n != want || err != nil || is != restored || asked != nil {
			t.Errorf("%d held, %v; just restored %t, %v; want %d, %t", n, err, is, asked, want, restored)
		}
	}
	held(0, true)
	if !soc.sendHead(ctx) { // goes its own way at the same time
		t.Error("the month's letter was not written")
	}
	held(1, true)
	for range 2 {
		if !soc.catchUp(ctx) {
			t.Error("it did not work")
		}
	}
	held(1, false)
	at = at.Add(31 * 24 * time.Hour)
	if !soc.sendHead(ctx) {
		t.Error("the next month's letter was not written")
	}
	held(1, false)
	box, err := soc.mail.Outbox(ctx, console, mail.Filter{Size: 9})
	if err != nil || len(box.Entries) != 2 {
		t.Errorf("%+v, %v", box.Entries, err)
	}
}
