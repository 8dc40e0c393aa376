package constitution

import (
	"slices"

	"nzgs/internal/civil"
)

// Duty is what a deadline is for.
type Duty string

const (
	DutyProposals Duty = "proposals"            // 4.17: reach the secretary
	DutyNotice    Duty = "notice"               // 4.1, 5.3: is sent
	DutyRequest   Duty = "request"              // 5.1: the requested EGM is held
	DutyMotions   Duty = "motions_to_secretary" // 5.8
	DutyMinutes   Duty = "minutes"              // 4.5: reach the secretary
	DutyDespatch  Duty = "despatch"             // 5.9: voting papers go out
	DutyClosing   Duty = "closing"              // 5.9: last day for voting papers
	DutyReport    Duty = "report"               // 5.11: the tellers report
	DutyDestroy   Duty = "destroy_not_before"   // 5.11: the first day on which papers may be destroyed
)

// Label is the duty as people read it.
func (d Duty) Label() string {
	switch d {
	case DutyProposals:
		return "Proposals reach the secretary"
	case DutyNotice:
		return "Notice and agenda are sent"
	case DutyRequest:
		return "The requested meeting is held"
	case DutyMotions:
		return "Motions reach the secretary"
	case DutyMinutes:
		return "Minutes reach the secretary"
	case DutyDespatch:
		return "Voting papers go out"
	case DutyClosing:
		return "Last day for voting papers"
	case DutyReport:
		return "The tellers report"
	case DutyDestroy:
		return "Papers are kept until"
	}
	return string(d)
}

// Owner is who a duty falls to.
type Owner string

const (
	OwnerSecretary Owner = "secretary"
	OwnerCommittee Owner = "committee"
	OwnerChair     Owner = "chair"
	OwnerTellers   Owner = "tellers"
	OwnerMembers   Owner = "members"
)

var owners = map[Duty]Owner{
	DutyProposals: OwnerMembers, DutyNotice: OwnerSecretary, DutyRequest: OwnerCommittee, DutyMotions: OwnerChair,
	DutyMinutes:  OwnerChair,
	DutyDespatch: OwnerSecretary, DutyClosing: OwnerMembers, DutyReport: OwnerTellers, DutyDestroy: OwnerTellers,
}

// Deadline is a date that a rule sets.
type Deadline struct {
	What  Duty
	By    civil.Date // the last day without a warning; of DutyDestroy the first day
	Rule  string
	Owner Owner
	Trace Trace
}

// Calendar is every date around a general meeting.
type Calendar struct {
	Deadlines []Deadline // by date
	Warnings  Findings   // in the order of the rules; all are warnings
	Readings  []Used     // of open questions, that dates or warnings rest on
	Reminders []Reminder // what the law adds, to be confirmed
}

// calendar builds a Calendar.
type calendar struct {
	Calendar
	inquiry
}

func (k *calendar) add(what Duty, rule string, by func(*Trace) civil.Date) civil.Date {
	t := Trace{Rule: rule}
	day := by(&t)
	k.uses(t)
	k.Deadlines = append(k.Deadlines, Deadline{What: what, By: day, Rule: rule, Owner: owners[what], Trace: t})
	return day
}

func (k *calendar) done() Calendar {
	slices.SortStableFunc(k.Deadlines, func(a, b Deadline) int { return a.By.Compare(b.By) })
	k.Warnings, k.Readings = k.findings, k.trace.Readings
	return k.Calendar
}
