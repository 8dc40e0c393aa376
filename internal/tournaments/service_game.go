package tournaments

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// SwapColours swaps the colours of an even game without a result. In a preview
// the pair is fixed that way, so that drawing again keeps it.
func (s *Service) SwapColours(ctx context.Context, actor auth.Actor, game GameID, version int64) error {
	return s.changeGame(ctx, actor, game, version, "swap.colours", func(f field, g *Game) error {
		if f.section.Teams() {
			return apperr.New(apperr.Invalid, "The colours of a match alternate by board, so no board’s are swapped.")
		}
		if g.Handicap > 0 {
			return apperr.New(apperr.Invalid, "With a handicap the weaker player takes Black. Set the handicap to 0 first.")
		}
		g.swap()
		f.tellDecision(g)
		return nil
	})
}

// SetHandicap gives a game without a result another handicap than the
// section's rule does; the stronger player takes White.
func (s *Service) SetHandicap(
	ctx context.Context, actor auth.Actor, game GameID, version int64, stones int, reason string,
) error {
	return s.changeGame(ctx, actor, game, version, "set.handicap", func(f field, g *Game) error {
		var problems apperr.Fields
		checkHandicap(&problems, stones, oneLine(reason))
		if err := problems.Err(); err != nil {
			return err
		}
		f.decideHandicap(g, stones, oneLine(reason), actor.Name)
		return nil
	})
}

func (f field) rating(id EntryID) int {
	for _, e := range f.entries {
		if e.ID == id {
			return int(e.Rating)
		}
	}
	return 0
}

// changeGame changes a game without a result and keeps the change as the
// director's decision about the pair.
func (s *Service) changeGame(
	ctx context.Context, actor auth.Actor, id GameID, version int64, action string, change func(f field, g *Game) error,
) error {
	section, err := sectionOfGame(ctx, s.db, id)
	if err != nil {
		return err
	}
	return s.directDraw(ctx, actor, section, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		round, was, ok := f.game(id)
		if !ok {
			return nil, errNoGame()
		}
		if was.Result != pairing.NoResult {
			return nil, apperr.New(apperr.Conflict, "Table %d has a result. Clear it first.", was.Table)
		}
		next := was
		if err := change(f, &next); err != nil {
			return nil, err
		}
		if next.White != was.White {
			// A report belongs to a colour: it would become the other player's.
			reported, err := reportedIn(ctx, tx, was.Round)
			if err != nil {
				return nil, err
			}
			if slices.Contains(reported, id) {
				return nil, errReported(fmt.Sprintf("table %d", was.Table))
			}
		}
		next.Fixed = true
		if err := s.decide(ctx, tx, f, round, next); err != nil {
			return nil, err
		}
		changed, err := updateGame(ctx, tx, next, version)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this game", "game", int64(id))
		}
		if f.published(round) && (was.Black != next.Black || was.Handicap != next.Handicap || was.Komi != next.Komi) {
			next.Version = version + 1
			for _, run := range s.whenChanged {
				if err := run(ctx, tx, was, next); err != nil {
					return nil, err
				}
			}
		}
		done := h.permit.Did(action, "game", int64(id), was.facts(), next.facts())
		drawn, err := s.again(ctx, tx, h.permit, h.section, known, func(n int) bool { return n == round })
		return done.Then(drawn), err
	})
}

// decide keeps a game as the director's fixed pair of its round.
func (s *Service) decide(ctx context.Context, tx *store.Tx, f field, round int, g Game) error {
	p := FixedPair{Section: f.section.ID, Round: round, White: g.White, Black: g.Black, Reason: g.HandicapReason}
	if g.HandicapReason != "" {
		p.Handicap, p.HandicapBy = &g.Handicap, g.HandicapBy
	}
	for _, old := range f.fixed {
		if old.Round == round && (g.Has(old.White) || g.Has(old.Black)) {
			if p.Reason == "" {
				p.Reason = old.Reason
			}
			if err := deleteFixed(ctx, tx, old.ID); err != nil {
				return err
			}
		}
	}
	_, err := insertFixed(ctx, tx, p)
	return err
}

// published reports whether a round of the section is published.
func (f field) published(round int) bool {
	return slices.ContainsFunc(f.rounds, func(r Round) bool { return r.Number == round && r.State == Published })
}

// game finds a game of the section.
func (f field) game(id GameID) (round int, g Game, ok bool) {
	for _, r := range f.rounds {
		for _, g := range r.Games {
			if g.ID == id {
				return r.Number, g, true
			}
		}
	}
	return 0, Game{}, false
}
