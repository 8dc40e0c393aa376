package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// readSheet is the first sheet of a workbook, as another program reads it.
func readSheet(t *testing.T, file string) [][]string {
	t.Helper()
	book, err := excelize.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// fillSheet opens a workbook as somebody does at home, writes rows below its
// headings by the headings' names, and saves it under another name.
func fillSheet(t *testing.T, template, name string, rows []map[string]string) string {
	t.Helper()
	book, err := excelize.OpenFile(template)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	sheet := book.GetSheetName(0)
	present, err := book.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	heads, first := headings(t, present)
	if first < len(present) && isExample(present[first]) {
		first++ // is left where it is
	}
	for i, row := range rows {
		for heading, value := range row {
			column, ok := heads[heading]
			if !ok {
				t.Fatalf("%s has no column %q", filepath.Base(template), heading)
			}
			cell, err := excelize.CoordinatesToCellName(column+1, first+i+1)
			if err != nil {
				t.Fatal(err)
			}
			if err := book.SetCellStr(sheet, cell, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	file := filepath.Join(t.TempDir(), name)
	if err := book.SaveAs(file); err != nil {
		t.Fatal(err)
	}
	return file
}

// isExample reports whether a row is the example of a template.
func isExample(row []string) bool {
	return slices.ContainsFunc(row, func(cell string) bool { return strings.HasPrefix(cell, "e.g. ") })
}

// headings finds the row of headings, and the row below it.
func headings(t *testing.T, rows [][]string) (columns map[string]int, below int) {
	t.Helper()
	for i, row := range rows {
		columns = map[string]int{}
		for j, cell := range row {
			columns[cell] = j
		}
		if _, ok := columns["Family name"]; ok {
			return columns, i + 1
		}
	}
	t.Fatalf("no heading “Family name” in %q", rows)
	return nil, 0
}

// column is the values below a heading.
func column(t *testing.T, rows [][]string, heading string) []string {
	t.Helper()
	columns, below := headings(t, rows)
	at, ok := columns[heading]
	if !ok {
		t.Fatalf("no heading %q in %q", heading, rows[below-1])
	}
	var values []string
	for _, row := range rows[below:] {
		if len(row) > at && !isExample(row) {
			values = append(values, row[at])
		}
	}
	return values
}
