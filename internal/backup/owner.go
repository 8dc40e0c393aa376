package backup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nzgs/internal/machine"
)

// GiveToFolder has a file, made by the superuser, belong to whoever its folder belongs to: the service runs as that
// user, and could not open it otherwise. Where the machine does not let it, as in a container whose users are not those
// of its disk, the file stays whose it was.
func GiveToFolder(file string) error {
	if os.Geteuid() != 0 {
		return nil // no one else may give a file away, nor needs to
	}
	user, group, err := OwnerOf(filepath.Dir(file))
	if err != nil {
		return err
	}
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return err // a link that someone made stays as they made it
	}
	// What is opened here is the file itself: a link could lead to one of someone else, and so could a second name.
	f, err := machine.OpenItself(file, os.O_RDONLY, 0)
	if err != nil {
		return fmt.Errorf("give the database to the owner of its folder: %w", err)
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || machine.HasOtherNames(info) {
		return errors.Join(err, f.Close())
	}
	given := f.Chown(user, group)
	if machine.KeepsOwner(given) {
		given = nil
	}
	return errors.Join(given, f.Close())
}

// OwnerOf is the user and the group that a file or folder belongs to.
func OwnerOf(name string) (user, group int, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, 0, fmt.Errorf("see who owns %s: %w", name, err)
	}
	user, group, known := machine.Owner(info)
	if !known {
		return 0, 0, fmt.Errorf("see who owns %s: this system does not say", name)
	}
	return user, group, nil
}
