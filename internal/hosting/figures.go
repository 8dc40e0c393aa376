package hosting

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
)

// Figure is how many newcomers a club had in a year, and its members.
type Figure struct {
	Club           clubs.Club
	Visits, Joined int
	Members        int
	Evenings       int // in a week
}

// Month is how many newcomers all clubs had in a month.
type Month struct {
	First  civil.Date
	Visits int
}

// Figures counts the visits of the last twelve months by club and by month.
func (s *Service) Figures(ctx context.Context, actor auth.Actor) (list []Figure, months []Month, err error) {
	if err := s.cases.Require(actor, auth.CountVisitors, auth.Object{}); err != nil {
		return nil, nil, err
	}
	today := s.cases.Today()
	first := civil.On(today.Year(), today.Month(), 1).AddMonths(-11)
	all, err := clubs.All(ctx, s.db)
	if err != nil {
		return nil, nil, err
	}
	counts, err := countVisits(ctx, s.db, first, today)
	if err != nil {
		return nil, nil, err
	}
	are, err := membersByClub(ctx, s.db, today)
	if err != nil {
		return nil, nil, err
	}
	evenings, err := eveningsOf(ctx, s.db, 0)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range all {
		f := Figure{Club: c, Members: are[c.ID]}
		for _, e := range evenings {
			if e.Club == c.ID {
				f.Evenings++
			}
		}
		for _, n := range counts {
			if n.club == c.ID {
				f.Visits, f.Joined = f.Visits+n.visits, f.Joined+n.joined
			}
		}
		list = append(list, f)
	}
	for m := range 12 {
		month := Month{First: first.AddMonths(m)}
		for _, n := range counts {
			if n.month == month.First.String()[:7] {
				month.Visits += n.visits
			}
		}
		months = append(months, month)
	}
	return list, months, nil
}

type count struct {
	club           clubs.ClubID
	month          string
	visits, joined int
}
