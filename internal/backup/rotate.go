package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// ours are the names that Rotate gives: they sort by time.
var ours = regexp.MustCompile(`^nzgs-\d{4}-\d{2}-\d{2}T\d{6}Z\.db$`)

// Rotate writes a checked backup into a folder, named for its instant, and then removes the oldest of those that it
// wrote there before, until keep are left; 0 keeps all. Files of other names stay. It returns the files removed.
func Rotate(ctx context.Context, db *store.DB, folder string, keep int, now civil.Instant) (Report, []string, error) {
	if keep < 0 {
		return Report{}, nil, errors.New("back up: keep 1 or more")
	}
	if err := removeUnfinished(folder, now); err != nil {
		return Report{}, nil, err
	}
	file := filepath.Join(folder, "nzgs-"+now.Time().UTC().Format("2006-01-02T150405")+"Z.db")
	r, err := Write(ctx, db, file)
	if err != nil || keep == 0 {
		return r, nil, err
	}
	removed, err := removeOldest(folder, filepath.Base(file), keep)
	if err != nil {
		err = fmt.Errorf("the backup is written; remove the oldest: %w", err)
	}
	return r, removed, err
}

// unfinished is what a backup that was killed leaves of one of ours.
var unfinished = regexp.MustCompile(`^nzgs-\d{4}-\d{2}-\d{2}T\d{6}Z\.db(\.age)?\.part(-wal|-shm|-journal)?$`)

// stillWritten is how long a backup that is being made can leave its file alone.
const stillWritten = time.Hour

// removeUnfinished removes what backups that were killed left in a folder; one that is being made stays.
func removeUnfinished(folder string, now civil.Instant) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !unfinished.MatchString(e.Name()) {
			continue
		}
		info, err := e.Info()
		if err != nil || now.Time().Sub(info.ModTime()) < stillWritten {
			continue // it is gone, or is being written
		}
		if err := removeIfThere(filepath.Join(folder, e.Name())); err != nil {
			return fmt.Errorf("remove what is left of a backup that was broken off: %w", err)
		}
	}
	return nil
}

// removeOldest leaves keep backups: the one just made, whatever a clock that was wrong has called others, and the newest
// of the rest.
func removeOldest(folder, made string, keep int) (removed []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && ours.MatchString(e.Name()) && e.Name() != made {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names[:max(0, len(names)+1-keep)] {
		file := filepath.Join(folder, name)
		if err := removeDatabase(file); err != nil {
			return removed, err
		}
		removed = append(removed, file)
	}
	return removed, nil
}
