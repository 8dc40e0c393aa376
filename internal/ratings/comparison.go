package ratings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// Comparison is two players of the list beside each other. It is public.
type Comparison struct {
	A, B     PlayerCard    // without the games of their events
	GraphA   []PlayerEvent // as Graph gives them
	GraphB   []PlayerEvent
	Games    []Meeting // between the two, the newest first
	Record   Record    // A's, of Games
	Forecast Forecast  // of A's next game with B
}

// Meeting is a rated game between two players, seen from the first of them.
type Meeting struct {
	Slug, Event string
	Day         civil.Date // the event's first
	Section     string
	Round       int
	Colour      Colour
	Handicap    int // stones
	Score       Score
}

// Compare sets two players beside each other.
//
// Errors: NotFound for one without rated games; Invalid by the field b where
// both are the same.
func (s *Service) Compare(ctx context.Context, a, b PersonID) (Comparison, error) {
	if a == b {
		var f apperr.Fields
		f.Add("b", "Choose another player: this is the same one.")
		return Comparison{}, f.Err()
	}
	var out Comparison
	var err error
	if out.A, err = s.card(ctx, a); err != nil {
		return Comparison{}, err
	}
	if out.B, err = s.card(ctx, b); err != nil {
		return Comparison{}, err
	}
	if out.GraphA, err = s.Graph(ctx, out.A); err != nil {
		return Comparison{}, err
	}
	if out.GraphB, err = s.Graph(ctx, out.B); err != nil {
		return Comparison{}, err
	}
	if out.Games, err = gamesBetween(ctx, s.db, a, b); err != nil {
		return Comparison{}, err
	}
	for _, g := range out.Games {
		switch g.Score {
		case Win:
			out.Record.Wins++
		case Loss:
			out.Record.Losses++
		case Half:
			out.Record.Jigos++
		}
	}
	out.Forecast = s.FormulaOn(s.cases.Today()).Forecast(out.A.Milli, out.B.Milli)
	return out, nil
}

// Stands is the name by which the list shows a player, and the rating; found is
// false for someone without rated games.
func (s *Service) Stands(ctx context.Context, person PersonID) (name string, m scale.Milli, found bool, err error) {
	card, found, err := playerByID(ctx, s.db, person)
	return card.Name, card.Milli, found, err
}
