package takeover

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/sheet"
)

// content is what is kept of a file while it waits.
type content struct {
	What     What           `json:"what"`
	First    sheet.Row      `json:"first"` // the headings
	Headless bool           `json:"headless,omitempty"`
	Rows     []sheet.Row    `json:"rows"`
	Columns  []column       `json:"columns"`
	Settings Settings       `json:"settings"`
	Choices  map[int]Choice `json:"choices,omitempty"` // by row
}

// column is what a column of a file is read as, and why.
type column struct {
	Means sheet.Key `json:"means,omitempty"` // "" is not read
	Why   string    `json:"why,omitempty"`
}

// Settings are what has to be said about a file as a whole.
type Settings struct {
	Order   Order        `json:"order,omitempty"`   // of day and month in figures
	Years   YearMeans    `json:"years,omitempty"`   // what 2019 means; "" is not said
	Already string       `json:"already,omitempty"` // "yes": they were members already; "no"; "" is not said
	Year    members.Year `json:"year,omitempty"`    // everyone in it is a member for this year; 0: it is not said
	Day     civil.Date   `json:"day,omitzero"`      // from its morning on the ratings hold
	Source  string       `json:"source,omitempty"`  // of the ratings: public
	Games   int          `json:"games,omitempty"`   // that a rating stands on where the row does not say
}

// Remembered are headings whose meaning was chosen before, by NormaliseHeading.
type remembered map[string]string

// maxText is how much text a file may have, in bytes: it waits in the database until it is taken over.
const maxText = 4 << 20

// headingRows is how far down the row of headings is looked for.
const headingRows = 15

// read finds the headings of a list and what its columns mean.
func read(list *sheet.List, before remembered) (content, error) {
	text := 0
	for _, row := range list.Rows {
		for _, cell := range row.Cells {
			text += len(cell)
		}
	}
	if text > maxText {
		return content{}, &sheet.Error{Problem: "The list holds much more than a society's records. Take out the columns that are not needed."}
	}
	c, best := content{}, 0
	below := 0
	for i, row := range list.Rows[:min(len(list.Rows), headingRows)] {
		for _, what := range []What{OfPeople, OfClubs} {
			if what == OfClubs && !ofClubs(row) {
				continue
			}
			if n := known(what, row, before); n > best || n == best && n > 0 && what == OfClubs && below == i+1 {
				c.What, c.First, best, below = what, row, n, i+1
			}
		}
	}
	named := slices.ContainsFunc(c.First.Cells, func(cell string) bool {
		key := byHeading(c.What, cell).key
		return key == sheet.FullName || key == sheet.FamilyName || c.What == OfClubs && key == sheet.Club
	})
	if best < 2 && !named {
		c.What, c.First, c.Headless, below = OfPeople, list.Rows[0], true, 1
	}
	c.Rows = list.Rows[below:]
	if len(c.Rows) == 0 && !c.Headless {
		return content{}, &sheet.Error{Problem: "The list has headings and nothing below them. Add a row for each person or club."}
	}
	c.Columns = make([]column, width(list.Rows[max(below-1, 0):]))
	c.guess(before)
	order, _, _ := orderIn(c.days())
	c.Settings.Order = order
	return c, nil
}

// known counts the headings of a row that are known.
func known(what What, row sheet.Row, before remembered) (n int) {
	seen := map[sheet.Key]bool{}
	for _, cell := range row.Cells {
		g := byHeading(what, cell)
		if g.key == "" && before[sheet.NormaliseHeading(cell)] != "" {
			g.key = sheet.Key(before[sheet.NormaliseHeading(cell)])
		}
		if g.key != "" && (!seen[g.key] || g.key == yearPaid) {
			seen[g.key] = true
			n++
		}
	}
	return n
}

// ofClubs reports whether headings are of clubs: only those say who a club's secretary is, or when it meets.
func ofClubs(row sheet.Row) bool {
	return slices.ContainsFunc(clubColumns, func(c sheet.Column) bool {
		return (c.Key == secretary || c.Key == clubMeets) && slices.ContainsFunc(row.Cells, c.IsHeading)
	})
}

func width(rows []sheet.Row) (n int) {
	for _, row := range rows {
		n = max(n, len(row.Cells))
	}
	return n
}

// guess says what each column is taken for, and why.
func (c *content) guess(before remembered) {
	rows := c.data()
	taken := map[sheet.Key]int{}
	for i := range c.Columns {
		c.Columns[i] = column{}
		heading := c.heading(i)
		g := byHeading(c.What, heading)
		if key, chosen := before[sheet.NormaliseHeading(heading)]; chosen && heading != "" && (key == "" || titleOf(c.What, sheet.Key(key)) != "") {
			g = guess{sheet.Key(key), "as it was chosen for this heading before"}
		}
		if g.key == "" && g.why == "" {
			g = byContent(rows, i)
		}
		if g.key == sheet.MemberNo && sheet.BareNumber(heading) && sheet.CountsRows(rows, i) {
			g = guess{"", "it counts the rows 1, 2, 3; choose “Member no.” if these are the members’ numbers"}
		}
		if at, twice := taken[g.key]; twice && g.key != "" && g.key != yearPaid {
			g = guess{"", "column " + sheet.ColumnName(at+1) + " is read as “" + titleOf(c.What, g.key) + "”"}
		}
		if g.key != "" {
			taken[g.key] = i
		}
		c.Columns[i] = column{g.key, g.why}
	}
}

// heading is the text above a column; "" of a list without headings.
func (c *content) heading(i int) string {
	if c.Headless {
		return ""
	}
	return c.First.Cell(i)
}

// data are the rows that are read.
func (c *content) data() []sheet.Row {
	if c.Headless {
		return append([]sheet.Row{c.First}, c.Rows...)
	}
	return c.Rows
}

func (c *content) at(key sheet.Key) int {
	return slices.IndexFunc(c.Columns, func(col column) bool { return col.Means == key })
}

func (c *content) has(key sheet.Key) bool { return c.at(key) >= 0 }

// days are the cells that hold days.
func (c *content) days() (cells []string) {
	for _, key := range []sheet.Key{sheet.Since, leftOn, diedOn} {
		if at := c.at(key); at >= 0 {
			for _, row := range c.data() {
				cells = append(cells, row.Cell(at))
			}
		}
	}
	return cells
}

// bareYears reports whether the list names a year that can mean two subscription years, such as 2019.
func (c *content) bareYears() (example string) {
	for i, col := range c.Columns {
		if col.Means == yearPaid {
			if y, bare, _ := yearOfHeading(c.heading(i)); bare {
				return strconv.Itoa(int(y))
			}
		}
	}
	if at := c.at(rowYear); at >= 0 {
		for _, row := range c.data() {
			if y, bare, _ := yearOfHeading(row.Cell(at)); bare {
				return strconv.Itoa(int(y))
			}
		}
	}
	return ""
}

// missing says what must be said about a file before it can be taken over; fields are those of its form.
func (c *content) missing() (out []Missing) {
	add := func(field, format string, args ...any) {
		out = append(out, Missing{field, fmt.Sprintf(format, args...)})
	}
	if c.What == OfClubs {
		if !c.has(sheet.Club) {
			add("what", "No column has the names of the clubs. Say which one it is.")
		}
		return out
	}
	if !c.has(sheet.FullName) && !(c.has(sheet.FamilyName) && c.has(sheet.GivenNames)) {
		what := "No column has the names. Say which one it is."
		if c.has(sheet.FamilyName) || c.has(sheet.GivenNames) {
			what = "Only one part of the names is read. Say which columns have the family name and the given names, or the whole name."
		}
		add("what", "%s", what)
	}
	years := map[members.Year]int{}
	for i, col := range c.Columns {
		if col.Means != yearPaid {
			continue
		}
		field, y, bare, ok := fmt.Sprintf("column-%d", i+1), members.Year(0), false, false
		if y, bare, ok = yearOfHeading(c.heading(i)); !ok {
			add(field, "The heading of column %s names no year. Choose something else for it.", sheet.ColumnName(i+1))
			continue
		}
		if bare && c.Settings.Years == "" {
			continue
		}
		y = c.Settings.Years.meant(y, bare)
		if at, twice := years[y]; twice {
			add(field, "Columns %s and %s both say who was a member for %s. Choose “Not read” for one of them.", sheet.ColumnName(at+1),
				sheet.ColumnName(i+1), y)
			continue
		}
		years[y] = i
	}
	if example := c.bareYears(); example != "" && c.Settings.Years == "" {
		n, _ := strconv.Atoi(example)
		add("years", "Say which subscription year “%s” is: %s or %s.", example, members.Year(n), members.Year(n-1))
	}
	if c.Settings.Already == "" {
		add("already", "Say whether the people of this list were members already.")
	}
	if c.has(sheet.Rating) {
		if c.Settings.Day.IsZero() {
			add("day", "Say from which day on the ratings hold.")
		}
		if c.Settings.Source == "" {
			add("source", "Say where the ratings come from.")
		}
		if !c.has(sheet.Games) && c.Settings.Games == 0 {
			add("games", "Say how many rated games a rating stands on, or choose the column that says it.")
		}
	}
	return out
}

// Missing is something that has to be said about a file.
type Missing struct{ Field, Text string }

// line is a row as it is read.
type line struct {
	file   int // place of its file among those that wait
	Number int
	cells  map[sheet.Key]string
	years  map[members.Year]string // what stands below a year
	club   map[sheet.Key]string    // of a list of clubs: what its row says of the club; the cells are its secretary's
}

// get is a cell in one line.
func (l line) get(key sheet.Key) string { return oneLine(l.cells[key]) }

// lines are the rows as their columns are read now.
func (c *content) lines(file int) []line {
	out := make([]line, 0, len(c.Rows)+1)
	for _, row := range c.data() {
		l := line{file: file, Number: row.Number, cells: map[sheet.Key]string{}}
		for i, col := range c.Columns {
			cell := row.Cell(i)
			switch {
			case col.Means == "" || cell == "":
			case col.Means == yearPaid:
				y, bare, _ := yearOfHeading(c.heading(i))
				l.setYear(c.Settings.Years.meant(y, bare), cell)
			default:
				l.cells[col.Means] = cell
			}
		}
		if c.What == OfClubs {
			l = l.ofClub()
		}
		out = append(out, l)
	}
	return out
}

// ofClub has the cells of a club's row be its secretary's.
func (l line) ofClub() line {
	of := map[sheet.Key]string{}
	for _, key := range []sheet.Key{sheet.Club, clubCity, clubMeets, clubEmail, clubSite} {
		of[key] = oneLine(l.cells[key])
	}
	cells := map[sheet.Key]string{}
	for from, to := range map[sheet.Key]sheet.Key{secretary: sheet.FullName, secretaryEmail: sheet.Email, secretaryPhone: sheet.Phone} {
		if l.cells[from] != "" {
			cells[to] = l.cells[from]
		}
	}
	return line{file: l.file, Number: l.Number, cells: cells, club: of}
}

func (l *line) setYear(y members.Year, cell string) {
	if l.years == nil {
		l.years = map[members.Year]string{}
	}
	l.years[y] = cmp.Or(l.years[y], cell)
}

// name is the name of a row, and how it stands in one column.
func (l line) name() (family, given, full string) {
	family, given = l.get(sheet.FamilyName), l.get(sheet.GivenNames)
	if full = l.get(sheet.FullName); full != "" && family == "" && given == "" {
		family, given, _ = members.SplitName(full)
		return family, given, full
	}
	if family == "" && given != "" { // one name alone
		family, given = given, ""
	}
	return family, given, ""
}

// address is one that stands in one column or in several.
func (l line) address() string {
	var lines []string
	for _, text := range []string{
		l.cells[sheet.Address], l.cells[sheet.Address2], l.cells[sheet.Suburb],
		oneLine(l.cells[sheet.City] + " " + l.cells[sheet.Postcode]), l.cells[sheet.Abroad],
	} {
		if text = strings.TrimSpace(text); text != "" {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
