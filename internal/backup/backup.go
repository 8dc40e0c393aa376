// Package backup writes the whole society to one file and brings it back.
//
// A backup is an SQLite database, whichever database is served, so that it can
// be opened anywhere and restored to either, or such a file encrypted by age. Invariants: a backup that was
// reported has been opened and checked (its pages, its references, the audit
// log's chain), an encrypted one before it was encrypted, because the program cannot open it; a file is never half there under its own name; nothing is
// restored over a database in use, and what stood there before is kept; no letter
// that waited in a backup leaves by itself once it is restored, and no mail server that was set on the site is used by it
// until an administrator says so.
package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/moving"
	"nzgs/internal/settings"
	"nzgs/internal/store"
)

// Report says what a checked file holds.
type Report struct {
	File    string
	Bytes   int64
	Entries int64  // in the audit log
	Head    string // hash of its newest entry
	Held    int    // letters that waited in a restored backup, and are held

	Encrypted bool          // after it was checked
	Made      civil.Instant // as its name in a folder says; zero: it has a name of its own
	Oldest    civil.Instant // of the oldest backup of its folder that can be restored; zero: it was not looked for
}

// write writes a checked backup of db to a new file, while db goes on serving. It belongs to whoever its folder belongs
// to, also when the superuser makes it.
func write(ctx context.Context, db *store.DB, file string, say Seal) (Report, error) {
	if _, err := os.Stat(file); err == nil {
		return Report{}, fmt.Errorf("%s already exists: name a new file", file)
	}
	part := file + ".part"
	if err := removeDatabase(part); err != nil {
		return Report{}, err
	}
	r, err := writePart(ctx, db, part, say)
	if err != nil {
		return Report{}, errors.Join(fmt.Errorf("back up: %w", err), removeDatabase(part))
	}
	if err := errors.Join(GiveToFolder(part), publish(part, file)); err != nil {
		return Report{}, errors.Join(fmt.Errorf("back up: %w", err), removeDatabase(part))
	}
	r.File = file
	return r, nil
}

func writePart(ctx context.Context, db *store.DB, part string, say Seal) (Report, error) {
	say.reached(Copying)
	if err := db.Snapshot(ctx, part); err != nil {
		return Report{}, err
	}
	say.reached(Checking)
	return Check(ctx, part)
}

// Check opens a copy's file and checks it whole: pages, references, and the
// audit log's chain.
func Check(ctx context.Context, file string) (Report, error) {
	info, err := os.Stat(file)
	if err != nil {
		return Report{}, fmt.Errorf("open the backup: %w", err)
	}
	db, err := store.Open(ctx, file)
	if err != nil {
		return Report{}, err
	}
	r, err := checkOpen(ctx, db)
	if err := errors.Join(err, db.Close()); err != nil {
		return Report{}, err
	}
	r.File, r.Bytes = file, info.Size()
	return r, nil
}

func checkOpen(ctx context.Context, db *store.DB) (Report, error) {
	if err := store.CheckFile(ctx, db); err != nil {
		return Report{}, err
	}
	ours, err := store.HasTable(ctx, db, "audit_entry")
	if err != nil {
		return Report{}, err
	}
	if !ours {
		return Report{}, errors.New("it holds no society: it is empty or belongs to another program")
	}
	n, err := audit.Verify(ctx, db)
	if err != nil {
		return Report{}, fmt.Errorf("the audit log is damaged: %w", err)
	}
	_, head, err := audit.Head(ctx, db)
	return Report{Entries: n, Head: head}, err
}

// Compare checks a backup whole and compares its audit log with that of db: it has
// to be the beginning of it. It returns how many entries the backup has.
func Compare(ctx context.Context, db *store.DB, file string) (int64, error) {
	folder, err := os.MkdirTemp("", "nzgs-compare-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	part := filepath.Join(folder, "society.db") // opening it could change the backup
	from, err := OpenSource(file, "")
	if err != nil {
		return 0, err
	}
	defer from.Close()
	if err := from.copyTo(part); err != nil {
		return 0, err
	}
	if _, err := Check(ctx, part); err != nil {
		return 0, fmt.Errorf("it is not a backup, or is damaged: %w", err)
	}
	older, err := store.Open(ctx, part)
	if err != nil {
		return 0, err
	}
	n, err := audit.Prefix(ctx, db, older)
	return n, errors.Join(err, older.Close())
}

// Restore brings a backup to the SQLite database at target, which
// no one may have open. What stood at target is kept beside it; its new name
// is returned ("" when there was nothing). Both belong to whoever the folder
// belongs to, also when the superuser restores.
func Restore(ctx context.Context, from Source, target string, now civil.Instant) (r Report, kept string, err error) {
	part := target + ".restoring"
	if err := removeDatabase(part); err != nil {
		return Report{}, "", err
	}
	r, err = prepare(ctx, from, part, now)
	if err == nil {
		err = GiveToFolder(part)
	}
	if err != nil {
		return Report{}, "", errors.Join(fmt.Errorf("restore: %w", err), removeDatabase(part))
	}
	if _, err := os.Stat(target); err == nil {
		kept = unused(fmt.Sprintf("%s.before-restore-%s", target, now.Time().Format("20060102-150405")))
		if err := keep(ctx, target, kept); err != nil {
			return Report{}, "", errors.Join(fmt.Errorf("restore: keep what is there: %w", err), removeDatabase(part))
		}
	}
	// What an earlier restore, broken off, left of another database's log would be played into this one.
	if err := errors.Join(removeCompanions(target), publish(part, target)); err != nil {
		return Report{}, kept, fmt.Errorf("restore: %w", err)
	}
	return r, kept, nil
}

// prepare checks a copy of the backup (the original stays as it is), brings it
// to the schema of this program, and holds the letters that wait in it.
func prepare(ctx context.Context, from Source, part string, now civil.Instant) (Report, error) {
	if err := from.copyTo(part); err != nil {
		return Report{}, err
	}
	if _, err := Check(ctx, part); err != nil {
		return Report{}, fmt.Errorf("%s is not a backup, or is damaged: %w", from.name, err)
	}
	db, err := store.Open(ctx, part)
	if err != nil {
		return Report{}, err
	}
	held := 0
	if _, err = db.Migrate(ctx); err == nil {
		err = moving.Forget(ctx, db) // what is restored is no end of a move
	}
	if err == nil {
		held, err = mail.HoldRestored(ctx, db, auth.System("the console"), func() civil.Instant { return now })
	}
	if err == nil {
		err = settings.HoldRestored(ctx, db, auth.System("the console"), func() civil.Instant { return now })
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return Report{}, err
	}
	r, err := Check(ctx, part)
	r.Held = held
	return r, err
}

// RestoreInto fills the empty database db (PostgreSQL) from a backup.
func RestoreInto(ctx context.Context, from Source, db *store.DB, now civil.Instant) (Report, error) {
	if n, err := audit.Written(ctx, db); err != nil {
		return Report{}, err
	} else if n > 0 {
		return Report{}, errors.New("restore: this database already holds a society: name an empty database")
	}
	folder, err := os.MkdirTemp("", "nzgs-restore-")
	if err != nil {
		return Report{}, err
	}
	defer os.RemoveAll(folder)
	part := filepath.Join(folder, "society.db")
	r, err := prepare(ctx, from, part, now)
	if err != nil {
		return Report{}, fmt.Errorf("restore: %w", err)
	}
	prepared, err := store.Open(ctx, part)
	if err != nil {
		return Report{}, err
	}
	defer prepared.Close()
	if err := moving.Forget(ctx, db); err != nil { // of a move that filled a part of it, and was left
		return Report{}, err
	}
	if err := store.Copy(ctx, prepared, db); err != nil {
		return Report{}, fmt.Errorf("restore: %w", err)
	}
	n, err := audit.Verify(ctx, db)
	return Report{File: from.name, Entries: n, Held: r.Held}, err
}

// keep puts a database aside, with what its write-ahead log still held. One
// that is damaged is put aside as it is.
func keep(ctx context.Context, target, kept string) error {
	if snapshot(ctx, target, kept) == nil {
		return errors.Join(GiveToFolder(kept), removeCompanions(target))
	}
	if err := removeDatabase(kept); err != nil {
		return err
	}
	for _, part := range []string{"-wal", "-shm", ""} { // nothing of its log is left beside another database
		if err := os.Rename(target+part, kept+part); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// unused is the name, with a number where something has that name already: what an earlier restore kept stays.
func unused(name string) string {
	free := name
	for n := 2; ; n++ {
		if _, err := os.Lstat(free); errors.Is(err, os.ErrNotExist) {
			return free
		}
		free = fmt.Sprintf("%s-%d", name, n)
	}
}

func snapshot(ctx context.Context, target, kept string) error {
	db, err := store.Open(ctx, target)
	if err != nil {
		return err
	}
	return errors.Join(db.Snapshot(ctx, kept), db.Close())
}

// removeDatabase removes a database's file and its companions.
func removeDatabase(path string) error {
	return errors.Join(removeIfThere(path), removeCompanions(path))
}

// removeCompanions removes the write-ahead log of a database that is closed.
func removeCompanions(path string) error {
	return errors.Join(removeIfThere(path+"-wal"), removeIfThere(path+"-shm"))
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// publish gives a finished file its name, so that it survives a power cut.
func publish(part, file string) error {
	if err := syncFile(part); err != nil {
		return err
	}
	if err := os.Rename(part, file); err != nil {
		return err
	}
	return errors.Join(removeCompanions(part), syncFile(filepath.Dir(file)))
}

func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
