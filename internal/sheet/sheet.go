// Package sheet reads lists that people upload: an XLSX workbook or a CSV
// file, recognised by its content and never by its name, into rows of plain text.
//
// It is careful because uploads are what strangers send. A file is measured
// before a library sees it: the zip directory, the true unpacked size of each
// part, the shape of its XML. Only the parts that hold the list are handed on.
// Reading stays under 100 MB of memory whatever the file is, one workbook at a
// time. Every refusal is an [*Error] naming row and column where there is one,
// in words for the person who made the list.
//
// Numbers and dates come out as the person sees them in the spreadsheet;
// long numbers come out in full, never as 6.4E+12.
package sheet

import (
	"bytes"
	"fmt"
	"io"

	"nzgs/internal/apperr"
)

// What an upload may be at most. A list of the whole society is far below.
const (
	MaxFileBytes = 10 << 20 // the file as uploaded
	MaxRows      = 5001     // rows with something in them: the headings and 5,000 below them
	MaxColumns   = 50       // columns with something in them
	MaxCellRunes = 1000     // characters in a cell

	scannedRows  = MaxRows + 1 // and the example of a template, which is not of the list
	maxRowNumber = 20000       // how far down the last row may stand
)

// Format is the kind of file a list was read from.
type Format string

// The formats that are read.
const (
	XLSX Format = "XLSX"
	CSV  Format = "CSV"
)

// Row is one row with something in it.
type Row struct {
	Number int      // as a spreadsheet program numbers it, from 1
	Cells  []string // trimmed text; blank cells at the end are left out
}

// Cell is the text in a column counted from 0; blank beyond the row's end.
func (r Row) Cell(column int) string {
	if column < 0 || column >= len(r.Cells) {
		return ""
	}
	return r.Cells[column]
}

// List is what was read.
type List struct {
	Format Format
	Sheet  string // name of the worksheet; empty for CSV
	Rows   []Row  // in order; rows without content are left out
	Open   bool   // of text: the last row has no end
	Cut    bool   // and fewer cells than another: some of it may be missing

	most int // rows that it may have; 0 means MaxRows
}

// Error is the one reason why a file was not read, in words for the person who
// sent it. Row and Column count from 1; 0 means the whole file or row.
type Error struct {
	Row, Column int
	Problem     string // continues the place ("holds a formula; …"), or is a whole sentence without one
}

// Error is the message to show: "Row 7, column C holds a formula; paste it as
// a value."
func (e *Error) Error() string {
	switch {
	case e.Row > 0 && e.Column > 0:
		return fmt.Sprintf("Row %d, column %s %s", e.Row, ColumnName(e.Column), e.Problem)
	case e.Row > 0:
		return fmt.Sprintf("Row %d %s", e.Row, e.Problem)
	default:
		return e.Problem
	}
}

// Unwrap passes the error on as it is: to the web it is invalid input with
// this message.
func (e *Error) Unwrap() error { return apperr.New(apperr.Invalid, "%s", e.Error()) }

func whole(format string, args ...any) *Error {
	return &Error{Problem: fmt.Sprintf(format, args...)}
}

func at(row, column int, format string, args ...any) *Error {
	return &Error{Row: row, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// ColumnName is the letters a spreadsheet program shows for a column counted
// from 1: A, Z, AA. It is "?" for numbers below 1.
func ColumnName(n int) string {
	if n < 1 {
		return "?"
	}
	var b []byte
	for ; n > 0; n = (n - 1) / 26 {
		b = append([]byte{byte('A' + (n-1)%26)}, b...)
	}
	return string(b)
}

// Read reads an uploaded list. Of a workbook it reads the first of the
// preferred worksheets that exists, otherwise the first visible one with
// something in it. The example row of a template is left out. The error is an [*Error] for everything that is wrong with
// the file, and any other error only if r fails.
func Read(r io.Reader, preferred ...string) (*List, error) {
	data, err := Take(r)
	if err != nil {
		return nil, err
	}
	return Parse(data, preferred...)
}

// Take reads an uploaded file into memory, in one piece where its length is known; of
// one that is too large it reads nothing. The errors are those of [Read].
func Take(r io.Reader) ([]byte, error) {
	file, ok := r.(io.Seeker)
	if !ok {
		data, err := io.ReadAll(io.LimitReader(r, MaxFileBytes+1))
		if err != nil {
			return nil, fmt.Errorf("read an upload: %w", err)
		}
		return data, nil
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, fmt.Errorf("read an upload: %w", err)
	}
	if size > MaxFileBytes {
		return nil, tooLarge()
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, fmt.Errorf("read an upload: %w", err)
	}
	return data, nil
}

func tooLarge() *Error {
	return whole(
		"The file is larger than %d MB. Copy only the list into a new spreadsheet and upload that.", MaxFileBytes>>20,
	)
}

// Parse is [Read] of a file that is in memory already, of which it makes no copy.
func Parse(data []byte, preferred ...string) (*List, error) {
	if len(data) > MaxFileBytes {
		return nil, tooLarge()
	}
	list, err := readBytes(data, preferred)
	if err != nil {
		return nil, err
	}
	if err := list.withoutExample(); err != nil {
		return nil, err
	}
	if len(list.Rows) == 0 {
		return nil, whole("The file has no rows. Choose the file with the list in it.")
	}
	return list, nil
}

// Lines reads comma, semicolon or tab separated text that no spreadsheet program wrote, such as a bank's: at most so many
// rows, and a cell that begins with “=” is text. The error is an [*Error].
func Lines(data []byte, most int) (*List, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, whole("The file is empty.")
	}
	if err := refuseByContent(data); err != nil {
		return nil, err
	}
	return readCSV(data, &List{Format: CSV, most: most})
}

func readBytes(data []byte, preferred []string) (*List, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, whole("The file is empty. Choose the file with the list in it.")
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return readXLSX(data, preferred)
	}
	if err := refuseByContent(data); err != nil {
		return nil, err
	}
	return readCSV(data, &List{Format: CSV})
}

// SaveAs is what a refusal of a file asks for that is no list.
const SaveAs = "Save it as XLSX or CSV and upload that."

const (
	saveAs         = SaveAs
	formulaProblem = "has a formula; paste it as a value."
	tooLong        = "has more than 1,000 characters. Shorten it."
	tooMany        = "is over the limit: a list may have 5,000 rows below its headings. Upload it in parts."
	tooFarDown     = "is far below the list. Delete everything below the list and upload it again."
	tooWide        = "is beyond the 50 columns a list may have. Delete everything to the right of the list."
)

// refuseByContent names the kinds of file that are sent in place of a list.
func refuseByContent(data []byte) error {
	kinds := []struct{ magic, problem string }{
		{"PK", "The file is a damaged or empty zip file, not a spreadsheet. " + saveAs},
		{"%PDF", "The file is a PDF, not a spreadsheet. Upload the spreadsheet it was made from."},
		{"{\\rtf", "The file is a text document, not a spreadsheet. " + saveAs},
		{"\x89PNG", "The file is a picture, not a spreadsheet. " + saveAs},
		{"\xff\xd8\xff", "The file is a picture, not a spreadsheet. " + saveAs},
		{"GIF8", "The file is a picture, not a spreadsheet. " + saveAs},
		{"\x1f\x8b", "The file is compressed. Unpack it and upload the spreadsheet inside."},
		{"Rar!", "The file is an archive. Unpack it and upload the spreadsheet inside."},
		{"7z\xbc\xaf", "The file is an archive. Unpack it and upload the spreadsheet inside."},
		{"SQLite format 3\x00", "The file is a database, not a spreadsheet. " + saveAs},
	}
	for _, k := range kinds {
		if bytes.HasPrefix(data, []byte(k.magic)) {
			return whole("%s", k.problem)
		}
	}
	if bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
		return refuseCompound(data)
	}
	start := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 512)], []byte("\xef\xbb\xbf")), " \t\r\n"))
	if bytes.HasPrefix(start, []byte("<!doctype")) || bytes.HasPrefix(start, []byte("<html")) ||
		bytes.HasPrefix(start, []byte("<?xml")) {
		return whole(
			"The file is a web page or XML, even if its name says otherwise. Open it in a spreadsheet program. %s", saveAs,
		)
	}
	return nil
}

// refuseCompound distinguishes the two kinds of file in Microsoft's older
// container: a workbook with a password, and an .xls from before 2007.
func refuseCompound(data []byte) error {
	if bytes.Contains(data, utf16Name("EncryptedPackage")) {
		return whole("The spreadsheet is protected by a password. Save it without one and upload that.")
	}
	return whole("The file is an old Excel file (.xls) or another old Office document. %s", saveAs)
}

func utf16Name(s string) []byte {
	b := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		b = append(b, s[i], 0)
	}
	return b
}
