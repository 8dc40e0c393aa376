package elections

import (
	"fmt"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

// Result is an election with its outcome.
type Result struct {
	Election
	Outcome Outcome
}

// minutesBlocks are the elections of a meeting as its minutes tell them, one
// block for the officers and one for the ordinary members (rule 4.4 e and f).
func minutesBlocks(results []Result) []meetings.Block {
	officers := meetings.Block{Item: constitution.ElectOfficers, Title: "Electing officers"}
	ordinary := meetings.Block{Item: constitution.ElectOrdinary, Title: "Electing ordinary committee members"}
	for _, r := range results {
		of := &officers
		if r.Post == Ordinary {
			of = &ordinary
		}
		of.Sentences = append(of.Sentences, r.told()...)
	}
	var out []meetings.Block
	for _, b := range []meetings.Block{officers, ordinary} {
		if len(b.Sentences) > 0 {
			out = append(out, b)
		}
	}
	return out
}

// entry names the election among the records that minutes tell, or a part of it.
func (r Result) entry(part string) []meetings.Entry {
	return []meetings.Entry{meetings.Entry(fmt.Sprintf("election %d%s", r.ID, part))}
}

func ofCandidate(c Candidate) string { return fmt.Sprintf(", candidate %d", c.ID) }

func ofCount(n Count) string { return fmt.Sprintf(", count %d", n.No) }

// told is the account of an election: its candidates with those who nominated
// them, every ballot with its figures, how a tie was broken, and the outcome. The
// arithmetic is in the notes. The same results give the same account.
func (r Result) told() []meetings.Sentence {
	var s meetings.Section
	title := r.Post.Title()
	if r.Post == Ordinary {
		title += " (" + seats(r.Seats) + ")"
	}
	s.Say(meetings.AsHeading, r.entry(""), "%s", title)
	if r.Decision != "" {
		s.Say(meetings.AsParagraph, r.entry(", seats"), "The meeting decided on %s: %s", seats(r.Seats), r.Decision)
	}
	names := r.Names()
	for _, c := range r.Candidates {
		s.Say(meetings.AsPoint, r.entry(ofCandidate(c)), "%s, %s", names[c.ID], standsBy(c))
	}
	for _, n := range r.Counts {
		r.tellCount(&s, n, names)
	}
	s.Say(meetings.AsParagraph, r.entry(", outcome"), "%s.", upper(r.Outcome.summary()))
	how := r.Outcome.Trace
	if how.Outcome = ""; len(r.Counts) > 0 { // each has its arithmetic
		how.Steps = nil
	}
	s.Because(r.Post.Title(), how)
	return s.Sentences
}

// standsBy says why someone stands, and whether they withdrew.
func standsBy(c Candidate) string {
	s := "the sitting officer, without nomination (rule 4.14)"
	if c.Nominated() {
		s = "nominated by " + c.Proposer.Name + " and " + c.Seconder.Name
	}
	if c.Struck {
		return s + "; did not stand any more when the meeting opened"
	}
	switch {
	case c.Withdrawn == nil:
	case c.Withdrawn.After == 0:
		s += "; withdrew before the ballot"
	default:
		s += fmt.Sprintf("; withdrew after count %d", c.Withdrawn.After)
	}
	return s
}

// tellCount tells a count with its figures, and one that was set aside with the
// reason.
func (r Result) tellCount(s *meetings.Section, n Count, names map[CandidateID]string) {
	by := r.entry(ofCount(n))
	s.Say(meetings.AsParagraph, by, "%s", n.heading(len(r.Counts)))
	for _, o := range r.Outcome.Counts {
		if o.No == n.No && n.SetAside == nil {
			s.Because(r.about(n), o.Trace)
		}
	}
	for _, v := range Ranked(n.Votes, names) {
		switch {
		case n.Way == Ballot:
			s.Say(meetings.AsPoint, by, "%s: %d", names[v.Candidate], v.Votes)
		case v.Chosen:
			s.Say(meetings.AsPoint, by, "%s", names[v.Candidate])
		}
	}
	if n.Recount != nil {
		s.Say(meetings.AsParagraph, by, "%s", n.Recount.Sentence())
	}
	if n.SetAside != nil {
		s.Say(meetings.AsParagraph, by, "This was set aside: %s", n.SetAside.Reason)
	}
}

// about is what the notes call a count: "President, count 2".
func (r Result) about(n Count) string {
	if len(r.Counts) > 1 {
		return fmt.Sprintf("%s, count %d", r.Post.Title(), n.No)
	}
	return r.Post.Title()
}

// heading says what a count was: "Ballot 2 for 1 seat: 12 valid papers, 1 not
// valid."
func (n Count) heading(of int) string {
	number := ""
	if of > 1 {
		number = fmt.Sprintf(" %d", n.No)
	}
	switch n.Way {
	case constitution.CastingVote:
		s := "The chair’s casting vote"
		if n.Chair.Name != "" {
			s = "The casting vote of the chair, " + n.Chair.Name
		}
		return s + ", for " + seats(n.Seats) + ":"
	case constitution.DrawingLots:
		return "Drawn by lot, for " + seats(n.Seats) + ":"
	}
	return fmt.Sprintf("Ballot%s for %s: %s.", number, seats(n.Seats), n.Figures())
}

// Figures are the papers of a ballot: "12 valid papers, 1 spoiled, 0 blank: 13 in
// all".
func (n Count) Figures() string {
	papers := fmt.Sprintf("%d valid papers", n.Papers)
	if n.Papers == 1 {
		papers = "1 valid paper"
	}
	if !n.Apart {
		return fmt.Sprintf("%s, %d not valid", papers, n.Invalid)
	}
	return fmt.Sprintf("%s, %d spoiled, %d blank: %d in all", papers, n.Invalid, n.Blank, n.Papers+n.Invalid+n.Blank)
}

// Sentence says which ballot was counted again, who asked for it, which count
// stands, and why.
func (again Recount) Sentence() string {
	return meetings.Recount{
		Of: again.Of, Asked: meetings.Someone{Person: again.Asked.ID, Name: again.Asked.Name}, Reason: again.Reason,
		Stands: again.Stands,
	}.Sentence()
}

// summary is the outcome in words, also of an election that is not decided.
func (o Outcome) summary() string {
	if o.State == AwaitsBallot {
		return "the ballot is still to be held"
	}
	return o.Trace.Outcome
}

// upper is the text with its first letter, if it is one of ASCII's, as a
// capital.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
