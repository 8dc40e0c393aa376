package constitution

import (
	"fmt"

	"nzgs/internal/apperr"
)

const (
	rule48  = "4.8"
	rule512 = "5.12"
	rule71  = "7.1"
	rule72  = "7.2"
)

// Forum is where a motion is decided.
type Forum string

const (
	AtMeeting Forum = "meeting" // a general meeting
	ByPost    Forum = "postal"  // the postal vote after an EGM
)

// Kind says which majority a motion needs.
type Kind string

const (
	Ordinary       Kind = "ordinary"
	Constitutional Kind = "constitutional" // affects the constitution
)

// Votes are the valid votes on one motion.
type Votes struct{ Yes, No, Abstain int }

// Recorded is how many votes there are in all.
func (v Votes) Recorded() int { return v.Yes + v.No + v.Abstain }

// ChairVote is the vote of the chair of a meeting that is equally divided.
type ChairVote string

const (
	ChairSilent ChairVote = ""
	ChairYes    ChairVote = "yes"
	ChairNo     ChairVote = "no"
	ChairNone   ChairVote = "none" // the chair is not a member, and has no vote
)

// Cast reports whether the chair voted.
func (v ChairVote) Cast() bool { return v != ChairSilent && v != ChairNone }

// Poll is a motion with the votes on it.
type Poll struct {
	By    Forum
	Kind  Kind
	Votes Votes
	Chair ChairVote
}

const maxVotes = 1_000_000

// Check returns what is impossible about a poll, in form order.
func (p Poll) Check() apperr.Fields {
	var f apperr.Fields
	if p.By != AtMeeting && p.By != ByPost {
		f.Add("by", "Choose meeting or postal.")
	}
	if p.Kind != Ordinary && p.Kind != Constitutional {
		f.Add("kind", "Choose ordinary or constitutional.")
	}
	p.Votes.check(&f)
	checkChair(&f, p.Chair, p.Votes)
	if p.By == ByPost && p.Chair.Cast() && !f.Has("chair") {
		f.Add("chair", "A postal vote has no chair: leave this out.")
	}
	return f
}

func (v Votes) check(f *apperr.Fields) {
	for _, n := range []struct {
		name  string
		votes int
	}{{"yes", v.Yes}, {"no", v.No}, {"abstain", v.Abstain}} {
		if n.votes < 0 || n.votes > maxVotes {
			f.Add(n.name, "Enter a number of votes from 0 to %d.", maxVotes)
		}
	}
}

// checkChair refuses a vote of the chair that rule 4.8 does not give.
func checkChair(f *apperr.Fields, chair ChairVote, v Votes) {
	switch {
	case chair == ChairSilent || chair == ChairNone:
	case chair != ChairYes && chair != ChairNo:
		f.Add("chair", "Choose yes or no.")
	case v.Yes != v.No && !f.Has("yes") && !f.Has("no"):
		f.Add(
			"chair", "The chair votes only when the votes are equal (rule 4.8): %d yes and %d no are not equal.", v.Yes, v.No,
		)
	}
}

// Outcome is what became of a motion.
type Outcome struct {
	Carried  bool
	Recorded int  // votes recorded by the count; the chair's own is not among them
	Divided  bool // equal votes and the chair silent: the chair may still vote
	Referred bool // carried by post, and yet to be passed at an AGM (7.1)
	Trace    Trace
}

// Decide applies the rule that the motion falls under: 4.8, 5.12 or 7.2. The
// error has every impossible number.
func (c Constitution) Decide(p Poll) (Outcome, error) {
	f := p.Check()
	if p.By == AtMeeting && p.Chair.Cast() && !f.Has("chair") && c.chairCounted(new(Trace), p.Kind) {
		f.Add("chair", "The chair votes on an amendment with everyone else, and has no second vote (rule 7.2).")
	}
	if err := f.Err(); err != nil {
		return Outcome{}, err
	}
	switch {
	case p.By == ByPost:
		return c.decideByPost(p), nil
	case p.Kind == Constitutional:
		return c.decideAmendment(p), nil
	}
	return c.decideAtMeeting(p), nil
}

// Rule 4.8: a simple majority of those voting; equal votes leave it to the
// chair, who may vote, and without that vote the motion is not passed.
func (c Constitution) decideAtMeeting(p Poll) Outcome {
	m := motion{Constitution: c, rule: rule48, majority: c.Figures.Majority, votes: p.Votes, chair: p.Chair, casting: true}
	m.count("voting", c.whole(&m.trace, p.Votes))
	return m.outcome()
}

// Rule 4.8: the chair votes only where the meeting is otherwise equally
// divided. How many of those present who are entitled vote on a motion before
// that; the chair is where the meeting is, or Absent when nobody has the chair.
func (c Constitution) Voters(present int, chair Presentness, kind Kind) (int, Trace) {
	t := Trace{Rule: rule48}
	switch {
	case chair != Present || present == 0:
		t.Step(rule48, "%d present may vote", present)
	case c.chairCounted(&t, kind):
		t.Step(rule72, "%d present may vote, the chair among them", present)
	default:
		present--
		t.Step(rule48, "%d present − the chair, who votes only on equal votes = %d who may vote", present+1, present)
	}
	return present, t
}

// chairCounted reports whether the chair votes on a motion with the others.
func (c Constitution) chairCounted(t *Trace, kind Kind) bool {
	return kind == Constitutional && c.read(t, ChairAndTen) == "records"
}

// Rule 7.2: at least two thirds of those voting at the meeting, and at least
// ten members record a vote. Where one is missing the chair's might be it.
func (c Constitution) decideAmendment(p Poll) Outcome {
	m := motion{Constitution: c, rule: rule72, majority: c.Figures.ConstitutionAtMeeting, votes: p.Votes, chair: p.Chair}
	m.record(c.Figures.RecordedAtMeeting)
	if p.Votes.Recorded() == c.Figures.RecordedAtMeeting-1 {
		c.read(&m.trace, ChairAndTen)
	}
	m.count("voting", c.whole(&m.trace, p.Votes))
	return m.outcome()
}

// Rule 5.12: a simple majority of those for or against, two thirds for what
// affects the constitution; in all cases at least ten members record a vote.
func (c Constitution) decideByPost(p Poll) Outcome {
	m := motion{Constitution: c, rule: rule512, majority: c.Figures.PostalMajority, votes: p.Votes}
	if p.Kind == Constitutional {
		m.majority = c.Figures.ConstitutionByPost
	}
	m.record(c.Figures.RecordedByPost)
	m.count("for or against", p.Votes.Yes+p.Votes.No)
	out := m.outcome()
	if p.Kind == Constitutional && out.Carried && c.read(&out.Trace, ConstitutionByPost) == "refer" {
		out.Referred = true
		out.Trace.Outcome += "; referred to the AGM (" + rule71 + ")"
	}
	return out
}

// Rule 5.12: the majorities by post in words, for the letter to the members.
func (c Constitution) MajoritiesByPost() (string, Trace) {
	t := Trace{Rule: rule512}
	rule, _ := c.Rule(rule512)
	if c.read(&t, AbstainRecorded) == "not-recorded" {
		return rule.Summary + " Abstain is not a recorded vote.", t
	}
	return rule.Summary + " Abstain counts as a recorded vote too.", t
}

// whole is of how many votes a meeting's majority is taken.
func (c Constitution) whole(t *Trace, v Votes) int {
	if v.Abstain > 0 && c.read(t, ThoseVoting) == "all" {
		return v.Recorded()
	}
	return v.Yes + v.No
}

// motion is the arithmetic on one motion.
type motion struct {
	Constitution
	rule     string
	majority Majority
	votes    Votes
	chair    ChairVote
	casting  bool // the chair may vote where the votes are equal
	short    bool // fewer votes recorded than the rule asks for
	reached  bool
	trace    Trace
}

// record asks for so many recorded votes.
func (m *motion) record(least int) {
	recorded := m.votes.Recorded()
	if m.votes.Abstain > 0 && m.read(&m.trace, AbstainRecorded) == "not-recorded" {
		recorded -= m.votes.Abstain
	}
	sign := "≥"
	if m.short = recorded < least; m.short {
		sign = "<"
	}
	m.trace.Step(m.rule, "%d recorded %s %d", recorded, sign, least)
}

// count compares the Yes votes with the whole; who the whole is, in words.
func (m *motion) count(who string, of int) {
	yes, no := m.votes.Yes, m.votes.No
	if m.chair.Cast() {
		m.trace.Step(rule48, "%d yes = %d no: the chair votes %s", yes, no, m.chair)
		of++
		if m.chair == ChairYes {
			yes++
		} else {
			no++
		}
	}
	m.reached = m.majority.Reached(yes, of)
	if m.majority == Simple && of == yes+no {
		m.trace.Step(m.rule, "%d yes %s %d no", yes, sign(yes, no), no)
		return
	}
	if of == 0 {
		m.trace.Step(m.rule, "no one %s", who)
		return
	}
	m.trace.Step(m.rule, "%d of %d %s %s", yes, of, who, m.majority.compared(m.reached))
}

// sign stands between two numbers.
func sign(a, b int) string {
	switch {
	case a > b:
		return ">"
	case a < b:
		return "<"
	}
	return "="
}

func (m *motion) outcome() Outcome {
	out := Outcome{Carried: m.reached && !m.short, Recorded: m.votes.Recorded()}
	m.trace.Rule = m.rule
	m.trace.conclude("not carried")
	if out.Carried {
		m.trace.conclude("carried")
	}
	switch equal := m.casting && m.votes.Yes == m.votes.No; {
	case equal && m.chair == ChairSilent:
		out.Divided = true
		m.trace.Step(rule48, "the chair may vote, and has not")
	case equal && m.chair == ChairNone:
		m.trace.Step(rule48, "the chair is not a member and has no vote")
	}
	out.Trace = m.trace
	return out
}

// String is "8-4-0": yes, no, abstain.
func (v Votes) String() string { return fmt.Sprintf("%d-%d-%d", v.Yes, v.No, v.Abstain) }
