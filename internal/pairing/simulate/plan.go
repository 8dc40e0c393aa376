package simulate

import (
	"fmt"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Limits of a plan.
const (
	MinPlayers  = 2
	MaxPlayers  = 1000
	MaxRounds   = 20
	MaxEvents   = 10000
	MaxVariants = 48
	MaxClubs    = 1000
	MaxWork     = 10_000_000_000 // see [Plan.Work]: an hour or two of one processor
)

// Plan says what is played: Events events of the field, each by every combination of system, seeding, handicap and
// number of rounds.
type Plan struct {
	Field     Field
	Systems   []pairing.System
	Seedings  []pairing.Seeding // for round robins the first one stands, as it changes nothing
	Handicaps []pairing.HandicapRule
	Rounds    []int

	// McMahon only, as in [pairing.Event]. Without a bar it is the highest whole grade that at least a quarter of the
	// field, and at least eight players, have reached; without a floor no one is below it.
	Bar, Floor *scale.Rating

	Rules Rules

	Events int
	Seed   uint64
}

// Rules is what else every variant is drawn by, as in [pairing.Event]. The zero value is the usual way.
type Rules struct {
	Criteria     []pairing.Criterion
	Apart        pairing.Apart
	Acceleration pairing.Acceleration // Swiss only
	Bands        []scale.Rating       // McMahon only, in place of bar and floor
	AbsenceHalf  bool
}

// DefaultPlan asks: seven rounds for sixty players, Swiss or McMahon?
func DefaultPlan() Plan {
	return Plan{
		Field:     DefaultField(60),
		Systems:   []pairing.System{pairing.Swiss, pairing.McMahon},
		Seedings:  []pairing.Seeding{pairing.SeedSlide},
		Handicaps: []pairing.HandicapRule{{By: scale.ByNone}},
		Rounds:    []int{7},
		Events:    200,
		Seed:      1,
	}
}

// Variant is one combination.
type Variant struct {
	System   pairing.System
	Seeding  pairing.Seeding // empty for a round robin
	Handicap pairing.HandicapRule
	Rounds   int
}

// Variants lists the combinations, in the order in which the plan names their parts, numbers of rounds innermost.
func (p *Plan) Variants() []Variant {
	var out []Variant
	for _, c := range p.courses() {
		for _, n := range c.rounds {
			c.Rounds = n
			out = append(out, c.Variant)
		}
	}
	return out
}

// course is an event in the making: variants that differ in the number of rounds alone are looked at on the way.
type course struct {
	Variant       // with the greatest number of rounds
	rounds  []int // after which it is looked at, as the plan has them
	first   int   // place among the variants
}

func (p *Plan) courses() []course {
	var out []course
	variants := 0
	for _, system := range p.Systems {
		seedings := p.Seedings
		if system == pairing.RoundRobin {
			seedings = []pairing.Seeding{""}
		}
		for _, seeding := range seedings {
			for _, handicap := range p.Handicaps {
				v := Variant{System: system, Seeding: seeding, Handicap: handicap, Rounds: p.mostRounds()}
				out = append(out, course{Variant: v, rounds: p.Rounds, first: variants})
				variants += len(p.Rounds)
			}
		}
	}
	return out
}

func (p *Plan) mostRounds() int {
	most := 0
	for _, n := range p.Rounds {
		most = max(most, n)
	}
	return most
}

// Work is how much there is to do, in units of which a processor does one to three million a second: the pairs of
// players that are weighed in all draws.
func (p *Plan) Work() int64 {
	return int64(p.Events) * p.workOfEvent()
}

// workOfEvent is the work of one event by all variants. A draw costs something even when hardly anyone plays.
func (p *Plan) workOfEvent() int64 {
	draw := int64(p.Field.Players)*int64(p.Field.Players)/2 + 200
	return int64(len(p.courses())) * int64(p.mostRounds()) * draw
}

// EventsWithin gives how many events a plan may have to stay within so much work, at least 1 and at most MaxEvents.
func (p *Plan) EventsWithin(work int64) int {
	return int(max(1, min(MaxEvents, work/max(1, p.workOfEvent()))))
}

// Validate reports everything that makes the plan unfit to be run, as a [pairing.Invalid] whose paths are players,
// rounds, system, seeding, handicap, bar, floor, events, entrants, the names of the field's probabilities and those
// of the rules: bands, criteria, apart, acceleration; or nil.
func (p *Plan) Validate() error {
	v := validator{}
	v.within("players", p.Field.Players, MinPlayers, MaxPlayers)
	v.rounds(p.Rounds, p.Field.Players)
	several(&v, "system", p.Systems, pairing.Swiss, pairing.McMahon, pairing.RoundRobin)
	several(
		&v, "seeding", p.Seedings, pairing.SeedSlide, pairing.SeedFold, pairing.SeedRandom, pairing.SeedClosest,
		pairing.SeedHandicap,
	)
	v.handicaps(p.Handicaps)
	v.rules(p)
	v.field(&p.Field)
	v.within("events", p.Events, 1, MaxEvents)
	if len(v.found) > 0 {
		return v.found
	}
	if n := len(p.Variants()); n > MaxVariants {
		v.add("system", "%d combinations are too many to compare; ask for at most %d", n, MaxVariants)
	} else if p.Work() > MaxWork {
		v.tooMuch(p)
	}
	if len(v.found) > 0 {
		return v.found
	}
	return nil
}

type validator struct {
	found pairing.Invalid
}

func (v *validator) add(path, format string, args ...any) {
	v.found = append(v.found, pairing.FieldError{Path: path, Message: fmt.Sprintf(format, args...)})
}

func (v *validator) within(path string, n, low, high int) {
	if n < low || n > high {
		v.add(path, "must be between %d and %d", low, high)
	}
}

// rounds: so many players have so many different opponents; an odd field has a round more, with a bye for everyone.
func (v *validator) rounds(rounds []int, players int) {
	if len(rounds) == 0 {
		v.add("rounds", "give at least one number of rounds")
	}
	most := max(1, players-1+players%2)
	seen := map[int]bool{}
	for _, n := range rounds {
		switch {
		case n < 1 || n > MaxRounds:
			v.add("rounds", "%d: must be between 1 and %d", n, MaxRounds)
		case players >= MinPlayers && n > most:
			v.add("rounds", "%d: %d players can play at most %d rounds without meeting twice", n, players, most)
		case seen[n]:
			v.add("rounds", "%d is listed twice", n)
		}
		seen[n] = true
	}
}

// several checks a list of different values out of those allowed.
func several[T ~string](v *validator, path string, values []T, allowed ...T) {
	names := make([]string, len(allowed))
	known, seen := map[T]bool{}, map[T]bool{}
	for i, a := range allowed {
		names[i], known[a] = string(a), true
	}
	if len(values) == 0 {
		v.add(path, "give at least one of %s", strings.Join(names, ", "))
	}
	for _, value := range values {
		switch {
		case !known[value]:
			v.add(path, "%q is not one of %s", value, strings.Join(names, ", "))
		case seen[value]:
			v.add(path, "%s is listed twice", value)
		}
		seen[value] = true
	}
}

func (v *validator) handicaps(rules []pairing.HandicapRule) {
	if len(rules) == 0 {
		v.add("handicap", "give at least one of none, rating")
	}
	seen := map[pairing.HandicapRule]bool{}
	for _, r := range rules {
		if r.By != scale.ByNone && r.By != scale.ByRating {
			v.add("handicap", "%q is not one of none, rating", r.By)
		} else if seen[r] {
			v.add("handicap", "%s is listed twice", r.By)
		}
		seen[r] = true
		v.within("ceiling", r.Ceiling, 0, pairing.MaxStones)
		v.within("reduction", r.Reduction, 0, pairing.MaxStones)
	}
}

// rules leaves bar, floor and rules to the checks of the event they will stand in.
func (v *validator) rules(p *Plan) {
	ev := pairing.Event{
		System: pairing.McMahon, Rounds: 1, Bar: p.Bar, Floor: p.Floor, Bands: p.Rules.Bands,
		Criteria: p.Rules.Criteria, Apart: p.Rules.Apart, Acceleration: p.Rules.Acceleration,
	}
	if found, ok := ev.Validate().(pairing.Invalid); ok {
		v.found = append(v.found, found...)
	}
}

func (v *validator) field(f *Field) {
	for _, t := range []struct {
		path string
		n    int
	}{
		{"late", f.Late}, {"absent", f.Absent}, {"half_byes", f.HalfBye}, {"withdrawn", f.Withdraw},
		{"defaults", f.Default}, {"jigo", f.Jigo},
	} {
		v.within(t.path, t.n, 0, 500)
	}
	v.within("clubs", f.Clubs, 0, MaxClubs)
	v.strengths(f)
	if len(f.Entrants) == 0 {
		return
	}
	if len(f.Entrants) != f.Players {
		v.add("entrants", "%d entrants were given for %d players", len(f.Entrants), f.Players)
	}
	for i, e := range f.Entrants {
		if e.Rating < scale.MinRating || e.Rating > scale.MaxRating {
			v.add(fmt.Sprintf("entrants[%d].rating", i), "must be between %s and %s", scale.MinRating, scale.MaxRating)
		}
	}
}

// strengths checks in a way that refuses what is not a number as well.
func (v *validator) strengths(f *Field) {
	low, high := stones(scale.MinRating), stones(scale.MaxRating)
	inside := func(path string, x, low, high float64) {
		if !(x >= low && x <= high) {
			v.add(path, "must be between %g and %g", low, high)
		}
	}
	inside("mean", f.Mean, low, high)
	inside("spread", f.Spread, 0, 30)
	inside("weakest", f.Weakest, low, high)
	inside("strongest", f.Strongest, low, high)
	inside("form", f.Form, 0, 10)
	if f.Weakest > f.Strongest {
		v.add("weakest", "%g is above the strongest, %g", f.Weakest, f.Strongest)
	}
}

func (v *validator) tooMuch(p *Plan) {
	if at := p.EventsWithin(MaxWork); p.workOfEvent() <= MaxWork {
		v.add(
			"events", "%d events of this size are too many for one run; ask for at most %d, or for fewer combinations", p.Events,
			at,
		)
		return
	}
	v.add(
		"events",
		"even one event of this size, played by every combination, is too much for one run; ask for fewer combinations",
	)
}
