package playing

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/playing"
	"nzgs/internal/playing/ladder"
	"nzgs/internal/playing/match"
	"nzgs/web/kit"
)

// rulesName names the text that a game is played by, where there are several.
func rulesName(w games.Which, rules string) string {
	switch {
	case w == games.Hex && rules == "":
		return "the first piece may be taken over"
	case rules == "":
		return ""
	}
	return record.RuleSet(rules).Name()
}

// kinds are the games with their texts and boards, as one choice: "go nz 19".
func kinds(of ...games.Which) (options []kit.Option) {
	for _, w := range of {
		for _, rules := range match.RuleSets(w) {
			for _, size := range match.Sizes(w) {
				t := match.Terms{Game: w, Size: size, Rules: rules}
				options = append(options, kit.Option{Value: kindValue(t), Label: gameName(t)})
			}
		}
	}
	return options
}

func kindValue(t match.Terms) string {
	return string(t.Game) + " " + string(t.Rules) + " " + strconv.Itoa(t.Size)
}

func kindOf(value string) (t match.Terms) {
	for _, w := range []games.Which{games.Go, games.Hex, games.Amazons, games.Tanbo} {
		for _, rules := range match.RuleSets(w) {
			for _, size := range match.Sizes(w) {
				if one := (match.Terms{Game: w, Size: size, Rules: rules}); kindValue(one) == value {
					return one
				}
			}
		}
	}
	return match.Terms{}
}

// offered is what a challenge can be: to whom, and for a place on which ladder.
type offered struct {
	players []playing.Player
	ladder  games.Which // "": for no place
}

func (s *Desk) mayOffer(c echo.Context) (out offered, err error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	if out.ladder = games.Which(c.QueryParam("ladder")); out.ladder == "" {
		out.players, err = s.playing.Players(ctx, actor)
		return out, err
	}
	l, err := s.playing.Ladder(ctx, actor, out.ladder)
	out.players = l.Reach
	return out, err
}

// offer is the form of a challenge.
func (s *Desk) offer() kit.Form[offered] {
	return kit.Form[offered]{
		Site: s.Site,
		Load: s.mayOffer,
		Fill: func(c echo.Context, in *kit.Filling, _ offered) {
			in.Set("opponent", c.QueryParam("opponent"))
			in.Set("days", "3")
			in.Set("vacation", "10")
			in.Set("handicap", "even")
			in.Set("wish", string(playing.Either))
		},
		Show: s.showOffer,
		Take: func(c echo.Context, in *kit.Filling, may offered) (kit.Done, error) {
			challenge := challengeOf(in)
			challenge.Ladder = may.ladder != ""
			_, err := s.playing.Offer(c.Request().Context(), s.Actor(c), challenge)
			return kit.Done{To: kit.PlayPath, Message: "The game is offered."}, err
		},
	}
}

func (s *Desk) showOffer(c echo.Context, page *kit.FormPage, may offered) error {
	page.Page = s.Page(c, "Offer a game", kit.Crumb{Label: "Play by turns", URL: kit.PlayPath})
	page.Action, page.Submit, page.Back = kit.PlayPath+"/new", "Offer the game", kit.PlayPath
	to := []kit.Option{{Value: "", Label: "Anyone: whoever accepts first"}}
	hint, which := "Members who said that they can be challenged.", []games.Which{games.Go, games.Hex, games.Amazons, games.Tanbo}
	if may.ladder != "" {
		page.Title, page.Back = "Challenge for a place on the ladder", ladderURL(may.ladder)
		page.Action += "?ladder=" + string(may.ladder)
		to, which = nil, []games.Which{may.ladder}
		hint = fmt.Sprintf("Those at most %d places above you.", ladder.Reach)
	}
	for _, p := range may.players {
		to = append(to, kit.Option{Value: kit.IDText(p.ID), Label: p.Name})
	}
	page.Group("",
		kit.Field{Name: "opponent", Label: "Opponent", Type: "select", Options: to, Hint: hint},
		kit.Field{Name: "game", Label: "Game", Type: "select", Options: kinds(which...)},
	)
	if may.ladder == "" || may.ladder == games.Go {
		page.Group("", kit.Field{
			Name: "handicap", Label: "Handicap", Type: "select", Options: stonesFor(may.ladder),
			Hint: "Go only. By ratings the weaker player takes Black. One stone is Black’s first move without komi.",
		})
	}
	page.Group("", kit.Field{Name: "wish", Label: "Your colour", Type: "select", Options: []kit.Option{
		{Value: string(playing.Either), Label: "By lot"}, {Value: string(playing.WantBlack), Label: "Black"}, {Value: string(playing.WantWhite), Label: "White"},
	}})
	if may.ladder == "" || may.ladder == games.Go {
		page.Group("", kit.Field{
			Name: "komi", Label: "Komi", Width: "short", InputMode: "decimal",
			Hint: "Only by igGameCenter’s rules, which leave it to the players: 6.5. Leave empty otherwise.",
		})
	}
	page.Group("",
		kit.Field{Name: "days", Label: "Days for a move", Width: "short", InputMode: "numeric", Required: true},
		kit.Field{Name: "vacation", Label: "Vacation days for each", Width: "short", InputMode: "numeric", Required: true},
		kit.Field{Name: "open", Type: "checkbox", Label: "Others who are signed in may watch, if the opponent agrees", Value: "1"},
	)
	return nil
}

// stonesFor are the handicaps that can be chosen; on a ladder they are not agreed on.
func stonesFor(place games.Which) []kit.Option {
	out := []kit.Option{{Value: "even", Label: "None"}, {Value: "rating", Label: "By the ratings: the difference, rounded up"}}
	for n := 1; n <= match.MostStones && place == ""; n++ {
		out = append(out, kit.Option{Value: strconv.Itoa(n), Label: kit.Plural(n, "stone", "stones")})
	}
	return out
}

// challengeOf reads the form.
func challengeOf(in *kit.Filling) playing.Challenge {
	t := kindOf(in.Text("game"))
	t.Days, t.Vacation = in.Number("days"), in.Number("vacation")
	out := playing.Challenge{
		Wish: playing.Wish(in.Text("wish")), Opponent: kit.ParseID[auth.PersonID](in.Text("opponent")), Open: in.Ticked("open"),
	}
	switch text := in.Text("handicap"); text {
	case "even", "":
	case "rating":
		out.ByRating = true
	default:
		t.Handicap = in.Number("handicap")
	}
	if text := in.Text("komi"); text != "" {
		half, err := strconv.ParseFloat(text, 64)
		if doubled := 2 * half; err != nil || doubled != float64(int32(doubled)) {
			in.Problem("komi", "Enter komi in whole or half points, like 6.5.")
		} else {
			t.Komi = gorules.HalfPoints(doubled)
		}
	}
	out.Terms = t
	return out
}
