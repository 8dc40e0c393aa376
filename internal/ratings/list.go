package ratings

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// Basis says where a strength comes from.
type Basis string

// The bases. Someone without rated games and without a declared grade is Unknown.
const (
	Unknown  Basis = ""
	Listed   Basis = "list"  // the rating list
	Declared Basis = "grade" // the grade in the register
)

// Strength is how strong someone counts on some day: what a handicap is given by.
type Strength struct {
	Rating scale.Rating // published, in tenths
	Basis  Basis
	Games  int // rated so far
}

// Provisional reports whether the rating rests on fewer than ten rated games.
func (s Strength) Provisional() bool { return s.Games < ProvisionalGames }

// Current gives the strengths of people as the list stands. Someone who is not
// in the register is not in the answer.
func (s *Service) Current(ctx context.Context, q store.Queryer, people []PersonID) (map[PersonID]Strength, error) {
	return strengths(strengthsNow(ctx, q, people))
}

// On gives the strengths of people on the morning of a day: after every rated
// event that began before it, else by the grade in the register. An event is
// rated from, and its handicaps are given by, On its first day.
func (s *Service) On(
	ctx context.Context, q store.Queryer, day civil.Date, people []PersonID,
) (map[PersonID]Strength, error) {
	return strengths(strengthsOn(ctx, q, day, people))
}

func strengths(all map[PersonID]known, err error) (map[PersonID]Strength, error) {
	if err != nil {
		return nil, err
	}
	out := make(map[PersonID]Strength, len(all))
	for id, k := range all {
		out[id] = k.Strength
	}
	return out, nil
}

// strength is what is known of a person: rated games, else the grade declared.
func strength(published scale.Rating, games int, grade string) Strength {
	if games > 0 {
		return Strength{Rating: published, Basis: Listed, Games: games}
	}
	r, err := scale.Parse(grade)
	if err != nil {
		return Strength{}
	}
	return Strength{Rating: max(r, nzgs2026.Floor.Milli().Published()), Basis: Declared}
}
