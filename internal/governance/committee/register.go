package committee

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Resolutions lists the register, the latest first, and says how many there
// are in all.
func (s *Service) Resolutions(
	ctx context.Context, actor auth.Actor, f ResolutionFilter,
) (list []Resolution, total int, err error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, 0, err
	}
	all, err := resolutions(ctx, s.db)
	if err != nil {
		return nil, 0, err
	}
	return f.apply(all), len(all), nil
}

// Resolution is one resolution.
func (s *Service) Resolution(ctx context.Context, actor auth.Actor, id ResolutionID) (Resolution, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return Resolution{}, err
	}
	return resolutionByID(ctx, s.db, id)
}

// Authorities lists the carried resolutions on which something may rest, the
// latest first.
func (s *Service) Authorities(ctx context.Context, actor auth.Actor) ([]Resolution, error) {
	list, _, err := s.Resolutions(ctx, actor, ResolutionFilter{Outcome: Carried})
	return list, err
}

// Meetings lists the committee's meetings that were held and have a record,
// the latest first, each with those of the committee who were present.
func (s *Service) Meetings(ctx context.Context, actor auth.Actor) ([]Meeting, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, err
	}
	return heldMeetings(ctx, s.db)
}

// Meeting is a meeting of the committee that was held.
type Meeting struct {
	ID      MeetingID
	Day     civil.Date
	Present []auth.PersonID
}

// MeetingByID is a meeting of the committee that was held.
func (s *Service) MeetingByID(ctx context.Context, actor auth.Actor, id MeetingID) (Meeting, error) {
	all, err := s.Meetings(ctx, actor)
	if err != nil {
		return Meeting{}, err
	}
	if i := slices.IndexFunc(all, func(m Meeting) bool { return m.ID == id }); i >= 0 {
		return all[i], nil
	}
	return Meeting{}, apperr.New(apperr.NotFound, "Committee meeting not found, or it has not been held.")
}

// resolutionFacts are what the audit log keeps of a resolution.
type resolutionFacts struct {
	Number   string                 `json:"number"`
	Day      civil.Date             `json:"day"`
	Meeting  MeetingID              `json:"meeting,omitempty"`
	Text     string                 `json:"text"`
	Mover    auth.PersonID          `json:"mover,omitempty"`
	Seconder auth.PersonID          `json:"seconder,omitempty"`
	Present  []auth.PersonID        `json:"present"`
	Yes      int                    `json:"yes"`
	No       int                    `json:"no"`
	Abstain  int                    `json:"abstain"`
	Chair    constitution.ChairVote `json:"chair,omitempty"`
	Outcome  Outcome                `json:"outcome"`
	Reason   string                 `json:"reason,omitempty"` // of a correction
}

func (r Resolution) facts(reason string) resolutionFacts {
	f := resolutionFacts{
		Number: r.Number.String(), Day: r.Day, Meeting: r.Meeting, Text: r.Text, Mover: r.Mover.Person,
		Seconder: r.Seconder.Person,
		Yes:      r.Votes.Yes, No: r.Votes.No, Abstain: r.Votes.Abstain, Chair: r.Chair, Outcome: r.Outcome, Reason: reason,
	}
	for _, w := range r.Present {
		f.Present = append(f.Present, w.Person)
	}
	return f
}

// Record enters a resolution of a meeting of the committee in the register and
// gives it the next number of its year.
func (s *Service) Record(ctx context.Context, actor auth.Actor, in ResolutionInput) (Resolution, error) {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return Resolution{}, err
	}
	var out Resolution
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := s.decided(ctx, tx, in.tidied())
		if err != nil {
			return nil, err
		}
		if r.Number, err = nextNumber(ctx, tx, r.Day.Year()); err != nil {
			return nil, err
		}
		r.RecordedAt, r.RecordedBy = s.cases.Now(), actor.Name
		if r.ID, err = insertResolution(ctx, tx, r); err != nil {
			return nil, err
		}
		out = r
		done := permit.Did("record.resolution", "committee_resolution", int64(r.ID), nil, r.facts(""))
		return done, s.KeepDuty(ctx, tx)
	})
	return out, err
}

// decided checks the input and works out what became of the resolution by the
// constitution of its day.
func (s *Service) decided(ctx context.Context, q store.Queryer, in ResolutionInput) (Resolution, error) {
	var f apperr.Fields
	s.checkPast(&f, "day", in.Day)
	if f.Has("day") {
		checkText(&f, "text", in.Text, maxText, "Enter the resolution as in the minutes.")
		return Resolution{}, f.Err()
	}
	seats, err := s.seats(ctx, q, in.Day)
	if err != nil {
		return Resolution{}, err
	}
	if err := checkMeeting(ctx, q, in, &f); err != nil {
		return Resolution{}, err
	}
	f = append(f, in.check(seats)...)
	c, err := s.rules.On(ctx, q, in.Day)
	if err != nil {
		return Resolution{}, err
	}
	outcome, trace, err := decide(c, len(in.Present), in.Votes, in.Chair)
	if err := mergeFields(&f, err); err != nil {
		return Resolution{}, err
	}
	if err := f.Err(); err != nil {
		return Resolution{}, err
	}
	who, err := names(ctx, q, append([]auth.PersonID{in.Mover, in.Seconder}, in.Present...))
	if err != nil {
		return Resolution{}, err
	}
	r := Resolution{
		Day: in.Day, Meeting: in.Meeting, Text: in.Text, Mover: who[in.Mover], Seconder: who[in.Seconder],
		Votes: in.Votes, Chair: in.Chair, Outcome: outcome, Trace: trace,
	}
	for _, p := range in.Present {
		r.Present = append(r.Present, who[p])
	}
	return r, nil
}

// checkMeeting adds a problem when the meeting is none of the committee's, or
// on another day.
func checkMeeting(ctx context.Context, q store.Queryer, in ResolutionInput, f *apperr.Fields) error {
	if in.Meeting == 0 {
		return nil
	}
	held, err := heldMeetings(ctx, q)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(held, func(m Meeting) bool { return m.ID == in.Meeting })
	switch {
	case i < 0:
		f.Add("day", "Committee meeting not found, or it has not been held.")
	case held[i].Day != in.Day:
		f.Add("day", "The meeting was held on %s.", held[i].Day.Long())
	}
	return nil
}

// CorrectionInput puts a resolution right. Its fields are those of the input,
// and reason.
type CorrectionInput struct {
	ID      ResolutionID
	Version int64
	ResolutionInput
	Reason string
}

// Correct puts a resolution right; the log keeps what stood before. One that
// something rests on stays carried and of its day.
func (s *Service) Correct(ctx context.Context, actor auth.Actor, in CorrectionInput) error {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		before, err := resolutionByID(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		r, err := s.decided(ctx, tx, in.tidied())
		var f apperr.Fields
		in.Reason = tidyText(in.Reason)
		if err := mergeFields(&f, err); err != nil {
			return nil, err
		}
		checkText(&f, "reason", in.Reason, maxText, "Say what was wrong.")
		if !f.Has("day") && in.Day.Year() != before.Number.Year {
			f.Add("day", "The number %s is of %d. Choose a day of that year.", before.Number, before.Number.Year)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		r.ID, r.Number, r.Version = before.ID, before.Number, in.Version
		if err := updateResolution(ctx, tx, r); err != nil {
			return nil, err
		}
		done := permit.Did(
			"correct.resolution", "committee_resolution", int64(r.ID), before.facts(""), r.facts(in.Reason),
		)
		if err := done.Write(ctx, tx); err != nil {
			return nil, err
		}
		if err := keepGrounds(ctx, tx, before, r); err != nil {
			return nil, err
		}
		return done, s.KeepDuty(ctx, tx)
	})
}

// keepGrounds refuses a correction that takes the ground from under what rests
// on the resolution. It looks after the audit entry, which makes writers queue.
func keepGrounds(ctx context.Context, q store.Queryer, before, after Resolution) error {
	if before.Outcome != Carried || after.Outcome == Carried && after.Day == before.Day {
		return nil
	}
	n, err := restingOn(ctx, q, before.ID)
	if err != nil {
		return err
	}
	if n > 0 {
		return apperr.New(
			apperr.Invalid,
			"What the committee has done since rests on resolution %s of %s: it must stay carried, and of its day.",
			before.Number, before.Day.Long(),
		)
	}
	return nil
}

// authority gives a carried resolution on which an act of a day can rest, or
// adds the problem to the field resolution.
func authority(
	ctx context.Context, q store.Queryer, f *apperr.Fields, id ResolutionID, day civil.Date,
) (Resolution, error) {
	if id == 0 {
		f.Add("resolution", "Choose the committee’s resolution that this rests on.")
		return Resolution{}, nil
	}
	r, err := resolutionByID(ctx, q, id)
	switch {
	case apperr.KindOf(err) == apperr.NotFound:
		f.Add("resolution", "Resolution not found. Choose another.")
		return Resolution{}, nil
	case err != nil:
		return Resolution{}, err
	case r.Outcome != Carried:
		f.Add("resolution", "Resolution %s was not carried. Choose one that was.", r.Number)
	case !day.IsZero() && r.Day.After(day):
		f.Add(
			"resolution", "Resolution %s is of %s, which is later. Choose one of that day or before.", r.Number, r.Day.Long(),
		)
	}
	return r, nil
}
