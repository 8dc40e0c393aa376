package upkeep

import (
	"context"
	"fmt"
	"sync"
	"time"

	"nzgs/internal/audit"
	"nzgs/internal/civil"
	"nzgs/internal/machine"
	"nzgs/internal/store"
	"nzgs/migrations"
)

// Service asks the program's database and its disk.
type Service struct {
	db     *store.DB
	clock  civil.Clock
	folder string // of an SQLite database; "": the database is elsewhere

	patience time.Duration // what takes longer is not well

	mu     sync.Mutex
	seen   []audit.End // how far the log was when it was seen last
	asked  civil.Instant
	answer []Check
}

// New returns the service. folder is the data folder of an SQLite database, "" for PostgreSQL.
func New(db *store.DB, clock civil.Clock, folder string) *Service {
	return &Service{db: db, clock: clock, folder: folder, patience: patience}
}

// Check is one thing that was looked at.
type Check struct {
	Name    string
	Problem error // nil: it is well
}

// The names of checks.
const (
	Writing    = "writing"
	Disk       = "disk"
	Migrations = "migrations"
	Log        = "log"
)

const (
	holds    = time.Second     // how long an answer holds
	patience = 5 * time.Second // the service's, unless a test sets it
)

// LeastFree is how many bytes a disk must have free: below that, a change or a backup may find no room.
const LeastFree = 64 << 20

// Ready tells whether a change could be saved now, check by check.
func (s *Service) Ready(ctx context.Context) []Check {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock()
	if age := now.Time().Sub(s.asked.Time()); s.answer != nil && age >= 0 && age < holds {
		return s.answer
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.patience) // the answer is also for others who ask
	defer cancel()
	s.answer = []Check{
		{Writing, s.db.TryWrite(ctx)}, {Disk, s.room()}, {Migrations, s.current(ctx)}, {Log, s.continues(ctx)},
	}
	s.asked = s.clock() // not when it began: who waited meanwhile is answered by it too
	return s.answer
}

// Well reports whether no check found a problem.
func Well(all []Check) bool {
	for _, c := range all {
		if c.Problem != nil {
			return false
		}
	}
	return true
}

// room reports whether the disk of the database has room.
func (s *Service) room() error {
	if s.folder == "" {
		return nil // the database's server looks after its own
	}
	free, err := machine.FreeOn(s.folder)
	if err != nil {
		return err
	}
	if free < LeastFree {
		return fmt.Errorf("the disk of %s is almost full: %.1f MB are free, and %d MB are needed", s.folder,
			float64(free)/(1<<20), LeastFree>>20)
	}
	return nil
}

// current reports whether the database has every migration of this program. One that a newer program has brought further
// still serves.
func (s *Service) current(ctx context.Context) error {
	want, err := migrations.Latest()
	if err != nil {
		return err
	}
	have, err := s.db.Migrated(ctx)
	if err == nil && have < want {
		err = fmt.Errorf("the database is at migration %d, and this program needs %d", have, want)
	}
	return err
}

// continues reports whether the log goes on from where it was seen last, in each of its streams.
func (s *Service) continues(ctx context.Context) error {
	now, err := audit.Continues(ctx, s.db, s.seen)
	if err == nil {
		s.seen = now
	}
	return err
}
