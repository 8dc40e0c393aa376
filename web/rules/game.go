package rules

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/games"
	"nzgs/internal/games/lessons"
	"nzgs/web/kit"
)

// ListPage leads to the games.
type ListPage struct {
	kit.Page
	Games []ListedGame
	OfGo  string // the New Zealand Rules of Go
	Check string
}

// ListedGame is a game with what it is about.
type ListedGame struct{ Name, URL, Text string }

// GamePage has the rules of a game, with its examples.
type GamePage struct {
	kit.Page
	Rules    []string
	Examples []Example
	Check    string // where records are checked
}

// Example is one example at one of its steps.
type Example struct {
	Key, Title, Action string
	Step               kit.GameStep
}

var (
	listView = kit.NewView[ListPage](templates, "list.html")
	gameView = kit.NewView[GamePage](templates, "game.html")
)

const title = "Rules of the games"

func (s *Desk) list(c echo.Context) error {
	page := ListPage{Page: s.Page(c, title), OfGo: kit.RulesOfGoPath, Check: kit.CheckRecordPath}
	for _, w := range []games.Which{games.Go, games.Hex, games.Amazons, games.Tanbo} {
		name := w.Name()
		if w == games.Go {
			name = "Go: where the texts part"
		}
		page.Games = append(page.Games, ListedGame{name, address(w), about[w]})
	}
	return listView.Render(c, http.StatusOK, page)
}

func address(w games.Which) string { return kit.GameRulesPath + "/" + string(w) }

func (s *Desk) game(c echo.Context) error {
	w := games.Which(c.Param("game"))
	examples := lessons.Of(w)
	if examples == nil {
		return kit.ErrNoSuchPage
	}
	page := GamePage{
		Page: s.Page(c, w.Name(), kit.Crumb{Label: title, URL: kit.GameRulesPath}), Rules: rules[w], Check: kit.CheckRecordPath,
	}
	for i := range examples {
		e, err := example(c, &examples[i])
		if err != nil {
			return err
		}
		page.Examples = append(page.Examples, e)
	}
	return gameView.Render(c, http.StatusOK, page)
}

// asked is the step of an example that the address asks for, of as many as it has; 0 of another example.
func asked(c echo.Context, key string, last int) int {
	if c.QueryParam("example") != key {
		return 0
	}
	at, _ := strconv.Atoi(c.QueryParam("move"))
	return min(max(at, 0), last)
}

func example(c echo.Context, l *lessons.Lesson) (Example, error) {
	at := asked(c, l.Key, len(l.Steps))
	shown, err := l.At(at)
	if err != nil {
		return Example{}, fmt.Errorf("example %s of %s: %w", l.Key, l.Game, err)
	}
	return Example{l.Key, l.Title, address(l.Game) + "#" + l.Key, step(l.Game, l.Key, at, len(l.Steps), shown)}, nil
}

// step is a position of an example with the ways to others.
func step(w games.Which, key string, at, last int, s lessons.Shown) kit.GameStep {
	caption := s.Says
	if at > 0 {
		caption = fmt.Sprintf("Step %d of %d. %s", at, last, s.Says)
	}
	return kit.GameStep{
		Key: key, At: at, Caption: caption, Steps: few(kit.BoardSteps(at, last), last),
		Board: kit.BoardOf(kit.GamePosition{
			Game: w, Size: s.Size, Pieces: s.Pieces, Last: s.Last, Line: s.Line, Stuck: s.Stuck, Gone: s.Gone, Wrong: s.Wrong, Dots: s.Dots,
			Dead: s.Dead, Areas: s.Areas,
		}, "The board. "+caption),
	}
}

// few leaves out the ways ten steps on and back where there are not so many steps.
func few(steps []kit.BoardStep, last int) []kit.BoardStep {
	const many = 20
	if last > many {
		return steps
	}
	return []kit.BoardStep{steps[0], steps[2], steps[3], steps[5]}
}
