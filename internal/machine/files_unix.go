//go:build !windows

package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Lock takes a file for this process alone, at once or with an error. The lock goes when the file is closed and with
// the process, also when that is killed.
func Lock(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return nil
}

// LockFolder is [Lock] of a folder; closing the file that it gives frees it.
func LockFolder(folder string) (*os.File, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, fmt.Errorf("lock a folder: %w", err)
	}
	if err := Lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// OpenItself is [os.OpenFile] of what is a file of that name, and no link to another.
func OpenItself(name string, flag int, permission fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(name, flag|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, permission)
	if err != nil {
		return nil, fmt.Errorf("open the file itself: %w", err)
	}
	return f, nil
}

// Owner is the user and the group that a file or folder belongs to; known is false where the system does not say.
func Owner(info fs.FileInfo) (user, group int, known bool) {
	is, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, false
	}
	return int(is.Uid), int(is.Gid), true
}

// HasOtherNames reports whether a file has a second name somewhere, or may have.
func HasOtherNames(info fs.FileInfo) bool {
	is, known := info.Sys().(*syscall.Stat_t)
	return !known || is.Nlink > 1
}

// OthersMay reports whether users other than its owner may read or write a file or folder.
func OthersMay(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// KeepPrivate has every file and folder that this process makes from here on be its owner's alone.
func KeepPrivate() { syscall.Umask(0o077) }

// What access(2) is asked for.
const (
	readWrite       = 4 | 2
	readWriteSearch = 4 | 2 | 1
)

// MayUse says why this process may not read and write a file, or what is in a folder; nil if it may.
func MayUse(name string, isFolder bool) error {
	asked := uint32(readWrite)
	if isFolder {
		asked = readWriteSearch
	}
	if err := syscall.Access(name, asked); err != nil {
		return err //nolint:wrapcheck // the caller says of what
	}
	return nil
}

// IsReadOnly reports whether an error is that of a disk that may only be read.
func IsReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

// KeepsOwner reports whether a file could not be given away because the machine does not have it: in a container whose
// users are not those of its disk, or on a disk that may only be read.
func KeepsOwner(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.EROFS)
}

// Become has the whole process go on as a user, for good, with no group but one.
func Become(user, group int) error {
	if err := syscall.Setgroups([]int{group}); err != nil {
		return fmt.Errorf("leave the groups: %w", err)
	}
	if err := syscall.Setgid(group); err != nil {
		return fmt.Errorf("change the group: %w", err)
	}
	if err := syscall.Setuid(user); err != nil {
		return fmt.Errorf("change the user: %w", err)
	}
	return nil
}

// LeaveNoCore keeps the system from writing this process's memory to a file when it crashes. A system that knows no
// such limit writes none either.
func LeaveNoCore() { _ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) }

// ReadOnce reads a small regular file into the free room of a slice, at most that much, and appends it. Most of what
// such a file takes is calls of the system, so it is opened without asking whether it can be waited for, and read once.
// Where that cannot be done ok is false: it is to be read the usual way.
func ReadOnce(name string, into []byte) (data []byte, ok bool) {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return into, false
	}
	n, err := syscall.Read(fd, into[len(into):cap(into)])
	if syscall.Close(fd) != nil || err != nil || n < 0 {
		return into, false
	}
	return into[:len(into)+n], true
}
