//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
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

// pause has all processes of the server stand still, as when its machine hangs: connections stay, and nothing is answered.
func (p *postgres) pause() {
	p.t.Helper()
	p.signal(syscall.SIGSTOP)
}

// goOn has them continue.
func (p *postgres) goOn() {
	p.t.Helper()
	p.signal(syscall.SIGCONT)
}

// signal sends a signal to the server's first process, and to those that it has started.
func (p *postgres) signal(s syscall.Signal) {
	p.t.Helper()
	first := p.cmd.Process.Pid
	if err := syscall.Kill(first, s); err != nil {
		p.t.Fatal(err)
	}
	out, err := exec.CommandContext(p.t.Context(), "ps", "-o", "pid=", "--ppid", strconv.Itoa(first)).Output()
	if err != nil {
		p.t.Fatal(err)
	}
	for pid := range strings.FieldsSeq(string(out)) {
		if n, err := strconv.Atoi(pid); err == nil {
			_ = syscall.Kill(n, s) // one that has ended needs none
		}
	}
}
