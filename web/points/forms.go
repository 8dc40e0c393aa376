package points

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/formats"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// declare says whether a section gives points.
func (s *Desk) declare() kit.Form[tournaments.PointsSection] {
	return kit.Form[tournaments.PointsSection]{
		Site: s.Site, Load: kit.ByID(s.Site, s.tournaments.PointsSection),
		Fill: func(_ echo.Context, in *kit.Filling, p tournaments.PointsSection) {
			in.Set("kind", string(p.Declared.Kind))
			kit.SetChosen(in, "club", p.Declared.Club)
			if p.Declared.ID == 0 {
				kit.SetChosen(in, "club", p.Event.Organiser)
			}
			in.Tick("ends_year", p.Declared.EndsYear)
		},
		Version: func(p tournaments.PointsSection) int64 { return p.Declared.Version },
		Show:    s.showDeclare,
		Take: func(c echo.Context, in *kit.Filling, p tournaments.PointsSection) (kit.Done, error) {
			err := s.tournaments.DeclarePoints(c.Request().Context(), s.Actor(c), p.Section.ID, representative.Declaration{
				Kind: points.Kind(in.Text("kind")), Club: kit.Chosen[auth.ClubID](in, "club"),
				EndsYear: in.Ticked("ends_year"), Version: in.Version(),
			})
			return kit.Done{To: sectionsURL(p.Event.ID), Message: "Saved."}, err
		},
	}
}

func (s *Desk) showDeclare(c echo.Context, page *kit.FormPage, p tournaments.PointsSection) error {
	clubs, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	page.Page = s.Page(c, "Points of "+p.Event.Name+", "+p.Section.Name,
		kit.Crumb{Label: p.Event.Name, URL: "/events/" + p.Event.Slug}, kit.Crumb{Label: "Points", URL: sectionsURL(p.Event.ID)})
	page.Action, page.Submit = kit.Below("/director/sections", p.Section.ID, "points"), "Save"
	page.Back = sectionsURL(p.Event.ID)
	club := kit.Field{
		Name: "club", Label: "Held by", Type: "select", Options: []kit.Option{{Label: "Choose a club"}},
		Hint: "A club that is affiliated on the event’s last day.",
	}
	for _, one := range clubs {
		club.Options = append(club.Options, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
	}
	page.Group("",
		kit.Field{Name: "kind", Label: "This section gives", Type: "radios", Options: []kit.Option{
			{Value: "", Label: "No points"},
			{Value: string(points.Regional), Label: "The points of a regional event"},
			{Value: string(points.National), Label: "The points of a national event"},
		}},
		club,
		kit.Field{
			Name: "ends_year", Label: "It is the New Zealand Championship", Type: "checkbox",
			Hint: "The points year ends with it.",
		})
	return nil
}

// asked is how many of the ranking are asked whether they wish to go.
const asked = 20

func wishField(id auth.PersonID) string { return "wish-" + kit.IDText(id) }

// wishes records who wishes to go.
func (s *Desk) wishes() kit.Form[representative.YearEnd] {
	return kit.Form[representative.YearEnd]{
		Site: s.Site, Load: s.loadYear,
		Fill: func(_ echo.Context, in *kit.Filling, y representative.YearEnd) {
			for _, r := range y.Ranking {
				in.Set(wishField(r.Person), string(r.Wish))
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, y representative.YearEnd) error {
			s.yearForm(c, page, y, "Who wishes to go", "wishes")
			page.Group("")
			for _, r := range y.Ranking[:min(len(y.Ranking), asked)] {
				page.Row(kit.Field{
					Name: wishField(r.Person), Label: standingRow(r).Place + ". " + r.Name + ", " + amount(r.Points), Type: "select",
					Options: []kit.Option{
						{Value: "", Label: "Not recorded"}, {Value: string(representative.Wishes), Label: "Wishes to go"},
						{Value: string(representative.Declines), Label: "Does not wish to go"},
					},
				})
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, y representative.YearEnd) (kit.Done, error) {
			said := map[auth.PersonID]representative.Wish{}
			for _, text := range in.Named("wish-") {
				if id := kit.ParseID[auth.PersonID](text); id != 0 {
					said[id] = representative.Wish(in.Text("wish-" + text))
				}
			}
			err := s.points.SetWishes(c.Request().Context(), s.Actor(c), y.Year, said)
			return kit.Done{To: yearURL(y.Year), Message: "Saved."}, err
		},
	}
}

// yearForm writes what the forms about a points year have in common.
func (s *Desk) yearForm(c echo.Context, page *kit.FormPage, y representative.YearEnd, title, part string) {
	page.Page = s.Page(c, title, pointsCrumb, deskCrumb, kit.Crumb{
		Label: "The points year " + strconv.Itoa(y.Year), URL: yearURL(y.Year),
	})
	page.Action, page.Submit, page.Back = yearURL(y.Year, part), "Save", yearURL(y.Year)
	switch {
	case y.Event == "":
		page.Barred = append(page.Barred, kit.CiteRules(fmt.Sprintf("The New Zealand Championship of %d is not posted.", y.Year)))
	case y.Closed.Year != 0:
		page.Barred = append(page.Barred, kit.CiteRules("The points year is closed. Undo the year end first."))
	}
}

// choice records whom the committee chose.
func (s *Desk) choice() kit.Form[representative.YearEnd] {
	return kit.Form[representative.YearEnd]{
		Site: s.Site, Load: s.loadYear,
		Fill: func(_ echo.Context, in *kit.Filling, y representative.YearEnd) {
			kit.SetChosen(in, "person", y.Choice.Person)
			in.Set("resolution", y.Choice.Resolution)
			in.Set("reason", y.Choice.Reason)
		},
		Show: func(c echo.Context, page *kit.FormPage, y representative.YearEnd) error {
			s.yearForm(c, page, y, "The committee’s choice", "choice")
			person := kit.Field{
				Name: "person", Label: "Represents New Zealand", Type: "select", Options: []kit.Option{{Label: "Choose a player"}},
				Hint: "The player with most points who wishes to go.",
			}
			for _, r := range y.Ranking {
				if r.Wish == representative.Wishes {
					person.Options = append(person.Options, kit.Option{
						Value: kit.IDText(r.Person), Label: standingRow(r).Place + ". " + r.Name + ", " + amount(r.Points),
					})
				}
			}
			page.Group("", person,
				kit.Field{Name: "resolution", Label: "Resolution of the committee", Hint: "Its number, like 2026/3.", Width: "medium"},
				kit.Field{
					Name: "reason", Label: "Why not the first who wishes to go", MaxLength: 500,
					Hint: "Only where the committee chose someone else.",
				})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, y representative.YearEnd) (kit.Done, error) {
			err := s.points.Choose(c.Request().Context(), s.Actor(c), representative.Choosing{
				Year: y.Year, Person: kit.Chosen[auth.PersonID](in, "person"), Resolution: in.Text("resolution"),
				Reason: in.Text("reason"),
			})
			return kit.Done{To: yearURL(y.Year), Message: "The choice is recorded."}, err
		},
	}
}

// figures records other figures from a day on.
func (s *Desk) figures() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Change how points are given", pointsCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.PointsDeskPath+"/figures", "Save", kit.PointsDeskPath
			page.Say("The figures hold from a day on. Events before it keep the figures of their day.")
			page.Group("",
				kit.DayField("from", "From", "A day after the last event that is posted."),
				kit.Field{Name: "national", Label: "National event", Hint: "Points by place, like 10, 7, 5, 3, 2, 1."},
				kit.Field{Name: "regional", Label: "Regional event", Hint: "Points by place, like 4, 3, 2, 1."},
				kit.Field{Name: "loss", Label: "Everyone loses at the year end", Hint: "A share, like 25%.", Width: "medium"},
				kit.Field{Name: "fixed", Label: "The representative loses a further", Hint: "Points, like 30.", Width: "medium"},
				kit.Field{Name: "resolution", Label: "Resolution of the committee", Hint: "Its number, like 2026/3.", Width: "medium"})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			err := s.points.Amend(c.Request().Context(), s.Actor(c), representative.Figures{
				From: in.Day("from"), National: in.Text("national"), Regional: in.Text("regional"), Loss: in.Text("loss"),
				Fixed: in.Text("fixed"), Resolution: in.Text("resolution"),
			})
			return kit.Done{To: kit.PointsDeskPath, Message: "The figures are recorded."}, err
		},
	}
}

// upload enters earlier balances and events from a file.
func (s *Desk) upload() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Earlier points from a file", pointsCrumb, deskCrumb)
			page.Action, page.Submit, page.Back = kit.PointsDeskPath+"/import", "Enter", kit.PointsDeskPath
			page.Say("Balances and events from before this site, with the years that they ended and who represented.",
				"Players are people of the register, written as they stand there. Of two with one name the member number decides: "+
					"Mei Lin (12). Visitors need not be in the register.",
				"A file with mistakes posts nothing: each is listed with its place.")
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "File of points (JSON)", Accept: ".json",
				Hint: "The format of the command nzgs points; nzgs points FILE shows first what it comes to.",
			}}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			name, content, given, err := kit.ChosenContent(c, "file", formats.MaxBytes+1)
			if err != nil {
				return kit.Done{}, err
			}
			if !given {
				in.Problem("file", "Choose a file.")
				return kit.Done{}, nil
			}
			entered, err := s.points.Enter(c.Request().Context(), s.Actor(c), name, content)
			return kit.Done{To: kit.PointsDeskPath, Message: strings.Join([]string{
				kit.Plural(entered.Events, "event", "events"), "and", kit.Plural(entered.Openings, "balance", "balances"), "were entered.",
			}, " ")}, err
		},
	}
}
