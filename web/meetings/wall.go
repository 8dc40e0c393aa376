package meetings

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// WallPage is what the room sees: the item, the motion, the votes.
type WallPage struct {
	kit.Page
	Name   string
	When   string
	Quorum string
	Items  []ChairItem
	Motion *MotionRow
	Panel  *BallotPanel
	Again  string // the address it refreshes itself from
}

var wallView = kit.NewView[WallPage](templates, "wall.html")

// meetingWall shows on the wall what the chair has under way: the motion with
// the latest count or amendment, else the next one.
func (s *Desk) meetingWall(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	m := v.Meeting
	page := WallPage{
		Page: s.Page(c, m.Title()), Name: m.Kind.Label(), When: whenText(m), Again: kit.MeetingURL(m.ID, "wall"),
		Quorum: quorumTrace(v.Quorum).Value,
	}
	page.Shape = kit.ShapeProjector
	for i, item := range v.Agenda {
		page.Items = append(page.Items, ChairItem{Letter: agendaLetter(i), Title: item.Title})
	}
	if order := wallOrder(v.Motions); len(order) > 0 {
		page.put(order[0])
	}
	return wallView.Render(c, http.StatusOK, page)
}

// put shows a motion, or the amendment of it that is decided first.
func (p *WallPage) put(motion meetings.Motion) {
	row := motionRow(motion, "")
	p.Motion, p.Panel = &row, ballotPanel(motion.Ballot, "", motion.State != meetings.Pending)
	i := slices.IndexFunc(motion.Amendments, func(a meetings.Amendment) bool { return a.Fate == constitution.Undecided })
	if i < 0 {
		return
	}
	a := motion.Amendments[i]
	row.Title += ": amendment " + strconv.Itoa(a.Number)
	row.Text, row.By, p.Panel = a.Text, amendedBy(a), ballotPanel(a.Ballot, "", false)
}

// wallOrder puts first what the room looks at: what was begun and is not
// decided, then what is to come, then the latest decision.
func wallOrder(list []meetings.Motion) []meetings.Motion {
	begun := func(m meetings.Motion) bool { return len(m.Counts)+len(m.Amendments) > 0 }
	rank := func(m meetings.Motion) int {
		switch {
		case m.State == meetings.Pending && begun(m):
			return 0
		case m.State == meetings.Pending:
			return 1
		}
		return 2
	}
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b meetings.Motion) int {
		if r := rank(a) - rank(b); r != 0 {
			return r
		}
		if rank(a) == 2 && a.DecidedAt != b.DecidedAt {
			if a.DecidedAt.After(b.DecidedAt) {
				return -1
			}
			return 1
		}
		return a.Number - b.Number
	})
	return out
}
