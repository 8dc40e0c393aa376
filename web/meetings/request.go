package meetings

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

const requestsPath = kit.MeetingsPath + "/requests"

func requestURL(id meetings.RequestID) string { return requestsPath + "/" + kit.IDText(id) }

// RequestsPage lists what members asked for in writing.
type RequestsPage struct {
	kit.Page
	Rows  []RequestRow
	Pager *kit.Pager
	Empty *kit.Empty
}

// RequestRow is a request in the list.
type RequestRow struct {
	Received, URL string
	Recorded      string
	Meeting       kit.Link // that was called on it
}

// RequestPage is a request with what rule 5.1 makes of it: before it is
// recorded, with the form below, and after.
type RequestPage struct {
	kit.Page
	Assessment *AssessmentCard
	Facts      []kit.Fact
	Proposals  []MotionRow
	Papers     *Papers
	Next       kit.NextStep // whether an EGM is called on it
	Groups     []kit.FieldGroup
	Action     string
	Checked    bool // the form was checked as it stands
}

// AssessmentCard is what rule 5.1 says of a request.
type AssessmentCard struct {
	Stands     bool
	Answer     kit.Trace
	HoldBy     kit.Trace
	Findings   []kit.Finding
	Signatures []SignatureRow
}

// SignatureRow is one signature under a request.
type SignatureRow struct {
	Number string
	Name   string
	State  kit.Badge
	Why    string
}

var (
	requestsView = kit.NewView[RequestsPage](templates, "requests.html")
	requestView  = kit.NewView[RequestPage](templates, "request.html")
)

func (s *Desk) requestList(c echo.Context) error {
	list, err := s.meetings.Requests(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := RequestsPage{Page: s.Page(c, "Requests for an EGM", meetingsCrumb)}
	shown, pager := kit.Paged(c, list, meetingsPerPage)
	page.Pager = pager
	for _, r := range shown {
		row := RequestRow{
			Received: r.Received.Long(), URL: requestURL(r.ID), Recorded: r.RecordedAt.Date().Long() + ", by " + r.RecordedBy,
		}
		if r.Meeting != 0 {
			row.Meeting = kit.Link{Label: "The meeting", URL: kit.MeetingURL(r.Meeting)}
		}
		page.Rows = append(page.Rows, row)
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "No requests",
			Text: "When members ask for an EGM in writing (rule 5.1), record the request here. The signatures are checked " +
				"against the register.",
		}
	}
	return requestsView.Render(c, http.StatusOK, page)
}

// proposalRows is how many proposals the form has room for at first.
const proposalRows, maxProposals = 2, 12

func (s *Desk) requestNew(c echo.Context) error {
	return s.showRequestForm(c, kit.NewFilling(), nil, nil)
}

// showRequestForm answers with the form of a request: refused, with what rule 5.1
// says of it once it is checked, or as it is at first.
func (s *Desk) showRequestForm(
	c echo.Context, in *kit.Filling, checked *meetings.Assessment, refused error,
) error {
	page := RequestPage{
		Page:   s.Page(c, "Record a request for an EGM", meetingsCrumb, kit.Crumb{Label: "Requests", URL: requestsPath}),
		Action: requestsPath + "/new",
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	if checked != nil {
		page.Assessment, page.Checked = assessmentCard(*checked), true
	}
	field := func(f kit.Field) kit.Field { return in.Field(&page.Page, f) }
	page.Groups = []kit.FieldGroup{
		{Legend: "The request", Rows: [][]kit.Field{{
			field(kit.Field{
				Name: "received", Label: "Received by the secretary on", Type: "date", Required: true, Width: "medium",
			}),
			field(kit.PersonField(
				"proposer", "Proposer", "One of those who signed: name or member number.",
			).Proposing(kit.NamesPath)),
		}}, Fields: []kit.Field{
			field(kit.Field{
				Name: "signers", Label: "Who signed", Type: "textarea", Rows: 11,
				Hint: "One name or member number on each line, as on the paper. A name that is not in the register does not " +
					"count.",
				Required: true,
			}),
		}},
		{Legend: "Proposals"},
		{Legend: "In support", Fields: []kit.Field{
			field(kit.Field{
				Name: "document", Label: "What was written in support", Type: "textarea",
				Hint: "Rule 5.4. Leave it empty if there is nothing. Files are added once the request is recorded.",
			}),
		}},
	}
	for i := range max(proposalRows, min(proposalsGiven(in)+1, maxProposals)) {
		n := strconv.Itoa(i + 1)
		title := field(kit.Field{Name: "title_" + n, Label: "Proposal " + n, MaxLength: 200})
		if i == 0 {
			title.ID, title.Error = "proposals", page.ErrorOn("proposals")
		}
		page.Groups[1].Fields = append(page.Groups[1].Fields, title,
			field(kit.Field{Name: "text_" + n, Label: "Wording of proposal " + n, Type: "textarea", Rows: 3}),
			field(kit.Field{
				Name: "kind_" + n, Label: "What proposal " + n + " changes", Type: "select", Options: []kit.Option{
					{Value: string(constitution.Ordinary), Label: "Not the constitution"},
					{Value: string(constitution.Constitutional), Label: "The constitution"},
				},
			}),
		)
	}
	return requestView.Render(c, status, page)
}

// proposalsGiven is how many rows of proposals were filled in.
func proposalsGiven(in *kit.Filling) int {
	n := 0
	for i := range maxProposals {
		at := strconv.Itoa(i + 1)
		if in.Text("title_"+at) != "" || in.Text("text_"+at) != "" {
			n = i + 1
		}
	}
	return n
}

// maxSignatures bounds the lines that are looked up.
const maxSignatures = 500

// readRequest reads the form; everybody of the register can be meant.
func (s *Desk) readRequest(c echo.Context, in *kit.Filling) (meetings.RequestInput, error) {
	register, err := s.members.All(c.Request().Context(), s.Actor(c), members.RegisterFilter{})
	if err != nil {
		return meetings.RequestInput{}, err
	}
	list := make([]meetings.Someone, len(register.Entries))
	for i, e := range register.Entries {
		list[i] = meetings.Someone{Person: e.Person.ID, Name: e.Person.Name.String()}
	}
	everybody := meant(list)
	out := meetings.RequestInput{
		Received: in.Day("received"), Proposer: in.Person("proposer", everybody), Signers: readSigners(in, everybody),
		Document: in.Lines("document"),
	}
	for i := range maxProposals {
		at := strconv.Itoa(i + 1)
		p := meetings.RequestedProposal{
			Title: in.Text("title_" + at), Text: in.Text("text_" + at), Kind: constitution.Kind(in.Text("kind_" + at)),
		}
		if p.Title != "" || p.Text != "" {
			out.Proposals = append(out.Proposals, p)
		}
	}
	return out, nil
}

// readSigners reads who signed, a line each. Who is not in the register signed all
// the same; who may be several is a problem.
func readSigners(in *kit.Filling, everybody kit.People) []meetings.Signer {
	var out []meetings.Signer
	var problems []string
	for line := range strings.Lines(in.Lines("signers")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if len(out) == maxSignatures {
			problems = append(problems, "Enter at most "+strconv.Itoa(maxSignatures)+" signatures.")
			break
		}
		found, problem := everybody.Find(line)
		if strings.HasPrefix(problem, "Several") {
			problems = append(problems, "“"+line+"”: "+problem)
		}
		out = append(out, meetings.Signer{Person: found.Person, Name: line})
	}
	if problems != nil {
		in.Problem("signers", "%s", strings.Join(problems, " "))
	}
	return out
}

// requestSave checks the request first; sent again from the checked form, it
// is recorded.
func (s *Desk) requestSave(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	request, err := s.readRequest(c, in)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	assessed, err := s.meetings.AssessRequest(ctx, actor, request)
	if err := in.Refusal(err); err != nil {
		return s.showRequestForm(c, in, nil, err)
	}
	if in.Text("do") != "record" {
		return s.showRequestForm(c, in, &assessed, nil)
	}
	id, err := s.meetings.RecordRequest(ctx, actor, request)
	if err != nil {
		return s.showRequestForm(c, in, nil, err)
	}
	s.Flash(c, kit.KindSuccess, "The request is recorded.")
	return kit.SeeOther(c, requestURL(id))
}

func assessmentCard(a meetings.Assessment) *AssessmentCard {
	answer := "The request is not valid yet"
	if a.Valid {
		answer = "The request is valid"
	}
	card := &AssessmentCard{
		Stands: a.Valid, Answer: kit.RuleTrace(answer, a.Trace), Findings: findingLines(a.Findings),
		HoldBy: kit.RuleTrace(dayOrText(a.HoldBy.By, ""), a.HoldBy.Trace),
	}
	for i, sig := range a.Signatures {
		row := SignatureRow{
			Number: strconv.Itoa(i + 1), Name: sig.Name, State: kit.Badge{Kind: kit.KindSuccess, Text: "Counts"}, Why: sig.Why,
		}
		if !sig.Counts {
			row.State = kit.Badge{Kind: kit.KindWarning, Text: "Does not count"}
		}
		card.Signatures = append(card.Signatures, row)
	}
	return card
}

func (s *Desk) request(c echo.Context) error {
	id, err := kit.PathID[meetings.RequestID](c, "request")
	if err != nil {
		return err
	}
	return s.showRequest(c, id, nil)
}

// showRequest shows a request, and what keeps a document from being added to it.
func (s *Desk) showRequest(c echo.Context, id meetings.RequestID, refused error) error {
	r, assessed, err := s.meetings.Request(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := RequestPage{
		Page: s.Page(
			c, "Request of "+r.Received.Long(), meetingsCrumb, kit.Crumb{Label: "Requests", URL: requestsPath},
		),
		Assessment: assessmentCard(assessed),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	papers := papersOf(
		&page.Page, r.Papers, func(part ...string) string { return requestURL(id) + "/" + strings.Join(part, "/") }, true,
	)
	papers.Title = "Documents that came with it"
	papers.Intro = "In support of the proposals (rule 5.4), and the signed request itself if you like. Those that are here " +
		"when notice of the meeting is given go to all members with it: leave out what they should not read."
	page.Papers = &papers
	page.Facts = []kit.Fact{
		{Label: "Received", Value: r.Received.Long()},
		{Label: "Recorded", Value: r.RecordedAt.Long() + ", by " + r.RecordedBy},
	}
	for _, sig := range assessed.Signatures {
		if sig.Person == r.Proposer && sig.Person != 0 {
			page.Facts = append(page.Facts, kit.Fact{Label: "Proposer", Value: sig.Name})
			break
		}
	}
	if r.Document != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "In support", Value: r.Document})
	}
	for i, p := range r.Proposals {
		row := MotionRow{
			Number: strconv.Itoa(i + 1), Title: p.Title, Text: p.Text,
			State: kit.Badge{Kind: kit.KindNeutral, Text: "As asked for"},
		}
		if p.Kind == constitution.Constitutional {
			row.Kind = "Affects the constitution"
		}
		page.Proposals = append(page.Proposals, row)
	}
	if r.Meeting != 0 {
		page.Facts = append(page.Facts, kit.Fact{Label: "Meeting", Value: "Called on it", URL: kit.MeetingURL(r.Meeting)})
	}
	page.Next = requestNext(r, assessed, s.meetings.Holds(s.Actor(c)))
	return requestView.Render(c, status, page)
}

// requestNext is what comes after a request was recorded, for whoever holds meetings
// and for others on the committee.
func requestNext(r meetings.Request, a meetings.Assessment, holds bool) kit.NextStep {
	plan := &kit.Link{Label: "Plan the EGM", URL: kit.MeetingsPath + "/new?kind=egm&request=" + kit.IDText(r.ID)}
	switch {
	case r.Meeting != 0:
		return kit.NextStep{
			Kind: kit.KindSuccess, Title: "The EGM is called", Text: "What comes next is on the meeting’s page.",
			Link: &kit.Link{Label: "The meeting", URL: kit.MeetingURL(r.Meeting)},
		}
	case !holds:
		return others("An EGM is to be called", holders+" plans it.")
	case a.Valid:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Call the EGM", Text: "It is held by " + a.HoldBy.By.Long() + " (rule 5.1).", Link: plan,
		}
	}
	plan.Kind = "secondary"
	return kit.NextStep{
		Kind: kit.KindWarning, Title: "The request does not stand", Link: plan,
		Text: "No meeting has to be called on it (rule 5.1). The committee may still call one.",
	}
}
