package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"nzgs/internal/backup"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/store"
)

func backupCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Back up the whole society to a new file, while it is being served",
		Long: "Back up the whole society to a new file, while it is being served. The file is an SQLite\n" +
			"database even when the society uses PostgreSQL; it is opened and checked before the command ends.",
		Args: exactly(1, "name the file to write: nzgs backup society-2026-11-21.db"),
		RunE: onSociety(func(cmd *cobra.Command, soc *society, args []string) error {
			if err := soc.logbook.BackedUp(cmd.Context(), console); err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "the log does not say that this backup is made: %v\n", err)
			}
			r, err := backup.Write(cmd.Context(), soc.db, args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %.1f MB, opened and checked; %d entries in the audit log, head %s\n",
				r.File, float64(r.Bytes)/(1<<20), r.Entries, r.Head)
			return nil
		}),
	}
	config.AddFlags(cmd.Flags())
	return cmd
}

func restoreCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup; never over a society that is being served",
		Args:  exactly(1, "name the backup to restore: nzgs restore society-2026-11-21.db"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg, err := config.Load(cmd.Flags())
			if err != nil {
				return err
			}
			if cfg.Database != "" {
				return restoreInto(cmd, cfg, args[0])
			}
			return restoreFile(cmd, cfg, args[0])
		},
	}
	config.AddFlags(cmd.Flags())
	return cmd
}

func restoreFile(cmd *cobra.Command, cfg *config.Config, file string) (err error) {
	if err := keepPrivate(cfg); err != nil {
		return err
	}
	lock, err := lockData(cfg.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock(lock)) }()
	r, kept, err := backup.Restore(cmd.Context(), file, cfg.DSN(), civil.SystemClock())
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s is restored to %s; %d entries in the audit log, checked\n", file, cfg.DSN(), r.Entries)
	if kept != "" {
		fmt.Fprintf(out, "the previous database is kept as %s\n", kept)
	}
	return nil
}

func restoreInto(cmd *cobra.Command, cfg *config.Config, file string) (err error) {
	db, err := store.Open(cmd.Context(), cfg.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.Migrate(cmd.Context()); err != nil {
		return err
	}
	r, err := backup.RestoreInto(cmd.Context(), file, db)
	if err != nil {
		return err
	}
	fmt.Fprintf(
		cmd.OutOrStdout(), "%s is restored to the database; %d entries in the audit log, checked\n", file, r.Entries,
	)
	return nil
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
