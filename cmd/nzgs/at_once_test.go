package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"nzgs/internal/store/storetest"
)

const copies = 10

// Ten copies of the program are started at once on an empty database: one of them makes it, and all serve.
func TestCopiesStartedAtOnceOnAnEmptyDatabase(t *testing.T) {
	database := storetest.EmptyPostgres(t)
	out := startAtOnce(t, func(int) []string {
		return []string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--database", database}
	})
	for n, said := range out {
		if !strings.Contains(said, "Serving ") {
			t.Errorf("copy %d: %s", n, said)
		}
	}
}

// With SQLite one serves, and the others say why they do not.
func TestCopiesStartedAtOnceInOneFolder(t *testing.T) {
	data := t.TempDir()
	if err := os.Chmod(data, 0o700); err != nil {
		t.Fatal(err)
	}
	serving, refused := 0, 0
	for n, said := range startAtOnce(t, func(int) []string { return []string{"serve", "--data", data, "--addr", "127.0.0.1:0"} }) {
		switch {
		case strings.Contains(said, "Serving "):
			serving++
		case strings.Contains(said, "another nzgs is using the data folder"):
			refused++
		default:
			t.Errorf("copy %d: %s", n, said)
		}
	}
	if serving != 1 || refused != copies-1 {
		t.Errorf("%d serve and %d are refused", serving, refused)
	}
}

// startAtOnce starts copies, waits until each serves or has ended, stops those that serve, and gives what each said.
func startAtOnce(t *testing.T, args func(n int) []string) []string {
	t.Helper()
	running := make([]*exec.Cmd, copies)
	said := make([]string, copies)
	outs := make([]io.Reader, copies)
	for n := range running {
		c := commandInProcess(t, os.Args[0], args(n)...)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		c.Stderr = c.Stdout
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		running[n], outs[n] = c, out
	}
	done := make(chan int, copies)
	for n, out := range outs {
		go func() { // raced by TestCopiesStartedAtOnceInOneFolder
			lines := bufio.NewScanner(out)
			for lines.Scan() {
				said[n] += lines.Text() + "\n"
				if strings.HasPrefix(lines.Text(), "Serving ") {
					break
				}
			}
			done <- n
		}()
	}
	for range copies {
		<-done
	}
	for n, c := range running {
		if err := c.Process.Signal(syscall.SIGTERM); err != nil && !strings.Contains(err.Error(), "finished") {
			t.Errorf("stop copy %d: %v", n, err)
		}
		rest, _ := io.ReadAll(outs[n])
		if err := c.Wait(); err != nil && strings.Contains(said[n], "Serving ") {
			t.Errorf("copy %d: %v\n%s", n, err, rest)
		}
	}
	return said
}
