package meetings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func (s *Service) requireHold(actor auth.Actor) error {
	return auth.Require(actor, auth.HoldMeetings, auth.Object{}, s.today())
}

// within runs fn in a transaction that holds the meeting.
func (s *Service) within(ctx context.Context, id ID, fn func(tx *store.Tx, r Record) error) error {
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		if err := hold(ctx, tx, id); err != nil {
			return err
		}
		r, err := s.read(ctx, tx, id)
		if err != nil {
			return err
		}
		return fn(tx, r)
	})
}

// holding runs fn for somebody who holds meetings, on the version that was
// shown.
func (s *Service) holding(
	ctx context.Context, actor auth.Actor, id ID, version int64, fn func(tx *store.Tx, r Record) error,
) error {
	if err := s.requireHold(actor); err != nil {
		return err
	}
	return s.within(ctx, id, func(tx *store.Tx, r Record) error {
		if r.Meeting.Version != version {
			return stale(ctx, tx, "meeting", int64(id), "this meeting")
		}
		return fn(tx, r)
	})
}

// running runs fn for whoever may record what happens at the meeting: those
// who hold meetings, and the chair.
func (s *Service) running(ctx context.Context, actor auth.Actor, id ID, fn func(tx *store.Tx, r Record) error) error {
	return s.within(ctx, id, func(tx *store.Tx, r Record) error {
		if !s.Runs(actor, r.Meeting) {
			return refuseRunning(actor)
		}
		return fn(tx, r)
	})
}

// atTable is running while the meeting is open.
func (s *Service) atTable(ctx context.Context, actor auth.Actor, id ID, fn func(tx *store.Tx, r Record) error) error {
	return s.running(ctx, actor, id, func(tx *store.Tx, r Record) error {
		if r.Meeting.State != Open {
			return apperr.New(
				apperr.Conflict, "The %s is “%s”: this is recorded while it is open.", r.Meeting.Title(), r.Meeting.State.Label(),
			)
		}
		return fn(tx, r)
	})
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

// record writes the audit entry of a change.
func (s *Service) record(
	ctx context.Context, tx *store.Tx, actor auth.Actor, action, object string, id int64, before, after any,
) error {
	return audit.Write(ctx, tx, audit.Entry{
		At: s.clock(), By: actor.By(), Action: action, Object: object, ObjectID: id, Before: before, After: after,
	})
}

// save writes a meeting and its audit entry.
func (s *Service) save(
	ctx context.Context, tx *store.Tx, actor auth.Actor, action string, before, after Meeting,
) error {
	if err := updateMeeting(ctx, tx, after); err != nil {
		return err
	}
	if err := s.record(ctx, tx, actor, action, "meeting", int64(after.ID), factsOf(before), factsOf(after)); err != nil {
		return err
	}
	if before.State == after.State || after.State == Planned || after.State == NoticeSent {
		return nil
	}
	for _, run := range s.afterHeld {
		if err := run(ctx, tx, after); err != nil {
			return err
		}
	}
	return nil
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

// stale is the refusal of a change to something that somebody else changed
// first; it says who, where the log knows.
func stale(ctx context.Context, q store.Queryer, object string, id int64, what string) error {
	last, err := audit.Of(ctx, q, object, id, 1)
	if err != nil {
		return err
	}
	if len(last) == 0 {
		return apperr.New(apperr.Conflict, "Someone else changed %s after you opened it. Check it and try again.", what)
	}
	return apperr.New(
		apperr.Conflict, "%s changed %s on %s, after you opened it. Check it and try again.", last[0].By.Name, what,
		last[0].At.Long(),
	)
}
