package records

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/games"
	gamesrecord "nzgs/internal/games/record"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// OtherView is what is told of a record of Hex, Amazons or Tanbo (partial "other-report").
type OtherView struct {
	Headline, Result kit.Badge
	ResultWhy        string
	Facts            []kit.Fact
	Board            kit.GameStep
	Wrong            []OtherWrong
	MoreWrong        string // "and 3 more"
	Warnings         []string
	Rules            kit.Field // which opening, where that makes a difference
}

// OtherWrong is a move against the rules.
type OtherWrong struct {
	Title, What string
	At          int
}

// otherLooker looks into a record of another game than Go.
type otherLooker struct {
	which   games.Which
	game    *sgf.Game
	options gamesrecord.Options
}

// otherGame is a looker for a record that is of another game; nil if it is not.
func otherGame(g *sgf.Game, rules record.RuleSet) *otherLooker {
	which, ok := gamesrecord.Of(g)
	if !ok {
		return nil
	}
	return &otherLooker{which, g, gamesrecord.Options{
		ItsYourTurn: rules == record.ItsYourTurn, OnViolation: gorules.BecomePass, Moves: checkBounds.Moves,
	}}
}

// all is everything that is told of the main line, with the step of the line that is asked for on the board.
func (l *otherLooker) all(ctx context.Context, a otherAsk) (OtherView, error) {
	r, err := gamesrecord.Check(ctx, l.game, l.options)
	if err != nil {
		return OtherView{}, err
	}
	v := OtherView{Facts: l.facts(r), Warnings: r.Warnings}
	if l.which == games.Hex {
		v.Rules = openings
	}
	v.Headline = otherHeadline(r)
	v.Result, v.ResultWhy = otherResult(r)
	for _, w := range r.Violations {
		if w.Kind == games.AfterEnd {
			v.Warnings = append(v.Warnings, fmt.Sprintf("The game was decided before move %d: what is written from there on is not played.", w.Number))
			continue
		}
		if len(v.Wrong) == mostOtherWrong {
			_, n := r.IllegalMoves()
			v.MoreWrong = fmt.Sprintf("and %d more", n-mostOtherWrong)
			continue
		}
		v.Wrong = append(v.Wrong, OtherWrong{
			fmt.Sprintf("Move %d: %s %s", w.Number, w.Colour.Name(), l.says(w.Point, r.Size)), kit.UpperFirst(w.Why), w.Number,
		})
	}
	v.Board, err = l.board(ctx, a, r)
	return v, err
}

// lastPlayed is the number of the last move before those after the end.
func lastPlayed(r *gamesrecord.Report) int {
	for _, w := range r.Violations {
		if w.Kind == games.AfterEnd {
			return w.Number - 1
		}
	}
	return r.Moves
}

// openings are the rules of Hex for its first moves.
var openings = kit.Field{
	Name: "rules", Label: "The first moves", Type: "select",
	Hint: "By It’s Your Turn’s rules the first player may not begin in the centre row, and the players do not exchange sides.",
	Options: []kit.Option{
		{Value: string(record.NZ), Label: "Sides may be exchanged"}, {Value: string(record.ItsYourTurn), Label: record.ItsYourTurn.Name()},
	},
}

// mostOtherWrong is how many illegal moves are shown.
const mostOtherWrong = 20

// caption says what a position is.
func (l *otherLooker) caption(p *gamesrecord.Position) string {
	text := "The start"
	if p.After > 0 {
		text = fmt.Sprintf("Move %d: %s %s", p.After, p.Mover.Name(), l.says(p.Move, p.Size))
	}
	switch {
	case p.Wrong != nil:
		text += " – against the rules: " + p.Wrong.Why
	case p.Winner != games.Empty:
		text += " – " + p.Winner.Name() + " has won"
	}
	return text
}

// says is a move in words, as people say points of that game at a board.
func (l *otherLooker) says(written string, size int) string {
	move := gamesrecord.ReadingOf(l.game, l.which, size).Move(written)
	if says, ok := table.Says(l.which, move, size); ok {
		return says
	}
	return "“" + record.Shortened(written, longestMove) + "”"
}

// longestMove is how much of a text in place of a move is shown, in characters.
const longestMove = 20

// drawn is a position as a board shows it.
func drawn(p *gamesrecord.Position) kit.GamePosition {
	out := kit.GamePosition{Game: p.Game, Size: p.Size, Pieces: p.Pieces}
	if p.Wrong == nil {
		out.Last = p.Points
	}
	out.Decided(p.Decisive)
	return out
}

func (l *otherLooker) facts(r *gamesrecord.Report) []kit.Fact {
	facts := []kit.Fact{
		{Label: "Game", Value: l.which.Name()}, {Label: factBlack, Value: orUnknown(r.Black)}, {Label: factWhite, Value: orUnknown(r.White)},
		{Label: "Board", Value: fmt.Sprintf("%d × %d", r.Size, r.Size)}, {Label: "Moves", Value: strconv.Itoa(r.Moves)},
	}
	if l.which == games.Hex {
		facts = append(facts, kit.Fact{Label: "Sides", Value: "Black joins top and bottom, White left and right"})
	}
	if r.Claimed != "" {
		facts = append(facts, kit.Fact{Label: "Result in the record", Value: r.Claimed})
	}
	return facts
}

func otherHeadline(r *gamesrecord.Report) kit.Badge {
	_, n := r.IllegalMoves()
	switch n {
	case 0:
		return kit.Badge{Kind: kit.KindSuccess, Text: "Every move is legal"}
	case 1:
		return kit.Badge{Kind: kit.KindError, Text: "One move is against the rules"}
	}
	return kit.Badge{Kind: kit.KindError, Text: strconv.Itoa(n) + " moves are against the rules"}
}

// otherResult compares what is claimed with what the rules say.
func otherResult(r *gamesrecord.Report) (kit.Badge, string) {
	why := "Nothing is decided where the record ends."
	if r.Winner != games.Empty {
		why = r.Winner.Name() + " has won: " + otherWhy(r) + "."
	}
	switch {
	case r.Agreement == gamesrecord.Confirmed:
		return kit.Badge{Kind: kit.KindSuccess, Text: "The result is right"}, why
	case r.Agreement == gamesrecord.Refuted:
		return kit.Badge{Kind: kit.KindError, Text: "The result is wrong"}, why + " The record says " + r.Claimed + "."
	case r.Claimed == "":
		return kit.Badge{Kind: kit.KindNeutral, Text: "No result is claimed"}, why
	}
	return kit.Badge{Kind: kit.KindNeutral, Text: "The result cannot be checked"}, why + " The record says " + r.Claimed + "."
}

// otherWhy says what won the game.
func otherWhy(r *gamesrecord.Report) string {
	when := fmt.Sprintf(", by move %d", r.Decided)
	if r.Decided == 0 {
		when = ", by what is set up"
	}
	loser := r.Winner.Opponent().Name()
	switch r.Game {
	case games.Hex:
		return "both sides are joined" + when
	case games.Amazons:
		return loser + " cannot move" + when
	}
	return loser + " has no stones left" + when + lastRoots(r)
}

// lastRoots says where the loser's last roots stood, which the board marks with rings.
func lastRoots(r *gamesrecord.Report) string {
	const most = 10
	var names []string
	for _, p := range r.Decisive {
		names = append(names, r.Game.PointName(p, r.Size))
	}
	switch n := len(names); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("; the last stood at %s and %d more points", strings.Join(names[:most], ", "), n-most)
	}
	return "; the last stood at " + strings.Join(names, ", ")
}
