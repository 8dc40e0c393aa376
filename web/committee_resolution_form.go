package web

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
)

// ResolutionNewPage asks for the meeting at which a resolution was decided.
type ResolutionNewPage struct {
	Page
	Action string
	Day    Field
	Held   []Link
	Plan   string // a meeting
}

var resolutionNewView = newView[ResolutionNewPage]("committee/resolution_new.html")

// resolutionNew asks for the meeting first: who can have been present depends
// on its day.
func (s *Server) resolutionNew(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.actor(c)
	if id := queryID[committee.MeetingID](c, "meeting"); id != 0 {
		m, err := s.committee.MeetingByID(ctx, actor, id)
		if err != nil {
			return err
		}
		v := filled("day", m.Day.String(), "meeting", idText(m.ID))
		for _, p := range m.Present {
			v.values.Add("present", idText(p))
		}
		return s.showResolutionForm(c, v, nil)
	}
	page := ResolutionNewPage{Page: s.page(c, "Record a resolution", committeeCrumb, Crumb{"Resolutions", resolutionsPath}), Action: resolutionsPath + "/new", Plan: s.planCommittee(c)}
	v := filled("day", c.QueryParam("day"))
	day := v.day("day")
	var f apperr.Fields
	if c.QueryParams().Has("day") {
		constitution.CheckDay(&f, "day", day)
	}
	switch {
	case f.Has("day"):
		page.invalid(v.refusal(f.Err()))
	case !day.IsZero():
		return s.showResolutionForm(c, v, nil)
	}
	held, err := s.committee.Meetings(ctx, actor)
	if err != nil {
		return err
	}
	for _, m := range held[:min(len(held), dueShown)] {
		page.Held = append(page.Held, Link{Label: "Meeting of " + m.Day.Long(), URL: resolutionsPath + "/new?meeting=" + idText(m.ID)})
	}
	page.Day = v.fieldOf(&page.Page, dayField("day", "Day of the meeting", ""))
	page.Day.Required = true
	return resolutionNewView.render(c, page.status(), page)
}

// formSeats are those who were on the committee on the day of the form; of a
// day that cannot be, those of today.
func (s *Server) formSeats(c echo.Context, day civil.Date) (committee.Seating, error) {
	var f apperr.Fields
	if constitution.CheckDay(&f, "day", day); len(f) > 0 {
		day = s.today()
	}
	return s.committee.Seats(c.Request().Context(), s.actor(c), day)
}

func (s *Server) showResolutionForm(c echo.Context, v typed, refused error) error {
	page := CommitteeForm{
		Page:   s.page(c, "Record a resolution", committeeCrumb, Crumb{"Resolutions", resolutionsPath}),
		Action: resolutionsPath + "/new", Submit: "Record it", Back: resolutionsPath,
		Intro: ruleText("Without a quorum present nothing is decided (rule 6.2); the committee decides by a majority of those voting (rule 6.3)."),
	}
	if m := v.text("meeting"); m != "" {
		page.Hidden = []Hidden{{"meeting", m}}
	}
	fields, err := s.resolutionFields(c, v)
	if err != nil {
		return err
	}
	return page.show(c, v, refused, fields, nil)
}

// resolutionFields are the fields of a resolution, with those who could have
// been present on its day.
func (s *Server) resolutionFields(c echo.Context, v typed) (func(p *Page, v typed) []FieldGroup, error) {
	seats, err := s.formSeats(c, filled("day", v.text("day")).day("day"))
	if err != nil {
		return nil, err
	}
	present := Field{Name: "present", Label: "Present", Type: "checkboxes", Hint: "Who was on the committee on this day."}
	for _, w := range seats.People() {
		present.Options = append(present.Options, Option{Value: idText(w.Person), Label: w.Name})
	}
	return func(p *Page, v typed) []FieldGroup {
		here := present
		here.Options = append([]Option(nil), present.Options...)
		who := func(name, label string) Field {
			return v.fieldOf(p, Field{Name: name, Label: label, Type: "select", Options: peopleOptions("Not recorded", seats.People())})
		}
		votes := func(name, label string) Field {
			return v.fieldOf(p, Field{Name: name, Label: label, InputMode: "numeric", Width: "short", Required: true})
		}
		return []FieldGroup{
			{Legend: "The resolution", Fields: []Field{
				v.fieldOf(p, dayField("day", "Day of the meeting", "")),
				v.fieldOf(p, Field{Name: "text", Label: "Resolution", Hint: "As it stands in the minutes: “That …”", Type: "textarea", Required: true}),
			}},
			{Legend: "Who was there", Fields: []Field{v.fieldOf(p, here)}, Rows: [][]Field{{who("mover", "Moved by"), who("seconder", "Seconded by")}}},
			{Legend: "The votes", Rows: [][]Field{{votes("yes", "Yes"), votes("no", "No"), votes("abstain", "Abstain")}, {
				v.fieldOf(p, Field{Name: "chair", Label: "Chair’s vote on a tie", Hint: "Only where the committee has ruled that the chair has one (rule 6.3).", Type: "select", Options: []Option{
					{Label: "None"}, {Value: string(constitution.ChairYes), Label: "Yes"}, {Value: string(constitution.ChairNo), Label: "No"},
				}}),
			}}},
		}
	}, nil
}

func (v typed) resolutionInput() committee.ResolutionInput {
	return committee.ResolutionInput{
		Day: v.day("day"), Meeting: parseCommitteeID[committee.MeetingID](v.text("meeting")), Text: v.text("text"),
		Mover: v.person("mover"), Seconder: v.person("seconder"), Present: v.people("present"),
		Votes: constitution.Votes{Yes: v.number("yes"), No: v.number("no"), Abstain: v.number("abstain")}, Chair: constitution.ChairVote(v.text("chair")),
	}
}

func (s *Server) resolutionSave(c echo.Context) error {
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	r, err := s.committee.Record(c.Request().Context(), s.actor(c), v.resolutionInput())
	if refused := v.refusal(err); refused != nil {
		return s.showResolutionForm(c, v, refused)
	}
	s.flash(c, KindSuccess, "Resolution "+r.Number.String()+" is recorded: "+strings.ToLower(r.Outcome.Label())+".")
	return seeOther(c, below(resolutionsPath, r.ID))
}

// resolutionTyped is a resolution as it stands in its form.
func resolutionTyped(r committee.Resolution) typed {
	v := filled("day", r.Day.String(), "text", r.Text, "mover", idOrNone(r.Mover), "seconder", idOrNone(r.Seconder),
		"yes", strconv.Itoa(r.Votes.Yes), "no", strconv.Itoa(r.Votes.No), "abstain", strconv.Itoa(r.Votes.Abstain), "chair", string(r.Chair), "version", idText(r.Version))
	if r.Meeting != 0 {
		v.values.Set("meeting", idText(r.Meeting))
	}
	for _, w := range r.Present {
		v.values.Add("present", idText(w.Person))
	}
	return v
}

func idOrNone(w committee.Who) string {
	if w.Person == 0 {
		return ""
	}
	return idText(w.Person)
}

func (s *Server) resolutionEdit(c echo.Context) error {
	id, err := pathID[committee.ResolutionID](c, "id")
	if err != nil {
		return err
	}
	r, err := s.committee.Resolution(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	return s.showResolutionEdit(c, r, resolutionTyped(r), nil)
}

func (s *Server) showResolutionEdit(c echo.Context, r committee.Resolution, v typed, refused error) error {
	here := below(resolutionsPath, r.ID)
	page := CommitteeForm{
		Page:   s.page(c, "Correct resolution "+r.Number.String(), committeeCrumb, Crumb{"Resolutions", resolutionsPath}, Crumb{r.Number.String(), here}),
		Action: here + "/edit", Submit: "Save the correction", Back: here,
		Intro: ruleText("The audit log keeps what stood before. A resolution that something rests on stays carried, and of its day."),
	}
	if m := v.text("meeting"); m != "" {
		page.Hidden = []Hidden{{"meeting", m}}
	}
	fields, err := s.resolutionFields(c, v)
	if err != nil {
		return err
	}
	return page.show(c, v, refused, func(p *Page, v typed) []FieldGroup {
		return append(fields(p, v), FieldGroup{Legend: "The correction", Fields: []Field{v.fieldOf(p, Field{Name: "reason", Label: "What was wrong", Type: "textarea", Rows: 2, Required: true})}})
	}, func() (typed, int64, error) {
		now, err := s.committee.Resolution(c.Request().Context(), s.actor(c), r.ID)
		return resolutionTyped(now), now.Version, err
	})
}

func (s *Server) resolutionCorrect(c echo.Context) error {
	id, err := pathID[committee.ResolutionID](c, "id")
	if err != nil {
		return err
	}
	v, err := typedForm(c)
	if err != nil {
		return err
	}
	in := committee.CorrectionInput{ID: id, Version: v.version(), ResolutionInput: v.resolutionInput(), Reason: v.text("reason")}
	if refused := v.refusal(s.committee.Correct(c.Request().Context(), s.actor(c), in)); refused != nil {
		r, err := s.committee.Resolution(c.Request().Context(), s.actor(c), id)
		if err != nil {
			return err
		}
		return s.showResolutionEdit(c, r, v, refused)
	}
	s.flash(c, KindSuccess, "The correction is saved.")
	return seeOther(c, below(resolutionsPath, id))
}
