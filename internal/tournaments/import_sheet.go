package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/sheet"
)

// listLine is one row as it was read from the file.
type listLine struct {
	Number    int    `json:"row"`
	MemberNo  string `json:"member_no,omitempty"`
	Family    string `json:"family"`
	Given     string `json:"given"`
	Club      string `json:"club,omitempty"`
	Grade     string `json:"grade,omitempty"`
	Section   string `json:"section,omitempty"`
	Team      string `json:"team,omitempty"`
	Board     string `json:"board,omitempty"`
	Absent    string `json:"absent,omitempty"`
	HalfByes  string `json:"half_byes,omitempty"`
	EnteredIn string `json:"entered_in,omitempty"`
	Country   string `json:"country,omitempty"`
	PIN       string `json:"pin,omitempty"`
	AGA       string `json:"aga,omitempty"`
	Email     string `json:"email,omitempty"`
	Phone     string `json:"phone,omitempty"`
	Full      string `json:"full,omitempty"`    // the name, where one column has it whole
	Written   *name  `json:"written,omitempty"` // the name before it was tidied; nil: it was not

	seated bool // of one of several files: a round was drawn with the player
}

// name is a name in its two parts.
type name struct{ Family, Given string }

// listContent is what is kept of an uploaded list.
type listContent struct {
	Lines   []listLine        `json:"lines,omitempty"` // of an event file
	Sheet   *listSheet        `json:"sheet,omitempty"` // of a spreadsheet, in place of lines
	Fixed   map[int]rowChange `json:"fixed,omitempty"` // rows as the director corrected them
	Choices map[int]Choice    `json:"choices,omitempty"`
	Ignored []string          `json:"ignored,omitempty"`
	Remarks []string          `json:"remarks,omitempty"`
	Section SectionID         `json:"section,omitempty"` // of rows that name none; 0: to be chosen
	Drawn   bool              `json:"drawn,omitempty"`   // of an event file with rounds, whose ratings count
	Past    bool              `json:"past,omitempty"`    // of several events that are over: membership is that of their days
}

// listSheet is a spreadsheet and what its columns are read as.
type listSheet struct {
	First    sheet.Row   `json:"first"` // the headings
	Headless bool        `json:"headless,omitempty"`
	Rows     []sheet.Row `json:"rows"`
	Means    []sheet.Key `json:"means"` // of each column; "" is not read
}

// ListColumn is a column of an uploaded spreadsheet.
type ListColumn struct {
	Number  int    // from 1
	Heading string // as in the file; "" without one
	Example string // from the first row that has something there
	Means   string // the key of what it is read as; "" is not read
}

// ListMeaning is something that a column of a list can be read as.
type ListMeaning struct{ Key, Title string }

// ListMeanings are all that a column can be read as.
func ListMeanings() (out []ListMeaning) {
	for _, c := range sheet.EntryColumns() {
		out = append(out, ListMeaning{string(c.Key), c.Title})
	}
	return out
}

// maxListText is how much text a list may have in all, in bytes: it waits in the database until it is entered.
const maxListText = 2 << 20

// readList reads an upload: XLSX or CSV, or the players of another program's event.
// What is wrong with the file is a problem of the field "file" that names row and
// column where there is one.
func readList(fileName string, r io.Reader) (listContent, error) {
	data, err := sheet.Take(r)
	if err != nil {
		return listContent{}, refuseFile(err)
	}
	if format := eventFormat(fileName, data); format != "" {
		return readPlayers(format, data)
	}
	file, err := sheet.Parse(data, "Entries", "Players")
	if err != nil {
		return listContent{}, refuseFile(err)
	}
	out, err := newListSheet(file.Rows)
	if err != nil {
		return listContent{}, refuseFile(err)
	}
	return out, nil
}

// newListSheet finds the headings and what they mean. A list whose headings say nothing is kept too: the director says
// what its columns are.
func newListSheet(rows []sheet.Row) (out listContent, err error) {
	mapping, below, err := sheet.MapHeader(rows, sheet.EntryColumns())
	if err != nil && (len(rows) < 2 || len(rows[0].Cells) < 2) {
		return out, err
	}
	if err != nil {
		mapping, below = nil, rows[1:]
	}
	if len(below) == 0 {
		return out, &sheet.Error{Problem: "The list has headings but no players. Add a row for each player."}
	}
	width, text := 0, 0
	for _, row := range rows {
		width = max(width, len(row.Cells))
		for _, cell := range row.Cells {
			text += len(cell)
		}
	}
	if text > maxListText {
		return out, &sheet.Error{Problem: "The list holds much more than names and grades. Take out the columns that are not needed."}
	}
	s := &listSheet{First: rows[len(rows)-len(below)-1], Rows: below, Means: make([]sheet.Key, width)}
	out.Sheet = s
	if mapping == nil {
		return out, nil
	}
	for key, i := range mapping.Index {
		s.Means[i] = key
	}
	for _, h := range mapping.Serial {
		out.Remarks = append(
			out.Remarks, fmt.Sprintf("The column “%s” counts the rows, so it is not read as member numbers.", h.Text),
		)
	}
	s.Rows = slices.DeleteFunc(slices.Clone(below), func(row sheet.Row) bool {
		what := mapping.NotPlayers(row)
		if what != "" {
			out.Remarks = append(out.Remarks, fmt.Sprintf(
				"Row %d, “%s”, is %s: it is not read.", row.Number, shortText(strings.Join(row.Cells, " ")), what,
			))
		}
		return what != ""
	})
	const shown = 8
	if more := len(out.Remarks) - shown; more > 1 {
		out.Remarks = append(out.Remarks[:shown], fmt.Sprintf("%d more rows are not players.", more))
	}
	if len(s.Rows) == 0 {
		return out, &sheet.Error{Problem: "The list has headings but no players. Add a row for each player."}
	}
	return out, nil
}

func shortText(s string) string {
	const most = 40
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}

func refuseFile(err error) error {
	var e *sheet.Error
	if !errors.As(err, &e) {
		return err
	}
	var f apperr.Fields
	f.Add("file", "%s", e.Error())
	return f.Err()
}

// lines are the rows as they are read now: by what the columns mean, with what the director corrected.
func (c listContent) lines() []listLine {
	lines := c.Lines
	if c.Sheet != nil {
		lines = c.Sheet.lines()
	}
	for i := range lines {
		if fix, ok := c.Fixed[lines[i].Number]; ok {
			fix.apply(&lines[i])
		}
	}
	return lines
}

func (s *listSheet) lines() []listLine {
	rows := s.Rows
	if s.Headless {
		rows = append([]sheet.Row{s.First}, rows...)
	}
	at := make(map[sheet.Key]int, len(s.Means))
	for i, key := range s.Means {
		at[key] = i
	}
	lines := make([]listLine, len(rows))
	for i, row := range rows {
		lines[i] = lineOf(row.Number, func(key sheet.Key) string {
			if column, ok := at[key]; ok {
				return row.Cell(column)
			}
			return ""
		})
	}
	return lines
}

// lineOf reads a row of a spreadsheet by the cells of its columns.
func lineOf(number int, cell func(sheet.Key) string) listLine {
	l := listLine{
		Number: number, MemberNo: cell(sheet.MemberNo), Family: cell(sheet.FamilyName), Given: cell(sheet.GivenNames),
		Club: oneLine(cell(sheet.Club)), Grade: cell(sheet.Rank), Section: oneLine(cell(sheet.Section)),
		Absent: cell(sheet.Absent), HalfByes: cell(sheet.HalfByes), EnteredIn: cell(sheet.EnteredIn),
		Country: oneLine(cell(sheet.Country)), PIN: cell(sheet.PIN), AGA: cell(sheet.AGA), Email: cell(sheet.Email),
		Phone: cell(sheet.Phone), Team: cell(sheet.Team), Board: cell(sheet.Board),
	}
	if rating := cell(sheet.Rating); rating != "" {
		if _, _, err := readStrength(rating); err == nil || l.Grade == "" {
			l.Grade = rating
		}
	}
	if full := oneLine(cell(sheet.FullName)); full != "" && l.Family == "" && l.Given == "" {
		l.Full = full
		l.Family, l.Given = splitFull(full)
	}
	l.tidy()
	return l
}

// tidy writes the name as the register does, and keeps how it was.
func (l *listLine) tidy() {
	was := name{oneLine(l.Family), oneLine(l.Given)}
	l.Family, l.Given = tidyName(l.Family, l.Given)
	if now := (name{l.Family, l.Given}); now != was {
		l.Written = &was
	}
}

// asWritten is the name as the list has it, where it was tidied.
func (l listLine) asWritten() string {
	if l.Written == nil {
		return ""
	}
	return cmp.Or(l.Full, members.Name{Family: l.Written.Family, Given: l.Written.Given}.String())
}

// columns are the columns of a spreadsheet as the director is shown them.
func (s *listSheet) columns() []ListColumn {
	out := make([]ListColumn, len(s.Means))
	for i, key := range s.Means {
		out[i] = ListColumn{Number: i + 1, Means: string(key)}
		if !s.Headless {
			out[i].Heading = s.First.Cell(i)
		} else {
			out[i].Example = shortText(s.First.Cell(i))
		}
		for _, row := range s.Rows {
			if out[i].Example == "" {
				out[i].Example = shortText(row.Cell(i))
			}
		}
	}
	return slices.DeleteFunc(out, func(c ListColumn) bool { return c.Heading == "" && c.Example == "" })
}

// ignored are the headings of the columns that are not read.
func (s *listSheet) ignored() (out []string) {
	for _, c := range s.columns() {
		if c.Means == "" {
			out = append(out, cmp.Or(c.Heading, "column "+sheet.ColumnName(c.Number)))
		}
	}
	return out
}

// missing says which column the list needs.
func (s *listSheet) missing() string {
	has := func(key sheet.Key) bool { return slices.Contains(s.Means, key) }
	if has(sheet.FullName) || has(sheet.FamilyName) && has(sheet.GivenNames) {
		return ""
	}
	if has(sheet.FamilyName) || has(sheet.GivenNames) {
		return "The list has only one part of the names. Say which columns have the family name and the given names."
	}
	if !slices.ContainsFunc(s.Means, func(key sheet.Key) bool { return key != "" }) {
		return "None of the headings is known. Say which column has the names, and what the others are."
	}
	return "The list has no column with names. Say which column has them."
}

// mean changes what columns are read as; a problem is one of the field "column-<number>".
func (s *listSheet) mean(columns map[int]string) (f apperr.Fields) {
	titles := map[sheet.Key]string{}
	for _, c := range sheet.EntryColumns() {
		titles[c.Key] = c.Title
	}
	next := slices.Clone(s.Means)
	for _, number := range slices.Sorted(maps.Keys(columns)) {
		key := sheet.Key(columns[number])
		if number < 1 || number > len(next) || key != "" && titles[key] == "" {
			f.Add(fmt.Sprintf("column-%d", number), "Choose what this column is.")
			continue
		}
		next[number-1] = key
	}
	first := map[sheet.Key]int{}
	for i, key := range next {
		if at, twice := first[key]; twice && key != "" {
			f.Add(
				fmt.Sprintf("column-%d", i+1), "Columns %s and %s cannot both be “%s”.", sheet.ColumnName(at+1),
				sheet.ColumnName(i+1), titles[key],
			)
		}
		first[key] = i
	}
	if len(f) == 0 {
		s.Means = next
	}
	return f
}
