package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nzgs/internal/backup"
	"nzgs/internal/machine"
)

// lockName is the file in the data folder that a serving process keeps locked,
// so that nothing is restored over a live database.
const lockName = "nzgs.lock"

// lockData takes the lock of a data folder; it goes with the process, also
// when that is killed.
func lockData(data string) (*os.File, error) {
	f, err := machine.OpenItself(filepath.Join(data, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := backup.GiveToFolder(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := machine.Lock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("another nzgs is using the data folder %s: stop that one first", data)
	}
	return f, nil
}

// unlock lets another process have the folder; nil locks nothing.
func unlock(f *os.File) error {
	if f == nil {
		return nil
	}
	return f.Close()
}
