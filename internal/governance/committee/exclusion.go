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
	"nzgs/internal/members"
	"nzgs/internal/store"
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

// Exclusion is a case of rule 2.5: what is held against a member, the chance
// to be heard, and the committee's decision.
type Exclusion struct {
	ID         ExclusionID
	Who        Who
	Rules      string     // that are said to be broken: "2.1"
	Reasons    string     // what the member is said to have done
	SentOn     civil.Date // to the member; zero: not yet
	Sent       string     // what, and how
	HearingOn  civil.Date // by when, or when, the member could be heard; zero: not set
	Heard      string     // what the member said, or that nothing came
	State      ExclusionState
	DecidedOn  civil.Date
	Resolution ResolutionRef // of an exclusion
	Decision   string        // its reasons
	Trace      constitution.Trace
	RecordedAt civil.Instant
	RecordedBy string
	Version    int64
}

// Rule 2.5: the committee may exclude a member for a breach of the
// constitution. It records its reasons, and the member has been sent them and
// could be heard before the decision of the given day. Until Decision is
// entered, its reasons are not asked for.
func (x Exclusion) May(decided civil.Date) (constitution.Findings, constitution.Trace) {
	t := constitution.Trace{Rule: rule25}
	var found constitution.Findings
	say := func(ok bool, passed, obstacle string) {
		text := passed
		if !ok {
			text = obstacle
			found = append(found, constitution.Finding{Gravity: constitution.Obstacle, Rule: rule25, Text: text})
		}
		t.Steps = append(t.Steps, constitution.Step{Rule: rule25, Text: text})
	}
	say(x.Reasons != "" && x.Rules != "", "Reasons are recorded, under rule "+x.Rules, "What the member is held to have broken is not recorded")
	sent := !x.SentOn.IsZero() && x.Sent != ""
	say(sent, "Sent to the member on "+x.SentOn.Long(), "What was sent to the member, and when, is not recorded")
	say(!x.HearingOn.IsZero(), "The member could be heard on "+x.HearingOn.Long(), "No day was set on which the member could be heard")
	if sent && !x.HearingOn.IsZero() {
		say(x.HearingOn.After(x.SentOn), "The hearing is after the reasons were sent", "The hearing is not after the day on which the reasons were sent")
	}
	if !x.HearingOn.IsZero() {
		say(!decided.Before(x.HearingOn), fmt.Sprintf("Decided on %s, not before the hearing", decided.Long()), fmt.Sprintf("%s is before the hearing on %s", decided.Long(), x.HearingOn.Long()))
	}
	say(x.Heard != "", "What the member said is recorded", "What the member said, or that nothing came, is not recorded")
	t.Outcome = "may be excluded"
	if found.Blocked() {
		t.Outcome = "may not be excluded"
	}
	return found, t
}

// ExclusionInput is a case as it stands. Its fields are person, rules,
// reasons, sent_on, sent, hearing_on and heard.
type ExclusionInput struct {
	Person    auth.PersonID // fixed once the case is open
	Rules     string
	Reasons   string
	SentOn    civil.Date
	Sent      string
	HearingOn civil.Date
	Heard     string
}

func (s *Service) checkCase(f *apperr.Fields, in ExclusionInput) {
	checkText(f, "rules", in.Rules, maxLine, "Enter the rules that are said to be broken, for example 2.1.")
	checkText(f, "reasons", in.Reasons, maxText, "Enter what the member is said to have done.")
	if !in.SentOn.IsZero() || in.Sent != "" {
		s.checkPast(f, "sent_on", in.SentOn)
		checkText(f, "sent", in.Sent, maxText, "Say what was sent to the member, and how.")
	}
	if !in.HearingOn.IsZero() {
		constitution.CheckDay(f, "hearing_on", in.HearingOn)
		if !f.Has("hearing_on") && !f.Has("sent_on") && !in.SentOn.IsZero() && !in.HearingOn.After(in.SentOn) {
			f.Add("hearing_on", "The reasons were sent on %s. Enter a later day, so that the member can be heard (rule 2.5).", in.SentOn.Long())
		}
	}
	switch {
	case in.Heard != "" && in.HearingOn.IsZero():
		f.Add("hearing_on", "Enter the day on which the member could be heard.")
	case in.Heard != "" && !f.Has("hearing_on") && in.HearingOn.After(s.today()):
		f.Add("heard", "The hearing is still to come.")
	}
	checkText(f, "heard", in.Heard, maxText, "")
}

func (in ExclusionInput) tidied() ExclusionInput {
	in.Rules, in.Reasons, in.Sent, in.Heard = tidyLine(in.Rules), tidyText(in.Reasons), tidyText(in.Sent), tidyText(in.Heard)
	return in
}

// Exclusions lists the cases, the latest first.
func (s *Service) Exclusions(ctx context.Context, actor auth.Actor) ([]Exclusion, error) {
	if err := s.require(actor, auth.TakePartInCommittee); err != nil {
		return nil, err
	}
	return exclusions(ctx, s.db)
}

// Exclusion is one case.
func (s *Service) Exclusion(ctx context.Context, actor auth.Actor, id ExclusionID) (Exclusion, error) {
	if err := s.require(actor, auth.TakePartInCommittee); err != nil {
		return Exclusion{}, err
	}
	return exclusionByID(ctx, s.db, id)
}

// OpenExclusion opens a case against a member.
func (s *Service) OpenExclusion(ctx context.Context, actor auth.Actor, in ExclusionInput) (ExclusionID, error) {
	if err := s.require(actor, auth.KeepCommittee); err != nil {
		return 0, err
	}
	in = in.tidied()
	var id ExclusionID
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		var f apperr.Fields
		on, err := members.MembersOn(ctx, tx, []auth.PersonID{in.Person}, s.today())
		if err != nil {
			return err
		}
		if !on[in.Person] {
			f.Add("person", "Choose somebody who is a member today: only a member can be excluded (rule 2.5).")
		}
		s.checkCase(&f, in)
		if err := f.Err(); err != nil {
			return err
		}
		if id, err = insertExclusion(ctx, tx, in, s.clock(), actor.Name); err != nil {
			return err
		}
		// What is held against somebody stays out of the log, which nothing can
		// be taken out of.
		return s.write(ctx, tx, actor, "open.exclusion", "exclusion", int64(id), nil, map[string]any{"person": in.Person, "rules": in.Rules})
	})
	return id, err
}

// SaveExclusion writes an open case, under the version that was read.
func (s *Service) SaveExclusion(ctx context.Context, actor auth.Actor, id ExclusionID, version int64, in ExclusionInput) error {
	if err := s.require(actor, auth.KeepCommittee); err != nil {
		return err
	}
	in = in.tidied()
	var f apperr.Fields
	s.checkCase(&f, in)
	if err := f.Err(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *store.Tx) error {
		x, err := openCase(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := updateExclusion(ctx, tx, id, version, in); err != nil {
			return err
		}
		return s.write(ctx, tx, actor, "save.exclusion", "exclusion", int64(id),
			map[string]any{"sent_on": x.SentOn, "hearing_on": x.HearingOn}, map[string]any{"sent_on": in.SentOn, "hearing_on": in.HearingOn})
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
	Seats []auth.Office // that only a member holds, rules 2.4, 3.2 and 6.6
	Left  []auth.Office // still held: they are for whoever appoints officers to end
}

// DecideExclusion closes a case. Rule 2.5: a member is excluded by a carried
// resolution, with reasons, after the chance to be heard; the membership ends
// on the day of the resolution, and the offices that only a member holds end
// when it is recorded.
func (s *Service) DecideExclusion(ctx context.Context, actor auth.Actor, in DecisionInput) (Ended, error) {
	if err := s.require(actor, auth.KeepCommittee); err != nil {
		return Ended{}, err
	}
	in.Decision = tidyText(in.Decision)
	var ended Ended
	err := s.db.InTx(ctx, func(tx *store.Tx) error {
		x, err := openCase(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		if err := s.judgeCase(ctx, tx, in, &x); err != nil {
			return err
		}
		x.Version, x.State, x.Decision = in.Version, in.State, in.Decision
		if err := closeExclusion(ctx, tx, x); err != nil {
			return err
		}
		if err := s.write(ctx, tx, actor, "decide.exclusion", "exclusion", int64(x.ID), nil, map[string]any{
			"person": x.Who.Person, "state": x.State, "decided_on": x.DecidedOn, "resolution": x.Resolution.Number.String(),
		}); err != nil {
			return err
		}
		if x.State != Excluded {
			return nil
		}
		ended, err = s.endMembership(ctx, tx, actor, x)
		return err
	})
	return ended, err
}

// judgeCase checks a decision and completes the case with it.
func (s *Service) judgeCase(ctx context.Context, q store.Queryer, in DecisionInput, x *Exclusion) error {
	var f apperr.Fields
	x.DecidedOn = s.today()
	switch in.State {
	case Dropped:
	case Excluded:
		r, err := authority(ctx, q, &f, in.Resolution, s.today())
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
	found, t := x.May(x.DecidedOn)
	if found.Blocked() {
		var texts []string
		for _, o := range found {
			texts = append(texts, o.Text+".")
		}
		return apperr.UnderRule(rule25, "%s cannot be excluded yet. %s", x.Who.Name, strings.Join(texts, " "))
	}
	x.Trace = t
	return nil
}

// endMembership ends the terms of an excluded member on the day of the
// decision, and cancels those that would begin after it.
func (s *Service) endMembership(ctx context.Context, tx *store.Tx, actor auth.Actor, x Exclusion) (Ended, error) {
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
	reason := "Excluded by resolution " + x.Resolution.Number.String() + " of the committee (rule 2.5)."
	if err := members.Correct(ctx, tx, s.clock(), actor, out.Terms, x.DecidedOn, reason); err != nil {
		return out, err
	}
	if len(out.Terms) > 0 {
		if err := s.write(ctx, tx, actor, "end.membership", "person", int64(x.Who.Person), nil, map[string]any{"to": x.DecidedOn, "terms": len(out.Terms), "rule": rule25}); err != nil {
			return out, err
		}
	}
	out.Seats, out.Left, err = s.endSeats(ctx, tx, actor, x, reason)
	return out, err
}

// endSeats ends the offices of an excluded member that only a member holds:
// at once, as what was done until now stays as it was. It gives those that it
// ended, and those that are left.
func (s *Service) endSeats(ctx context.Context, tx *store.Tx, actor auth.Actor, x Exclusion, reason string) (ended, left []auth.Office, err error) {
	held, err := s.offices.OfficesOf(ctx, x.Who.Person)
	if err != nil {
		return nil, nil, err
	}
	made, err := appointmentsOfOffices(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	last := s.today().AddDays(-1)
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
			if err := s.end(ctx, tx, actor, a, last, before); err != nil {
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
