package committee

import (
	"context"
	"slices"
	"strings"

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

// DecisionInput closes a case. Its fields are state, resolution and decision.
type DecisionInput struct {
	ID         ExclusionID
	Version    int64
	State      ExclusionState // Excluded or Dropped
	Resolution ResolutionID   // of an exclusion; its day is that of the decision
	Decision   string         // the committee's reasons
}

// Ended is what an exclusion ended, and what is left.
type Ended struct {
	Terms []members.Term
	Club  bool          // its affiliation
	Seats []auth.Office // that only a member holds, rules 2.4, 3.2 and 6.6
	Left  []auth.Office // still held: they are for whoever appoints officers to end
}

// DecideExclusion closes a case. Rule 2.5: a member or a club is excluded by a
// carried resolution, with reasons, after the chance to be heard. The
// membership ends on the day of the resolution, and the offices that only a
// member holds end when it is recorded; a club is not affiliated from that day.
func (s *Service) DecideExclusion(ctx context.Context, actor auth.Actor, in DecisionInput) (Ended, error) {
	permit, err := s.cases.May(actor, auth.KeepCommittee, auth.Object{})
	if err != nil {
		return Ended{}, err
	}
	in.Decision = tidyText(in.Decision)
	var ended Ended
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		x, err := openCase(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if err := s.judgeCase(ctx, tx, in, &x); err != nil {
			return nil, err
		}
		x.Version, x.State, x.Decision = in.Version, in.State, in.Decision
		if err := closeExclusion(ctx, tx, x); err != nil {
			return nil, err
		}
		decided := permit.Did("decide.exclusion", "exclusion", int64(x.ID), nil, map[string]any{
			"person": x.Who.Person, "club": x.Club.ID, "state": x.State, "decided_on": x.DecidedOn,
			"resolution": x.Resolution.Number.String(),
		})
		if err := decided.Write(ctx, tx); err != nil {
			return nil, err
		}
		switch {
		case x.State != Excluded:
		case x.Club.ID != 0:
			ended, err = s.endAffiliation(ctx, tx, actor, permit, x)
		default:
			ended, err = s.endMembership(ctx, tx, actor, permit, x)
		}
		return decided, err
	})
	return ended, err
}

// judgeCase checks a decision and completes the case with it.
func (s *Service) judgeCase(ctx context.Context, q store.Queryer, in DecisionInput, x *Exclusion) error {
	var f apperr.Fields
	x.DecidedOn = s.cases.Today()
	switch in.State {
	case Dropped:
	case Excluded:
		r, err := authority(ctx, q, &f, in.Resolution, s.cases.Today())
		if err != nil {
			return err
		}
		if r.ID != 0 && !f.Has("resolution") {
			x.Resolution, x.DecidedOn = r.ref(), r.Day
		}
	default:
		f.Add("state", "Choose what the committee decided.")
	}
	checkText(&f, "decision", in.Decision, maxText, "Enter the committee’s reasons.")
	if err := f.Err(); err != nil {
		return err
	}
	if in.State != Excluded {
		return nil
	}
	found, t, err := s.mayExclude(ctx, q, *x, x.DecidedOn)
	if err != nil {
		return err
	}
	if found.Blocked() {
		var texts []string
		for _, o := range found {
			texts = append(texts, o.Text+".")
		}
		return apperr.UnderRule(rule25, "%s cannot be excluded yet. %s", x.Name(), strings.Join(texts, " "))
	}
	x.Trace = t
	return nil
}

// reason is what the register says of the terms that an exclusion ends.
func (x Exclusion) reason() string {
	what := "Excluded"
	if x.Club.ID != 0 {
		what = x.Club.Name + " was excluded"
	}
	return what + " by resolution " + x.Resolution.Number.String() + " of the committee (rule 2.5)."
}

// endAffiliation ends a club's affiliation from the day of the decision, and
// its members' terms where rule 2.5 is read so.
func (s *Service) endAffiliation(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, x Exclusion,
) (Ended, error) {
	out := Ended{Club: true}
	excluded, err := clubs.Exclude(ctx, tx, permit, x.Club.ID, x.DecidedOn)
	if err != nil {
		return out, err
	}
	if err := excluded.Write(ctx, tx); err != nil {
		return out, err
	}
	c, err := s.rules.On(ctx, tx, x.DecidedOn)
	if err != nil {
		return out, err
	}
	if leave, _ := c.MembersGoWithClub(); !leave {
		return out, nil
	}
	if out.Terms, err = clubs.EndTerms(ctx, tx, s.cases.Now(), actor, x.Club.ID, x.DecidedOn, x.reason()); err != nil {
		return out, err
	}
	return out, permit.Did("end.memberships", "club", int64(x.Club.ID), nil, map[string]any{
		"to": x.DecidedOn, "terms": len(out.Terms), "rule": rule25,
	}).Write(ctx, tx)
}

// endMembership ends the terms of an excluded member on the day of the
// decision, and cancels those that would begin after it.
func (s *Service) endMembership(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, x Exclusion,
) (Ended, error) {
	var out Ended
	all, err := members.TermsOf(ctx, tx, []auth.PersonID{x.Who.Person})
	if err != nil {
		return out, err
	}
	for _, t := range members.InForce(all[x.Who.Person]) {
		if t.To.After(x.DecidedOn) {
			out.Terms = append(out.Terms, t)
		}
	}
	reason := x.reason()
	if err := members.Correct(ctx, tx, s.cases.Now(), actor, out.Terms, x.DecidedOn, reason); err != nil {
		return out, err
	}
	if len(out.Terms) > 0 {
		if err := permit.Did("end.membership", "person", int64(x.Who.Person), nil, map[string]any{
			"to": x.DecidedOn, "terms": len(out.Terms), "rule": rule25,
		}).Write(ctx, tx); err != nil {
			return out, err
		}
	}
	out.Seats, out.Left, err = s.endSeats(ctx, tx, actor, permit, x, reason)
	return out, err
}

// endSeats ends the offices of an excluded member that only a member holds:
// at once, as what was done until now stays as it was. It gives those that it
// ended, and those that are left.
func (s *Service) endSeats(
	ctx context.Context, tx *store.Tx, actor auth.Actor, permit usecase.Permit, x Exclusion, reason string,
) (ended, left []auth.Office, err error) {
	held, err := s.offices.OfficesOf(ctx, x.Who.Person)
	if err != nil {
		return nil, nil, err
	}
	made, err := appointmentsOfOffices(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	last := s.cases.Today().AddDays(-1)
	for _, o := range held {
		if !slices.Contains(membersOnly, o.Role) {
			left = append(left, o)
			continue
		}
		if id := made[o.ID]; id != 0 {
			a, err := appointmentByID(ctx, tx, id)
			if err != nil {
				return nil, nil, err
			}
			before := a.Until
			a.EndReason, a.EndedBy = reason, x.Resolution
			done, err := s.end(ctx, tx, actor, permit, a, last, before)
			if err != nil {
				return nil, nil, err
			}
			if err := done.Write(ctx, tx); err != nil {
				return nil, nil, err
			}
		} else if err := s.offices.EndWithin(ctx, tx, actor, o.ID, last); err != nil {
			return nil, nil, err
		}
		ended = append(ended, o)
	}
	return ended, left, nil
}

// membersOnly are the offices that only a member of the society holds.
var membersOnly = []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee, auth.ClubSecretary}
