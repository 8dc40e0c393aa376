package clubs

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// movedSince says of people who moved from a club to another, or to none, after a time: the term that they hold there.
func movedSince(
	ctx context.Context, q store.Queryer, club ClubID, ids []PersonID, since civil.Instant,
) (map[PersonID]members.Term, error) {
	out := map[PersonID]members.Term{}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In([]any{club, since}, chunk)
		all, err := store.All(ctx, q, func(s store.Scanner) (t members.Term, err error) {
			err = s.Scan(&t.Person, store.ZeroNull(&t.Club), &t.From)
			return t, err
		}, `
			SELECT n.person_id, n.club_id, n.from_day
			FROM membership_term t
			JOIN membership_term x ON x.corrects_id = t.id
			JOIN membership_term n ON n.person_id = x.person_id AND n.recorded_at = x.recorded_at
			WHERE t.club_id = $1 AND x.recorded_at > $2 AND n.kind <> 'void' AND COALESCE(n.club_id, 0) <> $1
			  AND n.corrected = FALSE
			  AND t.person_id IN `+list+`
			ORDER BY n.from_day DESC`, args...)
		if err != nil {
			return nil, fmt.Errorf("read who moved to another club: %w", err)
		}
		for _, t := range all { // the first day last
			out[t.Person] = t
		}
	}
	return out, nil
}

// hasList reports whether a list of the club for a year is confirmed.
func hasList(ctx context.Context, q store.Queryer, club ClubID, year members.Year) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM club_return WHERE club_id = $1 AND year = $2 AND state = 'confirmed')`, club, int64(year))
}
