package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"nzgs/internal/civil"
)

// Kept is a backup in a folder, by its name and what the folder says of it.
type Kept struct {
	Name      string
	Made      civil.Instant // as its name says
	Bytes     int64
	Encrypted bool
	ByHand    bool // someone asked for it; otherwise it is one of every day
}

// List is the backups of a folder that Rotate wrote, the newest first. Each was opened and checked before it was given its
// name; what became of it since is not looked at.
func List(folder string) (all []Kept, err error) {
	for _, like := range []*regexp.Regexp{ours, asked} {
		names, err := namesIn(folder, like)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			made, err := timeOf(name)
			if err != nil {
				continue // it has the form of a time, and is none
			}
			info, err := os.Stat(filepath.Join(folder, name))
			if errors.Is(err, os.ErrNotExist) {
				continue // it has just been removed
			}
			if err != nil {
				return nil, fmt.Errorf("list the backups: %w", err)
			}
			all = append(all, Kept{
				Name: name, Made: made, Bytes: info.Size(), Encrypted: strings.HasSuffix(name, sealedEnd), ByHand: like == asked,
			})
		}
	}
	slices.SortStableFunc(all, func(a, b Kept) int { return b.Made.Time().Compare(a.Made.Time()) })
	return all, nil
}

// TryRestore restores a backup of a folder, by its name, to a place aside, as Restore does, and removes what it restored: it
// shows that the backup can be restored by this program, and changes nothing. An encrypted one it cannot open.
func TryRestore(ctx context.Context, folder, name string, now civil.Instant) (r Report, err error) {
	if !ours.MatchString(name) && !asked.MatchString(name) {
		return Report{}, fmt.Errorf("%q is not the name of a backup that this program wrote into a folder", name)
	}
	from, err := OpenSource(filepath.Join(folder, name), "")
	if err != nil {
		return Report{}, err
	}
	defer from.Close()
	aside, err := os.MkdirTemp("", "nzgs-try-restore-")
	if err != nil {
		return Report{}, fmt.Errorf("try to restore: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(aside)) }()
	return prepare(ctx, from, filepath.Join(aside, "society.db"), now)
}
