package act

import (
	"context"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Undo says that a step was ticked off by mistake: it is due again, and who ticked it off, when and why it was undone
// stays. Its field is reason.
func (s *Service) Undo(ctx context.Context, actor auth.Actor, key, reason string) error {
	permit, err := s.cases.May(actor, auth.ManageConstitution, auth.Object{})
	if err != nil {
		return err
	}
	var f apperr.Fields
	switch reason = tidy(reason); {
	case reason == "":
		f.Add("reason", "Say why it was ticked off by mistake.")
	case utf8.RuneCountInString(reason) > maxText:
		f.Add("reason", "Shorten this to %d characters.", maxText)
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		undone, err := undoProof(ctx, tx, permit, key, reason)
		if err == nil && !undone {
			err = apperr.New(apperr.Conflict, "This is not ticked off.")
		}
		if err != nil {
			return nil, err
		}
		return permit.Did("undo.act", "act", 0, map[string]string{"key": key}, map[string]string{"reason": reason}),
			s.rules.ReopenDuty(ctx, tx, dutySource, key)
	})
}
