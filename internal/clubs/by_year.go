package clubs

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// YearCount is how many members and affiliated clubs there were in a year.
type YearCount struct {
	Year members.Year
	members.YearCount
	Clubs int // affiliated in the year by their lists
}

// ByYear counts members and clubs of the years up to the one of a day, the oldest first: at the end of each, and of the last
// one on the day.
func (s *Service) ByYear(ctx context.Context, actor auth.Actor, until civil.Date, years int) ([]YearCount, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	h, err := governance.Load(ctx, s.db)
	if err != nil {
		return nil, err
	}
	c := h.On(until)
	last := c.YearOf(until)
	first := last - members.Year(years) + 1
	days := []civil.Date{c.Last(first - 1)}
	for y := first; y < last; y++ {
		days = append(days, c.Last(y))
	}
	counts, err := members.CountsByYear(ctx, s.db, append(days, until))
	if err != nil {
		return nil, err
	}
	affiliated, err := s.affiliatedByYear(ctx, h, first, last, until)
	if err != nil {
		return nil, err
	}
	out := make([]YearCount, len(counts))
	for i, n := range counts {
		y := first + members.Year(i)
		out[i] = YearCount{Year: y, YearCount: n, Clubs: affiliated[y]}
	}
	return out, nil
}

// affiliatedByYear counts the clubs that their lists made affiliated in each of some years, as on a day.
func (s *Service) affiliatedByYear(
	ctx context.Context, h constitution.History, first, last members.Year, until civil.Date,
) (map[members.Year]int, error) {
	all, err := All(ctx, s.db)
	if err != nil {
		return nil, err
	}
	returns, err := returnsOfYears(ctx, s.db, first, last)
	if err != nil {
		return nil, err
	}
	list, err := statuses(ctx, s.db, h, returns)
	if err != nil {
		return nil, err
	}
	type key struct {
		club ClubID
		year members.Year
	}
	of := map[key][]Status{}
	for _, st := range list {
		k := key{st.Return.Club, st.Return.Year}
		of[k] = append(of[k], st)
	}
	out := map[members.Year]int{}
	for _, club := range all {
		for y := first; y <= last; y++ {
			o := Overview{Club: club}
			if o.fill(h.On(until), y, of[key{club.ID, y}], until); o.Affiliated && !o.From.After(until) {
				out[y]++
			}
		}
	}
	return out, nil
}
