//go:build !windows

package machine

import (
	"fmt"
	"syscall"
)

// FreeOn is how many bytes whoever runs the program may still write on the disk of a folder.
func FreeOn(folder string) (int64, error) {
	var is syscall.Statfs_t
	if err := syscall.Statfs(folder, &is); err != nil {
		return 0, fmt.Errorf("ask how full the disk of %s is: %w", folder, err)
	}
	return int64(is.Bavail) * int64(is.Bsize), nil
}
