package config

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestBackupsAreSet(t *testing.T) {
	c, err := Load(flags(t, "--data", t.TempDir()))
	if b := c.Backups; err != nil || b.Into != "" || b.At != 3*time.Hour+10*time.Minute || b.Keep != 30 || len(b.Command) > 0 {
		t.Errorf("by default: %+v, %v", b, err)
	}
	dir := t.TempDir()
	write(t, dir, "nzgs.toml", `
backup-into = "/var/backups/nzgs"
backup-at = "23:59"
backup-keep = 7
backup-key = "age1qqqq"
backup-command = "/usr/bin/rclone copy --immutable"
`, 0o600)
	c, err = Load(flags(t, "--data", dir))
	if err != nil {
		t.Fatal(err)
	}
	b := c.Backups
	if b.Into != "/var/backups/nzgs" || b.At != 24*time.Hour-time.Minute || b.Keep != 7 || b.Key != "age1qqqq" ||
		!slices.Equal(b.Command, []string{"/usr/bin/rclone", "copy", "--immutable"}) {
		t.Errorf("%+v", b)
	}
}

func TestBackupsThatCannotBeAreRefusedAllAtOnce(t *testing.T) {
	_, err := Load(flags(t, "--data", t.TempDir(), "--backup-at", "25:00", "--backup-keep", "-1", "--backup-key",
		"AGE-SECRET-KEY-1HUSH", "--backup-command", "rclone copy"))
	for _, want := range []string{
		"backup-at", "backup-keep", "backup-key: write the key of age that begins with age1", "name the folder",
		"with its folder",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want %q", err, want)
		}
	}
	if err != nil && strings.Contains(err.Error(), "HUSH") {
		t.Errorf("it says the secret key: %v", err)
	}
}
