package committee

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/committee"
	"nzgs/web/kit"
)

// officerRoles are the offices that somebody can act in.
var officerRoles = []auth.Role{auth.President, auth.Secretary, auth.Treasurer}

func officerField(v typed, p *kit.Page) kit.Field {
	f := kit.Field{
		Name: "role", Label: "Office", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose an office"}},
	}
	for _, r := range officerRoles {
		f.Options = append(f.Options, kit.Option{Value: string(r), Label: r.Title()})
	}
	return v.fieldOf(p, f)
}

// appointmentForm is one of the two forms that give a seat.
type appointmentForm struct {
	title, path, intro, submit, done string
	acting                           bool
	give                             func(c echo.Context, in committee.AppointmentInput) error
}

func (s *Desk) cooptForm() appointmentForm {
	return appointmentForm{
		title: "Co-opt a member", path: cooptPath, submit: "Co-opt", done: "The member was co-opted.",
		intro: "The committee may co-opt members of the society, as a rule until the next AGM (rule 6.5). They take part " +
			"in the committee on these days.",
		give: func(c echo.Context, in committee.AppointmentInput) error {
			_, err := s.committee.Coopt(c.Request().Context(), s.Actor(c), in)
			return err
		},
	}
}

func (s *Desk) actingForm() appointmentForm {
	return appointmentForm{
		title: "Appoint an acting officer", path: actingPath, submit: "Appoint", done: "The acting officer was appointed.",
		acting: true,
		intro: "Any member of the society may act for an officer who cannot, or in an office that is vacant (rule 6.6). " +
			"The permissions of the office begin and end with these days.",
		give: func(c echo.Context, in committee.AppointmentInput) error {
			_, err := s.committee.AppointActing(c.Request().Context(), s.Actor(c), in)
			return err
		},
	}
}

func (s *Desk) appointmentPage(f appointmentForm) echo.HandlerFunc {
	return func(c echo.Context) error {
		page := CommitteeForm{
			Page: s.Page(c, f.title, committeeCrumb), Intro: kit.CiteRules(f.intro), Back: kit.CommitteePath,
		}
		open, err := s.chooseMember(c, &page, f.path)
		if err != nil {
			return err
		}
		if open {
			return page.show(c, filled(), nil, func(*kit.Page, typed) []kit.FieldGroup { return nil }, nil)
		}
		until, err := s.committee.UntilAGM(c.Request().Context(), s.Today())
		if err != nil {
			return err
		}
		v := filled("person", c.QueryParam("person"), "from", s.Today().String(), "until", until.String())
		return s.showAppointment(c, f, page, v, nil)
	}
}

func (s *Desk) showAppointment(c echo.Context, f appointmentForm, page CommitteeForm, v typed, refused error) error {
	one, err := s.Auth.Person(c.Request().Context(), s.Actor(c), v.person("person"))
	if err != nil {
		return err
	}
	authority, err := s.authorityField(c, "By resolution", "Choose a resolution")
	if err != nil {
		return err
	}
	page.Action, page.Submit, page.Again = f.path, f.submit, f.path
	page.Facts = []kit.Fact{{Label: "Member", Value: one.Name.String()}}
	page.Hidden = []kit.Hidden{{Name: "person", Value: kit.IDText(one.Person)}}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		group := kit.FieldGroup{Legend: "The appointment"}
		if f.acting {
			group.Fields = append(group.Fields, officerField(v, p))
		}
		group.Fields = append(group.Fields, v.fieldOf(p, authority))
		group.Rows = [][]kit.Field{{
			v.fieldOf(p, dayField("from", "First day", "")),
			v.fieldOf(p, dayField("until", "Last day", "Usually the day of the next AGM.")),
		}}
		return []kit.FieldGroup{group}
	}, nil)
}

func (s *Desk) appointmentSave(f appointmentForm) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := typedForm(c)
		if err != nil {
			return err
		}
		in := committee.AppointmentInput{
			Role: auth.Role(v.text("role")), Person: v.person("person"), From: v.day("from"), Until: v.day("until"),
			Resolution: v.resolution(),
		}
		if refused := v.refusal(f.give(c, in)); refused != nil {
			page := CommitteeForm{
				Page: s.Page(c, f.title, committeeCrumb), Intro: kit.CiteRules(f.intro), Back: kit.CommitteePath,
			}
			if in.Person == 0 {
				if !page.Invalid(refused) {
					return refused
				}
				choice, err := s.ChoosePerson(c, &page.Page, f.path, func(auth.Someone) kit.Link { return kit.Link{} })
				if err != nil {
					return err
				}
				page.Choice = &choice
				return committeeFormView.Render(c, page.Status(), page)
			}
			return s.showAppointment(c, f, page, v, refused)
		}
		s.Flash(c, kit.KindSuccess, f.done)
		return kit.SeeOther(c, kit.CommitteePath)
	}
}

// appointmentEnd is the form that ends a seat that the committee gave.
func (s *Desk) appointmentEnd(c echo.Context) error {
	return s.showEnd(c, filled("until", s.Today().String()), nil)
}

func (s *Desk) showEnd(c echo.Context, v typed, refused error) error {
	id, err := kit.PathID[committee.AppointmentID](c, "id")
	if err != nil {
		return err
	}
	a, err := s.committee.Appointment(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	authority, err := s.authorityField(c, "By resolution", "None, for example when someone resigns")
	if err != nil {
		return err
	}
	line := appointmentLine(a, s.Today())
	page := CommitteeForm{
		Page: s.Page(c, "End: "+a.Title()+", "+a.Who.Name, committeeCrumb), Action: kit.Below(appointmentsPath, id),
		Submit: "End the appointment", Danger: true, Back: kit.CommitteePath,
		Intro: kit.CiteRules("The permissions end after the last day. To end them now, enter yesterday."),
		Facts: []kit.Fact{
			{Label: "Who", Value: a.Who.Name}, {Label: "As", Trace: new(kit.RuleTrace(a.Title(), a.Trace))},
			{Label: "Days", Value: line.Days}, {Label: "By resolution", Value: line.Resolution, URL: line.ByURL},
		},
	}
	if v.text("version") == "" {
		v.values.Set("version", kit.IDText(a.Version))
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		return []kit.FieldGroup{{Legend: "The end", Fields: []kit.Field{
			v.fieldOf(p, dayField("until", "Last day", "")),
			v.fieldOf(p, kit.Field{Name: "reason", Label: "Why it ends", Type: "textarea", Rows: 2, Required: true}),
			v.fieldOf(p, authority),
		}}}
	}, nil)
}

func (s *Desk) appointmentEndSave(c echo.Context) error {
	id, err := kit.PathID[committee.AppointmentID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	in := committee.EndInput{
		ID: id, Version: v.version(), Last: v.day("until"), Reason: v.text("reason"), Resolution: v.resolution(),
	}
	if refused := v.refusal(s.committee.End(c.Request().Context(), s.Actor(c), in)); refused != nil {
		return s.showEnd(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The last day is recorded.")
	return kit.SeeOther(c, kit.CommitteePath)
}

// absenceNew is the form for an officer who cannot act.
func (s *Desk) absenceNew(c echo.Context) error {
	return s.showAbsence(c, filled("role", c.QueryParam("role"), "from", s.Today().String()), nil)
}

func (s *Desk) showAbsence(c echo.Context, v typed, refused error) error {
	page := CommitteeForm{
		Page: s.Page(c, "An officer who cannot act", committeeCrumb), Action: absencesPath, Submit: "Record the absence",
		Back: kit.CommitteePath,
		Intro: kit.CiteRules(
			"Until an acting officer is appointed, the senior officer who can act answers for the duties (rule 6.6). The " +
				"officer stays in office.",
		),
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		return []kit.FieldGroup{{Legend: "The officer", Fields: []kit.Field{officerField(v, p)}, Rows: [][]kit.Field{{
			v.fieldOf(p, dayField("from", "Cannot act from", "")),
			v.fieldOf(p, dayField("until", "Last day", "Leave empty if you do not know when it ends.")),
		}}}, {Legend: "Why", Text: "Only the committee sees this. Leave empty if it is private.", Fields: []kit.Field{
			v.fieldOf(p, kit.Field{Name: "reason", Label: "Reason", Type: "textarea", Rows: 2}),
		}}}
	}, nil)
}

func (s *Desk) absenceSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	in := committee.AbsenceInput{
		Role: auth.Role(v.text("role")), From: v.day("from"), Until: v.day("until"), Reason: v.text("reason"),
	}
	_, err = s.committee.RecordAbsence(c.Request().Context(), s.Actor(c), in)
	if refused := v.refusal(err); refused != nil {
		return s.showAbsence(c, v, refused)
	}
	s.Flash(
		c, kit.KindSuccess, "The absence is recorded. The committee appoints an acting officer as soon as it can (rule 6.6).",
	)
	return kit.SeeOther(c, kit.CommitteePath)
}

// absenceEnd is the form for an officer who is back.
func (s *Desk) absenceEnd(c echo.Context) error {
	return s.showBack(c, filled("back", s.Today().String()), nil)
}

func (s *Desk) showBack(c echo.Context, v typed, refused error) error {
	id, err := kit.PathID[committee.AbsenceID](c, "id")
	if err != nil {
		return err
	}
	a, err := s.committee.Absence(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := CommitteeForm{
		Page: s.Page(c, a.Name+" can act again", committeeCrumb), Action: kit.Below(absencesPath, id),
		Submit: "End the absence", Back: kit.CommitteePath,
		Intro: kit.CiteRules("The acting appointment ends on the day before (rule 6.6)."),
		Facts: []kit.Fact{{Label: "Office", Value: a.Role.Title()}, {Label: "Cannot act", Value: absenceDays(a)}},
	}
	if a.Reason != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Reason", Value: a.Reason})
	}
	if v.text("version") == "" {
		v.values.Set("version", kit.IDText(a.Version))
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		return []kit.FieldGroup{
			{Legend: "Back", Fields: []kit.Field{v.fieldOf(p, dayField("back", "Can act again from", ""))}},
		}
	}, nil)
}

func (s *Desk) absenceEndSave(c echo.Context) error {
	id, err := kit.PathID[committee.AbsenceID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	if refused := v.refusal(s.committee.EndAbsence(
		c.Request().Context(), s.Actor(c), id, v.version(), v.day("back"),
	)); refused != nil {
		return s.showBack(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The end of the absence is recorded.")
	return kit.SeeOther(c, kit.CommitteePath)
}
