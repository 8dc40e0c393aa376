package formats

import (
	"fmt"
	"regexp"
	"slices"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Validate reports everything that makes the file unfit to draw from, to rank or to write, as [*Problems], or nil. Paths
// are those of the JSON format.
func (f *File) Validate() error { return f.check(byID).err() }

// naming says how problems call a player: by the id people wrote, or, where ids were made in reading, by name.
type naming string

const (
	byID   naming = "id"
	byName naming = "name"
)

var (
	country = regexp.MustCompile(`^[A-Z]{2}$`)
	class   = regexp.MustCompile(`^[A-D]$`)
)

// checker looks for what no event can be. Pairing has its own checks; these come first and say more.
type checker struct {
	Problems
	f         *File
	naming    naming
	index     map[pairing.ID]int
	forbidden map[[2]pairing.ID]int // where each forbidden pair is listed

	// fixedAt says, for each round, where its fixed pairs stood in the file that was read; nil when none was.
	fixedAt map[int][]int
}

func (f *File) check(n naming) *Problems { return (&checker{f: f, naming: n}).run() }

func (c *checker) run() *Problems {
	f := c.f
	c.index = make(map[pairing.ID]int, len(f.Event.Players))
	c.event()
	if len(f.Event.Players) > pairing.MaxPlayers {
		c.at("players", "at most %d players", pairing.MaxPlayers)
		return &c.Problems
	}
	for i := range f.Event.Players {
		c.player(i)
	}
	for i, t := range f.Event.Teams {
		path := fmt.Sprintf("teams[%d]", i)
		c.text(path+".id", string(t.ID), maxID)
		c.text(path+".name", t.Name, maxText)
		c.text(path+".captain", t.Captain, maxText)
		c.text(path+".club", t.Club, maxText)
	}
	c.pairs()
	c.played()
	if f.Event.Boards > 0 {
		c.fixedTeams(f.NextRound(), f.Fixed)
	} else {
		c.fixed(f.NextRound(), f.Fixed)
	}
	if c.More == 0 {
		c.addInvalid(f.Event.Validate())
	}
	return &c.Problems
}

// at reports a problem where there is none yet.
func (c *checker) at(path, format string, args ...any) {
	if !c.has(path) {
		c.Problems.at(path, format, args...)
	}
}

func (c *checker) text(path, s string, longest int) {
	if clean, reason := tidy(s, longest); reason != "" {
		c.at(path, "%s", reason)
	} else if clean != s {
		c.at(path, "has spaces around it, or characters that are not composed")
	}
}

func (c *checker) matches(path, s string, pattern *regexp.Regexp, want string) {
	if s != "" && !pattern.MatchString(s) {
		c.at(path, "%q is not %s", s, want)
	}
}

const isCountry = "a country: two capital letters, such as NZ"

func (c *checker) event() {
	f := c.f
	c.text("name", f.Name, maxText)
	c.text("place", f.Place, maxText)
	c.text("comment", f.Comment, maxText)
	c.matches("country", f.Country, country, isCountry)
	c.matches("class", f.Class, class, "a class of the European database: A, B, C or D")
	if !f.From.IsZero() && !f.To.IsZero() && f.To.Before(f.From) {
		c.at("to", "%s is before the first day, %s", f.To, f.From)
	}
	c.within("time.minutes", f.Time.Minutes, 0, 10_000)
	c.within("time.seconds", f.Time.Seconds, 0, 10_000)
	c.within("time.moves", f.Time.Moves, 0, 1_000)
	if !slices.Contains([]Overtime{"", SuddenDeath, ByoYomi, Canadian, Fischer}, f.Time.Overtime) {
		c.at("time.overtime", "%q is not one of %s, %s, %s, %s", f.Time.Overtime, SuddenDeath, ByoYomi, Canadian, Fischer)
	}
	if len(f.People) != 0 && len(f.People) != len(f.Event.Players) {
		c.at("players", "there are details of %d people for %d players", len(f.People), len(f.Event.Players))
	}
	c.settings()
}

func (c *checker) within(path string, n, low, high int) {
	if n < low || n > high {
		c.at(path, "must be between %d and %d", low, high)
	}
}

// settings checks the length of lists before anything looks through them, and what pairing would say less clearly.
func (c *checker) settings() {
	ev := &c.f.Event
	c.within("tie_breaks", len(ev.TieBreaks), 0, 2*len(pairing.TieBreaks()))
	c.within("criteria", len(ev.Criteria), 0, 2*len(pairing.DefaultCriteria()))
	c.within("bands", len(ev.Bands), 0, 100)
	for i, r := range ev.Bands {
		c.rating(fmt.Sprintf("bands[%d]", i), r)
	}
	if ev.Bar != nil {
		c.rating("bar", *ev.Bar)
	}
	if ev.Floor != nil {
		c.rating("floor", *ev.Floor)
	}
	if ev.Bar != nil && ev.Floor != nil && *ev.Bar < *ev.Floor {
		c.at("bar", "the bar, %s, is below the floor, %s", ev.Bar.Grade().Short(), ev.Floor.Grade().Short())
	}
}

func (c *checker) rating(path string, r scale.Rating) {
	if r < scale.MinRating || r > scale.MaxRating {
		c.at(path, "must be between %s and %s", scale.MinRating, scale.MaxRating)
	}
}

func (c *checker) player(i int) {
	p, person := &c.f.Event.Players[i], c.f.Person(i)
	path := fmt.Sprintf("players[%d]", i)
	first, taken := c.index[p.ID]
	switch {
	case p.ID == "":
		c.at(path+".id", "every player needs an id")
	case taken:
		c.at(path+".id", "%q is already the id of players[%d]", p.ID, first)
	default:
		c.index[p.ID] = i
		c.text(path+".id", string(p.ID), maxID)
	}
	c.text(path+".name", p.Name, maxText)
	c.text(path+".club", p.Club, maxText)
	c.text(path+".city", p.City, maxText)
	c.text(path+".family_name", person.Family, maxText)
	c.text(path+".given_names", person.Given, maxText)
	c.text(path+".pin", person.PIN, maxID)
	c.text(path+".licence", person.Licence, maxID)
	c.text(path+".aga_id", person.AGA, maxID)
	c.matches(path+".country", person.Country, country, isCountry)
	c.rating(path+".rating", p.Rating)
	if g := p.Grade; g != nil && (*g < scale.MinRating.Grade() || *g > scale.MaxRating.Grade()) {
		c.at(path+".grade", "must be between %s and %s", scale.MinRating.Grade().Short(), scale.MaxRating.Grade().Short())
	}
	if person.Points < -5 || person.Points > 4 {
		c.at(path+".european_rating", "does not round to the rating %s", p.Rating)
	}
	if p.StartScore < 0 && c.f.Event.System != pairing.McMahon {
		c.at(
			path+".start_score", "must be between 0 and %d; only a McMahon starts a player below the grade",
			pairing.MaxScore/pairing.OnePoint,
		)
	}
	for k, one := range p.Pair {
		at := fmt.Sprintf("%s.pair[%d]", path, k)
		c.text(at+".name", one.Name, maxText)
		c.text(at+".club", one.Club, maxText)
		c.text(at+".city", one.City, maxText)
		c.matches(at+".country", one.Country, country, isCountry)
	}
	c.rounds(path+".absent", p.Absent)
	c.rounds(path+".half_point_byes", p.HalfPointByes)
}

// rounds checks a list of rounds as far as a great many wrong ones would be a burden.
func (c *checker) rounds(path string, rounds []int) {
	if len(rounds) > pairing.MaxRounds {
		c.at(path, "at most %d rounds", pairing.MaxRounds)
		return
	}
	for k, r := range rounds {
		if r < 1 || r > c.f.Event.Rounds {
			c.at(fmt.Sprintf("%s[%d]", path, k), "the event has rounds 1 to %d", c.f.Event.Rounds)
		}
	}
}

func (c *checker) pairs() {
	if len(c.f.Event.Forbidden) > maxForbidden {
		c.at("forbidden", "at most %d pairs", maxForbidden)
		return
	}
	c.forbidden = make(map[[2]pairing.ID]int, len(c.f.Event.Forbidden))
	for i, pair := range c.f.Event.Forbidden {
		for k, id := range pair {
			c.known(fmt.Sprintf("forbidden[%d][%d]", i, k), id)
		}
		if pair[0] == pair[1] {
			c.at(fmt.Sprintf("forbidden[%d]", i), "a pair needs two different players")
		}
		if _, listed := c.forbidden[unordered(pair[0], pair[1])]; !listed {
			c.forbidden[unordered(pair[0], pair[1])] = i
		}
	}
}

// maxForbidden is more pairs than any director lists.
const maxForbidden = 20_000

// known finds the player an id names, or reports that there is none.
func (c *checker) known(path string, id pairing.ID) (i int, ok bool) {
	i, ok = c.index[id]
	switch {
	case id == "" && !ok:
		c.at(path, "missing: give a player's id")
	case !ok:
		c.at(path, "no player has the id %q", id)
	}
	return i, ok
}

// who calls a player in a message.
func (c *checker) who(i int) string {
	if c.naming == byName {
		return c.f.nameOf(i)
	}
	return fmt.Sprintf("%q", c.f.Event.Players[i].ID)
}
