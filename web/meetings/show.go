package meetings

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// OverviewPage is a meeting: with everything for those who run it or sit on the
// committee, for other members what was published of it.
type OverviewPage struct {
	kit.Page
	Head     Head
	Next     kit.NextStep
	Edit     string // address of the form that changes date and place, or ""
	Cancel   string
	Facts    []kit.Fact
	Timeline *Timeline
	Agenda   Agenda
	Motions  []MotionRow
	Propose  []kit.Link
	Notice   *NoticeCard
	Papers   *Papers
	Actions  []ActionRow
	NewTask  *kit.SmallForm
	Tasking  bool // it was refused
	Minutes  string

	Apologies *Apologies
}

// MotionRow is a motion in a list, with what became of it.
type MotionRow struct {
	Number, Title, URL string
	Text               string
	By                 string
	Kind               string // "Amends the constitution", or ""
	State              kit.Badge
	Outcome            *kit.Trace
	Findings           []kit.Finding
	Amendments         []string

	Pieces  []constitution.Piece // what amendments made of it, word by word; nil: nothing
	Under   []AmendmentRow       // amendments that are still to be decided
	Changes []string             // of the constitution's figures
	Rules   []kit.WordChange     // and of its wording
}

// AmendmentRow is an amendment by the words that it takes out and puts in.
type AmendmentRow struct {
	Title, By string
	Pieces    []constitution.Piece
	Changes   []string
	Rules     []kit.WordChange
}

// NoticeCard is a notice that was given.
type NoticeCard struct {
	Given      string   // "Given on 27 February 2026"
	Still      []string // what has not left
	Timeliness kit.Trace
	Reached    string
	Body       string
	Hashes     string // of what was sent; "" of a notice of before they were kept
	Altered    bool   // the text that is kept is not the one that was sent
	PDF        string
	Form       string // address of the nomination form, of an AGM that is to come
}

var overviewView = kit.NewView[OverviewPage](templates, "meeting.html")

// meeting shows a meeting: as it is run, or as it was published.
func (s *Desk) meeting(c echo.Context) error {
	v, err := s.meetingView(c)
	switch apperr.KindOf(err) {
	case apperr.Forbidden, apperr.NotFound:
		return s.publishedMeeting(c)
	}
	if err != nil {
		return err
	}
	return s.showMeeting(c, kit.NewFilling(), v, nil)
}

func (s *Desk) showMeeting(c echo.Context, in *kit.Filling, v meetings.View, refused error) error {
	m := v.Meeting
	page := OverviewPage{Page: s.Page(c, m.Title(), meetingsCrumb), Head: meetingHead(v, "")}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if v.May.Edit {
		page.Edit = kit.MeetingURL(m.ID, "edit")
	}
	if v.May.Cancel {
		page.Cancel = kit.MeetingURL(m.ID, "cancel")
	}
	page.Facts = meetingFacts(v)
	vote, err := s.voteFact(c, m)
	if err != nil {
		return err
	}
	if vote != nil {
		page.Facts = append(page.Facts, *vote)
	}
	if page.Next, err = s.askNext(c, v, v.Day(), vote != nil); err != nil {
		return err
	}
	page.Timeline = s.savedTimeline(v)
	page.Agenda = agendaOf(&page.Page, in, v)
	for _, motion := range v.Motions {
		page.Motions = append(page.Motions, motionRow(motion, motionURL(m.ID, motion.ID)).changing(v, motion))
	}
	if v.May.Propose {
		page.Propose = []kit.Link{{Label: "Record a proposal", URL: kit.MeetingURL(m.ID, "motions", "new")}}
		if m.Kind == meetings.AGM {
			page.Propose = append(page.Propose, kit.Link{
				Label: "Record an amendment of the constitution",
				URL:   kit.MeetingURL(m.ID, "motions", "new") + "?kind=constitutional",
			})
		}
	}
	if len(v.Notices) > 0 {
		page.Notice = noticeCard(m, v.Notices[0])
	}
	if len(v.Papers) > 0 {
		papers := papersOf(&page.Page, v.Papers, func(part ...string) string { return kit.MeetingURL(m.ID, part...) }, false)
		page.Papers = &papers
	}
	page.tasks(in, v)
	page.Apologies = apologiesOf(&page.Page, in, v)
	return overviewView.Render(c, status, page)
}

// mayOf is what may be done with elections of one meeting: the same with each.
func mayOf(list []elections.View) elections.May {
	if len(list) == 0 {
		return elections.May{}
	}
	return list[0].May
}

// furtherURL is where the further date of a meeting without a quorum is set.
func furtherURL(m meetings.Meeting) string {
	return kit.MeetingsPath + "/new?kind=" + string(m.Kind) + "&follows=" + kit.IDText(m.ID)
}

// meetingFacts are what is known of a meeting beside its dates.
func meetingFacts(v meetings.View) []kit.Fact {
	m := v.Meeting
	var out []kit.Fact
	add := func(f kit.Fact) { out = append(out, f) }
	if m.Kind == meetings.EGM {
		by := kit.Fact{Label: "Called", Value: "On the committee’s initiative"}
		if v.Request != nil {
			by.Value, by.URL = "On the request received on "+v.Request.Received.Long(), requestURL(v.Request.ID)
		}
		add(by)
	}
	if v.Previous != nil {
		add(kit.Fact{Label: "Further date of", Value: v.Previous.Title(), URL: kit.MeetingURL(v.Previous.ID)})
	}
	if v.Further != nil {
		add(kit.Fact{Label: "Further date", Value: v.Further.Title(), URL: kit.MeetingURL(v.Further.ID)})
	}
	for _, d := range v.Days.Before() {
		if d.Meeting == m.ID {
			add(kit.Fact{Label: "Earlier date", Value: d.Day.Long() + ", until " + d.Until.Long()})
		}
	}
	out = append(out, sittingFacts(v)...)
	if (m.State.Held() || m.State == meetings.Inquorate) && m.State != meetings.Adjourned {
		quorum := quorumTrace(v.Quorum)
		add(kit.Fact{Label: "Quorum", Trace: &quorum})
	}
	if v.Chair.Person != 0 {
		chair := kit.RuleTrace(v.Chair.Name, v.Chair.Trace)
		add(kit.Fact{Label: "In the chair", Trace: &chair})
	}
	if len(v.Tellers) > 0 {
		add(kit.Fact{Label: "Tellers", Value: namesOf(v.Tellers)})
	}
	if m.Reason != "" {
		add(kit.Fact{Label: "Called off because", Value: m.Reason})
	}
	return out
}

func quorumTrace(q meetings.Quorum) kit.Trace {
	text := strconv.Itoa(q.Present) + " of " + strconv.Itoa(q.Needed) + " needed"
	if q.Online > 0 {
		text += "; " + strconv.Itoa(q.Online) + " online, not counted"
	}
	return kit.RuleTrace(text, q.Trace)
}

func namesOf(list []meetings.Someone) string {
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = one.String()
	}
	return listText(names)
}

// listText is "A", "A and B", "A, B and C".
func listText(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		out := names[0]
		for _, name := range names[1 : n-1] {
			out += ", " + name
		}
		return out + " and " + names[n-1]
	}
}

// motionRow is a motion as a list shows it.
func motionRow(m meetings.Motion, url string) MotionRow {
	row := MotionRow{
		Number: strconv.Itoa(m.Number), Title: m.Title, URL: url, Text: m.Text, By: movedBy(m), State: motionBadge(m.State),
	}
	if m.Kind == constitution.Constitutional {
		row.Kind = "Amends the constitution"
	}
	if m.State != meetings.Pending && len(m.Trace.Steps)+len(m.Trace.Outcome) > 0 {
		trace := kit.RuleTrace(m.State.Label(), m.Trace)
		row.Outcome = &trace
	}
	if m.State == meetings.Pending {
		row.Findings = findingLines(m.Late)
	}
	for _, a := range m.Amendments {
		row.Amendments = append(row.Amendments, "Amendment "+strconv.Itoa(a.Number)+": "+fateText(a.Fate))
		if a.Fate == constitution.Undecided && m.State == meetings.Pending {
			row.Under = append(row.Under, AmendmentRow{
				Title: "Amendment " + strconv.Itoa(a.Number), By: amendedBy(a), Pieces: constitution.CompareWords(m.Text, a.Text),
			})
		}
	}
	if m.Text != m.Moved && m.State == meetings.Pending {
		row.Pieces = constitution.CompareWords(m.Moved, m.Text)
	}
	return row
}

// changing is the row with what the motion, and each amendment to it, would change
// in the constitution.
func (row MotionRow) changing(v meetings.View, m meetings.Motion) MotionRow {
	row.Changes, row.Rules = v.ChangeTexts(m.Change), wordChanges(v, m.Change)
	under := row.Under
	for _, a := range m.Amendments {
		if a.Fate == constitution.Undecided && len(under) > 0 {
			under[0].Changes, under[0].Rules = v.ChangeTexts(a.Change), wordChanges(v, a.Change)
			under = under[1:]
		}
	}
	return row
}

// movedBy says who proposed and seconded a motion.
func movedBy(m meetings.Motion) string {
	switch {
	case m.Origin == constitution.FromCommittee:
		return "From the committee"
	case m.Origin == constitution.Formal:
		return "Moved from the chair"
	case m.Mover.Person == 0:
		return ""
	}
	out := "Proposed by " + m.Mover.String()
	if m.Seconder.Person != 0 {
		out += ", seconded by " + m.Seconder.String()
	}
	return out
}

func fateText(f constitution.Fate) string {
	switch f {
	case constitution.Adopted:
		return "adopted"
	case constitution.Rejected:
		return "rejected"
	case constitution.Withdrawn:
		return "withdrawn"
	case constitution.Ruled:
		return "ruled out"
	}
	return "to be decided"
}

func noticeCard(m meetings.Meeting, n meetings.Notice) *NoticeCard {
	card := &NoticeCard{
		Given: noticeGiven(n), Still: n.Leaving.Lines(), Timeliness: kit.RuleTrace(timelinessText(n.Timeliness), n.Trace),
		Body: n.Body, Hashes: noticeHashes(n), Altered: n.Altered(),
		PDF: kit.MeetingURL(m.ID, "notice.pdf") + "?notice=" + strconv.Itoa(n.Number),
	}
	if n.Way == meetings.Newsletter {
		card.Reached = "In the newsletter"
		return card
	}
	card.Reached = noticeTo(n)
	if len(n.Unreached) > 0 {
		card.Still = append(card.Still, "No letter can go to "+namesOf(n.Unreached)+": no address is known")
	}
	return card
}

// noticeHashes tells what was sent from what someone says was sent.
func noticeHashes(n meetings.Notice) string {
	switch {
	case n.BodyHash == "":
		return ""
	case n.PrintHash == "":
		return "SHA-256 of the text: " + n.BodyHash
	}
	return "SHA-256 of the text: " + n.BodyHash + "; of the PDF: " + n.PrintHash
}

// noticeTo says whom the letters of a notice are for; what has left is said beside it.
func noticeTo(n meetings.Notice) string {
	verb := "Letters"
	if n.Leaving.Still() > 0 {
		verb = "Letters written"
	}
	return verb + " to " + kit.Plural(n.Mail, "member", "members") + " by e-mail, " + strconv.Itoa(n.Post) + " by post"
}

// noticeGiven says when a notice was given: when its last letter left.
func noticeGiven(n meetings.Notice) string {
	if given := n.Leaving.Given(); !given.IsZero() {
		return "Given on " + given.Long()
	}
	return "Written on " + n.Sent.Long() + ", not yet given to everyone"
}

func timelinessText(t constitution.Timeliness) string {
	switch t {
	case constitution.InTime:
		return "In time"
	case constitution.Exactly:
		return "With no day to spare"
	case constitution.TooLate:
		return "Too late"
	case constitution.NotYet:
		return "Not given yet"
	}
	return "" // of the committee's meetings: no rule asks for days
}

// publishedMeeting shows a general meeting as every member sees it.
func (s *Desk) publishedMeeting(c echo.Context) error {
	p, err := kit.ByID(s.Site, s.meetings.Published)(c)
	if err != nil {
		return err
	}
	m := p.Meeting
	page := OverviewPage{
		Page: s.Page(c, m.Title(), meetingsCrumb),
		Head: Head{When: whenText(m), Place: m.Place, Online: m.Online, State: meetingBadge(m)},
	}
	if p.Next != nil {
		page.Head.continues(*p.Next)
	}
	page.Apologies = apologiesOf(&page.Page, kit.NewFilling(), meetings.View{Record: meetings.Record{Meeting: m}, Own: p.Own})
	page.Agenda.Items = agendaRows(p.Agenda)
	for _, motion := range p.Motions {
		row := motionRow(motion, "")
		row.Changes, row.Rules = p.Changes[motion.ID], wordChangesOf(p.Rules[motion.ID])
		page.Motions = append(page.Motions, row)
	}
	if p.Notice != nil {
		page.Notice = noticeCard(m, *p.Notice)
		if m.Kind == meetings.AGM && m.State == meetings.NoticeSent {
			page.Notice.Form = kit.MeetingURL(m.ID, "nomination.pdf")
		}
	}
	if len(p.Papers) > 0 {
		papers := papersOf(&page.Page, p.Papers, func(part ...string) string { return kit.MeetingURL(m.ID, part...) }, false)
		page.Papers = &papers
	}
	page.Facts = meetingFacts(meetings.View{Record: meetings.Record{Meeting: m, Quorum: p.Quorum, Chair: p.Chair}})
	vote, err := s.voteFact(c, m)
	if err != nil {
		return err
	}
	if vote != nil {
		page.Facts = append(page.Facts, *vote)
	}
	if p.Minutes != nil {
		page.Minutes = kit.MeetingURL(m.ID, "minutes")
	}
	seen := meetings.View{
		Record: meetings.Record{Meeting: m, Motions: p.Motions, Chair: p.Chair, Tellers: p.Tellers}, Own: p.Own,
		Further: p.Further,
	}
	if p.Minutes != nil {
		seen.Minutes = *p.Minutes
	}
	if page.Next, err = s.askNext(c, seen, p.On, vote != nil); err != nil {
		return err
	}
	return overviewView.Render(c, http.StatusOK, page)
}
