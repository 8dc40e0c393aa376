package meetings

import (
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

	Corrections string // with which they were approved
	Members     MembersRead
	Remarks     []RemarkRow
	Remark      *kit.SmallForm
}

var minutesView = kit.NewView[MinutesPage](templates, "minutes.html")

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
	case m.Approved != 0 && m.Corrections != "":
		return "Approved with corrections at the meeting of " + m.ApprovedOn.Long()
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
	return s.showMinutes(c, kit.NewFilling(), v, 0, nil)
}

// showMinutes answers with the minutes. answered is the remark whose answer was
// sent, or 0.
func (s *Desk) showMinutes(
	c echo.Context, in *kit.Filling, v meetings.View, answered meetings.RemarkID, refused error,
) error {
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
	page.Blocks, page.Corrections = minutesBlocks(v.Minutes.Text), v.Minutes.Corrections
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
	if err := s.remarks(c, in, &page, v, answered); err != nil {
		return err
	}
	return minutesView.Render(c, status, page)
}

// minutesBlocks is a text of minutes without its own title, which the page has.
func minutesBlocks(text string) []reports.TextBlock {
	blocks := reports.ReadMinutes(text)
	if len(blocks) > 0 && blocks[0].Kind == reports.TextHeading && blocks[0].Level == 1 {
		blocks = blocks[1:]
	}
	return blocks
}

// approveForm asks which later meeting approved the minutes.
func (s *Desk) approveForm(c echo.Context, in *kit.Filling, page *MinutesPage, v meetings.View) error {
	list, err := s.meetings.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	f := kit.Field{
		Name: "at", Label: "Approved at", Type: "select", Required: true, Hint: "The next " + kit.LowerFirst(v.Meeting.Kind.Approving().Label()) + " approves them.",
		Options: []kit.Option{{Label: "Choose"}},
	}
	for _, m := range append(list.Upcoming, list.Past...) {
		if v.Meeting.ApprovableAt(m.Meeting) {
			f.Options = append(f.Options, kit.Option{Value: kit.IDText(m.ID), Label: m.Title()})
		}
	}
	if len(f.Options) == 1 {
		page.Waiting = "The next " + kit.LowerFirst(v.Meeting.Kind.Approving().Label()) +
			" approves these minutes. Once it is open, record the approval here."
		return nil
	}
	if step, ok := stepTo(v, meetings.Approved); ok {
		page.Findings = findingLines(step.Findings)
	}
	page.Approve = &kit.SmallForm{
		FormKey: page.Form("approve"), Action: kit.MeetingURL(v.Meeting.ID, "minutes", "approve"),
		Hidden: []kit.Hidden{kit.VersionField(v.Minutes.Version)}, Fields: []kit.Field{
			in.Field(&page.Page, f),
			in.Field(&page.Page, kit.Field{
				Name: "corrections", Label: "Corrections that the meeting made", Type: "textarea", Rows: 3,
				Hint: "They stand below the minutes, whose text stays as it was. Leave this empty if there were none.",
			}),
		},
		Submit: "Record the approval", Kind: "secondary",
	}
	return nil
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
		in.Lines("corrections"),
	)
	if err := in.Refusal(err); err != nil {
		return s.showMinutes(c, in, v, 0, err)
	}
	s.Flash(c, kit.KindSuccess, "The minutes are approved: every member can read them.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID, "minutes"))
}
