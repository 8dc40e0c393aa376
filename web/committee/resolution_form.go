package committee

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
)

// ResolutionNewPage asks for the meeting at which a resolution was decided.
type ResolutionNewPage struct {
	kit.Page
	Action string
	Day    kit.Field
	Held   []kit.Link
	Plan   string // a meeting
}

var resolutionNewView = kit.NewView[ResolutionNewPage](templates, "resolution_new.html")

// resolutionNew asks for the meeting first: who can have been present depends
// on its day.
func (s *Desk) resolutionNew(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	if id := kit.QueryID[committee.MeetingID](c, "meeting"); id != 0 {
		m, err := s.committee.MeetingByID(ctx, actor, id)
		if err != nil {
			return err
		}
		v := filled("day", m.Day.String(), "meeting", kit.IDText(m.ID))
		for _, p := range m.Present {
			v.values.Add("present", kit.IDText(p))
		}
		return s.showResolutionForm(c, v, nil)
	}
	page := ResolutionNewPage{
		Page:   s.Page(c, "Record a resolution", committeeCrumb, kit.Crumb{Label: "Resolutions", URL: kit.ResolutionsPath}),
		Action: kit.ResolutionsPath + "/new", Plan: s.planCommittee(c),
	}
	v := filled("day", c.QueryParam("day"))
	day := v.day("day")
	var f apperr.Fields
	if c.QueryParams().Has("day") {
		constitution.CheckDay(&f, "day", day)
	}
	switch {
	case f.Has("day"):
		page.Invalid(v.refusal(f.Err()))
	case !day.IsZero():
		return s.showResolutionForm(c, v, nil)
	}
	held, err := s.committee.Meetings(ctx, actor)
	if err != nil {
		return err
	}
	for _, m := range held[:min(len(held), kit.DueShown)] {
		page.Held = append(page.Held, kit.Link{
			Label: "Meeting of " + m.Day.Long(), URL: kit.ResolutionsPath + "/new?meeting=" + kit.IDText(m.ID),
		})
	}
	page.Day = v.fieldOf(&page.Page, dayField("day", "Day of the meeting", ""))
	page.Day.Required = true
	return resolutionNewView.Render(c, page.Status(), page)
}

// formSeats are those who were on the committee on the day of the form; of a
// day that cannot be, those of today.
func (s *Desk) formSeats(c echo.Context, day civil.Date) (committee.Seating, error) {
	return s.committee.Seats(c.Request().Context(), s.Actor(c), s.possible(day))
}

// possible is a day of a form, or today instead of one that cannot be.
func (s *Desk) possible(day civil.Date) civil.Date {
	var f apperr.Fields
	if constitution.CheckDay(&f, "day", day); len(f) > 0 {
		return s.Today()
	}
	return day
}

func (s *Desk) showResolutionForm(c echo.Context, v typed, refused error) error {
	page := CommitteeForm{
		Page:   s.Page(c, "Record a resolution", committeeCrumb, kit.Crumb{Label: "Resolutions", URL: kit.ResolutionsPath}),
		Action: kit.ResolutionsPath + "/new", Submit: "Record it", Back: kit.ResolutionsPath,
		Intro: kit.CiteRules(
			"Nothing can be decided without a quorum (rule 6.2). The committee decides by a majority of those voting (rule 6.3).",
		),
	}
	if m := v.text("meeting"); m != "" {
		page.Hidden = []kit.Hidden{{Name: "meeting", Value: m}}
	}
	fields, err := s.resolutionFields(c, v)
	if err != nil {
		return err
	}
	return page.show(c, v, refused, fields, nil)
}

// resolutionFields are the fields of a resolution, with those who could have
// been present on its day.
func (s *Desk) resolutionFields(c echo.Context, v typed) (func(p *kit.Page, v typed) []kit.FieldGroup, error) {
	seats, err := s.formSeats(c, filled("day", v.text("day")).day("day"))
	if err != nil {
		return nil, err
	}
	present := kit.Field{
		Name: "present", Label: "Present", Type: "checkboxes", Hint: "Who was on the committee on this day.",
	}
	for _, w := range seats.People() {
		present.Options = append(present.Options, kit.Option{Value: kit.IDText(w.Person), Label: w.Name})
	}
	return func(p *kit.Page, v typed) []kit.FieldGroup {
		here := present
		here.Options = append([]kit.Option(nil), present.Options...)
		who := func(name, label string) kit.Field {
			return v.fieldOf(p, kit.Field{
				Name: name, Label: label, Type: "select", Options: peopleOptions("Not recorded", seats.People()),
			})
		}
		votes := func(name, label string) kit.Field {
			return v.fieldOf(p, kit.Field{Name: name, Label: label, InputMode: "numeric", Width: "short", Required: true})
		}
		return []kit.FieldGroup{
			{Legend: "The resolution", Fields: []kit.Field{
				v.fieldOf(p, dayField("day", "Day of the meeting", "")),
				v.fieldOf(p, kit.Field{
					Name: "text", Label: "Resolution", Hint: "As in the minutes: “That …”", Type: "textarea", Required: true,
				}),
			}},
			{
				Legend: "Who was there", Fields: []kit.Field{v.fieldOf(p, here)},
				Rows: [][]kit.Field{{who("mover", "Moved by"), who("seconder", "Seconded by")}},
			},
			{Legend: "The votes", Rows: [][]kit.Field{{votes("yes", "Yes"), votes("no", "No"), votes("abstain", "Abstain")}, {
				v.fieldOf(p, kit.Field{Name: "chair", Label: "Chair’s vote on a tie", Hint: "Only where the committee has ruled " +
					"that the chair has one (rule 6.3).", Type: "select", Options: []kit.Option{
					{Label: "None"}, {Value: string(constitution.ChairYes), Label: "Yes"},
					{Value: string(constitution.ChairNo), Label: "No"},
				}}),
			}}},
		}
	}, nil
}

func (v typed) resolutionInput() committee.ResolutionInput {
	return committee.ResolutionInput{
		Day: v.day("day"), Meeting: parseCommitteeID[committee.MeetingID](v.text("meeting")), Text: v.text("text"),
		Mover: v.person("mover"), Seconder: v.person("seconder"), Present: v.people("present"),
		Votes: constitution.Votes{Yes: v.number("yes"), No: v.number("no"), Abstain: v.number("abstain")},
		Chair: constitution.ChairVote(v.text("chair")),
	}
}

func (s *Desk) resolutionSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	r, err := s.committee.Record(c.Request().Context(), s.Actor(c), v.resolutionInput())
	if refused := v.refusal(err); refused != nil {
		return s.showResolutionForm(c, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "Resolution "+r.Number.String()+" is recorded: "+strings.ToLower(r.Outcome.Label())+".")
	return kit.SeeOther(c, kit.Below(kit.ResolutionsPath, r.ID))
}

// resolutionTyped is a resolution as it stands in its form.
func resolutionTyped(r committee.Resolution) typed {
	v := filled("day", r.Day.String(), "text", r.Text, "mover", idOrNone(r.Mover), "seconder", idOrNone(r.Seconder),
		"yes", strconv.Itoa(r.Votes.Yes), "no", strconv.Itoa(r.Votes.No), "abstain", strconv.Itoa(r.Votes.Abstain), "chair",
		string(r.Chair), "version", kit.IDText(r.Version))
	if r.Meeting != 0 {
		v.values.Set("meeting", kit.IDText(r.Meeting))
	}
	for _, w := range r.Present {
		v.values.Add("present", kit.IDText(w.Person))
	}
	return v
}

func idOrNone(w committee.Who) string {
	if w.Person == 0 {
		return ""
	}
	return kit.IDText(w.Person)
}

func (s *Desk) resolutionEdit(c echo.Context) error {
	id, err := kit.PathID[committee.ResolutionID](c, "id")
	if err != nil {
		return err
	}
	r, err := s.committee.Resolution(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	return s.showResolutionEdit(c, r, resolutionTyped(r), nil)
}

func (s *Desk) showResolutionEdit(c echo.Context, r committee.Resolution, v typed, refused error) error {
	here := kit.Below(kit.ResolutionsPath, r.ID)
	page := CommitteeForm{
		Page: s.Page(
			c, "Correct resolution "+r.Number.String(), committeeCrumb,
			kit.Crumb{Label: "Resolutions", URL: kit.ResolutionsPath}, kit.Crumb{Label: r.Number.String(), URL: here},
		),
		Action: here + "/edit", Submit: "Save the correction", Back: here,
		Intro: kit.CiteRules(
			"The audit log keeps what it said before. If anything depends on this resolution, it must stay carried and keep " +
				"its day.",
		),
	}
	if m := v.text("meeting"); m != "" {
		page.Hidden = []kit.Hidden{{Name: "meeting", Value: m}}
	}
	fields, err := s.resolutionFields(c, v)
	if err != nil {
		return err
	}
	return page.show(c, v, refused, func(p *kit.Page, v typed) []kit.FieldGroup {
		return append(fields(p, v), kit.FieldGroup{
			Legend: "The correction",
			Fields: []kit.Field{
				v.fieldOf(p, kit.Field{Name: "reason", Label: "What was wrong", Type: "textarea", Rows: 2, Required: true}),
			},
		})
	}, func() (typed, int64, error) {
		now, err := s.committee.Resolution(c.Request().Context(), s.Actor(c), r.ID)
		return resolutionTyped(now), now.Version, err
	})
}

func (s *Desk) resolutionCorrect(c echo.Context) error {
	id, err := kit.PathID[committee.ResolutionID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	in := committee.CorrectionInput{
		ID: id, Version: v.version(), ResolutionInput: v.resolutionInput(), Reason: v.text("reason"),
	}
	if refused := v.refusal(s.committee.Correct(c.Request().Context(), s.Actor(c), in)); refused != nil {
		r, err := s.committee.Resolution(c.Request().Context(), s.Actor(c), id)
		if err != nil {
			return err
		}
		return s.showResolutionEdit(c, r, v, refused)
	}
	s.Flash(c, kit.KindSuccess, "The correction is saved.")
	return kit.SeeOther(c, kit.Below(kit.ResolutionsPath, id))
}
