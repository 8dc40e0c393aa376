package formats

import (
	"bytes"
	"path/filepath"
	"strings"
)

// MaxBytes is the size of the largest file that is read: a thousand players and thirty rounds take about one megabyte.
const MaxBytes = 8 << 20

// Format is a kind of file, named as its file names end.
type Format string

// The formats.
const (
	JSON      Format = "json" // our own: everything
	OpenGotha Format = "xml"  // OpenGotha's tournament file
	H9        Format = "h9"   // results for the European database
	TOU       Format = "tou"  // results for the French rating list
	CSV       Format = "csv"  // a table for spreadsheets
	AGA       Format = "aga"  // results for the rating list of the American Go Association
)

// FormatOf gives the format a file name says by its ending, or a problem that lists the endings known.
func FormatOf(name string) (Format, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	switch f := Format(ending); f {
	case JSON, OpenGotha, H9, TOU, CSV, AGA:
		return f, nil
	}
	return "", problem("", "%q must end in .json, .xml, .h9, .tou, .aga or .csv, which says its format", filepath.Base(name))
}

// Detect gives the format of an event file that can be drawn from: JSON or OpenGotha's, by its first character, or
// empty when it is neither.
func Detect(data []byte) Format {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte(byteOrderMark)), " \t\r\n")
	switch {
	case bytes.HasPrefix(data, []byte("{")):
		return JSON
	case bytes.HasPrefix(data, []byte("<")):
		return OpenGotha
	}
	return ""
}

// byteOrderMark begins UTF-8 files of some programs, and lets spreadsheets know that a CSV file is UTF-8.
const byteOrderMark = "\uFEFF"

// Read reads an event. The error is a [*Problems]; then nothing is read.
func Read(format Format, data []byte) (*File, Notes, error) {
	if len(data) > MaxBytes {
		return nil, nil, problem("", "the file is too large: at most %d MB are read", MaxBytes>>20)
	}
	switch format {
	case JSON:
		return readJSON(data)
	case OpenGotha:
		return readGotha(data)
	case H9:
		return readH9(data)
	case TOU:
		return readTOU(data)
	case CSV:
		return readCSV(data)
	case AGA:
		return readAGA(data)
	}
	return nil, nil, problem("", "there is no format %q", format)
}

// Write writes an event. The error is a [*Problems]: what makes the event unfit for any file, or for this format.
func Write(format Format, f *File) ([]byte, Notes, error) {
	if err := f.Validate(); err != nil {
		return nil, nil, err
	}
	switch format {
	case JSON:
		data, err := writeJSON(f)
		return data, nil, err
	case OpenGotha:
		return writeGotha(f)
	}
	data, notes, err := writePlayers(format, f)
	if n := f.board(); err == nil && n != usualBoard {
		notes.add("the board of %d × %[1]d is not in this file: whoever reads it takes the games to be on 19 × 19", n)
	}
	if err == nil && f.Event.Boards > 0 {
		notes.add("the teams are not in this file: only the players and their games are")
	}
	return data, notes, err
}

// writePlayers writes a format that knows no teams.
func writePlayers(format Format, f *File) ([]byte, Notes, error) {
	switch format {
	case H9:
		return writeH9(f)
	case TOU:
		return writeTOU(f)
	case CSV:
		return writeCSV(f)
	case AGA:
		return writeAGA(f)
	}
	return nil, nil, problem("", "there is no format %q", format)
}
