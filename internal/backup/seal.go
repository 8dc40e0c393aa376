package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"nzgs/internal/machine"
	"nzgs/internal/store"
)

// Seal is how a backup is encrypted. The zero value: it is not.
type Seal struct {
	Key     string      // of age, age1…: whoever has the key that belongs to it opens the backup, and the program cannot
	Staging string      // folder in which it is made and checked before it is encrypted; "" for the temporary files'
	Say     func(Stage) // is told how far it has come; nil: no one asks
}

// Stage is how far a backup has come.
type Stage int

// The stages of a backup, in their order.
const (
	Copying    Stage = 1 + iota // the database into a file
	Checking                    // the file is opened: its pages, its references, the log
	Encrypting                  // where there is a key
	Finishing                   // older ones are removed, and the new one is handed to the operator's command
)

func (s Seal) reached(stage Stage) {
	if s.Say != nil {
		s.Say(stage)
	}
}

// ParseKey says what is wrong with a key that backups are to be encrypted to.
func ParseKey(key string) error {
	_, err := recipients(key)
	return err
}

func recipients(key string) ([]age.Recipient, error) {
	all, err := age.ParseRecipients(strings.NewReader(key))
	if err != nil || len(all) != 1 {
		return nil, fmt.Errorf("%q is no key of age: it begins with age1, and age-keygen prints it", key)
	}
	return all, nil
}

// Write writes a checked backup of db to a new file, while db goes on serving; with a key, encrypted once it is checked.
func (s Seal) Write(ctx context.Context, db *store.DB, file string) (r Report, err error) {
	if s.Key == "" {
		return write(ctx, db, file, s)
	}
	to, err := recipients(s.Key)
	if err != nil {
		return Report{}, err
	}
	if _, err := os.Lstat(file); err == nil {
		return Report{}, fmt.Errorf("%s already exists: name a new file", file)
	}
	plain, done, err := s.stage()
	if err != nil {
		return Report{}, fmt.Errorf("back up: %w", err)
	}
	defer func() { err = errors.Join(err, done()) }()
	if r, err = writePart(ctx, db, plain, s); err != nil {
		return Report{}, fmt.Errorf("back up: %w", err)
	}
	part := file + ".part"
	if err := removeIfThere(part); err != nil {
		return Report{}, err
	}
	s.reached(Encrypting)
	size, err := encrypt(plain, part, to)
	if err == nil {
		err = errors.Join(GiveToFolder(part), publish(part, file))
	}
	if err != nil {
		return Report{}, errors.Join(fmt.Errorf("back up: %w", err), removeIfThere(part))
	}
	r.File, r.Bytes, r.Encrypted = file, size, true
	return r, nil
}

// stagingName is the folder in which backups are checked before they are encrypted: where encrypted files go may be no
// place for one that is not.
const stagingName = "backup.staging"

// stage is the file in which a backup is made and checked, and what removes it. What one that was killed left is removed.
func (s Seal) stage() (file string, done func() error, err error) {
	if s.Staging == "" {
		folder, err := os.MkdirTemp("", "nzgs-backup-")
		return filepath.Join(folder, "society.db"), func() error { return os.RemoveAll(folder) }, err
	}
	folder := filepath.Join(s.Staging, stagingName)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", nil, err
	}
	lock, err := machine.LockFolder(folder)
	if err != nil {
		return "", nil, fmt.Errorf("another backup is being made in %s: %w", folder, err)
	}
	file = filepath.Join(folder, "society.db")
	if err := removeDatabase(file); err != nil {
		return "", nil, errors.Join(err, lock.Close())
	}
	return file, func() error {
		return errors.Join(removeDatabase(file), lock.Close(), os.RemoveAll(folder))
	}, nil
}

func encrypt(plain, file string, to []age.Recipient) (size int64, err error) {
	in, err := os.Open(plain)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	sealed, err := age.Encrypt(out, to...)
	if err == nil {
		_, err = io.Copy(sealed, in)
		err = errors.Join(err, sealed.Close())
	}
	if err != nil {
		return 0, errors.Join(err, out.Close())
	}
	info, err := out.Stat()
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return 0, err
	}
	return info.Size(), nil
}
