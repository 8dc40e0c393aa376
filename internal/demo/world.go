package demo

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/members"
)

// life is what someone of a long plan has: a year away, another club from some year on, how often this one plays, and
// how the strength changes.
type life struct {
	away  members.Year // not a member in this one; 0: in all between the first and the last
	moved members.Year // from this year on in another club; 0: never
	next  int          // that club
	keen  float64      // how much more often than others
	gain  float64      // what the strength rises by in a year
}

// memberIn reports whether someone is to be a member in a year.
func (p person) memberIn(y members.Year) bool { return p.from <= y && y <= p.until && y != p.away }

// clubIn is the index of someone's club in a year, or noClub.
func (p person) clubIn(y members.Year) int {
	if p.moved != 0 && y >= p.moved {
		return p.next
	}
	return p.club
}

// strengthIn is someone's true strength in a year.
func (p person) strengthIn(y members.Year) float64 {
	return min(strongest, p.strength+p.gain*float64(y-p.from))
}

// How people of a long plan live.
const (
	founders  = 3    // one in so many was there in the first year
	meanYears = 9.0  // of membership
	keenTail  = -0.6 // the smaller, the more do the keenest play
	mostKeen  = 60.0 // as often as others
	longAway  = 4    // years, and more: some of them leave for one and return
)

// livesOn decides how often someone plays, and how the strength changes.
func (g *generator) livesOn(p *person) {
	if !g.plan.Long {
		return
	}
	p.keen = min(mostKeen, math.Pow(1-g.rng.Float64(), keenTail))
	p.gain = g.rng.NormFloat64() * 0.2
}

// lives decides when someone came, left, returned and moved.
func (g *generator) lives(p *person) {
	g.livesOn(p)
	current := g.rules.YearOf(g.today)
	if g.rng.IntN(founders) > 0 {
		p.from += members.Year(g.rng.IntN(g.plan.Years))
	}
	p.until = min(current, p.from+members.Year(g.rng.ExpFloat64()*meanYears))
	if years := int(p.until - p.from); years >= longAway {
		if g.rng.IntN(5) == 0 {
			p.away = p.from + members.Year(1+g.rng.IntN(years-1))
		}
		if g.rng.IntN(4) == 0 {
			p.moved, p.next = p.from+members.Year(1+g.rng.IntN(years)), g.rng.IntN(g.plan.Clubs)
		}
	}
	if g.rng.IntN(20) == 0 {
		p.club = noClub
	}
}

// rolls are the members of one year by their clubs; the last of them have none.
type rolls struct {
	year members.Year
	of   [][]int32
}

// rollsOf are those of a year. Years are asked for one after the other, so that one is kept.
func (g *generator) rollsOf(y members.Year) [][]int32 {
	if g.rolls.year == y && g.rolls.of != nil {
		return g.rolls.of
	}
	of := make([][]int32, g.plan.Clubs+1)
	for i, p := range g.people {
		if !p.memberIn(y) {
			continue
		}
		club := p.clubIn(y)
		if club == noClub {
			club = g.plan.Clubs
		}
		of[club] = append(of[club], int32(i))
	}
	g.rolls = rolls{y, of}
	return of
}

// keenest picks n from the members of some clubs from one on, and those without a club; the keen are picked more often.
func (g *generator) keenest(y members.Year, club, clubs, n int) []person {
	type drawn struct {
		who int32
		key float64
	}
	var all []drawn
	of := g.rollsOf(y)
	add := func(list []int32) {
		for _, who := range list {
			all = append(all, drawn{who, g.rng.ExpFloat64() / g.people[who].keen})
		}
	}
	for k := range min(clubs, g.plan.Clubs) {
		add(of[(club+k)%g.plan.Clubs])
	}
	if alone := of[g.plan.Clubs]; clubs > 1 && len(alone) > 0 {
		from := g.rng.IntN(len(alone))
		add(alone[from:min(len(alone), from+5*clubs)])
	}
	slices.SortFunc(all, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.who, b.who)) })
	out := make([]person, min(n, len(all))&^1)
	for i := range out {
		out[i] = g.people[all[i].who]
	}
	return out
}

// shape is how large a kind of event is: from how many clubs players come, who of them play in an open section.
type shape struct {
	clubs, rounds, players, days int
	open                         float64
}

// Kinds of event: of twenty, one is a congress and six are weekends; the others are evenings of a club. Weekends are as
// large as it takes to come to the plan's games.
var (
	congress = shape{clubs: 60, rounds: 6, players: 50, days: 3, open: 0.4}
	weekend  = shape{clubs: 8, rounds: 5, players: 16, days: 1, open: 0.5}
	evening  = shape{clubs: 1, rounds: 3, players: 7}
)

const (
	smallestWeekend, largestWeekend = 12, 40
	leftForLast                     = 40 // games of the last event, about
)

// shapeOf is the shape of the i-th event, with so many games to come to by its end.
func (g *generator) shapeOf(i, due int) shape {
	if i == g.plan.PastEvents-1 {
		return shape{clubs: g.plan.Clubs, rounds: 1, players: 2 * max(due+leftForLast, 0), open: 0.5}
	}
	switch k := i % 20; {
	case k == 0:
		s := congress
		s.players += 2 * g.rng.IntN(6)
		return s
	case k%3 == 1 && k < 19 || i == g.plan.PastEvents-2:
		s := weekend
		s.players = min(max(2*due/s.rounds, smallestWeekend), largestWeekend)
		return s
	default:
		s := evening
		s.players += g.rng.IntN(4)
		return s
	}
}

// addLongPast plays the events of a long plan: evenings, weekends and congresses, which a few keen people fill.
func (g *generator) addLongPast() error {
	first := g.rules.First(g.firstYear()).AddDays(60)
	span, played, all := first.DaysUntil(g.today.AddDays(-40)), 0, g.plan.PastEvents
	for i := range all {
		day := first.AddDays(span * i / max(1, all-1))
		due := (g.plan.Games-leftForLast)*(i+1)/all - played
		s, host := g.shapeOf(i, due), g.rng.IntN(g.plan.Clubs)
		field := g.keenest(g.rules.YearOf(day), host, s.clubs, s.players)
		e := pastEvent{
			name: g.nameOf(s, host, day, i), place: clubPlace(host).city, host: host, from: day, to: day.AddDays(s.days),
			rounds: s.rounds, field: field, open: int(float64(len(field))*s.open) &^ 1,
		}
		games, err := g.playPast(i, e)
		if err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		played += games
		if (i+1)%100 == 0 || i+1 == all {
			g.progress("Past events", i+1, all)
		}
	}
	return nil
}

func (g *generator) nameOf(s shape, host int, day civil.Date, i int) string {
	at := clubPlace(host)
	if s.clubs == 1 {
		return fmt.Sprintf("%s evening %d", at.short, i+1)
	}
	return eventName(i, at.city, day)
}
