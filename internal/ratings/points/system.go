package points

import (
	"strings"

	"nzgs/internal/civil"
)

// Kind says which table an event gives points by.
type Kind string

// The kinds of events.
const (
	National Kind = "national"
	Regional Kind = "regional"
)

// System is how points are given and lost from a day on.
type System struct {
	From     civil.Date // its first day; zero: always
	National []Amount   // what the first places of a national event have, the winner's first
	Regional []Amount   // and of a regional one
	Loss     Share      // what everyone loses at the end of the points year
	Fixed    Amount     // what the representative loses besides
}

// Shipped is the system as the society has had it, each version from the first day of the year it is known from: the
// tables and the quarter of the motion of 1987, and the representative's deduction as it was changed.
func Shipped() []System {
	since := func(year int, fixed Amount) System {
		s := System{
			National: []Amount{1000, 700, 500, 300, 200, 100}, Regional: []Amount{400, 300, 200, 100},
			Loss: 2500, Fixed: fixed,
		}
		if year != 0 {
			s.From = civil.On(year, 1, 1)
		}
		return s
	}
	return []System{since(0, 3300), since(1995, 2250), since(2002, 3000)}
}

func (s *System) table(k Kind) []Amount {
	if k == National {
		return s.National
	}
	return s.Regional
}

// tableText is a table as a line of the ledger cites it.
func (s *System) tableText(k Kind) string {
	if len(s.table(k)) == 0 {
		return string(k) + " event: no place has points"
	}
	var all []string
	for _, a := range s.table(k) {
		all = append(all, a.short())
	}
	return string(k) + " event: " + strings.Join(all, ", ") + " by final score alone"
}
