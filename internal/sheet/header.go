package sheet

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Key names a column in the program: "family_name".
type Key string

// Column is a column that a list may have.
type Column struct {
	Key      Key
	Title    string   // heading in templates and messages: "Family name"
	Synonyms []string // other headings people use for it; compared as NormaliseHeading has them
	Required bool
	Instead  []Key // columns that, all present, stand in for a missing required one
}

// Mapping says which column of an uploaded list is which.
type Mapping struct {
	Row     int         // number of the row of headings
	Index   map[Key]int // position of each recognised column, from 0
	Unknown []Heading   // unknown headings; their columns are not read
	Twice   []Heading   // headings that name a column already found; not read either
	Missing []Column    // required columns that are not there
	Serial  []Heading   // of a column that counts the rows, which was taken for member numbers; not read
	titles  map[Key]Heading
}

// Heading is a cell of the row of headings.
type Heading struct {
	Column int // from 1
	Text   string
}

// Has reports whether the list has the column.
func (m *Mapping) Has(key Key) bool {
	_, ok := m.Index[key]
	return ok
}

// Cell is the row's text in that column; blank if the list has no such column.
func (m *Mapping) Cell(row Row, key Key) string {
	i, ok := m.Index[key]
	if !ok {
		return ""
	}
	return row.Cell(i)
}

// ColumnOf is where the column stands in the file, from 1, for messages; 0 if
// the list has no such column.
func (m *Mapping) ColumnOf(key Key) int { return m.titles[key].Column }

// Heading is the text that stands above the column in the file.
func (m *Mapping) Heading(key Key) string { return m.titles[key].Text }

// Unread are the headings of the columns that are not read, in their order.
func (m *Mapping) Unread() []Heading {
	all := slices.Concat(m.Unknown, m.Twice, m.Serial)
	slices.SortFunc(all, func(a, b Heading) int { return cmp.Compare(a.Column, b.Column) })
	return all
}

// Err is the refusal to show when required columns are missing, else nil.
func (m *Mapping) Err() error {
	if len(m.Missing) == 0 {
		return nil
	}
	titles := make([]string, len(m.Missing))
	for i, c := range m.Missing {
		titles[i] = "“" + c.Title + "”"
	}
	if len(titles) == 1 {
		return at(
			m.Row, 0, "was read as the headings, but the column %s is missing. Add it, or start from the template.", titles[0],
		)
	}
	return at(m.Row, 0, "was read as the headings, but the columns %s are missing. Add them, or start from the template.",
		strings.Join(titles, ", "))
}

// headingRows is how far down the row of headings is looked for: people put a
// title, the club and the date above it.
const headingRows = 15

// MapHeader finds the row of headings (the one among the first rows that names
// the most known columns, at least two unless only one is known) and returns
// the mapping and the rows below it. The error is an [*Error] if no row reads
// like headings; columns that are missing are reported by [Mapping.Err].
func MapHeader(rows []Row, columns []Column) (*Mapping, []Row, error) {
	byName := map[string]Key{}
	for _, c := range columns {
		for _, name := range append([]string{c.Title, string(c.Key)}, c.Synonyms...) {
			if n := NormaliseHeading(name); byName[n] == "" {
				byName[n] = c.Key
			}
		}
	}
	need := min(2, len(columns))
	var best *Mapping
	below := 0
	for i, row := range rows[:min(len(rows), headingRows)] {
		m := mapRow(row, byName)
		if len(m.Index) >= need && (best == nil || len(m.Index) > len(best.Index)) {
			best, below = m, i+1
		}
	}
	if best == nil {
		return nil, nil, whole(
			"There is no row of headings. The first row must name the columns, for example %s. If you can, start from the "+
				"template.",
			exampleTitles(columns),
		)
	}
	best.findMissing(columns)
	best.leaveSerial(rows[below:])
	return best, rows[below:], nil
}

// bareNumber are the headings above member numbers that stand above the numbers of rows as well.
var bareNumber = []string{"no", "number", "id", "nr", "num", ""}

// leaveSerial finds a column "No." that counts 1, 2, 3: what counts the rows of the list is no member number.
func (m *Mapping) leaveSerial(rows []Row) {
	at, ok := m.Index[MemberNo]
	heading := m.titles[MemberNo]
	players := slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return m.NotPlayers(row) != "" })
	if !ok || !slices.Contains(bareNumber, NormaliseHeading(heading.Text)) || !counts(players, at) {
		return
	}
	m.Serial = append(m.Serial, heading)
	delete(m.Index, MemberNo)
	delete(m.titles, MemberNo)
}

// counts reports whether a column numbers the rows, in any order and with some left out: all different, from 1 or 0,
// and none much higher than there are rows.
func counts(rows []Row, column int) bool {
	seen := map[int]bool{}
	lowest, highest := -1, 0
	for _, row := range rows {
		text := strings.TrimRight(row.Cell(column), ".)")
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSuffix(text, ".0"))
		if err != nil || n < 0 || seen[n] {
			return false
		}
		seen[n] = true
		if lowest < 0 || n < lowest {
			lowest = n
		}
		highest = max(highest, n)
	}
	return len(seen) > 0 && lowest <= 1 && highest <= len(seen)+len(seen)/4+1
}

// NotPlayers says what a row below the headings is when it is not one of those that the list is of: "a total" or "the
// headings again"; "" when it is one. A person called Total has a given name beside it.
func (m *Mapping) NotPlayers(row Row) string {
	same, filled := 0, 0
	var texts []string
	for i, cell := range row.Cells {
		if cell == "" {
			continue
		}
		filled++
		texts = append(texts, cell)
		for _, h := range m.titles {
			if h.Column == i+1 && NormaliseHeading(h.Text) == NormaliseHeading(cell) {
				same++
			}
		}
	}
	switch {
	case same > 1 && same == filled:
		return "the headings again"
	case IsTotal(texts):
		return "a total"
	}
	return ""
}

// IsTotal reports whether what is filled in in a row reads like a sum and no person.
func IsTotal(filled []string) bool {
	if len(filled) == 0 || !total.MatchString(filled[0]) {
		return false
	}
	return !slices.ContainsFunc(filled[1:], func(text string) bool {
		return strings.ContainsFunc(text, unicode.IsLetter) && !total.MatchString(text)
	})
}

// IsHeading reports whether a text is one that a column is headed by.
func (c Column) IsHeading(text string) bool {
	n := NormaliseHeading(text)
	return n != "" && slices.ContainsFunc(append([]string{c.Title, string(c.Key)}, c.Synonyms...), func(s string) bool {
		return NormaliseHeading(s) == n
	})
}

// total is how a row of sums begins.
var total = regexp.MustCompile(`(?i)^(?:(?:grand |sub-?)?totals?|sum|count|average|(?:total |number of )?` +
	`(?:players|entries|entrants|people|members|names))\b(?:\s+(?:players|entries|entrants|people|members|paid|fees?))?` +
	`\s*[:=]?\s*\$?[0-9.,]*$|^[0-9]+ (?:players|entries|entrants|people|members)\.?$`)

func mapRow(row Row, byName map[string]Key) *Mapping {
	m := &Mapping{Row: row.Number, Index: map[Key]int{}, titles: map[Key]Heading{}}
	for i, text := range row.Cells {
		if text == "" {
			continue
		}
		heading := Heading{Column: i + 1, Text: text}
		key, known := byName[NormaliseHeading(text)]
		switch {
		case !known:
			m.Unknown = append(m.Unknown, heading)
		case m.Has(key):
			m.Twice = append(m.Twice, heading)
		default:
			m.Index[key] = i
			m.titles[key] = heading
		}
	}
	return m
}

func (m *Mapping) findMissing(columns []Column) {
	for _, c := range columns {
		if !c.Required || m.Has(c.Key) || m.hasAll(c.Instead) {
			continue
		}
		m.Missing = append(m.Missing, c)
	}
}

func (m *Mapping) hasAll(keys []Key) bool {
	for _, k := range keys {
		if !m.Has(k) {
			return false
		}
	}
	return len(keys) > 0
}

func exampleTitles(columns []Column) string {
	var titles []string
	for _, c := range columns {
		if c.Required {
			titles = append(titles, "“"+c.Title+"”")
		}
	}
	if len(titles) == 0 {
		for _, c := range columns[:min(2, len(columns))] {
			titles = append(titles, "“"+c.Title+"”")
		}
	}
	return strings.Join(titles, ", ")
}

// NormaliseHeading is what two headings have in common when people mean the
// same: letters and digits only, lower case, no diacritics ("E-mail:" and
// "Email" are both "email").
func NormaliseHeading(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// BareNumber reports whether a heading stands above member numbers, and above the numbers of rows as well.
func BareNumber(heading string) bool { return slices.Contains(bareNumber, NormaliseHeading(heading)) }

// CountsRows reports whether a column, counted from 0, numbers the rows and says nothing of who they are.
func CountsRows(rows []Row, column int) bool { return counts(rows, column) }
