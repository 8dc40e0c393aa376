package records

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// A boardAsk is what is asked of the board: which line, which step, and what is tried
// from it. Every field has its place in the address, or in the form.
type boardAsk struct {
	Node    sgf.Node // the line leads through it
	Show    bool     // the step of that node
	At      int      // the step to show; -1: not said
	To      int      // the move to show, by its number; -1: not said
	Numbers bool
	Count   int // the step to count; -1: the end
	From    int // the step from which moves are tried
	Try     string
	Next    gorules.Colour
	Turning bool // the next step is shown after a while

	closed  bool   // what the record says in words is not shown
	refused string // why what was tried is not shown
}

// boardAskOf reads what is asked.
func boardAskOf(in *kit.Filling) boardAsk {
	a := boardAsk{
		At: askedNumber(in, "move"), To: -1, Numbers: in.Text("numbered") == "1", Count: askedNumber(in, "counted"),
		From: max(askedNumber(in, "from"), 0), Try: in.Text("try"), Turning: in.Text("turning") == "1",
		Node: sgf.Node(max(askedNumber(in, "line"), 0)),
	}
	if !in.Sends("move") && in.Text("try") == in.Text("tried") { // the step shown stays
		a.At = askedNumber(in, "at")
	}
	if in.Sends("numbers") {
		a.Numbers = in.Text("numbers") == "1"
	}
	if strings.HasPrefix(in.Text("move"), "-") {
		a.At = 0
	}
	if node := askedNumber(in, "node"); node >= 0 {
		a.At = askedNumber(in, "move")
		a.Node, a.Show, a.Try, a.Next, a.Count = sgf.Node(node), true, "", gorules.Empty, -1
	}
	if in.Sends("count") {
		a.Count = askedNumber(in, "count")
	}
	if in.Sends("jump") || in.Sends("enter") && in.Text("to") != in.Text("shown") {
		a.To = askedNumber(in, "to")
	}
	switch in.Text("next") {
	case "B":
		a.Next = gorules.Black
	case "W":
		a.Next = gorules.White
	}
	if next := in.Text("resume"); next == "B" || next == "W" { // play on from the position that is counted
		a.Next = map[string]gorules.Colour{"B": gorules.Black, "W": gorules.White}[next]
		a.Try, a.At, a.From = "", -1, a.Count
		if a.From < 0 {
			a.Node, a.From = 0, record.MaxFrames // the end of the record
		}
	}
	if in.Sends("stop") {
		a.Try, a.Next, a.At = "", gorules.Empty, a.From
	}
	return a
}

// askedNumber reads a number from 0; -1 where there is none.
func askedNumber(in *kit.Filling, name string) int {
	n, err := strconv.ParseInt(in.Text(name), 10, 31)
	if err != nil || n < 0 {
		return -1
	}
	return int(n)
}

// main says that only the main line as it is recorded is asked for.
func (a *boardAsk) main() bool { return a.Node == 0 && !a.tries() }

func (a *boardAsk) tries() bool { return a.Try != "" || a.Next != gorules.Empty }

// options adds what is asked to the options of a check.
func (a *boardAsk) options(o record.Options, g *sgf.Game, height int) record.Options {
	if a.Node != 0 && !g.Has(a.Node) {
		a.Node, a.Show = 0, false
	}
	o.Through = a.Node
	if !a.tries() {
		return o
	}
	points, wrong := record.ReadTry(a.Try, height)
	if wrong != "" {
		a.refused = fmt.Sprintf("“%s” is not a point of this board. Write points as D4, and a pass as “pass”.", record.Shortened(wrong, 20))
	}
	if more := record.TriesTooMany(a.Try); more != "" && a.refused == "" {
		a.refused = more
	}
	o.Leave = &record.Leave{After: a.From, Next: a.Next, Try: points}
	return o
}

// line walks the line that is asked for. What cannot be tried is said in a.refused.
func (a *boardAsk) line(ctx context.Context, g *sgf.Game, o record.Options) (lineData, error) {
	var rec sgf.Record
	if err := g.MainLine(&rec); err != nil {
		return lineData{}, err
	}
	options := a.options(o, g, rec.Height)
	w, err := record.WalkAlong(ctx, g, options)
	if err != nil && options.Leave != nil && ctx.Err() == nil { // what is tried cannot be: the line as it is
		a.refused, a.Try, a.Next = kit.UpperFirst(err.Error())+".", "", gorules.Empty
		options.Leave = nil
		w, err = record.WalkAlong(ctx, g, options)
	}
	if err != nil {
		return lineData{}, err
	}
	if v := w.Report.Refused; v != nil {
		a.refused = v.Says(rec.Height) + ". It was not played."
	}
	if a.Show && a.At < 0 {
		a.At = w.FrameOf(a.Node)
	}
	l := lineOf(w, g, a.Node)
	if a.closed {
		l = l.silent()
	}
	if options.Leave != nil {
		a.keepPlayed(&l, rec.Height)
	}
	return l, nil
}

// lineOrMain walks the line that is asked for; where that cannot be played, as one that is
// longer than what is played here, the main line, and says so in a.refused.
func (a *boardAsk) lineOrMain(ctx context.Context, g *sgf.Game, o record.Options) (lineData, error) {
	l, err := a.line(ctx, g, o)
	if err == nil || a.Node == 0 || ctx.Err() != nil {
		return l, err
	}
	*a = boardAsk{At: -1, To: -1, Count: -1, Numbers: a.Numbers, closed: a.closed, refused: cannotShow(err)}
	return a.line(ctx, g, o)
}

func cannotShow(err error) string { return "This line cannot be shown: " + err.Error() + "." }

// keepPlayed leaves of what was tried what was played, so that one can go on from there.
func (a *boardAsk) keepPlayed(l *lineData, height int) {
	points, _ := record.ReadTry(a.Try, height)
	played := 0
	for _, f := range l.Frames {
		if f.Tried {
			played++
		}
	}
	a.From = len(l.Frames) - 1 - played
	a.Try = record.TryText(points[:min(played, len(points))], height)
}

// step is the step to show.
func (a *boardAsk) step(l *lineData) int {
	last := len(l.Frames) - 1
	if a.To >= 0 {
		if i := slices.IndexFunc(l.Frames, func(f frameData) bool { return f.Number == a.To && a.To > 0 }); i >= 0 {
			return i
		}
		return map[bool]int{true: 0, false: last}[a.To == 0]
	}
	if a.At < 0 {
		return last
	}
	return min(a.At, last)
}

// leave is where the line is left for the count of a step; nil for its own end.
func (a *boardAsk) leave(l *lineData) *record.Leave {
	last := len(l.Frames) - 1
	switch {
	case a.Count < 0 || a.Count >= last && a.main():
		return nil
	case a.tries() && a.Count > a.From:
		words := strings.Fields(a.Try)
		points, _ := record.ReadTry(strings.Join(words[:min(a.Count-a.From, len(words))], " "), l.Height)
		return &record.Leave{After: a.From, Next: a.Next, Try: points}
	}
	return &record.Leave{After: a.Count}
}

// tryForm is the form for trying moves from the step shown.
func (a *boardAsk) tryForm(l *lineData, at int) RecordTry {
	out := RecordTry{
		From: at, Tried: a.tries(), Refused: a.refused,
		Moves: kit.Field{
			ID: "try", Name: "try", Label: "Moves", Value: a.Try, MaxLength: 5 * record.MaxTried,
			Hint: "In turns, as D4 Q16 pass. The engine plays them by the rules.",
		},
	}
	if out.Tried {
		out.From = a.From
	}
	next := kit.Field{ID: "next", Name: "next", Label: "Who moves next", Type: "select", Width: "medium"}
	next.Hint = "Where both have passed, or the game has stopped, the players settle it."
	for _, c := range []struct{ value, label string }{{"", "Whose turn it is"}, {"B", factBlack}, {"W", factWhite}} {
		next.Options = append(next.Options, kit.Option{Value: c.value, Label: c.label, Selected: c.value == a.Next.String()})
	}
	out.Next = next
	from := l.Frames[min(out.From, len(l.Frames)-1)]
	if n := len(strings.Fields(a.Try)); n > record.MaxTried-100 {
		out.Room = fmt.Sprintf("%d of at most %d moves are tried.", n, record.MaxTried)
	}
	out.Says = fmt.Sprintf("Tried from: %s. %s", kit.LowerFirst(from.Text), cmp.Or(
		map[gorules.Colour]string{gorules.Black: "Black moves next.", gorules.White: "White moves next."}[a.Next],
		map[string]string{"B": "Black moves next.", "W": "White moves next."}[from.Turn],
	))
	return out
}
