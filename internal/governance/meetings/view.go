package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
)

// Record is everything that was recorded of a meeting, and what follows from
// it. Guards and minutes are functions of it.
type Record struct {
	Meeting      Meeting
	Days         Days                      // that it was arranged for; its own is the last
	Constitution constitution.Constitution // the meeting is held by
	Request      *Request                  // of an EGM that members asked for
	Agenda       []AgendaItem
	Notices      []Notice // the latest first
	Papers       []Paper  // without their content
	Attendance   []Presence
	Quorum       Quorum
	Chair        Chairing
	Tellers      []Someone
	Motions      []Motion
	Actions      []Action
	Approves     []ApprovedHere // minutes that it approved
	Minutes      Minutes
	Sittings     []Sitting // that were adjourned, the first one first
	Floor        Floor
	Notes        []Note
	Speakers     []Speaker
	Apologies    []Apology

	facts facts
}

// View is a meeting as the actor sees it.
type View struct {
	Record
	Deadlines []Deadline
	Warnings  constitution.Findings // of the calendar
	Reminders []constitution.Reminder
	Previous  *Meeting // the inquorate meeting whose further date this is
	Further   *Meeting // the further date of this one
	Next      []Step
	Own       OwnApology
	Attend    constitution.Findings // what keeps attendance from being recorded now
	May       May
}

// Step is a state that the meeting may come to next, with what stands in the
// way.
type Step struct {
	To       State
	Findings constitution.Findings // an obstacle keeps the step from being taken
}

// Open reports whether the step can be taken.
func (s Step) Open() bool { return !s.Findings.Blocked() }

// May is what the actor may do with a meeting now.
type May struct {
	Hold         bool // is of those who hold meetings: the secretary, the president
	Chair        bool // has the chair
	Edit         bool // date, time, place
	Agenda       bool // add items
	Propose      bool
	SendNotice   bool
	Post         bool // record that letters were posted
	Attend       bool // record attendance
	Open         bool // also that there is no quorum
	ElectChair   bool
	SetTellers   bool
	Vote         bool // record amendments, counts, outcomes
	CastVote     bool // the chair's own, rule 4.8
	Close        bool
	Adjourn      bool // to another day, or to choose another one than was chosen
	Apologies    bool // record those of others
	Note         bool // write down what was said, and whom is asked to do what
	WriteMinutes bool
	Approve      bool
	ShowMinutes  bool // in draft, to members
	HideMinutes  bool
	Cancel       bool
	SetFurther   bool // a further date after an inquorate meeting
	SeeAddresses bool // of the roll
}

// Summary is a meeting in a list.
type Summary struct {
	Meeting
	ChairName  string
	Motions    int
	HasMinutes bool          // that the actor may read: a draft is for those who see the meeting
	Continues  *AdjournInput // of one that is adjourned
}

// Meetings are the meetings that the actor may see.
type Meetings struct {
	Upcoming []Summary // the next first
	Past     []Summary // the latest first
	MayCall  bool
}

// Published is a general meeting as every member sees it.
type Published struct {
	Meeting Meeting
	Notice  *Notice // the latest; nil before it was sent
	Agenda  []AgendaItem
	Motions []Motion // on the notice, or decided; without who counted
	Papers  []Paper  // once its notice is written
	Quorum  Quorum   // of a meeting that has opened
	Chair   Chairing
	Minutes *Minutes                  // once members may read them
	Changes map[MotionID][]string     // what motions would change in the constitution's figures
	Rules   map[MotionID][]RuleChange // and in its wording
	Own     OwnApology
	Tellers []Someone
	Further *Meeting      // the further date of a meeting without a quorum
	On      civil.Date    // the day, or the latest one to which it was adjourned
	Next    *AdjournInput // on which it continues; nil of one that is not adjourned
}

// DissolutionAdvice is the calculation of rule 4.20. It decides nothing.
type DissolutionAdvice struct {
	On     civil.Date
	May    constitution.Dissolution
	AsOf   civil.Date // whose clubs share: affiliated on this day
	Assets money.Cents
	Shares []constitution.Share
	Trace  constitution.Trace // of the shares
}
