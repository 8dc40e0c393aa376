package reports

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"nzgs/internal/money"
)

// workbook is an XLSX file under way.
type workbook struct {
	file   *excelize.File
	packed *packing
	core   []byte // the part that says what the workbook is
	by     Press
	names  []string
	styles map[excelStyle]int
}

// excelStyle is how a cell looks; the zero value is plain text.
type excelStyle struct {
	format string // number format; "" is General
	weight weight
	size   float64 // points; 0 is the usual one
	head   headStyle
	grey   bool
	wrap   wrapping
	align  alignment
	clear  bool // of the figures in the column before
	turned bool // a text that runs from the right, which programs set to the right: it stands where the others do
}

type headStyle int

const (
	body headStyle = iota
	head           // heading of a column: bold, ruled below
)

type wrapping int

const (
	oneLine wrapping = iota
	wrapped
)

// Number formats. Text keeps what people type later as text too: a phone
// number its leading zero.
const (
	textFormat  = "@"
	dateFormat  = "d mmmm yyyy"
	centsFormat = "#,##0.00"
)

// moneyFormat is how an amount of the society's currency is shown.
func moneyFormat() string {
	in := money.InUse()
	symbol := in.Symbol
	if symbol != "$" {
		symbol = `"` + symbol + `"`
	}
	if in.After {
		return centsFormat + symbol + ";-" + centsFormat + symbol
	}
	return symbol + centsFormat + ";-" + symbol + centsFormat
}

// writeWorkbook writes a workbook of the sheets that are added to it.
func (by Press) writeWorkbook(w io.Writer, title string, sheets func(b *workbook) error) error {
	core, err := coreProperties(cellText(title), cellText(by.Society), by.day())
	if err != nil {
		return fmt.Errorf("describe workbook: %w", err)
	}
	aside, remove, err := by.Spools.Aside()
	if err == nil { // without one the library keeps long sheets in memory
		defer remove()
	}
	b := &workbook{
		file: excelize.NewFile(excelize.Options{TmpDir: aside}), packed: newPacking(by.Spools), core: core,
		styles: map[excelStyle]int{}, by: by,
	}
	defer b.packed.close()
	defer b.file.Close()
	if err := sheets(b); err != nil {
		return err
	}
	return b.write(w)
}

// corePart is the part that says what a workbook is. The library writes it without the prefixes of its names, which is right
// but is read by no more than some programs.
const corePart = "docProps/core.xml"

// coreProperties is what stands in corePart.
func coreProperties(title, creator string, day time.Time) ([]byte, error) {
	type at struct {
		Type string `xml:"xsi:type,attr"`
		Day  string `xml:",chardata"`
	}
	type core struct {
		XMLName xml.Name `xml:"cp:coreProperties"`
		CP      string   `xml:"xmlns:cp,attr"`
		DC      string   `xml:"xmlns:dc,attr"`
		Terms   string   `xml:"xmlns:dcterms,attr"`
		XSI     string   `xml:"xmlns:xsi,attr"`
		Title   string   `xml:"dc:title"`
		Creator string   `xml:"dc:creator"`
		Created *at      `xml:"dcterms:created"`
	}
	var created *at
	if !day.IsZero() {
		created = &at{"dcterms:W3CDTF", day.Format(time.RFC3339)}
	}
	text, err := xml.Marshal(core{
		CP: "http://schemas.openxmlformats.org/package/2006/metadata/core-properties",
		DC: "http://purl.org/dc/elements/1.1/", Terms: "http://purl.org/dc/terms/",
		XSI: "http://www.w3.org/2001/XMLSchema-instance", Title: title, Creator: creator, Created: created,
	})
	return append([]byte(xml.Header), text...), err
}

// write writes the workbook. The library packs the parts in an
// order that differs from run to run; here they are sorted, so that the same
// values give the same file.
func (b *workbook) write(w io.Writer) error {
	b.file.ZipWriter = b.packed.begin
	if err := b.file.Write(io.Discard); err != nil {
		return fmt.Errorf("write XLSX: %w", err)
	}
	in, err := zip.NewReader(b.packed.spool, b.packed.spool.Len())
	if err != nil {
		return fmt.Errorf("sort XLSX: %w", err)
	}
	slices.SortFunc(in.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	out := zip.NewWriter(w)
	for _, part := range in.File {
		if part.Name == corePart {
			err = b.writeCore(out)
		} else {
			err = out.Copy(part)
		}
		if err != nil {
			return fmt.Errorf("write XLSX: %w", err)
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("write XLSX: %w", err)
	}
	return nil
}

func (b *workbook) writeCore(out *zip.Writer) error {
	w, err := out.CreateHeader(&zip.FileHeader{Name: corePart, Method: zip.Deflate})
	if err == nil {
		_, err = w.Write(b.core)
	}
	return err
}

func (b *workbook) style(s excelStyle) (int, error) {
	if id, ok := b.styles[s]; ok {
		return id, nil
	}
	style := excelize.Style{
		Font: &excelize.Font{Family: "Calibri", Size: 11, Bold: s.weight == bold},
		Alignment: &excelize.Alignment{
			Vertical: "top", WrapText: s.wrap == wrapped,
			Horizontal: map[alignment]string{right: "right", centre: "center"}[s.align],
		},
	}
	if s.clear {
		style.Alignment.Horizontal, style.Alignment.Indent = "left", 1
	} else if s.align == left && (s.turned || s.format == dateFormat) { // else a program sets it to the right
		style.Alignment.Horizontal = "left"
	}
	if s.format != "" {
		style.CustomNumFmt = &s.format
	}
	if s.size > 0 {
		style.Font.Size = s.size
	}
	if s.grey {
		style.Font.Color, style.Font.Italic = "707070", true
	}
	if s.head == head {
		style.Border = []excelize.Border{{Type: "bottom", Color: "000000", Style: 2}}
		style.Alignment.Vertical = "bottom"
	}
	id, err := b.file.NewStyle(&style)
	if err != nil {
		return 0, fmt.Errorf("style: %w", err)
	}
	b.styles[s] = id
	return id, nil
}

// excelSheet is one worksheet: lines above the list, headings, rows.
type excelSheet struct {
	name      string
	above     []string // the first one large; a blank line follows
	columns   []excelColumn
	rows      [][]excelCell
	each      func(take func(row []excelCell) error) error // in place of rows; a row is good until the next
	count     int                                          // of rows, once they are measured
	landscape orientation
	freeze    int // columns that stay when scrolling sideways
	use       sheetUse
}

type sheetUse int

const (
	toLookAt sheetUse = iota // with a filter
	toFillIn
	toRead
)

type orientation int

const (
	portrait orientation = iota
	landscape
)

type excelColumn struct {
	title   string
	width   float64
	align   alignment
	text    textColumn
	choices string // the cells of another sheet that say what is allowed in it; "": anything
	only    bool   // nothing else is taken
	figures string // the format of its figures that have none
	words   bool   // it holds texts
}

type textColumn int

const (
	anyColumn textColumn = iota
	onlyText             // blank cells below the list are text as well
)

type excelCell struct {
	value any // nil, string, float64, time.Time
	style excelStyle
}

// add writes a worksheet, row by row. Page set-up comes first: the stream
// keeps it, and refuses it later.
func (b *workbook) add(s excelSheet) error {
	name := b.sheetName(s.name)
	if s.each == nil {
		s.each = s.eachOfRows
	}
	if err := s.fit(); err != nil {
		return fmt.Errorf("sheet %q: %w", name, err)
	}
	if err := b.newSheet(name); err != nil {
		return fmt.Errorf("sheet %q: %w", name, err)
	}
	if err := s.page(b.file, name); err != nil {
		return fmt.Errorf("sheet %q: %w", name, err)
	}
	if err := b.foot(name, s.name); err != nil {
		return fmt.Errorf("sheet %q: %w", name, err)
	}
	if err := s.offerChoices(b.file, name); err != nil {
		return fmt.Errorf("sheet %q: %w", name, err)
	}
	if err := b.stream(name, s); err != nil {
		return fmt.Errorf("sheet %q: %w", name, err)
	}
	return nil
}

// headRow is the number of the row of headings.
func (s excelSheet) headRow() int {
	if len(s.above) == 0 {
		return 1
	}
	return len(s.above) + 2
}

func (b *workbook) newSheet(name string) error {
	if len(b.names) == 0 {
		if err := b.file.SetSheetName("Sheet1", name); err != nil {
			return err
		}
		b.file.SetActiveSheet(0) // once its rows are written, the library would read them all back
	} else if _, err := b.file.NewSheet(name); err != nil {
		return err
	}
	b.names = append(b.names, name)
	return nil
}

func (b *workbook) stream(name string, s excelSheet) error {
	w, err := b.file.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := b.setColumns(w, s); err != nil {
		return err
	}
	headRow := s.headRow()
	if err := w.SetPanes(&excelize.Panes{
		Freeze: true, XSplit: s.freeze, YSplit: headRow,
		TopLeftCell: cellName(s.freeze+1, headRow+1),
		ActivePane:  map[bool]string{true: "bottomRight", false: "bottomLeft"}[s.freeze > 0],
	}); err != nil {
		return err
	}
	if err := b.writeHead(w, s, headRow); err != nil {
		return err
	}
	number := headRow
	if err := s.each(func(row []excelCell) error {
		number++
		lines := s.dress(row)
		if lines <= 1 {
			return b.writeRow(w, number, row)
		}
		return b.writeRow(w, number, row, excelize.RowOpts{Height: min(float64(lines)*lineHeight, highestRow)})
	}); err != nil {
		return err
	}
	return w.Flush()
}

// eachOfRows gives the rows that are held.
func (s *excelSheet) eachOfRows(take func(row []excelCell) error) error {
	for _, row := range s.rows {
		if err := take(row); err != nil {
			return err
		}
	}
	return nil
}

func (b *workbook) setColumns(w *excelize.StreamWriter, s excelSheet) error {
	// From the last on: the library puts each before those that are there, and
	// spreadsheet programs want them in order.
	for i, c := range slices.Backward(s.columns) {
		if err := w.SetColWidth(i+1, i+1, c.width); err != nil {
			return err
		}
		if c.text != onlyText {
			continue
		}
		id, err := b.style(excelStyle{format: textFormat})
		if err != nil {
			return err
		}
		if err := w.SetColStyle(i+1, i+1, id); err != nil {
			return err
		}
	}
	return nil
}

func (b *workbook) writeHead(w *excelize.StreamWriter, s excelSheet, headRow int) error {
	for i := range s.above {
		if err := b.writeAbove(w, s, i); err != nil {
			return err
		}
	}
	row := make([]excelCell, len(s.columns))
	for i, c := range s.columns {
		row[i] = excelCell{value: c.title, style: excelStyle{weight: bold, head: head, align: c.align, format: textFormat, clear: s.besideFigures(i)}}
	}
	return b.writeRow(w, headRow, row)
}

// aboveSize is the size of the first line above a list, in points.
const aboveSize = 14

// writeAbove writes a line above the list: over all that is printed, on several lines where it is wider than that.
func (b *workbook) writeAbove(w *excelize.StreamWriter, s excelSheet, line int) error {
	st := excelStyle{}
	if line == 0 {
		st = excelStyle{weight: bold, size: aboveSize}
	}
	total, last := s.printed()
	lines := math.Ceil(s.aboveChars(line) / total)
	if lines <= 1 {
		return b.writeRow(w, line+1, []excelCell{{value: s.above[line], style: st}})
	}
	st.wrap = wrapped
	if err := w.MergeCell(cellName(1, line+1), cellName(last, line+1)); err != nil {
		return err
	}
	height := min((lines+1)*max(st.size, 11)*1.35, highestRow)
	return b.writeRow(w, line+1, []excelCell{{value: s.above[line], style: st}}, excelize.RowOpts{Height: height})
}

func (b *workbook) writeRow(w *excelize.StreamWriter, number int, row []excelCell, opts ...excelize.RowOpts) error {
	values := make([]any, len(row))
	for i, c := range row {
		if c.value == nil {
			continue
		}
		id, err := b.style(c.style)
		if err != nil {
			return err
		}
		if s, ok := c.value.(string); ok {
			c.value = cellText(s)
		}
		values[i] = excelize.Cell{StyleID: id, Value: c.value}
	}
	return w.SetRow(cellName(1, number), values, opts...)
}

func cellName(column, row int) string {
	name, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		panic(err) // columns and rows are counted from 1 right here
	}
	return name
}

// maxCellText is what Excel holds in a cell.
const maxCellText = 32767

// cellText makes any string storable in XML: valid, without control
// characters, not longer than a cell.
func cellText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) <= maxCellText {
		return s
	}
	units := 0
	for i, r := range s {
		if units += utf16.RuneLen(r); units > maxCellText {
			return s[:i]
		}
	}
	return s
}
