package clubs

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// Overview is a club in the list of clubs.
type Overview struct {
	Club      Club
	Members   int // today, or on the day that is asked for
	Secretary string
	Latest    *Status // newest return of the year, or nil
	// Of the affiliation in the year, by its first list.
	Affiliated bool
	From       civil.Date
	LastList   civil.Date
	ReportDue  civil.Date // zero: none is due, because there was no list yet or the affiliation has lapsed
	DueTrace   constitution.Trace
	Lapsed     civil.Date // on which the affiliation ended; zero: there was none, or it has not
	Warnings   []string

	lastYear members.Year // that a list was confirmed for
}

// Overviews lists every club as it stands in a year, for the officers.
func (s *Service) Overviews(ctx context.Context, actor auth.Actor, year members.Year) ([]Overview, error) {
	if err := s.cases.Require(actor, auth.ViewClubDesk, auth.Object{}); err != nil {
		return nil, err
	}
	h, err := governance.Load(ctx, s.db)
	if err != nil {
		return nil, err
	}
	out, _, err := s.overviews(ctx, h, year, s.cases.Today())
	return out, err
}

// OverviewsOn lists every club as it stands on a day, for the officers.
func (s *Service) OverviewsOn(ctx context.Context, actor auth.Actor, day civil.Date) ([]Overview, error) {
	if err := s.cases.Require(actor, auth.ViewClubDesk, auth.Object{}); err != nil {
		return nil, err
	}
	h, err := governance.Load(ctx, s.db)
	if err != nil {
		return nil, err
	}
	out, _, err := s.overviews(ctx, h, h.On(day).YearOf(day), day)
	return out, err
}

// overviews lists every club as it stands in a year, with the members of each on the day and (key 0) of the society.
func (s *Service) overviews(
	ctx context.Context, h constitution.History, year members.Year, day civil.Date,
) (out []Overview, counts map[ClubID]int, err error) {
	returns, err := returnsOfYears(ctx, s.db, year, year)
	if err != nil {
		return nil, nil, err
	}
	list, err := statuses(ctx, s.db, h, returns)
	if err != nil {
		return nil, nil, err
	}
	return s.overviewsBy(ctx, h, year, day, list)
}

// overviewsBy is overviews with the returns, of that year among others, as they stand.
func (s *Service) overviewsBy(
	ctx context.Context, h constitution.History, year members.Year, day civil.Date, list []Status,
) (out []Overview, counts map[ClubID]int, err error) {
	c := h.On(day)
	clubs, err := All(ctx, s.db)
	if err != nil {
		return nil, nil, err
	}
	if counts, err = members.CountsOn(ctx, s.db, day); err != nil {
		return nil, nil, err
	}
	last, err := lastLists(ctx, s.db)
	if err != nil {
		return nil, nil, err
	}
	secretaries, err := s.secretaries(ctx, c, 0)
	if err != nil {
		return nil, nil, err
	}
	byClub := map[ClubID][]Status{}
	for _, st := range list {
		if st.Return.Year == year {
			byClub[st.Return.Club] = append(byClub[st.Return.Club], st)
		}
	}
	out = make([]Overview, len(clubs))
	for i, club := range clubs {
		out[i] = Overview{Club: club, Members: counts[club.ID], LastList: last[club.ID].day, lastYear: last[club.ID].year}
		out[i].fill(c, year, byClub[club.ID], day)
	}
	if err := s.keepUp(ctx, c, year, out, counts, day); err != nil {
		return nil, nil, err
	}
	for i := range out {
		if on := out[i].Club.ExcludedOn; !on.IsZero() {
			out[i].warn("The committee excluded this club on " + on.Long() + " (Rule 2.5).")
		}
		out[i].name(secretariesOf(secretaries, out[i].Club.ID))
	}
	return out, counts, nil
}

// keepUp looks at the clubs that are affiliated for a year by their lists, as
// they stand on a day, or stood on the last day of a year that is over. Of a year
// to come there is nothing to look at yet. counts are the members on the day.
func (s *Service) keepUp(
	ctx context.Context, c constitution.Constitution, year members.Year, all []Overview, counts map[ClubID]int, on civil.Date,
) (err error) {
	day := on
	if last := c.Last(year); last.Before(day) {
		day = last
	}
	if day.Before(c.First(year)) {
		return nil
	}
	if day != on {
		if counts, err = members.CountsOn(ctx, s.db, day); err != nil {
			return err
		}
	}
	for i := range all {
		o := &all[i]
		if !o.Affiliated {
			continue
		}
		warning := ""
		if o.Affiliated, warning, err = standsAffiliated(ctx, s.db, c, o.Club.ID, year, counts[o.Club.ID], day); err != nil {
			return err
		}
		o.warn(warning)
	}
	return nil
}

func secretariesOf(all []Secretary, club ClubID) []Secretary {
	var out []Secretary
	for _, x := range all {
		if x.Club == club {
			out = append(out, x)
		}
	}
	return out
}

// fill says where a club stands in the year, as on a day, by its returns.
func (o *Overview) fill(c constitution.Constitution, year members.Year, returns []Status, day civil.Date) {
	if last := c.Last(year); last.Before(day) {
		day = last
	}
	if len(returns) > 0 {
		o.Latest = &returns[len(returns)-1]
	}
	if first := firstOf(returns, year); first != nil && first.Affiliation.Standing == Effective &&
		!o.Club.excluded(*first, day) {
		o.Affiliated, o.From = true, first.Affiliation.From
	}
	o.ReportDue, o.DueTrace, o.Lapsed = reportDue(c, o.Club, lastList{o.LastList, o.lastYear}, day)
}

func (o *Overview) warn(text string) {
	if text != "" {
		o.Warnings = append(o.Warnings, text)
	}
}

// name names the club's secretary.
func (o *Overview) name(secretaries []Secretary) {
	switch {
	case len(secretaries) == 0 && (o.Affiliated || !o.LastList.IsZero()):
		o.warn("No club secretary is recorded (Rule 2.4).")
	case len(secretaries) > 0:
		o.Secretary = secretaries[0].Name.String()
		if !secretaries[0].IsMember && !o.LastList.IsZero() {
			o.warn(o.Secretary + " is not a member of the club (Rule 2.4).")
		}
	}
}
