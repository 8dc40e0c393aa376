package constitution

import (
	"cmp"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

const (
	rule418 = "4.18"
	rule419 = "4.19"
)

// proposers is the proposing and the seconding member: no figure to amend, but
// what the words mean.
const proposers = 2

// proposalsBy is the last day for proposals before an AGM.
func (c Constitution) proposalsBy(t *Trace, agm civil.Date) civil.Date {
	by := agm.AddMonths(-c.Figures.ProposalMonths)
	t.Step(rule417, "%s − %s = %s", agm.Long(), counted(c.Figures.ProposalMonths, "month"), by.Long())
	return by
}

// Proposal is a proposal for an AGM.
type Proposal struct {
	From     Origin // "": a member
	Kind     Kind
	AGM      civil.Date
	Received civil.Date
	Accepted civil.Date // day on which the secretary took a late one; zero: not
	Proposer Signature
	Seconder Signature
	Earlier  Earlier // days of the AGM before this one
}

// Rule 4.17: proposals reach the secretary two months before the AGM, or later
// as the secretary finds practical; two members sign them. What was in time
// for the day that the AGM was arranged for then stays in time when it is moved.
func (c Constitution) Propose(p Proposal) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule417}}
	q.carry(c, p.Earlier, p.AGM)
	c.checkReceived(&q, p)
	c.checkSigned(&q, p)
	return q.close("goes on the agenda", "does not go on the agenda")
}

// checkSigned asks for the two signatures, unless the proposal is moved from
// the chair (4.12).
func (c Constitution) checkSigned(q *inquiry, p Proposal) {
	if p.From != "" && p.From != FromMember {
		needed, t := c.MoverNeeded(p.From, p.Kind)
		q.trace.add(t)
		if !needed {
			return
		}
	}
	signed := entitled(q, rule417, []Signature{p.Proposer, p.Seconder}, "is not a member")
	if len(signed) < proposers {
		q.obstacle(rule417, "Signed by %s < %d: a proposing and a seconding one", counted(len(signed), "member"), proposers)
	} else {
		q.passed(rule417, "Signed by a proposing and a seconding member")
	}
}

func (c Constitution) checkReceived(q *inquiry, p Proposal) {
	by := c.proposalsBy(&q.trace, p.AGM)
	switch {
	case p.Received.IsZero():
		q.obstacle(rule417, "The proposal was not received")
	case !p.Received.After(by):
		q.passed(rule417, "Received on %s, not later than %s", p.Received.Long(), by.Long())
	case !c.wasInTime(q, p):
		c.checkLate(q, p, by)
	}
}

// wasInTime reports whether a proposal was in time for the day that the AGM was
// arranged for when it was received, and stays so.
func (c Constitution) wasInTime(q *inquiry, p Proposal) bool {
	if !p.Earlier.moved(p.AGM) {
		return false
	}
	var t Trace
	by := c.proposalsBy(&t, p.Earlier.Stood)
	if p.Received.After(by) || !c.standsBy(q) {
		return false
	}
	q.trace.add(t)
	q.passed(
		rule417, "Received on %s, not later than %s, for the AGM, which was then set for %s", p.Received.Long(), by.Long(),
		p.Earlier.Stood.Long(),
	)
	return true
}

// checkLate judges a proposal that came after the last day for proposals.
func (c Constitution) checkLate(q *inquiry, p Proposal, by civil.Date) {
	limit, t := c.lastForLate(p.AGM)
	if p.Earlier.moved(p.AGM) && !p.acceptedBy(limit) {
		stood, then := c.lastForLate(p.Earlier.Stood)
		if p.acceptedBy(stood) && c.standsBy(q) {
			limit, t = stood, then
		}
	}
	q.trace.add(t)
	switch {
	case p.Received.After(limit):
		q.obstacle(rule417, "Received on %s, later than %s", p.Received.Long(), limit.Long())
	case p.Accepted.IsZero():
		q.obstacle(
			rule417, "Received on %s, later than %s, and the secretary’s acceptance is not recorded", p.Received.Long(),
			by.Long(),
		)
	case !p.acceptedBy(limit):
		q.obstacle(
			rule417, "Accepted on %s, which is not between %s, when it was received, and %s", p.Accepted.Long(),
			p.Received.Long(), limit.Long(),
		)
	default:
		q.warn(
			rule417, "Received on %s, later than %s, and accepted by the secretary on %s", p.Received.Long(), by.Long(),
			p.Accepted.Long(),
		)
	}
}

// lastForLate is the last day on which a late proposal may be accepted.
func (c Constitution) lastForLate(agm civil.Date) (civil.Date, Trace) {
	var t Trace
	switch c.read(&t, LateProposal) {
	case "notice":
		return c.noticeBefore(&t, rule41, agm, c.Figures.NoticeDays), t
	case "meeting":
		return agm.AddDays(-1), t
	}
	return c.proposalsBy(new(Trace), agm), t
}

// acceptedBy reports whether a late proposal was accepted once it was there,
// and not after a day.
func (p Proposal) acceptedBy(last civil.Date) bool {
	return !p.Accepted.IsZero() && !p.Accepted.Before(p.Received) && !p.Accepted.After(last)
}

// Fate is what became of an amendment to a motion.
type Fate string

const (
	Undecided Fate = "undecided"
	Adopted   Fate = "adopted"
	Rejected  Fate = "rejected"
	Withdrawn Fate = "withdrawn"
	Ruled     Fate = "ruled_out" // not relevant, or without a seconder
)

// MotionAmendment is an amendment to a motion at the meeting.
type MotionAmendment struct {
	No       int    // order of being dealt with, from 1
	Text     string // of the motion as it would be amended
	Proposer Person
	Seconder Person
	Fate     Fate
}

// Substantive is a motion after its amendments.
type Substantive struct {
	Text  string // as amended so far
	Ready bool   // every amendment is dealt with: the motion may be put
	Next  int    // number of the amendment to be dealt with next, or 0
	Trace Trace
}

// Rule 4.18: relevant amendments, proposed and seconded, are dealt with before
// the motion, whose text is then the amended one. The error names amendments
// that cannot be.
func (c Constitution) Amended(text string, amendments []MotionAmendment) (Substantive, error) {
	var f apperr.Fields
	list := slices.Clone(amendments)
	slices.SortFunc(list, func(a, b MotionAmendment) int { return cmp.Compare(a.No, b.No) })
	out := Substantive{Text: text, Trace: Trace{Rule: rule418}}
	for i, a := range list {
		switch {
		case a.No < 1 || i > 0 && list[i-1].No == a.No:
			f.Add("amendments", "Number the amendments from 1, each once.")
		case strings.TrimSpace(a.Text) == "":
			f.Add("amendments", "Enter the text of the motion as amendment %d would have it.", a.No)
		case a.Fate != Ruled && a.Fate != Withdrawn &&
			(a.Proposer.ID == a.Seconder.ID || a.Proposer == (Person{}) || a.Seconder == (Person{})):
			f.Add("amendments", "Amendment %d needs a proposer and another member as seconder (rule 4.18).", a.No)
		}
	}
	if err := f.Err(); err != nil {
		return Substantive{}, err
	}
	for _, a := range list {
		switch a.Fate {
		case Adopted:
			out.Text = a.Text
			out.Trace.Step(rule418, "Amendment %d adopted: it is now the motion", a.No)
		case Rejected, Withdrawn, Ruled:
			out.Trace.Step(
				rule418, "Amendment %d %s: the motion stays as it was", a.No, strings.ReplaceAll(string(a.Fate), "_", " "),
			)
		default:
			if out.Next == 0 {
				out.Next = a.No
			}
			out.Trace.Step(rule418, "Amendment %d has not been dealt with", a.No)
		}
	}
	out.Ready = out.Next == 0
	out.Trace.conclude("amendments come first")
	if out.Ready {
		out.Trace.conclude("the motion may be put")
	}
	return out, nil
}

// Effect is what a proposal under other business would change.
type Effect string

const (
	NoSubstance      Effect = "none"
	ChangesFee       Effect = "fee"
	ChangesOfficer   Effect = "officer"
	ChangesRules     Effect = "constitution"
	ChangesOtherwise Effect = "otherwise" // substantially, in the chair's judgement
)

// Leave is the chair's answer to a proposal under other business.
type Leave string

const (
	Given   Leave = "given"
	Refused Leave = "refused"
)

// Rule 4.19: proposals under other business are at the chair's discretion and
// never affect the society's conduct substantially: no fee, no officer, not
// the constitution.
func (c Constitution) ProposeUnderOtherBusiness(effect Effect, leave Leave) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule419}}
	if effect == NoSubstance {
		q.passed(rule419, "It changes nothing of substance")
	} else {
		what := map[Effect]string{ChangesFee: "a fee", ChangesOfficer: "an officer", ChangesRules: "the constitution"}
		q.obstacle(
			rule419, "It would change %s; other business may not change anything of substance",
			cmp.Or(what[effect], "something of substance"),
		)
	}
	if leave == Given {
		q.passed(rule419, "The chair allows it")
	} else {
		q.obstacle(rule419, "The chair has not allowed it")
	}
	return q.close("may be put", "may not be put")
}
