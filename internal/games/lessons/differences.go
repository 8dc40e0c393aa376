package lessons

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules"
)

// A Text is one of the texts of Go that are compared.
type Text struct {
	Key, Name string
	Rules     func(size int) gorules.Rules
}

// Texts are the texts that are compared, the society's own first.
func Texts() []Text {
	always := func(r func() gorules.Rules) func(int) gorules.Rules {
		return func(int) gorules.Rules { return r() }
	}
	return []Text{
		{"nz", "New Zealand", always(gorules.NZ)}, {"iyt", "It’s Your Turn", gorules.ItsYourTurn},
		{"iggc", "igGameCenter", always(gorules.IGGC)}, {"short", "Short rules", always(gorules.Short)},
	}
}

// A Difference is a position in which the texts part.
type Difference struct {
	Key, Title, Text string
	// Board is the position before the moves, row by row: X is Black, O White.
	Board string
	// Moves are played one after the other from there, in each text until it refuses one: "B ab", "W" for a pass.
	Moves string
	// Counted says that the position after the moves is counted, with this handicap. Dead are the stones that the
	// players agree on, or that are certain to be captured.
	Counted  bool
	Handicap int
	Dead     string
}

// A Verdict is what one text says.
type Verdict struct {
	Says string
	// Refused is the number of the move that is refused, 0 if none is.
	Refused int
	Kind    games.Kind
	// Margin is by how much Black is ahead in a position that is counted, with what komi the text states.
	Margin gorules.HalfPoints
}

// At is the position after the first n moves, whatever the texts say of them: every move that a board can show is shown.
func (d *Difference) At(n int) (Shown, error) {
	t, size, err := d.begin(gorules.NZ())
	if err != nil {
		return Shown{}, err
	}
	moves := d.moves()
	out := Shown{Size: size}
	g := t.Game()
	for i, m := range moves[:min(max(n, 0), len(moves))] {
		if err := g.PlayStanding(m); err != nil && err.Kind == gorules.Occupied {
			return Shown{}, fmt.Errorf("move %d: %w", i+1, err)
		}
		out.Last = nil
		if m.Point.IsPoint() {
			out.Last = []games.Point{{X: m.Point.X(), Y: m.Point.Y()}}
		}
		out.Says = fmt.Sprintf("Move %d: %s %s", i+1, m.Colour.Name(), said(m, size))
	}
	for i := range size * size {
		out.Pieces = append(out.Pieces, t.At(games.Point{X: i % size, Y: i / size}))
	}
	return out, nil
}

func said(m gorules.Move, size int) string {
	says, _ := table.Says(games.Go, m.Point.String(), size)
	return says
}

// Steps is how many moves there are.
func (d *Difference) Steps() int { return len(d.moves()) }

// begin sets the board up.
func (d *Difference) begin(r gorules.Rules) (*table.GoTable, int, error) {
	rows := d.rows()
	t := table.Of(games.Go, table.Options{Rules: r}).(*table.GoTable)
	if _, err := t.Begin(len(rows), true); err != nil {
		return nil, 0, err
	}
	if err := t.Game().SetHandicap(d.Handicap); err != nil {
		return nil, 0, err
	}
	for y, row := range rows {
		for x, mark := range []byte(row) {
			c := games.Colour(strings.IndexByte(".XO", mark))
			if c == games.Empty {
				continue
			}
			if err := t.SetUp(c, games.Point{X: x, Y: y}); err != nil {
				return nil, 0, err
			}
		}
	}
	return t, len(rows), nil
}

// rows are those of the board, a letter for each point.
func (d *Difference) rows() (rows []string) {
	for row := range strings.SplitSeq(strings.TrimSpace(d.Board), "\n") {
		rows = append(rows, strings.ReplaceAll(strings.TrimSpace(row), " ", ""))
	}
	return rows
}

// moves reads the moves.
func (d *Difference) moves() (all []gorules.Move) {
	for text := range strings.SplitSeq(d.Moves, ";") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		m := gorules.Move{Colour: gorules.Black, Point: gorules.TakeButton}
		if text[0] == 'W' {
			m.Colour = gorules.White
		}
		if where := strings.TrimSpace(text[1:]); where != gorules.TakeButton.String() {
			m.Point, _ = gorules.ParsePoint(where)
		}
		all = append(all, m)
	}
	return all
}

// Judge asks one text.
func (d *Difference) Judge(text Text) (Verdict, error) {
	rules := text.Rules(len(d.rows()))
	t, size, err := d.begin(rules)
	if err != nil {
		return Verdict{}, err
	}
	for i, m := range d.moves() {
		why := t.Play(games.Colour(m.Colour), m.Point.String())
		if why == nil {
			continue
		}
		return Verdict{
			Refused: i + 1, Kind: why.Kind,
			Says: fmt.Sprintf("Move %d, %s %s, is refused: %s.", i+1, m.Colour.Name(), said(m, size), why.Why),
		}, nil
	}
	if !d.Counted {
		return Verdict{Says: "Every move is allowed."}, nil
	}
	return d.count(t.Game(), rules)
}

// count counts the position by the text.
func (d *Difference) count(g *gorules.Game, rules gorules.Rules) (Verdict, error) {
	var dead []gorules.Point
	taken := ""
	if rules.Dead != gorules.DeadUnstated {
		for _, written := range strings.Fields(d.Dead) {
			p, err := gorules.ParsePoint(written)
			if err != nil {
				return Verdict{}, err
			}
			dead = append(dead, p)
		}
		if len(dead) > 0 {
			taken = "With the dead stones off, "
		}
	} else if d.Dead != "" {
		taken = "No stones are taken off: "
	}
	s, err := g.Score(dead...)
	if err != nil {
		return Verdict{}, err
	}
	komi := rules.KomiFor(d.Handicap)
	v := Verdict{Margin: gorules.Points(s.Margin) - komi}
	v.Says = fmt.Sprintf("%sBlack has %d and White %d", taken, s.Black, s.White)
	switch {
	case rules.Komi.Kind == gorules.KomiAgreed:
		v.Says += ", before the komi that the players agreed on: "
	case komi == 0:
		v.Says += ", without komi: "
	case rules.Komi.Side == gorules.KomiOffBlack:
		v.Says += ", with " + komi.String() + " off Black’s: "
	default:
		v.Says += ", with " + komi.String() + " more for White: "
	}
	switch {
	case v.Margin > 0:
		v.Says += "Black by " + v.Margin.String() + "."
	case v.Margin < 0:
		v.Says += "White by " + (-v.Margin).String() + "."
	default:
		v.Says += "a tie."
	}
	if taken == "" {
		v.Says = strings.ToUpper(v.Says[:1]) + v.Says[1:]
	}
	return v, nil
}

// Differences are the positions in which the texts part.
func Differences() []Difference { return slices.Clone(differences) }

// empty is an empty board.
func empty(size int) string { return strings.Repeat(strings.Repeat(".", size)+"\n", size) }

// untilTheLimit is as many moves as It's Your Turn allows on a board of nine lines, and one more. White passes.
func untilTheLimit() string {
	const limit, size = 75, 9
	var out []string
	for i := range limit {
		if i%2 == 0 {
			out = append(out, "B "+games.Point{X: i / 2 % size, Y: i / 2 / size}.String())
		} else {
			out = append(out, "W")
		}
	}
	return strings.Join(append(out, "W ii"), ";")
}

// shared is a board on which the middle column is no one's alone, before a move into Black's own area.
const (
	shared = `
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .`
	withDead = `
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. . . X . O . . .
		. O . X . O . . .
		. . . X . O . . .`
	ko = `
		. X O . .
		X . X O .
		. X O . .
		. . . . .
		. . . . .`
	kos = `
		. X O . . X O . . X O . .
		X O . O X . X O X O . O .
		. X O . . X O . . X O . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .
		. . . . . . . . . . . . .`
)

var differences = []Difference{
	{
		Key: "suicide", Title: "Taking off one’s own stones",
		Text:  "White fills the last liberty of two own stones, and takes nothing.",
		Board: ". . X . .\nX X . . .\n. . . . .\n. . . . .\n. . . . .", Moves: "B ee; W aa; B; W ba",
	},
	{
		Key: "one", Title: "Taking off a single stone of one’s own",
		Text:  "White plays into the corner, where the stone has no liberties. The board is then as Black left it. Then White does it again.",
		Board: empty(5), Moves: "B ab; W dd; B ba; W aa; B; W aa",
	},
	{
		Key: "ko", Title: "Taking a ko back after two passes",
		Text:  "White takes a ko, and Black takes it back after each player has passed once. By the New Zealand text a pass is a move, and the position is the one after Black’s own move before. By igGameCenter’s, play goes on after two passes only where the players do not agree which stones are dead.",
		Board: ko, Moves: "B ee; W bb; B; W; B cb",
	},
	{
		Key: "return", Title: "A position that the opponent made",
		Text:  "White captures one stone after two were captured. The board is then as it was after an earlier move of Black’s.",
		Board: empty(5), Moves: "B ab; W ba; B bb; W da; B bc; W cb; B ee; W aa; B ca; W ba",
	},
	{
		Key: "cycle", Title: "Going round three kos",
		Text:  "Both play elsewhere once, and then each takes a ko in turn, until White’s last would bring the position back as White left it.",
		Board: kos, Moves: "B ii; W gi; B cb; W fb; B kb; W bb; B gb; W jb",
	},
	{
		Key: "passes", Title: "Two passes", Text: "Both players pass, and Black would like to play on. By igGameCenter’s text they may where they do not agree which stones are dead.",
		Board: empty(5), Moves: "B bb; W dd; B; W; B cc",
	},
	{
		Key: "limit", Title: "As many moves as one likes", Text: "The 76th move on a board of nine lines.", Board: empty(9), Moves: untilTheLimit(),
	},
	{
		Key: "button", Title: "The button", Text: "Instead of playing, Black takes the button, which is worth half a point.",
		Board: empty(5), Moves: "B bb; W dd; B button",
	},
	{
		Key: "inside", Title: "A move inside one’s own area",
		Text:  "At the end Black plays once more where no one else can live, and White passes. Where own stones are counted that costs nothing; elsewhere it costs a point.",
		Board: shared, Moves: "B bb; W", Counted: true,
	},
	{
		Key: "dead", Title: "Dead stones",
		Text:  "The white stone on the left cannot be saved. It is taken off by agreement, by the site’s program, or not at all.",
		Board: withDead, Moves: "B; W", Counted: true, Dead: "bh",
	},
	{
		Key: "handicap", Title: "Komi in a game with a handicap",
		Text:  "The same end, after a handicap of two stones. The short rules say nothing of handicaps.",
		Board: shared, Moves: "B; W", Counted: true, Handicap: 2,
	},
}
