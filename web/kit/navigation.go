package kit

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// owesDuties reports whether somebody holds an office with duties, and so has
// a place for them in the menu.
func owesDuties(actor auth.Actor, day civil.Date) bool {
	return actor.Holds(day, auth.President, auth.Secretary, auth.Treasurer, auth.Committee, auth.ClubSecretary)
}

// DueShown is how many duties the front page shows.
const DueShown = 5

// navigation is the main menu: what everybody may see, then the desks of
// whoever is signed in.
func (s *Site) navigation(c echo.Context, actor auth.Actor) []NavItem {
	if s.AtVenue {
		return s.venueNavigation(c, actor)
	}
	items := []NavItem{
		{Label: "Events", URL: "/events"},
		{Label: "Ratings", URL: "/ratings"},
		{Label: "Clubs", URL: "/clubs"},
	}
	if len(actor.Offices) == 0 { // the menus of officers are long, and the box stands at the foot of every page
		items = append(items, NavItem{Label: "Search", URL: SearchPath})
	}
	day := s.Today()
	addNav := func(label, url string, open bool) {
		if open {
			items = append(items, NavItem{Label: label, URL: url})
		}
	}
	switch {
	case auth.CanSomewhere(actor, auth.DirectEvent, day):
		addNav("Director", "/director", true)
	case auth.CanSomewhere(actor, auth.EnterResult, day):
		addNav("Referee", "/director", true)
	}
	addNav("Points desk", PointsDeskPath, auth.Can(actor, auth.KeepPoints, auth.Object{}, day) && actor.Holds(day, auth.RatingsOfficer))
	keeps := actor.Holds(day, auth.RatingsOfficer)
	addNav("Ratings desk", RatingsDeskPath, keeps && auth.Can(actor, auth.KeepRatings, auth.Object{}, day))
	addNav("Titles desk", TitlesDeskPath, keeps && auth.Can(actor, auth.KeepTitles, auth.Object{}, day))
	addNav("Diplomas desk", GradesDeskPath, keeps && auth.Can(actor, auth.KeepGrades, auth.Object{}, day))
	addNav("Treasurer", "/treasurer", auth.Can(actor, auth.ConfirmReturn, auth.Object{}, day))
	addNav("Register", "/members", auth.Can(actor, auth.ViewRegister, auth.Object{}, day))
	addNav("News desk", NewsDeskPath, auth.Can(actor, auth.KeepNews, auth.Object{}, day))
	addNav("Committee", CommitteePath, auth.Can(actor, auth.TakePartInCommittee, auth.Object{}, day))
	addNav("Duties", DutiesPath, owesDuties(actor, day))
	addNav("Meetings", MeetingsPath, actor.SignedIn())
	for _, club := range actor.ClubsOn(day) {
		addNav("My club", ClubDeskURL(club), true)
	}
	addNav(
		"Administration", "/admin",
		auth.CanSomewhere(actor, auth.ManageOffices, day) || auth.CanSomewhere(actor, auth.ManageAccounts, day),
	)
	addNav("My page", "/me", actor.SignedIn())
	markCurrent(items, c.Request().URL.Path)
	return items
}

// venueNavigation is the navigation on the laptop of an event.
func (s *Site) venueNavigation(c echo.Context, actor auth.Actor) []NavItem {
	items := []NavItem{{Label: "Event", URL: "/events"}}
	day := s.Today()
	switch {
	case auth.CanSomewhere(actor, auth.DirectEvent, day):
		items = append(items, NavItem{Label: "Director", URL: "/director"}, NavItem{Label: "This laptop", URL: VenuePath})
	case auth.CanSomewhere(actor, auth.EnterResult, day):
		items = append(items, NavItem{Label: "Referee", URL: "/director"})
	}
	markCurrent(items, c.Request().URL.Path)
	return items
}

// markCurrent marks the item that an address belongs to: of several, the one
// that comes nearest to it, and the first of equal ones.
func markCurrent(items []NavItem, path string) {
	best, nearest := -1, 0
	for i, item := range items {
		for _, part := range append([]string{item.URL}, partsElsewhere[item.URL]...) {
			if isUnder(path, part) && len(part) > nearest {
				best, nearest = i, len(part)
			}
		}
	}
	if best >= 0 {
		items[best].Current = true
	}
}

// partsElsewhere are the parts of an item of the menu that have addresses of their own.
var partsElsewhere = map[string][]string{
	MeetingsPath: {"/elections"},
	DutiesPath:   {OutboxPath, LettersPath},
	"/treasurer": {BooksPath},
	RatingsPath:  {PointsPath, TitlesPath, GradesPath},
}

// isUnder reports whether an address is a part's, or below it.
func isUnder(path, part string) bool { return path == part || strings.HasPrefix(path, part+"/") }
