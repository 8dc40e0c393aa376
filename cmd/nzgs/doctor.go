package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nzgs/internal/config"
	"nzgs/internal/store"
	"nzgs/web/kit"
)

func doctorCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is wrong with the society's installation, and the command that fixes it",
		Long: "Say what is wrong with the society's installation, and the command that fixes it: settings, permissions,\n" +
			"disk, database, log, clock, mail, the site's name, backups. It changes nothing and sends nothing, and may\n" +
			"run while the society is being served. The exit status is 1 when something is wrong.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := load(cmd.Flags())
			var all []finding
			if err != nil {
				all = []finding{wrong("settings", err, "nzgs config --help lists them")}
			} else {
				all = append([]finding{well("settings", "read")}, examine(cmd.Context(), cfg)...)
			}
			return printFindings(cmd.OutOrStdout(), all)
		},
	}
	config.AddFlags(cmd.Flags())
	return cmd
}

// finding is a line of nzgs doctor.
type finding struct {
	about   string
	says    string
	problem bool
	do      string // the command that fixes it, or what to do; "": nothing
}

func well(about, says string, values ...any) finding {
	return finding{about: about, says: fmt.Sprintf(says, values...)}
}

// wrong is a problem. A command that stands in the error itself, on a line of its own, goes before do.
func wrong(about string, err error, do string) finding {
	says, command, found := strings.Cut(err.Error(), "\n\n\t")
	if found {
		do = command
	}
	return finding{about: about, says: says, problem: true, do: do}
}

// errUnwell is the error of nzgs doctor when it found something.
var errUnwell = errors.New("found what is wrong")

func printFindings(w io.Writer, all []finding) error {
	problems := 0
	for _, f := range all {
		mark := "ok     "
		if f.problem {
			mark = "PROBLEM"
			problems++
		}
		fmt.Fprintf(w, "%s  %-12s %s\n", mark, f.about, strings.ReplaceAll(f.says, "\n", "\n"+strings.Repeat(" ", 22)))
		if f.do != "" {
			fmt.Fprintf(w, "%s→ %s\n", strings.Repeat(" ", 22), f.do)
		}
	}
	if problems == 0 {
		fmt.Fprintln(w, "\nNone of this shows a problem.")
		return nil
	}
	what := fmt.Sprintf("%d problems", problems)
	if problems == 1 {
		what = "1 problem"
	}
	return fmt.Errorf("%w: %s", errUnwell, what)
}

// examine looks at everything, the first things first; what stands on something that is wrong is left out.
func examine(ctx context.Context, cfg *config.Config) []finding {
	all, stands := examineFolder(cfg)
	if stands {
		with, kept, _, err := withKept(ctx, cfg) // what is unfit is said of the database
		switch {
		case err != nil:
			all = append(all, wrong(
				"site", fmt.Errorf("what is set on the site is not in force: %w", err),
				"an administrator looks at "+cfg.URL()+kit.SettingsPath,
			))
		case len(kept) > 0:
			all = append(all, well("site", "%d settings are set on the site: nzgs config names them", len(kept)))
		}
		cfg = with
		all = append(all, examineDatabase(ctx, cfg)...)
	}
	return append(all, examineMail(ctx, cfg), examineName(ctx, cfg))
}

// examineFolder looks at the data folder and its disk; stands says whether there is a database to look at.
func examineFolder(cfg *config.Config) (all []finding, stands bool) {
	if cfg.Database != "" {
		return nil, true
	}
	if err := checkReachable(cfg); err != nil {
		return []finding{wrong("permissions", err, "")}, false
	}
	if _, err := os.Stat(cfg.DSN()); err != nil {
		return []finding{wrong(
			"data folder", fmt.Errorf("there is no society in %s", cfg.Data), "nzgs serve --data "+quoted(cfg.Data),
		)}, false
	}
	if err := checkPrivate(cfg); err != nil {
		all = append(all, wrong("permissions", err, ""))
	} else {
		all = append(all, well("permissions", "the data folder is for its owner alone"))
	}
	return append(all, examineDisk(cfg.Data)), true
}

// examineDatabase opens the database and looks at all of it.
func examineDatabase(ctx context.Context, cfg *config.Config) []finding {
	db, err := store.Open(ctx, cfg.DSN())
	if err != nil {
		do := "nzgs restore --data " + quoted(cfg.Data) + " BACKUP, with the newest backup that can be restored"
		if cfg.Database != "" {
			do = "psql, with the address of the settings: the message says what PostgreSQL refuses"
		}
		return []finding{wrong("database", err, do)}
	}
	defer db.Close()
	all := []finding{examinePages(ctx, cfg, db)}
	if err := goBy(ctx, db, cfg); err != nil {
		all = append(all, wrong("settings", err, ""))
	}
	all = append(all, examineReady(ctx, cfg, db)...)
	return append(all, examineClock(ctx, db, time.Now()), examineBackups(ctx, cfg, db), examineOutbox(ctx, cfg, db))
}
