package meetings

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// MeetingPlanPage plans a meeting from its date, in two steps: the dates that
// follow from it are shown before anything is saved.
type MeetingPlanPage struct {
	kit.Page
	Kinds      kit.Tabs // nil of a meeting that is changed
	Intro      kit.RuleText
	Groups     []kit.FieldGroup
	Hidden     []kit.Hidden
	Action     string
	Worked     *MeetingTimeline // once the dates are worked out
	Keep       []kit.Hidden     // what was typed, for saving it
	Submit     string
	Save       string // where it is saved
	Back       string
	Conflict   *kit.Conflict
	Planned    string // when and where, as it would be saved
	Unfinished bool   // time or place are still to be entered before it can be saved
}

// MeetingTimeline is every date around a meeting (partial "meeting-timeline").
type MeetingTimeline struct {
	Dates     []TimelineDate
	Warnings  []kit.Finding
	Reminders []kit.Fact // what the law adds, to be confirmed
}

// TimelineDate is one of the dates.
type TimelineDate struct {
	Day     string
	Weekday string
	What    string
	Owner   string
	By      kit.Trace // the date with its rule and arithmetic
	State   *kit.Badge
	Meeting bool // the day itself
	Past    bool
}

var meetingPlanView = kit.NewView[MeetingPlanPage](templates, "plan.html")

// planIntro says what the form is for, by kind.
var planIntro = map[meetings.Kind]string{
	meetings.AGM: "The AGM is held once a year (rule 4.1). Enter the day: the last day for proposals, notice and " +
		"minutes follow from it.",
	meetings.EGM: "An EGM is called by the committee, on its own or at a request of members (rule 5.1). Its " +
		"motions are decided by post (rule 5.8), and those dates follow from its day too.",
	meetings.Committee: "The secretary calls the committee’s meetings after consulting the president (rule 6.1).",
}

func planKind(text string) meetings.Kind {
	for _, k := range []meetings.Kind{meetings.AGM, meetings.EGM, meetings.Committee} {
		if string(k) == text {
			return k
		}
	}
	return meetings.AGM
}

// readPlan reads what a meeting is planned from, of a form or of an address.
func readPlan(c echo.Context) (in meetings.PlanInput, f apperr.Fields) {
	in = meetings.PlanInput{
		Kind: planKind(c.FormValue("kind")), Time: kit.FormText(c, "time"), Place: kit.FormText(c, "place"),
		Online: kit.FormText(c, "online"),
		Date:   meetingDay(c, &f, "date"), Request: kit.FormID[meetings.RequestID](c, "request"),
		Follows: kit.FormID[meetings.ID](c, "follows"),
	}
	switch in.Kind {
	case meetings.AGM:
		in.Previous, in.Balance = meetingDay(c, &f, "previous"), meetingDay(c, &f, "balance_date")
	case meetings.EGM:
		in.Closing = meetingDay(c, &f, "closing")
	}
	return in, f
}

// meetingNew asks for the date, and shows what follows from it.
func (s *Desk) meetingNew(c echo.Context) error {
	in, f := readPlan(c)
	page := s.newMeetingPage(c, in)
	if !c.QueryParams().Has("date") {
		if before, ok := s.followed(c, in.Follows); ok {
			in.Time, in.Place, in.Online = before.Time, before.Place, before.Online
		}
		return s.showPlan(c, http.StatusOK, page, in)
	}
	plan, err := s.meetings.Plan(c.Request().Context(), s.Actor(c), in)
	if err = merged(f, err); err != nil {
		if !page.Invalid(err) {
			return err
		}
		return s.showPlan(c, http.StatusUnprocessableEntity, page, in)
	}
	page.Worked = s.timelineOf(plan.Calendar, in.Date, in.Kind.Label())
	return s.showPlan(c, http.StatusOK, page, in)
}

func (s *Desk) newMeetingPage(c echo.Context, in meetings.PlanInput) MeetingPlanPage {
	page := MeetingPlanPage{
		Page: s.Page(c, "Plan a meeting", meetingsCrumb), Intro: kit.CiteRules(planIntro[in.Kind]),
		Action: kit.MeetingsPath + "/new", Save: kit.MeetingsPath + "/new", Submit: "Plan the meeting",
		Back: kit.MeetingsPath,
	}
	if before, ok := s.followed(c, in.Follows); ok {
		page.Title, page.Back = "Set the further date", kit.MeetingURL(before.ID)
		page.Crumbs = append(page.Crumbs, kit.Crumb{Label: before.Title(), URL: kit.MeetingURL(before.ID)})
		page.Intro = kit.CiteRules(
			"The " + before.Title() + " had no quorum: the committee arranges a further date (rule 4.20). What was sent in " +
				"for it carries over. Notice must be given again, as for any meeting.",
		)
		return page
	}
	for _, k := range []meetings.Kind{meetings.AGM, meetings.EGM, meetings.Committee} {
		page.Kinds.Items = append(page.Kinds.Items, kit.NavItem{
			Label: k.Label(), URL: kit.MeetingsPath + "/new?kind=" + string(k), Current: k == in.Kind,
		})
	}
	page.Kinds.Label = "Kind of meeting"
	return page
}

// followed is the meeting without a quorum that another one follows; whether
// it may be followed, the service says.
func (s *Desk) followed(c echo.Context, id meetings.ID) (meetings.Meeting, bool) {
	if id == 0 {
		return meetings.Meeting{}, false
	}
	v, err := s.meetings.View(c.Request().Context(), s.Actor(c), id)
	return v.Meeting, err == nil
}

func (s *Desk) showPlan(c echo.Context, status int, page MeetingPlanPage, in meetings.PlanInput) error {
	page.Hidden = []kit.Hidden{{Name: "kind", Value: string(in.Kind)}}
	if in.Follows != 0 {
		page.Hidden = append(page.Hidden, kit.Hidden{Name: "follows", Value: kit.IDText(in.Follows)})
	}
	if in.Request != 0 {
		page.Hidden = append(page.Hidden, kit.Hidden{Name: "request", Value: kit.IDText(in.Request)})
	}
	page.Groups = planFields(&page.Page, typedInto(c), in)
	page.Keep = append([]kit.Hidden(nil), page.Hidden...)
	for _, f := range kit.FieldsOf(page.Groups) {
		page.Keep = append(page.Keep, kit.Hidden{Name: f.Name, Value: f.Value})
	}
	page.Unfinished = in.Time == "" || in.Place == ""
	if page.Worked != nil {
		page.Planned = whenText(meetings.Meeting{Date: in.Date, Time: in.Time}) + ", " + in.Place
	}
	return meetingPlanView.Render(c, status, page)
}

// typedText is what was typed into a field.
type typedText func(name string) string

func typedInto(c echo.Context) typedText {
	return func(name string) string { return kit.FormText(c, name) }
}

func nothingTyped(string) string { return "" }

// planFields are the fields of a kind of meeting; what was typed stays.
func planFields(p *kit.Page, as typedText, in meetings.PlanInput) []kit.FieldGroup {
	typed := func(name string, day civil.Date) string {
		if text := as(name); text != "" {
			return text
		}
		return dayValue(day)
	}
	groups := []kit.FieldGroup{{Legend: "When and where",
		Rows: [][]kit.Field{{
			p.Field(kit.Field{
				Name: "date", Label: "Day", Type: "date", Value: typed("date", in.Date), Required: true, Width: "medium",
			}),
			p.Field(kit.Field{Name: "time", Label: "Time", Type: "time", Value: in.Time, Width: "medium"}),
		}, {
			p.Field(kit.Field{Name: "place", Label: "Place", Value: in.Place, MaxLength: 200}),
			p.Field(kit.Field{
				Name: "online", Label: "Address for joining online", Value: in.Online, Hint: "Leave empty if there is none.",
				MaxLength: 300,
			}),
		}},
	}}
	switch in.Kind {
	case meetings.AGM:
		groups = append(groups, kit.FieldGroup{Legend: "What the limits are counted from", Rows: [][]kit.Field{{
			p.Field(kit.Field{
				Name: "previous", Label: "Previous AGM", Type: "date", Value: typed("previous", in.Previous),
				Hint: "Leave empty for the last one recorded here.", Width: "medium",
			}),
			p.Field(kit.Field{
				Name: "balance_date", Label: "Last balance date", Type: "date", Value: typed("balance_date", in.Balance),
				Hint: "For the Act’s six months, if you know it.", Width: "medium",
			}),
		}}})
	case meetings.EGM:
		groups = append(groups, kit.FieldGroup{Legend: "The postal vote", Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "closing", Label: "Last day for voting papers", Type: "date", Value: typed("closing", in.Closing),
				Hint: "Leave empty for the latest day rule 5.9 allows.", Width: "medium",
			}),
		}})
	}
	return groups
}

func (s *Desk) meetingCreate(c echo.Context) error {
	in, f := readPlan(c)
	var id meetings.ID
	err := f.Err()
	if err == nil {
		id, err = s.meetings.Create(c.Request().Context(), s.Actor(c), in)
	}
	if err != nil {
		page := s.newMeetingPage(c, in)
		if !page.Invalid(err) {
			return err
		}
		return s.showPlan(c, http.StatusUnprocessableEntity, page, in)
	}
	s.Flash(
		c, kit.KindSuccess, "The meeting is planned. Its deadlines are now among the duties of the people responsible.",
	)
	return kit.SeeOther(c, kit.MeetingURL(id))
}

// timelineOf is a calendar as it is shown, with the day itself among its dates.
func (s *Desk) timelineOf(cal constitution.Calendar, day civil.Date, name string) *MeetingTimeline {
	out := &MeetingTimeline{Warnings: findingLines(cal.Warnings)}
	today, meetingShown := s.Today(), false
	addDay := func() {
		out.Dates = append(out.Dates, TimelineDate{
			Day: day.Long(), Weekday: day.Weekday().String(), What: name, By: kit.Trace{Value: day.Long()}, Meeting: true,
			Past: day.Before(today),
		})
		meetingShown = true
	}
	for _, d := range cal.Deadlines {
		if !meetingShown && d.By.After(day) {
			addDay()
		}
		line := TimelineDate{
			Day: d.By.Long(), Weekday: d.By.Weekday().String(), What: d.What.Label(), Owner: kit.Capital(string(d.Owner)),
			By: kit.RuleTrace(d.By.Long(), d.Trace), Past: d.By.Before(today),
		}
		if line.Past {
			line.State = &kit.Badge{Kind: kit.KindWarning, Text: "Has passed"}
		}
		out.Dates = append(out.Dates, line)
	}
	if !meetingShown {
		addDay()
	}
	for _, r := range cal.Reminders {
		out.Reminders = append(out.Reminders, kit.Fact{Label: r.Law, Value: r.Text})
	}
	return out
}

// savedTimeline is the same of a meeting that is saved, with what is done.
func (s *Desk) savedTimeline(v meetings.View) *MeetingTimeline {
	cal := constitution.Calendar{Warnings: v.Warnings, Reminders: v.Reminders}
	for _, d := range v.Deadlines {
		cal.Deadlines = append(cal.Deadlines, d.Deadline)
	}
	out := s.timelineOf(cal, v.Meeting.Date, v.Meeting.Kind.Label())
	today, at := s.Today(), 0
	for i := range out.Dates {
		if out.Dates[i].Meeting {
			continue
		}
		d := v.Deadlines[at]
		at++
		out.Dates[i].State = nil
		switch {
		case !d.Done.IsZero():
			out.Dates[i].State = &kit.Badge{Kind: kit.KindSuccess, Text: "Done on " + d.Done.Date().Long()}
		case d.What == constitution.DutyProposals || d.What == constitution.DutyDestroy:
			// Proposals are the members’ to send, and papers are kept longer than they must be.
		case d.By.Before(today) && v.Meeting.State != meetings.Cancelled && v.Meeting.State != meetings.Inquorate:
			out.Dates[i].State = &kit.Badge{Kind: kit.KindWarning, Text: "Overdue"}
		}
	}
	return out
}

// meetingEdit changes what a meeting was planned from.
func (s *Desk) meetingEdit(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	return s.showMeetingEdit(c, http.StatusOK, v, planOf(v.Meeting), nil)
}

func planOf(m meetings.Meeting) meetings.PlanInput {
	return meetings.PlanInput{
		Kind: m.Kind, Date: m.Date, Time: m.Time, Place: m.Place, Online: m.Online, Previous: m.Previous, Balance: m.Balance,
		Request: m.Request, Closing: m.Closing, Follows: m.Follows,
	}
}

func (s *Desk) showMeetingEdit(
	c echo.Context, status int, v meetings.View, in meetings.PlanInput, refused error,
) error {
	page := MeetingPlanPage{
		Page: s.meetingPage(c, v.Meeting, "Change the date or the place"), Save: kit.MeetingURL(v.Meeting.ID, "edit"),
		Submit: "Save", Back: kit.MeetingURL(v.Meeting.ID),
	}
	if message, late := kit.TooLate(refused); late {
		page.Conflict = kit.FormConflict(
			message, planFields(&page.Page, typedInto(c), in), planFields(&kit.Page{}, nothingTyped, planOf(v.Meeting)),
		)
		status = http.StatusConflict
	} else if refused != nil && !page.Invalid(refused) {
		return refused
	}
	if len(v.Notices) > 0 {
		page.Intro = kit.CiteRules(
			"Notice was given for the day below. If you change the day, notice must be given again (rule 4.1) and attendance " +
				"is recorded from the start. If you change only the time or the place, an e-mail goes to those the notice " +
				"reached by e-mail.",
		)
	}
	page.Hidden = []kit.Hidden{
		kit.VersionField(v.Meeting.Version), {Name: "kind", Value: string(v.Meeting.Kind)},
		{Name: "request", Value: kit.IDText(v.Meeting.Request)}, {Name: "follows", Value: kit.IDText(v.Meeting.Follows)},
	}
	page.Groups = planFields(&page.Page, typedInto(c), in)
	return meetingPlanView.Render(c, status, page)
}

func (s *Desk) meetingSave(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, f := readPlan(c)
	in.Kind = v.Meeting.Kind
	err = f.Err()
	if err == nil {
		err = s.meetings.Edit(c.Request().Context(), s.Actor(c), v.Meeting.ID, kit.FormVersion(c), in)
	}
	if err != nil {
		return s.showMeetingEdit(c, http.StatusUnprocessableEntity, v, in, err)
	}
	s.Flash(c, kit.KindSuccess, "Saved. The deadlines are worked out from this date.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID))
}

// meetingCancel asks why a meeting is called off.
func (s *Desk) meetingCancel(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	return s.showMeetingCancel(c, v, nil)
}

func (s *Desk) showMeetingCancel(c echo.Context, v meetings.View, refused error) error {
	page := MeetingFormPage{
		Page:   s.meetingPage(c, v.Meeting, "Call the meeting off"),
		Intro:  kit.CiteRules("Notice has not been given yet, so no one will be told by e-mail."),
		Action: kit.MeetingURL(v.Meeting.ID, "cancel"), Submit: "Call it off", Danger: true,
		Back: kit.MeetingURL(v.Meeting.ID),
	}
	if len(v.Notices) > 0 {
		page.Intro = kit.CiteRules(
			"Notice of this meeting was given. An e-mail goes to those it reached by e-mail; please tell the others. This " +
				"cannot be undone.",
		)
	}
	page.Hidden = []kit.Hidden{kit.VersionField(v.Meeting.Version)}
	return page.show(c, refused, func(p *kit.Page) []kit.FieldGroup {
		return []kit.FieldGroup{{Legend: v.Meeting.Title(), Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "reason", Label: "Why", Type: "textarea", Rows: 3, Value: kit.FormText(c, "reason"), Required: true,
			}),
		}}}
	})
}

func (s *Desk) meetingCancelled(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	if err := s.meetings.Cancel(
		c.Request().Context(), s.Actor(c), v.Meeting.ID, kit.FormVersion(c), kit.FormText(c, "reason"),
	); err != nil {
		return s.showMeetingCancel(c, v, err)
	}
	s.Flash(c, kit.KindSuccess, "The meeting is called off.")
	return kit.SeeOther(c, kit.MeetingURL(v.Meeting.ID))
}
