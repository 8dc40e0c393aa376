package committee

import (
	"context"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/web/kit"
)

// officerRoles are the offices that somebody can act in.
var officerRoles = []auth.Role{auth.President, auth.Secretary, auth.Treasurer}

func officerField() kit.Field {
	f := kit.Field{
		Name: "role", Label: "Office", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose an office"}},
	}
	for _, r := range officerRoles {
		f.Options = append(f.Options, kit.Option{Value: string(r), Label: r.Title()})
	}
	return f
}

// seatGiven is what the two forms that give a seat differ in.
type seatGiven struct {
	title, path, intro, submit, done string
	fields                           []kit.Field // before the resolution

	give func(context.Context, auth.Actor, committee.AppointmentInput) (committee.AppointmentID, error)
}

func (s *Desk) coopt() kit.Form[civil.Date] {
	return s.giveSeat(seatGiven{
		title: "Co-opt a member", path: cooptPath, submit: "Co-opt", done: "The member was co-opted.",
		intro: "The committee may co-opt members of the society, as a rule until the next AGM (rule 6.5). They take part " +
			"in the committee on these days.",
		give: s.committee.Coopt,
	})
}

func (s *Desk) appointActing() kit.Form[civil.Date] {
	return s.giveSeat(seatGiven{
		title: "Appoint an acting officer", path: actingPath, submit: "Appoint", done: "The acting officer was appointed.",
		intro: "Any member of the society may act for an officer who cannot, or in an office that is vacant (rule 6.6). " +
			"The permissions of the office begin and end with these days.",
		fields: []kit.Field{officerField()}, give: s.committee.AppointActing,
	})
}

// giveSeat is a form about the day that a seat is proposed to end on.
func (s *Desk) giveSeat(seat seatGiven) kit.Form[civil.Date] {
	return kit.Form[civil.Date]{
		Site: s.Site,
		Load: func(c echo.Context) (civil.Date, error) {
			return s.committee.UntilAGM(c.Request().Context(), s.Today())
		},
		Fill: func(c echo.Context, in *kit.Filling, until civil.Date) {
			in.Set("person", c.QueryParam("person"))
			in.SetDay("from", s.Today())
			in.SetDay("until", until)
		},
		Show: func(c echo.Context, page *kit.FormPage, _ civil.Date) error {
			page.Page = s.Page(c, seat.title, committeeCrumb)
			page.Action, page.Submit, page.Back = seat.path, seat.submit, kit.CommitteePath
			page.Say(seat.intro)
			if chosen, err := s.memberOf(c, page, seat.path); !chosen || err != nil {
				return err
			}
			authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
			if err != nil {
				return err
			}
			page.Group("The appointment", append(seat.fields, authority)...).Row(
				kit.DayField("from", "First day", ""), kit.DayField("until", "Last day", "Usually the day of the next AGM."),
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ civil.Date) (kit.Done, error) {
			person := kit.Chosen[auth.PersonID](in, "person")
			_, err := seat.give(c.Request().Context(), s.Actor(c), committee.AppointmentInput{
				Role: auth.Role(in.Text("role")), Person: person, From: in.Day("from"), Until: in.Day("until"),
				Resolution: chosenResolution(in),
			})
			if err != nil {
				return kit.Done{}, err
			}
			text, err := s.Invited(c, seat.done, person)
			return kit.Done{To: kit.CommitteePath, Message: text}, err
		},
	}
}

// endAppointment ends a seat that the committee gave.
func (s *Desk) endAppointment() kit.Form[committee.Appointment] {
	return kit.Form[committee.Appointment]{
		Site: s.Site, Load: kit.ByID(s.Site, s.committee.Appointment),
		Fill: func(_ echo.Context, in *kit.Filling, _ committee.Appointment) { in.SetDay("until", s.Today()) },
		Saved: func(_ echo.Context, in *kit.Filling, a committee.Appointment) {
			in.SetDay("until", a.Until)
			in.Set("reason", a.EndReason)
			kit.SetChosen(in, "resolution", a.EndedBy.ID)
		},
		Version: func(a committee.Appointment) int64 { return a.Version },
		Show: func(c echo.Context, page *kit.FormPage, a committee.Appointment) error {
			authority, err := s.authorityField(c, "By resolution", "None, for example when someone resigns")
			if err != nil {
				return err
			}
			page.Page = s.Page(c, "End: "+a.Title()+", "+a.Who.Name, committeeCrumb)
			page.Action, page.Back = kit.Below(appointmentsPath, a.ID), kit.CommitteePath
			page.Submit, page.Kind = "End the appointment", "danger"
			page.Say("The permissions end after the last day. To end them now, enter yesterday.")
			line := appointmentLine(a, s.Today())
			page.Facts = []kit.Fact{
				{Label: "Who", Value: a.Who.Name}, {Label: "As", Trace: new(kit.RuleTrace(a.Title(), a.Trace))},
				{Label: "Days", Value: line.Days}, {Label: "By resolution", Value: line.Resolution, URL: line.ByURL},
			}
			page.Group("The end",
				kit.DayField("until", "Last day", ""),
				kit.Field{Name: "reason", Label: "Why it ends", Type: "textarea", Rows: 2, Required: true},
				authority,
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a committee.Appointment) (kit.Done, error) {
			return kit.Done{To: kit.CommitteePath, Message: "The last day is recorded."}, s.committee.End(
				c.Request().Context(), s.Actor(c), committee.EndInput{
					ID: a.ID, Version: in.Version(), Last: in.Day("until"), Reason: in.Lines("reason"),
					Resolution: chosenResolution(in),
				},
			)
		},
	}
}

// recordAbsence is about an officer who cannot act.
func (s *Desk) recordAbsence() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Fill: func(c echo.Context, in *kit.Filling, _ kit.Nothing) {
			in.Set("role", c.QueryParam("role"))
			in.SetDay("from", s.Today())
		},
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "An officer who cannot act", committeeCrumb)
			page.Action, page.Submit, page.Back = absencesPath, "Record the absence", kit.CommitteePath
			page.Say(
				"Until an acting officer is appointed, the senior officer who can act answers for the duties (rule 6.6). The " +
					"officer stays in office.",
			)
			page.Group("The officer", officerField()).Row(
				kit.DayField("from", "Cannot act from", ""),
				kit.DayField("until", "Last day", "Leave empty if you do not know when it ends."),
			)
			page.Group("Why", kit.Field{Name: "reason", Label: "Reason", Type: "textarea", Rows: 2}).Text(
				"Only the committee sees this. Leave empty if it is private.",
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			_, err := s.committee.RecordAbsence(c.Request().Context(), s.Actor(c), committee.AbsenceInput{
				Role: auth.Role(in.Text("role")), From: in.Day("from"), Until: in.Day("until"), Reason: in.Lines("reason"),
			})
			return kit.Done{
				To:      kit.CommitteePath,
				Message: "The absence is recorded. The committee appoints an acting officer as soon as it can (rule 6.6).",
			}, err
		},
	}
}

// endAbsence is about an officer who is back.
func (s *Desk) endAbsence() kit.Form[committee.Absence] {
	return kit.Form[committee.Absence]{
		Site: s.Site, Load: kit.ByID(s.Site, s.committee.Absence),
		Fill: func(_ echo.Context, in *kit.Filling, _ committee.Absence) { in.SetDay("back", s.Today()) },
		Saved: func(_ echo.Context, in *kit.Filling, a committee.Absence) {
			if !a.Until.IsZero() {
				in.SetDay("back", a.Until.AddDays(1))
			}
		},
		Version: func(a committee.Absence) int64 { return a.Version },
		Show: func(c echo.Context, page *kit.FormPage, a committee.Absence) error {
			page.Page = s.Page(c, a.Name+" can act again", committeeCrumb)
			page.Action, page.Submit, page.Back = kit.Below(absencesPath, a.ID), "End the absence", kit.CommitteePath
			page.Say("The acting appointment ends on the day before (rule 6.6).")
			page.Facts = []kit.Fact{{Label: "Office", Value: a.Role.Title()}, {Label: "Cannot act", Value: absenceDays(a)}}
			if a.Reason != "" {
				page.Facts = append(page.Facts, kit.Fact{Label: "Reason", Value: a.Reason})
			}
			page.Group("Back", kit.DayField("back", "Can act again from", ""))
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a committee.Absence) (kit.Done, error) {
			return kit.Done{To: kit.CommitteePath, Message: "The end of the absence is recorded."}, s.committee.EndAbsence(
				c.Request().Context(), s.Actor(c), a.ID, in.Version(), in.Day("back"),
			)
		},
	}
}
