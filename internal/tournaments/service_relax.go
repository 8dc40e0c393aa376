package tournaments

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// Lift is one pair for which a rule is lifted, as a relaxation of an impossible
// draw proposes it. B is 0 for a fixed bye.
type Lift struct {
	Rule pairing.Rule
	A, B EntryID
}

// Relax carries out a relaxation and draws the round: rematches are fixed,
// forbidden pairs allowed, fixed pairs let go.
func (s *Service) Relax(ctx context.Context, actor auth.Actor, id SectionID, round int, lifts []Lift) (Round, error) {
	var out Round
	err := s.direct(ctx, actor, id, func(tx *store.Tx, h here) error {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return err
		}
		number, err := f.toDraw(round)
		if err != nil {
			return err
		}
		for _, l := range lifts {
			if err := s.lift(ctx, tx, actor, f, number, l); err != nil {
				return err
			}
		}
		if f, err = fieldOf(ctx, tx, h.section); err != nil {
			return err
		}
		d, drawErr := f.inputs(number).draw(number)
		out, err = s.keep(ctx, tx, actor, f, d, drawErr)
		return err
	})
	return out, err
}

func (s *Service) lift(ctx context.Context, tx *store.Tx, actor auth.Actor, f field, round int, l Lift) error {
	if l.Rule == pairing.RuleRematch {
		p := FixedPair{
			Section: f.section.ID, Round: round, White: l.A, Black: l.B, Colours: pairing.ColoursByDraw,
			Reason: "a rematch, as no draw is possible without one",
		}
		var problems apperr.Fields
		f.checkPlays(&problems, "a", l.A, round)
		f.checkPlays(&problems, "b", l.B, round)
		if err := problems.Err(); err != nil {
			return err
		}
		id, err := insertFixed(ctx, tx, p)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, actor, "fix.pair", "fixed_pair", int64(id), nil, p.facts())
	}
	for _, p := range f.forbidden {
		if l.Rule != pairing.RuleForbidden || p.A != min(l.A, l.B) || p.B != max(l.A, l.B) || p.Round != 0 && p.Round != round {
			continue
		}
		if err := deleteForbidden(ctx, tx, p.ID); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "allow.pair", "forbidden_pair", int64(p.ID), p.facts(), nil); err != nil {
			return err
		}
	}
	for _, p := range f.fixed {
		same := p.White == l.A && p.Black == l.B || p.White == l.B && p.Black == l.A
		if l.Rule != pairing.RuleFixed || p.Round != round || !same {
			continue
		}
		if err := deleteFixed(ctx, tx, p.ID); err != nil {
			return err
		}
		if err := s.record(ctx, tx, actor, "let_go.pair", "fixed_pair", int64(p.ID), p.facts(), nil); err != nil {
			return err
		}
	}
	return nil
}
