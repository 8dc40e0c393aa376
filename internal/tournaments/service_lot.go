package tournaments

import (
	"context"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Lot is what whoever may see a section can know of its lots: what was committed to and when, the value and
// the lot of each published round, and each time that one was drawn again, with the reason.
func (s *Service) Lot(ctx context.Context, actor auth.Actor, id SectionID) (Lot, error) {
	h, err := sectionByID(ctx, s.db, id)
	if err == nil && !s.sees(actor, h.event) {
		err = errNoSection()
	}
	if err != nil {
		return Lot{}, err
	}
	f, err := fieldOf(ctx, s.db, h.section)
	if err != nil {
		return Lot{}, err
	}
	_, at, err := chainOf(ctx, s.db, id)
	if err != nil {
		return Lot{}, err
	}
	drawings, err := lotDrawings(ctx, s.db, id)
	if err != nil {
		return Lot{}, err
	}
	out := f.public(at, drawings)
	out.DraftDraws, err = draftDraws(ctx, s.db, h.event.ID)
	return out, err
}

// Redraw draws the preview again with another lot. The reason, and how often it was done, is public.
func (s *Service) Redraw(ctx context.Context, actor auth.Actor, id SectionID, round int, reason string) (Round, error) {
	var out Round
	seed := NewLot()
	reason = oneLine(reason)
	err := s.directDraw(ctx, actor, id, func(tx *store.Tx, h here, known drawings) (*usecase.Entry, error) {
		if published, err := publishedRounds(ctx, tx, id); err != nil {
			return nil, err
		} else if h.section.tableStands(published) {
			return nil, apperr.New(apperr.Conflict, "%s Its lot was drawn before round 1.", h.section.settledPairs())
		}
		var problems apperr.Fields
		if n := utf8.RuneCountInString(reason); n == 0 || n > maxNameRunes {
			problems.Add("reason", "Say why it is drawn again, in at most %d characters. Everyone can read it.", maxNameRunes)
		}
		if err := problems.Err(); err != nil {
			return nil, err
		}
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		number, err := f.toDraw(round)
		if err != nil {
			return nil, err
		}
		if number, err = s.anotherLot(ctx, tx, &f, h, number, seed, reason); err != nil {
			return nil, err
		}
		done := h.permit.Did("draw.lot", "section", int64(id),
			map[string]uint64{"seed": h.section.Seed}, map[string]any{"seed": f.seedOf(number), "reason": reason})
		var drawn *usecase.Entry
		out, drawn, err = s.keep(ctx, tx, h.permit, f, number, known)
		return done.Then(drawn), err
	})
	return out, err
}

// anotherLot gives a round its next lot: of the chain, or without one a new number.
func (s *Service) anotherLot(
	ctx context.Context, tx *store.Tx, f *field, h here, round int, seed uint64, reason string,
) (int, error) {
	of := round
	if h.section.System.Settled() {
		of = 1
	}
	again, err := lotDrawings(ctx, tx, h.section.ID)
	if err != nil {
		return 0, err
	}
	next := len(again[of]) + 1
	drawing := LotDrawing{Number: next, Reason: reason, At: s.cases.Now()}
	if err := insertLotDrawing(ctx, tx, h.section.ID, of, drawing, h.permit.Name()); err != nil {
		return 0, err
	}
	if f.lots != nil {
		f.lots.drawn[of] = next
		return round, nil
	}
	f.section.Seed = seed
	return round, updateSeed(ctx, tx, h.section.ID, seed)
}
