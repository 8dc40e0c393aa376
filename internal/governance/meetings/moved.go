package meetings

import (
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Arranged is a day that a meeting was arranged for.
type Arranged struct {
	Meeting ID
	Day     civil.Date
	Until   civil.Date // last day on which it stood; zero: it stands
}

// Days are the days that a meeting was arranged for, the first one first and
// the one that stands last. Those of the meetings without a quorum whose further
// date it is come before its own.
type Days []Arranged

// Earlier is what rules 4.13, 4.17 and 4.20 ask about something that was
// received on a day: which day of the AGM stood then, and the AGM without a
// quorum that it was sent in for, if it was.
func (d Days) Earlier(received civil.Date) (e constitution.Earlier) {
	if received.IsZero() || len(d) == 0 {
		return e
	}
	at := slices.IndexFunc(d, func(a Arranged) bool { return a.Until.IsZero() || !received.After(a.Until) })
	e.Stood = d[at].Day
	if meeting := d[at].Meeting; meeting != d[len(d)-1].Meeting {
		for _, a := range d[at:] {
			if a.Meeting == meeting {
				e.Carried = a.Day
			}
		}
	}
	return e
}

// Before are the days before the one that stands.
func (d Days) Before() Days {
	if len(d) == 0 {
		return nil
	}
	return d[:len(d)-1]
}
