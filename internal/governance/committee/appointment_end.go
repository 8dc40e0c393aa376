package committee

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// EndInput ends an appointment. Its fields are until, resolution and reason.
type EndInput struct {
	ID         AppointmentID
	Version    int64
	Last       civil.Date   // new last day; yesterday ends it at once
	Resolution ResolutionID // 0: it rests on none, as when somebody resigns
	Reason     string
}

// End sets an earlier last day of an appointment, and with it of the office. A
// last day before the first takes the appointment back.
func (s *Service) End(ctx context.Context, actor auth.Actor, in EndInput) error {
	permit, err := s.cases.MayAgain(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	in.Reason = tidyText(in.Reason)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, err := appointmentByID(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if a.Over(s.cases.Today()) {
			return nil, apperr.New(apperr.Invalid, "This appointment has ended, and stays in the record as it was.")
		}
		f, err := s.checkEnd(ctx, tx, in, &a)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		before := a.Until
		a.Version, a.EndReason = in.Version, in.Reason
		return s.end(ctx, tx, actor, permit, a, in.Last, before)
	})
}

func (s *Service) checkEnd(ctx context.Context, q store.Queryer, in EndInput, a *Appointment) (apperr.Fields, error) {
	var f apperr.Fields
	switch yesterday := s.cases.Today().AddDays(-1); {
	case in.Last.IsZero():
		f.Add("until", "Enter the last day.")
	case in.Last.Before(yesterday):
		f.Add(
			"until", "What was done until now stays as it was. Enter %s to end it at once, or a later day.", yesterday.Long(),
		)
	case !in.Last.Before(a.Until):
		f.Add("until", "It ends on %s already. Enter an earlier day; a longer time is a new appointment.", a.Until.Long())
	}
	checkText(&f, "reason", in.Reason, maxText, "Say why it ends.")
	if in.Resolution != 0 {
		r, err := authority(ctx, q, &f, in.Resolution, civil.Date{})
		if err != nil {
			return f, err
		}
		a.EndedBy = r.ref()
	}
	return f, nil
}

// end sets the last day of the office and keeps why.
func (s *Service) end(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, a Appointment, last, before civil.Date,
) (*usecase.Entry, error) {
	if err := endAppointment(ctx, tx, a); err != nil {
		return nil, err
	}
	if err := s.offices.EndWithin(ctx, tx, actor, a.Office, last); err != nil {
		return nil, err
	}
	return permit.Did(
		"end.appointment", "committee_appointment", int64(a.ID),
		map[string]any{"until": before},
		map[string]any{"until": last, "reason": a.EndReason, "resolution": a.EndedBy.Number.String()},
	), nil
}
