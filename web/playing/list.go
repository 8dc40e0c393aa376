package playing

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
	"nzgs/web/kit"
)

// ListPage is what someone plays, and what they are challenged to.
type ListPage struct {
	kit.Page
	Listed     string // says whether they can be challenged
	List       *kit.PostButton
	New, Rules string
	Groups     []Group
	Challenges []Challenge
	Ladders    []kit.Link
	Cut        string // says that there are more games than are listed
}

// Group is games that are alike.
type Group struct {
	Title string
	Games []ListedGame
}

// ListedGame is a game in a list.
type ListedGame struct{ Title, URL, Text string }

// Challenge is one that can be answered, or withdrawn.
type Challenge struct {
	Says    string
	Accept  *kit.SmallForm
	Decline *kit.PostButton
}

var listView = kit.NewView[ListPage](templates, "list.html")

func (s *Desk) list(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	rows, err := s.playing.Own(ctx, actor)
	if err != nil {
		return err
	}
	on, err := s.playing.Listed(ctx, actor)
	if err != nil {
		return err
	}
	may, err := s.playing.MayOffer(ctx, actor)
	if err != nil {
		return err
	}
	decide, err := s.playing.ToRuleOn(ctx, actor)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := ListPage{Page: s.Page(c, "Play by turns"), New: kit.PlayPath + "/new", Rules: kit.GameRulesPath}
	page.Listed, page.List = "Members cannot challenge you: you are not on the list of players.",
		page.Button("listed", kit.PlayPath+"/listed", "Let members challenge me", kit.Hidden{Name: "on", Value: "1"})
	if on {
		page.Listed, page.List = "Members can challenge you. They see the name that public pages show.",
			page.Button("listed", kit.PlayPath+"/listed", "Take me off the list")
	}
	if !may {
		page.New, page.Listed = "", "Members of the society play here by turns. A membership that runs today is needed."
		if !on {
			page.List = nil
		}
	}
	if page.List != nil {
		page.List.Kind = "secondary"
	}
	for _, w := range []games.Which{games.Go, games.Hex, games.Amazons, games.Tanbo} {
		page.Ladders = append(page.Ladders, kit.Link{Label: w.Name(), URL: ladderURL(w)})
	}
	var mine, theirs, over, waiting []ListedGame
	for i := range rows {
		r := &rows[i]
		side := r.Side(actor.Person)
		switch {
		case r.Stage == playing.Offered:
			page.Challenges = append(page.Challenges, challenge(&page.Page, r, actor.Person == r.Challenger.ID, actor.Person == r.Challenge.Opponent))
		case !r.IsBegun():
		case r.Stage == playing.Stage(match.Over):
			over = append(over, listed(r, side))
		case r.Turn == side || r.Stage == playing.Stage(match.Stopped) && r.Turn == games.Empty:
			mine = append(mine, listed(r, side))
		default:
			theirs = append(theirs, listed(r, side))
		}
	}
	for i := range decide {
		waiting = append(waiting, listed(&decide[i], games.Empty))
	}
	page.Groups = []Group{{"Your turn", mine}, {"To decide as referee", waiting}, {"Waiting for the other", theirs}, {"Ended", over}}
	if len(rows) == playing.MostListed {
		page.Cut = fmt.Sprintf("Only %d games are listed: yours under way first, then challenges, then what has ended, the newest first.", len(rows))
	}
	return listView.Render(c, http.StatusOK, page)
}

// OwnTurns are the games in which it is one's turn, for the own page.
func (s *Desk) OwnTurns(c echo.Context) (tasks []kit.Task, err error) {
	rows, err := s.playing.Turns(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	for i := range rows {
		g := listed(&rows[i], rows[i].Side(s.Actor(c).Person))
		tasks = append(tasks, kit.Task{Title: g.Title, Text: g.Text, URL: g.URL, Action: "Your turn"})
	}
	if len(rows) == playing.MostTurns {
		tasks = append(tasks, kit.Task{Title: "More games may wait for you", Text: "These are the most urgent.", URL: "/play", Action: "See all"})
	}
	return tasks, nil
}

// listed is a game as someone playing a colour sees it.
func listed(r *playing.Row, side games.Colour) ListedGame {
	out := ListedGame{URL: kit.PlayURL(r.ID), Title: fmt.Sprintf("%s, %s – %s", gameName(r.Challenge.Terms), r.Black.Name, r.White.Name)}
	switch {
	case r.Stage == playing.Stage(match.Over):
		out.Text = resultText(r.Result)
	case r.Stage == playing.Stage(match.Disputed):
		out.Text = "The count is disputed; a referee decides"
	case r.Stage == playing.Stage(match.Stopped):
		out.Text = "Which stones are dead?"
	case r.Turn == side:
		out.Text = "You have until " + r.Deadline.Long()
	default:
		out.Text = r.Of(r.Turn).Name + " has until " + r.Deadline.Long()
	}
	return out
}

// resultText is a result in words.
func resultText(result string) string {
	switch {
	case result == "0":
		return "A tie"
	case len(result) < 2:
		return ""
	}
	name := map[byte]string{'B': "Black", 'W': "White"}[result[0]]
	switch rest := result[2:]; rest {
	case "R":
		return name + " won: the other resigned"
	case "T":
		return name + " won on time"
	case "":
		return name + " won"
	default:
		return name + " won by " + rest
	}
}

func gameName(t match.Terms) string {
	text := fmt.Sprintf("%s %d × %d", t.Game.Name(), t.Size, t.Size)
	if name := rulesName(t.Game, string(t.Rules)); name != "" {
		text += " (" + name + ")"
	}
	return text
}

// challenge is one with what can be done about it.
func challenge(page *kit.Page, r *playing.Row, own, to bool) Challenge {
	id, t := kit.IDText(r.ID), r.Challenge.Terms
	says := r.Challenger.Name + ": " + gameName(t) + ", " + kit.Plural(t.Days, "day for a move", "days for a move") + ", " +
		kit.Plural(t.Vacation, "vacation day", "vacation days") + " each"
	if t.Game == games.Go && t.Rules == record.IGGC {
		says += ", komi " + t.Komi.String()
	}
	switch {
	case r.Challenge.ByRating:
		says += ", handicap by ratings"
	case t.Handicap > 0:
		says += ", " + kit.Plural(t.Handicap, "handicap stone", "handicap stones")
	}
	switch r.Challenge.Wish {
	case playing.WantBlack:
		says += "; takes Black"
	case playing.WantWhite:
		says += "; takes White"
	}
	if r.Challenge.Ladder {
		says += "; for a place on the ladder"
	}
	out := Challenge{Says: says}
	out.Decline = page.Button("decline"+id, kit.PlayURL(r.ID)+"/decline", "Decline")
	out.Decline.Kind, out.Decline.Small, out.Decline.For = "secondary", "small", r.Challenger.Name
	if own {
		out.Decline.Label = "Withdraw"
		return out
	}
	if !to { // a challenge to anyone is not declined
		out.Decline = nil
	}
	out.Accept = &kit.SmallForm{
		FormKey: page.Form("accept" + id), Action: kit.PlayURL(r.ID) + "/accept", Submit: "Accept", Kind: "secondary",
	}
	if r.Challenge.Open {
		out.Accept.Fields = []kit.Field{{
			ID: "open" + id, Name: "open", Type: "checkbox", Label: "Others who are signed in may watch", Value: "1",
		}}
	}
	return out
}

func (s *Desk) listed(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	on := in.Has("on", "1")
	if err := s.playing.List(c.Request().Context(), s.Actor(c), on); err != nil {
		return s.RefusedAt(c, err, kit.PlayPath)
	}
	message := "You are off the list."
	if on {
		message = "You are on the list: members can challenge you."
	}
	s.Flash(c, kit.KindSuccess, message)
	return kit.SeeOther(c, kit.PlayPath)
}

func (s *Desk) accept(c echo.Context) error {
	id, err := kit.PathID[playing.ID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if err := s.playing.Accept(c.Request().Context(), s.Actor(c), id, in.Ticked("open")); err != nil {
		return s.RefusedAt(c, err, kit.PlayPath)
	}
	s.Flash(c, kit.KindSuccess, "The game has begun.")
	return kit.SeeOther(c, kit.PlayURL(id))
}

func (s *Desk) decline(c echo.Context) error {
	id, err := kit.PathID[playing.ID](c, "id")
	if err != nil {
		return err
	}
	if err := s.playing.Decline(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.PlayPath)
	}
	s.Flash(c, kit.KindSuccess, "The challenge is closed.")
	return kit.SeeOther(c, kit.PlayPath)
}
