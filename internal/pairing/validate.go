package pairing

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/ratings/scale"
)

// Limits of an event. They keep every sum of a draw within the weights of the matching.
const (
	MaxPlayers = 10000
	MaxRounds  = 200
	MaxScore   = 400 // start scores, in half points
	MaxStones  = 50
	MaxRaised  = 9 // stones that a handicap rule may add

	MaxCorrection = 40 // half points by which a McMahon's director may start a player below the grade
	MaxCategories = 20
)

// FieldError is one thing wrong with an event, at a path such as "players[2].absent[0]".
type FieldError struct {
	Path    string
	Message string
}

// Invalid is everything wrong with an event, in the order of its fields.
type Invalid []FieldError

func (e Invalid) Error() string {
	lines := make([]string, len(e))
	for i, f := range e {
		lines[i] = f.Path + ": " + f.Message
	}
	return strings.Join(lines, "\n")
}

// Validate reports everything that makes the event unfit to draw or to rank, as an [Invalid], or nil.
func (ev *Event) Validate() error {
	v := validator{ev: ev, players: map[ID]int{}, seeds: map[int]ID{}}
	v.settings()
	v.mcmahon()
	v.knockout()
	v.criteria()
	for i := range ev.Players {
		v.player(i)
	}
	v.numbers()
	v.forbidden()
	v.teams()
	v.rounds()
	if len(v.found) == 0 {
		return nil
	}
	return v.found
}

type validator struct {
	ev      *Event
	players map[ID]int
	seeds   map[int]ID // of a knock-out
	found   Invalid
}

func (v *validator) add(path, format string, args ...any) {
	v.found = append(v.found, FieldError{Path: path, Message: fmt.Sprintf(format, args...)})
}

// within checks a number against its range, both ends included.
func (v *validator) within(path string, n, low, high int) {
	if n < low || n > high {
		v.add(path, "must be between %d and %d", low, high)
	}
}

func oneOf[T ~string](v *validator, path string, value T, allowed ...T) {
	if slices.Contains(allowed, value) {
		return
	}
	var names []string
	for _, a := range allowed {
		if a != "" {
			names = append(names, string(a))
		}
	}
	v.add(path, "%q is not one of %s", value, strings.Join(names, ", "))
}

func (v *validator) settings() {
	ev := v.ev
	oneOf(v, "system", ev.System, Systems()...)
	v.within("rounds", ev.Rounds, 1, MaxRounds)
	oneOf(v, "handicap.by", ev.Handicap.By, "", scale.ByNone, scale.ByRating, scale.ByGrade, scale.ByScore)
	v.handicap()
	v.within("handicap.ceiling", ev.Handicap.Ceiling, 0, MaxStones)
	v.within("handicap.reduction", ev.Handicap.Reduction, -MaxRaised, MaxStones)
	v.within("komi", int(ev.Komi), -200, 200)
	oneOf(v, "seeding", ev.Seeding, "", SeedSlide, SeedFold, SeedRandom, SeedClosest, SeedHandicap, SeedOrder)
	oneOf(v, "reseed.seeding", ev.Reseed.Seeding, "", SeedSlide, SeedFold, SeedRandom, SeedClosest, SeedHandicap)
	v.within("reseed.from", ev.Reseed.From, 0, MaxRounds)
	oneOf(v, "unplayed", ev.Unplayed, "", UnplayedVirtual, UnplayedHalf, UnplayedZero)
	oneOf(v, "bye", ev.Bye, "", ByePoint, ByeHalf, ByeNothing)
	v.within("acceleration.rounds", ev.Acceleration.Rounds, 0, MaxRounds)
	v.within("acceleration.points", int(ev.Acceleration.Points), 0, MaxScore)
	v.within("apart.firm", ev.Apart.Firm, 0, MaxRounds)
	v.within("apart.weak", ev.Apart.Weak, 0, MaxRounds)
	v.tieBreaks("before_score", ev.BeforeScore)
	v.tieBreaks("tie_breaks", ev.TieBreaks)
	v.categories()
	if len(ev.Players) > MaxPlayers {
		v.add("players", "at most %d players", MaxPlayers)
	}
}

func (v *validator) handicap() {
	h, mcmahon := v.ev.Handicap, v.ev.System == McMahon
	if h.By == scale.ByScore && !mcmahon {
		v.add("handicap.by", "only a McMahon has McMahon scores; let handicaps go by grade or rating")
	}
	if h.Top == nil {
		return
	}
	path := "handicap.no_handicap_above"
	switch {
	case h.By != scale.ByGrade && h.By != scale.ByScore:
		v.add(path, "only handicaps by grade and by score have it")
	case h.By == scale.ByScore && len(v.ev.Bands) > 0:
		v.add(path, "with bands no score belongs to a grade; leave it out")
	case *h.Top < scale.MinRating.Grade() || *h.Top > scale.MaxRating.Grade():
		v.add(path, "must be between %s and %s", scale.MinRating.Grade().Short(), scale.MaxRating.Grade().Short())
	}
}

func (v *validator) tieBreaks(field string, list []TieBreak) {
	for i, tb := range list {
		path := fmt.Sprintf("%s[%d]", field, i)
		oneOf(v, path, tb, TieBreaks()...)
		if slices.Contains(list[:i], tb) {
			v.add(path, "%s is listed twice", tb)
		}
	}
}

func (v *validator) categories() {
	v.within("categories", len(v.ev.Categories), 0, MaxCategories)
	for i, g := range v.ev.Categories {
		path := fmt.Sprintf("categories[%d]", i)
		if g < scale.MinRating.Grade() || g > scale.MaxRating.Grade() {
			v.add(path, "must be between %s and %s", scale.MinRating.Grade().Short(), scale.MaxRating.Grade().Short())
		}
		if i > 0 && g >= v.ev.Categories[i-1] {
			v.add(path, "categories must go down: %s is not below %s", g.Short(), v.ev.Categories[i-1].Short())
		}
	}
}

func (v *validator) mcmahon() {
	ev := v.ev
	whole := func(path string, r *scale.Rating) {
		if r != nil && *r%10 != 0 {
			v.add(path, "%s is inside a grade; give a whole grade such as %s, or use bands", r, r.Grade().Short())
		}
	}
	whole("bar", ev.Bar)
	whole("floor", ev.Floor)
	if ev.Bar != nil && ev.Floor != nil && *ev.Bar < *ev.Floor {
		v.add("bar", "%s is below the floor, %s", ev.Bar.Grade(), ev.Floor.Grade())
	}
	if len(ev.Bands) > 0 && (ev.Bar != nil || ev.Floor != nil) {
		v.add("bands", "bands replace the bar and the floor; give one or the other")
	}
	for i := 1; i < len(ev.Bands); i++ {
		if ev.Bands[i] <= ev.Bands[i-1] {
			v.add(fmt.Sprintf("bands[%d]", i), "bands must go up: %s is not above %s", ev.Bands[i], ev.Bands[i-1])
		}
	}
	v.within("bands", len(ev.Bands), 0, 100)
	if ev.System != McMahon && (ev.Bar != nil || ev.Floor != nil || len(ev.Bands) > 0) {
		v.add("bar", "only a McMahon has a bar, a floor or bands")
	}
}

func (v *validator) criteria() {
	for i, c := range v.ev.Criteria {
		path := fmt.Sprintf("criteria[%d]", i)
		switch {
		case c == CriterionGames:
			v.add(path, "having as many games as possible always comes first; leave it out")
		case c == CriterionLot:
			v.add(path, "the lot always comes last; leave it out")
		case slices.Contains(v.ev.Criteria[:i], c):
			v.add(path, "%s is listed twice", c)
		default:
			oneOf(v, path, c, Criteria()...)
		}
	}
}

func (v *validator) player(i int) {
	p := &v.ev.Players[i]
	path := fmt.Sprintf("players[%d]", i)
	if p.ID == "" {
		v.add(path+".id", "every player needs an id")
	} else if first, ok := v.players[p.ID]; ok {
		v.add(path+".id", "%q is already players[%d]", p.ID, first)
	} else {
		v.players[p.ID] = i
	}
	if p.Rating < scale.MinRating || p.Rating > scale.MaxRating {
		v.add(path+".rating", "must be between %s and %s", scale.MinRating, scale.MaxRating)
	}
	v.roundList(path+".absent", p.Absent)
	v.roundList(path+".half_point_byes", p.HalfPointByes)
	for k, r := range p.HalfPointByes {
		if slices.Contains(p.Absent, r) {
			v.add(fmt.Sprintf("%s.half_point_byes[%d]", path, k), "round %d is also listed as absent", r)
		}
	}
	v.within(path+".entered_in", p.EnteredIn, 0, v.ev.Rounds)
	v.within(path+".withdrawn_after", p.WithdrawnAfter, 0, v.ev.Rounds)
	if p.WithdrawnAfter != 0 && p.WithdrawnAfter < p.firstRound() {
		v.add(path+".withdrawn_after", "round %d is before the player enters", p.WithdrawnAfter)
	}
	if v.ev.System == RoundRobin && p.EnteredIn > 1 {
		v.add(path+".entered_in", "a round robin's table is made once; no one can enter later")
	}
	v.inKnockout(path, p)
	v.pair(path, p)
	least := 0
	if v.ev.System == McMahon {
		least = -MaxCorrection
	}
	v.within(path+".start_score", int(p.StartScore), least, MaxScore)
	if p.Number < 0 {
		v.add(path+".number", "must be above zero")
	}
}

func (v *validator) roundList(path string, rounds []int) {
	for k, r := range rounds {
		at := fmt.Sprintf("%s[%d]", path, k)
		v.within(at, r, 1, v.ev.Rounds)
		if slices.Contains(rounds[:k], r) {
			v.add(at, "round %d is listed twice", r)
		}
	}
}

func (v *validator) numbers() {
	seen := map[int]int{}
	numbered := slices.ContainsFunc(v.ev.Players, func(p Player) bool { return p.Number != 0 })
	for i, p := range v.ev.Players {
		if !numbered || p.Number < 0 {
			continue
		}
		path := fmt.Sprintf("players[%d].number", i)
		first, taken := seen[p.Number]
		switch {
		case p.Number == 0:
			v.add(path, "either every player has an entry number or none has")
		case taken:
			v.add(path, "%d is already the number of players[%d]", p.Number, first)
		default:
			seen[p.Number] = i
		}
	}
}

func (v *validator) forbidden() {
	for i, pair := range v.ev.Forbidden {
		for k, id := range pair {
			v.known(fmt.Sprintf("forbidden[%d][%d]", i, k), id)
		}
		if pair[0] == pair[1] {
			v.add(fmt.Sprintf("forbidden[%d]", i), "a pair needs two different players")
		}
	}
}

// known gives the player an id names, or notes that there is none.
func (v *validator) known(path string, id ID) (*Player, bool) {
	i, ok := v.players[id]
	if !ok {
		v.add(path, "there is no player %q", id)
		return nil, false
	}
	return &v.ev.Players[i], true
}

func (v *validator) rounds() {
	seen := map[int]bool{}
	for i := range v.ev.Played {
		r := &v.ev.Played[i]
		path := fmt.Sprintf("played[%d]", i)
		v.within(path+".round", r.Number, 1, v.ev.Rounds)
		if seen[r.Number] {
			v.add(path+".round", "round %d is listed twice", r.Number)
		}
		seen[r.Number] = true
		v.round(path, r)
	}
}

func (v *validator) round(path string, r *Round) {
	drawn := map[ID]bool{}
	player := func(path string, id ID) {
		p, ok := v.known(path, id)
		switch {
		case !ok:
		case drawn[id]:
			v.add(path, "%s is already in round %d", id, r.Number)
		case !p.in(r.Number):
			v.add(path, "%s %s and cannot be in round %d", id, p.whyIdle(r.Number), r.Number)
		}
		drawn[id] = true
	}
	for k, g := range r.Games {
		at := fmt.Sprintf("%s.games[%d]", path, k)
		player(at+".white", g.White)
		player(at+".black", g.Black)
		v.within(at+".handicap", g.Handicap, 0, MaxStones)
		oneOf(v, at+".result", g.Result, Results()...)
	}
	for k, id := range r.Byes {
		player(fmt.Sprintf("%s.byes[%d]", path, k), id)
	}
}
