package clubs

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// FoundWithin adds a club within tx for a room that has asked who may and has checked it ([ClubInput.Check]); it writes
// the audit entry.
func FoundWithin(ctx context.Context, tx *store.Tx, now civil.Instant, in ClubInput) (ClubID, error) {
	return insertClub(ctx, tx, now, in.tidied())
}

// SaveWithin saves a club within tx as FoundWithin adds one.
func SaveWithin(ctx context.Context, tx *store.Tx, id ClubID, in ClubInput) error {
	was, err := ByID(ctx, tx, id)
	if err != nil {
		return err
	}
	return updateClub(ctx, tx, id, was.Version, in.tidied())
}

// SecretariesOn are the clubs' secretaries in office on a day, for a room that has asked who may.
func SecretariesOn(ctx context.Context, q store.Queryer, day civil.Date) (map[ClubID]Secretary, error) {
	list, err := secretariesOn(ctx, q, 0, day)
	out := make(map[ClubID]Secretary, len(list))
	for _, held := range list {
		if _, later := out[held.Club]; !later {
			out[held.Club] = held
		}
	}
	return out, err
}
