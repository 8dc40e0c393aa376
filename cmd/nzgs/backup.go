package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"nzgs/internal/auth"
	"nzgs/internal/backup"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/store"
	"nzgs/internal/upkeep"
)

func backupCommand() *cobra.Command {
	var into string
	var keep int
	cmd := &cobra.Command{
		Use:   "backup [FILE]",
		Short: "Back up the whole society, while it is being served",
		Long: "Back up the whole society, while it is being served: to the folder of the settings (backup-into), or to a\n" +
			"new file. The file is an SQLite database even when the society uses PostgreSQL; it is opened and checked\n" +
			"before the command ends. With a backup-key it is encrypted after that. With --into the file is named by its\n" +
			"instant, in a folder; --keep then removes the oldest there.",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			cfg, err := load(cmd.Flags())
			if err != nil {
				return err
			}
			if err := checkKey(cfg); err != nil {
				return err
			}
			plan := planOf(cfg)
			if into != "" {
				plan.Folder, plan.Keep = into, keep
			}
			if len(args) == 1 {
				plan.Folder = ""
			}
			if len(args) == 0 && plan.Folder == "" || len(args) == 1 && into != "" || keep < 0 || keep > 0 && into == "" {
				return fmt.Errorf("%w: name the file to write, nzgs backup society-2026-11-21.db, or a folder with "+
					"--into and how many backups to keep in it with --keep", errUsage)
			}
			soc, err := open(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, soc.Close()) }()
			return soc.backUp(cmd, args, plan, cfg.Backups.Into != "" && plan.Folder != cfg.Backups.Into)
		},
	}
	cmd.Flags().StringVar(&into, "into", "", "folder to write into, instead of a file")
	cmd.Flags().IntVar(&keep, "keep", 0, "how many backups to keep in the folder; 0: all")
	config.AddFlags(cmd.Flags())
	return cmd
}

// checkKey refuses a key that no backup can be encrypted to, before there is none in the night.
func checkKey(cfg *config.Config) error {
	if cfg.Backups.Key == "" {
		return nil
	}
	if err := backup.ParseKey(cfg.Backups.Key); err != nil {
		return fmt.Errorf("backup-key: %w", err)
	}
	return nil
}

// planOf is how the settings have backups made.
func planOf(cfg *config.Config) backup.Plan {
	b := cfg.Backups
	plan := backup.Plan{
		Folder: b.Into, Keep: b.Keep, Command: b.Command,
		Seal: backup.Seal{Key: b.Key, Staging: folderOfDatabase(cfg)},
	}
	if owner, known := ownerOf(cfg.Data); os.Geteuid() == 0 && (!known || owner != 0) {
		plan.Seal.Staging = "" // what the superuser makes in a folder of someone else's, they cannot remove
	}
	return plan
}

// backUp writes a backup to the file named, or into the folder, and says so. aside: it is none of those that the settings
// have made.
func (soc *society) backUp(cmd *cobra.Command, args []string, plan backup.Plan, aside bool) error {
	write := func() (backup.Report, []string, error) {
		return backup.Rotate(cmd.Context(), soc.db, plan, soc.clock())
	}
	if len(args) == 1 {
		write = func() (backup.Report, []string, error) {
			r, err := plan.Seal.Write(cmd.Context(), soc.db, args[0])
			return r, nil, err
		}
	}
	r, removed, err := soc.noted(cmd.Context(), console, aside, write)
	if r.File != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %.1f MB, opened and checked%s; %d entries in the audit log, head %s\n",
			r.File, float64(r.Bytes)/(1<<20), sealed(r), r.Entries, r.Head)
	}
	for _, file := range removed {
		fmt.Fprintf(cmd.OutOrStdout(), "%s is removed: %d newer ones are kept\n", file, plan.Keep)
	}
	return err
}

// sealed says that a backup was encrypted, after its check.
func sealed(r backup.Report) string {
	if r.Encrypted {
		return ", then encrypted"
	}
	return ""
}

// noted makes a backup, with its entry in the log before, and its outcome noted after it.
func (soc *society) noted(
	ctx context.Context, by auth.Actor, aside bool, do func() (backup.Report, []string, error),
) (backup.Report, []string, error) {
	if err := soc.logbook.BackedUp(ctx, by); err != nil {
		soc.log.Warn("the log of changes does not say that this backup is made", "err", err)
	}
	r, removed, err := do()
	noted := upkeep.New(soc.db, soc.clock, "").BackedUp(context.WithoutCancel(ctx), upkeep.Outcome{
		Kept: r.File != "", Worked: err == nil, Size: r.Bytes, Encrypted: r.Encrypted, Oldest: r.Oldest,
		Made: r.Made, Aside: aside,
	})
	if noted != nil {
		soc.log.Warn("the figures do not say that this backup was tried", "err", noted)
	}
	return r, removed, err
}

// backUpDaily makes the backup of the settings once a day, at its time or as soon after it as the program runs.
func (soc *society) backUpDaily(cfg *config.Config) func(context.Context) bool {
	plan, keeper := planOf(cfg), upkeep.New(soc.db, soc.clock, "")
	return func(ctx context.Context) bool {
		if plan.Folder == "" {
			return true
		}
		mine, err := keeper.TakeTurn(ctx, cfg.Backups.At)
		if err != nil || !mine {
			return soc.did(ctx, err, "it could not be seen whether a backup is due")
		}
		r, removed, err := soc.noted(ctx, auth.System("the calendar"), false, func() (backup.Report, []string, error) {
			return backup.Daily(ctx, soc.db, plan, keeper.Due(cfg.Backups.At), soc.clock())
		})
		if r.File != "" {
			soc.log.Info("backup", "file", r.File, "bytes", r.Bytes, "encrypted", r.Encrypted, "removed", len(removed))
		}
		return soc.did(ctx, err, "the daily backup is not as it should be")
	}
}

func restoreCommand() *cobra.Command {
	var identity string
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup; never over a society that is being served",
		Long: "Restore a backup; never over a society that is being served. An encrypted one needs the file with its\n" +
			"key, --identity. Run by the superuser, it reads the backup, and does all else as the data folder's owner.",
		Args: exactly(1, "name the backup to restore: nzgs restore society-2026-11-21.db"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			cfg, err := load(cmd.Flags())
			if err != nil {
				return err
			}
			from, err := backup.OpenSource(args[0], identity)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, from.Close()) }()
			if cfg.Database != "" {
				return restoreInto(cmd, cfg, from)
			}
			return restoreFile(cmd, cfg, from)
		},
	}
	cmd.Flags().StringVar(&identity, "identity", "", "file with the key of age that opens an encrypted backup")
	config.AddFlags(cmd.Flags())
	return cmd
}

func restoreFile(cmd *cobra.Command, cfg *config.Config, from backup.Source) (err error) {
	if err := keepPrivate(cfg); err != nil {
		return err
	}
	if err := backup.AsOwnerOf(cfg.Data); err != nil {
		return err
	}
	lock, err := lockData(cfg.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock(lock)) }()
	r, kept, err := backup.Restore(cmd.Context(), from, cfg.DSN(), civil.SystemClock())
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s is restored to %s; %d entries in the audit log, checked\n", from.Name(), cfg.DSN(), r.Entries)
	if kept != "" {
		fmt.Fprintf(out, "the previous database is kept as %s\n", kept)
	}
	sayHeld(out, cfg, r)
	return nil
}

func restoreInto(cmd *cobra.Command, cfg *config.Config, from backup.Source) (err error) {
	db, err := store.Open(cmd.Context(), cfg.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.Migrate(cmd.Context()); err != nil {
		return err
	}
	r, err := backup.RestoreInto(cmd.Context(), from, db, civil.SystemClock())
	if err != nil {
		return err
	}
	fmt.Fprintf(
		cmd.OutOrStdout(), "%s is restored to the database; %d entries in the audit log, checked\n", from.Name(), r.Entries,
	)
	sayHeld(cmd.OutOrStdout(), cfg, r)
	return nil
}

// sayHeld says how many letters waited in a backup, and where an officer releases them.
func sayHeld(out io.Writer, cfg *config.Config, r backup.Report) {
	switch r.Held {
	case 0:
		return
	case 1:
		fmt.Fprint(out, "1 letter waited in the backup. It is held")
	default:
		fmt.Fprintf(out, "%d letters waited in the backup. They are held", r.Held)
	}
	fmt.Fprintf(out, " until an officer releases them or keeps them back: %s/outbox\n", cfg.URL())
}

// exactly is cobra.ExactArgs with a sentence that says what to write.
func exactly(n int, say string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("%w: %s", errUsage, say)
		}
		return nil
	}
}
