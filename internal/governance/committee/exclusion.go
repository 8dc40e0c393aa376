package committee

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const rule25 = "2.5"

// ExclusionID names a case of rule 2.5.
type ExclusionID int64

// ExclusionState is how far a case has come.
type ExclusionState string

// The states.
const (
	ExclusionOpen ExclusionState = "open"
	Excluded      ExclusionState = "excluded"
	Dropped       ExclusionState = "dropped"
)

// Label is the state as people read it.
func (s ExclusionState) Label() string {
	switch s {
	case ExclusionOpen:
		return "Open"
	case Excluded:
		return "Excluded"
	case Dropped:
		return "Dropped"
	}
	return string(s)
}

// Exclusion is a case of rule 2.5: what is held against a member or a club, the
// chance to be heard, and the committee's decision.
type Exclusion struct {
	ID         ExclusionID
	Who        Who        // zero: it is about a club
	Club       clubs.Club // zero: it is about a member
	Rules      string     // that are said to be broken: "2.1"
	Reasons    string     // what the member or the club is said to have done
	SentOn     civil.Date // to the member or the club; zero: not yet
	Sent       string     // what, and how
	HearingOn  civil.Date // by when, or when, it could be heard; zero: not set
	Heard      string     // what was said, or that nothing came
	State      ExclusionState
	DecidedOn  civil.Date
	Resolution ResolutionRef         // of an exclusion
	Decision   string                // its reasons
	Missing    constitution.Findings // of an open case: what keeps the committee from excluding today
	Trace      constitution.Trace
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// Of says whether the case is about a member or a club.
func (x Exclusion) Of() constitution.Accused {
	if x.Club.ID != 0 {
		return constitution.AccusedClub
	}
	return constitution.AccusedMember
}

// Name is the member's or the club's.
func (x Exclusion) Name() string {
	if x.Club.ID != 0 {
		return x.Club.Name
	}
	return x.Who.Name
}

// mayExclude applies rule 2.5 to the case, for a decision of the day, by the
// constitution of that day.
func (s *Service) mayExclude(
	ctx context.Context, q store.Queryer, x Exclusion, decided civil.Date,
) (constitution.Findings, constitution.Trace, error) {
	c, err := s.rules.On(ctx, q, decided)
	found, t := c.Exclude(constitution.Exclusion{
		Of: x.Of(), Rules: x.Rules, Reasons: x.Reasons, SentOn: x.SentOn, Sent: x.Sent, Hearing: x.HearingOn,
		Heard: x.Heard, Decided: decided,
	})
	return found, t, err
}

// ExclusionInput is a case as it stands. Its fields are person, club, rules,
// reasons, sent_on, sent, hearing_on and heard.
type ExclusionInput struct {
	Of        constitution.Accused // fixed once the case is open, as person and club are
	Person    auth.PersonID        // of a case against a member
	Club      clubs.ClubID         // of one against a club
	Rules     string
	Reasons   string
	SentOn    civil.Date
	Sent      string
	HearingOn civil.Date
	Heard     string
}

func (s *Service) checkCase(f *apperr.Fields, in ExclusionInput) {
	checkText(f, "rules", in.Rules, maxLine, "Enter the rules that are said to be broken, for example 2.1.")
	checkText(f, "reasons", in.Reasons, maxText, "Enter what was done.")
	if !in.SentOn.IsZero() || in.Sent != "" {
		s.checkPast(f, "sent_on", in.SentOn)
		checkText(f, "sent", in.Sent, maxText, "Say what was sent, and how.")
	}
	if !in.HearingOn.IsZero() {
		constitution.CheckDay(f, "hearing_on", in.HearingOn)
		if !f.Has("hearing_on") && !f.Has("sent_on") && !in.SentOn.IsZero() && !in.HearingOn.After(in.SentOn) {
			f.Add(
				"hearing_on", "The reasons were sent on %s. Enter a later day, to allow time to answer (rule 2.5).",
				in.SentOn.Long(),
			)
		}
	}
	switch {
	case in.Heard != "" && in.HearingOn.IsZero():
		f.Add("hearing_on", "Enter the day of the hearing, or the last day for an answer.")
	case in.Heard != "" && !f.Has("hearing_on") && in.HearingOn.After(s.cases.Today()):
		f.Add("heard", "The hearing is still to come.")
	}
	checkText(f, "heard", in.Heard, maxText, "")
}

func (in ExclusionInput) tidied() ExclusionInput {
	in.Rules, in.Reasons, in.Sent, in.Heard = tidyLine(in.Rules), tidyText(in.Reasons), tidyText(in.Sent), tidyText(in.Heard)
	if in.Of == constitution.AccusedClub {
		in.Person = 0
	} else {
		in.Club = 0
	}
	return in
}

// Exclusions lists the cases, the latest first.
func (s *Service) Exclusions(ctx context.Context, actor auth.Actor) ([]Exclusion, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return nil, err
	}
	return exclusions(ctx, s.db)
}

// Exclusion is one case.
func (s *Service) Exclusion(ctx context.Context, actor auth.Actor, id ExclusionID) (Exclusion, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return Exclusion{}, err
	}
	x, err := exclusionByID(ctx, s.db, id)
	if err == nil && x.State == ExclusionOpen {
		x.Missing, _, err = s.mayExclude(ctx, s.db, x, s.cases.Today())
	}
	return x, err
}

// OpenExclusion opens a case against a member or a club.
func (s *Service) OpenExclusion(ctx context.Context, actor auth.Actor, in ExclusionInput) (ExclusionID, error) {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return 0, err
	}
	in = in.tidied()
	var id ExclusionID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		var f apperr.Fields
		if err := s.checkAccused(ctx, tx, &f, in); err != nil {
			return nil, err
		}
		s.checkCase(&f, in)
		if err := f.Err(); err != nil {
			return nil, err
		}
		var err error
		if id, err = insertExclusion(ctx, tx, in, s.cases.Now(), actor.Name); err != nil {
			return nil, err
		}
		// What is held against somebody stays out of the log, which nothing can
		// be taken out of.
		return permit.Did("open.exclusion", "exclusion", int64(id), nil, map[string]any{
			"person": in.Person, "club": in.Club, "rules": in.Rules,
		}), nil
	})
	return id, err
}

// checkAccused asks for one member, or one affiliated club, of today.
func (s *Service) checkAccused(ctx context.Context, q store.Queryer, f *apperr.Fields, in ExclusionInput) error {
	if in.Of != constitution.AccusedClub {
		on, err := members.MembersOn(ctx, q, []auth.PersonID{in.Person}, s.cases.Today())
		if err == nil && !on[in.Person] {
			f.Add("person", "Choose someone who is a member today: only a member can be excluded (rule 2.5).")
		}
		return err
	}
	affiliated, err := clubs.AffiliatedOn(ctx, q, in.Club, s.cases.Today())
	if err != nil && apperr.KindOf(err) != apperr.NotFound {
		return err
	}
	if !affiliated {
		f.Add("club", "Choose a club that is affiliated today: only such a club can be excluded (rule 2.5).")
	}
	return nil
}

// SaveExclusion writes an open case, under the version that was read.
func (s *Service) SaveExclusion(
	ctx context.Context, actor auth.Actor, id ExclusionID, version int64, in ExclusionInput,
) error {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return err
	}
	in = in.tidied()
	var f apperr.Fields
	s.checkCase(&f, in)
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		x, err := openCase(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := updateExclusion(ctx, tx, id, version, in); err != nil {
			return nil, err
		}
		return permit.Did(
			"save.exclusion", "exclusion", int64(id),
			map[string]any{"sent_on": x.SentOn, "hearing_on": x.HearingOn},
			map[string]any{"sent_on": in.SentOn, "hearing_on": in.HearingOn},
		), nil
	})
}

func openCase(ctx context.Context, q store.Queryer, id ExclusionID) (Exclusion, error) {
	x, err := exclusionByID(ctx, q, id)
	if err == nil && x.State != ExclusionOpen {
		err = apperr.New(apperr.Invalid, "This case was closed on %s, and stays as it was.", x.DecidedOn.Long())
	}
	return x, err
}
