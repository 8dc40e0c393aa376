package constitution

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nzgs/internal/civil"
)

// Person is somebody as the caller tells people apart. The name is for traces;
// only the id is compared.
type Person struct {
	ID   int64
	Name string
}

// Signature is a signature under a paper.
type Signature struct {
	Person   Person
	Entitled bool // is what the rule asks of a signer: a member on the day, or on the committee
}

// distinct leaves out the people who come a second time.
func distinct(people []Person) []Person {
	seen := make(map[int64]bool, len(people))
	var out []Person
	for _, p := range people {
		if !seen[p.ID] {
			seen[p.ID] = true
			out = append(out, p)
		}
	}
	return out
}

func holds(people []Person, who Person) bool {
	for _, p := range people {
		if p.ID == who.ID {
			return true
		}
	}
	return false
}

// MonthDay is a day that comes every year; 29 February does not.
type MonthDay struct {
	Month time.Month
	Day   int
}

// In is that day in the given calendar year.
func (m MonthDay) In(year int) civil.Date { return civil.On(year, m.Month, m.Day) }

// String is "31 January".
func (m MonthDay) String() string { return fmt.Sprintf("%d %s", m.Day, m.Month) }

// Valid reports whether the day comes every year.
func (m MonthDay) Valid() bool {
	const commonYear = 2001
	d := m.In(commonYear)
	return m.Month >= time.January && m.Month <= time.December && d.Month() == m.Month && d.Day() == m.Day
}

// MarshalText and UnmarshalText carry a MonthDay through JSON as "01-31".
func (m MonthDay) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%02d-%02d", int(m.Month), m.Day), nil
}

func (m *MonthDay) UnmarshalText(b []byte) error {
	t, err := time.Parse("01-02", string(b))
	if err != nil {
		return fmt.Errorf("%q is not a day that comes every year: write month and day like 07-01", b)
	}
	*m = MonthDay{t.Month(), t.Day()}
	return nil
}

// Majority is how many of the votes must be Yes: more than Num/Den of them, or
// at least Num/Den.
type Majority struct {
	Num, Den int
	Bound    Bound
}

// Bound says whether a majority is reached by its very fraction.
type Bound string

const (
	MoreThan Bound = ">"
	AtLeast  Bound = ">="
)

// Simple is a simple majority: more Yes than No.
var Simple = Majority{1, 2, MoreThan}

// Reached reports whether yes out of so many votes are enough. Nothing is
// carried without a Yes.
func (m Majority) Reached(yes, of int) bool {
	if yes < 1 {
		return false
	}
	left, right := int64(yes)*int64(m.Den), int64(of)*int64(m.Num)
	if m.Bound == MoreThan {
		return left > right
	}
	return left >= right
}

// Valid reports whether the majority is one: half of the votes never are.
func (m Majority) Valid() bool {
	if m.Num < 1 || m.Den < 1 || m.Den > 100 || m.Num > m.Den {
		return false
	}
	switch m.Bound {
	case MoreThan:
		return 2*m.Num >= m.Den && m.Num < m.Den
	case AtLeast:
		return 2*m.Num > m.Den
	}
	return false
}

// compared is the sign between the votes and the fraction, "≥ 2/3".
func (m Majority) compared(reached bool) string {
	sign := map[Bound]map[bool]string{
		MoreThan: {true: ">", false: "≤"}, AtLeast: {true: "≥", false: "<"},
	}[m.Bound][reached]
	return fmt.Sprintf("%s %d/%d", sign, m.Num, m.Den)
}

// MarshalText and UnmarshalText carry a Majority through JSON as ">1/2" or
// ">=2/3".
func (m Majority) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%s%d/%d", m.Bound, m.Num, m.Den), nil
}

func (m *Majority) UnmarshalText(b []byte) error {
	refused := fmt.Errorf("%q is not a majority: write >1/2 or >=2/3", b)
	rest, more := strings.CutPrefix(string(b), string(MoreThan))
	bound := MoreThan
	if after, least := strings.CutPrefix(rest, "="); least {
		rest, bound = after, AtLeast
	}
	num, den, slash := strings.Cut(rest, "/")
	n, errNum := strconv.ParseUint(num, 10, 16)
	d, errDen := strconv.ParseUint(den, 10, 16)
	if !more || !slash || errNum != nil || errDen != nil {
		return refused
	}
	*m = Majority{int(n), int(d), bound}
	return nil
}
