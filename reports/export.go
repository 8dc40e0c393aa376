package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"nzgs/internal/spool"
)

// TableXLSX writes a list as a workbook with one sheet: typed cells, headings
// that stay in sight.
func (by Press) TableXLSX(w io.Writer, t Table) error { return by.TablesXLSX(w, t.Title, []Table{t}) }

// TablesXLSX writes several lists as a workbook, a sheet for each.
func (by Press) TablesXLSX(w io.Writer, title string, tables []Table) error {
	return by.writeWorkbook(w, title, func(b *workbook) error {
		for _, t := range tables {
			if err := b.addTable(by.Spools, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// addTable writes a worksheet of a list. Rows that come one after another are kept aside: how wide a column is, and what
// its figures look like, is known only after the last.
func (b *workbook) addTable(spools *spool.Folder, t Table) error {
	rows, aligns := t.each, newAligns(len(t.Columns))
	if t.Each != nil {
		kept := keepRows(spools)
		defer kept.close()
		if err := t.each(func(row []Cell) error { aligns.see(row); return kept.add(row) }); err != nil {
			return err
		}
		rows = kept.each
	} else {
		_ = rows(func(row []Cell) error { aligns.see(row); return nil })
	}
	if t.NoteAfter != nil {
		t.Note = t.NoteAfter()
	}
	s := excelSheet{name: t.Title}
	if t.Note != "" {
		s.above = []string{t.Title, t.Note}
	}
	for i, c := range t.Columns {
		s.columns = append(s.columns, excelColumn{title: c.Title, width: c.Width, align: aligns[i].alignment(), words: aligns[i] == textCell})
	}
	out := make([]excelCell, len(t.Columns))
	s.each = func(take func([]excelCell) error) error {
		return rows(func(row []Cell) error {
			for i := range out {
				out[i] = excelCell{}
				if i < len(row) {
					out[i] = row[i].excel()
				}
			}
			return take(out)
		})
	}
	return b.add(s)
}

// aligns are the kinds of the first cell in each column that is not blank.
type aligns []cellKind

func newAligns(columns int) aligns { return make(aligns, columns) }

func (a aligns) see(row []Cell) {
	for i := range min(len(a), len(row)) {
		if a[i] == blankCell {
			a[i] = row[i].kind
		}
	}
}

// alignment sets a heading to the right above figures and amounts.
func (k cellKind) alignment() alignment {
	if k == numberCell || k == moneyCell {
		return right
	}
	return left
}

func (c Cell) excel() excelCell {
	switch c.kind {
	case textCell:
		st := excelStyle{format: textFormat}
		if strings.Contains(c.text, "\n") {
			st.wrap = wrapped
		}
		return excelCell{value: c.text, style: st}
	case numberCell:
		return excelCell{value: c.number, style: excelStyle{format: c.format}}
	case dateCell:
		day := time.Date(c.date.Year(), c.date.Month(), c.date.Day(), 0, 0, 0, 0, time.UTC)
		return excelCell{value: day, style: excelStyle{format: dateFormat, align: left}}
	case moneyCell:
		return excelCell{value: float64(c.cents) / 100, style: excelStyle{format: moneyFormat()}}
	}
	return excelCell{}
}

// byteOrderMark tells Excel that a CSV file is UTF-8; without it macrons come
// out wrong.
const byteOrderMark = "\uFEFF"

// TableCSV writes a list as CSV in UTF-8 with a byte order mark: dates as
// 2026-11-21, amounts as 1234.50, and text that a spreadsheet would take for a
// formula with an apostrophe before it. Title and Note are left out.
func TableCSV(w io.Writer, t Table) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	record := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		record[i] = csvText(c.Title)
	}
	if err := out.Write(record); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	if err := t.each(func(row []Cell) error {
		for i := range record {
			record[i] = ""
			if i < len(row) {
				record[i] = row[i].csv()
			}
		}
		return out.Write(record)
	}); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

func (c Cell) csv() string {
	switch c.kind {
	case textCell:
		return csvText(c.text)
	case numberCell:
		return strconv.FormatFloat(c.number, 'f', -1, 64)
	case dateCell:
		return c.date.String()
	case moneyCell:
		return c.cents.Plain()
	}
	return ""
}

// csvText puts an apostrophe before text that begins like a formula (=, +, -,
// @, their full-width forms, tab, carriage return), and before an apostrophe
// that would be taken for such a one. internal/sheet takes it off again.
func csvText(s string) string {
	s = strings.TrimRight(cellText(s), " \n")
	first := strings.TrimLeft(s, " \n")
	if first == "" {
		return ""
	}
	if strings.ContainsAny(firstRune(first), "=+-@\t\r＝＋－＠") {
		return "'" + first
	}
	if after, ok := strings.CutPrefix(first, "'"); ok && after != "" && strings.ContainsAny(
		firstRune(after), "=+-@\t\r＝＋－＠'",
	) {
		return "'" + first
	}
	return s
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}
