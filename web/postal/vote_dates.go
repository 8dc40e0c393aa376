package postal

import (
	"slices"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// How far a vote is: its stages, and its dates.

// Date is a line of a vote's timeline (partial "postal-timeline"). State
// is "done", "current" or "todo".
type Date struct {
	Label, Owner, State, Done string
	Due                       kit.Trace
}

// stages are the states of the vote as a line of steps.
func stages(f postal.File) []kit.Step {
	labels := []struct {
		state postal.State
		label string
	}{
		{postal.StateDraft, "Draft"}, {postal.StateFrozen, "Roll frozen"}, {postal.StateTellers, "Tellers"},
		{postal.StatePapers, "Papers made"},
		{postal.StateDespatched, "Papers out"}, {postal.StateClosed, "Closed"}, {postal.StateAgreed, "Agreed"},
		{postal.StateReported, "Reported"}, {postal.StateDeclared, "Declared"}, {postal.StateDestroyed, "Destroyed"},
	}
	now := f.State
	if now == postal.StateRecheck {
		now = postal.StateClosed
	}
	var out []kit.Step
	state := "done"
	for _, l := range labels {
		one := kit.Step{Label: l.label, State: state}
		if l.state == now {
			one.State, state = "current", "todo"
			if now == postal.StateDestroyed {
				one.State = "done"
			}
		}
		out = append(out, one)
	}
	return out
}

// timeline is every date of the vote; the first that is still to come is
// the current one.
func timeline(f postal.File) []Date {
	done := map[constitution.Duty]string{}
	note := func(what constitution.Duty, happened bool, text string) {
		if happened {
			done[what] = text
		}
	}
	note(constitution.DutyMotions, f.State != postal.StateDraft, "Framed")
	note(
		constitution.DutyMinutes, slices.ContainsFunc(f.Documents, func(d postal.Document) bool { return d.Minutes }),
		"With the documents",
	)
	note(constitution.DutyDespatch, !f.Despatched.IsZero(), "Sent on "+f.Despatched.Long())
	note(constitution.DutyClosing, !f.ClosedAt.IsZero(), "Closed")
	note(constitution.DutyReport, !f.Reported.IsZero(), "Reported on "+f.Reported.Long())
	note(constitution.DutyDestroy, !f.Destroyed.IsZero(), "Destroyed on "+f.Destroyed.Long())
	return calendarLines(f.Calendar, done)
}

// calendarLines sets a calendar as a timeline; of what is done it is said when.
func calendarLines(k constitution.Calendar, done map[constitution.Duty]string) []Date {
	var out []Date
	current := false
	for _, d := range k.Deadlines {
		line := Date{
			Label: d.What.Label(), Owner: kit.Capital(string(d.Owner)), State: "todo", Done: done[d.What],
			Due: kit.RuleTrace(d.By.Long(), d.Trace),
		}
		switch {
		case line.Done != "":
			line.State = "done"
		case !current && isVoteDuty(d.What):
			line.State, current = "current", true
		}
		out = append(out, line)
	}
	return out
}

// isVoteDuty tells the vote's own dates from those of its meeting.
func isVoteDuty(d constitution.Duty) bool {
	return d == constitution.DutyDespatch || d == constitution.DutyClosing || d == constitution.DutyReport ||
		d == constitution.DutyDestroy
}
