package rules

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/games"
	"nzgs/internal/games/lessons"
	"nzgs/web/kit"
)

const (
	firstPath = kit.RulesOfGoPath + "/first-steps"
	boardPath = kit.RulesOfGoPath + "/board"
)

// GoPage has the New Zealand Rules of Go, each rule with boards that show it.
type GoPage struct {
	kit.Page
	Rules                      []ShownRule
	First, Board, Texts, Check string
}

// ShownRule is a rule with its boards.
type ShownRule struct {
	GoRule
	Examples []Example
}

// FirstPage has the short rules and the first lessons.
type FirstPage struct {
	kit.Page
	Short        []string
	Lessons      []Example
	Rules, Board string
}

var (
	goView    = kit.NewView[GoPage](templates, "go.html")
	firstView = kit.NewView[FirstPage](templates, "first.html")
)

var goCrumb = kit.Crumb{Label: "Rules of Go", URL: kit.RulesOfGoPath}

func (s *Desk) goRules(c echo.Context) error {
	page := GoPage{
		Page: s.Page(c, "The New Zealand Rules of Go"), First: firstPath, Board: boardPath, Texts: address(games.Go), Check: kit.CheckRecordPath,
	}
	for _, r := range goRules {
		shown := ShownRule{GoRule: r}
		for _, l := range named(r.Shows) {
			e, err := goExample(c, kit.RulesOfGoPath, l)
			if err != nil {
				return err
			}
			shown.Examples = append(shown.Examples, e)
		}
		page.Rules = append(page.Rules, shown)
	}
	return goView.Render(c, http.StatusOK, page)
}

func (s *Desk) firstSteps(c echo.Context) error {
	page := FirstPage{Page: s.Page(c, "Go: the first steps", goCrumb), Short: shortRules, Rules: kit.RulesOfGoPath, Board: boardPath}
	for i, l := range named(firstLessons) {
		e, err := goExample(c, firstPath, l)
		if err != nil {
			return err
		}
		e.Title = fmt.Sprintf("Lesson %d: %s", i+1, e.Title)
		page.Lessons = append(page.Lessons, e)
	}
	return firstView.Render(c, http.StatusOK, page)
}

// goExample is an example of Go at the step that the page's address asks for.
func goExample(c echo.Context, path string, l *lessons.Lesson) (Example, error) {
	at := asked(c, l.Key, len(l.Steps))
	shown, err := l.At(at)
	if err != nil {
		return Example{}, fmt.Errorf("example %s: %w", l.Key, err)
	}
	return Example{l.Key, l.Title, path + "#" + l.Key, step(games.Go, l.Key, at, len(l.Steps), shown)}, nil
}
