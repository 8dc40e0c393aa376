package points

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nzgs/internal/civil"
)

// Ledger is what points were given and taken, and what that comes to.
type Ledger struct {
	Lines    []Line     // in the order in which they count
	Standing []Standing // everyone with a line, first in the ranking first
	// Ends are the rankings by which representatives are chosen: after the points of the event that ends the year on
	// that day, before anyone loses some.
	Ends map[civil.Date][]Standing
}

// Line is one change of a player's balance.
type Line struct {
	Player  string
	Day     civil.Date
	Event   string // with which it came; of an opening balance its source
	Step    Step
	Points  Amount // given, or taken when negative
	Balance Amount // after it
	Rule    string
	Trace   string // the arithmetic
}

// Step is why a line was posted.
type Step string

// The steps, in the order in which they count on one day.
const (
	StepOpening   Step = "opening"   // a balance was brought in
	StepPlace     Step = "place"     // points for a place
	StepLoss      Step = "loss"      // everyone's share at the year end
	StepDeduction Step = "deduction" // the representative's
)

// Standing is where a player is in the ranking.
type Standing struct {
	Player      string
	Points      Amount
	Represented civil.Date // the latest points year after which they were the representative; zero: never
	National    int        // place in the latest national event they took part in; 0: in none
}

// Compute works the ledger out, after [Record.Validate].
func Compute(r *Record) (*Ledger, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	c := &computing{r: r, standing: map[string]*Standing{}, latest: map[string]int{}, ends: map[civil.Date][]Standing{}}
	opening := slices.Clone(r.Opening)
	slices.SortFunc(opening, func(a, b Opening) int {
		return cmp.Or(a.Day.Compare(b.Day), strings.Compare(a.Player, b.Player))
	})
	for _, e := range r.sortedEvents() {
		for len(opening) > 0 && !opening[0].Day.After(e.Day) {
			c.open(opening[0])
			opening = opening[1:]
		}
		c.event(e)
	}
	for _, o := range opening {
		c.open(o)
	}
	return c.ledger(), nil
}

func compareEvents(a, b *Event) int {
	last := func(e *Event) int {
		if e.YearEnd {
			return 1
		}
		return 0
	}
	return cmp.Or(a.Day.Compare(b.Day), cmp.Compare(last(a), last(b)), strings.Compare(a.Name, b.Name))
}

type computing struct {
	r        *Record
	lines    []Line
	standing map[string]*Standing // of whoever has a line
	ends     map[civil.Date][]Standing
	latest   map[string]int // place in the latest national event, of visitors too
}

func (c *computing) of(player string) *Standing {
	s := c.standing[player]
	if s == nil {
		s = &Standing{Player: player}
		c.standing[player] = s
	}
	return s
}

func (c *computing) post(l Line) {
	s := c.of(l.Player)
	s.Points += l.Points
	l.Balance = s.Points
	c.lines = append(c.lines, l)
}

func (c *computing) open(o Opening) {
	c.post(Line{
		Player: o.Player, Day: o.Day, Event: o.Source, Step: StepOpening, Points: o.Points,
		Rule: "balance brought in", Trace: o.Points.points(),
	})
	if s := c.of(o.Player); o.Represented.After(s.Represented) {
		s.Represented = o.Represented
	}
}

// event posts what an event gives, and what the year takes when it ends with it.
func (c *computing) event(e *Event) {
	sys := c.r.system(e.Day)
	places := e.places()
	placings := slices.Clone(e.Placings)
	slices.SortFunc(placings, func(a, b Placing) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Player, b.Player))
	})
	for _, p := range placings {
		pl := places[p.Score]
		if e.Kind == National {
			c.latest[p.Player] = pl.from
		}
		if !p.Member {
			continue
		}
		points, sum := pl.award(sys.table(e.Kind))
		c.post(Line{
			Player: p.Player, Day: e.Day, Event: e.Name, Step: StepPlace, Points: points, Rule: sys.tableText(e.Kind),
			Trace: fmt.Sprintf("%s of %d with %s: %s", pl.words(), len(e.Placings), p.Score, sum),
		})
	}
	if e.YearEnd {
		c.endYear(e, sys)
	}
}

// endYear takes the share of everyone's balance, then the representative's deduction.
func (c *computing) endYear(e *Event, sys *System) {
	before := c.ranked()
	c.ends[e.Day] = before
	for _, s := range before {
		loss := sys.Loss.of(s.Points)
		if loss == 0 {
			continue
		}
		c.post(Line{
			Player: s.Player, Day: e.Day, Event: e.Name, Step: StepLoss, Points: -loss,
			Rule: "year end: everyone loses " + sys.Loss.String(),
			Trace: fmt.Sprintf(
				"%s of %s is %s; %s − %s = %s", sys.Loss, s.Points.short(), loss.short(), s.Points.short(), inBrackets(loss),
				(s.Points - loss).short(),
			),
		})
	}
	for _, rep := range c.r.Representatives {
		if rep.YearEnd != e.Day {
			continue
		}
		s := c.of(rep.Player)
		c.post(Line{
			Player: rep.Player, Day: e.Day, Event: e.Name, Step: StepDeduction, Points: -sys.Fixed,
			Rule:  "year end: the representative loses a further " + sys.Fixed.short(),
			Trace: fmt.Sprintf("%s − %s = %s", s.Points.short(), sys.Fixed.short(), (s.Points - sys.Fixed).short()),
		})
		s.Represented = e.Day
	}
}

// inBrackets is an amount that is taken off: a negative one stands in brackets.
func inBrackets(a Amount) string {
	if a < 0 {
		return "(" + a.short() + ")"
	}
	return a.short()
}

func (c *computing) ranked() []Standing {
	var out []Standing
	for player, s := range c.standing {
		one := *s
		one.National = c.latest[player]
		out = append(out, one)
	}
	Rank(out)
	return out
}

func (c *computing) ledger() *Ledger {
	return &Ledger{Lines: c.lines, Standing: c.ranked(), Ends: c.ends}
}

// Rank puts players in the order in which they are asked whether they wish to go. Players whom [Level] cannot separate
// are in the order of their names.
func Rank(list []Standing) {
	slices.SortFunc(list, func(a, b Standing) int { return cmp.Or(compare(a, b), strings.Compare(a.Player, b.Player)) })
}

// Level reports whether the rules do not say which of two players comes first.
func Level(a, b Standing) bool { return compare(a, b) == 0 }

func compare(a, b Standing) int {
	national := func(s Standing) int {
		if s.National == 0 {
			return math.MaxInt // after every place
		}
		return s.National
	}
	return cmp.Or(
		cmp.Compare(b.Points, a.Points), a.Represented.Compare(b.Represented), cmp.Compare(national(a), national(b)),
	)
}
