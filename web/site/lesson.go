package site

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/games"
	"nzgs/internal/games/lessons"
	"nzgs/web/kit"
)

// firstStones is the example that the home page plays: a stone is taken, and what the game is about.
var firstStones = lessons.Lesson{
	Key: "first-stones", Title: "Seven moves", Game: games.Go, Size: 7,
	Text: "An empty board. Step through seven moves.",
	Steps: []lessons.Step{
		{Move: "dd", Says: "Black begins: a stone on any crossing of the lines."},
		{Move: "de", Says: "White answers. A stone that is played is never moved."},
		{Move: "ce", Says: "A stone needs an empty crossing beside it. This white one has two left: Black took the others."},
		{Move: "ec", Says: "White plays elsewhere."},
		{Move: "ee", Says: "One is left. The white stone could be taken next."},
		{Move: "cc", Says: "White plays elsewhere again."},
		{Move: "df", Says: "The last one is gone, and the stone comes off the board. In the end, whoever has surrounded more of the board wins."},
	},
}

// playing is the example at the step that the address asks for.
func playing(c echo.Context) (kit.GameStep, error) {
	l, at := &firstStones, 0
	if c.QueryParam("example") == l.Key {
		n, _ := strconv.Atoi(c.QueryParam("move"))
		at = min(max(n, 0), len(l.Steps))
	}
	shown, err := l.At(at)
	if err != nil {
		return kit.GameStep{}, fmt.Errorf("the example of the home page: %w", err)
	}
	caption := shown.Says
	if at > 0 {
		caption = fmt.Sprintf("Move %d of %d. %s", at, len(l.Steps), shown.Says)
	}
	steps := kit.BoardSteps(at, len(l.Steps))
	return kit.GameStep{
		Key: l.Key, At: at, Caption: caption, Steps: []kit.BoardStep{steps[0], steps[2], steps[3], steps[5]},
		Board: kit.BoardOf(
			kit.GamePosition{Game: l.Game, Size: shown.Size, Pieces: shown.Pieces, Last: shown.Last}, "A small Go board. "+caption,
		),
	}, nil
}
