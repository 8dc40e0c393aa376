package e2e

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// nextBinary is the version after the one under test, whose database has one migration more: the one that
// NZGS_E2E_NEXT names, or one that is built for this test.
func nextBinary(t *testing.T) string {
	t.Helper()
	if name := os.Getenv("NZGS_E2E_NEXT"); name != "" {
		return name
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("NZGS_E2E_NEXT is not set, and nothing may be skipped in CI: run make test")
	}
	to := filepath.Join(t.TempDir(), "nzgs-next")
	if out, err := exec.CommandContext(t.Context(), "sh", "../scripts/next.sh", to).CombinedOutput(); err != nil {
		t.Fatalf("build the next version: %v\n%s", err, out)
	}
	return to
}

// refusesToServe has the program under test say why it does not serve a database.
func refusesToServe(t *testing.T, flags ...string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	args := append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)
	out, err := exec.CommandContext(ctx, binary, args...).CombinedOutput()
	if err == nil || ctx.Err() != nil {
		t.Errorf("nzgs %s served: %v", strings.Join(args, " "), ctx.Err())
	}
	return string(out)
}

const saysNewer = "made or opened by a newer nzgs"

// TestANewVersionAndTheWayBack follows docs/deploy.md: a backup, the new program in the place of the old one, and, since it
// is not what was hoped for, the old one again with the backup. What was entered since is in the newer database, which is
// kept.
func TestANewVersionAndTheWayBack(t *testing.T) {
	t.Parallel()
	next, data := nextBinary(t), t.TempDir()
	copyFile(t, filepath.Join(demoData(t), databaseName), filepath.Join(data, databaseName))
	s := start(t, "demo", data)
	c := call(t, s, "Director")
	board, tables := runningBoard(c)
	enter := func(margin string) attempt {
		t.Helper()
		a := attempt{table: tables[0], key: rand.Text(), margin: margin}
		if got := c.post(board, a.table.line(a.key, "b", margin)); got.Status != http.StatusSeeOther {
			t.Fatalf("%s was not taken: %s", margin, got)
		}
		tables[0].Version++
		return a
	}
	has := func(a attempt, want int) {
		t.Helper()
		if n := timesSaved(c, a); n != want {
			t.Errorf("%s is there %d times, want %d", a.margin, n, want)
		}
	}
	first := enter("1.5")
	backup := filepath.Join(t.TempDir(), "before.db")
	nzgs(t, "backup", backup, "--data", data)
	second := enter("2.5")
	s.stop()

	s = startProgram(t, next, "serve", data)
	c.moveTo(s)
	has(first, 1)
	has(second, 1)
	third := enter("3.5")
	s.stop()
	newer := filepath.Join(t.TempDir(), "after.db")
	if out, err := exec.CommandContext(t.Context(), next, "backup", newer, "--data", data).CombinedOutput(); err != nil {
		t.Fatalf("a backup by the new version: %v\n%s", err, out)
	}

	if said := refusesToServe(t, "--data", data); !strings.Contains(said, saysNewer) {
		t.Errorf("the old version says: %s", said)
	}
	if said := nzgsRefuses(t, "restore", newer, "--data", t.TempDir()); !strings.Contains(said, saysNewer) {
		t.Errorf("of a backup by the new version the old one says: %s", said)
	}
	s = startProgram(t, next, "serve", data) // neither changed anything
	c.moveTo(s)
	has(third, 1)
	s.stop()

	said := nzgs(t, "restore", backup, "--data", data)
	kept := regexp.MustCompile(`kept as (\S*[^\s.])`).FindStringSubmatch(said)
	if kept == nil {
		t.Fatalf("restore: %s", said)
	}
	s = start(t, "serve", data)
	c.moveTo(s)
	has(first, 1)
	has(second, 0)
	has(third, 0)
	s.stop()
	if said := nzgs(t, "audit", "verify", "--data", data); !strings.Contains(said, "unbroken") {
		t.Errorf("audit verify: %s", said)
	}

	later := t.TempDir()
	if !filepath.IsAbs(kept[1]) {
		kept[1] = filepath.Join(data, kept[1])
	}
	copyFile(t, kept[1], filepath.Join(later, databaseName))
	s = startProgram(t, next, "serve", later)
	c.moveTo(s)
	has(second, 1)
	has(third, 1)
}

// TestANewVersionBesideOldCopies: a new version comes to the database of two copies at which results are entered. They stop
// by themselves, do not come back, and what they confirmed is there once; what they did not is sent again to the new one.
func TestANewVersionBesideOldCopies(t *testing.T) {
	t.Parallel()
	next, db := nextBinary(t), newPostgres(t)
	demoOn(t, addressOf(db))
	old1, old2 := copiesOn(t, racedBinary(t), addressOf(db))
	desks := desksAt(t, old1, old2)
	open := make([]attempt, len(desks))
	var sending sync.WaitGroup
	for i, d := range desks {
		sending.Go(func() { open[i] = d.sendUntilItStops() })
	}
	for _, d := range desks {
		sleepUntil(t, "a result before the new version", func() bool { return d.confirmedAt.Load() != 0 })
	}
	s := startProgram(t, next, "serve", t.TempDir(), "--database", addressOf(db))
	sending.Wait()
	for i, old := range []*server{old1, old2} {
		<-old.ended
		if old.exitCode() == 0 {
			t.Errorf("old copy %d ended as if it had been told to", i)
		}
	}
	if said := refusesToServe(t, "--data", t.TempDir(), "--database", addressOf(db)); !strings.Contains(said, saysNewer) {
		t.Errorf("an old copy that is started again says: %s", said)
	}
	confirmed := 0
	for i, d := range desks {
		confirmed += len(d.sent)
		d.moveTo(s)
		if got := d.post(d.board, open[i].table.line(open[i].key, "b", open[i].margin)); got.Status != http.StatusSeeOther {
			t.Errorf("%s was not taken by the new version: %s", open[i].margin, got)
		}
		d.note(open[i], 2)
	}
	for _, d := range desks {
		d.everyResultIsThereOnce()
	}
	t.Logf("%d results were confirmed by the old copies", confirmed)
	if out, err := exec.CommandContext(
		t.Context(), next, "audit", "verify", "--data", t.TempDir(), "--database", addressOf(db),
	).CombinedOutput(); err != nil || !strings.Contains(string(out), "unbroken") {
		t.Errorf("audit verify: %v\n%s", err, out)
	}
}

// sendUntilItStops sends one result after the other until the copy takes no more, and gives the one that it did not
// confirm.
func (d *desk) sendUntilItStops() attempt {
	begin := time.Now()
	for n := 0; ; n++ {
		if time.Since(begin) > 5*time.Minute {
			d.t.Error("an old copy still takes results minutes after a new version has come")
			return attempt{}
		}
		table := d.tables[n%len(d.tables)]
		a := attempt{table: *table, key: rand.Text(), margin: fmt.Sprintf("%d.5", n)}
		got, err := d.tryPost(d.board, table.line(a.key, "b", a.margin))
		for err == nil && got.Status == http.StatusServiceUnavailable {
			time.Sleep(10 * time.Millisecond)
			got, err = d.tryPost(d.board, table.line(a.key, "b", a.margin))
		}
		if err != nil {
			return a
		}
		if got.Status != http.StatusSeeOther {
			d.t.Errorf("%s was not taken: %d\n%s", a.margin, got.Status, words(got.Body))
			return a
		}
		d.note(a, 1)
		table.Version++
	}
}
