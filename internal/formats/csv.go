package formats

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sheet"
)

// The columns of the CSV format, before those of the rounds. Reading needs the name alone.
const (
	columnNumber    = "No"
	columnID        = "Id"
	columnName      = "Name"
	columnRating    = "Rating"
	columnClub      = "Club"
	columnCity      = "City"
	columnCountry   = "Country"
	columnFamily    = "Surname"
	columnGiven     = "First name"
	columnEntered   = "First round"
	columnWithdrawn = "Last round"
	columnStart     = "Start score"
	columnPlace     = "Place"
	columnScore     = "Score"
)

func csvColumns() []string {
	return []string{
		columnNumber, columnID, columnName, columnRating, columnClub, columnCity, columnCountry, columnEntered,
		columnWithdrawn, columnStart, columnPlace, columnScore,
	}
}

// maxCSVRounds is how many rounds fit beside the other columns.
const maxCSVRounds = sheet.MaxColumns - 12

// What stands in a round without an opponent.
const (
	cellBye    = "bye"
	cellHalf   = "half"
	cellAbsent = "absent"
)

func writeCSV(f *File) ([]byte, Notes, error) {
	if f.Event.Rounds > maxCSVRounds {
		return nil, nil, problem("rounds", "a CSV file holds at most %d rounds", maxCSVRounds)
	}
	rounds := f.csvRounds()
	table := pairing.Standings(&f.Event, pairing.MaxRounds)
	var b bytes.Buffer
	b.WriteString(byteOrderMark)
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	record := csvColumns()
	for n := range f.Event.Rounds {
		record = append(record, fmt.Sprintf("Round %d", n+1))
	}
	err := w.Write(record)
	for i := range f.Event.Players {
		err = errors.Join(err, w.Write(append(f.csvPlayer(i, table), rounds[i]...)))
	}
	w.Flush()
	if err = errors.Join(err, w.Error()); err != nil {
		return nil, nil, fmt.Errorf("write an event as CSV: %w", err)
	}
	var notes Notes
	notes.add(
		"a CSV file has only the players and their games; the system, its settings, forbidden and fixed pairs are left out",
	)
	if f.People != nil {
		notes.add("entered grades, European ratings, pins, licences and AGA numbers are left out too")
	}
	return b.Bytes(), notes, nil
}

func (f *File) csvPlayer(i int, table *pairing.Table) []string {
	p := &f.Event.Players[i]
	place, score := "", ""
	if row, ok := table.Row(p.ID); ok {
		place, score = row.Place.String(), decimal(int64(row.Score), 2)
	}
	return []string{
		strconv.Itoa(i + 1), csvText(string(p.ID)), csvText(p.Name), p.Rating.Plain(), csvText(p.Club), csvText(p.City),
		csvText(f.countryOf(i)), number(p.EnteredIn), number(p.WithdrawnAfter), string(inPoints(p.StartScore)), place, score,
	}
}

// number leaves zero blank.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// csvRounds gives each player's cells.
func (f *File) csvRounds() [][]string {
	index := make(map[pairing.ID]int, len(f.Event.Players))
	cells := make([][]string, len(f.Event.Players))
	for i := range f.Event.Players {
		p := &f.Event.Players[i]
		index[p.ID] = i
		cells[i] = make([]string, f.Event.Rounds)
		for _, n := range p.HalfPointByes {
			cells[i][n-1] = cellHalf
		}
		for _, n := range p.Absent {
			cells[i][n-1] = cellAbsent
		}
	}
	for _, r := range f.Event.Played {
		for _, id := range r.Byes {
			cells[index[id]][r.Number-1] = cellBye
		}
		for _, g := range r.Games {
			white, black := cellsOf(g, index[g.White]+1, index[g.Black]+1)
			cells[index[g.White]][r.Number-1] = strings.TrimSpace(white.String())
			cells[index[g.Black]][r.Number-1] = strings.TrimSpace(black.String())
		}
	}
	return cells
}

// cellsOf gives a game as its two cells.
func cellsOf(g pairing.Game, white, black int) (w, b cell) {
	w = cell{opponent: black, colour: 'w', handicap: g.Handicap}
	b = cell{opponent: white, colour: 'b', handicap: g.Handicap}
	switch g.Result {
	case pairing.WhiteWins, pairing.WhiteDefault:
		w.sign, b.sign = won, lost
	case pairing.BlackWins, pairing.BlackDefault:
		w.sign, b.sign = lost, won
	case pairing.Jigo, pairing.JigoDefault:
		w.sign, b.sign = half, half
	case pairing.BothWin, pairing.BothWinDefault:
		w.sign, b.sign = won, won
	case pairing.BothLose, pairing.BothDefault:
		w.sign, b.sign = lost, lost
	default:
		w.sign, b.sign = unknown, unknown
	}
	w.byDefault = strings.HasSuffix(string(g.Result), "default")
	b.byDefault = w.byDefault
	return w, b
}

// csvText puts an apostrophe before text that a spreadsheet would take for a formula, and before an apostrophe that
// would be taken for such a one. Package sheet takes it off again.
func csvText(s string) string {
	if strings.IndexAny(s, "=+-@＝＋－＠") == 0 {
		return "'" + s
	}
	if after, ok := strings.CutPrefix(s, "'"); ok && strings.IndexAny(after, "=+-@＝＋－＠'") == 0 {
		return "'" + s
	}
	return s
}

// csvReader reads a table of players. It takes what the writer writes, and an entry list of names and ratings as well.
type csvReader struct {
	Problems
	file    File
	column  map[string]int
	rounds  []int // the columns of the rounds
	table   crossTable
	called  []int
	notes   Notes
	unknown []string
}

func readCSV(data []byte) (*File, Notes, error) {
	listed, err := sheet.Parse(data)
	if err != nil {
		return nil, nil, problem("", "%s", err)
	}
	r := &csvReader{}
	rows := r.header(listed.Rows)
	at := places{}
	r.file.Event = pairing.Event{
		System: pairing.Swiss, TieBreaks: pairing.DefaultTieBreaks(pairing.Swiss), Rounds: max(1, len(r.rounds)),
		Handicap: pairing.HandicapRule{By: scale.ByNone, Ceiling: scale.DefaultCeiling},
		Seeding:  pairing.SeedSlide, Unplayed: pairing.UnplayedVirtual,
	}
	r.table = crossTable{Problems: &r.Problems, file: &r.file, places: at}
	for i, row := range rows {
		if i == pairing.MaxPlayers {
			r.line(row.Number, "", "too many rows: at most %d players", pairing.MaxPlayers)
			break
		}
		at.put(fmt.Sprintf("players[%d]", i), row.Number, "")
		r.row(i, row)
	}
	if len(rows) == 0 && len(r.List) == 0 {
		r.at("", "there are no players below the headings")
	}
	if len(r.List) == 0 {
		r.finish()
		at.locate(&r.Problems)
	}
	if err := r.err(); err != nil {
		return nil, nil, err
	}
	return &r.file, r.notes, nil
}

// finish makes games of the rounds and checks the event.
func (r *csvReader) finish() {
	drawn := 0
	for _, row := range r.table.rows {
		for n, c := range row.cells {
			if c.opponent > 0 || c.sign == won {
				drawn = max(drawn, n+1)
			}
		}
	}
	r.table.called = r.called
	r.table.fill(drawn)
	for i, row := range r.table.rows {
		for n := drawn; n < len(row.cells); n++ {
			r.table.enter(&pairing.Round{Number: n + 1}, i, n+1)
		}
	}
	r.file.headerHandicap("")
	if !slices.ContainsFunc(r.file.People, func(p Person) bool { return p != Person{} }) {
		r.file.People = nil
	}
	if len(r.List) == 0 {
		r.Problems = *r.file.check(byName)
	}
	r.notes.add("a CSV file does not name the system or its settings: read as a Swiss with the usual settings")
	if len(r.unknown) > 0 {
		r.notes.add("unknown columns that were not read: %s", list(r.unknown))
	}
	r.table.remarks(&r.notes)
}

var roundHeading = regexp.MustCompile(`^(?:round|r)?(\d{1,3})$`)

// header finds the headings in the first row and gives the rows below it.
func (r *csvReader) header(rows []sheet.Row) []sheet.Row {
	if len(rows) == 0 {
		r.at("", "the file is empty")
		return nil
	}
	names := map[string]string{
		"num": columnNumber, "number": columnNumber, "player": columnName, "grade": columnRating, "rank": columnRating,
		"strength": columnRating, "surname": columnFamily, "familyname": columnFamily, "lastname": columnFamily,
		"firstname": columnGiven, "givenname": columnGiven, "givennames": columnGiven, "town": columnCity,
		"enteredin": columnEntered, "withdrawnafter": columnWithdrawn,
	}
	for _, c := range csvColumns() {
		names[sheet.NormaliseHeading(c)] = c
	}
	r.column = map[string]int{}
	for i, text := range rows[0].Cells {
		heading := sheet.NormaliseHeading(text)
		name, ok := names[heading]
		m := roundHeading.FindStringSubmatch(heading)
		switch {
		case heading == "":
		case ok && r.has(name):
			r.line(rows[0].Number, text, "this column is listed twice")
		case ok:
			r.column[name] = i
		case m != nil:
			if n, _ := strconv.Atoi(m[1]); n != len(r.rounds)+1 {
				r.line(rows[0].Number, text, "the rounds must be in order: this must be round %d", len(r.rounds)+1)
			}
			r.rounds = append(r.rounds, i)
		default:
			r.unknown = append(r.unknown, shorten(text))
		}
	}
	if !r.has(columnName) && !r.has(columnFamily) {
		r.line(rows[0].Number, "", "the first row must be the headings, with Name among them")
	}
	return rows[1:]
}

func (r *csvReader) has(column string) bool { _, ok := r.column[column]; return ok }

func (r *csvReader) row(i int, row sheet.Row) {
	cell := func(column string) string {
		if at, ok := r.column[column]; ok {
			return row.Cell(at)
		}
		return ""
	}
	whole := func(column string, most int) int {
		n, err := strconv.Atoi(cell(column))
		if text := cell(column); text != "" && (err != nil || n < 0 || n > most) {
			r.line(row.Number, column, "%q is not a whole number up to %d", shorten(text), most)
			return 0
		}
		return n
	}
	text := func(column string, longest int) string {
		s, reason := tidy(cell(column), longest)
		if reason != "" {
			r.line(row.Number, column, "%s", reason)
		}
		return s
	}
	p := pairing.Player{
		ID: pairing.ID(text(columnID, maxID)), Name: text(columnName, maxText), Club: text(columnClub, maxText),
		City: text(columnCity, maxText), EnteredIn: whole(columnEntered, pairing.MaxRounds),
		WithdrawnAfter: whole(columnWithdrawn, pairing.MaxRounds),
	}
	family, given := text(columnFamily, maxText), text(columnGiven, maxText)
	person := Person{Country: strings.ToUpper(cell(columnCountry))}
	if p.Name == "" && family != "" {
		var parts Person
		p.Name, parts = joinName(family, given)
		person.Family, person.Given = parts.Family, parts.Given
	}
	r.twice(row.Number, p.Name)
	if p.ID == "" {
		p.ID = pairing.ID(fmt.Sprintf("p%d", i+1))
	}
	if p.Name == "" && !r.has(columnID) {
		r.line(row.Number, columnName, "missing")
	}
	p.Rating = r.rating(row.Number, cell(columnRating))
	p.StartScore = r.startScore(row.Number, cell(columnStart))
	number := whole(columnNumber, 100_000)
	if number == 0 {
		number = i + 1
	}
	if slices.Contains(r.called, number) {
		r.line(row.Number, columnNumber, "two players have the number %d", number)
	}
	r.called = append(r.called, number)
	r.file.Event.Players = append(r.file.Event.Players, p)
	r.file.People = append(r.file.People, person)
	r.cells(row)
}

// twice notes a name that stands in the list already: two people, or one entered twice.
func (r *csvReader) twice(line int, name string) {
	for i, p := range r.file.Event.Players {
		if name != "" && p.Name == name {
			r.notes.add("line %d: %s is in line %d too; read as two people", line, name, r.table.rows[i].line)
			return
		}
	}
}

// decimalComma is a rating as it is written where the comma stands before the tenths.
var decimalComma = regexp.MustCompile(`^([+\-−]?\d{1,3}),(\d)$`)

func (r *csvReader) rating(line int, text string) scale.Rating {
	v, err := scale.Parse(shortenForParse(decimalComma.ReplaceAllString(text, "$1.$2")))
	var unreadable *scale.ParseError
	switch {
	case errors.Is(err, scale.ErrEmpty):
		r.line(line, columnRating, `missing: give a rating such as 3.4, or a grade such as 4d`)
	case errors.As(err, &unreadable):
		r.line(line, columnRating, "%q is not a rating: %s", shorten(unreadable.Input), unreadable.Reason)
	}
	return v
}

func (r *csvReader) startScore(line int, text string) pairing.Score {
	if text == "" {
		return 0
	}
	points, err := strconv.ParseFloat(decimalComma.ReplaceAllString(text, "$1.$2"), 64)
	if twice := 2 * points; err == nil && twice >= 0 && twice <= pairing.MaxScore && twice == float64(int(twice)) {
		return pairing.Score(twice)
	}
	r.line(line, columnStart, "%q is not a number of whole or half points", shorten(text))
	return 0
}

// cells reads the rounds of a row; a blank one says nothing.
func (r *csvReader) cells(row sheet.Row) {
	out := tableRow{line: row.Number}
	for n, at := range r.rounds {
		text := row.Cell(at)
		c := cell{}
		reason := ""
		switch {
		case text == "":
		case strings.EqualFold(text, cellBye):
			c.sign = won
		case strings.EqualFold(text, cellHalf):
			c.sign = half
		case strings.EqualFold(text, cellAbsent):
			c.sign = lost
		case utf8.RuneCountInString(text) > 30:
			reason = "this is not a round"
		default:
			c, reason = parseCell(text)
		}
		if reason != "" {
			r.line(row.Number, fmt.Sprintf("round %d", n+1), "%s", reason)
		}
		out.cells = append(out.cells, c)
	}
	r.table.rows = append(r.table.rows, out)
}
