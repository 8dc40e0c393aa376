package mail

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// KeptBack is the problem of a letter that an officer kept back after a restore.
const KeptBack = "It waited in a backup that was restored, and an officer kept it back."

// HoldRestored holds every letter that waits in a database just restored, and says how many: what it says may be out of
// date, and it may have left after the backup was made.
func HoldRestored(ctx context.Context, db *store.DB, by auth.Actor, clock civil.Clock) (held int, err error) {
	cases := usecase.New(db, clock)
	permit, err := cases.Allow(by.By(), nil)
	if err != nil {
		return 0, err
	}
	err = cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if held, err = holdRestored(ctx, tx); err != nil {
			return nil, err
		}
		if held == 0 {
			return nil, usecase.ErrSame
		}
		return permit.Did("hold.letters", "mail_letter", 0, nil, letterCount{held}), nil
	})
	return held, err
}

// letterCount is how many letters an entry of the log is about.
type letterCount struct{ Letters int }

// ReleaseRestored lets the letters leave that are held since a backup was restored, and says how many.
func (s *Service) ReleaseRestored(ctx context.Context, actor auth.Actor) (int, error) {
	return s.decideRestored(ctx, actor, "release.letters", releaseRestored)
}

// KeepBackRestored has none of the letters leave that are held since a backup was restored, and says how many: they
// count as failed, and each can still be sent by itself.
func (s *Service) KeepBackRestored(ctx context.Context, actor auth.Actor) (int, error) {
	return s.decideRestored(ctx, actor, "keep_back.letters", keepBackRestored)
}

func (s *Service) decideRestored(
	ctx context.Context, actor auth.Actor, action string, do func(context.Context, *store.Tx) (int, error),
) (n int, err error) {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if n, err = do(ctx, tx); err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, usecase.ErrSame
		}
		return permit.Did(action, "mail_letter", 0, nil, letterCount{n}), nil
	})
	return n, err
}

// HeldRestored is how many letters are held since a backup was restored.
func (s *Service) HeldRestored(ctx context.Context) (int, error) { return countRestored(ctx, s.db) }
