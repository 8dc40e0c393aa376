package committee

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// SealID names an entry of the seal's register.
type SealID int64

// Sealing is an entry of the seal's register, rule 3.7.
type Sealing struct {
	ID            SealID
	Instrument    string
	Day           civil.Date // on which the seal was affixed
	Resolution    ResolutionRef
	Signer        Who
	Countersigner Who
	Trace         constitution.Trace
	RecordedAt    civil.Instant
	RecordedBy    string
	StruckAt      civil.Instant // zero: it stands
	StruckBy      string
	StruckReason  string
}

// Struck reports whether the entry was struck out as a mistake.
func (s Sealing) Struck() bool { return !s.StruckAt.IsZero() }

// SealInput is a use of the seal. Its fields are instrument, day, resolution,
// signer and countersigner.
type SealInput struct {
	Instrument    string
	Day           civil.Date
	Resolution    ResolutionID
	Signer        auth.PersonID
	Countersigner auth.PersonID
}

// SealRegister lists the uses of the seal, the latest first.
func (s *Service) SealRegister(ctx context.Context, actor auth.Actor) ([]Sealing, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, err
	}
	return sealings(ctx, s.db)
}

// Sealing is one entry of the register.
func (s *Service) Sealing(ctx context.Context, actor auth.Actor, id SealID) (Sealing, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return Sealing{}, err
	}
	return sealingByID(ctx, s.db, id)
}

// RecordSealing enters a use of the seal in the register. Rule 3.7: by the
// committee's authority, signed and countersigned by two of its members.
func (s *Service) RecordSealing(ctx context.Context, actor auth.Actor, in SealInput) (SealID, error) {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	in.Instrument = tidyText(in.Instrument)
	var id SealID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := s.sealed(ctx, tx, in)
		if err != nil {
			return nil, err
		}
		e.RecordedAt, e.RecordedBy = s.cases.Now(), actor.Name
		if id, err = insertSealing(ctx, tx, e); err != nil {
			return nil, err
		}
		return permit.Did("record.sealing", "seal_use", int64(id), nil, map[string]any{
			"instrument": e.Instrument, "day": e.Day, "resolution": e.Resolution.Number.String(), "signer": in.Signer,
			"countersigner": in.Countersigner, "trace": e.Trace.String(),
		}), nil
	})
	return id, err
}

// sealed checks the input by rule 3.7 and gives the entry that it makes.
func (s *Service) sealed(ctx context.Context, q store.Queryer, in SealInput) (Sealing, error) {
	e := Sealing{Instrument: in.Instrument, Day: in.Day}
	var f apperr.Fields
	checkText(&f, "instrument", in.Instrument, maxText, "Name the instrument that was sealed.")
	s.checkPast(&f, "day", in.Day)
	on := in.Day
	if f.Has("day") {
		on = s.cases.Today()
	}
	r, err := authority(ctx, q, &f, in.Resolution, on)
	if err != nil {
		return e, err
	}
	e.Resolution = r.ref()
	seats, err := s.seats(ctx, q, on)
	if err != nil {
		return e, err
	}
	e.Signer = seats.signer(&f, "signer", in.Signer, "Choose who signed.")
	e.Countersigner = seats.signer(&f, "countersigner", in.Countersigner, "Choose who countersigned.")
	if in.Signer != 0 && in.Signer == in.Countersigner && !f.Has("countersigner") {
		f.Add("countersigner", "Different committee members must sign (rule 3.7). Choose someone else.")
	}
	c, err := s.rules.On(ctx, q, on)
	if err != nil {
		return e, err
	}
	findings, t := c.Seal(constitution.Sealing{Instrument: e.Instrument, Authority: r.Day, Affixed: on, Signers: []constitution.Signature{
		{Person: e.Signer.as(), Entitled: true}, {Person: e.Countersigner.as(), Entitled: true},
	}})
	e.Trace = t
	if len(f) == 0 {
		takeFindings(&f, "countersigner", findings) // a version may ask for more signers than the form has
	}
	return e, f.Err()
}

// signer is somebody of the committee who signed, or adds the problem.
func (s Seating) signer(f *apperr.Fields, field string, person auth.PersonID, ask string) Who {
	if person == 0 {
		f.Add(field, "%s", ask)
		return Who{}
	}
	for _, w := range s.People() {
		if w.Person == person {
			return w
		}
	}
	f.Add(field, "Choose someone who was on the committee on %s (rule 3.7).", s.Day.Long())
	return Who{}
}

// StrikeSealing strikes out a mistaken entry; it stays in the register. The
// field is reason.
func (s *Service) StrikeSealing(ctx context.Context, actor auth.Actor, id SealID, reason string) error {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	reason = tidyText(reason)
	var f apperr.Fields
	checkText(&f, "reason", reason, maxText, "Say why the entry is a mistake.")
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		e, err := sealingByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if e.Struck() {
			return nil, apperr.New(apperr.Invalid, "This entry was struck out on %s.", e.StruckAt.Date().Long())
		}
		if err := strikeSealing(ctx, tx, id, reason, s.cases.Now(), actor.Name); err != nil {
			return nil, err
		}
		return permit.Did("strike.sealing", "seal_use", int64(id), nil, map[string]any{"reason": reason}), nil
	})
}
