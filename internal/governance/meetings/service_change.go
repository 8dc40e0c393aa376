package meetings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func (s *Service) requireHold(actor auth.Actor) error {
	return s.cases.Require(actor, auth.HoldMeetings, auth.Object{})
}

// change is what is done to a meeting, by somebody who may.
type change func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error)

// asking gives the permit of whoever may make a change of a meeting.
type asking func(r Record) (usecase.Permit, error)

// within runs a change that holds the meeting.
func (s *Service) within(ctx context.Context, id ID, may asking, fn change) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := hold(ctx, tx, id); err != nil {
			return nil, err
		}
		r, err := s.read(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		permit, err := may(r)
		if err != nil {
			return nil, err
		}
		return fn(tx, permit, r)
	})
}

// byHolder runs a change of somebody who holds meetings.
func (s *Service) byHolder(ctx context.Context, actor auth.Actor, id ID, fn change) error {
	permit, err := s.cases.May(actor, auth.HoldMeetings, auth.Object{})
	if err != nil {
		return err
	}
	return s.within(ctx, id, func(Record) (usecase.Permit, error) { return permit, nil }, fn)
}

// holding is byHolder on the version that was shown.
func (s *Service) holding(ctx context.Context, actor auth.Actor, id ID, version int64, fn change) error {
	return s.byHolder(ctx, actor, id, onVersion(version, fn))
}

// onVersion is a change of the version of a meeting that was shown.
func onVersion(version int64, fn change) change {
	return func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if r.Meeting.Version != version {
			return nil, usecase.Stale("this meeting", "meeting", int64(r.Meeting.ID))
		}
		return fn(tx, permit, r)
	}
}

// running runs a change of whoever may record what happens at the meeting:
// those who hold meetings, and the chair.
func (s *Service) running(ctx context.Context, actor auth.Actor, id ID, fn change) error {
	return s.within(ctx, id, func(r Record) (usecase.Permit, error) {
		return s.cases.Allow(actor.By(), unless(s.Runs(actor, r.Meeting), refuseRunning(actor)))
	}, fn)
}

// atTable is running while the meeting is open.
func (s *Service) atTable(ctx context.Context, actor auth.Actor, id ID, fn change) error {
	return s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if r.Meeting.State != Open {
			return nil, apperr.New(
				apperr.Conflict, "The %s is “%s”: this is recorded while it is open.", r.Meeting.Title(), r.Meeting.State.Label(),
			)
		}
		return fn(tx, permit, r)
	})
}

// unless is the refusal of whoever may not.
func unless(may bool, refusal error) error {
	if may {
		return nil
	}
	return refusal
}

func refuseRunning(actor auth.Actor) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to do this.")
	}
	return apperr.New(apperr.Forbidden, "This needs the president, the secretary or the chair of this meeting.")
}

func refuseDoor(actor auth.Actor) error {
	if !actor.SignedIn() {
		return apperr.New(apperr.SignIn, "Sign in to do this.")
	}
	return apperr.New(apperr.Forbidden, "This needs an officer or the chair of this meeting.")
}

// save writes a meeting and its audit entry.
func (s *Service) save(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, action string, before, after Meeting,
) (*usecase.Entry, error) {
	if err := updateMeeting(ctx, tx, after); err != nil {
		return nil, err
	}
	done := permit.Did(action, "meeting", int64(after.ID), factsOf(before), factsOf(after))
	if err := done.Write(ctx, tx); err != nil {
		return nil, err
	}
	if before.State == after.State || after.State == Planned || after.State == NoticeSent {
		return done, nil
	}
	for _, run := range s.afterHeld {
		if err := run(ctx, tx, after); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// meetingFacts are what the audit log keeps of a meeting.
type meetingFacts struct {
	Kind   Kind       `json:"kind"`
	Date   civil.Date `json:"date"`
	Time   string     `json:"time"`
	Place  string     `json:"place"`
	State  State      `json:"state"`
	Chair  PersonID   `json:"chair,omitempty"`
	Reason string     `json:"reason,omitempty"`
}

func factsOf(m Meeting) meetingFacts {
	return meetingFacts{m.Kind, m.Date, m.Time, m.Place, m.State, m.Chair, m.Reason}
}
