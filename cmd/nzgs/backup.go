package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

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
		Use:   "backup FILE",
		Short: "Back up the whole society to a new file, while it is being served",
		Long: "Back up the whole society to a new file, while it is being served. The file is an SQLite\n" +
			"database even when the society uses PostgreSQL; it is opened and checked before the command ends.\n" +
			"With --into the file is named by its instant, in a folder; --keep then removes the oldest there.",
		Args: cobra.MaximumNArgs(1),
		RunE: onSociety(func(cmd *cobra.Command, soc *society, args []string) error {
			if (len(args) == 1) == (into != "") || keep < 0 || keep > 0 && into == "" {
				return fmt.Errorf("%w: name the file to write, nzgs backup society-2026-11-21.db, or a folder with "+
					"--into and how many backups to keep in it with --keep", errUsage)
			}
			if err := soc.logbook.BackedUp(cmd.Context(), console); err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "the log does not say that this backup is made: %v\n", err)
			}
			return soc.backUp(cmd, args, into, keep)
		}),
	}
	cmd.Flags().StringVar(&into, "into", "", "folder to write into, instead of a file")
	cmd.Flags().IntVar(&keep, "keep", 0, "how many backups to keep in the folder; 0: all")
	config.AddFlags(cmd.Flags())
	return cmd
}

// backUp writes a backup to the file named, or into the folder.
func (soc *society) backUp(cmd *cobra.Command, args []string, into string, keep int) error {
	var r backup.Report
	var removed []string
	var err error
	if into == "" {
		r, err = backup.Write(cmd.Context(), soc.db, args[0])
	} else {
		r, removed, err = backup.Rotate(cmd.Context(), soc.db, into, keep, soc.clock())
	}
	if r.File != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %.1f MB, opened and checked; %d entries in the audit log, head %s\n",
			r.File, float64(r.Bytes)/(1<<20), r.Entries, r.Head)
	}
	noted := upkeep.New(soc.db, soc.clock, "").BackedUp(cmd.Context(), r.File != "", r.Bytes)
	if noted != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "the figures do not say that this backup was tried: %v\n", noted)
	}
	for _, file := range removed {
		fmt.Fprintf(cmd.OutOrStdout(), "%s is removed: %d newer ones are kept\n", file, keep)
	}
	return err
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
