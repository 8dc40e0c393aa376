package committee

import (
	"context"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

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
	seats, err := s.EndSeats(ctx, tx, actor, permit, x.Who.Person, Leaver{
		Reason: reason, By: x.Resolution, Ends: OfMembers,
	})
	out.Seats, out.Left = seats.Ended(), seats.Left
	return out, err
}
