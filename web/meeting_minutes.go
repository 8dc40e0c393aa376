package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/reports"
)

// MinutesPage is a meeting's minutes as they read.
type MinutesPage struct {
	Page
	Head     MeetingHead
	Badge    Badge
	Blocks   []reports.TextBlock
	Edit     string
	Print    string
	Approve  *PickForm
	Waiting  string // for which meeting the approval waits
	Findings []FindingLine
	Empty    *Empty
}

// MinutesForm writes or changes minutes.
type MinutesForm struct {
	Page
	Action   string
	Hidden   []Hidden
	Text     Field
	Conflict *Conflict
	Draft    bool // the text is a fresh draft
	Back     string
}

var (
	minutesView     = newView[MinutesPage]("meetings/minutes.html")
	minutesFormView = newView[MinutesForm]("meetings/minutes_form.html")
)

// minutesReadable reads a meeting whose minutes the actor may read: as they
// stand for those who run it, once approved for every member.
func (s *Server) minutesReadable(c echo.Context) (meetings.View, error) {
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

func (s *Server) minutes(c echo.Context) error {
	v, err := s.minutesReadable(c)
	if err != nil {
		return err
	}
	return s.showMinutes(c, http.StatusOK, v, nil)
}

func (s *Server) showMinutes(c echo.Context, status int, v meetings.View, refused error) error {
	m := v.Meeting
	page := MinutesPage{Page: s.page(c, "Minutes: "+m.Title(), meetingsCrumb, Crumb{m.Title(), meetingURL(m.ID)}), Head: meetingHead(v, "minutes")}
	if refused != nil && !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	page.Badge = Badge{KindWarning, minutesState(v.Minutes)}
	if v.Minutes.Approved != 0 {
		page.Badge.Kind = KindSuccess
	}
	page.Blocks = reports.ReadMinutes(v.Minutes.Text)
	if len(page.Blocks) > 0 && page.Blocks[0].Kind == reports.TextHeading && page.Blocks[0].Level == 1 {
		page.Blocks = page.Blocks[1:] // the page has it
	}
	if v.May.WriteMinutes {
		page.Edit = meetingURL(m.ID, "minutes", "edit")
	}
	if v.Minutes.Text == "" {
		page.Empty = &Empty{Title: "No minutes yet", Text: "When the meeting is closed, a draft is made from everything that was recorded: who was there, the motions with their votes and arithmetic, the elections, the tasks."}
		if page.Edit != "" {
			page.Empty.Action = &Link{Label: "Make a draft", URL: page.Edit}
		}
		return minutesView.render(c, status, page)
	}
	page.Print = meetingURL(m.ID, "minutes.pdf")
	if v.May.Approve {
		if err := s.approveForm(c, &page, v); err != nil {
			return err
		}
	}
	return minutesView.render(c, status, page)
}

// approveForm asks which later meeting approved the minutes.
func (s *Server) approveForm(c echo.Context, page *MinutesPage, v meetings.View) error {
	list, err := s.meetings.List(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	f := page.field(Field{Name: "at", Label: "Approved at", Type: "select", Required: true, Hint: "The next meeting of its kind approves them.", Options: []Option{{Label: "Choose"}}})
	for _, m := range append(list.Upcoming, list.Past...) {
		if m.ID != v.Meeting.ID && m.State.Held() && !m.Date.Before(v.Meeting.Date) {
			f.Options = append(f.Options, Option{Value: idText(m.ID), Label: m.Title(), Selected: idText(m.ID) == formText(c, "at")})
		}
	}
	if len(f.Options) == 1 {
		page.Waiting = "The next " + lowerFirst(v.Meeting.Kind.Label()) + " approves these minutes. Once it is open, the approval is recorded here."
		return nil
	}
	if step, ok := stepTo(v, meetings.Approved); ok {
		page.Findings = findingLines(step.Findings)
	}
	page.Approve = &PickForm{FormKey: page.Form("approve"), URL: meetingURL(v.Meeting.ID, "minutes", "approve"), Hidden: []Hidden{version(v.Minutes.Version)}, Field: f, Submit: "Record the approval"}
	return nil
}

// minutesEdit shows the saved text, or a draft made from what was recorded.
func (s *Server) minutesEdit(c echo.Context) error {
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

func (s *Server) minutesDraft(c echo.Context, v meetings.View) (string, error) {
	blocks, err := s.electionBlocks(c, v.Meeting)
	if err != nil {
		return "", err
	}
	return s.meetings.DraftMinutes(c.Request().Context(), s.actor(c), v.Meeting.ID, blocks)
}

func (s *Server) showMinutesForm(c echo.Context, status int, v meetings.View, text string, ver int64, fresh bool, refused error) error {
	m := v.Meeting
	page := MinutesForm{Page: s.page(c, "Write the minutes", meetingsCrumb, Crumb{m.Title(), meetingURL(m.ID)}, Crumb{"Minutes", meetingURL(m.ID, "minutes")}),
		Action: meetingURL(m.ID, "minutes", "edit"), Back: meetingURL(m.ID, "minutes"), Draft: fresh}
	if message, late := tooLate(refused); late {
		page.Conflict = &Conflict{Text: message + " Nothing of yours was saved. Both texts are below; save yours to put it in place of what is saved now.", Rows: []ConflictRow{{Label: "Minutes", Yours: text, Theirs: v.Minutes.Text, Differs: true}}}
		status, ver = http.StatusConflict, v.Minutes.Version
	} else if refused != nil && !page.invalid(refused) {
		return refused
	}
	page.Hidden = []Hidden{version(ver)}
	page.Text = page.field(Field{Name: "minutes", Label: "Text", Type: "textarea", Rows: 30, Value: text, Required: true,
		Hint: "# and ## begin headings, - and 1. lists, > a motion’s words; **bold** is bold."})
	return minutesFormView.render(c, status, page)
}

func (s *Server) minutesSave(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	text, ver := c.FormValue("minutes"), formVersion(c)
	if err := s.meetings.SaveMinutes(c.Request().Context(), s.actor(c), v.Meeting.ID, ver, text); err != nil {
		return s.showMinutesForm(c, http.StatusUnprocessableEntity, v, text, ver, false, err)
	}
	s.flash(c, KindSuccess, "The minutes are saved.")
	return seeOther(c, meetingURL(v.Meeting.ID, "minutes"))
}

func (s *Server) minutesApprove(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	if err := s.meetings.ApproveMinutes(c.Request().Context(), s.actor(c), v.Meeting.ID, formVersion(c), formID[meetings.ID](c, "at")); err != nil {
		return s.showMinutes(c, refusalStatus(err), v, err)
	}
	s.flash(c, KindSuccess, "The minutes are approved: every member can read them.")
	return seeOther(c, meetingURL(v.Meeting.ID, "minutes"))
}
