package ratings

import (
	"context"

	"nzgs/internal/store"
)

// Rejoin lets change say within tx whose rated games, declared strengths and set
// ratings are whose, when two records of one person are joined or parted, and works
// the whole history out again: from then on it is that of one player, or of two. It
// says in how many events figures have changed. The caller writes the audit entry.
func (s *Service) Rejoin(ctx context.Context, tx *store.Tx, change func() error) (events int, err error) {
	if err := lockJoining(ctx, tx); err != nil {
		return 0, err
	}
	if err := change(); err != nil {
		return 0, err
	}
	found, err := s.recalculate(ctx, tx, Repair, nil)
	if err != nil || found.report.OK() {
		return 0, err
	}
	if err := writeChanges(ctx, tx, found.later.order); err != nil {
		return 0, err
	}
	return len(found.later.order), refreshList(ctx, tx, found.wrong)
}
