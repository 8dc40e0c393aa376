package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

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
