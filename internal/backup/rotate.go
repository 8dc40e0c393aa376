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
	"syscall"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Plan is where backups go, by whom they are taken from there, and how many are kept.
type Plan struct {
	Folder  string
	Keep    int // 0: all
	Seal    Seal
	Command []string // that is run with each new one, its name as the last word; nil: none
	ByHand  bool     // someone asked for this one: its name says so, and only others like it are counted and removed
}

// nameLayout is how a backup is called: names sort by time.
const nameLayout = "nzgs-2006-01-02T150405Z"

// ours are the names that Rotate gives to those of every day, and asked to those that someone asked for.
var (
	ours  = regexp.MustCompile(`^nzgs-\d{4}-\d{2}-\d{2}T\d{6}Z\.db(\.age)?$`)
	asked = regexp.MustCompile(`^nzgs-\d{4}-\d{2}-\d{2}T\d{6}Z-by-hand\.db(\.age)?$`)
)

const (
	sealedEnd = ".age"
	handEnd   = "-by-hand"
)

// Rotate writes a checked backup into a folder, named for its instant, and then removes the oldest of those that it
// wrote there before, until some are left. Files of other names stay. Of what is left it opens the oldest again, and at
// last it hands the new one to the operator's command. It returns the files removed; an error leaves what was done
// before it.
func Rotate(ctx context.Context, db *store.DB, p Plan, now civil.Instant) (r Report, removed []string, err error) {
	if p.Keep < 0 {
		return Report{}, nil, errors.New("back up: keep 1 or more")
	}
	if err := removeUnfinished(p.Folder, now); err != nil {
		return Report{}, nil, err
	}
	name := now.Time().UTC().Format(nameLayout)
	if p.ByHand {
		name += handEnd
	}
	name += ".db"
	if p.Seal.Key != "" {
		name += sealedEnd
	}
	if r, err = p.Seal.Write(ctx, db, filepath.Join(p.Folder, name)); err != nil {
		return r, nil, err
	}
	r.Made = civil.At(now.Time().Truncate(time.Second))
	return finish(ctx, p, r)
}

// Daily makes the backup that was due at some time, as Rotate does. Where one has been made since, and what comes after it
// did not work, that alone is tried again: with one more at each try, a command that fails for a day or a file that is
// damaged would have the earlier days removed.
func Daily(ctx context.Context, db *store.DB, p Plan, due, now civil.Instant) (r Report, removed []string, err error) {
	r, made, err := madeSince(p.Folder, due, now)
	if err != nil {
		return Report{}, nil, err
	}
	if !made {
		return Rotate(ctx, db, p, now)
	}
	return finish(ctx, p, r)
}

// finish does what comes after a backup was made.
func finish(ctx context.Context, p Plan, r Report) (_ Report, removed []string, err error) {
	p.Seal.reached(Finishing)
	if p.Keep > 0 {
		if removed, err = removeOldest(p.Folder, filepath.Base(r.File), p.Keep); err != nil {
			err = fmt.Errorf("the backup is written; remove the oldest: %w", err)
		}
	}
	if p.ByHand {
		return r, removed, errors.Join(err, send(ctx, p.Command, r.File))
	}
	oldest, damaged := oldestGood(ctx, p.Folder)
	r.Oldest = oldest
	return r, removed, errors.Join(err, damaged, send(ctx, p.Command, r.File))
}

// madeSince is the newest backup of a folder that was made between two times.
func madeSince(folder string, due, now civil.Instant) (r Report, made bool, err error) {
	names, err := namesIn(folder, ours)
	if err != nil {
		return Report{}, false, err
	}
	for _, name := range slices.Backward(names) {
		at, err := timeOf(name)
		if err != nil || at.After(now) {
			continue // a clock that was wrong has called it so
		}
		if at.Before(due) {
			break
		}
		file := filepath.Join(folder, name)
		info, err := os.Stat(file)
		if err != nil {
			return Report{}, false, fmt.Errorf("list the backups: %w", err)
		}
		return Report{File: file, Bytes: info.Size(), Made: at, Encrypted: strings.HasSuffix(name, sealedEnd)}, true, nil
	}
	return Report{}, false, nil
}

// timeOf is when a backup was made that Rotate wrote.
func timeOf(name string) (civil.Instant, error) {
	at, err := time.Parse(nameLayout, strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, sealedEnd), ".db"), handEnd))
	return civil.At(at), err
}

// oldestGood is of when the oldest backup of a folder is that can be restored: it is opened and checked again. An encrypted
// one was checked when it was made, and is taken for good as long as it is one. The error names those that are damaged, and
// says when it could not be seen; then there is no oldest.
func oldestGood(ctx context.Context, folder string) (at civil.Instant, damaged error) {
	names, err := namesIn(folder, ours)
	if err != nil {
		return civil.Instant{}, err
	}
	aside, err := os.MkdirTemp("", "nzgs-oldest-")
	if err != nil {
		return civil.Instant{}, fmt.Errorf("open the oldest backup again: %w", err)
	}
	defer os.RemoveAll(aside)
	for n, name := range names {
		file := filepath.Join(folder, name)
		made, err := timeOf(name)
		if err == nil {
			err = stillGood(ctx, file, filepath.Join(aside, fmt.Sprintf("%d.db", n)))
		}
		switch {
		case err == nil:
			return made, damaged
		case ctx.Err() != nil || errors.Is(err, syscall.ENOSPC): // that is not the backup's fault
			return civil.Instant{}, errors.Join(damaged, fmt.Errorf("%s was not opened again: %w", file, err))
		}
		damaged = errors.Join(damaged, fmt.Errorf("%s cannot be restored any longer: %w", file, err))
	}
	return civil.Instant{}, damaged
}

// stillGood checks a backup in a copy, which is removed: opening it could change the backup.
func stillGood(ctx context.Context, file, part string) (err error) {
	from, err := OpenSource(file, "")
	if err != nil {
		return err
	}
	defer from.Close()
	if encrypted, err := from.isEncrypted(); err != nil || encrypted {
		return err
	}
	defer func() { err = errors.Join(err, removeDatabase(part)) }()
	if err := from.copyTo(part); err != nil {
		return err
	}
	_, err = Check(ctx, part)
	return err
}

// namesIn are the backups of a folder that Rotate gave such names, the oldest first.
func namesIn(folder string, like *regexp.Regexp) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && like.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// unfinished is what a backup that was killed leaves of one of ours.
var unfinished = regexp.MustCompile(`^nzgs-\d{4}-\d{2}-\d{2}T\d{6}Z(-by-hand)?\.db(\.age)?\.part(-wal|-shm|-journal)?$`)

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
	like := ours
	if asked.MatchString(made) {
		like = asked
	}
	names, err := namesIn(folder, like)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == made })
	for _, name := range names[:max(0, len(names)+1-keep)] {
		file := filepath.Join(folder, name)
		if err := removeDatabase(file); err != nil {
			return removed, err
		}
		removed = append(removed, file)
	}
	return removed, nil
}
