package members

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Earlier is that somebody was a member before the register has a term, as it was told: who
// was a member already is not registered as a new member (Rule 2.2).
type Earlier struct {
	ID         int64
	Person     PersonID
	From       civil.Date // the last day that is meant by what was told
	To         civil.Date // still a member on it
	Told       string     // as it was told: "1998"
	Source     string     // the file and its row, or who said so
	RecordedAt civil.Instant
	RecordedBy string
}

// earlier finds an earlier membership by which somebody who joins on a day is not new: one that
// began by the last day on which a new member is registered for the year alone, and that counts
// for the standing as a term of these days would.
func (in Joining) earlier(c constitution.Constitution, joined civil.Date) (Earlier, bool) {
	for _, e := range in.Earlier {
		if !(Since{Day: e.From}).before(c, joined) {
			continue
		}
		standing, _ := c.Standing(joined, []constitution.Span{{From: e.From, To: e.To}})
		if standing == constitution.Returning {
			return e, true
		}
	}
	return Earlier{}, false
}
