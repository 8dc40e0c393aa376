package meetings

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// WallPage is what the room sees: the item that the chair deals with, its motion,
// the votes, and who speaks.
type WallPage struct {
	kit.Page
	Name     string
	When     string
	Quorum   string
	Item     *ChairItem // that is dealt with; nil while the meeting is not open
	Items    []ChairItem
	Motion   *MotionRow
	Panel    *BallotPanel
	Lines    []string // of the elections
	Speakers []SpeakerRow
	Again    string // the address it refreshes itself from
}

var wallView = kit.NewView[WallPage](templates, "wall.html")

// meetingWall shows on the wall what the chair deals with: the item, and the motion
// under it that is before the meeting or was decided last.
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
	held, err := s.electionsAt(c, m)
	if err != nil {
		return err
	}
	for i, item := range v.Agenda {
		page.Items = append(page.Items, ChairItem{Letter: agendaLetter(i), Title: item.Title})
	}
	if now := dealtWith(v, held); now >= 0 {
		page.deal(v, held, now)
	}
	return wallView.Render(c, http.StatusOK, page)
}

// deal shows an item.
func (p *WallPage) deal(v meetings.View, held []elections.View, now int) {
	item := v.Agenda[now]
	p.Item = &p.Items[now]
	if motion, ok := wallMotion(v, item); ok {
		p.put(v, motion)
	}
	for _, one := range v.SpeakersOn(item.ID) {
		p.Speakers = append(p.Speakers, SpeakerRow{Name: one.Name, Speaking: one.Speaking})
	}
	for _, e := range held {
		ordinary := e.Post == elections.Ordinary
		if item.Item != constitution.ElectOfficers && item.Item != constitution.ElectOrdinary ||
			ordinary != (item.Item == constitution.ElectOrdinary) {
			continue
		}
		names := make([]string, 0, len(e.Candidates))
		for _, one := range e.Standing() {
			names = append(names, one.Person.Name)
		}
		p.Lines = append(p.Lines, e.Post.Title()+": "+orText(listText(names), "no one stands"))
	}
}

func orText(text, none string) string {
	if text == "" {
		return none
	}
	return text
}

// wallMotion is the motion of an item that the room looks at: the one that is before
// the meeting, or else the one decided last.
func wallMotion(v meetings.View, item meetings.AgendaItem) (out meetings.Motion, ok bool) {
	if _, id := v.UnderWay(); id != 0 {
		i := slices.IndexFunc(v.Motions, func(m meetings.Motion) bool { return m.ID == id })
		return v.Motions[i], true
	}
	if open := undecided(v, item); len(open) > 0 {
		return open[0], true
	}
	for _, m := range v.Motions {
		if v.ItemOf(m) == item.ID && (!ok || m.DecidedAt.After(out.DecidedAt)) {
			out, ok = m, true
		}
	}
	return out, ok
}

// put shows a motion, or the amendment of it that is decided first.
func (p *WallPage) put(v meetings.View, motion meetings.Motion) {
	row := motionRow(motion, "").changing(v, motion)
	p.Motion, p.Panel = &row, ballotPanel(motion.Ballot, "", motion.State != meetings.Pending)
	i := slices.IndexFunc(motion.Amendments, func(a meetings.Amendment) bool { return a.Fate == constitution.Undecided })
	if i < 0 || len(row.Under) == 0 {
		return
	}
	a := motion.Amendments[i]
	row.Title += ": amendment " + strconv.Itoa(a.Number)
	row.By, p.Panel = amendedBy(a), ballotPanel(a.Ballot, "", false)
	row.Pieces, row.Changes, row.Rules = row.Under[0].Pieces, row.Under[0].Changes, row.Under[0].Rules
}
