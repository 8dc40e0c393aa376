package machine_test

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"nzgs/internal/machine"
)

func TestAConnectionKnowsItsLimit(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conn, err := machine.Dialer(15*time.Second).DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Control(func(fd uintptr) {
		for option, want := range map[int]int{
			unix.TCP_USER_TIMEOUT: 15_000, unix.TCP_KEEPIDLE: 5, unix.TCP_KEEPINTVL: 5, unix.TCP_KEEPCNT: 3,
		} {
			if got, err := unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, option); err != nil || got != want {
				t.Errorf("option %d is %d, %v, want %d", option, got, err, want)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
}

func TestASocketOfThisMachineIsReached(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conn, err := machine.Dialer(time.Second).DialContext(t.Context(), "unix", path)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}
