package events

import (
	"errors"
	"fmt"
	"slices"
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
	who                       string // compareEntries or compareList
	players, rounds           string
	system, seeding, handicap []string
	Bar, floor                string
	effort                    string
	entrants                  []simulate.Entrant // of the section, if there is one
	ceiling, reduction        int
	evenUnderHalf             bool
	rules                     simulate.Rules // of the section, if there is one
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

func (f compareForm) Defaults() compareForm {
	d := simulate.DefaultPlan()
	f.who, f.players, f.rounds = compareList, strconv.Itoa(d.Field.Players), strconv.Itoa(d.Rounds[0])
	f.system = []string{string(pairing.Swiss), string(pairing.McMahon)}
	f.seeding, f.handicap, f.effort = []string{string(pairing.SeedSlide)}, []string{string(scale.ByNone)}, compareQuick
	return f
}

// OfSection asks about a section as it is set up, and about the system that it
// could be played by instead.
func (f compareForm) OfSection(s tournaments.Settings, field []simulate.Entrant) compareForm {
	f = f.Defaults()
	if len(field) >= simulate.MinPlayers {
		f.who, f.players, f.entrants = compareEntries, strconv.Itoa(len(field)), field
	}
	f.rounds = strconv.Itoa(min(s.Rounds, simulate.MaxRounds))
	other := pairing.McMahon
	if s.System == pairing.McMahon {
		other = pairing.Swiss
	}
	f.system = []string{string(s.System), string(other)}
	f.seeding, f.handicap = []string{string(s.Seeding)}, []string{string(s.Handicap.By)}
	f.rules = simulate.Rules{
		Criteria: s.Criteria, Apart: s.Apart, Acceleration: s.Acceleration, Bands: s.Bands, AbsenceHalf: s.AbsenceHalf,
	}
	f.ceiling, f.reduction, f.evenUnderHalf = s.Handicap.Ceiling, s.Handicap.Reduction, s.Handicap.EvenUnderHalf
	if s.Bar != nil {
		f.Bar = s.Bar.Grade().Short()
	}
	if s.Floor != nil {
		f.floor = s.Floor.Grade().Short()
	}
	return f
}

// Read takes what the address asks instead.
func (f compareForm) Read(c echo.Context) compareForm {
	q := c.QueryParams()
	text := func(name string) string { return strings.TrimSpace(q.Get(name)) }
	f.players, f.rounds, f.Bar, f.floor = text("players"), text("rounds"), text("bar"), text("floor")
	f.system, f.seeding, f.handicap = q["system"], q["seeding"], q["handicap"]
	f.who = text("who")
	if f.effort = text("effort"); f.effort == "" {
		f.effort = compareQuick
	}
	return f
}

// entered reports whether those entered in the section are to play.
func (f compareForm) entered() bool { return f.who == compareEntries && len(f.entrants) > 0 }

// Plan is what is to be played. The error names every problem by its field.
func (f compareForm) Plan() (simulate.Plan, error) {
	var problems apperr.Fields
	p := simulate.Plan{Seed: 1, Events: 1, Rules: f.rules}
	if f.Bar != "" || f.floor != "" {
		p.Rules.Bands = nil // asked for in place of the section's bands
	}
	if f.entered() {
		p.Field = simulate.DefaultField(len(f.entrants))
		p.Field.Entrants = f.entrants
	} else {
		players, err := strconv.Atoi(f.players)
		if err != nil {
			problems.Add("players", "Give the number of players, %d to %d.", simulate.MinPlayers, simulate.MaxPlayers)
		}
		p.Field = simulate.DefaultField(players)
	}
	words := strings.FieldsFunc(f.rounds, func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil && !problems.Has("rounds") {
			problems.Add("rounds", "Write one number of rounds, or several: 5, 6, 7.")
		}
		p.Rounds = append(p.Rounds, n)
	}
	p.Systems, p.Seedings = asTexts[pairing.System](f.system), asTexts[pairing.Seeding](f.seeding)
	for _, by := range asTexts[scale.By](f.handicap) {
		rule := pairing.HandicapRule{By: by}
		if by == scale.ByRating {
			rule.Ceiling, rule.Reduction, rule.EvenUnderHalf = f.ceiling, f.reduction, f.evenUnderHalf
		}
		p.Handicaps = append(p.Handicaps, rule)
	}
	p.Bar, p.Floor = compareGrade(&problems, "bar", f.Bar), compareGrade(&problems, "floor", f.floor)
	if _, known := compareEffort[f.effort]; !known {
		problems.Add("effort", "Choose one of the values offered.")
	}
	var found pairing.Invalid
	if errors.As(p.Validate(), &found) {
		for _, e := range found {
			if !problems.Has(e.Path) {
				problems.Add(e.Path, "%s", compareProblem(e))
			}
		}
	}
	if err := problems.Err(); err != nil {
		return p, err
	}
	err := f.bound(&p)
	return p, err
}

// bound gives a plan as many events as the effort allows, or says that it is
// too much for a page.
func (f compareForm) bound(p *simulate.Plan) error {
	var problems apperr.Fields
	effort := compareEffort[f.effort]
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

// compareProblem says what to do about a problem of a plan, in the words of the
// form.
func compareProblem(e pairing.FieldError) string {
	switch e.Path {
	case "players":
		return fmt.Sprintf("Give the number of players, %d to %d.", simulate.MinPlayers, simulate.MaxPlayers)
	case "system", "seeding", "handicap":
		return "Tick at least one."
	}
	return kit.Capital(e.Message) + "."
}

func compareGrade(problems *apperr.Fields, field, text string) *scale.Rating {
	if text == "" {
		return nil
	}
	r, err := scale.Parse(text)
	if err != nil {
		problems.Add(field, "Write a grade: 3d, 5k.")
		return nil
	}
	return &r
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
	players := p.Field(kit.Field{
		Name: "players", Label: "Players", Type: "number", InputMode: "numeric", Width: "short", Value: f.players,
		Min: strconv.Itoa(simulate.MinPlayers), Max: strconv.Itoa(simulate.MaxPlayers),
	})
	field := kit.FieldGroup{Legend: "The field", Fields: []kit.Field{players}}
	if n := len(f.entrants); n > 0 {
		players.Hint = "Only for players spread like the rating list."
		field.Fields = []kit.Field{p.Field(kit.Field{Name: "who", Label: "Who plays", Type: "radios", Options: choices(f.who,
			compareEntries, fmt.Sprintf("The %d players entered", n), "With their ratings and clubs.",
			compareList, "Players spread like the rating list", "")}), players}
	}
	what := kit.FieldGroup{
		Legend: "What to compare", Text: "Every combination is played, with the same players and the same luck.",
		Fields: []kit.Field{
			p.Field(kit.Field{
				Name: "rounds", Label: "Rounds", Value: f.rounds, Width: "medium", Hint: "One number, or several: 5, 6, 7.",
			}),
			p.Field(kit.Field{Name: "system", Label: "Systems", Type: "checkboxes", Options: ticked(f.system,
				string(pairing.Swiss), "Swiss", string(pairing.McMahon), "McMahon", string(pairing.RoundRobin), "Round robin")}),
			p.Field(kit.Field{Name: "seeding", Label: "Within a score group", Type: "checkboxes", Options: ticked(f.seeding,
				string(pairing.SeedSlide), "Slide: upper half against lower half", string(pairing.SeedFold),
				"Fold: first against last",
				string(pairing.SeedClosest), "Closest ratings", string(pairing.SeedHandicap), "Smallest handicaps",
				string(pairing.SeedRandom), "By lot")}),
			p.Field(kit.Field{Name: "handicap", Label: "Games", Type: "checkboxes", Options: ticked(f.handicap,
				string(scale.ByNone), "Even", string(scale.ByRating), "With handicap by rating")}),
		},
	}
	noBar, noFloor := "Empty: the grade that the top quarter has reached.", "Empty: a grade that no one is below."
	if len(f.rules.Bands) > 0 {
		noBar, noFloor = "Empty, and no floor: the bands of the section.", "Empty, and no bar: the bands of the section."
	}
	how := kit.FieldGroup{Legend: "McMahon", Rows: [][]kit.Field{{
		p.Field(kit.Field{Name: "bar", Label: "Bar", Value: f.Bar, Width: "short", Hint: noBar}),
		p.Field(kit.Field{Name: "floor", Label: "Floor", Value: f.floor, Width: "short", Hint: noFloor}),
	}}}
	effort := kit.FieldGroup{Legend: "How precisely", Fields: []kit.Field{
		p.Field(kit.Field{Name: "effort", Label: "Events to play", Type: "radios", Options: choices(f.effort,
			compareQuick, "As many as fit into a few seconds", "",
			compareThorough, "Ten times as many", "For differences that a quick look leaves open.")}),
	}}
	return []kit.FieldGroup{field, what, how, effort}
}

// ticked makes the options of checkboxes of pairs: value, label.
func ticked(chosen []string, pairs ...string) []kit.Option {
	var out []kit.Option
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, kit.Option{Value: pairs[i], Label: pairs[i+1], Selected: slices.Contains(chosen, pairs[i])})
	}
	return out
}
