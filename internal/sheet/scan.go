package sheet

import (
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"
)

// sheetScan walks through a worksheet before the library does. It finds what
// a list may not hold, and notes how far the list goes.
type sheetScan struct {
	row        int  // number of the row under way or the last one
	column     int  // of the cell under way; 0 outside
	nextColumn int  // where a cell without a reference stands
	inData     bool // between <sheetData> and its end
	done       bool // behind it
	depth      int  // of elements inside the cell under way
	cell       cellScan

	rows    int          // rows with content
	lastRow int          // number of the last of them
	numbers []longNumber // in reading order
}

// longNumber is a number that may not come out of the library in full.
type longNumber struct {
	row, column int32
	raw         string
}

// cellScan is what is known of the cell under way.
type cellScan struct {
	kind  string // attribute t
	inV   bool
	value []byte
	text  int  // bytes of text of any kind
	full  bool // some of it is not blank
}

// maxCellBytes is more than Excel's 32,767 characters ever take.
const maxCellBytes = 200 << 10

func newSheetScan() *sheetScan { return &sheetScan{} }

func (s *sheetScan) visit(token xml.Token) error {
	if s.done {
		return nil
	}
	switch t := token.(type) {
	case xml.StartElement:
		return s.start(t)
	case xml.EndElement:
		return s.end(t.Name.Local)
	case xml.CharData:
		return s.chars(t)
	}
	return nil
}

// start insists on the order that spreadsheet programs write (rows downwards,
// cells to the right): anything else is read differently by every reader.
func (s *sheetScan) start(e xml.StartElement) error {
	name := e.Name.Local
	if s.column > 0 {
		return s.startInCell(name)
	}
	switch {
	case name == "sheetData":
		s.inData = true
	case name == "row":
		if !s.inData {
			return errDamaged
		}
		return s.startRow(e)
	case name == "c":
		if !s.inData || s.row == 0 {
			return errDamaged
		}
		return s.startCell(e)
	}
	return nil
}

func (s *sheetScan) startRow(e xml.StartElement) error {
	number := s.row + 1
	if r := attr(e, "r"); r != "" {
		n, err := strconv.Atoi(r)
		if err != nil || n < number || n > 1<<20 {
			return errDamaged
		}
		number = n
	}
	s.row = number
	s.nextColumn = 1
	return nil
}

func (s *sheetScan) startCell(e xml.StartElement) error {
	column := s.nextColumn
	if r := attr(e, "r"); r != "" {
		c, row, ok := cellReference(r)
		if !ok || row != s.row || c < column {
			return errDamaged
		}
		column = c
	}
	s.column = column
	s.nextColumn = column + 1
	s.cell = cellScan{kind: attr(e, "t"), value: s.cell.value[:0]}
	s.depth = 0
	return nil
}

func (s *sheetScan) startInCell(name string) error {
	s.depth++
	switch {
	case name == "f":
		return at(s.row, s.column, formulaProblem)
	case name == "c" || name == "row" || name == "sheetData":
		return errDamaged
	case name == "v" && s.depth == 1:
		s.cell.inV = true
	}
	return nil
}

func (s *sheetScan) chars(text []byte) error {
	if s.column == 0 || s.depth == 0 {
		return nil
	}
	s.cell.text += len(text)
	if s.cell.text > maxCellBytes {
		return at(s.row, s.column, tooLong)
	}
	s.cell.full = s.cell.full || len(bytes.TrimSpace(text)) > 0
	if s.cell.inV && len(s.cell.value) < 64 {
		s.cell.value = append(s.cell.value, text...)
	}
	return nil
}

func (s *sheetScan) end(name string) error {
	switch {
	case s.column > 0 && s.depth > 0:
		s.depth--
		s.cell.inV = false
	case s.column > 0:
		err := s.endCell()
		s.column = 0
		return err
	case name == "sheetData":
		s.done = true
	}
	return nil
}

func (s *sheetScan) endCell() error {
	if !s.cell.full {
		return nil
	}
	if s.column > MaxColumns {
		return at(s.row, s.column, tooWide)
	}
	if s.row > maxRowNumber {
		return at(s.row, s.column, tooFarDown)
	}
	if s.row != s.lastRow {
		s.lastRow = s.row
		if s.rows++; s.rows > scannedRows {
			return at(s.row, 0, tooMany)
		}
	}
	if s.cell.kind == "" || s.cell.kind == "n" {
		if raw := strings.TrimSpace(string(s.cell.value)); len(raw) > 11 || strings.ContainsAny(raw, "eE") {
			s.numbers = append(s.numbers, longNumber{int32(s.row), int32(s.column), raw})
		}
	}
	return nil
}

// cellReference reads "AB12".
func cellReference(ref string) (column, row int, ok bool) {
	i := 0
	for ; i < len(ref) && i < 4 && ref[i] >= 'A' && ref[i] <= 'Z'; i++ {
		column = column*26 + int(ref[i]-'A') + 1
	}
	row, err := strconv.Atoi(ref[i:])
	if i == 0 || err != nil || row < 1 || column > 16384 || ref[i] == '+' {
		return 0, 0, false
	}
	return column, row, true
}

// plainNumber writes a number in full, to the fifteen digits a spreadsheet
// keeps; ok is false if raw is not a number.
func plainNumber(raw string) (text string, ok bool) {
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil {
		return "", false
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64)
	if err != nil {
		return "", false
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64), true
}
