package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// PlanInput is what a meeting is planned from. Its form fields are kind, date,
// time, place, online, previous, balance_date, request, closing and follows.
type PlanInput struct {
	Kind     Kind
	Date     civil.Date
	Time     string     // "19:30"; "" only in Plan
	Place    string     // "" only in Plan
	Online   string     // where to join from afar, or ""
	Previous civil.Date // of an AGM; zero: the latest AGM that is recorded with a quorum
	Balance  civil.Date // of an AGM; zero: not known
	Request  RequestID  // of an EGM that members asked for; 0: the committee's initiative
	Closing  civil.Date // of an EGM's postal vote; zero: the latest that the rules allow
	Follows  ID         // inquorate meeting whose further date this is, or 0
}

// Plan is what the date of a meeting leads to.
type Plan struct {
	Input        PlanInput  // with what was derived: the previous AGM
	Requested    civil.Date // receipt of the members' request; zero: none
	Constitution constitution.Constitution
	Calendar     constitution.Calendar // deadlines with rule and arithmetic, warnings, reminders
}

// Deadline is a deadline of a saved meeting.
type Deadline struct {
	constitution.Deadline
	Done civil.Instant // zero: not done
}
