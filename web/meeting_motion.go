package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// MotionPage is a motion at the meeting: its text, its amendments, the votes,
// and what came of them. It is used at the chair's table, on a phone.
type MotionPage struct {
	Page
	Meeting    *Link // where the chair goes on, for whoever may
	Number     string
	By, Kind   string
	State      Badge
	Text       string
	Moved      string // the text before its amendments, where it differs
	Changes    []string
	Facts      []Fact
	Findings   []FindingLine
	Amendments []AmendmentCard
	Panel      *BallotPanel // of what is to be decided now
	Votes      *BallotPanel // of the motion itself, while an amendment is decided
	Move       *AmendmentForm
	Ends       []*PostButton // what else may become of it, without a reason
	Reasoned   *ReasonForm   // what else may become of it, with one
	Edit       string
	Prints     []Link
}

// BallotPanel is the votes on a motion or an amendment, and how another is
// recorded (partial "ballot-panel").
type BallotPanel struct {
	Title    string
	Counts   []CountRow
	Outcome  *Trace // what the decisive count comes to
	Voice    []*PostButton
	Form     *CountForm
	Equal    []*PostButton // the chair's vote
	Silent   *PostButton   // takes it back
	Declare  *PostButton
	Declared bool
}

// CountRow is a vote as it was counted.
type CountRow struct {
	Method, Result, At string
	Decides            bool
}

// CountForm records a count of hands or papers.
type CountForm struct {
	FormKey
	URL    string
	Hidden []Hidden
	Method Field
	Votes  []Field
}

// AmendmentCard is an amendment with the votes on it.
type AmendmentCard struct {
	Number, Text, By string
	State            Badge
	Votes            *BallotPanel
	Ends             []*PostButton
}

// AmendmentForm moves an amendment.
type AmendmentForm struct {
	FormKey
	URL    string
	Fields []Field
	Open   bool
}

// ReasonForm records an end of a motion that needs a reason.
type ReasonForm struct {
	FormKey
	URL    string
	Hidden []Hidden
	Fields []Field
	Open   bool
}

var motionView = newView[MotionPage]("meetings/motion.html")

// motionOf reads the motion of the address, of the meeting of the address.
func (s *Server) motionOf(c echo.Context) (meetings.View, meetings.Motion, error) {
	v, err := s.meetingView(c)
	if err != nil {
		return v, meetings.Motion{}, err
	}
	id, err := pathID[meetings.MotionID](c, "motion")
	if err != nil {
		return v, meetings.Motion{}, err
	}
	for _, m := range v.Motions {
		if m.ID == id {
			return v, m, nil
		}
	}
	return v, meetings.Motion{}, apperr.New(apperr.NotFound, "There is no such motion at this meeting.")
}

// motionRun is motionOf for whoever records what happens at the meeting.
func (s *Server) motionRun(c echo.Context) (meetings.View, meetings.Motion, error) {
	v, m, err := s.motionOf(c)
	if err == nil && !v.May.Hold && !v.May.Chair {
		err = errNotRunning()
	}
	return v, m, err
}

func (s *Server) motion(c echo.Context) error {
	v, m, err := s.motionOf(c)
	if err != nil {
		return err
	}
	return s.showMotion(c, http.StatusOK, v, m, nil)
}

func (s *Server) showMotion(c echo.Context, status int, v meetings.View, m meetings.Motion, refused error) error {
	page := MotionPage{
		Page:    s.meetingPage(c, v.Meeting, "Motion "+strconv.Itoa(m.Number)+": "+m.Title),
		Meeting: motionChairLink(v, m), By: movedBy(m), State: motionBadge(m.State), Text: m.Text,
		Changes: changeLines(v.Constitution, m.Change),
	}
	if refused != nil && !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	if m.Kind == constitution.Constitutional {
		page.Kind = "Amends the constitution"
	}
	if m.Moved != m.Text {
		page.Moved = m.Moved
	}
	page.Facts = motionFacts(v, m)
	page.Findings = findingLines(m.Late)
	if m.State == meetings.Pending && v.Meeting.State == meetings.Open {
		page.Findings = findingLines(m.Stops)
		if slices.ContainsFunc(m.Amendments, func(a meetings.Amendment) bool { return a.Fate == constitution.Undecided }) {
			for i := range page.Findings { // an amendment under way is no mistake
				page.Findings[i].Kind = KindInfo
			}
		}
	}
	url := motionURL(v.Meeting.ID, m.ID)
	if v.May.Propose && m.State == meetings.Pending && !m.OnNotice {
		page.Edit = url + "/edit"
	}
	page.votes(c, v, m)
	page.ends(c, v, m)
	if v.May.Vote && v.Meeting.Kind != meetings.EGM && m.State == meetings.Pending {
		page.Prints = []Link{{Label: "Ballot papers (PDF)", URL: meetingURL(v.Meeting.ID, "ballots.pdf") + "?motion=" + idText(m.ID)}, {Label: "Count slip (PDF)", URL: meetingURL(v.Meeting.ID, "count.pdf") + "?motion=" + idText(m.ID)}}
	}
	return motionView.render(c, status, page)
}

// motionChairLink leads to the motion's item on the chair's page: the next
// step once the motion is decided.
func motionChairLink(v meetings.View, m meetings.Motion) *Link {
	if !opens(v) {
		return nil
	}
	link := &Link{Label: "In the chair", Kind: "secondary"}
	if v.Meeting.State == meetings.Open && m.State != meetings.Pending {
		link = &Link{Label: "Back to the chair’s page"}
	}
	var item meetings.ItemID
	if i := slices.IndexFunc(v.Agenda, func(a meetings.AgendaItem) bool { return a.Item == m.Item && !a.Own() }); i >= 0 {
		item = v.Agenda[i].ID
	}
	link.URL = chairURL(v.Meeting.ID, item)
	return link
}

func motionFacts(v meetings.View, m meetings.Motion) []Fact {
	var out []Fact
	if !m.Received.IsZero() {
		out = append(out, Fact{Label: "Received", Value: m.Received.Long()})
	}
	if !m.Accepted.IsZero() {
		out = append(out, Fact{Label: "Taken late by the secretary", Value: m.Accepted.Long() + ": " + m.LateReason})
	}
	if v.Meeting.Kind.General() && len(v.Notices) > 0 {
		text := "No"
		if m.OnNotice {
			text = "Yes"
		}
		out = append(out, Fact{Label: "On the agenda that was sent", Value: text})
	}
	if m.Kind == constitution.Constitutional {
		effect, t := v.Constitution.AmendmentEffect(v.Meeting.Date)
		trace := ruleTrace("From the end of the meeting, "+effect.Long(), t)
		out = append(out, Fact{Label: "If carried, in force", Trace: &trace})
	}
	if m.State != meetings.Pending {
		trace := ruleTrace(m.State.Label(), m.Trace)
		out = append(out, Fact{Label: "Outcome", Trace: &trace})
	}
	if m.Reason != "" {
		out = append(out, Fact{Label: "Reason", Value: m.Reason})
	}
	if m.PaperNumber > 0 {
		out = append(out, Fact{Label: "On the voting papers", Value: "Motion " + strconv.Itoa(m.PaperNumber)})
	}
	return out
}

// changeLines say what a change makes of the constitution's figures.
func changeLines(c constitution.Constitution, change []meetings.FigureChange) []string {
	var out []string
	for _, ch := range change {
		for _, f := range c.Figures.List() {
			if f.Name == ch.Name {
				out = append(out, f.Label+" (rule "+f.Rule+"): "+figureValue(f)+" → "+strings.TrimSpace(ch.Value+" "+f.Unit))
			}
		}
	}
	return out
}

// votes puts the amendments and the votes on the page. What is to be decided
// now, the next amendment or the motion, has the forms.
func (p *MotionPage) votes(c echo.Context, v meetings.View, m meetings.Motion) {
	url := motionURL(v.Meeting.ID, m.ID)
	votes := v.May.Vote && m.State == meetings.Pending
	next := meetings.AmendmentID(0)
	for _, a := range m.Amendments {
		if a.Fate == constitution.Undecided {
			next = a.ID
			break
		}
	}
	for _, a := range m.Amendments {
		n := strconv.Itoa(a.Number)
		panel := ballotPanel(a.Ballot, "Votes on amendment "+n, a.Fate != constitution.Undecided)
		if votes && a.ID == next {
			panel.Title = "Put amendment " + n + " to the vote"
			panel.take(p, c, url, v, a.Ballot, a.ID, a.Version)
			p.Panel, panel = panel, nil
		}
		card := AmendmentCard{Number: n, Text: a.Text, By: amendedBy(a), State: fateBadge(a.Fate), Votes: panel}
		if votes && a.Fate == constitution.Undecided && len(a.Counts) == 0 {
			card.Ends = []*PostButton{p.end(url, "withdraw_amendment", "Withdrawn", "quiet", a.Version, a.ID)}
		}
		p.Amendments = append(p.Amendments, card)
	}
	panel := ballotPanel(m.Ballot, "Votes on the motion", m.State != meetings.Pending)
	if votes && next == 0 && v.Meeting.Kind != meetings.EGM {
		panel.Title = "Put the motion to the vote"
		panel.take(p, c, url, v, m.Ballot, 0, m.Version)
		p.Panel = panel
	} else if len(panel.Counts) > 0 {
		if m.State != meetings.Pending {
			panel.Outcome = nil // it stands with the motion
		}
		p.Votes = panel
	}
	if votes {
		p.Move = &AmendmentForm{FormKey: p.Form("amend"), URL: url + "/amend", Open: p.errorOn("mover")+p.errorOn("text")+p.errorOn("seconder")+p.errorOn("change") != ""}
		p.Move.Fields = []Field{p.field(Field{Name: "text", Label: "The motion as it would read", Type: "textarea", Rows: 5, Value: typedOr(c, "text", m.Text), Required: true})}
		p.Move.Fields = append(p.Move.Fields, presentField(&p.Page, c, v, "mover", "Moved by", 0), presentField(&p.Page, c, v, "seconder", "Seconded by", 0))
		p.Move.Fields = append(p.Move.Fields, changeFields(&p.Page, c, v.Constitution, m.Kind, m.Change)...)
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

// typedOr is what was typed, or the value that stands there otherwise.
func typedOr(c echo.Context, name, value string) string {
	if c.Request().Method == http.MethodPost && c.Request().PostForm.Has(name) {
		return c.FormValue(name)
	}
	return value
}

func fateBadge(f constitution.Fate) Badge {
	kind := KindNeutral
	switch f {
	case constitution.Adopted:
		kind = KindSuccess
	case constitution.Rejected, constitution.Ruled:
		kind = KindError
	case constitution.Withdrawn:
		kind = KindWarning
	}
	return Badge{kind, capital(fateText(f))}
}

// ballotPanel is the votes that were taken.
func ballotPanel(b meetings.Ballot, title string, declared bool) *BallotPanel {
	panel := &BallotPanel{Title: title, Declared: declared}
	for _, n := range b.Counts {
		panel.Counts = append(panel.Counts, CountRow{Method: n.Method.Label(), Result: countedText(n.Count), At: momentText(n.At), Decides: n.No == b.Decisive})
	}
	if b.Decisive > 0 {
		trace := ruleTrace(decisionText(b.Outcome), b.Outcome.Trace)
		panel.Outcome = &trace
	}
	return panel
}

func countedText(n constitution.Count) string {
	switch {
	case n.Method != constitution.Voice:
		return strconv.Itoa(n.Votes.Yes) + " yes, " + strconv.Itoa(n.Votes.No) + " no, " + plural(n.Votes.Abstain, "abstention", "abstentions")
	case n.Call == constitution.Ayes:
		return "The ayes have it"
	}
	return "The noes have it"
}

func decisionText(o constitution.Outcome) string {
	switch {
	case o.Divided:
		return "Equal votes"
	case o.Carried:
		return "Carried"
	}
	return "Not carried"
}

// take adds to a panel the forms by which a vote is recorded.
func (b *BallotPanel) take(p *MotionPage, c echo.Context, url string, v meetings.View, votes meetings.Ballot, amendment meetings.AmendmentID, saved int64) {
	about := []Hidden{{"amendment", idText(amendment)}}
	name := "v" + idText(amendment)
	for _, call := range []struct {
		call  constitution.Call
		label string
	}{{constitution.Ayes, "The ayes have it"}, {constitution.Noes, "The noes have it"}} {
		button := p.button(name+string(call.call), url+"/count", call.label, append(about, Hidden{"method", string(constitution.Voice)}, Hidden{"call", string(call.call)})...)
		button.Kind = "secondary"
		b.Voice = append(b.Voice, button)
	}
	method := formText(c, "method")
	b.Form = &CountForm{FormKey: p.Form(name + "count"), URL: url + "/count", Hidden: about,
		Method: p.field(Field{Name: "method", Label: "Counted by", Type: "radios", Options: []Option{
			{Value: string(constitution.Hands), Label: constitution.Hands.Label(), Selected: method != string(constitution.Ballot)},
			{Value: string(constitution.Ballot), Label: constitution.Ballot.Label(), Selected: method == string(constitution.Ballot)},
		}})}
	for _, f := range []Field{{Name: "yes", Label: "Yes"}, {Name: "no", Label: "No"}, {Name: "abstain", Label: "Abstain"}} {
		f.Value, f.InputMode, f.Width, f.Autocomplete = typedOr(c, f.Name, ""), "numeric", "short", "off"
		b.Form.Votes = append(b.Form.Votes, p.field(f))
	}
	if votes.Decisive == 0 {
		return
	}
	ver := version(saved)
	if votes.ChairMay && v.May.CastVote {
		for _, vote := range []struct {
			vote  constitution.ChairVote
			label string
		}{{constitution.ChairYes, "The chair votes yes"}, {constitution.ChairNo, "The chair votes no"}} {
			b.Equal = append(b.Equal, p.button(name+"chair"+string(vote.vote), url+"/chair-vote", vote.label, append(about, ver, Hidden{"chair", string(vote.vote)})...))
		}
	}
	if votes.ChairVote != constitution.ChairSilent && v.May.CastVote {
		b.Silent = p.button(name+"silent", url+"/chair-vote", "Take the chair’s vote back", append(about, ver, Hidden{"chair", ""})...)
		b.Silent.Kind = "quiet"
	}
	label := "Declare: " + strings.ToLower(decisionText(votes.Outcome))
	if votes.Outcome.Divided {
		label = "Declare: not carried, the chair does not vote"
	}
	b.Declare = p.button(name+"declare", url+"/declare", label, append(about, ver)...)
	if votes.Outcome.Divided {
		b.Declare.Kind = "secondary"
	}
}

// Ways in which a motion or an amendment comes to its end without a vote.
const (
	endWithdraw          = "withdraw"
	endRuleOut           = "rule_out"
	endSetAside          = "set_aside"
	endLapse             = "lapse"
	endFrame             = "frame"
	endAcceptLate        = "accept_late"
	endWithdrawAmendment = "withdraw_amendment"
	endRuleOutAmendment  = "rule_out_amendment"
)

func (p *MotionPage) end(url, do, label, kind string, saved int64, amendment meetings.AmendmentID) *PostButton {
	b := p.button("end"+do+idText(amendment), url+"/end", label, Hidden{"do", do}, Hidden{"amendment", idText(amendment)}, version(saved))
	b.Kind = kind
	return b
}

// ends puts on the page what else may become of the motion.
func (p *MotionPage) ends(c echo.Context, v meetings.View, m meetings.Motion) {
	if m.State != meetings.Pending {
		return
	}
	url := motionURL(v.Meeting.ID, m.ID)
	var options []Option
	add := func(value, label, hint string) {
		options = append(options, Option{Value: value, Label: label, Hint: hint, Selected: formText(c, "do") == value})
	}
	if v.May.Vote {
		if v.Meeting.Kind == meetings.EGM && m.Ready {
			p.Ends = append(p.Ends, p.end(url, endFrame, "The wording is final: send it to the postal vote", "", m.Version, 0))
		}
		put := len(m.Counts) > 0
		if m.Kind == constitution.Constitutional && !put {
			p.Ends = append(p.Ends, p.end(url, endLapse, "It lapsed: proposer or seconder is absent", "secondary", m.Version, 0))
		}
		if !put {
			p.Ends = append(p.Ends, p.end(url, endSetAside, "The meeting did not come to it", "secondary", m.Version, 0))
		}
		add(endWithdraw, "Withdrawn", "By who moved it.")
		add(endRuleOut, "Not taken by the chair", "")
		for _, a := range m.Amendments {
			if a.Fate == constitution.Undecided {
				add(endRuleOutAmendment+":"+idText(a.ID), "Amendment "+strconv.Itoa(a.Number)+" not taken by the chair", "It is not relevant (rule 4.18).")
			}
		}
	} else if v.May.Propose {
		add(endWithdraw, "Withdrawn", "By who proposed it.")
	}
	if v.May.Propose && v.Meeting.State.Upcoming() && v.Meeting.State != meetings.Open && len(m.Late) > 0 && m.Accepted.IsZero() {
		add(endAcceptLate, "Take it although it is late", "The secretary may find that practical (rule 4.17); the reason is recorded.")
	}
	if options == nil {
		return
	}
	if len(options) == 1 {
		options[0].Selected = true
	}
	p.Reasoned = &ReasonForm{FormKey: p.Form("reason"), URL: url + "/end", Hidden: []Hidden{version(m.Version)}, Open: p.errorOn("reason")+p.errorOn("late_reason")+p.errorOn("do") != ""}
	reason := p.field(Field{Name: "reason", Label: "Reason", Type: "textarea", Rows: 2, Value: typedOr(c, "reason", "")})
	if late := p.errorOn("late_reason"); late != "" {
		reason.ID, reason.Error = "late_reason", late
	}
	p.Reasoned.Fields = []Field{p.field(Field{Name: "do", Label: "What became of it", Type: "radios", Options: options, Required: true}), reason}
}

// voteNumber reads how many votes were counted; an empty field is none.
func voteNumber(c echo.Context, f *apperr.Fields, name string) int {
	text := formText(c, name)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 100_000 {
		f.Add(name, "Enter the number of votes, such as 8.")
		return 0
	}
	return n
}

// motionCount records a vote.
func (s *Server) motionCount(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	var f apperr.Fields
	in := meetings.CountInput{Motion: m.ID, Amendment: formID[meetings.AmendmentID](c, "amendment"), Method: constitution.Method(formText(c, "method"))}
	if in.Method == constitution.Voice {
		in.Call = constitution.Call(formText(c, "call"))
	} else {
		in.Votes = constitution.Votes{Yes: voteNumber(c, &f, "yes"), No: voteNumber(c, &f, "no"), Abstain: voteNumber(c, &f, "abstain")}
	}
	err = f.Err()
	if err == nil {
		err = s.meetings.RecordCount(c.Request().Context(), s.actor(c), in)
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	s.flash(c, KindSuccess, "The vote is recorded. Nothing is decided before it is declared.")
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionChairVote records the chair's own vote on equal votes.
func (s *Server) motionChairVote(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	vote := constitution.ChairVote(formText(c, "chair"))
	if err := s.meetings.CastChairVote(c.Request().Context(), s.actor(c), m.ID, formID[meetings.AmendmentID](c, "amendment"), formVersion(c), vote); err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	text := "The chair’s vote is recorded."
	if vote == constitution.ChairSilent {
		text = "The chair’s vote is taken back."
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionDeclare declares what the votes came to.
func (s *Server) motionDeclare(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.actor(c)
	amendment, what := formID[meetings.AmendmentID](c, "amendment"), "The motion"
	var out constitution.Outcome
	if amendment != 0 {
		what = "The amendment"
		out, err = s.meetings.DeclareAmendment(ctx, actor, amendment, formVersion(c))
	} else {
		out, err = s.meetings.Declare(ctx, actor, m.ID, formVersion(c))
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	text := what + " is not carried."
	if out.Carried {
		text = what + " is carried."
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionAmend records an amendment that was moved.
func (s *Server) motionAmend(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	in := meetings.AmendmentInput{Motion: m.ID, Text: strings.TrimSpace(c.FormValue("text")), Mover: formID[meetings.PersonID](c, "mover"), Seconder: formID[meetings.PersonID](c, "seconder")}
	var f apperr.Fields
	if m.Kind == constitution.Constitutional {
		in.Change = readChange(c, &f)
	}
	if err = f.Err(); err == nil {
		_, err = s.meetings.MoveAmendment(c.Request().Context(), s.actor(c), in)
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	s.flash(c, KindSuccess, "The amendment is recorded. It is decided before the motion.")
	return seeOther(c, motionURL(v.Meeting.ID, m.ID)+"#vote")
}

// motionEnd records an end without a vote.
func (s *Server) motionEnd(c echo.Context) error {
	v, m, err := s.motionRun(c)
	if err != nil {
		return err
	}
	ctx, actor, ver, reason := c.Request().Context(), s.actor(c), formVersion(c), formText(c, "reason")
	do, of, _ := strings.Cut(formText(c, "do"), ":")
	amendment := formID[meetings.AmendmentID](c, "amendment")
	text := "Recorded."
	switch do {
	case endWithdraw:
		err = s.meetings.WithdrawMotion(ctx, actor, m.ID, ver, reason)
	case endRuleOut:
		err = s.meetings.RuleOut(ctx, actor, m.ID, ver, reason)
	case endSetAside:
		err = s.meetings.SetAside(ctx, actor, m.ID, ver)
	case endLapse:
		err = s.meetings.Lapse(ctx, actor, m.ID, ver)
	case endFrame:
		text, err = "The wording is fixed for the postal vote.", s.meetings.FrameMotion(ctx, actor, m.ID, ver)
	case endAcceptLate:
		text, err = "The proposal is taken, late, with its reason.", s.meetings.AcceptLate(ctx, actor, m.ID, ver, reason)
	case endWithdrawAmendment:
		err = s.meetings.WithdrawAmendment(ctx, actor, amendment, ver)
	case endRuleOutAmendment:
		for _, a := range m.Amendments {
			if idText(a.ID) == of {
				amendment, ver = a.ID, a.Version
			}
		}
		err = s.meetings.RuleOutAmendment(ctx, actor, amendment, ver, reason)
	default:
		var f apperr.Fields
		f.Add("do", "Choose what became of it.")
		err = f.Err()
	}
	if err != nil {
		return s.showMotion(c, refusalStatus(err), v, m, err)
	}
	s.flash(c, KindSuccess, text)
	return seeOther(c, motionURL(v.Meeting.ID, m.ID))
}
