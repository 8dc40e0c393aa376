// Package spool keeps what is being made until it is whole: in memory while it is small, in a file while it is not.
//
// The file loses its name as soon as it is open, so that it is gone with the process, however that ends; where a system
// does not allow that, it is removed when the folder is opened next. All files of a folder together have a bound.
package spool

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	keptInMemory = 1 << 20 // bytes of one thing that stay in memory
	prefix       = "nzgs-spool-"
)

// ErrFull says that the folder's files have all the room that they may have.
var ErrFull = errors.New("the files under way have all their room")

// Folder is where files stand. The zero Folder is that of temporary files of the system, without a bound; so is a nil one.
type Folder struct {
	path string
	most int64

	mu   sync.Mutex
	used int64
}

// Open takes a folder for files that have so many bytes together, makes it, and removes what a process that was killed has
// left there before a time. "" is the folder of temporary files of the system, which others use too.
func Open(path string, most int64, before time.Time) (*Folder, error) {
	f := &Folder{path: path, most: most}
	if path != "" {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return nil, fmt.Errorf("make the folder for files under way: %w", err)
		}
	} else {
		path = os.TempDir()
	}
	left, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("look into the folder for files under way: %w", err)
	}
	for _, e := range left {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), prefix) && info.ModTime().Before(before) {
			_ = os.RemoveAll(filepath.Join(path, e.Name())) // one of another user stays
		}
	}
	return f, nil
}

// take counts so many bytes more, if there is room for them.
func (f *Folder) take(bytes int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.most > 0 && f.used+bytes > f.most {
		return ErrFull
	}
	f.used += bytes
	return nil
}

// Used is how many bytes its files have now.
func (f *Folder) Used() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.used
}

// Aside makes a folder for the files of a library, and what removes it.
func (f *Folder) Aside() (path string, remove func() error, err error) {
	at := ""
	if f != nil {
		at = f.path
	}
	path, err = os.MkdirTemp(at, prefix)
	return path, func() error { return os.RemoveAll(path) }, err
}

// New begins to keep something. Whoever began it closes it.
func (f *Folder) New() *Spool {
	if f == nil {
		f = &Folder{}
	}
	return &Spool{folder: f, held: TakeBuffer()}
}

// Spool is what is kept. Reading it is for when all of it is written.
type Spool struct {
	folder *Folder
	held   *bytes.Buffer // nil once it is in the file
	file   *os.File
	named  string // the file's name where it still has one
	stays  bool   // in memory: there is no place for files
	size   int64
	failed error // why it takes no more
}

// Write keeps more. What could not be kept once ends it: nothing after a gap is kept.
func (s *Spool) Write(p []byte) (n int, err error) {
	if s.failed == nil {
		n, s.failed = s.write(p)
	}
	return n, s.failed
}

// Err is why not all that was written is kept, for whoever cannot know that the writer looked.
func (s *Spool) Err() error { return s.failed }

func (s *Spool) write(p []byte) (int, error) {
	if s.file == nil && !s.stays && s.size+int64(len(p)) > keptInMemory {
		if err := s.begin(); err != nil {
			return 0, err
		}
	}
	if s.file != nil {
		return s.toFile(p)
	}
	s.size += int64(len(p))
	return s.held.Write(p)
}

func (s *Spool) toFile(p []byte) (int, error) {
	if err := s.folder.take(int64(len(p))); err != nil {
		return 0, err
	}
	n, err := s.file.Write(p)
	s.size += int64(n)
	_ = s.folder.take(int64(n - len(p))) // what did not get there
	return n, err
}

// begin moves what is held to a file, where there is a place for one.
func (s *Spool) begin() error {
	file, err := os.CreateTemp(s.folder.path, prefix)
	if isNoPlace(err) {
		s.stays = true
		return nil
	}
	if err != nil {
		return fmt.Errorf("begin a file for what is long: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		s.named = file.Name()
	}
	s.file, s.size = file, 0
	held := s.held
	s.held = nil
	defer GiveBack(held)
	_, err = s.toFile(held.Bytes())
	return err
}

// isNoPlace says of an error whether files cannot be made there at all, as where nothing may be written.
func isNoPlace(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) || errors.Is(err, errors.ErrUnsupported) ||
		errors.Is(err, syscall.EROFS)
}

// Len is how many bytes it has.
func (s *Spool) Len() int64 { return s.size }

// InFile says whether it is in a file rather than in memory.
func (s *Spool) InFile() bool { return s.file != nil }

// ReadAt reads a part of it.
func (s *Spool) ReadAt(p []byte, off int64) (int, error) {
	if s.file != nil {
		return s.file.ReadAt(p, off)
	}
	return bytes.NewReader(s.held.Bytes()).ReadAt(p, off)
}

// WriteTo writes all of it to w.
func (s *Spool) WriteTo(w io.Writer) (int64, error) {
	if s.file == nil {
		n, err := w.Write(s.held.Bytes())
		return int64(n), err
	}
	return io.Copy(w, io.NewSectionReader(s.file, 0, s.size))
}

// Close gives up what is kept. Closing twice does nothing.
func (s *Spool) Close() error {
	if s.held != nil {
		GiveBack(s.held)
		s.held = nil
	}
	if s.file == nil {
		return nil
	}
	_ = s.folder.take(-s.size)
	err := s.file.Close()
	if s.named != "" {
		err = errors.Join(err, os.Remove(s.named))
	}
	s.file, s.size, s.held = nil, 0, nil
	return err
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// TakeBuffer gives an empty buffer, as big as something before needed.
func TakeBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

// GiveBack lets the next one have the buffer.
func GiveBack(b *bytes.Buffer) {
	if b.Cap() <= keptInMemory {
		b.Reset()
		buffers.Put(b)
	}
}
