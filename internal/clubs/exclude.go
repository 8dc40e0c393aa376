package clubs

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
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
	return c.shutOut(st.Return.ListReceived, day)
}

// shutOut reports whether the club is excluded on a day, and no list came after that.
func (c Club) shutOut(list, day civil.Date) bool {
	return !c.ExcludedOn.IsZero() && !day.Before(c.ExcludedOn) && !list.After(c.ExcludedOn)
}

// ShutOut are the clubs that the committee has excluded by a day and that have sent no list since.
func ShutOut(ctx context.Context, q store.Queryer, day civil.Date) (map[ClubID]bool, error) {
	list, err := store.All(ctx, q, store.Value[ClubID], `
		SELECT c.id
		FROM club c
		WHERE c.excluded_on <= $1 AND NOT EXISTS (
			SELECT 1
			FROM club_return r
			WHERE r.club_id = c.id AND r.state NOT IN ('withdrawn', 'draft') AND r.list_received > c.excluded_on
		)`, day)
	if err != nil {
		return nil, fmt.Errorf("read which clubs are excluded: %w", err)
	}
	out := make(map[ClubID]bool, len(list))
	for _, id := range list {
		out[id] = true
	}
	return out, nil
}

// Excluded is that the committee excluded the club of a return, rule 2.5, in or
// before the return's year.
type Excluded struct {
	On         civil.Date
	Resolution string     // "2026/3"
	First      civil.Date // on which the list came in that decides for the year: the first one, or this
	Again      bool       // it came in later, and affiliates the club again
	year       civil.Date // first day of the return's year
}

// Ended reports whether the exclusion ended an affiliation by a list that is
// effective from a day; else the list never affiliated the club.
func (x Excluded) Ended(from civil.Date) bool {
	return !x.Again && !from.IsZero() && civil.Later(from, x.year).Before(x.On)
}

// excludedFor says how an exclusion bears on a return with a list; nil where it
// does not. others are the returns of the club; rules are those of the day on
// which the list came in.
func (c Club) excludedFor(r Return, others []Return, rules constitution.Constitution) *Excluded {
	if c.ExcludedOn.IsZero() || rules.Last(r.Year).Before(c.ExcludedOn) || !r.HasList() || r.State == Withdrawn {
		return nil
	}
	first := r
	for _, o := range others {
		if o.Year == r.Year && o.State == Confirmed && (first.State != Confirmed || o.ID < first.ID) {
			first = o
		}
	}
	out := &Excluded{
		On: c.ExcludedOn, First: first.ListReceived, Again: first.ListReceived.After(c.ExcludedOn),
		year: rules.First(r.Year),
	}
	if out.Again && first.ID != r.ID {
		return nil // another list affiliates it again, whatever becomes of this one
	}
	return out
}

// readExclusion adds to a view how an exclusion bears on it.
func (s *Service) readExclusion(ctx context.Context, v *View) error {
	if v.Club.ExcludedOn.IsZero() {
		return nil
	}
	returns, err := returnsOfClub(ctx, s.db, v.Club.ID)
	if err != nil {
		return err
	}
	if v.Excluded = v.Club.excludedFor(v.Return, returns, v.Rules); v.Excluded != nil {
		v.Excluded.Resolution, err = excludedBy(ctx, s.db, v.Club)
	}
	return err
}

// Affiliated are the clubs that are affiliated on a day, by their numbers: AffiliatedOn of all, in a few queries.
func Affiliated(ctx context.Context, q store.Queryer, day civil.Date) (map[ClubID]bool, error) {
	all, err := All(ctx, q)
	if err != nil {
		return nil, err
	}
	h, err := governance.Load(ctx, q)
	if err != nil {
		return nil, err
	}
	c := h.On(day)
	year := c.YearOf(day)
	returns, err := returnsOfYears(ctx, q, year, year)
	if err != nil {
		return nil, err
	}
	list, err := statuses(ctx, q, h, returns)
	if err != nil {
		return nil, err
	}
	of := map[ClubID][]Status{}
	for _, st := range list {
		of[st.Return.Club] = append(of[st.Return.Club], st)
	}
	counts, err := members.CountsOn(ctx, q, day)
	if err != nil {
		return nil, err
	}
	out := map[ClubID]bool{}
	for _, club := range all {
		first := firstOf(of[club.ID], year)
		if first == nil || !affiliatedOn(*first, c, day) || club.excluded(*first, day) {
			continue
		}
		if out[club.ID], _, err = standsAffiliated(ctx, q, c, club.ID, year, counts[club.ID], day); err != nil {
			return nil, err
		}
	}
	return out, nil
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
