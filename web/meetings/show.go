package meetings

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

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
}

// NoticeCard is a notice that was given.
type NoticeCard struct {
	Given      string   // "Given on 27 February 2026"
	Still      []string // what has not left
	Timeliness kit.Trace
	Reached    string
	Body       string
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
	page := OverviewPage{Page: s.Page(c, m.Title(), meetingsCrumb), Head: meetingHead(v, ""), Next: meetingStep(v)}
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
	if page.Next.Title == "" && v.May.Hold {
		if err := s.stepWithElections(c, &page, v); err != nil {
			return err
		}
	}
	page.Facts = meetingFacts(v)
	vote, err := s.voteFact(c, m)
	switch {
	case err != nil:
		return err
	case vote != nil:
		page.Facts = append(page.Facts, *vote)
	case page.Next.Title == "" && m.State.Held() && m.State != meetings.Open && hasFramed(v) && s.ManagesPostal(c):
		page.Next = voteToDraft(v)
	}
	page.Timeline = s.savedTimeline(v)
	page.Agenda = agendaOf(&page.Page, in, v)
	for _, motion := range v.Motions {
		page.Motions = append(page.Motions, motionRow(motion, motionURL(m.ID, motion.ID)))
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

// meetingStep is the one thing to do now with a meeting.
func meetingStep(v meetings.View) kit.NextStep {
	m := v.Meeting
	link := func(label string, part ...string) *kit.Link {
		return &kit.Link{Label: label, URL: kit.MeetingURL(m.ID, part...)}
	}
	switch {
	case v.May.SetFurther:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "Arrange a further date",
			Text: "The meeting had no quorum (rule 4.20). Its proposals and nominations carry over.",
			Link: &kit.Link{Label: "Set the further date", URL: furtherURL(m)},
			Also: []kit.Link{{Label: "What rule 4.20 allows", URL: kit.MeetingsPath + "/dissolution"}},
		}
	case v.May.SendNotice && m.State == meetings.Planned && m.Kind.General():
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Give notice",
			Text: "Give notice once the proposals are in. It goes to everyone registered on that day.",
			Link: link("See the notice", "notice"),
		}
	case v.May.Attend && (m.State == meetings.NoticeSent || m.State == meetings.Planned && !m.Kind.General()):
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "On the day: who is here?",
			Text: "Mark everyone who is present at the beginning, then open the meeting from the chair’s page.",
			Link: link("At the door", "door"), Also: []kit.Link{*link("In the chair", "chair")},
		}
	case m.State == meetings.Open && (v.May.Chair || v.May.Hold):
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "The meeting is open", Link: link("In the chair", "chair"),
			Also: []kit.Link{*link("At the door", "door")},
		}
	case v.May.Post && m.State == meetings.NoticeSent:
		return kit.NextStep{
			Kind: kit.KindWarning, Title: "Some letters have not left yet",
			Text: strings.Join(
				v.Notices[0].Leaving.Lines(), ". ",
			) + ". Notice is given when the last letter has left (rule 4.1).",
			Link: link("Roll and labels", "notice"),
		}
	case v.May.WriteMinutes && m.State == meetings.Closed && v.Minutes.Version == 0:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Write the minutes", Text: "You can make a draft from everything that was recorded.",
			Link: link("Minutes", "minutes"),
		}
	}
	return kit.NextStep{}
}

// stepWithElections is the one thing to do with a meeting whose notice is given
// or that is over: its elections, and the day itself.
func (s *Desk) stepWithElections(c echo.Context, page *OverviewPage, v meetings.View) error {
	m := v.Meeting
	list, err := s.electionsAt(c, m)
	if err != nil {
		return err
	}
	show := func(label string) *kit.Link { return &kit.Link{Label: label, URL: electionsURL(m.ID)} }
	switch {
	case m.State == meetings.NoticeSent && m.Kind == meetings.AGM && len(list) == 0:
		page.Next = kit.NextStep{
			Kind: kit.KindInfo, Title: "Prepare the elections",
			Text: "Nominations must reach the secretary before the meeting (rule 4.13).", Link: show("Elections"),
		}
	case m.State == meetings.NoticeSent && slices.ContainsFunc(
		list, func(e elections.View) bool { return len(e.Standing()) == 0 },
	):
		page.Next = kit.NextStep{
			Kind: kit.KindInfo, Title: "Enter the nominations",
			Text: "No one is standing for some posts yet. Nominations must reach the secretary before the meeting (rule 4.13).",
			Link: show("Elections"),
		}
	case m.State == meetings.NoticeSent:
		page.Next = kit.NextStep{
			Kind: kit.KindInfo, Title: "On the day",
			Text: "On " + m.Date.Long() + ", mark those present at the door and open the meeting. Print the sheet for " +
				"signing beforehand.",
			Link: &kit.Link{Label: "Sheet for signing (PDF)", URL: kit.MeetingURL(m.ID, "attendance.pdf")},
		}
	case m.State == meetings.Closed:
		page.Next = electionsNext(elections.MeetingView{Meeting: m, Elections: list, May: mayOf(list)})
		if page.Next.Kind == kit.KindSuccess {
			page.Next = kit.NextStep{}
		} else if page.Next.Title != "" && page.Next.Link == nil {
			page.Next.Link = show("Elections")
		}
	}
	return nil
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
		Body: n.Body, PDF: kit.MeetingURL(m.ID, "notice.pdf"),
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
		page.Motions = append(page.Motions, motionRow(motion, ""))
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
	return overviewView.Render(c, http.StatusOK, page)
}
