package grades

import (
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// Highest is the highest dan that is awarded.
const Highest scale.Grade = 9

// firmGames is how many rated games it takes until a rating is no longer provisional, as the rating list has it.
const firmGames = 10

// Step is what one event did to a player, as the rating list has it, or where the ratings officer set the rating.
type Step struct {
	Submission int64
	Event      EventID
	Name, Slug string
	Day        civil.Date // the event's first, or that from whose morning on the rating was set
	After      scale.Milli
	Before     int  // games rated before the event
	Games      int  // rated in the event
	Set        bool // no event: the rating was set
}

// Set is a rating that was set from the morning of a day on.
type Set struct {
	Day   civil.Date
	To    scale.Milli
	Games int // that it stands on, of a list that was taken over; 0: it only sets the rating of who had one
}

// WithSet puts the ratings that were set among the events of a player; both are in order of their days.
func WithSet(events []Step, set []Set) []Step {
	out := make([]Step, 0, len(events)+len(set))
	for len(events) > 0 || len(set) > 0 {
		if len(set) == 0 || len(events) > 0 && events[0].Day.Before(set[0].Day) {
			out, events = append(out, events[0]), events[1:]
			continue
		}
		s := set[0]
		set = set[1:]
		before := s.Games
		if n := len(out); n > 0 {
			before = max(before, out[n-1].Before+out[n-1].Games)
		}
		if before > 0 {
			out = append(out, Step{Day: s.Day, After: s.To, Before: before, Set: true})
		}
	}
	return out
}

func (s Step) rating() scale.Rating { return s.After.Published() }
func (s Step) firm() bool           { return s.Before+s.Games >= firmGames }

// Figure is for how long and for how many rated games a rating stays at a dan before it is proposed.
type Figure struct {
	From        civil.Date
	Days, Games int
}

// String is the figure in a sentence.
func (f Figure) String() string {
	if f.Days == 0 && f.Games == 0 {
		return "A dan is proposed as soon as the published rating reaches it."
	}
	return fmt.Sprintf("A dan is proposed once the published rating has stayed there for %d days and %d rated games.", f.Days, f.Games)
}

// FigureOn is the figure of a day.
func FigureOn(all []Figure, day civil.Date) Figure {
	out := all[0]
	for _, f := range all {
		if !f.From.After(day) {
			out = f
		}
	}
	return out
}

// Reach says whether a rating has reached a dan, with the arithmetic.
type Reach struct {
	Grade scale.Grade
	Met   bool
	First Step // after which the rating was there; zero where it is not
	Lines []string
}

func (r *Reach) say(format string, args ...any) {
	r.Lines = append(r.Lines, fmt.Sprintf(format, args...))
}

// Reaches works out whether the events of a player, the oldest first, have brought the rating to a dan as the society asks
// for it, by a day. A rating that is set brings it to none: there are no games to see. It ends, or goes on with, what an
// event began. Rule 1.2.
func Reaches(steps []Step, figures []Figure, dan scale.Grade, today civil.Date) Reach {
	r := Reach{Grade: dan}
	for i := 0; i < len(steps); i++ {
		if steps[i].Set || !steps[i].at(dan) {
			continue
		}
		first, games, until := i, 0, today
		for i+1 < len(steps) && steps[i+1].at(dan) {
			i++
			games += steps[i].Games
		}
		if i+1 < len(steps) {
			until = steps[i+1].Day
		}
		f := FigureOn(figures, steps[first].Day)
		days := steps[first].Day.DaysUntil(until)
		r.First, r.Lines = steps[first], nil
		r.say("%s after %s of %s: at least %s.", r.First.rating(), r.First.Name, r.First.Day.Long(), dan.Rating())
		if f.Days > 0 || f.Games > 0 {
			r.say("It stayed there for %d days, of %d, and for %d rated games, of %d.", days, f.Days, games, f.Games)
		}
		if days >= f.Days && games >= f.Games {
			r.Met = true
			if last := steps[len(steps)-1]; last.Set && !last.at(dan) {
				r.say("The ratings officer set it to %s from %s.", last.rating(), last.Day.Long())
			}
			return r
		}
	}
	if len(steps) > 0 && !steps[len(steps)-1].at(dan) {
		r.First = Step{} // it fell before it had stayed there long enough
	}
	return r
}

// at reports whether the rating after the event is a firm one of the dan or above.
func (s Step) at(dan scale.Grade) bool { return s.firm() && s.rating() >= dan.Rating() }

// Propose is the highest dan that the events of a player have reached above the one awarded, 0 of none.
func Propose(steps []Step, figures []Figure, awarded scale.Grade, today civil.Date) (Reach, bool) {
	for dan := Highest; dan > max(awarded, 0); dan-- {
		if r := Reaches(steps, figures, dan, today); r.Met {
			return r, true
		}
	}
	return Reach{}, false
}

// Missing is what is missing to the next dan.
type Missing struct {
	Grade scale.Grade
	Short string // "0.6 to go"
	Lines []string
}

// Next is what is missing to the next dan above the one awarded; Grade is 0 where the highest is awarded, or one is
// proposed.
func Next(steps []Step, figures []Figure, awarded scale.Grade, today civil.Date) (m Missing) {
	if len(steps) == 0 || awarded >= Highest {
		return m
	}
	if _, waits := Propose(steps, figures, awarded, today); waits {
		return m
	}
	last := steps[len(steps)-1]
	m.Grade = min(Highest, max(awarded+1, last.rating().Grade(), 1))
	lacks := m.Grade.Rating() - last.rating()
	m.say("%s begins at %s; the published rating is %s.", m.Grade, m.Grade.Rating(), last.rating())
	switch {
	case lacks > 0:
		m.Short = fmt.Sprintf("%s to go", lacks)
		m.say("%s − %s = %s to go.", m.Grade.Rating(), last.rating(), lacks)
	case !last.firm():
		left := firmGames - last.Before - last.Games
		m.Short = fmt.Sprintf("%d rated games to go", left)
		m.say("The rating is provisional until %d games are rated: %d − %d = %d to go.", firmGames, firmGames, firmGames-left, left)
		return m
	default:
		r := Reaches(steps, figures, m.Grade, today)
		if r.First.Submission == 0 {
			m.Short = "set there, not yet played"
			m.say("The ratings officer set it. A dan is proposed from a rated event that leaves the rating there.")
			return m
		}
		m.Short = "stays there, not yet for long enough"
		m.Lines = append(m.Lines, r.Lines...)
	}
	m.say("%s", FigureOn(figures, today))
	return m
}

func (m *Missing) say(format string, args ...any) {
	m.Lines = append(m.Lines, fmt.Sprintf(format, args...))
}
