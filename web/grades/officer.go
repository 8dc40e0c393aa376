package grades

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/grades"
	"nzgs/internal/ratings/scale"
	"nzgs/web/kit"
)

// DeskPage is what who keeps the grades sees.
type DeskPage struct {
	kit.Page
	Proposals []ProposalView
	Pager     kit.Pager // through the proposals
	Rows      []DiplomaView
	Foreign   []ForeignView
	Figures   []kit.Fact
}

// ProposalView is a proposal in the list.
type ProposalView struct {
	Name, URL string
	Grade     kit.Trace
	Event     string
	Now       string
	Note      string
}

// ProposalPage is a proposal with its games, and the form of the committee's resolution.
type ProposalPage struct {
	kit.FormPage
	EventName, EventURL string
	Games               []GameView
}

// GameView is a rated game of the event that reached a dan.
type GameView struct{ Round, Opponent, Terms, Result string }

var (
	deskView     = kit.NewView[DeskPage](templates, "desk.html")
	proposalView = kit.NewView[ProposalPage](templates, "proposal.html")
)

func proposalURL(id auth.PersonID) string { return kit.Below(kit.GradesDeskPath+"/proposals", id) }

const proposalsPerPage = 50

func (s *Desk) desk(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	proposals, waiting, err := s.grades.Proposals(ctx, actor, kit.PageNumber(c), proposalsPerPage)
	if err != nil {
		return err
	}
	register, err := s.grades.WholeRegister(ctx, actor)
	if err != nil {
		return err
	}
	foreign, err := s.grades.Foreigners(ctx, actor)
	if err != nil {
		return err
	}
	figures, err := s.grades.Figures(ctx)
	if err != nil {
		return err
	}
	page := DeskPage{Page: s.Page(c, "Diplomas desk", registerCrumb)}
	page.Pager = kit.PagerOf(kit.PageNumber(c), proposalsPerPage, waiting, c.Request().URL)
	for _, p := range proposals {
		page.Proposals = append(page.Proposals, listed(p))
	}
	for _, d := range register {
		view := diplomaView(d)
		if !d.IsAnnulled() {
			view.Print = printURL(d.Number)
			if d.Person != actor.Person {
				view.Annul = annulURL(d.Number)
			}
		}
		if d.Hidden {
			view.Note = strings.TrimSpace(view.Note + " Not shown to the public.")
		}
		page.Rows = append(page.Rows, view)
	}
	for _, f := range foreign {
		page.Foreign = append(page.Foreign, foreignView(f))
	}
	for _, f := range figures {
		page.Figures = append(page.Figures, kit.Fact{Label: "From " + f.From.Long(), Value: f.String()})
	}
	return deskView.Render(c, http.StatusOK, page)
}

func listed(p grades.Proposal) ProposalView {
	out := ProposalView{
		Name: p.Name, URL: proposalURL(p.Person), Event: p.First.Name, Now: p.Now.String(),
		Grade: kit.Trace{Value: p.Grade.String(), Rule: "Proposed by the published rating", Lines: p.Lines},
	}
	if p.Now.Grade() < p.Grade {
		out.Note = "The rating has fallen since."
	}
	return out
}

// award records the committee's resolution on a proposal.
func (s *Desk) award() kit.Form[grades.Proposal] {
	return kit.Form[grades.Proposal]{
		Site: s.Site,
		Load: func(c echo.Context) (grades.Proposal, error) {
			id, err := kit.PathID[auth.PersonID](c, "player")
			if err != nil {
				return grades.Proposal{}, err
			}
			return s.grades.Proposal(c.Request().Context(), s.Actor(c), id)
		},
		Fill: func(_ echo.Context, in *kit.Filling, p grades.Proposal) {
			in.Set("grade", kit.IDText(int64(p.Grade)))
			in.Set("event", kit.IDText(p.First.Submission))
		},
		Show: func(c echo.Context, page *kit.FormPage, p grades.Proposal) error {
			page.Page = s.Page(c, p.Grade.String()+" for "+p.Name, registerCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = proposalURL(p.Person), "Award "+p.Grade.String(), kit.GradesDeskPath
			page.HideTyped("grade", "event")
			page.Facts = proposalFacts(p)
			page.Say("The rating proposes; the committee decides. The diploma gets the next number of the register and is never taken by a rating that falls.")
			page.Group("", kit.Field{
				Name: "resolution", Label: "Resolution of the committee", Hint: "Its number, like 2026/3.", Width: "medium", Required: true,
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p grades.Proposal) (kit.Done, error) {
			number, err := s.grades.Award(c.Request().Context(), s.Actor(c), grades.Awarding{
				Person: p.Person, Grade: scale.Grade(kit.Chosen[int64](in, "grade")), Submission: kit.Chosen[int64](in, "event"),
				Resolution: in.Text("resolution"),
			})
			return kit.Done{To: kit.GradesDeskPath, Message: fmt.Sprintf("Diploma %d is in the register.", number)}, err
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, p grades.Proposal) error {
			out := ProposalPage{FormPage: *page, EventName: p.First.Name, EventURL: kit.EventURL(p.First.Slug)}
			for _, g := range p.Games {
				out.Games = append(out.Games, gameView(g))
			}
			return proposalView.Render(c, status, out)
		},
	}
}

func proposalFacts(p grades.Proposal) []kit.Fact {
	awarded := "None"
	if p.Awarded > 0 {
		awarded = p.Awarded.String()
	}
	out := []kit.Fact{
		{Label: "Player", Value: p.Name, URL: kit.PlayerURL(p.Person)},
		{Label: "Proposed", Trace: &kit.Trace{Value: p.Grade.String(), Rule: "Proposed by the published rating", Lines: p.Lines}},
		{Label: "Rating now", Value: p.Now.String()}, {Label: "Awarded before", Value: awarded},
	}
	for _, f := range p.Foreign {
		out = append(out, kit.Fact{Label: "Diploma of " + f.Association, Value: f.Grade.String() + ", " + f.Day.Long()})
	}
	return out
}

func gameView(g grades.Game) GameView {
	terms := g.Colour + ", even"
	if g.Handicap > 0 {
		terms = g.Colour + ", " + kit.Plural(g.Handicap, "stone", "stones")
	}
	return GameView{strings.TrimSpace(g.Section + " " + kit.IDText(g.Round)), g.Opponent, terms, g.Result}
}

// foreign records a diploma of another association.
func (s *Desk) foreign() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Diploma of another association", registerCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.GradesDeskPath+"/others/new", "Record", kit.GradesDeskPath
			page.Group("",
				kit.Field{Name: "number", Label: "Member number", InputMode: "numeric", Width: "short", Required: true},
				kit.Field{Name: "name", Label: "Name", Required: true, MaxLength: 200, Hint: "As in the register: another may have the same name."},
				kit.Field{Name: "grade", Label: "Grade", Width: "short", Required: true, Hint: "Like 3 dan."},
				kit.Field{Name: "association", Label: "Association", Required: true, MaxLength: 200},
				kit.DayField("day", "Day of the diploma", ""),
				kit.Field{Name: "source", Label: "Known from", Required: true, MaxLength: 200, Hint: "Like: diploma seen by the secretary."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			err := s.grades.RecordForeign(c.Request().Context(), s.Actor(c), grades.ForeignInput{
				Person: kit.Chosen[auth.PersonID](in, "number"), Name: in.Text("name"), Grade: in.Text("grade"),
				Association: in.Text("association"), Day: in.Day("day"), Source: in.Text("source"),
			})
			return kit.Done{To: kit.GradesDeskPath, Message: "The diploma is recorded."}, err
		},
	}
}

// withdraw withdraws a diploma of another association that was recorded wrongly.
func (s *Desk) withdraw() kit.Form[grades.Foreign] {
	return kit.Form[grades.Foreign]{
		Site: s.Site,
		Load: func(c echo.Context) (grades.Foreign, error) {
			id, err := kit.PathID[grades.ForeignID](c, "id")
			if err != nil {
				return grades.Foreign{}, err
			}
			all, err := s.grades.Foreigners(c.Request().Context(), s.Actor(c))
			if err != nil {
				return grades.Foreign{}, err
			}
			for _, f := range all {
				if f.ID == id {
					return f, nil
				}
			}
			return grades.Foreign{}, apperr.New(apperr.NotFound, "This diploma is not recorded.")
		},
		Show: func(c echo.Context, page *kit.FormPage, f grades.Foreign) error {
			page.Page = s.Page(c, "Withdraw the "+f.Grade.String()+" of "+f.Association+", "+f.Name, registerCrumb, deskCrumb)
			page.Action, page.Submit = kit.Below(kit.GradesDeskPath+"/others", f.ID, "withdraw"), "Withdraw"
			page.Kind, page.Back = "danger", kit.GradesDeskPath
			page.Group("", kit.Field{Name: "reason", Label: "Why", MaxLength: 200, Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, f grades.Foreign) (kit.Done, error) {
			err := s.grades.WithdrawForeign(c.Request().Context(), s.Actor(c), f.ID, in.Text("reason"))
			return kit.Done{To: kit.GradesDeskPath, Message: "It is withdrawn."}, err
		},
	}
}

// figure records another figure from a day on.
func (s *Desk) figure() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Change when a dan is proposed", registerCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.GradesDeskPath+"/figure", "Save", kit.GradesDeskPath
			page.Say("It holds for dans that are reached on its day or later.")
			page.Group("",
				kit.DayField("from", "From", "A day after today."),
				kit.Field{Name: "days", Label: "The rating stays there for so many days", InputMode: "numeric", Width: "short", Hint: "0: at once."},
				kit.Field{Name: "games", Label: "And for so many rated games", InputMode: "numeric", Width: "short", Hint: "0: none."},
				kit.Field{Name: "resolution", Label: "Resolution of the committee", Hint: "Its number, like 2026/3.", Width: "medium"})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			err := s.grades.Amend(c.Request().Context(), s.Actor(c), grades.FigureInput{
				Figure:     grades.Figure{From: in.Day("from"), Days: in.Number("days"), Games: in.Number("games")},
				Resolution: in.Text("resolution"),
			})
			return kit.Done{To: kit.GradesDeskPath, Message: "The figure is recorded."}, err
		},
	}
}

func annulURL(number int) string { return kit.Below(kit.GradesDeskPath+"/numbers", number, "annul") }

// annul records the committee's resolution that a diploma does not stand.
func (s *Desk) annul() kit.Form[grades.Diploma] {
	return kit.Form[grades.Diploma]{
		Site: s.Site,
		Load: func(c echo.Context) (grades.Diploma, error) {
			number, err := kit.PathID[int64](c, "number")
			if err != nil {
				return grades.Diploma{}, err
			}
			all, err := s.grades.WholeRegister(c.Request().Context(), s.Actor(c))
			if err != nil {
				return grades.Diploma{}, err
			}
			for _, d := range all {
				if int64(d.Number) == number {
					return d, nil
				}
			}
			return grades.Diploma{}, apperr.New(apperr.NotFound, "There is no diploma with this number.")
		},
		Show: func(c echo.Context, page *kit.FormPage, d grades.Diploma) error {
			page.Page = s.Page(c, fmt.Sprintf("Annul diploma %d", d.Number), registerCrumb, deskCrumb)
			page.Action, page.Submit = annulURL(d.Number), "Annul the diploma"
			page.Kind, page.Back = "danger", kit.GradesDeskPath
			page.Facts = []kit.Fact{
				{Label: "Player", Value: d.Name}, {Label: "Grade", Value: d.Grade.String()}, {Label: "Awarded on", Value: d.Day.Long()},
			}
			page.Say("For a diploma that should not have been awarded. The number and the line stay in the register, with the " +
				"resolution; the grade may be awarded again. It cannot be undone.")
			page.Group("",
				kit.Field{
					Name: "resolution", Label: "Resolution of the committee", Hint: "Its number, like 2026/3.", Width: "medium", Required: true,
				},
				kit.Field{Name: "reason", Label: "Why", MaxLength: 200, Required: true, Hint: "For the log; it is not shown to the public."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, d grades.Diploma) (kit.Done, error) {
			err := s.grades.Annul(c.Request().Context(), s.Actor(c), grades.Annulling{
				Number: d.Number, Resolution: in.Text("resolution"), Reason: in.Text("reason"),
			})
			return kit.Done{To: kit.GradesDeskPath, Message: fmt.Sprintf("Diploma %d is annulled.", d.Number)}, err
		},
	}
}
