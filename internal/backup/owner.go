package backup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// GiveToFolder has a file, made by the superuser, belong to whoever its folder belongs to: the service runs as that
// user, and could not open it otherwise.
func GiveToFolder(file string) error {
	if os.Geteuid() != 0 {
		return nil // no one else may give a file away, nor needs to
	}
	user, group, err := ownerOf(filepath.Dir(file))
	if err != nil {
		return err
	}
	// What is opened here is the file itself: a link could lead to one of someone else.
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return fmt.Errorf("give the database to the owner of its folder: %w", err)
	}
	return errors.Join(f.Chown(user, group), f.Close())
}

// ownerOf is the user and the group that a file or folder belongs to.
func ownerOf(name string) (user, group int, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, 0, fmt.Errorf("see who owns %s: %w", name, err)
	}
	is, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, fmt.Errorf("see who owns %s: this system does not say", name)
	}
	return int(is.Uid), int(is.Gid), nil
}
