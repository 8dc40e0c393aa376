package meetings

import (
	"slices"

	"nzgs/internal/governance/constitution"
)

// deriveMotion works out how a motion stands: its text after the amendments,
// what keeps it from being put, and what the counts come to.
func (r Record) deriveMotion(m *Motion) {
	m.Mover, m.Seconder = r.named(m.Mover), r.named(m.Seconder)
	for i := range m.Amendments {
		a := &m.Amendments[i]
		a.Mover, a.Seconder = r.named(a.Mover), r.named(a.Seconder)
		r.nameCounts(&a.Ballot)
		a.Change = asWritten(r.Constitution, a.Change)
		a.Outcome, a.Decisive = r.outcome(constitution.Ordinary, a.Ballot)
		a.ChairMay = a.Outcome.Divided && r.presided(a.Ballot, a.Decisive)
		if a.Fate == constitution.Undecided {
			a.Trace = a.Outcome.Trace
		}
	}
	r.nameCounts(&m.Ballot)
	m.MovedChange = asWritten(r.Constitution, m.MovedChange)
	amended := r.amended(*m)
	m.Text, m.Ready, m.Change = amended.Text, amended.Ready, m.changeNow()
	if n, sent := r.notice(); sent {
		m.OnNotice = slices.Contains(n.Motions, m.Number)
	}
	m.Late, m.Timely = r.timely(*m)
	m.Outcome, m.Decisive = r.outcome(m.Kind, m.Ballot)
	if m.State == Pending {
		if !m.Put() { // what was voted on is declared, whoever has gone since
			m.Stops = r.stops(*m, constitution.Hands)
		}
		m.Trace = m.Outcome.Trace
		m.ChairMay = m.Outcome.Divided && r.presided(m.Ballot, m.Decisive)
	}
}

func (r Record) named(s Someone) Someone {
	if s.Person == 0 {
		return Someone{}
	}
	return r.facts.someone(s.Person)
}

// amended applies rule 4.18 to a motion as it stands.
func (r Record) amended(m Motion) constitution.Substantive {
	list := make([]constitution.MotionAmendment, len(m.Amendments))
	for i, a := range m.Amendments {
		list[i] = constitution.MotionAmendment{
			No: a.Number, Text: a.Text, Proposer: a.Mover.as(), Seconder: a.Seconder.as(), Fate: a.Fate,
		}
	}
	out, err := r.Constitution.Amended(m.Moved, list)
	if err != nil { // what was recorded was checked by the same rule
		return constitution.Substantive{Text: m.Moved, Trace: constitution.Trace{Rule: "4.18", Outcome: err.Error()}}
	}
	return out
}

// changeNow is the change of the constitution as amended so far.
func (m Motion) changeNow() []FigureChange {
	change := m.MovedChange
	for _, a := range m.Amendments {
		if a.Fate == constitution.Adopted && a.Change != nil {
			change = a.Change
		}
	}
	return change
}

// next is the number of the amendment to be dealt with next, or 0.
func (r Record) next(m Motion) int { return r.amended(m).Next }

// proposal is a motion as rule 4.17 sees it.
func (r Record) proposal(m Motion) constitution.Proposal {
	signature := func(s Someone) constitution.Signature {
		return constitution.Signature{
			Person: s.as(), Entitled: s.Person != 0 && r.facts.signed[signing{s.Person, m.Received}],
		}
	}
	return constitution.Proposal{
		From: m.Origin, Kind: m.Kind, AGM: r.Meeting.Date, Received: m.Received, Accepted: m.Accepted,
		Proposer: signature(m.Mover), Seconder: signature(m.Seconder), Earlier: r.Days.Earlier(m.Received),
	}
}

// timely applies rule 4.17 to a member's proposal for an AGM, with the days
// that it was arranged for before. The committee's and formal ones are moved
// from the chair (4.12): the trace is empty; those on the constitution are in
// time whoever brings them (7.1).
func (r Record) timely(m Motion) (constitution.Findings, constitution.Trace) {
	if r.Meeting.Kind != AGM || m.Item != constitution.Proposals {
		return nil, constitution.Trace{}
	}
	if m.Origin != constitution.FromMember && m.Kind != constitution.Constitutional {
		return nil, constitution.Trace{}
	}
	return r.Constitution.Propose(r.proposal(m))
}

// late is what timely finds.
func (r Record) late(m Motion) constitution.Findings {
	findings, _ := r.timely(m)
	return findings
}

// stops is what keeps a motion from being put to a vote by the method now.
func (r Record) stops(m Motion, method constitution.Method) constitution.Findings {
	var out constitution.Findings
	add := func(rule, text string) {
		out = append(out, constitution.Finding{Gravity: constitution.Obstacle, Rule: rule, Text: text})
	}
	if !m.Ready {
		add("4.18", "Its amendments come first")
	}
	switch r.Meeting.Kind {
	case EGM:
		if decides, t := r.Constitution.EGMDecides(m.subject()); !decides {
			add(t.Rule, t.Lines()[len(t.Steps)-1])
		} else if m.Kind == constitution.Constitutional {
			findings, _ := r.Constitution.PutAmendment(r.constitutional(m, method))
			out = append(out, findings...)
		}
	case Committee:
		if !r.Quorum.Reached {
			add(r.Quorum.Trace.Rule, r.Quorum.Trace.Lines()[0])
		}
	case AGM:
		out = append(out, r.stopsAtAGM(m, method)...)
	}
	return out
}

// subject is what a motion is about as an EGM sees it: formal ones are of
// procedure and decided there, all others by post. Nothing on the constitution
// is a formality (7.1).
func (m Motion) subject() constitution.Subject {
	if m.Origin == constitution.Formal && m.Kind != constitution.Constitutional {
		return constitution.Procedure
	}
	return constitution.Substance
}

func (r Record) stopsAtAGM(m Motion, method constitution.Method) constitution.Findings {
	if m.Kind == constitution.Constitutional {
		findings, _ := r.Constitution.PutAmendment(r.constitutional(m, method))
		return findings
	}
	if m.Item == constitution.OtherBusiness {
		findings, _ := r.Constitution.ProposeUnderOtherBusiness(m.Effect, constitution.Given)
		return findings
	}
	if m.Item == constitution.Proposals && m.Origin != constitution.Formal && !m.OnNotice {
		return constitution.Findings{
			{Gravity: constitution.Obstacle, Rule: "4.1", Text: "It is not on the agenda of the notice"},
		}
	}
	return nil
}

// generalMeetings are the kinds of meeting as rule 7.1 tells them apart.
var generalMeetings = map[Kind]constitution.GeneralMeeting{
	AGM: constitution.AnnualMeeting, EGM: constitution.ExtraordinaryMeeting,
}

// constitutional is a motion as rule 7.1 sees it.
func (r Record) constitutional(m Motion, method constitution.Method) constitution.ConstitutionalMotion {
	presentness := func(s Someone) constitution.Presentness {
		if s.Person != 0 && r.here(s.Person) {
			return constitution.Present
		}
		return constitution.Absent
	}
	out := constitution.ConstitutionalMotion{
		Meeting: generalMeetings[r.Meeting.Kind], Proposal: r.proposal(m), Number: m.Number,
		Proposer: presentness(m.Mover), Seconder: presentness(m.Seconder), Method: method,
	}
	if n, sent := r.notice(); sent {
		out.Agenda = n.Motions
	}
	return out
}
