package clubs

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Exclude records within tx that the committee excluded a club: it is not
// affiliated from that day. The committee's service has applied rule 2.5.
func Exclude(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id ClubID, day civil.Date,
) (*usecase.Entry, error) {
	if err := excludeClub(ctx, tx, id, day); err != nil {
		return nil, err
	}
	return permit.Did("exclude.club", "club", int64(id), nil, map[string]any{"excluded_on": day, "rule": "2.5"}), nil
}

// EndTerms ends within tx, on a day, the terms that a club's lists gave its
// members, and cancels those that begin later.
func EndTerms(
	ctx context.Context, tx *store.Tx, now civil.Instant, actor auth.Actor, id ClubID, day civil.Date, reason string,
) ([]members.Term, error) {
	people, err := members.RegisteredBy(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	all, err := members.TermsOf(ctx, tx, people)
	if err != nil {
		return nil, err
	}
	var ended []members.Term
	for _, p := range people {
		for _, t := range members.InForce(all[p]) {
			if t.Club == id && t.To.After(day) {
				ended = append(ended, t)
			}
		}
	}
	return ended, members.Correct(ctx, tx, now, actor, ended, day, reason)
}

// excluded reports whether the club is excluded on a day in spite of a return:
// the committee excluded it, and the list came no later.
func (c Club) excluded(st Status, day civil.Date) bool {
	return !c.ExcludedOn.IsZero() && !day.Before(c.ExcludedOn) && !st.Return.ListReceived.After(c.ExcludedOn)
}

// AffiliatedOn reports whether a club is affiliated on a day, rules 2.3 and 2.5.
func AffiliatedOn(ctx context.Context, q store.Queryer, id ClubID, day civil.Date) (bool, error) {
	club, err := ByID(ctx, q, id)
	if err != nil {
		return false, err
	}
	returns, err := returnsOfClub(ctx, q, id)
	if err != nil {
		return false, err
	}
	h, err := governance.Load(ctx, q)
	if err != nil {
		return false, err
	}
	list, err := statuses(ctx, q, h, returns)
	if err != nil {
		return false, err
	}
	c := h.On(day)
	first := firstOf(list, c.YearOf(day))
	if first == nil || !affiliatedOn(*first, c, day) || club.excluded(*first, day) {
		return false, nil
	}
	people, err := members.OfClub(ctx, q, id, day)
	if err != nil {
		return false, err
	}
	affiliated, _, err := standsAffiliated(ctx, q, c, id, c.YearOf(day), len(people), day)
	return affiliated, err
}
