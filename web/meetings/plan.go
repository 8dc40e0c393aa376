package meetings

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// PlanPage plans a meeting from its date, in two steps: the dates that follow
// from it are shown before anything is saved.
type PlanPage struct {
	kit.Page
	Kinds      kit.Tabs
	Intro      kit.RuleText
	Groups     []kit.FieldGroup
	Hidden     []kit.Hidden
	Action     string
	Worked     *Timeline    // once the dates are worked out
	Keep       []kit.Hidden // what was typed, for saving it
	Back       string
	Planned    string // when and where, as it would be saved
	Unfinished bool   // time or place are still to be entered before it can be saved
}

// Timeline is every date around a meeting (partial "meeting-timeline").
type Timeline struct {
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

var planView = kit.NewView[PlanPage](templates, "plan.html")

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
func readPlan(in *kit.Filling, kind meetings.Kind) meetings.PlanInput {
	out := meetings.PlanInput{
		Kind: kind, Time: in.Text("time"), Place: in.Text("place"), Online: in.Text("online"),
		Date: in.Day("date"), Request: kit.Chosen[meetings.RequestID](in, "request"),
		Follows: kit.Chosen[meetings.ID](in, "follows"),
	}
	switch kind {
	case meetings.AGM:
		out.Previous, out.Balance = in.Day("previous"), in.Day("balance_date")
	case meetings.EGM:
		out.Closing = in.Day("closing")
	}
	return out
}

// meetingNew asks for the date, and shows what follows from it.
func (s *Desk) meetingNew(c echo.Context) error {
	in := kit.Asked(c)
	plan := readPlan(in, planKind(in.Text("kind")))
	if !in.Sends("date") {
		if before, ok := s.followed(c, plan.Follows); ok {
			in.Set("time", before.Time)
			in.Set("place", before.Place)
			in.Set("online", before.Online)
		}
		return s.showPlan(c, in, plan, nil, nil)
	}
	worked, err := s.meetings.Plan(c.Request().Context(), s.Actor(c), plan)
	if err := in.Refusal(err); err != nil {
		return s.showPlan(c, in, plan, nil, err)
	}
	return s.showPlan(c, in, plan, s.timelineOf(worked.Calendar, plan.Date, plan.Kind.Label()), nil)
}

func (s *Desk) newMeetingPage(c echo.Context, in meetings.PlanInput) PlanPage {
	page := PlanPage{
		Page: s.Page(c, "Plan a meeting", meetingsCrumb), Intro: kit.CiteRules(planIntro[in.Kind]),
		Action: kit.MeetingsPath + "/new", Back: kit.MeetingsPath,
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

func (s *Desk) showPlan(
	c echo.Context, in *kit.Filling, plan meetings.PlanInput, worked *Timeline, refused error,
) error {
	page := s.newMeetingPage(c, plan)
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Hidden = []kit.Hidden{{Name: "kind", Value: string(plan.Kind)}}
	if plan.Follows != 0 {
		page.Hidden = append(page.Hidden, kit.Hidden{Name: "follows", Value: kit.IDText(plan.Follows)})
	}
	if plan.Request != 0 {
		page.Hidden = append(page.Hidden, kit.Hidden{Name: "request", Value: kit.IDText(plan.Request)})
	}
	page.Groups = planFields(plan.Kind)
	page.Keep = slices.Clone(page.Hidden)
	for i := range page.Groups {
		for _, row := range page.Groups[i].Rows {
			for j, f := range row {
				row[j] = in.Field(&page.Page, f)
				page.Keep = append(page.Keep, kit.Hidden{Name: f.Name, Value: row[j].Value})
			}
		}
	}
	page.Unfinished = plan.Time == "" || plan.Place == ""
	if page.Worked = worked; worked != nil {
		page.Planned = whenText(meetings.Meeting{Date: plan.Date, Time: plan.Time}) + ", " + plan.Place
	}
	return planView.Render(c, status, page)
}

// planFields are the fields of a kind of meeting.
func planFields(kind meetings.Kind) []kit.FieldGroup {
	groups := []kit.FieldGroup{{Legend: "When and where", Rows: [][]kit.Field{{
		{Name: "date", Label: "Day", Type: "date", Required: true, Width: "medium"},
		{Name: "time", Label: "Time", Type: "time", Width: "medium"},
	}, {
		{Name: "place", Label: "Place", MaxLength: 200},
		{
			Name: "online", Label: "Address for joining online", Hint: "Leave empty if there is none.", MaxLength: 300,
		},
	}}}}
	switch kind {
	case meetings.AGM:
		groups = append(groups, kit.FieldGroup{Legend: "What the limits are counted from", Rows: [][]kit.Field{{
			kit.DayField("previous", "Previous AGM", "Leave empty for the last one recorded here."),
			kit.DayField("balance_date", "Last balance date", "For the Act’s six months, if you know it."),
		}}})
	case meetings.EGM:
		groups = append(groups, kit.FieldGroup{Legend: "The postal vote", Rows: [][]kit.Field{{
			kit.DayField("closing", "Last day for voting papers", "Leave empty for the latest day rule 5.9 allows."),
		}}})
	}
	return groups
}

func (s *Desk) meetingCreate(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	plan := readPlan(in, planKind(in.Text("kind")))
	id, err := s.meetings.Create(c.Request().Context(), s.Actor(c), plan)
	if err := in.Refusal(err); err != nil {
		return s.showPlan(c, in, plan, nil, err)
	}
	s.Flash(
		c, kit.KindSuccess, "The meeting is planned. Its deadlines are now among the duties of the people responsible.",
	)
	return kit.SeeOther(c, kit.MeetingURL(id))
}

// timelineOf is a calendar as it is shown, with the day itself among its dates.
func (s *Desk) timelineOf(cal constitution.Calendar, day civil.Date, name string) *Timeline {
	out := &Timeline{Warnings: findingLines(cal.Warnings)}
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
func (s *Desk) savedTimeline(v meetings.View) *Timeline {
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

// changeMeeting changes what a meeting was planned from.
func (s *Desk) changeMeeting() kit.Form[meetings.View] {
	return kit.Form[meetings.View]{
		Site: s.Site, Load: s.meetingView, Version: func(v meetings.View) int64 { return v.Meeting.Version },
		Fill: func(_ echo.Context, in *kit.Filling, v meetings.View) {
			m := v.Meeting
			in.SetDay("date", m.Date)
			in.Set("time", m.Time)
			in.Set("place", m.Place)
			in.Set("online", m.Online)
			in.SetDay("previous", m.Previous)
			in.SetDay("balance_date", m.Balance)
			in.SetDay("closing", m.Closing)
			kit.SetChosen(in, "request", m.Request)
			kit.SetChosen(in, "follows", m.Follows)
		},
		Show: func(c echo.Context, page *kit.FormPage, v meetings.View) error {
			page.Page = s.meetingPage(c, v.Meeting, "Change the date or the place")
			page.Action, page.Submit = kit.MeetingURL(v.Meeting.ID, "edit"), "Save"
			page.Back = kit.MeetingURL(v.Meeting.ID)
			if len(v.Notices) > 0 {
				page.Say(
					"Notice was given for the day below. If you change the day, notice must be given again (rule 4.1) and " +
						"attendance is recorded from the start. If you change only the time or the place, an e-mail goes to " +
						"those the notice reached by e-mail.",
				)
			}
			page.HideTyped("request", "follows")
			for _, g := range planFields(v.Meeting.Kind) {
				page.Group(g.Legend)
				for _, row := range g.Rows {
					page.Row(row...)
				}
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v meetings.View) (kit.Done, error) {
			return kit.Done{
					To: kit.MeetingURL(v.Meeting.ID), Message: "Saved. The deadlines are worked out from this date.",
				}, s.meetings.Edit(
					c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version(), readPlan(in, v.Meeting.Kind),
				)
		},
	}
}

// callOff asks why a meeting is called off.
func (s *Desk) callOff() kit.Form[meetings.View] {
	return kit.Form[meetings.View]{
		Site: s.Site, Load: s.meetingView,
		Show: func(c echo.Context, page *kit.FormPage, v meetings.View) error {
			page.Page = s.meetingPage(c, v.Meeting, "Call the meeting off")
			page.Action, page.Submit, page.Kind = kit.MeetingURL(v.Meeting.ID, "cancel"), "Call it off", "danger"
			page.Back = kit.MeetingURL(v.Meeting.ID)
			if len(v.Notices) > 0 {
				page.Say(
					"Notice of this meeting was given. An e-mail goes to those it reached by e-mail; please tell the others. " +
						"This cannot be undone.",
				)
			} else {
				page.Say("Notice has not been given yet, so no one will be told by e-mail.")
			}
			page.Hidden = []kit.Hidden{kit.VersionField(v.Meeting.Version)}
			page.Group(v.Meeting.Title(), kit.Field{
				Name: "reason", Label: "Why", Type: "textarea", Rows: 3, Required: true,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v meetings.View) (kit.Done, error) {
			return kit.Done{To: kit.MeetingURL(v.Meeting.ID), Message: "The meeting is called off."}, s.meetings.Cancel(
				c.Request().Context(), s.Actor(c), v.Meeting.ID, in.Version(), in.Text("reason"),
			)
		},
	}
}
