package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadTime is how long the thread that asks has had a processor, whatever else the machine did meanwhile. Who compares
// two of them stays on their thread: runtime.LockOSThread.
func ThreadTime() (worked time.Duration, known bool) {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}
