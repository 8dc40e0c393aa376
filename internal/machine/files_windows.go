package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// FreeOn is how many bytes whoever runs the program may still write on the disk of a folder.
func FreeOn(folder string) (int64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, fmt.Errorf("ask how full the disk of %s is: %w", folder, err)
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("ask how full the disk of %s is: %w", folder, err)
	}
	return int64(free), nil
}

// Lock takes a file for this process alone, at once or with an error. The lock goes when the file is closed and with
// the process, also when that is killed. It stands beyond all that a file can hold: what is in the file can be read.
func Lock(f *os.File) error {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	beyond := windows.Overlapped{OffsetHigh: 1 << 30}
	if err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &beyond); err != nil {
		return fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return nil
}

// LockFolder is [Lock] of a folder, by a file in it: Windows locks no folders. Closing the file that it gives frees it.
func LockFolder(folder string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(folder, "nzgs-folder.lock"), os.O_CREATE|os.O_RDWR, 0o600)
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
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open the file itself: %s is a link or a folder", name)
	}
	f, err := os.OpenFile(name, flag, permission)
	if err != nil {
		return nil, fmt.Errorf("open the file itself: %w", err)
	}
	return f, nil
}

// Owner is not known: Windows names owners by other means than numbers.
func Owner(fs.FileInfo) (user, group int, known bool) { return 0, 0, false }

// HasOtherNames reports that a file may have a second name: it is not known.
func HasOtherNames(fs.FileInfo) bool { return true }

// OthersMay is not known and not objected to: who may read a file stands in lists that this program does not read.
func OthersMay(fs.FileInfo) bool { return false }

// KeepPrivate does nothing: a new file is for whom its folder is.
func KeepPrivate() {}

// MayUse objects to nothing: what may not be used says so when it is opened.
func MayUse(string, bool) error { return nil }

// IsReadOnly reports whether an error is that of a disk that may only be read.
func IsReadOnly(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }

// KeepsOwner reports that files are given to no one.
func KeepsOwner(error) bool { return true }

// Become does nothing: there is no superuser who owns nothing that others made.
func Become(int, int) error { return nil }

// LeaveNoCore does nothing: Windows writes no memory to a file unless it is told to.
func LeaveNoCore() {}

// ReadOnce leaves a file to be read the usual way.
func ReadOnce(_ string, into []byte) (data []byte, ok bool) { return into, false }
