package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// limitSilence limits how long a socket waits for what it sent to be received.
func limitSilence(fd uintptr, limit time.Duration) {
	// Where the system takes no limit, its own holds.
	_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(limit.Milliseconds()))
}
