package takeover

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Forget removes files that nobody has taken over for long, and what people’s data was before old take-overs.
func (s *Service) Forget(ctx context.Context) (removed int64, err error) {
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		files, err := deleteOld(ctx, tx, s.cases.Today().AddDays(-keepDays).Midnight())
		if err != nil {
			return nil, err
		}
		people, err := forgetWas(ctx, tx, s.cases.Today().AddDays(-undoDays).Midnight())
		removed = files + people
		if err == nil && files+people == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("forget.takeover_file", "takeover_file", 0, nil, map[string]any{"files": files, "people": people}), err
	})
	return removed, err
}
