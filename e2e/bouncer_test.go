package e2e

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// bouncer is a PgBouncer before a server.
type bouncer struct {
	t      *testing.T
	folder string
	port   int
	cmd    *exec.Cmd
}

// newBouncer starts PgBouncer as docs/deploy.md has it set, with a way of pooling.
func newBouncer(t *testing.T, p *postgres, pooling string) *bouncer {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
	}
	if _, err := os.Stat(program); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("PgBouncer is not here, and nothing may be skipped in CI: run make test-deps")
		}
		t.Skip("PgBouncer is not here")
	}
	b := &bouncer{t: t, folder: postgresFolder(t), port: freePort(t)}
	settings := fmt.Sprintf(`[databases]
nzgs = host=127.0.0.1 port=%d user=nzgs
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = %s
default_pool_size = 50
ignore_startup_parameters = lock_timeout,statement_timeout,idle_in_transaction_session_timeout
`, p.port, b.port, pooling)
	file := filepath.Join(b.folder, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	b.start(program)
	return b
}

func (b *bouncer) start(program string) {
	b.t.Helper()
	b.cmd = exec.CommandContext(b.t.Context(), program, filepath.Join(b.folder, "pgbouncer.ini"))
	b.cmd.Dir = "/"
	asPostgres(b.t, b.cmd)
	if err := b.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	running := b.cmd
	b.t.Cleanup(func() {
		running.Process.Signal(syscall.SIGTERM) //nolint:errcheck // it may have ended
		running.Wait()                          //nolint:errcheck // it was ended
	})
	sleepUntil(b.t, "PgBouncer answers", func() bool {
		args := []string{"-h", "127.0.0.1", "-p", fmt.Sprint(b.port), "-U", "nzgs", "-d", "nzgs", "-XAtqc", "SELECT 1"}
		return postgresCommand(b.t, "psql", args...).Run() == nil
	})
}

// again ends it as if it had crashed, and starts it again.
func (b *bouncer) again() {
	b.t.Helper()
	if err := b.cmd.Process.Kill(); err != nil {
		b.t.Fatal(err)
	}
	b.cmd.Wait() //nolint:errcheck // it was killed
	b.start(b.cmd.Path)
}

// TestResultsThroughPgBouncer: two copies of the program take results by a PgBouncer, of both ways of pooling, which is
// killed and started again meanwhile. Each result that was confirmed is there once, and a viewer of the other copy is told.
func TestResultsThroughPgBouncer(t *testing.T) {
	t.Parallel()
	for pooling, more := range map[string]string{
		"session": "", "transaction": "&default_query_exec_mode=exec",
	} {
		t.Run(pooling, func(t *testing.T) {
			t.Parallel()
			db := newPostgres(t)
			demoOn(t, addressOf(db))
			between := newBouncer(t, db, pooling)
			address := fmt.Sprintf("postgres://nzgs@127.0.0.1:%d/nzgs?sslmode=disable%s", between.port, more)
			a, b := copiesOn(t, binary, address)
			desks := desksAt(t, a, b)
			var stop atomic.Bool
			var running sync.WaitGroup
			for _, d := range desks {
				running.Go(func() { d.sendUntil(&stop) })
			}
			confirmed := func(what string) {
				t.Helper()
				since := time.Now().UnixNano()
				for _, d := range desks {
					sleepUntil(t, what, func() bool { return d.confirmedAt.Load() > since })
				}
			}
			confirmed("a result at each copy")
			between.again()
			confirmed("a result at each copy after PgBouncer was started again")
			stop.Store(true)
			running.Wait()
			for _, d := range desks {
				d.everyResultIsThereOnce()
			}
			first := desks[0]
			event := regexp.MustCompile(`/events/(\d+)`).FindString(
				first.page(linkTo(t, first.page("/director"), `/director/events/\d+`)))
			seen := watch(t, b, event)
			before := <-seen
			table := first.tables[0]
			if got := first.post(first.board, table.line(rand.Text(), "w", "0.5")); got.Status != http.StatusSeeOther {
				t.Fatalf("a result was not taken: %s", got)
			}
			select {
			case now := <-seen:
				if now == before {
					t.Errorf("revision %s was told twice", now)
				}
			case <-time.After(time.Minute):
				t.Error("a viewer of the other copy is not told of a result")
			}
		})
	}
}
