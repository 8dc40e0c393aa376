package meetings

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/governance/constitution"
)

// counted are the people whom counts name.
func (b Ballot) counted() []PersonID {
	var out []PersonID
	for _, c := range b.Counts {
		if out = append(out, c.Chair); c.Recount != nil {
			out = append(out, c.Recount.Asked.Person)
		}
	}
	return out
}

func (r Record) nameCounts(b *Ballot) {
	for i := range b.Counts {
		if again := b.Counts[i].Recount; again != nil {
			again.Asked = r.named(again.Asked)
		}
	}
}

// count finds a count by its number.
func (b Ballot) count(no int) (Count, bool) {
	i := slices.IndexFunc(b.Counts, func(c Count) bool { return c.No == no })
	if i < 0 {
		return Count{}, false
	}
	return b.Counts[i], true
}

// Standing are the counts that have a say in the outcome: not those set aside,
// and of a count and its recount the one that stands.
func (b Ballot) Standing() []Count {
	replaced := map[int]bool{}
	for _, c := range b.Counts {
		if c.SetAside == nil && c.Recount != nil && c.Recount.Stands {
			replaced[c.Recount.Of] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Counts), func(c Count) bool {
		return c.SetAside != nil || replaced[c.No] || c.Recount != nil && !c.Recount.Stands
	})
}

// Put reports whether votes were taken on it.
func (b Ballot) Put() bool { return len(b.Standing()) > 0 }

// outcome applies rules 4.8 to 4.11, 6.3 and 7.2 to the votes on a motion;
// decisive is 0 before the first count. The chair's vote goes with the count
// that was equal: where another decides, it has no part.
func (r Record) outcome(kind constitution.Kind, b Ballot) (out constitution.Outcome, decisive int) {
	standing := b.Standing()
	if len(standing) == 0 {
		return out, 0
	}
	counts := make([]constitution.Count, len(standing))
	for i, c := range standing {
		counts[i] = c.Count
	}
	best, why, err := r.Constitution.DecisiveCount(counts)
	if err != nil {
		return out, 0
	}
	chair := b.ChairVote
	if best.Method == constitution.Voice || best.Votes.Yes != best.Votes.No {
		chair = constitution.ChairSilent
	} else if c, _ := b.count(best.No); !r.chairHasVote(c) {
		chair = constitution.ChairNone
	}
	out, err = r.decide(best, kind, chair)
	if err != nil {
		return constitution.Outcome{Trace: constitution.Trace{Rule: "7.2", Outcome: err.Error()}}, best.No
	}
	out.Trace.Steps = slices.Concat(b.kept(), why.Steps, out.Trace.Steps)
	return out, best.No
}

// kept says which counts have no say, and why.
func (b Ballot) kept() []constitution.Step {
	var out []constitution.Step
	say := func(format string, args ...any) {
		out = append(out, constitution.Step{Rule: "4.11", Text: fmt.Sprintf(format, args...)})
	}
	for _, c := range b.Counts {
		switch {
		case c.SetAside != nil:
			say("Count %d was set aside", c.No)
		case c.Recount != nil && c.Recount.Stands:
			say("Count %d counted again what count %d had counted, and stands", c.No, c.Recount.Of)
		case c.Recount != nil:
			say("Count %d counted again what count %d had counted, which stands", c.No, c.Recount.Of)
		}
	}
	return out
}

// decide is what one count comes to at this meeting.
func (r Record) decide(
	n constitution.Count, kind constitution.Kind, chair constitution.ChairVote,
) (constitution.Outcome, error) {
	if r.Meeting.Kind != Committee || n.Method == constitution.Voice {
		return r.Constitution.DecideCount(n, kind, chair)
	}
	votes, papers := r.Constitution.VotesOn(n)
	out, err := r.Constitution.CommitteeDecides(votes, chair)
	out.Trace = papers.Then(out.Trace)
	return out, err
}

// chairHasVote reports whether whoever had the chair at a count of a general
// meeting is a member who was present: nobody else has a vote, rule 4.8.
func (r Record) chairHasVote(c Count) bool {
	chair := c.Chair
	if chair == 0 {
		chair = r.Meeting.Chair
	}
	if chair == 0 || !r.Meeting.Kind.General() {
		return true
	}
	p, found := r.presence(chair)
	return found && p.Entitled && r.present(p)
}

// presided reports whether who has the chair now had it at a count: another
// chair has voted with the others.
func (r Record) presided(b Ballot, no int) bool {
	c, found := b.count(no)
	return found && (c.Chair == 0 || c.Chair == r.Meeting.Chair)
}

// sentence is a count as the minutes tell it.
func (c Count) sentence() string {
	line := fmt.Sprintf("Count %d, %s: %s", c.No, strings.ToLower(c.Method.Label()), c.Figures())
	if c.Voters > 0 {
		line += fmt.Sprintf(", of %d who could vote", c.Voters)
	}
	if again := c.Recount; again != nil {
		line += ". " + again.Sentence()
	}
	if c.SetAside != nil {
		line += ". This count was set aside: " + c.SetAside.Reason
	}
	return line
}

// Figures are what was counted: "6 yes, 5 no, 0 abstained; 1 spoiled, 0 blank".
func (c Count) Figures() string {
	switch {
	case c.Method == constitution.Voice && c.Call == constitution.Ayes:
		return "the chair declared it carried"
	case c.Method == constitution.Voice:
		return "the chair declared it lost"
	}
	line := fmt.Sprintf("%d yes, %d no, %d abstained", c.Votes.Yes, c.Votes.No, c.Votes.Abstain)
	if c.Method == constitution.Ballot && c.Spoiled+c.Blank > 0 {
		line += fmt.Sprintf("; %d spoiled, %d blank", c.Spoiled, c.Blank)
	}
	return line
}

// Sentence says which count was counted again, who asked for it, which of the
// two stands, and why.
func (again Recount) Sentence() string {
	line := fmt.Sprintf("Count %d was counted again", again.Of)
	if again.Asked.Person != 0 {
		line += " as " + again.Asked.Name + " asked"
	}
	if again.Stands {
		return line + "; the second count stands: " + again.Reason
	}
	return line + "; the first count stands: " + again.Reason
}
