package auth

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// EventOffice is an office of a director or referee who serves an event.
type EventOffice struct {
	Appointment
	HasAccount bool // the holder has an account, and it is open
}

// EventOffices lists who directs the event, then its referees, from today on;
// those who serve every event come last of each. It is for whoever serves the
// event or appoints to it.
func (s *Service) EventOffices(ctx context.Context, actor Actor, event EventID) ([]EventOffice, error) {
	if !Can(actor, AppointToEvent, Object{Event: event}, s.today()) {
		if err := s.require(actor, EnterResult, Object{Event: event}); err != nil {
			return nil, err
		}
	}
	return eventOffices(ctx, s.db, event, s.today())
}

// requireAppoint is for whoever may give and end that office.
func (s *Service) requireAppoint(actor Actor, o Office) error {
	if o.Event != 0 && Can(actor, AppointToEvent, Object{Event: o.Event}, s.today()) {
		return nil
	}
	return s.require(actor, ManageOffices, Object{})
}

// keepADirector refuses what leaves, after the day, no one who directs the
// event of an office that has been ended. Officers may do so: an event that is
// over needs no director.
func (s *Service) keepADirector(
	ctx context.Context, q store.Queryer, actor Actor, ended Office, last civil.Date,
) error {
	if ended.Role != Director || ended.Event == 0 || Can(actor, ManageOffices, Object{}, s.today()) {
		return nil
	}
	left, err := directorsOn(ctx, q, ended.Event, civil.Later(last, s.today()).AddDays(1))
	if err == nil && left == 0 {
		err = apperr.New(apperr.Invalid, "The event would have no director. Appoint another director first.")
	}
	return err
}
