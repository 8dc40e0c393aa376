package clubs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
)

// Whom the duties of clubs and of their fees fall to.
const (
	ownerTreasurer     constitution.Owner = "treasurer"
	ownerClubSecretary constitution.Owner = "club’s secretary"
)

// Duties are what the rules ask for without a meeting or a vote, by date: a club's next list of its members (rule 2.4), of its
// secretary, and of the treasurer where this year has none; and the rate of a year (rule 2.2), of the treasurer, for whoever
// may record it. They follow from the lists and the rates: none of them is kept, so they have no id.
func (s *Service) Duties(ctx context.Context, actor auth.Actor) (out []governance.Duty, err error) {
	today := s.cases.Today()
	rates := s.may(actor, auth.SetRates, 0)
	if !rates && !s.may(actor, auth.ConfirmReturn, 0) && !actor.Holds(today, auth.ClubSecretary) {
		return nil, nil
	}
	h, err := governance.Load(ctx, s.db)
	if err != nil {
		return nil, err
	}
	c := h.On(today)
	if out, err = s.listsDue(ctx, actor, c, today); err != nil || !rates {
		return out, err
	}
	years, err := yearsWithoutRate(ctx, s.db, c, today)
	for _, y := range years {
		out = append(out, governance.Duty{
			Source: "rates", What: fmt.Sprint(int(y)), Title: "Record the subscription for " + y.String(), Owner: ownerTreasurer,
			Due: c.First(y), Rule: rule22, Link: "/treasurer/rates/new", ChangedAt: askForRate.In(c.First(y).Year()).Midnight(),
			Trace: "Nothing can be charged before the general meeting’s resolution is recorded",
		})
	}
	slices.SortStableFunc(out, func(a, b governance.Duty) int { return a.Due.Compare(b.Due) })
	return out, err
}

// listsDue are the next lists of clubs: the actor's own, unless one waits to be confirmed; to the treasurer also those of all
// others that have handed in none this year.
func (s *Service) listsDue(
	ctx context.Context, actor auth.Actor, c constitution.Constitution, today civil.Date,
) (out []governance.Duty, err error) {
	year := c.YearOf(today)
	last, err := lastLists(ctx, s.db)
	if err != nil {
		return nil, err
	}
	returns, err := returnsOfYears(ctx, s.db, year, year+1)
	if err != nil {
		return nil, err
	}
	begun, waits := map[ClubID]bool{}, map[ClubID]bool{}
	for _, r := range returns {
		begun[r.Club] = begun[r.Club] || r.Year == year
		waits[r.Club] = waits[r.Club] || r.State == Submitted
	}
	clubs, err := All(ctx, s.db)
	if err != nil {
		return nil, err
	}
	for _, club := range clubs {
		own := slices.Contains(actor.ClubsOn(today), club.ID)
		if own && waits[club.ID] || !own && (begun[club.ID] || !s.may(actor, auth.ConfirmReturn, 0)) {
			continue
		}
		due, t, _ := reportDue(c, club, last[club.ID], today)
		if due.IsZero() {
			continue
		}
		out = append(out, governance.Duty{
			Source: fmt.Sprintf("club:%d", club.ID), What: due.String(), Title: "Send the next list of members of " + club.Name,
			Owner: ownerClubSecretary, Due: due, Rule: rule24, Link: fmt.Sprintf("/clubs/%d/desk", club.ID),
			ChangedAt: last[club.ID].day.Midnight(), Trace: strings.Join(t.Lines(), ". "),
		})
	}
	slices.SortStableFunc(out, func(a, b governance.Duty) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Title, b.Title)) })
	return out, nil
}
