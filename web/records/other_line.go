package records

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"nzgs/internal/games"
	gamesrecord "nzgs/internal/games/record"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// An otherAsk is what is asked of the board of another game than Go.
type otherAsk struct {
	node    sgf.Node // the line leads through it; 0: the main line
	at      int      // the step to show; -1: the last
	refused string   // why another line is not shown
}

// otherAskOf reads what is asked: a step of the line shown, a node with its line, or a step of the main line.
func otherAskOf(in *kit.Filling, g *sgf.Game) otherAsk {
	line, at := sgf.Node(max(askedNumber(in, "line"), 0)), -1
	if n, err := strconv.Atoi(in.Text("move")); err == nil {
		at = max(n, 0)
	}
	switch node := askedNumber(in, "node"); {
	case in.Sends("main"):
		return otherAsk{at: askedNumber(in, "main")}
	case node == 0:
		return otherAsk{}
	case node > 0 && g.Has(sgf.Node(node)):
		line = sgf.Node(node)
		at = record.MovesTo(g, line)
	}
	if otherLine(g, line) == "" {
		line = 0
	}
	return otherAsk{node: line, at: at}
}

// only is the step that is asked for, where nothing else is.
func (l *otherLooker) only(ctx context.Context, a otherAsk) (kit.GameStep, error) {
	return l.board(ctx, a, nil)
}

// board is the step that is asked for; main is the report on the main line, where it was made.
func (l *otherLooker) board(ctx context.Context, a otherAsk, main *gamesrecord.Report) (kit.GameStep, error) {
	r, err := l.checkLine(ctx, &a, main)
	if err != nil {
		return kit.GameStep{}, err
	}
	return l.step(ctx, r, a)
}

// checkLine checks the line that is asked for; where it cannot be played, the main line, and says so.
func (l *otherLooker) checkLine(
	ctx context.Context, a *otherAsk, main *gamesrecord.Report,
) (*gamesrecord.Report, error) {
	if a.node != 0 {
		l.options.Through = a.node
		r, err := gamesrecord.Check(ctx, l.game, l.options)
		if err == nil || ctx.Err() != nil {
			return r, err
		}
		*a = otherAsk{at: -1, refused: cannotShow(err)}
		l.options.Through = 0
	}
	if main != nil {
		return main, nil
	}
	return gamesrecord.Check(ctx, l.game, l.options)
}

// step is a step of a line that was checked.
func (l *otherLooker) step(ctx context.Context, r *gamesrecord.Report, a otherAsk) (kit.GameStep, error) {
	last := lastPlayed(r)
	if a.at < 0 {
		a.at = last
	}
	p, err := gamesrecord.PositionAfter(ctx, l.game, l.options, min(a.at, last))
	if err != nil {
		return kit.GameStep{}, err
	}
	s := kit.GameStep{At: p.After, Caption: l.caption(&p), Steps: kit.BoardSteps(p.After, last), Lines: l.lines(r, &p, a)}
	position := drawn(&p)
	said, words := saidData{}, sayer{left: mostSaid}
	for _, n := range p.Nodes {
		if words.left <= 0 {
			s.Lines.Cut = true
			break
		}
		remarks := gamesrecord.Remarks(l.game, l.which, n, p.Size)
		words.take(&said, &remarks)
		drawRemarks(&position, &remarks)
	}
	s.Said = said.GameSaid()
	s.Board = kit.BoardOf(position, "The board. "+s.Caption+".")
	return s, nil
}

// drawRemarks adds what a node's remarks draw on the board.
func drawRemarks(to *kit.GamePosition, r *sgf.Remarks) {
	at := func(x, y uint8) games.Point { return games.Point{X: int(x), Y: int(y)} }
	for _, m := range r.Marks {
		to.Marks = append(to.Marks, kit.GameMark{At: at(m.X, m.Y), Kind: m.Name, Text: m.Text})
	}
	for _, a := range r.Arrows {
		to.Arrows = append(to.Arrows, kit.GameArrow{From: at(a.X, a.Y), To: at(a.ToX, a.ToY), Line: a.Name == "LN"})
	}
}

// lines are the ways on from a step, and the lines of the game.
func (l *otherLooker) lines(r *gamesrecord.Report, p *gamesrecord.Position, a otherAsk) kit.GameLines {
	says := func(n sgf.Node) string { return l.moveIn(n, p.Size) }
	here := func(n sgf.Node) bool { return n == p.Next }
	out := kit.GameLines{Node: int(a.node), Other: otherLine(l.game, a.node), Refused: a.refused}
	ways, more := record.BranchesFrom(l.game, p.Nodes, here, says)
	out.Ways, out.MoreWays = waysOf(ways), more
	out.Outline, out.MoreOut = outlineOf(l.game, says)
	if out.Other != "" {
		out.Wrong = l.wrongIn(r)
	}
	return out
}

// mostWrongInLine is how many illegal moves of a line besides the main line are told beside it.
const mostWrongInLine = 5

// wrongIn tells what is against the rules in a line after it has left the main line, and where its game ends.
func (l *otherLooker) wrongIn(r *gamesrecord.Report) (out []string) {
	after, _ := record.LeavesAfter(l.game, l.options.Through)
	n, end := r.MoreViolations, ""
	for _, w := range r.Violations {
		switch {
		case w.Kind == games.AfterEnd:
			end = fmt.Sprintf("This line was decided before move %d: what is written from there on is not played.", w.Number)
		case w.Number <= after:
		default:
			if n++; len(out) < mostWrongInLine {
				move := w.Colour.Name() + " " + l.says(w.Point, r.Size)
				out = append(out, fmt.Sprintf("Move %d in this line is against the rules: %s: %s.", w.Number, move, w.Why))
			}
		}
	}
	if n > len(out) {
		out = append(out, fmt.Sprintf("%d more moves in this line are against the rules.", n-len(out)))
	}
	if end != "" {
		out = append(out, end)
	}
	return out
}

// moveIn says in a few words what happens in a node.
func (l *otherLooker) moveIn(n sgf.Node, size int) string {
	said, reading := "A remark", gamesrecord.ReadingOf(l.game, l.which, size)
	for p := range l.game.Properties(n) {
		mover, ok := reading.Mover(p)
		switch {
		case ok:
			return mover.Name() + " " + l.says(p.SimpleText(0), size)
		case slices.ContainsFunc([]string{"AB", "AW", "AE", "AA"}, p.Is):
			said = "Pieces are set up"
		}
	}
	return said
}
