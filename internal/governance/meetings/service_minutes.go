package meetings

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// DraftMinutes writes minutes from everything that was recorded, with what other
// packages tell. Nothing is saved.
func (s *Service) DraftMinutes(ctx context.Context, actor auth.Actor, id ID, blocks []Block) (Draft, error) {
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return Draft{}, err
	}
	if !s.Runs(actor, r.Meeting) {
		return Draft{}, refuseRunning(actor)
	}
	if err := r.mayWriteMinutes(); err != nil {
		return Draft{}, err
	}
	return draftOf(r, blocks), nil
}

// mayWriteMinutes: a meeting that has opened has minutes, until they are
// approved.
func (r Record) mayWriteMinutes() error {
	m := r.Meeting
	switch m.State {
	case Open, Adjourned, Closed:
		return nil
	case Inquorate:
		if r.Minutes.Approved == 0 {
			return nil
		}
	}
	return apperr.New(apperr.Conflict, "The %s is “%s”: its minutes cannot be written.", m.Title(), m.State.Label())
}

// SaveMinutes saves the minutes' text; version is that of the Minutes, 0 of
// the first. drafted is the draft from the records that it was compared with,
// "" where it was with none. Field: minutes.
func (s *Service) SaveMinutes(
	ctx context.Context, actor auth.Actor, id ID, version int64, text, drafted string,
) error {
	return s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if r.Minutes.Version != version {
			return nil, usecase.Stale("these minutes", "minutes", int64(id))
		}
		if err := r.mayWriteMinutes(); err != nil {
			return nil, err
		}
		text = paragraph(text)
		var f apperr.Fields
		if text == "" {
			f.Add("minutes", "Enter the minutes.")
		}
		checkOptional(&f, "minutes", text, maxMinutes)
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := saveMinutes(ctx, tx, id, text, or(drafted, r.Minutes.Drafted), s.cases.Now(), actor.Name); err != nil {
			return nil, err
		}
		done := permit.Did("save.minutes", "minutes", int64(id), textFact(r.Minutes.Text), textFact(text))
		if r.Meeting.State == Open || r.Meeting.State == Adjourned {
			return done, nil
		}
		return done, s.finish(ctx, tx, r, constitution.DutyMinutes)
	})
}

func textFact(text string) any {
	if text == "" {
		return nil
	}
	return map[string]string{"text": text}
}

// ApproveMinutes records that a later meeting approved the minutes: an AGM
// those of a general meeting (4.4 b), the committee its own. version is that of
// the Minutes that were before it. corrections are what it approved them with, or
// "". Fields: at, corrections.
func (s *Service) ApproveMinutes(
	ctx context.Context, actor auth.Actor, id ID, version int64, at ID, corrections string,
) error {
	return s.byHolder(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if r.Minutes.Version != version {
			return nil, usecase.Stale("these minutes", "minutes", int64(id))
		}
		if err := r.guard(Approved); err != nil {
			return nil, err
		}
		later, err := ByID(ctx, tx, at)
		if err != nil && apperr.KindOf(err) != apperr.NotFound {
			return nil, err
		}
		if err := r.checkApproval(later); err != nil {
			return nil, err
		}
		corrections := paragraph(corrections)
		var f apperr.Fields
		if checkOptional(&f, "corrections", corrections, maxText); f != nil {
			return nil, f.Err()
		}
		if err := approveMinutes(ctx, tx, id, at, corrections, s.cases.Now(), actor.Name); err != nil {
			return nil, err
		}
		before, m := r.Meeting, r.Meeting
		m.State = Approved
		done, err := s.save(ctx, tx, permit, "approve.minutes", before, m)
		if err != nil {
			return nil, err
		}
		return done, s.finish(ctx, tx, r, constitution.DutyMinutes)
	})
}

// checkApproval refuses a meeting that cannot have approved the minutes.
func (r Record) checkApproval(later Meeting) error {
	var f apperr.Fields
	approving := r.Meeting.Kind.Approving()
	switch {
	case later.ID == 0 || later.Kind != approving:
		f.Add("at", "Choose the %s that approved them.", approving.Short())
	case !later.State.Held():
		f.Add("at", "The %s has not been held.", later.Title())
	case !r.Meeting.ApprovableAt(later):
		f.Add("at", "Minutes are approved at a later meeting.")
	}
	return f.Err()
}

// or is the first text that is not empty.
func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
