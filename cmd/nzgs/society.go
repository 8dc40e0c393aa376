package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/store"
	"nzgs/web"
)

// society is the opened database with every service on it: the only place
// that wires them together.
type society struct {
	db    *store.DB
	clock civil.Clock
	log   *slog.Logger
	name  string
	url   string
	lock  *os.File
	web   *web.Server // set by server, nil before

	auth *auth.Service
}

// open opens the database beside whoever may be serving it: for commands that
// read, or add a little. It does not migrate.
func open(ctx context.Context, cfg *config.Config) (*society, error) {
	return openOn(ctx, cfg, civil.SystemClock)
}

// openAlone makes the data folder if need be, takes its lock, opens and
// migrates the database: for serving and for filling a new society.
func openAlone(ctx context.Context, cfg *config.Config, clock civil.Clock) (*society, error) {
	var lock *os.File
	if cfg.Database == "" {
		if err := makeDataFolder(cfg); err != nil {
			return nil, err
		}
		var err error
		if lock, err = lockData(cfg.Data); err != nil {
			return nil, err
		}
	}
	db, err := store.Open(ctx, cfg.DSN())
	if err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	_, err = db.Migrate(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	soc, err := openOn(ctx, cfg, clock)
	if err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	soc.lock = lock
	return soc, nil
}

func makeDataFolder(cfg *config.Config) error {
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	return nil
}

func openOn(ctx context.Context, cfg *config.Config, clock civil.Clock) (*society, error) {
	if cfg.Database == "" {
		if _, err := os.Stat(cfg.DSN()); err != nil {
			return nil, fmt.Errorf("there is no society in %s yet: nzgs serve --data %s makes one", cfg.Data, cfg.Data)
		}
	}
	db, err := store.Open(ctx, cfg.DSN())
	if err != nil {
		return nil, err
	}
	soc := &society{db: db, clock: clock, log: newLogger(cfg, os.Stderr), url: cfg.URL()}
	soc.wire()
	if soc.name, err = soc.auth.SocietyName(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return soc, nil
}

// wire builds the services, each on those below it.
func (soc *society) wire() {
	soc.auth = auth.New(soc.db, soc.clock)
}

// server builds the web server on the services.
func (soc *society) server(cfg *config.Config) *web.Server {
	soc.web = web.New(web.Deps{
		DB: soc.db, Clock: soc.clock, Log: soc.log, Society: soc.name, BaseURL: soc.url,
		TrustedProxies: cfg.TrustedProxies, MetricsToken: cfg.MetricsToken,
		Auth: soc.auth,
	})
	return soc.web
}

// Close closes the database and lets another process open the folder.
func (soc *society) Close() error {
	return errors.Join(soc.db.Close(), unlock(soc.lock))
}
