package postal

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// source names a vote in the list of duties.
func source(id VoteID) string { return fmt.Sprintf("postal:%d", id) }

// meetingSource names the EGM there: it owes the papers as well, until a vote
// sends them.
func meetingSource(id MeetingID) string { return fmt.Sprintf("meeting:%d", id) }

// dutyTitles are what is to be done, in the words of the list of duties.
var dutyTitles = map[constitution.Duty]string{
	constitution.DutyDespatch: "Send out the voting papers of “%s”",
	constitution.DutyClosing:  "Last day for voting papers of “%s”; close the vote afterwards",
	constitution.DutyReport:   "Report the totals of “%s” to the secretary",
	constitution.DutyDestroy:  "Destroy the voting papers of “%s”, not before this day",
}

// rulesChanged works out again what is due of the votes whose papers are not
// destroyed: a version was adopted or a ruling made.
func (s *Service) rulesChanged(ctx context.Context, tx *store.Tx) error {
	all, err := allVotes(ctx, tx)
	if err != nil {
		return err
	}
	for _, v := range all {
		if v.State == StateDestroyed {
			continue
		}
		if err := s.setDuties(ctx, tx, v.ID); err != nil {
			return err
		}
	}
	return nil
}

// setDuties makes the vote's duties what its dates now ask for.
func (s *Service) setDuties(ctx context.Context, tx *store.Tx, id VoteID) error {
	f, err := s.facts(ctx, tx, id)
	if err != nil {
		return err
	}
	dates, err := postalDates(f.dates, f.Vote)
	if err != nil {
		return err
	}
	var tellers []auth.PersonID
	for _, t := range f.tellers {
		tellers = append(tellers, t.Person)
	}
	var duties []governance.Duty
	for _, d := range dates.Deadlines {
		title, ours := dutyTitles[d.What]
		if !ours {
			continue
		}
		duty := governance.Duty{What: string(d.What), Title: fmt.Sprintf(title, f.Title), Owner: d.Owner, Due: d.By, Rule: d.Rule,
			Trace: d.Trace.String(), Link: fmt.Sprintf("/postal-votes/%d", id)}
		if d.What == constitution.DutyClosing { // members send papers by it, and the secretary closes the vote
			duty.Owner = constitution.OwnerSecretary
		}
		if duty.Owner == constitution.OwnerTellers {
			duty.People = tellers
		}
		duties = append(duties, duty)
	}
	duties = append(append(duties, f.keyDuty(dates)...), f.proposalDuty()...)
	return s.gov.SetDuties(ctx, tx, source(id), duties)
}

// dutyKeys is that tellers make, prove and sign keys, before the papers go out.
const dutyKeys = "keys"

// keyDuty is what is due of the tellers who have not proved a key or not signed all;
// none once all have, and once the papers are out.
func (f facts) keyDuty(dates constitution.Calendar) []governance.Duty {
	set, complete := f.keySet()
	var people []auth.PersonID
	for _, t := range f.tellers {
		if !t.Ready() || complete && f.unsignedBy(t, set) != "" {
			people = append(people, t.Person)
		}
	}
	if len(people) == 0 || !f.State.before(StateDespatched) {
		return nil
	}
	for _, d := range dates.Deadlines {
		if d.What == constitution.DutyDespatch {
			return []governance.Duty{{
				What: dutyKeys, Title: fmt.Sprintf("Make and prove your key as teller of “%s”", f.Title),
				Owner: constitution.OwnerTellers, People: people, Due: d.By, Rule: d.Rule, Trace: d.Trace.String(), Link: f.link(),
			}}
		}
	}
	return nil
}

// dutyProposal is that an open proposal about a teller is confirmed, before it lapses.
const dutyProposal = "proposal"

// proposalDuty is what is due of whom the open proposal names, until their key is proved,
// and then of the tellers who stay; the officers see it too.
func (f facts) proposalDuty() []governance.Duty {
	r := f.proposal
	if r == nil {
		return nil
	}
	people := []auth.PersonID{r.In.Person}
	title := "Register the key that is proposed for “%s”"
	if r.Ready() {
		title, people = "Confirm another teller or key of “%s”", nil
		for _, t := range f.tellers {
			if t.Person != r.Out.Person {
				people = append(people, t.Person)
			}
		}
	}
	return []governance.Duty{{
		What: dutyProposal, Title: fmt.Sprintf(title, f.Title), Owner: constitution.OwnerTellers, People: people,
		Due: r.lapses().AddDays(-1), Until: r.lapses().AddDays(-1), Rule: "5.5", Link: f.link(),
		Trace: fmt.Sprintf("Proposed on %s; it lapses after %d days.", r.At.Date().Long(), lasts),
	}}
}
