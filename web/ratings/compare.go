package ratings

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/web/kit"
)

// ComparePage sets two players, or a player and a strength, beside each other.
type ComparePage struct {
	kit.Page
	Form  Calculator // who is compared, and what is expected of their next game
	Facts []kit.Fact
	Graph *Graph
	Games []MeetingView
	None  string // what stands for the games where there are none; "" where it says nothing
}

// MeetingView is a game that the two have played with each other.
type MeetingView struct{ Event, URL, Day, Round, Terms, Result string }

var compareView = kit.NewView[ComparePage](templates, "compare.html")

// side is one of the two who are compared: a player of the list, or a strength.
type side struct {
	player ratings.PersonID // 0: a strength only
	milli  scale.Milli
	name   string
}

// ratingCompare answers at /ratings/compare for those whom its address names.
func (s *Desk) ratingCompare(c echo.Context) error {
	page := ComparePage{Page: s.Page(c, "Compare two players", kit.Crumb{Label: "Rating list", URL: kit.RatingsPath})}
	in := kit.Asked(c)
	a, okA, err := s.compared(c, &page.Page, in, "a", "One player")
	if err != nil {
		return err
	}
	b, okB, err := s.compared(c, &page.Page, in, "b", "The other")
	if err != nil {
		return err
	}
	if okA && okB {
		if err := s.compareSides(c, &page, a, b); err != nil {
			return err
		}
	}
	hint := "A name on the rating list, or a rating or grade such as −2.3 or 5k."
	page.Form.Fields = []kit.Field{
		in.Field(&page.Page, kit.Field{Name: "a", Label: "One player", Hint: hint}),
		in.Field(&page.Page, kit.Field{Name: "b", Label: "The other"}),
	}
	return compareView.Render(c, page.Status(), page)
}

// compareSides fills the page with what is known of the two.
func (s *Desk) compareSides(c echo.Context, page *ComparePage, a, b side) error {
	ctx := c.Request().Context()
	f := s.ratings.FormulaOn(s.Today())
	forecast := f.Forecast(a.milli, b.milli)
	if a.player != 0 && b.player != 0 {
		both, err := s.ratings.Compare(ctx, a.player, b.player)
		if page.Invalid(err) {
			return nil
		}
		if err != nil {
			return err
		}
		forecast = both.Forecast
		page.Title = a.name + " and " + b.name
		page.Facts = compareFacts(both)
		page.Graph = ratingGraph("ratings", "Ratings", saidOf(both.A, both.GraphA), saidOf(both.B, both.GraphB))
		if page.Graph != nil {
			page.Graph.After = "games"
		}
		for _, g := range both.Games {
			page.Games = append(page.Games, meetingView(g))
		}
		if len(both.Games) == 0 {
			page.None = "No rated game of the two is on the list."
		}
	}
	page.Form.Answer, page.Form.Lines = forecastText(a.name, b.name, forecast)
	return nil
}

func saidOf(card ratings.PlayerCard, events []ratings.PlayerEvent) said {
	return said{
		set:  kit.PlayerURL(card.Person) + "#set",
		name: card.Name, events: events, all: len(card.History),
		url: func(newest int, e ratings.PlayerEvent) string { return eventOnPage(card.Person, newest, e) },
	}
}

// forecastText says what would be played and what is expected.
func forecastText(a, b string, f ratings.Forecast) (answer string, lines []string) {
	black, white := a, b
	if f.Terms.Colour == ratings.White {
		black, white = b, a
	}
	played := "An even game, komi " + f.Handicap.Komi.String() + ", colours by lot."
	switch stones := f.Handicap.Stones; {
	case stones == 1:
		played = fmt.Sprintf("Handicap 1: %s takes Black and plays first, no komi.", black)
	case stones > 1:
		played = fmt.Sprintf("Handicap %d: %s takes Black; %s takes White and passes the first %s, no komi.",
			stones, black, white, kit.Plural(stones-1, "move", "moves"))
	}
	return fmt.Sprintf("%s Expected of %s: %s points in 100 games.", played, a, f.Terms.Percent()), f.Lines()
}

func compareFacts(both ratings.Comparison) []kit.Fact {
	fact := func(p ratings.PlayerCard) kit.Fact {
		value := p.Rating.String() + ", " + p.Rating.Grade().String()
		if p.Provisional() {
			value += ", provisional"
		}
		return kit.Fact{Label: p.Name, Value: value, URL: kit.PlayerURL(p.Person)}
	}
	r := both.Record
	score := fmt.Sprintf("%s won %d, %s won %d", both.A.Name, r.Wins, both.B.Name, r.Losses)
	if r.Jigos > 0 {
		score += fmt.Sprintf(", %d jigo", r.Jigos)
	}
	facts := []kit.Fact{fact(both.A), fact(both.B)}
	if len(both.Games) > 0 {
		facts = append(facts, kit.Fact{Label: "With each other", Value: score})
	}
	return facts
}

func meetingView(g ratings.Meeting) MeetingView {
	return MeetingView{
		Event: g.Event, URL: kit.EventURL(g.Slug), Day: g.Day.Long(), Round: roundText(g.Section, g.Round),
		Terms: termsText(g.Colour, g.Handicap), Result: resultText(g.Score),
	}
}

// numbered ends what a player is chosen by: "Aroha Tūī (17)".
var numbered = regexp.MustCompile(`\((\d{1,18})\)$`)

// mostNamed is how many players a problem names who could be meant.
const mostNamed = 4

// compared reads who stands at a name of the address: a player or a strength. It
// finds players by what the list shows of them only. ok is false when the
// address does not say it, or says it wrong.
func (s *Desk) compared(c echo.Context, p *kit.Page, in *kit.Filling, name, label string) (side, bool, error) {
	problem := func(format string, args ...any) (side, bool, error) {
		p.Errors = append(p.Errors, kit.FieldError{Field: name, Label: label, Message: fmt.Sprintf(format, args...)})
		return side{}, false, nil
	}
	typed := in.Text(name)
	switch {
	case !in.Sends(name):
		return side{}, false, nil
	case typed == "":
		return problem("Write a name, a rating or a grade.")
	}
	if m := numbered.FindStringSubmatch(typed); m != nil {
		return s.comparedPlayer(c, in, name, kit.ParseID[ratings.PersonID](m[1]), problem)
	}
	r, err := scale.Parse(typed)
	if err == nil {
		return side{milli: r.Milli(), name: r.Grade().String() + " (" + r.String() + ")"}, true, nil
	}
	unread := err
	list, err := s.ratings.List(c.Request().Context(), ratings.Filter{
		Query: typed, Scope: ratings.Everyone, Page: 1, Size: mostNamed + 1,
	})
	if err != nil {
		return side{}, false, err
	}
	var names []string
	for _, row := range list.Rows {
		if row.Name == typed && list.Matches <= mostNamed || list.Matches == 1 {
			return s.comparedPlayer(c, in, name, row.Person, problem)
		}
		names = append(names, kit.Named{Person: row.Person, Name: row.Name}.String())
	}
	switch {
	case len(names) == 0:
		var parse *scale.ParseError
		if errors.As(unread, &parse) && strings.ContainsAny(typed[:1], "0123456789-+") {
			return problem("%s.", kit.Capital(parse.Reason))
		}
		return problem("No player on the rating list has this name. Check the spelling, or write a rating or a grade.")
	case list.Matches > mostNamed:
		return problem("%d players match. Write more of the name.", list.Matches)
	}
	return problem("Several players match. Write one of them as it stands here: %s.", strings.Join(names, "; "))
}

// comparedPlayer is the player of a number; the field then shows the name that
// the list has.
func (s *Desk) comparedPlayer(
	c echo.Context, in *kit.Filling, field string, id ratings.PersonID, problem func(string, ...any) (side, bool, error),
) (side, bool, error) {
	name, milli, found, err := s.ratings.Stands(c.Request().Context(), id)
	if err != nil {
		return side{}, false, err
	}
	if !found {
		return problem("This player is not on the rating list. Players join it with their first rated game.")
	}
	in.Set(field, kit.Named{Person: id, Name: name}.String())
	return side{player: id, milli: milli, name: name}, true, nil
}
