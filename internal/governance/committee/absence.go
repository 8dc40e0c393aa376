package committee

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// AbsenceID names an absence.
type AbsenceID int64

// Absence is a time in which an officer cannot act, rule 6.6.
type Absence struct {
	ID   AbsenceID
	Role auth.Role
	Who
	From       civil.Date
	Until      civil.Date // last day; zero: no end is known
	Reason     string     // "" where nobody needs to know
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// AbsenceInput is an officer who cannot act. Its fields are role, from, until
// and reason.
type AbsenceInput struct {
	Role   auth.Role
	From   civil.Date
	Until  civil.Date // zero: no end is known
	Reason string
}

// Absence is a time in which an officer cannot act.
func (s *Service) Absence(ctx context.Context, actor auth.Actor, id AbsenceID) (Absence, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return Absence{}, err
	}
	return absenceByID(ctx, s.db, id)
}

// RecordAbsence records that the holder of an office cannot act from a day on.
func (s *Service) RecordAbsence(ctx context.Context, actor auth.Actor, in AbsenceInput) (AbsenceID, error) {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	in.Reason = tidyText(in.Reason)
	var id AbsenceID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a := Absence{
			Role: in.Role, From: in.From, Until: in.Until, Reason: in.Reason, RecordedAt: s.cases.Now(), RecordedBy: actor.Name,
		}
		f, err := s.checkAbsence(ctx, tx, in, &a)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if id, err = insertAbsence(ctx, tx, a); err != nil {
			return nil, err
		}
		// Why stays out of the log, which nothing can be taken out of.
		return permit.Did("record.absence", "officer_absence", int64(id), nil, map[string]any{
			"role": in.Role, "person": a.Person, "from": in.From, "until": in.Until,
		}), nil
	})
	return id, err
}

func (s *Service) checkAbsence(
	ctx context.Context, q store.Queryer, in AbsenceInput, a *Absence,
) (apperr.Fields, error) {
	var f apperr.Fields
	if !slices.Contains([]auth.Role{auth.President, auth.Secretary, auth.Treasurer}, in.Role) {
		f.Add("role", "Choose the office.")
	}
	constitution.CheckDay(&f, "from", in.From)
	if !in.Until.IsZero() {
		constitution.CheckDay(&f, "until", in.Until)
	}
	if !f.Has("from") && !f.Has("until") && !in.Until.IsZero() && in.Until.Before(in.From) {
		f.Add("until", "The last day is before the first. Enter %s or later.", in.From.Long())
	}
	checkText(&f, "reason", in.Reason, maxText, "")
	if f.Has("role") || f.Has("from") || f.Has("until") {
		return f, nil
	}
	seats, err := s.seats(ctx, q, in.From)
	if err != nil {
		return f, err
	}
	for _, o := range seats.Offices {
		if o.Role() == in.Role {
			a.Who = o.Holder.Who
		}
	}
	if a.Person == 0 {
		f.Add(
			"role", "No one is the %s on %s: the office is vacant, and an acting officer can be appointed.",
			strings.ToLower(in.Role.Title()), in.From.Long(),
		)
		return f, nil
	}
	all, err := absences(ctx, q)
	if err != nil {
		return f, err
	}
	for _, other := range all {
		if other.Role == a.Role && other.Person == a.Person && other.overlaps(*a) {
			f.Add("from", "It is recorded already that %s cannot act %s.", a.Name, other.days())
			break
		}
	}
	return f, nil
}

func (a Absence) overlaps(b Absence) bool {
	return (a.Until.IsZero() || !b.From.After(a.Until)) && (b.Until.IsZero() || !a.From.After(b.Until))
}

// days is the time of the absence in words.
func (a Absence) days() string {
	if a.Until.IsZero() {
		return "since " + a.From.Long()
	}
	return "from " + a.From.Long() + " until " + a.Until.Long()
}

// EndAbsence records from which day an officer can act again, and ends on the
// day before whatever acting appointment was made in the officer's place. The
// field is back.
func (s *Service) EndAbsence(
	ctx context.Context, actor auth.Actor, id AbsenceID, version int64, back civil.Date,
) error {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, err := absenceByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		switch today := s.cases.Today(); {
		case !a.Until.IsZero() && a.Until.Before(today):
			return nil, apperr.New(
				apperr.Invalid, "%s can act again since %s, and the record stays as it was.", a.Name, a.Until.AddDays(1).Long(),
			)
		case back.IsZero():
			f.Add("back", "Enter the first day on which %s can act again.", a.Name)
		case !back.After(a.From):
			f.Add("back", "%s cannot act since %s. Enter a later day.", a.Name, a.From.Long())
		case back.Before(today):
			f.Add("back", "What was done until now stays as it was. Enter today or a later day.")
		default:
			constitution.CheckDay(&f, "back", back)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		before := a.Until
		a.Version, a.Until = version, back.AddDays(-1)
		if err := updateAbsence(ctx, tx, a); err != nil {
			return nil, err
		}
		ended := permit.Did(
			"end.absence", "officer_absence", int64(id), map[string]any{"until": before}, map[string]any{"until": a.Until},
		)
		if err := ended.Write(ctx, tx); err != nil {
			return nil, err
		}
		return ended, s.endActing(ctx, tx, actor, permit, a)
	})
}

// endActing ends what was appointed in the place of an officer who is back.
func (s *Service) endActing(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, absence Absence,
) error {
	all, err := appointments(ctx, tx)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Absence != absence.ID || a.Withdrawn || !a.Until.After(absence.Until) {
			continue
		}
		before := a.Until
		a.EndReason = absence.Name + " can act again."
		ended, err := s.end(ctx, tx, actor, permit, a, absence.Until, before)
		if err != nil {
			return err
		}
		if err := ended.Write(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}
