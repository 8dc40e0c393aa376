package events

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/pairing/simulate"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// compareForm is a question as the address has it.
type compareForm struct {
	in            *kit.Filling
	entrants      []simulate.Entrant // of the section, if there is one
	ceiling       int
	reduction     int
	evenUnderHalf bool
	rules         simulate.Rules // of the section, if there is one
}

// Whom the events are played by.
const (
	compareEntries = "entries" // those entered in the section
	compareList    = "list"    // players spread like the rating list
)

// How much work goes into an answer.
const (
	compareQuick    = "quick"
	compareThorough = "thorough"
)

// compareEffort bounds the work of an answer, in the units of simulate.Plan,
// of which one processor does one to three million a second.
var compareEffort = map[string]struct {
	Work   int64
	events int // at most
}{
	compareQuick:    {8_000_000, 200},
	compareThorough: {80_000_000, 2000},
}

// compareLeast is how many events an answer rests on at least.
const compareLeast = 10

// compareMost is how many combinations a page can show.
const compareMost = 12

// anyQuestion is the form for any field.
func anyQuestion() compareForm {
	d, in := simulate.DefaultPlan(), kit.NewFilling()
	in.Set("who", compareList)
	in.Set("players", strconv.Itoa(d.Field.Players))
	in.Set("rounds", strconv.Itoa(d.Rounds[0]))
	in.Add("system", string(pairing.Swiss))
	in.Add("system", string(pairing.McMahon))
	in.Set("seeding", string(pairing.SeedSlide))
	in.Set("handicap", string(scale.ByNone))
	in.Set("effort", compareQuick)
	return compareForm{in: in}
}

// sectionQuestion asks about a section as it is set up, and about the system
// that it could be played by instead.
func sectionQuestion(s tournaments.Settings, field []simulate.Entrant) compareForm {
	f := anyQuestion()
	if len(field) >= simulate.MinPlayers {
		f.in.Set("who", compareEntries)
		f.in.Set("players", strconv.Itoa(len(field)))
		f.entrants = field
	}
	f.in.Set("rounds", strconv.Itoa(min(s.Rounds, simulate.MaxRounds)))
	other := pairing.McMahon
	if s.System == pairing.McMahon {
		other = pairing.Swiss
	}
	f.in.Set("system", string(s.System))
	f.in.Add("system", string(other))
	f.in.Set("seeding", string(s.Seeding))
	f.in.Set("handicap", string(s.Handicap.By))
	f.rules = simulate.Rules{
		Criteria: s.Criteria, Apart: s.Apart, Acceleration: s.Acceleration, Bands: s.Bands, AbsenceHalf: s.AbsenceHalf,
	}
	f.ceiling, f.reduction, f.evenUnderHalf = s.Handicap.Ceiling, s.Handicap.Reduction, s.Handicap.EvenUnderHalf
	if s.Bar != nil {
		f.in.Set("bar", s.Bar.Grade().Short())
	}
	if s.Floor != nil {
		f.in.Set("floor", s.Floor.Grade().Short())
	}
	return f
}

// asked takes what the address asks instead.
func (f compareForm) asked(c echo.Context) compareForm {
	f.in = kit.Asked(c)
	if f.in.Text("effort") == "" {
		f.in.Set("effort", compareQuick)
	}
	return f
}

// plan is what is to be played. The error names every problem by its field.
func (f compareForm) plan() (simulate.Plan, error) {
	in, p := f.in, simulate.Plan{Seed: 1, Events: 1, Rules: f.rules}
	if in.Text("bar") != "" || in.Text("floor") != "" {
		p.Rules.Bands = nil // asked for in place of the section's bands
	}
	if in.Text("who") == compareEntries && len(f.entrants) > 0 {
		p.Field = simulate.DefaultField(len(f.entrants))
		p.Field.Entrants = f.entrants
	} else {
		players, err := strconv.Atoi(in.Text("players"))
		if err != nil {
			in.Problem("players", "%s", howManyPlayers)
		}
		p.Field = simulate.DefaultField(players)
	}
	words := strings.FieldsFunc(in.Text("rounds"), func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			in.Problem("rounds", "Write one number of rounds, or several: 5, 6, 7.")
		}
		p.Rounds = append(p.Rounds, n)
	}
	p.Systems, p.Seedings = asTexts[pairing.System](in.All("system")), asTexts[pairing.Seeding](in.All("seeding"))
	for _, by := range asTexts[scale.By](in.All("handicap")) {
		rule := pairing.HandicapRule{By: by}
		if by == scale.ByRating {
			rule.Ceiling, rule.Reduction, rule.EvenUnderHalf = f.ceiling, f.reduction, f.evenUnderHalf
		}
		p.Handicaps = append(p.Handicaps, rule)
	}
	p.Bar, p.Floor = grade(in, "bar", writeGrade), grade(in, "floor", writeGrade)
	effort := in.Text("effort")
	if _, known := compareEffort[effort]; !known {
		in.Problem("effort", "Choose one of the values offered.")
	}
	var problems apperr.Fields
	var found pairing.Invalid
	if errors.As(p.Validate(), &found) {
		for _, e := range found {
			if !problems.Has(e.Path) {
				problems.Add(e.Path, "%s", compareProblem(e))
			}
		}
	}
	if err := in.Refusal(problems.Err()); err != nil {
		return p, err
	}
	return p, bound(&p, effort)
}

// bound gives a plan as many events as the effort allows, or says that it is
// too much for a page.
func bound(p *simulate.Plan, asked string) error {
	var problems apperr.Fields
	effort := compareEffort[asked]
	p.Events = max(compareLeast, min(effort.events, p.EventsWithin(effort.Work)))
	switch {
	case len(p.Variants()) > compareMost:
		problems.Add(
			"system", "That makes %d combinations. Leave some out: a page can show up to %d.", len(p.Variants()), compareMost,
		)
	case p.Work() > compareEffort[compareThorough].Work:
		problems.Add("players", "This would take too long. Ask for fewer players, rounds or combinations.")
	}
	return problems.Err()
}

var howManyPlayers = fmt.Sprintf("Give the number of players, %d to %d.", simulate.MinPlayers, simulate.MaxPlayers)

// compareProblem says what to do about a problem of a plan, in the words of the
// form.
func compareProblem(e pairing.FieldError) string {
	switch e.Path {
	case "players":
		return howManyPlayers
	case "system", "seeding", "handicap":
		return "Tick at least one."
	}
	return kit.Capital(e.Message) + "."
}

func asTexts[T ~string](values []string) []T {
	out := make([]T, len(values))
	for i, v := range values {
		out[i] = T(v)
	}
	return out
}

// fields shows the question as a form.
func (f compareForm) fields(p *kit.Page) []kit.FieldGroup {
	field := func(one kit.Field) kit.Field { return f.in.Field(p, one) }
	players := kit.Field{
		Name: "players", Label: "Players", Type: "number", InputMode: "numeric", Width: "short",
		Min: strconv.Itoa(simulate.MinPlayers), Max: strconv.Itoa(simulate.MaxPlayers),
	}
	who := kit.FieldGroup{Legend: "The field"}
	if n := len(f.entrants); n > 0 {
		players.Hint = "Only for players spread like the rating list."
		who.Fields = append(who.Fields, field(kit.Field{Name: "who", Label: "Who plays", Type: "radios", Options: options(
			compareEntries, fmt.Sprintf("The %d players entered", n), "With their ratings and clubs.",
			compareList, "Players spread like the rating list", "",
		)}))
	}
	who.Fields = append(who.Fields, field(players))
	what := kit.FieldGroup{
		Legend: "What to compare", Text: "Every combination is played, with the same players and the same luck.",
		Fields: []kit.Field{
			field(kit.Field{Name: "rounds", Label: "Rounds", Width: "medium", Hint: "One number, or several: 5, 6, 7."}),
			field(kit.Field{Name: "system", Label: "Systems", Type: "checkboxes", Options: options(
				string(pairing.Swiss), "Swiss", "", string(pairing.McMahon), "McMahon", "",
				string(pairing.RoundRobin), "Round robin", "",
			)}),
			field(kit.Field{Name: "seeding", Label: "Within a score group", Type: "checkboxes", Options: seedings()}),
			field(kit.Field{Name: "handicap", Label: "Games", Type: "checkboxes", Options: options(
				string(scale.ByNone), "Even", "", string(scale.ByRating), "With handicap by rating", "",
			)}),
		},
	}
	noBar, noFloor := "Empty: the grade that the top quarter has reached.", "Empty: a grade that no one is below."
	if len(f.rules.Bands) > 0 {
		noBar, noFloor = "Empty, and no floor: the bands of the section.", "Empty, and no bar: the bands of the section."
	}
	how := kit.FieldGroup{Legend: "McMahon", Rows: [][]kit.Field{{
		field(kit.Field{Name: "bar", Label: "Bar", Width: "short", Hint: noBar}),
		field(kit.Field{Name: "floor", Label: "Floor", Width: "short", Hint: noFloor}),
	}}}
	effort := kit.FieldGroup{Legend: "How precisely", Fields: []kit.Field{
		field(kit.Field{Name: "effort", Label: "Events to play", Type: "radios", Options: options(
			compareQuick, "As many as fit into a few seconds", "",
			compareThorough, "Ten times as many", "For differences that a quick look leaves open.",
		)}),
	}}
	return []kit.FieldGroup{who, what, how, effort}
}
