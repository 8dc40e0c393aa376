package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// The .h9 file of the European Go Database: header lines that begin with a semicolon, then a row for each player in the
// order of the standings, in fixed columns, in ISO-8859-15.
var h9Layout = layout{
	place: span{0, 4}, name: span{5, 35}, grade: span{36, 39}, country: span{40, 42}, club: span{43, 47}, end: 47,
}

// h9Criteria is how many columns of criteria a row has at least.
const h9Criteria = 4

// noHandicapReduction is what the header says of an event without handicaps: all of them taken off.
const noHandicapReduction = 9

func writeH9(f *File) ([]byte, Notes, error) {
	t, notes := f.resultTable()
	w := listWriter{file: f, notes: notes}
	codes, more := f.clubCodes(w.latin)
	w.notes = append(w.notes, more...)
	w.h9Header()
	criteria := len(f.Event.TieBreaks) + 1
	for k, row := range t.rows {
		i := t.players[k]
		club := codes[f.Event.Players[i].Club]
		if club == "" {
			club = noClub
		}
		country := f.countryOf(i)
		if country == "" {
			country = noCountry
		}
		fmt.Fprintf(
			&w.b, "%4d %s %3s %2s %s", k+1, w.name(i, h9Layout.name), f.gradeOf(i).Short(), country, right(club, codeLength),
		)
		fmt.Fprintf(&w.b, " %4s", w.criterion(int64(row.Score), 2))
		for _, v := range row.Values {
			fmt.Fprintf(&w.b, " %4s", w.criterion(v.Number, v.Unit))
		}
		for range h9Criteria - criteria {
			fmt.Fprintf(&w.b, " %4d", 0)
		}
		for _, l := range row.Rounds {
			fmt.Fprintf(&w.b, " %8s", w.cell(l, t.number))
		}
		w.b.WriteByte('\n')
	}
	w.settingsLost()
	return w.bytes()
}

func (w *listWriter) h9Header() {
	f := w.file
	reduction := noHandicapReduction
	if by := f.Event.Handicap.By; by != "" && by != scale.ByNone {
		reduction = max(0, f.Event.Handicap.Reduction)
	}
	to := f.To
	if to.IsZero() {
		to = f.From
	}
	adjusted := ""
	if m := f.Time.AdjustedMinutes(); m > 0 {
		adjusted = strconv.Itoa(m)
	}
	for _, tag := range []struct{ name, value string }{
		{"CL", f.Class},
		{"EV", w.header(f.Name)},
		{"PC", w.header(f.Country) + "," + w.header(f.Place)},
		{"DT", f.From.String() + "," + to.String()},
		{"HA", fmt.Sprintf("h%d", reduction)},
		{"KM", decimal(int64(f.komi()), 2)},
		{"TM", adjusted},
		{"CM", w.header(f.Comment)},
	} {
		fmt.Fprintf(&w.b, "; %s[%s]\n", tag.name, tag.value)
	}
	score := "Pts"
	if f.Event.System == pairing.McMahon {
		score = "MMS"
	}
	fmt.Fprintf(&w.b, ";\n; Pl %-30s Grd Co Club %4s", "Name", score)
	for _, t := range f.Event.TieBreaks {
		fmt.Fprintf(&w.b, "%5.5s", string(t))
	}
	w.b.WriteByte('\n')
	if f.Class == "" {
		w.notes.add("the class of the event is missing; fill in CL[A], CL[B], CL[C] or CL[D] before you send the file")
	}
	if f.From.IsZero() {
		w.notes.add("the dates of the event are missing; fill in DT[from,to] before you send the file")
	}
}

// komi gives the komi of even games in half points.
func (f *File) komi() scale.HalfPoints {
	if f.Event.Komi != 0 {
		return f.Event.Komi
	}
	return scale.EvenKomi
}

// listWriter writes a result list.
type listWriter struct {
	b     bytes.Buffer
	file  *File
	notes Notes

	lost  int      // characters without a transliteration
	cut   []string // names that were too long
	round int      // criteria that were cut
}

// latin transliterates a text and counts what is lost.
func (w *listWriter) latin(s string) string {
	text, lost := transliterate(s)
	w.lost += lost
	return text
}

// header makes a text fit between the brackets of a header.
func (w *listWriter) header(s string) string {
	return strings.NewReplacer("[", "(", "]", ")", ";", ",").Replace(w.latin(s))
}

// name gives a player's name in its field: family name, given name, each in one word.
func (w *listWriter) name(i int, field span) string {
	family, given := w.file.familyGiven(i)
	word := func(s string) string {
		if s = strings.Join(strings.Fields(strings.ReplaceAll(w.latin(s), ";", ",")), "_"); s == "" {
			s = "?"
		}
		return s
	}
	if given == "" {
		given = noGiven
	}
	name := []rune(word(family) + " " + word(given))
	width := field.to - field.from
	if len(name) > width {
		w.cut = append(w.cut, w.file.nameOf(i))
		name = name[:width]
	}
	return left(string(name), width)
}

func left(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-len([]rune(s))))
}

func right(s string, width int) string {
	return strings.Repeat(" ", max(0, width-len([]rune(s)))) + s
}

// criterion gives a number of halves or quarters in four characters; a longer one is cut.
func (w *listWriter) criterion(n, unit int64) string {
	s := decimal(n, unit)
	if len(s) > 4 {
		w.round++
		s = strings.TrimSuffix(s[:4], ".")
	}
	return s
}

// decimal gives a number of halves, quarters or tenths exactly: 16, 16.5, 7.25.
func decimal(n, unit int64) string { return strconv.FormatFloat(float64(n)/float64(unit), 'f', -1, 64) }

func (w *listWriter) cell(l pairing.Line, number map[pairing.ID]int) string {
	return strings.TrimPrefix(cellOf(l, number).String(), w.spare(l))
}

// spare makes room for a handicap of two digits by taking a blank before the opponent's number.
func (w *listWriter) spare(l pairing.Line) string {
	if l.Handicap > 9 {
		return " "
	}
	return ""
}

// settingsLost notes what no result list holds.
func (w *listWriter) settingsLost() {
	f := w.file
	w.notes.add(
		"a result list has only names, grades, clubs and games; the system, its settings, ratings and coming rounds are " +
			"left out",
	)
	if n := f.Event.Rounds - (f.NextRound() - 1); n > 0 {
		w.notes.add("%d of %s drawn so far", f.NextRound()-1, count(f.Event.Rounds, "round"))
	}
	if len(w.cut) > 0 {
		w.notes.add("too long for their column, so cut off: %s", list(w.cut))
	}
	if w.lost > 0 {
		w.notes.add(
			"%s outside the Latin alphabet, written as ?",
			map[bool]string{true: "1 character is", false: fmt.Sprintf("%d characters are", w.lost)}[w.lost == 1],
		)
	}
	if w.round > 0 {
		w.notes.add("%s cut to four characters", count(w.round, "criterion value"))
	}
}

func (w *listWriter) bytes() ([]byte, Notes, error) { return encodeLatin9(w.b.String()), w.notes, nil }

var h9Tag = regexp.MustCompile(`([A-Z]{2})\[([^\]]*)\]`)

func readH9(data []byte) (*File, Notes, error) {
	r := readResultList(data, h9Layout, func(header map[string]string, line string) {
		for _, m := range h9Tag.FindAllStringSubmatch(line, -1) {
			if _, given := header[m[1]]; !given {
				header[m[1]] = m[2]
			}
		}
	})
	f, notes, err := r.file()
	if err != nil {
		return nil, nil, err
	}
	f.h9Header(r.header, &notes)
	return f, notes, nil
}

// h9Header takes over what the header says, as far as it can be read.
func (f *File) h9Header(header map[string]string, notes *Notes) {
	f.Name = headerText(header["EV"], "EV", notes)
	f.Comment = headerText(header["CM"], "CM", notes)
	if c := strings.TrimSpace(header["CL"]); class.MatchString(c) {
		f.Class = c
	} else if c != "" {
		notes.add("CL[%s] is not a class; it was ignored", shorten(c))
	}
	land, town, _ := strings.Cut(header["PC"], ",")
	f.Place = headerText(town, "PC", notes)
	if land = strings.ToUpper(strings.TrimSpace(land)); country.MatchString(land) {
		f.Country = land
	}
	from, to, _ := strings.Cut(header["DT"], ",")
	for i := range f.People {
		if f.People[i].Country == f.Country {
			f.People[i].Country = ""
		}
	}
	f.From, f.To = headerDate(from, notes), headerDate(to, notes)
	if f.To.Before(f.From) {
		f.To = f.From
	}
	if m, err := strconv.Atoi(strings.TrimSpace(header["TM"])); err == nil && m >= 0 && m <= 10_000 {
		f.Time.Minutes = m
	}
	f.Event.Komi = headerKomi(header["KM"], notes)
	f.headerHandicap(header["HA"])
}

// headerHandicap takes the handicap of the event from the header, or, where that is silent, from the games.
func (f *File) headerHandicap(ha string) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(ha), "h"))
	if err == nil && n >= 0 && n < noHandicapReduction {
		f.Event.Handicap.By, f.Event.Handicap.Reduction = scale.ByRating, n
		return
	}
	for _, r := range f.Event.Played {
		for _, g := range r.Games {
			if g.Handicap > 0 {
				f.Event.Handicap.By = scale.ByRating
				return
			}
		}
	}
}

func headerText(s, tag string, notes *Notes) string {
	text, reason := tidy(s, maxText)
	if reason != "" {
		notes.add("%s[] %s; it was ignored", tag, reason)
	}
	return text
}

func headerDate(s string, notes *Notes) civil.Date {
	s = strings.TrimSpace(s)
	if s == "" {
		return civil.Date{}
	}
	d, err := civil.ParseDate(s)
	if err != nil {
		notes.add("%q is not a date; it was ignored", shorten(s))
	}
	return d
}

// headerKomi reads a komi in points; the usual one is left as the usual one.
func headerKomi(s string, notes *Notes) scale.HalfPoints {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0
	}
	points, err := strconv.ParseFloat(s, 64)
	twice := 2 * points
	if err != nil || twice < -maxKomi || twice > maxKomi || twice != float64(int(twice)) || twice == 0 {
		notes.add("a komi of %q cannot be kept; 7 was used", shorten(s))
		return 0
	}
	if komi := scale.HalfPoints(twice); komi != scale.EvenKomi {
		return komi
	}
	return 0
}
