package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"nzgs/internal/auth"
	"nzgs/internal/backup"
	"nzgs/internal/machine"
	"nzgs/internal/upkeep/asked"
)

// keptByHand is how many backups that someone asked for are kept, beside those of every day.
const keptByHand = 5

// backupMeans is what an administrator may have done with backups on the site.
func (soc *society) backupMeans() *asked.Means {
	b, plan := soc.cfg.Backups, planOf(soc.cfg)
	plan.ByHand, plan.Keep = true, keptByHand
	out := &asked.Means{
		Folder: b.Into, Daily: b.At, Keep: b.Keep, Sealed: b.Key != "",
		Free:  func() (int64, error) { return freeFor(plan) },
		Aside: os.TempDir(), FreeAside: func() (int64, error) { return machine.FreeOn(os.TempDir()) },
		List: func() ([]asked.File, error) { return listBackups(plan.Folder) },
		Try: func(ctx context.Context, name string) error {
			_, err := backup.TryRestore(ctx, plan.Folder, name, soc.clock())
			return sayFull(err)
		},
		Make: func(ctx context.Context, by auth.Actor, say func(asked.Stage)) (asked.File, error) {
			plan := plan
			plan.Seal.Say = func(stage backup.Stage) { say(asked.Stage(stage)) }
			r, removed, err := soc.noted(ctx, by, true, func() (backup.Report, []string, error) {
				return backup.Rotate(ctx, soc.db, plan, soc.clock())
			})
			if r.File == "" {
				return asked.File{}, sayFull(err)
			}
			soc.log.Info(
				"backup that was asked for", "file", r.File, "bytes", r.Bytes, "encrypted", r.Encrypted, "removed", len(removed),
			)
			return asked.File{
				Name: filepath.Base(r.File), Made: r.Made, Size: r.Bytes, Encrypted: r.Encrypted, ByHand: true,
			}, err
		},
		Root: func() context.Context { return soc.root },
	}
	if len(b.Command) > 0 {
		out.Handed = b.Command[0]
	}
	return out
}

// sayFull says in words that a disk was full, where that was why.
func sayFull(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk became full over it: %w", err)
	}
	return err
}

// freeFor is how many bytes are free where a backup is made: in its folder, and where it is checked before it is encrypted.
func freeFor(p backup.Plan) (int64, error) {
	free, err := machine.FreeOn(p.Folder)
	if err != nil || p.Seal.Key == "" {
		return free, err
	}
	staged, err := machine.FreeOn(cmp.Or(p.Seal.Staging, os.TempDir()))
	return min(free, staged), err
}

func listBackups(folder string) ([]asked.File, error) {
	all, err := backup.List(folder)
	out := make([]asked.File, 0, len(all))
	for _, k := range all {
		out = append(out, asked.File{Name: k.Name, Made: k.Made, Size: k.Bytes, Encrypted: k.Encrypted, ByHand: k.ByHand})
	}
	return out, err
}
