package upkeep

import (
	"context"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/machine"
	"nzgs/internal/store"
)

// Figures are how the society's data are, for the metrics and for nzgs doctor.
type Figures struct {
	Database int64 // bytes
	Free     int64 // bytes of the data folder's disk; -1: the database is elsewhere
	Backup   Backups
	Outbox   Outbox
}

// Outbox is how many letters have not left.
type Outbox struct{ Waiting, Held, Unknown, Failed int }

// Backups are the last ones that were made of this database.
type Backups struct {
	Kept   civil.Instant // of the last that was checked and kept; zero: none
	Size   int64         // of it, in bytes
	Tried  civil.Instant // the last try; zero: none
	Worked bool          // whether it was kept
}

// Age is how long ago the last backup was made; ok is false where there is none.
func (b Backups) Age(now civil.Instant) (age time.Duration, ok bool) {
	if b.Kept.IsZero() {
		return 0, false
	}
	return now.Time().Sub(b.Kept.Time()), true
}

// Figures reads them.
func (s *Service) Figures(ctx context.Context) (f Figures, err error) {
	if f.Database, err = s.db.Size(ctx); err != nil {
		return f, err
	}
	f.Free = -1
	if s.folder != "" {
		if f.Free, err = machine.FreeOn(s.folder); err != nil {
			return f, err
		}
	}
	if f.Backup, err = lastBackups(ctx, s.db); err != nil {
		return f, err
	}
	f.Outbox, err = outbox(ctx, s.db)
	return f, err
}

// Now is the instant of the service's clock.
func (s *Service) Now() civil.Instant { return s.clock() }

// BackedUp notes that a backup was tried, and whether it was kept. What runs the program has no entry in the log for it: the
// backup itself has one.
func (s *Service) BackedUp(ctx context.Context, worked bool, size int64) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error { return noteBackup(ctx, tx, s.clock(), worked, size) })
}
