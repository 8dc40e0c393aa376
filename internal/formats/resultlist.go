package formats

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// span is a field of a row with fixed columns, from and to counted in characters from 0.
type span struct{ from, to int }

func (s span) of(row []rune) string { return string(row[s.from:s.to]) }

// layout says in which columns a result list has its fields. A field with an empty span is not in it.
type layout struct {
	place, name, grade, country, licence, club span
	end                                        int // where criteria and rounds begin
}

// listRow is a player's row of a result list.
type listRow struct {
	line                   int
	number                 int // the place; 0 when there is none
	family, given          string
	grade                  scale.Grade
	professional           bool
	country, licence, club string
	pin                    string
	cells                  []cell
}

var (
	gradeWord   = regexp.MustCompile(`^\d{1,2}[kKdDpP]$`)
	countryWord = regexp.MustCompile(`^[A-Za-z]{2}$`)
	licenceWord = regexp.MustCompile(`^\d{7}$`)
	numberWord  = regexp.MustCompile(`^\d{1,5}\)?$`)
	scoreWord   = regexp.MustCompile(`^\d{1,4}\?$`) // a half that was written as a character the file cannot hold
)

// resultList reads the rows of a result list.
type resultList struct {
	Problems
	layout layout
	rows   []listRow
	header map[string]string
	notes  Notes // games that were left out
	left   few
}

// readResultList reads lines: comments begin with a semicolon and go to comment; everything else is a player.
func readResultList(data []byte, l layout, comment func(header map[string]string, line string)) *resultList {
	r := &resultList{layout: l, header: map[string]string{}}
	number := 0
	for text := range strings.Lines(decodeLatin9(data)) {
		number++
		line, remark, isRemark := strings.Cut(strings.TrimRight(text, "\r\n"), ";")
		if isRemark && len(remark) < 4*maxText {
			comment(r.header, remark)
		}
		line = strings.ReplaceAll(line, "\t", " ")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if len(r.rows) == pairing.MaxPlayers {
			r.line(number, "", "too many rows: at most %d players", pairing.MaxPlayers)
			break
		}
		r.row(number, line)
	}
	if len(r.rows) == 0 && len(r.List) == 0 {
		r.at("", "the file has no players: a row has a place, a name and a grade")
	}
	return r
}

// row reads a player: by columns where the row keeps to them, else by words, as other programs write.
func (r *resultList) row(number int, line string) {
	if utf8.RuneCountInString(line) > 8*maxText+10*pairing.MaxRounds {
		r.line(number, "", "the row is too long")
		return
	}
	row := listRow{line: number}
	words, ok := r.columns(&row, []rune(line))
	if !ok {
		words, ok = r.words(&row, strings.Fields(line))
	}
	if !ok {
		r.line(number, "", "this is not a player: a row has a place, a name, a grade such as 4d or 15k, and the rounds")
		return
	}
	if n := len(words); n > 0 && strings.HasPrefix(words[n-1], "|") {
		row.pin, words = words[n-1][1:], words[:n-1]
	}
	first := 0
	for first < len(words) && (!isCell(words[first]) || scoreWord.MatchString(words[first])) {
		first++
	}
	for i, word := range words[first:] {
		c, reason := parseCell(word)
		switch {
		case reason == "":
		case isCell(word): // a game that cannot be; one bad game blocks no file
			r.left.add(&r.notes, "line %d, round %d: %s; left out", number, i+1, reason)
			c = cell{}
		default:
			r.line(number, fmt.Sprintf("round %d", i+1), "%s", reason)
		}
		row.cells = append(row.cells, c)
	}
	if len(row.cells) > pairing.MaxRounds {
		r.line(number, "", "at most %d rounds", pairing.MaxRounds)
		row.cells = row.cells[:pairing.MaxRounds]
	}
	r.rows = append(r.rows, row)
}

// columns reads a row that keeps to the columns, and gives the words behind them.
func (r *resultList) columns(row *listRow, line []rune) (words []string, ok bool) {
	l := r.layout
	if len(line) < l.end {
		return nil, false
	}
	field := func(s span) string { return strings.TrimSpace(s.of(line)) }
	for _, s := range []span{l.place, l.name, l.grade, l.country, l.licence, l.club} {
		if s.to > 0 && s.to < len(line) && line[s.to] != ' ' && s.to != l.grade.from && s.to != l.end {
			return nil, false
		}
	}
	place, grade := field(l.place), field(l.grade)
	if place != "" && !numberWord.MatchString(place) || !gradeWord.MatchString(grade) || field(l.name) == "" {
		return nil, false
	}
	row.setPlace(place)
	row.setName(strings.Fields(field(l.name)))
	row.setGrade(grade)
	row.country, row.licence, row.club = field(l.country), field(l.licence), field(l.club)
	return strings.Fields(string(line[l.end:])), true
}

// words reads a row by its words, and gives those behind the club.
func (r *resultList) words(row *listRow, words []string) (rest []string, ok bool) {
	if len(words) > 0 && numberWord.MatchString(words[0]) {
		row.setPlace(strings.TrimSuffix(words[0], ")"))
		words = words[1:]
	}
	at := gradeAt(words)
	if at < 1 {
		return nil, false
	}
	row.setName(words[:at])
	row.setGrade(words[at])
	words = words[at+1:]
	if r.layout.country.to > 0 && len(words) > 0 && countryWord.MatchString(words[0]) {
		row.country, words = words[0], words[1:]
	}
	if r.layout.licence.to > 0 && len(words) > 0 && licenceWord.MatchString(words[0]) {
		row.licence, words = words[0], words[1:]
	}
	if len(words) > 0 && !isCell(words[0]) && strings.ContainsFunc(words[0], isLetter) {
		row.club, words = words[0], words[1:]
	}
	return words, true
}

func isLetter(c rune) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c > 0x7f }

// gradeAt finds the word that is the grade: one with a country behind it, else the first behind a name.
func gradeAt(words []string) int {
	first := -1
	for i := 1; i < len(words) && !isCell(words[i]); i++ {
		if !gradeWord.MatchString(words[i]) {
			continue
		}
		if i+1 < len(words) && countryWord.MatchString(words[i+1]) {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

func (row *listRow) setPlace(place string) {
	row.number, _ = strconv.Atoi(place)
}

// setName takes the last word as the given name, as these lists have it; underscores hold a name of several words
// together.
func (row *listRow) setName(words []string) {
	blank := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "_", " ")), " ") }
	last := len(words) - 1
	if last == 0 {
		row.family = blank(words[0])
		return
	}
	row.family, row.given = blank(strings.Join(words[:last], " ")), blank(words[last])
	if row.given == noGiven || row.given == "x" {
		row.given = ""
	}
	if row.family == "" {
		row.family, row.given = row.given, ""
	}
}

// noGiven stands for no given name, where a format wants one.
const noGiven = "-"

// setGrade reads a grade; a professional one is taken for the amateur dan that such lists count it as.
func (row *listRow) setGrade(word string) {
	n, _ := strconv.Atoi(word[:len(word)-1])
	switch word[len(word)-1] {
	case 'k', 'K':
		row.grade = scale.Grade(1 - n)
	case 'd', 'D':
		row.grade = scale.Grade(n)
	default:
		row.grade, row.professional = professional(n), true
	}
}

// professional gives the amateur dan that lists count a professional as: 1 to 3 professional dan are 7 dan, 4 to 6 are 8
// dan, higher ones 9 dan.
func professional(dan int) scale.Grade {
	switch {
	case dan <= 3:
		return 7
	case dan <= 6:
		return 8
	}
	return 9
}

// file makes an event of the rows.
func (r *resultList) file() (*File, Notes, error) {
	f := &File{Event: pairing.Event{
		System: pairing.Swiss, TieBreaks: pairing.DefaultTieBreaks(pairing.Swiss),
		Handicap: pairing.HandicapRule{By: scale.ByNone, Ceiling: scale.DefaultCeiling},
		Seeding:  pairing.SeedSlide, Unplayed: pairing.UnplayedVirtual,
	}}
	at := places{}
	t := crossTable{Problems: &r.Problems, file: f, places: at}
	rounds, professionals := 0, 0
	for i := range r.rows {
		row := &r.rows[i]
		rounds = max(rounds, len(row.cells))
		if row.professional {
			professionals++
		}
		at.put(fmt.Sprintf("players[%d]", i), row.line, "")
		f.addListed(i, row)
		t.rows = append(t.rows, tableRow{line: row.line, cells: row.cells})
	}
	for _, row := range r.rows {
		if len(row.cells) != rounds {
			r.line(row.line, "", "%d rounds, but other rows have %d", len(row.cells), rounds)
		}
	}
	f.Event.Rounds = max(1, rounds)
	t.called = r.numbers()
	if len(r.List) == 0 {
		t.fill(r.drawn(rounds))
	}
	if len(r.List) == 0 {
		found := f.check(byName)
		at.locate(found)
		r.Problems = *found
	}
	if err := r.err(); err != nil {
		return nil, nil, err
	}
	var notes Notes
	notes.add("a result list does not name the system or its settings: read as a Swiss with the usual settings")
	notes.add("ratings were taken from the grades: 3d is 3.0")
	notes = append(notes, r.notes...)
	r.left.rest(&notes)
	t.remarks(&notes)
	if professionals > 0 {
		notes.add(
			"%s read as 7 to 9 dan",
			map[bool]string{
				true: "1 professional is", false: fmt.Sprintf("%d professionals are", professionals),
			}[professionals == 1],
		)
	}
	return f, notes, nil
}

// drawn is the number of rounds that have been drawn: programs also list coming rounds, in which no one has a game yet.
func (r *resultList) drawn(rounds int) int {
	for ; rounds > 0; rounds-- {
		for _, row := range r.rows {
			if row.cells[rounds-1] != (cell{sign: lost}) {
				return rounds
			}
		}
	}
	return 0
}

// numbers gives what opponents are called by: the places, where every row has one of its own, else the order of the rows.
func (r *resultList) numbers() []int {
	called := make([]int, len(r.rows))
	seen := map[int]bool{}
	for i, row := range r.rows {
		if row.number == 0 || seen[row.number] {
			for k := range called {
				called[k] = k + 1
			}
			return called
		}
		seen[row.number], called[i] = true, row.number
	}
	return called
}

// addListed adds a player from a row.
func (f *File) addListed(i int, row *listRow) {
	name, person := joinName(row.family, row.given)
	if countryWord.MatchString(row.country) && !strings.EqualFold(row.country, noCountry) {
		person.Country = strings.ToUpper(row.country)
	}
	person.Licence, person.PIN = row.licence, row.pin
	club := row.club
	if strings.EqualFold(club, noClub) {
		club = ""
	}
	f.Event.Players = append(f.Event.Players, pairing.Player{
		ID: pairing.ID(fmt.Sprintf("p%d", i+1)), Name: name, Rating: row.grade.Rating(), Club: club,
	})
	f.People = append(f.People, person)
}

// noCountry stands for no country in a result list.
const noCountry = "XX"
