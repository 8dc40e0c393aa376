package results

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Corrected is a game of a rated event after its result was corrected.
type Corrected struct {
	Saved
	Later int // rated events after it whose figures changed
}

// Correct corrects the result of a game whose event is rated: in one step the
// event is withdrawn from the rating list, the result saved with the reason in
// its history, and the event rated again.
//
// Errors: Invalid for a missing result or reason, joined with the margin's; those
// of Enter; Conflict when the result is this one already.
func (s *Service) Correct(ctx context.Context, actor auth.Actor, in Entry, reason string) (Corrected, error) {
	var out Corrected
	p, permit, err := s.enterable(ctx, actor, in.Game)
	if err != nil {
		return out, err
	}
	if err := in.tidy(); err != nil {
		return out, err
	}
	correction := tournaments.Correction{Game: in.Game, Result: in.Result, Reason: reason}
	done, err := s.events.Correct(ctx, actor, p.Event, correction, func(tx *store.Tx) (*usecase.Entry, error) {
		p, err := tournaments.GameByID(ctx, tx, in.Game)
		if err != nil {
			return nil, err
		}
		if !in.changes(p.Game) {
			return nil, apperr.New(apperr.Conflict, "Table %d already has this result; nothing was changed.", p.Game.Table)
		}
		var entry *usecase.Entry
		out.Saved, entry, err = s.write(ctx, tx, p, in, who{permit: permit, source: FromBoard, reason: reason})
		return entry, err
	})
	out.Later = len(done.Later)
	return out, err
}
