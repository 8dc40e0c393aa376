package points

import (
	"fmt"
	"slices"

	"nzgs/internal/civil"
)

// Record is all that points follow from, in any order.
type Record struct {
	Systems         []System // at least one
	Opening         []Opening
	Events          []Event
	Representatives []Representative
}

// Opening is a balance from before the record begins.
type Opening struct {
	Player string
	Day    civil.Date
	Points Amount
	Source string // where it is from: "Go Journal, March 1988"
	// Represented is the latest points year end after which the player was the representative; zero: never.
	Represented civil.Date
}

// Event is a finished points event.
type Event struct {
	Name     string
	Day      civil.Date // its last day
	Kind     Kind
	YearEnd  bool // the New Zealand Championship, with which the points year ends
	Placings []Placing
}

// Placing is one player's final score in an event.
type Placing struct {
	Player string
	Score  Score
	Member bool // on the day; who is not is given no points
	Place  int  // as someone wrote it down, to be checked against the score; 0: not given
}

// Representative is who was chosen at the end of a points year.
type Representative struct {
	YearEnd civil.Date // the day of the event that ended it
	Player  string
}

// Fault is something that a record cannot have: where, as events[2].placings[0].score, and what to do.
type Fault struct{ Path, Message string }

// Invalid is everything that is wrong with a record.
type Invalid []Fault

func (v Invalid) Error() string {
	if len(v) == 0 {
		return "the record is in order"
	}
	return v[0].Path + ": " + v[0].Message
}

func (v *Invalid) add(path, format string, args ...any) {
	*v = append(*v, Fault{path, fmt.Sprintf(format, args...)})
}

// Validate is everything that is wrong with the record as [Invalid], or nil.
func (r *Record) Validate() error {
	var v Invalid
	r.checkSystems(&v)
	known := r.checkPlayers(&v)
	ends := r.checkEvents(&v)
	chosen := map[civil.Date]bool{}
	for i, rep := range r.Representatives {
		at := fmt.Sprintf("representatives[%d]", i)
		switch {
		case rep.YearEnd.IsZero():
			v.add(at+".year_end", "give the day of the event that ended the points year")
		case !ends[rep.YearEnd]:
			v.add(at+".year_end", "no event ends a points year on %s: one has \"year_end\": true and this date", rep.YearEnd)
		case chosen[rep.YearEnd]:
			v.add(at+".year_end", "a representative for the points year that ended on %s is listed already", rep.YearEnd)
		}
		chosen[rep.YearEnd] = true
		switch {
		case rep.Player == "":
			v.add(at+".player", "give the player’s name")
		case !known[rep.Player]:
			v.add(at+".player", "%s is not among the players of any event: write the name as it stands there", rep.Player)
		}
	}
	if v == nil {
		return nil
	}
	return v
}

func (r *Record) checkSystems(v *Invalid) {
	if len(r.Systems) == 0 {
		v.add("points", "say how points are given")
	}
	seen := map[civil.Date]bool{}
	for i := range r.Systems {
		s, at := &r.Systems[i], "points"
		if len(r.Systems) > 1 {
			at = fmt.Sprintf("points[%d]", i)
		}
		if seen[s.From] {
			v.add(at+".from", "another system begins on the same day")
		}
		seen[s.From] = true
		for _, k := range []Kind{National, Regional} {
			table := s.table(k)
			for place, a := range table {
				switch {
				case a < 0:
					v.add(fmt.Sprintf("%s.%s[%d]", at, k, place), "a place cannot have less than 0 points")
				case place > 0 && a > table[place-1]:
					v.add(fmt.Sprintf("%s.%s[%d]", at, k, place), "a place cannot have more points than the place before it")
				}
			}
		}
		if s.Fixed < 0 {
			v.add(at+".fixed", "the deduction cannot be less than 0")
		}
	}
}

// checkPlayers gives the names of all players.
func (r *Record) checkPlayers(v *Invalid) map[string]bool {
	known, opened := map[string]bool{}, map[string]bool{}
	for i, o := range r.Opening {
		at := fmt.Sprintf("opening[%d]", i)
		switch {
		case o.Player == "":
			v.add(at+".player", "give the player’s name")
		case opened[o.Player]:
			v.add(at+".player", "%s has an opening balance already", o.Player)
		}
		if o.Day.IsZero() {
			v.add(at+".date", "give the day that the balance is of")
		}
		if o.Represented.After(o.Day) {
			v.add(at+".represented", "is after the day of the balance: list it among the representatives")
		}
		known[o.Player], opened[o.Player] = true, true
	}
	for _, e := range r.Events {
		for _, p := range e.Placings {
			known[p.Player] = true
		}
	}
	return known
}

// checkEvents gives the days on which a points year ends.
func (r *Record) checkEvents(v *Invalid) map[civil.Date]bool {
	ends := map[civil.Date]bool{}
	type named struct {
		name string
		day  civil.Date
	}
	seen := map[named]bool{}
	for i := range r.Events {
		e, at := &r.Events[i], fmt.Sprintf("events[%d]", i)
		if e.Name == "" {
			v.add(at+".name", "give the event’s name")
		}
		if e.Day.IsZero() {
			v.add(at+".date", "give the event’s last day")
		}
		if seen[named{e.Name, e.Day}] {
			v.add(at+".name", "%s of %s is listed already", e.Name, e.Day)
		}
		seen[named{e.Name, e.Day}] = true
		if e.Kind != National && e.Kind != Regional {
			v.add(at+".kind", "must be %q or %q, not %q", National, Regional, e.Kind)
		}
		if e.YearEnd {
			switch {
			case e.Kind == Regional:
				v.add(at+".year_end", "the points year ends with the New Zealand Championship, a national event")
			case ends[e.Day]:
				v.add(at+".year_end", "another event ends the points year on %s already", e.Day)
			}
			ends[e.Day] = true
		}
		e.check(v, at)
	}
	return ends
}

func (e *Event) check(v *Invalid, at string) {
	if len(e.Placings) == 0 {
		v.add(at+".placings", "give the players with their final scores")
	}
	places := e.places()
	seen := map[string]bool{}
	for i, p := range e.Placings {
		here := fmt.Sprintf("%s.placings[%d]", at, i)
		switch {
		case p.Player == "":
			v.add(here+".player", "give the player’s name")
		case seen[p.Player]:
			v.add(here+".player", "%s is listed twice: if they are two people, tell them apart by their names", p.Player)
		}
		seen[p.Player] = true
		if p.Score < 0 {
			v.add(here+".score", "a final score is 0 or more")
		}
		if pl := places[p.Score]; p.Place != 0 && (p.Place < pl.from || p.Place > pl.to) {
			v.add(here+".place", "place %d contradicts the score: %s points are %s", p.Place, p.Score, pl.words())
		}
	}
}

func (r *Record) system(day civil.Date) *System { return SystemOn(r.Systems, day) }

// SystemOn is the one of several systems, at least one, that is in force on a day: the latest that has begun, else the
// first.
func SystemOn(all []System, day civil.Date) *System {
	at := 0
	for i := range all {
		if from := all[i].From; !from.After(day) && (all[at].From.After(day) || from.After(all[at].From)) {
			at = i
		}
	}
	return &all[at]
}

// sortedEvents are the events in the order in which they count.
func (r *Record) sortedEvents() []*Event {
	out := make([]*Event, len(r.Events))
	for i := range r.Events {
		out[i] = &r.Events[i]
	}
	slices.SortFunc(out, compareEvents)
	return out
}
