package committee

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/act"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

var committeeCrumb = kit.Crumb{Label: "Committee", URL: kit.CommitteePath}

// Parts of the committee's pages.
const (
	cooptPath        = kit.CommitteePath + "/coopt"
	actingPath       = kit.CommitteePath + "/acting"
	absencesPath     = kit.CommitteePath + "/absences"
	appointmentsPath = kit.CommitteePath + "/appointments"
)

func committeeTabs(current string) kit.Tabs {
	tabs := kit.Tabs{Label: "Committee"}
	for _, t := range []kit.NavItem{
		{Label: "Overview", URL: kit.CommitteePath}, {Label: "Resolutions", URL: kit.ResolutionsPath},
		{Label: "Payments", URL: kit.OutPaymentsPath},
		{Label: "Loans", URL: kit.LoansPath}, {Label: "Investments", URL: kit.InvestmentsPath},
		{Label: "Seal", URL: kit.SealPath}, {Label: "Exclusions", URL: kit.ExclusionsPath},
		{Label: "Handovers", URL: handoversPath}, {Label: "The Act’s year", URL: act.Path},
	} {
		t.Current = t.URL == current
		tabs.Items = append(tabs.Items, t)
	}
	return tabs
}

// keepsCommittee reports whether the actor keeps the committee's records.
func (s *Desk) keepsCommittee(c echo.Context) bool {
	return auth.Can(s.Actor(c), auth.KeepCommittee, auth.Object{}, s.Today())
}

// planCommittee is where the actor plans a committee meeting, empty for those
// who hold no meetings.
func (s *Desk) planCommittee(c echo.Context) string {
	if !auth.Can(s.Actor(c), auth.HoldMeetings, auth.Object{}, s.Today()) {
		return ""
	}
	return kit.MeetingsPath + "/new?kind=" + string(meetings.Committee)
}

// HomePage is who is on the committee, and what waits for it.
type HomePage struct {
	kit.Page
	Tabs     kit.Tabs
	MayKeep  bool
	Plan     string // a meeting
	Tasks    []kit.Task
	Meetings *kit.Trace // how many of the year's have been held
	Dates    string     // of them
	InOrder  *kit.Trace
	Warnings []kit.RuleText
	Seats    []SeatLine
	Given    []AppointmentLine
	Past     []AppointmentLine
}

// SeatLine is a seat of the committee.
type SeatLine struct {
	Title, Name, Days string
	State             *kit.Badge
	Since             string     // of the state
	Answers           *kit.Trace // who answers for the office, rule 6.6
	Departed          *kit.Badge // of a holder who is no member today
	File              string     // where that one's membership is renewed or the office ended, for whoever may
	URL, Action       string     // what can be done about it
}

// AppointmentLine is a seat that the committee gave.
type AppointmentLine struct {
	Title, Name, Days string
	Resolution, ByURL string
	Why               *kit.Trace
	Ended             string
	URL               string // where it is ended, or ""
}

var committeeView = kit.NewView[HomePage](templates, "home.html")

func (s *Desk) committeeHome(c echo.Context) error {
	ctx, actor, today := c.Request().Context(), s.Actor(c), s.Today()
	seats, err := s.committee.Seats(ctx, actor, today)
	if err != nil {
		return err
	}
	year, err := s.committee.MeetingYear(ctx, actor)
	if err != nil {
		return err
	}
	made, err := s.committee.Appointments(ctx, actor)
	if err != nil {
		return err
	}
	page := HomePage{
		Page: s.Page(c, "Committee"), Tabs: committeeTabs(kit.CommitteePath), MayKeep: s.keepsCommittee(c),
		Plan: s.planCommittee(c),
	}
	page.Meetings = new(kit.RuleTrace(meetingsHeldText(year), year.Trace))
	page.Dates = longDays(year.Held)
	page.InOrder = new(kit.RuleTrace(kit.Capital(seats.Trace.Outcome), seats.Trace))
	for _, f := range seats.Findings {
		page.Warnings = append(page.Warnings, kit.CiteRules(f.String()))
	}
	page.Seats = s.seatLines(c, seats, page.MayKeep)
	for _, a := range made {
		line := appointmentLine(a, today)
		if a.Over(today) {
			line.URL = ""
			page.Past = append(page.Past, line)
			continue
		}
		if !page.MayKeep {
			line.URL = ""
		}
		page.Given = append(page.Given, line)
	}
	page.Tasks, err = s.Waiting(c)
	if err != nil {
		return err
	}
	return committeeView.Render(c, http.StatusOK, page)
}

func meetingsHeldText(y committee.MeetingYear) string {
	text := kit.Plural(len(y.Held), "meeting", "meetings") + " held"
	if y.Missing > 0 {
		return text + ", " + kit.IDText(int64(y.Missing)) + " to hold by " + y.Last.Long()
	}
	return text
}

func longDays(days []civil.Date) string {
	var out []string
	for _, d := range days {
		out = append(out, d.Long())
	}
	return strings.Join(out, ", ")
}

// officeDays are the days of an office in words.
func officeDays(o auth.Office) string {
	if o.Until.IsZero() {
		return "since " + o.From.Long()
	}
	return o.From.Long() + " to " + o.Until.Long()
}

func (s *Desk) seatLines(c echo.Context, seats committee.Seating, mayKeep bool) []SeatLine {
	ends := mayKeep && auth.Can(s.Actor(c), auth.ManageOffices, auth.Object{}, s.Today())
	var out []SeatLine
	for _, o := range seats.Offices {
		lines := officeLines(o, mayKeep)
		lines[0] = departed(lines[0], o.Holder, ends)
		if o.Acting.Person != 0 {
			lines[1] = departed(lines[1], o.Acting, ends)
		}
		out = append(out, lines...)
	}
	for _, seat := range seats.Ordinary {
		out = append(
			out, departed(SeatLine{Title: "Ordinary member", Name: seat.Name, Days: officeDays(seat.Office)}, seat, ends),
		)
	}
	for _, seat := range seats.Coopted {
		out = append(
			out, departed(SeatLine{Title: "Co-opted member", Name: seat.Name, Days: officeDays(seat.Office)}, seat, ends),
		)
	}
	return out
}

// departed is the line of a seat whose holder is no member today, with the way
// to where the membership is renewed or the office is ended.
func departed(line SeatLine, seat committee.Seat, ends bool) SeatLine {
	if !seat.Departed {
		return line
	}
	line.Departed = &kit.Badge{Kind: kit.KindWarning, Text: "Not a member"}
	if ends {
		line.File = kit.PersonURL(seat.Person)
	}
	return line
}

// officeLines are an office's holder, who acts in it, and who answers for it.
func officeLines(o committee.OfficeState, mayKeep bool) []SeatLine {
	line := SeatLine{Title: kit.Capital(string(o.Office)), Name: o.Holder.Name}
	switch {
	case o.Holder.Person == 0:
		line.State, line.URL, line.Action = &kit.Badge{
			Kind: kit.KindWarning, Text: "Vacant",
		}, actingPath, "Appoint an acting officer"
	case o.Absent.ID != 0:
		line.Days = officeDays(o.Holder.Office)
		line.State, line.Since = &kit.Badge{Kind: kit.KindWarning, Text: "Cannot act"}, absenceDays(o.Absent)
		line.URL, line.Action = kit.Below(absencesPath, o.Absent.ID), "End the absence"
	default:
		line.Days, line.Action = officeDays(o.Holder.Office), "Record an absence"
		line.URL = absencesPath + "?role=" + string(o.Role())
	}
	switch {
	case o.Answers.Person != 0:
		line.Answers = new(kit.RuleTrace(o.Answers.Name+" answers for its duties", o.Trace))
	case !o.Functioning():
		line.Answers = new(kit.RuleTrace("No one is left to answer for its duties", o.Trace))
	}
	out := []SeatLine{line}
	if o.Acting.Person != 0 {
		if o.Holder.Person == 0 {
			out[0].URL, out[0].Action = "", ""
		}
		out = append(out, SeatLine{
			Title: o.Acting.Office.Title(), Name: o.Acting.Name, Days: officeDays(o.Acting.Office),
			State: &kit.Badge{Kind: kit.KindInfo, Text: "Acting"},
		})
	} else if o.Absent.ID != 0 {
		out = append(out, SeatLine{
			Title: "Acting " + string(o.Office), State: &kit.Badge{Kind: kit.KindWarning, Text: "No one yet"}, URL: actingPath,
			Action: "Appoint one",
		})
	}
	if !mayKeep {
		for i := range out {
			out[i].URL, out[i].Action = "", ""
		}
	}
	return out
}

func absenceDays(a committee.Absence) string {
	if a.Until.IsZero() {
		return "since " + a.From.Long()
	}
	return a.From.Long() + " to " + a.Until.Long()
}

func appointmentLine(a committee.Appointment, today civil.Date) AppointmentLine {
	line := AppointmentLine{
		Title: a.Title(), Name: a.Who.Name, Resolution: a.Resolution.Number.String(),
		ByURL: kit.Below(kit.ResolutionsPath, a.Resolution.ID),
		Why:   new(kit.RuleTrace(kit.Capital(a.Trace.Outcome), a.Trace)), Ended: a.EndReason,
		URL: kit.Below(appointmentsPath, a.ID),
	}
	if line.Days = a.From.Long() + " to " + a.Until.Long(); a.Withdrawn {
		line.Days = "was to begin on " + a.From.Long() + "; withdrawn"
	}
	return line
}

// Waiting is what waits for the reader at the committee's desk: payments to approve, and approved
// ones to be made.
func (s *Desk) Waiting(c echo.Context) ([]kit.Task, error) {
	actor := s.Actor(c)
	if !auth.Can(actor, auth.ApprovePayments, auth.Object{}, s.Today()) {
		return nil, nil
	}
	list, err := s.committee.Payments(c.Request().Context(), actor)
	if err != nil {
		return nil, err
	}
	var out []kit.Task
	for _, p := range list {
		if len(out) == kit.DueShown {
			break
		}
		t := kit.Task{
			Title: p.Amount.String() + " to " + p.Payee, Text: kit.Shortened(p.Purpose, 100),
			URL: kit.Below(kit.OutPaymentsPath, p.ID), Action: "See it",
		}
		if !strings.HasSuffix(t.Text, ".") && !strings.HasSuffix(t.Text, "…") {
			t.Text += "."
		}
		switch {
		case p.Stage == committee.Approved:
			t.Text += " Approved: pay it, and record that it is paid."
		case p.State == committee.PaymentOpen && s.committee.MayApprove(actor, p) == nil:
			t.Text += " It is waiting for your approval."
		default:
			continue
		}
		out = append(out, t)
	}
	return out, nil
}
