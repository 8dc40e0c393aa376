package config

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/viper"
)

// Backups are those that the program makes by itself.
type Backups struct {
	Into    string        // folder; "": it makes none by itself
	At      time.Duration // of the day in New Zealand, at which it makes one
	Keep    int           // in the folder; 0: all
	Key     string        // of age, to which they are encrypted; "": they are not
	Command []string      // that each is handed to; nil: none
}

// mostKept is how many backups a folder may have: one a day for a hundred years.
const mostKept = 36500

func checkBackups(v *viper.Viper, wrong func(format string, args ...any)) Backups {
	b := Backups{
		Into: v.GetString("backup-into"), Key: strings.TrimSpace(v.GetString("backup-key")),
		Command: strings.Fields(v.GetString("backup-command")),
	}
	at, err := time.Parse("15:04", v.GetString("backup-at"))
	if err != nil {
		wrong("backup-at %q: write a time of the day, as 03:10", v.GetString("backup-at"))
	}
	b.At = time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute
	if b.Keep, err = strconv.Atoi(v.GetString("backup-keep")); err != nil || b.Keep < 0 || b.Keep > mostKept {
		wrong("backup-keep %q: write how many backups are kept, or 0 for all", v.GetString("backup-keep"))
	}
	if b.Key != "" && !strings.HasPrefix(b.Key, "age1") {
		wrong("backup-key: write the key of age that begins with age1; the one that begins with AGE-SECRET-KEY- opens backups, " +
			"and is kept elsewhere")
	}
	if len(b.Command) == 0 {
		return b
	}
	if b.Into == "" {
		wrong("backup-command: name the folder that backups are written to first, backup-into")
	}
	if !filepath.IsAbs(b.Command[0]) {
		wrong("backup-command %q: write the program with its folder, as /usr/bin/rclone", b.Command[0])
	}
	return b
}
