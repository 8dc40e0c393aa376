package site

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/search"
	"nzgs/web/kit"
)

// SearchPage is what was found by words.
type SearchPage struct {
	kit.Page
	Asked string
	Parts []FoundPart
	Empty *kit.Empty
}

// FoundPart is what was found of a kind.
type FoundPart struct {
	Title string
	Lines []PieceLine
	Cut   bool // there are more
}

var searchView = kit.NewView[SearchPage](templates, "search.html")

// foundOfKind is how many things of a kind are shown.
const foundOfKind = 10

var foundTitles = map[search.Kind]string{
	search.Players: "Players", search.Clubs: "Clubs", search.Events: "Events", search.News: "News", search.Articles: "Bookshop", search.Pages: "Pages",
}

func (s *Desk) search(c echo.Context) error {
	page := SearchPage{Page: s.Page(c, "Search"), Asked: kit.Shortened(kit.Asked(c).Text("q"), 100)}
	if page.Asked != "" {
		page.Share = nil // what is found is no page for search engines
	}
	found, err := s.Search.Find(c.Request().Context(), page.Asked, foundOfKind)
	if err != nil {
		return err
	}
	for _, f := range found {
		part := FoundPart{Title: foundTitles[f.Kind], Cut: f.More}
		for _, t := range f.Things {
			part.Lines = append(part.Lines, PieceLine{Label: t.Title, URL: foundURL(t), When: t.Text})
		}
		page.Parts = append(page.Parts, part)
	}
	if page.Asked != "" && len(found) == 0 {
		page.Empty = &kit.Empty{Title: "Nothing found", Text: "Try fewer words, or only the beginning of a name."}
	}
	return searchView.Render(c, http.StatusOK, page)
}

func foundURL(t search.Thing) string {
	switch t.Kind {
	case search.Players:
		return kit.PlayerURL(t.ID)
	case search.Clubs:
		return kit.ClubURL(t.ID)
	case search.Events:
		return kit.EventURL(t.Key)
	case search.News:
		return kit.Below(kit.NewsPath, t.ID)
	case search.Articles:
		return kit.Below(kit.BookshopPath, t.ID)
	default:
		return t.Key
	}
}

// SearchedPages are the pages of the site that a search finds, with each rule of the constitution of the day.
func SearchedPages(
	ctx context.Context, day civil.Date, rules func(context.Context, civil.Date) ([]governance.Rule, error),
) ([]search.Thing, error) {
	var all []search.Thing
	for _, p := range [][3]string{
		{kit.RulesOfGoPath, "Rules of Go", "learn begin play superko territory komi handicap"},
		{kit.GameRulesPath, "Rules of the games", "hex amazons tanbo"},
		{kit.GameRulesPath + "/go", "Rule sets of Go compared", "differences japanese chinese aga"},
		{kit.GameRulesPath + "/hex", "Rules of Hex", "game"}, {kit.GameRulesPath + "/amazons", "Rules of Amazons", "game"},
		{kit.GameRulesPath + "/tanbo", "Rules of Tanbo", "game"},
		{kit.CheckRecordPath, "Check a record", "sgf game record referee"},
		{kit.ConstitutionPath, "Constitution", "rules of the society agm quorum subscription"},
		{kit.MeetingsPath, "General meetings (for those who sign in)", "agm egm minutes notice"}, {kit.PostalPath, "Postal votes", "ballot vote"},
		{kit.TitlesPath, "Champions", "title roll winner"}, {kit.GradesPath, "Dan diplomas", "dan grade"},
		{kit.PointsPath, "Points towards representing New Zealand", "world amateur representative"},
		{kit.RatingsPath, "Rating list", "grade kyu dan"}, {kit.RatingRulesPath, "How ratings are worked out", "formula elo grade"},
		{kit.ClubsPath, "Clubs", "map where meet"}, {"/events", "Events", "tournament congress calendar results"},
		{kit.JoinPath, "Become a member", "join membership subscription"}, {kit.AboutPath, "About the society", "who"},
		{kit.OfficersPath, "Officers and committee", "president secretary treasurer"}, {kit.ContactPath, "Contact", "write e-mail address"},
		{kit.NewsPath, "News", "newsletter"}, {kit.BookshopPath, "Bookshop", "buy order books boards stones equipment"},
	} {
		all = append(all, search.Thing{Kind: search.Pages, Key: p[0], Title: p[1], Words: p[2]})
	}
	list, err := rules(ctx, day)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		all = append(all, search.Thing{
			Kind: search.Pages, Key: kit.RuleURL(r.Number), Title: "Rule " + r.Number + ": " + r.Title, Words: "constitution",
		})
	}
	return all, nil
}
