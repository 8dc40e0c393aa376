package hosting

import (
	"context"
	"fmt"
	"strings"

	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const (
	remindDays = 3  // before an evening of which the club has said nothing
	offerDays  = 28 // after a visit
)

// Remind writes what is due: to clubs that have not said whether they meet, and to visitors after their visit. The
// program runs it every hour.
func (s *Service) Remind(ctx context.Context) (written int, err error) {
	asked, err := s.remindHosts(ctx)
	if err != nil {
		return asked, err
	}
	list, err := afterVisits(ctx, s.db, s.cases.Today(), s.cases.Today().AddDays(-offerDays))
	if err != nil {
		return asked, err
	}
	for _, v := range list {
		wrote, err := s.writeAfter(audit.WithoutRequestKey(ctx), v.ID)
		if err != nil {
			return asked, err
		}
		if wrote {
			asked++
		}
	}
	return asked, nil
}

// remindHosts writes to each club once about an evening that is near and that it has not confirmed.
func (s *Service) remindHosts(ctx context.Context) (queued int, err error) {
	evenings, err := s.eveningsOfAll(ctx)
	if err != nil || len(evenings) == 0 {
		return 0, err
	}
	words, err := wordsOf(ctx, s.db, 0, s.cases.Today())
	if err != nil {
		return 0, err
	}
	for _, e := range evenings {
		for _, day := range e.Days(s.cases.Today().AddDays(1), remindDays) {
			if words[eveningDay{e.ID, day}] != Silent {
				continue
			}
			n, err := s.remindHost(ctx, e, eveningDay{e.ID, day})
			if err != nil {
				return queued, err
			}
			queued += n
		}
	}
	return queued, nil
}

func (s *Service) remindHost(ctx context.Context, e Evening, at eveningDay) (queued int, err error) {
	to, ok, err := s.host(ctx, s.db, e.Club)
	if err != nil || !ok {
		return 0, err
	}
	l := mail.Letter{
		Key: fmt.Sprintf("evening:%d:%s:confirm", e.ID, at.day), Purpose: "Does the club meet?",
		Subject: "Do you meet on " + at.day.Weekday().String() + " " + at.day.Long() + "?", To: to,
	}
	known, err := s.outbox.Known(ctx, s.db, []string{l.Key})
	if err != nil || known[l.Key] {
		return 0, err
	}
	club, err := clubs.ByID(ctx, s.db, e.Club)
	if err != nil {
		return 0, err
	}
	l.Body = strings.Join([]string{
		s.society, club.Name + ", " + at.day.Weekday().String() + " " + at.day.Long() + ", " + e.From.String() + ": until you have said " +
			"that you meet, the club’s page says that the evening is not confirmed.",
		"Say it here, signed in, by one press: " + s.site + VisitsPath(e.Club),
	}, "\n\n") + "\n"
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(audit.WithoutRequestKey(ctx), func(tx *store.Tx) (*usecase.Entry, error) {
		queued, err = s.outbox.Queue(ctx, tx, l)
		if err == nil && queued == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("remind.club_evening", "club", int64(e.Club), nil, map[string]string{"day": at.day.String()}), err
	})
	return queued, err
}

// writeAfter writes the letter after a visit, or the offer to join, once each; not to who stopped them, was called off or has
// joined.
func (s *Service) writeAfter(ctx context.Context, id VisitID) (wrote bool, err error) {
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return false, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		v, err := visitByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		today := s.cases.Today()
		if v.State != Coming || v.Email == "" || !v.Day.Before(today) {
			return nil, usecase.ErrSame
		}
		if v.joined, err = memberOf(ctx, tx, v.Email, today); err != nil {
			return nil, err
		}
		about := v.due(v.Day.DaysUntil(today))
		if had, err := wroteBefore(ctx, tx, v, about); err != nil || had {
			about = ""
			if err != nil {
				return nil, err
			}
		}
		if about == "" && v.askedAfter && v.offered == (v.Day.DaysUntil(today) >= offerDays) {
			return nil, usecase.ErrSame
		}
		v.askedAfter, v.offered = true, v.Day.DaysUntil(today) >= offerDays
		if err := saveVisit(ctx, tx, v); err != nil {
			return nil, err
		}
		entry := permit.Did("follow.club_visit", "club_visit", int64(id), nil, map[string]string{"letter": string(about)})
		if wrote = about != ""; !wrote {
			return entry, nil
		}
		return entry, s.toVisitor(ctx, tx, v, about)
	})
	return wrote, err
}

// due is the letter that is due so many days after a visit; "" for none. Who is late for the first gets the second alone.
func (v Visit) due(days int) why {
	switch {
	case v.Stopped, v.joined, v.Word == NoMeeting:
		return ""
	case days >= offerDays && !v.offered:
		return offer
	case days >= 1 && days < offerDays && !v.askedAfter:
		return after
	}
	return ""
}

// Forget removes what no one needs any longer. The program runs it every hour.
func (s *Service) Forget(ctx context.Context) (removed int64, err error) {
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		removed, err = forget(ctx, tx, permit.Now(), s.cases.Today().AddDays(-keptFor))
		if err == nil && removed == 0 {
			err = usecase.ErrSame
		}
		return permit.Did("forget.club_visit", "club_visit", 0, nil, map[string]int64{"removed": removed}), err
	})
	return removed, err
}
