package meetings

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// ways are the states that a meeting may come to from each. From NoticeSent it
// goes back to Planned when its day moves.
var ways = map[State][]State{
	Planned:    {NoticeSent, Open, Inquorate, Cancelled},
	NoticeSent: {Open, Inquorate, Cancelled},
	Open:       {Adjourned, Closed},
	Adjourned:  {Open, Closed},
	Closed:     {Approved},
}

// guards are what stands in the way of each state.
var guards = map[State]func(Record) constitution.Findings{
	NoticeSent: Record.mayNotify,
	Open:       Record.mayOpen,
	Adjourned:  Record.mayAdjourn,
	Inquorate:  Record.mayDeclareInquorate,
	Closed:     Record.mayClose,
	Approved:   Record.mayApprove,
	Cancelled:  Record.mayCancel,
}

// steps are the states that the meeting may come to next.
func (r Record) steps() []Step {
	var out []Step
	for _, to := range ways[r.Meeting.State] {
		out = append(out, Step{to, guards[to](r)})
	}
	return out
}

// guard refuses a step that the state does not allow or an obstacle forbids.
func (r Record) guard(to State) error {
	m := r.Meeting
	if !slices.Contains(ways[m.State], to) {
		return apperr.New(
			apperr.Conflict, "The %s is “%s” and cannot become “%s”.", m.Title(), strings.ToLower(m.State.Label()),
			strings.ToLower(to.Label()),
		)
	}
	return refused(guards[to](r))
}

// refused is the refusal of something that obstacles forbid, or nil.
func refused(f constitution.Findings) error {
	var texts []string
	rule := ""
	for _, x := range f {
		if x.Gravity == constitution.Obstacle {
			texts = append(texts, x.String())
			if rule == "" {
				rule = x.Rule
			}
		}
	}
	if texts == nil {
		return nil
	}
	return apperr.UnderRule(rule, "%s.", strings.Join(texts, "; "))
}

// inquiry gathers findings.
type inquiry struct{ constitution.Findings }

func (q *inquiry) obstacle(rule, format string, args ...any) {
	q.Findings = append(q.Findings, constitution.Finding{
		Gravity: constitution.Obstacle, Rule: rule, Text: fmt.Sprintf(format, args...),
	})
}

func (q *inquiry) warn(rule, format string, args ...any) {
	q.Findings = append(q.Findings, constitution.Finding{
		Gravity: constitution.Warning, Rule: rule, Text: fmt.Sprintf(format, args...),
	})
}

// agendaFindings applies rule 4.4 or 5.5 to the agenda.
func (r Record) agendaFindings() constitution.Findings {
	items := make([]constitution.Item, len(r.Agenda))
	for i, it := range r.Agenda {
		items[i] = it.Item
		if it.Own() {
			items[i] = constitution.Item("own: " + it.Title)
		}
	}
	var findings constitution.Findings
	switch r.Meeting.Kind {
	case AGM:
		findings, _ = r.Constitution.AGMAgenda(items)
	case EGM:
		findings, _ = r.Constitution.EGMAgenda(items)
	}
	return findings
}

// mayNotify: the agenda is in order and the day is still to come.
func (r Record) mayNotify() constitution.Findings {
	q := inquiry{r.agendaFindings()}
	if r.Meeting.Date.Before(r.facts.today) {
		q.obstacle(noticeRule(r.Meeting.Kind), "%s is past: choose another day first", r.Meeting.Date.Long())
	}
	if r.Meeting.Kind == EGM && len(r.Motions) == 0 {
		q.warn(
			"5.7", "No proposal is recorded, and after the notice none can be: record first what the meeting is called for",
		)
	}
	return q.Findings
}

// mayOpen: its day has come, notice was given, the quorum is there.
func (r Record) mayOpen() constitution.Findings {
	var q inquiry
	r.dayHasCome(&q)
	if r.Meeting.Kind.General() && r.Meeting.State != Adjourned { // notice was given of the day on which it began
		r.checkNotice(&q)
	}
	if !r.Quorum.Reached {
		q.obstacle(r.Quorum.Trace.Rule, "%s", strings.Join(r.Quorum.Trace.Lines(), "; "))
	}
	if r.Chair.ToElect {
		q.warn(r.Chair.Trace.Rule, "No officer is present: the first business is to elect a chair")
	}
	return q.Findings
}

// mayDeclareInquorate: its day has come, and the quorum is not there.
func (r Record) mayDeclareInquorate() constitution.Findings {
	var q inquiry
	r.dayHasCome(&q)
	if r.Quorum.Reached {
		q.obstacle(r.Quorum.Trace.Rule, "%s: there is a quorum", strings.Join(r.Quorum.Trace.Lines(), "; "))
	}
	if r.Meeting.Kind.General() {
		r.checkNotice(&q)
	}
	return q.Findings
}

// checkNotice finds what is wrong with the notice of a general meeting, and says
// what can still be done.
func (r Record) checkNotice(q *inquiry) {
	rule := noticeRule(r.Meeting.Kind)
	if n, sent := r.notice(); sent {
		n.checkLeft(q, rule)
		return
	}
	q.obstacle(
		rule,
		"No notice of this day was given: the secretary or the president gives it first, with the reason when it is too "+
			"late, or chooses a later day",
	)
}

func (r Record) dayHasCome(q *inquiry) {
	if day := r.Day(); r.facts.today.Before(day) {
		q.obstacle(r.Meeting.rule(), "The meeting is on %s", day.Long())
	}
}

// mayClose: every motion has come to its end.
func (r Record) mayClose() constitution.Findings {
	var q inquiry
	framed := 0
	for _, m := range r.Motions {
		switch m.State {
		case Pending:
			if r.Meeting.State == Adjourned && m.Put() {
				q.obstacle(
					r.decisionRule(), "Motion %d was put to the vote: declare what the vote came to, or record it as withdrawn "+
						"with the reason", m.Number,
				)
				continue
			}
			if r.Meeting.State == Adjourned { // it was not reached, whatever keeps the meeting from continuing
				q.warn(r.decisionRule(), "Motion %d is not decided, and would be recorded as not reached", m.Number)
				continue
			}
			q.obstacle(r.decisionRule(), "Motion %d is still to be decided", m.Number)
		case Framed:
			framed++
		}
	}
	if r.Meeting.Chair == 0 && r.Meeting.State != Adjourned {
		q.warn("4.3", "No one is in the chair")
	}
	if r.Meeting.Kind.General() && len(r.Tellers) == 0 {
		q.warn("4.4", "No tellers are recorded")
	}
	if r.Meeting.Kind == EGM && framed == 0 {
		q.warn("5.5", "No motion is worded for the postal vote")
	}
	return q.Findings
}

// decisionRule is the rule by which motions are decided.
func (r Record) decisionRule() string {
	return map[Kind]string{Committee: "6.3", AGM: "4.8", EGM: "5.8"}[r.Meeting.Kind]
}

// mayApprove: there are minutes.
func (r Record) mayApprove() constitution.Findings {
	var q inquiry
	if r.Minutes.Version == 0 {
		q.obstacle("4.5", "No minutes are saved")
	}
	return q.Findings
}

// mayCancel: a meeting that has not opened may be called off.
func (r Record) mayCancel() constitution.Findings { return nil }
