package rules

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/web/kit"
)

// BoardPage is a board for two at one device: all of the game is in its address.
type BoardPage struct {
	kit.Page
	Board   kit.GameBoard
	Says    string // whose turn it is, or who has won
	Note    string // why a part of the address was left out
	Taken   string
	Ways    []kit.Link
	Counted bool
	Rules   string
	First   string
}

var boardView = kit.NewView[BoardPage](templates, "board.html")

const (
	boardSize = 9
	mostMoves = 250
	passed    = "--"
)

// local is a game at one device.
type local struct {
	game  gorules.Game
	moves []string // two letters a move, passed for a pass
	dead  []gorules.Point
	note  string
}

// readLocal plays the moves of an address, until one that the rules refuse; the rest is left out.
func readLocal(moves, dead string) (l local) {
	if err := l.game.Reset(gorules.NZ(), boardSize, boardSize); err != nil {
		panic(err) // the size is fixed
	}
	for len(moves) >= 2 && len(l.moves) < mostMoves {
		written := moves[:2]
		moves = moves[2:]
		at := gorules.Pass
		if written != passed {
			p, err := gorules.ParsePoint(written)
			if err != nil || !l.game.Board().Has(p) {
				l.note = "The address of this page has moves that are no points of the board. They are left out."
				break
			}
			at = p
		}
		if why := l.game.Play(gorules.Move{Colour: l.game.Turn(), Point: at}); why != nil {
			l.note = refusal(why)
			break
		}
		l.moves = append(l.moves, written)
	}
	for len(dead) >= 2 && len(l.dead) < boardSize*boardSize {
		p, err := gorules.ParsePoint(dead[:2])
		dead = dead[2:]
		if err == nil && l.game.Board().Has(p) && l.game.Board().At(p) != gorules.Empty && !slices.Contains(l.dead, p) {
			l.dead = append(l.dead, p)
		}
	}
	return l
}

func refusal(why *gorules.Illegal) string {
	switch why.Kind {
	case gorules.Superko:
		return "Not there: the board would be as it was after an earlier move of the same player (ko)."
	case gorules.Occupied:
		return "There is a stone on this point."
	}
	return "This move is not possible."
}

// at is the address of the game with a move more, "" for none.
func (l *local) at(more string) string {
	return boardPath + "?" + url.Values{"moves": {strings.Join(l.moves, "") + more}}.Encode()
}

// counting is the address of the count with these stones taken off.
func (l *local) counting(dead []gorules.Point) string {
	var text strings.Builder
	for _, p := range dead {
		text.WriteString(p.String())
	}
	return boardPath + "?" + url.Values{"moves": {strings.Join(l.moves, "")}, "count": {"1"}, "dead": {text.String()}}.Encode()
}

func (s *Desk) board(c echo.Context) error {
	l := readLocal(c.QueryParam("moves"), c.QueryParam("dead"))
	counted := c.QueryParam("count") != ""
	page := BoardPage{Page: s.Page(c, "A board for two", goCrumb), Counted: counted, Note: l.note, Rules: kit.RulesOfGoPath, First: firstPath}
	at, err := l.position(counted)
	if err != nil {
		return err
	}
	page.Says = l.turn()
	if counted {
		if page.Says, err = l.result(); err != nil {
			return err
		}
	}
	page.Board = kit.BoardOf(at, "The board. "+page.Says)
	page.Ways = l.ways(counted)
	if p := l.game.Prisoners(); p.Black+p.White > 0 {
		page.Taken = fmt.Sprintf("Taken: %d black, %d white.", p.Black, p.White)
	}
	robots := "nofollow" // each position leads to others without end
	if c.QueryString() != "" {
		robots = "noindex, nofollow"
	}
	c.Response().Header().Set("X-Robots-Tag", robots)
	return boardView.Render(c, http.StatusOK, page)
}

// turn says whose turn it is.
func (l *local) turn() string {
	says := l.game.Turn().Name() + " to move."
	if n := len(l.moves); n > 0 {
		last := "a pass"
		if l.moves[n-1] != passed {
			p, _ := gorules.ParsePoint(l.moves[n-1])
			last = games.Go.PointName(games.Point{X: p.X(), Y: p.Y()}, boardSize)
		}
		says = fmt.Sprintf("Move %d was %s. %s", n, last, says)
	}
	if l.game.Passes() >= 2 {
		says += " Both have passed: count, or play on."
	}
	if len(l.moves) >= mostMoves {
		says += fmt.Sprintf(" This board has room for %d moves: count now.", mostMoves)
	}
	return says
}

// result is the count by the New Zealand rules, in a sentence.
func (l *local) result() (string, error) {
	score, err := l.game.Score(l.dead...)
	if err != nil {
		return "", err
	}
	const komi = 7
	white := score.White + komi
	says := fmt.Sprintf("Black has %d points, White %d and %d for komi: %d. ", score.Black, score.White, komi, white)
	switch {
	case score.Black > white:
		return says + fmt.Sprintf("Black wins by %d.", score.Black-white), nil
	case score.Black < white:
		return says + fmt.Sprintf("White wins by %d.", white-score.Black), nil
	}
	return says + "It is a tie: jigo.", nil
}

// position is what the board shows, with where its points lead.
func (l *local) position(counted bool) (kit.GamePosition, error) {
	out := kit.GamePosition{Game: games.Go, Size: boardSize, Links: map[games.Point]string{}, LinkSays: "Play at"}
	board := l.game.Board()
	var gone []gorules.Point
	for _, p := range l.dead {
		gone = append(gone, board.Chain(p)...)
	}
	territory, err := gorules.NZ().Territory(board, l.dead...)
	if err != nil {
		return out, err
	}
	if counted {
		out.LinkSays = "Dead or alive:"
	}
	for i := range boardSize * boardSize {
		p, at := gorules.At(i%boardSize, i/boardSize), games.Point{X: i % boardSize, Y: i / boardSize}
		out.Pieces = append(out.Pieces, games.Colour(board.At(p)))
		empty := board.At(p) == gorules.Empty
		switch {
		case counted && !empty:
			out.Links[at] = l.counting(toggled(l.dead, board.Chain(p)))
			if slices.Contains(gone, p) {
				out.Dead = append(out.Dead, at)
			}
		case !counted && empty && len(l.moves) < mostMoves:
			out.Links[at] = l.at(p.String())
		}
		if counted {
			out.Areas = append(out.Areas, games.Colour(territory.At(p)))
		}
	}
	if n := len(l.moves); n > 0 && l.moves[n-1] != passed {
		p, _ := gorules.ParsePoint(l.moves[n-1])
		if board.At(p) != gorules.Empty {
			out.Last = []games.Point{{X: p.X(), Y: p.Y()}}
		}
	}
	return out, nil
}

// toggled are the dead chains with one more, or without it.
func toggled(dead, chain []gorules.Point) []gorules.Point {
	without := slices.DeleteFunc(slices.Clone(dead), func(p gorules.Point) bool { return slices.Contains(chain, p) })
	if len(without) < len(dead) {
		return without
	}
	return append(without, chain[0])
}

// ways are what can be done beside playing on a point.
func (l *local) ways(counted bool) (ways []kit.Link) {
	if counted {
		return []kit.Link{{Label: "Play on", URL: l.at("")}, {Label: "New game", URL: boardPath}}
	}
	if len(l.moves) < mostMoves {
		ways = append(ways, kit.Link{Label: "Pass", URL: l.at(passed)})
	}
	if n := len(l.moves); n > 0 {
		back := *l
		back.moves = l.moves[:n-1]
		ways = append(ways, kit.Link{Label: "Undo", URL: back.at("")}, kit.Link{Label: "Count", URL: l.counting(nil)},
			kit.Link{Label: "New game", URL: boardPath})
	}
	return ways
}
