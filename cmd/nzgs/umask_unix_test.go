//go:build !windows

package main

import "syscall"

// keepUmask puts the umask of the test's process back.
func keepUmask() (back func()) {
	mask := syscall.Umask(0)
	return func() { syscall.Umask(mask) }
}
