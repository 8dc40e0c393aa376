package machine

import (
	"net"
	"strings"
	"syscall"
	"time"
)

// Dialer makes connections that are lost when nothing comes from the other machine's system for so long: one that lost
// its power does not say that it is gone, and Linux by itself waits for a quarter of an hour.
func Dialer(limit time.Duration) *net.Dialer {
	return &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: limit / 3, Interval: limit / 3, Count: 3},
		Control: func(network, _ string, c syscall.RawConn) error {
			if !strings.HasPrefix(network, "tcp") {
				return nil
			}
			return c.Control(func(fd uintptr) { limitSilence(fd, limit) })
		},
	}
}
