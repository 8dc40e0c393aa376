package meetings

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
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
	Plan       string // where an EGM is planned on it, or ""
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
	for _, r := range list {
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
	return s.showRequestForm(c, http.StatusOK, s.newRequestPage(c))
}

func (s *Desk) newRequestPage(c echo.Context) RequestPage {
	return RequestPage{
		Page:   s.Page(c, "Record a request for an EGM", meetingsCrumb, kit.Crumb{Label: "Requests", URL: requestsPath}),
		Action: requestsPath + "/new",
	}
}

func (s *Desk) showRequestForm(c echo.Context, status int, page RequestPage) error {
	p := &page.Page
	page.Groups = []kit.FieldGroup{
		{Legend: "The request", Rows: [][]kit.Field{{
			p.Field(kit.Field{
				Name: "received", Label: "Received by the secretary on", Type: "date", Value: kit.FormText(c, "received"),
				Required: true, Width: "medium",
			}),
			p.Field(kit.Field{
				Name: "proposer", Label: "Proposer", Hint: "One of those who signed: name or member number.",
				Value: kit.FormText(c, "proposer"), Autocomplete: "off",
			}),
		}}, Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "signers", Label: "Who signed", Type: "textarea", Rows: 11, Value: c.FormValue("signers"),
				Hint: "One name or member number on each line, as on the paper. A name that is not in the register does not " +
					"count.",
				Required: true,
			}),
		}},
		{Legend: "Proposals"},
		{Legend: "In support", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "document", Label: "Document that came with it", Type: "textarea", Value: c.FormValue("document"),
				Hint: "Rule 5.4. Leave it empty if there is none.",
			}),
		}},
	}
	given := proposalsGiven(c)
	for i := range max(proposalRows, min(given+1, maxProposals)) {
		n := strconv.Itoa(i + 1)
		kind := constitution.Kind(kit.FormText(c, "kind_"+n))
		fields := []kit.Field{
			{ID: "title_" + n, Name: "title_" + n, Label: "Proposal " + n, Value: kit.FormText(c, "title_"+n), MaxLength: 200},
			{
				ID: "text_" + n, Name: "text_" + n, Label: "Wording of proposal " + n, Type: "textarea", Rows: 3,
				Value: c.FormValue("text_" + n),
			},
			{ID: "kind_" + n, Name: "kind_" + n, Label: "What proposal " + n + " changes", Type: "select", Options: []kit.Option{
				{Value: string(constitution.Ordinary), Label: "Not the constitution"},
				{
					Value: string(constitution.Constitutional), Label: "The constitution",
					Selected: kind == constitution.Constitutional,
				}}},
		}
		if i == 0 {
			fields[0].ID, fields[0].Error = "proposals", page.ErrorOn("proposals")
		}
		page.Groups[1].Fields = append(page.Groups[1].Fields, fields...)
	}
	return requestView.Render(c, status, page)
}

// proposalsGiven is how many rows of proposals were filled in.
func proposalsGiven(c echo.Context) int {
	n := 0
	for i := range maxProposals {
		at := strconv.Itoa(i + 1)
		if kit.FormText(c, "title_"+at) != "" || kit.FormText(c, "text_"+at) != "" {
			n = i + 1
		}
	}
	return n
}

// maxSignatures bounds the lines that are looked up.
const maxSignatures = 500

// readRequest reads the form; everybody of the register can be meant.
func (s *Desk) readRequest(c echo.Context) (in meetings.RequestInput, f apperr.Fields, err error) {
	register, err := s.members.List(c.Request().Context(), s.Actor(c), members.RegisterFilter{Size: members.MaxPageSize})
	if err != nil {
		return in, f, err
	}
	everybody := make([]meetings.Someone, len(register.Entries))
	for i, e := range register.Entries {
		everybody[i] = meetings.Someone{Person: e.Person.ID, Name: e.Person.Name.String()}
	}
	in.Received = meetingDay(c, &f, "received")
	in.Proposer = namedPerson(c, &f, "proposer", everybody)
	lines := strings.FieldsFunc(c.FormValue("signers"), func(r rune) bool { return r == '\n' || r == '\r' })
	if len(lines) > maxSignatures {
		f.Add("signers", "Enter at most %d signatures.", maxSignatures)
		lines = lines[:maxSignatures]
	}
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		found, problem := whoIsNamed(line, everybody)
		if strings.HasPrefix(problem, "Several") {
			f.Add("signers", "“%s”: %s", line, problem)
		}
		in.Signers = append(in.Signers, meetings.Signer{Person: found.Person, Name: line})
	}
	for i := range maxProposals {
		at := strconv.Itoa(i + 1)
		p := meetings.RequestedProposal{
			Title: kit.FormText(c, "title_"+at), Text: strings.TrimSpace(c.FormValue("text_" + at)),
			Kind: constitution.Kind(kit.FormText(c, "kind_"+at)),
		}
		if p.Title != "" || p.Text != "" {
			in.Proposals = append(in.Proposals, p)
		}
	}
	in.Document = strings.TrimSpace(c.FormValue("document"))
	return in, f, nil
}

// requestSave checks the request first; sent again from the checked form, it
// is recorded.
func (s *Desk) requestSave(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	in, f, err := s.readRequest(c)
	if err != nil {
		return err
	}
	page := s.newRequestPage(c)
	assessed, err := s.meetings.AssessRequest(ctx, actor, in)
	if err = merged(f, err); err != nil {
		if !page.Invalid(err) {
			return err
		}
		return s.showRequestForm(c, http.StatusUnprocessableEntity, page)
	}
	if kit.FormText(c, "do") != "record" {
		page.Assessment, page.Checked = assessmentCard(assessed), true
		return s.showRequestForm(c, http.StatusOK, page)
	}
	id, err := s.meetings.RecordRequest(ctx, actor, in)
	if err != nil {
		if !page.Invalid(err) {
			return err
		}
		return s.showRequestForm(c, http.StatusUnprocessableEntity, page)
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
	} else {
		page.Plan = kit.MeetingsPath + "/new?kind=egm&request=" + kit.IDText(r.ID)
	}
	return requestView.Render(c, http.StatusOK, page)
}
