package takeover

import (
	"regexp"
	"strconv"
	"strings"

	"nzgs/internal/members"
	"nzgs/internal/money"
)

// A year of two: “2019/20”, “2019-2020”, “19/20”. Alone it may have words of paying around it.
var (
	twoYears = regexp.MustCompile(`^(?:((?:19|20)[0-9]{2})|([0-9]{2})) ?[/–-] ?((?:19|20)[0-9]{2}|[0-9]{2})$`)
	oneYear  = regexp.MustCompile(`^((?:19|20)[0-9]{2})(?:\.0)?$`)
	around   = regexp.MustCompile(`(?i)\b(?:paid|pd|subs?|subscriptions?|fees?|member(?:s|ship)?|financial|year|fy|season|for|in|dues|levy|of|the)\b|[:.()$]`)
)

// Years that a bare year can mean: the subscription year that begins in it, or the one that ends in it.
type YearMeans string

// The two.
const (
	Begins YearMeans = "begins"
	Ends   YearMeans = "ends"
)

// yearOfHeading reads the year that a heading names; bare is one like 2019, which can mean two subscription years: the year
// is then the one that begins in it.
func yearOfHeading(text string) (year members.Year, bare, ok bool) {
	if year, bare, ok = readYear(text); ok {
		return year, bare, ok
	}
	return readYear(strings.Join(strings.Fields(around.ReplaceAllString(text, " ")), " "))
}

// readYear reads a year of a cell.
func readYear(text string) (year members.Year, bare, ok bool) {
	text = strings.TrimSpace(text)
	if m := oneYear.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return members.Year(n), true, true
	}
	m := twoYears.FindStringSubmatch(text)
	if m == nil {
		return 0, false, false
	}
	first := m[1]
	if first == "" {
		first = "20" + m[2]
		if m[2] > "49" {
			first = "19" + m[2]
		}
	}
	n, _ := strconv.Atoi(first)
	next := strconv.Itoa(n + 1)
	if m[3] != next && m[3] != next[2:] {
		return 0, false, false
	}
	return members.Year(n), false, true
}

// meant is the subscription year of one that was read.
func (m YearMeans) meant(year members.Year, bare bool) members.Year {
	if bare && m == Ends {
		return year - 1
	}
	return year
}

// Words by which lists say that somebody has paid, or has not.
var (
	yes = regexp.MustCompile(`(?i)^(?:x+|y|yes|✓|✔|√|☑|paid|pd|p|true|t|1|1\.0|ok|member|m|full|f|life|lm|hon(?:orary)?|student|st|junior|jr?|` +
		`family|waived|free|āe|cash|eftpos|bank|online|cheque|chq|\*|●|•)$`)
	no = regexp.MustCompile(`(?i)^(?:|-+|–|—|n|no|✗|✘|☐|0|0\.0+|\$ ?0(?:\.0+)?|false|unpaid|not paid|n/?a|none|nil|owing|owes|due|\?|kāo|lapsed|resigned|left)$`)
)

// paid reads a cell below a year: whether somebody was a member; ok is false of what says neither.
func paid(cell string) (is, ok bool) {
	cell = strings.TrimSpace(cell)
	switch {
	case no.MatchString(cell):
		return false, true
	case yes.MatchString(cell):
		return true, true
	}
	cents, err := money.Parse(money.Bare(cell))
	if err != nil || cents < 0 {
		return false, false
	}
	return cents > 0, true
}
