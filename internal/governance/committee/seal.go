package committee

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	ID           SealID
	Instrument   string
	Day          civil.Date // on which the seal was affixed
	Resolution   ResolutionRef
	Signers      []Who // the first signed, the others countersigned
	Trace        constitution.Trace
	RecordedAt   civil.Instant
	RecordedBy   string
	StruckAt     civil.Instant // zero: it stands
	StruckBy     string
	StruckReason string
}

// SignedBy names who signed.
func (s Sealing) SignedBy() string { return namesOf(s.Signers[:min(1, len(s.Signers))]) }

// CountersignedBy names who countersigned; "" where the constitution of the day
// asked for one signer.
func (s Sealing) CountersignedBy() string { return namesOf(s.Signers[min(1, len(s.Signers)):]) }

func namesOf(list []Who) string {
	var out []string
	for _, w := range list {
		out = append(out, w.Name)
	}
	return strings.Join(out, ", ")
}

// Struck reports whether the entry was struck out as a mistake.
func (s Sealing) Struck() bool { return !s.StruckAt.IsZero() }

// SealInput is a use of the seal. Its fields are instrument, day, resolution and
// those of SignerField.
type SealInput struct {
	Instrument string
	Day        civil.Date
	Resolution ResolutionID
	Signers    []auth.PersonID // by place, as in the form; 0: the place is empty
}

// SignerField is the field of a place among the signers: signer, countersigner,
// countersigner_3 and so on.
func SignerField(place int) string {
	switch place {
	case 1:
		return "signer"
	case 2:
		return "countersigner"
	}
	return fmt.Sprintf("countersigner_%d", place)
}

// SealSigners is how many sign an instrument that is sealed on a day, rule 3.7.
func (s *Service) SealSigners(ctx context.Context, actor auth.Actor, day civil.Date) (int, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return 0, err
	}
	c, err := s.rules.On(ctx, s.db, day)
	return c.Figures.SealSigners, err
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
// committee's authority, signed and countersigned by as many of its members as
// the constitution of the day asks for.
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
			"instrument": e.Instrument, "day": e.Day, "resolution": e.Resolution.Number.String(),
			"signers": e.Signers, "trace": e.Trace.String(),
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
	c, err := s.rules.On(ctx, q, on)
	if err != nil {
		return e, err
	}
	e.Signers = seats.signers(&f, in.Signers, c.Figures.SealSigners)
	sealing := constitution.Sealing{Instrument: e.Instrument, Authority: r.Day, Affixed: on}
	for _, w := range e.Signers {
		sealing.Signers = append(sealing.Signers, constitution.Signature{Person: w.as(), Entitled: true})
	}
	findings, t := c.Seal(sealing)
	e.Trace = t
	if len(f) == 0 {
		takeFindings(&f, SignerField(1), findings)
	}
	return e, f.Err()
}

// signers are those of the committee who signed, each once; so many places must
// be filled, and more may be.
func (s Seating) signers(f *apperr.Fields, places []auth.PersonID, need int) []Who {
	var out []Who
	for i := range max(need, len(places)) {
		var person auth.PersonID
		if i < len(places) {
			person = places[i]
		}
		if person == 0 && i >= need {
			continue
		}
		field, ask := SignerField(i+1), "Choose who countersigned."
		if i == 0 {
			ask = "Choose who signed."
		}
		w := s.signer(f, field, person, ask)
		if w.Person != 0 && slices.Contains(places[:i], person) {
			f.Add(field, "Different committee members must sign (rule 3.7). Choose someone else.")
		}
		out = append(out, w)
	}
	return out
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
