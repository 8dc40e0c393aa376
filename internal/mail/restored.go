package mail

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// KeptBack is the problem of a letter that an officer kept back after a restore.
const KeptBack = "It was held since a backup was restored, and an officer kept it back."

type byItself struct{}

// ByItself is a context in which the program writes letters by itself, because their day has come or something has
// happened. Those that it writes of the time between a backup and its restoring may have left before: they are held.
func ByItself(ctx context.Context) context.Context { return context.WithValue(ctx, byItself{}, true) }

func isByItself(ctx context.Context) bool { return ctx.Value(byItself{}) != nil }

// JustRestored reports whether what the program writes by itself is held: a backup was restored, and not all has been
// written yet that was due by then.
func (s *Service) JustRestored(ctx context.Context) (bool, error) { return isJustRestored(ctx, s.db) }

// CaughtUp has what the program writes by itself from here on leave by itself: all that was due when a backup was restored
// has been written.
func (s *Service) CaughtUp(ctx context.Context) error { return s.db.InTx(ctx, forgetRestored(ctx)) }

// HoldRestored holds every letter that waits in a database just restored, and says how many: what it says may be out of
// date, and it may have left after the backup was made. What the program would have written since is held as well, once
// it writes it.
func HoldRestored(ctx context.Context, db *store.DB, by auth.Actor, clock civil.Clock) (held int, err error) {
	cases := usecase.New(db, clock)
	permit, err := cases.Allow(by.By(), nil)
	if err != nil {
		return 0, err
	}
	if err := db.InTx(ctx, noteRestored(ctx, clock())); err != nil {
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
