package constitution

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nzgs/internal/apperr"
)

// maxWritten is longer than any figure is written.
const maxWritten = 500

// With is the figures with one of them as a person writes it: "31 March", "two
// thirds", "12", "three weeks", "president, secretary and treasurer"; the stored
// form is read too. What is returned beside it says what to write instead,
// named as the figure is. Whether a figure may be so is for Check.
func (f Figures) With(name, written string) (Figures, apperr.Fields) {
	var problems apperr.Fields
	i := slices.IndexFunc(figureList, func(d figure) bool { return d.name == name })
	if i < 0 {
		problems.Add("change", "There is no figure called %q.", name)
		return f, problems
	}
	f.Officers = slices.Clone(f.Officers)
	words := strings.Join(strings.Fields(written), " ")
	problem := ""
	switch v := figureList[i].field(&f).(type) {
	case *int:
		*v, problem = readCount(words, figureList[i].unit)
	case *MonthDay:
		*v, problem = readMonthDay(words)
	case *Majority:
		*v, problem = readMajority(words)
	case *[]Office:
		*v = readOffices(words)
	}
	if len(words) > maxWritten {
		problem = "This is too long."
	}
	if problem != "" {
		problems.Add(name, "%s", problem)
	}
	return f, problems
}

// plainly is a text as words are compared: in small letters, without hyphens.
func plainly(s string) string { return strings.ToLower(strings.ReplaceAll(s, "-", " ")) }

var (
	units = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen " +
		"fifteen sixteen " +
		"seventeen eighteen nineteen")
	tens = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
)

// numberWord is a number up to ninety-nine in figures or in words, at the
// beginning of the words; used is how many of them it takes, 0 when they begin
// with none.
func numberWord(words []string) (n, used int) {
	if len(words) == 0 {
		return 0, 0
	}
	if n, err := strconv.Atoi(words[0]); err == nil && strconv.Itoa(n) == words[0] {
		return n, 1
	}
	if n := slices.Index(units, words[0]); n >= 0 {
		return n, 1
	}
	ten := slices.Index(tens, words[0])
	if ten < 0 {
		return 0, 0
	}
	if len(words) > 1 {
		if one := slices.Index(units, words[1]); one > 0 && one < 10 {
			return 10*(ten+2) + one, 2
		}
	}
	return 10 * (ten + 2), 1
}

// larger are the units that a figure's own may be written in.
var larger = map[string]struct {
	word  string
	times int
}{days: {"week", 7}, months: {"year", 12}}

// readCount reads "12", "twelve", "12 members", and "three weeks" of days.
func readCount(text, unit string) (n int, problem string) {
	problem = "Enter a whole number, such as 12."
	if unit != "" {
		problem = fmt.Sprintf("Enter a whole number of %s, such as 12.", unit)
	}
	if unit == "per cent" {
		text = strings.TrimSuffix(text, "%")
	}
	words := strings.Fields(plainly(text))
	if _, err := strconv.Atoi(text); err == nil { // "-3" is no 3
		words = []string{text}
	}
	n, used := numberWord(words)
	rest := strings.Join(words[min(used, len(words)):], " ")
	switch up := larger[unit]; {
	case used == 0:
	case rest == "", rest == unit, rest+"s" == unit, unit == "per cent" && rest == "percent":
		return n, ""
	case up.word != "" && (rest == up.word || rest == up.word+"s") && n < 1000:
		return n * up.times, ""
	}
	return 0, problem
}

// readMonthDay reads "31 March", "31st of March", "March 31", "31 Mar", and
// "03-31" as it is stored.
func readMonthDay(text string) (m MonthDay, problem string) {
	if err := m.UnmarshalText([]byte(text)); err == nil {
		return m, ""
	}
	const example = "Enter a day that comes every year, such as 31 March."
	var words []string
	for _, w := range strings.Fields(strings.ReplaceAll(plainly(text), ",", " ")) {
		if w = strings.TrimSuffix(w, "."); w != "the" && w != "of" {
			words = append(words, w)
		}
	}
	if len(words) == 3 {
		if _, err := strconv.Atoi(words[2]); err == nil {
			return m, "Leave out the year: enter a day that comes every year, such as 31 March."
		}
	}
	if len(words) != 2 {
		return m, example
	}
	day, month := words[0], monthNamed(words[1])
	if month == 0 {
		day, month = words[1], monthNamed(words[0])
	}
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		day = strings.TrimSuffix(day, ending)
	}
	n, err := strconv.Atoi(day)
	if err != nil || month == 0 || strconv.Itoa(n) != strings.TrimPrefix(day, "0") {
		return m, example
	}
	m = MonthDay{month, n}
	switch leap := month == time.February && n == 29; {
	case leap:
		return m, "29 February does not come every year: enter 28 February or 1 March."
	case !m.Valid():
		return m, fmt.Sprintf("%s does not exist: enter a day that comes every year, such as 31 March.", m)
	}
	return m, ""
}

// monthNamed is the month of a name or of its first three letters; 0: none.
func monthNamed(word string) time.Month {
	const shortest = 3
	for m := time.January; m <= time.December; m++ {
		if name := strings.ToLower(m.String()); len(word) >= shortest && strings.HasPrefix(name, word) {
			return m
		}
	}
	return 0
}

// shares are the names of parts of a whole, by how many there are of them.
var shares = map[int][2]string{
	2: {"half", "halves"}, 3: {"third", "thirds"}, 4: {"quarter", "quarters"}, 5: {"fifth", "fifths"},
	6: {"sixth", "sixths"}, 7: {"seventh", "sevenths"}, 8: {"eighth", "eighths"}, 9: {"ninth", "ninths"},
	10: {"tenth", "tenths"},
}

// String is "more than half" or "at least two thirds".
func (m Majority) String() string {
	part := fmt.Sprintf("%d/%d", m.Num, m.Den)
	names, named := shares[m.Den]
	switch {
	case m.Num == m.Den && m.Bound == AtLeast:
		return "all"
	case m.Num == 1 && m.Den == 2:
		part = "half"
	case named && m.Num == 1:
		part = "one " + names[0]
	case named && m.Num > 1 && m.Num < m.Den:
		part = units[m.Num] + " " + names[1]
	}
	if m.Bound == MoreThan {
		return "more than " + part
	}
	return "at least " + part
}

// bounds are the words before a fraction that say how it is reached.
var bounds = []struct {
	words string
	bound Bound
}{
	{">=", AtLeast}, {"≥", AtLeast}, {">", MoreThan}, {"at least", AtLeast}, {"not less than", AtLeast},
	{"no less than", AtLeast},
	{"more than", MoreThan}, {"over", MoreThan}, {"a", AtLeast},
}

var signs = strings.NewReplacer(
	"½", "1/2", "⅔", "2/3", "¾", "3/4", "⅗", "3/5", "⅘", "4/5", "%", " per cent", "percent", "per cent",
)

// readMajority reads "two thirds", "at least 2/3", "more than half", "a simple
// majority", "60%", each also with "of those voting" behind it, and ">=2/3" as it
// is stored. Without a word for it a fraction is enough when it is reached.
func readMajority(text string) (m Majority, problem string) {
	const example = "Enter a majority of more than half, such as more than half, at least two thirds or 60%."
	words := strings.Join(strings.Fields(signs.Replace(plainly(text))), " ")
	words, _, _ = strings.Cut(words, " of ")
	m.Bound = AtLeast
	for _, b := range bounds {
		if rest, ok := strings.CutPrefix(words, b.words); ok && (!letters(b.words) || strings.HasPrefix(rest, " ")) {
			words, m.Bound = strings.TrimSpace(rest), b.bound
			break
		}
	}
	if part, ok := strings.CutSuffix(words, " majority"); ok && part != "simple" {
		words = part
	}
	switch words {
	case "simple majority", "majority":
		return Simple, ""
	case "all":
		m.Num, m.Den = 1, 1
	case "half":
		m.Num, m.Den = 1, 2
	default:
		m.Num, m.Den = readFraction(words)
	}
	if !m.Valid() {
		return m, example
	}
	return m, ""
}

// letters reports whether a text ends in a letter: a word that needs a blank
// after it.
func letters(s string) bool { last := s[len(s)-1]; return last >= 'a' && last <= 'z' }

// readFraction reads "2/3", "two thirds" and "60 per cent"; 0, 0 is none.
func readFraction(text string) (num, den int) {
	if a, b, ok := strings.Cut(text, "/"); ok {
		n, errNum := strconv.ParseUint(strings.TrimSpace(a), 10, 16)
		d, errDen := strconv.ParseUint(strings.TrimSpace(b), 10, 16)
		if errNum != nil || errDen != nil {
			return 0, 0
		}
		return int(n), int(d)
	}
	words := strings.Fields(text)
	n, used := numberWord(words)
	rest := strings.Join(words[min(used, len(words)):], " ")
	if used == 0 || n < 1 {
		return 0, 0
	}
	if rest == "per cent" {
		g := divisor(n, 100)
		return n / g, 100 / g
	}
	for parts, names := range shares {
		if rest == names[0] || rest == names[1] {
			return n, parts
		}
	}
	return 0, 0
}

func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// readOffices reads "president, secretary and treasurer".
func readOffices(text string) []Office {
	var out []Office
	parts := strings.Split(text, ",")
	if first, last, ok := strings.Cut(parts[len(parts)-1], " and "); ok {
		parts = append(parts[:len(parts)-1], first, last)
	}
	for _, p := range parts {
		out = append(out, Office(strings.TrimSpace(p)))
	}
	return out
}
