package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nzgs/internal/machine"
)

// sgfInput is a file to check, or what kept it from being found.
type sgfInput struct {
	name string
	once bool // it can be read only once, as standard input and pipes can
	// small says that it is a regular file of size bytes, at most sgfSmall, as was just seen.
	small bool
	size  int64
	err   error
}

// standardInput is the path that stands for standard input.
const standardInput = "-"

// sgfInputs calls each for every file that the paths name, in their order, until
// it returns false. Folders are walked in the order of names.
func sgfInputs(paths []string, each func(sgfInput) bool) {
	for _, path := range paths {
		if path == standardInput {
			if !each(sgfInput{name: path, once: true}) {
				return
			}
			continue
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			if !each(sgfInput{name: path, err: plainError(err)}) {
				return
			}
		case !info.IsDir():
			if !each(sgfInput{name: path, once: !info.Mode().IsRegular()}) {
				return
			}
		case !sgfBelow(path, each):
			return
		}
	}
}

// sgfBelow walks a folder; false if it was told to stop.
func sgfBelow(folder string, each func(sgfInput) bool) bool {
	root := folder
	if info, err := os.Lstat(folder); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator) // a link that is named is followed
	}
	stopped := false
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			stopped = !each(sgfInput{name: path, err: plainError(err)})
		case !d.IsDir() && isRecordFile(path):
			stopped = !each(sgfInput{name: path, err: whyNoFile(path, d)})
		}
		if stopped {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil && !stopped {
		stopped = !each(sgfInput{name: folder, err: plainError(err)})
	}
	return !stopped
}

// errSgfNoFile refuses what might never come to an end, or never begin.
var errSgfNoFile = errors.New("it is a pipe or a device, not a file: name it by itself to read from it")

// whyNoFile is why what lies in a folder is not read; nil for files and links to
// them.
func whyNoFile(path string, d fs.DirEntry) error {
	mode := d.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		if err != nil {
			return plainError(err)
		}
		mode = info.Mode()
	}
	if !mode.IsRegular() && !mode.IsDir() {
		return errSgfNoFile
	}
	return nil
}

// plainError leaves out the path, which stands beside it.
func plainError(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// sgfMostBytes is the largest input that is read. Checking it takes some thirty
// times as much memory.
const sgfMostBytes = 32 << 20

// errSgfTooLarge refuses what is no game record.
var errSgfTooLarge = fmt.Errorf(
	"it is larger than %d MB: if it is a collection, split it; a single record is never that large", sgfMostBytes>>20,
)

// readSgf reads an input into memory that is used again. More than the limit is
// not read.
func readSgf(in sgfInput, stdin io.Reader, into []byte) ([]byte, error) {
	if in.small {
		if data, ok := readSmallSgf(in, into); ok {
			return data, nil
		}
	}
	from, name := stdin, in.name
	if name != standardInput {
		file, err := os.Open(name)
		if err != nil {
			return into[:0], plainError(err)
		}
		defer func() { _ = file.Close() }()
		switch info, err := file.Stat(); {
		case err != nil:
			return into[:0], plainError(err)
		case info.IsDir():
			return into[:0], errors.New("it is a folder")
		case info.Size() > sgfMostBytes:
			return into[:0], errSgfTooLarge
		}
		from = file
	}
	return readAllSgf(from, into)
}

// readSmallSgf is readSgf of what is known to be a small regular file: of what that takes,
// most is calls of the system. So it is opened without asking whether it can be waited for,
// and read once. If that does not give what was seen, it is to be read the usual way.
func readSmallSgf(in sgfInput, into []byte) (data []byte, ok bool) {
	data, ok = machine.ReadOnce(in.name, slices.Grow(into[:0], sgfSmall+1)[:0:sgfSmall+1])
	return data, ok && int64(len(data)) == in.size
}

// readAllSgf reads to the end.
func readAllSgf(from io.Reader, into []byte) ([]byte, error) {
	data := into[:0]
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := from.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case len(data) > sgfMostBytes:
			return data[:0], errSgfTooLarge
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return data[:0], plainError(err)
		}
	}
}

// isRecordFile tells by its name whether a file of a folder is a game record.
func isRecordFile(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".sgf", ".hsgf", ".gib", ".ngf": // Little Golem saves Hex as .hsgf
		return true
	}
	return false
}
