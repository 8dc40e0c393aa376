package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/backup"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/moving"
	"nzgs/internal/store"
)

func moveCommand() *cobra.Command {
	var from, to, release string
	cmd := &cobra.Command{
		Use:   "move --from ADDRESS --to ADDRESS",
		Short: "Move the whole society to another database, SQLite or PostgreSQL",
		Long: "Move the whole society to another database, SQLite or PostgreSQL. An ADDRESS is a data folder, or that\n" +
			"of a PostgreSQL database. Stop every copy of nzgs first. Every row is compared, and the log's chain is\n" +
			"read, before the move ends; from then on only the target is served, and letters leave from there. A\n" +
			"move that was cut off goes on when the same command is run again. The source keeps what it has, and is\n" +
			"not served: --release ADDRESS gives the move up and has it serve again.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case release != "" && from == "" && to == "":
				return releaseMove(cmd, release)
			case release != "" || from == "" || to == "":
				return fmt.Errorf("%w: name both databases: nzgs move --from /var/lib/nzgs --to postgres://nzgs@db/nzgs", errUsage)
			}
			return move(cmd, from, to)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "data folder, or postgres:// address, that has the society")
	cmd.Flags().StringVar(&to, "to", "", "data folder, or postgres:// address, of an empty database")
	cmd.Flags().StringVar(
		&release, "release", "", "database that a move was to leave, or has left, and that is to be served again",
	)
	return cmd
}

func move(cmd *cobra.Command, from, to string) (err error) {
	source, closeSource, err := openEnd(cmd.Context(), from, mustStand)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	defer func() { err = errors.Join(err, closeSource()) }()
	target, closeTarget, err := openEnd(cmd.Context(), to, mayBeMade)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	defer func() { err = errors.Join(err, closeTarget()) }()
	r, err := moving.Move(cmd.Context(), source, target, civil.SystemClock, func(what string) {
		fmt.Fprintln(cmd.ErrOrStderr(), what)
	})
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if r.Resumed {
		fmt.Fprintln(out, "The move had been begun before, and went on where it was.")
	}
	if r.Tables > 0 {
		fmt.Fprintf(out, "%d rows of %d tables are moved and the same at both ends.\n", r.Rows, r.Tables)
	}
	fmt.Fprintf(out, "The audit log has %d entries, its chain is whole.\n", r.Entries)
	fmt.Fprintln(out, "Serve the new database from here on. The old one keeps what it has, and is not served: "+
		"letters leave from the new one alone.")
	return nil
}

func releaseMove(cmd *cobra.Command, address string) (err error) {
	db, closeEnd, err := openEnd(cmd.Context(), address, mustStand)
	if err != nil {
		return fmt.Errorf("--release: %w", err)
	}
	defer func() { err = errors.Join(err, closeEnd()) }()
	if err := moving.Release(cmd.Context(), db); err != nil {
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), "The move is given up: this database is served again. Do not serve the other one as "+
		"well: both would send letters and take results.")
	return nil
}

// standing says whether a database has to be there.
type standing int

const (
	mustStand standing = iota
	mayBeMade
)

// openEnd opens one end of a move, and keeps a data folder from others until it is closed.
func openEnd(ctx context.Context, address string, standing standing) (*store.DB, func() error, error) {
	if dsn, ok := config.DatabaseAddress(address); ok {
		db, err := store.OpenAs(ctx, dsn, "nzgs move")
		if err != nil {
			return nil, nil, err
		}
		return db, db.Close, nil
	}
	if isMeantForPostgres(address) { // a folder of that name would be made, with a password in it
		return nil, nil, errors.New("write the address of PostgreSQL as postgres://USER@HOST/NAME; in a password @ is %40, " +
			"/ is %2F, ? is %3F and # is %23")
	}
	cfg := &config.Config{Data: address}
	if filepath.Base(address) == filepath.Base(cfg.DSN()) { // the file itself
		cfg.Data = filepath.Dir(address)
	}
	if _, err := os.Stat(cfg.DSN()); err != nil && standing == mustStand {
		return nil, nil, fmt.Errorf("there is no society in %s: name a data folder or a postgres:// address", cfg.Data)
	}
	if err := keepPrivate(cfg); err != nil {
		return nil, nil, err
	}
	lock, err := lockData(cfg.Data)
	if err != nil {
		return nil, nil, err
	}
	db, err := store.Open(ctx, cfg.DSN())
	if err == nil {
		err = backup.GiveToFolder(cfg.DSN())
	}
	if err != nil {
		return nil, nil, errors.Join(err, unlock(lock))
	}
	return db, func() error { return errors.Join(db.Close(), unlock(lock)) }, nil
}

// isMeantForPostgres tells an address that cannot be read from the path of a folder.
func isMeantForPostgres(address string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(address), "/")
	return strings.Contains(address, "://") || strings.HasPrefix(scheme, "postgres") && strings.Contains(address, "@") ||
		strings.Contains(address, "password=")
}
