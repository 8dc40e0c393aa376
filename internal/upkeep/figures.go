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
	Worked bool          // whether all of it worked

	Encrypted bool          // the last that was kept
	Oldest    civil.Instant // of the oldest that can be restored; zero: not known
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

// Backups are the last ones.
func (s *Service) Backups(ctx context.Context) (Backups, error) { return lastBackups(ctx, s.db) }

// Now is the instant of the service's clock.
func (s *Service) Now() civil.Instant { return s.clock() }

// Outcome is what became of a backup.
type Outcome struct {
	Kept      bool // it was checked, and has its name
	Worked    bool // and so did all that comes with it: it was taken elsewhere, older ones removed
	Size      int64
	Encrypted bool
	Oldest    civil.Instant // zero: it was not looked for
	Made      civil.Instant // when it was made, if at an earlier try; zero: now
	Aside     bool          // it is none of those that the settings have made: whether those work is not known from it
}

// BackedUp notes that a backup was tried, and what became of it. What runs the program has no entry in the log for it: the
// backup itself has one.
func (s *Service) BackedUp(ctx context.Context, o Outcome) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error { return noteBackup(ctx, tx, s.clock(), o) })
}

// againAfter is how long after a backup that failed, or was broken off, another one is tried.
const againAfter = time.Hour

// TakeTurn reports whether the backup is to be made now that is due every day at a time in New Zealand. Of several copies
// of the program one is told so, once; what it makes counts as failed until it says otherwise.
func (s *Service) TakeTurn(ctx context.Context, at time.Duration) (mine bool, err error) {
	now := s.clock()
	err = s.db.InTx(ctx, func(tx *store.Tx) error {
		mine, err = takeTurn(ctx, tx, now, s.Due(at))
		return err
	})
	return mine, err
}

// Due is when a daily backup was due last, at a time of the day in New Zealand.
func (s *Service) Due(at time.Duration) civil.Instant { return dueBefore(at, s.clock()) }

// dueBefore is when a daily backup was due last.
func dueBefore(at time.Duration, now civil.Instant) civil.Instant {
	due := now.Date().Midnight().Add(at)
	if due.After(now) {
		due = now.Date().AddDays(-1).Midnight().Add(at)
	}
	return due
}
