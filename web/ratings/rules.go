package ratings

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/web/kit"
)

// RulesPage explains the rating system and works out examples.
type RulesPage struct {
	kit.Page
	Formula   FormulaView
	Handicaps []HandicapExample
	Grades    []GradeExample
	Handicap  Calculator
	Update    Calculator
}

// FormulaView is the formula with its constants.
type FormulaView struct {
	Name                    string
	Con, Bonus, Expected    string
	Beta, Stones            string
	Floor                   string // "−29.0, 30 kyu"
	Provisional, Activeness int    // games until a rating is settled; years until a player is inactive
}

// HandicapExample is a line of the table of handicaps.
type HandicapExample struct{ White, Black, Difference, Text string }

// GradeExample is what a game is worth to a player of a grade.
type GradeExample struct{ Grade, Rating, Points, Con, Bonus, Win, Loss string }

// Calculator is a small GET form with its answer.
type Calculator struct {
	Fields []kit.Field
	Answer string // "" while something is wrong with the fields
	Lines  []string
}

var ratingRulesView = kit.NewView[RulesPage](templates, "how.html")

// ratingRules explains the system. The calculators answer for what the address
// says, and for an example when it says nothing.
func (s *Desk) ratingRules(c echo.Context) error {
	f := s.ratings.FormulaOn(s.Today())
	page := RulesPage{
		Page:      s.Page(c, "How ratings are worked out", kit.Crumb{Label: "Rating list", URL: kit.RatingsPath}),
		Formula:   formulaView(f),
		Handicaps: handicapExamples(), Grades: gradeExamples(f),
	}
	in := kit.Asked(c)
	page.Handicap = handicapCalculator(in, &page.Page)
	page.Update = updateCalculator(in, &page.Page, f)
	return ratingRulesView.Render(c, page.Status(), page)
}

func formulaView(f ratings.Formula) FormulaView {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	floor := f.Floor.Milli().Published()
	return FormulaView{
		Name: f.Name,
		Con:  fmt.Sprintf("con(r) = ((%s − r) / %s)^%s", number(float64(f.Pole)), number(f.ConWidth), number(f.ConPower)),
		Bonus: fmt.Sprintf(
			"bonus(r) = ln(1 + exp((%s − r) / %s)) / %s", number(float64(f.BonusFrom)), number(f.BonusWidth),
			number(f.BonusPart),
		),
		Expected: "Se = 1 / (1 + exp(β(opponent) − β(own)))",
		Beta:     fmt.Sprintf("β(r) = −%s · ln(%s − r)", number(f.Spread), number(float64(f.Pole))),
		Stones:   fmt.Sprintf("%s · (handicap − %s)", number(float64(f.PerStone)), number(f.FirstStone)),
		Floor:    floor.String() + ", " + floor.Grade().String(), Provisional: ratings.ProvisionalGames, Activeness: 2,
	}
}

func handicapExamples() []HandicapExample {
	var out []HandicapExample
	for _, pair := range [][2]scale.Rating{{34, -2}, {35, 30}, {34, 30}, {44, 14}, {20, 20}, {30, -120}} {
		h := scale.Between(pair[0], pair[1], scale.Setting{By: scale.ByRating})
		out = append(out, HandicapExample{
			White: pair[0].String(), Black: pair[1].String(), Difference: h.Difference.String(), Text: handicapText(h),
		})
	}
	return out
}

// handicapText is a handicap as it is played.
func handicapText(h scale.Handicap) string {
	switch {
	case h.Stones == 0:
		return "Even, komi " + h.Komi.String()
	case h.EvenOffered:
		return "1: Black first, no komi; or even, if both like"
	case h.Stones == 1:
		return "1: Black first, no komi"
	case h.Ceiling > 0:
		return fmt.Sprintf("%d, the most an event gives unless it says otherwise", h.Stones)
	}
	return strconv.Itoa(h.Stones)
}

func gradeExamples(f ratings.Formula) []GradeExample {
	var out []GradeExample
	for _, g := range []scale.Grade{-19, -14, -9, -4, 0, 1, 3, 5, 7} {
		r := ratings.GoROf(g.Rating().Milli())
		out = append(out, GradeExample{
			Grade: g.String(), Rating: g.Rating().String(), Points: strconv.Itoa(int(r)),
			Con: fmt.Sprintf("%.1f", f.Con(r)), Bonus: fmt.Sprintf("%.2f", f.Bonus(r)),
			Win:  ratings.Signed(f.Game(r, r, ratings.Black, 0, ratings.Win, ratings.FullWeight).Change),
			Loss: ratings.Signed(f.Game(r, r, ratings.Black, 0, ratings.Loss, ratings.FullWeight).Change),
		})
	}
	return out
}

// askOr fills a calculator with the example, pairs of name and value, when the
// address says nothing of it.
func askOr(in *kit.Filling, example ...string) {
	for i := 0; i < len(example); i += 2 {
		if in.Sends(example[i]) {
			return
		}
	}
	for i := 0; i+1 < len(example); i += 2 {
		in.Set(example[i], example[i+1])
	}
}

// ratingField reads a rating or a grade; ok is false when the field is wrong.
func ratingField(p *kit.Page, in *kit.Filling, name, label string) (kit.Field, scale.Rating, bool) {
	r, err := scale.Parse(in.Text(name))
	if err != nil {
		message := "Write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k."
		var parse *scale.ParseError
		if errors.As(err, &parse) {
			message = strings.ToUpper(parse.Reason[:1]) + parse.Reason[1:] + "."
		}
		p.Errors = append(p.Errors, kit.FieldError{Field: name, Label: label, Message: message})
	}
	return in.Field(p, kit.Field{Name: name, Label: label, Width: "short"}), r, err == nil
}

func handicapCalculator(in *kit.Filling, p *kit.Page) Calculator {
	askOr(in, "a", "3.4", "b", "−0.2")
	a, ra, okA := ratingField(p, in, "a", "One player")
	b, rb, okB := ratingField(p, in, "b", "The other")
	calc := Calculator{Fields: []kit.Field{a, b}}
	if okA && okB {
		h := scale.Between(ra, rb, scale.Setting{By: scale.ByRating})
		calc.Answer = "Handicap " + strconv.Itoa(h.Stones)
		if h.Stones == 0 {
			calc.Answer = "An even game"
		}
		calc.Lines = append(calc.Lines, "Difference: "+h.String())
		switch {
		case h.Stones == 0:
			calc.Lines = append(calc.Lines, "Colours by lot")
		case h.Stones == 1:
			calc.Lines = append(calc.Lines, "The weaker player takes Black and plays first; no komi")
		default:
			calc.Lines = append(
				calc.Lines,
				fmt.Sprintf(
					"The weaker player takes Black; White passes the first %s; no komi", kit.Plural(h.Stones-1, "move", "moves"),
				),
			)
		}
	}
	return calc
}

func updateCalculator(in *kit.Filling, p *kit.Page, f ratings.Formula) Calculator {
	askOr(in, "own", "1.0", "opponent", "1.0", "stones", "0", "colour", "black", "score", "1", "weight", "1")
	own, r1, ok1 := ratingField(p, in, "own", "Own rating")
	opponent, r2, ok2 := ratingField(p, in, "opponent", "Opponent’s rating")
	n, err := strconv.Atoi(in.Text("stones"))
	ok3 := err == nil && n >= 0 && n <= 9
	if !ok3 {
		p.Errors = append(p.Errors, kit.FieldError{
			Field: "stones", Label: "Handicap", Message: "A whole number from 0 to 9.",
		})
	}
	stones := in.Field(p, kit.Field{
		Name: "stones", Label: "Handicap", Type: "number", Min: "0", Max: "9", Width: "short",
	})
	choice := func(name, label string, options ...kit.Option) kit.Field {
		return in.Field(p, kit.Field{Name: name, Label: label, Type: "select", Options: options})
	}
	calc := Calculator{Fields: []kit.Field{
		own, opponent,
		choice("colour", "Colour", kit.Option{Value: "black", Label: "Black"}, kit.Option{Value: "white", Label: "White"}),
		stones,
		choice("score", "Result", kit.Option{Value: "1", Label: "Won"}, kit.Option{Value: "0", Label: "Lost"},
			kit.Option{Value: "½", Label: "Jigo"}),
		choice("weight", "Weight of the event", kit.Option{Value: "1", Label: "1"}, kit.Option{Value: "0.75", Label: "0.75"},
			kit.Option{Value: "0.5", Label: "0.5"}, kit.Option{Value: "0.25", Label: "0.25"}),
	}}
	if !ok1 || !ok2 || !ok3 {
		return calc
	}
	score := in.Text("score")
	side, sa := ratings.Black, map[string]ratings.Score{"0": ratings.Loss, "½": ratings.Half}[score]
	if in.Text("colour") == "white" {
		side = ratings.White
	}
	if score != "0" && score != "½" {
		sa = ratings.Win
	}
	w, ok := ratings.ParseWeight(in.Text("weight"))
	if !ok {
		w = ratings.FullWeight
	}
	terms := f.Game(ratings.GoROf(r1.Milli()), ratings.GoROf(r2.Milli()), side, n, sa, w)
	event := ratings.PlayerEvent{Version: f, Played: []ratings.PlayerGame{{Terms: terms}}}
	event.Before, event.After = r1.Milli(), f.After(r1.Milli(), terms.Change)
	calc.Answer = fmt.Sprintf("%s → %s (%s)", event.Before, event.After, ratings.SignedMilli(event.After-event.Before))
	calc.Lines = append(terms.Lines(), event.Lines()[1:]...)
	return calc
}
