//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe that no one writes to must not hold up the folder that it lies in, nor
// may a link to one.
func TestSgfCheckGoesPastPipesInFolders(t *testing.T) {
	dir := sgfFolder(t, map[string]string{"a.sgf": sgfFine, "z.sgf": sgfFine})
	pipe := filepath.Join(dir, "pipe.sgf")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		lacking(t, err)
	}
	if err := os.Symlink(pipe, filepath.Join(dir, "link.sgf")); err != nil {
		lacking(t, err)
	}
	if err := os.Symlink("z.sgf", filepath.Join(dir, "more.sgf")); err != nil {
		lacking(t, err)
	}
	done := make(chan []sgfRow, 1)
	go func() {
		out, _, _ := sgfRun(t, "", "--json", dir)
		done <- sgfRows(t, out)
	}()
	var rows []sgfRow
	select {
	case rows = <-done:
	case <-time.After(20 * time.Second):
		// Someone opens the pipe and goes away, so that the run ends.
		if file, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil {
			_ = file.Close()
		}
		t.Fatal("the check waits for a pipe")
	}
	if len(rows) != 5 {
		t.Fatalf("%d lines, want 5", len(rows))
	}
	for i, bad := range []bool{false, true, false, true, false} {
		if (rows[i].Error != nil) != bad {
			t.Errorf("%s: error %v", rows[i].File, rows[i].Error)
		}
	}
}

// What can be read once only, such as the output of another command, is told of
// in full all the same.
func TestSgfCheckTellsOfAPipeInFull(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		lacking(t, err)
	}
	go func() {
		if file, err := os.OpenFile(pipe, os.O_WRONLY, 0); err == nil {
			_, _ = file.WriteString(sgfDiffers)
			_ = file.Close()
		}
	}()
	type result struct {
		out    string
		status int
	}
	done := make(chan result, 1)
	go func() {
		out, _, status := sgfRun(t, "", pipe)
		done <- result{out, status}
	}()
	select {
	case r := <-done:
		if r.status != 1 || !strings.Contains(r.out, "No choice of dead stones") {
			t.Errorf("status %d, wrote\n%s", r.status, r.out)
		}
	case <-time.After(20 * time.Second):
		if file, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil {
			_ = file.Close()
		}
		t.Fatal("the pipe is read twice")
	}
}

// A file that has changed since its size was seen is read as it is now.
func TestSmallSgfThatHasChanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.sgf")
	for _, text := range []string{"", "(;GM[1])", strings.Repeat(" ", sgfSmall) + "(;GM[1])"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, size := range []int64{0, 8, sgfSmall} {
			got, err := readSgf(sgfInput{name: name, small: true, size: size}, nil, nil)
			if err != nil || string(got) != text {
				t.Errorf("%d bytes, seen %d: %q, %v", len(text), size, got, err)
			}
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := readSgf(sgfInput{name: name, small: true}, nil, nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}
