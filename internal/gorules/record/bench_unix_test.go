//go:build !windows

package record

import (
	"syscall"
	"testing"
)

// spent is how many seconds of its processors this process has had: whatever else the
// machine does.
func spent(tb testing.TB) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
