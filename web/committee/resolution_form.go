package committee

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
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

var resolutionsCrumb = kit.Crumb{Label: "Resolutions", URL: kit.ResolutionsPath}

// askMeeting asks for the meeting before the form that records: who can have been
// present depends on its day.
func (s *Desk) askMeeting(record kit.Form[committee.Meeting]) echo.HandlerFunc {
	return func(c echo.Context) error {
		in := kit.Asked(c)
		day := in.Day("day")
		var f apperr.Fields
		if in.Sends("day") {
			constitution.CheckDay(&f, "day", day)
		}
		if kit.QueryID[committee.MeetingID](c, "meeting") != 0 || !day.IsZero() && len(f) == 0 {
			return record.Get(c)
		}
		page := ResolutionNewPage{
			Page:   s.Page(c, "Record a resolution", committeeCrumb, resolutionsCrumb),
			Action: kit.ResolutionsPath + "/new", Plan: s.planCommittee(c),
		}
		page.Invalid(in.Refusal(f.Err()))
		held, err := s.committee.Meetings(c.Request().Context(), s.Actor(c))
		if err != nil {
			return err
		}
		for _, m := range held[:min(len(held), kit.DueShown)] {
			page.Held = append(page.Held, kit.Link{
				Label: "Meeting of " + m.Day.Long(), URL: kit.ResolutionsPath + "/new?meeting=" + kit.IDText(m.ID),
			})
		}
		page.Day = kit.DayField("day", "Day of the meeting", "")
		page.Day.Required = true
		page.Day = in.Field(&page.Page, page.Day)
		return resolutionNewView.Render(c, page.Status(), page)
	}
}

// meetingChosen is the meeting that the address names, or one that is not
// recorded, of the address's day.
func (s *Desk) meetingChosen(c echo.Context) (committee.Meeting, error) {
	if id := kit.QueryID[committee.MeetingID](c, "meeting"); id != 0 {
		return s.committee.MeetingByID(c.Request().Context(), s.Actor(c), id)
	}
	return committee.Meeting{Day: kit.Asked(c).Day("day")}, nil
}

func (s *Desk) recordResolution() kit.Form[committee.Meeting] {
	return kit.Form[committee.Meeting]{
		Site: s.Site, Load: s.meetingChosen,
		Fill: func(_ echo.Context, in *kit.Filling, m committee.Meeting) {
			in.SetDay("day", m.Day)
			kit.SetChosen(in, "meeting", m.ID)
			for _, p := range m.Present {
				in.Add("present", kit.IDText(p))
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, _ committee.Meeting) error {
			page.Page = s.Page(c, "Record a resolution", committeeCrumb, resolutionsCrumb)
			page.Action, page.Submit, page.Back = kit.ResolutionsPath+"/new", "Record it", kit.ResolutionsPath
			page.Say(
				"Nothing can be decided without a quorum (rule 6.2). The committee decides by a majority of those voting " +
					"(rule 6.3).",
			)
			return s.resolutionFields(c, page)
		},
		Take: func(c echo.Context, in *kit.Filling, _ committee.Meeting) (kit.Done, error) {
			r, err := s.committee.Record(c.Request().Context(), s.Actor(c), resolutionInput(in))
			return kit.Done{
				To:      kit.Below(kit.ResolutionsPath, r.ID),
				Message: "Resolution " + r.Number.String() + " is recorded: " + strings.ToLower(r.Outcome.Label()) + ".",
			}, err
		},
	}
}

func (s *Desk) correctResolution() kit.Form[committee.Resolution] {
	return kit.Form[committee.Resolution]{
		Site: s.Site, Load: kit.ByID(s.Site, s.committee.Resolution), Fill: fillResolution,
		Version: func(r committee.Resolution) int64 { return r.Version },
		Show: func(c echo.Context, page *kit.FormPage, r committee.Resolution) error {
			here := kit.Below(kit.ResolutionsPath, r.ID)
			page.Page = s.Page(
				c, "Correct resolution "+r.Number.String(), committeeCrumb, resolutionsCrumb,
				kit.Crumb{Label: r.Number.String(), URL: here},
			)
			page.Action, page.Submit, page.Back = here+"/edit", "Save the correction", here
			page.Say(
				"The audit log keeps what it said before. If anything depends on this resolution, it must stay carried and keep " +
					"its day.",
			)
			if err := s.resolutionFields(c, page); err != nil {
				return err
			}
			page.Group("The correction",
				kit.Field{Name: "reason", Label: "What was wrong", Type: "textarea", Rows: 2, Required: true},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, r committee.Resolution) (kit.Done, error) {
			return kit.Done{To: kit.Below(kit.ResolutionsPath, r.ID), Message: "The correction is saved."}, s.committee.Correct(
				c.Request().Context(), s.Actor(c), committee.CorrectionInput{
					ID: r.ID, Version: in.Version(), ResolutionInput: resolutionInput(in), Reason: in.Lines("reason"),
				},
			)
		},
	}
}

// fillResolution fills the form with a resolution as it is saved.
func fillResolution(_ echo.Context, in *kit.Filling, r committee.Resolution) {
	in.SetDay("day", r.Day)
	in.Set("text", r.Text)
	kit.SetChosen(in, "mover", r.Mover.Person)
	kit.SetChosen(in, "seconder", r.Seconder.Person)
	in.Set("yes", strconv.Itoa(r.Votes.Yes))
	in.Set("no", strconv.Itoa(r.Votes.No))
	in.Set("abstain", strconv.Itoa(r.Votes.Abstain))
	in.Set("chair", string(r.Chair))
	kit.SetChosen(in, "meeting", r.Meeting)
	for _, w := range r.Present {
		in.Add("present", kit.IDText(w.Person))
	}
}

// resolutionFields are the fields of a resolution, with those who could have
// been present on its day.
func (s *Desk) resolutionFields(c echo.Context, page *kit.FormPage) error {
	seats, err := s.formSeats(c, page.In())
	if err != nil {
		return err
	}
	present := kit.Field{
		Name: "present", Label: "Present", Type: "checkboxes", Hint: "Who was on the committee on this day.",
	}
	for _, w := range seats.People() {
		present.Options = append(present.Options, kit.Option{Value: kit.IDText(w.Person), Label: w.Name})
	}
	who := func(name, label string) kit.Field {
		return kit.Field{Name: name, Label: label, Type: "select", Options: peopleOptions("Not recorded", seats.People())}
	}
	votes := func(name, label string) kit.Field {
		return kit.Field{Name: name, Label: label, InputMode: "numeric", Width: "short", Required: true}
	}
	page.HideTyped("meeting")
	page.Group("The resolution", kit.DayField("day", "Day of the meeting", ""), kit.Field{
		Name: "text", Label: "Resolution", Hint: "As in the minutes: “That …”", Type: "textarea", Required: true,
	})
	page.Group("Who was there", present).Row(who("mover", "Moved by"), who("seconder", "Seconded by"))
	page.Group("The votes").Row(votes("yes", "Yes"), votes("no", "No"), votes("abstain", "Abstain")).Row(kit.Field{
		Name: "chair", Label: "Chair’s vote on a tie", Hint: "Only where the committee has ruled that the chair has one " +
			"(rule 6.3).",
		Type: "select", Options: []kit.Option{
			{Label: "None"}, {Value: string(constitution.ChairYes), Label: "Yes"},
			{Value: string(constitution.ChairNo), Label: "No"},
		},
	})
	return nil
}

// formSeats are those who were on the committee on the day of a form; of a day
// that cannot be, those of today.
func (s *Desk) formSeats(c echo.Context, in *kit.Filling) (committee.Seating, error) {
	return s.committee.Seats(c.Request().Context(), s.Actor(c), s.possible(in.Day("day")))
}

// possible is a day of a form, or today instead of one that cannot be.
func (s *Desk) possible(day civil.Date) civil.Date {
	var f apperr.Fields
	if constitution.CheckDay(&f, "day", day); len(f) > 0 {
		return s.Today()
	}
	return day
}

func resolutionInput(in *kit.Filling) committee.ResolutionInput {
	return committee.ResolutionInput{
		Day: in.Day("day"), Meeting: kit.Chosen[committee.MeetingID](in, "meeting"), Text: in.Lines("text"),
		Mover: chosenPerson(in, "mover"), Seconder: chosenPerson(in, "seconder"),
		Present: kit.AllChosen[auth.PersonID](in, "present"),
		Votes:   constitution.Votes{Yes: in.Number("yes"), No: in.Number("no"), Abstain: in.Number("abstain")},
		Chair:   constitution.ChairVote(in.Text("chair")),
	}
}
