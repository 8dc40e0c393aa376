package playing

import (
	"fmt"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
	"nzgs/web/kit"
)

// actions are what whoever looks can do besides moving on the board.
func actions(g *playing.Game) (out []kit.Link) {
	st, t := g.State, g.State.Terms
	add := func(label, do, at string) {
		to := kit.PlayURL(g.ID) + "?do=" + do
		if at != "" {
			to += "&at=" + at
		}
		out = append(out, kit.Link{Label: label, URL: to + "#confirm", Kind: "secondary"})
	}
	if g.Rules {
		add("Decide", string(match.Ruled), "")
	}
	if g.Side == games.Empty {
		return out
	}
	if st.Phase == match.Playing && st.Turn == g.Side {
		switch {
		case t.Game == games.Go:
			add("Pass", string(match.Move), "pass")
			if st.ButtonIsThere() {
				add("Take the button", string(match.Move), "button")
			}
		case t.Game == games.Hex && t.Rules == "" && len(st.Moves) == 1:
			add("Take the first piece over", string(match.Move), "swap-pieces")
		}
	}
	if st.Late() == g.Side && st.Vacation[g.Side] > 0 {
		add("Take vacation days", string(match.Vacation), "")
	}
	switch {
	case st.Phase == match.Stopped:
		if st.DeadBy == g.Side.Opponent() {
			add("Agree", string(match.Counted), "")
		}
		add("Say which stones are dead", string(match.Dead), "")
		add("Play on", string(match.PlayOn), "")
	case st.Asked == g.Side.Opponent():
		add("Undo the move", string(match.Undone), "")
		add("Do not undo it", string(match.Kept), "")
	case st.Phase == match.Playing && st.Asked == games.Empty && st.Turn == g.Side.Opponent() && len(st.Moves) > 0:
		add("Ask to undo my move", string(match.Undo), "")
	}
	if st.Phase == match.Playing || st.Phase == match.Stopped {
		if g.TimeUp && st.Late() != g.Side {
			add("Claim: the time has run out", string(match.Time), "")
		}
		add("Resign", string(match.Resign), "")
	}
	if st.Phase == match.Over && st.Result.By == "count" && !st.WasDisputed() {
		add("The count is wrong", string(match.Dispute), "")
	}
	return out
}

// confirms are what is asked before something is done.
var confirms = map[match.Kind]struct{ says, submit, kind string }{
	match.Resign:   {"You give the game up.", "Resign", "danger"},
	match.Undo:     {"The other is asked to undo your last move. It stays unless they agree.", "Ask", ""},
	match.Undone:   {"The last move is undone, and the other moves again.", "Undo the move", ""},
	match.Kept:     {"The move stays, and you go on.", "Keep the move", ""},
	match.Counted:  {"The dead stones are taken off, and the position is counted. That ends the game.", "Agree and count", ""},
	match.PlayOn:   {"Play goes on. If both pass again without a stone in between, by the New Zealand rules all stones stay and are counted.", "Play on", ""},
	match.Time:     {"You claim the game because the other’s time has run out. While play has stopped, who does not answer agrees with the dead stones.", "Claim", ""},
	match.Dead:     {"Tap a stone of each group that is dead, or type its point. Leave it empty if none is.", "Say that these are dead", ""},
	match.Vacation: {"Each day gives you one more for this move.", "Take them", ""},
	match.Dispute:  {"A referee looks at the game and decides. You can say this once.", "Call a referee", ""},
	match.Ruled:    {"Your decision ends the game. Both players read it.", "Decide", ""},
}

// ask shows what is about to be done.
func (p *GamePage) ask(do, at string, g *playing.Game) {
	if do == "" && at == "" {
		return
	}
	kind := match.Kind(do)
	if do == "" || kind == match.Move {
		p.askMove(at, g)
		return
	}
	c, known := confirms[kind]
	if !known || !mayAsk(kind, g) {
		return
	}
	p.confirm(g, kind, c.says, c.submit)
	p.Confirm.Kind = c.kind
	text := kit.Field{ID: "text", Name: "text", MaxLength: match.LongestText, Required: true}
	switch kind {
	case match.Dead:
		p.askDead(at, g)
	case match.Vacation:
		text.Label, text.Width, text.InputMode = "Days", "short", "numeric"
		text.Hint = fmt.Sprintf("You have %d.", g.State.Vacation[g.Side])
		p.Confirm.Fields = []kit.Field{text}
	case match.Dispute:
		text.Label, text.Type, text.Rows = "What is wrong with the count", "textarea", 3
		p.Confirm.Fields = []kit.Field{text}
	case match.Ruled:
		text.Label, text.Type, text.Rows = "Why", "textarea", 3
		p.Confirm.Fields = []kit.Field{{
			ID: "winner", Name: "winner", Label: "Who has won", Type: "select",
			Options: []kit.Option{{Value: "", Label: "Choose"}, {Value: "B", Label: "Black"}, {Value: "W", Label: "White"}, {Value: "0", Label: "A tie"}},
		}, text}
	}
}

// mayAsk tells whether the page leads to it: what is over is not asked for again.
func mayAsk(kind match.Kind, g *playing.Game) bool {
	for _, a := range actions(g) {
		if strings.Contains(a.URL, "?do="+string(kind)+"#") {
			return true
		}
	}
	return false
}

func (p *GamePage) confirm(g *playing.Game, do match.Kind, says, submit string, hidden ...kit.Hidden) {
	hidden = append([]kit.Hidden{{Name: "do", Value: string(do)}, {Name: "number", Value: fmt.Sprint(g.State.Number)}}, hidden...)
	p.Confirm = &Confirm{
		Says: says, Cancel: kit.PlayURL(g.ID),
		SmallForm: kit.SmallForm{FormKey: p.Page.Form("act"), Action: kit.PlayURL(g.ID), Hidden: hidden, Submit: submit},
	}
}

// askMove shows a move on the board before it is made, or the next point to choose.
func (p *GamePage) askMove(at string, g *playing.Game) {
	st, t := g.State, g.State.Terms
	if st.Phase != match.Playing || st.Turn != g.Side {
		return
	}
	if word, ok := words[strings.ToLower(at)]; ok {
		says := map[string]string{"": "You pass.", "button": "You take the button: half a point.",
			"swap-pieces": "The first piece becomes yours, mirrored."}[word]
		if word == "" && st.AllStay() {
			says += allStay
		}
		p.confirm(g, match.Move, says, "Do it", kit.Hidden{Name: "at", Value: strings.ToLower(at)})
		return
	}
	points, ok := t.Parse(at)
	if !ok || len(points) == 0 {
		p.Errors = append(p.Errors, kit.FieldError{Field: "at", Message: "Enter a point of the board. " + hints[t.Game]})
		if p.Typed != nil {
			p.Typed.Value, p.Typed.Error = at, p.Errors[len(p.Errors)-1].Message
		}
		return
	}
	links := map[games.Point]string{}
	for _, q := range st.Points(g.Side, points) {
		links[q] = atURL(g, "", append(points[:len(points):len(points)], q))
	}
	if len(points) == t.Need() {
		for _, q := range st.Points(g.Side, points[:t.Need()-1]) { // another instead
			links[q] = atURL(g, "", append(points[:t.Need()-1:t.Need()-1], q))
		}
		names := t.Names(points)
		p.confirm(g, match.Move, "Your move: "+names+".", "Play "+names, kit.Hidden{Name: "at", Value: names})
		p.beside(g, points)
	} else {
		p.Caption = map[int]string{1: "Choose where the queen goes.", 2: "Choose where she shoots."}[len(points)]
	}
	p.Board = board(g, p.Caption, links, marked(g, points))
}

// marked are the points of a move that is chosen, or where one goes on.
func marked(g *playing.Game, points []games.Point) []games.Point {
	if len(points) == g.State.Terms.Need() {
		return points
	}
	return g.State.Points(g.Side, points)
}

// beside leads from a point that was tapped to those around it: fingers are wider than points.
func (p *GamePage) beside(g *playing.Game, points []games.Point) {
	if g.State.Terms.Need() > 1 {
		return
	}
	at := points[0]
	for _, way := range []struct {
		sign string
		x, y int
	}{{"←", -1, 0}, {"↑", 0, -1}, {"↓", 0, 1}, {"→", 1, 0}} {
		q := games.Point{X: at.X + way.x, Y: at.Y + way.y}
		if q.On(g.State.Terms.Size) {
			names := g.State.Terms.Names([]games.Point{q})
			p.Confirm.Beside = append(p.Confirm.Beside, kit.Link{Label: way.sign + " " + names, URL: atURL(g, "", []games.Point{q})})
		}
	}
}

// askDead has stones chosen by tapping.
func (p *GamePage) askDead(at string, g *playing.Game) {
	t := g.State.Terms
	var chosen []games.Point
	for name := range strings.FieldsSeq(at) {
		if q, ok := t.Game.ParsePointName(name, t.Size); ok && g.State.At(q) != games.Empty && len(chosen) < t.Size*t.Size {
			chosen = append(chosen, q)
		}
	}
	links := map[games.Point]string{}
	for i := range t.Size * t.Size {
		q := games.Point{X: i % t.Size, Y: i / t.Size}
		if g.State.At(q) == games.Empty {
			continue
		}
		next := append(chosen[:len(chosen):len(chosen)], q)
		for j, one := range chosen {
			if one == q {
				next = append(chosen[:j:j], chosen[j+1:]...)
			}
		}
		links[q] = atURL(g, string(match.Dead), next)
	}
	p.Board = board(g, p.Caption, links, chosen)
	p.Confirm.Fields = []kit.Field{{ID: "text", Name: "text", Label: "Dead stones", Value: t.Names(chosen), MaxLength: match.LongestText}}
}
