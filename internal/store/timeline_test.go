package store_test

import (
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// server is a PostgreSQL server of a test's own, on a socket in its folder.
type server struct {
	t      *testing.T
	folder string
}

// run runs a program as the server's user: the server refuses to run as the superuser.
func (s server) run(name string, args ...string) {
	s.t.Helper()
	args = append([]string{name}, args...)
	if os.Geteuid() == 0 {
		args = append([]string{"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"}, args...)
	}
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = "/"
	// A file and no pipe: the server that is started keeps it open.
	said, err := os.CreateTemp(s.t.TempDir(), "said")
	if err != nil {
		s.t.Fatal(err)
	}
	defer said.Close()
	c.Stdout, c.Stderr = said, said
	if err := c.Run(); err != nil {
		text, _ := os.ReadFile(said.Name())
		s.t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, text)
	}
}

// bin is the path of one of PostgreSQL's programs.
func bin(t *testing.T, name string) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(found) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("PostgreSQL is not here, and nothing may be skipped in CI: run make test-deps")
		}
		t.Skip("PostgreSQL is not here")
	}
	return found[len(found)-1]
}

func (s server) data() string { return filepath.Join(s.folder, "data") }

func (s server) ctl(args ...string) {
	s.t.Helper()
	s.run(bin(s.t, "pg_ctl"), append([]string{"-D", s.data(), "-w", "-t", "60"}, args...)...)
}

func (s server) start() {
	s.t.Helper()
	s.ctl("-l", filepath.Join(s.folder, "log"), "-o", "-k "+s.folder+" -c listen_addresses= -c fsync=off", "start")
}

func (s server) stop() { s.t.Helper(); s.ctl("-m", "immediate", "stop") }

// newServer makes one that does not run. It is stopped with the test.
func newServer(t *testing.T) server {
	t.Helper()
	folder, err := os.MkdirTemp("", "nzgs-timeline-") // short, as the path of a socket must be
	if err != nil {
		t.Fatal(err)
	}
	s := server{t, folder}
	t.Cleanup(func() {
		if _, err := os.Stat(filepath.Join(s.data(), "postmaster.pid")); err == nil {
			s.stop()
		}
		os.RemoveAll(folder)
	})
	if os.Geteuid() == 0 {
		if out, err := exec.CommandContext(ctx, "chown", "nobody", folder).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return s
}

// failedOver are a primary that was stopped, and the standby that took over from it and runs.
func failedOver(t *testing.T) (old, now server) {
	t.Helper()
	old, now = newServer(t), newServer(t)
	old.run(bin(t, "initdb"), "-D", old.data(), "-U", "nzgs", "-A", "trust", "-E", "UTF8", "--no-sync")
	old.run("cp", "-a", old.data(), now.data())
	now.run("touch", filepath.Join(now.data(), "standby.signal"))
	now.start()
	now.ctl("promote")
	return old, now
}

// addressOf is the address of the database at servers, in their order.
func addressOf(all ...server) string {
	folders := make([]string, 0, len(all))
	for _, s := range all {
		folders = append(folders, s.folder)
	}
	return "postgres://nzgs@/postgres?sslmode=disable&host=" + url.QueryEscape(strings.Join(folders, ","))
}

// watchedDB opens a database, and watches its hosts until the test ends.
func watchedDB(t *testing.T, address string) (*store.DB, *written) {
	t.Helper()
	db, err := store.Open(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	log := new(written)
	go db.RunWatchingHosts(t.Context(), slog.New(slog.NewTextHandler(log, nil))) // raced by TestAHostThatHangsIsGivenUp
	return db, log
}

// timelinesOf are how many of some transactions at once, more than connections are kept, were on which timeline.
func timelinesOf(db *store.DB) map[string]int {
	out := make(map[string]int)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			var on string
			if err := db.InTx(ctx, func(tx *store.Tx) (err error) {
				on, err = store.One(ctx, tx, store.Value[string],
					`SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) FROM pg_sleep(0.2)`)
				return err
			}); err != nil {
				on = err.Error()
			}
			mu.Lock()
			defer mu.Unlock()
			out[on]++
		})
	}
	all.Wait()
	return out
}

const refused = "a primary from before another one took over"

// A copy that was started while the old primary was gone, and so never used it, does not write to it when it comes back
// as the primary that it was: neither with new connections, nor when the host in use is gone for a while.
func TestAnOldPrimaryThatComesBackIsRefused(t *testing.T) {
	old, now := failedOver(t)
	db, log := watchedDB(t, addressOf(old, now))
	if got := timelinesOf(db); len(got) != 1 || got["00000002"] != 30 {
		t.Fatalf("while the old primary is gone: %v", got)
	}
	old.start()
	if got := timelinesOf(db); len(got) != 1 || got["00000002"] != 30 {
		t.Errorf("when the old primary is back: %v", got)
	}
	now.stop()
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if _, err := store.One(ctx, db, store.Value[int], `SELECT 1`); !store.IsUnavailable(err) {
			t.Fatalf("while the host in use is gone: %v", err)
		}
	}
	now.start()
	if got := timelinesOf(db); len(got) != 1 || got["00000002"] != 30 {
		t.Errorf("when the host in use is back: %v", got)
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	if n := strings.Count(log.text.String(), refused); n != 1 || strings.Contains(log.text.String(), "passed over") {
		t.Errorf("the log says it %d times:\n%s", n, log.text.String())
	}
}

// A copy that is started while both are there goes to the one that took over, also where the old one is named first.
func TestAnOldPrimaryThatIsNamedFirstIsNotTaken(t *testing.T) {
	old, now := failedOver(t)
	old.start()
	for _, address := range []string{addressOf(old, now), addressOf(now, old)} {
		db, _ := watchedDB(t, address)
		if got := timelinesOf(db); len(got) != 1 || got["00000002"] != 30 {
			t.Errorf("%v", got)
		}
	}
}

// A copy that was started while the old primary alone was there cannot know. It leaves it for good, with all
// connections, as soon as one of them is to the host that took over.
func TestAnOldPrimaryIsLeftWhenTheNewOneIsSeen(t *testing.T) {
	old, now := failedOver(t)
	now.stop()
	old.start()
	db, log := watchedDB(t, addressOf(old, now))
	if got := timelinesOf(db); len(got) != 1 || got["00000001"] != 30 {
		t.Fatalf("while the old primary is alone: %v", got)
	}
	now.start()
	socket := filepath.Join(old.folder, ".s.PGSQL.5432")
	if err := os.Rename(socket, socket+"-"); err != nil { // what is connected stays
		t.Fatal(err)
	}
	if got := timelinesOf(db); got["00000002"] == 0 { // in those that were on the old one it ends
		t.Fatalf("while the old primary takes no more: %v", got)
	}
	if got := timelinesOf(db); len(got) != 1 || got["00000002"] != 30 {
		t.Errorf("when the new primary was seen: %v", got)
	}
	if err := os.Rename(socket+"-", socket); err != nil {
		t.Fatal(err)
	}
	if got := timelinesOf(db); len(got) != 1 || got["00000002"] != 30 {
		t.Errorf("when the old primary takes connections again: %v", got)
	}
	if !log.has(refused) {
		t.Error("the log does not say it")
	}
}

// An engine that has no timelines, or does not tell, is taken as before.
func TestHostsWithoutTimelinesAreNotRefused(t *testing.T) {
	first := storetest.NewInterrupted(t)
	alone, err := store.Open(ctx, first.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	if err := alone.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `ALTER FUNCTION pg_walfile_name(pg_lsn) RENAME TO no_walfile_name`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	db, log := watchedDB(t, both(t, first, first.Another()))
	for range 3 {
		if _, err := store.One(ctx, db, store.Value[int], `SELECT 1`); err != nil {
			t.Error(err)
		}
	}
	first.Shut()
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if _, err := store.One(ctx, db, store.Value[int], `SELECT 1`); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	if log.has(refused) {
		t.Error("the log says that one is refused")
	}
}
