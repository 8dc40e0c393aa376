package constitution

import "nzgs/internal/civil"

// GeneralMeeting is the kind of a general meeting.
type GeneralMeeting string

const (
	AnnualMeeting        GeneralMeeting = "agm"
	ExtraordinaryMeeting GeneralMeeting = "egm"
)

// Presentness says whether somebody is at the meeting.
type Presentness string

const (
	Present Presentness = "present"
	Absent  Presentness = "absent"
)

// ConstitutionalMotion is a motion to amend the constitution before it is put.
type ConstitutionalMotion struct {
	Meeting  GeneralMeeting
	Proposal Proposal // as received (4.17)
	Agenda   []int    // numbers of the motions that the notice's agenda has
	Number   int      // of this motion
	Proposer Presentness
	Seconder Presentness
	Method   Method // how it is to be counted
}

// Rule 7.1: the constitution is amended only at an AGM, by a motion that was
// submitted under 4.17 and is on the agenda, and that has not lapsed because
// its proposer or seconder is absent; ten recorded votes (7.2) ask for a
// counted vote.
func (c Constitution) PutAmendment(m ConstitutionalMotion) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule71}}
	if m.Meeting == AnnualMeeting {
		q.passed(rule71, "At an AGM")
	} else if c.read(&q.trace, WhichMeeting) == "general" {
		q.passed(rule72, "At a general meeting")
	} else {
		q.obstacle(rule71, "Only an AGM can amend the constitution")
	}
	notice, t := c.Propose(m.Proposal)
	q.findings = append(q.findings, notice...)
	q.trace.add(t)
	if count(m.Agenda, m.Number) == 0 {
		q.obstacle(rule71, "Motion %d is not on the agenda of the notice", m.Number)
	} else {
		q.passed(rule71, "Motion %d is on the agenda", m.Number)
	}
	c.checkLapse(&q, m)
	if m.Method == Voice {
		q.obstacle(rule72, "A vote by voice records no votes: count hands or ballot papers")
	}
	return q.close("may be put", "may not be put")
}

// Rule 7.1: what an amendment asks for besides its majority, in words for those
// who record one.
func (c Constitution) AmendmentAsks() (string, Trace) {
	t := Trace{Rule: rule71}
	meeting, absent := "an AGM", "its proposer or seconder is absent"
	if c.read(&t, WhichMeeting) == "general" {
		meeting = "a general meeting"
	}
	if c.read(&t, Lapse) == "both" {
		absent = "both its proposer and its seconder are absent"
	}
	return "It can be passed only at " + meeting + ", if it was sent in on time and is on the agenda. It lapses if " +
		absent + " (rule 7.1).", t
}

func (c Constitution) checkLapse(q *inquiry, m ConstitutionalMotion) {
	proposer, seconder := m.Proposer == Present, m.Seconder == Present
	if m.Proposal.From == FromCommittee {
		if needed, t := c.MoverNeeded(FromCommittee, Constitutional); !needed {
			q.trace.add(t)
			return
		}
	}
	switch {
	case proposer && seconder:
		q.passed(rule71, "Proposer and seconder are present")
	case !proposer && !seconder:
		q.obstacle(rule71, "Proposer and seconder are absent: the amendment lapses")
	case c.read(&q.trace, Lapse) == "both":
		q.warn(rule71, "Either the proposer or the seconder is absent")
	case proposer:
		q.obstacle(rule71, "The seconder is absent: the amendment lapses")
	default:
		q.obstacle(rule71, "The proposer is absent: the amendment lapses")
	}
}

// Rule 7.2: an amendment takes effect from the end of the meeting: the day
// that its version is from. The meeting itself is held by the version before
// (see Versions.Governing).
func (c Constitution) AmendmentEffect(meeting civil.Date) (civil.Date, Trace) {
	t := Trace{Rule: rule72}
	from := meeting
	if c.read(&t, EndOfMeeting) == "next-day" {
		from = meeting.AddDays(1)
	}
	t.Step(rule72, "From the end of the meeting of %s", meeting.Long())
	t.conclude("in force from %s", from.Long())
	return from, t
}
