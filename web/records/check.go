package records

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/internal/sgf"
	"nzgs/web/kit"
)

// CheckPage checks a record that nobody keeps.
type CheckPage struct {
	kit.Page
	Form   CheckForm
	Report *RecordView   // nil: nothing was checked yet
	Board  *RecordBoard  // where nothing else is asked for
	Other  *OtherView    // the report on a record of another game than Go
	Step   *kit.GameStep // its board, where nothing else is asked for
	Alone  bool          // the board has the moves alone, played without scripts

	RulesOfPlay string

	moves string // those of the line shown, for an address
}

// CheckForm is what is asked about a record.
type CheckForm struct {
	Action                 string
	Text, File, Rules      kit.Field
	BlackTotal, WhiteTotal kit.Field
	Dead                   kit.Field
	Kept                   string // the record that the report is of, base64
	Games                  []kit.Option
	Game                   string
}

var checkView = kit.NewView[CheckPage](templates, "check.html")

func (s *Desk) checkForm(c echo.Context) error {
	if c.QueryParam("moves") != "" {
		return s.playMoves(c)
	}
	page := CheckPage{Page: s.Page(c, "Check a record")}
	page.fill(kit.NewFilling())
	return checkView.Render(c, http.StatusOK, page)
}

// fill fills the form with what was typed.
func (p *CheckPage) fill(in *kit.Filling) {
	rules := kit.Field{Name: "rules", Label: "Rules", Type: "select", Width: "medium"}
	for _, r := range record.RuleSets() {
		rules.Options = append(rules.Options, kit.Option{Value: string(r), Label: r.Name()})
	}
	total := func(name, label string) kit.Field {
		return in.Field(&p.Page, kit.Field{Name: name, Label: label, InputMode: "numeric", Width: "short"})
	}
	p.RulesOfPlay = kit.GameRulesPath
	p.Form.Action, p.Form.Rules = kit.CheckRecordPath, in.Field(&p.Page, rules)
	p.Form.Text = in.Field(&p.Page, kit.Field{
		Name: "record", Label: "Paste the record", Type: "textarea", Rows: 6,
		Hint: "A record in SGF, as programs and servers save it: (;SZ[19]KM[7];B[pd];W[dd]…)",
	})
	p.Form.File = in.Field(&p.Page, kit.Field{
		Name: "file", Label: "Or choose the file", Type: "file", Accept: ".sgf,.hsgf,.gib,.ngf,text/plain,application/x-go-sgf",
		Hint: "At most 256 kB. It is checked and not kept.",
	})
	p.Form.BlackTotal, p.Form.WhiteTotal = total("black_total", "Black’s count"), total("white_total", "White’s count")
	p.Form.Dead = in.Field(&p.Page, deadField)
	if p.Form.Game == "" {
		p.Form.Game = in.Text("game")
	}
}

// deadField asks which stones are dead.
var deadField = kit.Field{
	Name: "dead", Label: "Dead stones",
	Hint: "Points with a stone of each dead chain: D4 Q16. Only what both players agreed on.",
}

func (s *Desk) check(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	chooseDead(in)
	page := CheckPage{Page: s.Page(c, "Check a record")}
	data, err := readRecord(c, in)
	if err == nil {
		err = s.checked(c, func(ctx context.Context) error { return page.check(ctx, in, data) })
	}
	if err != nil && !page.Invalid(err) {
		return err
	}
	page.fill(in)
	if to := page.playAddress(); err == nil && to != "" && in.Text("turning") == "1" {
		return kit.SeeOther(c, to)
	}
	if err != nil && page.Form.Text.Error == "" && page.Form.File.Error == "" && in.Text("record") == "" {
		page.Form.Kept = base64.StdEncoding.EncodeToString(data) // no browser puts a file back
	}
	return checkView.Render(c, page.Status(), page)
}

// readRecord takes the record from the file, the text, or the page that shows
// the report of one.
func readRecord(c echo.Context, in *kit.Filling) ([]byte, error) {
	var f apperr.Fields
	_, content, _, err := kit.ChosenContent(c, "file", mostChecked+1)
	switch {
	case err != nil:
		return nil, err
	case len(content) > mostChecked:
		f.Add("file", "This file is larger than 256 kB. A record of one game is only a few kilobytes.")
		return nil, f.Err()
	case len(content) > 0:
		return content, nil
	}
	text := in.Lines("record")
	if len(text) > mostChecked {
		f.Add("record", "This is more than 256 kB. A record of one game is only a few kilobytes.")
		return nil, f.Err()
	}
	if strings.TrimSpace(text) != "" {
		return []byte(text), nil
	}
	if kept, err := base64.StdEncoding.DecodeString(in.Text("kept")); err == nil && len(kept) > 0 &&
		len(kept) <= mostChecked {
		return kept, nil
	}
	f.Add("record", "Paste a record, or choose a file.")
	return nil, f.Err()
}

// check makes the report. The error has the problems of the form.
func (p *CheckPage) check(ctx context.Context, in *kit.Filling, data []byte) error {
	var f apperr.Fields
	file := sgf.Parse(data)
	games := file.Games
	if len(games) == 0 {
		f.Add("record", "%s", unreadable(file))
		return f.Err()
	}
	chosen, _ := strconv.Atoi(in.Text("game"))
	chosen = min(max(chosen, 1), len(games))
	g := &games[chosen-1]
	rules, _ := record.ParseRuleSet(in.Text("rules"))
	if other := otherGame(g, rules); other != nil {
		if err := p.checkOther(ctx, in, other); err != nil {
			f.Add("record", "Game %d: %s.", chosen, err)
			return cmp.Or(ctx.Err(), f.Err())
		}
		if p.Other != nil {
			p.Other.Warnings = append(p.Other.Warnings, aboutFile(file, chosen)...)
		}
		p.keep(in, data, games, chosen)
		return nil
	}
	var rec sgf.Record
	if err := g.MainLine(&rec); err != nil {
		f.Add("record", "Game %d: %s.", chosen, err)
		return f.Err()
	}
	submitted := readTotals(&f, in.Text("black_total"), in.Text("white_total"))
	dead := readDead(&f, in.Text("dead"), rec.Height)
	if err := f.Err(); err != nil {
		return err
	}
	ask := boardAskOf(in)
	look := looker{
		game: g, options: record.Options{Rules: rules, Bounds: checkBounds}, ask: &ask, dead: dead, submitted: submitted,
		estimate: in.Text("estimate"),
	}
	if in.Text("part") == "board" { // what board.js asks for
		board, err := look.board(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			f.Add("record", "Game %d: %s.", chosen, err)
		}
		p.Board = &board
		return f.Err()
	}
	view, err := look.all(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		f.Add("record", "Game %d: %s.", chosen, err)
	}
	if look.deadProblem != "" {
		f.Add("dead", "%s", look.deadProblem)
	}
	if err := f.Err(); err != nil {
		return err
	}
	view.Warnings = append(view.Warnings, aboutFile(file, chosen)...)
	if !ask.tries() {
		p.moves = packMoves(g, ask.Node)
		view.Board.Plain = p.moves != ""
	}
	p.Report = &view
	p.keep(in, data, games, chosen)
	return nil
}

// aboutFile says what was repaired in the text of the game chosen, and what of the file could not be read.
func aboutFile(file *sgf.File, chosen int) []string {
	all := record.Repairs(file, chosen-1)
	if file.Err != nil {
		all = append(all, "Something in the file could not be read: "+file.Err.Error())
	}
	return all
}

// keep keeps a record that was checked in the page, for what is asked next.
func (p *CheckPage) keep(in *kit.Filling, data []byte, games []sgf.Game, chosen int) {
	p.Form.Kept = base64.StdEncoding.EncodeToString(data)
	in.Set("record", "")
	p.Form.Game = strconv.Itoa(chosen)
	p.Form.Games = gameOptions(games, chosen)
}

// checkOther makes the report on a record of another game than Go.
func (p *CheckPage) checkOther(ctx context.Context, in *kit.Filling, l *otherLooker) error {
	if in.Text("part") == "board" { // what board.js asks for
		step, err := l.only(ctx, otherAskOf(in, l.game))
		if err == nil {
			p.Step = &step
		}
		return err
	}
	view, err := l.all(ctx, otherAskOf(in, l.game))
	if err != nil {
		return err
	}
	if view.Rules.Name != "" {
		view.Rules = in.Field(&p.Page, view.Rules)
	}
	p.Other = &view
	return nil
}

// unreadable says why there is no game in a file.
func unreadable(file *sgf.File) string {
	if file.Err != nil {
		return fmt.Sprintf("This cannot be read as a record. %s", kit.UpperFirst(file.Err.Error()))
	}
	return "This has no game in it. A record begins with “(;”."
}

// mostGames is how many games of a file can be chosen from.
const mostGames = 200

func gameOptions(games []sgf.Game, chosen int) []kit.Option {
	if len(games) < 2 {
		return nil
	}
	var out []kit.Option
	var rec sgf.Record
	for i := range games[:min(len(games), mostGames)] {
		label := "Game " + strconv.Itoa(i+1)
		if err := games[i].MainLine(&rec); err == nil && i < 50 {
			label += fmt.Sprintf(": %s – %s", orUnknown(rec.Info(sgf.BlackName)), orUnknown(rec.Info(sgf.WhiteName)))
		}
		out = append(out, kit.Option{Value: strconv.Itoa(i + 1), Label: label, Selected: i+1 == chosen})
	}
	return out
}

// readTotals reads both counts, or neither.
func readTotals(f *apperr.Fields, black, white string) *record.Counts {
	if black == "" && white == "" {
		return nil
	}
	const most = 52*52 + 1
	number := func(name, text string) int {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > most {
			f.Add(name, "Write the count as a whole number of points, before komi; or leave both empty.")
		}
		return n
	}
	return &record.Counts{Black: number("black_total", black), White: number("white_total", white)}
}

// readDead reads points separated by spaces or commas.
func readDead(f *apperr.Fields, text string, height int) []gorules.Point {
	var out []gorules.Point
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == ';' }) {
		p, ok := gorules.ReadPoint(word, height)
		if !ok || len(out) > 1000 {
			f.Add("dead", "“%s” is not a point of this board. Write points as D4, with spaces between them.", word)
			return nil
		}
		out = append(out, p)
	}
	return out
}
