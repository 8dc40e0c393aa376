package eventmail

import (
	"context"
	"fmt"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Service writes the letters that were asked for.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string // address of the site
	events  *tournaments.Service
	outbox  *mail.Service
}

// New gives the service, and has it told when a round is published or changed, and when something
// comes in for the referees.
func New(
	db *store.DB, clock civil.Clock, society, site string, events *tournaments.Service, played *results.Service,
	outbox *mail.Service,
) *Service {
	s := &Service{
		db: db, cases: usecase.New(db, clock), society: society, site: site, events: events, outbox: outbox,
	}
	events.WhenPublished(func(ctx context.Context, tx *store.Tx, r tournaments.Round) error {
		return s.tellRound(ctx, tx, r.Section, r.Number, here)
	})
	events.WhenChanged(func(ctx context.Context, tx *store.Tx, _, now tournaments.Game) error {
		p, err := tournaments.GameByID(ctx, tx, now.ID)
		if err != nil {
			return err
		}
		return s.tellRound(ctx, tx, p.Section, p.Round, here)
	})
	events.WhenRearranged(func(
		ctx context.Context, tx *store.Tx, r tournaments.Round, _ []tournaments.Game, _ []tournaments.Entry,
	) error {
		return s.tellRound(ctx, tx, r.Section, r.Number, here)
	})
	events.WhenKept(s.tellKept)
	played.WhenCalled(s.cameIn)
	return s
}

// Sends reports whether letters can be sent at all.
func (s *Service) Sends() bool { return s.outbox.Sends() }

// maxReferee bounds what the referees of an event are written about in an hour; the desk shows all of it.
const maxReferee = 30

// cameIn writes to the referees who want it.
func (s *Service) cameIn(ctx context.Context, tx *store.Tx, in results.ForReferee) error {
	wanted, err := refereesWanting(ctx, tx, in.Event)
	if err != nil || len(wanted) == 0 {
		return err
	}
	if n, err := cameInSince(ctx, tx, in.Event, s.cases.Now().Add(-time.Hour)); err != nil || n > maxReferee {
		return err
	}
	serving, err := auth.ServingEvent(ctx, tx, in.Event, s.cases.Today())
	if err != nil {
		return err
	}
	people, err := members.People(ctx, tx, serving)
	if err != nil {
		return err
	}
	for _, id := range serving {
		to := people[id]
		if !wanted[id] || !mail.ValidAddress(to.Contact.Email) {
			continue
		}
		p := in.Game
		subject := fmt.Sprintf("%s, table %d: %s", p.EventName, p.Game.Table, in.Text)
		_, err := s.outbox.Queue(ctx, tx, mail.Letter{
			Key: fmt.Sprintf("referee:%s:person:%d", in.Key, id), Purpose: subject, Subject: subject,
			To: mail.Recipient{Person: int64(id), Name: to.PublicName(), Address: to.Contact.Email},
			Body: fmt.Sprintf(
				"%s\n%s, %s, round %d, table %d\n\n%s – %s: %s.\n\nThe referee’s inbox: %s/director/events/%d/disputes\n\n"+
					"You asked for these letters on that page, and stop them there.\n",
				s.society, p.EventName, p.SectionName, p.Round, p.Game.Table, p.BlackName, p.WhiteName, in.Text, s.site, in.Event,
			),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// RefereeWants reports whether whoever asks is written to when something comes in for the referees of the event.
func (s *Service) RefereeWants(ctx context.Context, actor auth.Actor, event auth.EventID) (bool, error) {
	if err := s.cases.Require(actor, auth.EnterResult, auth.Object{Event: event}); err != nil {
		return false, err
	}
	wanted, err := refereesWanting(ctx, s.db, event)
	return wanted[actor.Person], err
}

// Want turns letters for whoever asks on or off, as one who referees or directs the event.
func (s *Service) Want(ctx context.Context, actor auth.Actor, event auth.EventID, on Switch) error {
	permit, err := s.cases.May(actor, auth.EnterResult, auth.Object{Event: event})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		changed, err := setReferee(ctx, tx, event, actor.Person, on)
		if err == nil && !changed {
			err = usecase.ErrSame
		}
		return permit.Did("want.letters", "event", int64(event), nil, map[string]any{"referee": on}), err
	})
}

// Switch is on or off.
type Switch string

// The two.
const (
	On  Switch = "on"
	Off Switch = "off"
)
