package elsewhere

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"nzgs/internal/formats"
	"nzgs/internal/ratings/scale"
)

// Source is whose list it is.
type Source string

// The lists.
const (
	EGD       Source = "egd"
	AGA       Source = "aga"
	OpenGotha Source = "opengotha"
)

// Sources are all of them, in the order of pages.
var Sources = []Source{EGD, AGA, OpenGotha}

// String is the list as people call it.
func (s Source) String() string {
	switch s {
	case EGD:
		return "European Go Database"
	case AGA:
		return "American Go Association"
	case OpenGotha:
		return "OpenGotha’s players"
	}
	return string(s)
}

// Known reports whether there is such a list.
func (s Source) Known() bool { return s == EGD || s == AGA || s == OpenGotha }

// Player is a line of a list; "" is not known.
type Player struct {
	Number        string // by which the association knows the player
	Family, Given string
	Country, Club string
	Grade         string        // as stated: "3d"
	Stated        string        // the rating as the list has it
	Rating        *scale.Rating // on our scale
}

// Bad is a line that was left out.
type Bad struct {
	Line int // from 1
	Why  string
}

// String is "line 12: …".
func (b Bad) String() string { return fmt.Sprintf("line %d: %s", b.Line, b.Why) }

// Bounds of a file.
const (
	maxBytes = 10 << 20
	maxLines = 200_000
	maxLine  = 1000 // bytes
	maxText  = 100  // characters of a name or a club
)

// Parse reads a list. The error says why nothing of it can be taken.
func Parse(source Source, data []byte) ([]Player, []Bad, error) {
	if len(data) > maxBytes {
		return nil, nil, fmt.Errorf("the file has more than %d MB", maxBytes>>20)
	}
	if source == OpenGotha {
		return parseGotha(data)
	}
	text := string(data)
	if !utf8.Valid(data) {
		decoded, err := charmap.ISO8859_15.NewDecoder().Bytes(data)
		if err != nil {
			return nil, nil, fmt.Errorf("the file is no text: %w", err)
		}
		text = string(decoded)
	}
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r", ""), "\n")
	if len(lines) > maxLines {
		return nil, nil, fmt.Errorf("the file has more than %d lines", maxLines)
	}
	read := parseEGD
	if source == AGA {
		read = parseAGA
	}
	var players []Player
	var bad []Bad
	for i, line := range lines {
		if len(line) > maxLine {
			bad = append(bad, Bad{i + 1, "longer than any line of such a list"})
			continue
		}
		switch p, is, why := read(line); {
		case why != "":
			bad = append(bad, Bad{i + 1, why})
		case is:
			players = append(players, p)
		}
	}
	if len(players) == 0 || len(bad) > len(players) {
		first := ""
		if len(bad) > 0 {
			first = ": " + bad[0].String()
		}
		return nil, bad, fmt.Errorf("this is not a list of the %s, or most of it cannot be read%s", source, first)
	}
	return players, bad, nil
}

// egdLine is a player of the European list: PIN, name, country, club, grade, proposed grade, GoR, tournaments, the last
// of them. egdNumber is how such a line begins.
var (
	egdNumber = regexp.MustCompile(`^\s*\d{6,9}\s`)
	egdLine   = regexp.MustCompile(
		`^\s*(\d{6,9})\s+(\S.*?)\s+([A-Z]{2})\s+(?:(\S{1,5})\s+)?([1-9]\d?[kdpKDP])\s+(?:[1-9]\d?[kdpKDP]|-{1,2})\s+(-?\d{1,4})(?:\s+\d+)?(?:\s+\S+)?\s*$`,
	)
)

func parseEGD(line string) (p Player, is bool, why string) {
	if !egdNumber.MatchString(line) {
		return p, false, "" // headings, and what is around them
	}
	m := egdLine.FindStringSubmatch(line)
	if m == nil {
		return p, false, "PIN, name, country, club, grade and GoR are not where they should be"
	}
	gor, err := strconv.Atoi(m[6])
	if err != nil || gor < -900 || gor > 3300 {
		return p, false, "the GoR " + m[6] + " is not between −900 and 3300"
	}
	p = Player{Number: m[1], Country: m[3], Club: clean(m[4]), Grade: grade(m[5]), Stated: m[6]}
	if p.Club == "xxx" || p.Club == "xx" {
		p.Club = ""
	}
	p.Family, p.Given, _ = strings.Cut(clean(m[2]), " ")
	p.Rating = tenths(roundTenths(gor - 2000))
	return p, true, named(p)
}

// roundTenths is hundredths in tenths, halves away from zero.
func roundTenths(hundredths int) int {
	if hundredths < 0 {
		return -((-hundredths + 5) / 10)
	}
	return (hundredths + 5) / 10
}

func tenths(n int) *scale.Rating {
	r := scale.Rating(n)
	if r < scale.MinRating || r > scale.MaxRating {
		return nil
	}
	return &r
}

// parseAGA reads a line of the American list: name, number, kind of membership, rating, its end, chapter, state; a tab
// between each.
func parseAGA(line string) (p Player, is bool, why string) {
	if strings.TrimSpace(line) == "" {
		return p, false, ""
	}
	cell := strings.Split(line, "\t")
	if len(cell) < 4 {
		return p, false, "there are no four columns with tabs between them"
	}
	for i := range cell {
		cell[i] = clean(cell[i])
	}
	if !digits.MatchString(cell[1]) {
		if strings.EqualFold(cell[0], "name") {
			return p, false, "" // a heading
		}
		return p, false, "the second column is no member number"
	}
	p.Number = cell[1]
	var ok bool
	if p.Family, p.Given, ok = strings.Cut(cell[0], ","); !ok {
		p.Family, p.Given = formats.SplitName(cell[0])
	}
	p.Family, p.Given = strings.TrimSpace(p.Family), strings.TrimSpace(p.Given)
	if !strings.EqualFold(cell[2], "Forgn") {
		p.Country = "US"
	}
	if len(cell) > 5 {
		p.Club = cell[5]
	}
	if p.Stated = cell[3]; p.Stated != "" {
		hundredths, ok := parseHundredths(p.Stated)
		if !ok || hundredths > -100 && hundredths < 100 && hundredths != 0 || hundredths < -6000 || hundredths > 1300 {
			return p, false, "the rating " + strconv.Quote(p.Stated) + " is none of the American scale"
		}
		if hundredths != 0 { // 0: never rated
			p.Rating = fromAmerican(hundredths)
			p.Grade = p.Rating.Grade().Short()
		} else {
			p.Stated = ""
		}
	}
	return p, true, named(p)
}

// fromAmerican closes the gap between −1 and 1: −1.0 to −1.99 are 1 kyu there.
func fromAmerican(hundredths int) *scale.Rating {
	if hundredths > 0 {
		return tenths(hundredths / 10)
	}
	n := 200 + hundredths // 100 for −1.00, 1 for −1.99
	r := n / 10
	if n < 0 && n%10 != 0 {
		r--
	}
	if r > 9 {
		r = 9 // −1.00 is 1 kyu, and so is our 0.9
	}
	return tenths(max(r, int(scale.MinRating)))
}

var (
	digits  = regexp.MustCompile(`^\d{1,9}$`)
	decimal = regexp.MustCompile(`^(-?)(\d{1,2})(?:\.(\d{1,6}))?$`)
)

// parseHundredths reads a decimal number, cut after two places.
func parseHundredths(text string) (int, bool) {
	m := decimal.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	whole, _ := strconv.Atoi(m[2])                   // as matched
	part, _ := strconv.Atoi((m[3] + "00")[:2])       // as matched
	if n := whole*100 + part; m[1] == "" || n == 0 { // no minus zero
		return n, true
	}
	return -(whole*100 + part), true
}

// parseGotha reads the players of an OpenGotha file; its reader names problems by their lines.
func parseGotha(data []byte) ([]Player, []Bad, error) {
	file, _, err := formats.Read(formats.OpenGotha, data)
	if err != nil {
		return nil, nil, err
	}
	var players []Player
	for i, one := range file.Event.Players {
		known := file.Person(i)
		p := Player{
			Number: known.PIN, Family: clean(known.Family), Given: clean(known.Given), Country: known.Country, Club: clean(one.Club),
			Rating: &one.Rating, Stated: one.Rating.String(), Grade: one.Rating.Grade().Short(),
		}
		if p.Number == "" {
			p.Number = known.AGA
		}
		if p.Family == "" {
			p.Family, p.Given = formats.SplitName(one.Name)
		}
		if len(p.Country) != 2 {
			p.Country = ""
		}
		players = append(players, p)
	}
	if len(players) == 0 {
		return nil, nil, fmt.Errorf("the file has no players")
	}
	return players, nil, nil
}

// clean is a text composed, on one line and of a bounded length, without what cannot be shown.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(norm.NFC.String(s)), " ")
	if utf8.RuneCountInString(s) > maxText {
		s = string([]rune(s)[:maxText])
	}
	return s
}

// named says what is wrong with a name; "" when nothing is.
func named(p Player) string {
	if !strings.ContainsFunc(p.Family, unicode.IsLetter) {
		return "there is no name"
	}
	return ""
}

// grade is a grade as the register keeps it; "" for a professional's, which are not on our scale.
func grade(text string) string {
	g, err := scale.Stated(text)
	if err != nil {
		return ""
	}
	return g
}
