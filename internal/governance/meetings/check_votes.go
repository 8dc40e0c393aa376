package meetings

import (
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// count checks a vote and numbers it; decides reports whether it would be the
// one that decides.
func (r Record) count(kind constitution.Kind, b Ballot, in CountInput, by string) (c Count, decides bool, err error) {
	if r.Meeting.Kind.General() && r.Meeting.Chair == 0 {
		return c, false, apperr.UnderRule("4.3", "No one is in the chair. Elect a chair first.")
	}
	c = Count{
		Count: constitution.Count{
			Method: in.Method, No: len(b.Counts) + 1, Votes: in.Votes, Call: in.Call, Spoiled: in.Spoiled, Blank: in.Blank,
		},
		By: by, Chair: r.Meeting.Chair,
	}
	var f apperr.Fields
	switch in.Method {
	case constitution.Voice:
		c.Votes, c.Spoiled, c.Blank = constitution.Votes{}, 0, 0
	case constitution.Hands, constitution.Ballot:
		c.Call = ""
		var why constitution.Trace
		c.Voters, why = r.mayHaveVoted(kind)
		r.checkVotes(&f, c, why)
	default:
		f.Add("method", "Choose voice, show of hands or ballot.")
	}
	decides, err = r.takes(f, "method", kind, b, c)
	return c, decides, err
}

// takes refuses a count with what is wrong with it, at its field one too many, and what
// the rules do not take; decides reports whether it would be the one that decides.
func (r Record) takes(f apperr.Fields, field string, kind constitution.Kind, b Ballot, c Count) (decides bool, err error) {
	if len(b.Counts) >= maxCounts {
		f.Add(field, "At most %d counts are taken on one question.", maxCounts)
	}
	if err := f.Err(); err != nil {
		return false, err
	}
	if _, err := r.decide(c.Count, kind, constitution.ChairSilent); err != nil {
		return false, err
	}
	b.Counts = append(slices.Clone(b.Counts), c)
	_, decisive := r.outcome(kind, b)
	return decisive == c.No, nil
}

// checkVotes asks for tellers (rule 4.11) and refuses more votes and papers than
// there are people who could have given them, the chair not among them (rule
// 4.8).
func (r Record) checkVotes(f *apperr.Fields, c Count, why constitution.Trace) {
	if need := r.Constitution.Figures.Tellers; r.Meeting.Kind.General() && r.tellersHere() < need {
		f.Add(
			"method", "The tellers count hands and ballot papers (rule 4.11): elect at least %d tellers who are present first.",
			need,
		)
	}
	checkPapers(f, c)
	v, most := c.Votes, c.Voters
	if v.Yes < 0 || v.No < 0 || v.Abstain < 0 || f.Has("spoiled") || f.Has("blank") {
		return // refused by the rule, each beside its field
	}
	given := []int{v.Yes, v.No, v.Abstain, c.Spoiled, c.Blank}
	if slices.Max(given) <= most && c.Papers() <= most {
		return
	}
	switch larger, smaller := max(v.Yes, v.No), min(v.Yes, v.No); {
	case c.Spoiled+c.Blank > 0:
		f.Add("yes", "%d papers in all: %s. Check the count, or who is present.", c.Papers(), why)
	case v.Recorded() == most+1 && larger == smaller+1 && r.Meeting.Kind.General():
		f.Add("yes", "%d votes in all: %s. If the chair broke a tie, enter the count without the chair’s vote, %d yes and "+
			"%d no, and then the chair’s.",
			v.Recorded(), why, smaller, smaller)
	default:
		f.Add("yes", "%d votes in all: %s. Check the count, or who is present.", v.Recorded(), why)
	}
}

// maxPapers is more papers than there can be.
const maxPapers = 1_000_000

// checkPapers refuses papers without a vote where there are none.
func checkPapers(f *apperr.Fields, c Count) {
	for _, p := range []struct {
		field string
		n     int
	}{{"spoiled", c.Spoiled}, {"blank", c.Blank}} {
		switch {
		case p.n < 0 || p.n > maxPapers:
			f.Add(p.field, "Enter a number of papers from 0 to %d.", maxPapers)
		case p.n > 0 && c.Method != constitution.Ballot:
			f.Add(p.field, "Only ballot papers can be %s. Leave this empty for a show of hands.", p.field)
		}
	}
}
