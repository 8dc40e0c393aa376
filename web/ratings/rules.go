package ratings

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/web/kit"
)

// RatingRulesPage explains the rating system and works out examples.
type RatingRulesPage struct {
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

var ratingRulesView = kit.NewView[RatingRulesPage](templates, "how.html")

// ratingRules explains the system. The calculators answer for what the address
// says, and for an example when it says nothing.
func (s *Desk) ratingRules(c echo.Context) error {
	f := s.ratings.FormulaOn(s.Today())
	page := RatingRulesPage{
		Page:      s.Page(c, "How ratings are worked out", kit.Crumb{Label: "Rating list", URL: kit.RatingsPath}),
		Formula:   formulaView(f),
		Handicaps: handicapExamples(), Grades: gradeExamples(f),
	}
	page.Handicap = handicapCalculator(c, &page.Page)
	page.Update = updateCalculator(c, &page.Page, f)
	status := http.StatusOK
	if len(page.Errors) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return ratingRulesView.Render(c, status, page)
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

// asked is a value of the address, or the example when the address says
// nothing of the calculator.
func asked(c echo.Context, calculator []string, name, example string) string {
	for _, n := range calculator {
		if c.QueryParams().Has(n) {
			return kit.FormText(c, name)
		}
	}
	return example
}

// ratingField reads a rating or a grade; ok is false when the field is wrong.
func ratingField(p *kit.Page, field kit.Field) (kit.Field, scale.Rating, bool) {
	r, err := scale.Parse(field.Value)
	if err == nil {
		return field, r, true
	}
	field.Error = "Write a rating such as 3.4 or −2.3, or a grade such as 3d or 15k."
	var parse *scale.ParseError
	if errors.As(err, &parse) {
		field.Error = strings.ToUpper(parse.Reason[:1]) + parse.Reason[1:] + "."
	}
	p.Errors = append(p.Errors, kit.FieldError{Field: field.ID, Label: field.Label, Message: field.Error})
	return field, 0, false
}

func handicapCalculator(c echo.Context, p *kit.Page) Calculator {
	names := []string{"a", "b"}
	a, ra, okA := ratingField(p, kit.Field{
		ID: "a", Name: "a", Label: "One player", Width: "short", Value: asked(c, names, "a", "3.4"),
	})
	b, rb, okB := ratingField(p, kit.Field{
		ID: "b", Name: "b", Label: "The other", Width: "short", Value: asked(c, names, "b", "−0.2"),
	})
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

func updateCalculator(c echo.Context, p *kit.Page, f ratings.Formula) Calculator {
	names := []string{"own", "opponent", "colour", "stones", "score", "weight"}
	value := func(name, example string) string { return asked(c, names, name, example) }
	own, r1, ok1 := ratingField(p, kit.Field{
		ID: "own", Name: "own", Label: "Own rating", Width: "short", Value: value("own", "1.0"),
	})
	opponent, r2, ok2 := ratingField(p, kit.Field{
		ID: "opponent", Name: "opponent", Label: "Opponent’s rating", Width: "short", Value: value("opponent", "1.0"),
	})
	stones := kit.Field{
		ID: "stones", Name: "stones", Label: "Handicap", Type: "number", Min: "0", Max: "9", Width: "short",
		Value: value("stones", "0"),
	}
	n, err := strconv.Atoi(stones.Value)
	ok3 := err == nil && n >= 0 && n <= 9
	if !ok3 {
		stones.Error = "A whole number from 0 to 9."
		p.Errors = append(p.Errors, kit.FieldError{Field: stones.ID, Label: stones.Label, Message: stones.Error})
	}
	colour, score, weight := value("colour", "black"), value("score", "1"), value("weight", "1")
	calc := Calculator{Fields: []kit.Field{own, opponent,
		choice("colour", "Colour", colour, "black", "Black", "white", "White"), stones,
		choice("score", "Result", score, "1", "Won", "0", "Lost", "½", "Jigo"),
		choice("weight", "Weight of the event", weight, "1", "1", "0.75", "0.75", "0.5", "0.5", "0.25", "0.25"),
	}}
	if !ok1 || !ok2 || !ok3 {
		return calc
	}
	side, sa := ratings.Black, map[string]ratings.Score{"0": ratings.Loss, "½": ratings.Half}[score]
	if colour == "white" {
		side = ratings.White
	}
	if score != "0" && score != "½" {
		sa = ratings.Win
	}
	w, ok := ratings.ParseWeight(weight)
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

// choice is a select with pairs of value and label; what was chosen before, or
// else the first, is selected.
func choice(name, label, chosen string, pairs ...string) kit.Field {
	f := kit.Field{ID: name, Name: name, Label: label, Type: "select", Value: chosen}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Options = append(f.Options, kit.Option{Value: pairs[i], Label: pairs[i+1], Selected: pairs[i] == chosen})
	}
	return f
}
