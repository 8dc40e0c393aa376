package demo

import (
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Plan is the size of a society to generate.
type Plan struct {
	Seed   uint64
	Clubs  int // each with at least five members
	People int
	Years  int // subscription years with terms, the current one included

	PastEvents int
	Games      int // rated games in the past events, all together
	Live       bool
	Long       bool // people come, go, return and move; few play much; events are of all sizes

	names []name // of those who hold no office; none: they are put together
}

// OneIn is a society of the same kind that is so many times smaller.
func (p Plan) OneIn(n int) Plan {
	p.People, p.Clubs, p.PastEvents, p.Games = p.People/n, p.Clubs/n, p.PastEvents/n, p.Games/n
	return p
}

// Holds says how large the society is, as the help does.
func (p Plan) Holds() string {
	in, twice := message.NewPrinter(language.English), ""
	if p.Live {
		twice = " of whom one is in the register twice"
	}
	return in.Sprintf("%d people%s, %d clubs, %d rated games", p.People, twice, p.Clubs, p.Games)
}

// Small is the demonstration society: 6 clubs, 150 people, three subscription
// years, 8 past events with 600 rated games, one event half played, three open
// for entries, a league of teams, an event that was cancelled, a club return
// that waits for the treasurer, and someone who waits to join.
func Small() Plan {
	return Plan{Seed: 19, Clubs: 6, People: 150, Years: 3, PastEvents: 8, Games: 600, Live: true}
}

// Full is a society of the largest size that pages are measured with: 2,000
// people, 40 clubs, twenty years of events with 60,000 games.
func Full() Plan {
	return Plan{Seed: 361, Clubs: 40, People: 2000, Years: 20, PastEvents: 400, Games: 60_000, Live: true}
}

// World is a society as large as every Go association together: 100,000 people, 400 clubs, twenty years of 40,000
// events with a million games.
func World() Plan {
	return Plan{
		Seed: 1919, Clubs: 400, People: 100_000, Years: 20, PastEvents: 40_000, Games: 1_000_000, Live: true, Long: true,
	}
}
