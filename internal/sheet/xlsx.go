package sheet

import (
	"bytes"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/xuri/excelize/v2"
)

// oneWorkbook lets one workbook be read at a time, so that the memory bound
// holds for the process and not for each of many uploads at once.
var oneWorkbook sync.Mutex

// readXLSX measures the workbook, picks the worksheet, and has the library
// read a workbook cut down to that sheet.
func readXLSX(data []byte, preferred []string) (*List, error) {
	oneWorkbook.Lock()
	defer oneWorkbook.Unlock()

	a, err := openArchive(data)
	if err != nil {
		return nil, err
	}
	book, err := a.workbook()
	if err != nil {
		return nil, err
	}
	sheet, scan, err := a.chooseSheet(book, preferred)
	if err != nil {
		return nil, err
	}
	cut, err := a.slim([]slimPart{
		{part: "[content_types].xml"}, {part: relsPart("")},
		{part: book.part}, {part: relsPart(book.part)}, {part: sheet.part},
		// The library looks for these two under their usual names only.
		{part: book.styles, name: "xl/styles.xml"},
		{part: book.strings, name: "xl/sharedStrings.xml"},
	})
	if err != nil {
		return nil, err
	}
	return readRows(cut, sheet.name, scan)
}

// workbook is what the workbook part and its relationships say.
type workbook struct {
	part, styles, strings string
	sheets                []worksheet
}

type worksheet struct {
	name, part string
	hidden     bool
}

// workbook finds the parts and measures all that the library loads whole.
func (a *archive) workbook() (*workbook, error) {
	root, err := a.relations("")
	if err != nil {
		return nil, err
	}
	book := &workbook{}
	for _, r := range root {
		if r.kind == "officeDocument" {
			book.part = r.part
		}
	}
	related, err := a.relations(book.part)
	if err != nil {
		return nil, err
	}
	for _, r := range related {
		switch r.kind {
		case "styles":
			book.styles = r.part
		case "sharedStrings":
			book.strings = r.part
		}
	}
	err = a.scan(book.part, smallPart, func(token xml.Token) error {
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "sheet" {
			return nil
		}
		if r := related[attr(e, "id")]; r.kind == "worksheet" {
			state := attr(e, "state")
			book.sheets = append(book.sheets, worksheet{
				name: attr(e, "name"), part: r.part, hidden: state == "hidden" || state == "veryHidden",
			})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(book.sheets) == 0 {
		return nil, whole("The workbook has no worksheet. Copy the list into a new spreadsheet and upload that.")
	}
	return book, a.measure(book)
}

// measure walks through the parts that the library loads whole.
func (a *archive) measure(book *workbook) error {
	nothing := func(xml.Token) error { return nil }
	if err := a.scan("[content_types].xml", smallPart, nothing); err != nil {
		return err
	}
	if a.parts[book.styles] != nil {
		if err := a.scan(book.styles, smallPart, nothing); err != nil {
			return err
		}
	}
	if a.parts[book.strings] == nil {
		return nil
	}
	items, length := 0, 0
	return a.scan(book.strings, stringsPart, func(token xml.Token) error {
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local == "si" {
				items, length = items+1, 0
			}
		case xml.CharData:
			length += len(t)
		}
		if items > maxStrings || length > maxCellBytes {
			return errOrnate
		}
		return nil
	})
}

// chooseSheet returns the first preferred worksheet there is, otherwise the
// first visible one with something in it, and what its scan found.
func (a *archive) chooseSheet(book *workbook, preferred []string) (worksheet, *sheetScan, error) {
	for _, name := range preferred {
		i := slices.IndexFunc(book.sheets, func(s worksheet) bool { return strings.EqualFold(s.name, name) })
		if i >= 0 {
			scan, err := a.scanSheet(book.sheets[i])
			return book.sheets[i], scan, err
		}
	}
	for _, sheet := range book.sheets {
		if sheet.hidden {
			continue
		}
		if scan, err := a.scanSheet(sheet); err != nil || scan.rows > 0 {
			return sheet, scan, err
		}
	}
	return worksheet{}, nil, whole("The workbook's worksheets are empty. Choose the file with the list in it.")
}

func (a *archive) scanSheet(sheet worksheet) (*sheetScan, error) {
	scan := newSheetScan()
	if err := a.scan(sheet.part, sheetPart, scan.visit); err != nil {
		return nil, err
	}
	// The library lets a large part wait in a file only if it has the usual name.
	if a.parts[sheet.part].UncompressedSize64 > maxInMemoryXML && !strings.HasPrefix(sheet.part, "xl/worksheets/sheet") {
		return nil, errTooBig
	}
	return scan, nil
}

// readRows has the library read a workbook that was measured before.
func readRows(book []byte, name string, scan *sheetScan) (list *List, err error) {
	defer func() {
		// The library is given only what was checked; if it panics even
		// so, that is one unreadable file and must not end the program.
		if recover() != nil {
			list, err = nil, errDamaged
		}
	}()
	file, err := excelize.OpenReader(bytes.NewReader(book), excelize.Options{
		UnzipSizeLimit:    maxUnpackedBytes,
		UnzipXMLSizeLimit: maxInMemoryXML,
		ShortDatePattern:  "d/mm/yyyy",
	})
	if err != nil {
		return nil, errDamaged
	}
	defer file.Close() // removes its temporary files
	rows, err := file.Rows(name)
	if err != nil {
		return nil, whole(
			"The worksheet cannot be opened by its name. Give it a short, plain name (\"Members\") and upload it again.",
		)
	}
	defer rows.Close()

	list = &List{Format: XLSX, Sheet: name}
	for number := 1; number <= scan.lastRow && rows.Next(); number++ {
		cells, err := rows.Columns()
		if err != nil {
			return nil, errDamaged
		}
		scan.restoreNumbers(number, cells)
		if err := addRow(list, number, cells); err != nil {
			return nil, err
		}
	}
	return list, nil
}

var scientific = regexp.MustCompile(`^-?\d(\.\d+)?[eE][+-]?\d+$`)

// restoreNumbers puts numbers that came out as 6.4E+12, or exactly as the
// file's binary fraction, back into full and plain digits. Rows are given in
// order, each once.
func (s *sheetScan) restoreNumbers(row int, cells []string) {
	for len(s.numbers) > 0 && int(s.numbers[0].row) <= row {
		n := s.numbers[0]
		s.numbers = s.numbers[1:]
		i := int(n.column) - 1
		if int(n.row) < row || i >= len(cells) || (cells[i] != n.raw && !scientific.MatchString(cells[i])) {
			continue
		}
		if plain, ok := plainNumber(n.raw); ok {
			cells[i] = plain
		}
	}
}
