package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// MeetingPlanPage plans a meeting from its date, in two steps: the dates that
// follow from it are shown before anything is saved.
type MeetingPlanPage struct {
	Page
	Kinds      Tabs // nil of a meeting that is changed
	Intro      RuleText
	Groups     []FieldGroup
	Hidden     []Hidden
	Action     string
	Worked     *MeetingTimeline // once the dates are worked out
	Keep       []Hidden         // what was typed, for saving it
	Submit     string
	Save       string // where it is saved
	Back       string
	Conflict   *Conflict
	Planned    string // when and where, as it would be saved
	Unfinished bool   // time or place are still to be entered before it can be saved
}

// MeetingTimeline is every date around a meeting (partial "meeting-timeline").
type MeetingTimeline struct {
	Dates     []TimelineDate
	Warnings  []FindingLine
	Reminders []Fact // what the law adds, to be confirmed
}

// TimelineDate is one of the dates.
type TimelineDate struct {
	Day     string
	Weekday string
	What    string
	Owner   string
	By      Trace // the date with its rule and arithmetic
	State   *Badge
	Meeting bool // the day itself
	Past    bool
}

var meetingPlanView = newView[MeetingPlanPage]("meetings/plan.html")

// planIntro says what the form is for, by kind.
var planIntro = map[meetings.Kind]string{
	meetings.AGM:       "The AGM is held once a year (rule 4.1). Enter the day: the last day for proposals, notice and minutes follow from it.",
	meetings.EGM:       "An EGM is called by the committee, or within two months of a request of members (rule 5.1). Its motions are decided by post (rule 5.8), and those dates follow from its day too.",
	meetings.Committee: "The committee meets at least twice a year; the secretary calls its meetings after consulting the president (rule 6.1).",
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
		Kind: planKind(c.FormValue("kind")), Time: formText(c, "time"), Place: formText(c, "place"), Online: formText(c, "online"),
		Date: meetingDay(c, &f, "date"), Request: formID[meetings.RequestID](c, "request"), Follows: formID[meetings.ID](c, "follows"),
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
func (s *Server) meetingNew(c echo.Context) error {
	in, f := readPlan(c)
	page := s.newMeetingPage(c, in)
	if !c.QueryParams().Has("date") {
		if before, ok := s.followed(c, in.Follows); ok {
			in.Time, in.Place, in.Online = before.Time, before.Place, before.Online
		}
		return s.showPlan(c, http.StatusOK, page, in)
	}
	plan, err := s.meetings.Plan(c.Request().Context(), s.actor(c), in)
	if err = merged(f, err); err != nil {
		if !page.invalid(err) {
			return err
		}
		return s.showPlan(c, http.StatusUnprocessableEntity, page, in)
	}
	page.Worked = s.timelineOf(plan.Calendar, in.Date, in.Kind.Label())
	return s.showPlan(c, http.StatusOK, page, in)
}

func (s *Server) newMeetingPage(c echo.Context, in meetings.PlanInput) MeetingPlanPage {
	page := MeetingPlanPage{
		Page: s.page(c, "Plan a meeting", meetingsCrumb), Intro: ruleText(planIntro[in.Kind]),
		Action: meetingsPath + "/new", Save: meetingsPath + "/new", Submit: "Plan the meeting", Back: meetingsPath,
	}
	if before, ok := s.followed(c, in.Follows); ok {
		page.Title, page.Back = "Set the further date", meetingURL(before.ID)
		page.Crumbs = append(page.Crumbs, Crumb{before.Title(), meetingURL(before.ID)})
		page.Intro = ruleText("The " + before.Title() + " had no quorum: the committee arranges a further date (rule 4.20). What was sent in for it comes along. Notice is given anew, as of any meeting.")
		return page
	}
	for _, k := range []meetings.Kind{meetings.AGM, meetings.EGM, meetings.Committee} {
		page.Kinds.Items = append(page.Kinds.Items, NavItem{Label: k.Label(), URL: meetingsPath + "/new?kind=" + string(k), Current: k == in.Kind})
	}
	page.Kinds.Label = "Kind of meeting"
	return page
}

// followed is the meeting without a quorum that another one follows; whether
// it may be followed, the service says.
func (s *Server) followed(c echo.Context, id meetings.ID) (meetings.Meeting, bool) {
	if id == 0 {
		return meetings.Meeting{}, false
	}
	v, err := s.meetings.View(c.Request().Context(), s.actor(c), id)
	return v.Meeting, err == nil
}

func (s *Server) showPlan(c echo.Context, status int, page MeetingPlanPage, in meetings.PlanInput) error {
	page.Hidden = []Hidden{{"kind", string(in.Kind)}}
	if in.Follows != 0 {
		page.Hidden = append(page.Hidden, Hidden{"follows", idText(in.Follows)})
	}
	if in.Request != 0 {
		page.Hidden = append(page.Hidden, Hidden{"request", idText(in.Request)})
	}
	page.Groups = planFields(&page.Page, typedInto(c), in)
	page.Keep = append([]Hidden(nil), page.Hidden...)
	for _, f := range fieldsOf(page.Groups) {
		page.Keep = append(page.Keep, Hidden{f.Name, f.Value})
	}
	page.Unfinished = in.Time == "" || in.Place == ""
	if page.Worked != nil {
		page.Planned = whenText(meetings.Meeting{Date: in.Date, Time: in.Time}) + ", " + in.Place
	}
	return meetingPlanView.render(c, status, page)
}

// typedText is what was typed into a field.
type typedText func(name string) string

func typedInto(c echo.Context) typedText {
	return func(name string) string { return formText(c, name) }
}

func nothingTyped(string) string { return "" }

// planFields are the fields of a kind of meeting; what was typed stays.
func planFields(p *Page, as typedText, in meetings.PlanInput) []FieldGroup {
	typed := func(name string, day civil.Date) string {
		if text := as(name); text != "" {
			return text
		}
		return dayValue(day)
	}
	groups := []FieldGroup{{Legend: "When and where",
		Rows: [][]Field{{
			p.field(Field{Name: "date", Label: "Day", Type: "date", Value: typed("date", in.Date), Required: true, Width: "medium"}),
			p.field(Field{Name: "time", Label: "Time", Type: "time", Value: in.Time, Width: "medium"}),
		}, {
			p.field(Field{Name: "place", Label: "Place", Value: in.Place, MaxLength: 200}),
			p.field(Field{Name: "online", Label: "Address to join from afar", Value: in.Online, Hint: "If there is one.", MaxLength: 300}),
		}},
	}}
	switch in.Kind {
	case meetings.AGM:
		groups = append(groups, FieldGroup{Legend: "What the limits are counted from", Rows: [][]Field{{
			p.field(Field{Name: "previous", Label: "Previous AGM", Type: "date", Value: typed("previous", in.Previous), Hint: "Empty: the last one that is recorded here.", Width: "medium"}),
			p.field(Field{Name: "balance_date", Label: "Last balance date", Type: "date", Value: typed("balance_date", in.Balance), Hint: "For the Act’s six months, if you know it.", Width: "medium"}),
		}}})
	case meetings.EGM:
		groups = append(groups, FieldGroup{Legend: "The postal vote", Fields: []Field{
			p.field(Field{Name: "closing", Label: "Last day for voting papers", Type: "date", Value: typed("closing", in.Closing), Hint: "Empty: the latest day that rule 5.9 allows.", Width: "medium"}),
		}})
	}
	return groups
}

func (s *Server) meetingCreate(c echo.Context) error {
	in, f := readPlan(c)
	var id meetings.ID
	err := f.Err()
	if err == nil {
		id, err = s.meetings.Create(c.Request().Context(), s.actor(c), in)
	}
	if err != nil {
		page := s.newMeetingPage(c, in)
		if !page.invalid(err) {
			return err
		}
		return s.showPlan(c, http.StatusUnprocessableEntity, page, in)
	}
	s.flash(c, KindSuccess, "The meeting is planned, and its deadlines are among the duties of whoever owes them.")
	return seeOther(c, meetingURL(id))
}

// timelineOf is a calendar as it is shown, with the day itself among its dates.
func (s *Server) timelineOf(cal constitution.Calendar, day civil.Date, name string) *MeetingTimeline {
	out := &MeetingTimeline{Warnings: findingLines(cal.Warnings)}
	today, meetingShown := s.today(), false
	addDay := func() {
		out.Dates = append(out.Dates, TimelineDate{Day: day.Long(), Weekday: day.Weekday().String(), What: name, By: Trace{Value: day.Long()}, Meeting: true, Past: day.Before(today)})
		meetingShown = true
	}
	for _, d := range cal.Deadlines {
		if !meetingShown && d.By.After(day) {
			addDay()
		}
		line := TimelineDate{
			Day: d.By.Long(), Weekday: d.By.Weekday().String(), What: d.What.Label(), Owner: capital(string(d.Owner)), By: ruleTrace(d.By.Long(), d.Trace), Past: d.By.Before(today),
		}
		if line.Past {
			line.State = &Badge{KindWarning, "Has passed"}
		}
		out.Dates = append(out.Dates, line)
	}
	if !meetingShown {
		addDay()
	}
	for _, r := range cal.Reminders {
		out.Reminders = append(out.Reminders, Fact{Label: r.Law, Value: r.Text})
	}
	return out
}

// savedTimeline is the same of a meeting that is saved, with what is done.
func (s *Server) savedTimeline(v meetings.View) *MeetingTimeline {
	cal := constitution.Calendar{Warnings: v.Warnings, Reminders: v.Reminders}
	for _, d := range v.Deadlines {
		cal.Deadlines = append(cal.Deadlines, d.Deadline)
	}
	out := s.timelineOf(cal, v.Meeting.Date, v.Meeting.Kind.Label())
	today, at := s.today(), 0
	for i := range out.Dates {
		if out.Dates[i].Meeting {
			continue
		}
		d := v.Deadlines[at]
		at++
		out.Dates[i].State = nil
		switch {
		case !d.Done.IsZero():
			out.Dates[i].State = &Badge{KindSuccess, "Done on " + d.Done.Date().Long()}
		case d.What == constitution.DutyProposals || d.What == constitution.DutyDestroy:
			// Proposals are the members’ to send, and papers are kept longer than they must be.
		case d.By.Before(today) && v.Meeting.State != meetings.Cancelled && v.Meeting.State != meetings.Inquorate:
			out.Dates[i].State = &Badge{KindWarning, "Overdue"}
		}
	}
	return out
}

// meetingEdit changes what a meeting was planned from.
func (s *Server) meetingEdit(c echo.Context) error {
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

func (s *Server) showMeetingEdit(c echo.Context, status int, v meetings.View, in meetings.PlanInput, refused error) error {
	page := MeetingPlanPage{Page: s.meetingPage(c, v.Meeting, "Change the date or the place"), Save: meetingURL(v.Meeting.ID, "edit"), Submit: "Save", Back: meetingURL(v.Meeting.ID)}
	if message, late := tooLate(refused); late {
		page.Conflict = formConflict(message, planFields(&page.Page, typedInto(c), in), planFields(&Page{}, nothingTyped, planOf(v.Meeting)))
		status = http.StatusConflict
	} else if refused != nil && !page.invalid(refused) {
		return refused
	}
	if len(v.Notices) > 0 {
		page.Intro = ruleText("Notice was given for the day as it stands. When the day moves, another notice is due (rule 4.1), and who came is recorded anew; of another time or place those are written to whom it reached by e-mail.")
	}
	page.Hidden = []Hidden{version(v.Meeting.Version), {"kind", string(v.Meeting.Kind)}, {"request", idText(v.Meeting.Request)}, {"follows", idText(v.Meeting.Follows)}}
	page.Groups = planFields(&page.Page, typedInto(c), in)
	return meetingPlanView.render(c, status, page)
}

func (s *Server) meetingSave(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	in, f := readPlan(c)
	in.Kind = v.Meeting.Kind
	err = f.Err()
	if err == nil {
		err = s.meetings.Edit(c.Request().Context(), s.actor(c), v.Meeting.ID, formVersion(c), in)
	}
	if err != nil {
		return s.showMeetingEdit(c, http.StatusUnprocessableEntity, v, in, err)
	}
	s.flash(c, KindSuccess, "Saved. The deadlines follow.")
	return seeOther(c, meetingURL(v.Meeting.ID))
}

// meetingCancel asks why a meeting is called off.
func (s *Server) meetingCancel(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	return s.showMeetingCancel(c, v, nil)
}

func (s *Server) showMeetingCancel(c echo.Context, v meetings.View, refused error) error {
	page := MeetingFormPage{Page: s.meetingPage(c, v.Meeting, "Call the meeting off"), Intro: ruleText("No notice was given yet: nobody is written to."), Action: meetingURL(v.Meeting.ID, "cancel"), Submit: "Call it off", Danger: true, Back: meetingURL(v.Meeting.ID)}
	if len(v.Notices) > 0 {
		page.Intro = ruleText("Notice was given of this meeting: whom it reached by e-mail is written to. Tell the others. This cannot be taken back.")
	}
	page.Hidden = []Hidden{version(v.Meeting.Version)}
	return page.show(c, refused, func(p *Page) []FieldGroup {
		return []FieldGroup{{Legend: v.Meeting.Title(), Fields: []Field{
			p.field(Field{Name: "reason", Label: "Why", Type: "textarea", Rows: 3, Value: formText(c, "reason"), Required: true}),
		}}}
	})
}

func (s *Server) meetingCancelled(c echo.Context) error {
	v, err := s.meetingView(c)
	if err != nil {
		return err
	}
	if err := s.meetings.Cancel(c.Request().Context(), s.actor(c), v.Meeting.ID, formVersion(c), formText(c, "reason")); err != nil {
		return s.showMeetingCancel(c, v, err)
	}
	s.flash(c, KindSuccess, "The meeting is called off.")
	return seeOther(c, meetingURL(v.Meeting.ID))
}
