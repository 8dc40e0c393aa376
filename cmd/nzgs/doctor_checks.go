package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/machine"
	"nzgs/internal/store"
	"nzgs/internal/upkeep"
)

// examineDisk looks whether the disk has room, and names it.
func examineDisk(folder string) finding {
	free, err := machine.FreeOn(folder)
	if err != nil {
		return wrong("disk", err, "df -h "+quoted(folder))
	}
	return roomOn(mountOf(folder), folder, float64(free))
}

// roomOn is what is to say of the disk of a folder that has so many bytes free.
func roomOn(disk, folder string, free float64) finding {
	if free < upkeep.LeastFree {
		return wrong(
			"disk", fmt.Errorf("%s is almost full: %.1f MB are free, and %d MB are needed", disk, free/(1<<20),
				upkeep.LeastFree>>20), "df -h "+quoted(folder)+"; remove old backups or make the disk bigger",
		)
	}
	return well("disk", "%.1f GB are free on %s", free/(1<<30), disk)
}

// mountOf names the disk of a folder as the machine does; the folder itself where it does not say.
func mountOf(folder string) string {
	table, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return "the disk of " + folder
	}
	return mountIn(string(table), folder)
}

func mountIn(table, folder string) string {
	name, longest := "the disk of "+folder, ""
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		at := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\134`, `\`).Replace(fields[1])
		below := at == "/" || folder == at || strings.HasPrefix(folder, at+"/")
		if below && len(at) >= len(longest) {
			name, longest = fmt.Sprintf("%s (mounted at %s)", fields[0], at), at
		}
	}
	return name
}

func examinePages(ctx context.Context, cfg *config.Config, db *store.DB) finding {
	if db.Dialect() == store.Postgres {
		return well("pages", "PostgreSQL looks after its own: pg_amcheck looks at them all")
	}
	if err := store.CheckFile(ctx, db); err != nil {
		return wrong(
			"pages", err, "nzgs restore --data "+quoted(cfg.Data)+" BACKUP, with the newest backup; what was is kept beside it",
		)
	}
	return well("pages", "every page and reference of the database is whole")
}

// examineReady asks what /readyz asks, and reads the whole log.
func examineReady(ctx context.Context, cfg *config.Config, db *store.DB) (all []finding) {
	do := map[string]string{
		upkeep.Writing:    "sudo lsof " + quoted(cfg.DSN()) + " shows which program holds the database",
		upkeep.Migrations: "sudo systemctl restart nzgs brings the database up to date; nzgs version says what this program needs",
		upkeep.Log:        "nzgs audit verify --data " + quoted(cfg.Data),
	}
	if cfg.Database != "" {
		do[upkeep.Writing] = "psql: is the server a standby, full, or short of connections?"
	}
	for _, check := range upkeep.New(db, civil.SystemClock, "").Ready(ctx) {
		switch {
		case check.Problem != nil:
			all = append(all, wrong(check.Name, check.Problem, do[check.Name]))
		case check.Name == upkeep.Writing:
			all = append(all, well("writing", "a change was tried and undone"))
		case check.Name == upkeep.Migrations:
			all = append(all, well("migrations", "the database has all of this program"))
		}
	}
	n, err := audit.Verify(ctx, db)
	if err != nil {
		return append(all, wrong("log", err, do[upkeep.Log]))
	}
	return append(all, well("log", "%d entries, their chain is whole", n))
}

// drift is by how much clocks may differ.
const drift = 2 * time.Minute

// examineClock compares the machine's clock with the newest entry of the log, and with the clock of PostgreSQL.
func examineClock(ctx context.Context, db *store.DB, now time.Time) finding {
	const do = "timedatectl; sudo timedatectl set-ntp true"
	newest, err := audit.Find(ctx, db, audit.Filter{}, 1)
	if err != nil {
		return wrong("clock", err, "")
	}
	if len(newest) > 0 && newest[0].At.Time().Sub(now) > drift {
		return wrong("clock", fmt.Errorf(
			"this machine's clock says %s, and the newest entry of the log is of %s", civil.At(now).Long(), newest[0].At.Long(),
		), do)
	}
	return well("clock", "it is %s, %s", civil.At(now).Long(), civil.ZoneWords())
}

// staleBackup is how old the last backup may be.
const staleBackup = 36 * time.Hour

func examineBackups(ctx context.Context, cfg *config.Config, db *store.DB) finding {
	f, err := upkeep.New(db, civil.SystemClock, "").Figures(ctx)
	if err != nil {
		return wrong("backups", err, "")
	}
	do := "backup-into = \"FOLDER\" in nzgs.toml has nzgs make one every day (docs/deploy.md); one now: nzgs backup --data " +
		quoted(cfg.Data) + " --into FOLDER"
	age, made := f.Backup.Age(civil.SystemClock())
	switch {
	case !made:
		return wrong("backups", errors.New("no backup of this database is known"), do)
	case !f.Backup.Tried.IsZero() && !f.Backup.Worked:
		return wrong(
			"backups", fmt.Errorf("the last try, on %s, failed, was broken off or is under way", f.Backup.Tried.Long()),
			"sudo journalctl -u nzgs -u nzgs-backup | grep -i backup",
		)
	case age > staleBackup:
		return wrong(
			"backups", fmt.Errorf("the last one is of %s", f.Backup.Kept.Long()),
			"nzgs config --data "+quoted(cfg.Data)+" says whether and when nzgs makes them; nzgs has to run then",
		)
	}
	says := fmt.Sprintf("the last one is of %s, %.1f MB", f.Backup.Kept.Long(), float64(f.Backup.Size)/(1<<20))
	if !f.Backup.Oldest.IsZero() {
		says += "; the oldest that can be restored is of " + f.Backup.Oldest.Long()
		if f.Backup.Encrypted {
			says += " (an encrypted one was checked when it was made, and only its key can open it again)"
		}
	}
	return well("backups", "%s", says)
}

func examineOutbox(ctx context.Context, cfg *config.Config, db *store.DB) finding {
	f, err := upkeep.New(db, civil.SystemClock, "").Figures(ctx)
	if err != nil {
		return wrong("outbox", err, "")
	}
	o := f.Outbox
	if o.Held+o.Unknown+o.Failed > 0 {
		return wrong("outbox", fmt.Errorf(
			"%d letters are held since a restore, of %d the outcome is not known, %d failed", o.Held, o.Unknown, o.Failed,
		), "an officer decides at "+cfg.URL()+"/outbox")
	}
	return well("outbox", "%d letters wait", o.Waiting)
}

// outsideWithin is how long what is not on this machine may take to answer.
const outsideWithin = 15 * time.Second

// examineMail signs in at the mail server, and sends nothing.
func examineMail(ctx context.Context, cfg *config.Config) finding {
	if cfg.SMTP.Host == "" {
		return well("mail", "no mail server is set: letters wait in the outbox (smtp-host)")
	}
	ctx, cancel := context.WithTimeout(ctx, outsideWithin)
	defer cancel()
	server := net.JoinHostPort(cfg.SMTP.Host, fmt.Sprint(cfg.SMTP.Port))
	if err := smtpOf(cfg).Try(ctx); err != nil {
		return wrong(
			"mail", fmt.Errorf("%s: %w", server, err), "check smtp-host, smtp-port, smtp-encryption, smtp-user and its "+
				"password: nzgs config --data "+quoted(cfg.Data),
		)
	}
	return well("mail", "%s lets nzgs in", server)
}

// examineName looks whether the site's name leads somewhere.
func examineName(ctx context.Context, cfg *config.Config) finding {
	u, err := url.Parse(cfg.BaseURL)
	if cfg.BaseURL == "" || err != nil {
		return well("name", "no base-url is set: the site is for this machine")
	}
	ctx, cancel := context.WithTimeout(ctx, outsideWithin)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupHost(ctx, u.Hostname())
	if err != nil {
		return wrong("name", err, "add an A and an AAAA record for "+u.Hostname()+" where its domain is registered")
	}
	return well("name", "%s leads to %s", u.Hostname(), strings.Join(addresses, ", "))
}
