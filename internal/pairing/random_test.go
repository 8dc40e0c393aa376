package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"nzgs/internal/ratings/scale"
)

// randomEvent makes an event with everything in it that can go on in one, without any round played.
func randomEvent(r *rand.Rand, players int) *Event {
	ev := &Event{
		System: []System{Swiss, Swiss, McMahon}[r.IntN(3)],
		Rounds: 5,
		Seed:   r.Uint64(),
		Seeding: []Seeding{
			"", SeedSlide, SeedFold, SeedRandom, SeedClosest, SeedHandicap,
		}[r.IntN(6)],
		Unplayed:    []Unplayed{"", UnplayedVirtual, UnplayedHalf, UnplayedZero}[r.IntN(4)],
		AbsenceHalf: r.IntN(2) == 0,
		TieBreaks:   TieBreaks(),
	}
	if r.IntN(2) == 0 {
		ev.Handicap = HandicapRule{By: scale.ByRating, Reduction: r.IntN(2), EvenUnderHalf: r.IntN(2) == 0}
	}
	if r.IntN(4) == 0 {
		ev.Handicap = HandicapRule{By: scale.ByGrade, Reduction: r.IntN(3) - 1}
		if ev.System == McMahon && r.IntN(2) == 0 {
			ev.Handicap.By = scale.ByScore
		}
		if top := scale.Grade(r.IntN(4)); r.IntN(2) == 0 {
			ev.Handicap.Top = &top
		}
	}
	if r.IntN(2) == 0 {
		ev.Criteria = Criteria()
		r.Shuffle(len(ev.Criteria), func(i, j int) { ev.Criteria[i], ev.Criteria[j] = ev.Criteria[j], ev.Criteria[i] })
		ev.Criteria = ev.Criteria[:1+r.IntN(len(ev.Criteria))]
	}
	if r.IntN(3) == 0 {
		ev.Apart = Apart{Firm: 1 + r.IntN(3), Weak: r.IntN(5)}
	}
	if r.IntN(3) == 0 {
		ev.Acceleration = Acceleration{Rounds: 1 + r.IntN(3), Points: Score(r.IntN(3))}
	}
	if ev.System == McMahon {
		randomBands(r, ev)
	}
	spread := 1 + r.IntN(80)
	numbers := r.Perm(players * 3)
	numbered := r.IntN(2) == 0
	for i := range players {
		p := Player{
			ID: ID(fmt.Sprintf("p%d", i+1)), Rating: scale.Rating(30 - r.IntN(spread)),
			Club: []string{"", "Ōtautahi", "Hutt", "Waikato"}[r.IntN(4)],
			City: []string{"", "Christchurch", "Wellington"}[r.IntN(3)], Country: []string{"", "NZ", "AU"}[r.IntN(3)],
		}
		if numbered {
			p.Number = numbers[i] + 1
		}
		randomPresence(r, ev, &p)
		ev.Players = append(ev.Players, p)
	}
	for range r.IntN(players/2 + 1) {
		a, b := r.IntN(players), r.IntN(players)
		if a != b {
			ev.Forbidden = append(ev.Forbidden, [2]ID{ev.Players[a].ID, ev.Players[b].ID})
		}
	}
	return ev
}

func randomBands(r *rand.Rand, ev *Event) {
	rating := func(v scale.Rating) *scale.Rating { return &v }
	switch r.IntN(4) {
	case 0:
		ev.Bar = rating(10)
	case 1:
		ev.Bar, ev.Floor = rating(20), rating(-20)
	case 2:
		ev.Bands = []scale.Rating{-15, 5, 22}
		if ev.Handicap.By == scale.ByScore {
			ev.Handicap.Top = nil
		}
	}
}

func randomPresence(r *rand.Rand, ev *Event, p *Player) {
	switch r.IntN(8) {
	case 0:
		p.Absent = []int{1 + r.IntN(ev.Rounds)}
	case 1:
		p.HalfPointByes = []int{1 + r.IntN(ev.Rounds)}
	case 2:
		p.EnteredIn, p.StartScore = 1+r.IntN(3), Score(r.IntN(4))
	case 3:
		p.WithdrawnAfter = 1 + r.IntN(ev.Rounds)
	}
}

func randomResult(r *rand.Rand) Result {
	common := []Result{WhiteWins, BlackWins, WhiteWins, BlackWins, WhiteWins, BlackWins, Jigo}
	rare := []Result{WhiteDefault, BlackDefault, BothLose, BothDefault}
	if r.IntN(8) == 0 {
		return rare[r.IntN(len(rare))]
	}
	return common[r.IntN(len(common))]
}

// playAtRandom adds a round that breaks no hard rule but is otherwise any draw at all. It reports whether there was
// one.
func playAtRandom(r *rand.Rand, ev *Event, round int) bool {
	legal := legalDraws(ev, round, nil)
	if len(legal) == 0 {
		return false
	}
	drawn := legal[r.IntN(len(legal))]
	next := Round{Number: round}
	for k, pair := range drawn.pairs {
		if r.IntN(2) == 0 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		next.Games = append(next.Games, Game{
			Table: k + 1, White: pair[0], Black: pair[1], Handicap: r.IntN(3) * r.IntN(2), Result: randomResult(r),
		})
	}
	if drawn.bye != "" {
		next.Byes = []ID{drawn.bye}
	}
	ev.Played = append(ev.Played, next)
	return true
}

// anyDraw is a complete draw, best or not.
type anyDraw struct {
	pairs [][2]ID
	bye   ID
}

// legalDraws lists every complete draw that breaks no hard rule and contains the fixed pairs.
func legalDraws(ev *Event, round int, fixed [][2]ID) []anyDraw {
	var free []ID
	var start anyDraw
	for _, p := range ev.Players {
		if !takesPart(p, round) {
			continue
		}
		if !slices.ContainsFunc(fixed, func(f [2]ID) bool { return f[0] == p.ID || f[1] == p.ID }) {
			free = append(free, p.ID)
		}
	}
	for _, f := range fixed {
		if f[1] == "" {
			start.bye = f[0]
		} else {
			start.pairs = append(start.pairs, f)
		}
	}
	if len(free)%2 == 1 && start.bye != "" {
		return nil
	}
	var all []anyDraw
	var extend func(free []ID, d anyDraw)
	extend = func(free []ID, d anyDraw) {
		if len(free) == 0 {
			if len(d.pairs) > 0 || d.bye != "" {
				all = append(all, anyDraw{pairs: slices.Clone(d.pairs), bye: d.bye})
			}
			return
		}
		first, rest := free[0], free[1:]
		if len(free)%2 == 1 && d.bye == "" {
			extend(rest, anyDraw{pairs: d.pairs, bye: first})
		}
		for i, other := range rest {
			if allowed(ev, round, first, other) {
				others := slices.Concat(rest[:i], rest[i+1:])
				extend(others, anyDraw{pairs: append(slices.Clone(d.pairs), [2]ID{first, other}), bye: d.bye})
			}
		}
	}
	extend(free, start)
	return all
}

func takesPart(p Player, round int) bool {
	return round >= p.EnteredIn && (p.WithdrawnAfter == 0 || round <= p.WithdrawnAfter) &&
		!slices.Contains(p.Absent, round) && !slices.Contains(p.HalfPointByes, round)
}

func allowed(ev *Event, round int, a, b ID) bool {
	for _, f := range ev.Forbidden {
		if f == [2]ID{a, b} || f == [2]ID{b, a} {
			return false
		}
	}
	for _, r := range ev.Played {
		for _, g := range r.Games {
			if r.Number < round && (g.White == a && g.Black == b || g.White == b && g.Black == a) {
				return false
			}
		}
	}
	return true
}
