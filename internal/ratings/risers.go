package ratings

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// Riser is a player whose rating rose by rated games.
type Riser struct {
	Person PersonID
	Name   string // as public pages show it
	By     scale.Milli
}

// leastRise is less than half a tenth of a stone, which would be shown as nothing.
const leastRise scale.Milli = 50

// Risers are those whose ratings rose most by the rated events that began on a day or later, at most limit of them, the
// highest first. A rating that is provisional, or was so when they played, rises and falls by chance: it does not count.
// What was set by hand, or came with a first event, is no rise.
func (s *Service) Risers(ctx context.Context, since civil.Date, limit int) ([]Riser, error) {
	return risersSince(ctx, s.db, since, limit)
}
