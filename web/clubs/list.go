package clubs

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/hosting"
	"nzgs/internal/places"
	"nzgs/web/kit"
)

// ListPage is the public list of clubs with their map.
type ListPage struct {
	kit.Page
	Filters kit.Filters
	Head    kit.ListHead
	Map     *Map
	Parts   []ListPart
	MayAdd  bool
	Counts  string // how many newcomers came, for who may know
	Pager   kit.Pager
	Empty   *kit.Empty
}

// ListPart is a region with its clubs, or what was searched for without a heading.
type ListPart struct {
	ID, Title string
	Clubs     []ClubLine
}

// ClubLine is a club in a list of clubs.
type ClubLine struct{ Name, URL, City, Meets, Next, Away string }

var listView = kit.NewView[ListPage](templates, "list.html")

// perPage is how many clubs one page of the list shows.
const perPage = 100

// sought is what a list of clubs was asked for: clubs that match words, or all of them from a place on.
type sought struct {
	q    string
	from places.Point // zero: no place
	name string       // of the place
}

func (s sought) near() bool { return !s.from.IsZero() }

// seek reads what was typed: the name of a town, a latitude and a longitude, or words.
func seek(q string) sought {
	if town, ok := places.Find(q); ok {
		return sought{q, town.At, town.Title()}
	}
	if at, ok := places.ParsePoint(q); ok {
		return sought{q, at, at.String()}
	}
	return sought{q: q}
}

// found are the clubs that were asked for: from a place on the nearest first, and those that are on no map last.
func (s sought) found(all []clubs.Club) []clubs.Club {
	if !s.near() {
		return slices.DeleteFunc(slices.Clone(all), func(c clubs.Club) bool { return !c.Matches(s.q) })
	}
	out := slices.Clone(all)
	slices.SortStableFunc(out, func(a, b clubs.Club) int { return cmp.Compare(s.away(a), s.away(b)) })
	return out
}

const farOff = 1 << 20

// away is how many kilometres a club is away.
func (s sought) away(c clubs.Club) int {
	if at, ok := c.Where(); ok {
		return s.from.Kilometres(at)
	}
	return farOff
}

func (s *Desk) list(c echo.Context) error {
	all, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	counts := ""
	if auth.Can(s.Actor(c), auth.CountVisitors, auth.Object{}, s.Today()) {
		counts = visitorsPath
	}
	asked := seek(kit.Asked(c).Text("q"))
	page := ListPage{
		Page: s.Page(c, "Clubs"), MayAdd: auth.Can(s.Actor(c), auth.ManageClubs, auth.Object{}, s.Today()),
		Counts: counts,
		Filters: kit.Filters{
			Action: kit.ClubsPath, Target: "clubs",
			Fields: []kit.Field{{
				ID: "q", Name: "q", Label: "Town, place or club", Type: "search", Value: asked.q,
				Hint: "Of a town the nearest clubs are shown first.",
			}},
		},
	}
	found := asked.found(all)
	page.Head.Count = kit.Plural(len(found), "club", "clubs")
	if asked.q != "" {
		page.Filters.Clear = kit.ClubsPath
	}
	switch {
	case asked.near():
		page.Head.Count += ", the nearest to " + asked.name + " first"
	case asked.q != "":
		page.Head.Count += " of " + kit.Plural(len(all), "club", "clubs")
	}
	if len(found) > perPage {
		page.Pager = kit.PagerOf(kit.PageNumber(c), perPage, len(found), c.Request().URL)
	}
	page.Map = mapOf(found, asked)
	next, err := s.hosting.NextOfAll(c.Request().Context())
	if err != nil {
		return err
	}
	page.Parts = parts(kit.PageOf(found, kit.PageNumber(c), perPage), asked, next)
	page.Empty = noClub(len(found), len(all), page.MayAdd)
	return listView.Render(c, http.StatusOK, page)
}

// parts are clubs by region, from north to south; all in one of those that were asked for from a place on, and where no
// club's region is known.
func parts(list []clubs.Club, asked sought, next map[clubs.ClubID]hosting.Next) (out []ListPart) {
	if asked.near() {
		return []ListPart{{Clubs: lines(list, asked, next)}}
	}
	byRegion := map[string][]clubs.Club{}
	for _, c := range list {
		byRegion[regionOf(c)] = append(byRegion[regionOf(c)], c)
	}
	for i, region := range places.Regions() {
		if of := byRegion[region]; len(of) > 0 {
			out = append(out, ListPart{regionID(i), region, lines(of, asked, next)})
		}
	}
	if rest := byRegion[""]; len(rest) > 0 {
		title := "Elsewhere"
		if len(out) == 0 {
			title = ""
		}
		out = append(out, ListPart{"region-elsewhere", title, lines(rest, asked, next)})
	}
	return out
}

func regionID(i int) string { return fmt.Sprintf("region-%d", i+1) }

// regionOf is the region in which a club is, "" where it is not known.
func regionOf(c clubs.Club) string {
	if c.At.IsZero() {
		town, _ := places.Find(c.City)
		return town.Region
	}
	town, _ := places.Nearest(c.At)
	return town.Region
}

func lines(list []clubs.Club, asked sought, next map[clubs.ClubID]hosting.Next) (out []ClubLine) {
	for _, c := range list {
		n, ok := next[c.ID]
		line := ClubLine{Name: c.Name, URL: kit.ClubURL(c.ID), City: c.City, Meets: c.Meets, Next: nextText(n, ok)}
		if km := asked.away(c); asked.near() && km < farOff {
			line.Away = fmt.Sprintf("%d km away", km)
			if km == 0 {
				line.Away = "here"
			}
		}
		out = append(out, line)
	}
	return out
}

// noClub says what to do where no club is shown.
func noClub(found, all int, mayAdd bool) *kit.Empty {
	switch {
	case found > 0:
		return nil
	case all > 0:
		return &kit.Empty{
			Title: "No club matches", Text: "Try fewer letters, or another place.",
			Action: &kit.Link{Label: "Show every club", URL: kit.ClubsPath},
		}
	case mayAdd:
		return &kit.Empty{
			Title: "No clubs yet", Text: "Add the first one; it can then send its list of members.",
			Action: &kit.Link{Label: "Add a club", URL: "/clubs/new"},
		}
	}
	return &kit.Empty{Title: "No clubs yet", Text: "Clubs of the society will be listed here."}
}
