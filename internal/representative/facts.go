package representative

import (
	"errors"
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
)

// The ids this package speaks of.
type (
	PersonID = auth.PersonID
	ClubID   = auth.ClubID
	// SectionID numbers the sections of events, as package tournaments does.
	SectionID int64
	// EventID numbers points events, sections and those of files alike.
	EventID int64
	// ImportID numbers files.
	ImportID int64

	lineID    int64
	openingID int64
	postingID int64
	choiceID  int64
)

// facts are all that the ledger follows from.
type facts struct {
	systems  []points.System
	openings []opening
	events   []event
	closed   []closedYear
}

type opening struct {
	id          openingID
	person      PersonID
	day         civil.Date
	points      points.Amount
	source      string
	represented civil.Date
}

// event is a points event that is posted.
type event struct {
	id       EventID
	posting  postingID
	name     string
	day      civil.Date
	kind     points.Kind
	ends     bool         // the New Zealand Championship
	club     ClubID       // that held it; 0: not known, of a file
	of       auth.EventID // whose section it is; 0: of a file
	placings []placing
}

type placing struct {
	person PersonID // 0: a visitor of a file who is not in the register
	name   string
	score  points.Score
	member bool
}

type closedYear struct {
	event  EventID
	person PersonID // 0: no one represented
}

// playerKey is a person as a record of points names them.
func playerKey(id PersonID) string { return strconv.FormatInt(int64(id), 10) }

func personOf(key string) PersonID {
	id, _ := strconv.ParseInt(key, 10, 64) // a visitor of a file is none
	return PersonID(id)
}

func (p placing) key() string {
	if p.person != 0 {
		return playerKey(p.person)
	}
	return "visitor " + p.name
}

// on are the facts up to a day.
func (f facts) on(day civil.Date) facts {
	f.openings = slices.DeleteFunc(slices.Clone(f.openings), func(o opening) bool { return o.day.After(day) })
	f.events = slices.DeleteFunc(slices.Clone(f.events), func(e event) bool { return e.day.After(day) })
	f.closed = slices.DeleteFunc(slices.Clone(f.closed), func(c closedYear) bool {
		return !slices.ContainsFunc(f.events, func(e event) bool { return e.id == c.event })
	})
	return f
}

// without are the facts as if a points year were not closed.
func (f facts) without(end EventID) facts {
	f.closed = slices.DeleteFunc(slices.Clone(f.closed), func(c closedYear) bool { return c.event == end })
	return f
}

// record is what package points reads.
func (f facts) record() *points.Record {
	r := &points.Record{Systems: f.systems}
	for _, o := range f.openings {
		r.Opening = append(r.Opening, points.Opening{
			Player: playerKey(o.person), Day: o.day, Points: o.points, Source: o.source, Represented: o.represented,
		})
	}
	for _, e := range f.events {
		one := points.Event{Name: e.name, Day: e.day, Kind: e.kind}
		for _, c := range f.closed {
			if c.event != e.id {
				continue
			}
			one.YearEnd = true
			if c.person != 0 {
				f.introduce(r, c.person, e.day)
				r.Representatives = append(r.Representatives, points.Representative{YearEnd: e.day, Player: playerKey(c.person)})
			}
		}
		for _, p := range e.placings {
			one.Placings = append(one.Placings, points.Placing{Player: p.key(), Score: p.score, Member: p.member})
		}
		r.Events = append(r.Events, one)
	}
	return r
}

// introduce lets a representative be one who scored nothing until that day, as the record of some day before all of their
// events has them, and of who lost every placing to a correction.
func (f facts) introduce(r *points.Record, person PersonID, day civil.Date) {
	known := slices.ContainsFunc(f.openings, func(o opening) bool { return o.person == person }) ||
		slices.ContainsFunc(f.events, func(e event) bool {
			return slices.ContainsFunc(e.placings, func(p placing) bool { return p.person == person })
		}) ||
		slices.ContainsFunc(r.Opening, func(o points.Opening) bool { return o.Player == playerKey(person) })
	if !known {
		r.Opening = append(r.Opening, points.Opening{Player: playerKey(person), Day: day.AddDays(-1)})
	}
}

// doubled are the balances brought in that count twice what an event has, by their places among the facts. A championship
// is taken to end its year whether that is closed or not.
func (f facts) doubled() []points.Doubled {
	r := f.record()
	r.Opening = r.Opening[:len(f.openings)]
	for i, e := range f.events {
		r.Events[i].YearEnd = e.ends
	}
	return r.Doubled()
}

func (f facts) ledger() (*points.Ledger, error) {
	ledger, err := points.Compute(f.record())
	var invalid points.Invalid
	if errors.As(err, &invalid) {
		return nil, apperr.New(apperr.Invalid, "The points do not fit together: %s.", invalid[0].Message)
	}
	return ledger, err
}

// compute works the ledger out from the facts.
func (f facts) compute() ([]Line, error) {
	lines, _, err := f.ledgerLines()
	return lines, err
}

// ledgerLines are the lines of the ledger, with the events and balances that they come from, and the rankings at the ends of
// years.
func (f facts) ledgerLines() ([]Line, map[civil.Date][]points.Standing, error) {
	ledger, err := f.ledger()
	if err != nil {
		return nil, nil, err
	}
	type named struct {
		name string
		day  civil.Date
	}
	events, openings := map[named]EventID{}, map[PersonID]openingID{}
	for _, e := range f.events {
		events[named{e.name, e.day}] = e.id
	}
	for _, o := range f.openings {
		openings[o.person] = o.id
	}
	out := make([]Line, 0, len(ledger.Lines))
	for _, l := range ledger.Lines {
		line := Line{
			Person: personOf(l.Player), Day: l.Day, Step: l.Step, EventName: l.Event, Points: l.Points, Balance: l.Balance,
			Rule: l.Rule, Trace: l.Trace,
		}
		if l.Step != points.StepOpening {
			line.Event = events[named{l.Event, l.Day}]
		} else if line.opening = openings[line.Person]; line.opening == 0 {
			continue // of a representative who was only introduced: see introduce
		}
		out = append(out, line)
	}
	return out, ledger.Ends, nil
}
