package entering

import (
	"context"

	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// keptFor is for how many days notes and addresses are kept: of who is off the list after that, of everyone else after the
// event.
const keptFor = 30

// Forgotten is what was forgotten at once, for the log.
type Forgotten struct {
	Notes     int64 `json:"notes"`     // notes to the director, with the addresses that the form was sent from
	Links     int64 `json:"links"`     // of letters
	Strangers int64 `json:"strangers"` // whole applications of people who are not in the register, and paid nothing
}

// Forget removes what no one needs any more: the notes, addresses and links of those who withdrew or were declined thirty
// days ago, and of everyone thirty days after an event; of people who never came into the register, and paid nothing, the
// whole application. The program runs it every hour, and the log says how much it was.
func (s *Service) Forget(ctx context.Context) (removed int64, err error) {
	permit, err := s.program()
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		day := s.cases.Today().AddDays(-keptFor)
		gone, err := forget(ctx, tx, day.AddDays(1).Midnight(), day)
		removed = gone.Notes + gone.Links + gone.Strangers
		if err == nil && gone == (Forgotten{}) {
			err = usecase.ErrSame
		}
		return permit.Did("forget.application", "application", 0, nil, gone), err
	})
	return removed, err
}
