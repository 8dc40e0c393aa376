package spool

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// What is written comes back the same, however long it is and in whatever pieces it came, and leaves nothing.
func TestWhatIsKeptComesBack(t *testing.T) {
	folder, err := Open(t.TempDir(), 64<<20, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := folder.New()
		defer s.Close()
		var want []byte
		for n := range rapid.IntRange(0, 8).Draw(t, "pieces") {
			piece := bytes.Repeat([]byte{byte('a' + n)}, rapid.SampledFrom([]int{
				0, 1, 4096, keptInMemory - 1, keptInMemory, keptInMemory + 1,
			}).Draw(t, "length"))
			if wrote, err := s.Write(piece); err != nil || wrote != len(piece) {
				t.Fatalf("wrote %d of %d: %v", wrote, len(piece), err)
			}
			want = append(want, piece...)
		}
		var got bytes.Buffer
		if _, err := s.WriteTo(&got); err != nil || !bytes.Equal(got.Bytes(), want) || s.Len() != int64(len(want)) {
			t.Fatalf("%d bytes of %d came back, Len is %d: %v", got.Len(), len(want), s.Len(), err)
		}
		if s.InFile() != (len(want) > keptInMemory) {
			t.Fatalf("%d bytes are in a file: %v", len(want), s.InFile())
		}
		part, err := io.ReadAll(io.NewSectionReader(s, int64(len(want)/2), int64(len(want))))
		if err != nil || !bytes.Equal(part, want[len(want)/2:]) {
			t.Fatalf("the second half is not the same: %v", err)
		}
	})
	if folder.Used() != 0 {
		t.Errorf("%d bytes are counted when nothing is kept", folder.Used())
	}
	if left, err := os.ReadDir(folder.path); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestTheFilesOfAFolderAreBounded(t *testing.T) {
	folder, err := Open(t.TempDir(), 3*keptInMemory, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	piece := make([]byte, 2*keptInMemory)
	first, second := folder.New(), folder.New()
	if _, err := first.Write(piece); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Write(piece); !errors.Is(err, ErrFull) {
		t.Errorf("more than the folder may have: %v", err)
	}
	if err := errors.Join(first.Close(), first.Close(), second.Close()); err != nil {
		t.Error(err)
	}
	third := folder.New()
	defer third.Close()
	if _, err := third.Write(piece); err != nil {
		t.Errorf("once the first is gone: %v", err)
	}
}

// A file has no name while it is used: killed with -9, a process leaves none. What other systems leave goes at the start.
func TestNothingIsLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spool")
	folder, err := Open(path, 0, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	s := folder.New()
	defer s.Close()
	if _, err := s.Write(make([]byte, 2*keptInMemory)); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(path); err != nil || len(left) != 0 {
		t.Errorf("an open file has a name: %v, %v", left, err)
	}
	aside, _, err := folder.Aside()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Join(aside, "part"), filepath.Join(path, prefix+"1"), filepath.Join(path, "mine")} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(path, 0, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(path)
	if err != nil || len(left) != 1 || left[0].Name() != "mine" {
		t.Errorf("left after the start: %v, %v", left, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("who may look into the folder: %v, %v", info.Mode(), err)
	}
}

// Where there is no place for files, as in a container of nothing but the program, things are kept in memory.
func TestWithoutAPlaceForFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spool")
	folder, err := Open(path, 0, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	s := folder.New()
	defer s.Close()
	if _, err := s.Write(make([]byte, 3*keptInMemory)); err != nil || s.InFile() || s.Len() != 3*keptInMemory {
		t.Errorf("%d bytes, in a file: %v, %v", s.Len(), s.InFile(), err)
	}
}

// After what could not be kept nothing more is, though there is room again: what is kept has no gap, and says so to whoever
// did not look when it was written.
func TestNothingIsKeptAfterAGap(t *testing.T) {
	folder, err := Open(t.TempDir(), 3*keptInMemory, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	first, second := folder.New(), folder.New()
	defer second.Close()
	piece := make([]byte, 2*keptInMemory)
	if _, err := first.Write(piece); err != nil || first.Err() != nil {
		t.Fatal(err, first.Err())
	}
	_, _ = second.Write(make([]byte, keptInMemory))
	_, _ = second.Write(piece)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := second.Write([]byte("more")); n != 0 || !errors.Is(err, ErrFull) || !errors.Is(second.Err(), ErrFull) {
		t.Errorf("%d bytes after the gap: %v, %v", n, err, second.Err())
	}
}

// A system on which nothing may be written has no place for files, like one without the folder.
func TestWhatIsNoPlace(t *testing.T) {
	for reason, want := range map[error]bool{
		syscall.EROFS: true, syscall.EACCES: true, syscall.ENOENT: true, syscall.ENOSPC: false, syscall.EMFILE: false,
	} {
		if got := isNoPlace(&fs.PathError{Op: "open", Path: "x", Err: reason}); got != want {
			t.Errorf("%v: %v", reason, got)
		}
	}
}
