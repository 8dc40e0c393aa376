package asked

import (
	"errors"
	"syscall"

	"nzgs/internal/store"
)

// notTried is why a backup could not be tried, which says nothing of the backup.
type notTried struct{ error }

func (n notTried) Unwrap() error { return n.error }

// ofTheMachine reports whether err says what the machine would not do, and nothing of the backup: a disk is full, a folder is
// gone, a file may not be opened. A disk that cannot read a file (EIO) is no such error: from there no one restores it.
func ofTheMachine(err error) bool {
	var system syscall.Errno
	if errors.As(err, &system) {
		return system != syscall.EIO
	}
	return store.IsUnavailable(err)
}
