//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"testing"
)

func postgresUser(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// giveToPostgres makes the server's user the owner of a folder.
func giveToPostgres(t *testing.T, folder string) {
	t.Helper()
	if c := postgresUser(t); c != nil {
		if err := os.Chown(folder, int(c.Uid), int(c.Gid)); err != nil {
			t.Fatal(err)
		}
	}
}

// asPostgres has a command run as the server's user.
func asPostgres(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if who := postgresUser(t); who != nil {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: who}
	}
}
