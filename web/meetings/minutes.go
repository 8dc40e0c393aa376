package meetings

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/reports"
	"nzgs/web/kit"
)

// MinutesPage is a meeting's minutes as they read.
type MinutesPage struct {
	kit.Page
	Head     Head
	Badge    kit.Badge
	Blocks   []reports.TextBlock
	Edit     string
	Print    string
	Approve  *kit.SmallForm
	Waiting  string // for which meeting the approval waits
	Findings []kit.Finding
	Empty    *kit.Empty
}

// MinutesFormPage writes or changes minutes.
type MinutesFormPage struct {
	kit.FormPage
	Draft bool // the text is a fresh draft
}

var (
	minutesView     = kit.NewView[MinutesPage](templates, "minutes.html")
	minutesFormView = kit.NewView[MinutesFormPage](templates, "minutes_form.html")
)

// minutesReadable reads a meeting whose minutes the actor may read: as they
// stand for those who run it, once approved for every member.
func (s *Desk) minutesReadable(c echo.Context) (meetings.View, error) {
	v, err := s.meetingView(c)
	switch apperr.KindOf(err) {
	case apperr.Forbidden, apperr.NotFound:
		v, err = s.publishedAsView(c)
	}
	if runs := v.May.Hold || v.May.Chair; err == nil && v.Minutes.Text == "" && !runs {
		err = apperr.New(apperr.NotFound, "There are no minutes of this meeting yet.")
	}
	return v, err
}

func minutesState(m meetings.Minutes) string {
	switch {
	case m.Approved != 0:
		return "Approved at the meeting of " + m.ApprovedOn.Long()
	case m.SavedAt.IsZero():
		return "Draft"
	}
	return "Draft of " + m.SavedAt.Date().Long()
}

func (s *Desk) minutes(c echo.Context) error {
	v, err := s.minutesReadable(c)
	if err != nil {
		return err
	}
	return s.showMinutes(c, kit.NewFilling(), v, nil)
}

func (s *Desk) showMinutes(c echo.Context, in *kit.Filling, v meetings.View, refused error) error {
	m := v.Meeting
	page := MinutesPage{
		Page: s.Page(c, "Minutes: "+m.Title(), meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)}),
		Head: meetingHead(v, "minutes"),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Badge = kit.Badge{Kind: kit.KindWarning, Text: minutesState(v.Minutes)}
	if v.Minutes.Approved != 0 {
		page.Badge.Kind = kit.KindSuccess
	}
	page.Blocks = reports.ReadMinutes(v.Minutes.Text)
	if len(page.Blocks) > 0 && page.Blocks[0].Kind == reports.TextHeading && page.Blocks[0].Level == 1 {
		page.Blocks = page.Blocks[1:] // the page has it
	}
	if v.May.WriteMinutes {
		page.Edit = kit.MeetingURL(m.ID, "minutes", "edit")
	}
	if v.Minutes.Text == "" {
		page.Empty = &kit.Empty{
			Title: "No minutes yet",
			Text: "Once the meeting is closed, you can make a draft from everything that was recorded: who was there, the " +
				"motions with their votes and arithmetic, the elections, the tasks.",
		}
		if page.Edit != "" {
			page.Empty.Action = &kit.Link{Label: "Make a draft", URL: page.Edit}
		}
		return minutesView.Render(c, status, page)
	}
	page.Print = kit.MeetingURL(m.ID, "minutes.pdf")
	if v.May.Approve {
		if err := s.approveForm(c, in, &page, v); err != nil {
			return err
		}
	}
	return minutesView.Render(c, status, page)
}

// approveForm asks which later meeting approved the minutes.
func (s *Desk) approveForm(c echo.Context, in *kit.Filling, page *MinutesPage, v meetings.View) error {
	list, err := s.meetings.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	f := kit.Field{
		Name: "at", Label: "Approved at", Type: "select", Required: true, Hint: "The next meeting of its kind approves them.",
		Options: []kit.Option{{Label: "Choose"}},
	}
	for _, m := range append(list.Upcoming, list.Past...) {
		if m.ID != v.Meeting.ID && m.State.Held() && !m.Date.Before(v.Meeting.Date) {
			f.Options = append(f.Options, kit.Option{Value: kit.IDText(m.ID), Label: m.Title()})
		}
	}
	if len(f.Options) == 1 {
		page.Waiting = "The next " + kit.LowerFirst(v.Meeting.Kind.Label()) +
			" approves these minutes. Once it is open, record the approval here."
		return nil
	}
	if step, ok := stepTo(v, meetings.Approved); ok {
		page.Findings = findingLines(step.Findings)
	}
	page.Approve = &kit.SmallForm{
		FormKey: page.Form("approve"), Action: kit.MeetingURL(v.Meeting.ID, "minutes", "approve"),
		Hidden: []kit.Hidden{kit.VersionField(v.Minutes.Version)}, Fields: []kit.Field{in.Field(&page.Page, f)},
		Submit: "Record the approval", Kind: "secondary",
	}
	return nil
}

// minutesText is the text that minutes are changed from: as it is saved, or a draft
// made from what was recorded.
type minutesText struct {
	meetings.View
	text  string
	draft bool
}

// minutesToWrite reads it. What comes in a form is never replaced by a draft.
func (s *Desk) minutesToWrite(c echo.Context) (m minutesText, err error) {
	if m.View, err = s.meetingView(c); err != nil {
		return m, err
	}
	m.text = m.Minutes.Text
	m.draft = c.Request().Method == http.MethodGet && (m.text == "" || c.QueryParam("from") == "record")
	if m.draft {
		m.text, err = s.minutesDraft(c, m.View)
	}
	return m, err
}

func (s *Desk) minutesDraft(c echo.Context, v meetings.View) (string, error) {
	blocks, err := s.electionBlocks(c, v.Meeting)
	if err != nil {
		return "", err
	}
	d, err := s.meetings.DraftMinutes(c.Request().Context(), s.Actor(c), v.Meeting.ID, blocks)
	return d.Markdown(), err
}

func (s *Desk) writeMinutes() kit.Form[minutesText] {
	return kit.Form[minutesText]{
		Site: s.Site, Load: s.minutesToWrite,
		Fill:    func(_ echo.Context, in *kit.Filling, m minutesText) { in.Set("minutes", m.text) },
		Version: func(m minutesText) int64 { return m.Minutes.Version },
		Show: func(c echo.Context, page *kit.FormPage, m minutesText) error {
			of := m.Meeting
			page.Page = s.Page(
				c, "Write the minutes", meetingsCrumb, kit.Crumb{Label: of.Title(), URL: kit.MeetingURL(of.ID)},
				kit.Crumb{Label: "Minutes", URL: kit.MeetingURL(of.ID, "minutes")},
			)
			page.Action, page.Submit = kit.MeetingURL(of.ID, "minutes", "edit"), "Save the minutes"
			page.Back = kit.MeetingURL(of.ID, "minutes")
			page.Group("", kit.Field{
				Name: "minutes", Label: "Text", Type: "textarea", Rows: 30, Required: true,
				Hint: "# and ## begin headings, - and 1. lists, > a motion’s words; **bold** is bold.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, m minutesText) (kit.Done, error) {
			return kit.Done{
				To: kit.MeetingURL(m.Meeting.ID, "minutes"), Message: "The minutes are saved.",
			}, s.meetings.SaveMinutes(c.Request().Context(), s.Actor(c), m.Meeting.ID, in.Version(), in.Lines("minutes"))
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, m minutesText) error {
			return minutesFormView.Render(c, status, MinutesFormPage{FormPage: *page, Draft: m.draft})
		},
	}
}

func (s *Desk) minutesApprove(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	err = s.meetings.ApproveMinutes(
		c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version(), kit.Chosen[meetings.ID](in, "at"),
	)
	if err := in.Refusal(err); err != nil {
		return s.showMinutes(c, in, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The minutes are approved: every member can read them.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "minutes"))
}
