package meetings

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// dutyFurther is the committee's duty after an inquorate AGM, rule 4.20. A
// further date that is called off makes another of it: what was arranged before
// stays done.
func dutyFurther(ctx context.Context, q store.Queryer, inquorate ID) (string, error) {
	all, err := allMeetings(ctx, q)
	if err != nil {
		return "", err
	}
	calledOff := 0
	for _, m := range all {
		if m.Follows == inquorate && m.State == Cancelled {
			calledOff++
		}
	}
	if calledOff == 0 {
		return "further_date", nil
	}
	return fmt.Sprintf("further_date_%d", calledOff+1), nil
}

// setDuties makes the duties of a meeting what its dates and state ask for.
func (s *Service) setDuties(ctx context.Context, tx *store.Tx, id ID) error {
	r, err := s.read(ctx, tx, id)
	if err != nil {
		return err
	}
	var duties []governance.Duty
	switch r.Meeting.State {
	case Cancelled:
	case Inquorate:
		if duties, err = s.furtherDuty(ctx, tx, r); err != nil {
			return err
		}
	default:
		p, err := s.plan(ctx, tx, r.Meeting.input(), r.Meeting)
		if err != nil {
			return err
		}
		calendar, err := s.continued(ctx, tx, r, p.Calendar)
		if err != nil {
			return err
		}
		duties = r.duties(calendar)
	}
	return s.governance.SetDuties(ctx, tx, r.Meeting.Source(), duties)
}

// rulesChanged works out again what is due of the meetings to come, of those
// without a quorum and of requests: a version was adopted or a ruling made.
func (s *Service) rulesChanged(ctx context.Context, tx *store.Tx) error {
	all, err := allMeetings(ctx, tx)
	if err != nil {
		return err
	}
	for _, m := range all {
		if m.State.Upcoming() || m.State == Inquorate {
			if err := s.setDuties(ctx, tx, m.ID); err != nil {
				return err
			}
		}
	}
	asked, err := requests(ctx, tx)
	if err != nil {
		return err
	}
	for _, r := range asked {
		if r.Meeting == 0 {
			if err := s.requestDuty(ctx, tx, r.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// input is what a meeting was planned from.
func (m Meeting) input() PlanInput {
	return PlanInput{
		Kind: m.Kind, Date: m.Date, Time: m.Time, Place: m.Place, Online: m.Online, Previous: m.Previous, Balance: m.Balance,
		Request: m.Request, Closing: m.Closing, Follows: m.Follows,
	}
}

// duties are what the calendar of a meeting asks for. Once an EGM has closed,
// the dates of its postal vote are the vote's own, but for sending the papers;
// without motions there is no vote.
func (r Record) duties(calendar constitution.Calendar) []governance.Duty {
	var out []governance.Duty
	ended := r.Meeting.State == Closed || r.Meeting.State == Approved
	for _, d := range calendar.Deadlines {
		switch d.What {
		case constitution.DutyClosing, constitution.DutyReport, constitution.DutyDestroy:
			if ended {
				continue
			}
		case constitution.DutyDespatch:
			if ended && len(r.framed()) == 0 {
				continue
			}
		}
		out = append(out, governance.Duty{
			What: r.dutyName(d.What), Title: r.dutyTitle(d.What), Owner: d.Owner, People: r.whose(d.Owner), Due: d.By,
			Until: r.until(d), Rule: d.Rule, Trace: d.Trace.String(), Link: r.Meeting.Link(),
		})
	}
	return out
}

// until is the last day on which what a deadline asks for can be done: members have theirs and no
// longer, and no notice is given of a meeting whose day is past. What is written is written late.
func (r Record) until(d constitution.Deadline) civil.Date {
	switch {
	case d.Owner == constitution.OwnerMembers:
		return d.By
	case d.What == constitution.DutyNotice:
		return r.Meeting.Date
	}
	return civil.Date{}
}

// dutyName tells the notice of a meeting whose day has moved from those given
// for earlier days, which stay done.
func (r Record) dutyName(what constitution.Duty) string {
	if what != constitution.DutyNotice {
		return string(what)
	}
	before := len(r.Notices)
	for before > 0 && r.Notices[len(r.Notices)-before].ForDate == r.Meeting.Date {
		before--
	}
	if before == 0 {
		return string(what)
	}
	return fmt.Sprintf("%s_%d", what, before+1)
}

func (r Record) dutyTitle(what constitution.Duty) string {
	format := map[constitution.Duty]string{
		constitution.DutyProposals: "Proposals for the %s reach the secretary",
		constitution.DutyNotice:    "Send notice and agenda of the %s",
		constitution.DutyRequest:   "Hold the %s that members requested",
		constitution.DutyMotions:   "Give the secretary the motions of the %s",
		constitution.DutyMinutes:   "Give the secretary the minutes of the %s",
		constitution.DutyDespatch:  "Send the voting papers after the %s",
		constitution.DutyClosing:   "Last day for voting papers after the %s",
		constitution.DutyReport:    "Report the postal vote after the %s",
		constitution.DutyDestroy:   "Keep the voting papers of the %s until this day",
	}[what]
	return fmt.Sprintf(format, r.Meeting.Title())
}

// whose are the people that a duty of the chair or the tellers falls to.
func (r Record) whose(owner constitution.Owner) []PersonID {
	var out []PersonID
	switch owner {
	case constitution.OwnerChair:
		if r.Meeting.Chair != 0 {
			out = append(out, r.Meeting.Chair)
		}
	case constitution.OwnerTellers:
		for _, t := range r.Tellers {
			out = append(out, t.Person)
		}
	}
	return out
}

// furtherDuty is rule 4.20: after an AGM without a quorum the committee sets
// another date; eighteen months on it may dissolve the society.
func (s *Service) furtherDuty(ctx context.Context, tx *store.Tx, r Record) ([]governance.Duty, error) {
	if r.Meeting.Kind != AGM {
		return nil, nil
	}
	past, err := pastAGMs(ctx, tx)
	if err != nil {
		return nil, err
	}
	may := r.Constitution.MayDissolve(past, r.Meeting.Date)
	if may.From.IsZero() {
		return nil, nil
	}
	what, err := dutyFurther(ctx, tx, r.Meeting.ID)
	return []governance.Duty{{
		What: what, Title: "Arrange a further date after the " + r.Meeting.Title(), Owner: constitution.OwnerCommittee,
		Due: may.From.AddDays(-1), Rule: may.Trace.Rule, Trace: may.Trace.String(), Link: r.Meeting.Link(),
	}}, err
}

// pastAGMs are the AGMs that were held or tried.
func pastAGMs(ctx context.Context, q store.Queryer) ([]constitution.PastAGM, error) {
	all, err := allMeetings(ctx, q)
	if err != nil {
		return nil, err
	}
	var out []constitution.PastAGM
	for _, m := range all {
		switch {
		case m.Kind != AGM:
		case m.State == Inquorate:
			out = append(out, constitution.PastAGM{Date: m.Date, Quorate: constitution.WithoutQuorum})
		case m.State.Held():
			out = append(out, constitution.PastAGM{Date: m.Date, Quorate: constitution.WithQuorum})
		}
	}
	return out, nil
}

// finish marks a duty of the meeting as done.
func (s *Service) finish(ctx context.Context, tx *store.Tx, r Record, what constitution.Duty) error {
	return s.governance.FinishDuty(ctx, tx, r.Meeting.Source(), r.dutyName(what))
}

// Deadlines are the meeting's deadlines with what is done of them.
func (r Record) deadlines(calendar constitution.Calendar, duties []governance.Duty) []Deadline {
	done := map[string]civil.Instant{}
	for _, d := range duties {
		done[d.What] = d.DoneAt
	}
	out := make([]Deadline, len(calendar.Deadlines))
	for i, d := range calendar.Deadlines {
		out[i] = Deadline{Deadline: d, Done: done[r.dutyName(d.What)]}
	}
	return out
}
