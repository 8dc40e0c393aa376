package playing

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/games"
	"nzgs/internal/games/table"
	"nzgs/internal/gorules/record"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
	"nzgs/web/kit"
)

// GamePage is a game with its board.
type GamePage struct {
	kit.Page
	Board   kit.GameBoard
	Caption string // the last move
	Status  string // what comes next
	Facts   []kit.Fact
	Actions []kit.Link
	Typed   *kit.Field // a move typed in
	Confirm *Confirm
	Notes   []Note
	Write   *kit.SmallForm
	File    string
	Tables  []TableOfEvent
	Prints  []kit.Link // of Go
}

// Confirm is what is about to be done, to be confirmed.
type Confirm struct {
	kit.SmallForm
	Says   string
	Beside []kit.Link // points beside the one that was tapped
	Cancel string
}

// Note is a remark.
type Note struct{ By, Text, At string }

var gameView = kit.NewView[GamePage](templates, "game.html")

func (s *Desk) game(c echo.Context) error {
	g, err := s.load(c)
	if err != nil {
		return err
	}
	page := s.page(c, &g)
	if page.Tables, err = s.tables(c, &page.Page, &g); err != nil {
		return err
	}
	page.ask(c.QueryParam("do"), c.QueryParam("at"), &g)
	return gameView.Render(c, page.Page.Status(), page)
}

// act does what was confirmed. What is refused is said above the position as it is now, with what was typed.
func (s *Desk) act(c echo.Context) error {
	id, err := kit.PathID[playing.ID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	do, ctx := match.Kind(in.Text("do")), c.Request().Context()
	number, err := strconv.Atoi(in.Text("number"))
	if err != nil {
		number = -1 // of no position
	}
	input := playing.Input{Game: id, Number: number, Kind: do, Text: in.Lines("text")}
	g, err := s.playing.Game(ctx, s.Actor(c), id)
	if err != nil {
		return err
	}
	switch do {
	case match.Move:
		if input.Text, err = written(g.State.Terms, in.Text("at")); err == nil {
			err = s.playing.Act(ctx, s.Actor(c), input)
		}
	case match.Note: // says the same of any position
		input.Number = g.State.Number
		err = s.playing.Act(ctx, s.Actor(c), input)
	case match.Ruled:
		input.Text = in.Text("winner") + " " + input.Text
		err = s.playing.Act(ctx, s.Actor(c), input)
	default:
		err = s.playing.Act(ctx, s.Actor(c), input)
	}
	if err == nil {
		return kit.SeeOther(c, kit.PlayURL(id))
	}
	kind := apperr.KindOf(err)
	if kind != apperr.Invalid && kind != apperr.Conflict {
		return err
	}
	if g, err2 := s.playing.Game(ctx, s.Actor(c), id); err2 == nil { // as it is now
		page := s.page(c, &g)
		status, _ := page.TakeRefusal(err)
		if kind == apperr.Invalid && do != match.Note {
			page.ask(string(do), in.Text("at"), &g)
		}
		page.typed(in, do)
		return gameView.Render(c, status, page)
	}
	return err
}

// typed puts back what was typed.
func (p *GamePage) typed(in *kit.Filling, do match.Kind) {
	// What was written for something that cannot be done any more can still be said to the other.
	if (do == match.Note || do == match.Dispute && p.Confirm == nil) && p.Write != nil {
		p.Write.Fields[0].Value = in.Lines("text")
	}
	if p.Confirm == nil {
		return
	}
	for i := range p.Confirm.Fields {
		f := &p.Confirm.Fields[i]
		switch f.Name {
		case "text":
			f.Value = in.Lines("text")
		case "winner":
			for j := range f.Options {
				f.Options[j].Selected = f.Options[j].Value == in.Text("winner")
			}
		}
	}
}

// words are moves that are no points.
var words = map[string]string{"pass": "", "button": "button", "swap-pieces": "swap-pieces"}

// written reads a move as the form has it.
func written(t match.Terms, text string) (string, error) {
	if word, ok := words[strings.ToLower(text)]; ok {
		return word, nil
	}
	at, ok := t.Parse(text)
	if !ok || len(at) != t.Need() {
		return "", apperr.New(apperr.Invalid, "Enter a move of this game: “%s” is none.", record.Shortened(text, 20))
	}
	return t.Written(at), nil
}

// page is the game as it stands.
func (s *Desk) page(c echo.Context, g *playing.Game) GamePage {
	kit.NoStore(c)
	st := g.State
	title := g.Black.Name + " – " + g.White.Name
	page := GamePage{Page: s.Page(c, title, kit.Crumb{Label: "Play by turns", URL: kit.PlayPath}), File: kit.PlayURL(g.ID) + "/record.sgf"}
	page.Live, page.Revision = kit.PlayURL(g.ID)+"/live", fmt.Sprint(g.State.Number)
	page.Caption, page.Status = caption(st), status(g)
	page.Facts = facts(g)
	if st.Terms.Game == games.Go {
		page.Prints = kit.GamePrints(kit.PlayURL(g.ID) + "/record.pdf")
	}
	page.Actions = actions(g)
	links := map[games.Point]string{}
	if st.Phase == match.Playing && st.Turn == g.Side {
		for _, p := range st.Points(g.Side, nil) {
			links[p] = atURL(g, "", []games.Point{p})
		}
		page.Typed = &kit.Field{
			ID: "at", Name: "at", Label: "Or type a move", Width: "short", Hint: hints[st.Terms.Game],
		}
	}
	page.Board = board(g, page.Caption, links, nil)
	for _, a := range st.Acts {
		if a.Kind == match.Note && g.Side != games.Empty { // between the two
			page.Notes = append(page.Notes, Note{g.Of(a.By).Name, a.Text, a.At.Long()})
		}
	}
	if g.Side != games.Empty {
		page.Write = &kit.SmallForm{
			FormKey: page.Page.Form("note"), Action: kit.PlayURL(g.ID), Submit: "Send the remark", Kind: "secondary",
			Hidden: []kit.Hidden{{Name: "do", Value: string(match.Note)}},
			Fields: []kit.Field{{ID: "note", Name: "text", Label: "A remark to the other", Type: "textarea", Rows: 2, MaxLength: match.LongestText}},
		}
	}
	return page
}

var hints = map[games.Which]string{
	games.Go: "Like D4.", games.Tanbo: "Like D4.", games.Hex: "Like d4.", games.Amazons: "From, to and arrow: d1 d7 g7.",
}

// atURL leads to the page with points chosen.
func atURL(g *playing.Game, do string, at []games.Point) string {
	q := url.Values{"at": {g.State.Terms.Names(at)}}
	if do != "" {
		q.Set("do", do)
	}
	return kit.PlayURL(g.ID) + "?" + q.Encode() + "#board"
}

// board draws the position, with points chosen.
func board(g *playing.Game, label string, links map[games.Point]string, chosen []games.Point) kit.GameBoard {
	st := g.State
	size := st.Terms.Size
	p := kit.GamePosition{
		Game: st.Terms.Game, Size: size, Links: links, LinkSays: "Choose", Dots: chosen, Dead: st.Dead, Areas: st.Owners(),
	}
	for i := range size * size {
		p.Pieces = append(p.Pieces, st.At(games.Point{X: i % size, Y: i / size}))
	}
	if n := len(st.Moves); n > 0 {
		last := st.Moves[n-1].Written
		if points, ok := st.PointsOf(last); ok {
			if st.Terms.Game == games.Amazons {
				points = points[1:]
			}
			p.Last = points
		}
	}
	p.Decided(st.Decisive())
	return kit.BoardOf(p, "The board. "+label)
}

// caption says what was played last.
func caption(st *match.State) string {
	n := len(st.Moves)
	if n == 0 {
		return "The start"
	}
	m := st.Moves[n-1]
	says, _ := table.Says(st.Terms.Game, m.Written, st.Terms.Size)
	return fmt.Sprintf("Move %d: %s %s", n, m.By.Name(), says)
}

// allStay warns both players after play has gone on.
const allStay = " Play goes on because you did not agree which stones are dead. If both pass with no stone in between, all stones stay and are counted."

// status says what comes next.
func status(g *playing.Game) string {
	st := g.State
	switch st.Phase {
	case match.Over:
		text := resultText(st.Result.String()) + "."
		if st.Result.By == "count" {
			text += fmt.Sprintf(" Black has %s, White %s, with komi.", st.Result.Black, st.Result.White)
		}
		if st.Found != "" {
			text += " Taken off as dead: " + st.Found + "."
		}
		if st.Result.By == "ruling" {
			text += " A referee decided: " + st.Result.Why
		}
		return text
	case match.Disputed:
		text := "The count is disputed. A referee decides."
		for _, a := range st.Acts {
			if a.Kind == match.Dispute && (g.Side != games.Empty || g.Rules) {
				text += " " + g.Of(a.By).Name + " says: " + a.Text
			}
		}
		return text
	case match.Stopped:
		text := "Both have passed. Say which stones are dead, or play on."
		if st.DeadBy != games.Empty {
			dead := st.Terms.Names(st.Dead)
			if dead == "" {
				dead = "none"
			}
			text = st.DeadBy.Name() + " says which stones are dead: " + dead + "."
		}
		return text + " Until " + st.Deadline.Long() + "."
	}
	who := g.Of(st.Turn).Name + " (" + st.Turn.Name() + ") has"
	if st.Turn == g.Side {
		who = "It is your turn, with " + st.Turn.Name() + ". You have"
	}
	text := who + " until " + st.Deadline.Long() + "."
	if st.AllStay() {
		text += allStay
	}
	if st.Asked != games.Empty {
		text += " " + g.Of(st.Asked).Name + " asks to undo the last move."
	}
	return text
}

func facts(g *playing.Game) []kit.Fact {
	t := g.State.Terms
	out := []kit.Fact{
		{Label: "Game", Value: gameName(t)}, {Label: "Black", Value: g.Black.Name}, {Label: "White", Value: g.White.Name},
		{Label: "Moves", Value: fmt.Sprint(len(g.State.Moves))},
	}
	if t.Game == games.Go {
		out = append(out, kit.Fact{Label: "Komi", Value: t.KomiFor().String()})
		if t.Handicap > 0 {
			out = append(out, kit.Fact{Label: "Handicap", Value: fmt.Sprint(t.Handicap)})
		}
	}
	if g.Challenge.Ladder {
		out = append(out, kit.Fact{Label: "Ladder", Value: "For a place"})
	}
	return append(out, kit.Fact{Label: "Time", Value: kit.Plural(t.Days, "day for a move", "days for a move")})
}
