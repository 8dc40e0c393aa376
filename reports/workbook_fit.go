package reports

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/width"

	"nzgs/internal/money"
)

// Widths of columns, in characters of the usual size.
const (
	narrowestColumn = 4
	widestColumn    = 60 // longer texts go on several lines
	besideText      = 2  // free on both sides, and the button of the filter
)

// fit gives every column the width of what stands in it, of a form to fill in at least what was asked for, and its
// numbers the same decimals; dress does so with a row.
func (s *excelSheet) fit() error {
	measured := make([]measure, len(s.columns))
	if err := s.each(func(row []excelCell) error {
		s.count++
		for i := range min(len(row), len(measured)) {
			measured[i].see(row[i])
		}
		return nil
	}); err != nil {
		return err
	}
	for i := range s.columns {
		c, m := &s.columns[i], &measured[i]
		if m.decimals > 0 {
			c.figures = "0." + strings.Repeat("0", m.decimals)
		}
		if s.use == toLookAt && s.count > 0 {
			c.width = 0
		}
		c.width = max(c.width, narrowestColumn, min(charsOf(c.title)+besideText, widestColumn))
		if s.count > 0 {
			c.width = max(c.width, min(max(m.chars, m.figures[m.decimals])+besideText, widestColumn))
		}
	}
	return nil
}

// Heights of rows, in points: of a line, and what a row has at most (a program takes 409).
const (
	lineHeight = 15
	highestRow = 400
)

// dress has the figures of a row look as those of its columns do, and puts on several lines the texts that are wider than
// their column. It returns how many lines the row needs: not every program finds that out, and lets rows run over others.
func (s *excelSheet) dress(row []excelCell) (lines int) {
	lines = 1
	for i := range min(len(row), len(s.columns)) {
		if row[i].isFigure() && s.columns[i].figures != "" {
			row[i].style.format = s.columns[i].figures
		}
		if row[i].chars() > s.columns[i].width {
			row[i].style.wrap = wrapped
			lines = max(lines, linesIn(row[i], s.columns[i].width))
		}
		row[i].style.clear = s.besideFigures(i)
		if text, ok := row[i].value.(string); ok {
			row[i].style.turned = strings.ContainsFunc(text, rightToLeft)
		}
	}
	return lines
}

// linesIn is how many lines a text takes in a column of that width, at most: a line ends where a word does.
func linesIn(c excelCell, width float64) (lines int) {
	const slack = 1.15 // for words that go to the next line, and wider letters
	text, _ := c.value.(string)
	for line := range strings.SplitSeq(text, "\n") {
		lines += max(1, int(math.Ceil(charsOf(line)*slack*max(1, c.style.size/11)/width)))
	}
	return lines
}

// besideFigures says of a column of texts or days whether figures, which stand at the right, are before it.
func (s *excelSheet) besideFigures(i int) bool {
	return s.use == toLookAt && i > 0 && s.columns[i-1].align == right && s.columns[i].align == left
}

// mostDecimals are those that a figure is shown with.
const mostDecimals = 3

// measure is what the cells of a column need: the widest, and the widest figure with each number of decimals, of which as
// many are shown as the one needs that needs the most.
type measure struct {
	chars    float64
	figures  [mostDecimals + 1]float64
	decimals int
}

func (m *measure) see(c excelCell) {
	if !c.isFigure() {
		m.chars = max(m.chars, c.chars())
		return
	}
	v, _ := c.value.(float64)
	for n := range m.figures {
		m.figures[n] = max(m.figures[n], float64(len(strconv.FormatFloat(v, 'f', n, 64))))
	}
	scaled := math.Round(v * 1000)
	for n := mostDecimals; n > m.decimals && scaled != 0; n-- {
		if math.Mod(scaled, 10) != 0 {
			m.decimals = n
			break
		}
		scaled /= 10
	}
}

// isFigure says of a cell whether it is a number that is shown as its column shows them.
func (c excelCell) isFigure() bool {
	_, number := c.value.(float64)
	return number && c.style.format == ""
}

// chars is how wide a cell is shown, in characters.
func (c excelCell) chars() float64 {
	switch v := c.value.(type) {
	case string:
		longest := 0.0
		for line := range strings.SplitSeq(v, "\n") {
			longest = max(longest, charsOf(line))
		}
		return longest * max(1, c.style.size/11)
	case time.Time:
		return charsOf(v.Format("2 January 2006"))
	case float64:
		if c.style.format == moneyFormat() {
			digits := len(strconv.FormatFloat(math.Abs(v), 'f', 0, 64))
			return float64(digits+(digits-1)/3) + charsOf("-"+money.InUse().Symbol+".00")
		}
		_, places, _ := strings.Cut(c.style.format, ".")
		return float64(len(strconv.FormatFloat(v, 'f', len(places), 64)) + strings.Count(c.style.format, "="))
	}
	return 0
}

// charsOf is the width of a text in characters; those of Chinese, Japanese and Korean are two wide, capitals more than
// one, marks none.
func charsOf(s string) float64 {
	w := 0.0
	for _, r := range s {
		switch kind := width.LookupRune(r).Kind(); {
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			w += 2
		case unicode.Is(unicode.M, r):
		case unicode.IsUpper(r):
			w += 1.2
		default:
			w++
		}
	}
	return w
}

// What goes across an A4 page in type of about eight points, in characters.
const (
	acrossPortrait  = 125
	acrossLandscape = 185
)

// smaller is by how much type may be smaller than that, rather than that a page has but one more column.
const smaller = 1.1

// emptyColumn is the width of a column that has none of its own, in characters.
const emptyColumn = 9.14

// aboveChars is the width of the line above a list, in characters; the first is large.
func (s excelSheet) aboveChars(line int) float64 {
	if line == 0 {
		return charsOf(s.above[line]) * aboveSize / 11
	}
	return charsOf(s.above[line])
}

// printed is how wide what is printed is, in characters, and its last column: the list, and what stands above it as far as a
// page goes across.
func (s excelSheet) printed() (total float64, last int) {
	for _, c := range s.columns {
		total += c.width
	}
	last = len(s.columns)
	for i := range s.above {
		for last == 0 || total < min(s.aboveChars(i), acrossPortrait-emptyColumn) {
			total, last = total+emptyColumn, last+1
		}
	}
	return total, max(1, last)
}

// leastTelling is how wide a column is at least that tells whose a row is: a name, not a grade.
const leastTelling = 13

// telling are the first columns, which tell whose a row is, and how wide they are: those that stay when scrolling, or up to
// the first of text. None if they took half of a page.
func (s excelSheet) telling() (columns int, width float64) {
	columns = s.freeze
	for i := 0; columns == 0 && i < len(s.columns); i++ {
		if s.columns[i].words && s.columns[i].width >= leastTelling {
			columns = i + 1
		}
	}
	for _, c := range s.columns[:columns] {
		width += c.width
	}
	if width > acrossLandscape/2 {
		return 0, 0
	}
	return columns, width
}

// foot says below each page that is printed whose list it is, of what and of when, and which page.
func (b *workbook) foot(sheet, title string) error {
	day := ""
	if !b.by.Day.IsZero() {
		day = b.by.Day.Long()
	}
	what := cellText(strings.Join(strings.Fields(joined(" · ", b.by.Society, title)), " "))
	line, page := joined(" · ", what, day), "Page &P of &N"
	if charsOf(line) > acrossFoot { // the day and the page on a line of their own: they do not run into each other
		return b.file.SetHeaderFooter(sheet, &excelize.HeaderFooterOptions{
			OddFooter: "&L" + footText(what, mostFoot-len("\n30 September 2027\n")) + "\n" + day + "&R\n" + page,
		})
	}
	return b.file.SetHeaderFooter(sheet, &excelize.HeaderFooterOptions{OddFooter: "&L" + footText(line, mostFoot) + "&R" + page})
}

// mostFoot is how many UTF-16 units of a foot, which has 255 at most, are text; its codes and the sign of a cut take the others.
// acrossFoot is how many characters of it go across a page beside which page it is.
const (
	mostFoot   = 230
	acrossFoot = 70
)

// footText is a text as a foot has it, which says & twice: cut where it is longer than most.
func footText(s string, most int) string {
	units := 0
	for i, r := range s {
		units += max(1, utf16.RuneLen(r))
		if r == '&' {
			units++
		}
		if units > most {
			s = strings.TrimRight(s[:i], " ") + "…"
			break
		}
	}
	return strings.ReplaceAll(s, "&", "&&")
}

// page sets a sheet up for printing: turned where it is wide, on several pages side by side where it could not be read
// on one, only what is filled, with its headings on every page.
func (s excelSheet) page(f *excelize.File, name string) error {
	total, last := s.printed()
	turned, across := s.landscape == landscape || total > acrossPortrait, 1
	beside := 0 // columns that are on each page across
	if turned && total > acrossLandscape {
		var again float64
		beside, again = s.telling()
		across = int(math.Ceil((total - again) / (acrossLandscape - again) / smaller))
	}
	if across == 1 {
		beside = 0
	}
	paper, fit, down := 9, true, 0 // A4, as many pages as it takes downwards
	way := map[bool]string{false: "portrait", true: "landscape"}[turned]
	if err := f.SetPageLayout(name, &excelize.PageLayoutOptions{
		Size: &paper, Orientation: &way, FitToHeight: &down, FitToWidth: &across,
	}); err != nil {
		return err
	}
	quoted := "'" + strings.ReplaceAll(name, "'", "''") + "'"
	titles := fmt.Sprintf("%s!$%d:$%[2]d", quoted, s.headRow())
	if beside > 0 {
		titles = fmt.Sprintf("%s!$A:$%s,%s", quoted, columnName(beside), titles)
	}
	area := fmt.Sprintf("%s!$A$1:$%s$%d", quoted, columnName(last), s.headRow()+max(1, s.count))
	for _, n := range []excelize.DefinedName{
		{Name: "_xlnm.Print_Titles", Scope: name, RefersTo: titles}, {Name: "_xlnm.Print_Area", Scope: name, RefersTo: area},
	} {
		if err := f.SetDefinedName(&n); err != nil {
			return err
		}
	}
	if len(s.columns) > 0 && s.count > 0 && s.use == toLookAt {
		if err := f.AutoFilter(name, fmt.Sprintf("A%d:%s", s.headRow(), cellName(len(s.columns), s.headRow()+s.count)), nil); err != nil {
			return err
		}
	}
	// After the filter: excelize forgets the properties of a sheet that gets one.
	return f.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit})
}

func columnName(n int) string {
	name, err := excelize.ColumnNumberToName(n)
	if err != nil {
		panic(err) // counted from 1 by our own code
	}
	return name
}
