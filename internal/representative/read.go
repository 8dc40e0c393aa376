package representative

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
)

// Standings is who has how many points on a day.
type Standings struct {
	Day  civil.Date
	Rows []Row
	Race Race
	Ever bool // anyone ever had points
}

// Race is how the points of a year came about: the balances of its leaders after each of its events.
type Race struct {
	After   civil.Date // the end of the year before; zero: the first year
	Players []string
	Steps   []RaceStep
}

// RaceStep is the balances after a day with lines; of the players of the race, in their order.
type RaceStep struct {
	Day      civil.Date
	Event    string
	Balances []points.Amount
}

// racers is how many players the race follows: as many lines as a chart can tell apart.
const racers = 6

// Standings are the standings on a day. They are public.
func (s *Service) Standings(ctx context.Context, day civil.Date) (Standings, error) {
	out := Standings{Day: day}
	standing, all, err := s.kept.standing(ctx, s.db, day)
	if err != nil {
		return out, err
	}
	out.Ever = len(all.facts.events) > 0 || len(all.facts.openings) > 0
	if out.Rows, err = s.rows(ctx, s.db, standing, 0); err != nil {
		return out, err
	}
	out.Race = race(all, out.Rows, day)
	return out, nil
}

// race follows the leaders of a day through the points year that the day is in; on the day of a year end it is the year
// that ended.
func race(all reckoned, rows []Row, day civil.Date) (out Race) {
	for _, e := range all.facts.events {
		if e.ends && e.day.Before(day) && e.day.After(out.After) {
			out.After = e.day
		}
	}
	leaders := rows[:min(len(rows), racers)]
	at := make(map[PersonID]int, len(leaders))
	for i, r := range leaders {
		at[r.Person] = i
		out.Players = append(out.Players, r.Name)
	}
	now := make([]points.Amount, len(leaders))
	add := func(day civil.Date, event string) {
		if n := len(out.Steps); n > 0 && out.Steps[n-1].Day == day {
			out.Steps[n-1].Balances = slices.Clone(now)
			if last := &out.Steps[n-1]; last.Event != event && event != "" {
				last.Event += "; " + event
			}
			return
		}
		out.Steps = append(out.Steps, RaceStep{Day: day, Event: event, Balances: slices.Clone(now)})
	}
	if !out.After.IsZero() {
		add(out.After, "After the year before")
	}
	event := ""
	for _, l := range all.on(day) {
		i, leads := at[l.Person]
		if leads {
			now[i] = l.Balance
		}
		switch {
		case !l.Day.After(out.After):
			if !out.After.IsZero() {
				out.Steps[0].Balances = slices.Clone(now)
			}
		case l.EventName != event || len(out.Steps) == 0 || out.Steps[len(out.Steps)-1].Day != l.Day:
			event = l.EventName
			add(l.Day, l.EventName)
		default:
			out.Steps[len(out.Steps)-1].Balances = slices.Clone(now)
		}
	}
	return out
}

// Account is a player's account.
type Account struct {
	Person PersonID
	Name   string
	Points points.Amount // today
	Lines  []Line        // in the order in which they count
}

// Account is a player's account, line by line. It is public; who has no line has none.
func (s *Service) Account(ctx context.Context, person PersonID) (Account, error) {
	lines, err := linesOf(ctx, s.db, person)
	if err != nil {
		return Account{}, err
	}
	names, err := publicNames(ctx, s.db, []PersonID{person})
	if err != nil {
		return Account{}, err
	}
	if len(lines) == 0 {
		return Account{}, apperr.New(apperr.NotFound, "This player has no points.")
	}
	inOrder(lines)
	out := Account{Person: person, Name: names[person], Lines: lines}
	for _, l := range lines {
		if !l.Day.After(s.cases.Today()) {
			out.Points += l.Points
		}
	}
	return out, nil
}

// HasPoints reports whether a player has an account. It is public.
func (s *Service) HasPoints(ctx context.Context, person PersonID) (bool, error) {
	return hasLines(ctx, s.db, person)
}

// Year is a points year of the history.
type Year struct {
	Year           int
	Championship   string
	Day            civil.Date
	Closed         bool
	Representative Choice
	Leaders        []Row // before the year end
	Events         []Listed
}

// leaders is how many of a year's ranking the history shows.
const leaders = 3

// Listed is a points event in a list.
type Listed struct {
	ID       EventID
	Section  SectionID // 0: of a file
	Event    auth.EventID
	Name     string
	Day      civil.Date
	Kind     points.Kind
	Club     string
	EndsYear bool
	Waits    string
	Posted   bool
	Reopened bool // it is posted, and its event is being corrected
	Players  int
}

// first are so many of a ranking, and whoever is level with the last of them.
func first(standing []points.Standing, n int) []points.Standing {
	n = min(n, len(standing))
	for n > 0 && n < len(standing) && points.Level(standing[n-1], standing[n]) {
		n++
	}
	return standing[:n]
}

// History is every points year that has a championship, the latest first, and the events since. It is public.
func (s *Service) History(ctx context.Context) ([]Year, error) {
	all, err := s.kept.read(ctx, s.db)
	if err != nil {
		return nil, err
	}
	f := all.facts
	listed, err := listedEvents(ctx, s.db)
	if err != nil {
		return nil, err
	}
	chosen, err := choices(ctx, s.db, 0)
	if err != nil {
		return nil, err
	}
	var ids []PersonID
	for _, c := range chosen {
		ids = append(ids, c.Person)
	}
	names, err := publicNames(ctx, s.db, ids)
	if err != nil {
		return nil, err
	}
	var out []Year
	for _, e := range f.events { // by day
		if !e.ends {
			continue
		}
		y := Year{Year: e.day.Year(), Championship: e.name, Day: e.day}
		y.Closed = slices.ContainsFunc(f.closed, func(c closedYear) bool { return c.event == e.id })
		for _, c := range chosen {
			if c.Year == y.Year {
				c.Name = names[c.Person]
				y.Representative = c
			}
		}
		standing, ended := all.ends[e.day]
		if !ended {
			if standing, _, err = s.kept.standing(ctx, s.db, e.day); err != nil {
				return nil, err
			}
		}
		ranked, err := s.rows(ctx, s.db, first(standing, leaders), 0)
		if err != nil {
			return nil, err
		}
		y.Leaders = ranked[:min(len(ranked), leaders)]
		out = append(out, y)
	}
	slices.Reverse(out)
	if len(listed) > 0 && (len(out) == 0 || slices.ContainsFunc(listed, func(l Listed) bool {
		return l.Posted && l.Day.After(out[0].Day)
	})) {
		out = slices.Insert(out, 0, Year{})
	}
	for _, l := range listed {
		if !l.Posted {
			continue
		}
		at := 0
		for i, y := range out {
			if y.Championship != "" && !l.Day.After(y.Day) {
				at = i
			}
		}
		out[at].Events = append(out[at].Events, l)
	}
	return out, nil
}

// Desk is what the ratings officer sees.
type Desk struct {
	Waiting []Listed // not posted
	Posted  []Listed
	Years   []int // that can be closed or are, the latest first
	Imports []Import
	Figures []points.System
}

// Desk shows the state of the points to who keeps them.
func (s *Service) Desk(ctx context.Context, actor auth.Actor) (Desk, error) {
	var out Desk
	if err := s.cases.Require(actor, auth.KeepPoints, auth.Object{}); err != nil {
		return out, err
	}
	listed, err := listedEvents(ctx, s.db)
	if err != nil {
		return out, err
	}
	for _, l := range listed {
		if !l.Posted || l.Waits != "" {
			out.Waiting = append(out.Waiting, l)
		} else {
			out.Posted = append(out.Posted, l)
		}
		if l.Posted && l.EndsYear {
			out.Years = append(out.Years, l.Day.Year())
		}
	}
	if out.Imports, err = imports(ctx, s.db); err != nil {
		return out, err
	}
	out.Figures, err = systems(ctx, s.db)
	return out, err
}

// nameLines fills in whose lines they are.
func nameLines(ctx context.Context, q store.Queryer, lists ...[]Line) error {
	var ids []PersonID
	for _, list := range lists {
		for _, l := range list {
			ids = append(ids, l.Person)
		}
	}
	slices.Sort(ids)
	names, err := publicNames(ctx, q, slices.Compact(ids))
	if err != nil {
		return err
	}
	for _, list := range lists {
		for i := range list {
			list[i].Name = names[list[i].Person]
		}
	}
	return nil
}
