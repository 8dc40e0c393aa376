package tournaments

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Lift is one pair for which a rule is lifted, as a relaxation of an impossible
// draw proposes it. B is 0 for a fixed bye.
type Lift struct {
	Rule pairing.Rule
	A, B EntryID
}

// Relax carries out a relaxation and draws the round: rematches are fixed,
// forbidden pairs allowed, fixed pairs removed.
func (s *Service) Relax(ctx context.Context, actor auth.Actor, id SectionID, round int, lifts []Lift) (Round, error) {
	var out Round
	err := s.directDraw(ctx, actor, id, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		number, err := f.toDraw(round)
		if err != nil {
			return nil, err
		}
		// Removing pairs comes first: a rematch may need their players.
		for _, l := range slices.SortedStableFunc(slices.Values(lifts), rematchesLast) { // a handful
			if err := s.lift(ctx, tx, h.permit, f, number, l); err != nil {
				return nil, err
			}
		}
		if f, err = fieldOf(ctx, tx, h.section); err != nil {
			return nil, err
		}
		var drawn *usecase.Entry
		out, drawn, err = s.keep(ctx, tx, h.permit, f, number, known)
		return drawn, err
	})
	return out, err
}

func (s *Service) lift(ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, round int, l Lift) error {
	switch l.Rule {
	case pairing.RuleRematch:
		return s.allowRematch(ctx, tx, permit, f, round, l)
	case pairing.RuleForbidden:
		for _, p := range f.forbidden {
			if p.A != min(l.A, l.B) || p.B != max(l.A, l.B) || p.Round != 0 && p.Round != round {
				continue
			}
			if err := deleteForbidden(ctx, tx, p.ID); err != nil {
				return err
			}
			if err := permit.Did("allow.pair", "forbidden_pair", int64(p.ID), p.facts(), nil).Write(ctx, tx); err != nil {
				return err
			}
		}
	case pairing.RuleFixed:
		for _, p := range f.fixed {
			if p.Round != round || !p.is(l.A, l.B) {
				continue
			}
			if err := deleteFixed(ctx, tx, p.ID); err != nil {
				return err
			}
			if err := permit.Did("let_go.pair", "fixed_pair", int64(p.ID), p.facts(), nil).Write(ctx, tx); err != nil {
				return err
			}
		}
	}
	return nil
}

func rematchesLast(a, b Lift) int {
	rank := func(l Lift) int {
		if l.Rule == pairing.RuleRematch {
			return 1
		}
		return 0
	}
	return rank(a) - rank(b)
}

// is reports whether the pair is of these two, in whatever colours; 0 is the
// bye.
func (p FixedPair) is(a, b EntryID) bool {
	return p.White == a && p.Black == b || p.White == b && p.Black == a
}

// allowRematch fixes the pair of a rematch, unless it is fixed already.
func (s *Service) allowRematch(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, round int, l Lift,
) error {
	var problems apperr.Fields
	f.checkPlays(&problems, "a", l.A, round)
	f.checkPlays(&problems, "b", l.B, round)
	if err := problems.Err(); err != nil {
		return err
	}
	fixed, err := fixedPairs(ctx, tx, f.section.ID) // as the lifts before this one left them
	if err != nil {
		return err
	}
	for _, p := range fixed {
		if p.Round != round {
			continue
		}
		if p.is(l.A, l.B) {
			return nil
		}
		for _, id := range []EntryID{l.A, l.B} {
			if p.White == id || p.Black == id {
				return apperr.New(apperr.Conflict, "%s is now in a fixed pair. Check the draw and try again.", f.called(id))
			}
		}
	}
	p := FixedPair{
		Section: f.section.ID, Round: round, White: l.A, Black: l.B, Colours: pairing.ColoursByDraw,
		Reason: "a rematch, because no draw is possible without one",
	}
	id, err := insertFixed(ctx, tx, p)
	if err != nil {
		return err
	}
	return permit.Did("fix.pair", "fixed_pair", int64(id), nil, p.facts()).Write(ctx, tx)
}
