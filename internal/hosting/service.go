package hosting

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service keeps the evenings of clubs and who comes along.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string
	offices *auth.Service
	outbox  *mail.Service
}

// New gives the service.
func New(db *store.DB, clock civil.Clock, society, site string, offices *auth.Service, outbox *mail.Service) *Service {
	s := &Service{db: db, cases: usecase.New(db, clock), society: society, site: site, offices: offices, outbox: outbox}
	outbox.FillLinks(mail.ToVisit, s.addressOfLink)
	return s
}

// Ahead is for how many days evenings are shown, and offered to visitors.
const Ahead = 28

// mostEvenings is how many evenings a club has in a week at most.
const mostEvenings = 10

// Next is one of the next evenings of a club.
type Next struct {
	Evening Evening
	Day     civil.Date
	Word    Word
	Coming  int // who has said so and confirmed it
}

// Open reports whether visitors may still say that they come.
func (n Next) Open() bool { return n.Word != NoMeeting }

// Evenings are when a club meets: for anyone.
func (s *Service) Evenings(ctx context.Context, club clubs.ClubID) ([]Evening, error) {
	return eveningsOf(ctx, s.db, club)
}

// Next are the next evenings of a club, the soonest first: for anyone, without who is coming. The society invites no one to
// a club that it has excluded.
func (s *Service) Next(ctx context.Context, club clubs.ClubID) ([]Next, error) {
	out, err := clubs.ShutOut(ctx, s.db, s.cases.Today())
	if err != nil || out[club] {
		return nil, err
	}
	all, err := s.next(ctx, s.db, club)
	all = slices.DeleteFunc(all, func(n Next) bool { return n.Evening.Over(n.Day, s.cases.Now()) })
	for i := range all {
		all[i].Coming = 0
	}
	return all, err
}

func (s *Service) next(ctx context.Context, q store.Queryer, club clubs.ClubID) (all []Next, err error) {
	evenings, err := eveningsOf(ctx, q, club)
	if err != nil {
		return nil, err
	}
	today := s.cases.Today()
	words, err := wordsOf(ctx, q, club, today)
	if err != nil {
		return nil, err
	}
	coming, err := comingTo(ctx, q, club, today)
	if err != nil {
		return nil, err
	}
	for _, e := range evenings {
		for _, day := range e.Days(today, Ahead) {
			at := eveningDay{e.ID, day}
			all = append(all, Next{e, day, words[at], coming[at]})
		}
	}
	slices.SortStableFunc(all, func(a, b Next) int {
		if n := a.Day.Compare(b.Day); n != 0 {
			return n
		}
		return int(a.Evening.From - b.Evening.From)
	})
	return all, nil
}

// eveningsOfAll are those of all clubs but the ones that are excluded.
func (s *Service) eveningsOfAll(ctx context.Context) ([]Evening, error) {
	out, err := clubs.ShutOut(ctx, s.db, s.cases.Today())
	if err != nil {
		return nil, err
	}
	all, err := eveningsOf(ctx, s.db, 0)
	return slices.DeleteFunc(all, func(e Evening) bool { return out[e.Club] }), err
}

// NextOfAll is the next evening of each club that takes place or of which nothing is said: for anyone.
func (s *Service) NextOfAll(ctx context.Context) (map[clubs.ClubID]Next, error) {
	evenings, err := s.eveningsOfAll(ctx)
	if err != nil {
		return nil, err
	}
	today := s.cases.Today()
	words, err := wordsOf(ctx, s.db, 0, today)
	if err != nil {
		return nil, err
	}
	out := map[clubs.ClubID]Next{}
	for _, e := range evenings {
		for _, day := range e.Days(today, Ahead) {
			n := Next{Evening: e, Day: day, Word: words[eveningDay{e.ID, day}]}
			if !n.Open() || e.Over(day, s.cases.Now()) {
				continue
			}
			if was, ok := out[e.Club]; !ok || day.Before(was.Day) || day == was.Day && e.From < was.Evening.From {
				out[e.Club] = n
			}
			break
		}
	}
	return out, nil
}

// AddEvening adds an evening to a club.
func (s *Service) AddEvening(ctx context.Context, actor auth.Actor, club clubs.ClubID, in EveningInput) error {
	permit, err := s.cases.May(actor, auth.EditClub, auth.Object{Club: club})
	if err != nil {
		return err
	}
	e, problems := in.evening()
	if err := problems.Err(); err != nil {
		return err
	}
	e.Club = club
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		all, err := eveningsOf(ctx, tx, club)
		if err != nil {
			return nil, err
		}
		if len(all) >= mostEvenings {
			return nil, apperr.New(apperr.Invalid, "A club has at most %d evenings in a week. Remove one first.", mostEvenings)
		}
		id, err := insertEvening(ctx, tx, e)
		return permit.Did("add.club_evening", "club", int64(club), nil, map[string]any{"evening": id, "when": e.Text(), "venue": e.Venue}), err
	})
}

// EndEvening has a club meet no longer on an evening. Who was coming to it is told.
func (s *Service) EndEvening(ctx context.Context, actor auth.Actor, club clubs.ClubID, id EveningID) error {
	permit, err := s.cases.May(actor, auth.EditClub, auth.Object{Club: club})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		e, err := eveningOf(ctx, tx, club, id)
		if err != nil {
			return nil, err
		}
		words, err := wordsOf(ctx, tx, club, s.cases.Today())
		if err != nil {
			return nil, err
		}
		for _, day := range e.Days(s.cases.Today(), Ahead) {
			if words[eveningDay{id, day}] == NoMeeting || e.Over(day, permit.Now()) {
				continue // they were told, or were there
			}
			if err := s.callOff(ctx, tx, e, day); err != nil {
				return nil, err
			}
			if err := setWord(ctx, tx, id, day, NoMeeting, permit.Now()); err != nil {
				return nil, err
			}
		}
		return permit.Did("end.club_evening", "club", int64(club), map[string]any{"evening": id, "when": e.Text()}, nil),
			endEvening(ctx, tx, id)
	})
}

// Say says of an evening that the club meets, or that it does not: then who was coming is told.
func (s *Service) Say(ctx context.Context, actor auth.Actor, club clubs.ClubID, id EveningID, day civil.Date, word Word) error {
	permit, err := s.cases.May(actor, auth.EditClub, auth.Object{Club: club})
	if err != nil {
		return err
	}
	if word != Meets && word != NoMeeting {
		return apperr.New(apperr.Invalid, "Say whether the club meets.")
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		e, err := eveningOf(ctx, tx, club, id)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(e.Days(s.cases.Today(), Ahead), day) {
			return nil, apperr.New(apperr.Invalid, "This evening has passed, or is further ahead than %d days.", Ahead)
		}
		was, err := wordOn(ctx, tx, id, day)
		if err != nil {
			return nil, err
		}
		if was == word {
			return nil, usecase.ErrSame
		}
		if word == NoMeeting {
			if err := s.callOff(ctx, tx, e, day); err != nil {
				return nil, err
			}
		}
		return permit.Did("confirm.club_evening", "club", int64(club), string(was), map[string]any{
			"evening": id, "day": day, "word": word,
		}), setWord(ctx, tx, id, day, word, permit.Now())
	})
}

// callOff tells everyone who was coming on a day that the club does not meet.
func (s *Service) callOff(ctx context.Context, tx *store.Tx, e Evening, day civil.Date) error {
	list, err := visitsOn(ctx, tx, e.ID, day)
	if err != nil {
		return err
	}
	for _, v := range list {
		if err := s.toVisitor(ctx, tx, v, calledOff); err != nil {
			return err
		}
	}
	return nil
}
