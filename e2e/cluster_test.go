package e2e

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// postgres is a PostgreSQL server of a journey's own, which can be killed, and followed by another.
type postgres struct {
	t    *testing.T
	data string // its folder
	port int
	cmd  *exec.Cmd
}

// postgresBin is the folder of PostgreSQL's programs.
func postgresBin(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("PostgreSQL is not here, and nothing may be skipped in CI: run make test-deps")
		}
		t.Skip("PostgreSQL is not here")
	}
	return filepath.Dir(found[len(found)-1])
}

// postgresFolder is one that the server's user owns: the server refuses to run as the superuser.
func postgresFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "nzgs-e2e-postgres-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	giveToPostgres(t, folder)
	return folder
}

func postgresCommand(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(context.Background(), filepath.Join(postgresBin(t), name), args...)
	c.Dir = "/"
	asPostgres(t, c)
	return c
}

func runPostgres(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := postgresCommand(t, name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// newPostgres makes a server with an empty database nzgs.
func newPostgres(t *testing.T) *postgres {
	t.Helper()
	p := &postgres{t: t, data: filepath.Join(postgresFolder(t), "data"), port: freePort(t)}
	runPostgres(t, "initdb", "-D", p.data, "-U", "nzgs", "-A", "trust", "-E", "UTF8", "--no-sync")
	p.start()
	p.sql("CREATE DATABASE nzgs", "-d", "postgres")
	return p
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func (p *postgres) host() string { return "127.0.0.1:" + strconv.Itoa(p.port) }

// addressOf is the address of the database at one server, or at several in their order.
func addressOf(all ...*postgres) string {
	hosts := make([]string, 0, len(all))
	for _, p := range all {
		hosts = append(hosts, p.host())
	}
	return "postgres://nzgs@" + strings.Join(hosts, ",") + "/nzgs?sslmode=disable"
}

// start runs the server as a child, so that its process id is known. Only processes are killed here, no machine: what is
// written need not reach the disk.
func (p *postgres) start() {
	p.t.Helper()
	p.cmd = postgresCommand(p.t, "postgres", "-D", p.data, "-p", strconv.Itoa(p.port), "-k", "",
		"-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "logging_collector=off")
	log, err := os.OpenFile(p.data+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		p.t.Fatal(err)
	}
	defer log.Close()
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	running := p.cmd
	p.t.Cleanup(func() {
		running.Process.Signal(syscall.SIGQUIT) //nolint:errcheck // it may have ended
		running.Wait()                          //nolint:errcheck // it may have been killed
	})
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		ready := postgresCommand(p.t, "pg_isready", "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(p.port))
		if ready.Run() == nil {
			return
		}
		if time.Now().After(end) {
			text, _ := os.ReadFile(p.data + ".log")
			p.t.Fatalf("the server does not start:\n%s", text)
		}
	}
}

// kill ends the server's first process as if its machine had lost power; the others notice and end.
func (p *postgres) kill() {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Fatal(err)
	}
	p.cmd.Wait() //nolint:errcheck // it was killed
}

// end kills the server if it still runs.
func (p *postgres) end() {
	if p.cmd.ProcessState == nil {
		p.t.Helper()
		p.kill()
	}
}

// sql runs statements, and gives what they answer.
func (p *postgres) sql(statement string, more ...string) string {
	p.t.Helper()
	args := append([]string{
		"-h", "127.0.0.1", "-p", strconv.Itoa(p.port), "-U", "nzgs", "-d", "nzgs", "-XAtq", "-v", "ON_ERROR_STOP=1",
	}, more...)
	return strings.TrimSpace(runPostgres(p.t, "psql", append(args, "-c", statement)...))
}

// follow makes a standby of p, whose commits wait for it from here on. What was in the standby's folder is gone.
func (p *postgres) follow(standby *postgres) {
	p.t.Helper()
	if err := os.RemoveAll(standby.data); err != nil {
		p.t.Fatal(err)
	}
	runPostgres(p.t, "pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(p.port), "-U", "nzgs", "-D", standby.data,
		"-R", "-X", "stream", "-c", "fast", "--no-sync")
	standby.start()
	p.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
	p.sql("SELECT pg_reload_conf()")
	for end := time.Now().Add(time.Minute); p.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1"; {
		if time.Now().After(end) {
			p.t.Fatal("the standby does not follow")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// promote makes a standby the primary. It does not return before it can be written to.
func (p *postgres) promote() {
	p.t.Helper()
	runPostgres(p.t, "pg_ctl", "-D", p.data, "-w", "promote")
}

// demoOn fills an empty PostgreSQL database with the demonstration society.
func demoOn(t *testing.T, address string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), databaseName)
	copyFile(t, filepath.Join(demoData(t), databaseName), file)
	nzgs(t, "restore", "--data", t.TempDir(), "--database", address, file)
}

// copiesOn serves the demonstration society of a PostgreSQL database by two copies of the program; the first has printed
// links to sign in.
func copiesOn(t *testing.T, program, address string) (first, second *server) {
	t.Helper()
	serve := func(command string) *server {
		return startProgram(t, program, command, t.TempDir(), "--database", address)
	}
	return serve("demo"), serve("serve")
}

// sleepUntil waits until a thing holds, and says what it waited for if it never does.
func sleepUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited for a minute: %s", what)
		}
	}
}
