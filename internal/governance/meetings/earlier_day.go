package meetings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// What an earlier day of a meeting decided stands on the further one: others are
// there, and no new business is taken.

// earlier is the day of the meeting that had ended before it resumed, in which an
// instant falls; ok is false of what came on the last day.
func earlier(sittings []Sitting, at civil.Instant) (s Sitting, ok bool) {
	if at.IsZero() {
		return s, false
	}
	for _, s := range sittings {
		if s.ResumedAt.IsZero() || at.Before(s.ResumedAt) {
			return s, true
		}
	}
	return s, false
}

// StandsSince is the earlier day of the meeting on which a motion was decided: that
// stands. ok is false of one that is not, and of one that the meeting did not get to.
func (r Record) StandsSince(m Motion) (day civil.Date, ok bool) {
	if m.State == Pending || m.State == NotReached {
		return day, false
	}
	s, ok := earlier(r.Sittings, m.DecidedAt)
	return s.BeganAt.Date(), ok
}

// AmendmentStandsSince is StandsSince of an amendment.
func (r Record) AmendmentStandsSince(a Amendment) (day civil.Date, ok bool) {
	if a.Fate == constitution.Undecided {
		return day, false
	}
	at := a.DecidedAt
	for _, c := range a.Standing() { // of one that was decided before this was kept
		if a.DecidedAt.IsZero() && c.At.After(at) {
			at = c.At
		}
	}
	s, ok := earlier(r.Sittings, at)
	return s.BeganAt.Date(), ok
}

// ToChangeIt says what is still to be done about what an earlier day decided.
const ToChangeIt = "If it was recorded wrongly, the minutes are corrected. To decide otherwise, move at a later meeting " +
	"to rescind it."

// standsFrom refuses to change what an earlier day of the meeting decided.
func (r Record) standsFrom(m Motion, amendment AmendmentID) error {
	if day, stands := r.StandsSince(m); stands {
		return apperr.New(
			apperr.Conflict, "Motion %d became “%s” on %s, before the meeting was adjourned: that stands. %s", m.Number,
			m.State.Label(), day.Long(), ToChangeIt,
		)
	}
	if amendment == 0 {
		return nil
	}
	a := m.amendment(amendment)
	if day, stands := r.AmendmentStandsSince(*a); stands {
		return apperr.New(
			apperr.Conflict, "Amendment %d became “%s” on %s, before the meeting was adjourned: that stands. %s", a.Number,
			fateLabel(a.Fate), day.Long(), ToChangeIt,
		)
	}
	return nil
}

// DayOf is the day of a meeting on which something was recorded: its own, or one to
// which it was adjourned.
func DayOf(ctx context.Context, q store.Queryer, m Meeting, at civil.Instant) (civil.Date, error) {
	sittings, err := sittingsOf(ctx, q, m.ID)
	if err != nil || len(sittings) == 0 {
		return m.Date, err
	}
	if s, before := earlier(sittings, at); before {
		return s.BeganAt.Date(), nil
	}
	return sittings[len(sittings)-1].Day, nil
}

// DecidedEarlier reports whether something was recorded on a day of the meeting
// before its last, and which.
func DecidedEarlier(ctx context.Context, q store.Queryer, m Meeting, at civil.Instant) (civil.Date, bool, error) {
	sittings, err := sittingsOf(ctx, q, m.ID)
	if err != nil {
		return civil.Date{}, false, err
	}
	if n := len(sittings); n > 0 && sittings[n-1].ResumedAt.IsZero() {
		sittings = sittings[:n-1] // it did not continue
	}
	s, before := earlier(sittings, at)
	return s.BeganAt.Date(), before, nil
}
