package meetings

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// MotionPage is a motion at the meeting: its text, its amendments, the votes,
// and what came of them. It is used at the chair's table, on a phone.
type MotionPage struct {
	kit.Page
	Meeting    *kit.Link // where the chair goes on, for whoever may
	Number     string
	By, Kind   string
	State      kit.Badge
	Text       string
	Moved      []constitution.Piece // what its amendments made of the text, where they did
	Changes    []string
	Rules      []kit.WordChange // of the constitution's wording
	Facts      []kit.Fact
	Findings   []kit.Finding
	Amendments []AmendmentCard
	Panel      *BallotPanel   // of what is to be decided now
	Votes      *BallotPanel   // of the motion itself, while an amendment is decided
	Move       *kit.SmallForm // an amendment
	Moving     bool           // one was refused
	EndsTitle  string
	Ends       []*kit.PostButton // what else may become of it, without a reason
	Reasoned   *kit.SmallForm    // what else may become of it, with one
	Reasons    string            // what Reasoned is for
	Reasoning  bool              // it is what comes next, or was refused
	Edit       string
	Undo       string // where the outcome is set aside
	Prints     []kit.Link
}

// AmendmentCard is an amendment with the votes on it.
type AmendmentCard struct {
	Number, By string
	Text       []constitution.Piece // as it would make the motion, word by word
	Changes    []string
	Rules      []kit.WordChange
	State      kit.Badge
	Votes      *BallotPanel
	Ends       []*kit.PostButton
	Undo       string // where its outcome is set aside
}

func wordChanges(v meetings.View, change []meetings.FigureChange) []kit.WordChange {
	return wordChangesOf(v.RuleChanges(change))
}

func wordChangesOf(changes []meetings.RuleChange) []kit.WordChange {
	var out []kit.WordChange
	for _, ch := range changes {
		out = append(out, kit.WordChange{Heading: kit.CiteRules(ch.Heading()), Pieces: ch.Pieces})
	}
	return out
}

var motionView = kit.NewView[MotionPage](templates, "motion.html")

// motionOf reads the motion of the address, of the meeting of the address.
func (s *Desk) motionOf(c echo.Context) (meetings.View, meetings.Motion, error) {
	v, err := s.meetingView(c)
	if err != nil {
		return v, meetings.Motion{}, err
	}
	id, err := kit.PathID[meetings.MotionID](c, "motion")
	if err != nil {
		return v, meetings.Motion{}, err
	}
	for _, m := range v.Motions {
		if m.ID == id {
			return v, m, nil
		}
	}
	return v, meetings.Motion{}, apperr.New(apperr.NotFound, "Motion not found at this meeting.")
}

// motionRun is motionOf for whoever records what happens at the meeting.
func (s *Desk) motionRun(c echo.Context) (meetings.View, meetings.Motion, error) {
	v, m, err := s.motionOf(c)
	if err == nil && !v.May.Hold && !v.May.Chair {
		err = errNotRunning()
	}
	return v, m, err
}

func (s *Desk) motion(c echo.Context) error {
	v, m, err := s.motionOf(c)
	if err != nil {
		return err
	}
	return s.showMotion(c, kit.NewFilling(), v, m, nil)
}

func (s *Desk) showMotion(
	c echo.Context, in *kit.Filling, v meetings.View, m meetings.Motion, refused error,
) error {
	page := MotionPage{
		Page:    s.meetingPage(c, v.Meeting, "Motion "+strconv.Itoa(m.Number)+": "+m.Title),
		Meeting: motionChairLink(v, m), By: movedBy(m), State: motionBadge(m.State), Text: m.Text,
		Changes: v.ChangeTexts(m.Change), Rules: wordChanges(v, m.Change),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if m.Kind == constitution.Constitutional {
		page.Kind = "Amends the constitution"
	}
	if m.Moved != m.Text {
		page.Moved = constitution.CompareWords(m.Moved, m.Text)
	}
	page.Facts = motionFacts(v, m)
	switch {
	case m.State != meetings.Pending: // nothing stands in its way any more
	case v.Meeting.State != meetings.Open:
		page.Findings = findingLines(m.Late)
	default:
		page.Findings = findingLines(m.Stops)
		if m.Ready || slices.ContainsFunc(m.Amendments, func(a meetings.Amendment) bool { return a.Fate == constitution.Undecided }) {
			for i := range page.Findings { // that it is decided by post is no mistake, nor an amendment under way
				page.Findings[i].Kind = kit.KindInfo
			}
		}
	}
	url := motionURL(v.Meeting.ID, m.ID)
	if v.May.Propose && m.State == meetings.Pending && !m.OnNotice {
		page.Edit = url + "/edit"
	}
	page.votes(in, v, m)
	page.ends(in, v, m)
	if v.May.Vote && v.Meeting.Kind != meetings.EGM && m.State == meetings.Pending {
		page.Prints = []kit.Link{
			{Label: "Ballot papers (PDF)", URL: kit.MeetingURL(v.Meeting.ID, "ballots.pdf") + "?motion=" + kit.IDText(m.ID)},
			{Label: "Count slip (PDF)", URL: kit.MeetingURL(v.Meeting.ID, "count.pdf") + "?motion=" + kit.IDText(m.ID)},
		}
	}
	return motionView.Render(c, status, page)
}

// motionChairLink leads to the motion's item on the chair's page: the next
// step once the motion is decided.
func motionChairLink(v meetings.View, m meetings.Motion) *kit.Link {
	if !opens(v) {
		return nil
	}
	link := &kit.Link{Label: "In the chair", Kind: "secondary"}
	if v.Meeting.State == meetings.Open && m.State != meetings.Pending {
		link = &kit.Link{Label: "Back to the chair’s page"}
	}
	var item meetings.ItemID
	if i := slices.IndexFunc(v.Agenda, func(a meetings.AgendaItem) bool { return a.Item == m.Item && !a.Own() }); i >= 0 {
		item = v.Agenda[i].ID
	}
	link.URL = chairURL(v.Meeting.ID, item)
	return link
}

func motionFacts(v meetings.View, m meetings.Motion) []kit.Fact {
	var out []kit.Fact
	if !m.Received.IsZero() {
		received := kit.Fact{Label: "Received", Value: m.Received.Long()}
		if len(m.Timely.Steps) > 0 {
			trace := kit.RuleTrace(received.Value, m.Timely)
			received = kit.Fact{Label: "Received", Trace: &trace}
		}
		out = append(out, received)
	}
	if i := slices.IndexFunc(v.Motions, func(o meetings.Motion) bool { return o.ID == m.About }); i >= 0 {
		about := v.Motions[i]
		out = append(out, kit.Fact{
			Label: "About", Value: "Motion " + strconv.Itoa(about.Number) + ". " + about.Title,
			URL: motionURL(v.Meeting.ID, about.ID),
		})
	}
	if !m.Accepted.IsZero() {
		out = append(out, kit.Fact{Label: "Accepted late by the secretary", Value: m.Accepted.Long() + ": " + m.LateReason})
	}
	if from, ok := v.Words(m); !ok && m.CopiedFrom != 0 && v.Previous != nil {
		out = append(out, kit.Fact{
			Label: "Sent in for", Value: v.Previous.Title() + ", which had no quorum", URL: kit.MeetingURL(v.Previous.ID),
		})
	} else if ok {
		out = append(out, kit.Fact{
			Label: "Words", Value: strconv.Itoa(from.Number) + ". " + from.Title, URL: motionURL(v.Meeting.ID, from.ID),
		})
	}
	if v.Meeting.Kind.General() && len(v.Notices) > 0 {
		text := "No"
		if m.OnNotice {
			text = "Yes"
		}
		out = append(out, kit.Fact{Label: "On the agenda of the notice", Value: text})
	}
	switch {
	case m.Kind == constitution.Constitutional && v.Meeting.Kind == meetings.EGM:
		text := "When the result of the postal vote is declared (rule 5.13)"
		out = append(out, kit.Fact{Label: "If carried, in force", Value: text})
	case m.Kind == constitution.Constitutional:
		effect, t := v.Constitution.AmendmentEffect(v.Day())
		trace := kit.RuleTrace("From the end of the meeting, "+effect.Long(), t)
		out = append(out, kit.Fact{Label: "If carried, in force", Trace: &trace})
	}
	if m.State != meetings.Pending {
		trace := kit.RuleTrace(m.State.Label(), m.Trace)
		out = append(out, kit.Fact{Label: "Outcome", Trace: &trace})
	}
	if day, stands := v.StandsSince(m); stands {
		out = append(out, kit.Fact{
			Label: "Stands", Value: "It was decided on " + day.Long() + ", before the meeting was adjourned. " + meetings.ToChangeIt,
		})
	}
	if m.Reason != "" {
		out = append(out, kit.Fact{Label: "Reason", Value: m.Reason})
	}
	if m.PaperNumber > 0 {
		out = append(out, kit.Fact{Label: "On the voting papers", Value: "Motion " + strconv.Itoa(m.PaperNumber)})
	}
	return out
}

// votes puts the amendments and the votes on the page. What is to be decided
// now, the next amendment or the motion, has the forms.
func (p *MotionPage) votes(in *kit.Filling, v meetings.View, m meetings.Motion) {
	url := motionURL(v.Meeting.ID, m.ID)
	votes := v.May.Vote && m.State == meetings.Pending
	next := meetings.AmendmentID(0)
	for _, a := range m.Amendments {
		if a.Fate == constitution.Undecided {
			next = a.ID
			break
		}
	}
	text := m.Moved // as it stands before the amendment
	for _, a := range m.Amendments {
		n := strconv.Itoa(a.Number)
		panel := ballotPanel(a.Ballot, "Votes on amendment "+n, a.Fate != constitution.Undecided)
		if votes && a.ID == next {
			panel.Title = "Put amendment " + n + " to the vote"
			panel.take(p, in, v, m, a.Ballot, a.ID, a.Version)
			p.Panel, panel = panel, nil
		}
		card := AmendmentCard{
			Number: n, Text: constitution.CompareWords(text, a.Text), Changes: v.ChangeTexts(a.Change),
			Rules: wordChanges(v, a.Change),
			By:    amendedBy(a), State: fateBadge(a.Fate), Votes: panel,
		}
		if _, stands := v.AmendmentStandsSince(a); votes && a.Fate != constitution.Undecided && !m.Ballot.Put() && !stands {
			card.Undo = votesURL(v, m.ID, "undo", a.ID, 0)
		}
		if a.Fate == constitution.Adopted {
			text = a.Text
		}
		if votes && a.Fate == constitution.Undecided && !a.Put() {
			card.Ends = []*kit.PostButton{p.end(url, "withdraw_amendment", "Withdrawn", "quiet", a.Version, a.ID)}
		}
		p.Amendments = append(p.Amendments, card)
	}
	panel := ballotPanel(m.Ballot, "Votes on the motion", m.State != meetings.Pending)
	if votes && next == 0 && v.Meeting.Kind != meetings.EGM {
		panel.Title = "Put the motion to the vote"
		panel.take(p, in, v, m, m.Ballot, 0, m.Version)
		p.Panel = panel
	} else if len(panel.Counts)+len(panel.Undone) > 0 {
		if m.State != meetings.Pending {
			panel.Outcome = nil // it stands with the motion
		}
		p.Votes = panel
	}
	if votes {
		p.move(in, v, m)
	}
	if undeclared(v, m) {
		panel.Title = "It was put to the vote, and the outcome is not declared"
		panel.declares(p, v.Meeting.ID, m.ID, m.Ballot, 0, m.Version)
	}
	if _, stands := v.StandsSince(m); v.May.Vote && m.State != meetings.Pending && !stands {
		p.Undo = votesURL(v, m.ID, "undo", 0, 0)
	}
}

// undeclared reports whether a motion was voted on before the meeting was adjourned,
// and whoever looks at it may still declare the outcome.
func undeclared(v meetings.View, m meetings.Motion) bool {
	return v.Meeting.State == meetings.Adjourned && v.May.Close && m.State == meetings.Pending && m.Put()
}

// move is the form of an amendment; it begins with the motion as it reads.
func (p *MotionPage) move(in *kit.Filling, v meetings.View, m meetings.Motion) {
	if !in.Sends("text") {
		in.Set("text", m.Text)
		fillChange(in, m.Change)
	}
	fields := []kit.Field{
		{Name: "text", Label: "The motion as it would read", Type: "textarea", Rows: 5, Required: true},
		presentField(v, "mover", "Moved by"), presentField(v, "seconder", "Seconded by"),
	}
	if m.Kind == constitution.Constitutional {
		startWordings(in, v.Record)
		fields = append(fields, changeFields(v.Constitution)...)
	}
	p.Move = &kit.SmallForm{
		FormKey: p.Form("amend"), Action: motionURL(v.Meeting.ID, m.ID, "amend"), Submit: "Record the amendment",
		Kind: "secondary",
	}
	for _, f := range fields {
		f = in.Field(&p.Page, f)
		p.Move.Fields, p.Moving = append(p.Move.Fields, f), p.Moving || f.Error != ""
	}
}

// amendedBy says who moved and seconded an amendment.
func amendedBy(a meetings.Amendment) string {
	by := "Moved by " + someoneText(a.Mover, "the chair")
	if a.Seconder.Person != 0 {
		by += ", seconded by " + a.Seconder.String()
	}
	return by
}

func fateBadge(f constitution.Fate) kit.Badge {
	kind := kit.KindNeutral
	switch f {
	case constitution.Adopted:
		kind = kit.KindSuccess
	case constitution.Rejected, constitution.Ruled:
		kind = kit.KindError
	case constitution.Withdrawn:
		kind = kit.KindWarning
	}
	return kit.Badge{Kind: kind, Text: kit.Capital(fateText(f))}
}
