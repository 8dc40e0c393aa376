package ratings

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/formats"
	"nzgs/internal/ratings"
	"nzgs/web/kit"
)

const (
	programsPath     = kit.RatingsPath + "/go-programs"
	pastProgramsPath = pastPath + "/go-programs"
)

// ProgramsPage says what the rating list for Go programs holds, before it is fetched.
type ProgramsPage struct {
	kit.Page
	Intro   string
	Problem string // of what the address asks
	Count   string
	File    string
	Names   some[formats.Rewritten]
	Points  some[formats.Rewritten]
	Clubs   some[formats.Rewritten]
	Several some[string] // players of more than one club
	Same    some[string]
}

// some are the first of a list, which may be as long as that of all players.
type some[T any] struct {
	First []T
	All   int // how many there are
}

// mostRewritten is how many of each list the page has.
const mostRewritten = 100

func firstOf[T any](all []T) some[T] { return some[T]{all[:min(len(all), mostRewritten)], len(all)} }

// Left says how many are not named; "" where all are.
func (s some[T]) Left() string {
	if s.All == len(s.First) {
		return ""
	}
	return fmt.Sprintf("These are the first %d; there are %d more.", len(s.First), s.All-len(s.First))
}

var programsView = kit.NewView[ProgramsPage](templates, "go_programs.html")

// forPrograms is a list as Go programs read it, and who is in more than one club.
func (s *Desk) forPrograms(l ratings.List) (file formats.PlayersFile, several []string, err error) {
	out := formats.PlayersList{Title: s.Society + " rating list", Day: l.Day}
	for _, r := range l.Rows {
		p := formats.ListedPlayer{
			Number: int64(r.Person), Family: r.Family, Given: r.Given, Rating: r.Rating, Games: r.Games, Last: r.LastDay,
		}
		if len(r.Clubs) > 0 {
			p.Country = "NZ"
			if p.Club = r.Clubs[0].Short; p.Club == "" {
				p.Club = r.Clubs[0].Name
			}
		}
		if len(r.Clubs) > 1 {
			several = append(several, r.Name+" ("+clubList(r.Clubs)+")")
		}
		out.Players = append(out.Players, p)
	}
	file, err = out.Write()
	return file, several, err
}

// wholeList is the whole list that the address asks for.
func (s *Desk) wholeList(c echo.Context) (ratings.List, error) {
	f := ratingFilter(c)
	f.Page, f.Size = 1, ratings.AllRows
	return s.ratings.List(c.Request().Context(), f)
}

func (s *Desk) programs(c echo.Context) error {
	list, err := s.wholeList(c)
	if err != nil {
		return err
	}
	page := ProgramsPage{Page: s.Page(c, "Rating list for Go programs", kit.Crumb{Label: "Rating list", URL: kit.RatingsPath})}
	return s.showPrograms(c, page, list, kit.RatingsPath+".txt")
}

func (s *Desk) pastPrograms(c echo.Context) error {
	page := ProgramsPage{Page: s.Page(
		c, "Rating list for Go programs", officerCrumb, kit.Crumb{Label: "The list on a day", URL: pastPath})}
	list, err := s.pastAsked(c, &page.Page, whole)
	if err != nil {
		return err
	}
	if len(page.Errors) > 0 {
		page.Problem = page.Errors[0].Message + " Here is the list of " + list.Day.Long() + "."
	}
	page.Intro = asCounted
	return s.showPrograms(c, page, asList(list), pastPath+".txt")
}

func (s *Desk) showPrograms(c echo.Context, page ProgramsPage, list ratings.List, file string) error {
	written, several, err := s.forPrograms(list)
	if err != nil {
		return err
	}
	page.Count = ratingCount(list) + ", as at " + list.Day.Long() + "."
	page.File = kit.WithQuery(file, c.Request().URL)
	page.Names, page.Points, page.Clubs = firstOf(written.Names), firstOf(written.Points), firstOf(written.Clubs)
	page.Same, page.Several = firstOf(written.Same), firstOf(several)
	return programsView.Render(c, page.Status(), page)
}

func (s *Desk) programsFile(c echo.Context) error {
	list, err := s.wholeList(c)
	if err != nil {
		return err
	}
	return s.sendPrograms(c, list)
}

func (s *Desk) pastProgramsFile(c echo.Context) error {
	var p kit.Page
	list, err := s.pastAsked(c, &p, whole)
	if err != nil {
		return err
	}
	return s.sendPrograms(c, asList(list))
}

func (s *Desk) sendPrograms(c echo.Context, list ratings.List) error {
	written, _, err := s.forPrograms(list)
	if err != nil {
		return err
	}
	return kit.SendFile(c, kit.FormatTXT, s.FileName("ratings for pairing programs", "", list.Day), written.Data)
}
