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
	Head     MeetingHead
	Badge    kit.Badge
	Blocks   []reports.TextBlock
	Edit     string
	Print    string
	Approve  *PickForm
	Waiting  string // for which meeting the approval waits
	Findings []kit.Finding
	Empty    *kit.Empty
}

// MinutesForm writes or changes minutes.
type MinutesForm struct {
	kit.Page
	Action   string
	Hidden   []kit.Hidden
	Text     kit.Field
	Conflict *kit.Conflict
	Draft    bool // the text is a fresh draft
	Back     string
}

var (
	minutesView     = kit.NewView[MinutesPage](templates, "minutes.html")
	minutesFormView = kit.NewView[MinutesForm](templates, "minutes_form.html")
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
	return s.showMinutes(c, http.StatusOK, v, nil)
}

func (s *Desk) showMinutes(c echo.Context, status int, v meetings.View, refused error) error {
	m := v.Meeting
	page := MinutesPage{
		Page: s.Page(c, "Minutes: "+m.Title(), meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)}),
		Head: meetingHead(v, "minutes"),
	}
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
		return refused
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
		if err := s.approveForm(c, &page, v); err != nil {
			return err
		}
	}
	return minutesView.Render(c, status, page)
}

// approveForm asks which later meeting approved the minutes.
func (s *Desk) approveForm(c echo.Context, page *MinutesPage, v meetings.View) error {
	list, err := s.meetings.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	f := page.Field(kit.Field{
		Name: "at", Label: "Approved at", Type: "select", Required: true, Hint: "The next meeting of its kind approves them.",
		Options: []kit.Option{{Label: "Choose"}},
	})
	for _, m := range append(list.Upcoming, list.Past...) {
		if m.ID != v.Meeting.ID && m.State.Held() && !m.Date.Before(v.Meeting.Date) {
			f.Options = append(f.Options, kit.Option{
				Value: kit.IDText(m.ID), Label: m.Title(), Selected: kit.IDText(m.ID) == kit.FormText(c, "at"),
			})
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
	page.Approve = &PickForm{
		FormKey: page.Form("approve"), URL: kit.MeetingURL(v.Meeting.ID, "minutes", "approve"),
		Hidden: []kit.Hidden{kit.VersionField(v.Minutes.Version)}, Field: f, Submit: "Record the approval",
	}
	return nil
}

// minutesEdit shows the saved text, or a draft made from what was recorded.
func (s *Desk) minutesEdit(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	text := v.Minutes.Text
	fresh := text == "" || c.QueryParam("from") == "record"
	if fresh {
		if text, err = s.minutesDraft(c, v); err != nil {
			return err
		}
	}
	return s.showMinutesForm(c, http.StatusOK, v, text, v.Minutes.Version, fresh, nil)
}

func (s *Desk) minutesDraft(c echo.Context, v meetings.View) (string, error) {
	blocks, err := s.electionBlocks(c, v.Meeting)
	if err != nil {
		return "", err
	}
	return s.meetings.DraftMinutes(c.Request().Context(), s.Actor(c), v.Meeting.ID, blocks)
}

func (s *Desk) showMinutesForm(
	c echo.Context, status int, v meetings.View, text string, ver int64, fresh bool, refused error,
) error {
	m := v.Meeting
	page := MinutesForm{Page: s.Page(
		c, "Write the minutes", meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)},
		kit.Crumb{Label: "Minutes", URL: kit.MeetingURL(m.ID, "minutes")},
	),
		Action: kit.MeetingURL(m.ID, "minutes", "edit"), Back: kit.MeetingURL(m.ID, "minutes"), Draft: fresh}
	if message, late := kit.TooLate(refused); late {
		page.Conflict = &kit.Conflict{
			Text: message + " Your text was not saved. Both texts are below; save yours to replace what is saved now.",
			Rows: []kit.ConflictRow{{Label: "Minutes", Yours: text, Theirs: v.Minutes.Text, Differs: true}},
		}
		status, ver = http.StatusConflict, v.Minutes.Version
	} else if refused != nil && !page.Invalid(refused) {
		return refused
	}
	page.Hidden = []kit.Hidden{kit.VersionField(ver)}
	page.Text = page.Field(kit.Field{Name: "minutes", Label: "Text", Type: "textarea", Rows: 30, Value: text, Required: true,
		Hint: "# and ## begin headings, - and 1. lists, > a motion’s words; **bold** is bold."})
	return minutesFormView.Render(c, status, page)
}

func (s *Desk) minutesSave(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	text, ver := c.FormValue("minutes"), kit.FormVersion(c)
	if err := s.meetings.SaveMinutes(c.Request().Context(), s.Actor(c), v.Meeting.ID, ver, text); err != nil {
		return s.showMinutesForm(c, http.StatusUnprocessableEntity, v, text, ver, false, err)
	}
	s.Flash(c, kit.KindSuccess, "The minutes are saved.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "minutes"))
}

func (s *Desk) minutesApprove(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	if err := s.meetings.ApproveMinutes(
		c.Request().Context(), s.Actor(c), v.Meeting.ID, kit.FormVersion(c), kit.FormID[meetings.ID](c, "at"),
	); err != nil {
		return s.showMinutes(c, kit.RefusalStatus(err), v, err)
	}
	s.Flash(c, kit.KindSuccess, "The minutes are approved: every member can read them.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "minutes"))
}
