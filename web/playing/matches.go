package playing

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/games"
	"nzgs/internal/playing"
	"nzgs/internal/playing/clubmatch"
	"nzgs/web/kit"
)

// matchesPath lists the matches between clubs.
const matchesPath = kit.PlayPath + "/matches"

func matchURL(id playing.ClubMatchID) string { return kit.Below(matchesPath, id) }

// MatchesPage lists the matches between clubs.
type MatchesPage struct {
	kit.Page
	Offer []kit.Link // for each club that the reader is secretary of
	List  []ListedGame
}

var matchesView = kit.NewView[MatchesPage](templates, "matches.html")

func (s *Desk) matches(c echo.Context) error {
	ctx := c.Request().Context()
	list, err := s.playing.ClubMatches(ctx, s.Actor(c))
	if err != nil {
		return err
	}
	own, err := s.ownClubs(c)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := MatchesPage{Page: s.Page(c, "Matches between clubs", kit.Crumb{Label: "Play by turns", URL: kit.PlayPath})}
	for _, club := range own {
		page.Offer = append(page.Offer, kit.Link{
			Label: "Offer a match for " + club.Name, URL: matchesPath + "/new?club=" + kit.IDText(club.ID),
		})
	}
	for i := range list {
		m := &list[i]
		page.List = append(page.List, ListedGame{
			Title: m.HomeName + " – " + m.AwayName, URL: matchURL(m.ID), Text: gameName(m.Terms) + ". " + matchStands(m),
		})
	}
	return matchesView.Render(c, http.StatusOK, page)
}

// ownClubs are the clubs whose matches the reader arranges.
func (s *Desk) ownClubs(c echo.Context) ([]clubs.Club, error) {
	all, err := s.playing.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	var own []clubs.Club
	for _, club := range all {
		if auth.Can(s.Actor(c), auth.ArrangeMatch, auth.Object{Club: club.ID}, s.Today()) {
			own = append(own, club)
		}
	}
	return own, nil
}

// matchStands says in a sentence how a match stands.
func matchStands(m *playing.ClubMatch) string {
	switch m.Stage {
	case playing.MatchOffered:
		return "Offered; " + m.AwayName + " has not answered."
	case playing.MatchOpen:
		return "Members put themselves down until " + m.Closes.Long() + "."
	case playing.MatchDeclined:
		return m.AwayName + " has declined."
	case playing.MatchWithdrawn:
		return "The offer was withdrawn."
	case playing.MatchCalledOff:
		return "Called off before it began."
	case playing.MatchTooFew:
		return "It did not take place: one side had no players."
	}
	text := score(m.Score)
	switch m.Score.Decided() {
	case clubmatch.HomeWon:
		text += " " + m.HomeName + " has won."
	case clubmatch.AwayWon:
		text += " " + m.AwayName + " has won."
	case clubmatch.Tied:
		text += " A tie."
	}
	return text
}

// score is how a match stands in points: a game won is one, a tie half a point for each.
func score(s clubmatch.Score) string {
	return fmt.Sprintf("%s : %s after %d of %s.", points(s.Home), points(s.Away), s.Played, kit.Plural(s.Boards, "board", "boards"))
}

func points(half int) string {
	if half%2 == 0 {
		return strconv.Itoa(half / 2)
	}
	if half == 1 {
		return "½"
	}
	return strconv.Itoa(half/2) + "½"
}

// MatchPage is a match between two clubs.
type MatchPage struct {
	kit.Page
	Stands  string
	Facts   []kit.Fact
	Buttons []*kit.PostButton
	Boards  []BoardRow
	Down    []DownList // who has put themselves down, before it begins
	Home    string
	Away    string
}

// BoardRow is a board of a match.
type BoardRow struct {
	Board              int
	Home, Away, Result string
	Game               string
}

// DownList is those who are down for a club, in the order in which they came.
type DownList struct {
	Club  string
	Names []string
}

var matchView = kit.NewView[MatchPage](templates, "match.html")

func (s *Desk) clubMatch(c echo.Context) error {
	id, err := kit.PathID[playing.ClubMatchID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.playing.ClubMatch(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := MatchPage{
		Page: s.Page(c, v.HomeName+" – "+v.AwayName, kit.Crumb{Label: "Play by turns", URL: kit.PlayPath},
			kit.Crumb{Label: "Matches between clubs", URL: matchesPath}),
		Stands: matchStands(&v.ClubMatch), Home: v.HomeName, Away: v.AwayName,
	}
	handicap := "None"
	if v.ByRating {
		handicap = "The difference of the ratings, rounded up; none where one is not known"
	}
	page.Facts = []kit.Fact{
		{Label: "Game", Value: gameName(v.Terms)}, {Label: "Handicap", Value: handicap},
		{Label: "Boards", Value: fmt.Sprintf("As many as the smaller side fills, at most %d", v.ClubMatch.Boards)},
		{Label: "Who plays", Value: "Who put themselves down first; the strongest at the first board"},
		{Label: "Colours", Value: v.HomeName + " has Black at boards 1, 3, 5 and so on, where no stones are given"},
		{Label: "Time", Value: kit.Plural(v.Terms.Days, "day for a move", "days for a move") + ", " + kit.Plural(v.Terms.Vacation, "vacation day", "vacation days")},
		{Label: "Entries until", Value: v.Closes.Long() + ". The games begin on the day after, and others who are signed in may watch"},
	}
	page.does(&v)
	for _, b := range v.Boards {
		page.Boards = append(page.Boards, boardRow(b))
	}
	if len(v.Boards) == 0 {
		for _, club := range []struct {
			id   clubs.ClubID
			name string
		}{{v.Home, v.HomeName}, {v.Away, v.AwayName}} {
			list := DownList{Club: club.name}
			for _, p := range v.Down[club.id] {
				list.Names = append(list.Names, p.Name)
			}
			page.Down = append(page.Down, list)
		}
	}
	return matchView.Render(c, http.StatusOK, page)
}

// does fills in what whoever looks can do.
func (p *MatchPage) does(v *playing.ClubMatchView) {
	add := func(do, label, kind string, more ...kit.Hidden) {
		b := p.Button(do+label, matchURL(v.ID), label, append(more, kit.Hidden{Name: "do", Value: do})...)
		b.Kind = kind
		p.Buttons = append(p.Buttons, b)
	}
	if v.Own != 0 {
		add("down", "Take me off", "secondary")
	} else {
		for _, club := range v.CanEnter {
			name := v.HomeName
			if club == v.Away {
				name = v.AwayName
			}
			add("down", "Put me down for "+name, "", kit.Hidden{Name: "club", Value: kit.IDText(club)})
		}
	}
	if v.Answers {
		add("accept", "Accept", "")
		add("decline", "Decline", "secondary")
	}
	switch {
	case v.Ends && v.Stage == playing.MatchOffered:
		add("end", "Withdraw the offer", "secondary")
	case v.Ends:
		add("end", "Call the match off", "danger")
	}
}

func boardRow(b playing.MatchBoard) BoardRow {
	home, away := b.Home.Name+" (White)", b.Away.Name+" (Black)"
	if b.HomeBlack {
		home, away = b.Home.Name+" (Black)", b.Away.Name+" (White)"
	}
	result := "Under way"
	switch {
	case b.Disputed:
		result = "The count is disputed"
	case b.Result != "":
		result = resultText(b.Result)
	}
	if b.Handicap > 0 {
		result += ", handicap " + strconv.Itoa(b.Handicap)
	}
	return BoardRow{b.Board, home, away, result, kit.PlayURL(b.Game)}
}

// tendMatch does what was pressed.
func (s *Desk) tendMatch(c echo.Context) error {
	id, err := kit.PathID[playing.ClubMatchID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	ctx, actor, message := c.Request().Context(), s.Actor(c), ""
	switch in.Text("do") {
	case "down":
		club := kit.ParseID[clubs.ClubID](in.Text("club"))
		err, message = s.playing.PutDown(ctx, actor, id, club), "You are off the list."
		if club != 0 {
			message = "You are down for the match."
		}
	case "accept":
		err, message = s.playing.AnswerMatch(ctx, actor, id, true), "The match is accepted. Members can put themselves down."
	case "decline":
		err, message = s.playing.AnswerMatch(ctx, actor, id, false), "The match is declined."
	case "end":
		err, message = s.playing.EndMatch(ctx, actor, id), "The match will not take place."
	default:
		return kit.SeeOther(c, matchURL(id))
	}
	if err != nil {
		return s.RefusedAt(c, err, matchURL(id))
	}
	s.Flash(c, kit.KindSuccess, message)
	return kit.SeeOther(c, matchURL(id))
}

// offerMatch is the form of a match.
func (s *Desk) offerMatch() kit.Form[[]clubs.Club] {
	return kit.Form[[]clubs.Club]{
		Site: s.Site,
		Load: func(c echo.Context) ([]clubs.Club, error) {
			home := kit.QueryID[clubs.ClubID](c, "club")
			if err := auth.Require(s.Actor(c), auth.ArrangeMatch, auth.Object{Club: home}, s.Today()); err != nil {
				return nil, err
			}
			return s.playing.Clubs(c.Request().Context())
		},
		Fill: func(_ echo.Context, in *kit.Filling, _ []clubs.Club) {
			in.Set("days", "3")
			in.Set("vacation", "10")
			in.Set("boards", "10")
			in.Set("handicap", "rating")
		},
		Show: func(c echo.Context, page *kit.FormPage, all []clubs.Club) error {
			home := kit.QueryID[clubs.ClubID](c, "club")
			page.Page = s.Page(c, "Offer a match", kit.Crumb{Label: "Play by turns", URL: kit.PlayPath},
				kit.Crumb{Label: "Matches between clubs", URL: matchesPath})
			page.Action, page.Submit, page.Back = matchesPath+"/new?club="+kit.IDText(home), "Offer the match", matchesPath
			to := []kit.Option{{Value: "", Label: "Choose"}}
			for _, club := range all {
				if club.ID != home {
					to = append(to, kit.Option{Value: kit.IDText(club.ID), Label: club.Name})
				}
			}
			page.Group("",
				kit.Field{Name: "away", Label: "Other club", Type: "select", Options: to, Hint: "Its secretary accepts or declines."},
				kit.Field{Name: "game", Label: "Game", Type: "select", Options: kinds(games.Go, games.Hex, games.Amazons, games.Tanbo)},
				kit.Field{Name: "handicap", Label: "Handicap", Type: "select", Options: []kit.Option{
					{Value: "rating", Label: "By the ratings, rounded up"}, {Value: "even", Label: "None"},
				}, Hint: "Go only. Choose none for the other games and the short rules."},
				kit.Field{Name: "boards", Label: "Boards at most", Width: "short", InputMode: "numeric", Required: true},
				kit.DayField("closes", "Last day to put oneself down", "The program seats both sides on the day after."),
				kit.Field{Name: "days", Label: "Days for a move", Width: "short", InputMode: "numeric", Required: true},
				kit.Field{Name: "vacation", Label: "Vacation days for each", Width: "short", InputMode: "numeric", Required: true},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ []clubs.Club) (kit.Done, error) {
			t := kindOf(in.Text("game"))
			t.Days, t.Vacation = in.Number("days"), in.Number("vacation")
			id, err := s.playing.OfferMatch(c.Request().Context(), s.Actor(c), playing.ClubMatch{
				Home: kit.QueryID[clubs.ClubID](c, "club"), Away: kit.ParseID[clubs.ClubID](in.Text("away")), Terms: t,
				ByRating: in.Text("handicap") == "rating", Boards: in.Number("boards"), Closes: in.Day("closes"),
			})
			return kit.Done{To: matchURL(id), Message: "The match is offered."}, err
		},
	}
}
